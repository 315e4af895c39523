"""The things that people upload to the studio (*bring*), which are validated and stored.

The kinds of things, `KINDS`, are decks, themes, backs, emblems and packs. Each thing has a folder below `brought/KIND`
in the household's data folder. If a stored file names another file, the path cannot lead out of that folder
(`liarsdeck.files.named_file`).
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from cardgen.errors import PrintError
from cardgen.studio.render import OwnJob, look, print_errors
from liarsdeck import formats, system
from liarsdeck.english import printable
from liarsdeck.errors import UserError
from liarsdeck.files import brought_dir, whole_folder
from liarsdeck.language import both, later, say, say_n

if TYPE_CHECKING:
    from cardgen.art.vector import Vector

KINDS = ("deck", "theme", "back", "emblem", "pack")
MOST_BYTES = 64_000_000
"""The most bytes of all files in one upload, and of the unpacked files of a ZIP."""
MOST_FILES = 500
MOST_PATH = 200
_MOST_PART = 255
"""Bytes of one name, as file systems take it."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif", ".svg")
TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods")
_TAKEN = (".toml", *TABLES, *PICTURES, ".ttf")
_PIECE = 1_000_000

Files = Mapping[str, bytes]


class Brought(NamedTuple):
    """Something that people uploaded: its name, the path of its main file, and remarks about it, one sentence each."""

    name: str
    file: str
    remarks: tuple[str, ...] = ()


def kept(kind: str) -> list[Brought]:
    """Return the stored uploads of one kind (an entry of `KINDS`), sorted by name, without remarks."""
    folders = sorted(folder for folder in (brought_dir() / kind).glob("*/") if not folder.name.startswith("."))
    found = [(folder.name, _main(kind, [file.name for file in folder.iterdir()])) for folder in folders]
    return [Brought(name, str(brought_dir() / kind / name / file)) for name, file in found if file]


def forget(kind: str, name: str) -> None:
    """Delete the stored upload with this name, if there is one; `kind` is an entry of `KINDS`."""
    if name in [one.name for one in kept(kind)]:
        shutil.rmtree(brought_dir() / kind / name)


def bring(kind: str, sent: Sequence[tuple[str, bytes]]) -> Brought:
    """Validate uploaded files and store them under the name of their main file; return what was stored.

    `kind` is an entry of `KINDS`. `sent` are pairs (file name, content); ZIP files among them are unpacked. A stored
    thing with the same name is replaced. If the files are not valid, nothing is stored, and PrintError is raised, with
    file and line if there are any.
    """
    files, left_out = unpacked(sent)
    from cardgen.export.pictures import safe

    main = _choose(kind, files)
    root, _, file = main.rpartition("/")
    inside = f"{root}/" if root else ""
    below = {name.removeprefix(inside): data for name, data in files.items() if name.startswith(inside)}
    name = safe(Path(file).stem.lower()) or kind
    emblems = [one for one in below if kind == "pack" and one.lower().endswith(".svg")]
    with ExitStack() as stack:
        for emblem in emblems:  # those that the pack names
            stack.enter_context(_as_before(brought_dir() / "emblem" / safe(Path(emblem).stem.lower())))
            bring("emblem", [(Path(emblem).name, below.pop(emblem))])
        place = stack.enter_context(whole_folder(brought_dir() / kind / name))
        for path, data in below.items():
            target = place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        try:
            remarks = _check(kind, place / file)
        except UserError as error:
            raise PrintError(str(error).replace(f"{place}{os.sep}", "")) from None
    if left_out:
        told = say_n("{files} was left out", "{files} were left out", len(left_out), files=both(left_out[:5]))
        remarks = [*remarks, told]
    return Brought(name, str(brought_dir() / kind / name / file), tuple(remarks))


@contextmanager
def _as_before(folder: Path) -> Iterator[None]:
    """In this context, a folder may be changed; if an exception is raised, its old content is restored."""
    with TemporaryDirectory() as scratch:
        if folder.exists():
            shutil.copytree(folder, Path(scratch, "old"))
        try:
            yield
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            if folder.parent.exists() and Path(scratch, "old").exists():
                shutil.copytree(Path(scratch, "old"), folder)
            raise


def unpacked(sent: Sequence[tuple[str, bytes]]) -> tuple[dict[str, bytes], list[str]]:
    """Return the uploaded files by their paths, and the names of those that were left out.

    `sent` are pairs (file name, content). ZIP files are unpacked. A file is left out if its type is not supported.
    Raises PrintError for a path that leads outside, two files with one name, a link, a damaged ZIP, and too much data.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    seen: set[str] = set()
    room = MOST_BYTES
    for name, data in sent:
        inside = opened(name, data, room) if name.lower().endswith(".zip") else {name: data}
        for path, content in inside.items():
            _check_path(path)
            room -= len(content)
            if room < 0 or len(seen) >= MOST_FILES:
                raise PrintError(too_much())
            if path.casefold() in seen:
                raise PrintError(say("two files are called “{name}”: rename one", name=printable(path)))
            seen.add(path.casefold())
            parts = path.split("/")
            if any(part.startswith((".", "__MACOSX")) for part in parts):
                continue
            if path.lower().endswith(_TAKEN):
                files[path] = content
            else:
                left_out.append(printable(parts[-1]))
    return files, left_out


def too_much() -> str:
    """Return the sentence that refuses an upload of too much data, with the limits."""
    told = {"mb": MOST_BYTES // 1_000_000, "files": MOST_FILES}
    return say("that is too much at once: {mb} MB and {files} files are the most", **told)


def opened(name: str, data: bytes, room: int) -> dict[str, bytes]:
    """Return the content of each file in a ZIP file by the file's path.

    `name` is the name of the ZIP file, for error messages, and `data` its content. Raises PrintError for a damaged or
    locked ZIP, a link, or a path that leads outside, and if the files have more than `room` bytes together.
    """
    shown = printable(name.rpartition("/")[2][:80])
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            entries = pack.infolist()
            if len(entries) > 2 * MOST_FILES:
                raise PrintError(too_much())
            for entry in entries:
                _check_path(entry.orig_filename.removesuffix("/"))
                if stat.S_ISLNK(entry.external_attr >> 16):
                    inner = printable(entry.filename)
                    raise PrintError(
                        say("{pack} holds a link, “{file}”: put the file itself in", pack=shown, file=inner)
                    )
                if entry.flag_bits & 1:
                    raise PrintError(say("{pack} is locked with a password: pack it without", pack=shown))
                if entry.is_dir():
                    continue
                if entry.filename in found:
                    inner = printable(entry.filename)
                    raise PrintError(say("{pack} holds “{file}” twice", pack=shown, file=inner))
                pieces = []
                with pack.open(entry) as stream:
                    while piece := stream.read(_PIECE):  # what a ZIP says of its sizes may be wrong
                        room -= len(piece)
                        if room < 0:
                            raise PrintError(too_much())
                        pieces.append(piece)
                found[entry.filename] = b"".join(pieces)
    # zipfile raises NotImplementedError for a compression that it does not know, RuntimeError for a password.
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, RuntimeError):
        raise PrintError(say("{pack} is no ZIP that can be opened: pack it anew", pack=shown)) from None
    return found


def _check_path(path: str) -> None:
    """Raise PrintError for a path that leads out of its folder, or that some operating system does not allow."""
    parts, shown = path.split("/"), printable(path[:80])
    fault = ""
    if not path or path.startswith("/") or "\\" in path or any(part in ("", ".", "..") for part in parts):
        fault = say("the name “{name}” leads out of its folder", name=shown)
    elif len(path) > MOST_PATH or any(len(part.encode("utf-8", "replace")) > _MOST_PART for part in parts):
        fault = say("the name “{name}” has too many signs", name=shown)
    elif not path.isprintable() or any(sign in path for sign in ':*?"<>|'):
        fault = say("the name “{name}” has signs that no file name may have", name=shown)
    elif why := system.CURRENT_OS.name_fault(Path(path)):
        fault = say("the name “{name}” will not do: {why}", name=shown, why=why)
    if fault:
        raise PrintError(fault)


def _choose(kind: str, files: Files) -> str:
    """Return the path of the main file among uploaded files of this kind.

    `files` maps paths to contents. Raises PrintError if there is no such file, or more than one.
    """
    wanted = {
        "deck": later("a deck is a TOML file or a table (CSV), with its pictures if it has any"),
        "theme": later("a theme is a TOML file with a table [colours], with its fonts if it has any"),
        "back": later("a back is one picture: PNG, JPEG, WebP or SVG"),
        "emblem": later("an emblem is one SVG file"),
        "pack": later("a pack of facts is a TOML file with [[topic]] tables"),
    }[kind]
    found = _candidates(kind, files)
    if not found:
        names = both([printable(name) for name in list(files)[:3]])
        if not names:
            raise PrintError(say("{wanted}, and there is none in what came", wanted=say(wanted)))
        raise PrintError(say("{wanted}, and there is none in what came ({names})", wanted=say(wanted), names=names))
    if len(found) > 1:
        names = both([printable(name) for name in found[:3]])
        raise PrintError(say("{names} came together: bring one at a time", names=names))
    return found[0]


def _candidates(kind: str, files: Files) -> list[str]:
    def ending(*suffixes: str) -> list[str]:
        return sorted(name for name in files if name.lower().endswith(suffixes))

    if kind == "back":
        return ending(*PICTURES)
    if kind == "emblem":
        return ending(".svg")
    tomls = ending(".toml")
    if kind == "deck":  # a deck may name a theme that comes with it
        decks = [name for name in tomls if not {"colours", "topic"} & _keys(files[name])] or tomls
        tables = ending(*TABLES)
        return decks or [name for name in tables if not name.lower().endswith(".txt")] or tables
    return tomls


def _main(kind: str, names: Sequence[str]) -> str:
    """Return the name of the main file in the folder of a stored thing; "" if it is gone.

    `names` are the names of the files in that folder.
    """
    folder = dict.fromkeys(names, b"")
    return next(iter(_candidates(kind, folder)), "")


def _keys(data: bytes) -> set[str]:
    with suppress(ValueError):
        return set(formats.loads(data.decode()))
    return set()


def _check(kind: str, file: Path) -> list[str]:
    """Return remarks about a stored main file, such as weaknesses that are no errors.

    The file is checked as the command line does. For an emblem, the SVG file is also converted in place. Raises
    UserError (PrintError is one) if the file has a fault.
    """
    if kind == "deck":
        with print_errors():
            look(OwnJob(str(file), ()))
        return []
    if kind == "theme":
        from cardgen.pdf.theme import read_theme, warnings

        return warnings(read_theme(str(file)))
    if kind == "back":
        from cardgen.custom.art import open_art, picture_back
        from cardgen.layout import parse_card

        return list(picture_back(open_art(file), parse_card("poker")).remarks)
    if kind == "emblem":
        from cardgen.art.svg import read_svg
        from factbank.looks import emblems

        if file.stem.lower() in emblems():
            name = file.stem.lower()
            raise PrintError(say("there is an emblem “{name}” of ours: call yours something else", name=name))
        file.write_text(_engraved(read_svg(file), file.name), "utf-8")
        return [say("a topic with emblem = “{name}” has it on its cards", name=file.stem.lower())]
    from factbank.check import check

    pack, faults = check(file)
    wrong = [fault for fault in faults if not fault.advice]
    if wrong:
        more = say_n("({n} fault more)", "({n} faults more)", len(wrong) - 1) if len(wrong) > 1 else ""
        raise PrintError(f"{wrong[0]} {more}".rstrip())
    return [say_n("{n} topic, no faults", "{n} topics, no faults", len(pack.topics))]


_ACROSS = 17_000
"""Width and height of an emblem, in thousandths of a millimetre (`cardgen.art.pictures`)."""


def _engraved(art: Vector, name: str) -> str:
    """Return an SVG picture as the text of an emblem file, in which each colour became ink, ground or red.

    `name` is the picture's name for error messages. Raises PrintError if the picture has text, clips or transparency,
    or shows nothing.
    """
    from cardgen.pdf.path import POINTS_PER_MM

    scale = _ACROSS / max(art.width_mm, art.height_mm)
    paths = []
    for mark in art.marks:
        if mark.path is None or mark.inside or mark.covers != (1.0, 1.0):
            why = say(
                "{file} holds text, clips or see-through parts: an emblem is made of paths in full colours", file=name
            )
            raise PrintError(why)
        numbers = [[letter, *_placed(art, place, scale)] for letter, *place in mark.path.segments]
        d = "".join(f"{letter}{' '.join(map(str, there))}" for letter, *there in numbers)
        rule = ' fill-rule="evenodd"' if mark.evenodd else ""
        if mark.fill:
            paths.append(f'<path class="{_role(mark.fill)}" d="{d}"{rule}/>')
        if mark.stroke:
            width = round(mark.width_pt / POINTS_PER_MM * scale)
            paths.append(f'<path class="{_role(mark.stroke)} line" stroke-width="{width}" d="{d}"/>')
    if not paths:
        raise PrintError(say("{file} shows nothing: an emblem is made of paths", file=name))
    half = _ACROSS // 2 + 500
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n' + "\n".join(paths) + "\n</svg>\n"


def _placed(art: Vector, place: Sequence[float], scale: float) -> list[int]:
    """Return the coordinates of a path segment in the units of emblem files.

    `place` are x and y in turn, in the picture's mm. In the result, the origin is the middle of the picture, and y
    points down.
    """
    middles = (art.width_mm / 2, art.height_mm / 2)
    return [round((number - middles[at % 2]) * scale * (-1 if at % 2 else 1)) for at, number in enumerate(place)]


def _role(colour: str) -> str:
    """Return what a colour becomes in an emblem: "ground" for a light one, "red" for a red one, else "ink"."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if 0.299 * red + 0.587 * green + 0.114 * blue > 170:
        return "ground"
    return "red" if red > 140 and red > 1.6 * max(green, blue) else "ink"
