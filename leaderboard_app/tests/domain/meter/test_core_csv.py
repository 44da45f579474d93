import csv
import io

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.core_board import core_board
from leaderboard_app.domain.meter.core_csv import core_csv
from leaderboard_app.domain.meter.task_sets import core_selection
from leaderboard_app.tests.domain.meter.grids import vector_episodes
from leaderboard_app.tests.domain.meter.test_core_board import CALIBRATION, FRAME, board


def lines(found):
    return list(csv.DictReader(io.StringIO(core_csv(found))))


def test_core_comes_first_and_is_told_from_the_smaller_ones():
    found = lines(board())
    assert [line["core"] for line in found] == ["yes", *["no"] * 9]
    assert (found[0]["tasks"], found[0]["easy"], found[0]["random_subsets"]) == ("12", "4", "10000")
    assert len(found[0]["task_ids"].split()) == 12


def test_what_is_undefined_is_empty_with_its_reason():
    alone = vector_episodes().select(configurations=vector_episodes().keys[:1])
    line = lines(core_board(FRAME, alone, core_selection(CALIBRATION, 4), seed=5))[0]

    assert (line["spearman"], line["spearman_expected"], line["largest_shift"]) == ("", "", "")
    assert line["spearman_reason"] == line["kendall_reason"] != ""


def test_task_ids_that_a_spreadsheet_would_run_are_made_text():
    found = board()
    found["core"]["task_ids"]["easy"][0] = "=cmd()"
    assert lines(found)[0]["task_ids"].startswith("'=cmd()")


def test_the_calibration_of_these_tests_is_that_of_the_reference_values():
    assert calibrate(vector_episodes()) == CALIBRATION
