"""The state of Lizard: its cards, house rules and verbs."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core import cards
from referee.core.cards import COPIES, LIZARD, MASK, SNAKE, STANDARD, SUIT_NAMES, UNKNOWN, Hand
from referee.core.game import SeatAct, Setup, TableAct, common_rules
from referee.core.secrets import choices, hands_from
from referee.core.verbs import NUMBER, SEAT, Kind, Leaves, by_name, card_kind, verb

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


parse = partial(cards.parse_card, specials=True)
"""Read a card in any case: ``9h``, ``Th``, ``10h``, ``lizard``, ``snake``, ``?``. Raises ValueError."""


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


HIDDEN = -1  # a bid that this view may not know


def is_secret(setup: Setup) -> bool:
    """Say whether bids are made in secret and opened together."""
    return bool(setup.options.estimates == "secret")


SECRET_BIDS = choices(
    lambda state: range(state.round + 1),
    masked=HIDDEN,
    when=is_secret,
    early="bids are opened by the last of them: leave out the brackets",
    wrong="{name} did not bid {choice}",
    missing="the last bid must say what was bid in secret: {names}’s is missing",
)


def barred(state: "State") -> int | None:
    """Return the bid that the hook takes from the last to bid, None where any may be made."""
    if state.bids.count(None) != 1 or not state.setup.options.hook:
        return None
    return state.round - sum(bid or 0 for bid in state.bids)


class Round(Struct, frozen=True, gc=False):
    """A finished round, one number a seat each."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


def known(state: "State") -> int:
    """Return the count of all cards in hands that the referee knows."""
    one = ONE.__getitem__
    return sum([sum(map(one, hand)) for hand in state.hands if hand])


def unseen(state: "State") -> list[int]:
    """Return the cards that nobody has seen, and that are in no known hand."""
    return members(FULL - state.seen - known(state))


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, trump, call, bid, play (``track`` cards), tricks, won, over.
    ``turned``: the cards turned for trump this round; ``trump``: a suit, −1 for none (yet).
    ``bids``: one a seat; None where none was made, ``HIDDEN`` where a view may not know it.
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
    bids: Annotated[tuple[int | None, ...], SECRET_BIDS] = ()
    hands: Annotated[tuple[Hand, ...], hands_from(unseen)] = ()
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


CARD = card_kind(parse, NAMES)
SUIT = Kind("SUIT", lambda _, word: cards.parse_suit(word), lambda _, suit: SUITS[suit])


@verb()
class Dealer(TableAct, frozen=True, gc=False):
    """Say who drew the highest card and deals first."""

    who: Annotated[int, SEAT]


@verb()
class Trump(TableAct, frozen=True, gc=False):
    """Turn a card for trump: 9h, lizard or snake."""

    card: Annotated[int, CARD.face_up()]


@verb()
class Calls(SeatAct, frozen=True, gc=False):
    """Name the trump suit after a lizard was turned."""

    suit: Annotated[int, SUIT]


@verb(private=True, optional=True, kept=True, enters="hands")
class Holds(SeatAct, frozen=True, gc=False):
    """Tell the referee, in private, the hand you were dealt."""

    cards: Annotated[tuple[int, ...], CARD.many(sorted)]


@verb(opens=by_name(NUMBER), enters="bids")
class Bids(SeatAct, frozen=True, gc=False):
    """Estimate how many tricks you will win.

    ``opens`` are the secret bids that the last one makes known, as (seat, count).
    """

    count: Annotated[int, NUMBER.masked(HIDDEN, when=is_secret)]


@verb()
class Plays(SeatAct, frozen=True, gc=False):
    """Play a card to the trick: 9h, lizard or snake."""

    card: Annotated[int, CARD.face_up()]


@verb()
class Trick(TableAct, frozen=True, gc=False):
    """Say who took the trick."""

    who: Annotated[int, SEAT]


@verb()
class Won(SeatAct, frozen=True, gc=False):
    """Say how many tricks you won this round."""

    count: Annotated[int, NUMBER]


Move = Dealer | Trump | Calls | Holds | Bids | Plays | Trick | Won | Leaves
"""Any of them."""
