"""The tables of a page as a reader sees them, by the key of each."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class ShownCell:
    """What stands in a cell: all its text, the text of its link and where that leads."""

    text: str = ""
    href: str = ""
    css: str = ""

    @property
    def lines(self) -> list[str]:
        return [line.strip() for line in self.text.splitlines() if line.strip()]


@dataclass
class ShownTable:
    header: list[str] = field(default_factory=list)
    rows: list[list[ShownCell]] = field(default_factory=list)
    row_css: list[str] = field(default_factory=list)

    def column(self, title: str) -> list[str]:
        """The first line of each cell under a header."""
        place = self.header.index(title)
        return [(row[place].lines or [""])[0] for row in self.rows]

    def cell(self, row: int, title: str) -> ShownCell:
        return self.rows[row][self.header.index(title)]


def shown_tables(html: str) -> dict[str, ShownTable]:
    """Every table of a page; a row that only says that there is none is left out."""
    reader = _Reader()
    reader.feed(html)
    return reader.tables


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, ShownTable] = {}
        self.table: ShownTable | None = None
        self.cell: ShownCell | None = None
        self.is_body = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "table-block" in given.get("class", "").split():
            self.table = self.tables[given["id"]] = ShownTable()
        if self.table is None:
            return
        if tag in {"thead", "tbody"}:
            self.is_body = tag == "tbody"
        elif tag == "tr" and self.is_body and given.get("class") != "is-empty":
            self.table.rows.append([])
            self.table.row_css.append(given.get("class", ""))
        elif tag in {"td", "th"}:
            self.cell = ShownCell(css=given.get("class", ""))
        elif tag == "a" and self.cell is not None:
            self.cell.href = given["href"]
        elif tag in {"small", "span"} and self.cell is not None:
            self.cell.text += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.is_body = False
        if tag not in {"td", "th"} or self.cell is None or self.table is None:
            return
        if not self.is_body:
            self.table.header.append(" ".join(self.cell.lines))
        elif self.table.rows:
            self.table.rows[-1].append(self.cell)
        self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.text += data
