"""A cell as HTML. Written in Python and not as a template: a board has a thousand of them."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tasks_app.domain import numbers
from tasks_app.domain.table import Cell, CellKind

NOTHING = SafeString("")


def cell_html(cell: Cell) -> SafeString:
    """The content of a cell: its text, a second line, and the bar of its interval."""
    return SafeString(f"{_text(cell)}{_note(cell)}{_bar(cell)}")


def _text(cell: Cell) -> SafeString:
    if cell.value is None and cell.reason:
        return format_html(
            '<span class="unknown" title="{0}"><span aria-hidden="true">{1}</span>'
            '<span class="unseen">Unknown: {0}</span></span>',
            cell.reason,
            cell.text,
        )
    title = format_html(' title="{}"', cell.reason) if cell.reason else NOTHING
    if cell.href:
        return format_html('<a href="{}"{}>{}</a>', cell.href, title, cell.text)
    return format_html("<span{}>{}</span>", title, cell.text)


def _note(cell: Cell) -> SafeString:
    written = NOTHING
    if cell.kind is CellKind.INTERVAL and cell.low is not None and cell.high is not None:
        interval = numbers.interval_text(cell.low, cell.high)
        written = format_html('<span class="interval">{}</span>', interval)
    if not (cell.note or written):
        return NOTHING
    return format_html('<small class="cell-note">{}{}</small>', cell.note, written)


def _bar(cell: Cell) -> SafeString:
    """A bar from 0 to the share, or from low to high with a mark at the value."""
    value = cell.value if isinstance(cell.value, int | float) else None
    if cell.kind is CellKind.BAR and value is not None:
        return _svg(0, value, NOTHING, cell.text)
    if cell.low is None or cell.high is None:
        return NOTHING
    point = NOTHING
    if value is not None:
        point = format_html(
            '<rect class="range-point" x="{}" y="0" width="1.5" height="6"/>',
            _x(0.985 * value),  # the mark at 100 % lies within the scale
        )
    label = f"95 % interval {numbers.interval_text(cell.low, cell.high)} %"
    return _svg(cell.low, max(cell.high, cell.low + 0.01), point, label)


def _svg(start: float, end: float, point: SafeString, label: str) -> SafeString:
    return format_html(
        '<svg class="range" viewBox="0 0 100 6" width="100" height="6"'
        ' preserveAspectRatio="none" role="img" aria-label="{}">'
        '<rect class="range-scale" x="0" y="2.5" width="100" height="1"/>'
        '<rect class="range-span" x="{}" y="1" width="{}" height="4"/>{}</svg>',
        label,
        _x(start),
        _x(end - start),
        point,
    )


def _x(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.2f}"
