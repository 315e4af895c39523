"""A folder of extras: their PDFs, how to print them, and what they are."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from cardgen.extras.occasion import Occasion
from cardgen.extras.registry import EXTRAS, extras_of, write_extras
from cardgen.guide.cover import Cover, cover_pdf
from cardgen.guide.steps import FileRow, listed_files
from cardgen.layout.impose import SheetOptions
from cardgen.layout.refusals import lay_out
from liarsdeck.files import whole_folder

COVER = "print-me-first.pdf"
MARK = "EXTRAS.txt"
"""What is in the folder, in words; it tells a folder of extras from any other."""


def write_folder(
    table: Occasion,
    sheet: SheetOptions,
    folder: Path,
    *,
    only: Sequence[str] = (),
    step: Callable[[], None] | None = None,
) -> tuple[FileRow, ...]:
    """Write extras into a folder, whole or not at all; extras that it held before and that are not named stay in it.

    Raises PrintError and OSError; the folder is then as it was.
    """
    names = tuple(only) or extras_of(table)
    with whole_folder(folder) as inside:
        _keep(folder, inside, {EXTRAS[name].file for name in names})
        parts = write_extras(table, sheet, inside, only=names, step=step)
        if sheet.cover:
            layout = next((part.layout for part in parts if part.layout), None) or lay_out(sheet)
            text = replace(layout, options=replace(layout.options, sides=sheet.sides, cover=True))
            cover = Cover(f"{table.title}: extras", text, parts, table.code)
            (inside / COVER).write_bytes(cover_pdf(cover))
        (inside / MARK).write_bytes(_readme(table, sheet, parts).encode())
    return parts


def _keep(folder: Path, inside: Path, written: set[str]) -> None:
    """Take along whatever the folder holds and is not written anew (fed by hand, an extra is two files)."""
    if not folder.is_dir():
        return
    stems = {Path(name).stem for name in written}
    stale = written | {f"{stem}-{side}.pdf" for stem in stems for side in ("fronts", "backs")} | {COVER, MARK}
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.copytree(path, inside / path.name, symlinks=True)
        elif path.name not in stale:
            shutil.copy2(path, inside / path.name, follow_symlinks=False)


def _readme(table: Occasion, sheet: SheetOptions, parts: Sequence[FileRow]) -> str:
    """Return the README's text, in plain lines of 76 characters."""
    heading = f"{table.title.upper()}: EXTRAS{f', kit {table.code}' if table.code else ''}"
    lines = [heading, "=" * len(heading), ""]
    how = "Print at 100 %, no scaling"
    if sheet.sides in ("long", "short"):
        how += f", on both sides, flipped on the {sheet.sides} edge"
    if sheet.cover:
        how += f"; {COVER} shows how"
    lines += textwrap.wrap(
        how + ". What is folded (boxes, blocks, tents) has one side only.", 76, break_on_hyphens=False
    )
    lines += ["", *listed_files(parts, sheet, 76), ""]
    return "\n".join(lines)
