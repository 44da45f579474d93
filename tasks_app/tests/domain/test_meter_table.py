"""A meter bundle out of a table's task ids."""

import pytest

from tasks_app.domain.bundle_format import read_bundle, write_bundle
from tasks_app.domain.errors import Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.meter_table import NO_WORDING, TableBundle, meter_bundle

ABOUT = TableBundle("mine", "1", "My tasks")


def built(data: bytes, about: TableBundle = ABOUT):
    return meter_bundle(open_table(data), about, "0" * 64)


def messages(data: bytes, about: TableBundle = ABOUT) -> list[str]:
    with pytest.raises(Refused) as refused:
        built(data, about)
    return [problem.message for problem in refused.value.problems]


def test_each_id_is_one_task_however_often_it_is_there():
    bundle = built(b"task,trial\nb,1\na,1\nb,2\n")
    assert [task.task_id for task in bundle.meter_tasks] == ["a", "b"]
    assert bundle.spec.counts == {"full": 2}
    assert bundle.meter_tasks[0].descriptions.original == NO_WORDING


def test_a_column_of_wordings_becomes_the_original_description():
    about = TableBundle("mine", "1", "", wording_column="text")
    [task] = built(b"task,text\nt1,Sum it up.\n", about).meter_tasks
    assert (task.instruction, task.descriptions.original) == ("Sum it up.", "Sum it up.")


def test_it_is_written_and_read_as_any_other_bundle(tmp_path):
    bundle = built(b'[{"task_id": 0}, {"task_id": 1}]')
    write_bundle(bundle, tmp_path / "mine")
    assert read_bundle(tmp_path / "mine") == bundle


def test_a_row_without_an_id_is_named_with_its_line():
    assert messages(b"task,x\na,1\n,2\nb\n") == [
        'Line 3: The column "task" names no task.',
        "Line 4: It has 1 fields, the header has 2.",
    ]


def test_two_ids_that_would_be_the_same_task_are_named():
    assert messages(b"task\na/b\na b\n") == ['Line 3: "a/b" and "a b" would both be the task a-b.']


@pytest.mark.parametrize(
    ("data", "about", "message"),
    [
        (b"a,b\n1,2\n", ABOUT, "No column looks like task ids."),
        (b"a\n1\n", TableBundle("m", "1", "", task_column="z"), 'There is no column "z".'),
        (b"task\n1\n", TableBundle("m", "1", "", wording_column="z"), 'There is no column "z".'),
    ],
)
def test_a_column_that_is_not_there_is_named(data, about, message):
    assert messages(data, about) == [message]


def test_a_name_that_no_bundle_can_have_is_refused():
    assert "name" in messages(b"task\nt1\n", TableBundle("two words", "1", ""))[0]
