"""A grid of some models and CLIs only: who leads among those that a reader can choose from."""

from collections.abc import Collection, Iterator, Sequence
from typing import cast

from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    CliAmsPayload,
    ConfigurationRowPayload,
    Criterion,
    CurvesPayload,
    ModelClisPayload,
)
from leaderboard_app.domain.meter.standings import CRITERIA, SIGNS, leader, model_clis, places

Rows = Sequence[ConfigurationRowPayload]


def sliced(
    board: AgentMeterPayload, models: Collection[str], clis: Collection[str]
) -> AgentMeterPayload:
    """The rows of some models and CLIs (all of them where none is named).

    Leaders and places by criterion are among these rows; ``rank`` and ``gap`` stay those of the
    whole grid, and so does the total of the expensive failures.
    """
    rows = [
        row
        for row in board["rows"]
        if (not models or row["model"] in models) and (not clis or row["cli"] in clis)
    ]
    if len(rows) == len(board["rows"]):
        return board
    values = {criterion: dict(_signed(rows, criterion)) for criterion in CRITERIA}
    keys = {row["key"] for row in rows}
    shown = [one for one in board["expensive_failures"]["shown"] if one["key"] in keys]
    changed = {
        "rows": rows,
        "leaders": [leader(criterion, found) for criterion, found in values.items()],
        "ranks": {str(criterion): places(found) for criterion, found in values.items()},
        "models": [model for model in board["models"] if not models or model in models],
        "clis": [cli for cli in board["clis"] if not clis or cli in clis],
        "clis_by_model": list(_clis_by_model(rows)),
        "curves": {name: _of_keys(curve, keys) for name, curve in board["curves"].items()},
        "expensive_failures": {**board["expensive_failures"], "shown": shown},
    }
    return cast(AgentMeterPayload, {**board, **changed})


def _of_keys(curve: CurvesPayload, keys: Collection[str]) -> CurvesPayload:
    by_key = {key: found for key, found in curve["by_key"].items() if key in keys}
    return {**curve, "by_key": by_key}


def is_complete(row: ConfigurationRowPayload) -> bool:
    """Whether nothing that the configuration promised is missing."""
    return row["missing"]["total"] == 0


def _signed(rows: Rows, criterion: Criterion) -> Iterator[tuple[str, float]]:
    for row in rows:
        value = row[criterion]["value"]
        if is_complete(row) and value is not None:
            yield row["key"], SIGNS[criterion] * value


def _clis_by_model(rows: Rows) -> Iterator[ModelClisPayload]:
    for model in sorted({row["model"] for row in rows}):
        known: list[CliAmsPayload] = [
            {"cli": row["cli"], "ams": row["ams"]["value"]}
            for row in rows
            if row["model"] == model and is_complete(row) and row["ams"]["value"] is not None
        ]
        yield model_clis(model, known)
