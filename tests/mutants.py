"""Mutants: one token of a rule, a layout, a deal or the store changes, and a test of its own room has to notice.

Run: python -m tests.mutants [--first 0] [--count 100] [--seed 14]

cosmic-ray makes the mutants. A sample of them, drawn by the seed with a share for each room, is tried one by one in a
copy of this checkout. Those that live on, and why, stand in docs/mutants.md.
"""

from __future__ import annotations

import ast
import compileall
import os
import resource
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import ndiff
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory

import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).parents[1]
SECONDS, WAIT = 75, 3600.0
"""Tests that take so many seconds of a processor have noticed: the mutant does not end. A busy machine makes no
difference; what waits and computes nothing is given an hour.
"""
LEDGER = "tests/factbank/deal/test_ledger.py"
LAIR = "referee/games/liars_lair/rules.py"
ROOMS: dict[str, tuple[int, tuple[str, ...]]] = {
    "games": (40, ("referee/games",)),
    "layout": (20, ("cardgen/layout.py",)),
    "deal": (20, ("factbank/deal", LAIR)),
    "store": (20, ("referee/store",)),
}
"""Of a hundred mutants, how many each room has, and the folders and files that make the room."""
TESTS = {
    "referee/games": (
        "tests/referee/rulings/test_cases.py",
        "tests/referee/games/test_transcripts.py",
        "tests/referee/rulings/test_rulings.py",
        "tests/hard/test_samples.py::test_a_sample_of[playouts]",
        "tests/referee/story",
        "tests/referee/games/test_guess.py",
        "tests/referee/bots",
        "tests/referee/host/test_asked.py",
        "tests/referee/host/test_evenings.py",
        "tests/referee/host/test_lair.py",
        "tests/referee/host/test_pseudo.py",
        "tests/referee/host/test_screens.py",
        "tests/referee/host/test_sight.py",
        "tests/referee/test_conformance.py",
    ),
    "cardgen/layout": (
        "tests/cardgen/layout",
        "tests/test_frozen.py",
        "tests/cardgen/printers/test_readings.py",
        "--deselect=tests/cardgen/layout/test_prepared.py::test_every_deck_and_reference_cards_lie_on_them",
    ),
    "factbank/deal": (
        "tests/factbank/deal/test_decks.py",
        "tests/factbank/deal",
        "tests/factbank/test_jokes.py",
        "tests/test_frozen.py",
        "--ignore=tests/factbank/deal/test_evenings.py",
        f"--deselect={LEDGER}::test_many_nights_repeat_no_key_and_no_subject_within_ten_decks",
    ),
    "referee/store": (
        "tests/referee/store",
        "tests/test_frozen.py",
        "tests/referee/console/test_manners.py",
        "tests/referee/console/test_transcripts.py",
    ),
}
"""The tests that know a room; of a folder, those of the module's own name come first.

What takes very long is left out, and what waits for another program and so could fail on a busy machine.
"""
NO_END = 1000
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")


def modules(room: str) -> list[str]:
    """Return the modules of a room, by their paths in the checkout."""
    found = [file for place in ROOMS[room][1] for file in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]]
    names = [str(file.relative_to(ROOT)) for file in found if file.name != "__init__.py"]
    return [name for name in names if name != LAIR or room == "deal"]


def tests_of(module: str) -> tuple[str, ...]:
    """Return the arguments of pytest for the tests that know this module, the quickest first."""
    place = next(place for place in TESTS if module.startswith(place))
    if place != "referee/games":
        own = ROOT / "tests" / place / f"test_{Path(module).name}"
        return (*(str(file.relative_to(ROOT)) for file in (own,) if file.exists()), *TESTS[place])
    game = Path(module).relative_to(place).parts[0]
    own_files = [
        str(file.relative_to(ROOT)) for file in sorted((ROOT / "tests/referee/games").glob(f"test_{game}*.py"))
    ]
    return (*own_files, *TESTS[place], "-k", f"{game} or {game.replace('_', '-')}")


SWAPS = {
    ("Add", "Sub"), ("Mul", "Div"), ("Mul", "FloorDiv"), ("Mod", "FloorDiv"), ("BitAnd", "BitOr"), ("LShift", "RShift"),
}  # fmt: skip
"""Of cosmic-ray's 132 ways to take one arithmetic operator for another, those that a person could slip into."""


def _is_a_slip(name: str) -> bool:
    """Leave out what nobody mistakes, and `is` for `==`, which is the same for small numbers and for None."""
    kind, *swap = name.rpartition("/")[2].split("_")
    if kind == "ReplaceBinaryOperator":
        return tuple(swap) in SWAPS or tuple(swap[::-1]) in SWAPS
    return kind != "ReplaceComparisonOperator" or swap[0].startswith("Is") == swap[1].startswith("Is")


@cache
def operators() -> dict[str, Operator]:
    """Return what changes one token, by name; those that want arguments are left out."""
    found = {name: get_operator(name) for name in sorted(operator_names()) if _is_a_slip(name)}
    return {name: operator() for name, operator in found.items() if not operator.arguments()}


def mutants(module: str) -> Iterator[MutationSpec]:
    """Return every mutant of a module but those that change nothing (see ``_nothing``) or are no Python."""
    tree = list(ast_nodes(get_ast_from_path(ROOT / module)))
    spared = list(_nothing(ast.parse((ROOT / module).read_text("utf-8"))))
    source = ["", *(ROOT / module).read_text("utf-8").splitlines()]
    for name, operator in operators().items():
        places = [place for node in tree for place in operator.mutation_positions(node)]
        for at, (start, end) in enumerate(places):
            marker = source[end[0]][end[1] :].startswith(",")  # f(a, *, b): a star that is no operator
            if not marker and not any(first <= start < last for first, last in spared):
                yield MutationSpec(Path(module), name, at, start, end)


def _nothing(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where a change shows nowhere: in annotations, at ``@cache``, zip's ``strict``, a struct's ``gc``."""
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.keyword) and node.arg in ("strict", "gc"):
            found.append(node.value)
        found += [one for one in getattr(node, "decorator_list", []) if isinstance(one, ast.Name) and one.id == "cache"]
        for one in filter(None, found):
            yield (one.lineno, one.col_offset - 1), (one.end_lineno or 0, one.end_col_offset or 0)


def sample(count: int, seed: int) -> list[MutationSpec]:
    """Return `count` mutants, a share of each room, in an order in which any first part is a sample too."""
    rng = Random(seed)
    drawn = []
    for room, (share, _) in ROOMS.items():
        every = [mutant for module in modules(room) for mutant in mutants(module)]
        drawn += rng.sample(every, round(share * count / 100))
    rng.shuffle(drawn)
    return drawn


def checkout(folder: Path) -> None:
    """Copy what git keeps into a folder, where it can be changed."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def run(folder: str, output: str, words: Sequence[str]) -> int:
    """Run pytest in a process of its own, over the copy in this folder, and return its exit status."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    os.chdir(folder)
    sys.path[:] = [folder, *(place for place in sys.path if place and Path(place) != ROOT)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    os.environ["PYTHONPATH"] = folder
    sink = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    return int(pytest.main([*PYTEST, *words]))


def _run_and_exit(folder: str, output: str, words: Sequence[str]) -> None:
    sys.dont_write_bytecode = True  # a mutant's must not be taken for another's
    os._exit(run(folder, output, words))


def _libraries(folder: str, output: str, words: Sequence[str]) -> None:
    sys.dont_write_bytecode = False  # pytest rewrites the tests once, not for every mutant
    status = run(folder, output, [*words, "--collect-only"])
    found = [name for name, module in sys.modules.items() if "site-packages" in (str(getattr(module, "__file__", "")))]
    Path(output).write_text("\n".join(found), "utf-8")
    os._exit(status)


def in_a_child(work: Callable[[str, str, Sequence[str]], None], folder: str, words: Sequence[str]) -> tuple[int, str]:
    """Return the exit status of work in a fork of this process, None where it does not end, and what it wrote."""
    output = Path(folder) / "output.txt"
    child = get_context("fork").Process(target=work, args=(folder, str(output), words))
    child.start()
    child.join(WAIT)
    if child.exitcode is None or child.exitcode < 0:
        with suppress(ProcessLookupError):
            os.killpg(child.pid or 0, SIGKILL)
        child.join()
        return NO_END, ""
    return child.exitcode, output.read_text("utf-8", "replace")


def warm_up(folder: str) -> None:
    """Import the libraries that the tests import, so that a fork of this process need not."""
    every = sorted({file for room in ROOMS for module in modules(room) for file in tests_of(module) if "/" in file})
    for name in in_a_child(_libraries, folder, [file for file in every if "::" not in file])[1].split():
        with suppress(Exception):
            import_module(name)


def main(words: Sequence[str] | None = None) -> None:
    """Try a sample, or a part of it, and say which mutants no test noticed."""
    parser = ArgumentParser(prog="python -m tests.mutants", description="Mutants: does a test notice?")
    parser.add_argument("--count", type=int, default=100, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--first", type=int, default=0, help="the first of them that is tried")
    parser.add_argument("--last", type=int, default=10**6, help="the first that is not tried any more")
    chosen = parser.parse_args(words)
    drawn = sample(chosen.count, chosen.seed)[chosen.first : chosen.last]
    lived = 0
    sound = set[tuple[str, ...]]()
    with TemporaryDirectory() as folder:
        checkout(Path(folder))
        compileall.compile_dir(folder, quiet=1)
        warm_up(folder)
        for number, mutant in enumerate(drawn, chosen.first):
            tests = tests_of(str(mutant.module_path))
            operator = get_operator(mutant.operator_name)()
            with use_mutation(Path(folder) / mutant.module_path, operator, mutant.occurrence) as (before, after):
                status, wrote = in_a_child(_run_and_exit, folder, tests)
            changed = [line for line in ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]
            lived += status == 0
            if status and tests not in sound:
                well, said = in_a_child(_run_and_exit, folder, tests)
                if well:
                    raise SystemExit(f"These tests fail without any mutant:\n{said}")
            sound.add(tests)  # a mutant that lived has shown that its tests pass
            how = {0: "LIVES ", NO_END: "no end"}.get(status, "killed")
            why = next((line for line in wrote.splitlines() if line.startswith(("FAILED", "ERROR"))), "")[:160]
            sys.stdout.write(
                f"{number:3} {how} {mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name[5:]}\n"
            )
            sys.stdout.write("".join(f"      {line}\n" for line in (changed if status == 0 else [why])))
            sys.stdout.flush()
    sys.stdout.write(f"{len(drawn) - lived} of {len(drawn)} killed\n")


if __name__ == "__main__":
    main()
