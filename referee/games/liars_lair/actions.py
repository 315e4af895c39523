"""The lines of Liar's Lair: what each verb carries, and how it is read and printed."""

from typing import ClassVar

from msgspec import Struct

from liarsdeck.english import quoted
from referee.core.cards import MASK, UNKNOWN, sorted_hand
from referee.core.errors import RecordError
from referee.core.game import Line, SeatAct, Setup, TableAct, Verb
from referee.core.leaving import Leaves
from referee.lines.line import fault, seat_named, split_name

NOTHING = 0  # no card has this number: what is taken from a departing hand by “takes nothing”

VERBS = (
    Verb(
        "declares",
        "",
        "Lay your hand open at the end of the round: unless somebody proves you a liar, you win.",
        also=("yes",),
    ),
    Verb("gives", "NUMBER", "Knocked out: give one card of your departing hand."),
    Verb("holds", "NUMBER NUMBER …", "The cards you were dealt.", private=True, kept=True),
    Verb("leaves", "", "Somebody has to go home: the hand leaves the game.", anytime=True),
    Verb("passes", "", "Don't declare, or show nothing to the declarer.", also=("no",)),
    Verb("plays", "NUMBER", "Play a card of your hand."),
    Verb(
        "reclaims",
        "NUMBER",
        "Take a card from those in play, not your own unless it is the only one left.",
    ),
    Verb("shows", "NUMBER", "Show the declarer a card: a truth that contradicts it knocks them out, a lie you."),
    Verb("start", "NAME", "Who starts the first round.", table=True),
    Verb("takes", "NUMBER, or nothing", "Take one card of the departing hand, unseen by the others.", private=True),
    Verb(
        "truths",
        "NUMBER NUMBER …",
        "Which of the dealt cards are true; the referee draws.",
        table=True,
        private=True,
    ),
)


class Holds(SeatAct, frozen=True, gc=False):
    """A dealt hand, in private; masked it is as many UNKNOWN."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Truths(TableAct, frozen=True, gc=False):
    """The true ones of the dealt cards, in private; masked it is one UNKNOWN."""

    verb: ClassVar[str] = "truths"
    cards: tuple[int, ...]


class Start(TableAct, frozen=True, gc=False):
    """Who starts the first round."""

    verb: ClassVar[str] = "start"
    who: int


class Plays(SeatAct, frozen=True, gc=False):
    """A card from the hand into play."""

    verb: ClassVar[str] = "plays"
    card: int


class Takes(SeatAct, frozen=True, gc=False):
    """A card of the departing hand, or NOTHING."""

    verb: ClassVar[str] = "takes"
    card: int


class Gives(SeatAct, frozen=True, gc=False):
    """A card of one's own departing hand."""

    verb: ClassVar[str] = "gives"
    card: int


class Reclaims(SeatAct, frozen=True, gc=False):
    """A card from those in play into the hand."""

    verb: ClassVar[str] = "reclaims"
    card: int


class Declares(SeatAct, frozen=True, gc=False):
    """I am no liar that anybody could prove."""

    verb: ClassVar[str] = "declares"


class Passes(SeatAct, frozen=True, gc=False):
    """No declaration; or no card shown to a declarer."""

    verb: ClassVar[str] = "passes"


class Shows(SeatAct, frozen=True, gc=False):
    """A card of one's own hand against a declarer."""

    verb: ClassVar[str] = "shows"
    card: int


# what a line opens, in brackets


class Known(Struct, frozen=True, gc=False):
    """A card's truth is known now: ``2 false``."""

    card: int
    true: bool


class Hand(Struct, frozen=True, gc=False):
    """A hand lies open: ``Ann holds 3 6 8 9``."""

    seat: int
    cards: tuple[int, ...]


class Absolved(Struct, frozen=True, gc=False):
    """Every card of a declarer is a lie that others could prove: ``Ann absolved``."""

    seat: int


class Took(Struct, frozen=True, gc=False):
    """Whether a masked ``takes ?`` took nothing: ``nothing``."""


Opening = Known | Hand | Absolved | Took
"""What brackets can say."""
Move = Holds | Truths | Start | Plays | Takes | Gives | Reclaims | Declares | Passes | Shows | Leaves
"""What a line can say."""

_USAGE = {
    verb.name: f"{'' if verb.table else 'NAME: '}{verb.name}{' ' if verb.usage else ''}{verb.usage}" for verb in VERBS
}


def private(setup: Setup, verb: str) -> bool:
    """Say whether a verb is entered on the private screen; in the pool, what is given lies open at once."""
    return verb in {"holds", "truths", "takes"} or (verb == "gives" and setup.options.departing == "gift")


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises ``RecordError`` with the rule ``lair.line``."""
    opens = tuple(_read_open(setup, part) for part in line.opens)
    try:
        if line.seat is not None:
            return _of_a_seat(line.seat, line.verb, line.words, opens)
        if line.verb == "truths":
            return Truths(_truths(line.words), opens=opens)
        return Start(seat_named("lair", setup, line.args), opens=opens)
    except ValueError:
        raise fault("lair", _USAGE[line.verb]) from None


_BARE: dict[str, type[Declares | Passes | Leaves]] = {"declares": Declares, "passes": Passes, "leaves": Leaves}
_OPEN: dict[str, type[Plays | Reclaims | Shows]] = {"plays": Plays, "reclaims": Reclaims, "shows": Shows}
_DEPARTING: dict[str, type[Takes | Gives]] = {"takes": Takes, "gives": Gives}


def _of_a_seat(seat: int, verb: str, words: list[str], opens: tuple[Opening, ...]) -> Move:
    match words:
        case [] if verb in _BARE:
            return _BARE[verb](seat, opens=opens)
        case [_, *_] if verb == "holds":
            return Holds(seat, sorted_hand(map(_number, words)), opens=opens)
        case [word] if verb in _DEPARTING:
            card = NOTHING if word.casefold() == "nothing" else _number(word)
            return _DEPARTING[verb](seat, card, opens=opens)
        case [word] if verb in _OPEN and word != MASK:
            return _OPEN[verb](seat, _number(word), opens=opens)
    raise ValueError


def _truths(words: list[str]) -> tuple[int, ...]:
    """Read the true cards, sorted; one ``?`` hides them all."""
    cards = sorted_hand(map(_number, words))
    if not cards or (UNKNOWN in cards and cards != (UNKNOWN,)):
        raise ValueError
    return cards


def _number(word: str) -> int:
    if word == MASK:
        return UNKNOWN
    if not (word.isascii() and word.isdigit() and len(word) <= 4) or not int(word):
        raise ValueError
    return int(word)


def _read_open(setup: Setup, part: str) -> Opening:
    if part.casefold() == "nothing":
        return Took()
    match part.casefold().split():
        case [card, ("true" | "false") as said] if card.isascii() and card.isdigit():
            try:
                return Known(_number(card), said == "true")
            except ValueError:
                raise fault("lair", "… (17 true)") from None
    seat, rest = split_name("lair", setup, part, lambda rest: _of_the_hand(rest) is not None)
    cards = _of_the_hand(rest)
    if cards is not None and all(cards):
        return Hand(seat, tuple(sorted(cards))) if cards else Absolved(seat)
    raise RecordError(
        f"{quoted(f'({part})')} can't be read: brackets say “17 true”, “17 false”, “NAME holds 3 17”, “NAME absolved”",
        rule="lair.line",
    )


def _of_the_hand(rest: str) -> list[int] | None:
    """Return the cards that a hand is said to hold, [] where it is said to be absolved, else None; 0 is no card."""
    match rest.casefold().split():
        case ["absolved"]:
            return []
        case ["holds", _, *_] as words if all(map(str.isdigit, words[1:])):
            return [int(word) if word.isascii() and len(word) <= 4 else 0 for word in words[1:]]
    return None


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action."""
    return Line(action.seat, action.verb, _args(setup, action), tuple(_write_open(setup, it) for it in action.opens))


def _args(setup: Setup, action: Move) -> str:
    match action:
        case Start():
            return setup.seats[action.who]
        case Holds() | Truths():
            return _numbers(action.cards)
        case Declares() | Passes() | Leaves():
            return ""
    return "nothing" if action.card == NOTHING else _numbers((action.card,))


def _numbers(cards: tuple[int, ...]) -> str:
    return " ".join(MASK if card == UNKNOWN else str(card) for card in cards)


def _write_open(setup: Setup, part: Opening) -> str:
    match part:
        case Known(card, true):
            return f"{card} {'true' if true else 'false'}"
        case Hand(seat, cards):
            return f"{setup.seats[seat]} holds {_numbers(cards)}"
        case Absolved(seat):
            return f"{setup.seats[seat]} absolved"
        case _:
            return "nothing"
