"""House rules of every kind survive every way that they are written: typed, in a header, in the journal, resumed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from referee import games
from referee.commands.play import values_of
from referee.core.errors import RecordError
from referee.core.options import as_typed, given_options, option_list, read_options
from referee.core.setup import setup as make_setup
from referee.games.liar_poker.options import Amounts
from referee.records.record import parse_record
from referee.store.journal import Journal
from referee.tables.evening import rematch
from referee.tables.export import record_of
from referee.tables.table import Table
from tests.referee.conformance import NAMES, _kit
from tests.referee.console.test_console import BIDDING, play, sit
from tests.referee.console.test_console import journal as journal

GAMES = [games.game(name) for name in games.REGISTRY]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Journal(tmp_path_factory.mktemp("options") / "tables.sqlite", pin_cost=4) as opened:
        yield opened


def values(option):
    """Return a strategy of what an option may be: its words, the ends of its bounds and between, its table."""
    if isinstance(option.default, bool):
        return st.booleans()
    if isinstance(option.default, Struct):
        assert isinstance(option.default, Amounts), "a table of another kind: say here how it is made"
        rows = st.tuples(*[st.lists(st.integers(0, 1000), min_size=3, max_size=3).map(sorted)] * 3)
        return rows.map(
            lambda turns: {name: [turn[at] for turn in turns] for at, name in enumerate(("small", "middle", "large"))}
        ).flatmap(lambda table: st.sampled_from([table, {"large": [40, 50, 60]}, {"small": [1, 2, 3]}]))
    kinds = [st.sampled_from(option.choices)] if option.choices else []
    if option.low is not None:
        high = option.high if option.high is not None else option.low + 10_000
        kinds.append(st.integers(option.low, high) | st.sampled_from((option.low, high)))
    return st.one_of(kinds)


@st.composite
def setups(draw):
    game = draw(st.sampled_from(GAMES))
    seats = NAMES[: draw(st.integers(*game.seats))]
    given_ = {o.name: draw(values(o)) for o in option_list(game.options) if draw(st.booleans())}
    if "each" in given_:
        given_["each"] = min(given_["each"], 5)
    pairs = len(seats) * given_.get("each", 3)
    try:
        return game, make_setup(game, seats, given_, facts=_kit(pairs, 1) if game.needs_facts else None)
    except RecordError:  # rules that do not go together
        return game, make_setup(game, seats, facts=_kit(pairs, 1) if game.needs_facts else None)


@settings(max_examples=60, deadline=None)
@given(setups())
def test_house_rules_go_round(shared, made):
    game, setup = made
    typed = [
        f"{name}={value}" for key, rule in given_options(setup.options).items() for name, value in as_typed(key, rule)
    ]
    assert read_options(game.options, values_of(typed), game.name, words=True) == setup.options
    table = Table.new(shared, setup, kit=setup.facts.kit if setup.facts else "")
    assert table.setup == Table(shared, table.number).setup == setup
    assert parse_record(record_of(table, reveal=True), facts=setup.facts).setup == setup
    assert rematch(shared, table).setup == setup


def test_a_table_that_could_not_be_opened_again_is_not_kept(shared):
    game = GAMES[-1]
    before = len(shared.tables())
    setup = make_setup(game, ["Ann", "Bob"])
    with pytest.raises(RecordError):
        Table.new(shared, type(setup)(setup.game, ("Ann", "Ann"), setup.options, setup.rules))
    assert len(shared.tables()) == before


def test_the_house_rules_of_a_table_are_shown_as_they_are_typed(journal):
    console, terminal = sit(journal, "options", game="liar-poker", seats=["Ann", "Bob"], bets={"large": [40, 50, 60]})
    console.run()
    shown = [line.split() for line in terminal.shared.splitlines()]
    assert ["bets.large", "40,50,60", "(house", "rule)"] in shown
    assert ["bets.middle", "20,20,30"] in shown
    _table, terminal, _ = play(journal, *BIDDING, "options")
    assert ["hook", "false"] in [line.split() for line in terminal.shared.splitlines()]
