"""The deal of Liar's Lair: hands at random, and for any hands a choice of truths that nothing can be read from.

Take the players as the vertices and the pairs as the edges of a multigraph, each edge running from who holds the lie
to who holds the truth. Every hand is even, so the edges can be turned until each player has as many truths as lies: an
Eulerian orientation. A pair in one hand is a loop; the box is one vertex more.
"""

from collections.abc import Sequence
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
    options, seats, partner = state.setup.options, len(state.hands), state.partner
    taken = 0
    for hand in state.hands:
        taken |= hand
    if options.aside == "cards" or len(partner) == 2 * seats * options.each:
        free = dict(partner)
        for card in cards_of(taken):
            del free[card]
        pool = [*free]
    else:
        pool, spare, touched = [], [], 0
        for card, other in partner.items():
            if card < other:
                both = (taken >> card & 1) + (taken >> other & 1)
                if not both:
                    spare.append(card)
                    continue
                touched += 1
                if both == 1:
                    pool.append(other if taken >> card & 1 else card)
        more = seats * options.each - touched
        if more < 0:
            return None
        for card in some(spare, more, rng):
            pool += (card, partner[card])
    return tuple(sorted(some(pool, 2 * options.each, rng)))


def draw_truths(state: State, rng: Random) -> tuple[int, ...]:
    """Return the true ones of the dealt cards, at random among all choices that the options allow."""
    holder = {card: seat for seat, hand in enumerate(state.hands) for card in cards_of(hand)}
    partner, box = state.partner, len(state.hands)
    pairs = [(card, other) for card in holder if card < (other := partner[card]) or other not in holder]
    if state.setup.options.mix == "random":
        ways: Sequence[int] = [rng.random() < 0.5 for _ in pairs]
    else:
        ways = orient([(holder[card], holder.get(other, box)) for card, other in pairs], box + 1, rng)
    true = [pair[way] for pair, way in zip(pairs, ways, strict=True)]
    return tuple(sorted(holder.keys() & true))


def orient(edges: Sequence[tuple[int, int]], vertices: int, rng: Random) -> list[int]:
    """Point every edge at one of its ends, 0 or 1, so that half of each vertex's edges, which are even, point at it.

    Closed trails are walked from random starts in random order until every edge is used. Then random cycles are turned
    round, as many as there are edges: a cycle is as easily found as its reverse, so that brings the choice nearer to
    all orientations being equally likely. The vertices are numbered from 0.
    """
    random, many = rng.random, len(edges)
    free: list[list[int]] = [[] for _ in range(vertices)]
    order = some(list(range(many)), many, rng)
    for at in order:
        one, two = edges[at]
        free[one].append(at)
        if one != two:
            free[two].append(at)
    way = [-1] * many
    leaving: list[list[int]] = [[] for _ in free]
    for first in order:
        vertex = edges[first][random() < 0.5]
        choices = free[vertex]
        while choices:
            at = choices.pop()
            if way[at] < 0:
                leaving[vertex].append(at)
                one, two = edges[at]
                if one != vertex:
                    vertex, way[at] = one, 0
                elif two != vertex:
                    vertex, way[at] = two, 1
                else:
                    way[at] = 1 if random() < 0.5 else 0
                choices = free[vertex]
    _mix(edges, way, leaving, rng)
    return way


def _mix(edges: Sequence[tuple[int, int]], way: list[int], leaving: list[list[int]], rng: Random) -> None:
    """Turn random cycles round: walk where the edges point until a vertex comes again, then turn what lies between."""
    random, many = rng.random, [len(choices) for choices in leaving]  # turning a cycle leaves as many
    heads = [edge[to] for edge, to in zip(edges, way, strict=True)]
    for first, edge in enumerate(edges):
        if random() < 0.5:
            continue  # turning a cycle or leaving it must be equally likely: so it need not be found to be left
        vertex = edge[1 - way[first]]
        trail: dict[int, int] = {}  # the edge by which each vertex was left
        while vertex not in trail:
            trail[vertex] = at = leaving[vertex][int(random() * many[vertex])]
            vertex = heads[at]
        end = vertex
        while True:
            at = trail[vertex]
            head = heads[at]
            way[at] = 1 - way[at]
            if head != vertex:
                leaving[vertex].remove(at)
                leaving[head].append(at)
                heads[at] = vertex
            vertex = head
            if vertex == end:
                break


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
