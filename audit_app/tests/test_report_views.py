"""The report of a closed audit through the whole stack: page, CSV, export, disagreements."""

import csv
import io
import zipfile

import pytest
from django.urls import reverse

from audit_app import actions
from audit_app.models import Adjudication, Audit, Provenance
from audit_app.tests.audits import bare_audit, opened_audit, reviewer, says
from audit_app.tests.paper import MORE_POSITIVE, POPULATIONS, human_decision, paper_audit
from audit_app.tests.statistics import SHOWN, vectors
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def mia(client):
    user = person("mia-of-tests", is_maintainer=True)
    client.force_login(user)
    return user


def labelled(audit, mia, decision_of):
    """The audit labelled by one reviewer from first to last, and closed."""
    rita = reviewer()
    while claimed := actions.claim_item(audit.pk, rita):
        decision = decision_of(claimed.item)
        if decision:
            actions.record_label(claimed.item.id, rita, says(decision, claimed.version))
        else:
            break
    return actions.close_audit(audit.pk, mia)


@pytest.fixture
def paper(mia):
    return labelled(paper_audit(), mia, lambda item: human_decision(item.question))


def text_of(client, name, *ids):
    response = client.get(reverse(name, args=ids))
    assert response.status_code == 200
    return response.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def lines_of(client, audit):
    rows = csv.DictReader(io.StringIO(text_of(client, "audit-report-csv", audit.pk)))
    return {(row["section"], row["subject"], row["key"]): row for row in rows}


def test_the_page_shows_the_published_table_and_its_numbers(client, paper):
    html = text_of(client, "audit-report", paper.pk)
    assert "Disagreements: 8; all are judge false positives." in html
    for number in ("91.7 %", "0.833", "0.0556", "0.724\N{EN DASH}0.942", "0.0078"):
        assert number in html
    assert html.count("Share of the items labelled by both on which the two decided alike") >= 1


@pytest.mark.parametrize(
    ("case", "populations", "se", "shown"),
    [
        # 30 % judge-positive: sqrt(4 (75/1000)^2 (1 - 12/75) (10/12 2/12) / 11)
        (0, POPULATIONS, 0.015448, ("30.0 %", "25.0 %", "95.0 %", "0.875", "0.0154")),
        # 40 %: sqrt(4 (100/1000)^2 (1 - 12/100) (10/12 2/12) / 11)
        (1, MORE_POSITIVE, 0.021082, ("40.0 %", "33.3 %", "93.3 %", "0.857", "0.0211")),
    ],
    ids=["share 0.30", "share 0.40"],
)
def test_the_estimates_are_those_of_the_stated_shares(client, mia, case, populations, se, shown):
    # Rates and kappa are the vector's; its standard error is that of two cells of 48, while the
    # page's is that of eight cells of 12: see docs/audit-protocol.md.
    audit = labelled(paper_audit(populations), mia, lambda item: human_decision(item.question))
    golden = vectors("audit_estimates")["post_stratified"][case]
    lines = lines_of(client, audit)
    human = lines["population", "", "human_rate"]
    assert float(human["value"]) == pytest.approx(golden["human_rate"], abs=SHOWN)
    assert float(human["se"]) == pytest.approx(se, abs=1e-6)
    kappa = float(lines["population", "", "population_kappa"]["value"])
    assert kappa == pytest.approx(golden["reweighted_kappa"], abs=SHOWN)
    html = text_of(client, "audit-report", audit.pk)
    for number in shown:
        assert number in html.split('id="population"')[1].split("</table>")[0]


def test_what_is_undefined_says_why_on_the_page_and_in_the_csv(client, mia):
    audit = labelled(bare_audit(size=4), mia, lambda item: None)
    html = text_of(client, "audit-report", audit.pk)
    assert "undefined: no item was labelled by both" in html
    assert "nan" not in html.lower().replace("finance", "")
    kappa = lines_of(client, audit)["overall", "", "kappa"]
    assert kappa["value"] == ""
    assert kappa["reason"] == "undefined: no item was labelled by both"


def test_skips_and_unsure_labels_are_counted_by_reason_on_the_page_in_csv_and_json(client, mia):
    audit, rita = bare_audit(size=4), reviewer()
    for decision, reason in (("skip", HOSTILE), ("skip", HOSTILE), ("unsure", ""), ("correct", "")):
        claimed = actions.claim_item(audit.pk, rita)
        said = says(decision, claimed.version, reason=reason)
        actions.record_label(claimed.item.id, rita, said)
    actions.close_audit(audit.pk, mia)
    html = text_of(client, "audit-report", audit.pk)
    assert HOSTILE not in html
    assert "&lt;script&gt;" in html
    assert "2 / 4" in html
    lines = lines_of(client, audit)
    counted = [
        (row["subject"], row["numerator"]) for key, row in lines.items() if "undecided" in key
    ]
    assert counted == [("", "1"), ("no reason given", "1"), ("", "2"), (HOSTILE, "2")]
    told = client.get(reverse("api-audit-report", args=[audit.pk])).json()["counts"]["undecided"]
    assert [(row["decision"], row["labels"]) for row in told] == [("unsure", 1), ("skip", 2)]


def test_a_review_of_tasks_shows_coverage_and_shares_in_percent(client, mia):
    audit = bare_audit(
        size=45, kind="realism", cells=[{"family": "cheap_qa", "verdict": None, "population": 304}]
    )
    Provenance.objects.filter(item__audit=audit).update(verdict="")
    Audit.objects.filter(pk=audit.pk).update(
        cells=[{**audit.cells[0], "drawn": 45, "inclusion": 45 / 304}]
    )
    labelled(audit, mia, lambda item: "correct")
    html = text_of(client, "audit-report", audit.pk)
    assert "14.8 %" in html
    assert "45 / 304" in html
    assert "Reviewed: found realistic or not" in html
    assert "Without a readable verdict" not in html


def test_a_small_sample_is_warned_of(client, mia):
    audit = labelled(bare_audit(size=4), mia, lambda item: "correct")
    assert "The sample is too small: 4 items" in text_of(client, "audit-report", audit.pk)


@pytest.mark.parametrize("name", ["audit-report-csv", "audit-export"])
def test_an_open_audit_has_no_report(client, mia, name):
    audit = bare_audit()
    response = client.get(reverse("audit-report", args=[audit.pk]))
    assert response.url == reverse("audit", args=[audit.pk])
    assert client.get(reverse(name, args=[audit.pk])).status_code == 404


def test_an_item_of_an_open_audit_shows_its_sides_to_nobody(client, mia):
    audit = bare_audit()
    address = reverse("audit-disagreement", args=[audit.pk, audit.items.first().pk])
    assert client.get(address).status_code == 404


def test_the_export_is_a_zip_for_maintainers(client, paper):
    response = client.get(reverse("audit-export", args=[paper.pk]))
    archive = zipfile.ZipFile(io.BytesIO(b"".join(response)))
    assert "manifest.json" in archive.namelist()
    client.force_login(reviewer("omar"))
    assert client.get(reverse("audit-export", args=[paper.pk])).status_code == 403


def disagreement_of(audit):
    return audit.items.get(question__contains="cheap_qa-correct-0")


def test_a_third_decision_stands_beside_the_labels(client, paper, mia):
    item = disagreement_of(paper)
    sides = text_of(client, "audit-disagreement", paper.pk, item.pk)
    assert "There is none yet." in sides
    address = reverse("audit-adjudicate", args=[paper.pk, item.pk])
    response = client.post(address, {"decision": "correct", "reason": HOSTILE}, follow=True)
    html = response.content.decode()
    assert HOSTILE not in html
    assert "&lt;script&gt;" in html
    assert Adjudication.objects.get().decision == "correct"
    report = text_of(client, "audit-report", paper.pk)
    assert "After adjudication" in report
    assert "91.7 %" in report


def test_a_third_decision_needs_its_reason_and_a_maintainer(client, paper):
    item = disagreement_of(paper)
    address = reverse("audit-adjudicate", args=[paper.pk, item.pk])
    response = client.post(address, {"decision": "correct", "reason": " "})
    assert response.status_code == 400
    assert "Say why" in response.content.decode()
    client.force_login(reviewer("omar"))
    assert client.post(address, {"decision": "correct", "reason": "x"}).status_code == 403
    assert not Adjudication.objects.exists()


def test_both_sides_of_an_answer_of_a_run_lead_to_its_episode(client, mia):
    audit = labelled(opened_audit(), mia, lambda item: "correct")
    item = audit.items.first()
    html = text_of(client, "audit-disagreement", audit.pk, item.pk)
    episode = reverse("episode-detail", args=[item.provenance.episode_id])
    assert f'href="{episode}"' in html
    assert "LexicalEager" in html
