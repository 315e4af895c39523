"""The state of Liar's Lair: its cards, house rules and lines."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from factbank.emblems import emblem_of
from factbank.factfile import EACH
from liarsdeck.english import counted, quoted
from referee.core.cards import MASK, UNKNOWN, sorted_hand
from referee.core.game import Line, Outcome, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import fault, seat_named, split_name
from referee.core.refusals import Leaves, capped, common_rules


def title_of(setup: Setup, card: int) -> str:
    """Return the title that a card bears, "" where it bears none, or the kit has no such card."""
    assert setup.facts is not None
    return setup.facts.title_of(card)


def named(setup: Setup, card: int) -> str:
    """Return a card as people speak of it: ``17, The Screw-Top Pear``."""
    title = title_of(setup, card)
    return f"{card}, {title}" if title else str(card)


def listed_cards(setup: Setup, cards: Sequence[int]) -> str:
    """Return several cards with their titles: ``3 Mules & Abacuses; 17 The Screw-Top Pear``."""
    return "; ".join(f"{card} {title_of(setup, card)}".strip() for card in cards) or "no card"


_TURNED = str.maketrans("01689", "01986")


class Face(Struct, frozen=True):
    """What is printed on a card, and whose it is on the table. ``under``: its number wants a line under it."""

    number: int
    title: str
    text: str
    emblem: str
    who: str = ""
    under: bool = False
    true: bool | None = None


def face(setup: Setup, number: int, who: str = "", true: bool | None = None) -> Face:
    """Return a card of the kit."""
    assert setup.facts is not None
    text, wears = setup.facts.card(number).text, emblem_of(setup.facts.pair_of(number))
    return Face(number, title_of(setup, number), text, wears, who, is_underlined(str(number)), true)


@cache
def is_underlined(number: str) -> bool:
    """Say whether a number wants a line under it: turned by 180° it would read as another."""
    return set(number) <= set("01689") and number != number[::-1].translate(_TURNED)


SEATS = (3, 8)
LEAST = 2  # truths, and lies, of the smallest hand


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the seed text's."""

    each: Annotated[
        int, Meta(ge=LEAST, le=99, description="How many truths, and how many lies, each player is dealt.")
    ] = EACH
    deal: Annotated[
        Literal["assigned", "entered"],
        Meta(description="The referee reads out who gets which card, or people deal and enter their numbers."),
    ] = "assigned"
    aside: Annotated[
        Literal["pairs", "cards"],
        Meta(description="What stays in the box when the kit is larger than needed: whole pairs, or single cards."),
    ] = "pairs"
    reclaim: Annotated[
        Literal["seed", "revised"],
        Meta(description="From the starter clockwise and not the own card, or from the last to play anticlockwise."),
    ] = "seed"
    next_start: Annotated[
        Literal["left", "right"],
        Meta(description="The seat beside the old starter that starts the next round."),
    ] = "left"
    mix: Annotated[
        Literal["even", "random"],
        Meta(description="Every hand holds as many truths as lies, or chance decides."),
    ] = "even"
    departing: Annotated[
        Literal["pick", "gift", "pool"],
        Meta(description="A departing hand loses a card: picked by who told the truth, given to them, or put in play."),
    ] = "pick"
    absolution: Annotated[
        bool, Meta(description="A declarer who holds nothing but lies that others can prove wins at once.")
    ] = False
    own_conflict: Annotated[
        Literal["out", "allowed"],
        Meta(description="What happens to a declarer who holds both halves of a pair."),
    ] = "out"
    max_rounds: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many rounds the game ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("lair") | {
    "lair.out": "Who has been knocked out of the game does nothing any more.",
    "lair.deal-order": "Hands are entered first, then the truths, then the starter is named.",
    "lair.holds-once": "Every player's hand is entered once.",
    "lair.holds-count": "A dealt hand is twice as many cards as the option each says, all different.",
    "lair.one-place": "A card lies in one hand only.",
    "lair.pairs-whole": "Unless single cards are set aside, a pair is in the game whole or not at all.",
    "lair.kit": "Every card number is one of the kit's.",
    "lair.truths-dealt": "Only cards that were dealt are true.",
    "lair.truths-halves": "Of the two halves of a pair exactly one is true.",
    "lair.truths-even": "Every hand is dealt as many truths as lies, unless the mix is random.",
    "lair.play-held": "A player plays a card of their own hand.",
    "lair.take-departing": "Who told the truth takes a card of the departing hand, or nothing.",
    "lair.give-own": "A departing player gives one card of their own hand, never nothing.",
    "lair.reclaim-table": "Only a card in play can be reclaimed.",
    "lair.reclaim-own": "Nobody reclaims the card that they played this round, unless it is the only one left.",
    "lair.declare-late": "Once a seat has been passed over it cannot declare in this round.",
    "lair.leave-deal": "During the deal nobody leaves: a new table is set up instead.",
    "lair.show-held": "A card shown to a declarer is a card of the shower's own hand.",
}


def check(setup: Setup) -> tuple[str, str] | None:
    """Return what the header has wrong: a kit that is too small, with what it could serve."""
    assert setup.facts is not None
    pairs, each, seats = len(setup.facts.pairs), setup.options.each, len(setup.seats)
    if pairs >= each * seats:
        return None
    why = f"this kit has {pairs} pairs; {seats} players with {each} truths and {each} lies each need {each * seats}"
    if pairs < SEATS[0] * LEAST:
        return "facts", f"{why}. The smallest table ({SEATS[0]} players, {LEAST} of each) needs {SEATS[0] * LEAST}"
    fits = []
    if pairs // seats >= LEAST:
        fits.append(f"each = {pairs // seats} for {seats} players")
    if pairs // each >= SEATS[0]:
        fits.append(f"each = {each} for {min(SEATS[1], pairs // each)} players")
    if not fits:
        fits.append(f"each = {LEAST} for {min(SEATS[1], pairs // LEAST)} players")
    return "facts", f"{why}. The most it can serve is {', or '.join(fits)}"


DEAL, PLAY, TAKE, RECLAIM, DECLARE, QUESTION, OVER = "deal", "play", "take", "reclaim", "declare", "question", "over"


class State(Struct, frozen=True, gc=False):
    """One moment of a game; see the module's first lines for how sets of cards are kept."""

    setup: Setup
    partner: dict[int, int]  # every card of the kit to its pair's other half
    pairs: tuple[tuple[int, int, int], ...]  # of every pair its cards, the lower one first, and both as a set
    kit: int  # all cards
    phase: str
    round: int
    start: int | None
    queue: tuple[int, ...]  # the seats that are still to act in this phase, the next one first
    hands: tuple[int, ...]
    sizes: tuple[int, ...]
    table: tuple[tuple[int, int], ...]  # (card, who put it there), in order
    out: tuple[int, ...]  # seats, in order of leaving
    gone: int  # cards that have left the game
    exposed: int
    true: int
    false: int
    seen: tuple[int, ...]  # who knows where a card lies
    knows: tuple[int, ...]  # who knows whether a card is true
    dealt: bool = False  # the truths have been drawn
    knockers: int = 0  # seats, a bit each, that will not reclaim this round
    last: int = 0  # the seat that played last this round
    departing: int | None = None
    taker: int | None = None
    declarers: tuple[int, ...] = ()  # still to be judged; in the questioning the first one is being judged
    won: int | None = None
    how: str = ""
    played: tuple[int, ...] = ()  # the cards that each seat has put in play so far, this round or before

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, None in the deal and at the end."""
        if self.phase == TAKE:
            return self.taker if self.setup.options.departing == "pick" else self.departing
        return self.queue[0] if self.queue else None

    @property
    def in_play(self) -> int:
        """The cards on the table, as a set."""
        cards = 0
        for card, _ in self.table:
            cards |= 1 << card
        return cards

    def is_in(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        return seat not in self.out

    def unknown(self, seat: int) -> int:
        """Return how many cards of a hand this state does not know."""
        return self.sizes[seat] - self.hands[seat].bit_count()

    def truth(self, card: int) -> bool | None:
        """Return whether a card in the game is true as far as this state knows; its other half tells as well."""
        bit, other = 1 << card, 1 << self.partner[card]
        if self.true & bit or self.false & other:
            return True
        if self.false & bit or self.true & other:
            return False
        return None

    def could_hold(self, seat: int, card: int) -> bool:
        """Say whether a card lies, or for all this state knows could lie, in a seat's hand."""
        bit = 1 << card
        if self.hands[seat] & bit:
            return True
        return self.unknown(seat) > 0 and card in self.partner and not self.placed & bit

    @property
    def placed(self) -> int:
        """The cards whose place this state knows."""
        cards = self.gone | self.in_play
        for hand in self.hands:
            cards |= hand
        return cards


def start(setup: Setup) -> State:
    """Return the state before the first hand is entered. The facts in ``setup`` must be there."""
    assert setup.facts is not None
    seats = len(setup.seats)
    return State(
        setup=setup,
        partner=setup.facts.partner,
        pairs=setup.facts.halves,
        kit=setup.facts.all_cards,
        phase=DEAL,
        round=1,
        start=None,
        queue=(),
        hands=(0,) * seats,
        sizes=(0,) * seats,
        table=(),
        out=(),
        gone=0,
        exposed=0,
        true=0,
        false=0,
        seen=(0,) * (seats + 1),
        knows=(0,) * (seats + 1),
        played=(0,) * seats,
    )


def outcome(state: State) -> Outcome:
    """Return whether somebody has won, and how."""
    seats = range(len(state.hands))
    if state.won is None:
        none = tuple(0 for _ in seats)
        return capped(counted(state.round, "round"), none) if state.phase == OVER else Outcome(False, (), none)
    reason = state.how.format(state.setup.seats[state.won])
    return Outcome(True, (state.won,), tuple(int(seat == state.won) for seat in seats), reason)


_ROUND = {
    step: [
        [tuple((first + step * at) % seats for at in range(seats)) for first in range(seats)]
        for seats in range(SEATS[1] + 1)
    ]
    for step in (1, -1)
}
"""The seats of a table, by the way round (1 is clockwise), how many there are, and the first."""


def clockwise(state: State, first: int, step: int = 1) -> tuple[int, ...]:
    """Return the seats still in, from ``first`` (itself where it is still in) clockwise, or the other way round."""
    order, out = _ROUND[step][len(state.hands)][first], state.out
    return tuple([seat for seat in order if seat not in out]) if out else order


def settled(state: State) -> int:
    """Return 1 when the game is over: it is one deal."""
    return int(state.phase == OVER)


def rounds(state: State) -> int:
    """Return how many rounds have begun."""
    return state.round


NO_CARD = 0  # no card has this number: what is taken from a departing hand by “takes nothing”

VERBS = (
    Verb(
        "declares",
        "",
        "Lay your hand open at the end of the round: unless somebody proves you a liar, you win.",
        also=("yes",),
    ),
    Verb("gives", "NUMBER", "Knocked out: give one card of your departing hand."),
    Verb("holds", "NUMBER NUMBER …", "The cards you were dealt.", private=True, kept=True),
    Verb("leaves", "", "Somebody has to go home: the hand leaves the game.", anytime=True),
    Verb("passes", "", "Don't declare, or show nothing to the declarer.", also=("no",)),
    Verb("plays", "NUMBER", "Play a card of your hand."),
    Verb(
        "reclaims",
        "NUMBER",
        "Take a card from those in play, not your own unless it is the only one left.",
    ),
    Verb("shows", "NUMBER", "Show the declarer a card: a truth that contradicts it knocks them out, a lie you."),
    Verb("start", "NAME", "Who starts the first round.", table=True),
    Verb("takes", "NUMBER, or nothing", "Take one card of the departing hand, unseen by the others.", private=True),
    Verb(
        "truths",
        "NUMBER NUMBER …",
        "Which of the dealt cards are true; the referee draws.",
        table=True,
        private=True,
    ),
)


class Holds(SeatAct, frozen=True, gc=False):
    """A dealt hand, in private; masked it is as many UNKNOWN."""

    verb: ClassVar[str] = "holds"
    cards: tuple[int, ...]


class Truths(TableAct, frozen=True, gc=False):
    """The true ones of the dealt cards, in private; masked it is one UNKNOWN."""

    verb: ClassVar[str] = "truths"
    cards: tuple[int, ...]


class Start(TableAct, frozen=True, gc=False):
    """Who starts the first round."""

    verb: ClassVar[str] = "start"
    who: int


class Plays(SeatAct, frozen=True, gc=False):
    """A card from the hand into play."""

    verb: ClassVar[str] = "plays"
    card: int


class Takes(SeatAct, frozen=True, gc=False):
    """A card of the departing hand, or NOTHING."""

    verb: ClassVar[str] = "takes"
    card: int


class Gives(SeatAct, frozen=True, gc=False):
    """A card of one's own departing hand."""

    verb: ClassVar[str] = "gives"
    card: int


class Reclaims(SeatAct, frozen=True, gc=False):
    """A card from those in play into the hand."""

    verb: ClassVar[str] = "reclaims"
    card: int


class Declares(SeatAct, frozen=True, gc=False):
    """I am no liar that anybody could prove."""

    verb: ClassVar[str] = "declares"


class Passes(SeatAct, frozen=True, gc=False):
    """No declaration; or no card shown to a declarer."""

    verb: ClassVar[str] = "passes"


class Shows(SeatAct, frozen=True, gc=False):
    """A card of one's own hand against a declarer."""

    verb: ClassVar[str] = "shows"
    card: int


# what a line opens, in brackets


class Known(Struct, frozen=True, gc=False):
    """A card's truth is known now: ``2 false``."""

    card: int
    true: bool


class Hand(Struct, frozen=True, gc=False):
    """A hand lies open: ``Ann holds 3 6 8 9``."""

    seat: int
    cards: tuple[int, ...]


class Absolved(Struct, frozen=True, gc=False):
    """Every card of a declarer is a lie that others could prove: ``Ann absolved``."""

    seat: int


class Took(Struct, frozen=True, gc=False):
    """Whether a masked ``takes ?`` took nothing: ``nothing``."""


Opening = Known | Hand | Absolved | Took
"""What brackets can say."""
Move = Holds | Truths | Start | Plays | Takes | Gives | Reclaims | Declares | Passes | Shows | Leaves
"""What a line can say."""

_USAGE = {
    verb.name: f"{'' if verb.table else 'NAME: '}{verb.name}{' ' if verb.usage else ''}{verb.usage}" for verb in VERBS
}


def private(setup: Setup, verb: str) -> bool:
    """Say whether a verb is entered on the private screen; in the pool, what is given lies open at once."""
    return verb in {"holds", "truths", "takes"} or (verb == "gives" and setup.options.departing == "gift")


def read(setup: Setup, line: Line) -> Move:
    """Return the action of a line. Raises ``RecordError`` with the rule ``lair.line``."""
    opens = tuple(_read_open(setup, part) for part in line.opens)
    try:
        if line.seat is not None:
            return _of_a_seat(line.seat, line.verb, line.words, opens)
        if line.verb == "truths":
            return Truths(_truths(line.words), opens=opens)
        return Start(seat_named("lair", setup, line.args), opens=opens)
    except ValueError:
        raise fault("lair", _USAGE[line.verb]) from None


_BARE: dict[str, type[Declares | Passes | Leaves]] = {"declares": Declares, "passes": Passes, "leaves": Leaves}
_OPEN: dict[str, type[Plays | Reclaims | Shows]] = {"plays": Plays, "reclaims": Reclaims, "shows": Shows}
_DEPARTING: dict[str, type[Takes | Gives]] = {"takes": Takes, "gives": Gives}


def _of_a_seat(seat: int, verb: str, words: list[str], opens: tuple[Opening, ...]) -> Move:
    match words:
        case [] if verb in _BARE:
            return _BARE[verb](seat, opens=opens)
        case [_, *_] if verb == "holds":
            return Holds(seat, sorted_hand(map(_number, words)), opens=opens)
        case [word] if verb in _DEPARTING:
            card = NO_CARD if word.casefold() == "nothing" else _number(word)
            return _DEPARTING[verb](seat, card, opens=opens)
        case [word] if verb in _OPEN and word != MASK:
            return _OPEN[verb](seat, _number(word), opens=opens)
    raise ValueError


def _truths(words: list[str]) -> tuple[int, ...]:
    """Read the true cards, sorted; one ``?`` hides them all."""
    cards = sorted_hand(map(_number, words))
    if not cards or (UNKNOWN in cards and cards != (UNKNOWN,)):
        raise ValueError
    return cards


def _number(word: str) -> int:
    if word == MASK:
        return UNKNOWN
    if not (word.isascii() and word.isdigit() and len(word) <= 4) or not int(word):
        raise ValueError
    return int(word)


def _read_open(setup: Setup, part: str) -> Opening:
    if part.casefold() == "nothing":
        return Took()
    match part.casefold().split():
        case [card, ("true" | "false") as said] if card.isascii() and card.isdigit():
            try:
                return Known(_number(card), said == "true")
            except ValueError:
                raise fault("lair", "… (17 true)") from None
    seat, rest = split_name("lair", setup, part, lambda rest: _of_the_hand(rest) is not None)
    cards = _of_the_hand(rest)
    if cards is not None and all(cards):
        return Hand(seat, tuple(sorted(cards))) if cards else Absolved(seat)
    raise RecordError(
        f"{quoted(f'({part})')} can't be read: brackets say “17 true”, “17 false”, “NAME holds 3 17”, “NAME absolved”",
        rule="lair.line",
    )


def _of_the_hand(rest: str) -> list[int] | None:
    """Return the cards that a hand is said to hold, [] where it is said to be absolved, else None; 0 is no card."""
    match rest.casefold().split():
        case ["absolved"]:
            return []
        case ["holds", _, *_] as words if all(map(str.isdigit, words[1:])):
            return [int(word) if word.isascii() and len(word) <= 4 else 0 for word in words[1:]]
    return None


def write(setup: Setup, action: Move) -> Line:
    """Return the line of an action."""
    return Line(action.seat, action.verb, _args(setup, action), tuple(_write_open(setup, it) for it in action.opens))


def _args(setup: Setup, action: Move) -> str:
    match action:
        case Start():
            return setup.seats[action.who]
        case Holds() | Truths():
            return _numbers(action.cards)
        case Declares() | Passes() | Leaves():
            return ""
    return "nothing" if action.card == NO_CARD else _numbers((action.card,))


def _numbers(cards: tuple[int, ...]) -> str:
    return " ".join(MASK if card == UNKNOWN else str(card) for card in cards)


def _write_open(setup: Setup, part: Opening) -> str:
    match part:
        case Known(card, true):
            return f"{card} {'true' if true else 'false'}"
        case Hand(seat, cards):
            return f"{setup.seats[seat]} holds {_numbers(cards)}"
        case Absolved(seat):
            return f"{setup.seats[seat]} absolved"
        case _:
            return "nothing"
