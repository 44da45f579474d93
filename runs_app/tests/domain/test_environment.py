import pytest

from runs_app.domain.composite import NOTHING_FOUND, EvidenceComposite, Finding
from runs_app.domain.environment import (
    ARGUMENT_CHARACTERS,
    OBSERVATION_CHARACTERS,
    PricedEnvironment,
)
from runs_app.domain.moves import read, search
from runs_app.tests.factories import environment_of, task_that
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.prices import REFERENCE_PRICES
from tasks_app.domain.task_spec import AgentView, Document, Surface

SEARCHABLE = Document("d1", "Lighthouse", "The lighthouse keeper was Ada Quill.", Surface.SEARCH)
OTHER = Document("d2", "Harbour", "The harbour has a tide mill. A mill grinds.", Surface.SEARCH)
WITHHELD = Document("d3", "Ada Quill", "Ada Quill was born in Orrin.", Surface.DEEP)
GIVEN = Document("d4", "Chart", "Depths in fathoms. The lighthouse stands at 12.", Surface.CONTEXT)
TOOLS = {
    "search": 30,
    "read": 16,
    "lookup": 6,
    "deep_research": 260,
    "ask_human": 600,
    "run_model:fast": 20,
    "run_model:frontier": 160,
}


@pytest.fixture
def environment():
    documents = (SEARCHABLE, OTHER, WITHHELD, GIVEN)
    view = AgentView(
        "t", Family.CHEAP, "Answer.", "Who kept the lighthouse?", TOOLS, (GIVEN,), searchable=2
    )
    return PricedEnvironment(view, documents, REFERENCE_PRICES, 100, EvidenceComposite())


def evidence(environment):
    return [step.evidence for step in environment.steps]


def test_search_shows_snippets_of_searchable_documents_only(environment):
    found = environment.act("search", {"query": "lighthouse Ada Quill Orrin fathoms"})
    assert "[d1] Lighthouse" in found.text
    assert evidence(environment) == [("d1",)]
    assert environment.remaining == 70


def test_a_search_without_a_match_ran_and_is_charged(environment):
    found = environment.act("search", {"query": "zeppelin"})
    assert (found.ran, found.documents, environment.remaining) == (True, (), 70)


def test_read_gives_the_full_text_of_a_searchable_or_given_document(environment):
    assert "tide mill" in environment.act("read", {"doc_id": "d2"}).text
    assert "fathoms" in environment.act("read", {"doc_id": "d4"}).text
    assert environment.remaining == 100 - 32


def test_a_withheld_document_cannot_be_read_and_the_attempt_is_free(environment):
    refused = environment.act("read", {"doc_id": "d3"})
    unknown = environment.act("read", {"doc_id": "nowhere"})
    assert refused.text == unknown.text == "No such document. Use a doc_id that search returned."
    assert environment.steps == []
    assert environment.misuses == 2


def test_lookup_finds_sentences_of_a_document_that_is_open(environment):
    closed = environment.act("lookup", {"doc_id": "d2", "query": "mill"})
    assert not closed.ran
    environment.act("read", {"doc_id": "d2"})
    assert environment.act("lookup", {"doc_id": "d2", "query": "grinds"}).text == "A mill grinds."
    assert environment.act("lookup", {"doc_id": "d4", "query": "lighthouse"}).ran


def test_a_lookup_that_finds_nothing_carries_no_evidence(environment):
    environment.act("lookup", {"doc_id": "d4", "query": "zeppelin"})
    assert evidence(environment) == [()]


def test_deep_research_hands_over_withheld_documents_and_the_best_matches(environment):
    found = environment.act("deep_research")
    assert "born in Orrin" in found.text
    assert evidence(environment) == [("d3", "d1")]
    assert environment.remaining == -160


def test_a_person_hands_over_given_documents_too(environment):
    environment.act("ask_human")
    assert evidence(environment) == [("d3", "d1", "d4")]


def test_a_model_reads_only_what_was_given_or_observed(environment, monkeypatch):
    given = []

    def note_documents(self, tier, question, documents, attempt):
        given.append((tier, attempt, {document.doc_id: document.text for document in documents}))
        return Finding((), NOTHING_FOUND)

    monkeypatch.setattr(EvidenceComposite, "read", note_documents)
    environment.act("run_model", {"tier": "fast"})
    environment.act("search", {"query": "mill"})
    environment.act("run_model", {"tier": "fast"})
    environment.act("read", {"doc_id": "d2"})
    environment.act("run_model", {"tier": "frontier"})
    snippet, full = "The harbour has a tide mill.", OTHER.text
    assert given == [
        ("fast", 1, {"d4": GIVEN.text}),
        ("fast", 2, {"d2": snippet, "d4": GIVEN.text}),
        ("frontier", 1, {"d2": full, "d4": GIVEN.text}),
    ]
    assert [step.tier for step in environment.steps] == ["fast", None, "fast", None, "frontier"]


def test_the_episode_ends_with_an_answer(environment):
    environment.act("answer", {"text": " Ada Quill "})
    assert environment.answer == "Ada Quill"
    late = environment.act("search", {"query": "more"})
    assert not late.ran
    assert "over" in late.text
    assert environment.remaining == 100


def test_the_episode_ends_with_an_abstention(environment):
    environment.act("abstain")
    assert environment.abstained
    assert not environment.act("answer", {"text": "x"}).ran


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("teleport", {}),
        ("run_model", {}),
        ("run_model", {"tier": "genius"}),
        ("search", {}),
        ("search", {"query": "  "}),
        ("search", {"query": 7}),
        ("answer", {"text": None}),
    ],
)
def test_a_call_that_cannot_run_is_free_and_says_what_to_do(environment, action, arguments):
    refused = environment.act(action, arguments)
    assert not refused.ran
    assert "Use one of" in refused.text or "needs the argument" in refused.text
    assert (environment.steps, environment.remaining) == ([], 100)


def test_an_action_that_the_task_does_not_offer_is_refused():
    environment = environment_of(task_that(Decision.FAST))
    assert not environment.act("search", {"query": "x"}).ran


def test_what_an_agent_sends_and_gets_is_bounded(environment):
    environment.act("search", {"query": "lighthouse " * 10_000, "junk": "x" * 10_000})
    assert len(environment.steps[0].arguments["query"]) <= ARGUMENT_CHARACTERS
    assert "junk" not in environment.steps[0].arguments
    long = Document("d9", "Long", "word " * OBSERVATION_CHARACTERS, Surface.CONTEXT)
    view = AgentView("t", Family.CHEAP, "", "q", TOOLS, (long,), 0)
    wide = PricedEnvironment(view, (long,), REFERENCE_PRICES, 100, EvidenceComposite())
    assert len(wide.act("read", {"doc_id": "d9"}).text) == OBSERVATION_CHARACTERS


def test_a_step_may_go_over_budget_and_the_ledger_says_which():
    environment = environment_of(task_that(Decision.CHEAP))  # tight: 90 units
    found = search(environment)
    read(environment, found)
    environment.act("deep_research")
    assert environment.ledger.over_step == 3
    assert environment.remaining == 90 - 306
