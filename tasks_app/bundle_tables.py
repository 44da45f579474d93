"""The tables of the bundle pages."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import reverse

from tasks_app.domain.bundle_spec import BundleSpec, FamilyRules
from tasks_app.domain.cells import (
    code_cell,
    count_cell,
    text_cell,
    time_cell,
    units_cell,
    unknown_cell,
    web_href,
)
from tasks_app.domain.families import FAMILY_TITLES, SWEEP_LABELS, Family
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.queries import BundleRow

GROUP_WORDS = {"up": "up: spending more is right", "save": "save: sparing is right"}


def bundle_table(bundles: Iterable[BundleRow]) -> Table:
    """One row a bundle, the newest first."""
    header = (
        HeaderCell("title", "Bundle"),
        HeaderCell("ref", "Name and version", "What runs, archives and the API call it."),
        HeaderCell("kind", "Kind", "Economic: priced actions and budgets. Meter: tokens and USD."),
        HeaderCell("tasks", "Tasks", numeric=True),
        HeaderCell("imported", "Imported (UTC)"),
    )
    rows = (
        Row(
            (
                text_cell(bundle.title, reverse("bundle-detail", args=[bundle.ref])),
                code_cell(bundle.ref),
                text_cell(bundle.kind),
                count_cell(bundle.task_count),
                time_cell(bundle.imported_at),
            )
        )
        for bundle in bundles
    )
    empty = "No bundle yet. A maintainer builds one with build_bundle and imports it."
    return Table("bundles", "Bundles", header, tuple(rows), empty=empty)


def manifest_tables(spec: BundleSpec) -> tuple[Table, ...]:
    """Families with budgets, prices, and sources: what the manifest lays down."""
    economic = (family_table(spec), price_table(spec)) if spec.families else ()
    return (*economic, source_table(spec))


def family_table(spec: BundleSpec) -> Table:
    labels = tuple(
        HeaderCell(label, label.capitalize(), f"Budget of one task at the label {label}.", True)
        for label in SWEEP_LABELS
    )
    header = (
        HeaderCell("family", "Family"),
        HeaderCell("group", "Group", "Whether spending more or sparing is right in the family."),
        HeaderCell("tasks", "Tasks", numeric=True),
        *labels,
        HeaderCell("main", "Main label", "The label whose budget the main board uses."),
    )
    rows = (_family_row(spec, family, rules) for family, rules in spec.families.items())
    return Table("families", "Families and their budgets", header, tuple(rows))


def _family_row(spec: BundleSpec, family: Family, rules: FamilyRules) -> Row:
    href = f"?family={family.value}#tasks"
    cells = (
        Cell(FAMILY_TITLES[family], FAMILY_TITLES[family], href=href, note=family.value),
        text_cell(GROUP_WORDS[rules.group]),
        count_cell(spec.counts.get(family, 0)),
        *(units_cell(rules.budgets[label]) for label in SWEEP_LABELS),
        text_cell(rules.main.value),
    )
    return Row(cells)


def price_table(spec: BundleSpec) -> Table:
    """What each action costs; a row a tier for model calls."""
    header = (HeaderCell("action", "Action"), HeaderCell("price", "Price", numeric=True))
    prices = {
        **spec.prices.actions,
        **{f"run_model:{tier}": units for tier, units in spec.prices.tiers.items()},
    }
    rows = (Row((code_cell(action), units_cell(units))) for action, units in prices.items())
    note = "Answering and abstaining cost nothing." if "answer" not in prices else ""
    table = Table("prices", "Prices", header, tuple(rows), note=note)
    return table.sorted_by(Order("price"))


def source_table(spec: BundleSpec) -> Table:
    """Where the tasks come from."""
    header = (
        HeaderCell("name", "Source"),
        HeaderCell("licence", "Licence"),
        HeaderCell("rows", "Rows", "Rows of the seed pool the tasks were chosen from.", True),
        HeaderCell("sha256", "SHA-256 of the pool"),
    )
    rows = tuple(Row(tuple(_source_cells(source))) for source in spec.sources)
    return Table("sources", "Sources", header, rows, empty="The manifest names no source.")


def _source_cells(source: Any) -> Iterator[Cell]:
    yield text_cell(str(source.get("name", "")), web_href(source.get("url")))
    yield text_cell(str(source.get("licence", "")))
    rows, sha256 = source.get("rows"), source.get("sha256")
    is_count = isinstance(rows, int)
    yield count_cell(rows) if is_count else unknown_cell("The manifest does not say.")
    missing = unknown_cell("The manifest does not say.", CellKind.CODE)
    yield code_cell(str(sha256)) if sha256 else missing
