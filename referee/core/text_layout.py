"""Text for a terminal: measured in its cells, wrapped, cut and laid out in columns, never wider than allowed."""

import unicodedata
from collections.abc import Iterable, Sequence

from liarsdeck.english import printable
from liarsdeck.language import both, say, say_n
from referee.core.accounts import Screen
from referee.core.game import Outcome, Setup

GAP = 2
ELLIPSIS = "…"


def cells(text: str) -> int:
    """Return the number of terminal cells that a text takes: two for a wide sign, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(_cell(sign) for sign in text)


def _cell(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return a text in at most ``width`` cells; if it is too long, its end is replaced by an ellipsis."""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for sign in text:
        if used + _cell(sign) > width - 1:
            break
        kept, used = kept + sign, used + _cell(sign)
    return kept + ELLIPSIS


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text as lines of at most ``width`` cells, broken at blanks.

    Longer words are broken, and a line break in the text begins a new line. If a line is broken, its continuations
    begin with ``indent``.
    """
    lines = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        for word in _broken(paragraph.split(" "), width - len(indent)):
            size = cells(word)
            if line and used + 1 + size > width:
                lines.append(line)
                line, used = indent + word, len(indent) + size
            else:
                line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
        lines.append(line)
    return lines


def _broken(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        rest = word
        while cells(rest) > width:
            piece = cut(rest, width + 1)[:-1] or rest[0]
            yield piece
            rest = rest[len(piece) :]
        yield rest


def ending(setup: Setup, outcome: Outcome) -> str:
    """Return how a game ended, in a sentence: who won, and why."""
    names = [setup.seats[seat] for seat in outcome.winners]
    reason, who = outcome.reason.rstrip("."), both(names)
    if names and reason.startswith(who):  # the reason says who by itself
        return f"{reason}."
    if reason and len(names) < 2:
        return ended_by(who, reason)
    if not names:
        return say("Nobody wins.")
    if not reason:
        return say_n("{who} wins.", "{who} share the win.", len(names), who=who)
    return say_n("{who} wins: {reason}.", "{who} share the win: {reason}.", len(names), who=who, reason=reason)


def ended_by(winner: str | None, reason: str) -> str:
    """Return a sentence on who wins, and why: “Ann wins: she has all the chips”.

    If ``winner`` is None or "", nobody wins. ``reason`` is a clause without a full stop.
    """
    if winner:
        return say_n("{who} wins: {reason}.", "{who} share the win: {reason}.", 1, who=winner, reason=reason)
    return say("Nobody wins: {reason}.", reason=reason)


def asking(question: str) -> str:
    """Return a text as a prompt that ends with a blank, after which the answer is typed.

    A question stays as it is. Any other sentence gets a colon in place of its full stop: “Ann leads.” becomes “Ann
    leads: ”.
    """
    return f"{question} " if "?" in question or question.endswith(":") else f"{question.removesuffix('.')}: "


def layout(screen: Screen, width: int, indent: str = " ") -> list[str]:
    """Return a ``Screen`` as lines of at most ``width`` cells, indented by ``indent``, without trailing blanks."""
    inner = width - len(indent)
    lines = []
    if screen.title:
        lines += [indent + line for line in wrap(printable(screen.title, "\n"), inner)]
    rows = [screen.columns, *screen.rows] if any(screen.columns) else list(screen.rows)
    lines += [indent + line for line in table(rows, inner)]
    for text in screen.lines:
        lines += [indent + line for line in wrap(printable(text, "\n"), inner, "  ")]
    return [line.rstrip() for line in lines]


def table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return rows of a table as lines of at most ``width`` cells, in columns.

    If there is not enough room, cells are cut, those of the widest columns first.
    """
    if not rows:
        return []
    many = max(len(row) for row in rows)
    parts = [[printable(cell, "\n") for cell in row] + [""] * (many - len(row)) for row in rows]
    widths = [max(cells(row[column]) for row in parts) for column in range(many)]
    while sum(widths) + GAP * (many - 1) > width and max(widths) > 3:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    lines = []
    for row in parts:
        line = ""
        for cell, size in zip(row, widths, strict=True):
            short = cut(cell, size)
            line += short + " " * (size - cells(short) + GAP)
        lines.append(cut(line.rstrip(), width))
    return lines
