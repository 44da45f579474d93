"""Questions over one, two and three facts about countries, cities and airports."""

from collections.abc import Iterator
from functools import cache, partial

from tasks_app.domain.seedpools.atlas.drafts import Candidate, Draft
from tasks_app.domain.seedpools.atlas.facts import (
    Airport,
    Country,
    facts,
    plain,
    with_plain_spelling,
)
from tasks_app.domain.seedpools.atlas.packages import airports as all_airports
from tasks_app.domain.seedpools.atlas.paragraphs import (
    ATTRIBUTES,
    about_airport,
    about_city,
    about_country,
    attribute,
)
from tasks_app.domain.seedpools.atlas.subjects import (
    Subject,
    airports,
    capital_city,
    capitals,
    cities,
    countries_like,
    keys_with,
    subjects_like,
)
from tasks_app.domain.seedpools.atlas.wording import (
    QUESTIONS,
    in_text,
    pick,
    with_thousands,
)
from tasks_app.domain.seedpools.seed_row import SeedParagraph, Shape

_UNITS = {
    "area": ("square kilometres", "km²", "km2", "sq km"),
    "population": ("inhabitants", "people"),
}


def aliases(key: str, answer: str) -> tuple[str, ...]:
    """Other spellings that are the same answer: with its unit, without accents or prefix."""
    if key in _UNITS:
        return tuple(f"{answer} {unit}" for unit in _UNITS[key])
    if key == "calling_code":
        digits = answer.lstrip("+")
        area_of_one = (f"+1 {digits[1:]}",) if digits.startswith("1") and digits != "1" else ()
        return (f"00{digits}", *area_of_one)
    return with_plain_spelling([answer])[1:]


def asked(key: str, of: str, seed: str) -> str:
    return pick(QUESTIONS[key], seed, key).format(of=of)


def country_two_hops() -> Iterator[Candidate]:
    """An attribute of the country of an airport, a city or a capital: two facts to join."""
    for subject in (*airports(), *cities(), *capitals()):
        for key in ATTRIBUTES:
            if attribute(subject.country, key) and key != subject.role:
                name = f"{subject.role}/{key}/{subject.key}"
                yield name, partial(_attribute_of_country, name, subject, key)


def _attribute_of_country(name: str, subject: Subject, key: str) -> Draft:
    country = subject.country
    answer = attribute(country, key) or ""
    keys = keys_with(key, country.iso, without=subject.role)
    return Draft(
        shape=Shape.TWO_HOP,
        key=name,
        question=asked(key, subject.as_country, subject.key),
        answer=answer,
        aliases=aliases(key, answer),
        hops=2,
        supporting=(subject.paragraph(True), about_country(country, keys, True)),
        distractors=(
            (2, countries_like(country, key, 8)),
            (4, subjects_like(subject.role, subject.country, 10)),
            (1, countries_like(country, other_key(key), 14)[8:]),
            (2, subjects_of_other_role(subject)),
        ),
    )


def other_key(key: str) -> str:
    return ATTRIBUTES[(ATTRIBUTES.index(key) + 1) % len(ATTRIBUTES)]


def subjects_of_other_role(subject: Subject) -> tuple[SeedParagraph, ...]:
    role = "city" if subject.role == "airport" else "airport"
    return subjects_like(role, subject.country, 8)


def capital_two_hops() -> Iterator[Candidate]:
    """The population or the airport of a country's capital."""
    for subject in capitals():
        iso, of = subject.country.iso, f"the capital of {in_text(subject.country.name)}"
        yield f"country/population/{iso}", partial(_population_of_capital, subject, of)
        airport = airport_of_capital(subject)
        if airport:
            yield f"country/iata/{iso}", partial(_airport_of_capital, subject, airport)


def _population_of_capital(subject: Subject, of: str) -> Draft:
    city = facts().cities[subject.key]
    answer = with_thousands(city.population)
    country = subject.country
    return Draft(
        shape=Shape.TWO_HOP,
        key=f"country/population/{country.iso}",
        question=asked("population", of, country.iso),
        answer=answer,
        aliases=aliases("population", answer),
        hops=2,
        supporting=(
            about_country(country, keys_with("capital", country.iso), True),
            about_city(city, "city", True, True),
        ),
        distractors=(
            (3, countries_like(country, "capital", 8)),
            (2, subjects_like("city", country, 8)),
            (4, subjects_like("airport", country, 8)),
        ),
    )


def _airport_of_capital(subject: Subject, airport: Airport) -> Draft:
    country = subject.country
    of = f"the international airport that serves the capital of {in_text(country.name)}"
    return Draft(
        shape=Shape.TWO_HOP,
        key=f"country/iata/{country.iso}",
        question=asked("iata", of, country.iso),
        answer=airport.iata,
        aliases=(),
        hops=2,
        supporting=(
            about_country(country, keys_with("capital", country.iso), True),
            about_airport(airport, ("serves", "codes"), True),
        ),
        distractors=(
            (3, countries_like(country, "capital", 8)),
            (3, subjects_like("airport", country, 8)),
            (3, subjects_like("city", country, 8)),
        ),
    )


def three_hops() -> Iterator[Candidate]:
    """From an airport or a city through its country to that country's capital, and on."""
    for subject in (*airports(), *cities()):
        city = capital_city(subject.country)
        if city is None or city.name in subject.name:
            continue
        name = f"{subject.role}/capital/population/{subject.key}"
        yield name, partial(_three_hops, name, subject, city.name)


def _three_hops(name: str, subject: Subject, city: str) -> Draft:
    capital = Subject("capital", city, city, subject.country)
    of = f"the capital of {subject.as_country}"
    rest = _population_of_capital(capital, of)
    return Draft(
        shape=Shape.MULTI_HOP,
        key=name,
        question=rest.question,
        answer=rest.answer,
        aliases=rest.aliases,
        hops=3,
        supporting=(subject.paragraph(True), *rest.supporting),
        distractors=(*rest.distractors[:2], (3, subjects_like(subject.role, subject.country, 8))),
    )


def single_hops() -> Iterator[Candidate]:
    """One fact that one sentence states in much the words of the question."""
    for country in facts().countries.values():
        for key in ATTRIBUTES:
            answer = attribute(country, key)
            if answer and country.name not in answer:
                name = f"country/{key}/{country.iso}"
                yield name, partial(_attribute_of_named, name, country, key)


def _attribute_of_named(name: str, country: Country, key: str) -> Draft:
    answer = attribute(country, key) or ""
    return Draft(
        shape=Shape.TIER,
        key=name,
        question=asked(key, in_text(country.name), country.iso),
        answer=answer,
        aliases=aliases(key, answer),
        hops=1,
        supporting=(about_country(country, keys_with(key, country.iso), True),),
        distractors=(
            (5, countries_like(country, key, 12)),
            (2, subjects_like("city", country, 6)),
            (2, subjects_like("airport", country, 6)),
        ),
    )


@cache
def _airports_by_city() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in all_airports():
        found.setdefault((row["country"], plain(row["city"]).casefold()), []).append(row["iata"])
    return found


def airport_of_capital(subject: Subject) -> Airport | None:
    """The one airport of a capital; None where it has several, or none that is unambiguous."""
    home = (subject.country.iso, plain(subject.name).casefold())
    codes = _airports_by_city().get(home, [])
    return facts().airports.get(codes[0]) if len(codes) == 1 else None
