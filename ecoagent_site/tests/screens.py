"""What a page has to be on every screen: accessible, and no wider than the window."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, TimeoutError

VIOLATIONS = """async (rules) => {
    const report = await axe.run({ resultTypes: ["violations"], ...rules });
    return report.violations
        .filter((found) => ["serious", "critical"].includes(found.impact))
        .map((found) => `${found.id}: ${found.help} (${found.nodes[0].target})`);
}"""
FITS = "() => document.documentElement.scrollWidth <= window.innerWidth"
SETTLES = 1000  # milliseconds; a figure is drawn anew for another width
ALL_RULES = {"preload": False}
COLOURS = {"runOnly": ["color-contrast"]}
ALL_BUT_COLOURS = {"preload": False, "rules": {"color-contrast": {"enabled": False}}}
Screen = tuple[str, int, dict[str, Any] | None]
"""A colour scheme, a width in pixels, and what axe is asked there, if anything."""
SCREENS: list[Screen] = [
    ("light", 1280, ALL_RULES),
    ("light", 390, ALL_BUT_COLOURS),
    ("dark", 390, COLOURS),
    ("dark", 1280, None),
]
"""What is asked of axe at each: both widths' structure and both schemes' colours, but neither
twice, since colours take it most of the time and no colour depends on the width."""


def show(page: Page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})


def findings_on(page: Page, scheme: str, width: int, rules: dict[str, Any] | None) -> Iterator[str]:
    """What is wrong with the page that is open, in which axe has been loaded."""
    show(page, scheme, width)
    if not settles(page, FITS):
        yield f"{scheme} {width}: wider than the window"
    violations = page.evaluate(VIOLATIONS, rules) if rules else []
    yield from (f"{scheme} {width}: {found}" for found in violations)


def settles(page: Page, condition: str) -> bool:
    try:
        page.wait_for_function(condition, timeout=SETTLES)
    except TimeoutError:
        return False
    return True
