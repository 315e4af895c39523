"""What does not fit is refused in one sentence, which names what would."""

import math

import pytest

from cardgen.errors import PrintError
from cardgen.layout import Profile, SheetOptions, check, lay_out, parse_card, parse_paper

REFUSED = {
    "the card": {"card": "200x200"},
    "the paper": {"card": "tarot", "paper": "50x100"},
    "another margin or card": {"paper": "72x95"},
    "without marks": {"paper": "72x97", "margin_mm": 7.5, "marks": "none"},
    "marks": {"paper": "73.5x98.9"},
    "a fold": {"card": "200x100", "sides": "fold"},
    "every paper": {"paper": "60x60", "card": "390x390", "margin_mm": 18.0},
    "the margin": {"margin_mm": 80.0},
    "a printer": {"profile": Profile(x_mm=15.0)},
    "a named printer": {"profile": Profile("office", x_mm=-15.0), "card": "63x88"},
    "a turned page": {"profile": Profile(turn_deg=4.0, x_scale=1.05)},
    "both ways": {"profile": Profile(x_mm=20.0, y_mm=20.0), "gap_mm": 70.0},
    "a printer and a gap": {"profile": Profile(x_mm=15.0), "gap_mm": 50.0, "paper": "Letter"},
    "a printer on Letter": {"profile": Profile("office", y_mm=2.0), "paper": "Letter"},
    "the gap": {"gap_mm": 200.0},
    "a gap of less than nothing": {"gap_mm": -1.0},
    "a bleed that is no number": {"bleed_mm": math.nan},
    "lines without a gap": {"marks": "lines"},
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_whole_sentence(what, snapshot):
    given = REFUSED[what]
    sizes = {"paper": parse_paper(given.get("paper", "A4")), "card": parse_card(given.get("card", "poker"))}
    with pytest.raises(PrintError) as no:
        lay_out(SheetOptions(**{**given, **sizes}))
    assert str(no.value) == snapshot


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
