"""Third-party files are what their README says they are."""

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \|.*`(?P<sha256>[0-9a-f]{64})` \|$", re.MULTILINE)


@pytest.mark.parametrize("folder", ["static/vendor", "ecoagent_site/tests/vendor"])
def test_each_vendored_script_has_the_digest_that_is_written_down(folder):
    readme = (ROOT / folder / "README.md").read_text()
    written = {row["file"]: row["sha256"] for row in ROW.finditer(readme)}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (ROOT / folder).glob("*.js")
    }
    assert found
    assert written == found
