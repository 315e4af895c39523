"""The state of Liar Poker: its cards, house rules and lines."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from liarsdeck.english import counted, quoted
from referee.core.cards import NAMES, UNKNOWN, Hand, is_card, parse_card, sorted_hand
from referee.core.game import Line, Outcome, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import split_name, unreadable
from referee.core.refusals import LEAVES, Leaves, capped, common_rules, left

if TYPE_CHECKING:
    from treys import Evaluator


@cache
def _evaluator() -> "Evaluator":
    from treys import Evaluator

    return Evaluator()


@cache
def _treys(card: int) -> int:
    from treys import Card

    number: int = Card.new(NAMES[card])
    return number


def strength(cards: tuple[int, ...]) -> int:
    """Return how strong the best five of these seven cards are: a lower number beats a higher one."""
    suits = 0
    for card in cards:
        suits += 1 << 4 * (card & 3)
    if suits + 0x3333 & 0x8888:  # five of a suit or more
        return _strength(cards)
    return _unsuited(tuple(sorted([card >> 2 for card in cards])))


@cache  # 49,205 at most
def _unsuited(ranks: tuple[int, ...]) -> int:
    """Return how strong cards of these ranks, in order, are without a flush: next to each other, equal ones differ."""
    return _strength([rank << 2 | at & 3 for at, rank in enumerate(ranks)])


def _strength(cards: Iterable[int]) -> int:
    five = [_treys(card) for card in cards]
    rank: int = _evaluator().evaluate(five[:2], five[2:])
    return rank


def hand_name(cards: tuple[int, ...]) -> str:
    """Return what the best five of these seven cards are called: ``Two Pair``, ``Royal Flush`` …"""
    evaluator = _evaluator()
    name: str = evaluator.class_to_string(evaluator.get_rank_class(strength(cards)))
    return name


SEATS = (2, 2)
HAND, BOARD = 5, 2
SHOWN = (3, 1)  # cards that each player reveals in turns 1 and 2; one is left

Amount = Annotated[int, Meta(ge=0, le=1000)]
ByTurn = tuple[Amount, Amount, Amount]


class Amounts(Struct, frozen=True, forbid_unknown_fields=True):
    """What each bet is worth in turns 1, 2 and 3, in chips."""

    large: Annotated[ByTurn, Meta(description="What a large bet is worth in turns 1, 2 and 3.")] = (30, 40, 50)
    middle: Annotated[
        ByTurn, Meta(description="What a middle bet is worth in turns 1, 2 and 3, never more than a large one.")
    ] = (20, 20, 30)
    small: Annotated[
        ByTurn, Meta(description="What a small bet is worth in turns 1, 2 and 3, never more than a middle one.")
    ] = (10, 10, 20)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

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
    "poker.show-count": "In turn 1 three different cards are revealed, in turn 2 one more.",
    "poker.face-up": "A card that lies face up is not shown, claimed or turned up.",
}


def check(setup: Setup) -> tuple[str, str] | None:
    """Say what is wrong with the options together, as (key, sentence), or None."""
    bets: Amounts = setup.options.bets
    for turn in range(3):
        large, middle, small = bets.large[turn], bets.middle[turn], bets.small[turn]
        if not large >= middle >= small:
            why = f"in turn {turn + 1} large {large}, middle {middle} and small {small} are not in that order"
            return "bets", why
    return None


BETS = ("small", "middle", "large", "fold")
_, MIDDLE, LARGE, FOLD = range(len(BETS))
MASKED = -1

Chosen = int | tuple[int, ...]
"""What a seat chooses in a secret step: a bet or FOLD, cards to show, a card claimed, 1 or 0 (suspects or accepts)."""


class Board(TableAct, frozen=True, gc=False):
    """The two cards that a round begins with."""

    verb: ClassVar[str] = "board"
    cards: tuple[int, ...]


class Holds(SeatAct, frozen=True, gc=False):
    """A hand made known to the referee, kept sorted."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Bets(SeatAct, frozen=True, gc=False):
    """A bet (a place in BETS); MASKED stands for a fold too. ``opens``: (seat, bet or FOLD)."""

    verb: ClassVar[str] = "bets"
    bet: int

    @property
    def chosen(self) -> Chosen:
        """What ``pending`` holds of it."""
        return self.bet


class Folds(SeatAct, frozen=True, gc=False):
    """No bet: the round is over after this turn's choices."""

    verb: ClassVar[str] = "folds"
    chosen: ClassVar[Chosen] = FOLD


class Reveals(SeatAct, frozen=True, gc=False):
    """Cards shown in turn 1 or 2, in the order they were laid down; () is masked. ``opens``: (seat, cards)."""

    verb: ClassVar[str] = "reveals"
    cards: tuple[int, ...]

    @property
    def chosen(self) -> Chosen:
        """What ``pending`` holds of it."""
        return self.cards or MASKED


class Claims(SeatAct, frozen=True, gc=False):
    """The last card as announced, true or not; UNKNOWN is masked. ``opens``: (seat, card)."""

    verb: ClassVar[str] = "claims"
    card: int

    @property
    def chosen(self) -> Chosen:
        """What ``pending`` holds of it."""
        return self.card


class Suspects(SeatAct, frozen=True, gc=False):
    """The other's claim is doubted; ``masked`` stands for an acceptance too. ``opens``: (seat, 1 or 0)."""

    verb: ClassVar[str] = "suspects"
    masked: bool = False

    @property
    def chosen(self) -> Chosen:
        """What ``pending`` holds of it."""
        return MASKED if self.masked else 1


class Accepts(SeatAct, frozen=True, gc=False):
    """The other's claim is believed."""

    verb: ClassVar[str] = "accepts"
    chosen: ClassVar[Chosen] = 0


class Turns(SeatAct, frozen=True, gc=False):
    """The last card of a suspected player, turned up."""

    verb: ClassVar[str] = "turns"
    card: int


Choice = Bets | Folds | Reveals | Claims | Suspects | Accepts
"""What is done in a secret step."""
Move = Board | Holds | Choice | Turns | Leaves
"""Any of them."""

VERBS = (
    Verb("board", "CARD CARD", "Name the two board cards: 4s 7c.", table=True),
    Verb(
        "holds",
        "CARD…",
        "Tell the referee, in private, the five cards you were dealt.",
        private=True,
        optional=True,
        kept=True,
    ),
    Verb("bets", "small, middle or large", "Choose your bet in secret.", private=True),
    Verb("folds", "", "Fold, in secret: the round is over after this choice.", private=True),
    Verb("reveals", "CARD…", "Show three cards in turn 1, one more in turn 2.", private=True),
    Verb("claims", "CARD", "Announce your last card, true or not.", private=True),
    Verb("suspects", "", "Doubt the other's claim, in secret.", private=True),
    Verb("accepts", "", "Believe the other's claim, in secret.", private=True),
    Verb("turns", "CARD", "Turn your last card up, when you are suspected."),
    LEAVES,
)


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises RecordError [poker.line]."""
    words, verb = line.words, line.verb
    if line.opens and verb in {"board", "holds", "turns"}:
        raise RecordError(f"{verb} opens nothing: leave out the brackets", rule="poker.bracket-false")
    action: Move | None = None
    if line.seat is not None:
        action = _of_a_seat(setup, line.seat, line)
    elif len(words) == BOARD:
        action = Board(cards=tuple(map(_open, words)))
    if action is None:
        raise unreadable("poker", VERBS, setup, line)
    return action


def _of_a_seat(setup: Setup, seat: int, line: Line) -> Move | None:
    opens = tuple(sorted(_opened(setup, line.verb, part) for part in line.opens))
    words = line.words
    masked = words == ["?"]
    match line.verb, words:
        case "folds", []:
            return Folds(seat=seat, opens=opens)
        case "accepts", []:
            return Accepts(seat=seat, opens=opens)
        case "suspects", ([] | ["?"]):
            return Suspects(seat=seat, masked=masked, opens=opens)
        case "bets", [bet] if masked or bet.casefold() in BETS[:FOLD]:
            return Bets(seat=seat, bet=MASKED if masked else BETS.index(bet.casefold()), opens=opens)
        case "reveals", [_, *_]:
            return Reveals(seat=seat, cards=() if masked else tuple(map(_open, words)), opens=opens)
        case "claims", [card]:
            return Claims(seat=seat, card=_card(card), opens=opens)
        case "turns", [card]:
            return Turns(seat=seat, card=_open(card))
        case "holds", [_, *_]:
            return Holds(seat=seat, cards=sorted_hand(map(_card, words)))
        case "leaves", []:
            return Leaves(seat=seat)
    return None


def _opened(setup: Setup, verb: str, part: str) -> tuple[int, Chosen]:
    """Read a part of the brackets: a name, and what that seat chose."""
    seat, rest = split_name("poker", setup, part, lambda rest: _says(verb, rest))
    said = rest.casefold()
    if verb in {"bets", "folds"}:
        if said in {*BETS, "folds"}:
            return seat, FOLD if said == "folds" else BETS.index(said)
    elif verb in {"suspects", "accepts"}:
        if said in {"suspects", "accepts"}:
            return seat, int(said == "suspects")
    elif verb == "claims":
        return seat, _open(rest)
    elif rest:
        return seat, tuple(map(_open, rest.split()))
    raise RecordError(f"{quoted(part)} does not say what was chosen", rule="poker.line")


def _says(verb: str, rest: str) -> bool:
    """Say whether what follows a name in brackets is a choice of this step."""
    words = rest.casefold().split()
    if verb in {"bets", "folds"}:
        return len(words) == 1 and words[0] in {*BETS, "folds"}
    if verb in {"suspects", "accepts"}:
        return len(words) == 1 and words[0] in {"suspects", "accepts"}
    return len(words) in ({1} if verb == "claims" else SHOWN) and all(is_card(word) for word in words)


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    opens = tuple(f"{setup.seats[seat]} {chosen_word(action.verb, chosen)}" for seat, chosen in action.opens)
    return Line(action.seat, action.verb, _args(action), opens)


def _args(action: Move) -> str:
    match action:
        case Board() | Holds():
            return _names(action.cards)
        case Bets():
            return "?" if action.bet == MASKED else BETS[action.bet]
        case Reveals():
            return _names(action.cards) or "?"
        case Claims() | Turns():
            return _names((action.card,))
        case Suspects() if action.masked:
            return "?"
    return ""


def chosen_word(verb: str, chosen: Chosen) -> str:
    """Return what was chosen by a verb of a secret step as brackets say it."""
    if isinstance(chosen, tuple):
        return _names(chosen)
    if verb in {"bets", "folds"}:
        return "folds" if chosen == FOLD else BETS[chosen]
    if verb == "claims":
        return _names((chosen,))
    return "suspects" if chosen else "accepts"


def _names(cards: Sequence[int]) -> str:
    return " ".join("?" if card == UNKNOWN else NAMES[card] for card in cards)


def _card(word: str) -> int:
    try:
        return parse_card(word)
    except ValueError as wrong:
        raise RecordError(str(wrong), rule="poker.line") from None


def _open(word: str) -> int:
    card = _card(word)
    if card == UNKNOWN:
        raise RecordError("a card on the table is seen by everybody: write which it is", rule="poker.line")
    return card


class State(Struct, frozen=True, gc=False):
    """Everything the record has said so far.

    ``phase``: board, bet, reveal, claim, suspect, turn-up, over. ``pending``: what each seat has chosen in this secret
    step, None for not yet, ``actions.MASKED`` where a view may not know it. ``bets``: this turn's open bets, or ().
    ``face``: the cards that lie face up, as bits. ``history``: chips, bonus and winner of every round.
    A settled round stays until the next board.
    """

    setup: Setup
    phase: str = "board"
    round: int = 0
    turn: int = 0
    chips: tuple[int, int] = (0, 0)
    pot: int = 0
    bonus: int = 0
    board: tuple[int, ...] = ()
    hands: tuple[Hand, Hand] = (None, None)
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


def start(setup: Setup) -> State:
    """Return the first state."""
    return State(setup=setup, chips=(setup.options.chips,) * 2)


def seven(state: State, seat: int) -> tuple[int, ...]:
    """Return the seven cards that ``seat``'s hand is made of: the claimed card, four shown ones, the board."""
    claimed = state.claimed or (0, 0)
    return (claimed[seat], *state.shown[seat], *state.board)


def to_show(state: State) -> int:
    """Return how many cards each player reveals in this turn."""
    return SHOWN[0] if state.turn == 1 else SHOWN[1]


def waits(state: State, seat: int) -> bool:
    """Say whether ``seat`` is suspected and has not turned its last card up."""
    return state.suspects[1 - seat] and state.turned[seat] < 0


def settled(state: State) -> int:
    """Return how many rounds are paid out."""
    return len(state.history)


def outcome(state: State) -> Outcome:
    """Return how the match stands: it ends when a player has no chips after a round, or at the cap."""
    if state.phase != "over":
        return Outcome(over=False, winners=(), scores=state.chips)
    if state.left >= 0:
        return left(state.setup, state.left, state.chips)
    if 0 not in state.chips:
        return capped(counted(state.round, "round"), state.chips)
    winners = tuple(seat for seat in (0, 1) if state.chips[seat] > 0) or (0, 1)
    names = " and ".join(state.setup.seats[seat] for seat in winners)
    verb = "share the match: neither has a chip left" if len(winners) > 1 else "wins the match"
    return Outcome(over=True, winners=winners, scores=state.chips, reason=f"{names} {verb}")
