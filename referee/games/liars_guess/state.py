"""The state of Liars' Guess: its cards, house rules and lines."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from liarsdeck.english import counted, quoted
from referee.core.cards import (
    COLOUR_NAMES,
    COLOURS,
    NUMBERS,
    SHAPE_NAMES,
    SHAPES,
    UNKNOWN,
    WEST,
    Hand,
    parse_west,
    sorted_hand,
)
from referee.core.game import Line, Outcome, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import seat_named, unreadable
from referee.core.refusals import LEAVES, Leaves, common_rules, left

ALL = (1 << len(WEST)) - 1
NAMES = (*WEST, "?")  # the last place is UNKNOWN's, which is −1

LINES: tuple[tuple[str, int], ...] = tuple(
    (name, sum(1 << card for card, west in enumerate(WEST) if all(sign in west for sign in name)))
    for name in (
        *(colour + shape for colour in COLOURS for shape in SHAPES),
        *(colour + number for colour in COLOURS for number in NUMBERS),
        *(shape + number for shape in SHAPES for number in NUMBERS),
    )
)
"""Every combination: its name (``rc``, ``r1``, ``c1``) and its three cards as bits."""

OF_CARD: tuple[tuple[int, ...], ...] = tuple(
    tuple(at for at, (_, cards) in enumerate(LINES) if cards >> card & 1) for card in range(len(WEST))
)
"""The three combinations of every card, as places in LINES."""

_BY_NAME = {name: at for at, (name, _) in enumerate(LINES)} | {name[::-1]: at for at, (name, _) in enumerate(LINES)}


def parse_card(text: str) -> int:
    """Read a West card in any case: ``rc1``, ``?``. Raises RecordError."""
    try:
        return parse_west(text)
    except ValueError as fault:
        raise RecordError(str(fault), rule="guess.line") from None


def parse_line(text: str) -> int:
    """Read a combination in any case and order: ``rc``, ``1r``. Raises RecordError."""
    at = _BY_NAME.get(text.casefold())
    if at is None:
        raise RecordError(
            f"{quoted(text)} is no combination: write two of colour r y g, shape c h t and number 1 2 3, like rc or r1",
            rule="guess.line",
        )
    return at


def spoken(line: int, count: int = 2) -> str:
    """Return a combination as people say it: ``red circles``, ``red 1s``, ``circle 1s``."""
    first, second = tuple(LINES[line][0])
    word = COLOUR_NAMES[COLOURS.index(first)] if first in COLOURS else SHAPE_NAMES[SHAPES.index(first)]
    last = SHAPE_NAMES[SHAPES.index(second)] if second in SHAPES else second
    return f"{word} {last}{'' if count == 1 else 's'}"


def bits(cards: Iterable[int]) -> int:
    """Return cards as bits; UNKNOWN has none."""
    mask = 0
    for card in cards:
        if card >= 0:
            mask |= 1 << card
    return mask


SEATS = (2, 2)
HAND = 9
FACEUP = len(WEST) - 2 * HAND - 1  # all but the two hands and the hole card
ANSWERS = 2 * HAND  # a deal ends, without points, with this answer: both hands have been shown
MOST = 3  # cards of a combination, so the highest answer


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's, or where it is silent the ruling's."""

    deals: Annotated[int, Meta(ge=1, le=99, description="How many deals make a match.")] = 2
    after_accusation: Annotated[
        Literal["ends", "continues"],
        Meta(description="The deal is over after an accusation, or goes on where it was."),
    ] = "ends"


RULES: dict[str, str] = common_rules("guess", opens=False) | {
    "guess.faceup": "Eight different cards lie face up.",
    "guess.holds-once": "A hand is entered once a deal, before its first act.",
    "guess.holds-count": "A dealt hand is nine different cards.",
    "guess.one-place": "No card is in two places: face up, in a hand, or in the hole.",
    "guess.seen": "A card that lies face up or has been shown is not shown again.",
    "guess.held": "A player shows and exposes cards of their own hand.",
    "guess.ask-own": "The question is about one of the three combinations of the shown card.",
    "guess.answer-range": "An answer is a number from 0 to 3, true or not.",
    "guess.guess-seen": "Only a card that nobody has seen can be guessed.",
    "guess.hole": "The hole card is one that nobody has seen and that is in no hand.",
    "guess.expose": "Evidence is one or more different cards that nobody has seen yet, out of the accuser's own hand.",
}


Count = tuple[int, int]
"""``(cards, n)``: of this set of cards exactly ``n`` are in the hand."""


def hand_exists(unseen: int, size: int, counts: Sequence[Count]) -> bool:
    """Say whether some ``size`` of the ``unseen`` cards make every count true.

    ``n`` may be any number: a count below 0 or above what is there can't be true. Cards of a count that are not
    ``unseen`` are taken to be elsewhere.
    """
    return _search(unseen, 0, size, tuple({(cards & unseen, n) for cards, n in counts}))


def smallest_conflict(unseen: int, size: int, counts: Sequence[Count]) -> tuple[int, ...]:
    """Return the places (from 0) of a smallest set of counts that can't all be true; ``()`` when all can.

    Of several smallest sets the earliest in order is named, so the same answers always get the same explanation.
    """
    if hand_exists(unseen, size, counts):
        return ()
    for many in range(len(counts) + 1):
        for places in combinations(range(len(counts)), many):
            if not hand_exists(unseen, size, [counts[place] for place in places]):
                return places
    raise AssertionError("all counts together were impossible")


def _search(free: int, taken: int, size: int, counts: tuple[Count, ...]) -> bool:
    """Settle what is certain; then try the tightest open count with one of its cards in the hand, and out of it."""
    settled = False
    while not settled:
        settled = True
        open_counts = []
        for cards, n in counts:
            left = cards & free
            need = n - (cards & taken).bit_count()
            room = left.bit_count()
            if need < 0 or need > room:
                return False
            if not left:
                continue
            if need == 0:
                free &= ~left
                settled = False
            elif need == room:
                taken |= left
                free &= ~left
                settled = False
            else:
                open_counts.append((cards, n))
        counts = tuple(open_counts)
    held = taken.bit_count()
    if not held <= size <= held + free.bit_count():
        return False
    if not counts:
        return True
    tightest = min(counts, key=lambda count: ((count[0] & free).bit_count(), count))[0] & free
    card = tightest & -tightest
    return _search(free & ~card, taken | card, size, counts) or _search(free & ~card, taken, size, counts)


class Ask(Struct, frozen=True, gc=False):
    """One question of this deal; ``answer`` is −1 until it is given."""

    asker: int
    card: int
    line: int
    answer: int = UNKNOWN


class Case(Struct, frozen=True, gc=False):
    """What the referee judged last: the accused, what nobody had seen, how many of that the accused held, the answers.

    ``counts``: for each answer (its place in ``asks``) the cards of the combination, and how many of those that nobody
    had seen the accused must have held for the answer to be true.
    """

    accused: int
    proven: bool
    unseen: int
    hidden: int
    counts: tuple[tuple[int, int, int], ...]
    asks: tuple[Ask, ...]


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: dealer, faceup, turn, answer, hole, accused, denied, over.
    ``seen``: the cards of this deal that everybody has seen, as bits; ``exposed``: those of them still in each hand.
    ``acted``: something has happened in this deal. ``settled``: how many of the asks are no evidence against a seat any
    more. ``history``: the scores after every finished deal. ``left``: who has gone home.
    A settled deal stays until the next ``faceup``.
    """

    setup: Setup
    phase: str = "dealer"
    deal: int = 0
    dealer: int = UNKNOWN
    turn: int = UNKNOWN
    faceup: tuple[int, ...] = ()
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    sizes: tuple[int, int] = (0, 0)
    hands: tuple[Hand, Hand] = (None, None)
    seen: int = 0
    exposed: tuple[int, int] = (0, 0)
    asks: tuple[Ask, ...] = ()
    acted: bool = False
    accuser: int = UNKNOWN
    guess: int = UNKNOWN
    settled: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    history: tuple[tuple[int, int], ...] = ()
    case: Case | None = None
    left: int = -1


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup)


def settled(state: State) -> int:
    """Return how many deals are settled."""
    return len(state.history)


def outcome(state: State) -> Outcome:
    """Return how the match stands: after the last deal the higher score wins, level scores share the win."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.scores)
    if state.left >= 0:
        return left(state.setup, state.left, state.scores)
    best = max(state.scores)
    winners = tuple(seat for seat in (0, 1) if state.scores[seat] == best)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    many = counted(state.deal, "deal")
    verb = "share the match" if len(winners) > 1 else "wins the match"
    return Outcome(over=True, winners=winners, scores=state.scores, reason=f"{names} {verb} with {best} after {many}")


def unseen(state: State) -> int:
    """Return the cards that nobody has seen, as bits; none before the first deal."""
    return ALL & ~state.seen if state.deal else 0


def laid_since(state: State, seat: int, place: int) -> int:
    """Return the cards that a seat has shown or laid open since an ask, as bits: it held them when it answered."""
    before = sum(earlier.asker == seat for earlier in state.asks[:place])
    return bits(state.shown[seat][before:]) | state.exposed[seat]


def false_answers(state: State, seat: int) -> int:
    """Return how many false answers a seat, whose hand is known, has given in this deal."""
    hand = bits(state.hands[seat] or ())
    return sum(
        ((hand | laid_since(state, seat, place)) & LINES[ask.line][1]).bit_count() != ask.answer
        for place, ask in enumerate(state.asks)
        if ask.asker != seat and ask.answer != UNKNOWN
    )


def build_case(state: State, accused: int) -> Case:
    """Put the evidence against ``accused`` together: docs/rules.md §2, Proof. Only what the table has seen counts."""
    free = unseen(state)
    hidden = state.sizes[accused] - state.exposed[accused].bit_count()
    counts = []
    for place, ask in enumerate(state.asks):
        if place < state.settled[accused] or ask.asker == accused or ask.answer < 0:
            continue
        cards = LINES[ask.line][1]
        counts.append((place, cards, ask.answer - (laid_since(state, accused, place) & cards).bit_count()))
    proven = not hand_exists(free, hidden, [(cards, need) for _, cards, need in counts])
    return Case(accused, proven, free, hidden, tuple(counts), state.asks)


class Dealer(TableAct, frozen=True, gc=False):
    """Who deals first; the deal alternates by itself."""

    verb: ClassVar[str] = "dealer"
    who: int


class Faceup(TableAct, frozen=True, gc=False):
    """The eight cards turned face up, as dealt."""

    verb: ClassVar[str] = "faceup"
    cards: tuple[int, ...]


class Holds(SeatAct, frozen=True, gc=False):
    """A hand made known to the referee, kept sorted."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Shows(SeatAct, frozen=True, gc=False):
    """A card shown, and the combination asked for (a place in ``deck.LINES``)."""

    verb: ClassVar[str] = "shows"
    card: int
    line: int


class Answers(SeatAct, frozen=True, gc=False):
    """A number, true or not."""

    verb: ClassVar[str] = "answers"
    count: int


class Guesses(SeatAct, frozen=True, gc=False):
    """A guess at the hole card."""

    verb: ClassVar[str] = "guesses"
    card: int


class Hole(TableAct, frozen=True, gc=False):
    """The hole card, turned after a guess."""

    verb: ClassVar[str] = "hole"
    card: int


class Accuses(SeatAct, frozen=True, gc=False):
    """The other player is said to have lied in this deal; ``way`` is how, in the accuser's words, or ""."""

    verb: ClassVar[str] = "accuses"
    way: str = ""


class Admits(SeatAct, frozen=True, gc=False):
    """The accused admits the lie."""

    verb: ClassVar[str] = "admits"


class Denies(SeatAct, frozen=True, gc=False):
    """The accused denies it."""

    verb: ClassVar[str] = "denies"


class Retracts(SeatAct, frozen=True, gc=False):
    """The accuser takes the accusation back."""

    verb: ClassVar[str] = "retracts"


class Insists(SeatAct, frozen=True, gc=False):
    """The accuser stands by it, laying open ``cards`` (sorted) as evidence."""

    verb: ClassVar[str] = "insists"
    cards: tuple[int, ...] = ()


Move = (
    Dealer | Faceup | Holds | Shows | Answers | Guesses | Hole | Accuses | Admits | Denies | Retracts | Insists | Leaves
)
"""Any of them."""

VERBS = (
    Verb("dealer", "NAME", "Say who deals first.", table=True),
    Verb("faceup", "CARD…", "Name the eight cards that lie face up: rc1 yh2 …", table=True),
    Verb(
        "holds",
        "CARD…",
        "Tell the referee, in private, the nine cards you were dealt.",
        private=True,
        optional=True,
        kept=True,
    ),
    Verb("shows", "CARD asks COMBINATION", "Show a card and ask about one of its combinations: gt3 asks gt."),
    Verb("answers", "NUMBER", "Say how many you hold, 0 to 3, true or not."),
    Verb("guesses", "CARD", "Guess the hole card; right or wrong, the deal is over.", weighty=True),
    Verb("hole", "CARD", "Turn the hole card after a guess.", table=True),
    Verb("accuses", '["HOW"]', "Say that the other player has lied in this deal, and how.", quotes=True),
    Verb("admits", "", "Admit the lie.", also=("yes", "y")),
    Verb("denies", "", "Deny it.", also=("no", "n")),
    Verb("retracts", "", "Take the accusation back."),
    Verb("insists", "[exposing CARD…]", "Stand by it; the referee judges, with cards you lay open as evidence."),
    LEAVES,
)

_BARE: dict[str, type[Admits | Denies | Retracts | Leaves]] = {
    kind.verb: kind for kind in (Admits, Denies, Retracts, Leaves)
}


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises RecordError [guess.line]."""
    if line.opens:
        raise RecordError(f"{line.verb} opens nothing: leave out the brackets", rule="guess.bracket-false")
    action = _of_the_table(setup, line) if line.seat is None else _of_a_seat(line.seat, line)
    if action is None:
        raise unreadable("guess", VERBS, setup, line)
    return action


def _of_the_table(setup: Setup, line: Line) -> Move | None:
    words = line.words
    match line.verb:
        case "dealer" if words:
            return Dealer(who=seat_named("guess", setup, line.args))
        case "faceup" if words:
            return Faceup(cards=tuple(map(_open, words)))
        case "hole" if len(words) == 1:
            return Hole(card=_open(words[0]))
    return None


def _of_a_seat(seat: int, line: Line) -> Move | None:
    verb, words = line.verb, line.words
    match verb, words:
        case "accuses", []:
            return Accuses(seat=seat, way=line.quote)
        case (("admits" | "denies" | "retracts" | "leaves"), []):
            return _BARE[verb](seat=seat)
        case "holds", [_, *_]:
            return Holds(seat=seat, cards=sorted_hand(map(parse_card, words)))
        case "shows", [card, asks, asked] if asks.casefold() == "asks":
            return Shows(seat=seat, card=_open(card), line=parse_line(asked))
        case "answers", [count] if count.isascii() and count.isdigit() and len(count) < 4:
            return Answers(seat=seat, count=int(count))
        case "guesses", [card]:
            return Guesses(seat=seat, card=_open(card))
        case "insists", []:
            return Insists(seat=seat)
        case "insists", [exposing, _, *_] if exposing.casefold() == "exposing":
            return Insists(seat=seat, cards=sorted_hand(map(_open, words[1:])))
    return None


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    match action:
        case Dealer():
            return Line(None, "dealer", setup.seats[action.who])
        case Faceup() | Holds():
            return Line(action.seat, action.verb, _names(action.cards))
        case Hole() | Guesses():
            return Line(action.seat, action.verb, NAMES[action.card])
        case Shows():
            return Line(action.seat, "shows", f"{NAMES[action.card]} asks {LINES[action.line][0]}")
        case Answers():
            return Line(action.seat, "answers", str(action.count))
        case Accuses():
            return Line(action.seat, "accuses", quote=action.way)
        case Insists() if action.cards:
            return Line(action.seat, "insists", f"exposing {_names(action.cards)}")
    return Line(action.seat, action.verb)


def _names(cards: tuple[int, ...]) -> str:
    return " ".join(NAMES[card] for card in cards)


def _open(word: str) -> int:
    card = parse_card(word)
    if card < 0:
        raise RecordError("a card on the table is seen by everybody: write which it is", rule="guess.line")
    return card
