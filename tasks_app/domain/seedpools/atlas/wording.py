"""How the atlas puts facts into English: several ways each, chosen by salted hash."""

from collections.abc import Sequence

from tasks_app.domain.canonical import salted_key

_WITH_ARTICLE = frozenset({"Comoros", "Isle of Man", "Maldives", "Philippines", "Seychelles"})
_ARTICLE_STARTS = ("United ", "Republic of ", "Democratic Republic ")
_ARTICLE_ENDS = (" Islands", " Republic")

LIES_IN = {
    "airport": (
        "{name} lies in {country}.",
        "{name} is an airport located in {country}.",
        "{name} is situated in {country}.",
    ),
    "city": (
        "{name} is a city in {country}.",
        "The city of {name} lies in {country}.",
        "{name} is one of the large cities of {country}.",
    ),
    "capital": (
        "{name} is the capital of {country}.",
        "{name} serves as the capital city of {country}.",
        "The capital of {country} is {name}.",
    ),
    "country": (
        "{name} lies in {subregion}.",
        "{name} belongs to the part of the world called {subregion}.",
        "Geographers count {name} as part of {subregion}.",
    ),
}
STATEMENTS = {
    "capital": (
        "Its capital is {value}.",
        "The capital city is {value}.",
        "{value} is its capital.",
    ),
    "currency": (
        "Its currency has the ISO code {value}.",
        "In ISO 4217 the currency used there has the code {value}.",
        "Prices are given in a currency with the ISO code {value}.",
    ),
    "calling_code": (
        "Its international calling code is {value}.",
        "Telephone calls from abroad use the international calling code {value}.",
        "Its telephone numbers begin with the international calling code {value}.",
    ),
    "area": (
        "It has an area of {value} square kilometres.",
        "Its area is {value} square kilometres.",
        "The country covers an area of {value} square kilometres.",
    ),
    "borders": (
        "It has a land border with {value}.",
        "On land it borders {value}.",
    ),
    "demonym": (
        "A person from there is called {value}.",
        "The demonym for its people is {value}.",
        "Someone who comes from there has the demonym {value}.",
    ),
    "codes": (
        "Its IATA code is {iata} and its ICAO code is {icao}.",
        "Airlines know it by the IATA code {iata}, pilots by the ICAO code {icao}.",
    ),
    "serves": (
        "It serves the city of {city}.",
        "The city that it serves is {city}.",
        "It is the airport of the city of {city}.",
    ),
    "population": (
        "GeoNames gives it a population of {value} inhabitants.",
        "Its population is {value} inhabitants according to GeoNames.",
        "GeoNames counts a population of {value} inhabitants in the city.",
    ),
    "timezone": (
        "Clocks there follow the time zone {value}.",
        "Its clocks keep the time zone {value}.",
    ),
}
QUESTIONS = {
    "capital": ("What is the capital of {of}?", "Which city is the capital of {of}?"),
    "currency": (
        "What is the ISO code of the currency of {of}?",
        "Which ISO code does the currency of {of} have?",
    ),
    "calling_code": (
        "What is the international calling code of {of}?",
        "Which international calling code do telephone calls to {of} use?",
    ),
    "area": (
        "What is the area in square kilometres of {of}?",
        "How many square kilometres is the area of {of}?",
    ),
    "demonym": (
        "What is the demonym for a person from {of}?",
        "Which demonym do people from {of} have?",
    ),
    "population": (
        "What population does GeoNames give {of}?",
        "How many inhabitants does GeoNames count in {of}?",
    ),
    "iata": (
        "What is the IATA code of {of}?",
        "By which IATA code do airlines know {of}?",
    ),
    "country": ("In which country does {of} lie?", "In which country is {of} located?"),
}
COUNTRY_OF = {
    "airport": (
        "the country in which {name} lies",
        "the country where {name} is located",
        "the country that has {name}",
    ),
    "city": (
        "the country in which the city of {name} lies",
        "the country to which the city of {name} belongs",
    ),
    "capital": (
        "the country whose capital is {name}",
        "the country that has {name} as its capital",
    ),
}
QUESTIONS_OF_RECORDS = {
    "neighbours": (
        "In the table of the neighbours of {country}, which {column} is given for the country in "
        "which the city of {city} lies?",
        "Which {column} does the table of the neighbours of {country} list for the country to "
        "which the city of {city} belongs?",
    ),
    "lookup": (
        "Which {column} does the country register list for {country}?",
        "What is the {column} of {country} in the country register?",
    ),
    "join": (
        "Which {column} does the country register list for the country of {airport}?",
        "What is the {column} in the country register of the country where {airport} lies?",
    ),
}
FALSE_QUESTIONS = {
    "border": (
        "How many kilometres long is the land border that {subject} shares with {other}?",
        "In which year was the land border between {subject} and {other} drawn?",
    ),
    "currency": (
        "Which bank issues the currency that {subject} and {other} share?",
        "In which year did {subject} and {other} introduce the currency that they share?",
    ),
    "airport": (
        "In which city of {other} does {subject} lie?",
        "In which year did {other} open {subject} on its territory?",
    ),
    "capital": (
        "In which year did {subject} become the capital of {other}?",
        "Who was the mayor of {subject} when it became the capital of {other}?",
    ),
}


def pick(options: Sequence[str], *seed: str) -> str:
    """One of ``options``, always the same one for the same seed."""
    return options[int(salted_key("atlas wording", *seed)[:8], 16) % len(options)]


def in_text(country: str) -> str:
    """A country's name as a sentence needs it: ``the Philippines``, but ``Peru``."""
    takes_article = (
        country in _WITH_ARTICLE
        or country.startswith(_ARTICLE_STARTS)
        or country.endswith(_ARTICLE_ENDS)
    )
    return f"the {country}" if takes_article else country


def sentence_case(text: str) -> str:
    """``text`` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """``A, B and C``; ``no other country`` when there is none."""
    if not names:
        return "no other country"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def with_thousands(number: int) -> str:
    return f"{number:,}"
