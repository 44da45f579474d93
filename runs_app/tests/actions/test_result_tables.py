"""Tables of results on their way in, and real ones from end to end."""

import json
import os
from itertools import islice
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile

from runs_app.actions import archives, result_tables
from runs_app.actions.result_tables import KEPT_TABLES, Taking
from runs_app.domain.result_tables.conversion import Conversion
from runs_app.domain.result_tables.fields import ResultField as Field
from runs_app.domain.result_tables.guessing import guessed_mapping
from runs_app.domain.result_tables.result_mapping import ResultMapping
from runs_app.models import Archive, Episode, ResultTable, Run, TableMapping
from runs_app.queries.result_tables import fitting_mapping, meter_facts
from runs_app.tests.result_tables import conversion, csv
from tasks_app import actions
from tasks_app.domain.canonical import sha256_hex
from tasks_app.domain.errors import NotAllowed, Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.foreign_tables.limits import TableLimits
from tasks_app.domain.meter_table import TableBundle, meter_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return get_user_model().objects.create_user("owner", is_submitter=True)


def taken(data: bytes, owner, ref: str, name: str, **constants: str) -> Archive:
    """A table taken in under its guess, and stored."""
    table = open_table(data)
    mapping = guessed_mapping(table.columns, islice(table.rows(), 1000)).changed({}, constants)
    found = Conversion(table, mapping, meter_facts(ref))
    taking = Taking(owner, name, sha256_hex(data))
    archive = result_tables.take_table(found, found.checked(), taking)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive


def test_a_table_becomes_scored_runs_by_the_road_of_every_upload(owner):
    import_meter_bundle()
    archive = taken(csv(), owner, "meter@1", "mine.csv")
    assert (archive.status, archive.file_name) == ("scored", "mine.zip")
    assert set(Run.objects.values_list("agent__name", "status", "episodes_done")) == {
        ("model-a x cli-x", "scored", 2),
        ("model-b x cli-x", "scored", 1),
    }
    episode = Episode.objects.get(run__agent__model="model-b")
    assert (episode.reward, episode.cost_usd, episode.step_count) == (0.5, None, None)


def test_where_an_archive_comes_from_and_what_is_unknown_stays_with_it(owner):
    import_meter_bundle()
    told = taken(csv(), owner, "meter@1", "mine.csv").counts["description"]
    assert told.startswith("Made of the table mine.csv (SHA-256 ")
    assert 'reward from "reward"' in told
    assert "Cost unknown: 1 of 3 episodes." in told


def test_hostile_names_of_columns_and_files_do_no_harm(owner):
    import_meter_bundle()
    row = {"task\u0001\u202e": "m00", "passed": True, "\n": 1}
    table = open_table(json.dumps([row]).encode())
    mapping = ResultMapping(
        {Field.TASK: "task\u0001\u202e", Field.PASSED: "passed"}, {Field.MODEL: "m", Field.CLI: "c"}
    )
    found = Conversion(table, mapping, meter_facts("meter@1"))
    taking = Taking(owner, "a\u202eb\n.json", "0" * 64)
    archive = result_tables.take_table(found, found.checked(), taking)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    assert archive.status == "scored", archive.problems


def test_of_a_table_with_a_problem_nothing_is_stored(owner):
    import_meter_bundle()
    with pytest.raises(Refused) as refused:
        taken(csv("m00,m,c,1,,,", "m99,m,c,1,,,"), owner, "meter@1", "mine.csv")
    [problem] = refused.value.problems
    assert problem.message == 'Line 3, column "task_id": meter@1 has no task "m99".'
    assert not Archive.objects.exists()


def test_only_the_newest_tables_of_a_person_wait(owner, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for number in range(KEPT_TABLES + 2):
            result_tables.keep_table(ContentFile(csv(), f"{number}.csv"), owner)
    names = list(ResultTable.objects.values_list("file_name", flat=True))
    assert names == [f"{number}.csv" for number in range(KEPT_TABLES + 1, 1, -1)]
    assert len(list(Path(owner_folder(owner)).iterdir())) == KEPT_TABLES


def owner_folder(owner) -> Path:
    return Path(ResultTable.objects.filter(owner=owner)[0].file.path).parent


def test_what_is_no_table_or_too_large_is_not_kept(owner):
    for data, limits in ((b"PK\x03\x04", {}), (csv(), {"bytes": 10})):
        with pytest.raises(Refused):
            result_tables.keep_table(ContentFile(data, "x"), owner, TableLimits(**limits))
    owner.is_submitter = False
    with pytest.raises(NotAllowed):
        result_tables.keep_table(ContentFile(csv(), "x"), owner)
    assert not ResultTable.objects.exists()


def test_a_kept_mapping_is_found_again_for_a_table_with_its_columns(owner):
    import_meter_bundle()
    mapping = conversion(csv()).mapping
    result_tables.keep_mapping(owner, "mine", mapping, "meter@1")
    result_tables.keep_mapping(owner, "mine", mapping.changed({Field.STEPS: ""}, {}), "meter@1")
    [kept] = TableMapping.objects.all()
    assert "steps" not in kept.mapping["columns"]
    assert fitting_mapping(owner, open_table(csv()).columns) == kept
    assert fitting_mapping(owner, ["task_id"]) is None


@pytest.fixture
def real_data() -> Path:
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: the real results were NOT read")
    return Path(folder)


CONFIGURATIONS = (
    ("alternative_agents/acp-claude/claude-opus-4-7", "claude-opus-4-7", "Claude Code"),
    ("results/DeepSeek-V4-Pro", "DeepSeek-V4-Pro", "OpenHands"),
    ("results/Kimi-K2.5", "Kimi-K2.5", "OpenHands"),
)


def import_bundle_of(data: bytes, name: str) -> None:
    about = TableBundle(name, "1", name)
    actions.import_bundle(meter_bundle(open_table(data), about, "0" * 64))


@pytest.mark.real_data
def test_the_published_counts_of_three_configurations_come_out(owner, real_data):
    index = real_data / "leaderboards/openhands_index"
    told = {}
    for folder, model, cli in CONFIGURATIONS:
        data = (index / folder / "instance_results/swe-bench.json").read_bytes()
        import_bundle_of(data, "swe-bench")
        constants = {Field.MODEL: model, Field.CLI: cli}
        archive = taken(data, owner, "swe-bench@1", "swe-bench.json", **constants)
        told[model] = archive.counts["description"]
    counted = {
        run.agent.model: (
            run.status,
            run.episodes.count(),
            run.episodes.filter(reward=1).count(),
            run.episodes.filter(reward=None).count(),
            run.episodes.filter(cost_usd=None).count(),
        )
        for run in Run.objects.select_related("agent")
    }
    assert counted == {
        "claude-opus-4-7": ("scored", 500, 379, 0, 1),
        "DeepSeek-V4-Pro": ("scored", 500, 366, 0, 0),
        "Kimi-K2.5": ("scored", 500, 344, 1, 0),
    }
    assert "Cost of 0 beside work, taken as unknown: 1 of 500 episodes" in told["claude-opus-4-7"]
    assert "Verdict unknown: 1 of 500 episodes" in told["Kimi-K2.5"]
    assert all("Tokens unknown: 500 of 500 episodes." in text for text in told.values())


@pytest.mark.real_data
def test_four_trials_of_fifty_tasks_without_a_cost_come_in(owner, real_data):
    data = (real_data / "agent_logs/tau_bench/gpt-4o-airline.json").read_bytes()
    import_bundle_of(data, "tau-airline")
    constants = {Field.MODEL: "gpt-4o", Field.CLI: "tau-bench"}
    told = taken(data, owner, "tau-airline@1", "gpt-4o-airline.json", **constants)
    assert (told.status, told.counts["episodes"]) == ("scored", 200)
    assert list(Run.objects.order_by("repeat").values_list("repeat", "episodes_done")) == [
        (1, 50),
        (2, 50),
        (3, 50),
        (4, 50),
    ]
    assert Episode.objects.filter(reward=1).count() == 84
    assert not Episode.objects.exclude(cost_usd=None).exists()
    assert "Cost unknown: 200 of 200 episodes." in told.counts["description"]
