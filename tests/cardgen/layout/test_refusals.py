# ruff: noqa: E501  (the sentences stand as they are said)
"""What does not fit is refused in one sentence, which names what would."""

import pytest

from cardgen.errors import PrintError
from cardgen.layout import Profile, SheetOptions, check, lay_out, parse_card, parse_paper

SENTENCES = [
    (
        {"card": "200x200"},
        (
            "a card of 200 × 200 mm does not fit on A4 inside a margin of 5mm and 1 mm for the marks; what fits: --marks"
            " none; --margin 4mm; --paper A3, Letter or Legal; --card poker, tcg or bridge"
        ),
    ),
    (
        {"card": "tarot", "paper": "50x100"},
        (
            "a tarot card (70 × 120 mm) does not fit on 50x100mm inside a margin of 5mm and 1 mm for the marks; what fits:"
            " --paper A4, A3 or Letter"
        ),
    ),
    (
        {"paper": "72x95"},
        (
            "a poker card (63.5 × 88.9 mm) does not fit on 72x95mm inside a margin of 5mm and 1 mm for the marks; what"
            " fits: --margin 2mm; --paper A4, A3 or Letter; --card mini"
        ),
    ),
    (
        {"paper": "72x97", "margin_mm": 7.5, "marks": "none"},
        (
            "a poker card (63.5 × 88.9 mm) does not fit on 72x97mm inside a margin of 7.5mm; what fits: --margin 4mm;"
            " --paper A4, A3 or Letter; --card mini"
        ),
    ),
    (
        {"card": "200x100", "sides": "fold"},
        (
            "a card of 200 × 100 mm does not fit on half of A4 (the other half is folded) inside a margin of 5mm and 1 mm"
            " for the marks; what fits: --sides long; --paper A3 or Tabloid; --card poker, tcg or bridge"
        ),
    ),
    (
        {"paper": "60x60", "card": "390x390", "margin_mm": 18.0},
        (
            "a card of 390 × 390 mm does not fit on 60x60mm inside a margin of 18mm and 1 mm for the marks; no paper that"
            " is known holds it"
        ),
    ),
    (
        {"profile": Profile(x_mm=15.0)},
        (
            "the printer's profile (15 mm right) pushes poker cards 10.2 mm past the printable area of A4; what has the"
            " room: --card tarot"
        ),
    ),
    (
        {"profile": Profile("office", x_mm=-15.0), "card": "63x88"},
        (
            "the printer's profile (office: 15 mm left) pushes cards of this size 9.5 mm past the printable area of A4;"
            " what has the room: --card tarot"
        ),
    ),
    (
        {"profile": Profile(turn_deg=4.0, x_scale=1.05)},
        (
            "the printer's profile (turned 4° left, scaled 105 % across and 100 % up) pushes poker cards 9.5 mm past the"
            " printable area of A4; what has the room: --card bridge or tarot"
        ),
    ),
    (
        {"profile": Profile(x_mm=20.0, y_mm=20.0), "gap_mm": 70.0},
        (
            "the printer's profile (20 mm right, 20 mm up) pushes poker cards 18.5 mm past the printable area of A4; what"
            " has the room: --card tarot"
        ),
    ),
    (
        {"profile": Profile(x_mm=15.0), "gap_mm": 50.0, "paper": "Letter"},
        (
            "the printer's profile (15 mm right) pushes poker cards 0.5 mm past the printable area of Letter; what has the"
            " room: --margin 4mm; --paper A3 or Tabloid; --card bridge"
        ),
    ),
    ({"gap_mm": 200.0}, "a gap of 200mm leaves room for a single card on A4; --gap 158mm still holds 2 × 1"),
]


@pytest.mark.parametrize(("given", "says"), SENTENCES)
def test_the_whole_sentence(given, says):
    sizes = {"paper": parse_paper(given.get("paper", "A4")), "card": parse_card(given.get("card", "poker"))}
    with pytest.raises(PrintError) as no:
        lay_out(SheetOptions(**{**given, **sizes}))
    assert str(no.value) == says


@pytest.mark.parametrize(
    ("profile", "says"),
    [
        (Profile(x_mm=20.1), "20 mm off"),
        (Profile(y_mm=-20.1), "20 mm off"),
        (Profile(x_mm=float("nan")), "20 mm off"),
        (Profile(turn_deg=5.1), "a turn of 5.1° is more"),
        (Profile(turn_deg=-5.1), "a turn of -5.1° is more"),
        (Profile(x_scale=1.11), "from 0.9 to 1.1"),
        (Profile(y_scale=0.89), "from 0.9 to 1.1"),
        (Profile(x_scale=0.89, y_scale=1.05), "from 0.9 to 1.1"),
    ],
)
def test_a_profile_that_no_printer_needs(profile, says):
    with pytest.raises(PrintError, match=says):
        check(profile)


@pytest.mark.parametrize("to", [1, -1])
def test_a_profile_at_the_bounds(to):
    for profile in (
        Profile(x_mm=20.0 * to, y_mm=-20.0 * to, turn_deg=5.0 * to, x_scale=1 + 0.1 * to, y_scale=1 - 0.1 * to),
        Profile(x_scale=0.95, y_scale=1.05),
    ):
        assert check(profile) is profile


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (Profile(), "nothing to correct"),
        (Profile("office"), "office: nothing to correct"),
        (Profile("office", "bypass", 0.8, -0.3), "office, bypass tray: 0.8 mm right, 0.3 mm down"),
        (Profile(x_mm=-1, y_mm=2), "1 mm left, 2 mm up"),
        (Profile(turn_deg=-0.25), "turned 0.25° right"),
        (Profile(turn_deg=0.25, y_scale=0.995), "turned 0.25° left, scaled 100 % across and 99.5 % up"),
        (Profile(x_scale=1.01), "scaled 101 % across and 100 % up"),
    ],
)
def test_a_profile_in_words(profile, words):
    assert profile.describe() == words
    moved = profile != Profile(profile.printer)
    assert profile.is_zero is not moved


@pytest.mark.parametrize(
    ("kept", "asked", "turned"), [("", "long", False), ("long", "long", False), ("long", "short", True)]
)
def test_the_other_edge_is_half_a_turn(kept, asked, turned):
    profile = Profile("office", "bypass", 1.0, 2.0, 0.5, 1.01, 0.99, kept)
    other = Profile("office", "bypass", -1.0, -2.0, 0.5, 1.01, 0.99, "short")
    assert profile.seen(asked) == (other if turned else profile)


@pytest.mark.parametrize("sides", ["long", "fold"])
def test_a_card_that_lies_alone_without_a_gap_too_may_have_one(sides):
    layout = lay_out(
        SheetOptions(card=parse_card("120x150mm" if sides == "fold" else "180x260mm"), sides=sides, gap_mm=5.0)
    )
    assert (layout.columns, layout.rows) == (1, 1)
