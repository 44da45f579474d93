"""The labelling screen through the whole stack, as a plain form."""

import pytest
from django.urls import reverse

from audit_app import actions, queries
from audit_app.models import HumanLabel, Reveal
from audit_app.tests.audits import bare_audit, items, label_next, reviewer, says
from audit_app.tests.paper import paper_audit
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def audit():
    return bare_audit(size=3)


@pytest.fixture
def rita(client):
    user = reviewer()
    client.force_login(user)
    return user


def page_of(client, audit, **query):
    return client.get(reverse("audit-label", args=[audit.pk]), query)


def send(client, audit, item_id, **values):
    address = reverse("audit-item", args=[audit.pk, item_id])
    return client.post(address, {"version": 0, **values})


def shown_item(client, audit, **query):
    return page_of(client, audit, **query).context["card"].item


def test_texts_of_strangers_are_escaped_on_the_card_and_in_the_script_state(client, rita, audit):
    audit.items.update(
        question=HOSTILE, answer=HOSTILE, evidence=[{"title": HOSTILE, "text": HOSTILE}]
    )
    html = page_of(client, audit).content.decode()
    assert HOSTILE not in html
    assert html.count("&lt;script&gt;alert(1)") == 4


def test_a_reload_shows_the_same_card(client, rita, audit):
    assert shown_item(client, audit) == shown_item(client, audit)


def test_the_page_tells_nothing_of_agent_judge_or_verdict(client, rita):
    audit = paper_audit()
    audit.items.update(question="Who?", answer="Ann", evidence=[])
    html = page_of(client, audit).content.decode()
    main = html[html.index('id="main"') :]
    for secret in ("Agent 0", "exact", "cheap_qa", "escalation_qa", "salt-7", "t-0", "verdict"):
        assert secret not in main


def test_a_decision_is_stored_and_the_next_card_follows(client, rita, audit):
    first = shown_item(client, audit)
    response = send(client, audit, first.id, decision="incorrect", comment="No.", flag="on")
    assert response.url == reverse("audit-label", args=[audit.pk])
    assert shown_item(client, audit) != first
    label = HumanLabel.objects.get()
    assert (label.decision, label.comment, label.flag) == ("incorrect", "No.", True)


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({}, "Choose a decision."),
        ({"decision": "perhaps"}, "perhaps is not one of the available choices"),
        ({"decision": "cleared"}, "cleared is not one of the available choices"),
        ({"decision": "correct", "version": "new"}, "Enter a whole number."),
    ],
)
def test_a_form_that_makes_no_sense_stores_nothing_and_keeps_what_was_written(
    client, rita, audit, sent, problem
):
    item = shown_item(client, audit)
    response = send(client, audit, item.id, comment="My thought", **sent)
    assert response.status_code == 400
    html = response.content.decode()
    assert problem in html
    assert "My thought</textarea>" in html
    assert not HumanLabel.objects.exists()


def test_skipping_without_a_reason_is_answered_by_asking_for_one(client, rita, audit):
    item = shown_item(client, audit)
    response = send(client, audit, item.id, decision="skip")
    assert response.status_code == 409
    assert "Say in a word why you skip it." in response.content.decode()


def test_a_stale_form_shows_both_states_and_overwrites_nothing(client, rita, audit):
    item = shown_item(client, audit)
    actions.record_label(item.id, rita, says("incorrect"))
    response = send(client, audit, item.id, decision="correct")
    assert response.status_code == 409
    html = response.content.decode()
    assert "stored is <strong>incorrect</strong>, yours is <strong>correct</strong>" in html
    assert HumanLabel.objects.count() == 1
    send(client, audit, item.id, decision="correct", version=1)
    assert queries.my_items(audit.pk, rita)[0].label.decision == "correct"


def test_an_item_of_another_audit_or_another_reviewer_does_not_exist(client, rita, audit):
    other = bare_audit()
    theirs = label_next(audit, reviewer("omar"))
    for address in (
        reverse("audit-item", args=[audit.pk, items(other)[0].pk]),
        reverse("audit-item", args=[audit.pk, theirs]),
    ):
        assert client.post(address, {"decision": "correct", "version": 0}).status_code == 404
    assert page_of(client, audit, item=theirs).context["card"] is None
    assert page_of(client, audit, item="nonsense").status_code == 404


def test_an_answer_after_the_log_in_expired_is_kept_through_the_next_log_in(client, rita, audit):
    item = shown_item(client, audit)
    client.logout()
    response = send(client, audit, item.id, decision="incorrect", comment="Kept")
    assert response.url.startswith(reverse("login"))
    client.force_login(rita)
    html = page_of(client, audit, item=item.id).content.decode()
    assert "It was kept and is filled in below" in html
    assert "Kept</textarea>" in html
    assert "It was kept" not in page_of(client, audit, item=item.id).content.decode()


def reveal(client, audit, item_id, **entered):
    address = reverse("audit-reveal", args=[audit.pk, item_id])
    return client.post(address, {"version": 0, **entered})


def test_a_reveal_is_a_plain_form_that_keeps_what_was_entered(client, rita):
    audit = bare_audit(reveal_allowed=True, judge="exact")
    item = shown_item(client, audit)
    page = page_of(client, audit).content.decode()
    assert f'formaction="{reverse("audit-reveal", args=[audit.pk, item.id])}"' in page
    html = reveal(client, audit, item.id, comment="Half", flag="on").content.decode()
    assert "Agent: Agent. Judge exact: incorrect." in html
    assert "Half</textarea>" in html
    assert "data-flag checked" in html
    send(client, audit, item.id, decision="correct")
    assert not HumanLabel.objects.get().was_blind
    assert "Agent: Agent." not in page_of(client, audit).content.decode()


def test_a_reveal_that_the_design_does_not_allow_reveals_and_records_nothing(client, rita, audit):
    item = shown_item(client, audit)
    response = reveal(client, audit, item.id)
    assert response.status_code == 403
    assert "Agent:" not in response.content.decode()
    assert not Reveal.objects.exists()


def test_others_items_are_revealed_to_nobody(client, rita):
    audit = bare_audit(reveal_allowed=True)
    theirs = label_next(audit, reviewer("omar"))
    assert reveal(client, audit, theirs).status_code == 404
    assert client.get(reverse("audit-reveal", args=[audit.pk, theirs])).status_code == 405
    assert not Reveal.objects.exists()


def test_a_reveal_after_closing_or_the_log_in_expired_loses_nothing(client, rita):
    audit = bare_audit(reveal_allowed=True)
    item = shown_item(client, audit)
    client.logout()
    response = reveal(client, audit, item.id, comment="Kept")
    assert response.url.startswith(reverse("login"))
    client.force_login(rita)
    assert "Kept</textarea>" in page_of(client, audit, item=item.id).content.decode()
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    closed = reveal(client, audit, item.id, comment="Kept")
    assert closed.status_code == 409
    assert "Kept</textarea>" in closed.content.decode()
    assert not Reveal.objects.exists()


def test_a_closed_audit_has_no_labelling_screen(client, rita, audit):
    item = shown_item(client, audit)
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    assert page_of(client, audit).url == reverse("audit", args=[audit.pk])
    response = send(client, audit, item.id, decision="correct")
    assert "This audit is closed" in response.content.decode()
    assert not HumanLabel.objects.exists()


def test_a_maintainer_who_is_no_reviewer_is_led_to_the_audit_and_holds_nothing(client, audit):
    client.force_login(person("mia", is_maintainer=True))
    assert page_of(client, audit).url == reverse("audit", args=[audit.pk])


def test_the_state_says_who_is_logged_in_and_how_far_they_are(client, rita, audit):
    label_next(audit, rita)
    state = client.get(reverse("audit-state", args=[audit.pk])).json()
    assert state["user"] == str(rita.pk)
    assert (state["own"], state["audit"]) == ({"done": 1, "total": 3}, {"done": 1, "total": 3})
    client.logout()
    state = client.get(reverse("audit-state", args=[audit.pk])).json()
    assert set(state) == {"user", "token"}
    assert state["user"] == ""


def test_a_review_of_tasks_asks_whether_they_are_realistic_and_shows_no_answer(client, rita):
    audit = bare_audit(kind="realism")
    audit.items.update(answer="")
    response = page_of(client, audit)
    html = response.content.decode()
    assert "Is this task realistic?" in html
    assert "Not realistic" in html
    assert "data-answer-part hidden" in html
    send(client, audit, response.context["card"].item.id, decision="incorrect")
    again = page_of(client, audit, item=response.context["card"].item.id)
    assert "You decided: not realistic." in again.content.decode()
