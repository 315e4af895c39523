"""The lines of Liar's Lair: what each verb carries, and how it is read and printed."""

from typing import Any, ClassVar

from msgspec import Struct

from liarsdeck.english import quoted
from referee.core.cards import MASK, UNKNOWN
from referee.core.errors import RecordError
from referee.core.game import Action, Line, SeatAct, Setup, TableAct, Verb
from referee.lines.line import fault, seat_named, split_name

NOTHING = 0  # no card has this number: what is taken from a departing hand by “takes nothing”

VERBS = (
    Verb("declares", "", "Lay your hand open at the end of the round: unless somebody proves you a liar, you win."),
    Verb("gives", "NUMBER", "Knocked out: give one card of your departing hand."),
    Verb("holds", "NUMBER NUMBER …", "The cards you were dealt.", private=True, kept=True),
    Verb("passes", "", "Don't declare, or show nothing to the declarer."),
    Verb("plays", "NUMBER", "Play a card of your hand."),
    Verb("reclaims", "NUMBER", "Take a card from those in play, not the one you played yourself."),
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


class Told(Struct, frozen=True, gc=False):
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


_BY_VERB: dict[str, Any] = {
    act.verb: act for act in (Holds, Truths, Start, Plays, Takes, Gives, Reclaims, Declares, Passes, Shows)
}
_USAGE = {
    verb.name: f"{'' if verb.table else 'NAME: '}{verb.name}{' ' if verb.usage else ''}{verb.usage}" for verb in VERBS
}


def read(setup: Setup, line: Line) -> Action:
    """Return the action of a line. Raises ``RecordError`` with the rule ``lair.line``."""
    opens = tuple(_read_open(setup, part) for part in line.opens)
    act, words = _BY_VERB[line.verb], line.words
    try:
        if act in {Holds, Truths}:
            if not words:
                raise ValueError
            cards = tuple(_number(word) for word in words)
            return _filed(line.seat, act, cards, opens)
        if act is Start:
            return Start(seat_named("lair", setup, line.args), opens=opens)
        if act in {Declares, Passes}:
            if words:
                raise ValueError
            return _made(act(line.seat, opens=opens))
        (word,) = words
        nothing = act in {Takes, Gives} and word.casefold() == "nothing"
        card = NOTHING if nothing else _number(word)
        if card == UNKNOWN and act not in {Takes, Gives}:
            raise ValueError
        return _made(act(line.seat, card, opens=opens))
    except ValueError:
        raise fault("lair", _USAGE[line.verb]) from None


def _filed(seat: int | None, act: Any, cards: tuple[int, ...], opens: tuple[Any, ...]) -> Action:
    """Hands and truths are kept sorted, UNKNOWN last; ``truths ?`` hides them all."""
    known = sorted(card for card in cards if card != UNKNOWN)
    if act is Holds:
        return Holds(seat, (*known, *[UNKNOWN] * (len(cards) - len(known))), opens=opens)  # type: ignore[arg-type]
    if len(known) < len(cards) and cards != (UNKNOWN,):
        raise ValueError
    return Truths(cards if not known else tuple(known), opens=opens)


def _made(action: Action) -> Action:
    return action


def _number(word: str) -> int:
    if word == MASK:
        return UNKNOWN
    if not (word.isascii() and word.isdigit() and len(word) <= 4) or not int(word):
        raise ValueError
    return int(word)


def _read_open(setup: Setup, part: str) -> Told | Hand | Absolved | Took:
    words = part.split()
    if part.casefold() == "nothing":
        return Took()
    if len(words) == 2 and words[1].casefold() in {"true", "false"} and words[0].isascii() and words[0].isdigit():
        try:
            return Told(_number(words[0]), words[1].casefold() == "true")
        except ValueError:
            raise fault("lair", "… (17 true)") from None
    seat, rest = split_name("lair", setup, part, _says_of_a_seat)
    word, *cards = rest.casefold().split() or [""]
    if word == "absolved" and not cards:
        return Absolved(seat)
    if word == "holds" and cards:
        try:
            numbers = sorted(_number(card) for card in cards)
        except ValueError:
            numbers = [UNKNOWN]
        if numbers[0] != UNKNOWN:
            return Hand(seat, tuple(numbers))
    raise RecordError(
        f"{quoted(f'({part})')} can't be read: brackets say “17 true”, “17 false”, “NAME holds 3 17”, “NAME absolved”",
        rule="lair.line",
    )


def _says_of_a_seat(rest: str) -> bool:
    word, *cards = rest.casefold().split() or [""]
    return (word == "absolved" and not cards) or (word == "holds" and bool(cards) and all(map(str.isdigit, cards)))


def write(setup: Setup, action: Any) -> Line:
    """Return the line of an action."""
    opens = tuple(_write_open(setup, part) for part in action.opens)
    if isinstance(action, Start):
        args = setup.seats[action.who]
    elif isinstance(action, Holds | Truths):
        args = _numbers(action.cards)
    elif isinstance(action, Declares | Passes):
        args = ""
    else:
        args = "nothing" if action.card == NOTHING else _numbers((action.card,))
    return Line(action.seat, action.verb, args, opens)


def _numbers(cards: tuple[int, ...]) -> str:
    return " ".join(MASK if card == UNKNOWN else str(card) for card in cards)


def _write_open(setup: Setup, part: Any) -> str:
    match part:
        case Told(card, true):
            return f"{card} {'true' if true else 'false'}"
        case Hand(seat, cards):
            return f"{setup.seats[seat]} holds {_numbers(cards)}"
        case Absolved(seat):
            return f"{setup.seats[seat]} absolved"
        case _:
            return "nothing"
