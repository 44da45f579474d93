"""A first mapping from the names of columns: a proposal that a person looks at."""

from collections.abc import Iterable, Sequence

from runs_app.domain.result_tables.cell_values import WrongCell, amount, whole
from runs_app.domain.result_tables.fields import ResultField
from runs_app.domain.result_tables.result_mapping import ResultMapping
from tasks_app.domain.foreign_tables.rows import ForeignRow
from tasks_app.domain.foreign_tables.usual_names import task_column, usual_column

USUAL_NAMES: dict[ResultField, str] = {
    ResultField.MODEL: "model model_name model_id llm model_name_or_path",
    ResultField.CLI: "cli scaffold agent agent_name harness framework tool",
    ResultField.REWARD: "reward mean_reward score",
    ResultField.PASSED: "passed pass resolved is_resolved success is_success solved correct",
    ResultField.COST_USD: "cost_usd total_cost_usd cost total_cost instance_cost usd price_usd",
    ResultField.INPUT_TOKENS: "input_tokens prompt_tokens n_input_tokens tokens_in tokens_sent",
    ResultField.CACHED_INPUT_TOKENS: "cached_input_tokens cache_read_input_tokens cached_tokens "
    "cache_read_tokens n_cache_tokens",
    ResultField.CACHE_CREATION_TOKENS: "cache_creation_tokens cache_creation_input_tokens "
    "cache_write_tokens",
    ResultField.OUTPUT_TOKENS: "output_tokens completion_tokens n_output_tokens tokens_out "
    "tokens_received",
    ResultField.TOTAL_TOKENS: "total_tokens tokens n_tokens",
    ResultField.STEPS: "steps step_count n_steps num_steps turns num_turns n_turns api_calls",
    ResultField.SECONDS: "seconds wall_seconds duration_seconds seconds_elapsed duration_s "
    "wall_time_s",
    ResultField.REPEAT: "repeat trial repetition repeat_id trial_id epoch",
    ResultField.STATUS: "episode_status",
}
"""Usual names, the surest first. Attempts are left out: they may be retries of one episode.
So is a ``description``, which mostly is the task's text."""


def guessed_mapping(columns: Sequence[str], sample: Iterable[ForeignRow]) -> ResultMapping:
    """Columns that have a usual name, the least nested first; ``sample`` tells first repeats and
    whether a reward is one."""
    rows = tuple(sample)
    named = {field: usual_column(columns, names) for field, names in USUAL_NAMES.items()}
    named[ResultField.TASK] = task_column(columns)
    found = {field: name for field, name in named.items() if name}
    if ResultField.REWARD in found:
        is_reward = _all_within(rows, found[ResultField.REWARD])
        drop = ResultField.PASSED if is_reward else ResultField.REWARD
        found.pop(drop, None)
    first = _smallest(rows, found.get(ResultField.REPEAT))
    return ResultMapping(found, first_repeat=0 if first == 0 else 1)


def _all_within(rows: Iterable[ForeignRow], column: str) -> bool:
    try:
        for row in rows:
            amount(row.cells.get(column), most=1)
    except WrongCell:
        return False
    return True


def _smallest(rows: Iterable[ForeignRow], column: str | None) -> int | None:
    if column is None:
        return None
    try:
        found = [whole(row.cells.get(column)) for row in rows]
    except WrongCell:
        return None
    return min((number for number in found if number is not None), default=None)
