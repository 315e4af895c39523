"""The state of Red & Black: its cards, house rules and lines."""

from functools import lru_cache
from itertools import cycle, islice, product
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from liarsdeck.english import counted, quoted
from referee.core.cards import MASK, STANDARD, UNKNOWN
from referee.core.game import Line, Outcome, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import seat_named, unreadable
from referee.core.refusals import capped, common_rules, left

RANKS = "A23456789TJQK"
RED, BLACK = "hd", "sc"


def kit_cards(red: int, black: int) -> list[str]:
    """Return the names of so many red and black cards.

    The lowest ranks of both suits of a colour come first, so that what is left in the box is easy to find: 9 red cards
    are the aces to fours of both suits and the five of hearts. More than 26 begin again with the aces of a second deck.
    """
    return [*_lowest(RED, red), *_lowest(BLACK, black)]


def stand_in(wish: str, kit: list[str], taken: set[str]) -> str:
    """Return the wished card, or where it cannot be had the highest of its suit, else of its colour, not yet taken."""
    if wish in kit and wish not in taken:
        return wish
    colour = RED if wish[1] in RED else BLACK
    free = [card for card in kit if card[1] in colour and card not in taken]
    return max(free, key=lambda card: (card[1] == wish[1], RANKS.index(card[0])))


def _lowest(suits: str, count: int) -> list[str]:
    return list(islice(cycle([rank + suit for rank in RANKS for suit in suits]), count))


SEATS = (2, 2)
IDEAL = 13  # cards of each colour, says the seed; 9 is the bare minimum


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

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


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options together, as (key, sentence), or None."""
    options: Options = setup.options
    need, there = 2 * options.hand + options.river, options.red + options.black
    if need > there:
        why = f"two hands of {options.hand} and a river of {options.river} need {need} cards; the deck has {there}"
        return "hand", why
    return None


def warnings(setup: Setup) -> tuple[str, ...]:
    """Return what is worth saying before the start."""
    few = [f"{count} {name}" for name in ("red", "black") if (count := getattr(setup.options, name)) < IDEAL]
    return (f"With {' and '.join(few)} the game is thin: {IDEAL} of each colour is better",) if few else ()


BLACK_BIT, RED_BIT = 0, 1
"""A colour, as the number of red cards that one card of it is."""
EVERY = -1
"""All the worlds there are: what is kept of them is a mask, for any set of worlds."""


class Worlds(Struct, frozen=True):
    """The shape of the sets: hand size at the deal, number of river slots. The sets themselves are plain integers."""

    hand: int
    river: int

    def dealt(self, slots: tuple[int, ...], red: int, black: int) -> int:
        """Return the worlds after a deal that shows ``slots`` (colours), from a deck of ``red`` and ``black`` cards."""
        return _dealt(self.hand, self.river, slots, red, black)

    def showing(self, worlds: int, seat: int, size: int, colour: int, count: int) -> int:
        """Keep the worlds in which ``seat`` (0 or 1), holding ``size`` cards, has at least ``count`` of ``colour``."""
        low, high = (count, size) if colour == RED_BIT else (0, size - count)
        return worlds & _hand_mask(self.hand, self.river, seat, low, high)

    def holding(self, worlds: int, seat: int, reds: int) -> int:
        """Keep the worlds in which ``seat`` has exactly ``reds`` red cards."""
        return worlds & _hand_mask(self.hand, self.river, seat, reds, reds)

    def lying(self, worlds: int, slots: tuple[int, ...]) -> int:
        """Keep the worlds in which the river is ``slots``."""
        for place, colour in enumerate(slots):
            worlds &= _slot_mask(self.hand, self.river, place, colour)
        return worlds

    def without(self, worlds: int, seat: int, size: int, reds: int, blacks: int) -> int:
        """Return the worlds after ``seat``, holding ``size``, has laid off ``reds`` and ``blacks`` for good."""
        worlds = self.showing(worlds, seat, size, RED_BIT, reds)
        worlds = self.showing(worlds, seat, size, BLACK_BIT, blacks)
        return worlds >> reds * (self.hand + 1 if seat else 1)

    def swapped(
        self, worlds: int, seat: int, size: int, slot: int, colours: tuple[int, ...] = (BLACK_BIT, RED_BIT)
    ) -> int:
        """Return the worlds after ``seat``, holding ``size``, took ``slot``'s card and laid one of its own there.

        What is laid down was in the hand before, and has one of these ``colours``; it may be that of what was taken.
        """
        after = 0
        for before, step in _swaps(self.hand, self.river, seat, size, slot, colours):
            moved = worlds & before
            after |= moved << step if step >= 0 else moved >> -step
        return after

    def showing_slot(self, worlds: int, slot: int, colour: int) -> int:
        """Keep the worlds in which ``slot`` is of ``colour``."""
        return worlds & _slot_mask(self.hand, self.river, slot, colour)

    def reds(self, worlds: int, seat: int) -> tuple[int, ...]:
        """Return the red counts, lowest first, that ``seat``'s hand has in some of the worlds."""
        return tuple(n for n in range(self.hand + 1) if self.holding(worlds, seat, n))

    def colours(self, worlds: int, slot: int) -> tuple[int, ...]:
        """Return the colours that ``slot`` has in some of the worlds."""
        return tuple(c for c in (BLACK_BIT, RED_BIT) if worlds & _slot_mask(self.hand, self.river, slot, c))


@lru_cache(maxsize=1024)
def _swaps(
    hand: int, river: int, seat: int, size: int, slot: int, colours: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """For each colour taken and each laid down: the worlds in which that can be, and how far they shift then."""
    step, slot_step = hand + 1 if seat else 1, (hand + 1) ** 2 << slot
    return tuple(
        (
            _slot_mask(hand, river, slot, taken) & _hand_mask(hand, river, seat, laid, size - 1 + laid),
            (taken - laid) * step + (laid - taken) * slot_step,
        )
        for taken in (BLACK_BIT, RED_BIT)
        for laid in colours
    )


@lru_cache(maxsize=1024)
def _dealt(hand: int, river: int, slots: tuple[int, ...], red: int, black: int) -> int:
    """All worlds with these face-up slots that a deck of so many cards can deal."""
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
    """All worlds in which the hand of ``seat`` has ``low`` to ``high`` red cards."""
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
    """All worlds in which river slot ``slot`` (from 0) is of ``colour``."""
    square = (hand + 1) ** 2
    half = ((1 << (square << slot)) - 1) << (square << slot if colour == RED_BIT else 0)
    return _repeat(half, square << (slot + 1), 1 << (river - slot - 1))


def _repeat(pattern: int, width: int, times: int) -> int:
    """Lay ``pattern`` side by side ``times`` (a power of two) times, ``width`` bits apart."""
    while times > 1:
        pattern |= pattern << width
        width, times = width * 2, times // 2
    return pattern


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
                return (Guesses if verb == "guesses" else Reveals)(
                    seat=seat, reds=named[RED_BIT], blacks=named[BLACK_BIT]
                )
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
        return RED_BIT
    if low in {"black", "b"}:
        return BLACK_BIT
    raise RecordError(f"{quoted(word)} is no colour: write red or black", rule="redblack.line")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise RecordError(f"{quoted(word)} is no number: write 0, 1, 2 …", rule="redblack.line")
    return int(word)


class Sets(Struct, frozen=True, gc=False):
    """What can still be, as bits (``worlds.py``): for who sees only the table, for each seat with the hands that it
    entered, and for the referee who knows all that was entered.
    """

    table: int
    first: int
    second: int
    all: int


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, call, deal, turn, peeked, defend, river, discard, reveal, over.
    ``slots``: a colour each, None where face down. ``entered_reds``: red cards of each hand as entered before the
    river lay, None where nobody entered it, ``actions.MASKED`` where a view may not know it. ``turns``: how many
    turns are finished.
    ``attack``, ``defence``: (count, colour). ``guess``: (seat, red cards guessed). Slots are counted from 0 here.
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


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, shape=Worlds(setup.options.hand, setup.options.river))


def possible(state: State, seat: int) -> tuple[int, ...]:
    """Return the red counts that someone who sees only the table must allow for ``seat``, lowest first."""
    if state.sets.table:
        return state.shape.reds(state.sets.table, seat)
    options: Options = state.setup.options
    hands = range(options.hand + 1)
    return tuple(reds for reds in hands if any(deals(options, reds, other) for other in hands))


def deals(options: Options, reds: int, others: int) -> bool:
    """Say whether the deck can deal two hands with so many red cards, whatever the river is."""
    cards = 2 * options.hand + options.river
    dealt = range(reds + others, reds + others + options.river + 1)
    return any(red <= options.red and cards - red <= options.black for red in dealt)


def rivers(state: State) -> list[tuple[int, ...]]:
    """Return every river that agrees with what lies face up."""
    slots = state.slots or (None,) * state.setup.options.river
    return list(product(*((BLACK_BIT, RED_BIT) if lies is None else (lies,) for lies in slots)))


def unsettled(state: State, seat: int) -> bool:
    """Say whether a hand is in no certain state: its owner has peeked and not finished, or owes a discard."""
    return (state.phase == "peeked" and state.turn == seat) or (state.phase == "discard" and state.turn != seat)


def seen_colour(state: State, action: Peeks) -> int | None:
    """Return the colour that a look at a slot shows: as it was said, else where the referee can compute it."""
    if action.colour is None and len(found := state.shape.colours(state.sets.all, action.slot - 1)) == 1:
        return found[0]
    return action.colour


def known_slot(state: State, seat: int | None, slot: int) -> int | None:
    """Return the colour of a slot (from 0) as far as ``seat`` knows it, or for None as far as this state does."""
    if state.slots[slot] is not None or not state.sets.table:
        return state.slots[slot]
    worlds = state.sets.all if seat is None else (state.sets.first, state.sets.second)[seat]
    found = state.shape.colours(worlds, slot)
    return found[0] if len(found) == 1 else None


def known_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """Return the red counts that ``seat``'s hand can have with what was entered; None when nothing was."""
    if not state.sets.table:
        entered_reds = state.entered_reds[seat]
        return None if entered_reds is None or entered_reds == MASKED else (entered_reds,)
    own = (state.sets.first, state.sets.second)[seat]
    return None if own == state.sets.table else state.shape.reds(own, seat)


def own_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """As ``known_reds``, in the eyes of ``seat`` itself: a hand that everybody has worked out is known to it still."""
    if (known := known_reds(state, seat)) is not None or not state.sets.table:
        return known
    reds = state.shape.reds(state.sets.table, seat)
    return reds if len(reds) == 1 else None


def dealt(state: State, slots: tuple[int, ...]) -> Sets:
    """Return what can be after a deal that shows this river: with the hands that were entered before it."""
    options, shape = state.setup.options, state.shape
    table = shape.dealt(slots, options.red, options.black)
    one, two = state.entered_reds
    first = table if one is None or one == MASKED else shape.holding(table, 0, one)
    second = table if two is None or two == MASKED else shape.holding(table, 1, two)
    return Sets(table, first, second, first & second)


def outcome(state: State) -> Outcome:
    """Return how the game stands: a right guess wins, a wrong one loses."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=(0, 0))
    if state.left >= 0:
        return left(state.setup, state.left, (0, 0))
    if state.winner < 0:
        return capped(counted(state.turns, "turn"), (0, 0))
    guesser, reds = state.guess
    names = state.setup.seats
    said = f"{names[guesser]} guessed right, {reds} red of {state.sizes[1 - guesser]}"
    if guesser != state.winner:
        held = "/".join(map(str, possible(state, 1 - guesser)))
        said = f"{names[guesser]} guessed {reds} red, and it was {held} of {state.sizes[1 - guesser]}"
    scores = (1, 0) if state.winner == 0 else (0, 1)
    return Outcome(over=True, winners=(state.winner,), scores=scores, reason=f"{names[state.winner]} wins: {said}")


def rounds(state: State) -> int:
    """Return how many turns have been finished."""
    return state.turns
