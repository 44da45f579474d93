"""Home, log-in, account and health, through the whole stack."""

import pytest
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from ecoagent_site import health
from ecoagent_site.models import User
from leaderboard_app.actions import publish_snapshot
from leaderboard_app.tests.html_tables import shown_tables
from leaderboard_app.tests.metered import metered
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return User.objects.create_user("olga", password="a long pass phrase", is_submitter=True)


def test_an_empty_site_says_what_to_do_first(client):
    assert "There is no bundle yet." in client.get(reverse("home")).content.decode()


def test_a_bundle_without_runs_leads_to_uploading(client):
    import_mini_bundle()
    html = client.get(reverse("home")).content.decode()
    assert "has no board yet" in html
    assert reverse("upload") in html


def test_a_newer_meter_bundle_does_not_take_the_place_of_the_economic_one(client):
    publish_snapshot(executed_run("LexicalFrugal").bundle_id)
    import_meter_bundle()
    context = client.get(reverse("home")).context
    assert (context["bundle"].ref, context["board"].bundle_ref) == ("mini@1", "mini@1")


def test_a_meter_bundle_shows_its_leaders_and_no_board_is_missed(
    client, settings, tmp_path, django_assert_num_queries
):
    settings.MEDIA_ROOT = tmp_path
    metered()
    with django_assert_num_queries(4):  # meter publication, grid, economic bundle and publication
        html = client.get(reverse("home")).content.decode()
    assert "no board yet" not in html
    assert "There is no bundle yet." not in html
    assert shown_tables(html)["leaders"].column("Leads by")[0] == "AMS"
    assert f'href="{reverse("agentmeter")}?bundle=meter%401"' in html


@pytest.mark.parametrize(("agents", "controls"), [(1, 1), (2, 3)])
def test_the_home_page_takes_four_queries_however_many_rows(
    client, agents, controls, django_assert_num_queries
):
    for name in ("LexicalFrugal", "LexicalEager")[:agents]:
        executed_run(name)
    for name in ("CheapFirst", "CopilotFirst", "RetryLoop")[:controls]:
        executed_run(name)
    publish_snapshot(import_mini_bundle())
    with django_assert_num_queries(4):  # publication, board, meter publication, newest bundle
        response = client.get(reverse("home"))
    assert len(response.context["board"].agents.rows) == agents
    assert len(response.context["board"].controls.rows) == controls


def test_the_nearest_place_is_the_present_one(client):
    html = client.get(reverse("agentmeter")).content.decode()
    assert f'<a href="{reverse("agentmeter")}" aria-current="page">AgentMeter</a>' in html
    assert f'<a href="{reverse("leaderboard")}">Boards</a>' in html


def test_every_page_names_the_places_that_exist_and_marks_the_present_one(client):
    html = client.get(reverse("run-list")).content.decode()
    assert f'<a href="{reverse("run-list")}" aria-current="page">Runs</a>' in html
    assert f'<a href="{reverse("bundle-list")}">Bundles</a>' in html


def test_pages_take_nothing_from_elsewhere_and_no_script_of_their_own(client):
    response = client.get(reverse("home"))
    assert "script-src 'self';" in response.headers["Content-Security-Policy"] + ";"
    html = response.content.decode()
    assert 'src="http' not in html
    assert "<script>" not in html


def test_logging_in_and_out(client, olga):
    page = reverse("login")
    credentials = {"username": "olga", "password": "a long pass phrase"}
    assert client.post(page, {**credentials, "password": "x"}).status_code == 200
    assert client.post(page, credentials).headers["Location"] == reverse("account")
    assert client.post(reverse("logout")).headers["Location"] == reverse("home")
    assert client.get(reverse("account")).status_code == 302


def test_too_many_failed_log_ins_are_told_what_happens(client, olga, settings):
    wrong = {"username": "olga", "password": "x"}
    for _ in range(settings.AXES_FAILURE_LIMIT):
        response = client.post(reverse("login"), wrong)
    assert response.status_code == 429
    assert "paused for 15 minutes" in response.content.decode()


def test_a_log_in_leads_to_no_other_site(client, olga):
    credentials = {"username": "olga", "password": "a long pass phrase"}
    response = client.post(reverse("login"), {**credentials, "next": "https://evil.example/"})
    assert response.headers["Location"] == reverse("account")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_account_page_takes_three_queries_however_many_tokens(
    client, olga, rows, django_assert_num_queries
):
    for _ in range(rows):
        AuthToken.objects.create(olga)
    client.force_login(olga)
    with django_assert_num_queries(3):  # session, user, tokens
        response = client.get(reverse("account"))
    assert response.content.count(b'class="token"') == rows


def test_a_token_is_shown_once_works_and_can_be_revoked(client, olga):
    client.force_login(olga)
    response = client.post(reverse("create-token"))
    token = response.context["new_token"]
    assert response.content.decode().count(token) == 1
    assert token not in client.get(reverse("account")).content.decode()
    assert "no-store" in response.headers["Cache-Control"]
    key = AuthToken.objects.get(user=olga).token_key
    assert token.startswith(key)
    client.post(reverse("revoke-token"), {"key": key})
    assert not AuthToken.objects.exists()


def test_nobody_revokes_the_token_of_another(client, olga):
    AuthToken.objects.create(olga)
    client.force_login(User.objects.create_user("otto"))
    key = AuthToken.objects.get().token_key
    html = client.post(reverse("revoke-token"), {"key": key}, follow=True).content.decode()
    assert "You have no such token" in html
    assert AuthToken.objects.count() == 1


def test_an_unknown_address_is_a_page_that_leads_on(client):
    response = client.get("/nothing/here/")
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()


def test_an_unforeseen_error_is_a_page_that_says_what_was_kept(client, monkeypatch):
    def fall(*_):
        raise RuntimeError("a secret of the code")

    monkeypatch.setattr("ecoagent_site.views.home_board", fall)
    client.raise_request_exception = False
    response = client.get(reverse("home"))
    assert response.status_code == 500
    html = response.content.decode()
    assert "Something went wrong on our side" in html
    assert "secret" not in html


def test_a_forged_form_is_refused_with_a_page(olga):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(olga)
    response = strict.post(reverse("create-token"))
    assert response.status_code == 403
    assert "too old" in response.content.decode()
    assert not AuthToken.objects.exists()


def test_healthz_asks_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(reverse("healthz")).json() == {"status": "ok"}


def test_readyz_without_a_worker_is_503_and_says_so(client, monkeypatch):
    monkeypatch.setattr(health, "WORKER_SECONDS", 0.05)
    response = client.get(reverse("readyz"))
    assert response.status_code == 503
    parts = response.json()["parts"]
    assert (parts["database"], parts["broker"]) == ("ok", "ok")
    assert parts["worker"] == "No worker answered within 0.05 s."


def test_readyz_with_a_worker_is_200(client, monkeypatch):
    monkeypatch.setattr(health.current_app.control, "ping", lambda **_: [{"w": {"ok": "pong"}}])
    assert client.get(reverse("readyz")).status_code == 200


def test_readyz_names_a_lost_database_without_its_address(client, monkeypatch):
    def fall():
        raise OSError("10.0.0.7 refused user admin")

    monkeypatch.setattr(health, "_ask_database", fall)
    response = client.get(reverse("readyz"))
    assert response.json()["parts"]["database"] == "Not reachable (OSError)."
