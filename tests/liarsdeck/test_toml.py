"""TOML is read at once or refused in words, and what is written is read back."""

import tomllib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liarsdeck import formats

DEEP = "a." * formats.KEY_LIMIT + "a.a"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{DEEP} = 1", 1),
        (f"# …\n[{DEEP}]", 2),
        (f"[[ {DEEP.replace('.', ' . ')} ]]", 1),
        (f"{DEEP} = 1 # … and so on ...", 1),
        (f'"…".{DEEP} = "…"', 1),
        (DEEP.replace("a", '"…"') + " = 1", 1),
        (DEEP.replace("a", "'…'") + " = 1", 1),
        ('a = """\n…"""\n' + DEEP + " = 1", 3),
        ('a = [\'"""\', {' + DEEP + ' = \'"""\'}]', 1),
        ('a = ["""\n\'""", {' + DEEP + " = 1, c = ''}]", 2),
        ('a = ["""\n\\"""", {' + DEEP + ' = 1, c = "…"}]', 2),
        ("a = ['''\n'''''\n, {" + DEEP + " = 1}]", 3),
    ],
)
def test_a_key_of_too_many_parts_is_refused_wherever_it_stands(text, line):
    with pytest.raises(ValueError, match=f"line {line} has a key of more than {formats.KEY_LIMIT} parts"):
        formats.loads(text)


def test_other_dots_are_nobodys_fault():
    many = "." * 99
    text = f"""a = [{"1.5, " * 99}] # {many}
b = "{many}"
c = '{many}'
d = \"\"\"
{many} \\\"\"\"\"\"\"
e = '''{many}'''
{"f." * formats.KEY_LIMIT}f = 1
"""
    assert formats.loads(text) == tomllib.loads(text)


# What TOML is made of, so that strings, comments and keys meet in every order.
PIECES = ['"', "'", '"""', "'''", "\\", "#", "\n", "=", "[", "]", "{", "}", ",", ".", " ", "a", "a = ", "…", DEEP]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_is_read_has_no_deep_key(text):
    try:
        document = formats.loads(text)
    except ValueError:
        return
    assert document == tomllib.loads(text)
    assert deepest(document) <= formats.KEY_LIMIT


def deepest(value):
    if isinstance(value, dict):
        return 1 + max(map(deepest, value.values()), default=0)
    return max(map(deepest, value), default=0) if isinstance(value, list) else 0


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.one_of(
    names,
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.floats(allow_nan=False),
    st.dates(min_value=date(1, 1, 1)),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=8
)


@given(key=names, value=values)
def test_a_line_is_one_line_and_is_read_back(key, value):
    written = formats.line(key, value)
    assert "\n" not in written
    assert tomllib.loads(written) == {key: value}


def test_a_line_looks_as_people_write_it():
    assert formats.line("seats", ["Ann", "Böb"]) == 'seats = ["Ann", "Böb"]'
    assert formats.line("a key", {"b": [], "c": True, "d": "]]"}) == '"a key" = { b = [], c = true, d = "]]" }'
