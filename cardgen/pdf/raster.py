"""Render pages of a PDF to pixels, and write pixels as PNG files, without Pillow."""

from __future__ import annotations

import struct
import zlib
from threading import Lock
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfBitmap, PdfDocument

_STRIP = 64
_MM_PER_METRE = 1000
PDFIUM = Lock()
"""Held while PDFium works: it is not safe for threads."""


class Raster(Struct, frozen=True):
    """A picture as RGB pixels, three bytes each, row by row from the top; a row takes `stride` bytes in `data`."""

    width: int
    height: int
    stride: int
    data: bytes | memoryview

    def picture(self) -> Image:
        """Return the same pixels as a Pillow image."""
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), bytes(self.data), "raw", "RGB", self.stride, 1)


def render_page(document: PdfDocument, number: int, canvas: PdfBitmap | None = None, dpi: float = 72) -> Raster:
    """Return a page of a PDF as pixels, at a resolution of `dpi` pixels an inch; `number` counts from 0.

    With a `canvas` (a bitmap of the page's size), the page is drawn into that bitmap, and no memory is allocated. The
    result then shares the bitmap's memory, and is valid only until the next page is drawn into it.
    """
    with PDFIUM:
        page = document[number]
        maker = {"bitmap_maker": lambda *_, **__: canvas} if canvas else {}
        bitmap = page.render(scale=dpi / 72, rev_byteorder=True, **maker)
        seen = memoryview(bitmap.buffer).cast("B")
        raster = Raster(bitmap.width, bitmap.height, bitmap.stride, seen if canvas else bytes(seen))
        page.close()
    return raster


def png_bytes(raster: Raster, dpi: float) -> bytes:
    """Return a raster as a PNG file that states `dpi` as its resolution; equal pixels give equal bytes."""
    row, stride, data = 3 * raster.width, raster.stride, raster.data
    packer, packed = zlib.compressobj(1), []
    for first in range(0, raster.height, _STRIP):
        strip = range(first * stride, min(raster.height, first + _STRIP) * stride, stride)
        packed.append(packer.compress(b"".join([part for y in strip for part in (b"\0", data[y : y + row])])))
    packed.append(packer.flush())
    metre = round(dpi / 25.4 * _MM_PER_METRE)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", raster.width, raster.height, 8, 2, 0, 0, 0)),
        (b"sRGB", b"\0"),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        (b"IDAT", b"".join(packed)),
        (b"IEND", b""),
    )
    png = b"\x89PNG\r\n\x1a\n"
    for name, held in chunks:
        png += struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))
    return png


def from_picture(picture: Image) -> Raster:
    """Return the pixels of a Pillow image as a raster."""
    return Raster(picture.width, picture.height, 3 * picture.width, picture.convert("RGB").tobytes())
