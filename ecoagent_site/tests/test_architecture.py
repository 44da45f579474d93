"""The import rules of docs/architecture.md, checked against every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("tasks_app", "runs_app", "audit_app", "leaderboard_app")  # upstream first
FRAMEWORKS = {"django", "rest_framework", "celery"}
LAYERS = {"domain": 0, "models": 1, "signals": 1, "queries": 2, "actions": 2}  # the rest: 3
PUBLIC = {"domain", "queries", "signals", "web"}  # all that a downstream app may import


def modules() -> Iterator[tuple[str, Path]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if ".tests." not in name and ".migrations." not in name:
                yield name.removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def split(module: str) -> tuple[str, str]:
    app, _, rest = module.partition(".")
    return app, rest.partition(".")[0]


def violation(source: str, target: str) -> str | None:
    (app, part), (other, other_part) = split(source), split(target)
    if part == "domain" and other in FRAMEWORKS:
        return "domain code must not know a framework"
    if other == "ecoagent_site":
        return "the site wires the apps; no app imports it"
    if other not in APPS:
        return None
    if APPS.index(other) > APPS.index(app):
        return "data flows tasks -> runs -> audit -> leaderboard"
    if other != app and other_part not in PUBLIC:
        return f"{other} offers only {sorted(PUBLIC)} to other apps"
    if LAYERS.get(part, 3) < LAYERS.get(other_part, 3):
        return "a lower layer imports a higher one"
    return None


def test_every_import_follows_the_data_flow():
    assert [
        f"{module} imports {target}: {reason}"
        for module, path in modules()
        for target in imports(path)
        if (reason := violation(module, target))
    ] == []


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("tasks_app.domain.prices", "django.db.models"),
        ("tasks_app.queries", "runs_app.domain.ledger"),
        ("leaderboard_app.queries", "runs_app.models.Run"),
        ("runs_app.actions", "runs_app.jobs"),
        ("runs_app.domain.ledger", "runs_app.models"),
        ("runs_app.actions", "ecoagent_site.settings"),
    ],
)
def test_each_kind_of_planted_violation_is_found(source, target):
    assert violation(source, target) is not None
