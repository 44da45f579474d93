"""What every template keeps to."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted(ROOT.rglob("*.html"))
LONGEST = 80
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(src|href|action)=["'](https?:)?//""")
UNESCAPED = re.compile(r"\|\s*safe\b|autoescape off")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_is_short_and_has_no_script_address_or_unescaped_text_of_its_own(path):
    text = path.read_text()
    assert text.count("\n") <= LONGEST
    for fault in (INLINE_SCRIPT, ELSEWHERE, UNESCAPED):
        assert fault.search(text) is None, fault.pattern
