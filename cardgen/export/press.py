"""PDFs for print shops: one card a page in CMYK, as PDF/X-1a:2001 (or 2003, as DriveThruCards wants it).

Nothing is converted: pages are drawn in CMYK, as vectors and type. pikepdf adds what reportlab cannot write: the
output intent, by its name in the ICC's registry, and the keys of the standard.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.decks import Deck
from cardgen.errors import PrintError
from cardgen.export.pictures import BLEED_MM, CardPages, point_frame, safe
from cardgen.pdf.ink import Document
from cardgen.pdf.theme import cmyk_operands
from liarsdeck.installed import remedy

if TYPE_CHECKING:
    from cardgen.export import ExportOptions, Step

DTC_BLEED_MM = 3.175
REGISTRY = "http://www.color.org"


class Condition(Struct, frozen=True):
    """A printing condition (paper and process) of the ICC's registry: its identifier there, and its description."""

    identifier: str
    summary: str


INTENTS = {
    "fogra39": Condition("FOGRA39", "Offset on coated paper, ISO 12647-2:2004/Amd 1"),
    "fogra51": Condition("FOGRA51", "Offset on premium coated paper, ISO 12647-2:2013"),
    "gracol": Condition("CGATS TR 006", "GRACoL 2006, offset on grade 1 coated paper"),
    "swop": Condition("CGATS TR 001", "SWOP, web offset on grade 5 coated paper"),
}


def write(deck: Deck, target: str, options: ExportOptions, inside: Path, final: Path, step: Step) -> tuple[str, str]:
    """Write a deck's PDF into the folder `inside`; return a one-line summary, and the text for its README.

    `target` is `press` (any print shop) or `dtc` (DriveThruCards). `final`, where the folder will be moved, is not
    used. `step` is called after each card, and once at the end. Raises ``PrintError`` if pikepdf is not installed.
    """
    del final
    try:
        import pikepdf  # noqa: F401, whether it is there, before anything is drawn
    except ImportError:
        raise PrintError(f"a print shop's PDF needs pikepdf, which is not installed; {remedy('press')}") from None
    bleed = DTC_BLEED_MM if target == "dtc" else BLEED_MM
    intent = INTENTS[options.intent or ("swop" if target == "dtc" else "fogra39")]
    name = f"{safe(deck.name)}.pdf"
    pdf = press_pdf(deck, options, bleed, intent, backs_first=target == "dtc", step=step, newer=target == "dtc")
    (inside / name).write_bytes(pdf)
    first = "the back of card 1, then its front" if target == "dtc" else "the front of card 1, then its back"
    about = _ABOUT.format(
        name=name,
        cards=len(deck.cards),
        first=first,
        bleed=f"{bleed:g} mm",
        intent=intent.identifier,
        year=2003 if target == "dtc" else 2001,
    )
    return f"{2 * len(deck.cards)} pages for {intent.identifier}", about


def press_pdf(
    deck: Deck,
    options: ExportOptions,
    bleed_mm: float,
    intent: Condition,
    *,
    backs_first: bool,
    step: Step,
    newer: bool = False,
) -> bytes:
    """Return a PDF/X-1a:2001 of the deck, or 2003 if `newer`: for each card a page for the face and one for the back.

    Each page has `bleed_mm` of bleed on all sides. `intent` is the printing condition of the whole PDF. With
    `backs_first` a card's back comes before its face. `step` is called after each card, and once at the end.
    """
    about = Document(
        deck.title,
        f"{len(deck.cards)} cards of {options.card.width_mm:g} × {options.card.height_mm:g} mm, one a page, "
        f"{bleed_mm:g} mm bleed",
        ("playing cards",),
    )
    pages = CardPages(about, point_frame(options.card, bleed_mm), options, cmyk_operands)
    for card in deck.cards:
        sides = [(card.draw, False), (deck.back_of(card), card.back is None)]
        for draw, often in reversed(sides) if backs_first else sides:
            pages.add(draw, often=often, boxes=True)
        step()
    data = with_intent(pages.bytes(), intent, newer=newer)
    step()
    return data


def with_intent(data: bytes, intent: Condition, *, newer: bool = False) -> bytes:
    """Return `data`, a PDF of CMYK pages, with output intent and keys of PDF/X-1a:2001 (2003 if `newer`) added.

    `intent` is the printing condition that the pages are made for. Equal input gives equal bytes.
    """
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String

    with pikepdf.open(io.BytesIO(data)) as pdf:
        summary = String(intent.summary)
        output = Dictionary(
            Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String(intent.identifier),
            OutputCondition=summary, RegistryName=String(REGISTRY), Info=summary,
        )  # fmt: skip
        pdf.Root.OutputIntents = Array([output])
        if newer:
            pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
        else:
            pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1:2001")
            pdf.docinfo["/GTS_PDFXConformance"] = String("PDF/X-1a:2001")
        pdf.docinfo["/Trapped"] = Name("/False")
        for page in pdf.pages:
            for key in {"/Trans", "/Group"} & {*page.obj.keys()}:  # a printed page has no use for them
                del page.obj[key]
        out = io.BytesIO()
        pdf.save(
            out,
            force_version="1.4" if newer else "1.3",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )
        return out.getvalue()


_ABOUT = """
{name}: {cards} cards, one a page, as PDF/X-1a:{year} ({intent}). Page 1 is {first}, and so on through the deck.

Every page has {bleed} of bleed on every side; the trim box is the cut. All colours are CMYK, at most 240 % of ink
anywhere, all fonts are embedded, nothing is transparent, and there are no marks.
"""
