"""Pages to pixels and PNG, on all cores: pages are drawn in one thread while others render and compress.

PDFium renders one page at a time, whoever asks, but lets other threads of Python run meanwhile, and so does zlib. Flat
art packs best, and fastest, when rows are not filtered at all: a third of the time of Pillow's writer, and smaller.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from threading import Lock, local
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.export.onecard import CardPages, Frame
from cardgen.pdf.document import Document
from cardgen.pdf.drawing import Drawing

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfBitmap, PdfDocument

    from cardgen.export import ExportOptions

_CHUNK = 24
_STRIP = 64
_MM_PER_METRE = 1000
_PDFIUM = Lock()


class Raster(Struct, frozen=True):
    """Pixels, three bytes each, from the top; a row may be padded to `stride` bytes."""

    width: int
    height: int
    stride: int
    data: bytes | memoryview

    def picture(self) -> Image:
        """Give it as a picture to compose with."""
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), bytes(self.data), "raw", "RGB", self.stride, 1)


def render_page(document: PdfDocument, number: int, canvas: PdfBitmap | None = None) -> Raster:
    """Render a page at one pixel a unit.

    On a `canvas` (a bitmap of the page's size) the raster is a view of it, good until the next page is rendered there:
    memory that is asked for again and again costs as much time as the rendering.
    """
    with _PDFIUM:
        page = document[number]
        maker = {"bitmap_maker": lambda *_, **__: canvas} if canvas else {}
        bitmap = page.render(scale=1, rev_byteorder=True, **maker)
        seen = memoryview(bitmap.buffer).cast("B")
        raster = Raster(bitmap.width, bitmap.height, bitmap.stride, seen if canvas else bytes(seen))
        page.close()
    return raster


def _new_canvas(frame: Frame) -> PdfBitmap:
    import pypdfium2

    return pypdfium2.PdfBitmap.new_native(
        round(frame.width), round(frame.height), pypdfium2.raw.FPDFBitmap_BGR, rev_byteorder=True
    )


def png_bytes(raster: Raster, dpi: float) -> bytes:
    """Write a PNG, which says its resolution; the same pixels give the same bytes."""
    row, stride, data = 3 * raster.width, raster.stride, raster.data
    packer, packed = zlib.compressobj(1), []
    for first in range(0, raster.height, _STRIP):
        strip = range(first * stride, min(raster.height, first + _STRIP) * stride, stride)
        packed.append(packer.compress(b"".join([part for y in strip for part in (b"\0", data[y : y + row])])))
    packed.append(packer.flush())
    metre = round(dpi / 25.4 * _MM_PER_METRE)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _part(b"IHDR", struct.pack(">IIBBBBB", raster.width, raster.height, 8, 2, 0, 0, 0)),
            _part(b"sRGB", b"\0"),
            _part(b"pHYs", struct.pack(">IIB", metre, metre, 1)),
            _part(b"IDAT", b"".join(packed)),
            _part(b"IEND", b""),
        )
    )


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def from_picture(picture: Image) -> Raster:
    """Take a picture's pixels."""
    return Raster(picture.width, picture.height, 3 * picture.width, picture.convert("RGB").tobytes())


def render_all(
    draws: Sequence[Drawing],
    frame: Frame,
    options: ExportOptions,
    each: Callable[[int, Raster], None],
    step: Callable[[], None],
) -> None:
    """Render every drawing in its frame and hand it to `each`, with its number.

    `each` is called from several threads, and must not keep the raster. Only some cards are in memory at a time. `step`
    is called from this thread, once a card.
    """
    import pypdfium2

    workers = max(2, min(4, os.cpu_count() or 2))
    waiting: deque[Future[None]] = deque()
    numbered: Iterable[tuple[int, Drawing]] = iter(enumerate(draws))

    def settle(most: int) -> None:
        while len(waiting) > most:
            waiting.popleft().result()
            step()

    own = local()

    def one(document: PdfDocument, page: int, number: int) -> None:
        if not hasattr(own, "canvas"):
            own.canvas = _new_canvas(frame)
        each(number, render_page(document, page, own.canvas))

    with ThreadPoolExecutor(workers) as pool:
        held: list[PdfDocument] = []
        try:
            while chunk := list(islice(numbered, _CHUNK)):
                pages = CardPages(Document("cards"), frame, options)
                for _, draw in chunk:
                    pages.add(draw)
                data = pages.bytes()
                settle(_CHUNK)  # so at most two chunks are under way
                with _PDFIUM:
                    for old in held[:-1]:
                        old.close()
                    held = held[-1:]
                    document = pypdfium2.PdfDocument(data)
                held.append(document)
                waiting.extend(pool.submit(one, document, page, number) for page, (number, _) in enumerate(chunk))
            settle(0)
        finally:
            for future in waiting:
                future.cancel()
            pool.shutdown()
            for document in held:
                document.close()
