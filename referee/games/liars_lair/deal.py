"""The deal of Liar's Lair: hands at random, and for any hands a choice of truths that nothing can be read from.

Take the players as the vertices and the pairs as the edges of a multigraph, each edge running from who holds the lie
to who holds the truth. Every hand is even, so the edges can be turned until each player has as many truths as lies: an
Eulerian orientation. A pair in one hand is a loop; the box is one vertex more.
"""

from collections.abc import Sequence
from math import comb
from random import Random

from referee.core.cards import cards_of
from referee.core.chance import pick, some
from referee.core.game import Action, Setup
from referee.core.screens import Handout
from referee.games.liars_lair.actions import Holds, Start, Truths
from referee.games.liars_lair.state import DEAL, State


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
