"""Small files that once took all memory, or waited for ever: each is refused in a sentence, at once."""

import json
import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from struct import pack_into

import pytest

from cardgen.art.svg import read_svg
from cardgen.custom.deckfile import read_deck
from cardgen.custom.draw import Report
from cardgen.custom.table import read_cards
from cardgen.errors import PrintError
from cardgen.pdf import type as fonts
from cardgen.pdf.theme import read_theme
from factbank.check import check, load
from factbank.errors import FactError
from liarsdeck.files import named_file
from referee.core.game import RecordError
from referee.records import read_record
from referee.tables.export import parse_slip
from tests.bench.hard.report import memory_mb, within_a_second

MOST_MB = 200
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">{}</svg>'
RECORD = '+++\ngame = "liars-lair"\nseats = ["Ann", "Bob", "Cat"]\nfacts = "{}"\n+++\n'
DECK = 'title = "A"\ncards = "{}"\n[box.a]\nat = [8, 8, 40, 9]\ntext = "{{{{ a }}}}"\n'


def cmap(data, kind):
    """Return where a font's first map of a kind begins."""
    for number in range(int.from_bytes(data[4:6], "big")):
        entry = data[12 + 16 * number : 28 + 16 * number]
        if entry[:4] == b"cmap":
            at = int.from_bytes(entry[8:12], "big")
            maps = int.from_bytes(data[at + 2 : at + 4], "big")
            places = [at + int.from_bytes(data[at + 8 + 8 * n : at + 12 + 8 * n], "big") for n in range(maps)]
            return next(place for place in places if int.from_bytes(data[place : place + 2], "big") == kind)
    raise AssertionError("no map")


def a_font(folder, change):
    data = bytearray(Path(fonts.font_path(fonts.SERIF)).read_bytes())
    change(data)
    (folder / "own.ttf").write_bytes(data)
    theme = folder / "own.toml"
    theme.write_text('[fonts]\ntitle = "own.ttf"\n')
    return read_theme(str(theme))


def endless_group(data):
    pack_into(">L", data, cmap(data, 12) + 20, 0x7FFFFFFF)


def many_groups(data):
    pack_into(">L", data, cmap(data, 12) + 12, 0x7FFFFFFF)


def overlapping_segments(data):
    at = cmap(data, 4)
    many = int.from_bytes(data[at + 6 : at + 8], "big") // 2
    pack_into(f">{many}H", data, at + 14, *[0xFFFF] * many)
    pack_into(f">{many}H", data, at + 16 + 2 * many, *[0] * many)


def many_tables(data):
    pack_into(">H", data, 4, 0xFFFF)


def table_past_the_end(data):
    pack_into(">L", data, 12 + 12, 0xFFFFFFF0)


def written(folder, name, text, read):
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


def waiting(folder, read, text):
    """Something waits for ever to be read, and a file names it."""
    os.mkfifo(folder / "pipe.json")
    return written(folder, "it.txt" if read is read_record else "it.toml", text, read)


AROUND = f"<style>{'g g g g g rect{fill:red}' * 15}</style>{'<g>' * 60}{'<rect/>' * 1000}{'</g>' * 60}"


def much_to_fill(folder):
    """A deck of four cards, each of whose texts is 480 cells of 3,960 signs, in capitals."""
    (folder / "t.csv").write_text("a\n" + f"{'w x ' * 990}\n" * 4)
    text = DECK.format("t.csv").replace("{{ a }}", f"{{{{ ({'~'.join(['a'] * 480)})|title|length }}}}")
    return written(folder, "t.toml", text, read_deck)


def shared_strings(folder):
    """A sheet of two cells, whose words stand among more than a million and a half others."""
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["a"])
    book.save(small := folder / "small.xlsx")
    words = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s</sst>'
    with zipfile.ZipFile(small) as parts, zipfile.ZipFile(folder / "a.xlsx", "w", zipfile.ZIP_DEFLATED) as out:
        for name in parts.namelist():
            if name != "xl/sharedStrings.xml":
                out.writestr(name, parts.read(name))
        out.writestr("xl/sharedStrings.xml", words % (b"<si><t>a</t></si>" * (30_000_000 // 17)))
    return table(folder / "a.xlsx")


def a_pack(folder, topics):
    """A pack whose lists stand in its topics, or whose topics stand in one list."""
    (folder / "it.toml").write_text(topics)
    return load(str(folder / "it.toml"))


A_TOPIC = """[[topic]]
id = "t{}"
theme = "a"
kind = "landmark"
shape = "s"
premise = "p"
title = "t"
slots = {{ {} }}
about = ["s0"]
claims = ["a.", "b."]
"""
NUMBERS = ", ".join(f"s{n} = {{ numbers = [0, 10000] }}" for n in range(8))

SAMPLES = {
    "16 million words in topics": lambda at: a_pack(at, "".join(A_TOPIC.format(n, NUMBERS) for n in range(200))),
    "3,600 faults in 140,000 lines": lambda at: a_pack(at, "topic = [\n" + "{},\n" * 200 + "]\n" + "\n" * 140_000),
    "a font's group without an end": lambda at: a_font(at, endless_group),
    "a font's two thousand million groups": lambda at: a_font(at, many_groups),
    "a font's segments over each other": lambda at: a_font(at, overlapping_segments),
    "a font's 65,535 tables": lambda at: a_font(at, many_tables),
    "a font's table past its end": lambda at: a_font(at, table_past_the_end),
    "a font of 30 MB": lambda at: a_font(at, lambda data: data.extend(bytes(30_000_000))),
    "templates of 480 columns": much_to_fill,
    "15 rules that look around 1,000 parts": lambda at: written(at, "a.svg", SVG.format(AROUND), read_svg),
    "120,000 columns": lambda at: written(at, "a.csv", ",".join(f"c{n}" for n in range(120_000)) + "\n1\n", table),
    "a million cells in quotes": lambda at: written(at, "a.csv", "a\n" + '"",' * 1_000_000 + "\n", table),
    "a million rows in quotes": lambda at: written(at, "a.csv", "a\n" + '""\n' * 1_000_000, table),
    "a name of three million quotes": lambda at: written(at, "a.csv", '"' + '""' * 3_000_000 + '"\n1\n', table),
    "100,000 rules": lambda at: written(
        at, "a.svg", SVG.format(f"<style>{'a{fill:#123}' * 60_000}</style>{'<rect/>' * 5000}"), read_svg
    ),
    "rules times parts": lambda at: written(
        at, "a.svg", SVG.format(f"<style>{'rect{x:1}' * 3900}</style>{'<rect/>' * 5000}"), read_svg
    ),
    "selectors that hold each other": lambda at: written(
        at, "a.svg", SVG.format(f"<style>{'g ' * 900}rect{{x:1}}</style>{'<g>' * 50}<path/>{'</g>' * 50}"), read_svg
    ),
    "comments that begin again and again": lambda at: written(
        at, "a.svg", SVG.format(f'<path style="{"/*" * 400_000}*/a:b"/>'), read_svg
    ),
    "a word that might be a transform": lambda at: written(
        at, "a.svg", SVG.format(f'<g transform="{"m" * 900_000}"><path/></g>'), read_svg
    ),
    "an outline of eight MB": lambda at: written(
        at, "a.svg", SVG.format(f'<path d="{"L1 1 " * 1_600_000}"/>'), read_svg
    ),
    "16,000 unknown keys": lambda at: sentence_of(
        written(at, "many.toml", "format = 1\n" + "".join(f"k{n}=1\n" for n in range(14_000)), check)
    ),
    "16,000 unknown keys of a topic": lambda at: sentence_of(
        written(at, "many.toml", "[[topic]]\n" + "".join(f"k{n}=1\n" for n in range(14_000)), check)
    ),
    "100 million digits": lambda at: written(
        at, "a.toml", DECK.format("a.csv").replace("{{ a }}", "{{ 1|round(99999999,'floor') }}"), with_cards
    ),
    "500,000 keys": lambda at: written(at, "a.toml", "".join(f"a{n}=1\n" for n in range(500_000)), read_deck),
    "300,000 tables": lambda at: written(at, "a.toml", "".join(f"[[box.b{n}]]\n" for n in range(300_000)), read_deck),
    "a text of a million lines": lambda at: written(at, "a.toml", 'x = """' + "\\\n " * 1_000_000 + '"""\n', read_deck),
    "an .xlsx of 30 MB of words": shared_strings,
    "a record's pipe": lambda at: waiting(at, read_record, RECORD.format("pipe.json")),
    "a record's device": lambda at: written(at, "it.txt", RECORD.format("/dev/zero"), read_record),
    "a record's share": lambda at: written(at, "it.txt", RECORD.format("//server/share/f.json"), read_record),
    "a deck's pipe": lambda at: waiting(at, read_deck, DECK.format("pipe.json")),
    "a deck's share": lambda at: written(at, "a.toml", DECK.format("//server/share/a.csv"), read_deck),
    "a deck's theme on a share": lambda at: written(
        at, "a.toml", 'theme = "//server/share/a.toml"\n' + DECK.format("a.csv"), theme_of_deck
    ),
    "a deck's picture on a share": lambda at: written(
        at,
        "a.toml",
        DECK.format("a.csv") + '[box.b]\nat = [8, 20, 40, 9]\nimage = "//server/share/{{ a }}.png"\n',
        with_cards,
    ),
    "a theme's font on a share": lambda at: written(
        at, "a.toml", '[fonts]\ntitle = "//server/share/a.ttf"\n', lambda path: read_theme(str(path))
    ),
}


def table(path):
    report = Report()
    found = read_cards(path, report)
    report.end()
    return found


def with_cards(path):
    path.with_suffix(".csv").write_text("a\nb\n")
    return read_deck(path)


def theme_of_deck(path):
    from cardgen.custom.deckfile import theme_of

    return theme_of(path)


def sentence_of(checked):
    faults = checked[1]
    assert len(faults) < 40
    raise FactError(str(faults[0]))


def refused(name, folder):
    """Return the sentence, which comes within a second of the processor's time."""
    folder.mkdir(exist_ok=True)
    with pytest.raises((PrintError, FactError, RecordError)) as why, within_a_second():
        SAMPLES[name](folder)
    return str(why.value)


@pytest.mark.parametrize("name", SAMPLES)
def test_it_is_refused_in_a_sentence_at_once(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    sentence = refused(name, tmp_path / "files")
    assert len(sentence) < 400
    assert "\n" not in sentence
    if "share" in name:
        assert "nothing is fetched from another machine" in sentence


def test_all_of_them_together_take_little_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.hard.test_budgets", str(tmp_path)],
        capture_output=True, text=True, check=True, env=os.environ | {"LIARSDECK_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert json.loads(done.stdout) < MOST_MB


@pytest.mark.parametrize(
    "name", ["//server/a", "\\\\server\\a", "\\/server/a", "/\\server/a", "\\\\?\\C:\\a", "http://x/a"]
)
def test_no_file_names_another_machine(tmp_path, name):
    with pytest.raises(ValueError, match="nothing is fetched"):
        named_file(tmp_path, name)


def test_a_file_may_name_its_neighbours(tmp_path):
    (tmp_path / "a.csv").touch()
    assert named_file(tmp_path, "a.csv") == tmp_path / "a.csv"
    assert named_file(tmp_path, str(tmp_path / "a.csv")) == tmp_path / "a.csv"
    assert named_file(tmp_path, "none.csv") == tmp_path / "none.csv"
    with pytest.raises(ValueError, match="is no file"):
        named_file(tmp_path.parent, tmp_path.name)


def test_the_houses_fonts_pass_and_spreadsheets_may_save_empty_cells(tmp_path):
    from cardgen.pdf.theme import check_font

    for name in fonts.FONTS:
        check_font(Path(fonts.font_path(name)))
    (tmp_path / "a.csv").write_text("a;b" + ";" * 900 + "\n1;2" + ";" * 900 + "\n" + ";;\n" * 50_000 + '3;"4 ""x"""\n')
    found = table(tmp_path / "a.csv")
    assert [(row.line, row.cells) for row in found.rows] == [
        (2, {"a": "1", "b": "2"}),
        (50_003, {"a": "3", "b": '4 "x"'}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"liarsdeck slip 2\nAnn\nLizard\nx\n\na{' ' * 20_000}b | x | true\n\nNotes:\n",
        f"Ann · Lizard\nx\n\n  a{' ' * 20_000}\x0b b\nNotes:\n",
    ],
)
def test_a_slip_of_20_kb_of_blanks_takes_no_time(text):
    with within_a_second(), suppress(RecordError):
        parse_slip(text)


if __name__ == "__main__":
    for place, each in enumerate(SAMPLES):
        refused(each, Path(sys.argv[1]) / str(place))
    print(memory_mb())
