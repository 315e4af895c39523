"""House rules of every kind survive every way that they are written: typed, in a header, in the journal, resumed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import games
from referee.commands import values_of
from referee.core.game import RecordError
from referee.core.setup import as_typed, given_options, option_list, read_options
from referee.core.setup import setup as make_setup
from referee.records import parse_record
from referee.store.journal import Journal
from referee.tables.export import record_of
from referee.tables.table import Table, rematch
from tests.programs import ran
from tests.referee.conformance import NAMES, _kit
from tests.referee.console.test_console import BIDDING, play, sit
from tests.referee.program import refused
from tests.sampling import spread, tries

GAMES = [games.game(name) for name in games.REGISTRY]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Journal(tmp_path_factory.mktemp("options") / "tables.sqlite", pin_cost=4) as opened:
        yield opened


def values(option):
    """Return a strategy of what an option may be: its words, the ends of its bounds and between, a row of them."""
    if isinstance(option.default, bool):
        return st.booleans()
    if option.many > 1:
        row = st.lists(st.integers(option.low, option.high), min_size=option.many, max_size=option.many)
        return st.just(list(option.default)) | row
    kinds = [st.sampled_from(option.choices)] if option.choices else []
    if option.low is not None:
        high = option.high if option.high is not None else option.low + 10_000
        kinds.append(st.integers(option.low, high) | st.sampled_from((option.low, high)))
    return st.one_of(kinds)


def in_order(given_):
    """Return these house rules with Liar Poker's three bets, where all are among them, as they may be."""
    rows = [given_.get(f"bets.{name}") for name in ("small", "middle", "large")]
    if not all(rows):
        return given_
    small, middle, large = (list(row) for row in zip(*map(sorted, zip(*rows, strict=True)), strict=True))
    return given_ | {"bets.small": small, "bets.middle": middle, "bets.large": large}


@st.composite
def setups(draw):
    game = draw(st.sampled_from(GAMES))
    seats = NAMES[: draw(st.integers(*game.seats))]
    given_ = in_order({o.name: draw(values(o)) for o in option_list(game.options) if draw(st.booleans())})
    if "each" in given_:
        given_["each"] = min(given_["each"], 5)
    pairs = len(seats) * given_.get("each", 3)
    try:
        return game, make_setup(game, seats, given_, facts=_kit(pairs, 1) if game.needs_facts else None)
    except RecordError:  # rules that do not go together
        return game, make_setup(game, seats, facts=_kit(3 * len(seats), 1) if game.needs_facts else None)


@settings(max_examples=tries(60))
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


def test_a_table_of_house_rules_is_given_whole_or_by_its_parts():
    """As a record's header has it, as it was kept by a lobby, and as it is typed."""
    poker, bets = games.game("liar-poker"), {"small": [5, 5, 10], "middle": [10, 10, 20]}
    whole = read_options(poker.options, {"bets": bets}, "liar-poker")
    assert (whole.bets.small, whole.bets.middle, whole.bets.large) == ((5, 5, 10), (10, 10, 20), (30, 40, 50))
    typed_ = ["bets.small=5,5,10", "bets.middle = [10, 10, 20]"]
    for given_ in (
        {"bets": {name: [str(one) for one in row] for name, row in bets.items()}},
        {"bets": {"small": bets["small"]}, "bets.middle": "10 10 20"},
        values_of(typed_),
    ):
        assert read_options(poker.options, given_, "liar-poker", words=True) == whole


OUT = ("-o", "out")
COMMANDS = [
    (("referee", "new"), ("--seat", "Ann", "--seat", "Bob")),
    (("referee", "rules"), ()),
    (("referee", "teach"), ()),
    (("referee", "host"), ("--no-open", "--port", "0")),
    (("referee", "lab"), OUT),
    (("cardgen", "kit"), OUT),
    (("cardgen", "rulebook"), OUT),
]
FAULTS = [
    ("bets.small=5", "options.bets.small: “5” will not do; it is three numbers of 0 to 1000, like 10,10,20"),
    ("bets.small=5,x,5", "options.bets.small: “5,x,5” will not do; it is three numbers of 0 to 1000, like"),
    ("bets=5,5,5", "options.bets: “5,5,5” will not do; it is said in parts, like bets.large=30,40,50"),
    ("bets.smal=5,5,5", "options.bets.smal: liar-poker has no such option (did you mean bets.small?); it has"),
    ("chips.small=5", "options.chips.small: liar-poker has no such option (did you mean "),
    ("bets.small=90,90,90", "options.bets: in turn 1 large 30, middle 20 and small 90 are not in that order"),
]


@pytest.mark.parametrize(("command", "fault"), spread(COMMANDS, FAULTS))
def test_what_is_wrong_with_a_part_of_a_table_is_said_everywhere_alike(home, tmp_path, command, fault):
    (program, *verb), more = command
    typed_, said = fault
    done = refused(ran(program, *verb, "liar-poker", "--option", typed_, *more, cwd=tmp_path))
    assert done.stderr.startswith(f"{program}: {said}")
    assert not (tmp_path / "out").exists()
