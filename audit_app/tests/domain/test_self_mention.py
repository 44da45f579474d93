"""Answers that tell who gave them are found, and plain ones are left alone."""

import pytest

from audit_app.domain.self_mention import mentions


@pytest.mark.parametrize(
    ("agent", "answer", "found"),
    [
        ("Atlas-One", "atlas-one thinks it is Paris.", True),
        ("x", "As an AI, I would say Paris.", True),
        ("x", "I am GPT-4 and say Paris.", True),
        ("x", "Paris", False),
        ("QA", "The qa of the thing", False),
        ("x", "Captain Ahab, as an aide", False),
    ],
)
def test_self_mentions(agent, answer, found):
    assert mentions(agent, answer) is found
