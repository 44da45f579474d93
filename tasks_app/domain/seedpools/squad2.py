"""SQuAD 2.0: questions on Wikipedia paragraphs, a third of them without an answer there.

Only the impossible ones become seed rows; the official nesting is data, paragraphs, qas.
Source: Rajpurkar et al. 2018, https://rajpurkar.github.io/SQuAD-explorer/ (``*-v2.0.json``).
"""

from pathlib import Path
from typing import Any

import msgspec

from tasks_app.domain.canonical import digest, sha256_hex
from tasks_app.domain.seedpools.seed_file import Intake, PoolOrigin, SeedFile
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

ORIGIN = PoolOrigin("squad2", "https://rajpurkar.github.io/SQuAD-explorer/", "CC BY-SA 4.0")


class SquadAnswer(msgspec.Struct, frozen=True):
    text: str
    answer_start: int


class SquadQuestion(msgspec.Struct, frozen=True):
    id: str
    question: str
    answers: list[SquadAnswer] = []
    is_impossible: bool = False


class SquadParagraph(msgspec.Struct, frozen=True):
    context: str
    qas: list[SquadQuestion]


class SquadArticle(msgspec.Struct, frozen=True):
    paragraphs: list[SquadParagraph]
    title: str = ""


def read_squad2(path: Path) -> SeedFile:
    data = path.read_bytes()
    intake = Intake(ORIGIN, path)
    for number, raw in enumerate(_articles(intake, data), start=1):
        article = intake.typed(raw, SquadArticle, f"article {number}", line=None)
        if article is not None:
            for paragraph in article.paragraphs:
                _take_paragraph(intake, article.title.replace("_", " "), paragraph)
    return intake.seed_file(sha256_hex(data))


def _articles(intake: Intake, data: bytes) -> list[Any]:
    value = intake.json_object(data)
    articles = value.get("data") if isinstance(value, dict) else None
    hint = "Use a *-v2.0.json file, with data, paragraphs and qas inside each other."
    if not isinstance(articles, list):
        if value is not None:
            intake.refuse("wrong_shape", "The file has no list `data` of articles.", hint)
        return []
    if articles and all(isinstance(each, dict) and "context" in each for each in articles):
        message = "The file is flat: `data` lists questions, not articles with paragraphs."
        intake.refuse("flat_squad", message, hint)
        return []
    return articles


def _take_paragraph(intake: Intake, title: str, paragraph: SquadParagraph) -> None:
    for question in paragraph.qas:
        if question.is_impossible:
            intake.rows.append(_seed_row(title, paragraph.context, question))
            continue
        intake.skip("answerable")
        for answer in question.answers:
            _check_answer(intake, question.id, paragraph.context, answer)


def _check_answer(intake: Intake, row_id: str, context: str, answer: SquadAnswer) -> None:
    found = context[answer.answer_start :].startswith(answer.text) and answer.answer_start >= 0
    if not found:
        message = f"question {row_id}: its answer does not stand at answer_start."
        intake.refuse("answer_not_in_context", message, "Correct the answer or its offset.")


def _seed_row(title: str, context: str, question: SquadQuestion) -> SeedRow:
    raw = {"title": title, "context": context, "qa": msgspec.to_builtins(question)}
    return SeedRow(
        dataset=ORIGIN.dataset,
        row_id=question.id,
        licence=ORIGIN.licence,
        question=question.question.strip(),
        answer=None,
        aliases=(),
        paragraphs=(SeedParagraph(title, context, is_supporting=False),),
        hops=1,
        raw_sha256=digest(raw),
        shape=Shape.FALSE_PREMISE,
    )
