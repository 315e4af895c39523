"""Figures of the rulebooks: one description each, which print, screen and terminal show in their own way.

A figure stands in a book's Markdown as a fence. Its lines are groups of cards, `LABEL: CARD CARD`, or cards alone; an
empty line begins another row, `!` before a label marks what the figure is about, and `= …` is the caption:

    ```cards
    Ann leads: Ks
    !Cat trumps: 2h
    = Spades are led.
    ```

`pair` is `cards` whose first card has its parts named. `plan 6 Ann Bob Cat` is the table from above: how many cards
everybody holds, and who sits there, clockwise; its groups lie in the middle (`spot` is a place that is still empty).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, cast, get_args

from msgspec import Struct

from referee.books.notation import card_sign, unmarked

Kind = Literal["cards", "pair", "plan"]
PARTS = (("title", 0.6, 0.035), ("number", 0.14, 0.145), ("claim", 0.1, 0.45), ("theme", 0.36, 0.84))
"""The parts of a fact's card: where a line to each of them ends, in parts of its width and, from above, its height."""


class Group(Struct, frozen=True):
    """Cards that belong together, by name or number, and what stands under them."""

    cards: tuple[str, ...]
    label: str = ""
    strong: bool = False


class Figure(Struct, frozen=True):
    """What a figure shows: rows of groups, and a caption; on a plan also who sits there and what each holds."""

    kind: Kind
    rows: tuple[tuple[Group, ...], ...]
    caption: str = ""
    seats: tuple[str, ...] = ()
    hand: int = 0

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups, row by row."""
        return tuple(group for row in self.rows for group in row)


def read_figure(info: str, content: str) -> Figure:
    """Read a fence: what stands behind its back-quotes, and its lines. Raises ValueError for an unknown kind."""
    kind, *words = info.split()
    if kind not in get_args(Kind):
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
    full = tuple(tuple(row) for row in rows if row)
    hand = int(words[0]) if words else 0
    return Figure(cast("Kind", kind), full, caption, tuple(words[1:]), hand)


def around(seats: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Place the others round a table for whoever sits first, below: beside it (left and right), and along its top."""
    others = seats[1:]
    return ((), others) if len(others) < 2 else ((others[0], others[-1]), others[1:-1])


def figure_lines(figure: Figure, width: int, numbers: Mapping[int, str]) -> Iterator[str]:
    """Give a figure as lines of a terminal; `numbers` say what is on the cards of facts."""
    import textwrap

    if figure.kind == "plan":
        yield from _plan(figure, width)
    groups = figure.groups
    wide = min(max((len(group.label) for group in groups), default=0), width // 2)
    for at, row in enumerate(figure.rows):
        if at and any(len(group.cards) > 1 for group in groups):
            yield ""
        for group in row:
            first = f"  {'▸' if group.strong else ' '} " + (f"{group.label:<{wide}}  " if wide else "")
            text = "  ".join(_said(card, numbers) for card in group.cards)
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first))
    if figure.caption:
        yield from textwrap.wrap(unmarked(figure.caption), width, initial_indent="    ", subsequent_indent="    ")


def _said(card: str, numbers: Mapping[int, str]) -> str:
    said = numbers.get(int(card), "") if card.isdigit() else ""
    return f"{card} {said}".rstrip() if said else card_sign(card)


def _plan(figure: Figure, width: int) -> Iterator[str]:
    """Draw who sits where round the table, the first seat below."""
    wide = min(width - 8, 40)
    beside, above = around(figure.seats)
    yield "    " + "   ".join(above).center(wide).rstrip()
    if beside:
        yield "    " + f"{beside[0]}{beside[1]:>{wide - len(beside[0])}}"
    yield "    " + figure.seats[0].center(wide).rstrip()
