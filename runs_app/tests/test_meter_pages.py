"""The pages of runs and episodes of meter bundles, through the whole stack."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from runs_app.models import Run
from runs_app.tests.meter_archives import MeterDraft, agent, ingested, line, one_agent
from tasks_app.domain.numbers import UNKNOWN
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import HIDDEN, SOURCES, import_meter_bundle

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert('agent')</script>"
LINES = {
    "m00": {"usage": {"input_tokens": 1200, "output_tokens": 34}, "step_count": 9, "seconds": 61.5},
    "m01": {"reward": 0.25, "cost_usd": 0.0123, "usage": {"total_tokens": 500}},
    "m02": {"reward": None},
    "m03": {"status": "agent_timeout", "reward": None, "cost_usd": None},
    "m04": {"status": "infrastructure_error", "reward": None},
}


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_meter_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


@pytest.fixture
def run(submitter) -> Run:
    """Five episodes that ended in as many ways."""
    ingested(one_agent([line(task, **end) for task, end in LINES.items()]).zip(), submitter)
    return Run.objects.get()


def rows_of(table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("query", "count"), [("", 3), ("?bundle=meter@1", 5)])
def test_the_run_list_takes_as_many_queries_however_many_rows(
    client, submitter, query, count, rows, django_assert_num_queries
):
    for _ in range(rows):
        ingested(one_agent().zip(), submitter)
    client.get(reverse("run-list") + query)  # what the bundle declares is read once a process
    # page of runs, their tallies, bundles to filter by; of one bundle what people described anew
    with django_assert_num_queries(count):
        response = client.get(reverse("run-list") + query)
    assert len(response.context["page"].rows) == rows


def test_the_runs_of_a_meter_bundle_show_what_is_measured(client, run):
    response = client.get(reverse("run-list"), {"bundle": "meter@1"})
    (row,) = response.context["table"].rows
    cells = {cell.key: shown for cell, shown in zip(
        response.context["table"].header, row.cells, strict=True)}  # fmt: skip
    # m00 passes, m01 has 0.25, m03 counts as 0; m02 is ungraded, m04 never ran
    assert (cells["passed"].text, cells["passed"].note) == ("33.3\xa0%", "1\xa0/\xa03 passed")
    assert cells["reward"].text == "0.417"  # (1 + 0.25 + 0) / 3
    assert (cells["tokens"].value, cells["tokens"].reason) == (None, "Known for 2 of 4 tasks only.")
    assert cells["usd"].reason == "Known for 3 of 4 tasks only."
    assert (cells["description"].text, cells["repeat"].text) == ("original", "1")


def test_among_economic_runs_passes_are_said_to_be_passes(client, run):
    import_mini_bundle()
    table = client.get(reverse("run-list")).context["table"]
    strict = [cell.key for cell in table.header].index("strict")
    assert table.rows[0].cells[strict].note == "1\xa0/\xa03 passed"
    assert table.rows[0].cells[strict + 1].text == "original"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("description=original", 1),
        ("description=generic", 1),
        (f"description={SOURCES[0]}", 0),
        ("bundle=meter@1&description=generic", 1),
        ("bundle=meter", 2),
    ],
)
def test_runs_are_filtered_by_their_description(client, submitter, query, found):
    lines = [line("m00", description=name) for name in ("original", "generic")]
    ingested(one_agent(lines).zip(), submitter)
    response = client.get(f"{reverse('run-list')}?{query}")
    assert len(response.context["page"].rows) == found


def test_the_descriptions_to_choose_from_are_those_of_the_bundle(client, run):
    response = client.get(reverse("run-list"), {"bundle": "meter@1"})
    (shown,) = [f for f in response.context["filters"] if f.name == "description"]
    assert {key for key, _ in shown.choices} == {"original", "generic", *SOURCES}


def test_an_order_of_the_other_kind_of_list_is_said_and_ignored(client, run):
    response = client.get(reverse("run-list"), {"bundle": "meter@1", "runs.sort": "budget"})
    assert "There is no column “budget” to sort by here." in response.content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_a_run_page_takes_five_queries_however_many_episodes(
    client, submitter, rows, django_assert_num_queries
):
    ingested(one_agent([line(f"m{n:02d}") for n in range(rows)]).zip(), submitter)
    page = reverse("run-detail", args=[Run.objects.get().pk])
    client.get(page)
    with django_assert_num_queries(5):  # run, page, statuses, latest, tallies
        response = client.get(page)
    assert len(response.context["page"].rows) == rows


def test_a_run_page_tells_totals_means_and_what_a_pass_costs(client, submitter):
    lines = [
        line("m00", cost_usd=0.3, usage={"total_tokens": 100}, step_count=4, seconds=10),
        line("m01", cost_usd=0.1, usage={"total_tokens": 300}, step_count=2, reward=0.5),
    ]
    ingested(one_agent(lines).zip(), submitter)
    response = client.get(reverse("run-detail", args=[Run.objects.get().pk]))
    (table,) = response.context["score_tables"]
    assert rows_of(table) == [
        ["Passed", "1", "50.0\xa0%", UNKNOWN, "2\xa0/\xa02"],
        ["Reward", "1.500", "0.750", UNKNOWN, "2\xa0/\xa02"],
        ["Tokens", "400", "200", "400", "2\xa0/\xa02"],
        ["USD", "$0.400", "$0.200", "$0.400", "2\xa0/\xa02"],
        ["Steps", "6", "3", "6", "2\xa0/\xa02"],
        ["Wall time, seconds", UNKNOWN, "10", UNKNOWN, "1\xa0/\xa02"],
    ]
    html = response.content.decode()
    assert "28 tasks without a graded episode" in html
    assert "<dt>Judge</dt>" not in html
    assert "description original" in html


@pytest.mark.parametrize(
    ("query", "tasks"),
    [
        ("passed=yes", ["m00"]),
        ("passed=no", ["m01", "m03"]),
        ("passed=missing", ["m02", "m04"]),
        ("status=agent_timeout", ["m03"]),
    ],
)
def test_episodes_are_filtered_by_the_url(client, run, query, tasks):
    response = client.get(f"{reverse('run-detail', args=[run.pk])}?{query}")
    assert [episode.task_id for episode in response.context["page"].rows] == tasks


@pytest.mark.parametrize(
    ("order", "first"),
    [("-reward", ["m00", "m01", "m03"]), ("tokens", ["m01", "m00"]), ("usd", ["m01"])],
)
def test_episodes_are_sorted_by_what_is_known_and_the_unknown_come_last(client, run, order, first):
    page = reverse("run-detail", args=[run.pk])
    rows = client.get(page, {"episodes.sort": order}).context["page"].rows
    assert [episode.task_id for episode in rows][: len(first)] == first


def test_the_next_episode_is_that_of_the_list(client, run):
    first = run.episodes.get(task_id="m01")
    response = client.get(reverse("episode-detail", args=[first.pk]), {"passed": "no"})
    after = run.episodes.get(task_id="m03")
    assert response.context["next_href"] == f"/episodes/{after.pk}/?passed=no"
    assert response.context["previous_href"] == ""


def test_an_episode_page_takes_seven_queries(client, run, django_assert_num_queries):
    page = reverse("episode-detail", args=[run.episodes.first().pk])
    with django_assert_num_queries(7):  # episode, actions, steps, labels, task, 2 neighbours
        client.get(page)


def test_an_episode_shows_its_measures_and_no_ledger(client, run):
    page = reverse("episode-detail", args=[run.episodes.get(task_id="m00").pk])
    response = client.get(page)
    assert rows_of(response.context["usage_table"]) == [
        ["Tokens in all", "1\u202f234"],
        ["Input tokens", "1\u202f200"],
        ["of these cached", UNKNOWN],
        ["Tokens written to a cache", UNKNOWN],
        ["Output tokens", "34"],
        ["Requests", UNKNOWN],
        ["Cost reported, USD", "$0.250"],
        ["Steps", "9"],
        ["Wall time, seconds", "61.5"],
    ]
    html = response.content.decode()
    assert "Ledger" not in html
    assert "It took 9 steps; the record does not list them." in html
    assert "Sum the column amount of m00.csv" in html


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("m02", "Ungraded: nobody gave it a reward"),
        ("m03", "which counts as 0"),
        ("m04", "The infrastructure failed, not the agent"),
    ],
)
def test_an_episode_without_a_reward_says_what_that_means(client, run, task, words):
    page = reverse("episode-detail", args=[run.episodes.get(task_id=task).pk])
    assert words in client.get(page).content.decode()


def test_an_episode_under_another_description_shows_that_text(client, submitter):
    ingested(one_agent([line("m00", description=SOURCES[1])]).zip(), submitter)
    page = reverse("episode-detail", args=[Run.objects.get().episodes.get().pk])
    assert f"One number, as {SOURCES[1]} likes it." in client.get(page).content.decode()


def test_steps_are_listed_without_prices_and_paged(client, submitter):
    steps = [{"action": f"tool {n}", "observation": HOSTILE, "seconds": 0.5} for n in range(120)]
    ingested(one_agent([line("m00", steps=steps)]).zip(), submitter)
    page = reverse("episode-detail", args=[Run.objects.get().episodes.get().pk])
    response = client.get(page, {"page": 3})
    assert [step.line.number for step in response.context["steps"].steps] == [*range(101, 121)]
    html = response.content.decode()
    assert ("tool 119" in html, " u, in all" in html) == (True, False)
    assert "<script>alert" not in html


def test_hostile_names_are_escaped_everywhere(client, submitter):
    names = agent(model=HOSTILE, cli=HOSTILE, name=HOSTILE, prompt=HOSTILE)
    draft = MeterDraft([line("m00", agent=HOSTILE, answer=HOSTILE)], agents=[names])
    archive = ingested(draft.zip(), submitter)
    run = Run.objects.get()
    pages = [
        reverse("run-list"),
        reverse("run-list") + "?bundle=meter@1",
        reverse("run-detail", args=[run.pk]),
        reverse("episode-detail", args=[run.episodes.get().pk]),
        reverse("archive", args=[archive.pk]),
    ]
    for page in pages:
        html = client.get(page).content.decode()
        assert "<script>alert" not in html, page
        assert "&lt;script&gt;alert" in html, page


def test_no_page_shows_the_hidden_evaluation(client, run):
    pages = [reverse("run-detail", args=[run.pk])]
    pages += [reverse("episode-detail", args=[episode.pk]) for episode in run.episodes.all()]
    for page in pages:
        assert HIDDEN not in client.get(page).content.decode()


def test_private_runs_are_not_there_for_others(client, submitter):
    ingested(one_agent().zip(), submitter, visibility="private")
    run = Run.objects.get()
    pages = [
        reverse("run-detail", args=[run.pk]),
        reverse("run-download", args=[run.pk]),
        reverse("episode-detail", args=[run.episodes.first().pk]),
    ]
    assert [client.get(page).status_code for page in pages] == [404, 404, 404]
    client.force_login(submitter)
    assert [client.get(page).status_code for page in pages] == [200, 200, 200]


def test_the_report_of_an_upload_shows_descriptions_and_rewards(client, submitter):
    lines = [line("m00", description="generic"), line("m01", repeat=2, reward=None, cost_usd=None)]
    archive = ingested(one_agent(lines, repeats=2).zip(), submitter)
    response = client.get(reverse("archive", args=[archive.pk]))
    assert rows_of(response.context["preview_table"]) == [
        ["m00", "model-a in cli-x", "generic", "completed", UNKNOWN, "1.000", "$0.250"],
        ["m01", "model-a in cli-x", "original, repeat 2", "completed", UNKNOWN, UNKNOWN, UNKNOWN],
    ]
    stored = {row[1]: row[2] for row in rows_of(response.context["stored_table"])}
    assert stored == {"generic": "10.0\xa0%", "original, repeat 2": "3.3\xa0%"}


def test_a_downloaded_run_is_named_by_what_it_is(client, run):
    response = client.get(reverse("run-download", args=[run.pk]))
    name = f"model-a-in-cli-x-original-{str(run.pk)[:8]}.zip"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
