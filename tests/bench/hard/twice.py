"""Everything that is written, written twice: in other folders, years apart, with other hashes, locales and time zones.

Paper and facts are given; everything else that a computer could let in is different the second time. Every file, and
what stood on stdout, must be the same byte for byte. `SEALED` alone must never be: it is dealt by chance.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from referee import games
from referee.records import make_header, print_record
from tests.bench.hard.report import Report
from tests.referee.conformance import random_game

PAPER = ("--paper", "a4")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("factbank", "new", "--pairs", "12", "--seed", "5", "--no-ledger", "-o", "new.json"),
    ("factbank", "import", "own.csv", "--seed", "5", "-o", "own.json"),
    ("referee", "replay", "lizard.txt", "--json"),
    ("referee", "replay", "liar-poker.txt", "--json", "--reveal"),
    ("cardgen", "show", "9h", "-o", "nine.png"),
    ("cardgen", "deck", "red-and-black", *PAPER, "-o", "red.pdf"),
    ("cardgen", "deck", "lizard", *PAPER, "-o", "lizard.pdf"),
    ("cardgen", "deck", "west", *PAPER, "--ink", "low", "--colour-aid", "-o", "west.pdf"),
    ("cardgen", "deck", "triple-5", *PAPER, "--card", "mini", "-o", "triple.pdf"),
    ("cardgen", "deck", "liar-poker", *PAPER, "--sides", "fold", "-o", "poker.pdf"),
    ("cardgen", "deck", "standard52", *PAPER, "--jokers", "2", "--feed", "manual", "-o", "standard.pdf"),
    ("cardgen", "deck", "liars-lair", "--facts", "facts.json", *PAPER, "-o", "lair.pdf"),
    ("cardgen", "calibrate", *PAPER, "-o", "test.pdf"),
    *(("cardgen", "rulebook", name, *PAPER, "-o", f"{name}.pdf") for name in games.REGISTRY),
    ("cardgen", "rulebook", "lizard", *PAPER, "--booklet", "no", "-o", "plain.pdf"),
    *(("cardgen", "extras", name, *PAPER, "-o", f"{name}-extras") for name in games.REGISTRY if name != "liars-lair"),
    *(("cardgen", "kit", name, *PAPER, "-o", f"{name}-kit") for name in games.REGISTRY if name != "liars-lair"),
    ("cardgen", "kit", "liars-lair", "--players", "4", "--facts", "facts.json", *PAPER, "-o", "lair-kit"),
    ("cardgen", "kit", "liars-lair", "--players", "3", "--seed", "3", "--no-ledger", *PAPER, "-o", "seed-kit"),
    *(("cardgen", "export", target, "west", "-o", target) for target in ("png", "tgc", "mpc", "dtc", "press")),
    ("cardgen", "export", "tts", "west", "--url", "https://example.org/west", "-o", "tts"),
    ("cardgen", "slips", "slip.txt", *PAPER, "-o", "slips.pdf"),
)
SEALED = "answer-sheet.pdf"
FULL = len(COMMANDS)
SAMPLE = 1
HERE = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "1", "LANG": "en_US.UTF-8"}
THERE = {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "LANG": "de_DE.UTF-8", "LANGUAGE": "tr", "COLUMNS": "200"}
# The second machine: its clock goes years ahead, by whatever a library reads it.
_LATER = """
import time
_time, _local, _gm, _strftime = time.time, time.localtime, time.gmtime, time.strftime
AHEAD = 5 * 365 * 86400 + 12345
time.time = lambda: _time() + AHEAD
time.localtime = lambda at=None: _local(time.time() if at is None else at)
time.gmtime = lambda at=None: _gm(time.time() if at is None else at)
time.strftime = lambda form, at=None: _strftime(form, time.localtime() if at is None else at)
"""


def run(count: int, seed: int) -> Report:
    """Do ``count`` commands twice."""
    report = Report("the same bytes")
    files = 0
    with tempfile.TemporaryDirectory() as outer:
        one, two = Path(outer) / "one", Path(outer) / "Zwei ö é" / "deeper"
        for place in (one, two):
            place.mkdir(parents=True)
            _inputs(place)
        later = Path(outer) / "later"
        later.mkdir()
        (later / "sitecustomize.py").write_text(_LATER)
        elsewhere = {"PYTHONHASHSEED": str(seed), "PYTHONPATH": f"{later}{os.pathsep}{Path.cwd()}"}
        for command in COMMANDS[:count]:
            first, second = _done(command, one, HERE), _done(command, two, THERE | elsewhere)
            differ = {name for name in {**first[1], **second[1]} if first[1].get(name) != second[1].get(name)}
            wrong = differ ^ {name for name in first[1] if Path(name).name == SEALED}
            if first[0] or second[0]:
                report.fault(f"{' '.join(command)}: ended with {first[0]} and {second[0]}: {first[2] or second[2]}")
            elif wrong:
                report.fault(f"{' '.join(command)}: {', '.join(sorted(wrong))[:200]} differ ({SEALED} ought to)")
            files += len(first[1]) - 1
    report.figures |= {"commands": min(count, FULL), "files": files}
    return report


def _inputs(place: Path) -> None:
    from factbank.factfile import write
    from tests.referee.conformance import some_facts

    write(some_facts(15, Random(1)), place / "facts.json")
    rows = "".join(f"Uncle {n} owns a horse of {n} legs.,Uncle {n} owns a goat of {n} wheels.\n" for n in range(9))
    (place / "own.csv").write_text(rows)
    (place / "slip.txt").write_text("Ann · Lizard · table 3\nFor nobody else.\n\n  9h  nine  true\n\nNotes:\n", "utf-8")
    for name in ("lizard", "liar-poker"):
        game = games.game(name)
        setup, actions, _state, _rng = random_game(game, 3)
        (place / f"{name}.txt").write_text(print_record(game, make_header(setup), setup, actions[:60]), "utf-8")


def _done(command: tuple[str, ...], place: Path, env: dict[str, str]) -> tuple[int, dict[str, str], str]:
    """Return the exit status, a hash of every file that was written and of stdout, and what stderr said."""
    before = {path for path in place.rglob("*") if path.is_file()}
    home = {"LIARSDECK_HOME": str(place.parent / f"home-{place.name}"), "HOME": str(place.parent)}
    known = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=place, capture_output=True, check=False, env=known | {"PYTHONPATH": str(Path.cwd())} | home | env,
    )  # fmt: skip
    written = sorted({path for path in place.rglob("*") if path.is_file()} - before)
    hashes = {str(path.relative_to(place)): hashlib.sha256(path.read_bytes()).hexdigest() for path in written}
    hashes["stdout"] = hashlib.sha256(done.stdout).hexdigest()
    return done.returncode, hashes, done.stderr.decode("utf-8", "replace")[-200:]
