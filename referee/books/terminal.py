"""The rulebook in a terminal: its Markdown as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from referee.books.figures import figure_lines, read_figure
from referee.books.notation import CARD_NUMBER, FIGURES, RULE_ID, WEST_CARD, parse

if TYPE_CHECKING:
    from markdown_it.token import Token

_LEAST_COLUMN = 28
"""How narrow the widest column of a table may become, in characters, before its rows are said cell by cell."""


def plain(text: str, width: int = 80, numbers: Mapping[int, str] | None = None) -> str:
    """Set a book's Markdown as terminal text, `width` columns wide at most.

    `numbers` tells what is on the cards of the figures, which become lists.
    """
    tokens = parse(text)
    return "\n".join(_Plain(width, numbers or {}, rules_of(tokens)).blocks(tokens)).strip("\n") + "\n"


def rules_of(tokens: Sequence[Token]) -> dict[str, str]:
    """Return the rules that a book's tokens name, each with the heading that it stands under, in their order."""
    found: dict[str, str] = {}
    heading = ""
    for at, token in enumerate(tokens):
        if token.type == "inline":
            if tokens[at - 1].type == "heading_open":
                heading = token.content
            for rule in RULE_ID.findall(token.content):
                found.setdefault(rule, heading)
    return found


class _Plain:
    """Markdown tokens to lines of text."""

    def __init__(self, width: int, numbers: Mapping[int, str], rules: Mapping[str, str]) -> None:
        self.width = max(24, width)
        self.numbers = numbers
        self.rules = rules
        self.marks: list[str] = []  # one a nesting level: what stands before the first line of the next paragraph
        self.counts: list[int] = []
        self.rows: list[list[str]] = []
        self.heading = ""

    def blocks(self, tokens: list[Token]) -> Iterator[str]:
        for token in tokens:
            match token.type:
                case "inline":
                    yield from self.words(token)
                case "table_close":
                    yield from self.table(self.rows)
                case "fence":
                    yield from self.index() if token.info == "rules" else self.figure(token)
                case "tr_open":
                    self.rows.append([])
                case "table_open":
                    self.rows = []
                case "heading_open" | "heading_close":
                    self.heading = token.tag if token.nesting > 0 else ""
                case _:
                    self.nest(token)

    def nest(self, token: Token) -> None:
        """Go into a list, an item or a quotation, or come out of it."""
        kind, _, way = token.type.rpartition("_")
        if kind in ("bullet_list", "ordered_list"):
            if way == "close":
                self.counts.pop()
            else:
                self.counts.append(int(token.attrGet("start") or 1) - 1 if kind == "ordered_list" else -1)
        elif kind in ("list_item", "blockquote"):
            if way == "close":
                self.marks.pop()
            elif kind == "blockquote":
                self.marks.append("  │ ")
            else:
                self.counts[-1] += self.counts[-1] >= 0
                self.marks.append(f"{self.counts[-1]:>2}. " if self.counts[-1] > 0 else "  • ")

    def words(self, token: Token) -> Iterator[str]:
        """Set words where they stand: in a table's cell, a heading or a paragraph."""
        if self.rows and token.level >= 3 and not self.heading and not self.marks:
            self.rows[-1].append(self.inline(token))
        else:
            yield from self.paragraph(self.inline(token), self.heading, self.marks)

    def paragraph(self, text: str, heading: str, marks: list[str]) -> Iterator[str]:
        import textwrap

        if heading:
            yield ""
            yield text.upper() if heading == "h1" else text
            yield ("═" if heading == "h1" else "─") * len(text)
            return
        first = "".join(marks)
        rest = "".join(mark if "│" in mark else " " * len(mark) for mark in marks)
        yield from textwrap.wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        for at, mark in enumerate(marks):
            if "│" not in mark:
                marks[at] = " " * len(mark)
        yield "".join(mark if "│" in mark else "" for mark in marks).rstrip()

    def table(self, rows: list[list[str]]) -> Iterator[str]:
        columns = list(zip(*rows, strict=True))
        widths = [max(map(len, column)) for column in columns]
        widest = widths.index(max(widths))
        widths[widest] -= max(0, sum(widths) + 2 * len(widths) - self.width)
        if widths[widest] >= min(_LEAST_COLUMN, max(map(len, columns[widest]))):
            yield from _ruled(rows, widths)
        else:
            first = min(max((len(row[0]) for row in rows), default=0), self.width * 2 // 5)
            for row in rows[len(columns) > 2 :]:
                yield from self.row(row, rows[0] if len(columns) > 2 else (), first)
        yield ""

    def row(self, row: Sequence[str], heads: Sequence[str], first: int) -> Iterator[str]:
        """Set a row in two columns, the first of them `first` wide; each further cell is said under its head."""
        import textwrap

        said = [f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell] if heads else row[1:]
        left = textwrap.wrap(row[0], first)
        right = textwrap.wrap(" · ".join(said), self.width - first - 4)
        for lead, rest in zip_longest(left or [""], right or [""], fillvalue=""):
            yield f"  {lead:<{first}}  {rest}".rstrip()

    def figure(self, token: Token) -> Iterator[str]:
        yield from figure_lines(read_figure(token.info, token.content), self.width, self.numbers)
        yield ""

    def index(self) -> Iterator[str]:
        """List every rule and where it stands."""
        first = max(map(len, self.rules), default=0)
        for rule, heading in self.rules.items():
            yield from self.row((rule, heading), (), first)
        yield ""

    @staticmethod
    def inline(token: Token) -> str:
        text = "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())
        return WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))


def _ruled(rows: list[list[str]], widths: Sequence[int]) -> Iterator[str]:
    """Set a table in columns so wide, a cell that is longer on several lines; columns of figures to the right."""
    import textwrap

    figures = [all(FIGURES.fullmatch(cell) for cell in column[1:]) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            found = zip(line, widths, figures, strict=True)
            yield "  " + "  ".join(f"{c:>{w}}" if right else f"{c:<{w}}" for c, w, right in found).rstrip()
