"""What is extracted of a task, and that nothing of its evaluation is."""

from tasks_app.domain.descriptions.anchors import anchors_of
from tasks_app.domain.descriptions.named_things import AnchorKind, named_things
from tasks_app.domain.descriptions.quantities import bounds
from tasks_app.domain.descriptions.reading import reading
from tasks_app.tests.domain.descriptions.candidates import CASES, task_named, task_of


def texts(anchors, *kinds):
    return [anchor.text for anchor in anchors if anchor.kind in kinds]


def test_the_anchors_of_a_task_are_its_public_parts():
    anchors = anchors_of(task_named("sales-by-region"))
    assert anchors.objective.text == "Read data/sales.csv and compute the total revenue per region."
    assert anchors.artifacts == ("data/sales.csv", "input")
    assert anchors.outputs == ("out/totals.json",)
    assert anchors.success_criteria[1] == "cancelled rows are left out"
    assert texts(anchors.named, AnchorKind.FILE) == ["data/sales.csv", "data/sales.csv"]
    assert texts(anchors.named, AnchorKind.OUTPUT) == ["out/totals.json"]
    assert texts(anchors.named, AnchorKind.NUMBER) == ["2", "30 seconds"]
    assert texts(anchors.named, AnchorKind.QUOTE) == ["cancelled"]
    assert "Do not modify data/sales.csv." in texts(anchors.named, AnchorKind.CONSTRAINT)


def test_every_place_holds_what_the_anchor_says():
    for case in CASES:
        for anchor in anchors_of(task_of(case)).named:
            assert anchor.text in case["original"][anchor.start : anchor.end]


def test_nothing_of_the_evaluation_is_among_the_anchors():
    for case in CASES:
        assert anchors_of(task_of(case)) == anchors_of(task_of({**case, "evaluation": []}))


def test_each_kind_of_thing_is_told_apart():
    text = (
        'Run `make all`, then open ./a/b.csv and/or notes.md; say "hi there", call load_all(),'
        " pass --dry-run, use SHA-256 and Flask, wait 1,500 ms, i.e. a while."
    )
    things = named_things(text)
    assert texts(things, AnchorKind.COMMAND) == ["make all"]
    assert texts(things, AnchorKind.FILE) == ["./a/b.csv", "notes.md"]
    assert texts(things, AnchorKind.QUOTE) == ["hi there"]
    assert texts(things, AnchorKind.NAME) == ["load_all()", "--dry-run", "SHA-256", "Flask"]
    assert [thing.key for thing in things if thing.kind is AnchorKind.NUMBER] == ["1500ms"]
    assert things[1].key == "a/b.csv"


def test_numbers_in_words_figures_and_units_are_one():
    keys = [thing.key for thing in named_things("ten percent, 10 %, 10%, the third, 3rd, 3.10")]
    assert keys == ["10%", "10%", "10%", "3", "3", "3.10"]


def test_one_and_second_are_numbers_only_where_they_count():
    words = "One of the files took one second at the second try; exactly one line."
    assert [thing.key for thing in named_things(words)] == ["2", "1"]


def test_bounds_are_read_from_either_side_of_the_number():
    text = "at least 5, no more than 6, 7 or fewer, over 8, not more than 9, may not exceed 10"
    found = [(bound.sign, bound.key) for bound in bounds(text)]
    assert found == [(">=", "5"), ("<=", "6"), ("<=", "7"), (">", "8"), ("<=", "9"), ("<=", "10")]


def test_full_stops_inside_names_end_no_sentence():
    sentences = reading("Read a.b.csv. Use Python 3.11 there.").sentences
    assert [sentence.text for sentence in sentences] == ["Read a.b.csv.", "Use Python 3.11 there."]
