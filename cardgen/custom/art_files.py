"""Puts people's own art in a deck: a back of their own, and faces from files that are named after cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from cardgen.custom.images.art import SUFFIXES, Art, art_drawing, open_art, weakness
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.export.onecard import BLEED_MM
from cardgen.layout.paper import CardSize
from cardgen.pdf.drawing import Drawing, Size
from liarsdeck.english import nearest

BACK = "back"
_LOOK_DPI, _ALIKE = 50, 24
"""How finely, and how exactly (of 255), a back is compared with itself turned."""


class Own(NamedTuple):
    """A deck with art of one's own in it, and what a person should know about that art."""

    deck: Deck
    remarks: tuple[str, ...]


class OwnBack(NamedTuple):
    """A back of one's own: what draws it, whether it is the same when turned, and what to know about it."""

    draw: Drawing
    turns: bool
    remarks: tuple[str, ...]


def own_back(art: Art, card: CardSize) -> OwnBack:
    """Make a back of a picture. Raises PrintError where it cannot be drawn after all."""
    draw = art_drawing(art)
    turns = same_turned(draw, card)
    remarks = [weak for weak in [_weak(art, card)] if weak]
    if not turns:
        remarks.append(
            f"{art.path.name} is not the same when it is turned by half: a card that lies the other way round can be "
            "told by its back"
        )
    return OwnBack(draw, turns, tuple(remarks))


def same_turned(draw: Drawing, card: CardSize) -> bool:
    """Tell whether a back looks the same turned by 180 degrees."""
    from PIL import ImageChops, ImageFilter
    from PIL.Image import Transpose

    from cardgen.layout.impose import SheetOptions
    from cardgen.print.preview import card_picture

    size = Size(card.width_mm, card.height_mm, 0, card.radius_mm)
    seen = card_picture(draw, size, SheetOptions(card=card), _LOOK_DPI).filter(ImageFilter.BoxBlur(1))
    apart = ImageChops.difference(seen, seen.transpose(Transpose.ROTATE_180))
    return not any(any(band.histogram()[_ALIKE:]) for band in apart.split())


def with_own_art(deck: Deck, back: Path | None, folder: Path | None, card: CardSize) -> Own:
    """Replace a deck's back, and the faces of the cards that the files of a folder are named after.

    A file `back` in the folder is the back, unless `back` names one. Raises PrintError where a file is not an image
    that we take, and where no file of the folder has a card's name.
    """
    remarks: list[str] = []
    if folder is not None:
        files = _files(folder)
        inside = next((path for path in files if _plain(path.stem) == BACK), None)
        back = back or inside
        found = _faces(deck, folder, [path for path in files if _plain(path.stem) != BACK], remarks)
        if not found and inside is None:
            some = ", ".join(f"{name}.png" for name in list(dict.fromkeys(c.name for c in deck.cards))[:3])
            more = f" ({remarks[0]})" if remarks else ""
            raise PrintError(f"no file of {folder} is named after a card of {deck.title}, such as {some}{more}")
        drawings = {stem: art_drawing(art) for stem, art in found.items()}
        deck = replace(deck, cards=tuple(_with_face(face, drawings) for face in deck.cards))
        remarks += [weak for art in found.values() if (weak := _weak(art, card))]
    if back is not None:
        made = own_back(open_art(back), card)
        deck = replace(deck, back=made.draw, back_turns=made.turns)
        remarks += made.remarks
    return Own(deck, tuple(remarks))


def _faces(deck: Deck, folder: Path, files: Sequence[Path], remarks: list[str]) -> dict[str, Art]:
    """Open the files that are named after cards, by their plain names; tell of those that are not."""
    names = {name for card in deck.cards for name in _names(card)}
    found: dict[str, Art] = {}
    for path in files:
        stem = _plain(path.stem)
        if stem in found:
            raise PrintError(f"two files of {folder} are named after one card: {path.stem}")
        if stem in names:
            found[stem] = open_art(path)
            continue
        near = nearest(path.stem, (text for card in deck.cards for text in (card.name, card.title)))
        meant = f"; did you mean {near[0]}{path.suffix}?" if near else ""
        remarks.append(f"{path.name} is left out: {deck.title} has no card of this name{meant}")
    return found


def _weak(art: Art, card: CardSize) -> str:
    return weakness(art, card.width_mm + 2 * BLEED_MM, card.height_mm + 2 * BLEED_MM)


def _files(folder: Path) -> Sequence[Path]:
    if not folder.is_dir():
        no = f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}"
        raise PrintError(f"{no}: --art names one that holds pictures named after cards")
    return sorted(
        path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
    )


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).replace("_", " ").replace("-", " ").split()).casefold()


def _names(face: CardFace) -> tuple[str, ...]:
    """List the ways in which a file may be named after a card: `Th`, `rcq` for `rc?`, `ace-of-spades`."""
    plain = "".join(c for c in face.title if c.isalnum() or c in " -_")
    return _plain(face.name), _plain(face.name.replace("?", "q")), _plain(plain)


def _with_face(face: CardFace, drawings: dict[str, Drawing]) -> CardFace:
    for name in reversed(_names(face)):  # a title tells one card, a name may stand for several
        if name in drawings:
            return replace(face, draw=drawings[name])
    return face
