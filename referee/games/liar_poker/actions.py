"""What can be written in a record of Liar Poker, one struct a verb, and how each is read and printed."""

from typing import Any, ClassVar

from liarsdeck.english import quoted
from referee.core.cards import NAMES, UNKNOWN, is_card, parse_card
from referee.core.errors import RecordError
from referee.core.game import Action, Line, SeatAct, Setup, TableAct, Verb
from referee.lines.line import fault, split_name

BETS = ("small", "middle", "large", "fold")
SMALL, MIDDLE, LARGE, FOLD = range(4)
MASKED = -1


class Board(TableAct, frozen=True, gc=False):
    """The two cards that a round begins with."""

    verb: ClassVar[str] = "board"
    cards: tuple[int, ...]


class Holds(SeatAct, frozen=True, gc=False):
    """A hand made known to the referee, kept sorted."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Bets(SeatAct, frozen=True, gc=False):
    """A bet (SMALL, MIDDLE, LARGE); MASKED stands for a fold too. ``opens``: (seat, bet or FOLD)."""

    verb: ClassVar[str] = "bets"
    bet: int


class Folds(SeatAct, frozen=True, gc=False):
    """No bet: the round is over after this turn's choices."""

    verb: ClassVar[str] = "folds"


class Reveals(SeatAct, frozen=True, gc=False):
    """Cards shown in turn 1 or 2, in the order they were laid down; () is masked. ``opens``: (seat, cards)."""

    verb: ClassVar[str] = "reveals"
    cards: tuple[int, ...]


class Claims(SeatAct, frozen=True, gc=False):
    """The last card as announced, true or not; UNKNOWN is masked. ``opens``: (seat, card)."""

    verb: ClassVar[str] = "claims"
    card: int


class Suspects(SeatAct, frozen=True, gc=False):
    """The other's claim is doubted; ``masked`` stands for an acceptance too. ``opens``: (seat, 1 or 0)."""

    verb: ClassVar[str] = "suspects"
    masked: bool = False


class Accepts(SeatAct, frozen=True, gc=False):
    """The other's claim is believed."""

    verb: ClassVar[str] = "accepts"


class Turns(SeatAct, frozen=True, gc=False):
    """The last card of a suspected player, turned up."""

    verb: ClassVar[str] = "turns"
    card: int


VERBS = (
    Verb("board", "CARD CARD", "Name the two board cards: 4s 7c.", table=True),
    Verb("holds", "CARD…", "Tell the referee, in private, the five cards you were dealt.", private=True, optional=True),
    Verb("bets", "small, middle or large", "Choose your bet in secret.", private=True),
    Verb("folds", "", "Fold, in secret: the round is over after this choice.", private=True),
    Verb("reveals", "CARD…", "Show three cards in turn 1, one more in turn 2.", private=True),
    Verb("claims", "CARD", "Announce your last card, true or not.", private=True),
    Verb("suspects", "", "Doubt the other's claim, in secret.", private=True),
    Verb("accepts", "", "Believe the other's claim, in secret.", private=True),
    Verb("turns", "CARD", "Turn your last card up, when you are suspected."),
)


def read(setup: Setup, line: Line) -> Action:
    """Return the action of a line. Raises RecordError [poker.line]."""
    words, seat, verb = line.words, line.seat, line.verb
    if line.opens and verb in {"board", "holds", "turns"}:
        raise RecordError(f"{verb} opens nothing: leave out the brackets", rule="poker.bracket-false")
    action = None
    if seat is not None:
        action = _seat(setup, seat, verb, words, line.opens)
    elif len(words) == 2:
        action = Board(cards=tuple(map(_open, words)))
    if action is None:
        usage = next(each.usage for each in VERBS if each.name == verb)
        who = "" if seat is None else f"{setup.seats[seat]}: "
        raise fault("poker", f"{who}{verb} {usage}".rstrip())
    return action


def _seat(setup: Setup, seat: int, verb: str, words: list[str], parts: tuple[str, ...]) -> Action | None:
    opens = tuple(sorted(_opened(setup, verb, part) for part in parts))
    masked = words == ["?"]
    match verb:
        case "folds" if not words:
            return Folds(seat=seat, opens=opens)
        case "accepts" if not words:
            return Accepts(seat=seat, opens=opens)
        case "suspects" if not words or masked:
            return Suspects(seat=seat, masked=masked, opens=opens)
        case "bets" if masked:
            return Bets(seat=seat, bet=MASKED, opens=opens)
        case "bets" if len(words) == 1 and words[0].casefold() in BETS[:FOLD]:
            return Bets(seat=seat, bet=BETS.index(words[0].casefold()), opens=opens)
        case "reveals" if words:
            return Reveals(seat=seat, cards=() if masked else tuple(map(_open, words)), opens=opens)
        case "claims" if len(words) == 1:
            return Claims(seat=seat, card=_card(words[0]), opens=opens)
        case "turns" if len(words) == 1:
            return Turns(seat=seat, card=_open(words[0]))
        case "holds" if words:
            return Holds(seat=seat, cards=_sorted(map(_card, words)))
    return None


def _opened(setup: Setup, verb: str, part: str) -> tuple[int, Any]:
    """Read a part of the brackets: a name, and what that seat chose."""
    seat, rest = split_name("poker", setup, part, lambda rest: _says(verb, rest))
    said = rest.casefold()
    if verb in {"bets", "folds"}:
        choices = {**{bet: at for at, bet in enumerate(BETS)}, "folds": FOLD}
        if said in choices:
            return seat, choices[said]
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
    return len(words) in ({1} if verb == "claims" else {1, 3}) and all(is_card(word) for word in words)


def write(_setup: Setup, action: Any) -> Line:
    """Return the line of an action; ``read`` gives the action back."""
    names = _setup.seats
    opens = tuple(f"{names[seat]} {_spoken(action, chosen)}" for seat, chosen in action.opens)
    match action:
        case Board():
            return Line(None, "board", _names(action.cards))
        case Bets():
            return Line(action.seat, "bets", "?" if action.bet == MASKED else BETS[action.bet], opens)
        case Holds():
            return Line(action.seat, "holds", _names(action.cards))
        case Reveals():
            return Line(action.seat, "reveals", _names(action.cards) or "?", opens)
        case Claims() | Turns():
            return Line(action.seat, action.verb, _names((action.card,)), opens)
        case Suspects():
            return Line(action.seat, "suspects", "?" if action.masked else "", opens)
    return Line(action.seat, action.verb, "", opens)


def _spoken(action: Any, chosen: Any) -> str:
    match action:
        case Bets() | Folds():
            return "folds" if chosen == FOLD else BETS[chosen]
        case Suspects() | Accepts():
            return "suspects" if chosen else "accepts"
        case Claims():
            return _names((chosen,))
    return _names(chosen)


def _names(cards: tuple[int, ...]) -> str:
    return " ".join("?" if card == UNKNOWN else NAMES[card] for card in cards)


def _sorted(cards: Any) -> tuple[int, ...]:
    """Sort cards, UNKNOWN last."""
    return tuple(sorted(cards, key=lambda card: (card < 0, card)))


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
