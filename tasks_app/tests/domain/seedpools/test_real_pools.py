"""The readers on real third-party files."""

import os
from pathlib import Path

import pytest

from tasks_app.domain.seedpools.squad2 import read_squad2

pytestmark = pytest.mark.real_data


@pytest.mark.parametrize(
    ("name", "rows", "codes"),
    [
        ("allennlp_squad2.json", 1, []),
        ("farm_noanswer.json", 1, []),
        ("farm_answer-wrong.json", 0, ["answer_not_in_context"]),
        ("farm_answer-offset-wrong.json", 0, ["answer_not_in_context"]),
        ("hf_fixture_sample.json", 0, ["flat_squad"]),
    ],
)
def test_squad_fixtures_give_rows_or_a_named_problem(name, rows, codes):
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: real SQuAD 2.0 fixtures were NOT read")
    file = read_squad2(Path(folder) / "qa" / "squad2" / name)
    assert (len(file.rows), [p.code for p in file.problems]) == (rows, codes)
