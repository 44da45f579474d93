"""A run as an archive, and back."""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from runs_app.domain.archive import writer
from runs_app.domain.archive.writer import ArchiveOf, write_archive
from runs_app.domain.episode import (
    ORACLE_ANSWER,
    AgentSpec,
    CompositeMode,
    EpisodeRecord,
    EpisodeStatus,
    ReportedLabel,
    Step,
    Track,
    Usage,
    Verdict,
)
from runs_app.domain.execution import run_episode
from runs_app.domain.roster import SITE_AGENTS
from runs_app.tests.archives import errors_in, findings_in, records_in
from tasks_app.tests.factories import mini_bundle

BUNDLE = mini_bundle()
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def about(agent: AgentSpec, label: str = "main") -> ArchiveOf:
    return ArchiveOf("A run", (agent,), BUNDLE.spec, (label,))


def packed(records, agent: AgentSpec) -> bytes:
    return b"".join(write_archive(about(agent), iter(records)))


def full_record(agent: AgentSpec) -> EpisodeRecord:
    """Every field of an episode set, with values that a careless writer would lose."""
    task = BUNDLE.tasks[0]
    return EpisodeRecord(
        agent=agent.name,
        task_id=task.task_id,
        budget_label="main",
        attempt=3,
        status=EpisodeStatus.COMPLETED,
        answer="Zürich\n“quoted” \u2028",
        abstained=False,
        steps=(
            Step("search", {"query": "a", "n": {"b": [1, 2.5, None, True]}}, "seen",
                 (task.documents[0].doc_id,), None, NOON, 0.25),
            Step("answer"),
        ),
        reported_units=30,
        usage=Usage(input_tokens=0, output_tokens=7),
        cost_usd=0.1 + 0.2,
        reward=0,
        judge_labels=(ReportedLabel("exact", "1", Verdict.UNREADABLE, "Odd."),),
        started_at=NOON,
        finished_at=NOON + timedelta(microseconds=1),
        extra={"mood": {"of": ["agent"]}},
    )  # fmt: skip


def test_every_field_survives_the_way_out_and_in():
    agent = AgentSpec("Näme", Track.TOOL_API, "m", "s", "p", url="https://example.org/")
    record = full_record(agent)
    assert records_in(packed([record], agent)) == [record]


def test_what_the_sites_own_agents_leave_is_read_without_a_problem():
    for name, agent in SITE_AGENTS.items():
        records = [run_episode(task, BUNDLE.spec, agent, "main") for task in BUNDLE.tasks]
        data = packed(records, agent.spec)
        assert findings_in(data).problems == [], name
        assert [r.answer for r in records_in(data)] == [r.answer for r in records]


def test_an_oracle_controls_answer_leaves_as_the_constant():
    agent = SITE_AGENTS["BudgetAwarePlanner"]
    assert agent.spec.composite_mode is CompositeMode.ORACLE
    records = [run_episode(task, BUNDLE.spec, agent, "main") for task in BUNDLE.tasks]
    answers = {record.answer for record in records_in(packed(records, agent.spec))}
    assert ORACLE_ANSWER in answers
    assert not answers & {task.oracle.answer for task in BUNDLE.tasks if task.oracle.answer}


def test_the_same_run_gives_the_same_bytes():
    agent = AgentSpec("a", Track.TOOL_API)
    record = full_record(agent)
    assert packed([record], agent) == packed([record], agent)
    assert packed([record], agent) != packed([replace(record, attempt=4)], agent)


def test_the_archive_tells_nothing_of_when_or_where_it_was_made():
    data = packed([], AgentSpec("a", Track.TOOL_API))
    infos = zipfile.ZipFile(io.BytesIO(data)).infolist()
    assert {(i.date_time, i.create_system) for i in infos} == {((1980, 1, 1, 0, 0, 0), 3)}


def test_a_run_without_episodes_gives_an_archive_without_files():
    data = packed([], AgentSpec("a", Track.TOOL_API))
    manifest = json.loads(zipfile.ZipFile(io.BytesIO(data)).read("manifest.json"))
    assert manifest["files"] == {}
    assert errors_in(data) == [("no_episodes", "", None)]


def test_much_text_goes_to_several_files(monkeypatch):
    monkeypatch.setattr(writer, "FILE_BYTES", 1)
    agent = AgentSpec("a", Track.TOOL_API)
    records = [replace(full_record(agent), attempt=number) for number in (1, 2, 3)]
    data = packed(records, agent)
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert names == ["episodes.jsonl", "episodes-2.jsonl", "episodes-3.jsonl", "manifest.json"]
    assert records_in(data) == records


def test_pieces_come_while_records_are_still_made():
    agent = AgentSpec("a", Track.TOOL_API)
    made: list[int] = []

    def records() -> Iterator[EpisodeRecord]:
        for number in range(1, 901):
            made.append(number)
            text = "".join(map(str, range(number, number + 2000)))
            yield replace(full_record(agent), attempt=number, answer=text)

    pieces = write_archive(about(agent), records())
    assert sum(len(next(pieces)) for _ in range(3))
    assert len(made) < 900
    assert findings_in(b"".join(pieces)).errors == 1  # the first pieces are gone
