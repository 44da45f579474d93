"""Agents x families: strict success, feasibility and mean units (EcoAgent-Bench, main table)."""

from leaderboard_app.domain import measures
from leaderboard_app.domain.board_slice import BoardSlice, EstimatedRow
from leaderboard_app.domain.family_payload import (
    FamilyCellPayload,
    FamilyMatrixPayload,
    FamilyRowPayload,
)
from leaderboard_app.domain.payload import RatePayload
from leaderboard_app.domain.payload_parts import (
    agent_payload,
    number_payload,
    rate_payload,
    run_ids,
)
from tasks_app.domain.families import Family


def family_matrix(board: BoardSlice) -> FamilyMatrixPayload:
    return {
        **board.head("family-matrix"),
        "families": board.families(),
        "rows": [_row(row) for row in board.all_rows],
    }


def _row(estimated: EstimatedRow) -> FamilyRowPayload:
    row = estimated.row
    return {
        "agent": agent_payload(row.agent),
        "control": row.is_control,
        "cost_basis": row.cost_basis.value,
        "cells": {family.value: _cell(estimated, family) for family in row.by_family},
    }


def _cell(estimated: EstimatedRow, family: Family) -> FamilyCellPayload:
    episodes = estimated.row.by_family[family]
    estimate = estimated.estimate

    def rate(figure: str) -> RatePayload:
        interval = estimate.family_interval(family, figure)
        return rate_payload(measures.share_of_attempted(episodes, figure), interval)

    return {
        "strict": rate("strict"),
        "feasibility": rate("feasibility"),
        "mean_units": number_payload(
            measures.mean_units(episodes), estimate.family_interval(family, "mean_units")
        ),
        "missing": sum(episode.missing is not None for episode in episodes),
        "run_ids": run_ids(episodes),
    }
