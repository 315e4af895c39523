"""reportlab's canvas, font and picture as the house uses them, typed; and its private names, all of them here.

reportlab has no types, and four of the things that we need have no public name. `tests/cardgen/pdf/test_canvas.py`
fails when one of them moves.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Protocol, cast

Numbers = tuple[float, float, float, float]


class Outlines(Protocol):
    """What a font of reportlab's knows of its file."""

    name: bytes
    charToGlyph: Mapping[int, int]  # noqa: N815
    charWidths: dict[int, float]  # noqa: N815
    capHeight: float  # noqa: N815


class TrueType(Protocol):
    """A TrueType font of reportlab's, which goes into a document in subsets."""

    face: Outlines

    def splitString(self, text: str, doc: object) -> Sequence[tuple[int, bytes]]: ...  # noqa: N802, D102
    def getSubsetInternalName(self, subset: int, doc: object) -> str: ...  # noqa: N802, D102


class Canvas(Protocol):
    """A document whose pages are drawn one after the other; lengths in points."""

    # What each does, reportlab's own documentation says.
    def setTitle(self, title: str) -> None: ...  # noqa: N802, D102
    def setAuthor(self, author: str) -> None: ...  # noqa: N802, D102
    def setSubject(self, subject: str) -> None: ...  # noqa: N802, D102
    def setKeywords(self, keywords: str) -> None: ...  # noqa: N802, D102
    def setCreator(self, creator: str) -> None: ...  # noqa: N802, D102
    def setPageSize(self, size: tuple[float, float]) -> None: ...  # noqa: N802, D102
    def setTrimBox(self, size: Numbers) -> None: ...  # noqa: N802, D102
    def setBleedBox(self, size: Numbers) -> None: ...  # noqa: N802, D102
    def getPageNumber(self) -> int: ...  # noqa: N802, D102
    def addPageLabel(self, pageNum: int, *, prefix: str) -> None: ...  # noqa: N802, N803, D102
    def bookmarkPage(self, key: str) -> object: ...  # noqa: N802, D102
    def addOutlineEntry(self, title: str, key: str, level: int) -> None: ...  # noqa: N802, D102
    def transform(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None: ...  # noqa: D102
    def showPage(self) -> None: ...  # noqa: N802, D102
    def getpdfdata(self) -> bytes: ...  # noqa: D102
    def hasForm(self, name: str) -> bool: ...  # noqa: N802, D102
    def beginForm(self, name: str, lowerx: float, lowery: float, upperx: float, uppery: float) -> None: ...  # noqa: N802, D102
    def endForm(self, **extra_attributes: object) -> None: ...  # noqa: N802, D102
    def doForm(self, name: str) -> None: ...  # noqa: N802, D102
    def drawImage(  # noqa: N802, D102
        self, image: object, x: float, y: float, width: float, height: float, mask: str | None
    ) -> object: ...


class _Private(Protocol):
    _code: list[str]
    _doc: _Document
    _preamble: str

    def _setXObjects(self, thing: object) -> None: ...  # noqa: N802


class _Document(Protocol):
    def ensureMinPdfVersion(self, *features: str) -> None: ...  # noqa: N802


def put(canvas: Canvas, operators: str) -> None:
    """Add operators to the stream of the page or form that is being drawn.

    A private list of lines, since reportlab's own calls are several times as slow and write six decimals.
    """
    cast("_Private", canvas)._code.append(operators)  # noqa: SLF001


def document(canvas: Canvas) -> _Document:
    """Return the document of a canvas: fonts keep their subsets by it, and only the canvas knows it."""
    return cast("_Private", canvas)._doc  # noqa: SLF001


def drawn(canvas: Canvas) -> str:
    """Return the stream of the form that is being drawn.

    `endForm` makes a form's stream and resources itself only when it is given neither, and transparency wants both.
    """
    own = cast("_Private", canvas)
    return "\n".join([own._preamble, *own._code])  # noqa: SLF001


def forms_drawn(canvas: Canvas) -> object:
    """Return the dictionary of the forms that the form being drawn has placed; None where there are none."""
    held = SimpleNamespace(XObjects=None)
    cast("_Private", canvas)._setXObjects(held)  # noqa: SLF001
    return held.XObjects


def is_clear(reader: object) -> bool:
    """Tell whether a picture (an ImageReader) has transparent parts: it keeps what it was made of in a private name."""
    image = getattr(reader, "_image", None)
    return image is not None and image.mode == "RGBA"


def encoded(reader: object) -> tuple[str, bytes]:
    """Return a picture (an ImageReader) as a file of its own: jpeg as it came, else png."""
    jpeg = reader.jpeg_fh() if hasattr(reader, "jpeg_fh") else None
    if jpeg:
        return "jpeg", bytes(jpeg.read())
    image, out = getattr(reader, "_image", None), io.BytesIO()
    assert image is not None, "a picture that was made without Pillow"
    image.save(out, "PNG", optimize=True)
    return "png", out.getvalue()
