"""Search over one task's documents."""

from tasks_app.domain.retrieval import Corpus, sentences, terms
from tasks_app.domain.task_spec import Document, Surface


def document(doc_id, title, text):
    return Document(doc_id, title, text, Surface.SEARCH)


PRAGUE = document("d-1", "Prague", "Prague lies in Bohemia. The river Vltava flows through it.")
DANUBE = document("d-2", "Danube", "The Danube is a river. It empties into the Black Sea.")
PERU = document("d-3", "Peru", "Lima is the capital of Peru.")


def test_the_document_that_shares_the_rare_words_comes_first():
    hits = Corpus([DANUBE, PERU, PRAGUE]).search("Which river flows through Prague?")
    assert [hit.document.doc_id for hit in hits] == ["d-1", "d-2"]
    assert hits[0].score > hits[1].score > 0


def test_a_snippet_is_the_sentence_that_matches_best():
    (hit, *_) = Corpus([PRAGUE, PERU]).search("river through Prague")
    assert hit.snippet == "The river Vltava flows through it."


def test_titles_can_be_found_too():
    untitled = document("d-4", "Reykjavík", "A city in the north.")
    (hit,) = Corpus([untitled, PERU]).search("reykjavik")
    assert hit.document.doc_id == "d-4"


def test_documents_without_a_shared_word_are_no_hits():
    assert Corpus([PRAGUE, PERU]).search("kangaroo") == ()


def test_a_query_of_stop_words_finds_nothing():
    assert Corpus([PRAGUE]).search("the of and") == ()


def test_a_corpus_without_documents_or_words_finds_nothing():
    assert Corpus([]).search("river") == ()
    assert Corpus([document("d-5", "", "...")]).search("river") == ()


def test_a_search_gives_five_documents_at_most():
    many = [document(f"d-{number}", "River", f"River number {number}.") for number in range(8)]
    assert len(Corpus(many).search("river")) == 5
    assert len(Corpus(many).search("river", limit=2)) == 2


def test_equal_scores_keep_the_order_of_the_corpus():
    twins = [document(f"d-{number}", "River", "The same text.") for number in (3, 1, 2)]
    assert [hit.document.doc_id for hit in Corpus(twins).search("river")] == ["d-3", "d-1", "d-2"]


def test_a_long_snippet_is_shortened():
    long = document("d-6", "Long", "river " * 400)
    (hit,) = Corpus([long]).search("river")
    assert len(hit.snippet) == 300
    assert hit.snippet.endswith("…")


def test_words_are_compared_without_case_and_accents():
    assert terms("The Reykjavík STRASSE and straße") == ["reykjavik", "strasse", "strasse"]


def test_sentences_end_at_stops_and_line_breaks_but_not_inside_numbers():
    text = 'It is 1.5 km long. "Really?" he asked.\nname | value\n\nEnd'
    assert sentences(text) == (
        "It is 1.5 km long.",
        '"Really?" he asked.',
        "name | value",
        "End",
    )
