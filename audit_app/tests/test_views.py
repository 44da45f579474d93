"""The pages of audits through the whole stack: who sees what, and closing one."""

import pytest
from django.urls import reverse

from audit_app import actions
from audit_app.models import Audit
from audit_app.tests.audits import bare_audit, label_next, reviewer
from audit_app.tests.paper import paper_audit
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db
SECRETS = ("salt-7", "exact", "cheap_qa", "Cheap", "Agent 0")
"""What would tell a reviewer of the paper's audit how it was drawn."""


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


def html_of(client, name, *ids):
    response = client.get(reverse(name, args=ids))
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


def test_anybody_may_know_what_audits_are_but_sees_none(client):
    bare_audit(title="Secret title")
    html = html_of(client, "audit-list")
    assert "Audits are seen by reviewers" in html
    assert "Secret title" not in html


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_four_queries_whatever_its_rows(client, count, django_assert_num_queries):
    for number in range(count):
        bare_audit(title=f"Audit {number}")
    client.force_login(reviewer())
    with django_assert_num_queries(4):
        html = html_of(client, "audit-list")
    assert html.count("<tr><th") == count


@pytest.mark.parametrize(
    "name", ["audit", "audit-label", "audit-report", "audit-report-csv", "audit-export"]
)
def test_an_audit_does_not_exist_for_people_without_a_role(client, name):
    audit = bare_audit()
    client.force_login(person("sam", is_submitter=True))
    assert client.get(reverse(name, args=[audit.pk])).status_code == 404


def test_a_reviewer_sees_rubric_and_progress_but_no_design_until_it_is_closed(client, mia):
    audit, rita = paper_audit(), reviewer()
    label_next(audit, rita)
    client.force_login(rita)
    html = html_of(client, "audit", audit.pk)
    assert "Correct is an answer that the evidence supports." in html
    assert "1 / 96" in html
    main = html[html.index('id="main"') :]
    assert not [secret for secret in SECRETS if secret in main]
    actions.close_audit(audit.pk, mia)
    html = html_of(client, "audit", audit.pk)
    assert "salt-7" in html
    assert "Cheap" in html


def test_a_maintainer_sees_the_cells_and_closes_after_one_question(client, mia):
    audit = paper_audit()
    client.force_login(mia)
    html = html_of(client, "audit", audit.pk)
    assert "Only 0 of 96 readings are made." in html
    assert html.count("<tr><th") == 8
    client.post(reverse("audit-close", args=[audit.pk]), {"reason": "Enough is known."})
    audit.refresh_from_db()
    assert (audit.status, audit.reason) == (Audit.Status.CLOSED, "Enough is known.")
    response = client.post(reverse("audit-close", args=[audit.pk]), follow=True)
    assert "closed already" in response.content.decode()


def test_a_reviewer_closes_nothing(client):
    audit = bare_audit()
    client.force_login(reviewer())
    assert client.post(reverse("audit-close", args=[audit.pk])).status_code == 403
    audit.refresh_from_db()
    assert audit.is_open
