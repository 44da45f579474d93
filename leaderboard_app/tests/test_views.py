"""The board pages through the whole stack."""

from html import escape

import pytest
from django.urls import reverse

from leaderboard_app import actions, queries
from leaderboard_app.tests.board_pages import (
    BOARDS,
    HOSTILE,
    TASKS,
    free_episode,
    page,
    published,
    uploaded_run,
    workspace_episode,
)
from leaderboard_app.tests.published import published_rows
from runs_app import actions as run_actions
from runs_app.domain.roster import CONTROLS
from runs_app.tests.archives import episode
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain import numbers
from tasks_app.domain.families import FAMILY_TITLES, MODEL_TIER_FAMILIES
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db
every_board = pytest.mark.parametrize("board", BOARDS)


@pytest.fixture
def sam(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    return person("sam", is_submitter=True)


def html_of(client, board, **query):
    response = client.get(reverse(board), query)
    assert response.status_code == 200
    return response.content.decode()


@every_board
def test_where_nothing_is_published_a_page_says_how_it_comes_about(client, board):
    assert "There is no published board here yet." in html_of(client, board)
    import_mini_bundle()
    html = html_of(client, board, bundle="mini@1")
    assert "There is no published board here yet." in html
    assert reverse("upload") in html


@every_board
@pytest.mark.parametrize("rows", [1, 3])
def test_a_page_takes_three_queries_whatever_its_rows(
    client, board, rows, django_assert_num_queries
):
    published_rows(rows)
    with django_assert_num_queries(3):  # bundles, snapshot, board
        html = html_of(client, board)
    assert html.count("LexicalFrugal") >= rows


def test_a_row_shows_the_numbers_of_the_stored_payload(client):
    snapshot = published("LexicalEager")
    (row,) = queries.board(snapshot.digest, "leaderboard", "tool_api", "main")["rows"]
    shown = page(client, "leaderboard")["board"]
    for title, key in (
        ("Up", "up"),
        ("Save", "save"),
        ("Micro", "strict"),
        ("Lenient", "lenient"),
        ("Feasible", "feasibility"),
        ("Abstained", "abstention_rate"),
        ("Research", "composite_rate"),
        ("Coverage", "coverage"),
    ):
        rate = row[key]
        assert shown.cell(0, title).lines == [
            numbers.rate_text(rate["value"]),
            numbers.fraction_text(rate["numerator"], rate["denominator"]),
        ]
    assert shown.column("Econ") == [numbers.rate_text(row["econ"]["value"])]
    assert shown.column("Mean units") == [numbers.amount_text(row["mean_units"]["value"])]
    assert shown.column("Rank") == ["1"]


def test_controls_stand_apart_and_are_never_ranked(client):
    names = [control.spec.name for control in CONTROLS]
    published("LexicalEager", *names)
    shown = page(client, "leaderboard")
    assert shown["board"].column("Agent") == ["LexicalEager"]
    assert set(shown["controls"].column("Agent")) == set(names)
    assert "Rank" not in shown["controls"].header
    assert shown["controls"].row_css == ["is-control"] * 4
    assert shown["controls"].column("Econ")[0] == numbers.rate_text(1)  # the planner


def test_controls_alone_make_a_board_that_says_that_agents_are_missing(client):
    published("CheapFirst")
    html = html_of(client, "leaderboard")
    assert "No agent has a public run on this track and budget yet" in html
    assert "CheapFirst" in html


def test_an_incomplete_row_is_last_with_bounds_and_without_a_rank(client, sam):
    executed_run("LexicalFrugal")
    uploaded_run(sam, [episode(task) for task in TASKS[:9]], name="Partial")
    actions.publish_snapshot(import_mini_bundle())
    shown = page(client, "leaderboard")["board"]
    assert shown.column("Agent") == ["LexicalFrugal", "Partial"]
    assert shown.row_css == ["", "is-partial"]
    assert "3 of 12 tasks have no scored episode." in shown.cell(1, "Rank").text
    # Nothing is right so far: the 3 missing tasks alone decide where it ends.
    assert shown.cell(1, "Micro").lines[0] == f"{numbers.interval_text(0, 0.25)}{numbers.SPACE}%"
    assert shown.column("Coverage")[1] == numbers.rate_text(0.75)


@pytest.mark.parametrize("direction", ["", "-"])
@pytest.mark.parametrize("column", ["rank", "econ", "strict", "units_per_success"])
def test_rows_without_a_score_are_last_whichever_way_a_column_is_sorted(
    client, sam, column, direction
):
    """O1: a row without a score ranked first when its column was sorted."""
    executed_run("LexicalFrugal")
    executed_run("LexicalEager")
    uploaded_run(sam, [free_episode(task) for task in TASKS[:9]], name="Partial")
    actions.publish_snapshot(import_mini_bundle())
    shown = page(client, "leaderboard", **{"board.sort": direction + column})["board"]
    assert shown.column("Agent")[-1] == "Partial"


def test_a_score_of_0_and_a_cost_of_0_are_shown_as_0(client, sam):
    """O2: a score or a cost of exactly 0 was shown as if it were unknown."""
    uploaded_run(sam, [free_episode(task) for task in TASKS], name="Idle")
    actions.publish_snapshot(import_mini_bundle())
    shown = page(client, "leaderboard")["board"]
    zero = numbers.rate_text(0)
    for title in ("Econ", "Up", "Save", "Micro", "Lenient", "Research"):
        assert shown.column(title) == [zero]
    assert shown.column("Mean units") == ["0"]
    assert shown.column("Rank") == ["1"]
    assert "There is no strict success." in shown.cell(0, "Units per success").text


def test_rows_that_cannot_be_told_apart_share_a_rank(client):
    published_rows(3)
    assert page(client, "leaderboard")["board"].column("Rank") == ["1", "1", "1"]


def test_the_workspace_track_has_its_own_rows_and_compares_no_costs_with_controls(client, sam):
    executed_run("LexicalEager")
    executed_run("CheapFirst")
    lines = [workspace_episode(task) for task in TASKS]
    uploaded_run(sam, lines, name="Worker", track="workspace")
    actions.publish_snapshot(import_mini_bundle())

    shown = page(client, "leaderboard", track="workspace")
    assert shown["board"].column("Agent") == ["Worker"]
    assert shown["board"].column("Mean proxy") == ["40"]
    assert shown["controls"].column("Mean units") != ["40"]
    assert "never compare" in html_of(client, "leaderboard", track="workspace")
    assert page(client, "leaderboard", track="tool_api")["board"].column("Agent") == [
        "LexicalEager"
    ]

    matrix = page(client, "family-matrix", track="workspace")["numbers"]
    assert matrix.column("Mean cost") == ["40"] * 5 + [numbers.UNKNOWN] * 5
    assert "does not compare" in matrix.cell(5, "Mean cost").text


@every_board
def test_names_of_strangers_are_escaped_even_inside_a_figure(client, sam, board):
    sam.username = "<b>sam</b>"
    sam.save()
    labels = ("main", "tight", "loose")
    lines = [episode(task, budget_label=label) for task in TASKS for label in labels]
    uploads = [uploaded_run_of(sam, lines, label) for label in labels]
    snapshot = actions.publish_snapshot(uploads[0].bundle_id)
    html = html_of(client, board, snapshot=snapshot.digest)
    assert HOSTILE not in html
    assert "<b>sam" not in html
    assert "<img" not in html
    assert escape(HOSTILE) in html
    assert html.count("<script") == html.count("</script>")


def uploaded_run_of(owner, lines, label):
    chosen = [line for line in lines if line["budget_label"] == label]
    return uploaded_run(owner, chosen, name=HOSTILE, model=HOSTILE, scaffold=HOSTILE)


def test_an_earlier_snapshot_stays_as_it_was_and_says_so(client):
    old = published("LexicalFrugal")
    executed_run("LexicalEager")
    actions.publish_snapshot(old.bundle_id)
    assert len(page(client, "leaderboard")["board"].rows) == 2
    html = html_of(client, "leaderboard", snapshot=old.digest)
    assert "This is an earlier publication." in html
    assert page(client, "leaderboard", snapshot=old.digest)["board"].column("Agent") == [
        "LexicalFrugal"
    ]


def test_a_withdrawn_run_gives_its_row_back_to_the_older_one(client):
    """O11: a deleted submission left a ghost, or took the older one with it."""
    executed_run("LexicalFrugal")
    before = actions.publish_snapshot(import_mini_bundle())
    micro = page(client, "leaderboard")["board"].column("Micro")
    newer = executed_run("LexicalFrugal")
    newer.episodes.update(answer=None, abstained=False, steps=[])
    run_actions.score_run(newer.pk)
    actions.publish_snapshot(before.bundle_id)
    assert page(client, "leaderboard")["board"].column("Micro") == [numbers.rate_text(0)]

    run_actions.withdraw_run(newer.pk, person("mia", is_maintainer=True))
    actions.publish_snapshot(before.bundle_id)
    assert page(client, "leaderboard")["board"].column("Micro") == micro


def test_without_any_run_left_the_board_is_empty_and_has_no_ghost(client):
    run = executed_run("LexicalFrugal")
    actions.publish_snapshot(run.bundle_id)
    run_actions.withdraw_run(run.pk, person("mia", is_maintainer=True))
    actions.publish_snapshot(run.bundle_id)
    for board in BOARDS:
        assert "LexicalFrugal" not in html_of(client, board)


def test_failures_are_shown_over_all_families_or_in_one(client):
    snapshot = published("LexicalFrugal")
    (row,) = queries.board(snapshot.digest, "failures", "tool_api", "main")["rows"]
    for family, counts in (("", row["total"]), *row["families"].items()):
        shown = page(client, "failures", family=family)["failures"]
        keys = ("strict", "selection", "execution", "budget", "missing")
        assert [cell.lines[0] for cell in shown.rows[0][1:]] == [str(counts[k]) for k in keys]
    html = html_of(client, "failures", family="nonsense")
    assert "family=nonsense is not one of" in html
    assert all(f">{title}</a>" in html for title in FAMILY_TITLES.values())


def test_the_csv_of_a_board_is_one_click_away(client):
    published("LexicalFrugal")
    html = html_of(client, "leaderboard")
    href = html.partition(f'href="{reverse("api-leaderboard-csv")}?')[2].partition('"')[0]
    answer = client.get(f"{reverse('api-leaderboard-csv')}?{href.replace('&amp;', '&')}")
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert b"LexicalFrugal" in answer.content


def test_a_family_that_nobody_was_swept_in_has_no_figure(client):
    cheap = [task.task_id for task in TASKS if task.family == "cheap_qa"]
    run = executed_run("LexicalFrugal", "tight", task_ids=cheap)
    actions.publish_snapshot(run.bundle_id)
    html = html_of(client, "sweeps")
    assert "sweep-strict-cheap_qa" in html
    assert html.count("data-figure=") == 2
    assert html.count("No agent has run this family at a swept budget yet.") == 4


def test_of_research_nothing_is_said_in_families_that_have_none(client):
    published("LexicalFrugal", labels=("tight", "loose"))
    html = html_of(client, "sweeps")
    for family in FAMILY_TITLES:
        has_research = family not in MODEL_TIER_FAMILIES
        assert f"sweep-strict-{family}" in html
        assert (f"sweep-composite-{family}" in html) == has_research
        assert (f'id="response-{family}"' in html) == has_research


@every_board
def test_a_board_is_only_read(client, board):
    assert client.post(reverse(board)).status_code == 405
