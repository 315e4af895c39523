"""Print boxes: the tuck box, the two-piece box, and the trump block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art.beasts import lizards, snakes
from cardgen.art.beasts.panel import coat, tone_of
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit
from cardgen.decks import DeckOptions, make_deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.net import (
    BLEED_MM,
    BOARD_MM,
    LIFT_MM,
    Line,
    Net,
    NetSpot,
    Panel,
    Point,
    Tray,
    bay,
    bleeds,
    cuts,
    fitting_boxes,
    flap,
    ground,
    hatching,
    lay_net,
    rectangle,
    settled,
    ticks,
    two_piece,
    what_fits,
    wrap_nets,
)  # fmt: skip
from cardgen.extras.boxes.words import label_of
from cardgen.layout import PAPERS, Paper, SheetOptions
from cardgen.pages.dress import GAMES, Bleeds, Dress, Painter, deck_dress, dress, painters
from cardgen.pages.engine import TextFace, note
from cardgen.pages.guide import step_number, weight
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Document, Mark, PdfPage, Style, draw, pages_pdf
from cardgen.pdf.path import POINTS_PER_MM, Outline, compound, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import HARLEQUIN, WHITE, Colour, Theme
from cardgen.pdf.type import SANS, SANS_SEMIBOLD, SERIF_SEMIBOLD
from cardgen.spec import KitSpec
from liarsdeck.english import counted, listed
from liarsdeck.files import write_atomic
from liarsdeck.language import both, decimal, later, later_n, number_word, say, say_n
from referee import games

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

GREY = "#737373"
PALE = "#D8D4DA"
"""The colour of cuts beside a ground: the grounds are dark."""
HATCH = "#A7A3AC"
CUT_PT = 0.6
_HEADING = TextFace(11, 12.6, SERIF_SEMIBOLD)
_USE = TextFace(7.4, 9.4, SANS, SANS_SEMIBOLD)
_STEP = TextFace(8.0, 9.8)
"""The type of a caption's heading, its use and its steps."""


class Caption(NamedTuple):
    """The caption beside a net: a heading, a line on what the box holds, and the numbered steps to make it."""

    heading: str
    line: str
    steps: Sequence[str]


class NetPage(Struct, frozen=True):
    """A page with a box laid flat, the functions that paint its faces, and a caption.

    `net` is the box laid flat, and `place` where it stands on the page. `paint` has the function that paints each face,
    by the name of the panel. `caption` stands at `note_at` (left edge, foot, width), in mm from the net's lower left
    corner. `seen` is the colour of the part of a flap that can be seen through the thumb notch (None: unpainted), and
    of edges that are turned in round a board (None: black). `turned` has other colours for such edges, by the name of
    the wall that an edge hangs on.
    """

    net: Net
    place: NetSpot
    paint: Mapping[str, Painter]
    caption: Caption
    note_at: tuple[float, float, float]
    seen: Colour | None = None
    turned: Mapping[str, Colour] = {}

    def draw(self, ink: Ink) -> None:
        """Draw the page from its lower left corner."""
        with ink.at(self.place.x, self.place.y):
            draw_net(ink, self.net, self.paint, self.seen, self.turned)
            with ink.on_white():
                draw(ink, _note(Style(low=ink.low, palette=ink.palette), self.caption, *self.note_at))


def nets_pdf(pages: Sequence[NetPage], about: Document, *, theme: Theme = HARLEQUIN, low_ink: bool = False) -> bytes:
    """Return a PDF with these pages; `about` is its metadata, `low_ink` asks to save ink."""
    sides = [
        PdfPage(page.place.width, page.place.height, page.draw, page.caption.heading, page.caption.heading)
        for page in pages
    ]
    return pages_pdf(about, sides, theme, low=low_ink)


def draw_net(
    ink: Ink,
    net: Net,
    paint: Mapping[str, Painter],
    seen: Colour | None = None,
    turned: Mapping[str, Colour] | None = None,
) -> None:
    """Draw a net with its lower left corner at the origin.

    The edges to turn in are drawn first, then the faces with their bleed, flaps, lines to cut, and ticks for the folds.
    `paint` has the functions that paint the faces, by the name of the panel. `seen` is the colour of what the thumb
    notch shows and of edges to turn in, and `turned` has other colours for such edges, as in `NetPage`.
    """
    for panel in net.panels:
        if panel.kind == "turn" and not ink.low:
            ink.draw(poly(panel.outline), (turned or {}).get(panel.parent, seen or ink.black))
    # First a hair into its neighbours, so that no white shows between two faces, then each to its own edge.
    for least in (0.0,) if ink.low else (0.2, 0.0):
        for panel in net.faces:
            x0, y0, x1, y1 = panel.box
            left, bottom, right, top = (max(least, bleed) for bleed in bleeds(net, panel))
            with ink.clip(poly(ground(net, panel, least))), ink.at(x0, y0):
                paint[panel.name](ink, x1 - x0, y1 - y0, (left, bottom, right, top))
    flaps = [panel for panel in net.panels if panel.kind != "face"]
    for panel in flaps:
        if panel.kind == "turn":
            continue
        notch = bay(net["back"])[1] if panel.name == "tuck" else 0.0
        _draw_flap(ink, panel, notch + BLEED_MM if notch and not ink.low else 0.0, seen)
    ink.draw(_lines(cuts(net, flaps)), None, GREY, CUT_PT, cap="round")
    outside = CUT_PT / 2 / POINTS_PER_MM
    ink.draw(_lines(cuts(net, net.faces, outside)), None, GREY if ink.low else PALE, CUT_PT, cap="square")
    with ink.on_white():
        ink.draw(_lines(ticks(net)), None, ink.black, 0.5, cap="butt")


def _lines(lines: Sequence[Line]) -> Outline:
    return compound(segment(*a, *b) for a, b in lines)


def _draw_flap(ink: Ink, panel: Panel, notch: float, seen: Colour | None) -> None:
    """Draw what is on a flap: hatching if it is glued, the colour behind a thumb notch, and a word.

    `notch` is the radius in mm of the notch that shows a part of the flap (0: no notch), and `seen` is the colour of
    that part (None: unpainted). The word says what to do with the flap; it is left out if it has no room.
    """
    x0, y0, x1, y1 = panel.box
    free = y0
    if panel.kind == "glue":
        ink.draw(_lines(hatching(panel)), None, HATCH, 0.3, cap="butt")
    elif notch and seen:
        free += notch
        with ink.clip(poly(panel.outline)):
            ink.draw(ellipse((x0 + x1) / 2, y0, notch), seen)
    word = say("GLUE") if panel.kind == "glue" else say("TUCK IN") if panel.name == "tuck" else say("FOLD IN")
    # The word runs along the flap's longer side, where it has the room.
    width, height = x1 - x0, y1 - free
    half = fonts.width_mm(word, SANS_SEMIBOLD, 7, 120) / 2 + 1.2
    if min(width, height) < 3.6 or max(width, height) < 2 * half + 3.5:
        return
    with ink.at((x0 + x1) / 2, (free + y1) / 2, 0 if width >= height else 90):
        ink.draw(poly([(-half, -1.7), (half, -1.7), (half, 1.7), (-half, 1.7)]), WHITE)
        ink.text(0, -fonts.cap_mm(SANS_SEMIBOLD, 7) / 2, word, SANS_SEMIBOLD, 7, GREY, "centre", track=120)


def note_mm(caption: Caption, width: float) -> float:
    """Return the height in mm of a caption that is set `width` mm wide."""
    return fonts.cap_mm(SERIF_SEMIBOLD, _HEADING.size) - _set_note(Style(), caption, 0, 0, width)[1] - 3.6


def _note(look: Style, caption: Caption, x: float, foot: float, width: float) -> list[Mark]:
    """Return the marks for a caption, `width` mm wide, whose last line is at the height `foot`.

    `x` is the left edge of the caption; lengths are in mm.
    """
    first = foot + note_mm(caption, width) - fonts.cap_mm(SERIF_SEMIBOLD, _HEADING.size)
    return _set_note(look, caption, x, first, width)[0]


def _set_note(look: Style, caption: Caption, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Return the marks for a caption, `width` mm wide, and the y below its last line.

    (x, y) is the left end of the first baseline; lengths are in mm.
    """
    marks, y = note(caption.heading, _HEADING, x, y, width)
    words, y = note(caption.line, _USE, x, y + _HEADING.pitch - 4.4, width)
    marks += words
    y -= 0.6
    for number, step in enumerate(caption.steps, 1):
        marks += step_number(look, x + 1.5, y + 0.9, str(number), 1.5)
        words, y = note(step, _STEP, x + 4.6, y, width - 4.6)
        marks += words
        y -= 0.5
    return marks, y


# --- what a kit's box holds, and how it looks


_CARDS = later_n("{n} card", "{n} cards")
_REFERENCE = later_n("{n} reference card", "{n} reference cards")
_BETS = later_n("{n} bet card", "{n} bet cards")


def _held(inside: Sequence[tuple[int, tuple[str, str]]]) -> list[str]:
    """Return the contents of a box as phrases, such as `60 cards`.

    `inside` has for each kind of card its number and its name, in the singular and in the plural.
    """
    return [say_n(*words, count) for count, words in inside]


def _contents(spec: KitSpec) -> list[tuple[int, tuple[str, str]]]:
    """Return what a kit's box holds: for each kind of card its number and its name in the singular and plural.

    The kinds are the cards of the deck, and reference and bet cards if they have the size of the deck's. If the kit
    states how many cards the box holds (`spec.boxed`), only that number of cards is returned.
    """
    from cardgen.extras.pieces import bet_cards
    from cardgen.extras.reference import has_reference, reference_sheet

    if spec.boxed:
        return [(spec.boxed, _CARDS)]
    inside = [(spec.cards, _CARDS)]
    if has_reference(spec.game) and reference_sheet(spec) == spec.sheet:
        inside.append((spec.players, _REFERENCE))
    if spec.game and "bets" in games.game(spec.game).extras:
        inside.append((len(bet_cards(spec).cards), _BETS))
    return inside


def _worn(spec: KitSpec) -> Dress:
    """Return the design of a kit's box: that of its game, or one made from the deck if the game has none."""
    sheet, deck = spec.sheet, spec.deck
    if spec.game in GAMES:
        worn = dress(spec.game, sheet.theme.palette)
        return replace(worn, back=deck.back) if deck else worn
    made = deck if deck and deck.cards else make_deck(spec.game, DeckOptions())
    return deck_dress(replace(made, title=spec.title, back=deck.back if deck else made.back), sheet.card, sheet.theme)


# --- the tuck box

NOTE_LIFT_MM = 4.4
"""How far above the back the note stands."""
LEAST_NOTE_MM = 38.0
_CUT = later("Cut out the net along its thin line, a little inside the edge of the colour.")
_CUT_LOW = later("Cut out the net along its outline.")
_SCORE = later("Lay a ruler on two ticks in line, and score every fold with an empty ballpoint pen.")
_FLAPS = later("Fold away from the print, and glue flap by flap.")
_GLUE = later("Fold away from the print. Glue the long flap inside the front, then the base over its three flaps.")


def write_tuck_box(spec: KitSpec, out: Path) -> int:
    """Write the tuck box of a kit's deck, reference and bet cards to the PDF `out`; return its sheet count.

    If the paper is too small for one box, there are several, each with a part of the cards and on a sheet of its own.
    Raises PrintError, with what would fit, if these do not fit either, and OSError.
    """
    sheet, stock = spec.sheet, spec.box_stock()
    inside = _contents(spec)
    cards = sum(count for count, _ in inside)
    wear = _worn(spec)
    steps = tuple(map(say, (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, _GLUE)))
    shares = spec.facts.shares if spec.facts else ""

    def caption(here: int, number: int, boxes: int) -> Caption:
        what = both(_held(inside)) if boxes == 1 else say("{some} of the {all} cards", some=here, all=cards)
        words = later("Holds {what}: {thick} mm. Paper of {weight}.")
        if stock.sleeved:
            words = later("Holds {what} in sleeves: {thick} mm. Paper of {weight}.")
        thick = decimal(f"{stock.thickness(here):.1f}")
        line = say(words, what=what, thick=thick, weight=weight("stout", sheet.paper))
        line += f" {shares}." if shares else ""
        heading = say("Tuck box for {game}", game=wear.title)
        if boxes > 1:
            heading = say("Tuck box {number} of {boxes} for {game}", number=number, boxes=boxes, game=wear.title)
        return Caption(heading, line, steps)

    def note_at(net: Net) -> tuple[float, float, float]:
        """Return the caption's left edge, foot and width, in mm from the net's lower left corner.

        The caption stands above the back, or above the whole net if the back is too narrow.
        """
        left, _, right, top = net["back"].box
        if right - left - 6.0 >= LEAST_NOTE_MM:
            return left + 3.0, top + NOTE_LIFT_MM, right - left - 6.0
        return left + 3.0, net.size[1] + LIFT_MM, min(64.0, net.size[0] - left - 3.0)

    def top_of_note(net: Net, here: int) -> float:
        _, foot, width = note_at(net)
        return foot + note_mm(caption(here, 1, 1 if here == cards else 2), width)

    boxes = fitting_boxes(sheet.card, cards, stock, sheet.paper, sheet.margin_mm, top_of_note)
    about = Document(
        title=say_n("{title}: tuck box", "{title}: tuck boxes", len(boxes), title=wear.title),
        subject=_subject(cards, sheet.card.name, stock.sleeved),
        keywords=tuple(filter(None, ("print and play", spec.game, "tuck box"))),
    )
    pages = []
    for number, (here, net, place) in enumerate(boxes, 1):
        several = say("Box {number} of {boxes}", number=number, boxes=len(boxes))
        held = _held(inside) if len(boxes) == 1 else [several]
        paint = painters(wear, label_of(spec, held), bay(net["back"])[1])
        dark = sheet.theme.palette.deep(sheet.theme.palette.black)
        pages.append(NetPage(net, place, paint, caption(here, number, len(boxes)), note_at(net), dark))
    write_atomic(out, nets_pdf(pages, about, theme=sheet.theme, low_ink=sheet.low_ink))
    return len(boxes)


def _subject(cards: int, size: str, sleeved: bool) -> str:
    words = later("For {cards} {size} cards in sleeves") if sleeved else later("For {cards} {size} cards")
    return say(words, cards=cards, size=size)


# --- the two-piece box


def write_two_piece(spec: KitSpec, out: Path) -> int:
    """Write the PDF `out` of the wraps for a kit's lid and base; return the number of sheets.

    A wrap is the paper that is glued round the board of a lid or a base. If a wrap does not fit on a sheet, it is
    printed in two parts, each on a sheet. Raises PrintError, with what would fit, if the parts do not fit either, and
    OSError.
    """
    sheet, stock = spec.sheet, spec.box_stock()
    inside = _contents(spec)
    cards = sum(count for count, _ in inside)
    worn = _worn(spec)
    paint = painters(worn, label_of(spec, _held(inside)))
    dark, side = sheet.theme.palette.deep(sheet.theme.palette.black), worn.ground
    sleeved = " in sleeves" if stock.sleeved else ""
    pages = []
    for tray in two_piece(sheet.card, cards, stock):
        lid = tray.name == "lid"
        painted = paint if lid else paint | dict.fromkeys(("left", "right", "head", "foot"), paint["wall"])
        turned = {"right": side if lid and paint["right"] is not paint["left"] else dark}
        nets = _fitting_wraps(tray, sheet, partial(_wrap_top, spec=spec, tray=tray))
        if nets is None:
            raise PrintError(_no_room(spec, tray, cards, sleeved))
        for number, (net, place) in enumerate(nets, 1):
            caption = _wrap_caption(spec, tray, number, len(nets))
            note_at = 0.0, net.size[1] + LIFT_MM + 1.0, max(LEAST_NOTE_MM, net.size[0])
            pages.append(NetPage(net, place, painted, caption, note_at, dark, turned))
    about = Document(
        title=say("{title}: two-piece box", title=worn.title),
        subject=_subject(cards, sheet.card.name, stock.sleeved),
        keywords=tuple(filter(None, ("print and play", spec.game, "two-piece box"))),
    )
    write_atomic(out, nets_pdf(pages, about, theme=sheet.theme, low_ink=sheet.low_ink))
    return len(pages)


def _wrap_top(net: Net, spec: KitSpec, tray: Tray) -> float:
    """Return how far up from the foot of a wrap the caption above it reaches, in mm.

    `net` is the wrap, which is the paper to glue round a tray.
    """
    caption = _wrap_caption(spec, tray, 1, 1)
    return net.size[1] + LIFT_MM + 1.0 + note_mm(caption, max(LEAST_NOTE_MM, net.size[0]))


def _fitting_wraps(tray: Tray, sheet: SheetOptions, top: Callable[[Net], float]) -> list[tuple[Net, NetSpot]] | None:
    """Return the nets of the paper round a tray, each with its place on a sheet, or None if they do not fit.

    There is one net, or two if the paper fits only in two parts. `top(net)` returns how far up from the net's foot its
    caption reaches, in mm.
    """
    for split in (False, True):
        nets = wrap_nets(tray, split=split)
        spots = [lay_net(net, sheet.paper, sheet.margin_mm, top(net)) for net in nets]
        if all(spots):
            return [(net, spot) for net, spot in zip(nets, spots, strict=True) if spot]
    return None


def _no_room(spec: KitSpec, tray: Tray, cards: int, sleeved: str) -> str:
    def fits(count: int, paper: Paper) -> bool:
        trays, sheet = two_piece(spec.sheet.card, count, spec.box_stock()), replace(spec.sheet, paper=paper)
        return all(_fitting_wraps(one, sheet, partial(_wrap_top, spec=spec, tray=one)) for one in trays)

    wide, high = wrap_nets(tray)[0].size
    return (
        f"the wrap of a two-piece box for {counted(cards, f'{spec.sheet.card.name} card')}{sleeved} is {wide:.0f} × "
        f"{high:.0f} mm, and has no room on {spec.sheet.paper.name}, in two parts either: "
        + what_fits(fits, cards, spec.sheet.paper)
    )


def _wrap_caption(spec: KitSpec, tray: Tray, number: int, parts: int) -> Caption:
    """Return the caption of the paper round a tray, or of one of its two parts, with the steps to make it.

    `parts` is 1 or 2, and `number` says which part it is, from 1. Of two parts, the short walls (part 2) are glued
    first, as the paper of the long walls covers theirs.
    """
    heading = say("Lid for {game}", game=spec.title)
    if tray.name != "lid":
        heading = say("Base for {game}", game=spec.title)
    if parts > 1:
        heading = say("{heading}, part {number} of {parts}", heading=heading, number=number, parts=parts)
    paper = weight("plain", spec.sheet.paper)
    boards = ", ".join(f"{number_word(count)} {decimal(f'{w:.1f} × {h:.1f}')}" for count, w, h in tray.boards)
    size = decimal(" × ".join(f"{side:.1f}" for side in tray.inner))
    line = say("Room inside: {size} mm. Paper of {weight}.", size=size, weight=paper)
    cut = say("Cut out the wrap along its thin line.")
    if spec.sheet.low_ink:
        cut = say("Cut out the wrap along its outline.")
    wrap = say(
        "Glue the floor on the middle of the wrap, print outside. Pull the long walls up, their ears round the "
        "corners, then the short walls, and turn the edges in."
    )
    if parts > 1 and number == 1:
        wrap = say("First wrap the short walls (part 2). Then glue this over them, and turn its edges in.")
    elif parts > 1:
        wrap = say("Glue each over a short wall, the hatched flap under the floor, and turn the edges in.")
    tray_step = say(
        "Of card {thick} mm thick, such as a pad’s back, cut {boards} mm, and tape them to a tray.",
        thick=decimal(f"{BOARD_MM:g}"), boards=boards,
    )  # fmt: skip
    steps = (cut, wrap) if number > 1 else (tray_step, cut, wrap)
    return Caption(heading, line, steps)


# --- the trump block

SIDE_MM = 34.0
GLUE_MM = 9.0
_ROW = (SPADES, HEARTS, CLUBS, DIAMONDS)


def block_net(side: float = SIDE_MM) -> Net:
    """Return the net of the trump block, a cube that shows what is trump; its edges are `side` mm long.

    Four faces in a row are named by the letters of the suits. Above the second face is `ask` (for the question which
    suit is trump), below it `none` (no trump).
    """
    s = side

    def glued(name: str, parent: str, a: Point, b: Point) -> Panel:
        return Panel(name, "glue", flap(a, b, GLUE_MM, GLUE_MM * 0.6), parent, (a, b))

    panels = (
        Panel(_ROW[0], "face", rectangle(0, 0, s, s)),
        *(
            Panel(_ROW[at], "face", rectangle(at * s, 0, at * s + s, s), _ROW[at - 1], ((at * s, s), (at * s, 0)))
            for at in range(1, 4)
        ),
        glued("glue", _ROW[3], (4 * s, s), (4 * s, 0)),
        Panel("ask", "face", rectangle(s, s, 2 * s, 2 * s), _ROW[1], ((s, s), (2 * s, s))),
        Panel("none", "face", rectangle(s, -s, 2 * s, 0), _ROW[1], ((2 * s, 0), (s, 0))),
        glued("ask left", "ask", (s, s), (s, 2 * s)),
        glued("ask right", "ask", (2 * s, 2 * s), (2 * s, s)),
        glued("ask top", "ask", (s, 2 * s), (2 * s, 2 * s)),
        glued("none left", "none", (s, -s), (s, 0)),
        glued("none right", "none", (2 * s, 0), (2 * s, -s)),
        glued("none foot", "none", (2 * s, -s), (s, -s)),
    )
    return settled(panels, (s, s, s))


def block_painters() -> dict[str, Painter]:
    """Return the functions that paint the faces of the trump block, by the names of its panels in `block_net`."""

    def suit(letter: str) -> Painter:
        def inside(ink: Ink) -> None:
            draw_suit(ink, letter, 0, 1.8, 17.5, outline_pt=0.9 if ink.low else 0)

        red = letter in (HEARTS, DIAMONDS)
        return _block_face(say(_SUITS[letter]), HEARTS if red else SPADES, inside, suit=True)

    def snake(ink: Ink) -> None:
        k = 0.30
        with ink.at(-33.2 * k, 1.8 - 43.5 * k, 0, k):
            if ink.low:
                snakes.draw_snake(ink, coat(ink, DIAMONDS), halo=False)
            else:
                snakes.draw_snake_silhouette(ink, ink.palette.blue.base)

    def lizard(ink: Ink) -> None:
        k = 0.30
        with ink.at(-34.6 * k, 1.8 - 44.5 * k, 0, k):
            if ink.low:
                lizards.draw_lizard(ink, coat(ink, CLUBS), halo=False)
            else:
                lizards.draw_lizard_silhouette(ink, ink.palette.green.base)

    return {
        **{letter: suit(letter) for letter in _ROW},
        "none": _block_face(say("No trump"), DIAMONDS, snake),
        "ask": _block_face(say("Which suit?"), CLUBS, lizard),
    }


_SUITS = {"c": later("clubs"), "d": later("diamonds"), "h": later("hearts"), "s": later("spades")}


def _block_face(word: str, tone_suit: str, inside: Callable[[Ink], None], *, suit: bool = False) -> Painter:
    def paint(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        left, bottom, right, top = bleed
        tone = tone_of(ink.palette, tone_suit)
        if not ink.low:
            ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), tone.base)
        edge = rect(2.6, 2.6, w - 5.2, h - 5.2, 2.0)
        ink.draw(edge, ink.paper, ink.black if ink.low else ink.palette.yellow.base, 0.8)
        with ink.at(w / 2, h / 2):
            inside(ink)
            ink.text(0, -h / 2 + 5.2, word.upper(), ink.theme.fonts.label, 7.4, None, "centre", track=100)
        for x in (5.0, w - 5.0):
            for y in (5.0, h - 5.0) if suit else (h - 5.0,):
                ink.draw(lozenge(x, y, 0.7, 1.0), ink.black if ink.low else tone.base)

    return paint


def write_trump_block(spec: KitSpec, out: Path) -> int:
    """Write the trump block, a cube that shows what is trump, to the PDF `out`; return 1, its sheet count.

    The cube is as large as the paper allows, with edges of at most 34 mm. Raises PrintError if even a cube with edges
    of 20 mm does not fit, and OSError.
    """
    sheet = spec.sheet
    sides = (SIDE_MM - less for less in range(int(SIDE_MM) - 19))  # down to 20 mm
    nets = ((net, lay_net(net, sheet.paper, sheet.margin_mm)) for net in map(block_net, sides))
    net, place = next(((net, place) for net, place in nets if place), (None, None))
    if net is None or place is None:
        ways = [paper.name for paper in PAPERS.values() if lay_net(block_net(), paper, sheet.margin_mm)]
        raise PrintError(f"a trump block has no room on {sheet.paper.name}: it fits on {listed(ways)}")
    edge = net["none"].box
    x = edge[2] + 13.0
    about = Document(
        title=say("{title}: trump block", title=spec.title),
        subject=say("A cube that shows which suit is trump"),
        keywords=("print and play", spec.game, "trump"),
    )
    caption = Caption(
        say("Trump block"),
        say("Turn up what is trump, and leave it on the table."),
        tuple(map(say, (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, _FLAPS))),
    )
    width = net.size[0] - x
    foot = min(edge[1] + 2.0, edge[3] - 5.8 - note_mm(caption, width))
    page = NetPage(net, place, block_painters(), caption, (x, foot, width))
    write_atomic(out, nets_pdf([page], about, theme=sheet.theme, low_ink=sheet.low_ink))
    return 1
