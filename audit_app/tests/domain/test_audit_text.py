from importlib import import_module
from pathlib import Path

import pytest

from audit_app.domain.audit_text import AUDIT_TEXTS

PAGE = (Path(__file__).parents[3] / "docs" / "audit-protocol.md").read_text()


@pytest.mark.parametrize("text", AUDIT_TEXTS.values(), ids=AUDIT_TEXTS)
def test_the_documentation_says_what_the_report_says(text):
    line = (
        f"| {text.header} | `{text.key}` | {text.explanation} | {text.source} | `{text.function}` |"
    )

    assert line in PAGE


@pytest.mark.parametrize("text", AUDIT_TEXTS.values(), ids=AUDIT_TEXTS)
def test_the_function_that_is_named_exists(text):
    module, _, name = text.function.rpartition(".")

    assert callable(getattr(import_module(module), name))
