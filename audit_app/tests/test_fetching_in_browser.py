"""What the labelling screen asks of the server, in a real browser."""

import re

import pytest

from audit_app.models import Claim
from audit_app.tests.audits import bare_audit
from audit_app.tests.labelling_pages import begin, decide, settle, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BRINGING = re.compile(r"/api/.*/(claim|label)/$")


@pytest.fixture
def audit():
    return bare_audit(size=5)


def test_one_card_is_fetched_ahead_and_looks_like_any_other(browser_page, rita, audit):
    answers = []
    browser_page.on(
        "response", lambda answer: BRINGING.search(answer.url) and answers.append(answer)
    )
    begin(browser_page, audit)
    settle(browser_page)
    decide(browser_page, "1")
    stored(browser_page)
    settle(browser_page)
    assert Claim.objects.filter(state="held").count() == 2
    claim, label = answers
    brought = (claim.json()["claimed"], label.json()["next"])
    shapes = {tuple(card["item"]) for card in brought}
    assert shapes == {("id", "question", "evidence", "answer", "rubric_version")}


def test_a_decision_is_one_request_and_a_sign_of_life(browser_page, rita, audit):
    begin(browser_page, audit)
    settle(browser_page)
    asked = []
    browser_page.on("request", lambda request: asked.append(request.url.split("/")[-2]))
    for _ in range(2):
        decide(browser_page, "1")
        stored(browser_page)
        settle(browser_page)
    assert sorted(asked) == ["label", "label", "renew", "renew"]
