"""The gates, each on the golden bundle with one thing made wrong."""

from dataclasses import replace

import pytest

from tasks_app.domain import gates
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.task_spec import Surface, Trace
from tasks_app.tests.factories import mini_bundle


def task_of(family, decision=None):
    tasks = mini_bundle().tasks
    return next(t for t in tasks if t.family is family and decision in (None, t.oracle.decision))


def with_oracle(task, **changes):
    return replace(task, oracle=replace(task.oracle, **changes))


def with_surfaces(task, surface_of):
    documents = tuple(replace(d, surface=surface_of(d)) for d in task.documents)
    return replace(task, documents=documents)


def codes(task):
    return [problem.code for problem in gates.task_findings(task, mini_bundle().spec)]


def test_the_golden_bundle_passes_every_gate():
    assert gates.findings(mini_bundle()) == ()


def test_every_finding_names_its_task():
    task = replace(task_of(Family.ESCALATION), question="Is it the Black Sea, 102 or Jørn Utzon?")
    (problem, *_) = gates.task_findings(task, mini_bundle().spec)
    assert (problem.code, problem.task_id) == ("answer_in_question", task.task_id)


def test_an_answer_that_search_can_reach_leaks():
    task = task_of(Family.ESCALATION)
    assert "answer_leaks" in codes(with_surfaces(task, lambda _: Surface.SEARCH))


def test_an_alias_that_search_can_reach_leaks_whatever_its_spelling():
    task = with_oracle(task_of(Family.ESCALATION), aliases=("the  EARLIEST-known explosive",))
    document = replace(task.documents[0], surface=Surface.SEARCH, text="Earliest known explosive!")
    leaky = replace(task, documents=(document, *task.documents[1:]))
    assert "answer_leaks" in codes(leaky)


def test_a_title_leaks_too():
    task = with_oracle(task_of(Family.ESCALATION), answer="Gunpowder Mountain")
    searchable = next(d for d in task.documents if d.surface is Surface.SEARCH)
    titled = replace(searchable, title="Gunpowder Mountain")
    rest = tuple(d for d in task.documents if d is not searchable)
    assert "answer_leaks" in codes(replace(task, documents=(titled, *rest)))


def test_an_escalation_answer_must_stand_in_a_withheld_document():
    task = with_oracle(task_of(Family.ESCALATION), answer="Zanzibar", aliases=())
    assert codes(task) == ["answer_not_withheld"]


def test_a_cheap_answer_must_be_among_the_search_results():
    task = with_oracle(task_of(Family.CHEAP), answer="Zanzibar", aliases=())
    assert codes(task) == ["answer_not_found"]


@pytest.mark.parametrize("family", [Family.CHEAP, Family.ESCALATION])
@pytest.mark.parametrize("answer", ["Yes", "no.", "The", "..."])
def test_an_answer_too_common_to_look_for_is_refused(family, answer):
    assert "uncheckable_answer" in codes(with_oracle(task_of(family), answer=answer))


def test_a_stop_loss_task_has_neither_alias_nor_withheld_document():
    task = task_of(Family.STOP)
    assert codes(with_oracle(task, aliases=("1882",))) == ["answerable_stop"]
    withheld = with_surfaces(
        task, lambda d: Surface.DEEP if d is task.documents[0] else Surface.SEARCH
    )
    assert "answerable_stop" in codes(withheld)


def test_the_canonical_trace_must_find_as_many_documents_as_it_reads():
    task = replace(task_of(Family.STOP), question="Kangaroo?")
    assert codes(task) == ["search_finds_too_little"]


def test_context_is_for_model_tiers_only():
    searched = with_surfaces(task_of(Family.FROZEN), lambda _: Surface.SEARCH)
    assert codes(searched) == ["wrong_surface"]
    given = with_surfaces(task_of(Family.STOP), lambda _: Surface.CONTEXT)
    assert "wrong_surface" in codes(given)


def test_a_canonical_trace_over_the_main_budget_is_unaffordable():
    # search 30 + 5 reads 80 = 110 units, while the main budget of cheap_qa is tight = 90.
    task = task_of(Family.CHEAP)
    trace = Trace(("search", *["read"] * 5, "answer"), 110)
    assert "unaffordable" in codes(with_oracle(task, canonical=trace))


@pytest.mark.parametrize(
    ("family", "decision", "actions", "units"),
    [
        (Family.ESCALATION, Decision.ESCALATE, ("search", "read", "answer"), 46),
        (Family.STOP, Decision.STOP, ("search", "read", "answer"), 46),
        (Family.MODEL_UPGRADE, Decision.FAST, ("run_model:frontier", "answer"), 160),
        (Family.MODEL_UPGRADE, Decision.FRONTIER, ("run_model:fast", "answer"), 20),
    ],
)
def test_a_canonical_trace_must_take_its_decision(family, decision, actions, units):
    task = with_oracle(task_of(family, decision), canonical=Trace(actions, units))
    assert codes(task) == ["wrong_canonical"]


def test_a_cheap_canonical_trace_uses_no_composite_research():
    trace = Trace(("deep_research", "answer"), 260)
    assert "wrong_canonical" in codes(with_oracle(task_of(Family.CHEAP), canonical=trace))


YES, NO = True, False


@pytest.mark.parametrize(
    ("decision", "fast", "frontier", "expected"),
    [
        (Decision.FAST, (YES, NO, YES), (YES, YES, NO), []),
        (Decision.FRONTIER, (NO, NO, YES), (YES, YES, NO), []),
        (Decision.FRONTIER, (YES, NO, YES), (YES, YES, NO), ["wrong_tier_decision"]),
        (Decision.FAST, (NO, NO, YES), (YES, YES, NO), ["wrong_tier_decision"]),
        (Decision.FRONTIER, (NO, NO, NO), (YES, NO, NO), ["frontier_fails"]),
    ],
)
def test_the_decision_is_what_the_majority_of_attempts_says(decision, fast, frontier, expected):
    task = task_of(Family.MODEL_UPGRADE, decision)
    assert codes(with_oracle(task, tier_labels={"fast": fast, "frontier": frontier})) == expected


def test_counts_and_budgets_of_the_manifest_are_gates_too():
    bundle = mini_bundle()
    families = {
        **bundle.spec.families,
        Family.CHEAP: replace(
            bundle.spec.families[Family.CHEAP], budgets={"tight": 90, "medium": 90, "loose": 480}
        ),
    }
    changed = replace(
        bundle,
        spec=replace(bundle.spec, families=families, counts={**bundle.spec.counts, "stop_loss": 3}),
    )
    assert {p.code for p in gates.findings(changed)} == {"budget_order", "count_mismatch"}
