"""Reads of bundles and tasks, and how few queries they take."""

from dataclasses import replace

import pytest

from tasks_app import actions, queries
from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import Family
from tasks_app.models import Bundle
from tasks_app.tests.domain.test_bundle_format import METER_TASK, meter_bundle
from tasks_app.tests.factories import import_mini_bundle, mini_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db


def import_version(version, name="mini"):
    spec = replace(mini_bundle().spec, name=name, version=version)
    return actions.import_bundle(sealed(spec, mini_bundle().tasks))


def test_there_may_be_no_bundle():
    assert queries.all_bundles() == ()
    assert queries.find_bundle() is None
    assert queries.find_bundle("mini") is None


def test_a_bundle_is_found_by_ref_by_name_or_as_the_newest():
    first, second = import_version("1"), import_version("2")
    other = import_version("1", name="other")
    assert queries.find_bundle("mini@1").id == first
    assert queries.find_bundle("mini").id == second
    assert queries.find_bundle().id == other
    assert queries.find_bundle("mini@3") is None
    assert [row.ref for row in queries.all_bundles()] == ["other@1", "mini@2", "mini@1"]


def test_the_newest_bundle_is_that_of_a_kind_where_one_is_asked_for():
    economic = import_mini_bundle()
    metered = import_meter_bundle()
    assert queries.find_bundle().id == metered
    assert queries.find_bundle(kind=BundleKind.ECONOMIC).id == economic
    assert queries.find_bundle(kind=BundleKind.METER).id == metered
    assert queries.find_bundle("mini@1", BundleKind.METER) is None


def test_a_row_says_what_lists_show():
    import_mini_bundle()
    (row,) = queries.all_bundles()
    assert (row.ref, row.kind, row.task_count) == ("mini@1", "economic", 12)
    assert row.title == "Twelve hand-made tasks"


@pytest.mark.parametrize("bundles", [1, 3])
def test_all_bundles_take_one_query(bundles, django_assert_num_queries):
    for version in range(bundles):
        import_version(str(version))
    with django_assert_num_queries(1):
        assert len(queries.all_bundles()) == bundles


def test_the_manifest_is_read_once(django_assert_num_queries):
    bundle_id = import_mini_bundle()
    with django_assert_num_queries(1):
        assert queries.bundle_spec(bundle_id) == mini_bundle().spec
        assert queries.bundle_spec(bundle_id) is queries.bundle_spec(bundle_id)


def test_an_unknown_bundle_has_no_manifest():
    with pytest.raises(Bundle.DoesNotExist):
        queries.bundle_spec(0)


def test_tasks_come_back_as_they_were_imported(django_assert_num_queries):
    bundle_id = import_mini_bundle()
    with django_assert_num_queries(1):
        found = queries.task_specs(bundle_id)
        assert queries.task_specs(bundle_id) == found
    assert tuple(found.values()) == mini_bundle().tasks
    assert list(found) == [task.task_id for task in mini_bundle().tasks]


def test_some_tasks_can_be_asked_for_by_id(django_assert_num_queries):
    bundle_id = import_mini_bundle()
    wanted = [task.task_id for task in mini_bundle().tasks[2:5]]
    with django_assert_num_queries(1):
        assert list(queries.task_specs(bundle_id, [*wanted[::-1], "t-unknown"])) == wanted


def test_families_are_known_without_reading_tasks(django_assert_num_queries):
    bundle_id = import_mini_bundle()
    with django_assert_num_queries(1):
        families = queries.task_families(bundle_id)
        queries.task_families(bundle_id)
    assert families == {task.task_id: task.family for task in mini_bundle().tasks}
    assert list(families.values()).count(Family.ESCALATION) == 3


def test_an_agent_view_holds_nothing_of_the_oracle_and_no_searchable_text():
    bundle_id = import_mini_bundle()
    views = queries.agent_views(bundle_id)
    for task in mini_bundle().tasks:
        text = repr(views[task.task_id])
        assert task.oracle.rationale not in text
        assert not any(d.text in text for d in task.documents if d.surface != "context")


def test_tasks_of_a_meter_bundle_have_their_own_query():
    bundle_id = actions.import_bundle(meter_bundle())
    assert queries.meter_tasks(bundle_id) == {"m-1": METER_TASK}
    assert queries.bundle_spec(bundle_id).kind == "meter"
