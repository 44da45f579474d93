"""The gate in a terminal."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from runs_app.models import Candidate
from runs_app.tests.candidates import BAD, GOOD, LEAK, SOURCE, TASK
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db


def written(path, *texts):
    lines = [json.dumps({"task_id": TASK, "source": SOURCE, "text": text}) for text in texts]
    path.write_text("\n".join(lines))
    return str(path)


def test_it_ends_well_where_all_are_accepted(tmp_path):
    import_meter_bundle()
    out = StringIO()
    file = written(tmp_path / "c.jsonl", GOOD)
    call_command("gate_descriptions", file, bundle="meter@1", stdout=out)
    assert f"accepted: {TASK}, {SOURCE}" in out.getvalue()
    assert not Candidate.objects.exists()


def test_it_names_every_finding_without_quoting_the_evaluation(tmp_path):
    import_meter_bundle()
    out = StringIO()
    file = written(tmp_path / "c.jsonl", GOOD, BAD, LEAK)
    with pytest.raises(CommandError, match="2 candidates are refused"):
        call_command("gate_descriptions", file, bundle="meter@1", stdout=out)
    assert "missing_output (original 54-61)" in out.getvalue()
    assert "hidden_evaluation (candidate" in out.getvalue()
    assert HIDDEN not in out.getvalue()


def test_what_is_no_file_of_candidates_is_named(tmp_path):
    import_meter_bundle()
    file = tmp_path / "c.csv"
    file.write_text("task_id,text\nm20,x\n")
    with pytest.raises(CommandError, match="missing_column"):
        call_command("gate_descriptions", str(file), bundle="meter@1")
    with pytest.raises(CommandError, match="no meter bundle"):
        call_command("gate_descriptions", str(file), bundle="nothing@1")
    with pytest.raises(CommandError):
        call_command("gate_descriptions", str(tmp_path / "none"), bundle="meter@1")
