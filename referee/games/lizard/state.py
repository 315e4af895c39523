"""The state of Lizard: its cards, house rules and lines."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from liarsdeck.english import quoted
from referee.core import cards
from referee.core.cards import COPIES, LIZARD, MASK, SNAKE, STANDARD, SUIT_NAMES, UNKNOWN, Hand
from referee.core.game import Line, Outcome, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import seat_named, split_name, unreadable
from referee.core.refusals import LEAVES, Leaves, common_rules, left

__all__ = ["COPIES", "DECK", "FULL", "KINDS", "LIZARD", "NAMES", "ONE", "SNAKE", "SUITS", "SUIT_OF", "UNKNOWN"]

SUITS = SUIT_NAMES
KINDS = STANDARD + 2  # the 52, the lizard and the snake
DECK = cards.LIZARD_DECK

# The three tables below end with the entry of UNKNOWN, which is −1: the last place of a tuple.
NAMES = (*cards.NAMES, MASK)
SUIT_OF = (*(card & 3 for card in range(STANDARD)), -1, -1, -1)
"""The suit of every card, −1 of one without."""
_LIZARDS, _SNAKES = STANDARD, STANDARD + 4  # the first bit of their counts
ONE = (*(1 << card for card in range(STANDARD)), 1 << _LIZARDS, 1 << _SNAKES, 0)
"""What one copy of a card adds to a count of cards: a bit each for the 52, four bits each for lizards and snakes."""
FULL = (1 << STANDARD) - 1 + COPIES * ONE[LIZARD] + COPIES * ONE[SNAKE]


def copies(count: int, card: int) -> int:
    """Return how many of ``card`` a count of cards holds."""
    if card < LIZARD:
        return count >> card & 1
    return count >> (_LIZARDS if card == LIZARD else _SNAKES) & 15


def total(card: int) -> int:
    """Return how many of ``card`` the deck has."""
    return 1 if card < LIZARD else COPIES


def members(count: int) -> list[int]:
    """List the cards of a count, lowest first, lizards and snakes as often as they are there."""
    return [
        *cards.cards_of(count & (1 << STANDARD) - 1),
        *[LIZARD] * copies(count, LIZARD),
        *[SNAKE] * copies(count, SNAKE),
    ]


def parse(text: str) -> int:
    """Read a card in any case: ``9h``, ``Th``, ``10h``, ``lizard``, ``snake``, ``?``. Raises RecordError."""
    try:
        return cards.parse_card(text, specials=True)
    except ValueError as fault:
        raise RecordError(str(fault), rule="lizard.line") from None


def parse_suit(text: str) -> int:
    """Read a suit, by name, letter or sign. Raises RecordError."""
    try:
        return cards.parse_suit(text)
    except ValueError as fault:
        raise RecordError(str(fault), rule="lizard.line") from None


SEATS = (3, 5)
RIGHT, TRICK = 20, 10  # points for a right bid, and for each trick: won when it is right, of difference when not


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's, or where it is silent the ruling's."""

    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=DECK // SEATS[0])] | Literal["all"],
        Meta(description="After how many rounds the game ends, or all."),
    ] = "all"
    trump_snake: Annotated[
        Literal["none", "redraw"],
        Meta(description="A snake turned for trump means no trump, or another card is turned."),
    ] = "none"
    trump_lizard: Annotated[
        Literal["dealer", "none"],
        Meta(description="A lizard turned for trump lets the dealer name a suit, or means no trump."),
    ] = "dealer"
    hook: Annotated[bool, Meta(description="The last to bid may not make the bids add up to the number of tricks.")] = (
        False
    )
    estimates: Annotated[
        Literal["open", "secret"],
        Meta(description="Bids are said one after the other, or made in secret and opened together."),
    ] = "open"
    all_snakes: Annotated[
        Literal["second", "first", "last"],
        Meta(description="Which snake takes a trick of nothing but snakes."),
    ] = "second"
    track: Annotated[
        Literal["cards", "tricks", "scores"],
        Meta(description="How much people enter: every card, who took each trick, or only the tricks won."),
    ] = "cards"


RULES: dict[str, str] = common_rules("lizard") | {
    "lizard.trump-left": "Trump is turned from the cards that were not dealt; when all were dealt there is none.",
    "lizard.card-gone": "No card is in more places than it has copies: one of each, four lizards, four snakes.",
    "lizard.holds-once": "A hand is entered once a round, before the first bid.",
    "lizard.holds-count": "A hand is as many cards as the round has tricks.",
    "lizard.bid-range": "A bid is a number from 0 to the number of tricks of the round.",
    "lizard.hook": "With the hook, the last to bid may not make the bids add up to the number of tricks.",
    "lizard.held": "A player whose hand is known plays a card of it.",
    "lizard.follow": "Who holds the suit that was led follows it; a lizard or a snake may always be played.",
    "lizard.won-sum": "The tricks that the players say they won add up to the tricks of the round.",
}


def last_round(setup: Setup) -> int:
    """Return the number of the last round: the option's, or as many as the deck lasts."""
    rounds = setup.options.rounds
    return DECK // len(setup.seats) if rounds == "all" else int(rounds)


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options for this many seats, as (key, sentence), or None."""
    most = DECK // len(setup.seats)
    options: Options = setup.options
    if options.rounds != "all" and options.rounds > most:
        return "rounds", f"{len(setup.seats)} players can play 1 to {most} rounds, not {options.rounds}"
    if options.hook and options.estimates == "secret":
        return "hook", "the hook needs open estimates: nobody is the last to bid in secret"
    return None


class Round(Struct, frozen=True, gc=False):
    """A finished round, one number a seat each."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, trump, call, bid, play (``track`` cards), tricks, won, over.
    ``turned``: the cards turned for trump this round; ``trump``: a suit, −1 for none (yet).
    ``bids``: one a seat; None where none was made, ``actions.HIDDEN`` where a view may not know it.
    ``seen``: count of the cards that lay face up this round (``deck.ONE``).
    ``failed``: (seat, trick, suit) of every suit that somebody did not follow this round.
    ``leader`` leads the trick, ``trick`` holds its cards in order; ``follow`` is the suit to follow, −1 for none (yet).
    """

    setup: Setup
    last: int
    phase: str = "dealer"
    round: int = 1
    dealer: int = UNKNOWN
    turned: tuple[int, ...] = ()
    trump: int = UNKNOWN
    bids: tuple[int | None, ...] = ()
    hands: tuple[Hand, ...] = ()
    seen: int = 0
    leader: int = 0
    trick: tuple[int, ...] = ()
    follow: int = UNKNOWN
    number: int = 1
    won: tuple[int, ...] = ()
    counted_in: tuple[bool, ...] = ()
    failed: tuple[tuple[int, int, int], ...] = ()
    flags: tuple[str, ...] = ()
    history: tuple[Round, ...] = ()
    totals: tuple[int, ...] = ()
    left: int = -1


def start(setup: Setup) -> State:
    """Return the first state: nobody has drawn for the deal yet."""
    seats = len(setup.seats)
    return State(
        setup=setup,
        last=last_round(setup),
        bids=(None,) * seats,
        hands=(None,) * seats,
        won=(0,) * seats,
        counted_in=(False,) * seats,
        totals=(0,) * seats,
    )


def cards_left(state: State) -> int:
    """Return how many cards of this round were neither dealt nor turned."""
    return DECK - len(state.hands) * state.round - len(state.turned)


def opening(state: State) -> str:
    """Return the phase in which a round begins: trump, or the bids where no card is left to turn."""
    return "trump" if cards_left(state) > 0 else "bid"


def bidder(state: State) -> int:
    """Return who bids next in open estimates: from the dealer's left, clockwise."""
    seats = len(state.hands)
    return (state.dealer + 1 + seats - state.bids.count(None)) % seats


def known(state: State) -> int:
    """Return the count of all cards in hands that the referee knows."""
    one = ONE.__getitem__
    return sum([sum(map(one, hand)) for hand in state.hands if hand])


def settled(state: State) -> int:
    """Return how many rounds are scored."""
    return len(state.history)


def flags(state: State) -> tuple[str, ...]:
    """Return the revokes that have been shown, a sentence each."""
    return state.flags


def outcome(state: State) -> Outcome:
    """Return how the game stands: the highest total after the last round wins, level totals share the title."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.totals)
    if state.left >= 0:
        return left(state.setup, state.left, state.totals)
    best = max(state.totals)
    winners = tuple(seat for seat, total in enumerate(state.totals) if total == best)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    share = "share the title of Lizard King" if len(winners) > 1 else "is the Lizard King"
    return Outcome(over=True, winners=winners, scores=state.totals, reason=f"{names} {share} with {best} points")


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
            return Holds(seat=seat, cards=tuple(sorted(map(parse, cards))))
        case "calls", [suit]:
            return Calls(seat=seat, suit=parse_suit(suit))
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
            return Line(None, "trump", NAMES[action.card])
        case Holds():
            return Line(action.seat, "holds", " ".join(NAMES[card] for card in action.cards))
        case Calls():
            return Line(action.seat, "calls", SUITS[action.suit])
        case Plays():
            return Line(action.seat, "plays", NAMES[action.card])
        case Won():
            return Line(action.seat, "won", str(action.count))
        case Leaves():
            return Line(action.seat, "leaves")
        case Bids():
            opens = tuple(f"{names[seat]} {count}" for seat, count in action.opens)
            return Line(action.seat, "bids", "?" if action.count == HIDDEN else str(action.count), opens)


def _seen(word: str) -> int:
    card = parse(word)
    if card == UNKNOWN:
        raise RecordError("a card on the table is seen by everybody: write which it is", rule="lizard.line")
    return card


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise RecordError(f"{quoted(word)} is no number: write 0, 1, 2 …", rule="lizard.line")
    return int(word)


def _opened(setup: Setup, part: str) -> tuple[int, int]:
    seat, count = split_name("lizard", setup, part, lambda rest: rest.isascii() and rest.isdigit())
    return seat, _number(count)
