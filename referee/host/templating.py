"""The templates, and the few words and pictures that they ask for."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from factbank.emblems import is_underlined
from liarsdeck.english import counted
from liarsdeck.files import templates
from liarsdeck.templates import environment as shared_environment
from liarsdeck.templates import static_address
from referee import games as shelf
from referee.books.html import ShowCard
from referee.books.rulebook import book, games
from referee.books.teach import has_lesson
from referee.books.text import BACK, card_name
from referee.bots import levels
from referee.core.cards import SUIT_NAMES, SUIT_SIGNS, SUITS, called, infinitive, is_card
from referee.core.page import Arranged, Form, Sayable, ScreenPage, SeatMark, form, to_you
from referee.story import emblem_file, picture_file
from referee.story import folder as story_folder

if TYPE_CHECKING:
    from jinja2 import Environment

_SUIT = re.compile(rf"(?:10|[2-9AKQJ])?([{''.join(SUIT_SIGNS)}])[.,:;!?)]*")  # one word: no line ends in it
_SLOT = re.compile(r"(\{\w+\})")
_SENTENCES = r"(?<=[.!?]) (?=\w)"  # where one ends and the next begins
_LAID = re.compile(r"(hand lies open): .+?\.(?= [A-Z]|$)")  # the cards themselves are drawn
_WEST = re.compile(r"\b[ryg][cht][123]\b")
_TYPED = re.compile(r": (?:(?:\d+|[\dTJQKA][hdsc]|[a-z]{2}\d?|red|black|asks|lizard|snake|…),? ?)+\.$")
_WINS = re.compile(r": [^:.!?]+ wins?\b[^:.!?]*!$")
_NEGATIVE = re.compile(r"(?<= )-(?=\d)")
_NUMBERED = re.compile(r"\b(\d+), ")


def folder() -> Path:
    """Return the folder of the host's templates; ``static`` in it is sent as it is."""
    return templates() / "host"


@cache
def environment() -> "Environment":
    """Return the templates, everything in them escaped. ``m`` in each are the macros that all of them draw with."""
    made = shared_environment(folder(), story_folder())
    made.globals |= {
        "static": static, "picture": picture, "emblem": emblem, "called": called, "circle": circle, "tagline": tagline,
        "bidwon": bid_and_won, "scores_of": scores_of, "hands_of": hands_of, "forms_for": forms_for, "kept": kept,
        "ribbon": ribbon,
        "least": lambda game: shelf.game(game).seats[0], "facts_of": lambda game: shelf.game(game).needs_facts,
        "levels": lambda game: sorted(levels(shelf.game(game))),
    }  # fmt: skip
    made.filters |= {
        "said": said, "infinitive": infinitive,
        "slots": _SLOT.split, "bare": bare, "touched": touched,
        "tone": tone, "shape": shape, "colours": colours, "under": is_underlined,
        "rows": rows_of_seven, "pairs": json.dumps, "suitname": lambda letter: SUIT_NAMES[SUITS.index(letter)],
        "initials": initials, "breadth": breadth, "lively": lively,
        "but_who_won": but_who_won,
    }  # fmt: skip
    made.tests |= {"pip": is_card, "taught": lambda game: bool(game) and has_lesson(game)}
    made.globals["c"] = made.get_template("cards.html").module
    made.globals["m"] = made.get_template("macros.html").module
    return made


@lru_cache(maxsize=1024)
def kept(macro: str, *values: object) -> Markup:
    """Return what a macro makes of these values, drawn once for all screens that show it."""
    drawn: Markup = getattr(environment().globals["m"], macro)(*values)
    return drawn


def ribbon(page: ScreenPage, below: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Return the seats, clockwise; ``below`` has what stands under a name, else it is how many cards they hold."""
    short, seats = initials(page.seats), page.seats
    held = {one.name: "" if one.cards is None or one.out else str(one.cards) for one in seats}
    drawn = "".join(kept("seat", one, short[one.name], below.get(one.name, held[one.name])) for one in seats)
    start = f'<ol class="seats {fit(seats, below)}" aria-label="The table, clockwise">'
    return Markup(f"{start}{drawn}</ol>")  # noqa: S704, seats are escaped by their macro


def warm() -> Iterator[None]:
    """Read all templates, one at every step, and which words wear which emblem: no guest waits for a first screen."""
    from factbank.emblems import known

    known()
    for name in environment().list_templates(extensions=["html"]):
        environment().get_template(name)
        yield


@cache
def static(name: str) -> str:
    """Return the address of a static file, which changes with its content: it can be kept for ever."""
    return static_address(name, folder() / "static")


def picture(card: str) -> str:
    """Return the address of a card's drawing, by its name."""
    return static(picture_file(card))


def book_card(game: str) -> ShowCard | None:
    """Return what shows a card in the game's book, where its cards are those that are printed alike for everybody."""
    backs = {"liars-guess": "west", "lizard": "lizard", "red-and-black": "red-and-black", "liar-poker": "liar-poker"}
    if game not in backs:
        return None

    def show(name: str) -> str:
        card = name.partition("-")[0]
        source = static(f"cards/{backs[game]}/back.svg") if card == BACK else picture(card)
        return f'<img class="b-card" src="{source}" alt="{escape(card_name(name))}" width="127" height="178">'

    return show


def emblem(name: str) -> str:
    """Return the address of an emblem of Liar's Lair."""
    return static(emblem_file(name))


# ---------------------------------------------------------------------------------------------------- words


def lively(sentences: Sequence[str]) -> list[str]:
    """Return what is worth saying of what just happened: hands that were dealt are not, beside anything else."""
    found = [one for one in sentences if not one.endswith((" are entered.", " is noted."))] or sentences[-1:]
    return [_LAID.sub(r"\1.", one) for one in found]


def but_who_won(text: str, page: ScreenPage) -> str:
    """Return what happened last less what says no more than the headline: who has won."""
    *before, last = re.split(_SENTENCES, text)
    return " ".join(before) if before and last.startswith(page.over.rstrip(".")) else _WINS.sub(".", text)


def said(text: str, page: ScreenPage, titles: Mapping[int, str]) -> Markup:
    """Return a sentence of the referee as a page shows it: to “you”, suits drawn, titles as on the cards."""
    sentences = " ".join(to_you(one, page.you) for one in re.split(_SENTENCES, text))
    numbers = sorted({int(number) for number in _NUMBERED.findall(sentences)})
    return _marked(sentences, tuple((number, titles[number]) for number in numbers if titles.get(number)))


@lru_cache(maxsize=256)
def _marked(sentences: str, titles: tuple[tuple[int, str], ...]) -> Markup:
    marked = str(escape(sentences.replace("'", "’")))
    for found, title in titles:
        name = str(escape(title.replace("'", "’")))
        marked = marked.replace(f"{found}, {name}", f"<b>{found},</b> <em>{name}</em>")
    marked = _WEST.sub(lambda found: called(found.group()), _NEGATIVE.sub("−", marked))
    return Markup(_SUIT.sub(_drawn, marked))  # noqa: S704, escaped above


def _drawn(found: re.Match[str]) -> str:
    letter = SUITS[SUIT_SIGNS.index(found[1])]
    name = {"h": "hearts", "d": "diamonds", "s": "spades", "c": "clubs"}[letter]
    tone = "r" if letter in "hd" else "k"
    said = f'class="suit {tone}" viewBox="-50 -50 100 100" role="img" aria-label="{name}"'
    sign = f'<svg {said}><use href="#suit-{letter}"/></svg>'
    return f'<span class="nb">{found.group().replace(found[1], sign)}</span>'


def rows_of_seven(cards: Sequence[object]) -> list[Sequence[object]]:
    """Return a hand in rows of seven at most, as even as they go."""
    rows = -(-len(cards) // 7)
    many = -(-len(cards) // rows) if rows else 1
    return [cards[at : at + many] for at in range(0, len(cards), many)]


def touched(help_text: str) -> str:
    """Return what a verb does for whoever types nothing: “Attack with cards of one colour: 2 red.” less its end."""
    return _TYPED.sub(".", help_text)


def bare(label: str) -> str:
    """Return a button's words without what is not chosen yet: “Guess: {v}” → “Guess”."""
    return _SLOT.sub("", label).strip(" :“”?") or label


@cache
def tagline(game: str) -> str:
    """Return what a game calls itself on the cover of its book."""
    if game not in games():
        return "A game of bluff"
    found = shelf.game(game)
    return book(game, found.options(), found.usual).tagline


# ------------------------------------------------------------------------------------------------- drawing


def tone(kin: str) -> str:
    """Return the colour of a combination, "" where it has none."""
    return kin[0] if kin[0] in "ryg" else ""


def shape(kin: str) -> str:
    """Return the shape of a combination, "" where it has none."""
    return next((sign for sign in kin if sign in "cht"), "")


def colours(text: str) -> list[str]:
    """Return a hand of red and black cards one by one: “2 black 1 red”, “black red”."""
    words, found, many = text.split(), [], 1
    for one in words:
        if one.isdigit():
            many = int(one)
        else:
            found += [one] * many
            many = 1
    return found


def circle(seats: Sequence[SeatMark], you: str) -> list[tuple[SeatMark, int, int]]:
    """Return where everybody sits round a table 344 by 330, clockwise as seen from above, ``you`` nearest."""
    at = next((place for place, seat in enumerate(seats) if seat.name == you), 0)
    spots = []
    for place in range(len(seats)):
        turn = math.pi / 2 + 2 * math.pi * place / len(seats)
        seat = seats[(at + place) % len(seats)]
        spots.append((seat, round(172 + 133 * math.cos(turn)), round(160 + 122 * math.sin(turn))))
    return spots


def bid_and_won(at: Arranged, page: ScreenPage) -> dict[str, str]:
    """Return what stands under the names in Lizard: “1 of 2” while tricks are played, else the points."""
    bids, won = at["bid_of"], at["won_of"]
    assert isinstance(bids, Mapping)
    assert isinstance(won, Mapping)
    if at["all_bid"]:
        return {name: f"{won[name]} of {bid}" for name, bid in bids.items()}
    open_bids = {name: f"bid {bid}" if bid >= 0 else "has bid" for name, bid in bids.items() if bid is not None}
    return {seat.name: open_bids.get(seat.name, str(seat.score).replace("-", "−")) for seat in page.seats}


def initials(seats: Sequence[SeatMark]) -> dict[str, str]:
    """Return what stands for each name in its lozenge: as many letters as tell it from the others, two at most."""
    return _initials(tuple(seat.name for seat in seats))


@lru_cache(maxsize=64)
def _initials(names: tuple[str, ...]) -> dict[str, str]:
    return {
        name: next(
            (name[:many] for many in (1, 2) if [one[:many].upper() for one in names].count(name[:many].upper()) == 1),
            name[:1],
        )
        for name in names
    }


def fit(seats: Sequence[SeatMark], below: Mapping[str, str]) -> str:
    """Return how the names of a ribbon are set at 390 pixels (``w``) and at 320 (``n``): in a line with what stands
    below them, on a line of their own, or as initials alone. A name is never cut.
    """
    name = max((len(seat.name) for seat in seats), default=0)
    return _fit(
        len(seats), name, max((len(seat.name) + len(below.get(seat.name, "12")) + 1 for seat in seats), default=0)
    )


@cache
def _fit(seats: int, name: int, line: int) -> str:
    found = []
    for at, width in (("w", 358), ("n", 288)):
        room = width / max(seats, 1) - 4
        found.append(at + ("1" if 7.9 * line < room else "2" if 7.1 * name < room else "0"))
    return " ".join(found)


def breadth(name: str) -> str:
    """Return how a name is set in a list of names, so that no word of it is broken: "", "lg", "xl" for a long word,
    "xxl" for one that wants a line of the list for itself.
    """
    longest = max((len(word) for word in name.split()), default=0)
    return "" if longest < 8 else "lg" if longest < 12 else "xl" if longest < 17 else "xxl"


def forms_for(name: str, answers: Sayable) -> list[Form]:
    """Return the form of what the host says for somebody without a phone."""
    return [form(ScreenPage("table", you=name), answers, "", ())]


def scores_of(page: ScreenPage) -> dict[str, str]:
    """Return the points of every seat."""
    return {seat.name: str(seat.score).replace("-", "−") for seat in page.seats}


def hands_of(at: Arranged, page: ScreenPage) -> list[tuple[str, str]]:
    """Return what the two players hold, and their points where they score any, “you” first."""
    rows = at["hands"]
    assert isinstance(rows, Sequence)
    found = []
    for name, size, *more in rows:
        points = f" · {counted(more[0], 'point')}" if isinstance(more[0], int) and not isinstance(more[0], bool) else ""
        found.append(("you" if name == page.you else name, f"{size} card{'' if size == 1 else 's'}{points}"))
    return sorted(found, key=lambda row: row[0] != "you")
