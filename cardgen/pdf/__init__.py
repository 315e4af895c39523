"""Drawing on PDF and SVG pages: canvas, colours, type, outlines, transparency.

Only raster pictures need the package Pillow, but reportlab always imports it. If Pillow is not installed (such as in a
web page), this package imports reportlab without it, and a later import of Pillow raises ``NoPillow``. All modules of
cardgen that may use Pillow import this package first.
"""

import sys
from importlib.util import find_spec
from types import ModuleType

from cardgen.errors import PrintError
from liarsdeck.installed import remedy_by


class NoPillow(PrintError, ImportError):
    """The package Pillow, which raster pictures need, is not installed."""


class _Refusal:
    """An import hook that raises NoPillow when Pillow is imported, and leaves all other modules to the usual import."""

    def find_spec(self, name: str, *_: object) -> None:
        """Raise NoPillow if `name` is `PIL`; else return None, so that Python asks the next hook."""
        if name == "PIL":
            raise NoPillow(f"pictures of pixels need Pillow, which is not installed; {remedy_by('pillow')}")


HAS_PILLOW = find_spec("PIL") is not None
"""Whether Pillow is installed."""

if not HAS_PILLOW:
    sys.modules["PIL"] = stand_in = ModuleType("PIL")
    vars(stand_in)["Image"] = None  # which reportlab takes to mean that there are no pictures
    import reportlab.lib.utils  # noqa: F401

    del sys.modules["PIL"]
    sys.meta_path.insert(0, _Refusal())
