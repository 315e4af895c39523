"""What can be written in a record of Liar Poker, one struct a verb, and how each is read and printed."""

from collections.abc import Sequence
from typing import ClassVar

from liarsdeck.english import quoted
from referee.core.cards import NAMES, UNKNOWN, is_card, parse_card, sorted_hand
from referee.core.errors import RecordError
from referee.core.game import Line, SeatAct, Setup, TableAct, Verb
from referee.core.leaving import LEAVES, Leaves
from referee.games.liar_poker.options import BOARD, SHOWN
from referee.lines.line import split_name, unreadable

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
