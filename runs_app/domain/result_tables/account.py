"""What is said of a table that was read: in sentences, kept with the archive made of it."""

from collections import Counter
from collections.abc import Iterator

from runs_app.domain.archive.names import quoted
from runs_app.domain.result_tables.conversion import Checked, ConfigurationTally
from runs_app.domain.result_tables.fields import ResultField
from runs_app.domain.result_tables.result_mapping import ResultMapping
from runs_app.domain.result_tables.result_rows import Unknown

UNKNOWN_SENTENCES = {
    Unknown.UNGRADED: "Verdict unknown: {n} of {all} episodes (ungraded, not failed).",
    Unknown.ZERO_COST: "Cost of 0 beside work, taken as unknown: {n} of {all} episodes.",
    Unknown.NO_COST: "Cost unknown: {n} of {all} episodes.",
    Unknown.NO_TOKENS: "Tokens unknown: {n} of {all} episodes.",
    Unknown.NO_STEPS: "Steps unknown: {n} of {all} episodes.",
}


def passes_sentence(tally: ConfigurationTally) -> str:
    """``m x c: 379 of 500 passed.``"""
    ungraded = tally.episodes - tally.graded
    apart = f", {ungraded} not graded" if ungraded else ""
    return f"{tally.agent.name}: {tally.passes} of {tally.episodes} passed{apart}."


def unknown_sentences(checked: Checked) -> Iterator[str]:
    """One sentence for each kind of unknown that there is."""
    counts = sum((t.unknown for t in checked.configurations.values()), Counter[Unknown]())
    total = sum(tally.episodes for tally in checked.configurations.values())
    for unknown, sentence in UNKNOWN_SENTENCES.items():
        if counts[unknown]:
            yield sentence.format(n=counts[unknown], all=total)


def mapping_phrases(mapping: ResultMapping) -> Iterator[str]:
    """``reward from "score"``, ``model is "gpt-5"`` and so on, in the order of the fields."""
    for wanted in ResultField:
        if wanted in mapping.columns:
            yield f"{wanted} from {quoted(mapping.columns[wanted])}"
        elif wanted in mapping.constants:
            yield f"{wanted} is {quoted(mapping.constants[wanted])}"
    if mapping.first_repeat == 0:
        yield "repeats count from 0"
    if mapping.cached_apart:
        yield "cached tokens are added to input tokens"
    if not mapping.zero_cost_is_unknown:
        yield "a cost of 0 is zero"


def archive_description(name: str, sha256: str, mapping: ResultMapping, checked: Checked) -> str:
    """Where an archive comes from, how it was read, and what is unknown."""
    read = f"Made of the table {name} (SHA-256 {sha256}), {checked.rows} rows."
    how = f"Read as: {'; '.join(mapping_phrases(mapping))}."
    return "\n".join((read, how, *unknown_sentences(checked)))
