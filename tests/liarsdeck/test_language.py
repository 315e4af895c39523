"""Messages, lists, numbers and quotation marks of a language, and where it is offered."""

import subprocess
import sys
from pathlib import Path

import pytest

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
