"""Pages of descriptions: who reads what, and that nothing tells what the evaluation says."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from runs_app.models import Candidate, FrozenDescription
from runs_app.tests.candidates import (
    BAD,
    BETTER,
    GOOD,
    HARMLESS,
    LEAK,
    SOURCE,
    TASK,
    candidate,
    tried,
)
from runs_app.tests.html import main_of
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db
REF = "meter@1"
LIST = f"/descriptions/{REF}/"
HOSTILE = "<script>alert('candidate')</script>"


@pytest.fixture
def bundle_id():
    return import_meter_bundle()


@pytest.fixture
def sam():
    return person("sam", is_submitter=True)


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


def page_of(stored):
    return reverse("candidate", args=[stored.pk])


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_six_queries_however_many_rows(
    client, bundle_id, mia, rows, django_assert_num_queries
):
    for number in range(rows):
        candidate(bundle_id, mia, f"{GOOD} {number}")
    client.force_login(mia)
    client.get(LIST)  # the bundle's tasks are read once a process
    with django_assert_num_queries(6):  # bundle, session, user, page, sources, frozen
        response = client.get(LIST)
    assert len(response.context["page"].rows) == rows


def test_a_candidate_is_shown_beside_the_original_with_marks_findings_and_anchors(
    client, bundle_id, sam
):
    stored = candidate(bundle_id, sam, BAD)
    client.force_login(sam)
    html = client.get(page_of(stored)).content.decode()
    assert "<del>m20.txt</del>" in html
    assert "<ins>result.txt</ins>" in html
    assert "The output m20.txt is required; it is gone." in html
    assert "Public anchors" in html
    assert stored.name in html


def test_only_its_author_and_maintainers_read_a_candidate_until_it_is_frozen(
    client, bundle_id, sam, mia
):
    stored = candidate(bundle_id, sam)
    other = person("otto", is_submitter=True)
    for user, status in ((None, 404), (other, 404), (sam, 200), (mia, 200)):
        client.logout() if user is None else client.force_login(user)
        assert client.get(page_of(stored)).status_code == status
        assert (str(stored.pk) in client.get(LIST).content.decode()) == (status == 200)
    FrozenDescription.objects.create(
        bundle_id=bundle_id, task_id=TASK, source=SOURCE, text=GOOD, candidate=stored,
        reason="Because.", evidence={},
    )  # fmt: skip
    client.logout()
    assert client.get(page_of(stored)).status_code == 200
    assert "frozen" in client.get(LIST).content.decode()


def told(client, stored):
    """Everything a person is told of a candidate, its id, name and times left out."""
    pages = (page_of(stored), LIST, f"{LIST}?state=passes", f"{LIST}?state=refused")
    html = "".join(main_of(client.get(address)) for address in pages)
    answers = [client.get(f"/api/v1/candidates/{stored.pk}/").json()]
    return html, answers


def test_a_submitter_cannot_tell_a_leak_from_any_other_candidate(client, bundle_id, sam):
    """What is told of a text that leaks is what is told where the evaluation says nothing."""
    leak = candidate(bundle_id, sam, LEAK)
    client.force_login(sam)
    html, answers = told(client, leak)
    for word in ("hidden_evaluation", "hidden evaluation", "leaks"):
        assert word not in html
        assert word not in str(answers)
    harmless = candidate(bundle_id, sam, HARMLESS)
    assert (leak.accepted, harmless.accepted) == (False, True)
    _, (other,) = told(client, harmless)
    for key in ("state", "findings", "gate_version", "label", "origin"):
        assert answers[0][key] == other[key]


def test_a_submitter_may_not_filter_by_what_only_the_evaluator_knows(client, bundle_id, sam):
    candidate(bundle_id, sam, LEAK)
    client.force_login(sam)
    for query in ("state=leaks", "state=accepted", "finding=hidden_evaluation"):
        response = client.get(f"{LIST}?{query}")
        assert len(response.context["page"].rows) == 1  # ignored, and said so
        assert "is not one of" in response.content.decode()


def test_maintainers_are_told_where_a_leak_is_and_not_what_it_is(client, bundle_id, sam, mia):
    stored = candidate(bundle_id, sam, LEAK)
    client.force_login(mia)
    html = client.get(page_of(stored)).content.decode()
    table = html[html.index('id="findings"') : html.index('id="anchors"')]
    assert "hidden evaluation" in table
    row = table[table.index("hidden evaluation") :].partition("</tr>")[0]
    assert HIDDEN not in row
    assert len(client.get(f"{LIST}?finding=hidden_evaluation").context["page"].rows) == 1


def test_texts_are_escaped(client, bundle_id, sam):
    stored = candidate(bundle_id, sam, f"{GOOD} {HOSTILE}")
    client.force_login(sam)
    html = client.get(page_of(stored)).content.decode()
    assert "<script>alert" not in html
    assert "&lt;" in html


def test_one_candidate_is_added_by_a_form(client, bundle_id, sam):
    client.force_login(sam)
    form = {"task_id": TASK, "source": SOURCE, "text": GOOD}
    response = client.post(f"{LIST}add/", form, follow=True)
    said = "Candidates added: 1; passing the public checks: 1; there already: 0."
    assert said in response.content.decode()
    assert Candidate.objects.get().created_by == sam
    assert client.post(f"{LIST}add/", {**form, "task_id": "nothing"}).status_code == 422
    assert client.post(f"{LIST}add/", {**form, "text": ""}).status_code == 400


def test_a_file_of_candidates_is_added_or_refused_as_a_whole(client, bundle_id, sam):
    client.force_login(sam)
    good = f'task_id,source,text\n{TASK},{SOURCE},"{GOOD}"\n{TASK},{SOURCE},"{BETTER}"\n'
    bad = SimpleUploadedFile("c.csv", f"{good}m99,{SOURCE},x\n".encode())
    response = client.post(f"{LIST}add/", {"file": bad, "many": "1"})
    assert response.status_code == 422
    assert "Line 4: The bundle has no task m99." in response.content.decode()
    assert not Candidate.objects.exists()
    client.post(f"{LIST}add/", {"file": SimpleUploadedFile("c.csv", good.encode()), "many": "1"})
    assert Candidate.objects.count() == 2


@pytest.mark.parametrize("page", ["add/", "generate/", "freeze/"])
def test_what_a_reader_may_not_do_is_refused(client, bundle_id, page):
    assert client.post(f"{LIST}{page}").headers["Location"].startswith(reverse("login"))
    client.force_login(person("rita", is_reviewer=True))
    assert client.post(f"{LIST}{page}").status_code == 403


def test_maintainers_generate_and_freeze_by_forms(client, bundle_id, sam, mia):
    first = candidate(bundle_id, sam)
    tried(sam, "original", reward=0.5)
    tried(sam, first.name, reward=0.9)
    client.force_login(mia)
    html = client.post(f"{LIST}generate/", {"source": SOURCE}, follow=True).content.decode()
    assert "0 new candidates" in html
    html = client.post(f"{LIST}freeze/", {"source": SOURCE}, follow=True).content.decode()
    assert "1 descriptions are frozen." in html
    assert "reward rises from 0.5 to 0.9" in html
    html = main_of(client.get(f"{LIST}tasks/{TASK}/"))
    assert "<ins>Write" in html
    assert "What model-a x cli-x did" in html
    assert f">{first.name}<" in html
    html = client.post(f"{LIST}freeze/", {"source": "nothing"}, follow=True).content.decode()
    assert "Choose a source" in html


def test_a_tasks_page_shows_its_anchors_and_every_wording_in_use(client, bundle_id):
    html = client.get(f"{LIST}tasks/m00/").content.decode()
    assert html.count('class="wording-of"') == 3  # generic and two sources
    assert "m00.txt" in html
    assert HIDDEN not in html
    assert client.get(f"{LIST}tasks/nothing/").status_code == 404


def test_economic_bundles_have_no_descriptions(client):
    import_mini_bundle()
    assert client.get("/descriptions/mini@1/").status_code == 404
    assert client.get("/descriptions/nothing@1/").status_code == 404
