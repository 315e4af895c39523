"""What a theme colours can be read, whatever its paper: cards, backs, boxes, slips, reference cards, the cover."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.pdf.theme import BLACK, OF_A_WORLD, READABLE, WHITE, WORLDS, contrast, legible, read_theme
from tests.cardgen.program import call
from tests.cardgen.reading import hard_to_read
from tests.sampling import WHOLE

COLOURS = """
[colours]
paper = "{}"
ink = "{}"
red = "{}"
yellow = "{}"
green = "{}"
blue = "{}"
"""
THEMES = {
    "night": ("#101820", "#F2F2F2", "#FF6B5E", "#F2C14E", "#4CC38A", "#6FB1FF"),
    "slate": ("#5A6168", "#FFFFFF", "#FFD9D2", "#FFE9A8", "#A8F0C8", "#BBDDFF"),  # between light and dark
    "loud": ("#FF8C00", "#1A0033", "#7A0014", "#FFF200", "#90EE90", "#00E5FF"),
}
DECK = """
title = "Quest"
back = "suits"
[box.band]
at = [0, 0, 63.5, 20]
fill = "ink"
[box.title]
at = [5, 5, 53, 12]
text = "{{ name }}"
colour = "white"
[box.hint]
at = [5, 40, 53, 12]
text = "{{ name }} again"
colour = "yellow"
[box.label]
at = [5, 70, 53, 2.9]
fill = "ink"
text = "a small label"
size = 7
smallest = 7
colour = "paper"
[[cards]]
name = "Goat"
"""


@pytest.fixture
def work(home):
    for name, colours in THEMES.items():
        Path(f"{name}.toml").write_text(f'name = "{name}"' + COLOURS.format(*colours))
    Path("quest.toml").write_text(DECK)
    return home


def made(*words):
    """Return what runs a command in an empty folder, and returns its PDFs by their names."""

    def make():
        with tempfile.TemporaryDirectory() as folder:
            result = call(*words, "-o", f"{folder}/{'out.pdf' if words[0] == 'deck' else 'out'}")
            assert result.exit_code == 0, result.output or result.exception
            return {path.name: path.read_bytes() for path in Path(folder).rglob("*.pdf") if path.is_file()}

    return make


@pytest.mark.parametrize(
    "words",
    [
        "deck liars-lair --facts {facts} --only 1,2,3,4,5,6,7,8,9,30 --theme night.toml",
        "extras liars-lair --facts {facts} --deal-seed 7 --players 3 --only answers,notes,teach --theme night.toml",
        "extras lizard --only box,reference,scores --theme slate.toml",
        "extras lizard --only box,reference --theme harlequin",
        "extras liars-guess --only pads,reference --theme night.toml --back-ink low --ground white",
        "extras liars-lair --only reference,notes,box --theme slate.toml --ink low",
        "extras liar-poker --only chips,bets --theme loud.toml",
        "deck standard52 --only As,Kh,joker-red --jokers 2 --theme night.toml --ink low",
        "deck quest.toml --theme slate.toml --ink low",
    ],
)
def test_all_type_can_be_read(work, facts_file, words):
    assert hard_to_read(made(*words.format(facts=facts_file).split())) == {}


COLOUR = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


@st.composite
def themes(draw):
    """Any colours, ink and red as far from paper as they have to be to be read, or nearly."""
    paper, ink, red, *others = (draw(COLOUR) for _ in range(6))
    away = max(BLACK, WHITE, key=lambda one: contrast(one, paper))
    ink, red = (legible(one, away, (paper,), draw(st.sampled_from((4.4, 4.5, 7.0)))) for one in (ink, red))
    worlds = "".join(f'{key} = "{draw(st.sampled_from(WORLDS))}"\n' for key in OF_A_WORLD)
    return ink, red, paper, worlds + COLOURS.format(paper, ink, red, *others)


CASES = (
    "deck lizard --only lizard-1,Qs,As",
    "deck west --only rt3,gh1 --back-ink low",
    "deck liar-poker --only Kc,7d --ground white",
    "extras lizard --only box,reference",
    "extras red-and-black --only markers,reference",
    "extras liar-poker --only chips",
    "extras liars-guess --only box --ink low",
)


@given(theme=themes(), words=st.sampled_from(CASES))
@settings(max_examples=150 if WHOLE else 8, phases=[Phase.generate])
def test_a_theme_is_read_or_refused(work_folder, theme, words):
    ink, red, paper, text = theme
    Path("any.toml").write_text(text)
    pale = [one for one in (ink, red) if contrast(one, paper) < READABLE]
    if not pale:
        assert hard_to_read(made(*words.split(), "--theme", "any.toml", "--no-cover")) == {}
        return
    with pytest.raises(PrintError) as refused:
        read_theme("any.toml")
    assert all(f"({one}) on paper ({paper}) has a contrast of" in str(refused.value) for one in pale)


@pytest.fixture(scope="module")
def work_folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("themes")
        patch.setenv("LIARSDECK_HOME", str(folder / "home"))
        patch.chdir(folder)
        yield folder


def test_pale_type_of_ones_own_deck_is_said(work):
    said = call("deck", "quest.toml", "--theme", "night.toml", "-o", "out.pdf").output
    assert 'the text of box "title" is hard to read: white on ink has a contrast of 1.1, and 4.5 is the least' in said
    assert 'box "hint"' not in said
    said = call("deck", "quest.toml", "-o", "out.pdf").output
    assert 'box "title"' not in said
    assert 'the text of box "hint" is hard to read: yellow on paper has a contrast of 1.7' in said
