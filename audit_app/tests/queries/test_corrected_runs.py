"""Reports correct the audited runs, from what is stored."""

import pytest

from audit_app import actions, queries
from audit_app.queries.corrected_runs import corrected, scored_runs
from audit_app.tests.audits import bare_audit, design, label_next, reviewer
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person


def closed_audit(*runs, decision="correct"):
    """Every judged answer of the runs, labelled alike by one reviewer."""
    mia, rita = person("mia", is_maintainer=True), reviewer()
    audit = actions.open_audit(design(*runs, size=100), mia)
    for _ in range(audit.items.count()):
        label_next(audit, rita, decision)
    return actions.close_audit(audit.pk, mia)


@pytest.mark.django_db
def test_judged_figures_are_those_of_the_episodes_and_corrected_ones_those_of_people():
    run = executed_run("LexicalEager")
    audit = closed_audit(run, decision="incorrect")

    (found,) = queries.report(audit.pk).corrected

    assert found.title == f"LexicalEager, {run.budget_label}"
    assert found.judged["accuracy"] == run.episodes.filter(correct=True).count() / 12
    assert found.judged["strict"] == run.episodes.filter(strict=True).count() / 12
    stops = run.episodes.filter(correct=True, family="stop_loss").count()
    assert found.figures["accuracy"].value == pytest.approx(stops / 12)


@pytest.mark.django_db
def test_two_runs_of_an_agent_are_told_apart():
    first, second = executed_run("LexicalEager"), executed_run("LexicalEager")
    titles = [run.title for run in queries.report(closed_audit(first, second).pk).corrected]

    assert len(set(titles)) == 2
    assert {title.rpartition(", ")[2] for title in titles} == {
        str(run.pk)[:8] for run in (first, second)
    }


@pytest.mark.django_db
def test_a_run_that_lost_an_episode_is_not_corrected():
    run = executed_run("LexicalEager")
    audit = closed_audit(run)
    run.episodes.filter(family="stop_loss").first().delete()

    (found,) = queries.report(audit.pk).corrected

    assert found.figures["econ"].reason == "undefined: tasks without a scored episode: 1"


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_more_runs_need_no_more_queries(count, django_assert_num_queries):
    audit = closed_audit(*(executed_run("LexicalEager") for _ in range(count)))
    corrected(audit, scored_runs(audit), ())  # bundles and rubrics are kept by process

    with django_assert_num_queries(3):  # runs, their judges, outcomes
        assert len(corrected(audit, scored_runs(audit), ())) == count


@pytest.mark.django_db
def test_imported_labels_have_no_runs_to_correct():
    audit = bare_audit()
    assert corrected(audit, scored_runs(audit), ()) == ()
