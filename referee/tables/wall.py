"""What pages for the wall share: A4 upright, the paper, a frame with a heading, texts that fit, and a crown."""

from collections.abc import Iterator, Sequence
from html import escape

from referee.core.text_layout import cells

PAPER, INK, SOFT, RULE, TINT = "#FBF7EF", "#221F2B", "#6F6A76", "#CFC7B8", "#F3ECDD"
COLOURS = ("#D0331F", "#1F6FB5", "#0B8A5B", "#F2B705", "#221F2B")  # a seat's, in this order; then again
SERIF = "Source Serif 4, Source Serif Pro, Georgia, serif"
SANS = "Source Sans 3, Source Sans Pro, Helvetica, Arial, sans-serif"

WIDE, HIGH, MARGIN = 210.0, 297.0, 16.0  # A4 upright
_EM = 0.6  # of the type size: what a letter takes, with room to spare


def page(title: str, body: list[str], high: float = HIGH) -> str:
    """Return a whole SVG page, ``high`` mm high, of what ``frame`` and others drew."""
    inside = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}mm" height="{high:g}mm" '
        f'viewBox="0 0 {WIDE:g} {high:g}" font-family="{SANS}" fill="{INK}">\n'
        f"<title>{escape(title)}</title>\n{inside}\n</svg>\n"
    )


def signed(number: int | str) -> str:
    """Print a number with a minus sign that can be seen from afar."""
    return str(number).replace("-", "−")


def frame(title: str, below: str, high: float) -> Iterator[str]:
    """Draw the paper, its frame, a title and the sentence below it."""
    inner = f'width="{WIDE - 14:g}" height="{high - 14:g}" rx="5" fill="none" stroke="{INK}"'
    yield f'<rect width="{WIDE:g}" height="{high:g}" fill="{PAPER}"/>'
    yield f'<rect x="7" y="7" {inner} stroke-width=".7"/>'
    yield text_at(WIDE / 2, 29, 17, title, WIDE - 2 * MARGIN, f'font-family="{SERIF}" font-weight="700"')
    yield text_at(WIDE / 2, 39, 5.6, below, WIDE - 2 * MARGIN, f'fill="{SOFT}"')


def text_at(x: float, y: float, size: float, text: str, room: float, style: str = "", anchor: str = "middle") -> str:
    """Set a text at ``size`` mm, smaller where it would be wider than ``room``."""
    size = min(size, room / max(cells(text) * _EM, 1))
    about = f'text-anchor="{anchor}" {style}'.rstrip()
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" {about}>{escape(text)}</text>'


def spread(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Return places between ``low`` and ``high`` moved as little as keeps them ``least`` apart, in their order.

    Where there is no room for that they stand evenly.
    """
    least = min(least, (high - low) / max(len(places) - 1, 1))
    moved, order = list(places), sorted(range(len(places)), key=places.__getitem__)
    last = low - least
    for at in order:
        moved[at] = last = max(places[at], last + least)
    last = high + least
    for at in reversed(order):
        moved[at] = last = min(moved[at], last - least)
    return moved


def crown(x: float, y: float, wide: float) -> str:
    """Draw a crown whose foot stands at (x, y)."""
    half, high = wide / 2, wide * 0.62
    points = [(-1, 0), (-1.12, -0.78), (-0.5, -0.36), (0, -1), (0.5, -0.36), (1.12, -0.78), (1, 0)]
    path = " ".join(f"{x + px * half * 0.9:.2f},{y + py * high:.2f}" for px, py in points)
    return f'<polygon points="{path}" fill="#F2B705" stroke="{INK}" stroke-width=".5" stroke-linejoin="round"/>'
