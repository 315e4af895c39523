"""Command lines at random: every command of the three programs with strange values, and it ends in a sentence."""

import contextlib
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import click

from liarsdeck.cli import SENTENCE, _status
from tests.bench.hard.mutate import MONSTERS
from tests.bench.hard.report import Hang, Report, household, last_frames, within_a_second
from tests.bench.hard.twice import _inputs

FULL = 3_000
SAMPLE = 8
LONGEST_S = 20  # of CPU time: some print whole kits
SERVES = {"host"}  # stays until it is stopped: `wire` attacks it
PLAUSIBLE = [
    *("a4", "letter", "90x60mm", "3mm", "0", "1", "5", "-1", "1e9", "nan", "60x", "50mm", "lizard", "west", "9h"),
    *("liars-lair", "lizard,9h", "red=13", "rounds=2", "each=99", "=", "a=b=c", "1,1", "1.5,-2", "facts.json", "Ann"),
    *("own.csv", "slip.txt", "lizard.txt", "missing.json", ".", "K7Q4-9M", "en_US", "de_DE", "xx", "seaside", "Ève"),
]
# What most people would say: so that a line gets as far as to the files.
SENSIBLE: dict[str, list[str]] = {
    "game": ["liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker"],
    "name": ["lizard", "west", "triple-5", "standard52", "red-and-black", "liar-poker", "own-deck.toml", "own.csv"],
    "deck": ["lizard", "west", "standard52", "own-deck.toml"],
    "card_size": ["poker", "tcg", "bridge", "tarot", "mini", "square", "63x63mm", "70x100mm", "25x25mm", "200x280mm"],
    "paper": ["a4", "a3", "letter", "legal", "tabloid", "100x150mm", "50x50mm"],
    "facts_file": ["facts.json", "own.csv"],
    "players": ["2", "3", "4", "5", "8"],
    "each": ["2", "3", "6"],
    "only": ["box", "lizard", "Ah,Kd", "reference,box", "none", "rc1"],
    "options": ["rounds=2", "top=3", "reclaim=revised", "red=13", "chips=300", "each=2", "estimates=secret"],
    "gap": ["0", "2mm", "5mm"],
    "bleed": ["0", "1mm", "3mm", "10mm"],
    "back_bleed": ["0", "5mm"],
    "margin": ["0", "5mm", "12mm"],
    "slots": ["business-10", "business-8", "gaps-9", "own-slots.toml"],
    "deck_theme": ["harlequin", "lacquer", "seaside"],
    "own_back": ["back.svg", "back.png", "own.csv"],
    "own_art": ["art", "."],
    "stock": ["0.3mm", "200g", "0.5"],
    "dpi": ["50", "72", "100"],
    "copies": ["1", "2", "3"],
    "blank": ["0", "1", "9"],
    "boxed": ["1", "60", "300"],
    "seed": ["1", "7"],
    "pairs": ["3", "12", "20"],
    "packs": ["cabinet", "sea", "animals"],
    "themes": ["sea", "food"],
    "printer": ["office", "none"],
    "tray": ["bypass"],
    "offset": ["0.8,-0.3", "0,0"],
    "back_offset": ["0.8,-0.3", "-1,0"],
    "url": ["https://example.org/a"],
    "out": ["out", "out.pdf", "out.png", "out.json", "new/deep/out", "sp ace", "ünï 😀", "taken", "full", "link"],
    "record": ["lizard.txt", "liar-poker.txt"],
}


def run(count: int, seed: int) -> Report:
    """Try ``count`` command lines."""
    report = Report("random command lines")
    rng = Random(seed)
    programs = {name: import_module(f"{name}.cli").program for name in ("factbank", "referee", "cardgen")}
    with household() as home, contextlib.chdir(home), mock.patch.dict(os.environ, LIARSDECK_HOME=str(home / "home")):
        lay_out(home)
        for _ in range(count):
            name = rng.choice([*programs, "cardgen"])
            attempt(name, _line(programs[name], rng), report)
    report.figures["command lines"] = count
    return report


def lay_out(folder: Path) -> None:
    """Put into a folder what a line may name: records, a deck, slots and art of one's own; places that are taken."""
    from PIL import Image

    _inputs(folder)
    (folder / "own-deck.toml").write_text('[box.a]\nat = [6, 6, 51, 20]\ntext = "{{ a }}"\n[[cards]]\na = "One"\n')
    (folder / "own-slots.toml").write_text('paper = "A4"\ncard = "60x90mm"\nslots = [[11, 10], [75, 10]]\n')
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 10"><rect width="7" height="9" opacity=".5"/></svg>'
    (folder / "back.svg").write_text(svg)
    Image.new("RGBA", (70, 100), (200, 30, 30, 120)).save(folder / "back.png")
    (folder / "art").mkdir()
    (folder / "art" / "Ah.svg").write_text(svg)
    (folder / "taken").write_text("a file")
    (folder / "full").mkdir()
    (folder / "full" / "other.txt").write_text("of somebody else")
    (folder / "link").symlink_to(folder / "taken")


def _value(rng: Random, name: str = "") -> str:
    if name in SENSIBLE and rng.random() < 0.85:
        return rng.choice(SENSIBLE[name])
    value = rng.choice(PLAUSIBLE) if rng.random() < 0.75 else rng.choice(MONSTERS)
    value = value.replace("\0", "")  # no system hands one over
    # Nothing may be written elsewhere than in the folder that is thrown away.
    return value.replace("/", "|").replace("\\", "|").replace("..", ".").replace("~", "-")


def _line(program: Any, rng: Random) -> list[str]:
    name = rng.choice([name for name in program.list_commands(None) if name not in SERVES])
    command = program.get_command(None, name)
    args = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            if rng.random() < 0.95:
                args += [
                    _value(rng, parameter.name) for _ in range(rng.choice((1, 1, 2)) if parameter.nargs == -1 else 1)
                ]
        elif rng.random() < 0.12 and parameter.name != "help":
            args.append(rng.choice(parameter.opts))
            if not parameter.is_flag:
                choices = getattr(parameter.type, "choices", None)
                args.append(
                    str(rng.choice(list(choices))) if choices and rng.random() < 0.8 else _value(rng, parameter.name)
                )
    if rng.random() < 0.05:
        args.insert(rng.randrange(len(args) + 1), _value(rng))
    return args


def _written() -> set[str]:
    """Return what lies in this folder; the household's own data may be made whatever comes of a line."""
    return {str(path) for path in Path().rglob("*") if path.parts[0] != "home"}


def attempt(name: str, args: list[str], report: Report) -> None:
    """Try one command line here; what falls goes into the report."""
    program = import_module(f"{name}.cli").program
    there = _written()
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace") for _ in range(2))
    stdin, sys.stdin = sys.stdin, io.StringIO("dealer Ann\n")
    try:
        with within_a_second(LONGEST_S), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = _status(program, name, args)
    except Hang:
        report.fault(f"{name} {args!a:.200}: took over {LONGEST_S} seconds")
        return
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        report.fault(f"{name} {args!a:.200}: {last_frames(error)}")
        return
    finally:
        sys.stdin = stdin
    err.flush()
    said = err.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]
    report.counts[f"{name}: ended with {status}"] += 1
    if status not in (0, 1, 2, 130) or "Traceback" in said:
        report.fault(f"{name} {args!a:.200}: ended with {status}: {said[-200:]!a}")
    if status == 2 and (not said.strip() or max(map(len, said.splitlines())) > SENTENCE + 200):
        report.fault(f"{name} {args!a:.200}: said {len(said)} characters")
    if status == 2 and (new := _written() - there):
        report.fault(f"{name} {args!a:.200}: left {sorted(new)!a:.100} behind: {said[-200:]!a}")
    if any(sign < " " and sign not in "\n\r\t" for sign in said):
        report.fault(f"{name} {args!a:.200}: steers the terminal: {said[-200:]!a}")
