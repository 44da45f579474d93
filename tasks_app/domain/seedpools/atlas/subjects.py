"""What a question can start from: an airport, a city or a capital, each leading to a country."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from tasks_app.domain.canonical import salted_order
from tasks_app.domain.seedpools.atlas.facts import City, Country, facts
from tasks_app.domain.seedpools.atlas.paragraphs import (
    ATTRIBUTES,
    about_airport,
    about_city,
    about_country,
    attribute,
)
from tasks_app.domain.seedpools.atlas.wording import COUNTRY_OF, pick
from tasks_app.domain.seedpools.seed_row import SeedParagraph

AIRPORTS_PER_COUNTRY = 5
CITIES_PER_COUNTRY = 3


@dataclass(frozen=True)
class Subject:
    """``role`` is airport, city or capital; ``key`` tells it from every other subject."""

    role: str
    key: str
    name: str
    country: Country

    @property
    def as_country(self) -> str:
        """The phrase that stands for its country in a question."""
        return pick(COUNTRY_OF[self.role], self.key).format(name=self.name)

    def paragraph(self, supporting: bool) -> SeedParagraph:
        """What tells its country and no attribute of that country."""
        if self.role == "airport":
            return about_airport(facts().airports[self.key], ("country", "codes"), supporting)
        return about_city(facts().cities[self.key], self.role, True, supporting)


@cache
def airports() -> tuple[Subject, ...]:
    """At most a few airports of each country, whose name does not tell the country."""
    found = [
        Subject("airport", airport.iata, airport.name, facts().countries[airport.country])
        for airport in facts().airports.values()
    ]
    return _few_of_each_country(found, AIRPORTS_PER_COUNTRY)


@cache
def cities() -> tuple[Subject, ...]:
    """The largest cities of each country that are not its capital."""
    found = [
        Subject("city", city.name, city.name, facts().countries[city.country])
        for city in sorted(facts().cities.values(), key=lambda c: (-c.population, c.name))
        if facts().countries[city.country].capital not in (None, city.name)
    ]
    return _few_of_each_country(found, CITIES_PER_COUNTRY)


@cache
def capitals() -> tuple[Subject, ...]:
    """Capitals on which the packages agree and whose name is theirs alone."""
    return tuple(
        Subject("capital", country.capital, country.capital, country)
        for country in facts().countries.values()
        if country.capital and capital_city(country)
    )


def capital_city(country: Country) -> City | None:
    city = facts().cities.get(country.capital or "")
    return city if city and city.country == country.iso else None


@cache
def neighbourhood(country: Country) -> tuple[Country, ...]:
    """Other countries, those of the same subregion first, otherwise in a mixed order."""
    others = [other for other in facts().countries.values() if other != country]
    mixed = salted_order(others, f"atlas near {country.iso}", lambda other: other.iso)
    return tuple(sorted(mixed, key=lambda other: other.subregion != country.subregion))


@cache
def keys_with(key: str, iso: str, without: str = "") -> tuple[str, ...]:
    """Three attributes of a country to write about, ``key`` among them."""
    rest = [other for other in ATTRIBUTES if other not in (key, without)]
    chosen = salted_order(rest, f"atlas keys {iso}", lambda other: other)[:2]
    return tuple(salted_order([key, *chosen], f"atlas key order {iso}", lambda other: other))


@cache
def countries_like(country: Country, key: str, limit: int) -> tuple[SeedParagraph, ...]:
    """Paragraphs about other countries that tell their ``key``."""
    near = (other for other in neighbourhood(country) if attribute(other, key))
    return tuple(
        about_country(other, keys_with(key, other.iso), False) for other in islice(near, limit)
    )


@cache
def subjects_like(role: str, country: Country, limit: int) -> tuple[SeedParagraph, ...]:
    """Paragraphs about subjects of a role in other countries than ``country``."""
    return tuple(other.paragraph(False) for other in others_like(role, country)[:limit])


@cache
def others_like(role: str, country: Country) -> tuple[Subject, ...]:
    """Subjects of a role in other countries, those of the same subregion first."""
    everyone = {"airport": airports, "city": cities, "capital": capitals}[role]()
    home: dict[str, list[Subject]] = {}
    for subject in everyone:
        home.setdefault(subject.country.iso, []).append(subject)
    near = neighbourhood(country)
    return tuple(subject for other in near for subject in home.get(other.iso, [])[:1])


def _few_of_each_country(found: Sequence[Subject], limit: int) -> tuple[Subject, ...]:
    count: dict[str, int] = {}
    kept = []
    for subject in found:
        count[subject.country.iso] = count.get(subject.country.iso, 0) + 1
        if count[subject.country.iso] <= limit and subject.country.name not in subject.name:
            kept.append(subject)
    return tuple(kept)
