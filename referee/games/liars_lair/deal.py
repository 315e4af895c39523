"""The deal of Liar's Lair: hands at random, and for any hands a choice of truths that nothing can be read from.

Take the players as the vertices and the pairs as the edges of a multigraph, each edge running from who holds the lie
to who holds the truth. Every hand is even, so the edges can be turned until each player has as many truths as lies: an
Eulerian orientation. A pair in one hand is a loop; the box is one vertex more.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.cards import bits, cards_of
from referee.game import Handout, Setup
from referee.games.liars_lair.acts import Holds, Start, Truths
from referee.games.liars_lair.state import DEAL, State

Edge = tuple[int, int, int, int]  # a pair: (card, its holder, the other half, its holder)


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Holds | Truths | Start | None:
    """Return the next line of the deal by chance: a hand, the truths, the starter (of the volunteers ``among``)."""
    del hands  # this referee always knows them
    if state.phase != DEAL:
        return None
    for seat, size in enumerate(state.sizes):
        if not size:
            cards = draw_hand(state, rng)
            return None if cards is None else Holds(seat, cards)
    if not state.dealt:
        return Truths(draw_truths(state, rng))
    return Start(rng.choice(list(among) or range(len(state.hands))))


def draw_hand(state: State, rng: Random) -> tuple[int, ...] | None:
    """Return a hand for the next seat, every deal that agrees with the hands entered being equally likely.

    None when the hands entered touch more pairs than are dealt, so that no deal agrees with them.
    """
    options, seats = state.setup.options, len(state.hands)
    size = 2 * options.each
    taken = 0
    for hand in state.hands:
        taken |= hand
    if options.aside == "cards":
        pool = [card for card in sorted(state.partner) if not taken >> card & 1]
    else:
        pool, spare, touched = [], [], 0
        for card, other in state.partner.items():
            if taken >> card & 1:
                touched += 1 if card < other or not taken >> other & 1 else 0
                if not taken >> other & 1:
                    pool.append(other)
            elif card < other and not taken >> other & 1:
                spare.append(card)
        more = seats * options.each - touched
        if more < 0:
            return None
        for card in rng.sample(sorted(spare), more):
            pool += (card, state.partner[card])
        pool.sort()
    return tuple(sorted(rng.sample(pool, size)))


def draw_truths(state: State, rng: Random) -> tuple[int, ...]:
    """Return the true ones of the dealt cards, at random among all choices that the options allow."""
    holder = {card: seat for seat, hand in enumerate(state.hands) for card in cards_of(hand)}
    box = len(state.hands)
    edges: list[Edge] = []
    for card in sorted(holder):
        other = state.partner[card]
        if other not in holder or card < other:
            edges.append((card, holder[card], other, holder.get(other, box)))
    if state.setup.options.mix == "random":
        true = [edge[0] if rng.random() < 0.5 else edge[2] for edge in edges]
    else:
        true = [edge[2] for edge in orient(edges, rng)]
    return tuple(sorted(card for card in true if card in holder))


def orient(edges: Sequence[Edge], rng: Random) -> list[Edge]:
    """Turn edges so that each vertex of even degree has as many coming in as going out, at random.

    Walks closed trails at random until every edge is used; then turns cycles round, which brings the choice near to
    evenly distributed over all of them: a cycle and its reverse are equally likely to be found.
    """
    ends: dict[int, list[int]] = {}
    order = list(range(len(edges)))
    rng.shuffle(order)
    for at in order:
        for vertex in {edges[at][1], edges[at][3]}:
            ends.setdefault(vertex, []).append(at)
    turned: list[Edge | None] = [None] * len(edges)
    for first in order:
        vertex = edges[first][1] if rng.random() < 0.5 else edges[first][3]
        while True:
            free = ends[vertex]
            while free and turned[free[-1]] is not None:
                free.pop()
            if not free:
                break
            at = free.pop()
            card, one, other, two = edges[at]
            forth = one == vertex if one != two else rng.random() < 0.5
            turned[at] = (card, one, other, two) if forth else (other, two, card, one)
            vertex = two if one == vertex else one
    return _mix([edge for edge in turned if edge is not None], rng)


def _mix(edges: list[Edge], rng: Random) -> list[Edge]:
    """Turn round as many random cycles as there are edges."""
    leaving: dict[int, list[int]] = {}
    for at, edge in enumerate(edges):
        leaving.setdefault(edge[1], []).append(at)
    starts = list(leaving)
    for _ in range(len(edges)):
        vertex = starts[int(rng.random() * len(starts))]
        trail: list[int] = []
        since: dict[int, int] = {}
        while vertex not in since:
            since[vertex] = len(trail)
            choices = leaving[vertex]
            at = choices[int(rng.random() * len(choices))]
            trail.append(at)
            vertex = edges[at][3]
        if rng.random() < 0.5:
            for at in trail[since[vertex] :]:
                card, one, other, two = edges[at]
                leaving[one].remove(at)
                leaving[two].append(at)
                edges[at] = (other, two, card, one)
    return edges


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


def handouts(setup: Setup, actions: Sequence[Any]) -> tuple[Handout, ...]:
    """Return who gets which card, from the top of the sorted deck; () unless the referee deals and knows all hands."""
    hands = [action for action in actions if isinstance(action, Holds)]
    if setup.options.deal != "assigned" or len(hands) != len(setup.seats) or setup.facts is None:
        return ()
    whose = {card: action.seat for action in hands for card in action.cards}
    return tuple(Handout(str(card.number), whose.get(card.number)) for card in setup.facts.cards)


def left_in_box(setup: Setup, actions: Sequence[Any]) -> int:
    """Return the cards of the kit that no hand was dealt, as a set."""
    assert setup.facts is not None
    cards = bits(card.number for card in setup.facts.cards)
    for action in actions:
        if isinstance(action, Holds):
            cards &= ~bits(action.cards)
    return cards
