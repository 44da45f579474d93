"""What the reference readers read off documents made by hand, and what they must not depend on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks_app.domain.lexical import one_sentence_answer, two_hop_answer
from tasks_app.domain.task_spec import Document, Surface

READERS = (one_sentence_answer, two_hop_answer)


def library(**texts):
    return tuple(
        Document(f"id-{place}", title.replace("_", " "), text, Surface.CONTEXT)
        for place, (title, text) in enumerate(texts.items())
    )


BRIDGE = library(
    Keld_Airport="Keld Airport lies in Norland. Its code is KLD.",
    Norland="Norland lies in the north. Its currency is called the Crown. Its capital is Stadby.",
    Sudland="Sudland lies in the south. Its currency is called the Mark. Its capital is Hafen.",
    Vik_Airport="Vik Airport lies in Sudland. Its code is VIK.",
)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Who founded the Blue Museum?", "The Blue Museum was founded by Ada Berg.", "Ada Berg"),
        (
            "Where was Ada Berg born?",
            "Ada Berg was born in Lund and studied history.",
            "Lund",
        ),
        ("When was the bridge opened?", "The bridge was opened on 4 May 1932.", "4 May 1932"),
        ("In what year did the mill burn?", "The mill burned in 1871, it is said.", "1871"),
        (
            "How many people live in Lund?",
            "In Lund live 94,703 people, more than ever.",
            "94,703",
        ),
        (
            "What is the IATA code of Keld?",
            "Among pilots the IATA code of Keld is KLD, of course.",
            "KLD",
        ),
        (
            "What is the profession of Ada Berg?",
            "Ada Berg is a botanist who lives in Lund.",
            "botanist",
        ),
    ],
)
def test_both_readers_answer_from_one_sentence_by_kind_of_question(reader, question, text, answer):
    documents = library(Some_page=text, Other="Nothing here is about that, said Old Tom in 1999.")
    reading = reader(question, documents)
    assert reading is not None
    assert (reading.answer, reading.support) == (answer, ("id-0",))


def test_only_the_two_hop_reader_crosses_a_bridge():
    question = "What is the currency of the country in which Keld Airport lies?"
    fast, frontier = (reader(question, BRIDGE) for reader in READERS)
    assert fast.answer != "Crown"
    assert frontier.answer == "Crown"
    assert frontier.support == ("id-0", "id-1")


def test_a_bridge_may_be_the_subject_of_a_line_in_a_register():
    documents = library(
        Airports="Keld Airport: country Norland; code KLD.\n"
        "Vik Airport: country Sudland; code VIK.",
        Countries="Norland: capital Stadby; calling code +11.\n"
        "Sudland: capital Hafen; calling code +22.",
    )
    reading = two_hop_answer("Which calling code has the country of Vik Airport?", documents)
    assert (reading.answer, reading.support) == ("+22", ("id-0", "id-1"))


def test_without_the_second_document_the_reader_is_less_confident():
    question = "What is the currency of the country in which Keld Airport lies?"
    whole = two_hop_answer(question, BRIDGE)
    part = two_hop_answer(question, tuple(d for d in BRIDGE if d.title != "Norland"))
    assert part is None or part.confidence < whole.confidence


def test_two_things_are_compared_by_the_number_that_each_document_tells():
    documents = library(
        Red_Ship="The Red Ship is a band formed in 1994 in Lund.",
        Blue_Ship="The Blue Ship is a band. It was formed in 1987.",
    )
    question = "Which band was formed first, Red Ship or Blue Ship?"
    # 1987 < 1994, so the first is the Blue Ship.
    assert two_hop_answer(question, documents).answer == "Blue Ship"
    later = "Which band was formed more recently, Red Ship or Blue Ship?"
    assert two_hop_answer(later, documents).answer == "Red Ship"


@pytest.mark.parametrize(("kind", "verdict"), [("botanist", "yes"), ("painter", "no")])
def test_both_must_share_what_is_asked(kind, verdict):
    documents = library(
        Ada_Berg="Ada Berg is a botanist from Lund.", Bo_Lind=f"Bo Lind is a {kind} from Malmö."
    )
    question = "Are Ada Berg and Bo Lind both botanists?"
    assert two_hop_answer(question, documents).answer == verdict


@pytest.mark.parametrize("reader", READERS)
def test_the_answer_says_something_that_the_question_does_not(reader):
    documents = library(Page="Ada Berg met Ada Berg. Ada Berg knew Bo Lind.")
    assert reader("Who knew Ada Berg?", documents).answer == "Bo Lind"


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("question", ["", "?", "Who?", "What is the meaning of zyx?"])
def test_where_nothing_fits_there_is_no_reading(reader, question):
    assert reader(question, library(Page="rain fell. it was dark.")) is None
    assert reader(question, ()) is None


@pytest.mark.parametrize("reader", READERS)
@given(order=st.permutations(range(4)), ids=st.permutations("abcd"), attempt=st.integers(1, 3))
@settings(max_examples=30)
def test_order_and_ids_of_documents_do_not_matter(reader, order, ids, attempt):
    question = "What is the currency of the country in which Keld Airport lies?"
    renamed = tuple(
        Document(ids[place], BRIDGE[place].title, BRIDGE[place].text, Surface.SEARCH)
        for place in order
    )
    here, there = reader(question, BRIDGE, attempt), reader(question, renamed, attempt)
    assert (here.answer, here.confidence) == (there.answer, there.confidence)
    titles = [{d.doc_id: d.title for d in documents} for documents in (BRIDGE, renamed)]
    assert [titles[0][i] for i in here.support] == [titles[1][i] for i in there.support]


TEXT = st.text(alphabet=st.sampled_from("AaBb1, .?;|\n'é\u202e<&\"[("), max_size=80)


@pytest.mark.parametrize("reader", READERS)
@given(question=TEXT, texts=st.lists(TEXT, max_size=4), attempt=st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_the_same_twice_and_within_bounds(reader, question, texts, attempt):
    documents = tuple(
        Document(f"d{n}", text[:9], text, Surface.SEARCH) for n, text in enumerate(texts)
    )
    reading = reader(question, documents, attempt)
    assert reader(question, documents, attempt) == reading
    if reading is not None:
        assert 0 <= reading.confidence <= 1
        assert set(reading.support) <= {document.doc_id for document in documents}


def test_attempts_vary_where_two_answers_are_equally_good():
    documents = library(Page="Ada Berg knew Bo Lind. Ada Berg knew Cy Munk. Ada Berg knew Di Nord.")
    answers = {one_sentence_answer("Who knew Ada Berg?", documents, n).answer for n in range(1, 12)}
    assert len(answers) > 1
