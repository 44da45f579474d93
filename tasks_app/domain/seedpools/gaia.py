"""GAIA: ``metadata.jsonl`` with its attachments beside it; users bring their own copy.

The dataset is gated, so nothing of it may be published: see docs/bundles.md. A text-like
attachment is the frozen context of its question; rows without one are skipped and counted.
Source: Mialon et al. 2023, https://huggingface.co/datasets/gaia-benchmark/GAIA.
"""

from pathlib import Path

import msgspec

from tasks_app.domain.canonical import digest, sha256_hex
from tasks_app.domain.seedpools.seed_file import Intake, PoolOrigin, SeedFile
from tasks_app.domain.seedpools.seed_row import ParagraphKind, SeedParagraph, SeedRow, Shape

ORIGIN = PoolOrigin(
    "gaia",
    "https://huggingface.co/datasets/gaia-benchmark/GAIA",
    "gated: not to be published, see the dataset's terms",
)
TABLES = frozenset({".csv", ".tsv"})
TEXTS = TABLES | {".txt", ".md", ".json", ".jsonl", ".jsonld", ".xml", ".html", ".py", ".pdb"}
MAX_ATTACHMENT_BYTES = 1024**2
TABLE_ROWS = 20
"""Rows of a table in one paragraph, so that a part of it can be withheld."""


class GaiaRow(msgspec.Struct, frozen=True):
    task_id: str
    question: str = msgspec.field(name="Question")
    final_answer: str = msgspec.field(name="Final answer", default="?")
    file_name: str = ""


def read_gaia(path: Path) -> SeedFile:
    data = path.read_bytes()
    intake = Intake(ORIGIN, path)
    for number, line in enumerate(data.split(b"\n"), start=1):
        raw = intake.json_object(line, number) if line.strip() else None
        row = None if raw is None else intake.typed(raw, GaiaRow, "question", number)
        if row is None:
            continue
        attached = _attachment(path.parent, row)
        if isinstance(attached, str):
            intake.skip(attached)
        else:
            intake.rows.append(_seed_row(row, attached, digest(raw)))
    return intake.seed_file(sha256_hex(data))


def _attachment(folder: Path, row: GaiaRow) -> tuple[SeedParagraph, ...] | str:
    """The paragraphs of a row's attachment, or why the row cannot be used."""
    if row.final_answer.strip() in ("", "?"):
        return "the answer is not published"
    if not row.file_name:
        return "no attachment"
    file = folder / row.file_name
    if file.suffix.lower() not in TEXTS:
        return f"attachment of type {file.suffix.lower() or 'none'} is not text"
    # A bare name only: the file must lie beside metadata.jsonl.
    if Path(row.file_name).name != row.file_name or file.is_symlink() or not file.is_file():
        return "the attachment is not beside the file"
    return _readable(file)


def _readable(file: Path) -> tuple[SeedParagraph, ...] | str:
    if file.stat().st_size > MAX_ATTACHMENT_BYTES:
        return "the attachment is over 1 MiB"
    try:
        return _paragraphs(file.name, file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        return "the attachment is not UTF-8"


def _paragraphs(name: str, text: str) -> tuple[SeedParagraph, ...]:
    if Path(name).suffix.lower() not in TABLES:
        return (SeedParagraph(name, text, is_supporting=True),)
    header, *rows = text.splitlines() or [""]
    return tuple(
        SeedParagraph(
            title=f"{name}, from row {start + 1}",
            text="\n".join([header, *rows[start : start + TABLE_ROWS]]),
            is_supporting=True,
            kind=ParagraphKind.TABLE,
        )
        for start in range(0, max(len(rows), 1), TABLE_ROWS)
    )


def _seed_row(row: GaiaRow, paragraphs: tuple[SeedParagraph, ...], raw_sha256: str) -> SeedRow:
    is_table = paragraphs[0].kind is ParagraphKind.TABLE
    return SeedRow(
        dataset=ORIGIN.dataset,
        row_id=row.task_id,
        licence=ORIGIN.licence,
        question=row.question.strip(),
        answer=row.final_answer.strip(),
        aliases=(),
        paragraphs=paragraphs,
        hops=1,
        raw_sha256=raw_sha256,
        shape=Shape.TABLE if is_table else Shape.FROZEN,
    )
