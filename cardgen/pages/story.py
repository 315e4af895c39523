"""Print the story of an evening: A5 pages with a chart of the game, and its best moments with their cards.

A parameter `look` has the colours of a page, and whether the page saves ink.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from cardgen.decks import REGISTRY, Deck, DeckOptions, deck_name, find_card, has_card, make_deck
from cardgen.errors import PrintError
from cardgen.pages.engine import Element, TextFace, column_marks, divider, height_of, set_text, shrunk
from cardgen.pages.figures import TALL
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, POKER_WIDTH_MM, Ink, Mark, PictureMark, Shape, Size, Style, Text, draw
from cardgen.pdf.path import POINTS_PER_MM, Outline, ellipse, lozenge, poly, rect
from cardgen.pdf.theme import WHITE
from liarsdeck.files import write_atomic
from referee import story as evening
from referee.core.accounts import PLAYED, PLAYED_LIE, PLAYED_TRUTH, Highlight, Shown
from referee.story import Lane, Plot, SeatLine, Story

_SIGN = 0.28  # a sign's radius, in letters
_SOFT, _HAIR = "#5B5560", "#D3C9B6"


def plot_marks(laid: Plot, look: Style) -> Iterator[Mark]:
    """Yield the marks of the plot `laid` (the course of an evening) in mm.

    The plot's upper left corner is at the origin. If ink is saved, all lines are black, and players differ by dashes
    and signs.
    """
    for y, value in laid.grid:
        axis = abs(y - laid.zero) < 1e-6
        width_pt, colour = (0.6, PALETTE.ink) if axis else (0.4, _HAIR)
        yield look.rule(laid.left, -y, laid.right, -y, width_pt, colour, "butt")
        yield _text(laid, laid.left - laid.letter * 0.4, y, value, "right")
    for x, label in laid.ticks:
        yield _text(laid, x, laid.foot + laid.letter * 1.55, label, "centre")
    if laid.what:
        yield _text(laid, 0, laid.letter * 0.66, laid.what)
    if laid.each and laid.runs:
        yield _text(laid, laid.right, laid.high - laid.letter * 0.6, f"{laid.each}s", "right")
    elif laid.each:
        yield _text(laid, laid.left - laid.letter, laid.foot + laid.letter * 1.55, laid.each, "right")
    for run in laid.runs:
        yield from _run(laid, run, look)
    for lane in laid.lanes:
        yield from _lane(laid, lane, look)
    for x, kind in laid.key:
        y = laid.high - laid.letter * 0.6
        yield from _lane_sign(kind, x, y, laid.letter, look)
        yield _text(laid, x + laid.letter * 0.8, y, evening.WORDS[kind])


def _text(
    laid: Plot,
    x: float,
    y: float,
    text: str,
    align: lettering.Align = "left",
    font: str = lettering.SANS,
    fill: str = _SOFT,
) -> Text:
    """Return a text at (x, y) of the plot, where y goes downwards and is the middle of the letters; in mm.

    `align` says which end of the text is at x. The type size is that of the plot `laid`.
    """
    return Text(x, -y - laid.letter * 0.33, text, font, laid.letter * 0.92 * POINTS_PER_MM, fill, align)


def _run(laid: Plot, run: SeatLine, look: Style) -> Iterator[Mark]:
    colour = PALETTE.ink if look.low else evening.COLOURS[run.seat % len(evening.COLOURS)].upper()
    dash = tuple(part * laid.letter / 8 * POINTS_PER_MM for part in evening.DASHES[run.seat % len(evening.DASHES)])
    (x, y), end = run.label, run.points[-1]
    yield look.rule(end[0], -end[1], x - laid.letter * 0.35, -y, 0.4, colour)
    if len(run.points) > 1:
        line = poly([(a, -b) for a, b in run.points], closed=False)
        yield Shape(line, None, colour, 1.1, cap="butt", join="round", dash=dash)
    for a, b in run.signs:
        sign = _sign(evening.SIGNS[run.seat % len(evening.SIGNS)], a, b, laid.letter * _SIGN)
        yield Shape(sign, colour, WHITE, 0.3)
    name = _text(laid, x, y, run.name, font=lettering.SANS_SEMIBOLD, fill=colour)
    yield from (name, _text(laid, x + name.width + laid.letter * 0.3, y, run.value, fill=colour))


def _lane(laid: Plot, lane: Lane, look: Style) -> Iterator[Mark]:
    yield look.rule(laid.left, -lane.y, lane.end, -lane.y, 0.4, _HAIR, "butt")
    yield _text(laid, laid.left - laid.letter, lane.y, lane.name, "right", lettering.SANS_SEMIBOLD, PALETTE.ink)
    for x, kind in lane.signs:
        yield from _lane_sign(kind, x, lane.y, laid.letter, look)


def _lane_sign(kind: str, x: float, y: float, letter: float, look: Style) -> Iterator[Mark]:
    fill = {
        PLAYED_TRUTH: "#06573A", PLAYED_LIE: PALETTE.red.base,
        evening.IS_OUT: PALETTE.ink, evening.HAS_WON: PALETTE.yellow.base, PLAYED: None,
    }[kind]  # fmt: skip
    if look.low and kind != evening.IS_OUT:
        fill = None
    yield Shape(_sign(kind, x, y, letter * _SIGN * 1.25), fill, PALETTE.ink, 0.4)


def _sign(name: str, x: float, y: float, r: float) -> Outline:
    outline = evening.corners(name, r)
    return poly([(x + a, -y - b) for a, b in outline]) if outline else ellipse(x, -y, r)


FACE_MM, CARD_MM = 35.0, 23.0  # how wide a card of Liar's Lair, and any other, is drawn
GAP_MM = 4.0
_COLOURS = ("red", "black")
_HIDDEN = "rb?"
_NOTE = TextFace(7.4, 3.2 * POINTS_PER_MM, lettering.SANS, fill=_SOFT)
_TAG_MM = 5.6


def deck_of(story: Story) -> Deck | None:
    """Return the deck with which a story's game was played, or None if cardgen has none for the game."""
    name = story.setup.game
    return make_deck(name, DeckOptions(facts=story.setup.facts)) if deck_name(name) in REGISTRY else None


def card_width(deck: Deck | None, cards: Sequence[Shown], room: float, scale: float) -> float:
    """Return the width in mm of a card, for these cards side by side in `room` mm.

    The width is the usual one times `scale`, or less if the room is too small. `deck` is the result of `deck_of`;
    without it all cards have the usual width of cards without facts.
    """
    wish = scale * (FACE_MM if deck is not None and any(card.card.isdigit() for card in cards) else CARD_MM)
    return min(wish, (room - GAP_MM * (len(cards) - 1)) / len(cards))


def row_height(cards: Sequence[Shown], width: float) -> float:
    """Return the height in mm of a row of cards, each `width` mm wide, with the tags and notes below them."""
    notes = max(-_note(card, width, 0, 0)[1] for card in cards)
    return width * TALL + (_TAG_MM if any(card.mark for card in cards) else 0.0) + 1.5 + notes


def row(
    deck: Deck | None, cards: Sequence[Shown], width: float, middle: float, top: float, look: Style
) -> Iterator[Mark]:
    """Yield the marks of cards side by side, with their tags (“true”, “LIE”) and notes below them.

    Each card is `width` mm wide. The row is centred at x = `middle`, with its upper edge at y = `top`, in mm. If `deck`
    is None or lacks a card, the card's name or colour is drawn instead.
    """
    x = middle - (width * len(cards) + GAP_MM * (len(cards) - 1)) / 2
    height = width * TALL
    tags = _TAG_MM if any(card.mark for card in cards) else 0.0
    for card in cards:
        yield _card(deck, card.card, x, top - height, width, look)
        if card.mark:
            yield from _tag(card.mark, x + width / 2, top - height - 4.0, look)
        yield from _note(card, width, x + width / 2, top - height - tags - 3.4)[0]
        x += width + GAP_MM


def _note(card: Shown, width: float, x: float, y: float) -> tuple[list[Text], float]:
    """Return the marks of the note below a card `width` mm wide, centred about x, and the y below its last line."""
    return set_text(card.note, _NOTE, x, y, width + GAP_MM - 1.5, costs=lettering.LABEL)


def _card(deck: Deck | None, name: str, x: float, y: float, width: float, look: Style) -> PictureMark:
    """Return the mark of a card `width` mm wide with its lower left corner at (x, y) in mm.

    `rb?` is a hidden card and shows the back. If `name` is a colour (`red`, `black`), the card shows the colour; if
    `deck` is None or lacks the card, it shows the name.
    """
    if deck is not None and name == _HIDDEN:
        draw = deck.back
    elif deck is not None and name not in _COLOURS and has_card(deck, name):
        draw = find_card(deck, name).draw
    else:

        def draw(ink: Ink, size: Size) -> None:
            w, h = size.width_mm, size.height_mm
            ink.draw(rect(0, 0, w, h), ink.paper)
            ink.draw(rect(4, 4, w - 8, h - 8, 2), None, ink.black, 0.5)
            if name in _COLOURS:
                fill = PALETTE.red.base if name == "red" else ink.black
                ink.draw(lozenge(w / 2, h * 0.56, 12, 17), None if look.low else fill, ink.black, 0.8)
            ink.text(w / 2, h * 0.2, name, lettering.SANS_SEMIBOLD, 20, align="centre")

    def cut(ink: Ink) -> None:
        """Draw the card with round corners and an outline."""
        size = Size(bleed_mm=0.3)
        with ink.clip(size.outline):
            draw(ink, size)
        ink.draw(size.outline, None, ink.black, 0.6)

    return PictureMark(x, y, width, width * TALL, cut, width / POKER_WIDTH_MM)


def _tag(mark: str, x: float, y: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of a tag centred about x: “true” in a round outline, any other text in a pointed one."""
    true = mark == "true"
    wide = lettering.width_mm(mark, lettering.SANS_BOLD, 7.4) / 2 + (1.9 if true else 2.8)
    high, ground = 2.0, "#06573A" if true else PALETTE.red.base
    points = [(-wide, 0), (2 - wide, high), (wide - 2, high), (wide, 0), (wide - 2, -high), (2 - wide, -high)]
    pill = rect(x - wide, y - high, 2 * wide, 2 * high, high)
    outline = pill if true else poly([(x + u, y + v) for u, v in points])
    yield Shape(outline, WHITE if look.low else ground, PALETTE.ink if look.low else None, 0.5)
    yield Text(x, y - 0.9, mark, lettering.SANS_BOLD, 7.4, PALETTE.ink if look.low else WHITE, "centre")


WIDTH_MM, HEIGHT_MM = 148.0, 210.0  # A5
_EDGE, _TOP, _FOOT = 13.0, 14.0, 16.0
_ROOM = WIDTH_MM - 2 * _EDGE
_GAP, _MOST_GAP = 7.0, 16.0  # between two parts of a page
_LETTER, _PLOT_HIGH = 3.05, 62.0
_WORDS = TextFace(12.0, 5.6 * POINTS_PER_MM)
_ENDING = TextFace(11.5, 6.4 * POINTS_PER_MM, lettering.SERIF_ITALIC)
_TITLE_PT = 30.0
_SCALES = (1.3, 1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8)
"""How much larger than usual the cards are drawn: as large as no page more comes of it."""


def write_story(story: Story, path: Path, *, low_ink: bool = False) -> int:
    """Write the story to the PDF `path`, on A5 pages, and return the number of pages.

    With `low_ink` less is printed solid. Raises PrintError if the fonts lack a character or a word is wider than the
    page, and OSError.
    """
    texts = chain(story.setup.seats, (story.ending,), *((one.title, one.words) for one in story.moments))
    for text in texts:
        if lost := lettering.missing(text, lettering.SERIF):
            spelt = lettering.spell(lost[0])
            raise PrintError(f"the fonts have no {spelt} (in “{text[:60]}”): write it another way")
    look = Style(low=low_ink)
    pages = lay_out(story, look)
    title = f"{_curly(story.title)}: {story.heading}"
    sides = [
        pdf.PdfPage(WIDTH_MM, HEIGHT_MM, partial(draw, marks=marks), str(number), title if number == 1 else "")
        for number, parts in enumerate(pages, 1)
        for marks in [list(_page(parts, number, len(pages), look))]
    ]
    about = pdf.Document(title, "What the evening looked like", (story.setup.game,))
    write_atomic(path, pdf.pages_pdf(about, sides, low=low_ink))
    return len(pages)


def lay_out(story: Story, look: Style) -> list[list[Element]]:
    """Return the elements of each page of a story: the fewest pages, with the largest cards that fit these.

    Raises PrintError, which names the word, if a word is wider than a page.
    """
    deck = deck_of(story) if any(one.cards for one in story.moments) else None
    try:
        fewest = len(_pages(_parts(story, deck, look, _SCALES[-1])))
    except lettering.TooWide as word:
        raise PrintError(f"“{word}” is too wide for an A5 page") from None
    ways = (_pages(_parts(story, deck, look, scale)) for scale in _SCALES)
    return next(pages for pages in ways if len(pages) == fewest)


def _curly(text: str) -> str:
    return text.replace("'", "’")


def _parts(story: Story, deck: Deck | None, look: Style, scale: float) -> list[Element]:
    parts = [_head(story, look)]
    if evening.drawable(story.course):
        names = story.setup.seats
        laid = evening.plot(
            story.course, names, _ROOM, _PLOT_HIGH, _LETTER, [names.index(name) for name in story.winners]
        )
        parts.append(Element(laid.high, tuple(plot_marks(laid, look)), before=_GAP))
    return parts + [_moment(one, deck, look, scale) for one in story.moments]


def _pages(parts: Sequence[Element]) -> list[list[Element]]:
    """Divide the parts of a story among pages in their order; a page takes as many parts as fit."""
    pages: list[list[Element]] = [[]]
    for part in parts:
        if pages[-1] and height_of([*pages[-1], part]) > HEIGHT_MM - _TOP - _FOOT:
            pages.append([])
        pages[-1].append(part)
    return pages


def _page(parts: Sequence[Element], number: int, pages: int, look: Style) -> Iterator[Mark]:
    """Yield the marks of one page; the gaps between its parts grow to fill the page, up to a limit.

    `number` is the number of the page, printed if there is more than one of `pages`.
    """
    slack = HEIGHT_MM - _TOP - _FOOT - sum(part.height for part in parts)
    gap = min(_MOST_GAP, slack / (len(parts) - 1)) if len(parts) > 1 else 0.0
    yield from column_marks(parts, _EDGE, HEIGHT_MM - _TOP, gap / _GAP)
    if pages > 1:
        yield Text(WIDTH_MM / 2, 7.0, str(number), lettering.SANS, 8.0, _SOFT, "centre")
    yield Shape(lozenge(WIDTH_MM / 2, 11.2, 0.8, 1.15), None if look.low else look.accent, PALETTE.ink, 0.3)


def _head(story: Story, look: Style) -> Element:
    """Return the head of the story: game, kit and date in capitals, who won, a rule, how the game ended."""
    middle = _ROOM / 2
    over = " · ".join(filter(None, (_curly(story.title), story.kit and f"kit {story.kit}", story.when)))
    marks: list[Mark] = [Text(middle, -3.0, over.upper(), lettering.SANS_BOLD, 8.0, _SOFT, "centre", track=110)]
    heading = f"{story.heading}."
    size = max(14.0, shrunk(heading, lettering.SERIF_SEMIBOLD, _TITLE_PT, _ROOM, step=1))
    face = TextFace(size, size * 0.36 * POINTS_PER_MM, lettering.SERIF_SEMIBOLD)
    won, y = set_text(heading, face, middle, -5.5 - face.pitch, _ROOM)
    y += face.pitch - 5.5
    ending, below = set_text(story.ending, _ENDING, middle, y - _ENDING.pitch, _ROOM - 10)
    marks += [*won, *divider(look, middle - 26, middle + 26, y, hollow=True), *ending]
    return Element(2.0 - below - _ENDING.pitch, tuple(marks), before=_GAP)


def _moment(one: Highlight, deck: Deck | None, look: Style, scale: float) -> Element:
    """Return the element of a moment (a highlight): its title between rules, its cards, its sentence.

    `scale` is the size of the cards, 1 for the usual size. If `deck` is None, cards are drawn as names.
    """
    middle = _ROOM / 2
    colour = PALETTE.ink if look.low else "#B82A18"
    name = Text(middle, -3.2, one.title.upper(), lettering.SANS_BOLD, 7.6, colour, "centre", track=110)
    wide = name.width / 2 + 4
    marks: list[Mark] = [
        name,
        look.rule(0, -2.2, middle - wide, -2.2, 0.5),
        look.rule(middle + wide, -2.2, _ROOM, -2.2, 0.5),
    ]  # fmt: skip
    y = -7.0
    if one.cards:
        width = card_width(deck, one.cards, _ROOM, scale)
        marks += row(deck, one.cards, width, middle, y, look)
        y -= row_height(one.cards, width) + 1.2
    found, below = set_text(one.words, _WORDS, middle, y - _WORDS.pitch, _ROOM - 8)
    return Element(1.2 - below - _WORDS.pitch, (*marks, *found), before=_GAP)
