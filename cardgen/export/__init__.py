"""Export a deck for print shops, for virtual tabletops, or as pictures; one module for each kind of target.

All use the drawings that the sheets print. Pictures are rasterised last; print shops get vectors in CMYK.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Literal

from msgspec import Struct

from cardgen.decks import Deck
from cardgen.errors import PrintError
from cardgen.layout import CARDS, CardSize
from cardgen.pdf.theme import HARLEQUIN, Theme
from liarsdeck.cli import spelt
from liarsdeck.english import listed
from liarsdeck.errors import OPTION, elsewhere
from liarsdeck.files import check_no_file, check_ours, check_writable, whole_folder

Step = Callable[[], None]
Intent = Literal["fogra39", "fogra51", "gracol", "swop"]

README = "README.txt"


class ExportTarget(Struct, frozen=True):
    """A target of exports, such as a print shop or a virtual tabletop.

    `name` is its name in commands, and `title` what sentences call it. `room` is the name of the module of
    `cardgen.export` that writes the export. `poker_only` is true if the target takes only cards of poker size.
    """

    name: str
    title: str
    room: str
    poker_only: bool = False


TARGETS = {
    target.name: target
    for target in (
        ExportTarget("png", "pictures", "pictures"),
        ExportTarget("tgc", "The Game Crafter", "pictures"),
        ExportTarget("mpc", "MakePlayingCards", "pictures", poker_only=True),
        ExportTarget("dtc", "DriveThruCards", "press", poker_only=True),
        ExportTarget("press", "a print shop", "press"),
        ExportTarget("tts", "Tabletop Simulator", "tts"),
        ExportTarget("svg", "screens", "svg"),
    )
}


class ExportOptions(Struct, frozen=True):
    """The options of an export, as those of the command `cardgen export`.

    `card` is the size of the cards and `theme` their look, `low_ink` saves ink, and `colour_aid` adds patterns to
    colours. Each other option belongs to some targets only. `dpi` is for `png` (None: 300). `bleed` is for `png` (None:
    with bleed) and `svg` (None: without). `sprite` is for `svg`: all cards are in one file. `intent` is the printing
    condition of the PDFs for `press` and `dtc` ("": the target's usual one). `url` is for `tts`: the URL of the folder
    that the pictures will be uploaded to ("": they stay on this computer).
    """

    card: CardSize = CARDS["poker"]
    theme: Theme = HARLEQUIN
    low_ink: bool = False
    colour_aid: bool = False
    dpi: int | None = None
    bleed: bool | None = None
    sprite: bool = False
    intent: Intent | Literal[""] = ""
    url: str = ""


class Exported(Struct, frozen=True):
    """A written export: its folder, the paths of its files inside the folder, in order, and a summary."""

    folder: Path
    files: tuple[str, ...]
    summary: str


_CRAFTER_INCHES = {
    "Poker Deck": (2.5, 3.5),
    "Bridge Deck": (2.25, 3.5),
    "Mini Deck": (1.75, 2.5),
    "Micro Deck": (1.25, 1.75),
    "Tarot Deck": (2.75, 4.75),
    "Jumbo Deck": (3.5, 5.5),
    "Small Square Deck": (2.5, 2.5),
    "Square Deck": (3.5, 3.5),
    "Domino Deck": (1.75, 3.5),
}
"""The Game Crafter's decks with an eighth of an inch of bleed on every side: width and height in inches."""
_CRAFTER_MM = 0.7
"""How much a card's sides may differ from such a deck's, as those of our tarot cards do."""


def crafter_deck(card: CardSize) -> CardSize:
    """Return the name and size of The Game Crafter's deck for cards of this size (within 0.7 mm).

    Raises PrintError, with the list of sizes, if The Game Crafter has no such deck.
    """
    decks = [CardSize(name, *(side * 25.4 for side in sides)) for name, sides in _CRAFTER_INCHES.items()]
    if found := next((deck for deck in decks if _alike(deck, card)), None):
        return found
    ours = {crafted.name: size.name for size in CARDS.values() for crafted in decks if _alike(crafted, size)}
    sizes = [ours.get(name) or f"{width:g}x{height:g}in" for name, (width, height) in _CRAFTER_INCHES.items()]
    raise PrintError(
        f"The Game Crafter has no deck of {card.name} cards that we know: {OPTION.card} can be {listed(sizes)}; "
        "for others export png"
    )


def _alike(one: CardSize, other: CardSize) -> bool:
    return max(abs(one.width_mm - other.width_mm), abs(one.height_mm - other.height_mm)) <= _CRAFTER_MM


def check_export(target: str, options: ExportOptions) -> ExportTarget:
    """Return the export target whose name is `target`, if these options are possible for it.

    Raises KeyError if `target` is no key of `TARGETS`, and PrintError for an option that the target does not take or a
    value out of range.
    """
    wanted = TARGETS[target]
    if wanted.poker_only and options.card != CARDS["poker"]:
        raise PrintError(
            f"{wanted.title} takes poker cards only, not {options.card.name}: leave out {OPTION.card}, or export press"
        )
    if target == "tgc":
        crafter_deck(options.card)
    for value, name, taken in (
        (options.dpi is not None, "--dpi", "png"),
        (options.intent, "--intent", "press dtc"),
        (options.url, "--url", "tts"),
        (options.bleed is not None, "--bleed", "png svg"),
        (options.sprite, "--sprite", "svg"),
    ):
        if value and target not in taken.split():
            raise PrintError(f"{name} means nothing to {target}: it is for {' and '.join(taken.split())}")
    if options.url and not re.fullmatch(r"(https?|file)://[^\s\"<>]+", options.url):
        raise PrintError(
            f'{OPTION.url} cannot be "{options.url[:80]}": write the address of a folder, such as https://example.org/deck'
        )
    if options.dpi is not None and not 50 <= options.dpi <= 1200:
        raise PrintError(f"{OPTION.dpi:{options.dpi}} makes no sense: from 50 to 1200")
    return wanted


def steps(deck: Deck) -> int:
    """Return about how many times `export_deck` calls `step`: once for each different card side."""
    return len(deck.cards) * (2 if any(card.back for card in deck.cards) else 1) + 1


def check_folder(folder: Path, target: str, deck: str, *, force: bool = False) -> Path:
    """Return `folder` if an export of the deck named `deck` to the target named `target` may be written there.

    The folder may be missing, be empty, or hold an earlier export of the same deck to the same target. With `force`, it
    may hold any earlier export. Raises PrintError if it holds something else.
    """
    check_no_file(folder)
    if folder.is_dir() and (held := sorted(path.name for path in folder.iterdir())):
        first = _first_line(folder / README)
        if not first.startswith(_COMMAND):
            raise PrintError(elsewhere(folder, f"other things ({held[0]} …)", force=False))
        if not force and not _exports(first.removeprefix(_COMMAND), target, deck):
            raise PrintError(elsewhere(folder, "another export"))
    check_writable(folder)
    return folder


_COMMAND = "cardgen export "
"""The beginning of the README of an export: the command that wrote it, by which its folder is known."""


def _exports(words: str, target: str, deck: str) -> bool:
    """Return whether a command exports the deck named `deck` to `target`.

    `words` is the text of the command after `cardgen export`. The command may give the deck's name, or a deck file of
    the same name, such as `goats.toml` for the deck `goats`.
    """

    def letters(name: str) -> str:
        return re.sub(r"[\W_]+", "", name.casefold())

    with suppress(ValueError):
        told, named = shlex.split(words)[:2]
        return told == target and letters(deck) in (letters(named), letters(Path(named).stem))
    return False


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(4000).strip()
    except (OSError, UnicodeDecodeError):
        return ""


def export_deck(
    deck: Deck,
    target: str,
    options: ExportOptions,
    folder: Path,
    *,
    given: Sequence[str] = (),
    force: bool = False,
    step: Step | None = None,
) -> Exported:
    """Write an export of a deck into `folder`, completely or not at all, and return what was written.

    `target` is a key of `TARGETS`. The README begins with the command that writes the export; `given` are the words of
    that command after the target (empty: the deck's name). With `force`, another export in the folder is replaced.
    `step` is called after each card and after the back. Raises PrintError for an option that the target does not take,
    a card that can't be drawn, or a folder that holds something else, and OSError; the folder is then unchanged.
    """
    wanted = check_export(target, options)
    if not deck.cards:
        raise PrintError("there is no card to export")
    check_folder(folder, target, deck.name, force=force)
    room = import_module(f"cardgen.export.{wanted.room}")
    with whole_folder(folder) as inside:
        summary, about = room.write(deck, target, options, inside, folder.absolute(), step or (lambda: None))
        text = f"{_COMMAND}{target} {spelt(given or [deck.name])}\n\n{about.strip()}\n"
        (inside / README).write_bytes(text.encode())
        if folder.is_dir() and not force:
            check_ours(folder, {path.name for path in inside.iterdir()})
        files = tuple(sorted(str(path.relative_to(inside)) for path in inside.rglob("*") if path.is_file()))
    return Exported(folder, files, summary)
