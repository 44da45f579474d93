"""Static files as production stores them: named by their content, down to the last module."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import storage
from django.core.management import call_command

from ecoagent_site import settings as site_settings

JS = Path(site_settings.BASE_DIR) / "static/js"
REFERENCE = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")
"""What a module names to be loaded: static, for its effects alone, re-exported, or later."""

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def collected(settings, tmp_path):
    """A function that collects folders as production does, and gives where the files lie."""

    def collect(*folders: Path) -> Path:
        settings.STATICFILES_DIRS = list(folders)
        settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
        settings.STATIC_ROOT = tmp_path / "collected"
        settings.STORAGES = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "ecoagent_site.static_files.HashedStaticFiles"},
        }
        call_command("collectstatic", interactive=False, verbosity=0)
        return settings.STATIC_ROOT

    return collect


def loose_ends(root: Path) -> Iterator[str]:
    """Modules that a collected file names and that are not there under a name of their content."""
    for path in sorted(root.glob("js/*.js")):
        if not HASHED.search(path.name):
            continue
        for named in REFERENCE.findall(path.read_text()):
            if not (HASHED.search(named) and (path.parent / named).is_file()):
                yield f"{path.name}: {named}"


def test_every_module_is_imported_by_the_name_of_its_content(collected):
    root = collected(site_settings.BASE_DIR / "static")
    assert [name for path in JS.glob("*.js") for name in REFERENCE.findall(path.read_text())]
    assert list(loose_ends(root)) == []
    assert HASHED.search(storage.staticfiles_storage.url("js/label.js"))


def test_a_module_that_changes_changes_the_name_of_whatever_imports_it(collected, tmp_path):
    source = tmp_path / "source"
    (source / "js").mkdir(parents=True)
    (source / "js/one.js").write_text('import { two } from "./two.js";\ntwo();\n')
    (source / "js/two.js").write_text("export const two = () => 1;\n")
    names = set()
    for content in ("1", "2"):
        (source / "js/two.js").write_text(f"export const two = () => {content};\n")
        collected(source)
        names.add(storage.staticfiles_storage.url("js/one.js"))
    assert len(names) == 2


def test_a_reference_that_is_not_rewritten_is_found_out(collected, tmp_path):
    source = tmp_path / "source"
    (source / "js").mkdir(parents=True)
    (source / "js/one.js").write_text('import { two } from "./two.js"\ntwo();\n')  # no semicolon
    (source / "js/two.js").write_text("export const two = () => 1;\n")
    (loose,) = loose_ends(collected(source))
    assert loose.endswith(": ./two.js")
