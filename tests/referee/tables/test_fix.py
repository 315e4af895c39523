"""A line from a while ago is corrected: later lines are judged again, and the question is no way to ask."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import games
from referee.console.console import Console
from referee.core.game import RecordError, Refused
from referee.core.play import format_action, game_status, legal_actions, redacted, replay, state_after
from referee.records import parse_record, replay_record
from referee.store.journal import FIX_ASKED, FIXED, Journal
from referee.tables.export import record_of
from referee.tables.table import Table, history
from tests.referee.conformance import some_setup
from tests.referee.seat import FakeTerminal
from tests.sampling import tries

SEATS = ["Ann", "Bob", "Cat"]
BIDDING = ("dealer Ann", "trump 9h", "Bob: bids 1", "Cat: bids 0", "Ann: bids 0")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Journal(tmp_path_factory.mktemp("fix") / "tables.sqlite", pin_cost=4) as opened:
        yield opened


def table_of(journal, *lines, game="lizard", seats=SEATS, **options):
    table = Table.new(journal, games.setup(games.game(game), seats, options), seed="7")
    for line in lines:
        table.act(table.read(line))
    return table


def asked(table, place, line):
    return table.ask_fix(place, table.read(line))


def begun(journal, game, seed):
    """Return a table in the middle of a game that chance has begun, with hands that are known."""
    rng = Random(seed)
    setup = some_setup(game, rng)
    _state, actions = games.playout(game, setup, rng, hands=bool(seed % 3), limit=60)
    table = Table.new(journal, setup, kit=setup.facts.kit if setup.facts else "")
    rows = [("line", format_action(game, setup, action)) for action in actions[: rng.randint(1, len(actions))]]
    journal.append_all(table.number, 1, rows)
    return Table(journal, table.number), rng


def places(table):
    for place in range(1, len(table.actions) + 1):
        try:
            yield place, *table.line_before_fix(place)
        except RecordError:
            continue


# What comes of it


def test_a_line_is_corrected_and_the_later_ones_stand(journal):
    table = table_of(journal, *BIDDING, "Bob: plays Ah")
    made = asked(table, 3, "Bob: bids 0")
    assert (made.old, made.new, made.gone) == ("Bob bids 1", "Bob bids 0", ())
    assert table.log.lines[2] == "Bob: bids 1", "nothing changes until everyone agrees"
    table.fix(made)
    assert table.log.lines == (*BIDDING[:2], "Bob: bids 0", *BIDDING[3:], "Bob: plays Ah")
    assert Table(journal, table.number).state == table.state
    heard = [(event.number, event.words, event.struck) for event in history(table) if event.number or event.struck]
    assert heard[2:4] == [(0, "Bob bids 1.", True), (3, "Bob bids 0.", False)]
    assert [number for number, _, _ in heard if number] == list(range(1, 7))


def test_what_does_not_fit_any_more_is_named_with_all_that_rests_on_it(journal):
    table = table_of(journal, *BIDDING, "Bob: plays Ah", "Cat: plays 2h", "Ann: plays 3c", rounds=2)
    made = asked(table, 1, "dealer Bob")
    assert made.gone[0] == "Bob bids 1"
    assert made.why == "Bob cannot bid now: it is Cat’s turn to bid"
    assert len(made.gone) == 6
    table.fix(made)
    assert table.log.lines == ("dealer Bob", "trump 9h")
    struck = [event.words for event in history(table) if event.struck]
    assert struck[:3] == ["Ann deals first.", "Bob bids 1.", "Cat bids 0."]
    assert len(struck) == 7


def test_the_question_leaves_a_notice_before_it_is_answered_and_for_good(journal):
    table = table_of(journal, *BIDDING)
    with pytest.raises(RecordError, match="this round has 1 trick"):
        asked(table, 3, "Bob: bids 4")
    asked(table, 3, "Bob: bids 0")
    said = [notice.said(SEATS)[6:] for notice in table.notices()]
    assert said == [
        "asked what would follow: line 3, “Bob bids 1”, as “Bob bids 4”",
        "asked what would follow: line 3, “Bob bids 1”, as “Bob bids 0”",
    ]
    assert "# " + table.notices()[0].said(SEATS) in record_of(table, reveal=False)


def test_what_was_agreed_to_is_not_done_when_something_happened_meanwhile(journal):
    table = table_of(journal, *BIDDING)
    made = asked(table, 3, "Bob: bids 0")
    table.act(table.read("Bob: plays Ah"))
    with pytest.raises(RecordError, match="meanwhile"):
        table.fix(made)
    assert "Bob: bids 1" in table.log.lines


def test_chance_and_what_is_sealed_are_not_corrected(journal):
    rng = Random(5)
    game = games.game("liars-lair")
    setup = some_setup(game, rng)
    while setup.options.deal == "entered":
        setup = some_setup(game, rng)
    table = Table.new(journal, setup, kit=setup.facts.kit)
    while (action := table.draw()) is not None:
        table.act(action)
    with pytest.raises(RecordError, match="chance drew"):
        table.line_before_fix(1)
    entered = games.setup(game, setup.seats, {"deal": "entered"}, facts=setup.facts)
    table = Table.new(journal, entered, kit=setup.facts.kit)
    _state, actions = games.playout(game, entered, Random(1), limit=len(setup.seats) + 1)
    for action in actions[: len(setup.seats)]:
        table.act(action)
    table.act(table.draw())
    assert table.seal
    with pytest.raises(RecordError, match="under the seal"):
        table.line_before_fix(1)
    with pytest.raises(RecordError, match="There is no line 99"):
        table.line_before_fix(99)


def test_a_correction_is_on_the_disk_whole_or_not_at_all(journal, monkeypatch):
    table = table_of(journal, *BIDDING)
    made = asked(table, 3, "Bob: bids 0")
    append, done = journal.append, []

    def full(*row):
        if len(done) == 3:
            raise RecordError("The disk is full.")
        done.append(row)
        return append(*row)

    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(RecordError, match="full"):
        table.fix(made)
    assert Table(journal, table.number).log.lines == BIDDING


# Properties over all games

GAMES = [games.game(name) for name in games.REGISTRY]


@settings(max_examples=tries(12))
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_a_line_that_says_what_it_says_changes_nothing(shared, game, seed):
    table, rng = begun(shared, game, seed)
    found = list(places(table))
    for place, _state, action in rng.sample(found, min(3, len(found))):
        made = table.ask_fix(place, action)
        assert (made.same, made.gone, made.old) == (True, (), made.new)
        table.fix(made)
    assert not table.notices()
    assert Table(shared, table.number).entries == table.entries == len(table.actions)


@settings(max_examples=tries(20))
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_what_stands_after_a_correction_replays_and_no_line_falls_that_could_stand(shared, game, seed):
    table, rng = begun(shared, game, seed)
    found = list(places(table))
    rng.shuffle(found)
    for place, state, old in found[:4]:
        others = [action for action in legal_actions(game, state) if action not in (old, game.redact(state, old, None))]
        if not others:
            continue
        actions, new = table.actions, rng.choice(others)
        made = table.ask_fix(place, new)
        assert table.actions == actions
        table.fix(made)
        assert len(table.actions) == len(actions) - len(made.gone)
        assert table.actions[: place - 1] == actions[: place - 1]
        assert table.actions[place - 1] == new
        kept = place + len(made.lines) - 1
        if made.gone:
            assert isinstance(game.judge(table.state, actions[kept]), Refused)
        assert [event.number for event in history(table) if event.number] == list(range(1, len(table.actions) + 1))
        assert replay(game, table.setup, table.actions) == table.state == Table(shared, table.number).state
        for reveal in (True, False):
            again = replay_record(parse_record(record_of(table, reveal=reveal), facts=table.setup.facts))
            assert again.answer() == game_status(game, table.state)
        kinds = [notice.kind for notice in table.notices()]
        assert kinds == [FIX_ASKED, FIXED] * (len(kinds) // 2)
        break


def other_secret(game, setup, actions, rng):
    """Return the game with one secret exchanged for another that the open table reads alike, None if there is none."""
    states = [game.start(setup)]
    for action in actions:
        states.append(game.apply(states[-1], action))
    hidden = [at for at, action in enumerate(actions) if game.private(setup, action.verb) or action.verb == "truths"]
    rng.shuffle(hidden)
    for at in hidden[:8]:
        found = [game.draw(states[at], Random(rng.random())) for _ in range(6)]
        for turn in (*game.to_act(states[at]), *game.optional(states[at])):
            if turn.seat == actions[at].seat:
                found += [
                    one for verb in turn.verbs for one in list(game.candidate_actions(states[at], turn.seat, verb))[:40]
                ]
        for other in found:
            if other is None or (other.seat, other.verb) != (actions[at].seat, actions[at].verb):
                continue
            twin = [*actions[:at], other, *actions[at + 1 :]]
            try:
                replay(game, setup, twin)
            except RecordError:
                continue
            if other != actions[at] and redacted(game, setup, twin) == redacted(game, setup, actions):
                return twin
    return None


def shown_by(journal, setup, actions, place, text):
    """Return what a shared screen shows of ``fix``, asked and refused and then agreed to, and the lines that stand."""
    table = Table.new(journal, setup, kit=setup.facts.kit if setup.facts else "", seed="same")
    rows = [("line", format_action(table.game, setup, action)) for action in actions]
    marks = [("mark", f"looked {len(actions)} {seat}") for seat in range(len(setup.seats))]
    journal.append_all(table.number, 1, [*rows, *marks])
    table = Table(journal, table.number)
    terminal = FakeTerminal(f"fix {place} {text}", "n", f"fix {place} {text}", "y")
    Console(table, terminal).run()
    return terminal.shared, table


@settings(max_examples=tries(15))
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_two_tables_that_differ_in_secrets_alone_show_the_same(shared, game, seed):
    rng = Random(seed)
    setup = some_setup(game, rng)
    _state, actions = games.playout(game, setup, rng, limit=40)
    actions = actions[: rng.randint(1, len(actions))]
    twin = other_secret(game, setup, actions, rng)
    if twin is None:
        return
    open_lines = [at for at, one in enumerate(actions) if not game.private(setup, one.verb) and one == twin[at]]
    for at in rng.sample(open_lines, min(2, len(open_lines))):
        states = [state_after(game, setup, run[:at]) for run in (actions, twin)]
        others = [
            action
            for action in legal_actions(game, states[0])
            if action != actions[at]
            and not game.private(setup, action.verb)
            and not isinstance(game.judge(states[1], action), Refused)
        ]
        if not others:
            continue
        line = format_action(game, setup, rng.choice(others))
        (one, first), (two, second) = (shown_by(shared, setup, run, at + 1, line) for run in (actions, twin))
        # where the corrected game opens to the table what is another in the other run, the two are no more the same
        same = len(first.actions) == len(second.actions)
        if same and redacted(game, setup, first.actions) == redacted(game, setup, second.actions):
            assert untimed(one) == untimed(two)
        # and what is left behind of the question is the same in any case
        asked_of = [
            [notice.words(setup.seats) for notice in table.notices() if notice.kind == FIX_ASKED]
            for table in (first, second)
        ]
        assert asked_of[0] == asked_of[1]


def untimed(text):
    return [line for line in text.split("\n") if not line.startswith("! ") and "sealed" not in line]
