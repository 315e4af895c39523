"""docs/decks.md and docs/themes.md name exactly what deck, slot and theme files take, and their examples work."""

import re
from pathlib import Path

import pytest

from cardgen.art.icons import ICONS
from cardgen.custom import deckfile, draw, slotfile
from cardgen.custom.deckfile import read_deck
from cardgen.custom.draw import FONTS, WORDS
from cardgen.custom.slotfile import read_slots
from cardgen.decks import TABLES
from cardgen.export import _CRAFTER_INCHES
from cardgen.pdf import type as fonts
from cardgen.pdf.theme import GROUNDS, HARLEQUIN, TONES, Fonts, Tone, read_theme, warnings
from liarsdeck import formats

DOCS = Path(__file__).parents[3] / "docs"
PAGE, THEMES = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("decks", "themes"))


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
    assert set(keys(part("A box"))) == set(draw._HINTS)
    sheets = part("Sheets")
    assert set(keys(sheets)) == set(slotfile._KEYS)
    grid = next(line for line in sheets.splitlines() if line.startswith("| `grid`"))
    assert set(re.findall(r"`([a-z]+)`", grid)) - {"grid", "slots"} == set(slotfile._GRID)


def test_every_icon_font_filter_and_back():
    assert re.findall(r"`(\w+)`", "".join(re.findall(r"^\| [A-Z] \|.*$", part("Icons"), re.MULTILINE))) == list(ICONS)
    font = next(line for line in part("A box").splitlines() if line.startswith("| `font`"))
    assert set(re.findall(r"`([^`]+)`", font)) - {"font"} == set(FONTS)
    told = re.findall(r"`(\w+)`", part("Templates").split("|---|---|")[1].split("\n\n")[0])
    assert set(told) == set(deckfile.FILTERS) - {"d"}
    assert set(re.findall(r"`([^`]+)`", next(line for line in PAGE.splitlines() if line.startswith("| `back` |")))) == {
        "back", *deckfile.BACKS,
    }  # fmt: skip


def test_every_colour():
    named = words_after(part("Colours"), "Colours are")
    assert all(draw.colour_named(name) for name in named if not name.startswith((".", "#", "--")))


def test_the_defaults_are_those_that_the_page_tells():
    plain = draw.BoxField("x", (0, 0, 1, 1))
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| .* \| `?([^|`]+?)`? \|$", part("A box"), re.MULTILINE))
    for key in draw._HINTS:
        held = getattr(plain, key)
        told = {"none": "", "always there": "", "false": False, "needed": (0, 0, 1, 1)}.get(rows[key], rows[key])
        assert str(told) == (f"{held:g}" if isinstance(held, float) else str(held)), key


def test_the_example_of_a_sheet(tmp_path):
    (example,) = re.findall(r"```toml\n(.*?)```", part("Sheets"), re.DOTALL)
    (tmp_path / "labels.toml").write_text(example, encoding="utf-8")
    assert [place.name for place in read_slots(tmp_path / "labels.toml").places] == ["first", "second", "third"]


def test_the_example_of_a_deck(tmp_path):
    for name, kind in (("dragons.toml", "toml"), ("dragons.csv", "csv")):
        (example,) = re.findall(rf"```{kind}\n(.*?)```", part("A deck file"), re.DOTALL)
        (tmp_path / name).write_text(example, encoding="utf-8")
    deck = read_deck(tmp_path / "dragons.toml")
    assert [card.text for card in deck.cards] == ["Ember\nDeal 3 flame to each dragon."] * 2 + [
        "Hoard\nPay coin coin and draw two cards."
    ]


def test_the_names_of_a_column_of_copies_and_the_kinds_of_tables():
    told = part("A table of cards")
    assert all(f"`{name}`" in told for name in (*deckfile.COPIES, *TABLES))
    assert all(deck.removesuffix(" Deck") in part("Exports") for deck in _CRAFTER_INCHES)


def tables(text):
    """Return the keys of each table of a part, and what stands for a key that is left out."""
    found = []
    for block in re.split(r"^\|---.*\n", text, flags=re.MULTILINE)[1:]:
        rows = re.match(r"(?:\|.*\n)*", block)[0]
        found.append(dict(re.findall(r"^\| `([a-z-]+)` \|.* \| ([^|]+) \|$", rows, re.MULTILINE)))
    return found


class Asked(dict):
    """A table that remembers which keys were asked for."""

    def __init__(self, *args):
        super().__init__(*args)
        self.asked = set()

    def get(self, key, default=None):
        self.asked.add(key)
        return super().get(key, default)

    def __contains__(self, key):
        self.asked.add(key)
        return super().__contains__(key)


def test_every_key_of_a_theme_is_read_and_no_other(tmp_path, monkeypatch):
    top, colours, uses = tables(THEMES)
    tone = Asked(dict.fromkeys(Tone._fields, "#D0331F"))
    held = Asked(dict.fromkeys(("paper", *GROUNDS), "#FFFFFF") | {"ink": "#000000"} | dict.fromkeys(TONES, tone))
    document = Asked({"name": "x", "corner": "square", "colours": held, "fonts": dict.fromkeys(uses, "sans")})
    monkeypatch.setattr(formats, "loads", lambda _text: document)
    (tmp_path / "x.toml").write_text("")
    theme = read_theme(str(tmp_path / "x.toml"))
    assert document.asked - {"format"} == set(top) - {"format"}
    assert held.asked | tone.asked == set(colours)
    assert set(uses) == set(Fonts._fields)
    assert set(theme.fonts) == {fonts.SANS}


def test_the_examples_of_themes_and_what_they_choose(tmp_path):
    theme, night = (
        read_theme(str(tmp_path / name))
        for name, example in zip(("a.toml", "b.toml"), re.findall(r"```toml\n(.*?)```", THEMES, re.DOTALL), strict=True)
        if (tmp_path / name).write_text(example, encoding="utf-8")
    )
    assert night.palette.dark
    assert warnings(night) == []
    assert not theme.palette.dark
    assert (theme.frame, theme.box, theme.ace, theme.court, theme.back) == ("seaside",) * 2 + ("harlequin",) * 3


def test_what_a_theme_needs_and_what_stands_for_the_rest_are_as_the_page_says(tmp_path):
    _, colours, uses = tables(THEMES)
    path = tmp_path / "x.toml"
    path.write_text("[colours]\n")
    needed = [key for key, without in colours.items() if without == "needed" and key != "base"]
    with pytest.raises(Exception, match=f"lacks the colours {', '.join(needed)}$"):
        read_theme(str(path))
    assert {use: f"`{name}`" for use, name in zip(uses, ("serif-semibold", "serif", "sans-semibold", "sans-bold"),
            strict=True)} == uses  # fmt: skip
    assert HARLEQUIN.fonts == tuple(fonts.NAMES[without.strip("`")] for without in uses.values())
    line = next(line for line in THEMES.splitlines() if line.startswith("**`[fonts]`**"))
    assert set(re.findall(r"`([a-z-]+)`", line)) == set(fonts.NAMES)
