"""Whether what an audit found still speaks of a run's verdicts."""

from collections.abc import Set


def why_lapsed(judge: str, rubric: str, judge_now: str, rubrics_now: Set[str]) -> str:
    """Why rates of ``judge`` under ``rubric`` say nothing of a run scored by ``judge_now`` under
    ``rubrics_now``; blank where they do.

    A judge under another rubric is another judge: how often people confirmed the one tells
    nothing of the other. A run without any verdict has no rubric, and nothing to correct.
    """
    if judge_now != judge:
        return f"the run is scored by judge {judge_now} now, people looked at verdicts of {judge}"
    others = rubrics_now - {rubric}
    if not others:
        return ""
    now = ", ".join(sorted(others))
    return (
        f"the run's verdicts are of rubric {now} now, people looked at verdicts of "
        f"{rubric or 'an unknown rubric'}"
    )
