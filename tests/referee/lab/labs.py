"""Labs of a test's own: the command on one worker, and the table that it writes."""

import csv
from contextlib import nullcontext
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from markupsafe import Markup

from referee.lab import report
from tests.programs import ran


def lab(words: str, folder: Path, *more: object, charts: bool = False) -> CompletedProcess[str]:
    """Play the lab of these words, which must succeed, into a folder; return what the command said.

    Charts, which take most of a report's time, are drawn only if the test looks at the page.
    """
    with nullcontext() if charts else mock.patch.object(report, "as_svg", return_value=Markup()):
        done = ran("referee", "lab", *words.split(), *more, "--workers", 1, "-o", folder)
    assert done.returncode == 0, done.stderr
    return done


def table_of(folder: Path, name: str = "results.csv") -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
