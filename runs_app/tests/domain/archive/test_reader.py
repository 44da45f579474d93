"""Every way in which a line or the whole can be wrong, with file, line, task and code."""

import io
import json
import tracemalloc
from dataclasses import replace

import pytest

from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.limits import LIMITS
from runs_app.domain.archive.reader import check_archive, open_archive, read_episodes
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import EpisodeStatus, Usage
from runs_app.tests.archives import (
    AGENT,
    ArchiveDraft,
    episode,
    errors_in,
    find_mini_bundle,
    findings_in,
    records_in,
)
from tasks_app.domain.families import Decision, Family
from tasks_app.tests.factories import mini_bundle

TASKS = mini_bundle().tasks
CHEAP = next(task for task in TASKS if task.family is Family.CHEAP)
TIERED = next(task for task in TASKS if task.family is Family.MODEL_UPGRADE)


def with_line(line, **manifest) -> ArchiveDraft:
    """A whole archive whose second line is another one."""
    lines = [episode(task) for task in TASKS]
    lines[1] = line
    return ArchiveDraft(lines, manifest=manifest)


def changed(**changes) -> ArchiveDraft:
    return with_line(episode(TASKS[1], **changes))


def raw(**changes: str) -> ArchiveDraft:
    """A second line with keys written as given, valid JSON or not."""
    text = json.dumps(episode(TASKS[1]) | dict.fromkeys(changes, "@@"))
    for key, value in changes.items():
        text = text.replace(f'"{key}": "@@"', f'"{key}": {value}')
    return with_line(text.encode())


def step(**changes) -> list[dict]:
    return [{"action": "search", "evidence": [TASKS[1].documents[0].doc_id]} | changes]


def without(key: str) -> ArchiveDraft:
    line = episode(TASKS[1])
    del line[key]
    return with_line(line)


ONE_PROBLEM = {
    "no JSON": (with_line(b"{oops"), "invalid_json"),
    "cut off": (with_line(b'{"agent": "Reader"'), "invalid_json"),
    "no object": (with_line(b"[1, 2]"), "invalid_json"),
    "two objects": (with_line(json.dumps(episode(TASKS[1])).encode() + b" {}"), "invalid_json"),
    "no UTF-8": (with_line(json.dumps(episode(TASKS[1])).encode().replace(b"perh", b"\xff\xfe")),
                 "wrong_value"),
    "lone surrogate": (raw(answer='"\\ud800"'), "invalid_json"),
    "NUL": (raw(answer='"a\\u0000b"'), "nul_character"),
    "NUL in a key": (raw(usage='{"a\\u0000": 1}'), "nul_character"),
    "endless nesting": (raw(surprise="[" * 100_000 + "]" * 100_000), "too_deep"),
    "deep arguments": (raw(steps='[{"action": "search", "arguments": {"a": ' + "[" * 40 + "]" * 40
                           + "}}]"), "too_deep"),
    "deep unknown key": (raw(surprise="[" * 40 + "]" * 40), "too_deep"),
    "no attempt": (without("attempt"), "missing_key"),
    "no status": (without("status"), "missing_key"),
    "null task": (changed(task_id=None), "wrong_type"),
    "attempt as text": (changed(attempt="1"), "wrong_type"),
    "attempt as fraction": (changed(attempt=1.0), "wrong_type"),
    "attempt as truth": (changed(attempt=True), "wrong_type"),
    "attempt 0": (changed(attempt=0), "wrong_value"),
    "attempt 1001": (changed(attempt=1001), "wrong_value"),
    "unknown status": (changed(status="done"), "wrong_value"),
    "answer as number": (changed(answer=42), "wrong_type"),
    "abstained as text": (changed(abstained="no"), "wrong_type"),
    "steps as object": (changed(steps={}), "wrong_type"),
    "step as text": (changed(steps=["search"]), "wrong_type"),
    "step without action": (changed(steps=[{"tier": None}]), "missing_key"),
    "evidence as text": (changed(steps=step(evidence="d-1")), "wrong_type"),
    "evidence of numbers": (changed(steps=step(evidence=[1])), "wrong_type"),
    "arguments as list": (changed(steps=step(arguments=[])), "wrong_type"),
    "negative seconds": (changed(steps=step(seconds=-0.1)), "negative_amount"),
    "negative units": (changed(reported_units=-1), "negative_amount"),
    "negative dollars": (changed(cost_usd=-0.5), "negative_amount"),
    "negative tokens": (changed(usage={"input_tokens": -1}), "negative_amount"),
    "astronomic units": (changed(reported_units=1e13), "wrong_value"),
    "tokens as fraction": (changed(usage={"output_tokens": 1.5}), "wrong_type"),
    "NaN": (raw(reward="NaN"), "not_finite"),
    "infinity": (raw(cost_usd="Infinity"), "not_finite"),
    "minus infinity": (raw(reward="-Infinity"), "not_finite"),
    "NaN of a required key": (raw(attempt="NaN"), "not_finite"),
    "NaN deep inside": (raw(steps='[{"action": "search", "seconds": NaN}]'), "not_finite"),
    "number beyond floats": (raw(reward="1e999"), "not_finite"),
    "time without zone": (changed(started_at="2026-01-31T12:00:00"), "no_time_zone"),
    "date only": (changed(finished_at="2026-01-31"), "wrong_value"),
    "time as number": (changed(started_at=1700000000), "wrong_type"),
    "year 1": (changed(started_at="0001-01-01T00:00:00+14:00"), "wrong_value"),
    "workspace without time": (changed(workspace={"modified_files": 1, "new_files": 0}),
                               "missing_key"),
    "judge label without verdict": (changed(judge_labels=[{"judge": "a", "rubric": "1"}]),
                                    "missing_key"),
    "unknown verdict": (changed(judge_labels=[{"judge": "a", "rubric": "1", "verdict": "yes"}]),
                        "wrong_value"),
    "long judge name": (changed(judge_labels=[{"judge": "a" * 101, "rubric": "1",
                                               "verdict": "correct"}]), "text_too_long"),
    "judge label twice": (changed(judge_labels=[{"judge": "a", "rubric": "1",
                                                 "verdict": "correct"}] * 2), "duplicate_label"),
    "unknown agent": (changed(agent="Somebody"), "unknown_agent"),
    "unlisted label": (changed(budget_label="tight"), "unknown_label"),
    "no such label": (changed(budget_label="huge"), "wrong_value"),
    "unknown task": (changed(task_id="t-nowhere"), "unknown_task"),
    "unknown action": (changed(steps=step(action="browse")), "unknown_action"),
    "tier within the action": (changed(steps=step(action="run_model:fast")), "unknown_action"),
    "no tier": (changed(steps=step(action="run_model")), "unknown_tier"),
    "unknown tier": (changed(steps=step(action="run_model", tier="huge")), "unknown_tier"),
    "too many steps": (changed(steps=[{"action": "answer"}] * 10_001), "too_many_steps"),
}  # fmt: skip


@pytest.mark.parametrize(("draft", "code"), ONE_PROBLEM.values(), ids=ONE_PROBLEM)
def test_one_wrong_thing_in_a_line_is_one_problem_at_that_line(draft, code):
    assert errors_in(draft.zip()) == [(code, "episodes.jsonl", 2)]


def test_every_problem_says_what_to_do_and_names_the_task():
    for draft, _ in ONE_PROBLEM.values():
        [problem] = [p for p in findings_in(draft.zip()).problems if p.severity == "error"]
        assert problem.message.endswith(".")
        assert problem.hint.endswith(".")
        assert len(problem.message) < 400
        if problem.code in {"wrong_type", "unknown_action", "negative_amount", "not_finite"}:
            assert problem.task_id in {TASKS[1].task_id, None}


def test_two_wrong_values_in_one_line_are_two_problems():
    draft = changed(attempt="1", cost_usd=-1, steps=[{"action": 5}, {"action": "x", "tier": 1}])
    assert [code for code, _, _ in errors_in(draft.zip())] == [
        "wrong_type", "negative_amount", "wrong_type", "wrong_type",
    ]  # fmt: skip


def test_nan_hides_no_other_problem_of_its_line():
    draft = raw(reward="NaN", cost_usd="-1")
    assert sorted(code for code, _, _ in errors_in(draft.zip())) == [
        "negative_amount", "not_finite",
    ]  # fmt: skip


def test_one_broken_line_one_unknown_task_and_one_wrong_digest_are_exactly_three_problems():
    lines = [episode(task) for task in TASKS]
    lines[2] = b'{"agent": "Reader", broken'
    lines[5] = episode(TASKS[5], task_id="t-unknown")
    draft = ArchiveDraft(lines)
    listed = draft.full_manifest()["files"]
    listed["episodes.jsonl"]["sha256"] = "0" * 64
    draft.manifest["files"] = listed
    findings = findings_in(draft.zip())
    assert [(p.code, p.file, p.line, p.task_id) for p in findings.problems] == [
        ("invalid_json", "episodes.jsonl", 3, None),
        ("unknown_task", "episodes.jsonl", 6, "t-unknown"),
        ("file_digest", "episodes.jsonl", None, None),
    ]


def test_the_same_three_problems_with_the_bundles_digest_wrong():
    draft = ArchiveDraft([b"{", *(episode(task) for task in TASKS[1:])])
    draft.lines[4] = episode(TASKS[4], task_id="t-unknown")
    bundle = draft.full_manifest()["bundle"] | {"tasks_sha256": "1" * 64}
    draft.manifest["bundle"] = bundle
    assert errors_in(draft.zip()) == [
        ("bundle_digest", "manifest.json", None),
        ("invalid_json", "episodes.jsonl", 1),
        ("unknown_task", "episodes.jsonl", 5),
    ]


def test_a_line_over_the_limit_is_named_and_the_next_line_read_on():
    small = replace(LIMITS, line_bytes=10_000)
    lines = [episode(TASKS[0]), episode(TASKS[1], answer="x" * 10_000), b"{"]
    assert errors_in(ArchiveDraft(lines).zip(), small) == [
        ("line_too_long", "episodes.jsonl", 2),
        ("invalid_json", "episodes.jsonl", 3),
    ]


def test_an_overlong_last_line_without_an_end_is_named_too():
    small = replace(LIMITS, line_bytes=10_000)
    draft = ArchiveDraft([episode(TASKS[1], answer="x" * 100_000)], line_end=b"")
    assert errors_in(draft.zip(), small) == [("line_too_long", "episodes.jsonl", 1)]


def test_the_same_attempt_twice_is_refused_at_its_second_line():
    draft = ArchiveDraft([episode(TASKS[0]), episode(TASKS[0], attempt=2), episode(TASKS[0])])
    assert errors_in(draft.zip()) == [("duplicate_episode", "episodes.jsonl", 3)]


def test_attempts_agents_and_labels_keep_episodes_apart():
    agents = [AGENT, AGENT | {"name": "Other"}]
    lines = [
        episode(TASKS[0], attempt=attempt, agent=agent["name"], budget_label=label)
        for attempt in (1, 2)
        for agent in agents
        for label in ("tight", "main")
    ]
    draft = ArchiveDraft(lines, manifest={"agents": agents, "budget_labels": ["tight", "main"]})
    assert len(records_in(draft.zip())) == 8


def test_a_completed_episode_of_the_workspace_track_needs_measurements():
    agent = AGENT | {"track": "workspace"}
    lines = [episode(TASKS[0]), episode(TASKS[1], status="agent_timeout")]
    draft = ArchiveDraft(lines, manifest={"agents": [agent]})
    assert errors_in(draft.zip()) == [("missing_workspace", "episodes.jsonl", 1)]
    lines[0]["workspace"] = {"wall_seconds": 4, "modified_files": 1, "new_files": 2}
    lines[0]["reported_units"] = 32  # 10 + 0.5 x 4 + 10 x 1 + 5 x 2
    assert findings_in(draft.zip()).by_code["units_differ"] == 0
    lines[0]["reported_units"] = 30
    assert findings_in(draft.zip()).by_code["units_differ"] == 1


def test_warnings_refuse_nothing():
    lines = [
        episode(CHEAP, reported_units=31, mood="good", steps=step(evidence=["d-none"], why=1)),
        episode(TIERED, usage={"input_tokens": 1, "watts": 3}),
    ]
    findings = findings_in(ArchiveDraft(lines).zip())
    assert findings.errors == 0
    assert findings.by_code == {
        "unknown_key": 3, "unknown_evidence": 1, "units_differ": 1, "missing_tasks": 1,
    }  # fmt: skip
    coverage = next(p for p in findings.problems if p.code == "missing_tasks")
    assert coverage.message.startswith('"Reader" at main lacks 10 of 12 tasks: "t-')


def test_unknown_keys_are_kept_with_the_episode():
    line = episode(CHEAP, mood={"of": ["agent"]}, steps=step(why=1), usage={"watts": 3})
    [record] = records_in(ArchiveDraft([line]).zip())
    assert record.extra == {"mood": {"of": ["agent"]}, "steps.[0].why": 1, "usage.watts": 3}


def test_a_line_becomes_the_episode_it_describes():
    [record] = records_in(ArchiveDraft([episode(CHEAP)]).zip())
    assert (record.agent, record.task_id, record.attempt) == ("Reader", CHEAP.task_id, 1)
    assert record.status is EpisodeStatus.COMPLETED
    assert [s.action for s in record.steps] == ["search", "answer"]
    assert record.steps[0].evidence == (CHEAP.documents[0].doc_id,)
    assert record.usage == Usage(input_tokens=10, output_tokens=2, requests=1)
    assert record.started_at.isoformat() == "2026-01-31T12:00:00+00:00"
    assert record.finished_at.utcoffset().total_seconds() == 3600


def test_null_is_unknown_and_absent_alike():
    nulls = dict.fromkeys(
        ("answer", "reported_units", "workspace", "usage", "cost_usd", "reward", "judge_labels")
    )
    [given] = records_in(ArchiveDraft([episode(CHEAP, **nulls)]).zip())
    line = {key: value for key, value in episode(CHEAP).items() if key not in nulls}
    [absent] = records_in(ArchiveDraft([line]).zip())
    assert given == absent
    assert given.usage is None


def test_zero_stays_zero():
    [record] = records_in(ArchiveDraft([episode(CHEAP, cost_usd=0, reward=0)]).zip())
    assert (record.cost_usd, record.reward) == (0, 0)


def test_problems_beyond_the_first_thousand_are_counted_and_not_listed():
    draft = ArchiveDraft([b"{"] * 1500)
    findings = findings_in(draft.zip())
    assert (len(findings.problems), findings.errors) == (1000, 1500)


def test_many_warnings_hide_no_error():
    lines = [episode(TASKS[0], attempt=n, mood=1) for n in range(1, 1001)] + [b"{"] * 3
    findings = findings_in(ArchiveDraft([*lines, episode(TASKS[1], mood=1)]).zip())
    errors = [problem for problem in findings.problems if problem.severity == "error"]
    assert len(errors) == 3


def test_storing_reads_what_checking_read():
    findings = Findings()
    archive = open_archive(io.BytesIO(ArchiveDraft().tar_gz()), find_mini_bundle, findings)
    checked = check_archive(archive, findings)
    again = Tally()
    assert len(list(read_episodes(archive, findings, again))) == 12
    assert again == checked


def test_reading_tells_how_far_it_is():
    shares: list[float] = []
    lines = [episode(TASKS[0], attempt=n, answer=f"{n}" * 50) for n in range(1, 1001)]
    archive = open_archive(io.BytesIO(ArchiveDraft(lines).zip()), find_mini_bundle, Findings())
    check_archive(archive, Findings(), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1


def test_memory_does_not_grow_with_the_archive():
    """Thirty times the text, about the same peak: lines are streamed, not collected."""

    def peak(lines: int) -> int:
        text = "".join(chr(97 + n % 26) for n in range(10_000))
        episodes = [episode(TASKS[0], attempt=n, answer=text) for n in range(1, lines + 1)]
        data = io.BytesIO(ArchiveDraft(episodes).zip())
        del episodes
        tracemalloc.start()
        limits = replace(LIMITS, expansion=10_000)
        check_archive(open_archive(data, find_mini_bundle, Findings(), limits), Findings())
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(300) < peak(10) + 1024**2  # the text itself is 3 MB


def test_no_message_tells_anything_of_the_oracle():
    """Every problem above, and the answers of all tasks: none is quoted."""
    oracle = [task.oracle for task in TASKS]
    secrets = {text for o in oracle for text in (o.answer, o.rationale, *o.aliases) if text}
    secrets = {text for text in secrets if len(text) > 3}
    for draft, _ in ONE_PROBLEM.values():
        for problem in findings_in(draft.zip()).problems:
            assert not any(secret in problem.message + problem.hint for secret in secrets)


@pytest.mark.parametrize("decision", list(Decision))
def test_answers_are_taken_for_every_kind_of_task(decision):
    task = next(task for task in TASKS if task.oracle.decision is decision)
    assert len(records_in(ArchiveDraft([episode(task, answer=None, abstained=True)]).zip())) == 1
