"""What can be written in a record of Liars' Guess, one struct a verb, and how each is read and printed."""

from typing import ClassVar

from referee.core.cards import sorted_hand
from referee.core.errors import RecordError
from referee.core.game import Line, SeatAct, Setup, TableAct, Verb
from referee.core.leaving import LEAVES, Leaves
from referee.games.liars_guess import deck
from referee.lines.line import seat_named, unreadable


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
            return Holds(seat=seat, cards=sorted_hand(map(deck.parse_card, words)))
        case "shows", [card, asks, asked] if asks.casefold() == "asks":
            return Shows(seat=seat, card=_open(card), line=deck.parse_line(asked))
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
            return Line(action.seat, action.verb, deck.NAMES[action.card])
        case Shows():
            return Line(action.seat, "shows", f"{deck.NAMES[action.card]} asks {deck.LINES[action.line][0]}")
        case Answers():
            return Line(action.seat, "answers", str(action.count))
        case Accuses():
            return Line(action.seat, "accuses", quote=action.way)
        case Insists() if action.cards:
            return Line(action.seat, "insists", f"exposing {_names(action.cards)}")
    return Line(action.seat, action.verb)


def _names(cards: tuple[int, ...]) -> str:
    return " ".join(deck.NAMES[card] for card in cards)


def _open(word: str) -> int:
    card = deck.parse_card(word)
    if card < 0:
        raise RecordError("a card on the table is seen by everybody: write which it is", rule="guess.line")
    return card
