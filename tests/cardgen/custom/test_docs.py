"""docs/decks.md names exactly what deck and slot files take, and its examples work."""

import re
from pathlib import Path

from cardgen.custom import deckfile, draw, layout, slotfile, templates
from cardgen.custom.icons import ICONS
from cardgen.custom.layout import FONTS, WORDS
from cardgen.custom.slotfile import read_slots

PAGE = (Path(__file__).parents[3] / "docs" / "decks.md").read_text(encoding="utf-8")


def part(title):
    return re.split(r"^## ", PAGE.split(f"## {title}\n")[1], flags=re.MULTILINE)[0]


def keys(text):
    return re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)


def words_after(text, begin):
    (line,) = [line for line in text.splitlines() if begin in line]
    return re.findall(r"`([^`]+)`", line.split(begin)[1])


def test_every_key_of_a_deck_a_box_and_a_sheet():
    assert set(keys(part("A deck file"))) == set(deckfile._KEYS)
    assert keys(part("A box"))[: len(WORDS)] == list(WORDS)
    assert set(keys(part("A box"))) == set(layout._HINTS)
    assert set(keys(part("Sheets"))) == set(slotfile._KEYS)


def test_every_icon_font_filter_and_back():
    assert words_after(part("A box"), "Icons are") == list(ICONS)
    font = next(line for line in part("A box").splitlines() if line.startswith("| `font`"))
    assert set(re.findall(r"`([^`]+)`", font)) - {"font"} == set(FONTS)
    told = words_after(part("Templates"), "and the filters")
    assert set(told) == set(templates.FILTERS) - {"d"}
    assert set(re.findall(r"`([^`]+)`", next(line for line in PAGE.splitlines() if line.startswith("| `back` |")))) == {
        "back", *deckfile.BACKS,
    }  # fmt: skip


def test_every_colour():
    named = words_after(part("A box"), "Colours are")
    assert all(draw.colour_named(name) for name in named if not name.startswith((".", "#", "--")))


def test_the_defaults_are_those_that_the_page_tells():
    plain = layout.Box("x", (0, 0, 1, 1))
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| .* \| `?([^|`]+?)`? \|$", part("A box"), re.MULTILINE))
    for key in layout._HINTS:
        held = getattr(plain, key)
        told = {"none": "", "always there": "", "false": False, "needed": (0, 0, 1, 1)}.get(rows[key], rows[key])
        assert str(told) == (f"{held:g}" if isinstance(held, float) else str(held)), key


def test_the_example_of_a_sheet(tmp_path):
    example = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
    (tmp_path / "labels.toml").write_text(example, encoding="utf-8")
    assert [place.name for place in read_slots(tmp_path / "labels.toml").places] == ["first", "second", "third"]
