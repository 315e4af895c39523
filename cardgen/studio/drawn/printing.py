"""What leaves the studio: the kit's folder, as the command line writes it, and its files put together by printing pass.

All of it runs in the process that draws.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.studio.drawn.kit import Part, said

_DATE = (1980, 1, 1, 0, 0, 0)
_ID = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")


class Pass(Struct, frozen=True):
    """What goes through the printer at one go: parts of one paper, printed alike."""

    title: str
    stock: str
    sides: str
    parts: tuple[str, ...]
    files: tuple[str, ...]
    sheets: int
    again: bool = False
    """Whether the stack goes in once more, for its backs."""


def passes(parts: Sequence[Part], left: Sequence[str]) -> tuple[Pass, ...]:
    """Return the printing passes of what is wanted, in the order of the parts.

    What is fed by hand is two passes: all fronts, then all backs, those of the last part first.
    """
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.name not in left:
            groups.setdefault((part.stock, part.sides), []).append(part)
    found = []
    for (stock, sides), those in groups.items():
        names, sheets = tuple(part.name for part in those), sum(part.sheets for part in those)
        title = " · ".join(part.title for part in those)
        pairs = [_files(part) for part in those]
        fronts = tuple(pair[0] for pair in pairs)
        found.append(Pass(title, stock, sides, names, fronts, sheets))
        backs = tuple(pair[1] for pair in reversed(pairs) if len(pair) > 1)
        if backs:
            found.append(Pass(title, stock, sides, names, backs, sheets, again=True))
    return tuple(found)


def _files(part: Part) -> list[str]:
    """Return a part's file; its file of fronts and its file of backs where it is fed by hand."""
    if "-fronts" not in part.file:
        return [part.file]
    base = part.file.partition("-fronts")[0]
    return [f"{base}-fronts.pdf", f"{base}-backs.pdf"]


def quietly(command: click.Command, words: Sequence[str], name: str) -> None:
    """Run a command as the command line does, its words to nobody."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        command.main([*words, "--quiet"], prog_name=name, standalone_mode=False)


def _write(words: Sequence[str], folder: Path, *more: str) -> None:
    """Write the folder as `cardgen kit` does: it is the very command."""
    from cardgen.commands.kit import kit

    quietly(kit, [*words, "-o", str(folder), *more], "cardgen kit")


@said
def folder(words: tuple[str, ...], name: str, force: bool) -> str:
    """Write the kit's folder where prints go, and return its path. Raises PrintError."""
    from liarsdeck.paths import default_folder

    place = default_folder() / name
    _write(words, place, *(["--force"] if force else []))
    return str(place.absolute())


@said
def zipped(words: tuple[str, ...], name: str) -> bytes:
    """Return the kit's folder as a ZIP: the same files, byte for byte, as the command line writes."""
    with TemporaryDirectory() as scratch:
        place = Path(scratch, name)
        _write(words, place)
        return zip_of(place)


def zip_of(place: Path) -> bytes:
    """Return a folder as the bytes of a ZIP, without the time of day."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for file in sorted(path for path in place.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{place.name}/{file.relative_to(place).as_posix()}", _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, file.read_bytes())
    return out.getvalue()


@said
def pass_pdf(words: tuple[str, ...], files: tuple[str, ...]) -> bytes:
    """Return some files of the kit as one PDF. Raises PrintError."""
    import pypdfium2

    with TemporaryDirectory() as scratch:
        place = Path(scratch, "kit")
        _write(words, place)
        if len(files) == 1:
            return (place / files[0]).read_bytes()
        out = io.BytesIO()
        with pypdfium2.PdfDocument.new() as whole:
            for file in files:
                with pypdfium2.PdfDocument(place / file) as one:
                    whole.import_pages(one)
            whole.save(out)
        return _without_time(out.getvalue())


def _without_time(data: bytes) -> bytes:
    """Return a PDF of PDFium's with the date of its ZIPs, and an ID that is of its content."""
    data = re.sub(rb"\(D:\d{14}", b"(D:19800101000000", data)
    mark = hashlib.sha256(_ID.sub(b"", data)).hexdigest()[:32].encode()
    return _ID.sub(b"/ID[<%b><%b>]" % (mark, mark), data)


@said
def export(target: str, words: tuple[str, ...], name: str) -> bytes:
    """Return what `cardgen export` writes of a deck, as a ZIP."""
    from cardgen.commands.export import export as command

    with TemporaryDirectory() as scratch:
        place = Path(scratch, name)
        quietly(command, [target, *words, "-o", str(place)], "cardgen export")
        if not place.is_dir():
            raise PrintError("nothing was written")
        return zip_of(place)
