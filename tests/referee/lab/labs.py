"""Labs of a test's own: the command on one worker, and the table that it writes."""

import csv
from pathlib import Path
from subprocess import CompletedProcess

from tests.programs import ran


def lab(words: str, folder: Path, *more: object) -> CompletedProcess[str]:
    """Play the lab of these words, which must succeed, into a folder; return what the command said."""
    done = ran("referee", "lab", *words.split(), *more, "--workers", 1, "-o", folder)
    assert done.returncode == 0, done.stderr
    return done


def table_of(folder: Path, name: str = "results.csv") -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
