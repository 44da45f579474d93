"""The atlas states only what its packages agree on, and only under unambiguous names."""

from collections import Counter

import pytest

from tasks_app.domain.seedpools.atlas import facts as atlas_facts
from tasks_app.domain.seedpools.atlas import packages
from tasks_app.domain.seedpools.atlas.facts import facts, plain


def comparable(name):
    return plain(name).casefold().replace("st. ", "saint ").replace("-", " ")


@pytest.fixture(scope="module")
def known():
    return facts()


@pytest.mark.parametrize(
    ("iso", "fact", "value"),
    [
        ("IS", "name", "Iceland"),
        ("IS", "capital", "Reykjavik"),
        ("IS", "currency", "ISK"),
        ("IS", "calling_code", "+354"),
        ("IS", "area", 103_000),
        ("IS", "demonym", "Icelander"),
        ("PT", "neighbours", frozenset({"ES"})),
        ("AU", "subregion", "Oceania"),
    ],
)
def test_known_facts_are_as_everybody_knows_them(known, iso, fact, value):
    assert getattr(known.countries[iso], fact) == value


@pytest.mark.parametrize(
    ("iso", "fact"),
    [
        ("BI", "capital"),  # Gitega in GeoNames, Bujumbura in countryinfo
        ("HR", "currency"),  # EUR in GeoNames, HRK in countryinfo
        ("KZ", "calling_code"),  # 7 in GeoNames, 76 and 77 in countryinfo
        ("JO", "area"),  # 92,300 in GeoNames, 89,342 in countryinfo
    ],
)
def test_a_fact_on_which_the_packages_disagree_is_left_out(known, iso, fact):
    assert getattr(known.countries[iso], fact) is None


def test_every_capital_currency_and_calling_code_stands_in_both_packages(known):
    ours, theirs = packages.geonames_countries(), packages.countryinfo_countries()
    for iso, country in known.countries.items():
        if country.capital:
            assert comparable(country.capital) == comparable(theirs[iso]["capital"])
            assert country.capital == ours[iso]["capital"].strip()
        if country.currency:
            assert [ours[iso]["currencycode"]] == theirs[iso]["currencies"]
        if country.calling_code:
            assert [country.calling_code.lstrip("+")] == theirs[iso]["callingCodes"]


def test_a_country_that_dissolved_or_bears_two_names_is_left_out(known):
    assert not {"AN", "CS", "CZ", "MK"} & known.countries.keys()


def test_no_city_name_is_that_of_another_city_or_of_a_country(known):
    rows = Counter(plain(row.name).casefold() for row in packages.geonames_cities())
    names = {country.name for country in known.countries.values()}
    assert "Kinshasa" in known.cities
    assert "Paris" not in known.cities  # there is one in Texas
    for name in known.cities:
        assert rows[plain(name).casefold()] == 1
        assert name not in names


def test_every_airport_lies_where_geonames_knows_a_city_of_that_name(known):
    homes = {(plain(row.name).casefold(), row.countrycode) for row in packages.geonames_cities()}
    assert known.airports["KEF"].country == "IS"
    for airport in known.airports.values():
        assert (plain(airport.city).casefold(), airport.country) in homes


def test_no_two_airports_share_a_name(known):
    names = [airport.name for airport in known.airports.values()]
    assert len(names) == len(set(names))


def test_a_disagreement_planted_in_one_package_removes_the_fact(monkeypatch):
    rows = {**packages.countryinfo_countries()}
    rows["IS"] = {**rows["IS"], "capital": "Akureyri", "borders": ["NOR"]}
    monkeypatch.setattr(packages, "countryinfo_countries", lambda: rows)
    iceland = atlas_facts._countries()["IS"]
    assert iceland.capital is None
    assert not iceland.neighbours_agree
    assert iceland.currency == "ISK"
