"""The rules of Liar's Lair: what chance does, what is allowed, and what happens (docs/rules.md)."""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits, cards_of, pick, put, some
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Action,
    Coming,
    Field,
    Handout,
    Judgment,
    Refused,
    Setup,
    Turn,
    Unopened,
)
from referee.core.refusals import Leaves, infinitive, untimely
from referee.games.liars_lair.endings import (
    LAST,
    Missing,
    Opened,
    absolutions,
    asked,
    declares,
    declaring,
    expose,
    knocked_out,
    leaves,
    new_round,
    over,
    shows,
)
from referee.games.liars_lair.state import (
    DEAL,
    DECLARE,
    NO_CARD,
    OVER,
    PLAY,
    QUESTION,
    RECLAIM,
    SEATS,
    TAKE,
    Declares,
    Gives,
    Hand,
    Holds,
    Known,
    Move,
    Opening,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    State,
    Takes,
    Took,
    Truths,
    clockwise,
    listed_cards,
    title_of,
)


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Holds | Truths | Start | None:
    """Return the next line of the deal by chance: a hand, the truths, the starter (of the volunteers ``among``)."""
    del hands  # this referee always knows them
    if state.phase != DEAL:
        return None
    if 0 in state.sizes:
        cards = draw_hand(state, rng)
        return None if cards is None else Holds(state.sizes.index(0), cards)
    if not state.dealt:
        return Truths(draw_truths(state, rng))
    return Start(pick(list(among) or range(len(state.hands)), rng))


def odds(state: State) -> tuple[tuple[Start, int], ...]:
    """Return what ``draw`` gives, each with its weight: the starter."""
    if state.phase != DEAL or not state.dealt:
        return ()
    return tuple((Start(who), 1) for who in range(len(state.hands)))


def draw_hand(state: State, rng: Random) -> tuple[int, ...] | None:
    """Return a hand for the next seat, every deal that agrees with the hands entered being equally likely.

    None when the hands entered touch more pairs than are dealt, so that no deal agrees with them.
    """
    options, seats, taken = state.setup.options, len(state.hands), sum(state.hands)  # no card lies in two hands
    many = 2 * options.each
    if options.aside == "cards" or len(state.pairs) == seats * options.each:
        pool = cards_of(state.kit & ~taken)
    else:
        pool, spare, touched = [], [], 0
        for one, two, both in state.pairs:
            here = taken & both
            if not here:
                spare.append((one, two))
            else:
                touched += 1
                if here != both:
                    pool.append(two if taken >> one & 1 else one)
        more = seats * options.each - touched
        if more < 0:
            return None
        for pair in some(spare, more, rng):
            pool += pair
    return tuple(sorted(some(pool, many, rng) if many < len(pool) else pool))


def draw_truths(state: State, rng: Random) -> tuple[int, ...]:
    """Return the true ones of the dealt cards, at random among all choices that the options allow."""
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
    """Point every edge at one of its ends, 0 or 1, so that half of each vertex's edges, which are even, point at it.

    Every such choice is equally likely. Vertex by vertex (they are numbered from 0), those of its edges that are still
    free are dealt as it needs them, each way of ``comb(free, need)`` as likely as any other; it begins anew with the
    chance of ``1 - comb(free, need) / comb(free, free // 2)``, so that a choice which is found in few ways at one
    vertex is kept more often. The last vertex gets what it needs when the others have.
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


def drawn(state: State) -> tuple[str, ...]:
    """Return the verbs that the referee draws by itself now; in an entered deal people enter their hands."""
    if state.phase != DEAL:
        return ()
    if not all(state.sizes):
        return ("holds",) if state.setup.options.deal == "assigned" else ()
    return () if state.dealt else ("truths",)


def among(state: State) -> str:
    """Return the question before the starter is drawn."""
    return "Who volunteers to lead?" if state.phase == DEAL and state.dealt else ""


def handouts(setup: Setup, actions: Sequence[Action]) -> tuple[Handout, ...]:
    """Return who gets which card, from the top of the sorted deck; () unless the referee deals and knows all hands."""
    hands = [action for action in actions if isinstance(action, Holds)]
    if setup.options.deal != "assigned" or len(hands) != len(setup.seats) or setup.facts is None:
        return ()
    whose = {card: action.seat for action in hands for card in action.cards}
    return tuple(Handout(str(card.number), whose.get(card.number)) for card in setup.facts.cards)


def opening(view: State, rng: Random) -> tuple[str, ...]:
    """Return how people deal where they do: which pairs of a large kit stay in the box, at random, and what to do."""
    setup, options = view.setup, view.setup.options
    if options.deal != "entered" or view.phase != DEAL or all(view.sizes):
        return ()
    assert setup.facts is not None
    pairs, seats, said = setup.facts.pairs, len(setup.seats), ""
    spare = len(pairs) - seats * options.each
    if spare and options.aside == "pairs":
        aside = sorted(card.number for pair in rng.sample(pairs, spare) for card in pair.cards)
        said = f"Leave these cards in the box, unread: {', '.join(map(str, aside))}. "
    rest = ""
    if spare and options.aside == "cards":
        rest = " What is left over stays in the box, unread."
    return (f"{said}Shuffle {'the others' if said else 'all cards'} and deal {2 * options.each} to everybody.{rest}",)


"""All that a line opens to the table, in order."""


def apply(state: State, action: Move) -> State:
    """Return the next state."""
    if action.opens:
        state = learn(state, action.opens)
    return _RUN[type(action)](state, action)[0]


def run(state: State, action: Move) -> tuple[State, Opened]:
    """Return the next state and all that the line opens, known before or not. Raises ``Missing`` in a masked state."""
    if action.opens:
        state = learn(state, action.opens)
    return _RUN[type(action)](state, action)


def learn(state: State, opens: Iterable[Opening]) -> State:
    """Return the state with what brackets say put in; who but a hand's owner knows it is the line's to say."""
    hands, seen, true, false = list(state.hands), list(state.seen), state.true, state.false
    for part in opens:
        if isinstance(part, Known):
            true, false = (true | 1 << part.card, false) if part.true else (true, false | 1 << part.card)
        elif isinstance(part, Hand):
            hands[part.seat] |= bits(part.cards)
            seen[part.seat] |= bits(part.cards)
    return replace(state, hands=tuple(hands), seen=tuple(seen), true=true, false=false)


# --------------------------------------------------------------------------------------------------- the deal


def _apply_holds(state: State, action: Holds) -> tuple[State, Opened]:
    seat, cards = action.seat, _known(action.cards)
    hands, sizes, seen = list(state.hands), list(state.sizes), list(state.seen)
    hands[seat], sizes[seat] = cards, len(action.cards)
    seen[seat] |= cards
    return replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen)), ()


def _known(cards: tuple[int, ...]) -> int:
    """Return the cards that are not hidden, as a set."""
    return bits(cards if UNKNOWN not in cards else [card for card in cards if card != UNKNOWN])


def _apply_truths(state: State, action: Truths) -> tuple[State, Opened]:
    named = _known(action.cards)
    dealt = 0
    for hand in state.hands:
        dealt |= hand
    false = state.false | (dealt & ~named if named else 0)
    return replace(state, dealt=True, true=state.true | named, false=false, knows=(*state.hands, 0)), ()


def _apply_start(state: State, action: Start) -> tuple[State, Opened]:
    return new_round(state, action.who, 1), ()


# ---------------------------------------------------------------------------------------------------- playing


def _apply_plays(state: State, action: Plays) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    bit, rival = 1 << card, contradicted(state, card)
    phase, queue, table = PLAY, state.queue[1:], state.table
    if rival is None:
        table = (*table, (card, seat))
        if not queue:
            phase, queue = _reclaiming(state, seat)
    hands, sizes, played = list(state.hands), list(state.sizes), list(state.played)
    hands[seat] &= ~bit
    sizes[seat] -= 1
    played[seat] |= bit
    state = replace(
        state,
        phase=phase,
        hands=tuple(hands),
        sizes=tuple(sizes),
        seen=tuple([cards | bit for cards in state.seen]),
        queue=queue,
        table=table,
        last=seat,
        played=tuple(played),
    )
    return (state, ()) if rival is None else _knocks_out(state, action, rival)


def _knocks_out(state: State, action: Plays, rival: tuple[int, int]) -> tuple[State, Opened]:
    """Let a card just played meet the other half of its pair (a card and who played it): the liar of the two is out."""
    seat, card, (other, owner) = action.seat, action.card, rival
    true = state.truth(card)
    if true is None:
        raise Missing
    bit, both = 1 << card, 1 << card | 1 << other
    liar, honest = (owner, seat) if true else (seat, owner)
    state = replace(
        state,
        table=tuple([entry for entry in state.table if entry[0] != other]),
        gone=state.gone | both,
        exposed=state.exposed | both,
        true=state.true | (bit if true else 1 << other),
        false=state.false | (1 << other if true else bit),
        knows=tuple([cards | both for cards in state.knows]),
        out=(*state.out, liar),
    )
    opened = (Known(card, true),)
    if len(state.out) == len(state.hands) - 1:
        return leaves(over(state, clockwise(state, 0)[0], LAST), liar), opened
    if liar in state.queue:  # the lie lay there since an earlier round, when somebody who went home reclaimed nothing
        state = _without(state, liar)
    if liar == honest and state.setup.rules > 1:  # by such a card of their own: nobody takes, as one could by rules 1
        return _play_on(leaves(state, liar)), opened
    departing = state.setup.options.departing
    if departing != "pool":
        state = replace(state, knockers=state.knockers | 1 << honest)
    if not state.sizes[liar]:
        return _play_on(state), opened
    if departing == "pick":
        state = replace(state, seen=put(state.seen, honest, state.seen[honest] | state.hands[liar]))
    return replace(state, phase=TAKE, departing=liar, taker=honest), opened


def contradicted(state: State, card: int) -> tuple[int, int] | None:
    """Return the other half of a card's pair and who put it in play, where it lies under a name that is still in."""
    other = state.partner[card]
    for entry in state.table:
        if entry[0] == other:
            return None if entry[1] in state.out else entry
    return None


def _apply_takes(state: State, action: Takes) -> tuple[State, Opened]:
    taker, liar, card = action.seat, state.departing, action.card
    assert liar is not None
    hand = state.hands[liar]
    if card == NO_CARD or Took() in action.opens:
        return _play_on(leaves(state, liar)), ()
    taken = 0 if card == UNKNOWN else 1 << card
    state = _handed_over(state, liar, taker, taken, frozenset((taker,)))
    # the others no longer know which of the cards they had seen in that hand has gone where
    gone = 0 if card == UNKNOWN else hand & ~taken
    return _play_on(replace(state, gone=state.gone | gone)), ()


def _apply_gives(state: State, action: Gives) -> tuple[State, Opened]:
    liar, honest, card = action.seat, state.taker, action.card
    assert honest is not None
    hand = state.hands[liar]
    given = 0 if card == UNKNOWN else 1 << card
    if state.setup.options.departing == "gift":
        state = _handed_over(state, liar, honest, given, frozenset((liar, honest)))
        gone = 0 if card == UNKNOWN else hand & ~given
        return _play_on(replace(state, gone=state.gone | gone)), ()
    seen = tuple([cards | given for cards in state.seen])
    hands = put(state.hands, liar, hand & ~given)
    state = replace(state, hands=hands, seen=seen, table=(*state.table, (card, liar)))
    return _play_on(leaves(state, liar)), ()


def _handed_over(state: State, liar: int, honest: int, card: int, witnesses: frozenset[int]) -> State:
    """Move a card from the departing hand to the truth's player; all but the witnesses lose sight of that hand."""
    hand = state.hands[liar]
    seen = [
        cards | card if eyes in witnesses else cards & ~hand  # a view's sets hold no card that its eyes lose here
        for eyes, cards in enumerate(state.seen)
    ]
    hands, sizes = list(state.hands), list(state.sizes)
    hands[liar], sizes[liar] = 0, 0
    hands[honest] |= card
    sizes[honest] += 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes), seen=tuple(seen))


def _play_on(state: State) -> State:
    phase, queue = PLAY, state.queue
    if not queue:
        phase, queue = _reclaiming(state, state.last) if state.table else (DECLARE, declaring(state))
    return replace(state, phase=phase, queue=queue, departing=None, taker=None)


# ------------------------------------------------------------------------------------------------- reclaiming


def _reclaiming(state: State, last: int) -> tuple[str, tuple[int, ...]]:
    """Return the phase after the playing and who acts in it, ``last`` being the seat that played last."""
    assert state.start is not None
    revised = state.setup.options.reclaim == "revised"
    order = clockwise(state, last, -1) if revised else clockwise(state, state.start)
    knockers = state.knockers
    queue = tuple([seat for seat in order if not knockers >> seat & 1]) if knockers else order
    return (RECLAIM, queue) if queue else (DECLARE, declaring(state))


def _apply_reclaims(state: State, action: Reclaims) -> tuple[State, Opened]:
    seat, card = action.seat, action.card
    queue, table = state.queue[1:], tuple([entry for entry in state.table if entry[0] != card])
    phase = RECLAIM
    if not queue or not table:
        phase, queue = DECLARE, declaring(state)
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat] |= 1 << card
    sizes[seat] += 1
    return replace(state, phase=phase, hands=tuple(hands), sizes=tuple(sizes), table=table, queue=queue), ()


# --------------------------------------------------------------------------------------------------- going home


def _goes_home(state: State, action: Leaves) -> tuple[State, Opened]:
    """Let a seat go home: the hand leaves the game, and whoever waited for it goes on."""
    seat, phase, departing = action.seat, state.phase, state.departing
    takes = seat == state.taker and state.setup.options.departing != "pool"
    if departing is not None and (takes or seat == departing):
        state = leaves(state, departing)  # nothing of it is taken or given any more
        if takes:
            state = knocked_out(state, seat)
        return (state if state.phase == OVER else _play_on(_without(state, seat))), ()
    declarer = phase == QUESTION and state.declarers[0] == seat
    state = knocked_out(state, seat)
    if state.phase == OVER:
        return (state if departing is None else leaves(state, departing)), ()
    state = _without(state, seat)
    if declarer or (phase == DECLARE and not state.queue):
        return expose(state, absolutions(action))
    if phase == QUESTION:
        return asked(state, state.queue), ()
    if state.queue or phase == TAKE:
        return state, ()
    return (_play_on(state) if phase == PLAY else replace(state, phase=DECLARE, queue=declaring(state))), ()


def _without(state: State, seat: int) -> State:
    """Return the state with nobody waiting for a seat."""
    queue = tuple([other for other in state.queue if other != seat])
    return replace(state, queue=queue, declarers=tuple([other for other in state.declarers if other != seat]))


_RUN: dict[type, Callable[[State, Any], tuple[State, Opened]]] = {
    Holds: _apply_holds,
    Truths: _apply_truths,
    Start: _apply_start,
    Plays: _apply_plays,
    Takes: _apply_takes,
    Gives: _apply_gives,
    Reclaims: _apply_reclaims,
    Declares: declares,
    Passes: declares,
    Shows: shows,
    Leaves: _goes_home,
}


def play_lacks(state: State, action: Plays) -> bool:
    """Say whether a card played may open what this state does not know; the full state never lacks anything."""
    return contradicted(state, action.card) is not None and state.truth(action.card) is None


def show_lacks(state: State, action: Shows) -> bool:
    """Say so of a card shown to a declarer."""
    return state.truth(action.card) is None or any(state.unknown(seat) for seat in state.declarers[1:])


def declaration_lacks(state: State, action: Declares | Passes) -> bool:
    """Say so of a declaration, or a pass instead of one."""
    if len(state.queue) > 1 or state.phase != DECLARE:
        return False
    return any(state.unknown(seat) for seat in (*state.declarers, action.seat))


def leaving_lacks(state: State, action: Leaves) -> bool:
    """Say so of somebody who goes home: the next declarer's hand may lie open then."""
    if state.phase not in {DECLARE, QUESTION}:
        return False
    return any(state.unknown(seat) for seat in state.declarers if seat != action.seat)


def judge_opens(state: State, action: Move, judgment: Judgment) -> Judgment:
    """Judge the brackets: all that the line opens and this state does not know, and nothing else or untrue."""
    false = Refused("lair.bracket-false", f"“{action.verb}” opens something else than its brackets say")
    if not _consistent(state, action):
        return false
    try:
        after, opened = run(state, action)
    except Missing:
        what = "whether the card is true" if isinstance(action, Plays) else "what it opens"
        why = f"this line must say in brackets {what}, like ({_example(state, action)}): the hands are masked here"
        return Unopened("lair.bracket-missing", why)
    for part in action.opens:
        if part not in opened and not _also_opened(after, action, part):
            return false
    return judgment


def _example(state: State, action: Move) -> str:
    if isinstance(action, Plays | Shows) and state.truth(action.card) is None:
        return f"{action.card} false"
    assert action.seat is not None
    declarer = next((seat for seat in (*state.declarers, action.seat) if state.unknown(seat)), action.seat)
    return f"{state.setup.seats[declarer]} holds 3 17 …"


def _consistent(state: State, action: Move) -> bool:
    """Say whether brackets agree with what this state knows and with each other."""
    said: dict[int, bool] = {}
    for part in action.opens:
        if isinstance(part, Known):
            if part.card not in state.partner or state.truth(part.card) is (not part.true):
                return False
            if said.get(part.card, part.true) != part.true or said.get(state.partner[part.card]) == part.true:
                return False
            said[part.card] = part.true
        elif isinstance(part, Hand) and not _could_be(state, action, part):
            return False
    return True


def _could_be(state: State, action: Move, hand: Hand) -> bool:
    """Say whether a seat could have this hand now, without the card that it plays in the same line."""
    seat, known, size = hand.seat, state.hands[hand.seat], state.sizes[hand.seat]
    if isinstance(action, Plays) and action.seat == seat:
        if action.card in hand.cards:
            return False
        known, size = known & ~(1 << action.card), size - 1
    if len(set(hand.cards)) != size or len(hand.cards) != size:
        return False
    return not known & ~bits(hand.cards) and all(state.could_hold(seat, card) for card in hand.cards)


def _also_opened(after: State, action: Move, part: Opening) -> bool:
    """Say whether brackets may hold a part: what a seat alone learns, and the other half of a contradiction."""
    match action, part:
        case Plays() | Shows(), Known():
            return bool(after.exposed >> part.card & 1) and after.partner[part.card] == action.card
        case Plays(), Hand():
            return after.phase == TAKE and after.departing == part.seat and after.setup.options.departing == "pick"
        case Truths(), Known() if action.cards != (UNKNOWN,):
            return part.true == (part.card in action.cards)
        case Truths(), Known():
            return any(after.could_hold(seat, part.card) for seat in range(len(after.hands)))
        case Takes(), Took():
            return action.card in {UNKNOWN, NO_CARD}
    return False


_TURNS = {
    phase: tuple((Turn(seat, verbs),) for seat in range(SEATS[1]))
    for phase, verbs in (
        (PLAY, ("plays",)),
        (RECLAIM, ("reclaims",)),
        (DECLARE, ("declares", "passes")),
        (QUESTION, ("passes", "shows")),
    )
}
_TAKES = tuple((Turn(seat, ("takes",)),) for seat in range(SEATS[1]))
_GIVES = tuple((Turn(seat, ("gives",)),) for seat in range(SEATS[1]))
_HOLDS = tuple(Turn(seat, ("holds",)) for seat in range(SEATS[1]))
_TRUTHS, _START = (Turn(None, ("truths",)),), (Turn(None, ("start",)),)


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act now, with which verbs."""
    turns = _TURNS.get(state.phase)
    if turns is not None:
        return turns[state.queue[0]]
    if state.phase == DEAL:
        if state.dealt:
            return _START
        waiting = tuple([_HOLDS[seat] for seat, size in enumerate(state.sizes) if not size])
        return waiting or _TRUTHS
    if state.phase == OVER:
        return ()
    acting = state.actor
    assert acting is not None
    return (_TAKES if acting == state.taker else _GIVES)[acting]


def coming(state: State) -> tuple[Coming, ...]:
    """Return the seats that are still asked whether they declare: they may say so ahead, until somebody declares."""
    if state.phase != DECLARE:
        return ()
    on = (state.round, *state.declarers)
    return tuple(Coming(seat, ("declares", "passes"), on) for seat in state.queue)


def fields(state: State, _seat: int | None, verb: str) -> tuple[Field, ...]:
    """Return the numbers of a dealt hand that is entered."""
    if verb != "holds":
        return ()
    many = 2 * state.setup.options.each
    return (Field("card", tuple(map(str, sorted(state.partner))), many, many),)


def judge(state: State, action: Move) -> Judgment:
    """Say whether a line may be written now."""
    queue, found = state.queue, _JUDGE[state.phase].get(type(action))
    if found is None:
        return _leaves(state, action) if type(action) is Leaves else _untimely(state, action)
    if state.phase == TAKE:
        if action.seat != state.actor:
            return _untimely(state, action)
        if (type(action) is Takes) is not (state.setup.options.departing == "pick"):
            return untimely("lair", state.setup, to_act(state), action)
    elif queue and action.seat != queue[0]:
        return _untimely(state, action)
    judged, lacks = found
    judgment = judged(state, action)
    if judgment.legal and (action.opens or (lacks and lacks(state, action))):
        return judge_opens(state, action, judgment)
    return judgment


class _OfSeat(dict[int, Move]):
    """The lines of a verb by which a seat moves a card, by its number, made when they are first asked for."""

    def __init__(self, kind: type[Plays | Reclaims | Shows | Gives | Takes], seat: int) -> None:
        self._kind, self._seat = kind, seat

    def __missing__(self, card: int) -> Move:
        self[card] = made = self._kind(self._seat, card)
        return made


_PLAYS, _RECLAIMS, _SHOWS, _GIVEN, _TAKEN = (
    tuple(_OfSeat(kind, seat) for seat in range(SEATS[1])) for kind in (Plays, Reclaims, Shows, Gives, Takes)
)
_DECLARES = tuple((Declares(seat),) for seat in range(SEATS[1]))
_PASSES = tuple((Passes(seat),) for seat in range(SEATS[1]))


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Move]:
    """Return the lines of a verb that are worth judging; none for ``holds`` and ``truths``, which are drawn."""
    if seat is None:
        return [Start(who) for who in range(len(state.hands))] if verb == "start" else ()
    match verb:
        case "plays":
            return [*map(_PLAYS[seat].__getitem__, _held(state, seat))]
        case "reclaims":
            reclaims = _RECLAIMS[seat]
            return [reclaims[card] for card, _ in state.table]
        case "declares":
            return _DECLARES[seat]
        case "passes":
            return _PASSES[seat]
        case "shows":
            return [*map(_SHOWS[seat].__getitem__, _held(state, seat))]
        case "gives":
            return [*map(_GIVEN[seat].__getitem__, _held(state, seat))]
        case "takes" if state.departing is not None:
            return [*map(_TAKEN[seat].__getitem__, (*_held(state, state.departing), NO_CARD))]
    return ()


def _held(state: State, seat: int) -> list[int]:
    """Return the cards that lie, or could lie, in a hand."""
    hand = state.hands[seat]
    if hand.bit_count() == state.sizes[seat]:
        return cards_of(hand)
    return [card for card in sorted(state.partner) if state.could_hold(seat, card)]


# ------------------------------------------------------------------------------------------- who acts, and when


def _untimely(state: State, action: Action) -> Refused:
    seat, name = action.seat, state.setup.name(action.seat)
    if state.phase == OVER or seat is None:
        return untimely("lair", state.setup, to_act(state), action)
    if seat in state.out:
        return Refused("lair.out", f"{name} is out of the game and cannot {infinitive(action.verb)} any more")
    late = state.phase == QUESTION or (state.phase == DECLARE and seat not in state.queue)
    if isinstance(action, Declares) and late:
        return Refused("lair.declare-late", f"{name} was passed over and cannot declare in this round any more")
    if isinstance(action, Holds):
        return Refused("lair.holds-once", f"{name}'s hand was entered at the deal")
    return untimely("lair", state.setup, to_act(state), action)


# --------------------------------------------------------------------------------------------------- the deal


def _holds(state: State, action: Holds) -> Judgment:
    seat, hand = action.seat, 2 * state.setup.options.each
    name = state.setup.seats[seat]
    if state.sizes[seat]:
        return Refused("lair.holds-once", f"{name}'s hand is entered already")
    if len(action.cards) != hand:
        return Refused("lair.holds-count", f"{name} cannot hold {len(action.cards)} cards: a dealt hand has {hand}")
    known = [card for card in action.cards if card != UNKNOWN]
    if no := _not_in_kit(state, known):
        return no
    cards = bits(known)
    if cards.bit_count() != len(known):
        return Refused("lair.holds-count", f"{name} cannot hold a card twice: a dealt hand has {hand} different cards")
    if any(cards & other for other in state.hands):
        return Refused("lair.one-place", f"{name} cannot hold a card that lies in another hand already")
    if len(known) != hand:
        return ON_TRUST
    if _tears_a_pair(state, seat, cards):
        return Refused("lair.pairs-whole", "the hands leave a pair torn: both its cards are dealt, or neither")
    return ALLOWED


def _tears_a_pair(state: State, seat: int, cards: int) -> bool:
    """Say whether the last hand to be entered leaves a pair torn where pairs stay whole."""
    waiting = any(not size for other, size in enumerate(state.sizes) if other != seat)
    if state.setup.options.aside != "pairs" or waiting or _masked(state):
        return False
    for other in state.hands:
        cards |= other
    return cards != bits([state.partner[card] for card in cards_of(cards)])


def _masked(state: State) -> bool:
    """Say whether this state does not know every card of the hands."""
    return any(state.unknown(seat) for seat in range(len(state.hands)))


def _not_in_kit(state: State, cards: Iterable[int]) -> Refused | None:
    wrong = [card for card in cards if card not in state.partner]
    return Refused("lair.kit", _no_card(state, wrong[0])) if wrong else None


def _truths(state: State, action: Truths) -> Judgment:
    if state.dealt:
        return Refused("lair.deal-order", "the truths are drawn already: next is start")
    if not all(state.sizes):
        missing = [name for name, size in zip(state.setup.seats, state.sizes, strict=True) if not size]
        return Refused("lair.deal-order", f"the truths come after every hand: {', '.join(missing)} still to be entered")
    if action.cards == (UNKNOWN,):
        return ON_TRUST
    no = _not_in_kit(state, action.cards) or _not_halves(state, action.cards) or _not_even(state, bits(action.cards))
    if no:
        return no
    if not _masked(state):
        return ALLOWED
    need = len(state.hands) * state.setup.options.each
    if state.setup.options.aside == "pairs" and len(action.cards) != need:
        return Refused("lair.truths-halves", f"{need} pairs are dealt, so {need} cards are true")
    return ON_TRUST


def _not_halves(state: State, cards: tuple[int, ...]) -> Refused | None:
    """Refuse truths that are not one half of every pair that was dealt."""
    true, lies, known = bits(cards), bits([state.partner[card] for card in cards]), 0
    for hand in state.hands:
        known |= hand
    if true.bit_count() != len(cards) or true & lies:
        return Refused("lair.truths-halves", "of the two halves of a pair exactly one is true, and it is named once")
    if true & ~known and not _masked(state):
        return Refused("lair.truths-dealt", "only cards that were dealt are named true")
    unsaid = known & ~true & ~lies
    if any(unsaid >> state.partner[card] & 1 for card in cards_of(unsaid)):
        return Refused("lair.truths-halves", "of the two halves of a pair that was dealt exactly one is true")
    return None


def _not_even(state: State, true: int) -> Refused | None:
    """Refuse truths that leave a hand with more of them than of lies, or with less, where every hand is even."""
    each = state.setup.options.each
    if state.setup.options.mix == "random":
        return None
    for seat, hand in enumerate(state.hands):
        least = (hand & true).bit_count()
        if not least <= each <= least + state.unknown(seat):
            return Refused("lair.truths-even", f"every hand is dealt {each} truths and {each} lies")
    return None


def _start(state: State, action: Start) -> Judgment:
    if state.dealt:
        return ALLOWED
    name = state.setup.seats[action.who]
    return Refused("lair.deal-order", f"{name} cannot start yet: the hands and the truths come first")


# --------------------------------------------------------------------------------------------------- the round


def _plays(state: State, action: Plays | Shows) -> Judgment:
    seat, card = action.seat, action.card
    if state.hands[seat] >> card & 1:
        return ALLOWED
    if state.could_hold(seat, card):
        return ON_TRUST
    rule = "lair.play-held" if isinstance(action, Plays) else "lair.show-held"
    return _not_held(state, rule, f"{state.setup.seats[seat]} cannot {infinitive(action.verb)} {card}", card)


def _takes(state: State, action: Takes) -> Judgment:
    liar, card = state.departing, action.card
    assert liar is not None
    if card == NO_CARD or (card != UNKNOWN and state.hands[liar] >> card & 1):
        return ALLOWED
    if card == UNKNOWN or state.could_hold(liar, card):
        return ON_TRUST
    what = f"{state.setup.seats[action.seat]} cannot take {card} from {state.setup.seats[liar]}'s hand"
    return _not_held(state, "lair.take-departing", what, card)


def _gives(state: State, action: Gives) -> Judgment:
    seat, card, name = action.seat, action.card, state.setup.seats[action.seat]
    if card == NO_CARD:
        return Refused("lair.give-own", f"{name} cannot give nothing: it is one card of the departing hand")
    if card == UNKNOWN:
        if state.setup.options.departing == "gift":
            return ON_TRUST
        return Refused("lair.give-own", f"{name} cannot hide the card: it goes into play, for all to see")
    if state.hands[seat] >> card & 1:
        return ALLOWED
    if state.could_hold(seat, card):
        return ON_TRUST
    return _not_held(state, "lair.give-own", f"{name} cannot give {card}", card)


def _reclaims(state: State, action: Reclaims) -> Judgment:
    seat, card = action.seat, action.card
    for held, whose in state.table:
        if held == card and whose != seat:
            return ALLOWED
    name, table = state.setup.seats[seat], dict(state.table)
    free = [held for held, whose in state.table if whose != seat or state.setup.options.reclaim == "revised"]
    if card not in state.partner:
        return Refused("lair.kit", f"{name} cannot reclaim {card}: {_no_card(state, card)}")
    if card not in table:
        there = listed_cards(state.setup, free or [*table])
        return Refused("lair.reclaim-table", f"{name} cannot reclaim {card}: what lies in play is {there}")
    if card not in free and len(table) > 1:
        why = f"{name} cannot reclaim {card}, played by {name} this round: there is "
        return Refused("lair.reclaim-own", lambda: why + listed_cards(state.setup, free))
    return ALLOWED


def _leaves(state: State, action: Leaves) -> Judgment:
    """Let anybody go home who is in the game still, or has a card to give."""
    name = state.setup.seats[action.seat]
    if state.phase == OVER:
        return untimely("lair", state.setup, (), action)
    if state.phase == DEAL:
        return Refused("lair.leave-deal", f"{name} cannot leave during the deal: set up a new table without {name}")
    if not state.is_in(action.seat) and state.actor != action.seat:
        return Refused("lair.out", f"{name} is out of the game already")
    return judge_opens(state, action, ALLOWED) if action.opens or leaving_lacks(state, action) else ALLOWED


def _free(_state: State, _action: Action) -> Judgment:
    return ALLOWED


def _no_card(state: State, card: int) -> str:
    first, last = min(state.partner), max(state.partner)
    return f"there is no card {card} in this kit, whose cards are numbered {first} to {last}"


def _not_held(state: State, rule: str, what: str, card: int) -> Refused:
    """Refuse a card that is not where the line says, saying where this state knows it to be.

    Its title is said where that is known alone: halves of a pair may share it, so the title of a card that nobody has
    shown would say which number is the rival of a card in hand.
    """
    if card not in state.partner:
        return Refused("lair.kit", f"{what}: {_no_card(state, card)}")
    bit = 1 << card
    where = ""
    if state.in_play & bit:
        where = "it lies in play"
    elif state.gone & bit:
        where = "it has left the game"
    for seat, hand in enumerate(state.hands):
        if hand & bit:
            where = f"it lies in {state.setup.seats[seat]}'s hand"
    return Refused(rule, f"{what} ({title_of(state.setup, card)}): {where}" if where else f"{what}: it is not there")


# by phase, the lines that it has: who judges one, and who says whether it may open what a masked state does not know
_Judging = tuple[Callable[[State, Any], Judgment], Callable[[State, Any], bool] | None]
_JUDGE: dict[str, dict[type, _Judging]] = {
    DEAL: {Holds: (_holds, None), Truths: (_truths, None), Start: (_start, None)},
    PLAY: {Plays: (_plays, play_lacks)},
    TAKE: {Takes: (_takes, None), Gives: (_gives, None)},
    RECLAIM: {Reclaims: (_reclaims, None)},
    DECLARE: {Declares: (_free, declaration_lacks), Passes: (_free, declaration_lacks)},
    QUESTION: {Passes: (_free, None), Shows: (_plays, show_lacks)},
    OVER: {},
}
