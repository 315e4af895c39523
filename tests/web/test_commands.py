"""The page's Python writes what the native programs write, byte for byte: forty commands over all games."""

import hashlib
import json
import subprocess
from pathlib import Path

from tests.programs import ran
from tests.web.conftest import needed
from web.serve import WEB

needed()

HERE = Path(__file__).parent
KIT = ("--deal-seed", "7", "-o", "kit")
LAIR = ("cardgen", "kit", "liars-lair", "--no-ledger", "--seed", "5", *KIT)
COMMANDS = [
    LAIR,
    (*LAIR, "--players", "3", "--guest", "Ann:she:sails,Bob:he:Rex,Cat"),
    (*LAIR, "--players", "8", "--paper", "letter", "--sides", "fold"),
    (*LAIR, "--difficulty", "hard", "--ink", "low", "--colour-aid"),
    (*LAIR, "--titles", "own", "--deck-theme", "lacquer"),
    (*LAIR, "--face", "plain", "--sides", "short", "--feed", "manual"),
    (*LAIR, "--locale", "de_DE", "--each", "2"),
    *(("cardgen", "kit", game, "-o", "kit") for game in ("lizard", "liars-guess", "red-and-black", "liar-poker")),
    ("cardgen", "kit", "lizard", "--players", "5", "--card", "bridge", "--deck-theme", "seaside", "-o", "kit"),
    ("cardgen", "kit", "lizard", "--players", "3", "--option", "rounds=7", "--paper", "letter", "-o", "kit"),
    ("cardgen", "kit", "liars-guess", "--sides", "fronts", "--booklet", "no", "-o", "kit"),
    ("cardgen", "kit", "red-and-black", "--deck-theme", "lacquer", "--sleeved", "-o", "kit"),
    ("cardgen", "kit", "liar-poker", "--ink", "low", "--stock", "200g", "-o", "kit"),
    *(("cardgen", "deck", deck, "-o", "deck.pdf") for deck in ("west", "standard52", "lizard", "red-and-black")),
    ("cardgen", "deck", "west", "--card", "tarot", "--paper", "a3", "-o", "deck.pdf"),
    *(("cardgen", "rulebook", game, "-o", "book.pdf") for game in ("liars-lair", "lizard", "liar-poker")),
    *(("cardgen", "extras", game, "-o", "extras") for game in ("liars-guess", "lizard")),
    ("cardgen", "export", "svg", "west", "-o", "out"),
    ("cardgen", "export", "svg", "standard52", "-o", "out"),
    ("cardgen", "calibrate", "-o", "sheet.pdf"),
    ("cardgen", "list"),
    ("factbank", "new", "--pairs", "9", "--seed", "3", "--no-ledger", "-o", "facts.json"),
    ("factbank", "new", "--pairs", "30", "--seed", "4", "--no-ledger", "--guest", "Ann,Bob", "-o", "facts.json"),
    ("factbank", "new", "--pairs", "5", "--seed", "5", "--no-ledger", "--theme", "sea", "-o", "facts.json"),
    ("factbank", "packs"),
    *(("referee", "rules", game) for game in ("liars-lair", "lizard", "liars-guess", "red-and-black", "liar-poker")),
    ("referee", "teach", "liars-lair"),
]


def native(words, place, monkeypatch):
    place.mkdir()
    monkeypatch.chdir(place)
    done = ran(*words)
    found = {"status": done.returncode, "stdout": done.stdout}
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    return found | {path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_the_same_bytes(tmp_path, monkeypatch):
    assert len(COMMANDS) >= 40
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    (file := tmp_path / "commands.json").write_text(json.dumps(COMMANDS), "utf-8")
    done = subprocess.run(["node", HERE / "commands.mjs", WEB, file], check=True, capture_output=True, text=True)
    here = [native(words, tmp_path / str(at), monkeypatch) for at, words in enumerate(COMMANDS)]
    assert all(found["status"] == 0 for found in here)
    wrong = {
        " ".join(words): [name for name in {*one, *other} if one.get(name) != other.get(name)]
        for words, one, other in zip(COMMANDS, here, json.loads(done.stdout.splitlines()[-1]), strict=True)
        if one != other
    }
    assert wrong == {}
