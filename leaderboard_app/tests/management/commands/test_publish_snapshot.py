from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leaderboard_app import queries
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("arguments", [[], ["mini"], ["mini@1"]])
def test_it_publishes_and_prints_the_digest(arguments):
    run = executed_run("LexicalFrugal")
    output = StringIO()
    call_command("publish_snapshot", *arguments, stdout=output)

    assert output.getvalue() == f"mini@1: {queries.latest_snapshot(run.bundle_id).digest}\n"


def test_an_unknown_bundle_is_refused_by_name():
    with pytest.raises(CommandError, match="no bundle other@2"):
        call_command("publish_snapshot", "other@2")


def test_a_bundle_without_runs_has_nothing_to_publish():
    import_mini_bundle()

    with pytest.raises(CommandError, match="nothing to publish"):
        call_command("publish_snapshot")
