"""The state of Red & Black: its cards, house rules and verbs.

A colour is BLACK (0) or RED (1). A seat is 0 or 1. UNKNOWN (−1) stands for a seat or a number that is not set yet.
Slots of the river count from 1 in a record, from 0 in the state. A world is one possible pair of hands and river.

Each verb class is a kind of line in a record: ``Swaps`` is ``Ann: swaps 2``, ``River`` is ``river red black red``. The
first sentence of its docstring is the help for the player who enters the line.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import cycle, islice, product
from typing import Annotated, Literal

from msgspec import Meta, Struct

from liarsdeck import language
from liarsdeck.english import quoted
from liarsdeck.language import later
from referee.core.cards import MASK, STANDARD, UNKNOWN
from referee.core.game import SeatAct, Setup, TableAct, common_rules
from referee.core.play import NUMBER, SEAT, Kind, verb

RANKS = "A23456789TJQK"
RED_SUITS, BLACK_SUITS = "hd", "sc"


def kit_cards(red: int, black: int) -> list[str]:
    """Return the names (``Ah``) of ``red`` red and then ``black`` black cards of a standard deck.

    With them, people can sort out a deck. Of each colour, both suits give their lowest ranks first, so that unused
    cards are easy to find: 9 red cards are the aces to fours of both suits and the five of hearts. After 26 cards of a
    colour, the aces of a second deck follow.
    """
    lowest = ([rank + suit for rank in RANKS for suit in suits] for suits in (RED_SUITS, BLACK_SUITS))
    return [card for cards, count in zip(lowest, (red, black), strict=True) for card in islice(cycle(cards), count)]


def stand_in(wish: str, kit: list[str], taken: set[str]) -> str:
    """Return the card ``wish`` (``Ah``) if ``kit`` has it and it is not in ``taken``, else another card.

    The other card is the highest card of the kit in the same suit that is not taken (aces are low). If there is none,
    it is the highest in the other suit of that colour. Raises ValueError if all cards of the colour are taken.
    """
    if wish in kit and wish not in taken:
        return wish
    suits = RED_SUITS if wish[1] in RED_SUITS else BLACK_SUITS
    free = [card for card in kit if card[1] in suits and card not in taken]
    return max(free, key=lambda card: (card[1] == wish[1], RANKS.index(card[0])))


SEATS = (2, 2)
IDEAL = 13  # cards of each colour, says the seed; 9 is the bare minimum


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of one game. The defaults are those of the rules that the game's authors published."""

    red: Annotated[int, Meta(ge=9, le=99, description="How many red cards the deck has.")] = STANDARD // 2
    black: Annotated[int, Meta(ge=9, le=99, description="How many black cards the deck has.")] = STANDARD // 2
    hand: Annotated[int, Meta(ge=1, le=49, description="How many cards each player is dealt.")] = 5
    river: Annotated[int, Meta(ge=1, le=8, description="How many cards lie in the river.")] = 3
    possible: Annotated[
        Literal["private", "shared"],
        Meta(description="Whether the shared screen shows which numbers of red cards a hand can still have."),
    ] = "private"
    max_turns: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many turns the game ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("redblack", opens=False) | {
    "redblack.river": "The river is as many cards as it has slots, and what lies face up stays what it is.",
    "redblack.slot": "The slots of the river are numbered from 1, left to right.",
    "redblack.face-up": "A face-down slot is peeked at before it is swapped, and only a face-down slot is peeked at.",
    "redblack.peeked": "Who has peeked swaps that slot or leaves it.",
    "redblack.empty": "Who holds no card cannot swap.",
    "redblack.first-attack": "The first player does not attack on the first turn.",
    "redblack.show-size": "Nobody shows more cards than they hold.",
    "redblack.possible": "What is shown must agree with everything that the table has seen.",
    "redblack.held": "What is shown must agree with the hands that were entered.",
    "redblack.owed": "The defender discards exactly the cards owed.",
    "redblack.guess-size": "A guess names as many cards as the other hand has.",
    "redblack.unsettled": "Nobody guesses while the other player has peeked and not finished, or owes a discard.",
    "redblack.reveal-size": "A revealed hand is as many cards as it has.",
    "redblack.holds": "A hand is entered when it is settled: all of its cards, each red or black.",
}


BLACK, RED = 0, 1
"""A colour, as the number of red cards that one card of it is."""
EVERY = -1
"""All the worlds there are: what is kept of them is a mask, for any set of worlds."""


class Worlds(Struct, frozen=True):
    """Operations on sets of worlds. A set is an integer in which each bit stands for one world.

    A world is one possible combination of the number of red cards in each hand and the colours of the river. ``hand``
    is the number of cards in a dealt hand, ``river`` the number of slots (cards) of the river. The bit of a world is
    number r0 + (``hand`` + 1) · (r1 + (``hand`` + 1) · c): r0 and r1 are the red cards of seats 0 and 1, and bit i of c
    is set if slot i is red.

    In the methods, ``worlds`` is the set to start from, and ``size`` the number of cards that ``seat`` has in hand
    before the change. ``slot`` is a place in the river, from 0 at its left end; ``slots`` has a colour for each. A
    colour is BLACK or RED.
    """

    hand: int
    river: int

    def dealt(self, slots: tuple[int, ...], red: int, black: int) -> int:
        """Return the worlds (a bit set) in which ``red`` and ``black`` cards can deal the river ``slots``."""
        return _dealt(self.hand, self.river, slots, red, black)

    def showing(self, worlds: int, seat: int, size: int, colour: int, count: int) -> int:
        """Return those of ``worlds`` (bits) in which ``seat`` has at least ``count`` cards of ``colour``.

        ``size`` is the number of cards in the seat's hand.
        """
        low, high = (count, size) if colour == RED else (0, size - count)
        return worlds & _hand_mask(self.hand, self.river, seat, low, high)

    def holding(self, worlds: int, seat: int, reds: int) -> int:
        """Return the subset of ``worlds`` (a bit set) in which ``seat`` has exactly ``reds`` red cards."""
        return worlds & _hand_mask(self.hand, self.river, seat, reds, reds)

    def lying(self, worlds: int, slots: tuple[int, ...]) -> int:
        """Return those of ``worlds`` (bits) in which the river has the colours ``slots``, left to right."""
        for place, colour in enumerate(slots):
            worlds &= _slot_mask(self.hand, self.river, place, colour)
        return worlds

    def without(self, worlds: int, seat: int, size: int, reds: int, blacks: int) -> int:
        """Return ``worlds`` after ``seat`` has discarded ``reds`` red and ``blacks`` black cards.

        The seat had ``size`` cards before. Worlds in which it did not have the discarded cards are dropped.
        """
        worlds = self.showing(worlds, seat, size, RED, reds)
        worlds = self.showing(worlds, seat, size, BLACK, blacks)
        return worlds >> reds * (self.hand + 1 if seat else 1)

    def swapped(self, worlds: int, seat: int, size: int, slot: int, colours: tuple[int, ...] = (BLACK, RED)) -> int:
        """Return the worlds after ``seat`` took the river card in ``slot`` and laid one of its own there.

        ``worlds`` is the bit set before the swap, ``size`` the number of cards in the seat's hand, and ``slot`` counts
        from 0. The card laid down has one of these ``colours``.
        """
        after = 0
        for before, step in _swaps(self.hand, self.river, seat, size, slot, colours):
            moved = worlds & before
            after |= moved << step if step >= 0 else moved >> -step
        return after

    def showing_slot(self, worlds: int, slot: int, colour: int) -> int:
        """Return those of ``worlds`` (bits) in which the river card in ``slot`` (from 0) has ``colour``."""
        return worlds & _slot_mask(self.hand, self.river, slot, colour)

    def reds(self, worlds: int, seat: int) -> tuple[int, ...]:
        """Return how many red cards ``seat`` can have in these worlds: each possible number, lowest first."""
        return tuple(n for n in range(self.hand + 1) if self.holding(worlds, seat, n))

    def colours(self, worlds: int, slot: int) -> tuple[int, ...]:
        """Return the colours that the river card in ``slot`` can have in these worlds."""
        return tuple(c for c in (BLACK, RED) if worlds & _slot_mask(self.hand, self.river, slot, c))


@lru_cache(maxsize=1024)
def _swaps(
    hand: int, river: int, seat: int, size: int, slot: int, colours: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """Return (mask, shift) for each colour taken from ``slot`` and each of ``colours`` laid there.

    ``mask`` is the set of worlds in which the swap is possible. Shifting these worlds to the left by ``shift`` bits (to
    the right if it is negative) gives the worlds after the swap. ``hand`` and ``river`` are the fields of ``Worlds``.
    """
    step, slot_step = hand + 1 if seat else 1, (hand + 1) ** 2 << slot
    return tuple(
        (
            _slot_mask(hand, river, slot, taken) & _hand_mask(hand, river, seat, laid, size - 1 + laid),
            (taken - laid) * step + (laid - taken) * slot_step,
        )
        for taken in (BLACK, RED)
        for laid in colours
    )


@lru_cache(maxsize=1024)
def _dealt(hand: int, river: int, slots: tuple[int, ...], red: int, black: int) -> int:
    """Return as a bit set the worlds with this river that a deck of ``red`` and ``black`` cards can deal.

    ``slots`` are the river's colours from left to right, 1 for red. A world is (red cards of either hand, river);
    ``hand`` and ``river`` are the numbers of cards in a dealt hand and in the river.
    """
    side = hand + 1
    faceup = sum(colour << place for place, colour in enumerate(slots))
    found = 0
    for a in range(side):
        for b in range(side):
            reds = a + b + sum(slots)
            if reds <= red and 2 * hand + river - reds <= black:
                found |= 1 << a + side * b + side * side * faceup
    return found


@lru_cache(maxsize=4096)
def _hand_mask(hand: int, river: int, seat: int, low: int, high: int) -> int:
    """Return the set of all worlds in which ``seat`` has between ``low`` and ``high`` red cards.

    ``hand`` and ``river`` are the fields of ``Worlds``: the numbers of cards in a dealt hand and in the river.
    """
    side = hand + 1
    span = range(max(low, 0), min(high, hand) + 1)
    if seat:
        square = sum(((1 << side) - 1) << side * n for n in span)
    else:
        row = sum(1 << n for n in span)
        square = sum(row << side * n for n in range(side))
    return _repeat(square, side * side, 1 << river)


@lru_cache(maxsize=4096)
def _slot_mask(hand: int, river: int, slot: int, colour: int) -> int:
    """Return the set of all worlds in which the card in river slot ``slot`` (from 0) has this colour.

    ``hand`` and ``river`` are the fields of ``Worlds``: the numbers of cards in a dealt hand and in the river.
    """
    square = (hand + 1) ** 2
    half = ((1 << (square << slot)) - 1) << (square << slot if colour == RED else 0)
    return _repeat(half, square << (slot + 1), 1 << (river - slot - 1))


def _repeat(pattern: int, width: int, times: int) -> int:
    """Return ``times`` (a power of two) copies of the bits ``pattern`` in one int, ``width`` bits apart."""
    while times > 1:
        pattern |= pattern << width
        width, times = width * 2, times // 2
    return pattern


COLOURS = (later("black"), later("red"))  # by their number of red cards
MASKED = -1


def _colour(_: Setup, word: str) -> int:
    low = word.casefold()
    if low in {"red", "r"}:
        return RED
    if low in {"black", "b"}:
        return BLACK
    raise ValueError(f"{quoted(word)} is no colour: write red or black")


def spelled(reds: int, blacks: int) -> str:
    """Return a hand as a record spells it, black first: “black black red”."""
    return " ".join(["black"] * blacks + ["red"] * reds)


def told(reds: int, blacks: int) -> str:
    """Return a hand in words of the current language, black first: “black black red”."""
    return " ".join([language.say("black")] * blacks + [language.say("red")] * reds)


def counted(number: int, colour: int) -> str:
    """Return a number of cards of a colour in words of the current language: “2 red”."""
    return language.say("{n} {colour}", n=number, colour=language.say(COLOURS[colour]))


def _parse_hand(setup: Setup, text: str) -> tuple[int, int]:
    words = text.split()
    if set(words) == {MASK}:
        return MASKED, len(words)
    colours = [_colour(setup, word) for word in words]
    return sum(colours), len(colours)


def _show_hand(_: Setup, action: "Holds") -> str:
    masked = action.reds == MASKED
    return " ".join(MASK * action.size) if masked else spelled(action.reds, action.size - action.reds)


def _parse_counts(setup: Setup, text: str) -> tuple[int, int]:
    match text.split():
        case [count, colour, other, last]:
            counts = {
                _colour(setup, word): NUMBER.parse(setup, number) for word, number in ((colour, count), (last, other))
            }
            if len(counts) == 2:
                return counts[RED], counts[BLACK]
    raise ValueError


COUNT, SLOT = NUMBER._replace(usage="COUNT"), NUMBER._replace(usage="SLOT")
COLOUR = Kind("COLOUR", _colour, lambda _, colour: COLOURS[colour])
SECRET_COLOUR = COLOUR.masked(MASKED).maybe()
"""A colour that only its seat knows: None where nobody said it."""
HAND = Kind("COLOUR…", _parse_hand, _show_hand)
COUNTS = Kind("COUNT black COUNT red", _parse_counts, lambda _, action: f"{action.blacks} black {action.reds} red")


@verb()
class Dealer(TableAct, frozen=True, gc=False):
    """Say who deals."""

    who: Annotated[int, SEAT]


@verb()
class Calls(SeatAct, frozen=True, gc=False):
    """Call the colour of the last river card, before it is dealt."""

    colour: Annotated[int, COLOUR]


@verb()
class River(TableAct, frozen=True, gc=False):
    """Name the river's cards, left to right: red black red.

    They lie face up at the deal, and again when an attack turns the river.
    """

    slots: Annotated[tuple[int, ...], COLOUR.many()]


@verb(private=True, optional=True, kept=True, whole=HAND)
class Holds(SeatAct, frozen=True, gc=False):
    """Tell the referee, in private, the hand you have now.

    ``Ann: holds black red red``; ``reds`` of the ``size`` cards are red. ``reds`` is MASKED if the hand is hidden.
    """

    reds: int
    size: int


@verb(usage="SLOT")
class Swaps(SeatAct, frozen=True, gc=False):
    """Take the card of a river slot and lay one of yours there, face down.

    Slots count from 1; ``colour`` is that of the card laid down, MASKED if hidden, None if nobody said it.
    """

    slot: Annotated[int, SLOT]
    colour: Annotated[int | None, SECRET_COLOUR] = None


@verb(usage="SLOT")
class Peeks(SeatAct, frozen=True, gc=False):
    """Look at a face-down river slot.

    Slots count from 1; ``colour`` is what is seen there, MASKED if hidden, None if nobody said it.
    """

    slot: Annotated[int, SLOT]
    colour: Annotated[int | None, SECRET_COLOUR] = None


@verb(anytime=True)
class Leaves(SeatAct, frozen=True, gc=False):
    """Leave the slot that you peeked at as it is; at any other time: go home.

    A slot is a card's place in the river. Who goes home leaves the game for good, and it ends unfinished.
    """


@verb()
class Attacks(SeatAct, frozen=True, gc=False):
    """Attack with cards of one colour: 2 red.

    ``Ann: attacks 2 red``. The player claims to hold at least ``count`` cards of this colour.
    """

    count: Annotated[int, COUNT]
    colour: Annotated[int, COLOUR]


@verb()
class Defends(SeatAct, frozen=True, gc=False):
    """Defend with cards of one colour: 0 black."""

    count: Annotated[int, COUNT]
    colour: Annotated[int, COLOUR]


@verb()
class Discards(SeatAct, frozen=True, gc=False):
    """Discard the cards you owe, face up.

    ``cards`` are the colours in the order in which the cards are laid down; they leave the game.
    """

    cards: Annotated[tuple[int, ...], COLOUR.many()]

    @property
    def reds(self) -> int:
        """The number of red cards that are discarded."""
        return sum(self.cards)

    @property
    def blacks(self) -> int:
        """The number of black cards that are discarded."""
        return len(self.cards) - sum(self.cards)


@verb(weighty=True, whole=COUNTS)
class Guesses(SeatAct, frozen=True, gc=False):
    """Guess the other hand; right wins, wrong loses.

    ``Ann: guesses 2 black 3 red``, the numbers of cards of each colour in the other hand.
    """

    reds: int
    blacks: int


@verb(whole=COUNTS)
class Reveals(SeatAct, frozen=True, gc=False):
    """Reveal your hand after a guess.

    ``Ann: reveals 2 black 3 red``, the numbers of cards of each colour.
    """

    reds: int
    blacks: int


SeatMove = Calls | Holds | Swaps | Peeks | Leaves | Attacks | Defends | Discards | Guesses | Reveals
"""What a player's line can say."""
Move = Dealer | River | SeatMove
"""What a line can say."""


class Sets(Struct, frozen=True, gc=False):
    """The worlds (pairs of hands and rivers) that are possible for each viewer, each a bit set (see ``Worlds``).

    ``table`` is for somebody who sees only the table, ``first`` and ``second`` are for the seats 0 and 1 (given what
    each entered), ``all`` is for the referee, who knows all that was entered.
    """

    table: int
    first: int
    second: int
    all: int

    def own(self, seat: int | None) -> int:
        """Return the possible worlds for a seat (None: for somebody who sees only the table)."""
        return self.table if seat is None else self.second if seat else self.first

    def with_own(self, seat: int, own: int, every: int) -> "Sets":
        """Return the sets with ``own`` as the set of ``seat``, and ``every`` as that of the referee.

        Both are bit sets of worlds, see ``Worlds``.
        """
        return Sets(self.table, self.first, own, every) if seat else Sets(self.table, own, self.second, every)

    def among(self, worlds: int) -> "Sets":
        """Return the sets with only those worlds that are also in ``worlds`` (a bit set)."""
        return Sets(self.table & worlds, self.first & worlds, self.second & worlds, self.all & worlds)

    def changed(self, change: Callable[[int], int]) -> "Sets":
        """Return new sets: the result of ``change`` for each of the four bit sets."""
        table = change(self.table)
        first = table if self.first == self.table else change(self.first)
        second = table if self.second == self.table else change(self.second)
        if self.all == self.first:
            return Sets(table, first, second, first)
        return Sets(table, first, second, second if self.all == self.second else change(self.all))


class State(Struct, frozen=True, gc=False):
    """The state of the game. Seats are 0 and 1, slots of the river count from 0, UNKNOWN means not set.

    ``phase`` says what happens next: the dealer is chosen (dealer), the last river card is called (call), the river is
    dealt (deal), a turn begins (turn), the seat that peeked decides (peeked), the other seat defends (defend), an
    attack turns the river (river), the defender discards (discard), the hand that was guessed is revealed (reveal),
    nothing (over).

    ``shape`` has the operations on sets of worlds (possible hands and rivers). ``turn`` is the seat whose turn it is,
    and ``turns`` the number of finished turns. ``called`` is the colour called for the last card of the river.
    ``slots`` has a colour for each card of the river, None if it is face down. ``sizes`` says how many cards each hand
    has. ``entered_reds`` are the red cards of each hand as entered before the river was dealt: None if nobody entered
    it, ``MASKED`` if the viewer may not know it. ``sets`` are the possible worlds, all 0 before the deal. ``discards``
    are the colours that each seat has discarded, in order. ``peeked`` is the slot that was peeked at. ``attack`` and
    ``defence`` are (number of cards, colour). ``owed`` is how many cards the defender has to discard. ``guess`` is
    (guessing seat, red cards guessed). ``winner`` is the seat that won, and ``left`` the seat that left the game.
    """

    setup: Setup
    shape: Worlds
    phase: str = "dealer"
    dealer: int = UNKNOWN
    turn: int = UNKNOWN
    turns: int = 0
    called: int = UNKNOWN
    slots: tuple[int | None, ...] = ()
    sizes: tuple[int, int] = (0, 0)
    entered_reds: tuple[int | None, int | None] = (None, None)
    sets: Sets = Sets(0, 0, 0, 0)
    discards: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    peeked: int = UNKNOWN
    attack: tuple[int, int] = (0, 0)
    defence: tuple[int, int] = (0, 0)
    owed: int = 0
    guess: tuple[int, int] = (UNKNOWN, 0)
    winner: int = UNKNOWN
    left: int = UNKNOWN


def possible(state: State, seat: int) -> tuple[int, ...]:
    """Return the numbers of red cards that ``seat`` can have by all that everybody knows, lowest first."""
    if state.sets.table:
        return state.shape.reds(state.sets.table, seat)
    options: Options = state.setup.options
    hands = range(options.hand + 1)
    return tuple(reds for reds in hands if any(deals(options, reds, other) for other in hands))


def deals(options: Options, reds: int, others: int) -> bool:
    """Return whether the deck has the cards for one hand with ``reds`` red cards, one with ``others``, and a river."""
    cards = 2 * options.hand + options.river
    dealt = range(reds + others, reds + others + options.river + 1)
    return any(red <= options.red and cards - red <= options.black for red in dealt)


def rivers(state: State) -> list[tuple[int, ...]]:
    """Return the possible rivers, each a tuple of colours from left to right, that agree with the cards face up."""
    slots = state.slots or (None,) * state.setup.options.river
    return list(product(*((BLACK, RED) if lies is None else (lies,) for lies in slots)))


def unsettled(state: State, seat: int) -> bool:
    """Return whether a seat is about to change its hand: it has peeked and not decided, or owes a discard."""
    return (state.phase == "peeked" and state.turn == seat) or (state.phase == "discard" and state.turn != seat)


def seen_colour(state: State, action: Peeks) -> int | None:
    """Return the colour that a peek shows, or None if the referee does not know it.

    It is the colour in the action (perhaps ``MASKED``), if the action has one. Otherwise it is the only colour that is
    possible in ``state``, the state before the peek.
    """
    if action.colour is None and len(found := state.shape.colours(state.sets.all, action.slot - 1)) == 1:
        return found[0]
    return action.colour


def known_slot(state: State, seat: int | None, slot: int) -> int | None:
    """Return the colour of the river card in ``slot`` (from 0) if ``seat`` knows it, else None.

    For None as ``seat``, everything that was entered counts, as far as this state contains it.
    """
    if state.slots[slot] is not None or not state.sets.table:
        return state.slots[slot]
    worlds = state.sets.all if seat is None else state.sets.own(seat)
    found = state.shape.colours(worlds, slot)
    return found[0] if len(found) == 1 else None


def known_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """Return how many red cards ``seat`` can have: each number that fits its entered hand, lowest first.

    If the seat entered no hand, or the state is a view that may not contain it, the result is None.
    """
    if not state.sets.table:
        entered_reds = state.entered_reds[seat]
        return None if entered_reds is None or entered_reds == MASKED else (entered_reds,)
    own = state.sets.own(seat)
    return None if own == state.sets.table else state.shape.reds(own, seat)


def own_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """Return how many red cards ``seat`` can have by its own knowledge: each number, lowest first.

    If the seat entered no hand, the result is the one number that the table allows, or None if the table allows
    several.
    """
    if (known := known_reds(state, seat)) is not None or not state.sets.table:
        return known
    reds = state.shape.reds(state.sets.table, seat)
    return reds if len(reds) == 1 else None


def dealt(state: State, slots: tuple[int, ...]) -> Sets:
    """Return the possible worlds of each viewer after a deal with this river, given the hands entered before.

    ``slots`` has the colours of the river from left to right.
    """
    options, shape = state.setup.options, state.shape
    table = shape.dealt(slots, options.red, options.black)
    one, two = state.entered_reds
    first = table if one is None or one == MASKED else shape.holding(table, 0, one)
    second = table if two is None or two == MASKED else shape.holding(table, 1, two)
    return Sets(table, first, second, first & second)
