"""What can be written in a record of Lizard, one struct a verb, and how each is read and printed."""

from typing import ClassVar

from liarsdeck.english import quoted
from referee.core.errors import RecordError
from referee.core.game import Line, SeatAct, Setup, TableAct, Verb
from referee.core.leaving import LEAVES, Leaves
from referee.games.lizard import deck
from referee.lines.line import seat_named, split_name, unreadable

HIDDEN = -1  # a bid that this view may not know


class Dealer(TableAct, frozen=True, gc=False):
    """Who deals first: the highest card drawn."""

    verb: ClassVar[str] = "dealer"
    who: int


class Trump(TableAct, frozen=True, gc=False):
    """The card turned for trump."""

    verb: ClassVar[str] = "trump"
    card: int


class Trick(TableAct, frozen=True, gc=False):
    """Who took a trick, where cards are not entered."""

    verb: ClassVar[str] = "trick"
    who: int


class Holds(SeatAct, frozen=True, gc=False):
    """A hand made known to the referee, kept sorted."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Calls(SeatAct, frozen=True, gc=False):
    """The dealer names the suit after a lizard was turned."""

    verb: ClassVar[str] = "calls"
    suit: int


class Bids(SeatAct, frozen=True, gc=False):
    """An estimate; ``opens`` are the secret bids that the last one makes known, as (seat, count)."""

    verb: ClassVar[str] = "bids"
    count: int


class Plays(SeatAct, frozen=True, gc=False):
    """A card played to the trick."""

    verb: ClassVar[str] = "plays"
    card: int


class Won(SeatAct, frozen=True, gc=False):
    """How many tricks a player won, where only scores are kept."""

    verb: ClassVar[str] = "won"
    count: int


Move = Dealer | Trump | Trick | Holds | Calls | Bids | Plays | Won | Leaves
"""Any of them."""

VERBS = (
    Verb("dealer", "NAME", "Say who drew the highest card and deals first.", table=True),
    Verb("trump", "CARD", "Turn a card for trump: 9h, lizard or snake.", table=True),
    Verb("calls", "SUIT", "Name the trump suit after a lizard was turned."),
    Verb(
        "holds",
        "CARD…",
        "Tell the referee, in private, the hand you were dealt.",
        private=True,
        optional=True,
        kept=True,
    ),
    Verb("bids", "NUMBER", "Estimate how many tricks you will win."),
    Verb("plays", "CARD", "Play a card to the trick: 9h, lizard or snake."),
    Verb("trick", "NAME", "Say who took the trick.", table=True),
    Verb("won", "NUMBER", "Say how many tricks you won this round."),
    LEAVES,
)


def private(setup: Setup, verb: str) -> bool:
    """Say whether a verb is entered on the private screen: hands always, bids where they are secret."""
    return verb == "holds" or (verb == "bids" and setup.options.estimates == "secret")


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises RecordError [lizard.line]."""
    if line.opens and line.verb != "bids":
        raise RecordError(f"{line.verb} opens nothing: leave out the brackets", rule="lizard.bracket-false")
    action = _of_the_table(setup, line) if line.seat is None else _of_a_seat(setup, line.seat, line)
    if action is None:
        raise unreadable("lizard", VERBS, setup, line)
    return action


def _of_the_table(setup: Setup, line: Line) -> Move | None:
    match line.verb, line.words:
        case "trump", [card]:
            return Trump(card=_seen(card))
        case "dealer", [_, *_]:
            return Dealer(who=seat_named("lizard", setup, line.args))
        case "trick", [_, *_]:
            return Trick(who=seat_named("lizard", setup, line.args))
    return None


def _of_a_seat(setup: Setup, seat: int, line: Line) -> Move | None:
    match line.verb, line.words:
        case "plays", [card]:
            return Plays(seat=seat, card=_seen(card))
        case "bids", [count]:
            number = HIDDEN if count == "?" and private(setup, "bids") else _number(count)
            return Bids(seat=seat, count=number, opens=tuple(sorted(_opened(setup, part) for part in line.opens)))
        case "holds", [_, *_] as cards:
            return Holds(seat=seat, cards=tuple(sorted(map(deck.parse, cards))))
        case "calls", [suit]:
            return Calls(seat=seat, suit=deck.parse_suit(suit))
        case "won", [count]:
            return Won(seat=seat, count=_number(count))
        case "leaves", []:
            return Leaves(seat=seat)
    return None


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    names = setup.seats
    match action:
        case Dealer() | Trick():
            return Line(None, action.verb, names[action.who])
        case Trump():
            return Line(None, "trump", deck.NAMES[action.card])
        case Holds():
            return Line(action.seat, "holds", " ".join(deck.NAMES[card] for card in action.cards))
        case Calls():
            return Line(action.seat, "calls", deck.SUITS[action.suit])
        case Plays():
            return Line(action.seat, "plays", deck.NAMES[action.card])
        case Won():
            return Line(action.seat, "won", str(action.count))
        case Leaves():
            return Line(action.seat, "leaves")
        case Bids():
            opens = tuple(f"{names[seat]} {count}" for seat, count in action.opens)
            return Line(action.seat, "bids", "?" if action.count == HIDDEN else str(action.count), opens)


def _seen(word: str) -> int:
    card = deck.parse(word)
    if card == deck.UNKNOWN:
        raise RecordError("a card on the table is seen by everybody: write which it is", rule="lizard.line")
    return card


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise RecordError(f"{quoted(word)} is no number: write 0, 1, 2 …", rule="lizard.line")
    return int(word)


def _opened(setup: Setup, part: str) -> tuple[int, int]:
    seat, count = split_name("lizard", setup, part, lambda rest: rest.isascii() and rest.isdigit())
    return seat, _number(count)
