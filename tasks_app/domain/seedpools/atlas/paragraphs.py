"""Paragraphs about one country, city or airport, as an encyclopaedia might put them.

Only what a row may give away is written: the caller names the attributes of a country, and
whether an airport's city is told.
"""

from collections.abc import Sequence
from functools import lru_cache

from tasks_app.domain.seedpools.atlas.facts import Airport, City, Country, facts
from tasks_app.domain.seedpools.atlas.wording import (
    LIES_IN,
    STATEMENTS,
    in_text,
    listed,
    pick,
    sentence_case,
    with_thousands,
)
from tasks_app.domain.seedpools.seed_row import SeedParagraph

ATTRIBUTES = ("capital", "currency", "calling_code", "area", "demonym")


def attribute(country: Country, key: str) -> str | None:
    """A country's attribute as its paragraph writes it; None where the packages disagree."""
    if key == "borders":
        return _borders(country)
    value = getattr(country, key)
    return with_thousands(value) if isinstance(value, int) else value


def _borders(country: Country) -> str | None:
    known = facts().countries
    if not country.neighbours_agree or not country.neighbours <= known.keys():
        return None
    return listed([in_text(known[iso].name) for iso in sorted(country.neighbours)])


@lru_cache(maxsize=4096)
def about_country(country: Country, keys: Sequence[str], supporting: bool) -> SeedParagraph:
    """``country`` with the attributes ``keys``, in that order."""
    opening = pick(LIES_IN["country"], country.iso).format(
        name=in_text(country.name), subregion=country.subregion
    )
    statements = [
        pick(STATEMENTS[key], country.iso, key).format(value=attribute(country, key))
        for key in keys
        if attribute(country, key)
    ]
    return SeedParagraph(country.name, " ".join([sentence_case(opening), *statements]), supporting)


@lru_cache(maxsize=4096)
def about_airport(airport: Airport, tells: Sequence[str], supporting: bool) -> SeedParagraph:
    """``airport`` with what ``tells`` lists of ``country``, ``serves`` and ``codes``."""
    name = airport.name
    country = in_text(facts().countries[airport.country].name)
    sentences = {
        "country": pick(LIES_IN["airport"], airport.iata).format(name=name, country=country),
        "serves": pick(STATEMENTS["serves"], airport.iata).format(city=airport.city),
        "codes": pick(STATEMENTS["codes"], airport.iata).format(
            iata=airport.iata, icao=airport.icao
        ),
    }
    text = " ".join(sentences[key] for key in tells)
    opening = "" if "country" in tells else f"{name} is an airport. "
    return SeedParagraph(name, opening + text, supporting)


@lru_cache(maxsize=4096)
def about_city(city: City, role: str, tells_population: bool, supporting: bool) -> SeedParagraph:
    """``city`` as a plain ``city`` or the ``capital`` of its country."""
    country = in_text(facts().countries[city.country].name)
    opening = pick(LIES_IN[role], city.name).format(name=city.name, country=country)
    count = pick(STATEMENTS["population"], city.name).format(value=with_thousands(city.population))
    clock = pick(STATEMENTS["timezone"], city.name).format(value=city.timezone)
    sentences = [opening, count, clock] if tells_population else [opening, clock]
    return SeedParagraph(city.name, " ".join(sentences), supporting)
