from uuid import UUID

from audit_app.domain.corrected_runs import AuditedOutcomes, corrected_runs
from audit_app.domain.tables.correction_table import correction_table
from audit_app.tests.domain.test_correction import COUNTS, OUTCOMES
from tasks_app.domain.families import GROUP_OF


def table(**facts):
    run = AuditedOutcomes(UUID(int=1), "alpha, main", OUTCOMES, **facts)
    return correction_table(corrected_runs(COUNTS, [run], GROUP_OF, replicates=100))


def cell(found, key):
    return found.rows[0].cells[[head.key for head in found.header].index(key)]


def test_the_corrected_figure_follows_the_judged_one_with_its_interval():
    found = table()

    assert cell(found, "strict").value == 14 / 25
    corrected = cell(found, "corrected_strict")
    assert corrected.low < corrected.value < corrected.high < 14 / 25 + 0.3
    assert len(found.rows[0].cells) == len(found.header) == 11


def test_what_cannot_be_corrected_shows_why():
    found = cell(table(missing=1), "corrected_econ")

    assert (found.value, found.reason) == (
        None,
        "undefined: tasks without a scored episode: 1",
    )


def test_without_runs_the_table_says_so():
    assert correction_table([]).empty.startswith("There is no run to correct")
