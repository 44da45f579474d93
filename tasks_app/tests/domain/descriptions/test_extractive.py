"""Variants without a model, made from the original and a compressed trajectory."""

import pytest

from tasks_app.domain.descriptions.anchors import anchors_of
from tasks_app.domain.descriptions.extractive import ExtractiveGenerator
from tasks_app.domain.descriptions.gate import check
from tasks_app.domain.descriptions.generator import GenerationRequest
from tasks_app.domain.descriptions.trajectory import MOST_STEPS, compress
from tasks_app.tests.domain.descriptions.candidates import CASES, task_of

STEPS = [
    {"action": "bash", "arguments": {"cmd": "head out/totals.json"}, "observation": "secret.txt"},
    {"action": "edit", "arguments": {"path": "main.py"}, "observation": ""},
    {"action": "bash", "arguments": {"cmd": "wc data/sales.csv out/totals.json"}},
]


def request_for(case, steps=STEPS):
    task = task_of(case)
    original = task.descriptions.original
    return GenerationRequest(task.task_id, "m x c", original, anchors_of(task), compress(steps))


def test_a_trajectory_is_compressed_to_what_it_touched():
    trajectory = compress(STEPS)
    assert (trajectory.step_count, dict(trajectory.actions)) == (3, {"bash": 2, "edit": 1})
    assert [name for name in trajectory.touched if "." in name] == [
        "out/totals.json",
        "main.py",
        "data/sales.csv",
    ]


def test_a_hostile_trajectory_stays_small():
    trajectory = compress({"action": "x", "arguments": f"f{i}.py"} for i in range(MOST_STEPS * 2))
    assert trajectory.step_count == MOST_STEPS * 2
    assert len(trajectory.touched) == 200
    assert compress([{"action": None, "arguments": None}]).touched == ()


@pytest.mark.parametrize("case", CASES, ids=[case["task_id"] for case in CASES])
def test_variants_are_new_labelled_and_pass_the_gate(case):
    backwards = [{"arguments": list(reversed(anchors_of(task_of(case)).outputs))}]
    for draft in ExtractiveGenerator().drafts(request_for(case, backwards)):
        assert draft.label.startswith("extractive: ")
        assert draft.text != case["original"]
        codes = {finding.code for finding in check(task_of(case), draft.text).findings}
        assert codes <= {"missing_requirement"}  # where a sentence without names is left out


def test_what_the_trajectory_touched_first_comes_first():
    first, *_ = ExtractiveGenerator().drafts(request_for(CASES[0]))
    assert first.text.startswith("Write the totals to out/totals.json")


def test_one_sentence_has_no_variant():
    case = {**CASES[0], "original": "Read data/sales.csv."}
    assert ExtractiveGenerator().drafts(request_for(case)) == ()
