"""The Markdown of rulebooks: its special notation, and its form in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec import Struct

from liarsdeck.language import later, say, say_n
from referee.core.cards import COLOUR_OF, RANK_NAMES, RANKS, SHAPE_OF, SUIT_NAMES, SUIT_SIGNS, SUITS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


RULE_ID = re.compile(r"\s*\[([a-z]+\.[a-z-]+)\]")
CARD_NUMBER = re.compile(r"#(\d+)\b")
WEST_CARD = re.compile(r"‹([a-z0-9]+)›")
_CAPITALS = re.compile(r"(?<![\w-])(?:[A-ZÀ-Þ]{2,}\u00a0)?[A-ZÀ-Þ]{3,}(?![\w-])")
PIECES = re.compile(rf"{CARD_NUMBER.pattern}|{WEST_CARD.pattern}|◆|[♣♦♥♠]|{_CAPITALS.pattern}")
"""What is drawn in running text: a fact card's number (`#7`), a West card (`‹rc1›`), ◆, a suit, a word in capitals."""
FIGURES = re.compile(r"[−+\d\s=/:]*|out")
"""Matches a cell of a column that is aligned right: only numbers and signs, or the word “out”."""

BACK, SPOT = "back", "spot"
"""Names in figures: a card that lies face down, and an empty place for a card."""
_SUIT_OF = dict(zip(SUITS, zip(SUIT_SIGNS, SUIT_NAMES, strict=True), strict=True))
_NAMED = {
    "lizard": later("lizard"), "snake": later("snake"), BACK: later("a card’s back"), SPOT: later("an empty place"),
}  # fmt: skip
_STANDARD = re.compile(r"[2-9TJQKA][cdhs]")


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": False}).enable("table")


def parse(text: str) -> list[Token]:
    """Return the tokens, as markdown-it makes them, of a book's text in Markdown (CommonMark and tables)."""
    return _reader().parse(text)


def rule_ids(text: str) -> list[str]:
    """Return the rule ids in a text, such as ``lizard.follow`` from “[lizard.follow]”: in order, each once."""
    return list(dict.fromkeys(RULE_ID.findall(text)))


def card_sign(card: str) -> str:
    """Return a card of the standard 52 as books write it: `♠K` for `Ks`, `♥10` for `Th`.

    Other names, such as `lizard`, are translated into the current language.
    """
    name = card.partition("-")[0]
    if _STANDARD.fullmatch(name):
        return _SUIT_OF[name[1]][0] + name[0].replace("T", "10")
    return {BACK: say("face down"), SPOT: say("still empty")}.get(name) or say(name)


def card_name(card: str) -> str:
    """Return a card in words, for a screen reader: “ten of spades” for `Ts`, “red circle 1” for `rc1`.

    A name for several cards of the West deck gives a plural: “circle 1s” for `c1`.
    """
    name = card.partition("-")[0]
    if name in _NAMED:
        return say(_NAMED[name])
    if _STANDARD.fullmatch(name):
        rank, suit = RANK_NAMES[RANKS.index(name[0])], _SUIT_OF[name[1]][1]
        return say("{rank} of {suit}", rank=say(rank), suit=say(suit))
    words = [COLOUR_OF[name[0]]] if name[0] in COLOUR_OF else []
    words += [SHAPE_OF.get(letter, letter) for letter in name[len(words) :]]
    if len(name) == 3:
        colour, shape, number = words
        return say("{colour} {shape} {number}", colour=say(colour), shape=say(shape), number=number)
    both = " ".join(words)
    return say_n(both, both + "s", 2)


def unmarked(text: str) -> str:
    """Return a Markdown text without `*`, back-quotes and rule ids, and with card signs as plain text.

    `#7` (a fact card) becomes “7”, and `‹rc1›` (a West card) becomes “rc1”.
    """
    text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))
    return text.replace("*", "").replace("`", "")


class Group(Struct, frozen=True):
    """A group of cards in a figure.

    Each of ``cards`` is a card's name in a record (``9h``), or a fact card's number. ``label`` stands below the cards.
    A ``strong`` group is emphasised.
    """

    cards: tuple[str, ...]
    label: str = ""
    strong: bool = False


class Figure(Struct, frozen=True):
    """A figure of cards: rows of groups, and the caption below.

    With ``small``, the cards are drawn as small as in a figure of many rows.
    """

    rows: tuple[tuple[Group, ...], ...]
    caption: str = ""
    small: bool = False

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups, row by row."""
        return tuple(group for row in self.rows for group in row)


def read_figure(info: str, content: str) -> Figure:
    """Return the figure that a fenced block in a book describes.

    ``info`` is the text after the opening back-quotes: `cards` or `cards small`. Each line of ``content`` is a group:
    `LABEL: CARD CARD`, or `!LABEL: CARD` for a strong one. An empty line starts a new row, and a line `=TEXT` is the
    caption. Raises ValueError for any other ``info``.
    """
    kind, *words = info.split()
    if kind != "cards" or words not in ([], ["small"]):
        raise ValueError(f"the book has no figure “{info}”")
    rows: list[list[Group]] = [[]]
    caption = ""
    for line in content.splitlines():
        if line.startswith("="):
            caption = line[1:].strip()
        elif not line.strip():
            rows.append([])
        else:
            label, _, cards = line.rpartition(":")
            rows[-1].append(Group(tuple(cards.split()), label.lstrip("!").strip(), label.startswith("!")))
    return Figure(tuple(tuple(row) for row in rows if row), caption, bool(words))


def figure_lines(figure: Figure, width: int, numbers: Mapping[int, str]) -> Iterator[str]:
    """Yield a figure as lines for a terminal, at most ``width`` characters wide.

    ``numbers`` maps the numbers of fact cards to the texts of these cards.
    """
    import textwrap

    def shown(card: str) -> str:
        words = numbers.get(int(card), "") if card.isdigit() else ""
        return f"{card} {words}".rstrip() if words else card_sign(card)

    groups = figure.groups
    wide = min(max((len(group.label) for group in groups), default=0), width // 2)
    for at, row in enumerate(figure.rows):
        if at and any(len(group.cards) > 1 for group in groups):
            yield ""
        for group in row:
            first = f"  {'▸' if group.strong else ' '} " + (f"{group.label:<{wide}}  " if wide else "")
            text = "  ".join(map(shown, group.cards))
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first))
    if figure.caption:
        yield from textwrap.wrap(unmarked(figure.caption), width, initial_indent="    ", subsequent_indent="    ")


_LEAST_COLUMN = 28
"""The least width of a table's widest column, in characters. A narrower table is written cell by cell."""


def plain(text: str, width: int = 80, numbers: Mapping[int, str] | None = None) -> str:
    """Return a book's Markdown as text for a terminal; figures become lists.

    The text is at most ``width`` characters wide, but never narrower than 24. ``numbers`` maps the numbers of fact
    cards to the texts of these cards; None if the book shows no fact cards.
    """
    tokens = parse(text)
    return "\n".join(_Plain(width, numbers or {}, rules_of(tokens)).blocks(tokens)).strip("\n") + "\n"


def rules_of(tokens: Sequence[Token]) -> dict[str, str]:
    """Return a dict that maps each rule id in a book's tokens to the heading above its first mention.

    The ids are in the order of the book. The heading is "" for an id above the first heading.
    """
    headings: dict[str, str] = {}
    heading = ""
    for at, token in enumerate(tokens):
        if token.type == "inline":
            if tokens[at - 1].type == "heading_open":
                heading = token.content
            for rule in RULE_ID.findall(token.content):
                headings.setdefault(rule, heading)
    return headings


class _Plain:
    """Converts Markdown tokens of a book to lines of text, at most ``width`` characters wide.

    ``numbers`` maps the numbers of fact cards to their texts, ``rules`` the rule ids to the headings above them.
    """

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
                    text = "".join(
                        " " if child.type == "softbreak" else child.content for child in token.children or ()
                    )
                    text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))
                    if self.rows and token.level >= 3 and not self.heading and not self.marks:
                        self.rows[-1].append(text)
                    else:
                        yield from self.paragraph(text)
                case "table_close":
                    yield from self.table(self.rows)
                case "fence" if token.info == "rules":  # every rule, and where it stands
                    first = max(map(len, self.rules), default=0)
                    for rule, heading in self.rules.items():
                        yield from self.row((rule, heading), (), first)
                    yield ""
                case "fence":
                    yield from figure_lines(read_figure(token.info, token.content), self.width, self.numbers)
                    yield ""
                case "tr_open":
                    self.rows.append([])
                case "table_open":
                    self.rows = []
                case "heading_open" | "heading_close":
                    self.heading = token.tag if token.nesting > 0 else ""
                case _:
                    self.nest(token)

    def nest(self, token: Token) -> None:
        """Record that a list, an item of a list or a quotation begins or ends at this token.

        What follows is indented and marked accordingly.
        """
        match token.type:
            case "bullet_list_open":
                self.counts.append(-1)
            case "ordered_list_open":
                self.counts.append(int(token.attrGet("start") or 1) - 1)
            case "bullet_list_close" | "ordered_list_close":
                self.counts.pop()
            case "blockquote_open":
                self.marks.append("  │ ")
            case "list_item_open":
                self.counts[-1] += self.counts[-1] >= 0
                self.marks.append(f"{self.counts[-1]:>2}. " if self.counts[-1] > 0 else "  • ")
            case "list_item_close" | "blockquote_close":
                self.marks.pop()

    def paragraph(self, text: str) -> Iterator[str]:
        """Yield the lines of a heading or a paragraph.

        A heading is underlined. A paragraph is indented after the marks of the lists and quotations that it is in.
        """
        import textwrap

        if self.heading:
            yield ""
            yield text.upper() if self.heading == "h1" else text
            yield ("═" if self.heading == "h1" else "─") * len(text)
            return
        first = "".join(self.marks)
        self.marks[:] = [mark if "│" in mark else " " * len(mark) for mark in self.marks]
        rest = "".join(self.marks)
        yield from textwrap.wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        yield "".join(mark for mark in self.marks if "│" in mark).rstrip()

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
        """Yield a row of a table as lines in two columns, the first of them `first` characters wide.

        The first cell stands on the left. The other cells stand together on the right, separated by “·”, each after its
        heading in `heads`; () leaves the headings out.
        """
        import textwrap

        cells = [f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell] if heads else row[1:]
        left = textwrap.wrap(row[0], first)
        right = textwrap.wrap(" · ".join(cells), self.width - first - 4)
        for lead, rest in zip_longest(left or [""], right or [""], fillvalue=""):
            yield f"  {lead:<{first}}  {rest}".rstrip()


def _ruled(rows: list[list[str]], widths: Sequence[int]) -> Iterator[str]:
    """Yield a table (rows of cells) as lines in columns; `widths` are the widths of the columns in characters.

    A cell that is too long continues on further lines. A column that has only figures below its heading is aligned
    right.
    """
    import textwrap

    figures = [all(FIGURES.fullmatch(cell) for cell in column[1:]) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            columns = zip(line, widths, figures, strict=True)
            yield "  " + "  ".join(f"{c:>{w}}" if right else f"{c:<{w}}" for c, w, right in columns).rstrip()
