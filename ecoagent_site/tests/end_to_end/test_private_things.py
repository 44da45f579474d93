"""What somebody uploaded privately is there for its owner and the maintainers, and for nobody
else: not as a page, a file, a form, a list or a number."""

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from ecoagent_site.tests.end_to_end.crawler import Crawler
from ecoagent_site.tests.end_to_end.routes import routes_with
from leaderboard_app.actions import publish_snapshot
from runs_app.actions import archives
from runs_app.models import Run
from runs_app.tests.archives import AGENT, ArchiveDraft, episode
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import mini_bundle

pytestmark = pytest.mark.django_db

SECRET_NAME = "Nobody-may-know"
ID_ROUTES = routes_with("run_id", "archive_id", "episode_id")
FORMS = {"run-cancel", "run-withdraw", "archive-retry"}
STRANGERS = {
    "anonymous": None,
    "submitter": {"is_submitter": True},
    "reviewer": {"is_reviewer": True, "is_staff": True},
}


@pytest.fixture(scope="module")
def private(stored_once):
    return stored_once(private_run)


def private_run():
    """The run of a private upload, beside a public board."""
    executed_run("LexicalEager")
    named = [episode(task, agent=SECRET_NAME) for task in mini_bundle().tasks]
    draft = ArchiveDraft(named, {"agents": [AGENT | {"name": SECRET_NAME}]})
    sam = person("sam", is_submitter=True)
    archive = archives.receive_archive(
        ContentFile(draft.zip(), f"{SECRET_NAME}.zip"), sam, visibility="private"
    )
    archives.ingest_archive(archive.pk)
    run = Run.objects.get(archive=archive)
    publish_snapshot(run.bundle_id)
    return run


@pytest.fixture(params=STRANGERS)
def stranger(request, client, private):
    """A client of somebody to whom the upload does not belong."""
    roles = STRANGERS[request.param]
    if roles is not None:
        client.force_login(person("otto", **roles))
    return client


def address(route, run) -> str:
    ids = {"run_id": run.pk, "archive_id": run.archive_id, "episode_id": run.episodes.first().pk}
    return reverse(route, args=[ids[ID_ROUTES[route]]])


def test_there_are_pages_of_all_three_kinds():
    assert set(ID_ROUTES.values()) == {"run_id", "archive_id", "episode_id"}
    assert set(ID_ROUTES) >= FORMS | {"run-detail", "run-download", "episode-detail", "archive"}


def test_every_address_of_it_is_answered_as_if_it_did_not_exist(stranger, private):
    for route in ID_ROUTES.keys() - FORMS:
        response = stranger.get(address(route, private))
        assert response.status_code == 404, route
        assert SECRET_NAME not in response.content.decode(), route


def test_no_form_touches_it(stranger, private):
    for route in FORMS:
        response = stranger.post(address(route, private))
        assert response.status_code in {302, 404}, route
        assert response.status_code == 404 or response.url.startswith(reverse("login")), route
    private.refresh_from_db()
    assert private.status == "scored"


def test_no_link_of_any_page_and_no_board_leads_to_it(stranger, private):
    evidence = reverse("evidence", args=[private.agent_id])
    answers = Crawler(stranger).crawl("/", evidence, f"{evidence}?budget=main")
    assert answers[evidence].status == 404
    secrets = (SECRET_NAME, str(private.pk), str(private.archive_id))
    assert [a for a, answer in answers.items() if any(s in answer.text for s in secrets)] == []


@pytest.mark.parametrize("who", ["owner", "maintainer"])
def test_its_owner_and_the_maintainers_see_all_of_it(client, private, who):
    client.force_login(private.owner if who == "owner" else person("mia", is_maintainer=True))
    for route in ID_ROUTES.keys() - FORMS:
        assert client.get(address(route, private)).status_code == 200, route
    assert SECRET_NAME in client.get(reverse("run-list")).content.decode()
    assert SECRET_NAME not in client.get(reverse("leaderboard")).content.decode()


def test_a_maintainer_sees_it_in_no_other_persons_list_of_archives(client, private):
    client.force_login(person("mia", is_maintainer=True))
    assert SECRET_NAME not in client.get(reverse("archives")).content.decode()
