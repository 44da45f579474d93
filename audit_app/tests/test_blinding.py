"""Blinding holds: a string planted in every hidden field is met nowhere by a reviewer.

Every route of this app, pages and API, is asked by every method, before and after labelling; body
and headers are searched. The last tests show that the search fails when it should.
"""

import json
import re
from dataclasses import asdict, dataclass
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from audit_app import actions, api_urls, urls
from audit_app.domain import blinding
from audit_app.domain.blinding import BlindItem, shown
from audit_app.models import Audit, Item, Provenance
from audit_app.queries import items as item_queries
from audit_app.tests.audits import bare_audit, label_next, reviewer, says
from runs_app.tests.people import person
from tasks_app.tests.api_answers import token_of

pytestmark = pytest.mark.django_db

PLANTED = "PLANTED"
EPISODE = "deadbeef-0000-4000-8000-000000000001"
RUN = "deadbeef-0000-4000-8000-000000000002"
NUMBER = 777_125
HIDDEN = (PLANTED, "deadbeef", str(NUMBER), "0.777")
BODIES = {
    "label": {"decision": "incorrect", "version": 0, "comment": "Mine.", "next": True},
    "draft": {"comment": "Mine."},
}
API, PAGES = api_urls.urlpatterns, urls.urlpatterns


@dataclass
class Blinded:
    """An open audit full of planted strings, its reviewer, and the ids that a route may take."""

    audit: Audit
    reviewer: object
    own: UUID
    others: UUID


@pytest.fixture
def blinded():
    """Rob has labelled one item, Rita has one in hand, two are left."""
    mia = person(f"{PLANTED}-mia", is_maintainer=True)
    audit = bare_audit(size=4, opened_by=mia, judge=f"{PLANTED} judge", seed=f"{PLANTED} seed")
    plant(audit)
    rob, rita = reviewer(f"{PLANTED}-rob"), reviewer()
    others = actions.claim_item(audit.pk, rob).item.id
    actions.save_draft(audit.pk, others, rob, {"comment": f"{PLANTED} draft"})
    comment = {"comment": f"{PLANTED} comment", "reason": f"{PLANTED} reason"}
    actions.record_label(others, rob, says("incorrect", **comment))
    return Blinded(audit, rita, actions.claim_item(audit.pk, rita).item.id, others)


def plant(audit):
    cells = [{"family": f"{PLANTED} family", "verdict": PLANTED, "population": NUMBER}]
    Audit.objects.filter(pk=audit.pk).update(
        run_ids=[RUN],
        families=[f"{PLANTED} family"],
        frame_size=NUMBER,
        frame_digest=f"{PLANTED} digest",
        cells=cells,
        agent_cells=[{"agent": PLANTED, **cells[0]}],
    )
    Item.objects.filter(audit=audit).update(position=F("position") + NUMBER)
    Provenance.objects.filter(item__audit=audit).update(
        episode_id=EPISODE,
        run_id=RUN,
        agent_id=NUMBER,
        agent=f"{PLANTED} agent",
        task_id=f"{PLANTED} task",
        family=f"{PLANTED} family",
        verdict=f"{PLANTED} verdict",
        inclusion=0.777,
    )


def answers(client, blinded, routes, headers=None):
    """What routes answer to every method, for an own item, somebody else's, and none at all."""
    for route in routes:
        takes_item = "item_id" in route.pattern.converters
        for item_id in (blinded.own, blinded.others, UUID(int=1))[: 3 if takes_item else 1]:
            known = {"audit_id": blinded.audit.pk, "item_id": item_id}
            taken = {name: known[name] for name in route.pattern.converters}
            address = reverse(route.name, kwargs=taken)
            body = json.dumps(BODIES.get(address.rstrip("/").rpartition("/")[2], {}))
            yield address, client.get(address, headers=headers)
            yield address, client.get(f"{address}?item={item_id}", headers=headers)
            for method in (client.post, client.put, client.delete):
                call = method(address, body, content_type="application/json", headers=headers)
                yield address, call
            form = {"decision": "correct", "version": "0"}
            yield address, client.post(address, form, headers=headers)


def leaks(found):
    """Where something hidden is met, in body or headers."""
    return [
        (address, hidden)
        for address, answer in found
        for hidden in HIDDEN
        if hidden in answer.content.decode() or hidden in str(dict(answer.headers))
    ]


def crawl(client, blinded):
    """By token as a script and by session as a browser; before labelling and after."""
    found = list(answers(client, blinded, API, token_of(blinded.reviewer)))
    client.force_login(blinded.reviewer)
    found += answers(client, blinded, PAGES)
    while actions.claim_item(blinded.audit.pk, blinded.reviewer) is not None:
        label_next(blinded.audit, blinded.reviewer)
    return found + list(answers(client, blinded, (*API, *PAGES)))


def test_a_reviewer_meets_nothing_hidden_before_or_after_labelling(client, blinded):
    found = crawl(client, blinded)
    assert leaks(found) == []
    assert not [address for address, answer in found if answer.status_code >= 500]
    succeeded = {address for address, answer in found if answer.status_code == 200}
    label = reverse("api-audit-label", args=(blinded.audit.pk, blinded.own))
    assert label in succeeded
    assert [address for address, answer in found if brings_another(answer)] == [label]
    assert reverse("api-audit-claim", args=(blinded.audit.pk,)) in succeeded
    assert reverse("audit-label", args=(blinded.audit.pk,)) in succeeded


def brings_another(answer):
    """Whether a label was answered with the next item."""
    is_json = answer.headers.get("Content-Type") == "application/json"
    return bool(is_json and answer.status_code == 200 and answer.json().get("next"))


def test_the_crawl_fails_when_one_excluded_key_is_let_through(client, blinded, monkeypatch):
    """The same crawl, with the agent added to what an item may show."""

    @dataclass(frozen=True)
    class Leaky(BlindItem):
        agent: str = ""

    def leaky_item(item, audit):
        kept = asdict(BlindItem(item.pk, item.question, (), item.answer, audit.rubric_version))
        return Leaky(**kept, agent=item.provenance.agent)

    monkeypatch.setattr(item_queries, "blind_item", leaky_item)
    assert leaks(crawl(client, blinded)) == []  # the allow-list still holds it back
    monkeypatch.setattr(blinding, "SHOWN", (*blinding.SHOWN, "agent"))
    assert {hidden for _, hidden in leaks(crawl(client, blinded))} == {PLANTED}


def test_the_crawl_would_see_what_a_maintainer_sees(client, blinded):
    address = reverse("api-audit", args=(blinded.audit.pk,))
    mia = token_of(blinded.audit.opened_by)
    assert leaks([(address, client.get(address, headers=mia))])


def test_revealing_is_refused_where_the_design_keeps_items_blind(client, blinded):
    address = reverse("api-audit-reveal", args=(blinded.audit.pk, blinded.own))
    answer = client.post(address, headers=token_of(blinded.reviewer))
    assert answer.status_code == 403
    assert leaks([(address, answer)]) == []


def test_an_allowed_reveal_is_recorded_and_its_label_remembers(client, blinded):
    Audit.objects.filter(pk=blinded.audit.pk).update(reveal_allowed=True)
    address = reverse("api-audit-reveal", args=(blinded.audit.pk, blinded.own))
    seen = client.post(address, headers=token_of(blinded.reviewer)).json()
    assert seen["verdict"] == f"{PLANTED} verdict"
    recorded = actions.record_label(blinded.own, blinded.reviewer, says("incorrect"))
    assert not recorded.label.was_blind


def test_serving_never_reads_the_table_of_what_is_hidden(client, blinded):
    headers = token_of(blinded.reviewer)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        list(answers(client, blinded, API, headers))
    assert captured.captured_queries
    assert not [query for query in captured if Provenance._meta.db_table in query["sql"]]


VARIABLE = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # ids
    r"|\d{4}-\d\d-\d\dT[\d:.]+Z?"  # times
    r"|[A-Za-z0-9]{64}"  # CSRF tokens
)


ALIKE = ({"verdict": "correct", "agent": "A"}, {"verdict": "incorrect", "agent": "B" * 99})


def test_items_that_differ_only_in_what_is_hidden_are_served_alike(client):
    """Same texts, lengths, headers and number of queries; only ids, times and tokens differ."""
    transcripts, rita = [], reviewer()
    headers = token_of(rita)
    client.force_login(rita)
    for hidden in ALIKE:
        audit = bare_audit(size=2)
        Provenance.objects.filter(item__audit=audit).update(**hidden)
        transcripts.append(transcript(client, audit, headers))
        page = client.get(reverse("audit-label", args=(audit.pk,)))
        transcripts[-1].append(VARIABLE.sub("*", page.content.decode()))
    assert transcripts[0] == transcripts[1]


def transcript(client, audit, headers):
    """What is sent while one item is claimed and labelled, and by how many queries."""
    said = []

    def call(method, name, *args, body=None):
        with CaptureQueriesContext(connection) as captured:
            answer = method(
                reverse(name, args=(audit.pk, *args)),
                json.dumps(body or {}),
                content_type="application/json",
                headers=headers,
            )
        text = VARIABLE.sub("*", answer.content.decode())
        said.append((answer.status_code, text, len(captured), sorted(answer.headers.items())))
        return answer.json()

    item_id = call(client.post, "api-audit-claim")["claimed"]["item"]["id"]
    label = {"decision": "correct", "version": 0, "next": True}
    following = call(client.put, "api-audit-label", item_id, body=label)["next"]
    call(client.put, "api-audit-label", following["item"]["id"], body=label | {"next": False})
    call(client.post, "api-audit-claim")
    return said


def test_nothing_of_the_answers_is_kept_by_caches_or_tells_by_its_tag(client, blinded):
    address = reverse("api-audit-claim", args=(blinded.audit.pk,))
    answer = client.post(address, headers=token_of(blinded.reviewer))
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert not {"ETag", "Last-Modified", "Content-Disposition"} & set(answer.headers)


def test_an_item_is_its_allow_list_and_nothing_more():
    item = BlindItem(UUID(int=1), "Q?", (blinding.Passage("T", "Text"),), "A", "r1")
    assert list(shown(item)) == ["id", "question", "evidence", "answer", "rubric_version"]
    assert set(shown(item)["evidence"][0]) == {"title", "text"}
