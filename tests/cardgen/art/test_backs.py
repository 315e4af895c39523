"""Backs that stand in for others: the same turned by half, and with as little ink as they promise."""

import pytest

from cardgen.art import backs
from cardgen.art.backs import net, wearing
from cardgen.custom.deckfile import BACKS
from cardgen.pdf.theme import HARLEQUIN, WHITE, contrast, read_theme
from tests.cardgen.pictures import MM, SIZES, coverage, drawn, picture, turned_difference
from tests.sampling import spread

ENGRAVED = HARLEQUIN.thrifty(engraved=True, white=False)


def back(name):
    return backs.BACKS[name]


@pytest.mark.parametrize(("name", "size"), spread(BACKS, ["poker", "square", "tarot"]))
def test_an_engraved_back_turns_and_inks_a_quarter_at_most(name, size):
    seen = picture(drawn(back(name), SIZES[size], bleed=True, theme=ENGRAVED))
    assert turned_difference(seen) == 0
    assert 4 < coverage(seen) < 27
    full = picture(drawn(back(name), SIZES[size], bleed=True))
    assert coverage(seen) < 0.55 * coverage(full)


@pytest.mark.parametrize(("name", "size"), spread(["lacquer", "seaside"], ["poker", "mini", "tarot"]))
def test_a_world_has_one_back_that_turns(name, size):
    theme = read_theme(name)
    seen = {picture(drawn(back(each), SIZES[size], bleed=True, theme=theme)).tobytes() for each in BACKS}
    assert len(seen) == 1
    assert turned_difference(picture(drawn(back("scales"), SIZES[size], bleed=True, theme=theme))) == 0


@pytest.mark.parametrize("look", ["usual", "night"])
def test_the_gold_of_a_lacquer_back_shows_on_dark_paper_too(tmp_path, look):
    night = {"paper": "#101820", "ink": "#F2F2F2", "red": "#FF6B5E", "yellow": "#F2C14E", "green": "#4CC38A"}
    lines = [f'{name} = "{colour}"' for name, colour in {**night, "blue": "#6FB1FF"}.items()]
    (tmp_path / "night.toml").write_text("\n".join(['back = "lacquer"', "[colours]", *lines]), encoding="utf-8")
    theme = read_theme("lacquer" if look == "usual" else str(tmp_path / "night.toml"))
    shown = picture(drawn(back("scales"), theme=theme), 3)
    frame = shown.crop((0, 0, shown.width, shown.height // 5))
    colours = sorted(frame.getcolors(1_000_000), reverse=True)
    ground, *others = (f"#{bytes(colour).hex()}".upper() for times, colour in colours if times > 40)
    assert any(contrast(colour, ground) > 2.9 for colour in others)


@pytest.mark.parametrize("icon", ["owl", "hearts", "lizard"])
def test_another_medallion_turns_too(icon):
    plain, worn = (picture(drawn(draw, bleed=True)) for draw in (back("scales"), wearing("scales", icon)))
    assert turned_difference(worn) == 0
    assert worn.tobytes() != plain.tobytes()


@pytest.mark.parametrize(("name", "size"), spread(BACKS, ["poker", "tarot", "square"]))
def test_nothing_of_a_medallion_shows_behind_another(name, size):
    """At the tips of the old one there is the plate of the new one, or the red stud at its side."""
    clean = [tuple(bytes.fromhex(tone[1:])) for tone in (HARLEQUIN.palette.plate, HARLEQUIN.palette.red.base)]
    on = SIZES[size]
    worn = picture(drawn(wearing(name, "owl"), on), 6).convert("RGB")
    w, h, high = net(on.width_mm, on.height_mm)
    old = {"harlequin": (high * w, high * h), "split": backs.SPLIT_MEDALLION, "weave": backs.WEAVE_MEDALLION}
    k = 1.0 if name == "harlequin" else on.scale
    across, up = (0.96 * each * k for each in old.get(name, (16.0, 16.0)))
    middle = [side / 2 for side in worn.size]
    for x, y in ((0.0, up), (0.0, -up), (across, 0.0), (-across, 0.0)):
        spot = (int(middle[0] + x * 6 * MM), int(middle[1] + y * 6 * MM))
        assert worn.getpixel(spot) in clean, (x, y)


def test_a_white_ground_is_white():
    assert HARLEQUIN.thrifty(engraved=False, white=True).palette.paper == WHITE
