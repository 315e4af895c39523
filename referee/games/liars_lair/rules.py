"""The rules of Liar's Lair (docs/rules.md): what chance draws, what is legal, and what happens."""

from collections.abc import Iterable, Sequence
from math import comb
from random import Random
from typing import Any

from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.language import both, later, say_n
from referee.core import game as core
from referee.core.cards import UNKNOWN, Message, bits, cards_of, pick, say, some, verb_name
from referee.core.game import ALLOWED, ON_TRUST, Action, Game, Judgment, Outcome, Refused, Setup, Turn
from referee.core.play import seat_named
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.effects import HOW, Missing, contradicted, run
from referee.games.liars_lair.state import DEAL, DECLARE, NO_CARD, OVER, SEATS, TAKE, Move, Plays, Shows, State


def _turns(*verbs: str) -> tuple[tuple[Turn, ...], ...]:
    return tuple((Turn(seat, verbs),) for seat in range(SEATS[1]))


_TURNS = {
    lair.PLAY: _turns("plays"),
    lair.RECLAIM: _turns("reclaims"),
    DECLARE: _turns("declares", "passes"),
    lair.QUESTION: _turns("passes", "shows"),
}
_TAKES, _GIVES, _HOLDS = _turns("takes"), _turns("gives"), _turns("holds")
_TRUTHS, _START, _DAWN = (Turn(None, ("truths",)),), (Turn(None, ("start",)),), (Turn(None, ("dawn",)),)

_OPENING = {Plays, lair.Declares, lair.Passes, Shows, lair.Leaves, lair.Dawn}
"""What may open something to the table."""
_PHASE = {Plays: lair.PLAY, lair.Reclaims: lair.RECLAIM, lair.Declares: DECLARE, Shows: lair.QUESTION}
"""The phase of most lines."""


class _OfSeat(dict[int, Move]):
    """A seat's actions of one verb, by the number of the card; each is made when it is first looked up."""

    def __init__(self, kind: type[Plays | lair.Reclaims | Shows | lair.Gives | lair.Takes], seat: int) -> None:
        self._kind, self._seat = kind, seat

    def __missing__(self, card: int) -> Move:
        self[card] = made = self._kind(self._seat, card)
        return made


_OF_CARDS = {
    kind.verb: tuple(_OfSeat(kind, seat) for seat in range(SEATS[1]))
    for kind in (Plays, lair.Reclaims, Shows, lair.Gives, lair.Takes)
}
_BARE = {kind.verb: tuple((kind(seat),) for seat in range(SEATS[1])) for kind in (lair.Declares, lair.Passes)}


class Rules(Game[State]):
    """The rules of Liar's Lair: what is legal, and what happens.

    ``referee.core.game.Game`` says what the methods take.
    """

    def check(self, setup: Setup) -> tuple[str, str] | None:
        """Return what is wrong with a setup, as (key, sentence), or None.

        The key is "dawn" if dawn would come after the last round, and "facts" if the kit has too few pairs.
        """
        dawn, last = setup.options.dawn, setup.options.max_rounds
        if 0 < last < dawn:
            return (
                "dawn",
                f"the game ends after round {last}, and dawn would come after round {dawn}: let it come first",
            )
        if setup.facts is None:
            return None
        pairs, each, seats = len(setup.facts.pairs), setup.options.each, len(setup.seats)
        if pairs >= each * seats:
            return None
        why = f"this kit has {pairs} pairs; {seats} players with {each} truths and {each} lies each need {each * seats}"
        if pairs < SEATS[0] * lair.LEAST:
            return (
                "facts",
                f"{why}. The smallest table ({SEATS[0]} players, {lair.LEAST} of each) needs {SEATS[0] * lair.LEAST}",
            )
        fits = []
        if pairs // seats >= lair.LEAST:
            fits.append(f"each = {pairs // seats} for {seats} players")
        if pairs // each >= SEATS[0]:
            fits.append(f"each = {each} for {min(SEATS[1], pairs // each)} players")
        if not fits:
            fits.append(f"each = {lair.LEAST} for {min(SEATS[1], pairs // lair.LEAST)} players")
        return "facts", f"{why}. The most it can serve is {', or '.join(fits)}"

    def start(self, setup: Setup) -> State:
        """Return the state before the first hand is entered. ``setup`` must have facts."""
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

    def deals_scored(self, state: State) -> int:
        return int(state.phase == OVER)

    def rounds(self, state: State) -> int:
        return state.round

    def outcome(self, state: State) -> Outcome:
        seats = range(len(state.hands))
        if not state.won:
            none = tuple(0 for _ in seats)
            return (
                core.capped(say_n("{n} round", "{n} rounds", state.round), none)
                if state.phase == OVER
                else Outcome(False, (), none)
            )
        who = both(state.setup.seats[seat] for seat in state.won)
        reason = language.say(HOW[state.how], who=who)
        return Outcome(True, state.won, tuple(int(seat in state.won) for seat in seats), reason)

    def private(self, setup: Setup, verb: str) -> bool:
        """Return whether a verb is entered on a private screen.

        It is for ``holds``, ``truths`` and ``takes``, and for ``gives`` if the house rules let a card be given to a
        player.
        """
        gives = setup.options.departing == "gift" or setup.options.caught == "spared"
        return verb in {"holds", "truths", "takes"} or (verb == "gives" and gives)

    def unreadable(self, setup: Setup, line: core.Line) -> core.RecordError:
        """Return the error for a line that can't be read: it says how the verb is written, with NAME for the player.

        Raises ``RecordError`` for a ``start`` with an unknown name.
        """
        if line.verb == "start":
            seat_named(self, setup, line.args)
        return super().unreadable(replace(setup, seats=("NAME",) * len(setup.seats)), line)

    # ---- chance

    def draw(
        self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()
    ) -> lair.Holds | lair.Truths | lair.Start | lair.Dawn | None:
        """Return the table's next action; None if a player is to act or the game is over.

        It is a hand, the truths, the first leader, or dawn. Hands are drawn even if ``hands`` is False. If no hand fits
        the hands entered, return None. The first leader is one of the seats ``among``; () means all seats.
        """
        if state.phase == lair.DAWN:
            return lair.Dawn()
        if state.phase != DEAL:
            return None
        if 0 in state.sizes:
            cards = draw_hand(state, rng)
            return None if cards is None else lair.Holds(state.sizes.index(0), cards)
        if not state.dealt:
            return lair.Truths(draw_truths(state, rng))
        return lair.Start(pick(list(among) or range(len(state.hands)), rng))

    def odds(self, state: State) -> tuple[tuple[lair.Start, int], ...]:
        if state.phase != DEAL or not state.dealt:
            return ()
        return tuple((lair.Start(who), 1) for who in range(len(state.hands)))

    def drawn(self, state: State) -> tuple[str, ...]:
        """Return the verbs whose lines the referee writes by itself now.

        If people deal (house rule ``deal = "entered"``), ``holds`` is never among them.
        """
        if state.phase == lair.DAWN:
            return ("dawn",)
        if state.phase != DEAL:
            return ()
        if not all(state.sizes):
            return ("holds",) if state.setup.options.deal == "assigned" else ()
        return () if state.dealt else ("truths",)

    def among(self, state: State) -> str:
        return language.say("Who volunteers to lead?") if state.phase == DEAL and state.dealt else ""

    def handouts(self, setup: Setup, actions: Sequence[Action]) -> tuple[core.Handout, ...]:
        """Return each card of the sorted deck with the seat that gets it (None: the box); () if people deal.

        ``actions`` has the ``holds`` actions of the deal.
        """
        hands = [action for action in actions if isinstance(action, lair.Holds)]
        if setup.options.deal != "assigned" or len(hands) != len(setup.seats) or setup.facts is None:
            return ()
        whose = {card: action.seat for action in hands for card in action.cards}
        return tuple(core.Handout(str(card.number), whose.get(card.number)) for card in setup.facts.cards)

    def opening(self, view: State, rng: Random) -> tuple[str, ...]:
        """Return the instruction to people who deal: which pairs stay in the box, and how to deal.

        Return () if the referee deals, or once all hands are entered. ``rng`` draws the pairs.
        """
        setup, options = view.setup, view.setup.options
        if options.deal != "entered" or view.phase != DEAL or all(view.sizes):
            return ()
        assert setup.facts is not None
        pairs = setup.facts.pairs
        spare = len(pairs) - len(setup.seats) * options.each
        first, cards, rest = "", "all cards", ""
        if spare and options.aside == "pairs":
            aside = sorted(card.number for pair in rng.sample(pairs, spare) for card in pair.cards)
            first = f"Leave these cards in the box, unread: {', '.join(map(str, aside))}. "
            cards = "the others"
        elif spare:
            rest = " What is left over stays in the box, unread."
        return (f"{first}Shuffle {cards} and deal {2 * options.each} to everybody.{rest}",)

    # ---- who acts, and what is allowed

    def to_act(self, state: State) -> tuple[Turn, ...]:
        turns = _TURNS.get(state.phase)
        if turns is not None:
            return turns[state.queue[0]]
        if state.phase == DEAL:
            if state.dealt:
                return _START
            waiting = tuple([_HOLDS[seat][0] for seat, size in enumerate(state.sizes) if not size])
            return waiting or _TRUTHS
        if state.phase == lair.DAWN:
            return _DAWN
        if state.phase == OVER:
            return ()
        acting = state.actor
        assert acting is not None
        return (_TAKES if acting == state.taker and state.spared is None else _GIVES)[acting]

    def coming(self, state: State) -> tuple[core.Coming, ...]:
        """Return a Coming for each seat still to be asked if it declares, in order; () in other phases.

        A seat may answer ahead of its turn. The answer is dropped if somebody declares before that turn.
        """
        if state.phase != DECLARE:
            return ()
        on = (state.round, *state.declarers)
        return tuple(core.Coming(seat, ("declares", "passes"), on) for seat in state.queue)

    def fields(self, state: State, seat: int | None, verb: str) -> tuple[core.Field, ...]:
        if verb != "holds":
            return ()
        many = 2 * state.setup.options.each
        return (core.Field("card", tuple(map(str, sorted(state.partner))), many, many),)

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[Move]:
        """Return actions of ``seat`` (None: the table) with ``verb`` that may be legal; none for hands and truths."""
        if seat is None:
            if verb == "start":
                return [lair.Start(who) for who in range(len(state.hands))]
            return [lair.Dawn()] if verb == "dawn" else ()
        if verb in _BARE:
            return _BARE[verb][seat]
        whose = state.departing if verb == "takes" else seat
        if whose is None or verb not in _OF_CARDS:
            return ()
        of_card, hand = _OF_CARDS[verb][seat], state.hands[whose]
        if verb == "reclaims":
            return [of_card[card] for card, _ in state.table]
        if hand.bit_count() == state.sizes[whose]:
            cards = cards_of(hand)
        else:
            cards = [card for card in sorted(state.partner) if state.could_hold(whose, card)]
        return [*map(of_card.__getitem__, (*cards, NO_CARD) if verb == "takes" else cards)]

    def judge(self, state: State, action: Move) -> Judgment:
        """Return whether an action is legal: first without its brackets (``opens``), then with them."""
        kind, queue = type(action), state.queue
        if queue and action.seat == queue[0] and state.phase == _PHASE.get(kind):
            judgment: Judgment = self._judges[kind](self, state, action)  # as most lines are: no turn is looked up
        else:
            judgment = super().judge(state, action)
        if judgment.legal and (action.opens or (kind in _OPENING and _may_lack(state, action))):
            return judge_opens(state, action, judgment)
        return judgment

    def untimely(self, state: State, action: Any) -> Refused:
        seat, setup, phase = action.seat, state.setup, state.phase
        no_taker = isinstance(action, lair.Takes | lair.Gives) and phase == TAKE and seat == state.actor
        if phase == OVER or no_taker or (seat is None and phase != DEAL):
            return super().untimely(state, action)
        match action:
            case lair.Truths() if state.dealt:
                return Refused("lair.deal-order", "the truths are drawn already: next is start")
            case lair.Truths():
                missing = ", ".join(name for name, size in zip(setup.seats, state.sizes, strict=True) if not size)
                template = later("the truths come after every hand: {names} still to be entered")
                return Refused("lair.deal-order", say(template, names=missing))
            case lair.Start():
                why = later("{seat} cannot lead yet: the hands and the truths come first")
                return _refused("deal-order", state, action.who, why)
            case _ if seat in state.out:
                why = later("{seat} is out of the game and cannot {verb} any more")
                return _refused("out", state, seat, why, verb=verb_name(action.verb))
            case lair.Declares() if phase == lair.QUESTION or (phase == DECLARE and seat not in state.queue):
                why = later("{seat} was passed over and cannot declare in this round any more")
                return _refused("declare-late", state, seat, why)
            case lair.Holds():
                why = later("{seat}'s hand was entered at the deal")
                if phase == DEAL:
                    why = later("{seat}'s hand is entered already")
                return _refused("holds-once", state, seat, why)
        return super().untimely(state, action)

    def judge_holds(self, state: State, action: lair.Holds) -> Judgment:
        seat, hand = action.seat, 2 * state.setup.options.each
        if len(action.cards) != hand:
            why = later("{seat} cannot hold {many} cards: a dealt hand has {hand}")
            return _refused("holds-count", state, seat, why, many=len(action.cards), hand=hand)
        known = [card for card in action.cards if card != UNKNOWN]
        if no := _not_in_kit(state, known):
            return no
        cards = bits(known)
        if cards.bit_count() != len(known):
            why = later("{seat} cannot hold a card twice: a dealt hand has {hand} different cards")
            return _refused("holds-count", state, seat, why, hand=hand)
        if any(cards & other for other in state.hands):
            return _refused("one-place", state, seat, "{seat} cannot hold a card that lies in another hand already")
        if len(known) != hand:
            return ON_TRUST
        last = state.sizes.count(0) == 1 and not _is_masked(state)
        if last and state.setup.options.aside == "pairs":
            cards |= sum(state.hands)
            if cards != bits([state.partner[card] for card in cards_of(cards)]):
                return Refused("lair.pairs-whole", "the hands leave a pair torn: both its cards are dealt, or neither")
        return ALLOWED

    def judge_truths(self, state: State, action: lair.Truths) -> Judgment:
        cards, options, masked = action.cards, state.setup.options, _is_masked(state)
        if cards == (UNKNOWN,):
            return ON_TRUST
        if no := _not_in_kit(state, cards):
            return no
        true, lies, known = bits(cards), bits([state.partner[card] for card in cards]), sum(state.hands)
        if true.bit_count() != len(cards) or true & lies:
            why = later("of the two halves of a pair exactly one is true, and it is named once")
            return Refused("lair.truths-halves", why)
        if true & ~known and not masked:
            return Refused("lair.truths-dealt", "only cards that were dealt are named true")
        unsaid = known & ~true & ~lies
        if any(unsaid >> state.partner[card] & 1 for card in cards_of(unsaid)):
            return Refused("lair.truths-halves", "of the two halves of a pair that was dealt exactly one is true")
        for seat, hand in enumerate(state.hands if options.mix == "even" else ()):
            least = (hand & true).bit_count()
            if not least <= options.each <= least + state.unknown(seat):
                even = say("every hand is dealt {each} truths and {each} lies", each=options.each)
                return Refused("lair.truths-even", even)
        need = len(state.hands) * options.each
        if masked and options.aside == "pairs" and len(cards) != need:
            return Refused("lair.truths-halves", say("{need} pairs are dealt, so {need} cards are true", need=need))
        return ON_TRUST if masked else ALLOWED

    def judge_plays(self, state: State, action: Plays) -> Judgment:
        if state.hands[action.seat] >> action.card & 1:
            return ALLOWED
        return _judge_held(state, "play-held", action)

    def judge_shows(self, state: State, action: Shows) -> Judgment:
        return _judge_held(state, "show-held", action)

    def judge_takes(self, state: State, action: lair.Takes) -> Judgment:
        if action.card == NO_CARD:
            return ALLOWED
        return _judge_held(state, "take-departing", action)

    def judge_gives(self, state: State, action: lair.Gives) -> Judgment:
        if action.card == NO_CARD:
            why = later("{seat} cannot give nothing: it is one card of the departing hand")
            if state.spared is not None:
                why = later("{seat} cannot give nothing: it is one card of {seat}'s own hand")
        elif action.card == UNKNOWN and state.spared is None and state.setup.options.departing != "gift":
            why = later("{seat} cannot hide the card: it goes onto the table, for all to see")
        else:
            return _judge_held(state, "give-own", action)
        return _refused("give-own", state, action.seat, why)

    def judge_reclaims(self, state: State, action: lair.Reclaims) -> Judgment:
        seat, card, rule = action.seat, action.card, state.setup.options.reclaim
        for held, whose in state.table:
            if held == card and (state.old >> card & 1 if rule == "earlier" else whose != seat):
                return ALLOWED
        if card not in state.partner:
            why = later("{seat} cannot take {card}: {reason}")
            return _refused("kit", state, seat, why, card=card, reason=_no_card(state, card))
        table = dict(state.table)
        free = [held for held, whose in state.table if whose != seat or rule == "revised"]
        if rule == "earlier":
            free = state.old_cards
        if card not in table:
            there = lair.listed_cards(state.setup, free or [*table])
            why = later("{seat} cannot take {card}: what lies on the table is {cards}")
            return _refused("reclaim-table", state, seat, why, card=card, cards=there)
        if rule == "earlier":
            why = later("{seat} cannot take {card}, which was played this round: there is {cards}")
            return _refused("reclaim-early", state, seat, why, card=card, cards=lair.listed_cards(state.setup, free))
        if card not in free and len(table) > 1:
            why = later("{seat} cannot take {card}, played by {seat} this round: there is {cards}")
            fields = {"seat": state.setup.seat(seat), "card": card}
            return Refused("lair.reclaim-own", lambda: say(why, cards=lair.listed_cards(state.setup, free), **fields))
        return ALLOWED

    def judge_leaves(self, state: State, action: lair.Leaves) -> Judgment:
        """Return whether a seat may leave: after the deal, if it is in the game or has a card to give."""
        if state.phase == DEAL:
            why = later("{seat} cannot leave during the deal: set up a new table without {seat}")
            return _refused("leave-deal", state, action.seat, why)
        if not state.is_in(action.seat) and state.actor != action.seat:
            return _refused("out", state, action.seat, "{seat} is out of the game already")
        return ALLOWED

    def apply(self, state: State, action: Move) -> State:
        return run(state, action)[0]


# ------------------------------------------------------------------------------------------------- the deal, drawn


def draw_hand(state: State, rng: Random) -> tuple[int, ...] | None:
    """Return a random hand, sorted, for the first seat without one.

    All deals that fit the earlier hands are equally likely. If guests wrote the facts, a hand has no card of a pair
    that its player helped to write, as long as such a deal is found. Return None if the earlier hands already have
    cards of more pairs than are in the game.
    """
    many, facts = 2 * state.setup.options.each, state.setup.facts
    assert facts is not None
    for last in reversed(range(_TRIES if facts.writers else 1)):
        if (pool := _pool(state, rng)) is None:
            break
        hand = fair_hand(state, pool, many, rng) if facts.writers else None
        if hand or not last:
            return tuple(sorted(hand or (some(pool, many, rng) if many < len(pool) else pool)))
    return None


_TRIES = 50
"""Choices of the pairs that stay in the box, until the rest can be dealt so that nobody holds what they wrote on."""


def _pool(state: State, rng: Random) -> list[int] | None:
    """Return the cards from which the missing hands are dealt; None if the other hands have too many pairs."""
    options, seats, taken = state.setup.options, len(state.hands), sum(state.hands)  # no card lies in two hands
    if options.aside == "cards" or len(state.pairs) == seats * options.each:
        return cards_of(state.kit & ~taken)
    pool, spare, touched = [], [], 0
    for one, two, halves in state.pairs:
        here = taken & halves
        if not here:
            spare.append((one, two))
        else:
            touched += 1
            if here != halves:
                pool.append(two if taken >> one & 1 else one)
    more = seats * options.each - touched
    if more < 0:
        return None
    for pair in some(spare, more, rng):
        pool += pair
    return pool


def fair_hand(state: State, pool: Sequence[int], many: int, rng: Random) -> list[int] | None:
    """Return a hand of ``many`` cards for the first seat without one; None if no fair deal was found.

    A fair deal gives cards of ``pool`` to all seats without a hand. No player gets a card of a pair that they helped to
    write.
    """
    from factbank.asked import fair_seats

    assert state.setup.facts is not None
    writers = state.setup.facts.writers
    seats = [name for name, size in zip(state.setup.seats, state.sizes, strict=True) if not size]
    spare = -len(pool) % many  # places in the box, with what is left over
    boxes = [""] * ((len(pool) + spare) // many - len(seats))
    barred = [*(writers.get(card, frozenset()) for card in pool), *[frozenset(seats)] * spare]
    found = fair_seats(barred, seats + boxes, many, rng)
    return None if found is None else [card for card, seat in zip(pool, found, strict=False) if seat == 0]


def draw_truths(state: State, rng: Random) -> tuple[int, ...]:
    """Return the dealt cards that are true, sorted: one card of each pair, at random as the option ``mix`` allows."""
    hands, pairs = state.hands, state.pairs
    holder = [len(hands)] * state.kit.bit_length()
    for seat, hand in enumerate(hands):
        for card in cards_of(hand):
            holder[card] = seat
    if state.setup.options.mix == "random":
        ways: Sequence[int] = [rng.random() < 0.5 for _ in pairs]
    else:
        ways = orient([(holder[one], holder[two]) for one, two, _ in pairs], len(hands) + 1, rng)
    true = 0
    for pair, way in zip(pairs, ways, strict=True):
        true |= 1 << pair[way]
    return tuple(cards_of(true & sum(hands)))


def orient(edges: Sequence[tuple[int, int]], vertices: int, rng: Random) -> list[int]:
    """Return for each edge which of its ends (0 or 1) it points at.

    Half of each vertex's edges point at the vertex. Edges are pairs of vertices from 0 to ``vertices`` − 1, and each
    vertex has an even number of them. All possible results are equally likely. To this end, vertices are processed in
    order, and each chooses at random which of its ``free`` undecided edges point at it, so that ``need`` do. The whole
    result is rejected, and begun anew, with probability ``1 - comb(free, need) / comb(free, free // 2)``, which makes
    up for the different numbers of ways.
    """
    random, way, before = rng.random, [0] * len(edges), [0] * vertices
    later: list[list[tuple[int, int, int]]] = [[] for _ in before]  # edge, which end this vertex is, the other vertex
    for at, (one, two) in enumerate(edges):
        if one < two:
            later[one].append((at, 0, two))
            before[two] += 1
        elif two < one:
            later[two].append((at, 1, one))
            before[one] += 1
        else:
            way[at] = 1 if random() < 0.5 else 0  # balanced by itself
    half = [many + len(free) >> 1 for many, free in zip(before, later, strict=True)]
    while True:
        need = [*half]
        for vertex, free in enumerate(later):
            many, left = len(free), need[vertex]
            if left != many >> 1 and (left < 0 or random() * comb(many, many >> 1) >= comb(many, left)):
                break
            for at, end, other in free:
                if random() * many < left:
                    way[at] = end
                    left -= 1
                else:
                    way[at] = 1 - end
                    need[other] -= 1
                many -= 1
        else:
            return way


# --------------------------------------------------------------------------------------------- parts of judgments


def _is_masked(state: State) -> bool:
    """Return whether the state does not know every card of the hands."""
    return sum(state.hands).bit_count() != sum(state.sizes)  # no card lies in two hands


def _no_card(state: State, card: int) -> Message:
    return say(
        "there is no card {card} in this kit, whose cards are numbered {first} to {last}",
        card=card, first=min(state.partner), last=max(state.partner),
    )  # fmt: skip


def _not_in_kit(state: State, cards: Iterable[int]) -> Refused | None:
    wrong = [card for card in cards if card not in state.partner]
    return Refused("lair.kit", _no_card(state, wrong[0])) if wrong else None


def _refused(rule: str, state: State, seat: int, why: str, **fields: Any) -> Refused:
    return Refused(f"lair.{rule}", say(why, seat=state.setup.seat(seat), **fields))


_CANNOT = {
    "plays": later("{seat} cannot play {what}"), "shows": later("{seat} cannot show {what}"),
    "takes": later("{seat} cannot take {what}"), "gives": later("{seat} cannot give {what}"),
}  # fmt: skip


def _judge_held(state: State, rule: str, action: Plays | Shows | lair.Takes | lair.Gives) -> Judgment:
    """Return whether the card of an action is in the hand that it must come from.

    That is the departing hand for ``takes``, else the seat's own. If the state cannot tell, the action is accepted on
    trust. A refusal by ``rule`` says where the state knows the card to be, followed by its title. The title of a card
    that the state does not know to be elsewhere is not told, since it could tell which card is the rival of a card in
    hand.
    """
    seat, card, setup = action.seat, action.card, state.setup
    whose = (state.departing or 0) if isinstance(action, lair.Takes) else seat
    if card == UNKNOWN:
        return ON_TRUST
    bit = 1 << card
    if state.hands[whose] & bit:
        return ALLOWED
    if state.could_hold(whose, card):
        return ON_TRUST
    why = later("{card}: it is not there")
    fields: dict[str, Any] = {"card": card, "title": lair.title_of(setup, card)}
    if state.in_play & bit:
        why = later("{card} ({title}): it lies on the table")
    elif state.gone & bit:
        why = later("{card} ({title}): it has left the game")
    for name, hand in zip(setup.seats, state.hands, strict=True):
        if hand & bit:
            why, fields["holder"] = later("{card} ({title}): it lies in {holder}'s hand"), name
    if card not in state.partner:
        rule, why, fields["reason"] = "kit", later("{card}: {reason}"), _no_card(state, card)
    if isinstance(action, lair.Takes):
        fields["card"] = say("{card} from {seat}'s hand", card=card, seat=setup.seat(whose))
    return _refused(rule, state, seat, _CANNOT[action.verb], what=say(why, **fields))


# ------------------------------------------------------------------------------------------------------- brackets


def _may_lack(state: State, action: Move) -> bool:
    """Return whether this state may not know what the action makes public; ``run`` tells for certain."""
    if isinstance(action, Plays):
        return state.truth(action.card) is None and contradicted(state, action.card) is not None
    if isinstance(action, Shows):
        return state.truth(action.card) is None or _is_masked(state)
    if state.phase == DECLARE:  # after the last has spoken hands are laid open
        return len(state.queue) == 1 and _is_masked(state)
    if isinstance(action, lair.Leaves):
        return state.phase == lair.QUESTION and _is_masked(state)
    return isinstance(action, lair.Dawn)


def judge_opens(state: State, action: Move, judgment: Judgment) -> Judgment:
    """Return ``judgment`` if the brackets of an action are right, else a refusal.

    ``judgment`` is that of the action without brackets. The brackets (``action.opens``) must say all that the action
    makes public and the state does not know, and nothing else. If they lack something, the refusal is ``Unopened``.
    """
    if not _is_consistent(state, action):
        return _false(action)
    try:
        after, opened = run(state, action)
    except Missing:
        what = "whether the card is true" if isinstance(action, Plays) else "what it opens"
        if isinstance(action, lair.Dawn):
            what, example = "every hand and truth", f"{state.setup.name(0)} holds 3 17; 3 true; 17 false"
        elif isinstance(action, Plays | Shows) and state.truth(action.card) is None:
            example = f"{action.card} false"
        else:
            seats = (*state.declarers, action.seat or 0)
            declarer = next((seat for seat in seats if state.unknown(seat)), seats[-1])
            example = f"{state.setup.seats[declarer]} holds 3 17 …"
        why = f"this line must say in brackets {what}, like ({example}): the hands are masked here"
        return core.Unopened("lair.bracket-missing", why)
    if all(part in opened or _is_also_opened(after, action, part) for part in action.opens):
        return judgment
    return _false(action)


def _false(action: Move) -> Refused:
    return Refused("lair.bracket-false", f"“{action.verb}” opens something else than its brackets say")


def _is_consistent(state: State, action: Move) -> bool:
    """Return whether the parts of an action's brackets agree with this state and with each other."""
    said: dict[int, bool] = {}
    for part in action.opens:
        if isinstance(part, lair.Known):
            if part.card not in state.partner or state.truth(part.card) is (not part.true):
                return False
            if said.get(part.card, part.true) != part.true or said.get(state.partner[part.card]) == part.true:
                return False
            said[part.card] = part.true
        elif isinstance(part, lair.Hand) and not _could_be(state, action, part):
            return False
    return True


def _could_be(state: State, action: Move, hand: lair.Hand) -> bool:
    """Return whether ``hand`` can be all cards of its seat now, without one that ``action`` plays from it."""
    seat, known, size = hand.seat, state.hands[hand.seat], state.sizes[hand.seat]
    if isinstance(action, Plays) and action.seat == seat:
        if action.card in hand.cards:
            return False
        known, size = known & ~(1 << action.card), size - 1
    if len(set(hand.cards)) != size or len(hand.cards) != size:
        return False
    return not known & ~bits(hand.cards) and all(state.could_hold(seat, card) for card in hand.cards)


def _is_also_opened(after: State, action: Move, part: lair.Opening) -> bool:
    """Return whether brackets may say ``part`` although it is not among what the action makes public.

    That is so for what one seat alone learns, and for the truth of the other card of a contradiction. ``after`` is the
    state after the action.
    """
    match action, part:
        case Plays() | Shows(), lair.Known():
            return bool(after.exposed >> part.card & 1) and after.partner[part.card] == action.card
        case Plays(), lair.Hand():
            return after.phase == TAKE and after.departing == part.seat and after.setup.options.departing == "pick"
        case lair.Truths(), lair.Known() if action.cards != (UNKNOWN,):
            return part.true == (part.card in action.cards)
        case lair.Truths(), lair.Known():
            return any(after.could_hold(seat, part.card) for seat in range(len(after.hands)))
        case lair.Takes(), lair.Took():
            return action.card in {UNKNOWN, NO_CARD}
    return False
