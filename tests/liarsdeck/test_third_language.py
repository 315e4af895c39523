"""A third language is a folder: four text files, written by docs/languages.md alone, deal facts and print a deck."""

import json
from unittest import mock

import pypdfium2
import pytest

from factbank.check import check
from factbank.packs.reader import all_built_in
from liarsdeck import language
from tests import translate
from tests.programs import ran

CODE = "it"
FILES = {
    "language.toml": """
name = "Italiano"
locale = "it_IT"
quotes = "«»"
stop_outside = true
decimal = ","
both = "{0} e {1}"
either = "{0} o {1}"
weak = "il la lo i le gli un una di a da in con su per tra e o"
joined = "il la lo i le gli un una"
[whole]
deck = ["liars-lair"]
""",
    "words.txt": """
[articles]
il la lo i le gli un una
[stop]
il la lo i le gli un una di a da in con su per tra e o dice unico
[says]
dice
[banned]
birr-
""",
    "facts/bestie.toml": """
format = 1
language = "it"
[words]
bestie = [{ n = "la capra", pl = "capre" }, { n = "l’oca", pl = "oche" }, { n = "il gufo", pl = "gufi" }]
avvisi = [
  { a = "Chiuso per sonno", b = "Aperto nel sonno" },
  { a = "Venite ieri", b = "Restate fuori" },
  { a = "Non lo sappiamo", b = "Lo sapete già" },
]
[[topic]]
id = "cartello"
theme = "animals"
kind = "landmark"
shape = "cartello"
lock = "said"
register = "notice"
joke = "work"
emblem = "goat"
thing = "sign"
premise = "Le bestie hanno un cartello."
title = "Cartello delle {{ bestia.pl }}"
slots = { bestia = "bestie", m = "avvisi" }
about = ["bestia", "m"]
opening = "L’unico cartello delle {{ bestia.pl }} dice"
endings = ["«{{ m.a }}»", "«{{ m.b }}»"]
""",
}


@pytest.fixture
def italian(tmp_path):
    folder = tmp_path / CODE
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.lstrip(), "utf-8")
    with mock.patch.object(language, "places", return_value=(*language.places(), tmp_path)):
        forget()
        yield folder
    forget()


def forget():
    language.language.cache_clear()
    all_built_in.cache_clear()


def test_a_folder_of_four_files_is_a_language(italian, tmp_path):
    state = translate.merged(CODE)
    assert len(state.missing) > 100
    state.catalogue["Kit {kit}"].string = "Corredo {kit}"
    (italian / "messages.po").write_bytes(translate.po(state.catalogue))
    (italian / "messages.mo").write_bytes(translate.mo(state.catalogue))
    assert not [fault for fault in translate.faults(translate.merged(CODE)) if not fault.startswith("missing")]
    with language.speaking(CODE):
        assert language.say("Kit {kit}", kit="K7Q4-9M") == "Corredo K7Q4-9M"
        assert language.both("abc") == "a, b e c"

    _, faults = check(italian / "facts" / "bestie.toml")
    assert not [str(fault) for fault in faults if not fault.advice]

    made = ran("factbank", "new", "--language", CODE, "--pairs", 3, "--no-ledger", "-o", tmp_path / "f.json")
    assert made.returncode == 0, made.stderr
    facts = json.loads((tmp_path / "f.json").read_text("utf-8"))
    assert facts["language"] == CODE
    assert all("«" in card["text"] for pair in facts["pairs"] for card in pair["cards"])

    asked = ("liars-lair", "--language", CODE, "--facts", tmp_path / "f.json", "-o", tmp_path / "deck.pdf")
    printed = ran("cardgen", "deck", *asked)
    assert printed.returncode == 0, printed.stderr
    with pypdfium2.PdfDocument(tmp_path / "deck.pdf") as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert "L’unico cartello" in " ".join(text.split())

    done = ran(
        "cardgen", "kit", "liars-lair", "--language", CODE, "--facts", tmp_path / "f.json", "-o", tmp_path / "kit"
    )
    assert done.returncode == 2
    assert "--language it is not whole for kit liars-lair yet" in done.stderr
