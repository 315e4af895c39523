"""Transparency in a PDF: forms whose parts may be half transparent, for art of people's own that is.

Our own art has none. A form that is see-through is a transparency group of its own, in RGB, so that viewers and
printers mix its colours alike; print shops never get one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardgen.pdf.canvas import document, drawn, forms_drawn

if TYPE_CHECKING:
    from cardgen.pdf.canvas import Canvas

Shares = tuple[float, float]
"""How much of what is filled, and of what is stroked, covers what lies below: from 0 to 1."""


def shares_name(shares: Shares) -> str:
    """Name a pair of shares, as a form's stream calls it."""
    return "O" + "x".join(str(round(1000 * share)) for share in shares)


def group(canvas: Canvas, used: Mapping[str, Shares]) -> dict[str, object]:
    """Return what reportlab's `endForm` takes to make the form being drawn a group that knows these shares."""
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName

    stream = pdfdoc.PDFStream()
    stream.content = pdfdoc.pdfdocEnc(drawn(canvas))
    stream.dictionary["Group"] = PDFDictionary(
        {"Type": PDFName("Group"), "S": PDFName("Transparency"), "CS": PDFName("DeviceRGB"), "I": "true"}
    )
    resources = pdfdoc.PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    if forms := forms_drawn(canvas):
        resources.XObject = forms
    resources.ExtGState = {
        name: PDFDictionary({"ca": round(fill, 4), "CA": round(stroke, 4)}) for name, (fill, stroke) in used.items()
    }
    document(canvas).ensureMinPdfVersion("transparency")
    return {"Contents": stream, "Resources": resources}
