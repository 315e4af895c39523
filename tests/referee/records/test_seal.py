"""Seals of deals: what was dealt can't be changed unseen, and a seal alone says nothing."""

import io
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee import games
from referee.console.scripted import run
from referee.core.errors import RecordError
from referee.records.seal import NONCE_BITS, SEAL_BITS, Seal, nonce_of, read_seals, seal_of, sealed_lines, verify
from referee.store.journal import Journal
from referee.tables.seals import seals
from referee.tables.table import Table
from tests.referee.conformance import some_facts

LAIR = games.game("liars-lair")


def dealt(seed):
    """A table of Liar's Lair, dealt and no further, with its lines."""
    setup = games.setup(LAIR, ["Ann", "Bob", "Cat"], facts=some_facts(9, Random(1)))
    state, actions, rng = LAIR.start(setup), [], Random(seed)
    while LAIR.drawn(state):
        action = LAIR.draw(state, rng)
        state = LAIR.apply(state, action)
        actions.append(action)
    return setup, actions


def sealed(setup, actions):
    nonce = nonce_of("a seed", len(actions))
    return Seal(len(actions), seal_of(nonce, sealed_lines(LAIR, setup, actions)), nonce)


@given(st.integers(0, 10_000))
def test_what_was_dealt_is_proved_whatever_the_seats_are_called(seed):
    setup, actions = dealt(seed)
    seal = sealed(setup, actions)
    assert verify(LAIR, setup, actions, [seal]) == 4  # three hands and the truths
    renamed = replace(setup, seats=("Zoe", "Yan", "Xim"))
    assert verify(LAIR, renamed, actions, [seal]) == 4


@given(st.integers(0, 1000), st.integers(1001, 2000))
def test_another_deal_does_not_fit(one, other):
    setup, actions = dealt(one)
    _, others = dealt(other)
    if sealed_lines(LAIR, setup, actions) != sealed_lines(LAIR, setup, others):
        with pytest.raises(RecordError, match="changed after the deal"):
            verify(LAIR, setup, others, [sealed(setup, actions)])


def test_a_seal_has_its_bits_and_depends_on_a_nonce_that_nobody_can_guess():
    setup, actions = dealt(1)
    lines = sealed_lines(LAIR, setup, actions)
    seals = {seal_of(nonce_of(str(seed), 4), lines) for seed in range(50)}
    assert len(seals) == 50, "the same deal looks different at every table"
    assert all(len(seal.replace("-", "")) * 5 == SEAL_BITS >= 80 for seal in seals)
    assert len(bytes.fromhex(nonce_of("a seed", 4))) * 8 == NONCE_BITS >= 128


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({}, "has none"),
        ({"seals": "x"}, "are written"),
        ({"seals": [{"after": "six"}]}, "are written"),
    ],
)
def test_headers_without_seals(header, why):
    with pytest.raises(RecordError, match=why):
        read_seals(header)


def test_what_is_still_shut_or_left_out_is_said():
    setup, actions = dealt(1)
    seal = sealed(setup, actions)
    for wrong, why in (
        (replace(seal, nonce=""), "still shut"),
        (replace(seal, after=99), "99 lines"),
        (replace(seal, after=0), "0 lines"),
        (replace(seal, seal="AAAA-" * 4 + "AAAA"), "changed after"),
    ):
        with pytest.raises(RecordError, match=why):
            verify(LAIR, setup, actions, [wrong])
    masked = [LAIR.redact(LAIR.start(setup), actions[0], None), *actions[1:]]
    with pytest.raises(RecordError, match="leaves out"):
        verify(LAIR, setup, masked, [seal])


@pytest.mark.parametrize("name", ["liars-guess", "lizard", "liar-poker", "red-and-black"])
def test_what_the_referee_deals_to_a_script_is_sealed_and_the_same_seed_seals_alike(name, tmp_path):
    """Two tables of one seed say the same, seal and all; another seed seals otherwise; the record proves it."""
    said = []
    for place, seed in enumerate(("7", "7", "8")):
        with Journal(tmp_path / f"{place}.sqlite") as journal:
            game = games.game(name)
            table = Table.new(journal, games.setup(game, ["Ann", "Bob", "Cat"][: game.seats[0]]), seed=seed)
            out = io.StringIO()
            assert run(table, [], draws=True, out=out) == 0
            said.append(out.getvalue())
            assert table.actions
            (made,) = seals(table)
            assert made.seal in out.getvalue()
            assert verify(game, table.setup, table.actions, [made]) == len(table.setup.seats)
    assert said[0] == said[1] != said[2]
