"""Whatever is typed, at any moment of any game: a sentence, never a traceback; and what was kept is what stands."""

from random import Random

import pytest

from referee import games
from referee.console.console import COMMANDS, Console
from referee.console.interpret import Reader
from referee.core.play import choose, format_action
from referee.tables.table import Table
from tests.referee.conformance import random_game, some_facts
from tests.referee.seat import FakeTerminal
from tests.sampling import some

MONSTERS = (
    *("", " ", ":", "::", "?", "??", "#", "# x", "()", "(", ")", "a (b", "1 (2 true)", "\x1b[2J", "\x00", "﷽" * 9),
    *("٣", "²", "-1", "0", "9" * 30, "undo 99999999999", "undo -1", "redo 0", "history x", "history 0", "history -3"),
    *("rename", "rename a", "rename a b c d", "rename ann :", "look", "look zz", "why x.y", "rules x", "again"),
    *("y", "n", "skip", "skip", "A:B:C", "a" * 1999, "a" * 2001, "e\u0301" * 30, "\u202e", "and", "a and b", "a,b;c"),
    *(",", ";", "ann,bob", "ann and bob and cat", "undo ²", "history ²", "redo ٣"),
    *("Ann: holds ?", "Bob: reveals ?", "Ann: bets ?", "truths ?", "?: ?"),
)


def begin(journal, name):
    game = games.game(name)
    facts = some_facts(15, Random(1)) if game.needs_facts else None
    seats = ["Ann", "Bob", "Cat"][: max(game.seats[0], min(3, game.seats[1]))]
    setup = games.setup(game, seats, {}, facts=facts)
    return Table.new(journal, setup, kit=facts.kit if facts else "", seed="7")


def typed(rng, table):
    """Something to type: a monster, an aside, a legal line whole or in pieces or with a slip in it."""
    kind = rng.randrange(6)
    if kind == 0 or table.over:
        return rng.choice(MONSTERS)
    if kind == 1:
        return f"{rng.choice([name for name in COMMANDS if name != 'quit'])} {rng.choice(MONSTERS)}"
    action = choose(table.game, table.state, table.game.to_act(table.state), rng, hands=False)
    line = format_action(table.game, table.setup, action)
    if kind == 2:
        return line
    if kind == 3:
        return line.rpartition(": ")[2]
    at = rng.randrange(len(line))
    return line[:at] + line[at + 1 :] if kind == 4 else line[:at] + rng.choice("abkz :19?") + line[at + 1 :]


@pytest.mark.parametrize("name", games.REGISTRY)
def test_nothing_typed_brings_the_console_down(journal, name):
    many = 60
    for number in some(range(4), 2):
        rng = Random(number)
        table = begin(journal, name)
        left = [many]

        def answer(_words, rng=rng, table=table, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise EOFError
            return typed(rng, table)

        terminal = FakeTerminal(*[answer] * (many * 40), width=rng.choice([40, 80]))
        assert Console(table, terminal).run() == 0
        assert "\x1b" not in terminal.shared + terminal.private
        again = Table(journal, table.number)
        assert again.actions == table.actions
        assert again.state == table.state


@pytest.mark.parametrize("name", games.REGISTRY)
def test_a_verb_that_was_typed_is_not_done_as_anothers(name):
    """On the shared screen and in private, with what any verb carries: another verb is asked about at most."""
    game, read = games.game(name), 0
    for seed in some(range(300, 312), 4):
        setup, actions, _, rng = random_game(game, seed)
        carried = sorted({format_action(game, setup, one).rpartition(": ")[2].partition(" ")[2] for one in actions})
        state, at = game.start(setup), 0
        for moment in sorted(rng.sample(range(len(actions)), min(6, len(actions)))):
            while at < moment:
                state, at = game.apply(state, actions[at]), at + 1
            for seat in (None, rng.randrange(len(setup.seats))):
                reader = Reader(game, setup, game.view(state, seat), seat)
                for verb in game.verbs:
                    who = rng.choice(("", f"{rng.choice(setup.seats)}: ", f"{rng.choice(setup.seats)} "))
                    args = rng.choice(carried).partition(" (")[0].split()[rng.randrange(2) :]
                    text = f"{who}{rng.choice(verb.ways())} {' '.join(args)}"
                    understood = reader.read(text)
                    assert understood.readings or (understood.why and "\n" not in understood.why), text
                    sure = [reading for reading in understood.readings if reading.sure]
                    meant = {one.name for one in game.verbs if set(verb.ways()) & set(one.ways())}
                    assert {reading.action.verb for reading in sure} <= meant, f"{text!r}: {sure}"
                    read += len(sure)
    assert read
