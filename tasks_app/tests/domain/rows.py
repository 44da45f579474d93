"""Hand-made seed rows for the tests of transforms, selection and build."""

from tasks_app.domain.canonical import digest
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

PARAGRAPHS = (
    ("Donaueschingen", "The river Danube rises at Donaueschingen.", True),
    ("Danube", "The Danube empties into the Black Sea.", True),
    ("Rhine", "The river Rhine flows into the North Sea.", False),
    ("Elbe", "The river Elbe flows through Dresden.", False),
)


def seed_row(
    *,
    row_id="r-1",
    dataset="musique",
    question="Which sea does the river that rises at Donaueschingen flow into?",
    answer="Black Sea",
    aliases=(),
    paragraphs=PARAGRAPHS,
    shape=Shape.TWO_HOP,
):
    return SeedRow(
        dataset=dataset,
        row_id=row_id,
        licence="CC0-1.0",
        question=question,
        answer=answer,
        aliases=tuple(aliases),
        paragraphs=tuple(SeedParagraph(*paragraph) for paragraph in paragraphs),
        hops=2,
        raw_sha256=digest([dataset, row_id]),
        shape=shape,
    )
