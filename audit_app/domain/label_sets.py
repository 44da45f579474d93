"""Labels that people made elsewhere: OpenQA-eval's tab-separated files (NQ-301).

``NQ301_human.tsv`` has a row an answer with the decisions of two annotators and, where it was
asked for, of a third; ``NQ301_<judge>.tsv`` the same rows, with the judge's verdict read from its
reply under ``Acceptable?``. Source: Kamalloo et al. 2023, github.com/ehsk/OpenQA-eval.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from audit_app.domain.labels import Decision
from runs_app.domain.episode import Verdict
from tasks_app.domain.errors import Problem, Refused

KEY = ("id", "Model answer")
ANNOTATORS = ("annotator1", "annotator2")
ADJUDICATOR = "annotator3"
VERDICT = "Acceptable?"
NEEDED = (*KEY, "Question", *ANNOTATORS, ADJUDICATOR)
DECISIONS = {"yes": Decision.CORRECT, "no": Decision.INCORRECT}
VERDICTS = {"yes": Verdict.CORRECT, "no": Verdict.INCORRECT}
FAMILY = "openqa_eval"

Row = Mapping[str, str]


@dataclass(frozen=True)
class ImportedAnswer:
    """One answer with what people and the judge said of it; absent where nobody did."""

    task_id: str
    question: str
    answer: str
    labels: Mapping[str, Decision]
    adjudicated: Decision | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True)
class LabelSet:
    """The answers in the file's order, and what could not be used, by kind: counted, not lost."""

    answers: tuple[ImportedAnswer, ...]
    counts: Mapping[str, int] = field(default_factory=dict)


def read_label_set(human: Iterable[str], judge: Iterable[str]) -> LabelSet:
    """Both files' lines, joined by question id and answer; equal pairs in the files' order.

    Raises Refused where a column is missing or a decision is neither yes nor no.
    """
    verdicts: dict[tuple[str, ...], list[Verdict | None]] = defaultdict(list)
    judged = _rows(judge, (*KEY, VERDICT), "judge file")
    for row in judged:
        verdicts[_key(row)].append(VERDICTS.get(row[VERDICT].strip().lower()))
    people = _rows(human, NEEDED, "human file")
    answers, unjoined = [], 0
    for number, row in enumerate(people, start=2):
        waiting = verdicts.get(_key(row))
        unjoined += not waiting
        answers.append(_answer(row, waiting.pop(0) if waiting else None, number))
    return LabelSet(tuple(answers), _counts(answers, unjoined))


def _rows(lines: Iterable[str], needed: tuple[str, ...], name: str) -> list[Row]:
    reader = csv.DictReader(lines, delimiter="\t")
    missing = [column for column in needed if column not in (reader.fieldnames or ())]
    if missing:
        message = f"The {name} has no column {', '.join(missing)}."
        raise Refused([Problem("missing_column", message)])
    return [{key: row[key] or "" for key in needed} for row in reader]


def _key(row: Row) -> tuple[str, ...]:
    return tuple(row[column] for column in KEY)


def _answer(row: Row, verdict: Verdict | None, line: int) -> ImportedAnswer:
    said = {name: _decision(row[name], line) for name in (*ANNOTATORS, ADJUDICATOR)}
    return ImportedAnswer(
        task_id=row["id"],
        question=row["Question"],
        answer=row["Model answer"],
        labels={name: label for name in ANNOTATORS if (label := said[name]) is not None},
        adjudicated=said[ADJUDICATOR],
        verdict=verdict,
    )


def _decision(text: str, line: int) -> Decision | None:
    word = text.strip().lower()
    if word and word not in DECISIONS:
        message = f"“{text[:40]}” is neither yes nor no."
        raise Refused([Problem("bad_decision", message, line=line)])
    return DECISIONS.get(word)


def _counts(answers: list[ImportedAnswer], unjoined: int) -> dict[str, int]:
    labelled = [len(answer.labels) for answer in answers]
    return {
        "answers": len(answers),
        "with two labels": labelled.count(2),
        "without a second label": labelled.count(1),
        "without any label": labelled.count(0),
        "adjudicated": sum(answer.adjudicated is not None for answer in answers),
        "with a verdict": sum(answer.verdict is not None for answer in answers),
        "without a verdict": sum(answer.verdict is None for answer in answers),
        "without a row in the judge file": unjoined,
    }
