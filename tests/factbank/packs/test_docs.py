"""docs/facts.md names exactly the keys that packs and their topics take, and every notation of a word list."""

import re
from pathlib import Path

import pytest

from factbank.errors import FactError
from factbank.packs import reader

PAGE = (Path(__file__).parents[3] / "docs" / "facts.md").read_text(encoding="utf-8")
PACK = re.split(r"^## ", PAGE.split("## A pack\n")[1], flags=re.MULTILINE)[0]


def keys(text):
    cells = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return [key for cell in cells for key in re.findall(r"`([a-z-]+)`", cell)]


def test_every_key_of_a_pack_and_a_topic():
    head, _, rest = PACK.partition("**Word lists**")
    assert sorted(keys(head)) == sorted(reader.PACK_KEYS)
    assert sorted(keys(rest.partition("**A topic**")[2])) == sorted(reader.TOPIC_KEYS)


def test_every_notation_of_a_word_list():
    words = PACK.partition("**Word lists**")[2].partition("**A topic**")[0]
    assert set(re.findall(r"= \{ (\w+) = ", words)) == {"join", "numbers", "faker", "guest"}
    faker = next(line for line in words.splitlines() if "faker" in line)
    assert set(re.findall(r"`(\w+)`", faker)) == set(reader.FAKER_KINDS)
    with pytest.raises(FactError):
        reader.read_list("x", {"other": 1}, 1)
