"""``manage.py ingest_table``: a table of results from a terminal."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from runs_app.models import Archive, Run, TableMapping
from runs_app.tests.result_tables import csv
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db

ONE_CLI = csv("m00,true,0", "m01,false,0.5", header="task,passed,cost")


@pytest.fixture
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    import_meter_bundle()
    get_user_model().objects.create_user("ada", is_submitter=True)
    return tmp_path


def call(folder, data: bytes, *options: str) -> tuple[list[str], list[str]]:
    (folder / "mine.csv").write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    call_command(
        *("ingest_table", str(folder / "mine.csv"), "--bundle", "meter@1", "--owner", "ada"),
        *options,
        stdout=out,
        stderr=err,
    )
    return out.getvalue().splitlines(), err.getvalue().splitlines()


def test_a_table_is_read_as_guessed_and_its_runs_are_printed(folder):
    printed, _ = call(folder, ONE_CLI, "--constant", "model=m", "--constant", "cli=c")
    run = Run.objects.get()
    assert printed == [
        'Read as: task from "task"; model is "m"; cli is "c"; passed from "passed"; '
        'cost_usd from "cost".',
        "m x c: 1 of 2 passed.",
        "Cost of 0 beside work, taken as unknown: 1 of 2 episodes.",
        "Tokens unknown: 2 of 2 episodes.",
        "Steps unknown: 2 of 2 episodes.",
        "Stored and scored: 2 episodes in 1 run.",
        f"run {run.pk}: m x c, original, scored",
    ]
    assert run.episodes.filter(cost_usd=None).count() == 1


def test_a_kept_mapping_is_used_for_another_configuration(folder):
    call(folder, ONE_CLI, "--constant", "model=m", "--constant", "cli=c", "--keep-as", "mine")
    call(folder, ONE_CLI, "--mapping", "mine", "--constant", "cli=d", "--zero-cost-is-zero")
    assert set(Run.objects.values_list("agent__name", flat=True)) == {"m x c", "m x d"}
    zero = Run.objects.get(agent__name="m x d").episodes.get(task_id="m00")
    assert zero.cost_usd == 0
    assert TableMapping.objects.get().mapping["constants"] == {"model": "m", "cli": "c"}


def test_checking_reports_and_takes_nothing(folder):
    printed, _ = call(folder, csv(), "--check", "--column", "steps=", "--private")
    assert "model-a x cli-x: 1 of 2 passed." in printed
    assert not Archive.objects.exists()


def test_a_table_with_problems_names_them_all_and_takes_nothing(folder):
    err = io.StringIO()
    (folder / "mine.csv").write_bytes(csv("m99,m,c,1,,,", "m00,m,c,1,x,,"))
    with pytest.raises(CommandError, match=r"Nothing is taken: 2 problem\(s\)"):
        call_command(
            *("ingest_table", str(folder / "mine.csv"), "--bundle", "meter@1", "--owner", "ada"),
            stdout=io.StringIO(),
            stderr=err,
        )
    assert 'Line 2, column "task_id": meter@1 has no task "m99".' in err.getvalue()
    assert 'Line 3, column "cost_usd": "x" is no number.' in err.getvalue()
    assert not Archive.objects.exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--owner", "nobody"), "There is no user nobody"),
        (("--bundle", "none@1"), "There is no meter bundle none@1"),
        (("--mapping", "none"), "ada has kept no mapping none"),
        (("--column", "colour=x"), "colour=x: FIELD=NAME"),
        (("--column", "cost_usd=none"), 'There is no column "none" for the cost'),
    ],
)
def test_what_there_is_not_is_said(folder, options, reason):
    with pytest.raises(CommandError, match=reason):
        call(folder, csv(), *options)


def test_one_who_may_not_submit_may_not_bring_a_table(folder):
    get_user_model().objects.create_user("reader")
    with pytest.raises(CommandError, match="submitter role"):
        call(folder, csv(), "--owner", "reader")
