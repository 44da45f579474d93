"""Answers that say who gave them: their reviewers were perhaps not blind."""

import re

MAKERS = ("gpt", "openai", "claude", "anthropic", "gemini", "llama", "mistral", "qwen", "deepseek")
SELF = re.compile(
    rf"\b(?:as an ai\b|i am an? (?:ai|language model)|{'|'.join(MAKERS)})", re.IGNORECASE
)
SHORTEST_NAME = 4


def mentions(agent: str, answer: str) -> bool:
    """Whether an answer names its agent, a maker of models, or itself as a model."""
    named = len(agent) >= SHORTEST_NAME and agent.casefold() in answer.casefold()
    return named or SELF.search(answer) is not None
