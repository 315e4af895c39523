"""The state of Liar's Lair: its cards, house rules and verbs.

A card is its printed number, from 1; UNKNOWN (−1) is hidden. The kit's cards are pairs of contradicting statements: one
is true, its rival a lie. A seat is its index in the header's ``seats``.

Each verb class stands for a line of a record: ``Plays`` for ``Ann: plays 7``, ``Start`` for ``start Ann``. The first
sentence of its docstring is the help for the player who enters the line.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from factbank.factfile import EACH
from liarsdeck.english import quoted
from liarsdeck.language import say
from referee.core.cards import MASK, UNKNOWN, sorted_hand
from referee.core.game import SeatAct, Setup, TableAct, common_rules
from referee.core.play import SEAT, Kind, leading_seat, verb


def title_of(setup: Setup, card: int) -> str:
    """Return the title on a card; "" if it has none, or if the kit has no such card."""
    assert setup.facts is not None
    return setup.facts.title_of(card)


def named(setup: Setup, card: int) -> str:
    """Return a card as people name it: ``17, The Screw-Top Pear``, or the number alone if it has no title."""
    title = title_of(setup, card)
    return f"{card}, {title}" if title else str(card)


def listed_cards(setup: Setup, cards: Sequence[int]) -> str:
    """Return several cards with their titles: ``3 Mules & Abacuses; 17 The Screw-Top Pear``; “no card” for none."""
    return "; ".join(f"{card} {title_of(setup, card)}".strip() for card in cards) or say("no card")


SEATS = (3, 8)
LEAST = 2  # truths, and lies, of the smallest hand


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules. The defaults are the rules as the game's authors published them (the seed text).

    ``each`` is how many truths and how many lies a player is dealt. ``deal``: "assigned" if the referee says who gets
    which card, "entered" if people deal and enter their cards. ``aside``: what stays in the box, whole pairs or any
    cards. ``reclaim`` says in which order players take a card from the table after a round, and which. "seed":
    clockwise from the leader, any card but their own of this round, unless it is the only one left. "revised":
    anticlockwise from the last to play, any card. "earlier": clockwise from the leader, only cards of earlier rounds.
    ``next_start``: on which side of the old leader the next one sits. ``mix``: with "even" each hand has ``each``
    truths and ``each`` lies; with "random" chance decides which of its cards are true.

    ``departing`` says what becomes of one card of a knocked-out liar. "pick": who told the truth may take it, unseen by
    others. "gift": the liar gives it to who told the truth. "pool": the liar gives it to the table. ``absolution``: a
    declarer wins at once with a hand of lies that others can all prove. ``caught``: a player caught lying for the first
    time is out, or stays in and gets a card. ``own_conflict``: a declarer who holds both cards of a pair is out, or
    goes on. ``dawn`` is the number of rounds after which all hands are laid open and the fewest provable lies win,
    ``max_rounds`` the number after which the game ends unfinished; 0 means never for both.
    """

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
        Literal["seed", "revised", "earlier"],
        Meta(
            description="From the leader clockwise and not the own card, from the last to play anticlockwise, or "
            "clockwise and only cards of earlier rounds (experimental)."
        ),
    ] = "seed"
    next_start: Annotated[
        Literal["left", "right"],
        Meta(description="The seat beside the old leader that leads the next round."),
    ] = "left"
    mix: Annotated[
        Literal["even", "random"],
        Meta(description="Every hand holds as many truths as lies, or chance decides."),
    ] = "even"
    departing: Annotated[
        Literal["pick", "gift", "pool"],
        Meta(
            description="A departing hand loses a card: who told the truth picks or gets it, or it stays on the table."
        ),
    ] = "pick"
    absolution: Annotated[
        bool, Meta(description="A declarer who holds nothing but lies that others can prove wins at once.")
    ] = False
    caught: Annotated[
        Literal["out", "spared"],
        Meta(description="Caught for the first time by a rival: out, or in, with a card of the prover (experimental)."),
    ] = "out"
    own_conflict: Annotated[
        Literal["out", "allowed"],
        Meta(description="What happens to a declarer who holds two rivals."),
    ] = "out"
    dawn: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="After how many rounds all hands open, and fewest provable lies win; 0: never (experimental).",
        ),
    ] = 0
    max_rounds: Annotated[
        int, Meta(ge=0, le=10_000, description="After how many rounds the game ends unfinished; 0: never.")
    ] = 0


RULES: dict[str, str] = common_rules("lair") | {
    "lair.out": "Who has been knocked out of the game does nothing any more.",
    "lair.deal-order": "Hands are entered first, then the truths, then the leader is named.",
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
    "lair.give-own": "A gift is one card of the giver's own hand, never nothing.",
    "lair.reclaim-table": "Only a card on the table can be taken.",
    "lair.reclaim-own": "Nobody takes the card that they played this round, unless it is the only one left.",
    "lair.reclaim-early": "Where only cards of earlier rounds are taken, one played this round stays on the table.",
    "lair.declare-late": "Once a seat has been passed over it cannot declare in this round.",
    "lair.leave-deal": "During the deal nobody leaves: a new table is set up instead.",
    "lair.show-held": "A card shown to a declarer is a card of the shower's own hand.",
}


DEAL, PLAY, TAKE, RECLAIM, DECLARE, QUESTION = "deal", "play", "take", "reclaim", "declare", "question"
DAWN, OVER = "dawn", "over"


class State(Struct, frozen=True, gc=False):
    """One moment of a game, as the referee or a viewer knows it.

    A set of cards is an integer whose bit n stands for card n. ``partner`` maps each card to its rival, ``pairs`` has
    (lower card, higher card, both as a set), and ``kit`` is the set of all cards. ``phase`` is deal, play, take,
    reclaim, declare, question (a declarer is questioned), dawn or over. ``round`` counts from 1. ``start`` is the seat
    that leads the round (None in the deal), and ``queue`` has the seats still to act in this phase, the next one first.
    By seat, ``hands`` has the known cards of each hand as a set, and ``sizes`` the number of its cards. ``table`` has
    (card, seat that put it there), oldest first; ``out`` the seats that are out, in order. Sets of cards: ``gone`` have
    left the game, ``exposed`` have a public truth, ``true`` and ``false`` are known to be so. By viewer (each seat, and
    everybody as the last entry), ``seen`` has the cards whose place the viewer knows, and ``knows`` the cards whose
    truth it knows.

    ``dealt`` is True once the truths are drawn. ``knockers`` are the seats (bit n is seat n) that will not reclaim this
    round, and ``last`` is the seat that played last. ``departing`` is the liar whose hand is leaving the game, and
    ``taker`` the seat that gets a card of it; None for nobody. ``declarers`` are still to be judged, the present one
    first. ``won`` are the winners, and ``how`` is a key of ``effects.HOW`` ("" before the end). ``played`` has by seat
    the set of cards that it has played so far. With ``reclaim = "earlier"``, ``old`` is the set of cards that may be
    reclaimed. With ``caught = "spared"``, ``caught`` are the seats that were spared once, ``spared`` is the seat that
    now waits for a card from ``taker``, and ``traded`` are the seats that gave or got such a card (seats as bits).
    """

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
    won: tuple[int, ...] = ()  # several only at dawn
    how: str = ""
    played: tuple[int, ...] = ()  # the cards that each seat has put in play so far, this round or before
    old: int = 0  # with ``reclaim = "earlier"``, the cards that may be reclaimed: they lay there when the round began
    caught: int = 0  # seats, a bit each, that were caught in play once and spared
    spared: int | None = None  # who was just spared, and waits for a card from ``taker``
    traded: int = 0  # seats, a bit each, that gave or got such a card: nobody else knows which

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is; None in the deal, at dawn and at the end."""
        if self.phase == TAKE:
            picks = self.spared is not None or self.setup.options.departing == "pick"
            return self.taker if picks else self.departing
        return self.queue[0] if self.queue else None

    @property
    def in_play(self) -> int:
        """The cards that were played and lie on the table, as a set: bit n is card n."""
        cards = 0
        for card, _ in self.table:
            cards |= 1 << card
        return cards

    @property
    def old_cards(self) -> list[int]:
        """The cards on the table since an earlier round, the oldest first; [] unless ``reclaim`` is "earlier"."""
        return [card for card, _ in self.table if self.old >> card & 1]

    def is_in(self, seat: int) -> bool:
        """Return whether a seat is still in the game."""
        return seat not in self.out

    def unknown(self, seat: int) -> int:
        """Return how many cards of a seat's hand this state does not know."""
        return self.sizes[seat] - self.hands[seat].bit_count()

    def truth(self, card: int) -> bool | None:
        """Return whether a card is true, as known of it or concluded from its rival; None if this state can't tell."""
        bit, other = 1 << card, 1 << self.partner[card]
        if self.true & bit or self.false & other:
            return True
        if self.false & bit or self.true & other:
            return False
        return None

    def could_hold(self, seat: int, card: int) -> bool:
        """Return whether a card may be in a seat's hand, as far as this state knows."""
        bit = 1 << card
        if self.hands[seat] & bit:
            return True
        return self.unknown(seat) > 0 and card in self.partner and not self.placed & bit

    @property
    def placed(self) -> int:
        """The cards whose place (hand, table, out of the game) this state knows, as a set: bit n is card n."""
        cards = self.gone | self.in_play
        for hand in self.hands:
            cards |= hand
        return cards


_ROUND = {
    step: [
        [tuple((first + step * at) % seats for at in range(seats)) for first in range(seats)]
        for seats in range(SEATS[1] + 1)
    ]
    for step in (1, -1)
}
"""The seats of a table, by the way round (1 is clockwise), how many there are, and the first."""


def clockwise(state: State, first: int, step: int = 1) -> tuple[int, ...]:
    """Return the seats still in the game from ``first`` on, clockwise (``step`` 1) or the other way (-1)."""
    order, out = _ROUND[step][len(state.hands)][first], state.out
    return tuple([seat for seat in order if seat not in out]) if out else order


# ------------------------------------------------------------------------------------------------------- verbs

NO_CARD = 0  # no card has this number: what is taken from a departing hand by “takes nothing”


def _number(word: str, *, hidden: bool = True) -> int:
    if hidden and word == MASK:
        return UNKNOWN
    if not (word.isascii() and word.isdigit() and len(word) <= 4) or not int(word):
        raise ValueError
    return int(word)


def _true_cards(cards: Iterable[int]) -> Iterable[int]:
    """Return the cards of a ``truths`` line, sorted; (UNKNOWN,) if they are hidden.

    Raise ValueError if only some are hidden.
    """
    cards = sorted_hand(cards)
    if UNKNOWN in cards and cards != (UNKNOWN,):
        raise ValueError
    return cards


NUMBER = Kind("NUMBER", lambda _, word: _number(word), lambda _, card: MASK if card == UNKNOWN else str(card))
SEEN = NUMBER._replace(parse=lambda _, word: _number(word, hidden=False))
TAKEN = NUMBER._replace(
    parse=lambda _, word: NO_CARD if word.casefold() == "nothing" else _number(word),
    show=lambda setup, card: "nothing" if card == NO_CARD else NUMBER.show(setup, card),
)


class Known(Struct, frozen=True, gc=False):
    """A part of the brackets at a line's end, ``2 false``: it makes public whether a card is true."""

    card: int
    true: bool


class Hand(Struct, frozen=True, gc=False):
    """A part of the brackets at a line's end, ``Ann holds 3 6 8 9``: it makes public all cards of a hand."""

    seat: int
    cards: tuple[int, ...]


class Absolved(Struct, frozen=True, gc=False):
    """A part of the brackets at a line's end, ``Ann absolved``: each card of this declarer is a provable lie.

    A lie is provable if its true rival is in the hand of another player.
    """

    seat: int


class Took(Struct, frozen=True, gc=False):
    """A part of the brackets at a line's end, ``nothing``: the hidden choice ``takes ?`` took no card."""


Opening = Known | Hand | Absolved | Took


def _read_opening(setup: Setup, part: str) -> Opening:
    if part.casefold() == "nothing":
        return Took()
    match part.casefold().split():
        case [card, ("true" | "false") as truth] if card.isascii() and card.isdigit():
            try:
                return Known(_number(card), truth == "true")
            except ValueError:
                raise ValueError("that line can't be read: it is written … (17 true)") from None
    seat, rest = leading_seat(setup, part, lambda rest: _held(rest) is not None)
    cards = _held(rest)
    if cards is None or not all(cards):
        raise ValueError(
            f"{quoted(f'({part})')} can't be read: "
            "brackets say “17 true”, “17 false”, “NAME holds 3 17”, “NAME absolved”"
        )
    return Hand(seat, tuple(sorted(cards))) if cards else Absolved(seat)


def _held(rest: str) -> list[int] | None:
    """Return the cards in “holds 3 17” (0 for a wrong number), [] for “absolved”, None for any other text."""
    match rest.casefold().split():
        case ["absolved"]:
            return []
        case ["holds", _, *_] as words if all(map(str.isdigit, words[1:])):
            return [int(word) if word.isascii() and len(word) <= 4 else 0 for word in words[1:]]
    return None


def _write_opening(setup: Setup, part: Opening) -> str:
    match part:
        case Known(card, true):
            return f"{card} {'true' if true else 'false'}"
        case Hand(seat, cards):
            return f"{setup.seats[seat]} holds {' '.join(map(str, cards))}"
        case Absolved(seat):
            return f"{setup.seats[seat]} absolved"
    return "nothing"


OPENS: Any = Kind("", _read_opening, _write_opening)


@verb(opens=OPENS)
class Dawn(TableAct, frozen=True, gc=False):
    """The last round is over: all hands lie open, and the fewest provable lies win."""


@verb(also=("yes",), opens=OPENS)
class Declares(SeatAct, frozen=True, gc=False):
    """Lay your hand open at the end of the round: unless somebody proves you a liar, you win."""


@verb(opens=OPENS)
class Gives(SeatAct, frozen=True, gc=False):
    """Give one card of your hand: your departing hand, or to a liar whom you caught and who is spared.

    To depart is to leave the game after one's lie was proven. ``card`` is UNKNOWN if it is hidden.
    """

    card: Annotated[int, TAKEN._replace(usage="NUMBER")]


@verb(usage="NUMBER NUMBER …", private=True, kept=True, opens=OPENS)
class Holds(SeatAct, frozen=True, gc=False):
    """The cards you were dealt.

    ``Ann: holds 3 6 8 9``; ``cards`` are sorted, UNKNOWN if hidden.
    """

    cards: Annotated[tuple[int, ...], NUMBER.many(sorted_hand)]


@verb(anytime=True, opens=OPENS)
class Leaves(SeatAct, frozen=True, gc=False):
    """Somebody has to go home: the hand leaves the game."""


@verb(also=("no",), opens=OPENS, declines=True)
class Passes(SeatAct, frozen=True, gc=False):
    """Don't declare, or show nothing to the declarer."""


@verb(opens=OPENS)
class Plays(SeatAct, frozen=True, gc=False):
    """Play a card of your hand."""

    card: Annotated[int, SEEN]


@verb(said="takes", opens=OPENS)
class Reclaims(SeatAct, frozen=True, gc=False):
    """Take a card from the table; which you may take depends on the house rules."""

    card: Annotated[int, SEEN]


@verb(opens=OPENS)
class Shows(SeatAct, frozen=True, gc=False):
    """Show the declarer a card: a truth that contradicts it knocks them out, a lie you."""

    card: Annotated[int, SEEN]


@verb(opens=OPENS)
class Start(TableAct, frozen=True, gc=False):
    """Who leads the first round."""

    who: Annotated[int, SEAT]


@verb(usage="NUMBER, or nothing", private=True, opens=OPENS)
class Takes(SeatAct, frozen=True, gc=False):
    """Take one card of the departing hand, unseen by the others.

    ``Ann: takes 7`` or ``Ann: takes nothing``; ``card`` is NO_CARD for nothing, UNKNOWN if it is hidden.
    """

    card: Annotated[int, TAKEN]


@verb(usage="NUMBER NUMBER …", private=True, opens=OPENS)
class Truths(TableAct, frozen=True, gc=False):
    """Which of the dealt cards are true; the referee draws.

    ``truths 3 8 9``; ``cards`` are sorted, (UNKNOWN,) if all are hidden.
    """

    cards: Annotated[tuple[int, ...], NUMBER.many(_true_cards)]


MOVES = (Dawn, Declares, Gives, Holds, Leaves, Passes, Plays, Reclaims, Shows, Start, Takes, Truths)
Move = Holds | Truths | Start | Plays | Takes | Gives | Reclaims | Declares | Passes | Shows | Leaves | Dawn
