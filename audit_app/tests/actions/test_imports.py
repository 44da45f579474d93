"""Labels that people made elsewhere become an audit, whose report gives the published figures."""

import os
from pathlib import Path

import pytest

from audit_app import actions, queries
from audit_app.domain.label_sets import read_label_set
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db

HUMAN = """id\tQuestion\tModel answer\tAcceptable?\tannotator1\tannotator2\tannotator3
1\twhere?\there\tYes\tYes\tYes\t
1\twhere?\tthere\tNo\tYes\tNo\tNo
2\twhen?\tnow\tYes\tYes\t\tYes
2\twhen?\tnow\tNo\tNo\tNo\t
"""
JUDGE = """id\tQuestion\tModel answer\tAcceptable?\tgpt-4
1\twhere?\there\tYes\tYes, it is.
1\twhere?\tthere\tYes\tYes.
2\twhen?\tnow\t\tI cannot determine it.
2\twhen?\tnow\tNo\tNo.
"""


def imported(human, judge):
    found = read_label_set(human, judge)
    mia = person("mia", is_maintainer=True)
    return actions.import_label_set("OpenQA-eval", "gpt-4", found, mia)


def test_a_label_set_is_a_closed_audit_with_a_whole_log():
    audit = imported(HUMAN.splitlines(), JUDGE.splitlines())
    assert (audit.status, audit.size, audit.labels.count()) == ("closed", 4, 7)
    assert queries.log_problems(audit.pk) == ()
    assert "1 without a second label" in audit.reason
    assert "1 without a verdict" in audit.reason


def test_what_people_disagree_on_is_decided_by_the_third():
    audit = imported(HUMAN.splitlines(), JUDGE.splitlines())
    report = queries.report(audit.pk)
    # Judge yes, yes, no; people yes, no (adjudicated), no. The third row has no verdict.
    assert [list(row) for row in report.overall.table] == [[1, 1], [0, 1]]
    assert (report.humans.items, report.humans.single) == (3, 1)


@pytest.mark.real_data
def test_the_published_labels_give_the_published_kappas():
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: the real labels were NOT read")
    source = Path(folder) / "judge/openqa_eval"
    with (
        (source / "NQ301_human.tsv").open(encoding="utf-8", newline="") as human,
        (source / "NQ301_gpt-4.tsv").open(encoding="utf-8", newline="") as judge,
    ):
        audit = imported(human, judge)
    report = queries.report(audit.pk)
    assert report.humans.items == 1483
    assert round(report.humans.pair.kappa.value, 3) == 0.735
    assert report.overall.kappa.n == 1487
    assert round(report.overall.kappa.value, 3) == 0.695
    for counted in ("1490 answers", "7 without a second label", "3 without a verdict"):
        assert counted in audit.reason
