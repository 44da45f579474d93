"""A report as JSON: the API, the export and the JSON file serve this."""

from dataclasses import asdict
from typing import Any

from audit_app.domain.agreement import Agreement
from audit_app.domain.audited import AuditedItem
from audit_app.domain.cells import CellCount
from audit_app.domain.direction import direction
from audit_app.domain.report import AuditReport
from audit_app.domain.report_lines import report_lines


def report_payload(report: AuditReport) -> dict[str, Any]:
    """Counts, tables, ``lines`` (see ``report_lines``), disagreements and cautions.

    Tables are judge (rows) x people (columns), positive first.
    """
    return {
        "counts": asdict(report.counts) | {"controls_right": _controls(report)},
        "cells": [_cell(count) for count in report.cells],
        "table": _table(report.overall),
        "tables_by_family": {family: _table(found) for family, found in report.by_family.items()},
        "human_table": _table(report.humans.pair),
        "human_items": {"shared": report.humans.items, "single": report.humans.single},
        "direction": direction(report.overall),
        "agents": [
            {
                "agent": found.agent,
                "items": found.items,
                "judge_positive": found.judge_positive,
                "human_positive": found.human_positive,
            }
            for found in report.gaps
        ],
        "corrected": [
            {"run": str(run.run_id), "title": run.title, "judged": dict(run.judged)}
            for run in report.corrected
        ],
        "lines": [line.as_row() for line in report_lines(report)],
        "disagreements": [_item(item) for item in report.disagreements],
        "cautions": list(report.cautions),
    }


def _controls(report: AuditReport) -> dict[str, Any]:
    return asdict(report.counts.controls_right) | {"value": report.counts.controls_right.value}


def _table(found: Agreement) -> list[list[int]]:
    return [list(row) for row in found.table]


def _cell(count: CellCount) -> dict[str, Any]:
    return {
        "family": count.cell.family,
        "verdict": count.cell.verdict,
        "population": count.population,
        "labelled": count.labelled,
        "positive": count.positive,
    }


def _item(item: AuditedItem) -> dict[str, Any]:
    return {
        "item": item.item_id,
        "task_id": item.task_id,
        "agent": item.agent,
        "family": item.cell.family,
        "verdict": item.cell.verdict,
        "labels": [asdict(label) for label in item.labels],
        "adjudicated": item.adjudicated,
    }
