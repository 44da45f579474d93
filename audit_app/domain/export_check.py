"""Check an exported audit with nothing but the standard library: python check.py AUDIT.zip

Digests of files and of every label are recomputed, and from labels, sample and cells the agreement
and the population estimates, which must be those of the report. This file is part of the export.
"""

import hashlib
import json
import math
import sys
import zipfile
from collections import Counter
from typing import Any

Row = dict[str, Any]
POSITIVE = {"correct": True, "incorrect": False}
ENTRY = (
    *("number", "item", "annotator", "decision", "reason", "comment", "flag", "was_blind"),
    *("is_late", "rubric_version", "content_digest", "version", "active_seconds", "created_at"),
)
TOLERANCE = 1e-9
PRECISION = 6
CERTAIN = 1 - 1e-12
NO_SPREAD = 1e-9
UNREADABLE = (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError)


class NoExportError(ValueError):
    """A file that cannot be checked, with the reason."""


def check(path: Any) -> tuple[list[str], dict[str, float | None]]:
    """(what is wrong, in sentences; the recomputed numbers). Raises NoExportError."""
    try:
        return _checked(path)
    except UNREADABLE as error:
        raise NoExportError(f"{path} is no export of an audit, or not whole: {error}.") from error


def _checked(path: Any) -> tuple[list[str], dict[str, float | None]]:
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    problems = _wrong_files(manifest, files)
    labels, sample, adjudicated = (
        _lines(files[name]) for name in ("labels.jsonl", "sample.jsonl", "adjudications.jsonl")
    )
    problems += _broken_chain(labels, manifest["chain"])
    numbers = recomputed(_pairs(labels, sample, adjudicated), json.loads(files["frame.json"]))
    return problems + _differences(numbers, json.loads(files["report.json"])["lines"]), numbers


def recomputed(pairs: list[tuple[Row, bool]], frame: Row) -> dict[str, float | None]:
    """The numbers of the report from (item, human-positive) of every compared item."""
    table = Counter((POSITIVE[item["verdict"]], human) for item, human in pairs)
    kappa, se = cohen_kappa(table)
    numbers = {
        "overall/percent": _share(table[True, True] + table[False, False], len(pairs)),
        "overall/kappa": kappa,
        "overall/kappa/se": se,
    }
    return numbers | population(pairs, frame["cells"])


def cohen_kappa(table: Counter[tuple[bool, bool]]) -> tuple[float | None, float | None]:
    """Kappa of judge x human with its standard error (Fleiss, Cohen, Everitt 1969)."""
    n = sum(table.values())
    if not n:
        return None, None
    classes = (True, False)
    p = {(i, j): table[i, j] / n for i in classes for j in classes}
    rows = {i: p[i, True] + p[i, False] for i in classes}
    columns = {j: p[True, j] + p[False, j] for j in classes}
    observed = sum(p[i, i] for i in classes)
    expected = sum(rows[i] * columns[i] for i in classes)
    if expected >= CERTAIN:
        return None, None
    spread = sum(
        share * ((i == j) * (1 - expected) - (columns[i] + rows[j]) * (1 - observed)) ** 2
        for (i, j), share in p.items()
    )
    centre = observed * expected - 2 * expected + observed
    variance = (spread - centre**2) / (n * (1 - expected) ** 4)
    return (observed - expected) / (1 - expected), _root(variance)


def population(pairs: list[tuple[Row, bool]], cells: list[Row]) -> dict[str, float | None]:
    """Rates and kappa of the whole frame: each cell weighted by its population."""
    labelled = Counter((item["family"], item["verdict"]) for item, _ in pairs)
    positive = Counter((item["family"], item["verdict"]) for item, human in pairs if human)
    total = sum(cell["population"] for cell in cells)
    held = [cell for cell in cells if cell["population"]]
    keys = [(cell["family"], cell["verdict"]) for cell in held]
    if not total or not all(labelled[key] for key in keys):
        return {}
    weights = [cell["population"] / total for cell in held]
    rates = [positive[key] / labelled[key] for key in keys]
    yes = [POSITIVE[cell["verdict"]] for cell in held]
    spread = [
        _variance(rate, labelled[key], cell["population"])
        for rate, key, cell in zip(rates, keys, held, strict=True)
    ]
    return _weighted(weights, rates, yes, spread)


def _weighted(
    weights: list[float], rates: list[float], yes: list[bool], spread: list[float]
) -> dict[str, float | None]:
    """Post-stratified estimates; kappa's variance by the delta method."""
    signs = [1 if positive else -1 for positive in yes]
    judge = sum(w for w, positive in zip(weights, yes, strict=True) if positive)
    human = sum(w * rate for w, rate in zip(weights, rates, strict=True))
    agreed = sum(
        w * (rate if positive else 1 - rate)
        for w, rate, positive in zip(weights, rates, yes, strict=True)
    )
    chance = judge * human + (1 - judge) * (1 - human)
    numbers: dict[str, float | None] = {
        "population/human_rate": human,
        "population/human_rate/se": _se(weights, spread),
        "population/population_agreement": agreed,
        "population/population_kappa": None,
    }
    if chance < CERTAIN:
        by_chance = (2 * judge - 1) * (1 - agreed) / (1 - chance) ** 2
        gradient = [
            w * sign / (1 - chance) - w * by_chance for w, sign in zip(weights, signs, strict=True)
        ]
        numbers["population/population_kappa"] = (agreed - chance) / (1 - chance)
        numbers["population/population_kappa/se"] = _se(gradient, spread)
    return numbers


def _pairs(labels: list[Row], sample: list[Row], adjudicated: list[Row]) -> list[tuple[Row, bool]]:
    """Every drawn item with a verdict and a human yes or no: the first reader's, or the
    adjudicated decision where readers contradict one another."""
    latest = {(row["item"], row["annotator"]): row for row in labels}
    third = {row["item"]: POSITIVE[row["decision"]] for row in adjudicated}
    pairs = []
    for item in sample:
        if item["known"] or item["verdict"] not in POSITIVE:
            continue
        readings = ((item["item"], reader) for reader in item["readers"])
        rows = [latest[reading] for reading in readings if reading in latest]
        said = [
            POSITIVE[row["decision"]]
            for row in rows
            if row["decision"] in POSITIVE and row["content_digest"] == item["content_digest"]
        ]
        if said:
            contradict = len(set(said)) > 1
            pairs.append((item, third.get(item["item"], said[0]) if contradict else said[0]))
    return pairs


def _wrong_files(manifest: Row, files: dict[str, bytes]) -> list[str]:
    wrong = [
        f"{name} is not what was exported."
        for name, known in manifest["files"].items()
        if hashlib.sha256(files.get(name, b"")).hexdigest() != known["sha256"]
    ]
    return wrong + [
        f"{name} is not of this export."
        for name in files
        if name not in manifest["files"] and name != "manifest.json"
    ]


def _broken_chain(labels: list[Row], chain: Row) -> list[str]:
    previous = ""
    for expected, row in enumerate(labels, start=1):
        entry = {name: row[name] for name in ENTRY}
        content = json.dumps(
            {"previous": previous, **entry},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        previous = hashlib.sha256(content.encode()).hexdigest()
        if row["number"] != expected or row["digest"] != previous:
            return [f"Label {expected} is not what was recorded."]
    if (len(labels), previous) != (chain["length"], chain["head"]):
        return ["The label log does not end where the manifest says it does."]
    return []


def _differences(numbers: dict[str, float | None], lines: list[Row]) -> list[str]:
    """Numbers that are not those of the report."""
    reported: dict[str, float | None] = {}
    for line in lines:
        if line["section"] in ("overall", "population"):
            key = f"{line['section']}/{line['key']}"
            reported[key], reported[f"{key}/se"] = line["value"], line["se"]
    return [
        f"{key} is {value} from the labels, but {reported.get(key)} in the report."
        for key, value in numbers.items()
        if not _same(value, reported.get(key))
    ]


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TOLERANCE


def _variance(rate: float, labelled: int, population: int) -> float:
    if labelled == population:
        return 0.0
    if labelled < 2:
        return math.inf
    return (1 - labelled / population) * rate * (1 - rate) / (labelled - 1)


def _se(gradient: list[float], spread: list[float]) -> float | None:
    if math.inf in spread:
        return None
    return _root(sum(g * g * v for g, v in zip(gradient, spread, strict=True)))


def _root(variance: float) -> float:
    root = math.sqrt(max(0.0, variance))
    return 0.0 if root < NO_SPREAD else root


def _share(count: int, total: int) -> float | None:
    return count / total if total else None


def _lines(content: bytes) -> list[Row]:
    return [json.loads(line) for line in content.splitlines() if line]


def main(path: str) -> int:
    try:
        problems, numbers = check(path)
    except NoExportError as error:
        sys.exit(str(error))
    for name, value in numbers.items():
        print(f"{name}: {'undefined' if value is None else round(value, PRECISION)}")
    for problem in problems:
        print(f"WRONG: {problem}")
    print("The export does not hold." if problems else "The export holds.")
    return int(bool(problems))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name one exported audit: python check.py AUDIT.zip")
    sys.exit(main(sys.argv[1]))
