from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.sweep import Sweep, labelled_rows, sweeps
from leaderboard_app.tests.factories import control_row, estimated, frame, simple_row
from runs_app.domain.episode import Track


def sweep_of(by_label, track=Track.TOOL_API):
    rows = labelled_rows({label: estimated(rows) for label, rows in by_label.items()})
    found = sweeps(Sweep(frame(), track, rows, resampling(frame().sizes, 1, 200)))
    return {family["family"]: family for family in found["families"]}


def test_a_curve_has_a_point_a_label_with_the_budget_of_the_family():
    row = simple_row("+-", "++")
    found = sweep_of({"loose": [row], "tight": [row], "medium": [row]})
    (curve,) = found["escalation_qa"]["curves"]

    assert [point["budget_label"] for point in curve["points"]] == ["tight", "medium", "loose"]
    assert [point["budget"] for point in curve["points"]] == [202, 370, 644]
    assert curve["points"][0]["strict"]["value"] == 0.5
    assert curve["points"][0]["mean_units"]["value"] == 46.0


def test_the_path_cost_comes_from_the_bundles_prices():
    found = sweep_of({"tight": [simple_row("++", "++")]})

    assert found["escalation_qa"]["path_cost"] == 322
    assert found["escalation_qa"]["path"] == "search + read + read + deep_research"


def test_a_track_that_is_not_priced_in_units_has_no_path_cost_and_no_response():
    coder = simple_row("++", "++", track=Track.WORKSPACE)
    found = sweep_of({"tight": [coder], "loose": [coder]}, Track.WORKSPACE)["escalation_qa"]

    assert found["path_cost"] is None
    assert found["curves"][0]["response"]["value"] is None
    assert {point["budget"] for point in found["curves"][0]["points"]} == {180}


def test_labels_at_which_a_family_was_not_attempted_have_no_point():
    found = sweep_of({"tight": [simple_row("..", "++")], "loose": [simple_row("++", "++")]})

    assert len(found["escalation_qa"]["curves"][0]["points"]) == 1
    assert len(found["cheap_qa"]["curves"][0]["points"]) == 2


def test_an_agent_without_a_point_in_a_family_still_has_its_undefined_response():
    found = sweep_of({"tight": [simple_row("..", "++")]})["escalation_qa"]["curves"][0]

    assert found["points"] == []
    assert found["response"]["value"] is None
    assert found["response"]["kind"] == "adaptive"


def test_each_agent_has_one_curve_and_controls_are_marked():
    rows = [simple_row("++", "++"), control_row("++", "++")]
    found = sweep_of({"tight": rows, "loose": rows})["cheap_qa"]["curves"]

    assert [curve["control"] for curve in found] == [False, True]
