"""Ink on a page: canvas, colours, type, outlines, transparency.

Pillow makes pictures of pixels and reads those of people. Nothing else needs it, but reportlab, which writes the PDFs,
imports it at once. Where it isn't installed (a web page has none), reportlab is imported here with nothing in its
place, and whatever asks for Pillow later gets a sentence. All of cardgen that could ask imports this package first.
"""

import sys
from importlib.util import find_spec
from types import ModuleType

from cardgen.errors import PrintError
from liarsdeck.installed import remedy_by


class NoPillow(PrintError, ImportError):
    """Raised when a function needs raster pictures and the package Pillow is not installed. A kind of ImportError."""


class _Refusal:
    """An import hook that raises NoPillow when Pillow is imported, and leaves all other modules to the usual import."""

    def find_spec(self, name: str, *_: object) -> None:
        """Look for a module."""
        if name == "PIL":
            raise NoPillow(f"pictures of pixels need Pillow, which is not installed; {remedy_by('pillow')}")


if find_spec("PIL") is None:
    sys.modules["PIL"] = stand_in = ModuleType("PIL")
    vars(stand_in)["Image"] = None  # which reportlab takes to mean that there are no pictures
    import reportlab.lib.utils  # noqa: F401

    del sys.modules["PIL"]
    sys.meta_path.insert(0, _Refusal())
