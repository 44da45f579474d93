"""Questions that presuppose something false; the documents contradict it, nothing answers it."""

from collections.abc import Iterator
from functools import partial

from tasks_app.domain.seedpools.atlas.drafts import Candidate, Draft
from tasks_app.domain.seedpools.atlas.facts import Country, facts
from tasks_app.domain.seedpools.atlas.paragraphs import about_country, attribute
from tasks_app.domain.seedpools.atlas.subjects import (
    Subject,
    airports,
    capitals,
    countries_like,
    keys_with,
    neighbourhood,
    subjects_like,
)
from tasks_app.domain.seedpools.atlas.wording import FALSE_QUESTIONS, in_text, pick
from tasks_app.domain.seedpools.seed_row import SeedParagraph, Shape


def candidates() -> Iterator[Candidate]:
    """False premises of every kind."""
    yield from _borders()
    yield from _currencies()
    yield from _places("airport", airports())
    yield from _places("capital", capitals())


def _borders() -> Iterator[Candidate]:
    """A border that two countries of one region do not have, by both packages."""
    for country in facts().countries.values():
        other = neighbourhood(country)[0]
        apart = other.iso not in country.neighbours and country.iso not in other.neighbours
        if apart and attribute(country, "borders") and attribute(other, "borders"):
            name = f"border/{country.iso}/{other.iso}"
            told = tuple(about_country(c, ("area", "borders"), True) for c in (country, other))
            yield name, partial(_false, name, country, other, told)


def _currencies() -> Iterator[Candidate]:
    """A currency that two countries do not share."""
    for country in facts().countries.values():
        other = neighbourhood(country)[0]
        if country.currency and other.currency and country.currency != other.currency:
            name = f"currency/{country.iso}/{other.iso}"
            told = tuple(
                about_country(c, keys_with("currency", c.iso), True) for c in (country, other)
            )
            yield name, partial(_false, name, country, other, told)


def _places(kind: str, subjects: tuple[Subject, ...]) -> Iterator[Candidate]:
    """An airport or a capital that is said to lie in another country than it does."""
    for subject in subjects:
        other = neighbourhood(subject.country)[0]
        name = f"{kind}/{subject.key}/{other.iso}"
        told = (
            subject.paragraph(True),
            about_country(other, keys_with("capital", other.iso), True),
        )
        if other.name not in subject.name:
            yield name, partial(_false, name, subject, other, told)


def _false(
    name: str, about: Country | Subject, other: Country, told: tuple[SeedParagraph, ...]
) -> Draft:
    kind = name.split("/", maxsplit=1)[0]
    country = about if isinstance(about, Country) else about.country
    subject_name = in_text(about.name) if isinstance(about, Country) else about.name
    question = pick(FALSE_QUESTIONS[kind], name).format(
        subject=subject_name, other=in_text(other.name)
    )
    return Draft(
        shape=Shape.FALSE_PREMISE,
        key=name,
        question=question,
        answer=None,
        aliases=(),
        hops=len(told),
        supporting=told,
        distractors=(
            (3, countries_like(country, "capital", 8)[1:]),
            (2, countries_like(country, "currency", 12)[6:]),
            (2, subjects_like("airport", country, 8)),
            (2, subjects_like("city", country, 8)),
        ),
    )
