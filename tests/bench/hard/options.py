"""Command lines at random: every command of the three programs with strange values, and it ends in a sentence."""

import contextlib
import io
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import click

from cardgen.errors import PrintError
from factbank.errors import FactError
from factbank.shell import SENTENCE, _status
from referee.errors import RecordError
from tests.bench.hard.mutate import MONSTERS
from tests.bench.hard.report import Hang, Report, last_frames, within_a_second
from tests.bench.hard.twice import _inputs

FULL = 3_000
SAMPLE = 12
LONGEST_S = 20  # of CPU time: some print whole kits
PLAUSIBLE = [
    *("a4", "letter", "90x60mm", "3mm", "0", "1", "5", "-1", "1e9", "nan", "60x", "50mm", "lizard", "west", "9h"),
    *("liars-lair", "lizard,9h", "red=13", "rounds=2", "each=99", "=", "a=b=c", "1,1", "1.5,-2", "facts.json", "Ann"),
    *("own.csv", "slip.txt", "lizard.txt", "missing.json", ".", "K7Q4-9M", "en_US", "de_DE", "xx", "seaside", "Ève"),
]


def run(count: int, seed: int) -> Report:
    """Try ``count`` command lines."""
    report = Report("random command lines")
    rng = Random(seed)
    __import__("inflect")
    before, kept = Path.cwd(), os.environ.get("LIARSDECK_HOME")
    programs = {name: import_module(f"{name}.cli").program for name in ("factbank", "referee", "cardgen")}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LIARSDECK_HOME"] = str(Path(folder) / "home")
        os.chdir(folder)
        try:
            _inputs(Path(folder))
            for _ in range(count):
                name = rng.choice(list(programs))
                _one(name, programs[name], _line(programs[name], rng), report)
        finally:
            os.chdir(before)
            os.environ.pop("LIARSDECK_HOME")
            if kept is not None:
                os.environ["LIARSDECK_HOME"] = kept
    report.figures["command lines"] = count
    return report


def _value(rng: Random) -> str:
    value = rng.choice(PLAUSIBLE) if rng.random() < 0.75 else rng.choice(MONSTERS)
    value = value.replace("\0", "")  # no system hands one over
    # Nothing may be written elsewhere than in the folder that is thrown away.
    return value.replace("/", "|").replace("\\", "|").replace("..", ".").replace("~", "-")


def _line(program: Any, rng: Random) -> list[str]:
    name = rng.choice(program.list_commands(None))
    command = program.get_command(None, name)
    args = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            if rng.random() < 0.9:
                args += [_value(rng) for _ in range(rng.choice((1, 1, 2)) if parameter.nargs == -1 else 1)]
        elif rng.random() < 0.12 and parameter.name != "help":
            args.append(rng.choice(parameter.opts))
            if not parameter.is_flag:
                choices = getattr(parameter.type, "choices", None)
                args.append(str(rng.choice(list(choices))) if choices and rng.random() < 0.8 else _value(rng))
    if rng.random() < 0.05:
        args.insert(rng.randrange(len(args) + 1), _value(rng))
    return args


def _one(name: str, program: Any, args: list[str], report: Report) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace") for _ in range(2))
    stdin, sys.stdin = sys.stdin, io.StringIO("dealer Ann\n")
    try:
        with within_a_second(LONGEST_S), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = _status(program, name, args, (FactError, RecordError, PrintError))
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
    if any(sign < " " and sign not in "\n\r\t" for sign in said):
        report.fault(f"{name} {args!a:.200}: steers the terminal: {said[-200:]!a}")
