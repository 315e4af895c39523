"""Secret slips: what is written is what is read, whatever stands on them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.core.game import RecordError
from referee.core.setup import NAME_SIGNS, name_fault
from referee.tables.export import FORMAT, Slip, format_slip, parse_slip

names = st.text(st.characters(blacklist_characters=NAME_SIGNS), min_size=1, max_size=24).filter(
    lambda name: not name_fault(name)
)
texts = st.text(max_size=90) | st.sampled_from(
    ("a  b", " a", "b ", " ", "  ", "|", "\\", "\\|", "a\nb", "\r\n", "\t", "90 signs " * 10, "🦎👩‍🚀",
     "שלום · عالم", "Notes:", "\x0b\u2028", "\\n")
)  # fmt: skip
notes = st.text(st.characters(blacklist_characters="\n\r"), max_size=90).map(str.strip).filter(lambda n: n.strip("._ "))
slips = st.builds(
    Slip,
    name=names,
    about=texts,
    rows=st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=8).map(tuple),
    notes=st.lists(notes, max_size=4).map(tuple),
)


@given(slips)
@example(Slip("liarsdeck slip 2", "Notes:", (("", "", ""), ("|", "\\", " \\ ")), ("| a |", "Notes:")))
def test_what_is_written_is_read(slip):
    text = format_slip(slip)
    assert parse_slip(text) == slip
    assert parse_slip("\ufeff" + text.replace("\n", "\r\n")) == slip, "an editor of Windows saved it"
    assert format_slip(parse_slip(text)) == text


def test_the_text_is_one_that_a_person_can_read():
    slip = Slip(
        "Ann",
        "Liar's Lair · table 1",
        (("8", "The Golf  Cup", "LIE"), ("21", "Earl of Spode", "true"), ("3", "Pears", "")),
        ("The 8 is mine.",),
    )
    text = format_slip(slip)
    assert text[: text.index("  ....")] == (
        "liarsdeck slip 2\nAnn\nLiar's Lair · table 1\nFor nobody else.\n\n"
        " 8 | The Golf  Cup | LIE\n21 | Earl of Spode | true\n 3 | Pears         |\n\nNotes:\n  The 8 is mine.\n"
    )


def test_a_slip_may_be_written_by_hand():
    slip = parse_slip("liarsdeck slip 2\nAnn\nTuesday\n\n8|Golf Cup|LIE\n\n  21 | Pears\n9h\nNotes:\n....\n mine\n")
    assert slip == Slip("Ann", "Tuesday", (("8", "Golf Cup", "LIE"), ("21", "Pears", ""), ("9h", "", "")), ("mine",))
    assert parse_slip("liarsdeck slip 2\nAnn\nTuesday\n\n8").rows == (("8", "", ""),)


def test_slips_of_the_format_before_are_read():
    text = "Ann · Liar's Lair · table 1\nFor nobody else.\n\n8   The Golf Cup     LIE\n21  Two  blanks   true\n"
    slip = parse_slip(f"{text}6   Quigley\nK   true\n\nNotes:\n  ......\n")
    assert slip.name == "Ann"
    assert slip.about == "Liar's Lair · table 1"
    assert slip.rows == (
        ("8", "The Golf Cup", "LIE"),
        ("21", "Two  blanks", "true"),
        ("6", "Quigley", ""),
        ("K", "", "true"),
    )
    assert slip.notes == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"liarsdeck slip {FORMAT + 1}\nAnn\nx\n\n8\n", f"line 1: .*format {FORMAT + 1}.*up to {FORMAT}"),
        ("liarsdeck slip 2\nAnn", "line 2: .*whose"),
        ("liarsdeck slip 2\n\nx\n\n8\n", "line 2: .*1 to 24"),
        ("liarsdeck slip 2\nAnn\nx\n\nNotes:\n", "no card"),
        ("liarsdeck slip 2\nAnn\nx\n\n8 | a | b | true\n", "line 5: .*4 cells"),
        ("hello\n", "does not begin with"),
        ("", "does not begin with"),
    ],
)
def test_what_is_no_slip_is_refused_in_a_sentence(text, says):
    with pytest.raises(RecordError, match=says):
        parse_slip(text)
