from uuid import UUID

import pytest

from leaderboard_app.domain.boards import bundle_boards
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.tests.factories import frame, outcome, run, wrong
from runs_app.domain.episode import AgentSpec, CompositeMode, Track

TASKS = ("cheap_qa-1", "cheap_qa-2", "escalation_qa-1", "escalation_qa-2")
CONTROL = AgentSpec("Control", Track.SCRIPTED, composite_mode=CompositeMode.ORACLE)


def agent(name, track):
    return AgentSpec(name, track)


def boards(*runs, make=outcome):
    outcomes = [make(run.run_id.int, task) for run in runs for task in TASKS]
    composition = compose(frame(), runs, outcomes)
    return bundle_boards(composition, resampling(frame().sizes, 1, 200))


def found(boards, kind, track="tool_api", label="main"):
    (payload,) = [
        p
        for p in boards.payloads
        if (p["kind"], p["track"], p["budget_label"]) == (kind, track, label)
    ]
    return payload


def test_a_track_has_five_kinds_of_board_and_sweeps_span_the_labels():
    published = boards(run(1))

    assert [(p["kind"], p["budget_label"]) for p in published.payloads] == [
        ("leaderboard", "main"),
        ("family-matrix", "main"),
        ("failures", "main"),
        ("s-lambda", "main"),
        ("sweeps", ""),
    ]


def test_only_labels_that_somebody_ran_at_have_boards_beside_the_main_one():
    published = boards(run(1, budget_label="loose"))
    labels = [p["budget_label"] for p in published.payloads if p["kind"] == "leaderboard"]

    assert labels == ["main", "loose"]
    assert found(published, "leaderboard")["rows"] == []


def test_only_tracks_with_a_competing_agent_have_boards():
    published = boards(run(1), run(2, agent_id=2, spec=CONTROL))

    assert {p["track"] for p in published.payloads} == {"tool_api"}
    board = found(published, "leaderboard")
    assert [row["agent"]["name"] for row in board["rows"]] == ["agent"]
    assert [row["agent"]["name"] for row in board["controls"]] == ["Control"]


def test_controls_alone_have_a_scripted_board_without_rows():
    published = boards(run(1, spec=CONTROL))

    assert published.default_track is Track.SCRIPTED
    board = found(published, "leaderboard", "scripted")
    assert board["rows"] == []
    assert len(board["controls"]) == 1


def test_no_run_at_all_leaves_one_empty_board_a_kind():
    published = boards()

    assert found(published, "leaderboard", "scripted")["rows"] == []
    assert found(published, "sweeps", "scripted", "")["families"][0]["curves"] == []


def test_the_default_track_is_the_one_with_most_rows():
    imported = agent("log", Track.IMPORTED)
    published = boards(run(1), run(2, agent_id=2, spec=imported), run(3, agent_id=3, spec=imported))

    assert published.default_track is Track.IMPORTED
    assert {p["track"] for p in published.payloads} == {"tool_api", "imported"}


def test_tracks_are_never_ranked_together():
    published = boards(run(1), run(2, agent_id=2, spec=agent("coder", Track.WORKSPACE)))

    assert len(found(published, "leaderboard")["rows"]) == 1
    assert len(found(published, "leaderboard", "workspace")["rows"]) == 1
    assert found(published, "leaderboard", "workspace")["cost_basis"] == "execution_proxy"


def test_rows_are_in_order_of_econ_and_equal_ones_by_name():
    specs = [agent(name, Track.TOOL_API) for name in ("worse", "b", "a")]
    runs = [run(n, agent_id=n, spec=spec) for n, spec in enumerate(specs, 1)]
    outcomes = [(wrong if n == 1 else outcome)(n, task) for n in (1, 2, 3) for task in TASKS]
    composition = compose(frame(), runs, outcomes)
    board = found(bundle_boards(composition, resampling(frame().sizes, 1, 200)), "leaderboard")

    assert [row["agent"]["name"] for row in board["rows"]] == ["a", "b", "worse"]
    assert [row["rank"] for row in board["rows"]] == [1, 1, 3]


def test_a_row_names_the_runs_that_it_rests_on():
    board = found(
        boards(run(1, budget_label="tight"), run(2, budget_label="medium")), "leaderboard"
    )

    assert board["rows"][0]["run_ids"] == [str(UUID(int=1)), str(UUID(int=2))]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_payloads_do_not_depend_on_the_order_of_runs(order):
    runs = [run(n, agent_id=n, spec=agent(f"agent {n}", Track.TOOL_API)) for n in (1, 2, 3)]

    assert boards(*(runs[i] for i in order)) == boards(*runs)
