"""Lizard (docs/rules.md §3): cards, house rules, verbs, chance, what is legal, what happens, views.

A card is a number: 0 (2c) to 51 (As), ``LIZARD`` or ``SNAKE``; UNKNOWN (−1) is a hidden one. A suit is 0 to 3, for
clubs, diamonds, hearts and spades; −1 is none. A seat is its index in the header's ``seats``.

Each verb class stands for a line of a record: ``Bids`` for ``Ann: bids 2``, ``Trick`` for ``trick Ann``. The first
sentence of its docstring is the help for the player who enters the line.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from itertools import pairwise
from math import comb
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.language import both, either, later, say_n, speech
from referee.core import cards, game
from referee.core.cards import (
    COPIES,
    LIZARD,
    MASK,
    SNAKE,
    STANDARD,
    SUIT_NAMES,
    UNKNOWN,
    Hand,
    Message,
    pick,
    put,
    sample,
    say,
    sign_card,
    some,
)
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Coming,
    Field,
    Game,
    Json,
    Judgment,
    Outcome,
    Refused,
    Setup,
    Turn,
    choices,
    hands_from,
    left,
)
from referee.core.play import NUMBER, SEAT, Kind, Leaves, by_name, card_kind, verb

SUITS = SUIT_NAMES
KINDS = STANDARD + 2  # the 52, the lizard and the snake
DECK = cards.LIZARD_DECK

# The three tables below end with the entry of UNKNOWN, which is −1: the last place of a tuple.
NAMES = (*cards.NAMES, MASK)
SUIT_OF = (*(card & 3 for card in range(STANDARD)), -1, -1, -1)
"""The suit of every card, −1 of one without."""
_LIZARDS, _SNAKES = STANDARD, STANDARD + 4  # the first bit of their counts
ONE = (*(1 << card for card in range(STANDARD)), 1 << _LIZARDS, 1 << _SNAKES, 0)
"""What one copy of a card adds to a count of cards: a bit each for the 52, four bits each for lizards and snakes."""
FULL = (1 << STANDARD) - 1 + COPIES * ONE[LIZARD] + COPIES * ONE[SNAKE]

parse = partial(cards.parse_card, specials=True)
"""Read a card in any case: ``9h``, ``Th``, ``10h``, ``lizard``, ``snake``, ``?``. Raises ValueError."""


def copies(count: int, card: int) -> int:
    """Return how many copies of ``card`` are in the multiset ``count``, the sum of ``ONE[card]`` over its cards."""
    if card < LIZARD:
        return count >> card & 1
    return count >> (_LIZARDS if card == LIZARD else _SNAKES) & 15


def total(card: int) -> int:
    """Return how many copies of ``card`` are in the deck: 1, or 4 of the lizard and the snake."""
    return 1 if card < LIZARD else COPIES


def members(count: int) -> list[int]:
    """Return the cards of the multiset ``count`` (an integer, see ``ONE``), lowest first; each copy is listed."""
    return [
        *cards.cards_of(count & (1 << STANDARD) - 1),
        *[LIZARD] * copies(count, LIZARD),
        *[SNAKE] * copies(count, SNAKE),
    ]


SEATS = (3, 5)
RIGHT, TRICK = 20, 10  # points for a right bid, and for each trick: won when it is right, of difference when not


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of Lizard. The defaults are the rules as the game's authors published them.

    Where those say nothing, the defaults are the rules in docs/rules.md.
    """

    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=DECK // SEATS[0])] | Literal["all"],
        Meta(description="After how many rounds the game ends, or all."),
    ] = "all"
    trump_snake: Annotated[
        Literal["none", "redraw"],
        Meta(description="A snake turned for trump means no trump, or another card is turned."),
    ] = "none"
    trump_lizard: Annotated[
        Literal["dealer", "none"],
        Meta(description="A lizard turned for trump lets the dealer call a suit, or means no trump."),
    ] = "dealer"
    hook: Annotated[bool, Meta(description="The last to bid may not make the bids add up to the number of tricks.")] = (
        False
    )
    estimates: Annotated[
        Literal["open", "secret"],
        Meta(description="Bids are said one after the other, or made in secret and opened together."),
    ] = "open"
    all_snakes: Annotated[
        Literal["second", "first", "last"],
        Meta(description="Which snake takes a trick of nothing but snakes."),
    ] = "second"
    track: Annotated[
        Literal["cards", "tricks", "scores"],
        Meta(description="How much people enter: every card, who took each trick, or only the tricks won."),
    ] = "cards"


RULES: dict[str, str] = game.common_rules("lizard") | {
    "lizard.trump-left": "Trump is turned from the cards that were not dealt; when all were dealt there is none.",
    "lizard.card-gone": "No card is in more places than it has copies: one of each, four lizards, four snakes.",
    "lizard.holds-once": "A hand is entered once a round, before the first bid.",
    "lizard.holds-count": "A hand is as many cards as the round has tricks.",
    "lizard.bid-range": "A bid is a number from 0 to the number of tricks of the round.",
    "lizard.hook": "With the hook, the last to bid may not make the bids add up to the number of tricks.",
    "lizard.held": "A player whose hand is known plays a card of it.",
    "lizard.follow": "Who holds the suit that was led follows it; a lizard or a snake may always be played.",
    "lizard.won-sum": "The tricks that the players say they won add up to the tricks of the round.",
}


def last_round(setup: Setup) -> int:
    """Return the number of the last round, from 1: the option ``rounds``, or for "all" as many as the deck allows."""
    rounds = setup.options.rounds
    return DECK // len(setup.seats) if rounds == "all" else int(rounds)


HIDDEN = -1  # a bid that this view may not know


def is_secret(setup: Setup) -> bool:
    """Return whether the house rules have bids made in secret and opened together (``estimates = "secret"``)."""
    return bool(setup.options.estimates == "secret")


SECRET_BIDS = choices(
    lambda state: range(state.round + 1),
    masked=HIDDEN,
    when=is_secret,
    early=later("bids are opened by the last of them: leave out the brackets"),
    wrong=later("{name} did not bid {choice}"),
    missing=later("the last bid must say what was bid in secret: {names}’s is missing"),
)


def barred(state: "State") -> int | None:
    """Return the bid that the option ``hook`` forbids to the last bidder; None if no bid is forbidden now.

    That bid would make the bids add up to the number of tricks; it may be negative.
    """
    if state.bids.count(None) != 1 or not state.setup.options.hook:
        return None
    return state.round - sum(bid or 0 for bid in state.bids)


class Round(Struct, frozen=True, gc=False):
    """A finished round: bids, tricks won and points, each by seat."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


def known(state: "State") -> int:
    """Return all cards in hands that the referee knows, as a multiset (an integer, see ``ONE``)."""
    one = ONE.__getitem__
    return sum([sum(map(one, hand)) for hand in state.hands if hand])


def unseen(state: "State") -> list[int]:
    """Return the cards that have not been face up this round and are in no known hand; each copy is listed."""
    return members(FULL - state.seen - known(state))


class State(Struct, frozen=True, gc=False):
    """The state of the game.

    ``phase``: dealer, trump, call, bid, play, tricks, won, over; with ``track = "cards"`` the bids are followed by
    play, with "tricks" by tricks, with "scores" by won. ``last``: the number of the last round. ``turned``: the cards
    turned for trump this round; ``trump``: a suit, −1 for none (yet). ``bids``: one a seat; None before it is made,
    ``HIDDEN`` where a view may not know it. ``hands``: by seat, None if not known. ``seen``: the cards that were face
    up this round, as a multiset (``ONE``). ``failed``: (seat, trick, suit) of each suit that a seat did not follow this
    round. ``leader`` leads the trick, ``trick`` has its cards in order; ``follow`` is the suit to follow, −1 for none
    (yet). ``number``: the trick, from 1. ``won``: tricks by seat; ``counted_in``: by seat, whether it has said how many
    it won. ``flags``: the revokes found. ``totals``: points by seat. ``left``: the seat that left, −1 for none.
    """

    setup: Setup
    last: int
    phase: str = "dealer"
    round: int = 1
    dealer: int = UNKNOWN
    turned: tuple[int, ...] = ()
    trump: int = UNKNOWN
    bids: Annotated[tuple[int | None, ...], SECRET_BIDS] = ()
    hands: Annotated[tuple[Hand, ...], hands_from(unseen)] = ()
    seen: int = 0
    leader: int = 0
    trick: tuple[int, ...] = ()
    follow: int = UNKNOWN
    number: int = 1
    won: tuple[int, ...] = ()
    counted_in: tuple[bool, ...] = ()
    failed: tuple[tuple[int, int, int], ...] = ()
    flags: tuple["Revoke", ...] = ()

    history: tuple[Round, ...] = ()
    totals: tuple[int, ...] = ()
    left: int = -1


class Revoke(Struct, frozen=True, gc=False):
    """A revoke: a player did not follow a suit, and later in that round played a card of it.

    ``trick`` is the number, from 1, of the trick in which ``suit`` was led, ``shown`` that where ``card`` was played.
    """

    round: int
    trick: int
    seat: int
    suit: int
    card: int
    shown: int

    def told(self, state: State) -> Message:
        """Return the revoke as a sentence without a full stop. Any state of the game will do, for names."""
        return say(
            "round {round} trick {trick}: {seat} revoked: {suit} were led, and {seat} showed {card} in trick {shown}",
            round=self.round, trick=self.trick, seat=state.setup.seats[self.seat], suit=language.say(SUITS[self.suit]),
            card=NAMES[self.card], shown=self.shown,
        )  # fmt: skip


def cards_left(state: State) -> int:
    """Return how many cards of the deck were neither dealt nor turned for trump this round."""
    return DECK - len(state.hands) * state.round - len(state.turned)


def opening(state: State) -> str:
    """Return the phase in which a round begins: "trump", or "bid" if no card is left to turn."""
    return "trump" if cards_left(state) > 0 else "bid"


def bidder(state: State) -> int:
    """Return the seat that bids next if bids are open; the first to bid sits at the dealer's left."""
    seats = len(state.hands)
    return (state.dealer + 1 + seats - state.bids.count(None)) % seats


CARD = card_kind(parse, NAMES)
SUIT = Kind("SUIT", lambda _, word: cards.parse_suit(word), lambda _, suit: SUITS[suit])


@verb()
class Dealer(game.TableAct, frozen=True, gc=False):
    """Say who drew the highest card and deals first."""

    who: Annotated[int, SEAT]


@verb()
class Trump(game.TableAct, frozen=True, gc=False):
    """Turn a card for trump: 9h, lizard or snake."""

    card: Annotated[int, CARD.face_up()]


@verb()
class Calls(game.SeatAct, frozen=True, gc=False):
    """Call the trump suit after a lizard was turned."""

    suit: Annotated[int, SUIT]


@verb(private=True, optional=True, kept=True, enters="hands")
class Holds(game.SeatAct, frozen=True, gc=False):
    """Tell the referee, in private, the hand you were dealt."""

    cards: Annotated[tuple[int, ...], CARD.many(sorted)]


@verb(opens=by_name(NUMBER), enters="bids")
class Bids(game.SeatAct, frozen=True, gc=False):
    """Bid how many tricks you will win.

    ``Ann: bids 2``; ``count`` is ``HIDDEN`` for another player's secret bid. On the line of the last secret bid,
    ``opens`` has (seat, bid) for each of the earlier ones; else it is ().
    """

    count: Annotated[int, NUMBER.masked(HIDDEN, when=is_secret)]


@verb()
class Plays(game.SeatAct, frozen=True, gc=False):
    """Play a card to the trick: 9h, lizard or snake."""

    card: Annotated[int, CARD.face_up()]


@verb()
class Trick(game.TableAct, frozen=True, gc=False):
    """Say who took the trick.

    A line of the table, ``trick Ann``, at a trick's end where people do not enter each card (``track = "tricks"``).
    """

    who: Annotated[int, SEAT]


@verb()
class Won(game.SeatAct, frozen=True, gc=False):
    """Say how many tricks you won this round.

    A line of a player, ``Ann: won 2``, where people enter only scores (``track = "scores"``).
    """

    count: Annotated[int, NUMBER]


Move = Dealer | Trump | Calls | Holds | Bids | Plays | Trick | Won | Leaves
"""Any of them."""

_SEATS = range(SEATS[1])
_TABLE = {verb: (Turn(None, (verb,)),) for verb in ("dealer", "trump", "trick")}
_TURNS = {verb: [Turn(seat, (verb,)) for seat in _SEATS] for verb in ("bids", "plays", "calls", "won", "holds")}
_PLAY_TURNS = [(turn,) for turn in _TURNS["plays"]]
_PLAYS = [[Plays(seat, card) for card in range(KINDS)] for seat in _SEATS]
_BIDS = [[Bids(seat, count) for count in range(DECK // SEATS[0] + 1)] for seat in _SEATS]


class Rules(Game[State]):
    """The rules of Lizard: what is legal and what happens. ``referee.core.game.Game`` says what the methods take."""

    def check(self, setup: Setup) -> tuple[str, str] | None:
        most = DECK // len(setup.seats)
        options: Options = setup.options
        if options.rounds != "all" and options.rounds > most:
            return "rounds", f"{len(setup.seats)} players can play 1 to {most} rounds, not {options.rounds}"
        if options.hook and options.estimates == "secret":
            return "hook", "the hook needs open bids: nobody is the last to bid in secret"
        return None

    def start(self, setup: Setup) -> State:
        return _new_round(setup, totals=(0,) * len(setup.seats))

    def deals_scored(self, state: State) -> int:
        """Return the number of scored rounds."""
        return len(state.history)

    def flags(self, state: State) -> tuple[str, ...]:
        """Return a sentence for each revoke that has been found (see ``Revoke``)."""
        return tuple(str(flag.told(state)) for flag in state.flags)

    def outcome(self, state: State) -> Outcome:
        """Return how the game stands: the highest total after the last round wins, and equal totals share the win."""
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=state.totals)
        if state.left >= 0:
            return left(state.setup, state.left, state.totals)
        best = max(state.totals)
        winners = tuple(seat for seat, total in enumerate(state.totals) if total == best)
        reason = language.say_n(
            "{who} is the Lizard King with {points} points",
            "{who} share the title of Lizard King with {points} points", len(winners),
            who=both(state.setup.seats[seat] for seat in winners), points=best,
        )  # fmt: skip
        return Outcome(over=True, winners=winners, scores=state.totals, reason=reason)

    def private(self, setup: Setup, verb: str) -> bool:
        """Return whether a verb is entered on a private screen: hands always, bids if they are secret."""
        return verb == "holds" or (verb == "bids" and is_secret(setup))

    # ---- who may act, and what chance does

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat, or the table, that may act.

        Unless people enter every card (house rule ``track``), seats may bid before a trump is turned or called.
        """
        if state.phase == "play":
            return _PLAY_TURNS[(state.leader + len(state.trick)) % len(state.hands)]
        loose = state.setup.options.track != "cards"
        match state.phase:
            case "dealer":
                return _TABLE["dealer"]
            case "trump":
                return (*_bidders(state), *_TABLE["trump"]) if loose else _TABLE["trump"]
            case "call":
                verbs = {turn.seat or 0: turn.verbs for turn in _bidders(state)} if loose else {}
                verbs[state.dealer] = (*verbs.get(state.dealer, ()), "calls")
                return tuple(Turn(seat, verbs[seat]) for seat in sorted(verbs))
            case "bid":
                return _bidders(state)
            case "tricks":
                return _TABLE["trick"]
            case "won":
                return tuple(_TURNS["won"][seat] for seat, counted_in in enumerate(state.counted_in) if not counted_in)
        return ()

    def awaits(self, state: State) -> tuple[int | None, ...]:
        """Return who must act (None: the table): all that may, except to turn or call an optional trump."""
        loose = state.phase in {"trump", "call"} and state.setup.options.track != "cards"
        return tuple(turn.seat for turn in (_bidders(state) if loose else self.to_act(state)))

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may enter its hand: once a round, before the first bid."""
        if state.phase not in {"trump", "call", "bid"} or any(bid is not None for bid in state.bids):
            return ()
        return tuple(_TURNS["holds"][seat] for seat, hand in enumerate(state.hands) if hand is None)

    def coming(self, view: State) -> tuple[Coming, ...]:
        """Return a Coming for each seat still to bid, in order; () in other phases or if bids are secret."""
        if view.phase != "bid" or is_secret(view.setup):
            return ()
        seats, first = len(view.hands), bidder(view)
        order = [(first + at) % seats for at in range(seats)]
        return tuple(Coming(seat, ("bids",), (view.round,)) for seat in order if view.bids[seat] is None)

    def fields(self, view: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the argument that a person enters for ``holds``: the cards of a hand; () for other verbs."""
        if verb != "holds" or seat is None:
            return ()
        among = tuple(name for card, name in enumerate(NAMES) for _ in range(total(card)))
        return (Field("card", among, view.round, view.round),)

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
        """Return the next action of chance: first dealer, hand or trump card; None if a player is to act.

        Without ``hands``, no hand is dealt. The first dealer is drawn from the seats ``among``; () means all.
        """
        match state.phase:
            case "play":
                return None
            case "dealer":
                return Dealer(pick(among or range(len(state.hands)), rng))
            case "trump" | "bid" if hands and _to_deal(state):
                return Holds(state.hands.index(None), tuple(sorted(sample(unseen(state), state.round, rng))))
            case "trump" if state.setup.options.track == "cards":
                return Trump(pick(unseen(state), rng))
        return None

    def odds(self, state: State) -> tuple[tuple[Move, int], ...]:
        """Return (action, weight) for each first dealer, hand (in round 1) or trump card that may be next; else ()."""
        match state.phase:
            case "dealer":
                return tuple((Dealer(who), 1) for who in range(len(state.hands)))
            case "trump" | "bid" if _to_deal(state):
                seat, kinds = state.hands.index(None), Counter(unseen(state)) if state.round == 1 else Counter()
                return tuple((Holds(seat, (card,)), copies) for card, copies in kinds.items())
            case "trump" if state.setup.options.track == "cards":
                return tuple((Trump(card), copies) for card, copies in Counter(unseen(state)).items())
        return ()

    # ---- what is allowed

    def judge(self, state: State, action: Move) -> Judgment:
        if type(action) is Plays and state.phase == "play":  # as most lines are: no turn is looked up
            if action.seat == (state.leader + len(state.trick)) % len(state.hands):
                return self.judge_plays(state, action)
            return self.untimely(state, action)
        return super().judge(state, action)

    def untimely(self, state: State, action: Any) -> Refused:
        if type(action) is Trump and state.phase == "bid" and not cards_left(state):
            return Refused("lizard.trump-left", "no card is left to turn in this round: it is played without trump")
        if type(action) is Holds and state.phase not in {"dealer", "over"}:
            why = later("{seat} cannot enter a hand now: it is done before the first bid of a round")
            if state.hands[action.seat] is not None:
                why = later("{seat}’s hand of this round has been entered already")
            return self.refuse("holds-once", state, action.seat, why)
        return super().untimely(state, action)

    def judge_holds(self, state: State, action: Holds) -> Judgment:
        seat, size, cards = action.seat, state.round, action.cards
        if len(cards) != size:
            why = later("{seat} must enter {cards} in round {round}, not {entered}")
            need = say_n("{n} card", "{n} cards", size)
            return self.refuse("holds-count", state, seat, why, cards=need, round=size, entered=len(cards))
        if UNKNOWN in cards:
            return ON_TRUST
        there = state.seen + known(state)
        for card, count in Counter(cards).items():
            if count + copies(there, card) > total(card):
                where = _elsewhere(card) if count <= total(card) else say("the deck has {n}", n=total(card))
                held = NAMES[card] if count == 1 else f"{count} × {NAMES[card]}"
                fields = {"cards": held, "reason": where}
                return self.refuse("card-gone", state, seat, "{seat} cannot hold {cards}: {reason}", **fields)
        return ALLOWED

    def judge_trump(self, state: State, action: Trump) -> Judgment:
        return _judge_gone(state, action.card) or ALLOWED

    def judge_bids(self, state: State, action: Bids) -> Judgment:
        most, seat, count = state.round, action.seat, action.count
        if count > most:
            why = later("{seat} cannot bid {count}: this round has {tricks} (0 to {most})")
            tricks = say_n("{n} trick", "{n} tricks", most)
            return self.refuse("bid-range", state, seat, why, count=count, tricks=tricks, most=most)
        if is_secret(state.setup):
            return self.judge_choice(state, action)
        if count == barred(state):
            why = later("{seat} cannot bid {count}: the bids would add up to {tricks} (bid {others})")
            others = or_so(bid for bid in range(most + 1) if bid != count)
            tricks = say_n("{n} trick", "{n} tricks", most)
            return self.refuse("hook", state, seat, why, count=count, tricks=tricks, others=others)
        if action.opens:
            return Refused("lizard.bracket-false", "an open bid makes nothing else known: leave out the brackets")
        return ALLOWED

    def judge_won(self, state: State, action: Won) -> Judgment:
        tricks, count = state.round, action.count
        others = sum(won for won, counted_in in zip(state.won, state.counted_in, strict=True) if counted_in)
        left = tricks - others
        last = state.counted_in.count(False) == 1
        if count > left or (last and count != left):
            right = say("it must be {n}", n=left) if last or not left else say("0 to {n} are left", n=left)
            why = later("{seat} cannot have won {count} of {tricks}: {right}")
            return self.refuse("won-sum", state, action.seat, why, count=count, tricks=tricks, right=right)
        return ALLOWED

    def judge_plays(self, state: State, action: Plays) -> Judgment:
        seat, card = action.seat, action.card
        hand, suit, follow = state.hands[seat], SUIT_OF[card], state.follow
        if hand is None or hand[0] == UNKNOWN:
            return _judge_gone(state, card) or ON_TRUST
        if card not in hand:
            why = later("{seat} does not hold {card}: {cards} are there")
            return self.refuse("held", state, seat, why, card=NAMES[card], cards=_listed(hand))
        if 0 <= follow != suit >= 0 and follow in [SUIT_OF[own] for own in hand]:
            return Refused("lizard.follow", lambda: _must_follow(state, seat, hand))
        return ALLOWED

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[Move]:
        """Return actions of ``seat`` (None: the table) with ``verb`` that may be legal; none for ``holds``."""
        if seat is None:
            if verb == "trump":
                return [Trump(card) for card in range(KINDS)]
            kind = Dealer if verb == "dealer" else Trick
            return [kind(who) for who in range(len(state.hands))]
        match verb:
            case "plays":
                hand, plays = state.hands[seat], _PLAYS[seat]
                return plays if not hand or hand[0] == UNKNOWN else [plays[card] for card in hand]
            case "bids":
                return _BIDS[seat][: state.round + 1]
            case "calls":
                return [Calls(seat, suit) for suit in range(len(SUITS))]
            case "won":
                return [Won(seat, count) for count in range(state.round + 1)]
        return ()

    # ---- what happens

    def apply_dealer(self, state: State, action: Dealer) -> State:
        return replace(state, dealer=action.who, phase=opening(state))

    def apply_holds(self, state: State, action: Holds) -> State:
        return replace(state, hands=put(state.hands, action.seat, action.cards))

    def apply_trump(self, state: State, action: Trump) -> State:
        options, card = state.setup.options, action.card
        state = replace(state, turned=(*state.turned, card), seen=state.seen + ONE[card])
        if card == LIZARD:
            return replace(state, phase="call" if options.trump_lizard == "dealer" else "bid")
        if card == SNAKE:
            again = options.trump_snake == "redraw" and cards_left(state) > 0
            return state if again else replace(state, phase="bid")
        return replace(state, trump=SUIT_OF[card], phase="bid")

    def apply_calls(self, state: State, action: Calls) -> State:
        return replace(state, trump=action.suit, phase="bid")

    def apply_bids(self, state: State, action: Bids) -> State:
        bids = self.chosen(state, action)
        if None in bids:
            return replace(state, bids=bids, phase="bid")
        phase = {"cards": "play", "tricks": "tricks", "scores": "won"}[state.setup.options.track]
        return replace(state, bids=bids, phase=phase, leader=(state.dealer + 1) % len(bids))

    def apply_plays(self, state: State, action: Plays) -> State:
        seat, card = action.seat, action.card
        hand, hands, failed, flags = state.hands[seat], state.hands, state.failed, state.flags
        suit, follow, trick = SUIT_OF[card], state.follow, state.trick
        if hand is not None:
            at = 0 if hand[0] == UNKNOWN else hand.index(card)
            hands = put(hands, seat, hand[:at] + hand[at + 1 :])
        if suit >= 0:
            if failed and (hand is None or hand[0] == UNKNOWN):  # a hand that is known cannot revoke
                failed, flags = _revokes(state, seat, card)
            if follow >= 0 and suit != follow:
                failed = (*failed, (seat, state.number, follow))
        if follow < 0 <= suit and LIZARD not in trick:
            follow = suit
        trick = (*trick, card)
        seen, leader = state.seen + ONE[card], state.leader
        complete = len(trick) == len(hands)
        if complete:
            leader = (leader + winner(trick, state.trump, state.setup.options.all_snakes)) % len(hands)
            trick, follow = (), -1
        state = replace(
            state, hands=hands, seen=seen, leader=leader, trick=trick, follow=follow, failed=failed, flags=flags
        )
        return _take(state, leader) if complete else state

    def apply_trick(self, state: State, action: Trick) -> State:
        return _take(state, action.who)

    def apply_won(self, state: State, action: Won) -> State:
        won, counted_in = put(state.won, action.seat, action.count), put(state.counted_in, action.seat, True)
        state = replace(state, won=won, counted_in=counted_in)
        return _settle(state) if all(counted_in) else state

    def apply_leaves(self, state: State, action: Leaves) -> State:
        return replace(state, phase="over", left=action.seat)

    # ---- who may know what

    def cards_shown(self, before: State, action: Move, after: State) -> tuple[tuple[int, str], ...]:
        """Return (seat, card as a record names it) for a played card; () for other actions."""
        return ((action.seat, NAMES[action.card]),) if isinstance(action, Plays) else ()

    def public(self, view: State) -> dict[str, Json]:
        names, seats = view.setup.seats, len(view.hands)
        hide = None in view.bids and is_secret(view.setup)
        return {
            "round": view.round,
            "rounds": view.last,
            "dealer": None if view.dealer < 0 else names[view.dealer],
            "trump": None if view.trump < 0 else SUITS[view.trump],
            "bids": {} if hide else {name: bid for name, bid in zip(names, view.bids, strict=True) if bid is not None},
            "won": dict(zip(names, view.won, strict=True)),
            "trick": [[names[(view.leader + at) % seats], NAMES[card]] for at, card in enumerate(view.trick)],
            "history": [
                {
                    "bids": dict(zip(names, done.bids, strict=True)),
                    "won": dict(zip(names, done.won, strict=True)),
                    "points": dict(zip(names, done.points, strict=True)),
                }
                for done in view.history
            ],
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the ``hidden`` object of ``referee replay --json --reveal``: known hands and all bids."""
        hands: dict[str, Json] = {}
        bids: dict[str, Json] = {}
        for name, hand, bid in zip(state.setup.seats, state.hands, state.bids, strict=True):
            hands[name] = None if hand is None else [NAMES[card] for card in hand]
            if bid is not None:
                bids[name] = NAMES[UNKNOWN] if bid == HIDDEN else bid
        return {"hands": hands, "bids": bids}

    def sample_state(self, view: State, seat: int | None, rng: Random) -> State:
        """Return a random full state that agrees with this view of ``seat``: masked hands and bids are drawn.

        Seats get no cards of suits that they did not follow.
        """
        hidden = [at for at, hand in enumerate(view.hands) if hand and hand[0] == UNKNOWN] if view.failed else []
        voids = [frozenset([suit for who, _, suit in view.failed if who == at]) for at in hidden]
        if not any(voids):
            return super().sample_state(view, seat, rng)
        hands = list(view.hands)
        sizes = [len(view.hands[at] or ()) for at in hidden]
        for at, hand in zip(hidden, _deal_around(unseen(view), sizes, voids, rng), strict=True):
            hands[at] = tuple(sorted(hand))
        return replace(view, hands=tuple(hands))


def _to_deal(state: State) -> bool:
    """Return whether a hand is to be dealt now: a seat has none, and nobody has bid."""
    return None in state.hands and state.bids.count(None) == len(state.bids)


def _bidders(state: State) -> tuple[Turn, ...]:
    if is_secret(state.setup):
        return tuple(_TURNS["bids"][seat] for seat, bid in enumerate(state.bids) if bid is None)
    return (_TURNS["bids"][bidder(state)],)


def _judge_gone(state: State, card: int) -> Refused | None:
    """Return a refusal if all copies of ``card`` lie open or are in known hands, else None."""
    there, most = copies(state.seen, card), total(card)
    if there + sum(hand.count(card) for hand in state.hands if hand) < most:
        return None
    why = _elsewhere(card) if there == most else say("it is in a hand that was entered")
    return Refused("lizard.card-gone", say("{card} cannot be there: {reason}", card=NAMES[card], reason=why))


def _must_follow(state: State, seat: int, hand: Sequence[int]) -> Message:
    fits = [own for own in hand if SUIT_OF[own] in {state.follow, -1}]
    why, suit = later("{seat} must follow {suit}, with {cards}"), language.say(SUITS[state.follow])
    return say(why, seat=state.setup.seat(seat), suit=suit, cards=either(map(sign_card, fits)))


def or_so(numbers: Iterable[int]) -> str:
    """Return numbers as a phrase of alternatives: “0 or 1 or 3”."""
    return reduce(speech().either.format, map(str, numbers))


def _elsewhere(card: int) -> Message:
    if card >= LIZARD:
        return say("the deck has {n}, and the others are elsewhere", n=total(card))
    return say("it has been seen elsewhere this round")


def _listed(cards: Sequence[int]) -> str:
    return " ".join([NAMES[card] for card in cards])


def _revokes(state: State, seat: int, card: int) -> tuple[tuple[tuple[int, int, int], ...], tuple["Revoke", ...]]:
    """Return ``state.failed`` and ``state.flags`` after ``seat`` played ``card``, which may prove a revoke."""
    suit = SUIT_OF[card]
    shown = [entry for entry in state.failed if entry[0] == seat and entry[2] == suit]
    flags = [Revoke(state.round, number, seat, suit, card, state.number) for _, number, _ in shown]
    return tuple(entry for entry in state.failed if entry not in shown), (*state.flags, *flags)


def winner(trick: tuple[int, ...], trump: int, all_snakes: str) -> int:
    """Return the index in the trick of the card that wins it (docs/rules.md §3, Play).

    ``trick`` has the cards in the order in which they were played. ``trump`` is a suit from 0 to 3, or −1 for no trump.
    ``all_snakes`` says which snake wins a trick of snakes only: "first", "second" or "last", as in ``Options``.
    """
    if LIZARD in trick:
        return trick.index(LIZARD)
    for card in trick:
        if card != SNAKE:
            return trick.index(max(trick, key=STRENGTHS[trump][SUIT_OF[card]].__getitem__))
    return {"second": 1, "first": 0, "last": len(trick) - 1}[all_snakes]


def _strengths(trump: int, led: int) -> tuple[int, ...]:
    """Return each card's strength, by its number, in a trick with these trump (−1: none) and led suits."""
    suited = [card + STANDARD * (2 * (suit == trump) + (suit == led)) for card, suit in enumerate(SUIT_OF[:STANDARD])]
    return (*suited, 4 * STANDARD, -1)


STRENGTHS = tuple(tuple(_strengths(trump, led) for led in range(len(SUITS))) for trump in (*range(len(SUITS)), -1))
"""By the trump (the last where there is none) and the suit that was led: how strong each card is in the trick."""


def points(bid: int, won: int) -> int:
    """Return a seat's points for a round: 20 plus 10 a trick if ``won`` is ``bid``, else −10 a trick of difference."""
    return RIGHT + TRICK * won if bid == won else -TRICK * abs(bid - won)


def _take(state: State, taker: int) -> State:
    won = put(state.won, taker, state.won[taker] + 1)
    if state.number == state.round:
        return _settle(replace(state, won=won))
    return replace(state, won=won, number=state.number + 1)


def _settle(state: State) -> State:
    """Return the state after the round was scored: the next round begins, or the game is over."""
    bids = tuple(bid or 0 for bid in state.bids)
    scored = tuple(map(points, bids, state.won))
    totals = tuple(total + more for total, more in zip(state.totals, scored, strict=True))
    history = (*state.history, Round(bids, state.won, scored))
    if state.round == state.last:
        return replace(state, phase="over", history=history, totals=totals)
    dealer = (state.dealer + 1) % len(bids)
    fresh = _new_round(
        state.setup, round=state.round + 1, dealer=dealer, flags=state.flags, history=history, totals=totals
    )
    return replace(fresh, phase=opening(fresh))


def _new_round(setup: Setup, **more: Any) -> State:
    """Return the state of a round before its first line. ``more`` sets fields other than their defaults."""
    seats = len(setup.seats)
    blank, zero = (None,) * seats, (0,) * seats
    return State(setup, last_round(setup), bids=blank, hands=blank, won=zero, counted_in=(False,) * seats, **more)


# ---- deals in which nobody has a suit that they did not follow

TRIES = 60  # deals, before one is mended
STIRS = 12  # swaps of two cards, of each card of a mended deal
Suits = frozenset[int]
"""The suits that a hand has none of."""


def _slices(cards: list[int], sizes: list[int]) -> list[list[int]]:
    """Return hands of these sizes, cut from ``cards`` in their order; cards left over are in no hand."""
    ends = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    return [cards[begin:end] for begin, end in pairwise(ends)]


def _fits(card: int, void: Suits) -> bool:
    return SUIT_OF[card] not in void


def _deal_around(pool: list[int], sizes: list[int], voids: list[Suits], rng: Random) -> list[list[int]]:
    """Return random hands of these sizes from ``pool``, none with a card of a suit in its ``voids``.

    Hands with voids are dealt first. Deals are kept with a probability that makes all fitting ones equally likely. If
    none of ``TRIES`` deals is kept, any deal is mended: cards move to hands that they fit, and are mixed by swaps.
    """
    order = sorted(range(len(sizes)), key=lambda at: sum(1 for card in pool if _fits(card, voids[at])))
    may = {at: [card for card in pool if _fits(card, voids[at])] for at in order if voids[at]}
    most = {}
    for place, at in enumerate(order):
        if at in may:
            spared = 0
            for other in order[:place]:
                if other in may:
                    spared += max(0, sizes[other] - sum(1 for card in may[other] if not _fits(card, voids[at])))
            most[at] = comb(len(may[at]) - spared, sizes[at])
    for _ in range(TRIES):
        if hands := _deal_once(pool, sizes, voids, [*may], most, rng):
            return hands
    rest = len(pool) - sum(sizes)
    return _mended(_slices(some(pool, len(pool), rng), [*sizes, rest]), [*voids, frozenset()], rng)[:-1]


def _deal_once(
    pool: list[int], sizes: list[int], voids: list[Suits], first: list[int], most: dict[int, int], rng: Random
) -> list[list[int]]:
    """Return one random deal, in which ``first``, the hands with voids, come first; [] if it is rejected."""
    hands: list[list[int]] = [[] for _ in sizes]
    for at in first:
        fits = [card for card in pool if _fits(card, voids[at])]
        if len(fits) < sizes[at] or rng.random() * most[at] >= comb(len(fits), sizes[at]):
            return []
        hands[at] = some(fits, sizes[at], rng)
        pool = fits[sizes[at] :] + [card for card in pool if not _fits(card, voids[at])]
    free = [at for at in range(len(sizes)) if at not in most]
    free_sizes = [sizes[at] for at in free]
    for at, hand in zip(free, _slices(some([*pool], sum(free_sizes), rng), free_sizes), strict=True):
        hands[at] = hand
    return hands


def _mended(hands: list[list[int]], voids: list[Suits], rng: Random) -> list[list[int]]:
    """Move cards between hands until each fits its hand, then swap random pairs that fit; return the hands."""
    for at, hand in enumerate(hands):
        for place, card in enumerate([*hand]):
            if not _fits(card, voids[at]):
                _move(hands, voids, at, place)
    places = [(at, place) for at, hand in enumerate(hands) for place in range(len(hand))]
    for _ in range(STIRS * len(places)):
        (one, at), (other, place) = rng.choice(places), rng.choice(places)
        if _fits(hands[one][at], voids[other]) and _fits(hands[other][place], voids[one]):
            hands[one][at], hands[other][place] = hands[other][place], hands[one][at]
    return hands


def _move(hands: list[list[int]], voids: list[Suits], at: int, place: int) -> None:
    """Move card ``hands[at][place]`` to a hand that it fits, by a cycle of moves that ends at its place."""
    came: dict[int, tuple[int, int]] = {}
    queue = [at]
    while queue:
        giver = queue.pop(0)
        for where, card in enumerate(hands[giver]):
            if giver == at and where != place:
                continue
            if giver != at and _fits(card, voids[at]):
                to = (giver, where)
                while to[0] != at:
                    source = came[to[0]]
                    hands[to[0]][to[1]] = hands[source[0]][source[1]]
                    to = source
                hands[at][place] = card
                return
            for taker, void in enumerate(voids):
                if taker != at and taker not in came and _fits(card, void):
                    came[taker] = (giver, where)
                    queue.append(taker)
    raise AssertionError("no deal lets everybody follow suit as they did")
