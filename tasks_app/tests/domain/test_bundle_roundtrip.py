"""For any bundle the format can hold: read(write(bundle)) == bundle."""

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tasks_app.domain.bundle_format import read_bundle, sealed, write_bundle
from tasks_app.domain.families import Family
from tasks_app.domain.task_spec import Document, Surface
from tasks_app.tests.factories import mini_bundle

# Anything but surrogates, which UTF-8 has no bytes for, and NUL, which the database refuses.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
identifiers = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,20}", fullmatch=True)
documents = st.lists(
    st.builds(Document, identifiers, texts, texts, st.sampled_from(Surface)),
    max_size=4,
    unique_by=lambda document: document.doc_id,
).map(tuple)


@st.composite
def tasks(draw):
    task = draw(st.sampled_from(mini_bundle().tasks))
    placed = draw(documents)
    oracle = replace(
        task.oracle,
        answer=None if task.family is Family.STOP else draw(texts),
        aliases=tuple(draw(st.lists(texts, max_size=3))),
        support=tuple(document.doc_id for document in placed[:1]),
        rationale=draw(texts),
    )
    return replace(
        task,
        task_id=draw(identifiers),
        instruction=draw(texts),
        question=draw(texts.filter(bool)),
        documents=placed,
        oracle=oracle,
    )


@st.composite
def bundles(draw):
    chosen = draw(st.lists(tasks(), max_size=5, unique_by=lambda task: task.task_id))
    counts = {family.value: 0 for family in Family}
    for task in chosen:
        counts[task.family.value] += 1
    spec = replace(
        mini_bundle().spec,
        title=draw(texts.filter(bool)),
        description=draw(texts),
        proxy_cap=draw(st.none() | st.integers(1, 10**6) | st.floats(0.5, 1e6)),
        counts=counts,
    )
    return sealed(spec, chosen)


@settings(max_examples=60, deadline=None)
@given(bundle=bundles(), suffix=st.sampled_from(["", ".zip"]))
def test_a_written_bundle_is_read_back_equal(bundle, suffix):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"bundle{suffix}"
        write_bundle(bundle, path)
        assert read_bundle(path) == bundle
