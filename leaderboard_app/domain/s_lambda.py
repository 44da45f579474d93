"""S_lambda for several weights of cost, agents and controls side by side (EcoAgent-Bench)."""

from leaderboard_app.domain import econ, measures
from leaderboard_app.domain.board_slice import BoardSlice, EstimatedRow
from leaderboard_app.domain.cost_scale import CostScale, lambda_key, s_lambdas
from leaderboard_app.domain.payload import SLambdaPayload, SLambdaRowPayload
from leaderboard_app.domain.payload_parts import agent_payload


def s_lambda_board(board: BoardSlice) -> SLambdaPayload:
    return {
        **board.head("s-lambda"),
        "c_max": board.c_max(),
        "lambdas": [lambda_key(weight) for weight in econ.LAMBDAS],
        "rows": [_row(row, board.scale) for row in board.all_rows],
    }


def _row(estimated: EstimatedRow, scale: CostScale) -> SLambdaRowPayload:
    row = estimated.row
    scores, reason = s_lambdas(row, scale)
    return {
        "agent": agent_payload(row.agent),
        "control": row.is_control,
        "strict": econ.micro(row.episodes).value,
        "mean_units": measures.mean_units(row.episodes).value,
        "s_lambda": dict(scores),
        "s_lambda_reason": reason,
    }
