"""What a table of results can tell of an episode."""

from dataclasses import dataclass
from enum import StrEnum


class ResultField(StrEnum):
    TASK = "task"
    MODEL = "model"
    CLI = "cli"
    REWARD = "reward"
    PASSED = "passed"
    COST_USD = "cost_usd"
    INPUT_TOKENS = "input_tokens"
    CACHED_INPUT_TOKENS = "cached_input_tokens"
    CACHE_CREATION_TOKENS = "cache_creation_tokens"
    OUTPUT_TOKENS = "output_tokens"
    TOTAL_TOKENS = "total_tokens"
    STEPS = "steps"
    SECONDS = "seconds"
    REPEAT = "repeat"
    DESCRIPTION = "description"
    STATUS = "status"


@dataclass(frozen=True)
class FieldText:
    """A field in words; ``may_be_constant`` where one value for all rows makes sense."""

    label: str
    help: str
    may_be_constant: bool = False


FIELD_TEXTS: dict[ResultField, FieldText] = {
    ResultField.TASK: FieldText("Task", "The id of the task in the bundle."),
    ResultField.MODEL: FieldText("Model", "The model that ran, as the price book calls it.", True),
    ResultField.CLI: FieldText("CLI", "The CLI or scaffold that the model ran in.", True),
    ResultField.REWARD: FieldText("Reward", "From 0 to 1; blank or null is not graded."),
    ResultField.PASSED: FieldText("Passed", "Yes or no, instead of a reward."),
    ResultField.COST_USD: FieldText("Cost", "US dollars of the whole run of the task."),
    ResultField.INPUT_TOKENS: FieldText("Input tokens", "Cached ones included, unless said below."),
    ResultField.CACHED_INPUT_TOKENS: FieldText("Cached input tokens", "Read from a cache."),
    ResultField.CACHE_CREATION_TOKENS: FieldText("Cache creation tokens", "Written to a cache."),
    ResultField.OUTPUT_TOKENS: FieldText("Output tokens", "Reasoning included."),
    ResultField.TOTAL_TOKENS: FieldText("Total tokens", "Where the parts above are not known."),
    ResultField.STEPS: FieldText("Steps", "How many steps or turns the agent took."),
    ResultField.SECONDS: FieldText("Seconds", "Wall time."),
    ResultField.REPEAT: FieldText("Repeat", "Which run of the same task it was.", True),
    ResultField.DESCRIPTION: FieldText(
        "Description", "Which wording the agent got; original where not given.", True
    ),
    ResultField.STATUS: FieldText(
        "Status", "completed, agent_timeout, agent_error or infrastructure_error.", True
    ),
}

TOKEN_FIELDS = (
    ResultField.INPUT_TOKENS,
    ResultField.CACHED_INPUT_TOKENS,
    ResultField.CACHE_CREATION_TOKENS,
    ResultField.OUTPUT_TOKENS,
    ResultField.TOTAL_TOKENS,
)
NEEDED = (ResultField.TASK, ResultField.MODEL, ResultField.CLI)
VERDICTS = (ResultField.REWARD, ResultField.PASSED)
