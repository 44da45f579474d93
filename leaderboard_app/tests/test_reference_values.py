"""The reference values of spec/vectors/ams.json through upload, calibration, API and CSV."""

import csv
import io

import pytest

from leaderboard_app.queries.calibrations import latest_calibration
from leaderboard_app.tests.metered import ams_vectors, metered

pytestmark = pytest.mark.django_db

GRID = "/api/v1/agentmeter/"
EXACT = 1e-12
EXPECTED = ams_vectors()["expected"]
CONFIGURATIONS = EXPECTED["configurations"]
PARTS = ("tq", "aubqc", "efr", "score")


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def near(value):
    return pytest.approx(value, rel=EXACT, abs=EXACT)


def test_effort_strata_budgets_and_thresholds_are_frozen_as_expected():
    snapshot = metered()
    frozen = latest_calibration(snapshot.bundle_id)
    calibration = frozen.calibration

    assert {t.task_id: t.effort for t in calibration.tasks} == near(EXPECTED["effort"])
    assert {t.task_id: t.stratum for t in calibration.tasks} == EXPECTED["stratum"]
    for name, expected in EXPECTED["strata"].items():
        assert list(calibration.strata[name].budgets) == near(expected["budgets"])
        assert calibration.strata[name].threshold == near(expected["threshold"])
    assert snapshot.manifest["calibration"] == frozen.ref


def test_the_api_gives_ams_and_its_parts(client):
    metered()
    rows = {row["key"]: row for row in client.get(GRID).json()["rows"]}

    assert set(rows) == set(CONFIGURATIONS)
    for key, expected in CONFIGURATIONS.items():
        row = rows[key]
        assert row["ams"]["value"] == near(expected["ams"])
        for stratum, parts in expected["strata"].items():
            found = {part: row["strata"][stratum][part]["value"] for part in PARTS}
            assert found == near(parts)
        assert row["passes"]["numerator"] == expected["passes"]
        assert row["tokens_per_pass"]["value"] == near(expected["tokens_per_pass"])
        assert row["usd_per_pass"]["value"] == near(expected["usd_per_pass"])


def test_the_csv_gives_the_same_digits(client):
    metered()
    text = client.get("/api/v1/agentmeter.csv").content.decode()
    rows = {row["key"]: row for row in csv.DictReader(io.StringIO(text))}

    assert set(rows) == set(CONFIGURATIONS)
    for key, expected in CONFIGURATIONS.items():
        row = rows[key]
        assert float(row["ams"]) == near(expected["ams"])
        for stratum, parts in expected["strata"].items():
            assert {part: float(row[f"{stratum}_{part}"]) for part in PARTS} == near(parts)
        assert int(row["passes_numerator"]) == expected["passes"]
        assert float(row["usd_per_pass"]) == near(expected["usd_per_pass"])
