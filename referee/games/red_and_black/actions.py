"""What can be written in a record of Red & Black, one struct a verb, and how each is read and printed."""

from typing import Any, ClassVar

from liarsdeck.english import quoted
from referee.core.errors import RecordError
from referee.core.game import Action, Line, SeatAct, Setup, TableAct, Verb
from referee.games.red_and_black.worlds import BLACK, RED
from referee.lines.line import fault, seat_named

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
    """A card of the hand changes places with river slot ``slot`` (from 1)."""

    verb: ClassVar[str] = "swaps"
    slot: int


class Peeks(SeatAct, frozen=True, gc=False):
    """A look at a face-down slot (from 1)."""

    verb: ClassVar[str] = "peeks"
    slot: int


class Leaves(SeatAct, frozen=True, gc=False):
    """The slot that was peeked at is left as it is."""

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


VERBS = (
    Verb("dealer", "NAME", "Say who deals.", table=True),
    Verb("calls", "COLOUR", "Call the colour of the last river card, before it is dealt."),
    Verb("river", "COLOUR…", "Name the river's cards, left to right: red black red.", table=True),
    Verb("holds", "COLOUR…", "Tell the referee, in private, the hand you have now.", private=True, optional=True),
    Verb("swaps", "SLOT", "Take the card of a river slot and lay one of yours there, face down."),
    Verb("peeks", "SLOT", "Look at a face-down river slot."),
    Verb("leaves", "", "Leave the slot that you peeked at as it is."),
    Verb("attacks", "COUNT COLOUR", "Attack with cards of one colour: 2 red."),
    Verb("defends", "COUNT COLOUR", "Defend with cards of one colour: 0 black."),
    Verb("discards", "COLOUR…", "Lay off the cards you owe, face up."),
    Verb("guesses", "COUNT black COUNT red", "Guess the other hand; right wins, wrong loses.", weighty=True),
    Verb("reveals", "COUNT black COUNT red", "Lay your hand open after a guess."),
)


def read(setup: Setup, line: Line) -> Action:
    """Return the action of a line. Raises RecordError [redblack.line]."""
    words, seat, verb = line.words, line.seat, line.verb
    if line.opens:
        raise RecordError(f"{verb} opens nothing: leave out the brackets", rule="redblack.bracket-false")
    action = _table(setup, verb, words, line.args) if seat is None else _seat(seat, verb, words)
    if action is None:
        usage = next(each.usage for each in VERBS if each.name == verb)
        who = "" if seat is None else f"{setup.seats[seat]}: "
        raise fault("redblack", f"{who}{verb} {usage}".rstrip())
    return action


def _table(setup: Setup, verb: str, words: list[str], args: str) -> Action | None:
    if not words:
        return None
    if verb == "dealer":
        return Dealer(who=seat_named("redblack", setup, args))
    return River(slots=tuple(map(_colour, words)))


def _seat(seat: int, verb: str, words: list[str]) -> Action | None:
    match verb:
        case "leaves" if not words:
            return Leaves(seat=seat)
        case "calls" if len(words) == 1:
            return Calls(seat=seat, colour=_colour(words[0]))
        case "swaps" | "peeks" if len(words) == 1:
            return (Swaps if verb == "swaps" else Peeks)(seat=seat, slot=_number(words[0]))
        case "attacks" | "defends" if len(words) == 2:
            shown = Attacks if verb == "attacks" else Defends
            return shown(seat=seat, count=_number(words[0]), colour=_colour(words[1]))
        case "holds" if set(words) == {"?"}:
            return Holds(seat=seat, reds=MASKED, size=len(words))
        case "holds":
            colours = [_colour(word) for word in words]
            return Holds(seat=seat, reds=sum(colours), size=len(colours))
        case "discards" if words:
            return Discards(seat=seat, cards=tuple(map(_colour, words)))
        case "guesses" | "reveals" if len(words) == 4:
            named = {_colour(words[1]): _number(words[0]), _colour(words[3]): _number(words[2])}
            if len(named) == 2:
                said = Guesses if verb == "guesses" else Reveals
                return said(seat=seat, reds=named[RED], blacks=named[BLACK])
    return None


def write(setup: Setup, action: Any) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    match action:
        case Dealer():
            return Line(None, "dealer", setup.seats[action.who])
        case River():
            return Line(None, "river", " ".join(COLOURS[colour] for colour in action.slots))
        case Holds():
            masked = action.reds == MASKED
            return Line(
                action.seat,
                "holds",
                spelled(action.reds, action.size - action.reds) if not masked else " ".join("?" * action.size),
            )
        case Calls():
            return Line(action.seat, "calls", COLOURS[action.colour])
        case Swaps() | Peeks():
            return Line(action.seat, action.verb, str(action.slot))
        case Attacks() | Defends():
            return Line(action.seat, action.verb, f"{action.count} {COLOURS[action.colour]}")
        case Discards():
            return Line(action.seat, "discards", " ".join(COLOURS[colour] for colour in action.cards))
        case Guesses() | Reveals():
            return Line(action.seat, action.verb, f"{action.blacks} black {action.reds} red")
    return Line(action.seat, action.verb)


def spelled(reds: int, blacks: int) -> str:
    """Return a hand card by card, black first."""
    return " ".join(["black"] * blacks + ["red"] * reds)


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
