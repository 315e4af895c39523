"""Messages, lists, numbers and quotation marks of a language, and where it is offered."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from factbank.english import lists
from liarsdeck.errors import UserError
from liarsdeck.language import (
    both,
    check_offered,
    codes,
    decimal,
    either,
    language,
    later,
    later_n,
    marked,
    number_word,
    say,
    say_n,
    speaking,
    spoken,
    unmarked,
)
from tests import translate

ROOT = Path(__file__).parents[2]


def test_english_is_as_it_stands():
    assert spoken() == "en"
    assert say("Kit {kit}", kit="K7Q4-9M") == "Kit K7Q4-9M"
    assert say("{braces} stay") == "{braces} stay"
    assert [say_n("{n} sheet", "{n} sheets", many) for many in (0, 1, 2)] == ["0 sheets", "1 sheet", "2 sheets"]
    assert (both("abc"), either("abc"), both("a"), both("")) == ("a, b and c", "a, b or c", "a", "")
    assert (decimal("1.5"), number_word(3), number_word(0), number_word(13, most=20)) == (
        "1.5",
        "three",
        "no",
        "thirteen",
    )
    assert (later("a"), later_n("a", "b")) == ("a", ("a", "b"))


def test_another_language_is_spoken_inside_its_block_alone():
    with speaking("de"):
        assert spoken() == "de"
        assert (both("abc"), either("ab"), decimal("1.5 × 2.25")) == ("a, b und c", "a oder b", "1,5 × 2,25")
        assert say("no such message, which stays as it is") == "no such message, which stays as it is"
    assert both("ab") == "a and b"


def test_quotation_marks_go_there_and_back():
    text = "Auf dem Schild steht „Nur mit Termin“."
    assert unmarked(text, "de") == "Auf dem Schild steht “Nur mit Termin”."
    assert marked(unmarked(text, "de"), "de") == text
    assert marked("“no change”", "en") == "“no change”"


def test_an_unknown_language_and_one_that_is_not_whole_are_refused():
    with pytest.raises(UserError, match="there is no language “xx”: en, "):
        language("xx")
    with pytest.raises(UserError, match="--language de is not whole for host chess yet"):
        check_offered("de", "host", "chess")
    check_offered("en", "host", "chess")


@pytest.mark.parametrize("code", codes()[1:])
def test_catalogues_are_up_to_date_and_whole_where_the_language_is(code):
    state = translate.merged(code)
    assert not list(translate.faults(state))
    assert (translate.language.folder(code) / "messages.po").read_bytes() == translate.po(state.catalogue), (
        "make translate"
    )
    assert (translate.language.folder(code) / "messages.mo").read_bytes() == translate.mo(state.catalogue), (
        "make translate"
    )


def test_an_unused_language_is_not_read():
    code = "import sys, liarsdeck.language as it; it.say('a'); print({'gettext', 'babel'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A copy of German, called zz, for a test to break."""
    shutil.copytree(ROOT / "templates" / "languages" / "de", tmp_path / "zz")
    monkeypatch.setattr(translate.language, "places", lambda: (tmp_path,))
    yield tmp_path / "zz"
    for cached in (translate.language.language, translate.language._catalogue, lists._sections):
        cached.cache_clear()


@pytest.mark.parametrize(
    "more", ["{kit.__class__}", "{kit:>9}", "{0}", "{other}", "}", "<script>", "<b", '" x="', "\u202e", "\x1b[2J"]
)
def test_a_translation_with_a_field_a_tag_or_a_hidden_sign_of_its_own_is_not_used(german, more):
    with (german / "messages.po").open("rb") as file:
        made = read_po(file, locale="de")
    made["Kit {kit}"].string = f"Satz {{kit}}{more}"
    (german / "messages.mo").write_bytes(translate.mo(made))
    (german / "messages.po").write_bytes(translate.po(made))
    with speaking("zz"):
        assert say("Kit {kit}", kit="K7Q4-9M") == "Kit K7Q4-9M"
        assert number_word(3) == "drei"
    assert any("“Kit {kit}” has not" in fault for fault in translate.faults(translate.merged("zz")))


def size(file, what):
    with file.open("r+b") as opened:
        opened.truncate(what)


@pytest.mark.parametrize(
    ("name", "breaks", "why"),
    [
        ("messages.mo", lambda file: file.unlink(), "messages.mo: No such file"),
        ("messages.mo", lambda file: size(file, 100_000_000), "messages.mo: it is larger than 1 MB"),
        ("messages.mo", lambda file: size(file, 30), "messages.mo: "),
        ("words.txt", lambda file: size(file, 100_000_000), "words.txt: it is larger than 1 MB"),
        ("words.txt", lambda file: file.write_bytes(b"\xff"), "words.txt: "),
        ("words.txt", lambda file: file.write_text("[owned]\nalone"), "“alone”: write one:other"),
        ("language.toml", lambda file: file.write_text("name = 1"), "language.toml: "),
        ("language.toml", lambda file: changed(file, "{0} und {1}", "{0.x} und {1}"), "have the fields {0} and {1}"),
        ("language.toml", lambda file: changed(file, "„“", "„"), "quotes are two signs, not 1"),
    ],
)
def test_a_broken_file_of_a_language_is_said_in_a_sentence(german, name, breaks, why):
    breaks(german / name)
    with pytest.raises(UserError, match=re.escape(why)):
        spoken_and_listed()


def spoken_and_listed():
    with speaking("zz"):
        say("Kit {kit}", kit="K7Q4-9M")
        lists.pairs("owned", "zz")


def changed(file, old, new):
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
