"""The name of a configuration: a model in a CLI, the ranked unit of AgentMeter."""


def configuration_key(model: str, cli: str) -> str:
    """As grids name it, and as descriptions name the source that they were made from."""
    return f"{model} x {cli}"
