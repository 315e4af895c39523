"""Who may see what of Red & Black, and which full states a view could be of."""

from functools import lru_cache
from math import comb, perm
from random import Random

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, cards_of, put_pair, some
from referee.core.game import Json
from referee.games.red_and_black.rules import Rules, deal
from referee.games.red_and_black.state import (
    BLACK_BIT,
    COLOURS,
    MASKED,
    RED_BIT,
    Holds,
    Move,
    Peeks,
    Sets,
    State,
    Swaps,
    known_reds,
    known_slot,
    own_reds,
    possible,
    seen_colour,
    spelled,
)


class Views(Rules):
    """Who may know what of Red & Black."""

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as ``seat`` (or the open table) may know it: without what others entered."""
        table, first, second, _ = sets = (state.sets.table, state.sets.first, state.sets.second, state.sets.all)
        own = table if seat is None else (first, second)[seat]
        seen = (table, own if seat == 0 else table, own if seat == 1 else table, own)
        entered_reds = state.entered_reds
        for other in (0, 1):
            if other != seat and entered_reds[other] is not None:
                entered_reds = put_pair(entered_reds, other, MASKED)
        if seen == sets and entered_reds == state.entered_reds:
            return state
        return replace(state, sets=Sets(*seen), entered_reds=entered_reds)

    def redact(self, state: State, action: Move, seat: int | None) -> Move:
        """Return the action as ``seat`` reads it: an entered hand is private, and the colour that was seen or laid.

        Who peeks reads the colour that the referee knows, said or not.
        """
        match action:
            case Holds() if action.seat != seat:
                return replace(action, reds=MASKED)
            case Peeks() if action.seat == seat:
                return replace(action, colour=seen_colour(state, action))
            case Peeks() | Swaps() if action.colour is not None and action.seat != seat:
                return replace(action, colour=MASKED)
        return action

    def public(self, state: State) -> dict[str, Json]:
        """Return the ``public`` object of ``--json`` (docs/rules.md §4)."""
        names = state.setup.seats
        dealt = state.dealer >= 0
        laid = [[COLOURS[colour] for colour in cards] for cards in state.discards]
        allowed = [list(possible(state, seat)) for seat in (0, 1)] if dealt else []
        return {
            "river": [None if slot is None else COLOURS[slot] for slot in state.slots],
            "hands": dict(zip(names, state.sizes, strict=True)) if dealt else {},
            "discards": dict(zip(names, laid, strict=True)) if dealt else {},
            "turn": None if state.turn < 0 else names[state.turn],
            "possible": dict(zip(names, allowed, strict=True)) if dealt else {},
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return what ``--reveal`` adds: the hands as far as they were entered, the river as far as it can be known."""
        hands: dict[str, Json] = {}
        for seat, name in enumerate(state.setup.seats):
            reds = known_reds(state, seat)
            size = state.sizes[seat]
            hands[name] = None if reds is None or len(reds) != 1 else spelled(reds[0], size - reds[0]).split()
        colours = [known_slot(state, None, slot) for slot in range(len(state.slots))]
        return {"hands": hands, "river": [None if colour is None else COLOURS[colour] for colour in colours]}

    def guess(self, view: State, seat: int | None, rng: Random) -> State:
        """Return one world of this view, each as likely as a shuffled deck would lie so.

        What was swapped is taken to be any card of the hand. No view knows what the other has seen in the river: the
        guess lets them know their own hand.
        """
        if not view.sets.table:
            for other in (0, 1):
                if view.entered_reds[other] == MASKED:
                    reds = sum(deal(view, rng, view.setup.options.hand))
                    view = replace(view, entered_reds=put_pair(view.entered_reds, other, reds))
            return view
        first_reds, second_reds, world = _deal_again(view, seat, rng)
        shape, sets, entered = view.shape, view.sets, view.entered_reds
        first = sets.first if seat == 0 else shape.holding(sets.table, 0, first_reds)
        second = sets.second if seat == 1 else shape.holding(sets.table, 1, second_reds)
        for other, reds in enumerate((first_reds, second_reds)):
            if entered[other] == MASKED:  # what it was at the deal is forgotten, and asked for no more
                entered = put_pair(entered, other, min(reds + sum(view.discards[other]), view.setup.options.hand))
        return replace(view, sets=Sets(sets.table, first, second, 1 << world), entered_reds=entered)


TRIES = 40  # deals, before all worlds are weighed


def _deal_again(view: State, seat: int | None, rng: Random) -> tuple[int, int, int]:
    """Return the red cards of both hands, and the bit of their world (``Worlds``).

    The deck is dealt until the deal is a world that the view allows; where that takes long all of them are weighed.
    """
    worlds, side, sizes = view.sets.all, view.shape.hand + 1, view.sizes
    red, black, faceup = _left(view)
    known = None if seat is None else own_reds(view, seat)
    mine = known[0] if known and len(known) == 1 else UNKNOWN
    size = 0 if seat is None or mine < 0 else sizes[seat]
    pool = [RED_BIT] * (red - max(mine, 0)) + [BLACK_BIT] * (black - (size - mine if size else 0))
    down = [1 << place for place, colour in enumerate(view.slots) if colour is None]
    reds = [mine, mine]
    for _ in range(TRIES):
        cards = some(pool, sum(sizes) - size + len(down), rng)
        for at in (0, 1):
            if at != seat or mine < 0:
                reds[at] = sum(cards[: sizes[at]])
                del cards[: sizes[at]]
        river = faceup + sum([bit for bit, card in zip(down, cards, strict=True) if card])
        world = reds[0] + side * (reds[1] + side * river)
        if worlds >> world & 1:
            return reds[0], reds[1], world
    found, weights = _weighed(
        worlds, side, sizes, red + faceup.bit_count(), black + view.slots.count(BLACK_BIT), len(view.slots)
    )
    (world,) = rng.choices(found, cum_weights=weights)
    return world % side, world // side % side, world


def _left(view: State) -> tuple[int, int, int]:
    """Return the red and the black cards that do not lie open, and the red slots that do, a bit each."""
    options, laid = view.setup.options, (*view.discards[0], *view.discards[1])
    faceup = sum(1 << place for place, colour in enumerate(view.slots) if colour)
    red = options.red - laid.count(RED_BIT) - view.slots.count(RED_BIT)
    return red, options.black - laid.count(BLACK_BIT) - view.slots.count(BLACK_BIT), faceup


@lru_cache(maxsize=4)
def _weighed(
    worlds: int, side: int, sizes: tuple[int, int], red: int, black: int, river: int
) -> tuple[list[int], list[int]]:
    """Return the worlds that can be dealt, and how many deals make each or one before it.

    ``red`` and ``black`` are the cards that are not discarded, ``river`` the number of slots.
    """
    found, weights = [], [0]
    for world in cards_of(worlds):
        reds = world % side, world // side % side
        turned = (world // side // side).bit_count()
        dealt, cards = sum(reds) + turned, sum(sizes) + river
        hands = comb(sizes[0], reds[0]) * comb(sizes[1], reds[1])
        if many := hands * perm(red, dealt) * perm(black, cards - dealt):
            found.append(world)
            weights.append(weights[-1] + many)
    return found, weights[1:]
