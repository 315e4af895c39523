"""cardgen from its command line, in a household and a folder of the test's own, with facts to print."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from cardgen.cli import program
from factbank import factfile
from factbank.factfile import Card, Pair

ROOT = Path(__file__).parents[2]


def sample(pairs=15, text="Number {} hums at night."):
    made = [
        Pair(f"Title {n}", (Card(2 * n - 1, text.format(2 * n - 1)), Card(2 * n, text.format(2 * n))), theme="music")
        for n in range(1, pairs + 1)
    ]
    return factfile.make(made, seed=3)


def cardgen(*args, env=None):
    """Run the real program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cardgen", *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )


def call(*args, **more):
    """Run a command in this process; what a person can cause comes back as the exception it is."""
    return CliRunner().invoke(program, list(args), **more)


def refusal(*args):
    """Run what must be refused: one sentence, and nothing written."""
    before = sorted(Path().rglob("*"))
    result = call(*args)
    assert result.exit_code != 0
    sentence = str(result.exception) if not isinstance(result.exception, SystemExit) else result.output
    assert type(result.exception).__name__ in ("UserError", "PrintError", "FactError", "RecordError", "SystemExit"), (
        repr(result.exception)
    )
    assert "\n" not in sentence or isinstance(result.exception, SystemExit)
    assert sorted(Path().rglob("*")) == before, "nothing half-written"
    return sentence
