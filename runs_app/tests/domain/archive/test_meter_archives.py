"""Archives of a meter bundle: what is read, and every way in which one can be wrong."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runs_app.domain.archive.limits import LIMITS
from runs_app.domain.archive.writer import ArchiveOf, write_archive
from runs_app.domain.episode import (
    AgentSpec,
    EpisodeRecord,
    EpisodeStatus,
    ReportedLabel,
    Step,
    Track,
    Usage,
    Verdict,
    Workspace,
)
from runs_app.tests.archives import ArchiveDraft, episode, findings_in, records_in
from runs_app.tests.meter_archives import (
    MeterDraft,
    agent,
    find_meter_bundle,
    line,
    one_agent,
    reference_lines,
)
from tasks_app.tests.factories import mini_bundle
from tasks_app.tests.meter_bundles import SOURCES, meter_bundle

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
AGENT = AgentSpec("Näme", Track.TOOL_API, "a model", "a CLI", "p", url="https://example.org/")


def problems_in(draft: MeterDraft) -> list[tuple[str, str, int | None]]:
    """(severity, code, line) of everything found."""
    findings = findings_in(draft.zip(), LIMITS, find_meter_bundle)
    return [(p.severity, p.code, p.line) for p in findings.problems]


def errors_in(draft: MeterDraft) -> list[tuple[str, int | None]]:
    return [(code, number) for severity, code, number in problems_in(draft) if severity == "error"]


def read(draft: MeterDraft) -> list[EpisodeRecord]:
    return records_in(draft.zip(), find_meter_bundle)


def raw(**changes: str) -> MeterDraft:
    """An archive whose second line has keys written as given, valid JSON or not."""
    text = json.dumps(line("m01") | dict.fromkeys(changes, "@@"))
    for key, value in changes.items():
        text = text.replace(f'"{key}": "@@"', f'"{key}": {value}')
    return one_agent([line("m00"), text.encode()])


def changed(**changes) -> MeterDraft:
    return one_agent([line("m00"), line("m01") | changes])


ONE_PROBLEM = {
    "a budget label": (changed(budget_label="main"), "no_budgets"),
    "no budget label of any bundle": (changed(budget_label="huge"), "no_budgets"),
    "a budget label as number": (changed(budget_label=3), "wrong_type"),
    "an unknown description": (changed(description="rewritten"), "unknown_description"),
    "a candidate nobody made": (changed(description="candidate:1"), "unknown_description"),
    "a description as number": (changed(description=1), "wrong_type"),
    "a blank description": (changed(description=""), "wrong_value"),
    "a description of two lines": (changed(description="a\nb"), "wrong_value"),
    "a very long description": (changed(description="a" * 421), "text_too_long"),
    "repeat 0": (changed(repeat=0), "wrong_value"),
    "repeat 101": (changed(repeat=101), "wrong_value"),
    "repeat as fraction": (changed(repeat=1.0), "wrong_type"),
    "repeat as text": (changed(repeat="1"), "wrong_type"),
    "repeat beyond the manifest's": (changed(repeat=2), "repeat_beyond"),
    "reward above 1": (changed(reward=1.0000001), "wrong_value"),
    "reward below 0": (changed(reward=-0.1), "negative_amount"),
    "reward as truth": (changed(reward=True), "wrong_type"),
    "reward as text": (changed(reward="1"), "wrong_type"),
    "reward NaN": (raw(reward="NaN"), "not_finite"),
    "reward infinite": (raw(reward="Infinity"), "not_finite"),
    "cost below 0": (changed(cost_usd=-0.01), "negative_amount"),
    "cost beyond floats": (raw(cost_usd="1e999"), "not_finite"),
    "steps below 0": (changed(step_count=-1), "negative_amount"),
    "steps as fraction": (changed(step_count=1.5), "wrong_type"),
    "astronomic steps": (changed(step_count=10**10), "wrong_value"),
    "steps listed and counted otherwise": (
        changed(steps=[{"action": "a"}], step_count=2), "step_count_differs",
    ),
    "seconds below 0": (changed(seconds=-1), "negative_amount"),
    "tokens below 0": (changed(usage={"total_tokens": -1}), "negative_amount"),
    "tokens as fraction": (changed(usage={"total_tokens": 1.5}), "wrong_type"),
    "tokens as text": (changed(usage={"total_tokens": "1"}), "wrong_type"),
    "usage as number": (changed(usage=3), "wrong_type"),
    "an unknown task": (changed(task_id="m99"), "unknown_task"),
    "an unknown agent": (changed(agent="somebody"), "unknown_agent"),
    "the same attempt twice": (one_agent([line("m00"), line("m00")]), "duplicate_episode"),
    "a step without action": (changed(steps=[{"observation": "x"}]), "missing_key"),
    "no status": (one_agent([line("m00"), {k: v for k, v in line("m01").items() if k != "status"}]),
                  "missing_key"),
    "no JSON": (one_agent([line("m00"), b"{oops"]), "invalid_json"),
}  # fmt: skip


@pytest.mark.parametrize(("draft", "code"), ONE_PROBLEM.values(), ids=ONE_PROBLEM)
def test_each_wrong_line_is_one_problem_at_its_place(draft, code):
    assert errors_in(draft) == [(code, 2)]


@pytest.mark.parametrize(
    ("reward", "shown"),
    [("1", 'it is "1".'), (2, "it is 2."), ([1], "it is [1]."), ("a\u202eb", 'it is "a\\u202eb".')],
)
def test_a_wrong_value_is_shown_as_json_has_it_on_one_line(reward, shown):
    (problem,) = findings_in(changed(reward=reward).zip(), LIMITS, find_meter_bundle).problems
    assert problem.message.endswith(shown)


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        ({"budget_labels": ["main"]}, "no_budgets"),
        ({"budget_labels": "main"}, "wrong_type"),
        ({"repeats": 0}, "wrong_value"),
        ({"repeats": 101}, "wrong_value"),
        ({"repeats": "3"}, "wrong_type"),
        ({"agents": [agent(model="")]}, "no_configuration"),
        ({"agents": [agent() | {"scaffold": ""}]}, "no_configuration"),
        ({"agents": [{"name": "model-a in cli-x", "track": "imported"}]}, "no_configuration"),
        ({"agents": [agent(composite_mode="oracle", track="scripted")]}, "oracle_mode"),
        ({"agents": [agent(), agent()]}, "duplicate_agent"),
        ({"files": ...}, "missing_key"),
    ],
)
def test_each_wrong_key_of_the_manifest_is_one_problem(manifest, code):
    draft = one_agent(**manifest)
    if manifest.get("agents") == [agent(model="")]:
        draft.lines = [line("m00", agent=agent(model="")["name"])]
    assert errors_in(draft) == [(code, None)]


@pytest.mark.parametrize("manifest", [{"budget_labels": []}, {"budget_labels": None}, {}])
def test_budget_labels_may_be_left_out_or_empty(manifest):
    assert problems_in(one_agent(**manifest)) == []
    assert problems_in(one_agent([line(t.task_id, budget_label=None)
                                  for t in meter_bundle().meter_tasks])) == []  # fmt: skip


def test_the_reference_episodes_are_read_without_a_problem():
    assert problems_in(MeterDraft()) == []
    assert len(read(MeterDraft())) == 180


def test_what_is_left_out_is_the_original_in_its_first_repeat_and_unknown():
    (record,) = read(one_agent([line("m00", cost_usd=None)]))
    assert (record.description, record.repeat, record.budget_label) == ("original", 1, "")
    assert (record.cost_usd, record.usage, record.steps_total, record.seconds) == (None,) * 4


def test_zero_is_zero():
    zeros = {"cost_usd": 0, "step_count": 0, "seconds": 0, "usage": {"total_tokens": 0},
             "reward": 0}  # fmt: skip
    (record,) = read(one_agent([line("m00", **zeros)]))
    assert (record.cost_usd, record.reward, record.steps_total, record.seconds) == (0, 0, 0, 0)
    assert record.usage == Usage(total_tokens=0)


def test_actions_are_anybodys_words_and_listed_steps_are_counted():
    steps = [{"action": word} for word in ("bash", "str_replace", "Ünïcode", "run_model")]
    (record,) = read(one_agent([line("m00", steps=steps)]))
    assert record.steps_total == 4


def test_wall_time_is_told_or_the_time_between_start_and_end():
    times = {"started_at": "2026-01-31T12:00:00Z", "finished_at": "2026-01-31T13:00:30.5+01:00"}
    backwards = {"started_at": times["finished_at"], "finished_at": times["started_at"]}
    given_ = [times, times | {"seconds": 7}, backwards, {"started_at": times["started_at"]}]
    draft = one_agent([line(f"m{n:02d}", **each) for n, each in enumerate(given_)])
    assert [record.seconds for record in read(draft)] == [30.5, 7, None, None]


def test_every_known_description_and_repeat_is_taken():
    lines = [
        line("m00", description=name, repeat=repeat)
        for name in ("original", "generic", *SOURCES)
        for repeat in (1, 2, 3)
    ]
    assert errors_in(one_agent(lines, repeats=3)) == []


def test_missing_tasks_are_said_for_each_description_and_repeat():
    """Original has 30 tasks in each of two repeats, generic the ten of the opt set."""
    lines = [line(task.task_id) for task in meter_bundle().meter_tasks]
    lines += [line("m00", description="generic")]
    findings = findings_in(one_agent(lines, repeats=2).zip(), LIMITS, find_meter_bundle)
    assert [(p.code, p.message.split(":")[0]) for p in findings.problems] == [
        ("missing_tasks", '"model-a in cli-x" under generic lacks 9 of 10 tasks'),
        ("missing_tasks", '"model-a in cli-x" under generic, repeat 2 lacks 10 of 10 tasks'),
        ("missing_tasks", '"model-a in cli-x" under original, repeat 2 lacks 30 of 30 tasks'),
    ]


def test_an_agent_without_any_episode_is_said_to_lack_all():
    draft = MeterDraft([line("m00")])
    findings = findings_in(draft.zip(), LIMITS, find_meter_bundle)
    assert [p.message.split(" tasks")[0].split(" lacks ")[1] for p in findings.problems] == [
        "29 of 30", *["30 of 30"] * 5
    ]  # fmt: skip


def test_token_counts_that_contradict_each_other_are_a_warning():
    usages = [
        {"input_tokens": 10, "cached_input_tokens": 8, "cache_creation_tokens": 3},
        {"input_tokens": 10, "output_tokens": 1, "total_tokens": 10},
        {"input_tokens": 10, "output_tokens": 1, "total_tokens": 11, "cached_input_tokens": 10},
    ]
    lines = [line(f"m{n:02d}", usage=usage) for n, usage in enumerate(usages)]
    found = [p for p in problems_in(one_agent(lines)) if p[1] == "tokens_differ"]
    assert found == [("warning", "tokens_differ", 1), ("warning", "tokens_differ", 2)]


@pytest.mark.parametrize("key", ["reported_units", "mood"])
def test_keys_that_a_meter_line_does_not_know_are_kept_with_a_warning(key):
    draft = changed(**{key: 3})
    assert ("warning", "unknown_key", 2) in problems_in(draft)
    assert read(draft)[1].extra == {key: 3}


def test_too_many_runs_are_refused(monkeypatch):
    monkeypatch.setattr("runs_app.domain.archive.checks.RUNS_OF_AN_ARCHIVE", 5)
    assert errors_in(MeterDraft()) == [("too_many_runs", None)]


def test_an_unknown_bundle_is_one_problem_and_not_one_a_line():
    ref = one_agent().full_manifest()["bundle"] | {"version": "9"}
    assert errors_in(one_agent(bundle=ref)) == [("unknown_bundle", None)]


def test_tasks_of_another_edition_are_refused():
    ref = one_agent().full_manifest()["bundle"] | {"tasks_sha256": "0" * 64}
    assert errors_in(one_agent(bundle=ref)) == [("bundle_digest", None)]


@pytest.mark.parametrize("key", ["description", "repeat", "step_count", "seconds"])
def test_a_meter_key_in_an_economic_archive_is_kept_as_any_other(key):
    task = mini_bundle().tasks[0]
    draft = ArchiveDraft([episode(task, **{key: 1})])
    codes = {(p.severity, p.code) for p in findings_in(draft.zip()).problems}
    assert codes == {("warning", "unknown_key"), ("warning", "missing_tasks")}
    assert records_in(draft.zip())[0].extra == {key: 1}


def test_total_tokens_in_an_economic_archive_are_kept_as_any_other_key():
    draft = ArchiveDraft([episode(mini_bundle().tasks[0], usage={"total_tokens": 1})])
    assert records_in(draft.zip())[0].extra == {"usage.total_tokens": 1}


def full_record() -> EpisodeRecord:
    """Every field of a meter episode set."""
    return EpisodeRecord(
        agent=AGENT.name,
        task_id="m00",
        budget_label="",
        attempt=2,
        status=EpisodeStatus.COMPLETED,
        answer="Zürich\n“quoted” \u2028",
        steps=(Step("bash", {"a": [1, None]}, "seen", ("d",), None, NOON, 0.25),),
        workspace=Workspace(3.5, 1, 2),
        usage=Usage(100, 90, 3, 7, 4, 110),
        cost_usd=0.1 + 0.2,
        reward=0.123456789,
        judge_labels=(ReportedLabel("exact", "1", Verdict.UNREADABLE, "Odd."),),
        started_at=NOON,
        finished_at=NOON + timedelta(seconds=2),
        extra={"mood": {"of": ["agent"]}},
        description=SOURCES[1],
        repeat=3,
        seconds=1.75,
    )


def packed(*records: EpisodeRecord, repeats: int = 3) -> bytes:
    about = ArchiveOf("A run", (AGENT,), meter_bundle().spec, repeats=repeats)
    return b"".join(write_archive(about, iter(records)))


def test_every_field_survives_the_way_out_and_in():
    records = [full_record(), replace(full_record(), attempt=3, steps=(), step_count=12)]
    assert records_in(packed(*records), find_meter_bundle) == records


def test_a_written_archive_says_how_many_repeats_it_may_hold():
    findings = findings_in(packed(full_record(), repeats=2), LIMITS, find_meter_bundle)
    assert [p.code for p in findings.problems if p.severity == "error"] == ["repeat_beyond"]


def nested(inner):
    return st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    nested,
    max_leaves=5,
)
KEYS = sorted({"budget_label", "description", "repeat", "step_count", "seconds", "reward", "usage",
               "cost_usd", "attempt", "status", "steps", "task_id", "agent"})  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=4))
def test_whatever_a_line_holds_it_is_an_episode_or_named_problems(changes):
    text = json.dumps(line("m00") | changes).encode()
    findings = findings_in(one_agent([text]).zip(), LIMITS, find_meter_bundle)
    if not findings.errors:
        (record,) = read(one_agent([text]))
        assert record.reward is None or 0 <= record.reward <= 1


def test_reference_lines_are_those_of_six_agents():
    assert len({each["agent"] for each in reference_lines()}) == 6
