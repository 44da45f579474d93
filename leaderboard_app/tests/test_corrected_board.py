"""From a person's labels to the corrected row of the public board, through the real actions."""

import pytest
from django.urls import reverse

from audit_app import actions as audits
from audit_app.domain.labels import Decision
from audit_app.queries import report
from audit_app.queries.corrections import corrections
from audit_app.tests.audits import design, label_next, reviewer
from leaderboard_app import actions, queries
from runs_app import actions as run_actions
from runs_app.domain.judging import JUDGES
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain.errors import Refused


def closed_audit(run, decision, who=""):
    """Every judged answer of a run, labelled alike by one reviewer, among people of their own."""
    mia, rita = person(f"mia{who}", is_maintainer=True), reviewer(f"rita{who}")
    audit = audits.open_audit(design(run, size=100), mia)
    for _ in range(audit.items.count()):
        label_next(audit, rita, decision)
    return audits.close_audit(audit.pk, mia)


def main_board(snapshot):
    return queries.board(snapshot.digest, "leaderboard", "tool_api", "main")


@pytest.mark.django_db
def test_people_who_contradict_every_verdict_leave_what_needs_no_judge():
    run = executed_run("LexicalEager")
    before = actions.publish_snapshot(run.bundle_id)
    audit = closed_audit(run, "incorrect")
    snapshot = actions.publish_snapshot(run.bundle_id)
    (row,) = main_board(snapshot)["rows"]
    unjudged = run.episodes.filter(correct=True, family="stop_loss").count()

    assert snapshot.digest != before.digest
    assert row["corrected_audit"] == str(audit.pk)
    assert row["corrected"]["value"] == pytest.approx(unjudged / 12)
    assert row["lenient"]["value"] > row["corrected"]["value"]
    assert [found["audit_id"] for found in snapshot.manifest["audits"]] == [str(audit.pk)]


@pytest.mark.django_db
def test_an_open_audit_changes_nothing():
    run = executed_run("LexicalEager")
    before = actions.publish_snapshot(run.bundle_id)
    audits.open_audit(design(run), person("mia", is_maintainer=True))

    assert actions.publish_snapshot(run.bundle_id) == before
    assert corrections(run.bundle_id) == ()


@pytest.mark.django_db
def test_an_audit_without_a_public_run_is_in_no_manifest():
    run = executed_run("LexicalEager")
    closed_audit(run, "correct")
    type(run).objects.filter(pk=run.pk).update(visibility="private")
    executed_run("LexicalFrugal")
    snapshot = actions.publish_snapshot(run.bundle_id)

    assert snapshot.manifest["audits"] == []
    assert str(run.pk) not in str(snapshot.manifest)


@pytest.mark.django_db
def test_the_page_api_and_csv_show_the_corrected_values(client):
    run = executed_run("LexicalEager")
    closed_audit(run, "correct")
    actions.publish_snapshot(run.bundle_id)

    page = client.get(reverse("leaderboard")).content.decode()
    row = client.get("/api/v1/leaderboard/").json()["rows"][0]
    csv = client.get("/api/v1/leaderboard.csv").content.decode()

    assert "Corrected Econ" in page
    assert "there is no order to compare" in page
    assert row["corrected_econ"]["value"] >= row["econ"]["value"]
    assert row["corrected_audit"] in csv


@pytest.mark.django_db
def test_a_third_decision_between_reviewers_corrects_the_board_anew():
    run = executed_run("LexicalEager")
    mia, rita, sam = person("mia", is_maintainer=True), reviewer(), reviewer("sam")
    audit = audits.open_audit(design(run, size=100, overlap=1.0), mia)
    for _ in range(audit.items.count()):
        label_next(audit, rita, "correct")
        label_next(audit, sam, "incorrect")
    audits.close_audit(audit.pk, mia)
    before = corrections(run.bundle_id)
    item = audit.items.filter(provenance__verdict="correct").first()
    said = item.labels.order_by("number").first().decision
    other = {"correct": "incorrect", "incorrect": "correct"}[said]
    audits.adjudicate(item.pk, mia, Decision(other), "Read again.")

    assert corrections(run.bundle_id) != before


@pytest.mark.django_db
def test_verdicts_under_a_new_rubric_are_not_corrected_by_rates_of_the_old_one(client, monkeypatch):
    run = executed_run("LexicalEager")
    audit = closed_audit(run, "correct")
    assert main_board(actions.publish_snapshot(run.bundle_id))["rows"][0]["corrected_audit"]
    monkeypatch.setattr(type(JUDGES["exact"]), "rubric", "exact/2")
    run_actions.rejudge_run(run.pk, "exact")
    snapshot = actions.publish_snapshot(run.bundle_id)
    (row,) = main_board(snapshot)["rows"]
    why = "rubric exact/2 now, people looked at verdicts of exact/1"

    assert row["corrected_audit"] is None
    assert row["corrected_econ"]["value"] is None
    assert why in row["corrected_econ"]["reason"]
    assert why in client.get(reverse("leaderboard")).content.decode()
    (found,) = snapshot.manifest["audits"]
    assert (found["rubric"], found["run_ids"]) == ("exact/1", [])
    assert why in found["lapsed"][str(run.pk)]
    (corrected,) = report(audit.pk).corrected
    assert why in corrected.figures["econ"].reason


@pytest.mark.django_db
def test_an_audit_under_the_new_rubric_corrects_them_again(monkeypatch):
    run = executed_run("LexicalEager")
    closed_audit(run, "incorrect")
    monkeypatch.setattr(type(JUDGES["exact"]), "rubric", "exact/2")
    run_actions.rejudge_run(run.pk, "exact")
    newer = closed_audit(run, "correct", who="-2")
    (row,) = main_board(actions.publish_snapshot(run.bundle_id))["rows"]

    assert (newer.judge_rubric, row["corrected_audit"]) == ("exact/2", str(newer.pk))


@pytest.mark.django_db
def test_runs_judged_under_several_rubrics_are_not_audited_together(monkeypatch):
    old = executed_run("LexicalEager")
    monkeypatch.setattr(type(JUDGES["exact"]), "rubric", "exact/2")
    new = executed_run("LexicalFrugal")

    with pytest.raises(Refused, match="several rubrics: exact/1, exact/2"):
        audits.open_audit(design(old, new), person("mia", is_maintainer=True))
