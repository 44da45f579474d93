"""The synthetic meter bundle: complete, readable again, and its wordings keep every task."""

import pytest

from tasks_app.domain.bundle_format import read_bundle, write_bundle
from tasks_app.domain.descriptions.gate import check
from tasks_app.domain.price_book_checks import book_problems
from tasks_app.domain.synthetic.bundle import TITLE, kind_of, synthetic_bundle
from tasks_app.domain.synthetic.configurations import CLIS, MODELS, PRICES, SOURCES
from tasks_app.domain.synthetic.kinds import KINDS
from tasks_app.tests.price_books import small_book

BUNDLE = synthetic_bundle()
OPT = [task for task in BUNDLE.meter_tasks if task.descriptions.by_source]


def test_thirty_tasks_ten_of_each_kind_and_nine_with_other_wordings():
    kinds = [kind_of(task.task_id) for task in BUNDLE.meter_tasks]
    assert {kind: kinds.count(kind) for kind in KINDS} == dict.fromkeys(KINDS, 10)
    assert BUNDLE.spec.counts == {"full": 30, "core": 15, "opt": 9}
    assert {kind_of(task.task_id) for task in OPT} == set(KINDS)
    assert TITLE.startswith("Synthetic")


def test_it_is_written_and_read_again_as_the_same_bundle(tmp_path):
    write_bundle(BUNDLE, tmp_path / "b.zip")
    assert read_bundle(tmp_path / "b.zip").spec == synthetic_bundle().spec == BUNDLE.spec


@pytest.mark.parametrize("task", OPT, ids=lambda task: task.task_id)
def test_every_other_wording_differs_and_passes_the_gate(task):
    wordings = {"generic": task.descriptions.generic, **task.descriptions.by_source}
    assert set(task.descriptions.by_source) == set(SOURCES)
    assert len({task.descriptions.original, *wordings.values()}) == 6
    assert {name: check(task, text).findings for name, text in wordings.items()} == dict.fromkeys(
        wordings, ()
    )


def test_what_the_evaluator_knows_is_in_no_text_for_agents():
    for task in BUNDLE.meter_tasks:
        (hidden,) = task.source["evaluation"]
        shown = (task.instruction, task.descriptions, task.outputs, task.success_criteria)
        assert hidden.partition(":")[0] not in str(shown)


def test_all_models_are_called_synthetic_and_can_be_priced():
    assert (len(MODELS), len(CLIS)) == (7, 4)
    assert all(model.startswith("synthetic-") for model in MODELS)
    book = small_book(**{model.replace("-", "_"): price for model, price in PRICES.items()})
    assert list(book_problems(book)) == []
    assert all(not isinstance(book.usd_price(model), str) for model in MODELS)
