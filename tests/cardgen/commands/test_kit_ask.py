"""`cardgen kit --ask`: phones of the household write facts, and Enter prints them."""

import os
import re
import subprocess
import sys

from factbank import factfile
from referee.host.hosting import lobbies
from referee.store.journal import Journal
from tests.cardgen.guests import sat
from tests.programs import ran

LINE = [sys.executable, "-m", "cardgen", "kit", "liars-lair", "--ask", "--each", "2"]


def opened(*more):
    """Start the program; return it with the address and word that it says."""
    program = subprocess.Popen(
        [*LINE, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", env=dict(os.environ),
    )  # fmt: skip
    said = ""
    while not said.endswith("goes on with it.\n"):
        line = program.stderr.readline()
        assert line, said
        said += line
    port, word = re.search(r"or type\s+\S+:(\d+)\s+and the word\s+(\S+)", said).groups()
    return program, f"127.0.0.1:{port}", word


def test_phones_write_and_enter_prints_also_after_a_crash(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    program, address, word = opened("-o", str(tmp_path / "kit"), "--language", "de")
    names = ("Ann", "Bob", "Cat", "Dan")
    phones = sat(address, word, *names)
    sat(address, word, "50%", "Eve, Flo")  # no fact can say these
    for unprintable in ("a 🐙", "a 漢", "é\u0301"):
        assert phones["Ann"].write(unprintable) == 422, unprintable
    for at, thing in enumerate(("tuba", "goose", "harbour", "wrong moon")):
        for name, phone in phones.items():
            assert phone.write(f"the {thing} of {name} number {at}") == 200
    program.kill()
    program.communicate()
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "letter.txt").write_text("mine")
    line = (*LINE[3:], "-o", tmp_path / "kit", "--language", "de")
    assert "letter.txt" in ran("cardgen", *line, lines="\n").stderr
    (tmp_path / "kit" / "letter.txt").unlink()
    done = ran("cardgen", *line, lines="\n")
    assert done.returncode == 0, done.stderr
    assert "16 endings came in" in done.stderr
    assert done.stdout.strip() == str(tmp_path / "kit")
    facts = factfile.read(tmp_path / "kit" / "facts.json")
    assert "A fact can't say “50%” and “Eve, Flo”: no card is about them." in done.stderr
    assert len(facts.pairs) == 12
    assert {pair.guest for pair in facts.pairs if any(card.by for card in pair.cards)} <= set(names)
    assert len(facts.writers) >= 8
    assert facts.language == "de"
    assert all("„" in card.text for pair in facts.pairs for card in pair.cards if card.by)
    with Journal(tmp_path / "home" / "tables.sqlite") as journal:
        assert lobbies(journal) == [], "what was printed is not kept as a lobby"
