"""Small files that once took all memory, or waited for ever: each is refused in a sentence, at once."""

import json
import os
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from struct import pack_into

import openpyxl
import pytest

from cardgen.art.svg import read_svg
from cardgen.custom.deckfile import read_deck, theme_of
from cardgen.custom.draw import Report
from cardgen.custom.table import read_cards
from cardgen.errors import PrintError
from cardgen.pdf import type as fonts
from cardgen.pdf.theme import check_font, read_theme
from factbank.check import check, load
from factbank.errors import FactError
from liarsdeck.files import named_file
from referee.core.game import RecordError
from referee.records import read_record
from referee.tables.export import parse_slip
from tests.bench.hard.report import memory_mb, started, within_a_second

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


def written(folder, name, text, read):
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


def svg(folder, text):
    return written(folder, "a.svg", SVG.format(text), read_svg)


def styled(folder, style, parts):
    return svg(folder, f"<style>{style}</style>{parts}")


def csv(folder, text):
    return written(folder, "a.csv", text, table)


def deck(folder, text):
    return written(folder, "a.toml", text, read_deck)


def filled(folder, text):
    """A deck with two cards."""
    (folder / "a.csv").write_text("a\nb\n")
    return deck(folder, text)


def record(folder, facts):
    return written(folder, "it.txt", RECORD.format(facts), read_record)


def pack(folder, text):
    """A pack whose lists stand in its topics, or whose topics stand in one list."""
    return written(folder, "it.toml", text, lambda path: load(str(path)))


def checked(folder, text):
    faults = written(folder, "many.toml", text, check)[1]
    assert len(faults) < 40
    raise FactError(str(faults[0]))


def theme(folder, text):
    return written(folder, "a.toml", text, lambda path: read_theme(str(path)))


def waiting(folder, read):
    """Something waits for ever to be read, and a file names it."""
    os.mkfifo(folder / "pipe.json")
    return read(folder)


def table(path):
    report = Report()
    found = read_cards(path, report)
    report.end()
    return found


def much_to_fill(folder):
    """A deck of four cards, each of whose texts is 480 cells of 3,960 signs, in capitals."""
    (folder / "t.csv").write_text("a\n" + f"{'w x ' * 990}\n" * 4)
    text = DECK.format("t.csv").replace("{{ a }}", f"{{{{ ({'~'.join(['a'] * 480)})|title|length }}}}")
    return deck(folder, text)


def shared_strings(folder):
    """A sheet of two cells, whose words stand among more than a million and a half others."""
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
PICTURE = '[box.b]\nat = [8, 20, 40, 9]\nimage = "//server/share/{{ a }}.png"\n'

SAMPLES = {
    "16 million words in topics": lambda at: pack(at, "".join(A_TOPIC.format(n, NUMBERS) for n in range(200))),
    "3,600 faults in 140,000 lines": lambda at: pack(at, "topic = [\n" + "{},\n" * 200 + "]\n" + "\n" * 140_000),
    "a font's group without an end": lambda at: a_font(at, endless_group),
    "a font's two thousand million groups": lambda at: a_font(at, many_groups),
    "a font's segments over each other": lambda at: a_font(at, overlapping_segments),
    "a font's 65,535 tables": lambda at: a_font(at, lambda data: pack_into(">H", data, 4, 0xFFFF)),
    "a font's table past its end": lambda at: a_font(at, lambda data: pack_into(">L", data, 24, 0xFFFFFFF0)),
    "a font of 30 MB": lambda at: a_font(at, lambda data: data.extend(bytes(30_000_000))),
    "templates of 480 columns": much_to_fill,
    "15 rules that look around 1,000 parts": lambda at: styled(
        at, "g g g g g rect{fill:red}" * 15, "<g>" * 60 + "<rect/>" * 1000 + "</g>" * 60
    ),
    "120,000 columns": lambda at: csv(at, ",".join(f"c{n}" for n in range(120_000)) + "\n1\n"),
    "a million cells in quotes": lambda at: csv(at, "a\n" + '"",' * 1_000_000 + "\n"),
    "a million rows in quotes": lambda at: csv(at, "a\n" + '""\n' * 1_000_000),
    "a name of three million quotes": lambda at: csv(at, '"' + '""' * 3_000_000 + '"\n1\n'),
    "100,000 rules": lambda at: styled(at, "a{fill:#123}" * 60_000, "<rect/>" * 5000),
    "rules times parts": lambda at: styled(at, "rect{x:1}" * 3900, "<rect/>" * 5000),
    "selectors that hold each other": lambda at: styled(
        at, "g " * 900 + "rect{x:1}", "<g>" * 50 + "<path/>" + "</g>" * 50
    ),
    "comments that begin again and again": lambda at: svg(at, f'<path style="{"/*" * 400_000}*/a:b"/>'),
    "a word that might be a transform": lambda at: svg(at, f'<g transform="{"m" * 900_000}"><path/></g>'),
    "an outline of eight MB": lambda at: svg(at, f'<path d="{"L1 1 " * 1_600_000}"/>'),
    "14,000 unknown keys": lambda at: checked(at, "format = 1\n" + "".join(f"k{n}=1\n" for n in range(14_000))),
    "14,000 unknown keys of a topic": lambda at: checked(
        at, "[[topic]]\n" + "".join(f"k{n}=1\n" for n in range(14_000))
    ),
    "100 million digits": lambda at: filled(at, DECK.format("a.csv").replace(" a }", " 1|round(99999999,'floor') }")),
    "500,000 keys": lambda at: deck(at, "".join(f"a{n}=1\n" for n in range(500_000))),
    "300,000 tables": lambda at: deck(at, "".join(f"[[box.b{n}]]\n" for n in range(300_000))),
    "a text of a million lines": lambda at: deck(at, 'x = """' + "\\\n " * 1_000_000 + '"""\n'),
    "an .xlsx of 30 MB of words": shared_strings,
    "a record's pipe": lambda at: waiting(at, lambda at: record(at, "pipe.json")),
    "a record's device": lambda at: record(at, "/dev/zero"),
    "a record's share": lambda at: record(at, "//server/share/f.json"),
    "a deck's pipe": lambda at: waiting(at, lambda at: deck(at, DECK.format("pipe.json"))),
    "a deck's share": lambda at: deck(at, DECK.format("//server/share/a.csv")),
    "a deck's theme on a share": lambda at: written(
        at, "a.toml", 'theme = "//server/share/a.toml"\n' + DECK.format("a.csv"), theme_of
    ),
    "a deck's picture on a share": lambda at: filled(at, DECK.format("a.csv") + PICTURE),
    "a theme's font on a share": lambda at: theme(at, '[fonts]\ntitle = "//server/share/a.ttf"\n'),
}


def refused(name, folder):
    """Return the sentence, which comes within a second of the processor's time; else what comes in its place."""
    folder.mkdir()
    try:
        with within_a_second():
            SAMPLES[name](folder)
    except (PrintError, FactError, RecordError) as refusal:
        said = str(refusal)
        shared = "share" not in name or "nothing is fetched from another machine" in said
        return "" if len(said) < 400 and "\n" not in said and shared else said
    except BaseException as error:
        return repr(error)
    return "not refused"


def test_each_is_refused_in_a_sentence_at_once_and_all_together_take_little_memory(tmp_path):
    done = started("tests.hard.test_budgets", tmp_path, env={"LIARSDECK_HOME": str(tmp_path / "home")})
    wrong, held_mb = json.loads(done.stdout)
    assert wrong == {}
    assert held_mb < MOST_MB


def test_a_file_may_name_its_neighbours(tmp_path):
    (tmp_path / "a.csv").touch()
    assert named_file(tmp_path, "a.csv") == tmp_path / "a.csv"
    assert named_file(tmp_path, str(tmp_path / "a.csv")) == tmp_path / "a.csv"
    assert named_file(tmp_path, "none.csv") == tmp_path / "none.csv"
    with pytest.raises(ValueError, match="is no file"):
        named_file(tmp_path.parent, tmp_path.name)


def test_the_houses_fonts_pass_and_spreadsheets_may_save_empty_cells(tmp_path):
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
    told = {name: refused(name, Path(sys.argv[1]) / str(place)) for place, name in enumerate(SAMPLES)}
    print(json.dumps([{name: said for name, said in told.items() if said}, memory_mb()]))
