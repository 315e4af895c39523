"""The state of Liar Poker: its cards, house rules and verbs.

A card is a number from 0 (2c) to 51 (As); UNKNOWN (−1) is hidden, or not yet there. A seat is 0 or 1. Amounts are in
chips. A hidden choice is ``?`` in a record.

Each verb class stands for a line of a record: ``Bets`` for ``Ann: bets large``, ``Board`` for ``board 4s 7c``. The
first sentence of its docstring is the help for the player who enters the line.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, Struct

from liarsdeck.english import listed, quoted
from liarsdeck.language import later
from referee.core.cards import MASK, NAMES, STANDARD, UNKNOWN, Hand, bits, cards_of, is_card, parse_card, sorted_hand
from referee.core.game import SeatAct, Setup, TableAct, common_rules, hands_from
from referee.core.play import Kind, Leaves, by_name, card_kind, verb

# --------------------------------------------------------------------------------------------- how strong cards are

_ACE = 12
_RUNS = tuple(frozenset((high - step) % 13 for step in range(5)) for high in range(_ACE, 2, -1))  # A2345 is the last
WEAKEST = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""The strength of the weakest hand of each kind, from the royal flush to the high card."""


def strength(cards: tuple[int, ...]) -> int:
    """Return the strength of the best poker hand of five cards among five to seven ``cards``.

    It is a number from 1 (a royal flush) to 7462 (the worst). Hands that are equal in poker have the same strength.
    """
    suits = 0
    for card in cards:
        suits += 1 << 4 * (card & 3)
    if five := suits + 0x3333 & 0x8888:  # five of a suit or more, which beat whatever else seven cards can hold
        suit = five.bit_length() // 4 - 1
        return _strength(tuple(sorted([card >> 2 for card in cards if card & 3 == suit])), flush=True)
    return _strength(tuple(sorted([card >> 2 for card in cards])), flush=False)


@cache  # 61,000 at most
def _strength(ranks: tuple[int, ...], *, flush: bool) -> int:
    return _strengths()[_weight(ranks, flush=flush)]


@cache
def _strengths() -> dict[tuple[int, ...], int]:
    """Return the strength of each different poker hand (1 for the best) by its weight (see ``_weight``)."""
    return {weight: at for at, weight in enumerate(_weights(), 1)}


def _weights() -> Iterator[tuple[int, ...]]:
    """Yield the weight (see ``_weight``) of each different poker hand, the strongest hand first."""
    ranks, highs = range(_ACE, -1, -1), range(_ACE, 2, -1)
    mixed = [five for five in combinations(ranks, 5) if frozenset(five) not in _RUNS]
    yield from ((8, high) for high in highs)
    yield from ((kind, *two) for kind in (7, 6) for two in permutations(ranks, 2))
    yield from ((5, *five) for five in mixed)
    yield from ((4, high) for high in highs)
    yield from ((3, three, *two) for three in ranks for two in combinations([r for r in ranks if r != three], 2))
    yield from ((2, *pairs, kicker) for pairs in combinations(ranks, 2) for kicker in ranks if kicker not in pairs)
    yield from ((1, two, *three) for two in ranks for three in combinations([r for r in ranks if r != two], 3))
    yield from ((0, *five) for five in mixed)


def _weight(ranks: Sequence[int], *, flush: bool) -> tuple[int, ...]:
    """Return the weight of a poker hand: its kind, then the ranks that decide within the kind.

    The hand is the best five of ``ranks``, which are those of five to seven cards or, with ``flush``, only those of the
    suit of the flush. A kind is a number from 0 (high card) to 8 (straight flush). The greater of two weights is that
    of the stronger hand.
    """
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first, second = counts[by_count[0]], counts[by_count[1]]
    high = next((_ACE - at for at, run in enumerate(_RUNS) if run <= counts.keys()), None)
    if flush:
        return (5, *by_count[:5]) if high is None else (8, high)
    if first == 3 and second > 1:
        return (6, *by_count[:2])
    if first < 4 and high is not None:
        return (4, high)
    kind, leading = {4: (7, 1), 3: (3, 1), 2: (second, second), 1: (0, 0)}[first]
    kickers = sorted(by_count[leading:], reverse=True)
    return (kind, *by_count[:leading], *kickers[: 5 - leading * first])


class HandWords(NamedTuple):
    """The name of a poker hand in three forms, to be translated.

    ``told`` has an article (“a full house”), ``bare`` has none (“Ann’s full house”), ``made`` has capitals (“it would
    make a Full House”).
    """

    told: str
    bare: str
    made: str


HANDS = {
    later("High Card"): HandWords(later("a high card"), later("high card"), later("a High Card")),
    later("Pair"): HandWords(later("a pair"), later("pair"), later("a Pair")),
    later("Two Pair"): HandWords(later("two pair"), later("two pair"), later("Two Pair")),
    later("Three of a Kind"): HandWords(later("three of a kind"), later("three of a kind"), later("Three of a Kind")),
    later("Straight"): HandWords(later("a straight"), later("straight"), later("a Straight")),
    later("Flush"): HandWords(later("a flush"), later("flush"), later("a Flush")),
    later("Full House"): HandWords(later("a full house"), later("full house"), later("a Full House")),
    later("Four of a Kind"): HandWords(later("four of a kind"), later("four of a kind"), later("Four of a Kind")),
    later("Straight Flush"): HandWords(later("a straight flush"), later("straight flush"), later("a Straight Flush")),
    later("Royal Flush"): HandWords(later("a royal flush"), later("royal flush"), later("a Royal Flush")),
}
"""By the name of a hand, the words for it; the weakest kind first."""
_KINDS = tuple(reversed(HANDS))


def hand_name(cards: tuple[int, ...]) -> str:
    """Return the English name of the best five of five to seven cards: ``Two Pair``, ``Royal Flush`` …"""
    return _KINDS[bisect_left(WEAKEST, strength(cards))]


# ------------------------------------------------------------------------------------------------------- the state

SEATS = (2, 2)
HAND, BOARD = 5, 2
SHOWN = (3, 1)  # cards that each player reveals in turns 1 and 2; one is left

Amount = Annotated[int, Meta(ge=0, le=1000)]
ByTurn = tuple[Amount, Amount, Amount]


class Amounts(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of a bet in chips, for each size of a bet a tuple of the values in turns 1, 2 and 3."""

    large: Annotated[ByTurn, Meta(description="What a large bet is worth in turns 1, 2 and 3.")] = (30, 40, 50)
    middle: Annotated[
        ByTurn, Meta(description="What a middle bet is worth in turns 1, 2 and 3, never more than a large one.")
    ] = (20, 20, 30)
    small: Annotated[
        ByTurn, Meta(description="What a small bet is worth in turns 1, 2 and 3, never more than a middle one.")
    ] = (10, 10, 20)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of Liar Poker. The defaults are the rules as the game's authors published them."""

    chips: Annotated[int, Meta(ge=1, le=100_000, description="How many chips each player begins with.")] = 500
    bets: Amounts = Amounts()
    first_fold: Annotated[
        Literal["free", "small"],
        Meta(description="Who folds alone in turn 1 pays nothing, or the small bet to the other."),
    ] = "free"
    max_rounds: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many rounds the match ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("poker") | {
    "poker.chosen": "Who has chosen in a secret step waits for the other; an entered line stands.",
    "poker.board": "The board is two different cards.",
    "poker.holds-once": "A hand is entered once a round, before its first bet.",
    "poker.holds-count": "A hand is five different cards.",
    "poker.one-place": "No card is in two places: on the board, or in a hand.",
    "poker.held": "A player whose hand is known shows cards of it.",
    "poker.show-count": "In turn 1 three different cards are shown, in turn 2 one more.",
    "poker.face-up": "A card that lies face up is not shown, claimed or turned up.",
}


BETS = (later("small"), later("middle"), later("large"), later("fold"))
_, MIDDLE, LARGE, FOLD = range(len(BETS))
MASKED = -1

Chosen = int | tuple[int, ...]
"""What a seat chooses in a secret step: a bet or FOLD, cards to show, a card claimed, 1 or 0 (suspects or accepts)."""


def _word(words: Mapping[str, int]) -> Kind:
    """Return the kind of an argument that is one of these words; its value is the number of the word.

    If several words have the same number, all are read, and the first is written.
    """
    first = {value: word for word, value in reversed([*words.items()])}

    def parse(_: Setup, word: str) -> int:
        if (value := words.get(word.casefold())) is None:
            raise ValueError
        return value

    return Kind(listed(words), parse, lambda _, value: first[value], fits=lambda rest: rest.casefold() in words)


def _opened(kind: Kind) -> Kind:
    """Return the kind of a part of brackets that says what a seat chose, such as ``Ann large``.

    ``kind`` is the kind of the choice. The value of the part is (seat, choice).
    """
    named = by_name(kind)

    def parse(setup: Setup, part: str) -> tuple[int, Chosen]:
        choice: tuple[int, Chosen] = 0, ()
        try:
            choice = named.parse(setup, part)
        except ValueError as wrong:
            if wrong.args:
                raise
        if choice[1] == ():
            raise ValueError(f"{quoted(part)} does not say what was chosen")
        return choice

    return named._replace(parse=parse)


def _board(setup: Setup, words: str) -> tuple[int, ...]:
    if len(words.split()) != BOARD:
        raise ValueError
    cards: tuple[int, ...] = SHOW.parse(setup, words)
    return cards


def _masked(_: Setup, word: str) -> bool:
    if word != MASK:
        raise ValueError
    return True


CARD = card_kind(parse_card, (*NAMES[:STANDARD], MASK))
SHOW = CARD.face_up().many()
_BET_OPENED = _opened(_word({"small": 0, "middle": MIDDLE, "large": LARGE, "folds": FOLD, "fold": FOLD}))
_DOUBT_OPENED = _opened(_word({"accepts": 0, "suspects": 1}))
_CARDS_OPENED = _opened(SHOW._replace(fits=lambda rest: len(rest.split()) in SHOWN and all(map(is_card, rest.split()))))
_CARD_OPENED = _opened(CARD.face_up()._replace(fits=lambda rest: len(rest.split()) == 1 and is_card(rest)))


@verb()
class Board(TableAct, frozen=True, gc=False):
    """Name the two board cards: 4s 7c."""

    cards: Annotated[tuple[int, ...], SHOW._replace(usage="CARD CARD", parse=_board)]


@verb(private=True, optional=True, kept=True, enters="hands")
class Holds(SeatAct, frozen=True, gc=False):
    """Tell the referee, in private, the five cards you were dealt."""

    cards: Annotated[tuple[int, ...], CARD.many(sorted_hand)]


@verb(private=True, opens=_BET_OPENED)
class Bets(SeatAct, frozen=True, gc=False):
    """Choose your bet in secret.

    ``Ann: bets large``. ``bet`` is 0 (small), ``MIDDLE`` or ``LARGE``; MASKED if it is hidden, and it may then be a
    fold. On the second choice, ``opens`` has (seat, bet or FOLD) for the choices made known.
    """

    bet: Annotated[int, _word({"small": 0, "middle": MIDDLE, "large": LARGE}).masked(MASKED)]

    @property
    def chosen(self) -> Chosen:
        """The bet, as ``State.pending`` stores it: 0 (small), ``MIDDLE``, ``LARGE``, or MASKED if hidden."""
        return self.bet


@verb(private=True, opens=_BET_OPENED)
class Folds(SeatAct, frozen=True, gc=False):
    """Fold, in secret: the round is over after this choice.

    ``Ann: folds``. ``chosen`` is what ``State.pending`` stores.
    """

    chosen: ClassVar[Chosen] = FOLD


@verb(said="shows", private=True, opens=_CARDS_OPENED)
class Reveals(SeatAct, frozen=True, gc=False):
    """Show three cards in turn 1, one more in turn 2.

    ``Ann: reveals 2c Kd Ks``. ``cards`` are in the order in which they were laid down; () if they are hidden. On the
    second choice, ``opens`` has (seat, cards) for the choices made known.
    """

    cards: Annotated[tuple[int, ...], SHOW.masked(())]

    @property
    def chosen(self) -> Chosen:
        """The cards, as ``State.pending`` stores them; MASKED if they are hidden."""
        return self.cards or MASKED


@verb(private=True, opens=_CARD_OPENED)
class Claims(SeatAct, frozen=True, gc=False):
    """Claim what your last card is, true or not.

    ``Ann: claims As``. ``card`` is UNKNOWN if it is hidden. On the second choice, ``opens`` has (seat, card) for the
    choices made known.
    """

    card: Annotated[int, CARD]

    @property
    def chosen(self) -> Chosen:
        """The claimed card, as ``State.pending`` stores it; −1 (MASKED) if it is hidden."""
        return self.card


@verb(private=True, opens=_DOUBT_OPENED)
class Suspects(SeatAct, frozen=True, gc=False):
    """Suspect the other's claim, in secret.

    ``Ann: suspects``; if ``masked``, the choice is hidden and may be an acceptance. On the second choice, ``opens`` has
    (seat, 1 to suspect or 0 to accept) for the choices made known.
    """

    masked: Annotated[bool, Kind("", _masked, lambda _, masked: MASK if masked else "", default=False)] = False

    @property
    def chosen(self) -> Chosen:
        """The choice, as ``State.pending`` stores it: 1 to suspect, or MASKED if it is hidden."""
        return MASKED if self.masked else 1


@verb(said="trusts", private=True, opens=_DOUBT_OPENED)
class Accepts(SeatAct, frozen=True, gc=False):
    """Trust the other's claim, in secret.

    ``Ann: accepts``. ``chosen`` is what ``State.pending`` stores.
    """

    chosen: ClassVar[Chosen] = 0


@verb()
class Turns(SeatAct, frozen=True, gc=False):
    """Turn your last card up, when you are suspected.

    ``Ann: turns As``, with the real last card.
    """

    card: Annotated[int, CARD.face_up()]


Choice = Bets | Folds | Reveals | Claims | Suspects | Accepts
"""What is done in a secret step."""
Move = Board | Holds | Choice | Turns | Leaves
"""Any of them."""


def down(state: "State") -> list[int]:
    """Return the cards that do not lie face up, in ascending order of their numbers."""
    return cards_of((1 << STANDARD) - 1 & ~state.face)


def unseen(view: "State") -> list[int]:
    """Return the cards that are neither face up nor in a hand or a choice that the view knows."""
    known = [card for held in (*view.hands, *view.pending) if isinstance(held, tuple) for card in held if card >= 0]
    return cards_of((1 << STANDARD) - 1 & ~(view.face | bits(known)))


def laid(state: "State", seat: int) -> list[int]:
    """Return the cards of a seat's hand that it has shown or turned up."""
    return [card for card in (*state.shown[seat], state.turned[seat]) if card >= 0]


class State(Struct, frozen=True, gc=False):
    """The state of a match of Liar Poker. Amounts are in chips, and pairs are by seat.

    ``phase`` is board, bet, reveal, claim, suspect, turn-up or over. ``round`` counts from 1; 0 before the first board.
    ``turn`` is 1 to 3, then 4 after both have claimed; 0 before the first board. ``chips`` are the seats' chips without
    ``pot``. ``bonus`` is what the next winner of a round gets in addition. ``board`` has the two common cards.
    ``hands`` has None for a hand that nobody has entered. ``face`` is a bit set in which bit i is 1 if card i lies face
    up. ``shown`` are the cards that each seat has shown. ``claimed`` are the cards that the seats claim as their last
    ones, None before. ``suspects`` says for each seat whether it suspects the other's claim. ``turned`` are the real
    last cards that were turned up, UNKNOWN for none. ``pending`` has each seat's choice in the present secret step:
    None before it is made, and MASKED if a view may not know it. ``bets`` are the bets of this turn if both are known,
    else (). ``winner`` is the seat that won the round, UNKNOWN before the round is settled or if nobody won.
    ``history`` has for each settled round (chips of seat 0, chips of seat 1, bonus, winner). ``left`` is the seat that
    left for good, UNKNOWN for none. A settled round stays in the state until the next board.
    """

    setup: Setup
    phase: str = "board"
    round: int = 0
    turn: int = 0
    chips: tuple[int, int] = (0, 0)
    pot: int = 0
    bonus: int = 0
    board: tuple[int, ...] = ()
    hands: Annotated[tuple[Hand, Hand], hands_from(unseen, laid=laid)] = (None, None)
    face: int = 0
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    claimed: tuple[int, int] | None = None
    suspects: tuple[bool, bool] = (False, False)
    turned: tuple[int, int] = (UNKNOWN, UNKNOWN)
    pending: tuple[Chosen | None, Chosen | None] = (None, None)
    bets: tuple[int, ...] = ()
    winner: int = UNKNOWN
    history: tuple[tuple[int, int, int, int], ...] = ()
    left: int = UNKNOWN


def seven(state: State, seat: int) -> tuple[int, ...]:
    """Return the seven cards that count for ``seat``: its claimed card, its four shown ones, the board."""
    claimed = state.claimed or (0, 0)
    return (claimed[seat], *state.shown[seat], *state.board)


def to_show(state: State) -> int:
    """Return how many cards each player has to show in this turn: 3 in turn 1, else 1."""
    return SHOWN[0] if state.turn == 1 else SHOWN[1]


def waits(state: State, seat: int) -> bool:
    """Return whether ``seat`` is suspected and still has to turn up its last card."""
    return state.suspects[1 - seat] and state.turned[seat] < 0
