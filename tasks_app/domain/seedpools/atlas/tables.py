"""Rows whose documents are tables and registers: neighbours of a country, small record sets."""

from collections.abc import Iterable, Iterator
from functools import cache, partial

from tasks_app.domain.canonical import salted_order
from tasks_app.domain.seedpools.atlas.drafts import Candidate, Draft
from tasks_app.domain.seedpools.atlas.facts import Country, facts
from tasks_app.domain.seedpools.atlas.hops import aliases
from tasks_app.domain.seedpools.atlas.paragraphs import attribute
from tasks_app.domain.seedpools.atlas.subjects import (
    Subject,
    airports,
    cities,
    countries_like,
    neighbourhood,
    others_like,
    subjects_like,
)
from tasks_app.domain.seedpools.atlas.wording import QUESTIONS_OF_RECORDS, in_text, pick
from tasks_app.domain.seedpools.seed_row import ParagraphKind, SeedParagraph, Shape

COLUMNS = {
    "capital": "capital",
    "currency": "currency code",
    "calling_code": "calling code",
    "area": "area in square kilometres",
}
RECORDS = 8
SMALLEST_TABLE = 3


def neighbour_tables() -> Iterator[Candidate]:
    """What a table of a country's neighbours says of the one in which a city lies."""
    for country in facts().countries.values():
        rows = neighbour_rows(country)
        for subject in cities() if len(rows) >= SMALLEST_TABLE else ():
            if subject.country in rows:
                for key in ("area", "calling_code"):
                    name = f"neighbours/{key}/{country.iso}/{subject.key}"
                    yield name, partial(_of_neighbour, name, country, subject, key)


def _of_neighbour(name: str, country: Country, subject: Subject, key: str) -> Draft:
    answer = attribute(subject.country, key) or ""
    question = pick(QUESTIONS_OF_RECORDS["neighbours"], name).format(
        country=in_text(country.name), column=COLUMNS[key], city=subject.name
    )
    others = [c for c in neighbourhood(country) if len(neighbour_rows(c)) >= SMALLEST_TABLE]
    return Draft(
        shape=Shape.TABLE,
        key=name,
        question=question,
        answer=answer,
        aliases=aliases(key, answer),
        hops=2,
        supporting=(subject.paragraph(True), neighbours_table(country, True)),
        distractors=(
            (2, [neighbours_table(other, False) for other in others[:8]]),
            (3, countries_like(subject.country, "currency", 8)),
            (4, subjects_like(subject.role, subject.country, 10)),
        ),
    )


@cache
def neighbour_rows(country: Country) -> tuple[Country, ...]:
    """All neighbours of a country; empty where the packages disagree on any column of one."""
    rows = _complete([facts().countries.get(iso) for iso in sorted(country.neighbours)])
    whole = country.neighbours_agree and len(rows) == len(country.neighbours)
    return tuple(rows) if whole else ()


def neighbours_table(country: Country, supporting: bool) -> SeedParagraph:
    """A text table of the neighbours, one a line."""
    lines = [
        " | ".join([row.name, *(attribute(row, key) or "" for key in COLUMNS)])
        for row in neighbour_rows(country)
    ]
    text = "\n".join([" | ".join(["country", *COLUMNS.values()]), *lines])
    title = f"Neighbours of {in_text(country.name)}"
    return SeedParagraph(title, text, supporting, ParagraphKind.TABLE)


def record_lookups() -> Iterator[Candidate]:
    """One field of one record of a frozen register."""
    for country in _complete(facts().countries.values()):
        for key in COLUMNS:
            name = f"lookup/{key}/{country.iso}"
            yield name, partial(_lookup, name, country, key)


def _lookup(name: str, country: Country, key: str) -> Draft:
    answer = attribute(country, key) or ""
    question = pick(QUESTIONS_OF_RECORDS["lookup"], name).format(
        column=COLUMNS[key], country=in_text(country.name)
    )
    return _over_registers(name, question, key, (country, None), answer)


def record_joins() -> Iterator[Candidate]:
    """A field of the country register, found through a record of the airport register."""
    complete = set(_complete(facts().countries.values()))
    for subject in airports():
        if subject.country in complete:
            for key in COLUMNS:
                name = f"join/{key}/{subject.key}"
                yield name, partial(_join, name, subject, key)


def _join(name: str, subject: Subject, key: str) -> Draft:
    answer = attribute(subject.country, key) or ""
    question = pick(QUESTIONS_OF_RECORDS["join"], name).format(
        column=COLUMNS[key], airport=subject.name
    )
    return _over_registers(name, question, key, (subject.country, subject), answer)


def _over_registers(
    name: str, question: str, key: str, about: tuple[Country, Subject | None], answer: str
) -> Draft:
    country, airport = about
    near = _complete(neighbourhood(country)[: 3 * RECORDS])
    countries = [country, *(other for other in near if attribute(other, key) != answer)][:RECORDS]
    listed = [*filter(None, [airport]), *others_like("airport", country)][:RECORDS]
    registers = (
        _register("Airport register", name, [_airport_record(a) for a in listed], bool(airport)),
        _register("Country register", name, [_country_record(c) for c in countries], True),
    )
    return Draft(
        shape=Shape.FROZEN,
        key=name,
        question=question,
        answer=answer,
        aliases=aliases(key, answer),
        hops=2 if airport else 1,
        supporting=registers if airport else registers[1:],
        distractors=() if airport else ((1, registers[:1]),),
    )


def _register(title: str, name: str, records: list[str], supporting: bool) -> SeedParagraph:
    ordered = salted_order(records, f"atlas register {name}", lambda record: record)
    return SeedParagraph(title, "\n".join(ordered), supporting, ParagraphKind.TABLE)


def _country_record(country: Country) -> str:
    fields = "; ".join(f"{label} {attribute(country, key)}" for key, label in COLUMNS.items())
    return f"{country.name}: {fields}."


def _airport_record(subject: Subject) -> str:
    airport = facts().airports[subject.key]
    return (
        f"{airport.name}: country {subject.country.name}; IATA code {airport.iata}; "
        f"ICAO code {airport.icao}."
    )


def _complete(countries: Iterable[Country | None]) -> list[Country]:
    """The countries of which every column is agreed."""
    return [c for c in countries if c and all(attribute(c, key) for key in COLUMNS)]
