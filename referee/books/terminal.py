"""The rulebook in a terminal: its Markdown as lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec import Struct, convert

from liarsdeck import toml

if TYPE_CHECKING:
    from markdown_it.token import Token

RULE_ID = re.compile(r"\s*\[([a-z]+\.[a-z-]+)\]")
CARD_NUMBER = re.compile(r"#(\d+)\b")
WEST_CARD = re.compile(r"‹([a-z0-9]+)›")
_NAMES = "two three four five six seven eight nine ten jack queen king ace"
_RANKS = dict(zip("23456789TJQKA", _NAMES.split(), strict=True))
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_WEST = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "black"}
_SHAPES = {"c": "circle", "h": "heart", "t": "triangle", "s": "square", "o": "blob"}
FIGURES = re.compile(r"[−+\d\s=/:]*|out")
"""A cell of a column that is set to the right: nothing but numbers, or a player without any more."""


class _DrawnCard(Struct):
    card: str | int = ""
    number: int | None = None
    label: str = ""


class _Drawing(Struct):
    """What a drawing says in a terminal: its cards, if it has any, and what stands under them."""

    card: list[_DrawnCard] = []
    caption: str = ""


def parse(text: str) -> list[Token]:
    """Read a book's Markdown (CommonMark and tables) into tokens."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": False}).enable("table").parse(text)


def plain(text: str, width: int = 80, numbers: Mapping[int, str] | None = None) -> str:
    """Set a book's Markdown as terminal text, `width` columns wide at most.

    `numbers` tells what is on the cards of the drawings, which become lists.
    """
    return "\n".join(_Plain(width, numbers or {}).blocks(parse(text))).strip("\n") + "\n"


class _Plain:
    """Markdown tokens to lines of text."""

    def __init__(self, width: int, numbers: Mapping[int, str]) -> None:
        self.width = max(24, width)
        self.numbers = numbers
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
                    yield from self.drawing(token)
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
        if len(columns) > 2 and sum(widths) + 2 * len(widths) <= self.width:
            yield from _ruled(rows, widths)
        else:
            first = min(max((len(row[0]) for row in rows), default=0), self.width // 3)
            for row in rows[1:]:
                yield from self.row(row, first)
        yield ""

    def row(self, row: list[str], first: int) -> Iterator[str]:
        """Set a row in two columns, the first of them `first` wide, each broken where it is too long."""
        import textwrap

        left = textwrap.wrap(row[0], first)
        right = textwrap.wrap(" · ".join(cell for cell in row[1:] if cell), self.width - first - 4)
        for lead, rest in zip_longest(left or [""], right or [""], fillvalue=""):
            yield f"  {lead:<{first}}  {rest}".rstrip()

    def drawing(self, token: Token) -> Iterator[str]:
        import textwrap

        cards, caption = drawn(token.content, self.numbers)
        for line in cards:
            yield from textwrap.wrap(line, self.width, initial_indent="    ", subsequent_indent="      ")
        if caption and cards:
            yield from textwrap.wrap(caption, self.width, initial_indent="    ", subsequent_indent="    ")
        yield ""

    @staticmethod
    def inline(token: Token) -> str:
        speak: dict[str, Callable[[str], str]] = {"code_inline": str}
        out = [
            speak.get(child.type, str)(child.content) if child.type != "softbreak" else " "
            for child in token.children or ()
        ]
        text = "".join(out)
        ids = RULE_ID.findall(text)
        text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))
        return text + "".join(f" [{found}]" for found in ids)


def _ruled(rows: list[list[str]], widths: Sequence[int]) -> Iterator[str]:
    """Set a table that has the room for all its columns; those of figures to the right."""
    figures = [all(FIGURES.fullmatch(cell) for cell in column[1:]) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, figures, strict=True)
        yield "  " + "  ".join(f"{c:>{w}}" if right else f"{c:<{w}}" for c, w, right in cells).rstrip()


def drawn(content: str, numbers: Mapping[int, str] | None = None) -> tuple[list[str], str]:
    """Return what a drawing of a book shows, a line a card, and its caption; ``numbers`` tells what is on its cards."""
    drawing = convert(toml.loads(content), _Drawing)
    cards = []
    for card in drawing.card:
        label = f" ({card.label})" if card.label else ""
        if card.number is not None:
            cards.append(f"[{card.number}] {(numbers or {}).get(card.number, '')}{label}")
        else:
            cards.append(f"[{strip_marks(str(card.card))}]{label}")
    return cards, strip_marks(drawing.caption)


def card_name(card: str) -> str:
    """Say what a card is, for those who cannot see it: “ten of spades”, “red circle 1”, “circle 1s”."""
    name = card.partition("-")[0]
    if name in ("lizard", "snake", "back"):
        return "a card’s back" if name == "back" else name
    if name[-1] in "cdhs" and name[0] in _RANKS and len(name) == 2:
        return f"{_RANKS[name[0]]} of {_SUITS[name[-1]]}"
    words = [_WEST.get(letter, letter) for letter in (name[:1] if name[0] in "rygbk" else "")]
    rest = name[len(words) :]
    words += [_SHAPES.get(letter, letter) for letter in rest]
    return " ".join(words) + ("" if len(name) == 3 else "s")


def strip_marks(text: str) -> str:
    """Take emphasis and card signs out of a short Markdown text."""
    text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))
    return text.replace("*", "").replace("`", "")
