"""Where a command's facts come from, and where its print goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.errors import PrintError
from cardgen.places import check_file, default_folder

if TYPE_CHECKING:
    from factbank.facts import Facts


def given_facts(facts_file: str | None, code: str | None) -> Facts | None:
    """Return the facts of a file or of a kit made on this computer; None when neither is named.

    Raises PrintError when both are, and FactError when they cannot be read.
    """
    from factbank import facts

    if facts_file and code:
        raise PrintError("--facts and --kit both name facts: give one of them")
    if facts_file:
        return facts.read(Path(facts_file))
    return facts.find(code) if code else None


def output_file(out: str | None, name: str) -> Path:
    """Return the file to write, by default `name` in the default folder. Raises PrintError where it cannot stand."""
    return check_file(Path(out) if out else default_folder() / name)
