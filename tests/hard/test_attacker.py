"""An attacker with everything that is printed, or stored where others can read: no seal opens, no secret is theirs."""

import re
import stat
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from cardgen.pages import secret as answer_sheet
from cardgen.pages.secret import deal
from cardgen.spec import KitSpec
from factbank import factfile
from factbank.factfile import Card, Pair
from referee import games
from referee.records import commitment_of, line_of, nonce_of
from referee.store.journal import Journal
from referee.tables.export import record_of
from referee.tables.table import Table
from tests.programs import ran

FACTS = factfile.make(
    [Pair(f"Pair {n}", (Card(2 * n - 1, f"So {n}."), Card(2 * n, f"Not so {n}."))) for n in range(1, 13)],
    seed=111226311,
)
WAYS = ("{}", "answer sheet {}", "answer sheet {} {}", "{} {}", "{}{}", "liarsdeck {}", "deal {}", "{}:{}")


def guesses(*texts: str) -> Iterator[object]:
    """Yield every seed that a reader of these texts would try: their words and numbers, alone and in pairs."""
    words = list(dict.fromkeys(word for text in texts for word in re.findall(r"[\w.-]+", text)))[:12]
    for way in WAYS:
        many = way.count("{}")
        yield from (way.format(*some) for some in product(words, repeat=many))
    yield from (int(word) for word in words if word.isdecimal())
    yield from range(50)
    yield from (None, 0.5, "", b"")


def printed(tmp_path, monkeypatch):
    """Print an answer sheet; return what is outside, and the deal inside."""
    seen = []
    usual = answer_sheet._sheet_pdf
    monkeypatch.setattr(answer_sheet, "_sheet_pdf", lambda sheet, *how: (seen.append(sheet), usual(sheet, *how))[1])
    game = games.game("liars-lair")
    options = games.setup(game, ["Ann", "Bob", "Cat", "Dan"], facts=FACTS).options
    answer_sheet.write_answer_sheet(KitSpec("liars-lair", options, 4, FACTS), tmp_path / "answers.pdf")
    outside = " ".join(mark.text for mark in answer_sheet._outside(seen[0]) if hasattr(mark, "text"))
    return outside, seen[0].drawn, options


def test_the_answer_sheet_is_not_opened_from_outside(tmp_path, monkeypatch):
    """But it would be if its deal came of what is outside."""
    for seed in (None, f"answer sheet {FACTS.kit} 111226311"):
        if seed:
            monkeypatch.setattr(answer_sheet, "SystemRandom", lambda seed=seed: Random(seed))
        shown, drawn, options = printed(tmp_path, monkeypatch)
        assert FACTS.kit in shown
        tried = guesses(f"{FACTS.kit} 111226311", shown)
        assert next((guess for guess in tried if deal(FACTS, options, 4, Random(guess)) == drawn), None) == seed


@pytest.mark.parametrize("name", ["lizard", "liar-poker", "red-and-black"])
def test_a_tables_seal_and_deal_are_not_found_from_what_everybody_sees(tmp_path, name):
    game = games.game(name)
    setup = games.setup(game, ["Ann", "Bob", "Cat"][: max(2, min(3, game.seats[1]))])

    def dealt(place, given):
        with Journal(tmp_path / place) as journal:
            table = Table.new(journal, setup, seed=given)
            while (action := table.draw(everything=True)) is not None:
                table.act(action)
            lines = [(one.place, line_of(game, setup, table.actions[one.place - 1])) for one in table.deals[-1].lines]
            return lines, table.seal, record_of(table, reveal=False), journal.table(1)

    lines, made, shared, kept = dealt("theirs", None)
    assert made
    assert lines
    assert re.fullmatch(r"[0-9a-f]{32}", kept.seed), "the seed is 128 bits of the machine's own chance"
    public = " ".join([shared, kept.header, kept.stands, str(kept.made), "1", setup.game])
    assert kept.seed not in public
    for guess in guesses(public):
        for place, line in lines:
            assert commitment_of(nonce_of(str(guess), place, line), place, line) not in shared
            assert commitment_of(str(guess), place, line) not in shared
    for number, guess in enumerate([guess for guess in guesses(public) if isinstance(guess, str) and guess][:5]):
        assert dealt(f"try{number}", guess)[1] != made


def test_what_others_may_read_of_a_household_holds_no_secret(tmp_path, monkeypatch, open_mask):
    """With the mask of somebody who lets everybody read everything."""
    home, out = tmp_path / "home", tmp_path / "out"
    monkeypatch.setenv("LIARSDECK_HOME", str(home))
    seats = [word for name in ("Ann", "Bob", "Cat") for word in ("--seat", name)]
    for words, lines in (
        (("factbank", "new", "--pairs", 6, "--pack", "cabinet", "-o", out / "facts.json"), ""),
        (("referee", "new", "lizard", *seats), "dealer Ann\nAnn: holds Td\n"),
        (("referee", "slips", 1, "-o", out / "slips", "--yes"), ""),
        (("referee", "slips", 1, "-o", out / "slips"), ""),
        (("referee", "export", 1, "--reveal", "--yes", "-o", out / "all.txt"), ""),
        (("referee", "export", 1, "-o", out / "shared.txt"), ""),
        (("referee", "tables", "--backup", out / "tables.backup"), ""),
        (("factbank", "history", "--backup", out / "ledger.backup"), ""),
    ):
        ran(*words, lines=lines)
    game = games.game("liars-lair")
    options = games.setup(game, ["Ann", "Bob", "Cat", "Dan"], facts=FACTS).options
    answer_sheet.write_answer_sheet(KitSpec("liars-lair", options, 4, FACTS), out / "answers.pdf")
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert {"facts.json", "all.txt", "shared.txt", "tables.backup", "ledger.backup", "answers.pdf"} <= {
        path.name for path in modes
    }
    readable = {path for path, mode in modes.items() if path.is_file() and mode & 0o077}
    assert {path.name for path in readable} == {"shared.txt"}
    assert "Td" not in (out / "shared.txt").read_text()
    assert {mode for path, mode in modes.items() if path.is_dir() and home in (path, *path.parents)} == {0o700}
