"""MuSiQue: JSON Lines of questions that join two to four facts, with twenty paragraphs each.

Source: Trivedi et al. 2022, https://github.com/StonyBrookNLP/musique (``musique_*_v1.0_*.jsonl``).
"""

from pathlib import Path
from typing import Any

import msgspec

from tasks_app.domain.canonical import digest, sha256_hex
from tasks_app.domain.seedpools.seed_file import Intake, PoolOrigin, SeedFile
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

ORIGIN = PoolOrigin("musique", "https://github.com/StonyBrookNLP/musique", "CC BY 4.0")


class MusiqueParagraph(msgspec.Struct, frozen=True):
    title: str
    paragraph_text: str
    is_supporting: bool = False


class MusiqueRow(msgspec.Struct, frozen=True):
    id: str
    paragraphs: list[MusiqueParagraph]
    question: str
    question_decomposition: list[dict[str, Any]]
    answer: str
    answer_aliases: list[str] = []
    answerable: bool = True


def read_musique(path: Path) -> SeedFile:
    data = path.read_bytes()
    intake = Intake(ORIGIN, path)
    for number, line in enumerate(data.split(b"\n"), start=1):
        raw = intake.json_object(line, number) if line.strip() else None
        if raw is None:
            continue
        row = intake.typed(raw, MusiqueRow, "question", number)
        if row is not None and row.answerable:
            intake.rows.append(_seed_row(row, digest(raw)))
        elif row is not None:
            intake.skip("marked as not answerable")
    return intake.seed_file(sha256_hex(data))


def _seed_row(row: MusiqueRow, raw_sha256: str) -> SeedRow:
    hops = len(row.question_decomposition)
    return SeedRow(
        dataset=ORIGIN.dataset,
        row_id=row.id,
        licence=ORIGIN.licence,
        question=row.question.strip(),
        answer=row.answer.strip(),
        aliases=tuple(row.answer_aliases),
        paragraphs=tuple(
            SeedParagraph(each.title, each.paragraph_text, each.is_supporting)
            for each in row.paragraphs
        ),
        hops=hops,
        raw_sha256=raw_sha256,
        shape=Shape.TWO_HOP if hops == 2 else Shape.MULTI_HOP,
    )
