"""The state of Liars' Guess: its cards, house rules and verbs, and the proof that answers were false.

A card is a number from 0 (``rc1``, red circle 1) to 26; UNKNOWN (−1) is a card that is hidden or not yet there. A set
“as bits” is an integer whose bit n stands for card n, or in a set of questions for ``State.asks[n]``. A question is its
index in ``State.asks``. A combination (two features, which three cards share) is its index in ``LINES``. A seat is 0 or
1.

Each verb class is a line of a record: ``Shows`` is ``Ann: shows gt3 asks gt``, ``Hole`` is ``hole gh1``. The first
sentence of its docstring is the help for the player who enters the line.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta, Struct

from liarsdeck import language
from liarsdeck.english import quoted
from liarsdeck.language import later_n
from referee.core.cards import (
    COLOURS,
    NUMBERS,
    SHAPES,
    UNKNOWN,
    WEST,
    Hand,
    cards_of,
    parse_west,
    sorted_hand,
)
from referee.core.game import SeatAct, Setup, TableAct, common_rules, hands_from
from referee.core.play import NUMBER, QUOTE, SEAT, Kind, Leaves, card_kind, verb

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


_SPOKEN = {
    "rc": later_n("red circle", "red circles"),
    "rh": later_n("red heart", "red hearts"),
    "rt": later_n("red triangle", "red triangles"),
    "r1": later_n("red 1", "red 1s"),
    "r2": later_n("red 2", "red 2s"),
    "r3": later_n("red 3", "red 3s"),
    "yc": later_n("yellow circle", "yellow circles"),
    "yh": later_n("yellow heart", "yellow hearts"),
    "yt": later_n("yellow triangle", "yellow triangles"),
    "y1": later_n("yellow 1", "yellow 1s"),
    "y2": later_n("yellow 2", "yellow 2s"),
    "y3": later_n("yellow 3", "yellow 3s"),
    "gc": later_n("green circle", "green circles"),
    "gh": later_n("green heart", "green hearts"),
    "gt": later_n("green triangle", "green triangles"),
    "g1": later_n("green 1", "green 1s"),
    "g2": later_n("green 2", "green 2s"),
    "g3": later_n("green 3", "green 3s"),
    "c1": later_n("circle 1", "circle 1s"),
    "c2": later_n("circle 2", "circle 2s"),
    "c3": later_n("circle 3", "circle 3s"),
    "h1": later_n("heart 1", "heart 1s"),
    "h2": later_n("heart 2", "heart 2s"),
    "h3": later_n("heart 3", "heart 3s"),
    "t1": later_n("triangle 1", "triangle 1s"),
    "t2": later_n("triangle 2", "triangle 2s"),
    "t3": later_n("triangle 3", "triangle 3s"),
}
"""Combinations in words, one card of it and several."""


def spoken(line: int, count: int = 2) -> str:
    """Return a combination in words of the current language: “red circles”, “circle 1s”.

    ``line`` is its index in ``LINES``. For ``count`` = 1 the words are in the singular.
    """
    one, many = _SPOKEN[LINES[line][0]]
    return language.say_n(one, many, count)


def bits(cards: Iterable[int]) -> int:
    """Return a set of cards as an integer whose bit n stands for card n. UNKNOWN cards are left out."""
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
    """The house rules of Liars' Guess. The defaults are the rules as the game's authors published them.

    Where those say nothing, the defaults are the rules in docs/rules.md.
    """

    deals: Annotated[int, Meta(ge=1, le=99, description="How many deals make a match.")] = 2
    after_accusation: Annotated[
        Literal["ends", "continues"],
        Meta(description="The deal is over after an accusation, or goes on where it was."),
    ] = "ends"
    accuse: Annotated[
        Literal["free", "named"],
        Meta(description="An accusation is about all answers, or names by number those that can't all be true."),
    ] = "free"


RULES: dict[str, str] = common_rules("guess", opens=False) | {
    "guess.faceup": "Eight different cards lie face up.",
    "guess.holds-once": "A hand is entered once a deal, before its first act.",
    "guess.holds-count": "A dealt hand is nine different cards.",
    "guess.one-place": "No card is in two places: face up, in a hand, or in the hole.",
    "guess.seen": "A card that lies face up or has been shown is not shown again.",
    "guess.held": "A player shows and lays open cards of their own hand.",
    "guess.ask-own": "The question is about one of the three combinations of the shown card.",
    "guess.answer-range": "An answer is a number from 0 to 3, true or not.",
    "guess.named": "An accusation names one or more different answers of the accused, by number, where that is agreed.",
    "guess.guess-seen": "Only a card that nobody has seen can be guessed.",
    "guess.hole": "The hole card is one that nobody has seen and that is in no hand.",
    "guess.expose": "A proof is one or more different cards that nobody has seen yet, out of the accuser's own hand.",
}


Count = tuple[int, int]
"""``(cards, n)``: of this set of cards exactly ``n`` are in the hand."""


def hand_exists(unseen: int, size: int, counts: Sequence[Count]) -> bool:
    """Return whether some hand of ``size`` cards out of ``unseen`` (as bits) agrees with all ``counts``.

    A count is (cards as bits, n): exactly n of these cards are in the hand. No hand agrees with an n that is negative
    or too large. Cards that are not in ``unseen`` are not in the hand.
    """
    return _search(unseen, 0, size, tuple({(cards & unseen, n) for cards, n in counts}))


def smallest_conflict(unseen: int, size: int, counts: Sequence[Count]) -> tuple[int, ...]:
    """Return the indices of a smallest set of ``counts`` that cannot all be true; () if all can be true.

    Each count is (cards as bits, n): exactly n of these cards are in a hand of ``size`` cards out of ``unseen`` (as
    bits). Of several smallest sets, the one with the lowest indices is returned.
    """
    if hand_exists(unseen, size, counts):
        return ()
    for many in range(len(counts) + 1):
        for places in combinations(range(len(counts)), many):
            if not hand_exists(unseen, size, [counts[place] for place in places]):
                return places
    raise AssertionError("all counts together were impossible")


def _search(free: int, taken: int, size: int, counts: tuple[Count, ...]) -> bool:
    """Return whether some hand of ``size`` cards agrees with all ``counts``.

    ``taken`` are the cards that are in the hand, ``free`` those that may be, both as bits. What the counts leave no
    choice about is settled first. Then one card of the count with the fewest free cards is tried in the hand, and out
    of it.
    """
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
    """A question: ``asker`` shows ``card`` and asks about the combination ``line`` (its index in ``LINES``).

    ``answer`` is the number that was said, −1 until it is given.
    """

    asker: int
    card: int
    line: int
    answer: int = UNKNOWN


class Case(Struct, frozen=True, gc=False):
    """The referee's judgment of the last accusation that was insisted on.

    ``accused`` is the seat accused, and ``proven`` says whether its lie was proven. ``unseen`` are the cards that not
    everybody had seen, as bits; ``hidden`` is how many of them the accused held. ``counts`` has a tuple for each answer
    that was judged: the index of its question in ``asks``, the three cards of the combination as bits, and how many of
    these cards the accused's unseen hand has if the answer was true. ``asks`` are the questions of the deal.
    """

    accused: int
    proven: bool
    unseen: int
    hidden: int
    counts: tuple[tuple[int, int, int], ...]
    asks: tuple[Ask, ...]


def unseen(state: "State") -> int:
    """Return, as bits, the cards that were not shown to everybody in this deal; 0 before the first deal."""
    return ALL & ~state.seen if state.deal else 0


def loose(state: "State") -> list[int]:
    """Return the cards that were not shown to everybody and that are in no hand known to the referee."""
    first, second = state.hands
    return cards_of(unseen(state) & ~bits((first or ()) + (second or ())))


class State(Struct, frozen=True, gc=False):
    """The state of the game.

    ``phase`` is dealer, faceup, turn, answer, hole, accused, denied or over. ``deal`` is the number of the deal, from 1
    (0 before the first). ``dealer`` is the seat that deals, ``turn`` the seat whose turn it is. ``faceup`` are the
    cards laid face up at the deal. For each seat, ``shown`` has the cards shown with questions, in order, ``sizes`` the
    number of cards in the hand, and ``hands`` the hand (None if the referee does not know it). ``seen`` are the cards
    of this deal that everybody has seen, as bits; ``exposed`` has for each seat those of them that are still in its
    hand. ``asks`` are the questions of this deal.

    ``acted`` is True once somebody has shown a card, guessed or accused in this deal. ``accuser`` is the seat that
    accuses or guesses, ``guess`` the card guessed. ``settled`` are the questions whose answers no longer count as
    evidence, and ``named`` the questions whose answers the accusation names (0: it is about all), both as bits.
    ``scores`` are the points of each seat, and ``history`` has the scores after each finished deal. ``case`` is the
    last judgment, None if there is none. ``left`` is the seat that left the game, −1 if none did. A finished deal stays
    in the state until the next ``faceup``.
    """

    setup: Setup
    phase: str = "dealer"
    deal: int = 0
    dealer: int = UNKNOWN
    turn: int = UNKNOWN
    faceup: tuple[int, ...] = ()
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    sizes: tuple[int, int] = (0, 0)
    hands: Annotated[tuple[Hand, Hand], hands_from(loose, laid=lambda view, seat: cards_of(view.exposed[seat]))] = (
        None,
        None,
    )
    seen: int = 0
    exposed: tuple[int, int] = (0, 0)
    asks: tuple[Ask, ...] = ()
    acted: bool = False
    accuser: int = UNKNOWN
    guess: int = UNKNOWN
    settled: int = 0
    named: int = 0
    scores: tuple[int, int] = (0, 0)
    history: tuple[tuple[int, int], ...] = ()
    case: Case | None = None
    left: int = -1


def open_answers(state: State, seat: int) -> int:
    """Return as bits (bit n: ``asks[n]``) the questions whose answers by ``seat`` still count as evidence."""
    found = 0
    for place, ask in enumerate(state.asks):
        if ask.asker != seat and ask.answer != UNKNOWN:
            found |= 1 << place
    return found & ~state.settled


def numbered(state: State, seat: int) -> tuple[int, ...]:
    """Return the indices in ``asks`` of the questions that ``seat`` has answered in this deal, in order."""
    return tuple([place for place, ask in enumerate(state.asks) if ask.asker != seat and ask.answer != UNKNOWN])


def quoted_answer(state: State, seat: int, number: int) -> str:
    """Return an answer of ``seat`` as a refusal quotes it: “2 (1 green triangle)”.

    ``number`` counts the answers of this seat in the deal, from 1.
    """
    ask = state.asks[numbered(state, seat)[number - 1]]
    return f"{number} ({ask.answer} {spoken(ask.line, ask.answer)})"


def accused_of(state: State) -> int:
    """Return the questions that the present accusation is about, as bits (bit n is ``asks[n]``).

    They are those that the accusation names. If it names none, they are all whose answers still count as evidence.
    """
    return state.named or open_answers(state, 1 - state.accuser)


def laid_since(state: State, seat: int, place: int) -> int:
    """Return as bits the cards that ``seat`` is known to all to have held at the question ``asks[place]``.

    They are the cards that the seat has shown with its own questions since then, and those that it has laid open and
    still holds.
    """
    before = sum(earlier.asker == seat for earlier in state.asks[:place])
    return bits(state.shown[seat][before:]) | state.exposed[seat]


def false_answers(state: State, seat: int) -> int:
    """Return the number of false answers that ``seat`` has given in this deal. Its hand must be known.

    If the accusation names answers, only these count.
    """
    hand, named = bits(state.hands[seat] or ()), state.named or -1
    return sum(
        ((hand | laid_since(state, seat, place)) & LINES[ask.line][1]).bit_count() != ask.answer
        for place, ask in enumerate(state.asks)
        if ask.asker != seat and ask.answer != UNKNOWN and named >> place & 1
    )


def build_case(state: State, accused: int) -> Case:
    """Return the judgment of whether a lie of the seat ``accused`` is proven by what everybody has seen.

    docs/rules.md §2, Proof, has the rule.
    """
    free = unseen(state)
    hidden = state.sizes[accused] - state.exposed[accused].bit_count()
    counts = []
    judged = state.named or open_answers(state, accused)
    for place, ask in enumerate(state.asks):
        if not judged >> place & 1:
            continue
        cards = LINES[ask.line][1]
        counts.append((place, cards, ask.answer - (laid_since(state, accused, place) & cards).bit_count()))
    proven = not hand_exists(free, hidden, [(cards, need) for _, cards, need in counts])
    return Case(accused, proven, free, hidden, tuple(counts), state.asks)


# ------------------------------------------------------------------------------------------------------- verbs


def _combination(_: Setup, word: str) -> int:
    """Return the index in ``LINES`` of a combination, written in any case and order: ``rc``, ``1r``.

    Raise ValueError if the word is no combination.
    """
    at = _BY_NAME.get(word.casefold())
    if at is None:
        raise ValueError(
            f"{quoted(word)} is no combination: write two of colour r y g, shape c h t and number 1 2 3, like rc or r1"
        )
    return at


def _count(_: Setup, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise ValueError
    return int(word)


CARD = card_kind(parse_west, NAMES)
SEEN = CARD.face_up()
COMBINATION = Kind("COMBINATION", _combination, lambda _, line: LINES[line][0])
COUNT = NUMBER._replace(parse=_count)
ANSWER = COUNT._replace(usage="ANSWER")


@verb()
class Dealer(TableAct, frozen=True, gc=False):
    """Say who deals first."""

    who: Annotated[int, SEAT]


@verb()
class Faceup(TableAct, frozen=True, gc=False):
    """Name the eight cards that lie face up: rc1 yh2 …"""

    cards: Annotated[tuple[int, ...], SEEN.many()]


@verb(private=True, optional=True, kept=True, enters="hands")
class Holds(SeatAct, frozen=True, gc=False):
    """Tell the referee, in private, the nine cards you were dealt."""

    cards: Annotated[tuple[int, ...], CARD.many(sorted_hand)]


@verb()
class Shows(SeatAct, frozen=True, gc=False):
    """Show a card and ask about one of its combinations: gt3 asks gt.

    ``card`` is the card shown, ``line`` the index of the combination in ``LINES``.
    """

    card: Annotated[int, SEEN]
    line: Annotated[int, COMBINATION.after("asks")]


@verb()
class Answers(SeatAct, frozen=True, gc=False):
    """Say how many you hold, 0 to 3, true or not.

    ``Ann: answers 2``; ``count`` is the number said, of cards of the combination that was asked about.
    """

    count: Annotated[int, COUNT]


@verb(weighty=True)
class Guesses(SeatAct, frozen=True, gc=False):
    """Guess the hole card; right or wrong, the deal is over."""

    card: Annotated[int, SEEN]


@verb()
class Hole(TableAct, frozen=True, gc=False):
    """Turn the hole card after a guess."""

    card: Annotated[int, SEEN]


@verb()
class Accuses(SeatAct, frozen=True, gc=False):
    """Say that the other player has lied in this deal, and how.

    ``answers``: the accused's answers that can't all be true, numbered from 1, if the house rules have accusations name
    them; else (). ``way`` is what the player says of the lie, "" for nothing.
    """

    answers: Annotated[tuple[int, ...], ANSWER.many(sorted).maybe((), public=True)] = ()
    way: Annotated[str, QUOTE] = ""


@verb(also=("yes", "y"))
class Admits(SeatAct, frozen=True, gc=False):
    """Admit the lie.

    ``Ann: admits``, in reply to an accusation.
    """


@verb(also=("no", "n"))
class Denies(SeatAct, frozen=True, gc=False):
    """Deny it.

    ``Ann: denies``, in reply to an accusation.
    """


@verb(said="withdraws")
class Retracts(SeatAct, frozen=True, gc=False):
    """Withdraw the accusation.

    ``Bob: retracts``, after the accused has denied it.
    """


@verb()
class Insists(SeatAct, frozen=True, gc=False):
    """Stand by it; the referee judges, with cards you lay open as proof.

    ``Bob: insists exposing rc2 rc3``, after the accused has denied it; ``cards`` are laid open, () for none.
    """

    cards: Annotated[tuple[int, ...], SEEN.many(sorted_hand).after("exposing").maybe((), public=True)] = ()


MOVES = (Dealer, Faceup, Holds, Shows, Answers, Guesses, Hole, Accuses, Admits, Denies, Retracts, Insists, Leaves)
Move = (
    Dealer | Faceup | Holds | Shows | Answers | Guesses | Hole | Accuses | Admits | Denies | Retracts | Insists | Leaves
)
