"""What can be written in a record of Red & Black, one struct a verb, and how each is read and printed."""

from typing import ClassVar

from liarsdeck.english import quoted
from referee.core.cards import MASK
from referee.core.errors import RecordError
from referee.core.game import Line, SeatAct, Setup, TableAct, Verb
from referee.games.red_and_black.worlds import BLACK, RED
from referee.lines.line import seat_named, unreadable

COLOURS = ("black", "red")  # by their number of red cards
MASKED = -1


class Dealer(TableAct, frozen=True, gc=False):
    """Who deals."""

    verb: ClassVar[str] = "dealer"
    who: int


class River(TableAct, frozen=True, gc=False):
    """The river, face up: at the deal, and when an attack turns it."""

    verb: ClassVar[str] = "river"
    slots: tuple[int, ...]


class Holds(SeatAct, frozen=True, gc=False):
    """A hand made known to the referee: how many of its ``size`` cards are red (MASKED in others' views)."""

    verb: ClassVar[str] = "holds"
    reds: int
    size: int


class Calls(SeatAct, frozen=True, gc=False):
    """The colour called before the last river card is dealt."""

    verb: ClassVar[str] = "calls"
    colour: int


class Swaps(SeatAct, frozen=True, gc=False):
    """A card of the hand, of ``colour``, changes places with river slot ``slot`` (from 1).

    ``colour`` is the seat's own secret: None where nobody said it, MASKED in others' views.
    """

    verb: ClassVar[str] = "swaps"
    slot: int
    colour: int | None = None


class Peeks(SeatAct, frozen=True, gc=False):
    """A look at a face-down slot (from 1); the ``colour`` seen there is kept as that of a swap."""

    verb: ClassVar[str] = "peeks"
    slot: int
    colour: int | None = None


class Leaves(SeatAct, frozen=True, gc=False):
    """The slot that was peeked at is left as it is, by who has peeked; at any other time somebody goes home."""

    verb: ClassVar[str] = "leaves"


class Attacks(SeatAct, frozen=True, gc=False):
    """Cards of one colour shown to attack."""

    verb: ClassVar[str] = "attacks"
    count: int
    colour: int


class Defends(SeatAct, frozen=True, gc=False):
    """Cards of one colour shown to defend."""

    verb: ClassVar[str] = "defends"
    count: int
    colour: int


class Discards(SeatAct, frozen=True, gc=False):
    """Cards laid off face up, for good, in the order they were laid down."""

    verb: ClassVar[str] = "discards"
    cards: tuple[int, ...]

    @property
    def reds(self) -> int:
        """How many of the cards are red."""
        return sum(self.cards)

    @property
    def blacks(self) -> int:
        """How many of the cards are black."""
        return len(self.cards) - sum(self.cards)


class Guesses(SeatAct, frozen=True, gc=False):
    """A guess at the other hand."""

    verb: ClassVar[str] = "guesses"
    reds: int
    blacks: int


class Reveals(SeatAct, frozen=True, gc=False):
    """The hand that was guessed, laid open."""

    verb: ClassVar[str] = "reveals"
    reds: int
    blacks: int


Move = Dealer | River | Holds | Calls | Swaps | Peeks | Leaves | Attacks | Defends | Discards | Guesses | Reveals
"""Any of them."""

VERBS = (
    Verb("dealer", "NAME", "Say who deals.", table=True),
    Verb("calls", "COLOUR", "Call the colour of the last river card, before it is dealt."),
    Verb("river", "COLOUR…", "Name the river's cards, left to right: red black red.", table=True),
    Verb(
        "holds",
        "COLOUR…",
        "Tell the referee, in private, the hand you have now.",
        private=True,
        optional=True,
        kept=True,
    ),
    Verb("swaps", "SLOT", "Take the card of a river slot and lay one of yours there, face down.", open_words=1),
    Verb("peeks", "SLOT", "Look at a face-down river slot.", open_words=1),
    Verb("leaves", "", "Leave the slot that you peeked at as it is; at any other time: go home.", anytime=True),
    Verb("attacks", "COUNT COLOUR", "Attack with cards of one colour: 2 red."),
    Verb("defends", "COUNT COLOUR", "Defend with cards of one colour: 0 black."),
    Verb("discards", "COLOUR…", "Lay off the cards you owe, face up."),
    Verb("guesses", "COUNT black COUNT red", "Guess the other hand; right wins, wrong loses.", weighty=True),
    Verb("reveals", "COUNT black COUNT red", "Lay your hand open after a guess."),
)


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises RecordError [redblack.line]."""
    if line.opens:
        raise RecordError(f"{line.verb} opens nothing: leave out the brackets", rule="redblack.bracket-false")
    action = _of_the_table(setup, line) if line.seat is None else _of_a_seat(line.seat, line.verb, line.words)
    if action is None:
        raise unreadable("redblack", VERBS, setup, line)
    return action


def _of_the_table(setup: Setup, line: Line) -> Move | None:
    if not line.words:
        return None
    if line.verb == "dealer":
        return Dealer(who=seat_named("redblack", setup, line.args))
    return River(slots=tuple(map(_colour, line.words)))


def _of_a_seat(seat: int, verb: str, words: list[str]) -> Move | None:
    match verb, words:
        case "leaves", []:
            return Leaves(seat=seat)
        case "calls", [colour]:
            return Calls(seat=seat, colour=_colour(colour))
        case (("swaps" | "peeks"), [slot, *colours]) if len(colours) < 2:
            secret = _secret(colours[0]) if colours else None
            return (Swaps if verb == "swaps" else Peeks)(seat=seat, slot=_number(slot), colour=secret)
        case (("attacks" | "defends"), [count, colour]):
            return (Attacks if verb == "attacks" else Defends)(seat=seat, count=_number(count), colour=_colour(colour))
        case "holds", _:
            return _holds(seat, words)
        case "discards", [_, *_]:
            return Discards(seat=seat, cards=tuple(map(_colour, words)))
        case (("guesses" | "reveals"), [count, colour, other, last]):
            named = {_colour(colour): _number(count), _colour(last): _number(other)}
            if len(named) == 2:
                return (Guesses if verb == "guesses" else Reveals)(seat=seat, reds=named[RED], blacks=named[BLACK])
    return None


def _holds(seat: int, words: list[str]) -> Holds:
    if set(words) == {MASK}:
        return Holds(seat=seat, reds=MASKED, size=len(words))
    colours = [_colour(word) for word in words]
    return Holds(seat=seat, reds=sum(colours), size=len(colours))


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    return Line(action.seat, action.verb, _args(setup, action))


def _args(setup: Setup, action: Move) -> str:
    match action:
        case Dealer():
            return setup.seats[action.who]
        case River():
            return " ".join(COLOURS[colour] for colour in action.slots)
        case Holds():
            masked = action.reds == MASKED
            return " ".join(MASK * action.size) if masked else spelled(action.reds, action.size - action.reds)
        case Calls():
            return COLOURS[action.colour]
        case Swaps() | Peeks():
            return f"{action.slot}{'' if action.colour is None else f' {_said(action.colour)}'}"
        case Attacks() | Defends():
            return f"{action.count} {COLOURS[action.colour]}"
        case Discards():
            return " ".join(COLOURS[colour] for colour in action.cards)
        case Guesses() | Reveals():
            return f"{action.blacks} black {action.reds} red"
    return ""


def spelled(reds: int, blacks: int) -> str:
    """Return a hand card by card, black first."""
    return " ".join(["black"] * blacks + ["red"] * reds)


def _secret(word: str) -> int:
    return MASKED if word == MASK else _colour(word)


def _said(colour: int) -> str:
    return MASK if colour == MASKED else COLOURS[colour]


def _colour(word: str) -> int:
    low = word.casefold()
    if low in {"red", "r"}:
        return RED
    if low in {"black", "b"}:
        return BLACK
    raise RecordError(f"{quoted(word)} is no colour: write red or black", rule="redblack.line")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise RecordError(f"{quoted(word)} is no number: write 0, 1, 2 …", rule="redblack.line")
    return int(word)
