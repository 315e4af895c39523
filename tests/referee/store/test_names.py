"""Who is who, as it is kept."""

import stat

import pytest

from referee.core.game import RecordError
from referee.tables.league import Names, names_path, read_names, write_names

NAMES = Names({"Anna": "Ann", "bea": "Bob", "Zoe": "Cat"}, ("Abe", "Dan", "Zed"))


@pytest.fixture(autouse=True)
def household(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))


@pytest.mark.parametrize("name", ["Anna", "BEA", "zoe", "abe", "Dan", "ZED", "Ann", "Mia"])
def test_only_one_name_is_forgotten_however_it_is_spelled(name):
    left = NAMES.without(name)
    assert left.same == {one: NAMES.same[one] for one in NAMES.same if one.lower() != name.lower()}
    assert left.left_out == tuple(one for one in NAMES.left_out if one.lower() != name.lower())


def test_what_was_written_is_read_and_is_nobody_elses():
    assert read_names() == Names()
    write_names(NAMES)
    assert read_names() == NAMES
    assert stat.S_IMODE(names_path().stat().st_mode) == 0o600
    names_path().write_bytes(b"#\n" * 50_000)  # as long as may be
    assert read_names() == Names()


@pytest.mark.parametrize("text", [b"same = 3", b"same = {", b"\xff", b"#\n" * 50_000 + b"#", None])
def test_a_broken_file_or_a_folder_in_its_place_is_one_sentence(text):
    names_path().write_bytes(text) if text else names_path().mkdir()
    with pytest.raises(RecordError) as error:
        read_names()
    assert str(error.value).startswith(f"{names_path()} can't be read: ")
