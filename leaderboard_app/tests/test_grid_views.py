"""The grid page through the real stack: the answer first, and everything behind it."""

from dataclasses import replace
from html import escape

import pytest
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.domain.meter.pricing import PricingRule
from leaderboard_app.tests.board_pages import HOSTILE, page, published
from leaderboard_app.tests.html_tables import shown_tables
from leaderboard_app.tests.metered import ams_vectors, keeper, metered, uploaded
from runs_app.models import Run
from runs_app.tests.meter_archives import (
    MeterDraft,
    agent,
    ingested,
    line,
    one_agent,
    reference_agents,
    reference_lines,
)
from tasks_app.actions import store_price_book
from tasks_app.domain.numbers import UNKNOWN, dollars_text, score_text
from tasks_app.domain.price_book import USD, ModelPrice
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle, meter_bundle
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db

PAGE = reverse("agentmeter")
EXPECTED = ams_vectors()["expected"]["configurations"]
PRICE = ModelPrice(USD, 1.0, 0.1, None, 5.0, "somebody", "")
USAGE = {
    "input_tokens": 100_000,
    "cached_input_tokens": 0,
    "cache_creation_tokens": 0,
    "output_tokens": 20_000,
}
"""USD 0.1 + 0.1 by PRICE."""


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def tables(client, **query):
    return shown_tables(html(client, **query))


def without(*pairs, **changes):
    """The reference episodes, without or with changed ones of (agent, task) pairs."""
    lines = []
    for one in reference_lines():
        if (one["agent"], one["task_id"]) not in pairs:
            lines.append(one)
        elif changes:
            lines.append(one | changes)
    return MeterDraft(lines)


def test_the_reference_values_are_what_the_page_shows(client):
    metered()
    ranked = page(client, "agentmeter")["ranked"]

    keys = ranked.column("Configuration")
    assert dict(zip(keys, ranked.column("AMS"), strict=True)) == {
        key: score_text(one["ams"]) for key, one in EXPECTED.items()
    }
    assert dict(zip(keys, ranked.column("USD per pass"), strict=True)) == {
        key: dollars_text(one["usd_per_pass"]) for key, one in EXPECTED.items()
    }
    notes = [ranked.cell(row, "Passes").lines[1] for row in range(6)]
    assert [int(note.split()[0]) for note in notes] == [EXPECTED[key]["passes"] for key in keys]


@pytest.mark.parametrize("stratum", ["easy", "medium", "hard"])
def test_the_parts_of_a_stratum_are_the_reference_values_too(client, stratum):
    metered()
    ranked = tables(client, stratum=stratum)["ranked"]
    for row, key in enumerate(ranked.column("Configuration")):
        expected = EXPECTED[key]["strata"][stratum]
        assert ranked.cell(row, "TQ").lines[0] == score_text(expected["tq"])
        assert ranked.cell(row, "AUBQC").lines[0] == score_text(expected["aubqc"])


def test_the_answer_stands_above_everything(client):
    metered()
    text = html(client)
    first = max(EXPECTED, key=lambda key: EXPECTED[key]["ams"])

    assert first in text.partition("Best by AMS")[2].partition(".")[0]
    assert text.index("Best by AMS") < text.index('id="leaders"')
    assert text.index('id="leaders"') < text.index('id="ranked"') < text.index('id="heat"')
    assert shown_tables(text)["leaders"].column("Leads by")[:2] == ["AMS", "Passes"]


@pytest.mark.parametrize("measure", ["ams", "passes", "usd_per_pass", "tokens_per_pass"])
def test_the_map_is_coloured_by_what_the_url_says(client, measure):
    metered()
    heat = tables(client, measure=measure)["heat"]

    assert heat.header == ["Model", "cli-x", "cli-y"]
    assert heat.column("Model") == ["model-a", "model-b", "model-c"]
    assert all("heat-" in cell.css for row in heat.rows for cell in row[1:])


def test_models_and_clis_can_be_chosen_and_what_is_not_there_is_said(client):
    metered()
    text = html(client, model=["model-a", "model-z"], cli="cli-x", stratum="nothing")
    shown = shown_tables(text)

    assert shown["ranked"].column("Configuration") == ["model-a x cli-x"]
    assert shown["heat"].header == ["Model", "cli-x"]
    assert "This grid has no model model-z." in text
    assert "stratum=nothing is not one of easy, medium, hard." in text
    assert "1 of 6 configurations" in text
    assert 'value="model-a" checked' in text


def test_every_number_leads_to_its_promised(client):
    metered()
    for shown in tables(client).values():
        for href in {cell.href for row in shown.rows for cell in row if cell.href}:
            assert client.get(href).status_code == 200, href


def test_every_link_of_the_page_leads_somewhere(client):
    metered()
    store_price_book(small_book())
    text = html(client, stratum="hard", model="model-a")
    hrefs = {part.partition('"')[0].replace("&amp;", "&") for part in text.split('href="')[1:]}
    for href in hrefs:
        if not href.startswith(("/static/", "#")):
            address = f"{PAGE}{href}" if href.startswith("?") else href
            assert client.get(address, follow=True).status_code == 200, href


def test_before_a_calibration_it_is_said_and_the_rest_is_shown(client):
    metered(calibrated=False)
    text = html(client, stratum="easy")
    shown = shown_tables(text)

    assert "The bundle is not calibrated yet." in text
    assert "Strata are known once it is calibrated." in text
    assert set(shown["ranked"].column("AMS")) == {UNKNOWN}
    assert UNKNOWN not in shown["ranked"].column("Passes")
    assert "Best by AMS" not in text
    assert shown["heat"].rows[0][1].lines[0] != UNKNOWN
    assert "efr" not in shown


def test_a_single_configuration_has_its_row_and_no_comparison(client):
    metered(one_agent(), calibrated=False)
    text = html(client)

    assert len(shown_tables(text)["ranked"].rows) == 1
    assert "places-figure" not in text
    assert reverse("calibration") in text


def test_an_incomplete_row_is_unranked_with_its_reason_and_its_run(client):
    metered(without(("model-a in cli-x", "m00"), ("model-a in cli-x", "m05")), calibrated=False)
    bundle_id = Run.objects.first().bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    actions.publish_snapshot(bundle_id)
    text = html(client)
    ranked = shown_tables(text)["ranked"]

    assert ranked.column("Configuration")[-1] == "model-a x cli-x"
    assert "bounds: some missing" in ranked.cell(5, "AMS").text
    assert "2 of 30 episodes are missing." in text
    assert "Never uploaded: 2." in text
    run = Run.objects.get(agent__name="model-a in cli-x")
    assert f'href="{reverse("run-detail", args=[run.pk])}"' in text


def test_a_configuration_without_a_price_is_named_with_its_run_and_loses_only_what_needs_one(
    client,
):
    metered(without(("model-a in cli-x", "m00"), cost_usd=None))
    text = html(client)
    ranked = shown_tables(text)["ranked"]

    assert ranked.column("Configuration")[-1] == "model-a x cli-x"
    assert (ranked.cell(5, "AMS").lines[0], ranked.cell(5, "USD per pass").lines[0]) == (
        UNKNOWN,
        UNKNOWN,
    )
    assert ranked.cell(5, "Passes").lines[0] != UNKNOWN
    assert "The cost of 1 of 30 episodes is unknown: no cost was reported." in text
    assert "1 episode without a price</a>, such as m00." in text
    href = text.partition('">1 episode without a price')[0].rpartition('href="')[2]
    assert client.get(href.replace("&amp;", "&")).context["shown"] == 1
    run = Run.objects.get(agent__name="model-a in cli-x")
    assert f'href="{reverse("run-detail", args=[run.pk])}"' in text


def test_two_agents_of_the_same_pair_have_a_column_each(client):
    twin = agent("model-a", "cli-x", name="twin")
    lines = reference_lines() + [
        line(task.task_id, agent="twin", usage=USAGE, step_count=3)
        for task in meter_bundle().meter_tasks
    ]
    metered(MeterDraft(lines, agents=[*reference_agents(), twin]))
    heat = tables(client)["heat"]

    assert heat.header == ["Model", "cli-x", "cli-x (model-a in cli-x)", "cli-x (twin)", "cli-y"]
    cell = heat.rows[1][heat.header.index("cli-x (twin)")]
    assert "Nobody has a public run" in cell.text


def test_names_of_strangers_are_escaped_everywhere(client):
    person = keeper()
    person.username = "<b>sam</b>"
    person.save()
    bad = agent(HOSTILE, HOSTILE, name=HOSTILE)
    lines = reference_lines() + [
        line(task.task_id, agent=HOSTILE, usage=USAGE, step_count=3, cost_usd=None)
        for task in meter_bundle().meter_tasks
    ]
    archive = uploaded_by(person, MeterDraft(lines, agents=[*reference_agents(), bad]))
    actions.calibrate_bundle(archive.bundle_id, person)
    actions.publish_snapshot(archive.bundle_id)
    text = html(client, model=HOSTILE)

    assert escape(HOSTILE) in text
    for wrong in (HOSTILE, "<b>sam", "<img", HIDDEN):
        assert wrong not in text
    assert text.count("<script") == text.count("</script>")


def uploaded_by(person, draft):
    import_meter_bundle()
    archive = ingested(draft.zip(), person)
    assert archive.status == "scored", archive.problems
    return archive


def test_costs_under_another_book_are_compared_without_running_anything(client):
    lines = [one | {"usage": USAGE} for one in reference_lines()]
    metered(MeterDraft(lines))
    book = {"model-a": PRICE, "model-b": PRICE}
    store_price_book(replace(small_book(), prices=book))
    priced = tables(client, prices="1")["priced"]

    assert priced.header[1:3] == ["USD as reported", "USD by book 1"]
    shown = dict(zip(priced.column("Configuration"), priced.column("USD by book 1"), strict=True))
    assert shown["model-a x cli-x"] == dollars_text(30 * 0.2)
    assert shown["model-c x cli-x"] == UNKNOWN
    assert "price book 1 has no price of model-c" in priced.cell(5, "USD by book 1").text
    files = html(client, prices="1").split('href="')
    (address,) = {f.partition('"')[0] for f in files if "agentmeter.csv" in f and "book=1" in f}
    assert b"price_book" in client.get(address.replace("&amp;", "&")).content
    only = tables(client, prices="1", model="model-a")["priced"]
    assert sorted(only.column("Configuration")) == ["model-a x cli-x", "model-a x cli-y"]


def test_two_books_are_compared_too_and_the_same_one_is_not(client):
    metered(MeterDraft([one | {"usage": USAGE} for one in reference_lines()]))
    models = ("model-a", "model-b", "model-c")
    for version, price in ((1, PRICE), (2, replace(PRICE, output=10.0))):
        prices = dict.fromkeys(models, price)
        store_price_book(replace(small_book(), version=version, prices=prices))
    priced = tables(client, prices="2", against="1")["priced"]

    assert set(priced.column("USD by book 1")) == {dollars_text(6)}
    assert set(priced.column("USD by book 2")) == {dollars_text(9)}
    assert "Both prices are the same." in html(client, prices="2", against="2")
    assert "prices=7 is not one of reported, 2, 1." in html(client, prices="7")


def test_a_stratum_without_a_threshold_says_why_no_failure_is_expensive_there(client):
    lines = [one | {"reward": max(one["reward"], 0.25)} for one in reference_lines()]
    metered(MeterDraft(lines))
    assert "Easy tasks have no threshold, so that no failure is expensive there" in html(client)


def test_a_set_of_tasks_is_chosen_by_a_link_and_files_are_of_what_is_shown(client):
    digest = metered().digest
    text = html(client, set="opt")
    assert 'href="?set=full"' in text
    fixed = f"snapshot={digest}&amp;track=imported&amp;set=opt&amp;condition=original"
    for name in ("api-agentmeter", "api-agentmeter-csv"):
        assert f'href="{reverse(name)}?{fixed}"' in text


def test_a_grid_under_another_wording_is_chosen_by_a_link(client):
    """Ten tasks have a generic wording."""
    generic = reference_lines(description="generic")
    lines = [one for one in generic if one["task_id"] < "m10"]
    metered(MeterDraft([*reference_lines(), *lines]))
    assert 'href="?condition=generic"' in html(client, set="opt").replace("set=opt&amp;", "")

    ranked = tables(client, set="opt", condition="generic")["ranked"]
    assert len(ranked.rows) == 6
    answer = client.get(ranked.cell(0, "Passes").href)
    assert "Opt set, Generic descriptions" in answer.content.decode()


def test_the_other_boards_and_the_calibration_are_one_click_away(client):
    metered()
    text = html(client)
    assert f'href="{reverse("calibration")}?bundle=meter%401"' in text
    published("LexicalFrugal")
    boards = client.get(reverse("leaderboard")).content.decode()
    assert f'<a href="{PAGE}">AgentMeter</a>' in boards


def test_without_a_publication_the_page_says_what_to_do(client):
    import_meter_bundle()
    assert "There is no published board here yet." in html(client)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_takes_a_fixed_number_of_queries(client, rows, django_assert_num_queries):
    agents = reference_agents()[: 2 * rows]
    names = {one["name"] for one in agents}
    lines = [one for one in reference_lines() if one["agent"] in names]
    metered(MeterDraft(lines, agents=agents))
    store_price_book(small_book())
    with django_assert_num_queries(6):  # snapshot, bundles, grid, failures, calibration, books
        html(client)
    # and calibration, episodes, tasks, the book and its prices
    with django_assert_num_queries(11):
        html(client, prices="1")


def test_a_grid_is_only_read(client):
    assert client.post(PAGE).status_code == 405


@pytest.mark.parametrize("rule", [PricingRule.BOOK])
def test_the_prices_of_the_grid_are_named(client, rule):
    store_price_book(
        replace(small_book(), prices=dict.fromkeys(("model-a", "model-b", "model-c"), PRICE))
    )
    archive = uploaded(MeterDraft([one | {"usage": USAGE} for one in reference_lines()]))
    actions.calibrate_bundle(archive.bundle_id, keeper(), rule)
    actions.publish_snapshot(archive.bundle_id)
    assert f'href="{reverse("price-book", args=[1])}">price book 1</a>' in html(client)
