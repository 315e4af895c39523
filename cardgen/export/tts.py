"""Export for Tabletop Simulator: sheets of faces, the back, and a saved object that loads as a deck.

The saved object has the fields that the game itself saves. A sheet has at most 10 × 7 slots (places for cards) and 4096
pixels a side. The last slot of a sheet shows the back: when a player holds a card in the hand, the other players see
that slot. A card's id is 100 × sheet + slot.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct

from cardgen.decks import CardFace, Deck
from cardgen.export import ExportOptions, Step
from cardgen.export.pictures import (
    MM_PER_INCH,
    pixel_frame,
    render_all,
    safe,
)
from cardgen.layout import CardSize
from cardgen.pdf.ink import Drawing
from cardgen.pdf.raster import Raster, from_picture, png_bytes
from liarsdeck.english import counted

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

MOST_COLUMNS, MOST_ROWS, MOST_PIXELS = 10, 7, 4096
LEAST = 2
"""The fewest columns, and rows, that the game takes."""
MOST_DPI = 300
THUMBNAIL = 256
TABLE_COLOUR = "#D9D3C6"
POKER_MM = 63.5


class Grid(Struct, frozen=True):
    """The grid of cards on a sheet: numbers of columns and rows, and width and height of one slot (place) in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def last(self) -> int:
        """The index (from 0) of the last slot, which shows the back."""
        return self.columns * self.rows - 1

    def place(self, slot: int) -> tuple[int, int]:
        """Return x and y of the upper left corner of a slot in pixels; slots count from 0, row by row."""
        row, column = divmod(slot, self.columns)
        return column * self.width, row * self.height


def grid_for(cards: int, card: CardSize) -> Grid:
    """Return the grid with the largest slots that has room for `cards` faces of this size and one back.

    `cards` is at most 69.
    """
    best: tuple[float, int, Grid] | None = None
    ratio = card.height_mm / card.width_mm
    most = round(card.width_mm / MM_PER_INCH * MOST_DPI)
    for columns in range(LEAST, MOST_COLUMNS + 1):
        rows = max(LEAST, ceil((cards + 1) / columns))
        if rows > MOST_ROWS:
            continue
        width = min(most, MOST_PIXELS // columns, int(MOST_PIXELS // rows / ratio))
        grid = Grid(columns, rows, width, min(round(width * ratio), MOST_PIXELS // rows))
        score = (float(width), -columns * rows, grid)
        if best is None or score[:2] > best[:2]:
            best = score
    assert best is not None
    return best[2]


def write(deck: Deck, target: str, options: ExportOptions, inside: Path, final: Path, step: Step) -> tuple[str, str]:
    """Write a deck for Tabletop Simulator into the folder `inside`: sheets, backs, saved object, thumbnail.

    Return a one-line summary, and the text for the folder's README. `target` is `tts`. `final` is where the folder will
    be moved; the saved object refers to the pictures there, or below `options.url` if that is given. `step` is called
    after each face (and each back, if cards have their own), and once at the end.
    """
    from PIL import Image

    del target
    name = safe(deck.name)
    held = MOST_COLUMNS * MOST_ROWS - 1
    count = ceil(len(deck.cards) / held)
    each = ceil(len(deck.cards) / count)
    runs = [deck.cards[first : first + each] for first in range(0, len(deck.cards), each)]
    grid = grid_for(each, options.card)
    own_backs = deck.has_own_backs
    table: dict[str, dict[str, object]] = {}
    with_back: Picture | None = None
    for number, run in enumerate(runs, 1):
        faces = f"{name}-faces-{number}.png"
        sheet = _sheet([card.draw for card in run], deck.back, grid, options, step)
        (inside / faces).write_bytes(png_bytes(from_picture(sheet), MOST_DPI))
        if with_back is None:
            with_back = sheet.crop((*grid.place(grid.last), sheet.width, sheet.height))
        backs = f"{name}-back.png"
        if own_backs:
            backs = f"{name}-backs-{number}.png"
            sheet = _sheet([deck.back_of(card) for card in run], deck.back, grid, options, step)
            (inside / backs).write_bytes(png_bytes(from_picture(sheet), MOST_DPI))
        table[str(number)] = {
            "FaceURL": address(faces, final, options.url),
            "BackURL": address(backs, final, options.url),
            "NumWidth": grid.columns,
            "NumHeight": grid.rows,
            "BackIsHidden": True,
            "UniqueBack": own_backs,
            "Type": 0,
        }
    assert with_back is not None
    if not own_backs:
        # All decks' backs are of one size, however many faces share a sheet.
        wide, high = (round(side / MM_PER_INCH * MOST_DPI) for side in (options.card.width_mm, options.card.height_mm))
        with_back = _sheet([], deck.back, Grid(1, 1, wide, high), options, step)
        (inside / f"{name}-back.png").write_bytes(png_bytes(from_picture(with_back), MOST_DPI))
    step()
    saved = saved_object(deck, runs, table, options.card)
    (inside / f"{name}.json").write_bytes((json.dumps(saved, ensure_ascii=False, indent=2) + "\n").encode())
    with_back.thumbnail((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", (THUMBNAIL, THUMBNAIL), TABLE_COLOUR)
    picture.paste(with_back, ((THUMBNAIL - with_back.width) // 2, (THUMBNAIL - with_back.height) // 2))
    (inside / f"{name}.png").write_bytes(png_bytes(from_picture(picture), 96))
    sheets = counted(count, "sheet")
    where = f"under {options.url}" if options.url else "on this computer"
    summary = f"{sheets} of {grid.columns} × {grid.rows} cards, with the pictures {where}"
    return summary, _ABOUT.format(name=name, where=where)


def address(file: str, final: Path, url: str) -> str:
    """Return the URL of the picture `file`, spelt as the game spells it.

    If `url` is the address of a folder, the picture is in that folder. If `url` is "", the picture is in the folder
    `final` of this computer, and nothing is percent-encoded: `file:///home/ann/my deck.png`.
    """
    return f"{url.rstrip('/')}/{quote(file)}" if url else "file:///" + str(final / file).removeprefix("/")


def _sheet(draws: Sequence[Drawing], hidden: Drawing, grid: Grid, options: ExportOptions, step: Step) -> Picture:
    from PIL import Image

    sheet = Image.new("RGB", (grid.columns * grid.width, grid.rows * grid.height), TABLE_COLOUR)
    one = Lock()

    def each(number: int, raster: Raster) -> None:
        slot = number if number < len(draws) else grid.last
        with one:
            sheet.paste(raster.picture(), grid.place(slot))

    dpi = max(grid.width / options.card.width_mm, grid.height / options.card.height_mm) * MM_PER_INCH
    frame = pixel_frame(options.card, dpi, grid.width, grid.height)
    calls = iter(range(len(draws)))
    render_all([*draws, hidden], frame, options, each, lambda: step() if next(calls, None) is not None else None)
    return sheet


_SAVED = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")
_LUA = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), "")
_PLACE = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}


def saved_object(
    deck: Deck, runs: Sequence[Sequence[CardFace]], table: dict[str, dict[str, object]], card: CardSize
) -> dict[str, object]:
    """Return a deck's saved object for Tabletop Simulator, as JSON: the deck face down, or its only card.

    ``runs`` are the faces on each sheet, ``card`` is the size of the cards. ``table`` maps a sheet's number (from 1, as
    text) to the entry that describes the sheet in the game's field `CustomDeck`.
    """
    scale = round(card.width_mm / POKER_MM, 3)

    def thing(
        kind: str, nickname: str, about: str, key: str, more: Mapping[str, object], **hands: bool
    ) -> dict[str, object]:
        return {
            "GUID": hashlib.sha256(key.encode()).hexdigest()[:6],
            "Name": kind,
            "Transform": {**_PLACE, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
            "Nickname": nickname,
            "Description": about,
            "GMNotes": "",
            "AltLookAngle": dict.fromkeys("xyz", 0.0),
            "ColorDiffuse": dict.fromkeys("rgb", 0.713235259),
            "LayoutGroupSortIndex": 0,
            "Value": 0,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "IgnoreFoW": False,
            "MeasureMovement": False,
            **dict.fromkeys(("DragSelectable", "Autoraise", "Sticky", "Tooltip"), True),
            "GridProjection": False,
            "HideWhenFaceDown": True,
            "Hands": True,
            "SidewaysCard": card.width_mm > card.height_mm,
            **hands,
            **more,
            **_LUA,
        }

    objects = []
    for sheet, run in enumerate(runs, 1):
        for slot, face in enumerate(run):
            number = 100 * sheet + slot
            entry = {"CardID": number, "CustomDeck": {str(sheet): table[str(sheet)]}}
            objects.append(thing("Card", face.title, face.text or deck.title, f"{deck.name}/{number}", entry))
    if len(objects) > 1:
        ids = [one["CardID"] for one in objects]
        held = {"DeckIDs": ids, "CustomDeck": table, "ContainedObjects": objects}
        objects = [thing("DeckCustom", deck.title, f"{len(objects)} cards", deck.name, held, Hands=False)]
    empty = {**dict.fromkeys(_SAVED, ""), "Tags": [], "Gravity": 0.5, "PlayArea": 0.5}
    return {**empty, **dict.fromkeys(("Table", "Sky", "Note"), ""), "TabStates": {}, **_LUA, "ObjectStates": objects}


_ABOUT = """
For Tabletop Simulator: {name}.json is a saved object, {name}.png its picture in the list.

1. Copy {name}.json and {name}.png into the game's folder Saves/Saved Objects. It lies in
   Documents/My Games/Tabletop Simulator (Windows), ~/Library/Tabletop Simulator (macOS) or
   ~/.local/share/Tabletop Simulator (Linux).
2. In a game: Objects, Saved Objects, {name}. Every card is found by its name and by its text.

The pictures are looked for {where}. From this computer only you can see them. For a table with others either upload
them in the game (Upload, Cloud Manager, Upload All: the arrow at its top) and save the deck as an object once more, or
put the pictures whose names say "faces" and "back" on any web space and export once more with --url https://…, the
address of their folder.
"""
