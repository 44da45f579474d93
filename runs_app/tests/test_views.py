"""The pages of runs, through the whole stack."""

import pytest
from django.urls import reverse
from django.utils import timezone

from runs_app.models import Episode
from runs_app.tests.bare_runs import HOSTILE, add_episodes, bare_run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
def test_the_run_list_takes_three_queries_however_many_rows(
    client, rows, django_assert_num_queries
):
    for _ in range(rows):
        add_episodes(bare_run(), 2)
    with django_assert_num_queries(3):  # page of runs, their tallies, bundles to filter by
        response = client.get(reverse("run-list"))
    assert response.content.count(b'scope="row"') == rows


def test_the_run_list_shows_strict_success_only_where_nothing_is_missing(client):
    whole, partial = bare_run(), bare_run()
    add_episodes(whole, 3)
    add_episodes(partial, 2)
    html = client.get(reverse("run-list")).content.decode()
    assert "100.0\xa0%" in html
    assert "1 of 3 tasks have no judged episode" in html


def test_an_agents_name_is_escaped_everywhere(client):
    run = bare_run()
    add_episodes(run, 1, answer=HOSTILE, steps=[{"action": "search", "observation": HOSTILE}])
    episode = run.episodes.get()
    for page in (
        reverse("run-list"),
        reverse("run-detail", args=[run.pk]),
        reverse("episode-detail", args=[episode.pk]),
    ):
        html = client.get(page).content.decode()
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(&#x27;agent&#x27;)" in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 2),
        ("agent=cheapfirst", 1),
        ("status=scored", 2),
        ("status=failed", 0),
        ("track=imported", 1),
        ("budget=main", 2),
        ("bundle=mini@1", 2),
        ("bundle=mini", 2),
        ("bundle=other@1", 0),
    ],
)
def test_runs_are_filtered_by_the_url(client, query, found):
    bare_run()
    executed_run("CheapFirst")
    response = client.get(f"{reverse('run-list')}?{query}")
    assert len(response.context["page"].rows) == found


@pytest.mark.parametrize("query", ["status=nonsense", "runs.sort=-nonsense", "runs.at=nonsense"])
def test_nonsense_in_the_url_is_a_note_and_not_an_error(client, query):
    bare_run()
    response = client.get(f"{reverse('run-list')}?{query}")
    assert (response.status_code, len(response.context["page"].rows)) == (200, 1)
    assert 'class="notice"' in response.content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_a_run_page_takes_six_queries_however_many_episodes(
    client, rows, django_assert_num_queries
):
    run = bare_run()
    add_episodes(run, rows)
    client.get(reverse("run-detail", args=[run.pk]))  # its bundle is read once a process
    with django_assert_num_queries(6):  # run, page, statuses, latest, tallies, failures
        response = client.get(reverse("run-detail", args=[run.pk]))
    assert len(response.context["page"].rows) == rows


def test_a_run_page_sums_up_by_family(client):
    run = executed_run("CheapFirst")
    response = client.get(reverse("run-detail", args=[run.pk]))
    tally = response.context["tally"]
    assert tally.attempted == tally.judged == 12
    assert tally.strict == Episode.objects.filter(run=run, strict=True).count()
    assert "oracle control, not ranked" in response.content.decode()


def test_only_the_latest_attempt_counts_and_infrastructure_errors_do_not(client):
    run = bare_run(tasks_total=1)
    add_episodes(run, 1, attempt=1, strict=True)
    add_episodes(run, 1, attempt=2, strict=False)
    add_episodes(run, 1, attempt=3, status="infrastructure_error", strict=None, correct=None)
    tally = client.get(reverse("run-detail", args=[run.pk])).context["tally"]
    assert (tally.attempted, tally.strict) == (1, 0)


@pytest.mark.parametrize(
    ("query", "found"),
    [("strict=yes", 2), ("strict=no", 0), ("strict=unjudged", 1), ("family=stop_loss", 0)],
)
def test_episodes_are_filtered_by_the_url(client, query, found):
    run = bare_run()
    add_episodes(run, 2)
    Episode.objects.create(run=run, task_id="t9", family="cheap_qa", status="completed")
    response = client.get(f"{reverse('run-detail', args=[run.pk])}?{query}")
    assert len(response.context["page"].rows) == found


@pytest.mark.parametrize("sort", ["units", "-units"])
def test_episodes_without_a_cost_come_last_in_both_directions(client, sort):
    run = bare_run()
    Episode.objects.create(run=run, task_id="none", family="cheap_qa", status="completed")
    for cost in (0, 5):
        Episode.objects.create(
            run=run, task_id=f"t{cost}", family="cheap_qa", status="completed", units=cost
        )
    response = client.get(f"{reverse('run-detail', args=[run.pk])}?episodes.sort={sort}")
    assert response.context["page"].rows[-1].task_id == "none"


@pytest.mark.parametrize("name", ["run-detail", "run-progress"])
def test_a_private_run_exists_for_its_owner_and_maintainers_only(client, name):
    owner, other = person("olga"), person("otto", is_submitter=True, is_reviewer=True)
    run = bare_run(owner=owner, visibility="private")
    page = reverse(name, args=[run.pk])
    assert client.get(page).status_code == 404
    assert "alert(" not in client.get(reverse("run-list")).content.decode()
    for user, status in ((other, 404), (owner, 200), (person("mia", is_maintainer=True), 200)):
        client.force_login(user)
        assert client.get(page).status_code == status


def test_a_private_episode_exists_for_its_owner_only(client):
    run = bare_run(owner=person("olga"), visibility="private")
    add_episodes(run, 1)
    page = reverse("episode-detail", args=[run.episodes.get().pk])
    assert client.get(page).status_code == 404
    client.force_login(run.owner)
    assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("run-cancel", "running", "cancelled"), ("run-withdraw", "scored", "withdrawn")],
)
def test_an_owner_ends_a_run_and_a_stranger_does_not(client, name, before, after):
    run = bare_run(owner=person("olga"), status=before)
    page = reverse(name, args=[run.pk])
    assert client.get(page).status_code == 405
    assert client.post(page).headers["Location"].startswith(reverse("login"))
    client.force_login(person("otto"))
    assert client.post(page).status_code == 403
    client.force_login(run.owner)
    response = client.post(page, follow=True)
    run.refresh_from_db()
    assert run.status == after
    assert 'class="notice success"' in response.content.decode()


def test_ending_what_is_over_changes_nothing_and_says_so(client):
    run = bare_run(owner=person("olga"), status="failed", reason="The disk was full.")
    client.force_login(run.owner)
    html = client.post(reverse("run-cancel", args=[run.pk]), follow=True).content.decode()
    assert "Nothing was changed." in html
    run.refresh_from_db()
    assert (run.status, run.reason) == ("failed", "The disk was full.")


def test_another_persons_private_run_cannot_be_ended_nor_found_out(client):
    run = bare_run(owner=person("olga"), visibility="private", status="running")
    client.force_login(person("otto"))
    assert client.post(reverse("run-cancel", args=[run.pk])).status_code == 404


def test_progress_tells_rate_remaining_time_and_errors(client, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    begun = now - timezone.timedelta(seconds=10)
    run = bare_run(status="running", tasks_total=300, episodes_done=100, started_at=begun)
    add_episodes(run, 2, status="agent_error")
    state = client.get(reverse("run-progress", args=[run.pk])).json()
    assert (state["done"], state["total"], state["is_over"]) == (100, 300, False)
    assert state["rate_text"] == "10 a second"
    assert state["remaining_text"].startswith("20")
    assert state["errors"] == [["agent error", 2]]
    assert {episode["task_id"] for episode in state["latest"]} == {"t0", "t1"}


def test_a_run_that_is_over_says_why_and_asks_no_more(client):
    run = bare_run(status="failed", reason="The worker was lost three times.")
    html = client.get(reverse("run-detail", args=[run.pk])).content.decode()
    assert "The worker was lost three times." in html
    assert "live-run.js" not in html


@pytest.mark.parametrize(("url", "links"), [("https://a.example/x", 1), ("javascript:alert(1)", 0)])
def test_an_agents_address_is_a_link_only_if_it_leads_to_the_web(client, url, links):
    run = bare_run()
    type(run.agent).objects.filter(pk=run.agent_id).update(url=url)
    html = client.get(reverse("run-detail", args=[run.pk])).content.decode()
    assert html.count(f'href="{url}"') == links


def test_filtering_keeps_the_order_and_ordering_keeps_the_filter(client):
    run = bare_run()
    add_episodes(run, 2)
    page = reverse("run-detail", args=[run.pk])
    html = client.get(f"{page}?strict=yes&episodes.sort=-units").content.decode()
    assert '<input type="hidden" name="episodes.sort" value="-units">' in html
    assert 'href="?strict=yes&amp;episodes.sort=family#episodes"' in html
