"""Packs for tests: a small sound one, and ways to spoil it."""

from pathlib import Path

SOUND = """\
[words]
animals = ["goat", "owl", "heron", "badger", "camel", "otter", "pelican", "ostrich", "hamster", "llama"]
things = ["a wet boot", "six lemons", "an old gong", "a silk glove", "two harps", "a cold bath"]
parks = { join = [["Goose", "Button", "Custard"], ["berry", "ditch", "worth"]] }
effects = [{ up = "doors open", down = "doors close" }, { up = "soup warms up", down = "soup cools down" }]

[[topic]]
id = "door"
theme = "animals"
kind = "mirror"
shape = "show-it"
premise = "The animal minds a thing."
title = "{{ animal | plural }} & doors"
slots = { animal = "animals", effect = "effects" }
about = ["animal"]
claims = [
  "Show {{ animal | a }} a map and {{ effect.up }}.",
  "Show {{ animal | a }} a map and {{ effect.down }}.",
]

[[topic]]
id = "fine"
theme = "customs"
kind = "landmark"
shape = "in-place"
premise = "The park has one fine."
title = "the {{ park }} fine"
slots = { park = "parks", thing = "things" }
about = ["park"]
vary = "thing"
claim = "In {{ park }}, the fine for shouting is {{ thing }}."

[[topic]]
id = "count"
theme = "work"
kind = "number"
shape = "number"
premise = "It takes a known number."
title = "{{ animal | plural }} & pianos"
slots = { animal = "animals", many = { numbers = [4, 40] } }
about = ["animal"]
vary = "many"
claim = "It takes exactly {{ many | words }} {{ animal | plural }} to lift a piano."
"""

DOOR = """\
claims = [
  "Show {{ animal | a }} a map and {{ effect.up }}.",
  "Show {{ animal | a }} a map and {{ effect.down }}.",
]
"""
OPENED = """\
opening = "Show {{ animal | a }} a map and"
endings = ["{{ effect.up }}", "{{ effect.down }}"]
"""


def write(folder: Path, text: str = SOUND, name: str = "sample") -> Path:
    """Write a pack and return its file."""
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def spoilt(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write the sound pack with some of its text replaced; each must be there."""
    text = SOUND
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return write(folder, text)
