"""A realism review: the bundle's tasks under their own rubric, with coverage."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from audit_app import actions, queries
from audit_app.actions.realism import NO_ANSWER
from audit_app.domain.design import AuditDesign, AuditKind
from audit_app.domain.export_check import check
from audit_app.models import Audit, Provenance
from audit_app.tests.audits import label_next, reviewer
from runs_app.tests.people import person
from tasks_app.domain.errors import Refused
from tasks_app.queries import task_specs
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db


def review(**changes):
    values = {
        "title": "Is this real?",
        "bundle_id": import_mini_bundle(),
        "run_ids": (),
        "judge": "",
        "size": 5,
        "seed": "s1",
        "rubric": "Realistic is what a person might ask.",
        "rubric_version": "realism/1",
        "kind": AuditKind.REALISM,
    }
    return AuditDesign(**values | changes)


def opened(**changes):
    return actions.open_audit(review(**changes), person("mia", is_maintainer=True))


def test_the_draw_is_even_over_families_and_of_tasks():
    audit = opened()

    assert (audit.kind, audit.size, audit.frame_size) == ("realism", 5, 12)
    assert [cell["drawn"] for cell in audit.cells] == [1] * 5
    assert {cell["verdict"] for cell in audit.cells} == {None}
    tasks = Provenance.objects.filter(item__audit=audit).values_list("task_id", flat=True)
    assert len(set(tasks)) == 5


def test_an_item_shows_the_question_and_nothing_of_the_oracle():
    audit = opened(size=12)
    specs = task_specs(audit.bundle_id)

    for item in audit.items.select_related("provenance"):
        task = specs[item.provenance.task_id]
        assert item.question == task.question
        assert item.answer == NO_ANSWER
        assert {part["text"] for part in item.evidence} <= {d.text for d in task.documents}


def test_the_report_tells_coverage_and_share(client):
    audit, rita = opened(), reviewer()
    for decision in ("correct", "correct", "correct", "incorrect"):
        label_next(audit, rita, decision)
    actions.close_audit(audit.pk, person("max", is_maintainer=True))
    found = queries.report(audit.pk).realism

    assert (found.coverage.numerator, found.coverage.denominator) == (4, 12)
    assert (found.realistic.numerator, found.realistic.denominator) == (3, 4)
    client.force_login(rita)
    page = client.get(reverse("audit-report", args=[audit.pk])).content.decode()
    assert "Realistic in the bundle" in page


def test_its_export_checks_out(tmp_path):
    audit, rita = opened(), reviewer()
    label_next(audit, rita)
    actions.close_audit(audit.pk, person("max", is_maintainer=True))
    queries.write_export(audit.pk, tmp_path / "review.zip")

    assert check(tmp_path / "review.zip")[0] == []


def test_the_command_opens_one():
    bundle = import_mini_bundle()
    person("mia", is_maintainer=True)
    out = StringIO()
    options = {"title": "Is this real?", "rubric_version": "realism/1", "size": 5, "seed": "s"}

    call_command(
        "open_audit", realism="mini@1", rubric=Path(__file__), user="mia", stdout=out, **options
    )

    assert "5 items" in out.getvalue()
    assert Audit.objects.get().bundle_id == bundle


def test_the_command_refuses_an_unknown_bundle():
    person("mia", is_maintainer=True)

    with pytest.raises(CommandError, match="a known bundle and no runs"):
        call_command(
            *("open_audit", "--realism", "none@1", "--title", "t", "--rubric", __file__),
            *("--rubric-version", "1", "--size", "3", "--seed", "s", "--user", "mia"),
        )


def test_families_without_a_task_are_refused():
    with pytest.raises(Refused, match="no task of these families"):
        opened(families=("none_such",))
