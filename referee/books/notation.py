"""What a book's Markdown has of its own: rules, signs of cards, words in capitals; how a card is written and named."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

RULE_ID = re.compile(r"\s*\[([a-z]+\.[a-z-]+)\]")
CARD_NUMBER = re.compile(r"#(\d+)\b")
WEST_CARD = re.compile(r"‹([a-z0-9]+)›")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
PIECES = re.compile(rf"{CARD_NUMBER.pattern}|{WEST_CARD.pattern}|◆|[♣♦♥♠]|{_CAPITALS.pattern}")
"""What is drawn in the running text: a card's number, a West card, a mark, a suit, a word in capitals."""
FIGURES = re.compile(r"[−+\d\s=/:]*|out")
"""A cell of a column that is set to the right: nothing but numbers, or a player without any more."""

BACK, SPOT = "back", "spot"
"""A card face down; a place where something will lie."""
_NAMES = "two three four five six seven eight nine ten jack queen king ace"
_RANKS = dict(zip("23456789TJQKA", _NAMES.split(), strict=True))
_SUITS = {"c": ("♣", "clubs"), "d": ("♦", "diamonds"), "h": ("♥", "hearts"), "s": ("♠", "spades")}
_COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "black"}
_SHAPES = {"c": "circle", "h": "heart", "t": "triangle", "s": "square", "o": "blob"}
_NAMED = {"lizard": "lizard", "snake": "snake", BACK: "a card’s back", SPOT: "an empty place"}
_STANDARD = re.compile(r"[2-9TJQKA][cdhs]")


def parse(text: str) -> list[Token]:
    """Read a book's Markdown (CommonMark and tables) into tokens."""
    return _reader().parse(text)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": False}).enable("table")


def rule_ids(text: str) -> list[str]:
    """Return the rule ids that a text names, in the order in which they stand, each once."""
    return list(dict.fromkeys(RULE_ID.findall(text)))


def card_sign(card: str) -> str:
    """Write a card as the books do: `♠K`, `♥10`, `lizard`, `gt3`, “face down”."""
    name = card.partition("-")[0]
    if _STANDARD.fullmatch(name):
        return _SUITS[name[1]][0] + name[0].replace("T", "10")
    return {BACK: "face down", SPOT: "still empty"}.get(name, name)


def card_name(card: str) -> str:
    """Say what a card is, for those who cannot see it: “ten of spades”, “red circle 1”, “circle 1s”."""
    name = card.partition("-")[0]
    if name in _NAMED:
        return _NAMED[name]
    if _STANDARD.fullmatch(name):
        return f"{_RANKS[name[0]]} of {_SUITS[name[1]][1]}"
    words = [_COLOURS[name[0]]] if name[0] in _COLOURS else []
    words += [_SHAPES.get(letter, letter) for letter in name[len(words) :]]
    return " ".join(words) + ("" if len(name) == 3 else "s")


def unmarked(text: str) -> str:
    """Take emphasis, rules and the signs of cards out of a Markdown text."""
    text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)))
    return text.replace("*", "").replace("`", "")
