"""How well type can be read on what is really printed: its colour against the ground that lies under it.

A document is drawn three times: as it is, without its type, and with its type in the colours of a mask. Where the mask
shows, the first picture has the type's colour and the second its ground, whatever was drawn over and under it.
"""

import contextlib
from unittest import mock

import numpy
import pypdfium2

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.theme import LARGE, READABLE
from cardgen.print import sheets

LARGE_PT = 18  # WCAG's: large type may be paler
SMALL_MASK, LARGE_MASK = "#FF00FF", "#00FF00"
MASKS = (((255, 0, 255), READABLE), ((0, 255, 0), LARGE))
DPI = 100
COVERED = 0.75  # of a pixel, from which its colour is the type's
SLACK = 0.97  # colours are rounded to 255 shades, and unmixed
LEAST = 12  # such pixels beside each other that count: less is a line across a letter


@contextlib.contextmanager
def _type(*, masked):
    """Draw type in the mask's colours, or not at all; what measures ink sees it as it is."""
    real, measured, measuring = Ink.text, sheets._pictures, []

    def pictures(*args, **options):
        measuring.append(True)
        try:
            return measured(*args, **options)
        finally:
            measuring.pop()

    def text(self, x, y, text, font=lettering.SERIF, size_pt=10, fill=None, align="left", *, track=0, stretch=1):
        if masked or measuring:
            colour = LARGE_MASK if size_pt * self._scale >= LARGE_PT else SMALL_MASK
            shown = fill if measuring else colour
            return real(self, x, y, text, font, size_pt, shown, align, track=track, stretch=stretch)
        return lettering.width_mm(lettering.tidy(text), font, size_pt, track) * stretch

    with mock.patch.object(Ink, "text", text), mock.patch.object(sheets, "_pictures", pictures):
        yield


def hard_to_read(make):
    """Return what cannot be read on the PDFs that a function makes, by their names.

    Each is a page, a contrast, the colour of the type, that of its ground, and the place in millimetres from above.
    """
    shown = make()
    with _type(masked=False):
        bare = make()
    with _type(masked=True):
        masked = make()
    found = {}
    for name, pdf in shown.items():
        pages = zip(*(_pictures(one) for one in (pdf, bare[name], masked[name])), strict=True)
        faults = {fault for number, pictures in enumerate(pages, 1) for fault in _faults(number, *pictures)}
        found |= {name: sorted(faults)} if faults else {}
    return found


def _pictures(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield numpy.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB"))


def _faults(number, shown, ground, mask):
    rows, columns = numpy.nonzero((mask != ground).any(axis=2))
    if not len(rows):
        return
    shown, ground, mask = (one[rows, columns].astype(float) for one in (shown, ground, mask))
    covered = [_covered(ground, mask, numpy.array(colour, float)) for colour, _ in MASKS]
    large = covered[1][1] < covered[0][1]
    share = numpy.where(large, covered[1][0], covered[0][0])[:, None]
    least = numpy.where(large, MASKS[1][1], MASKS[0][1])
    colour = numpy.clip((shown - (1 - share) * ground) / numpy.maximum(share, 0.01), 0, 255)
    one, other = _luminance(colour), _luminance(ground)
    ratio = (numpy.maximum(one, other) + 0.05) / (numpy.minimum(one, other) + 0.05)
    cells = {}
    for at in numpy.nonzero((ratio < least * SLACK) & (share[:, 0] >= COVERED))[0]:
        cells.setdefault((rows[at] // 12, columns[at] // 40), []).append(at)
    for (row, column), some in cells.items():
        if len(some) >= LEAST:
            at = some[int(numpy.argsort(ratio[some])[len(some) // 2])]
            place = round(column * 40 / DPI * 25.4), round(row * 12 / DPI * 25.4)
            yield number, round(float(ratio[at]), 1), _spelt(colour[at]), _spelt(ground[at]), place


def _covered(ground, mask, colour):
    """Return how much of each pixel a mask of this colour covers, and how far that is from what is seen."""
    reach = colour - ground
    channel = numpy.abs(reach).argmax(axis=1)[:, None]
    share = numpy.clip(
        numpy.take_along_axis(mask - ground, channel, 1) / numpy.take_along_axis(reach, channel, 1), 0, 1
    )
    return share[:, 0], numpy.abs(ground + share * reach - mask).sum(axis=1)


def _luminance(colours):
    parts = colours / 255
    linear = numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def _spelt(colour):
    return "#" + "".join(f"{round(float(part)):02X}" for part in colour)
