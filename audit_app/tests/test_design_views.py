"""Opening an audit by its form, through the whole stack."""

import pytest
from django.urls import reverse

from audit_app.models import Audit
from audit_app.tests.audits import reviewer
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

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
        "runs": [str(run.pk)],
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


def test_without_a_run_the_page_says_what_is_missing(client, mia):
    assert "There is no bundle yet." in client.get(NEW).content.decode()
    executed_run("CheapFirst")
    assert "oracle controls answer by a constant" in client.get(NEW).content.decode()


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
    ],
)
def test_a_design_that_makes_no_sense_opens_nothing_and_says_so(client, run, changes, problem):
    response = client.post(NEW, sent(run, open="yes", **changes))
    assert response.status_code == 400
    assert problem in response.content.decode()
    assert not Audit.objects.exists()


def test_what_is_wrong_with_the_choices_is_said_in_place_of_the_cells(client, run):
    assert "Choose at least one run." in client.post(CELLS, {"bundle": "mini@1"}).content.decode()
