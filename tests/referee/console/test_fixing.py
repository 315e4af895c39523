"""``fix 12`` at the prompt: shown, agreed to, done; a secret line only on its seat's private screen."""

import io
from random import Random

import pytest

from referee import games
from referee.console import scripted
from referee.console.console import Console
from referee.store.journal import FIX_ASKED
from referee.tables.table import Table
from tests.referee.console.test_console import BIDDING, journal, lines, play, sit
from tests.referee.seat import FakeTerminal

__all__ = ["journal"]

DONE = (*BIDDING, "1", "0", "0", "ah")


@pytest.mark.parametrize("answer", ["n", "", "nonsense"])
def test_without_a_yes_nothing_is_changed_and_the_notice_stays(journal, answer):
    table, terminal, _ = play(journal, *DONE, "fix 1 dealer Bob", answer)
    assert len(lines(table)) == 6
    said = " ".join(terminal.shared.split())
    assert "Line 3, “Bob bids 1”, does not fit then: Bob cannot bid now: it is Cat’s turn to bid." in said
    assert "Nothing was changed." in said
    assert [notice.kind for notice in table.notices()] == [FIX_ASKED]


def test_a_secret_line_is_corrected_on_its_private_screen_alone(journal):
    console, _terminal = sit(journal, game="liar-poker", seats=["Ann", "Bob"])
    table = console.table
    for line in ("board 4s 7c", "Ann: bets large"):
        table.act(table.read(line))
    terminal = FakeTerminal("fix 2 ann bets small", "pin1", "pin1", "bets small", "y")
    console = Console(Table(journal, table.number), terminal)
    console.run()
    assert console.table.log.lines[1] == "Ann: bets small"
    assert "Line 2: bets large" in terminal.private
    assert "large" not in terminal.shared
    assert "small" not in terminal.shared
    assert "Line 2 would be “Ann bets ?”, with something else in it." in terminal.shared
    assert "it is typed on the private screen" in terminal.shared


def test_a_script_may_correct_a_line(journal):
    table = Table.new(journal, games.setup(games.game("lizard"), ["Ann", "Bob", "Cat"]))
    out, err = io.StringIO(), io.StringIO()
    text = ["dealer Ann", "trump 9h", "Bob: bids 1", "fix 3 Bob: bids 0", "fix 2", "fix 1 dealer Bob"]
    assert scripted.run(table, text, draws=False, keep_going=True, out=out, err=err) == 0
    assert out.getvalue().splitlines()[-2:] == [
        "Line 3 is “Bob bids 0” now.",
        "Line 1 is “dealer Bob” now. Taken back: Bob bids 0.",
    ]
    assert "fix is written with a line's number" in err.getvalue()


def test_a_correction_at_random_never_ends_in_a_traceback(journal):
    rng = Random(3)
    table, terminal, _ = play(journal, *DONE, *[f"fix {rng.randint(0, 7)} {rng.choice(DONE)}" for _ in range(40)])
    assert "Traceback" not in terminal.shared
    assert Table(journal, table.number).state == table.state
