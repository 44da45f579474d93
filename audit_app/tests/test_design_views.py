"""Opening an audit by its form, through the whole stack."""

import pytest
from django.urls import reverse

from audit_app.models import Audit, Provenance
from audit_app.tests.audits import reviewer
from runs_app.domain.judging import EXACT
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db
NEW, CELLS = "/audits/new/", "/audits/new/cells/"


@pytest.fixture
def mia(client):
    user = person("mia", is_maintainer=True)
    client.force_login(user)
    return user


@pytest.fixture
def run(mia):
    return executed_run("LexicalEager")


def sent(run, **changes):
    values = {
        "bundle": "mini@1",
        "runs": [str(run.pk)] if run else [],
        "judge": "exact",
        "size": "4",
        "title": "First look",
        "seed": "s1",
        "overlap": "25",
        "rubric": "Correct is what the evidence says.",
        "rubric_version": "1",
    }
    return {**values, **changes}


def test_only_maintainers_open_audits(client):
    client.force_login(reviewer())
    assert client.get(NEW).status_code == 403
    assert client.post(CELLS).status_code == 403


def test_without_a_run_the_page_says_what_is_missing_and_offers_a_review_of_tasks(client, mia):
    assert "There is no bundle yet." in client.get(NEW).content.decode()
    executed_run("CheapFirst")
    html = client.get(NEW).content.decode()
    assert "oracle controls answer by a constant" in html
    assert 'value="realism" id="id_kind_1" checked' in html


def test_runs_that_can_be_judged_are_offered(client, run):
    executed_run("CheapFirst")
    html = client.get(NEW).content.decode()
    assert f'value="{run.pk}"' in html
    assert "CheapFirst" not in html


def test_the_cells_are_those_that_are_drawn_from(client, run):
    html = client.post(CELLS, sent(run)).content.decode()
    preview = client.post(NEW, sent(run)).content.decode()
    assert "Cells: family by verdict of the judge" in html
    assert "Agreement in the sample" in html
    assert "First look" in preview
    assert "Cells: family by verdict of the judge" in preview
    assert "This field is required" not in preview
    assert not Audit.objects.exists()
    client.post(NEW, sent(run, open="yes"))
    audit = Audit.objects.get()
    for cell in audit.cells:
        assert f">{cell['population']}</td>" in html
    assert sum(cell["drawn"] for cell in audit.cells) == audit.size


def test_the_design_is_stored_as_it_was_sent(client, run):
    response = client.post(NEW, sent(run, open="yes", reveal_allowed="on"))
    audit = Audit.objects.get()
    assert response.url == reverse("audit", args=[audit.pk])
    assert (audit.title, audit.seed, audit.overlap) == ("First look", "s1", 0.25)
    assert (audit.rubric_version, audit.reveal_allowed) == ("1", True)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"runs": []}, "Choose at least one run."),
        ({"size": "0"}, "greater than or equal to 1"),
        ({"overlap": "101"}, "less than or equal to 100"),
        ({"rubric": ""}, "This field is required."),
        ({"judge": "nobody"}, "nobody is not one of the available choices"),
        ({"judge": ""}, "Choose a judge."),
        ({"kind": "imported"}, "imported is not one of the available choices"),
        ({"kind": "realism", "size": ""}, "This field is required."),
        ({"controls": "nonsense"}, "Line 1: name an episode by its id or address"),
    ],
)
def test_a_design_that_makes_no_sense_opens_nothing_and_says_so(client, run, changes, problem):
    response = client.post(NEW, sent(run, open="yes", **changes))
    assert response.status_code == 400
    assert problem in response.content.decode()
    assert not Audit.objects.exists()


def test_what_is_wrong_with_the_choices_is_said_in_place_of_the_cells(client, run):
    assert "Choose at least one run." in client.post(CELLS, {"bundle": "mini@1"}).content.decode()


def realism(**changes):
    values = sent(None, kind="realism", size="5", title="Is it real?", **changes)
    return {name: value for name, value in values.items() if name not in ("runs", "judge")}


def test_a_realism_review_is_opened_by_the_same_form_with_its_coverage_shown_beforehand(
    client, mia
):
    import_mini_bundle()
    html = client.post(CELLS, realism()).content.decode().replace("\xa0", " ")
    assert "Tasks by family" in html
    assert "5 of 12 tasks" in html
    assert "= 41.7 %" in html
    response = client.post(NEW, realism(open="yes"), follow=True)
    audit = Audit.objects.get()
    assert (audit.kind, audit.size, audit.judge, audit.run_ids) == ("realism", 5, "", [])
    page = response.content.decode().replace("\xa0", " ")
    assert "5 of 12 tasks" in page
    assert "= 41.7 %" in page


def test_what_was_chosen_for_answers_before_means_nothing_to_a_review_of_tasks(client, run):
    chosen = sent(run, kind="realism", controls=f"{run.episodes.first().pk} correct")
    client.post(NEW, {**chosen, "open": "yes", "reveal_allowed": "on"})
    audit = Audit.objects.get()
    assert (audit.kind, audit.run_ids, audit.reveal_allowed) == ("realism", [], False)
    assert not Provenance.objects.exclude(known="").exists()


def test_control_items_are_pasted_and_stand_among_the_others(client, run):
    judged = run.episodes.filter(judge_labels__isnull=False).order_by("pk")
    first, second = judged[:2]
    pasted = f"http://testserver/episodes/{first.pk}/ incorrect\n{second.pk} correct"
    page = client.post(NEW, sent(run, size="1", controls=pasted, open="yes"), follow=True)
    known = Provenance.objects.exclude(known="").values_list("episode_id", "known")
    drawn = Provenance.objects.get(known="").episode_id
    expected = {(first.pk, "incorrect"), (second.pk, "correct")}
    assert set(known) == {pair for pair in expected if pair[0] != drawn}
    assert f"<dt>Control items</dt><dd>{len(known)}</dd>" in page.content.decode()


def test_a_control_item_that_people_cannot_judge_is_named(client, run):
    control = executed_run("CheapFirst").episodes.first().pk
    response = client.post(NEW, sent(run, controls=f"{control} correct", open="yes"))
    assert response.status_code == 422
    assert f"Episode {control} is of no scored run" in response.content.decode()
    assert not Audit.objects.exists()


def test_answers_judged_under_several_rubrics_show_no_cells_but_why(client, run, monkeypatch):
    monkeypatch.setattr(type(EXACT), "rubric", "exact/2")
    newer = executed_run("LexicalFrugal")
    html = client.post(CELLS, sent(run, runs=[str(run.pk), str(newer.pk)])).content.decode()
    assert "judged under several rubrics: exact/1, exact/2" in html
