"""``fix 12`` at the prompt: shown, agreed to, done; a secret line only on its seat's private screen."""

import io

from referee import games
from referee.console import scripted
from referee.console.console import Console
from referee.tables.table import Table
from tests.referee.console.test_console import sit
from tests.referee.seat import FakeTerminal


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
