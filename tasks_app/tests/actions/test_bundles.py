"""Importing bundles: once, all or nothing, and never changed afterwards."""

from dataclasses import replace
from unittest import mock

import pytest
from django.db import IntegrityError, transaction

from tasks_app import actions
from tasks_app.actions import bundles
from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.models import Bundle, Task
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


def changed_bundle(**changes):
    return sealed(replace(mini_bundle().spec, **changes), mini_bundle().tasks)


def test_a_bundle_and_its_tasks_are_stored_in_order():
    bundle = Bundle.objects.get(pk=import_mini_bundle())
    assert (str(bundle), bundle.task_count) == ("mini@1", 12)
    stored = list(bundle.tasks.values_list("task_id", "position"))
    assert stored == [(task.task_id, n) for n, task in enumerate(mini_bundle().tasks)]


def test_the_same_bundle_again_changes_nothing():
    assert import_mini_bundle() == import_mini_bundle()
    assert (Bundle.objects.count(), Task.objects.count()) == (1, 12)


def test_other_content_under_the_same_name_and_version_is_a_conflict():
    import_mini_bundle()
    with pytest.raises(Conflict, match="mini@1 was published with other content"):
        actions.import_bundle(changed_bundle(title="Another title"))
    fewer = sealed(
        replace(mini_bundle().spec, counts={**mini_bundle().spec.counts, "cheap_qa": 2}),
        [t for t in mini_bundle().tasks if "Hekla" not in t.question],
    )
    with pytest.raises(Conflict):
        actions.import_bundle(fewer)
    assert Task.objects.count() == 12


def test_another_version_is_another_bundle():
    assert import_mini_bundle() != actions.import_bundle(changed_bundle(version="2"))


def test_a_bundle_that_fails_a_gate_is_refused_and_nothing_is_stored():
    unaffordable = {
        family: replace(rules, budgets={"tight": 1, "medium": 2, "loose": 3})
        for family, rules in mini_bundle().spec.families.items()
    }
    with pytest.raises(Refused) as refused:
        actions.import_bundle(changed_bundle(families=unaffordable))
    assert {problem.code for problem in refused.value.problems} == {"unaffordable"}
    assert not Bundle.objects.exists()


def test_nothing_stays_of_an_import_that_breaks_in_the_middle():
    broken = mock.patch.object(Task.objects, "bulk_create", side_effect=RuntimeError)
    with broken, pytest.raises(RuntimeError), transaction.atomic():
        import_mini_bundle()
    assert not Bundle.objects.exists()


def test_of_two_simultaneous_imports_the_second_finds_the_first():
    bundle_id = import_mini_bundle()
    # What the loser of the race saw: nothing there when it looked, the row when it wrote.
    looks = mock.patch.object(bundles, "_stored", side_effect=[None, bundle_id])
    with looks, transaction.atomic():
        assert import_mini_bundle() == bundle_id
    assert Bundle.objects.count() == 1


@pytest.mark.parametrize(("model", "change"), [(Bundle, {"title": "new"}), (Task, {"spec": {}})])
def test_the_database_itself_refuses_to_change_what_is_published(model, change):
    import_mini_bundle()
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        model.objects.update(**change)
