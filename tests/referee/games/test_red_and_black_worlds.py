"""The bit sets of Red & Black against plain sets of worlds, walked through random acts."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.red_and_black.state import BLACK, RED, Worlds
from tests.sampling import tries

World = tuple[tuple[int, int], tuple[int, ...]]
"""Red cards in each hand, colours of the river: the plain way to write a world."""


def bits(shape: Worlds, worlds: set[World]) -> int:
    side = shape.hand + 1
    return sum(1 << (a + b * side + side**2 * sum(c << i for i, c in enumerate(r))) for (a, b), r in worlds)


@st.composite
def walks(draw: st.DrawFn) -> tuple[Worlds, int, int, tuple[int, ...], list[tuple[str, int, int, int]]]:
    hand, river = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    red, black = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    slots = tuple(draw(st.lists(st.sampled_from([BLACK, RED]), min_size=river, max_size=river)))
    act = st.tuples(
        st.sampled_from(["swap", "show", "river", "discard", "hold"]),
        st.integers(0, 1),
        st.integers(0, 9),
        st.integers(0, 9),
    )
    return Worlds(hand, river), red, black, slots, draw(st.lists(act, max_size=8))


@settings(max_examples=tries(200))
@given(walks())
def test_bits_and_plain_sets_agree_through_every_act(walk) -> None:
    shape, red, black, slots, acts = walk
    total = 2 * shape.hand + shape.river
    plain: set[World] = {
        ((a, b), slots)
        for a, b in product(range(shape.hand + 1), repeat=2)
        if a + b + sum(slots) <= red and total - (a + b + sum(slots)) <= black
    }
    found = shape.dealt(slots, red, black)
    sizes = [shape.hand, shape.hand]
    for verb, seat, x, y in acts:
        size = sizes[seat]
        if verb == "swap" and size:
            slot = x % shape.river
            after: set[World] = set()
            for hands, river in plain:
                for laid in (BLACK, RED):
                    if (hands[seat] if laid else size - hands[seat]) < 1:
                        continue
                    new = list(hands)
                    new[seat] += river[slot] - laid
                    after.add(((new[0], new[1]), (*river[:slot], laid, *river[slot + 1 :])))
            plain, found = after, shape.swapped(found, seat, size, slot)
        elif verb == "show":
            colour, count = x % 2, y % (size + 1)
            plain = {w for w in plain if (w[0][seat] if colour else size - w[0][seat]) >= count}
            found = shape.showing(found, seat, size, colour, count)
        elif verb == "river":
            now = tuple(x >> i & 1 for i in range(shape.river))
            plain, found = {w for w in plain if w[1] == now}, shape.lying(found, now)
        elif verb == "discard":
            reds = x % (size + 1)
            blacks = y % (size - reds + 1)
            after = set()
            for hands, river in plain:
                if hands[seat] >= reds and size - hands[seat] >= blacks:
                    new = list(hands)
                    new[seat] -= reds
                    after.add(((new[0], new[1]), river))
            plain, found = after, shape.without(found, seat, size, reds, blacks)
            sizes[seat] -= reds + blacks
        elif verb == "hold":
            plain, found = {w for w in plain if w[0][seat] == x}, shape.holding(found, seat, x)
        assert found == bits(shape, plain)
        for p in (0, 1):
            assert shape.reds(found, p) == tuple(sorted({w[0][p] for w in plain}))
        for slot in range(shape.river):
            assert shape.colours(found, slot) == tuple(sorted({w[1][slot] for w in plain}))
