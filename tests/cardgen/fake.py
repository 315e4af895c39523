"""A plain deck for tests of the sheet: a number on each card, a bordered back with a cross in its exact middle."""

from cardgen.decks import CardFace, Deck
from cardgen.pdf.path import poly, rect


def face(number, fill="#FBF7EF"):
    def draw(ink, size):
        bleed = size.bleed_mm
        ink.draw(rect(-bleed, -bleed, size.width_mm + 2 * bleed, size.height_mm + 2 * bleed), fill)
        ink.draw(rect(4, 4, size.width_mm - 8, size.height_mm - 8), None, "#221F2B", 0.5)
        ink.text(size.width_mm / 2, size.height_mm / 2, f"Card {number}.", size_pt=12, align="centre")

    return draw


def back(ink, size):
    bleed = size.bleed_mm
    ink.draw(rect(-bleed, -bleed, size.width_mm + 2 * bleed, size.height_mm + 2 * bleed), "#D0331F")
    x, y = size.width_mm / 2, size.height_mm / 2
    ink.draw(poly([(x - 10, y - 10), (x + 10, y - 10), (x, y + 20)]), "#FBF7EF")


def deck(cards=30, *, back_turns=True):
    faces = tuple(CardFace(f"{n}", f"Card {n}", face(n)) for n in range(1, cards + 1))
    return Deck("fake", "Fake Deck", faces, back, back_turns, "none")
