"""HotpotQA in its distractor setting: one JSON list of questions with ten paragraphs each.

Source: Yang et al. 2018, https://hotpotqa.github.io/ (files ``hotpot_*_distractor_v1.json``).
"""

from pathlib import Path

import msgspec

from tasks_app.domain.canonical import digest, sha256_hex
from tasks_app.domain.seedpools.seed_file import Intake, PoolOrigin, SeedFile
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

ORIGIN = PoolOrigin("hotpotqa", "https://hotpotqa.github.io/", "CC BY-SA 4.0")


class HotpotRow(msgspec.Struct, frozen=True):
    id: str = msgspec.field(name="_id")
    question: str
    answer: str
    supporting_facts: list[tuple[str, int]]
    context: list[tuple[str, list[str]]]


def read_hotpotqa(path: Path) -> SeedFile:
    data = path.read_bytes()
    intake = Intake(ORIGIN, path)
    rows = intake.json_object(data)
    if rows is not None and not isinstance(rows, list):
        hint = "Use a hotpot_*_distractor_v1.json file."
        intake.refuse("wrong_shape", "The file is not a list of questions.", hint)
    elif rows is not None:
        for number, raw in enumerate(rows, start=1):
            row = intake.typed(raw, HotpotRow, f"question {number}", line=None)
            if row is not None:
                intake.rows.append(_seed_row(row, digest(raw)))
    return intake.seed_file(sha256_hex(data))


def _seed_row(row: HotpotRow, raw_sha256: str) -> SeedRow:
    supporting = {title for title, _ in row.supporting_facts}
    return SeedRow(
        dataset=ORIGIN.dataset,
        row_id=row.id,
        licence=ORIGIN.licence,
        question=row.question.strip(),
        answer=row.answer.strip(),
        aliases=(),
        paragraphs=tuple(
            # Sentences carry their own leading spaces in some releases and none in others.
            SeedParagraph(title, " ".join(part.strip() for part in parts), title in supporting)
            for title, parts in row.context
        ),
        hops=2,
        raw_sha256=raw_sha256,
        shape=Shape.TWO_HOP,
    )
