"""Mutants: one token of a rule, a layout, a deal or the store changes, and a test of its own room has to notice.

Run: python -m tests.mutants [--first 0] [--count 100] [--seed 14]

cosmic-ray makes the mutants. A sample of them, drawn by the seed with a share for each room, is tried one by one in a
copy of this checkout. Those that live on, and why, stand in docs/mutants.md.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[1]
SECONDS = 150.0
"""A test that runs longer has noticed: the mutant does not end."""
LAIR = "referee/games/liars_lair/deal.py"
ROOMS: dict[str, tuple[int, tuple[str, ...]]] = {
    "games": (40, ("referee/games",)),
    "layout": (20, ("cardgen/layout",)),
    "deal": (20, ("factbank/deal", LAIR)),
    "store": (20, ("referee/store",)),
}
"""Of a hundred mutants, how many each room has, and the folders and files that make the room."""
TESTS = {
    "referee/games": ("tests/referee/test_conformance.py", "tests/referee/rulings/test_rulings.py"),
    "cardgen/layout": ("tests/cardgen/layout", "tests/cardgen/print"),
    "factbank/deal": ("tests/factbank/deal", "tests/factbank/test_cli.py"),
    "referee/store": ("tests/referee/store", "tests/referee/console"),
}
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")


def modules(room: str) -> list[str]:
    """Return the modules of a room, by their paths in the checkout."""
    found = [file for place in ROOMS[room][1] for file in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]]
    names = [str(file.relative_to(ROOT)) for file in found if file.name != "__init__.py"]
    return [name for name in names if name != LAIR or room == "deal"]


def tests_of(module: str) -> tuple[str, ...]:
    """Return the arguments of pytest for the tests that know this module, the quickest first."""
    place = next(place for place in TESTS if module.startswith(place))
    if place != "referee/games":
        return TESTS[place]
    game = Path(module).relative_to(place).parts[0]
    own = [
        str(file.relative_to(ROOT))
        for folder in ("rulings", "games")
        for file in sorted((ROOT / "tests/referee" / folder).glob(f"test_{game}*.py"))
    ]
    return (*own, *TESTS[place], "-k", f"{game} or {game.replace('_', '-')}")


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
    """Return every mutant of a module but those of annotations, which change nothing that runs."""
    tree = list(ast_nodes(get_ast_from_path(ROOT / module)))
    notes = [
        (note.lineno, note.col_offset, note.end_lineno or 0, note.end_col_offset or 0)
        for node in ast.walk(ast.parse((ROOT / module).read_text("utf-8")))
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if note is not None
    ]
    for name, operator in operators().items():
        places = [place for node in tree for place in operator.mutation_positions(node)]
        for at, (start, end) in enumerate(places):
            if not any(note[:2] <= start < note[2:] for note in notes):
                yield MutationSpec(Path(module), name, at, start, end)


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
    with tempfile.TemporaryDirectory() as folder:
        checkout(Path(folder))
        os.chdir(folder)
        os.environ["PYTHONPATH"] = folder
        for number, mutant in enumerate(drawn, chosen.first):
            command = " ".join([sys.executable, *PYTEST, *(f"'{word}'" for word in tests_of(str(mutant.module_path)))])
            done = mutate_and_test([mutant], command, SECONDS)
            noticed = done.test_outcome == TestOutcome.KILLED
            lived += not noticed
            where = f"{mutant.module_path}:{mutant.start_pos[0]}"
            sys.stdout.write(f"{number:3} {'killed' if noticed else 'LIVES '} {where} {mutant.operator_name[5:]}\n")
            if not noticed:
                sys.stdout.write(f"{done.diff or done.output}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(drawn) - lived} of {len(drawn)} killed\n")


if __name__ == "__main__":
    main()
