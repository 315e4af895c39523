"""A hundred thousand mutated files and prompts: a clean sentence or a reading, no traceback, no hang, little memory."""

import contextlib
import io
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest import mock

from babel.messages import Catalog
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from cardgen import printers
from cardgen.art.svg import read_svg
from cardgen.custom.deckfile import read_deck
from cardgen.custom.draw import Report as Notes
from cardgen.custom.slotfile import read_slots
from cardgen.custom.table import read_cards
from cardgen.layout import PAPERS, Profile
from cardgen.pages.secret import read_slips, write_slips
from cardgen.pdf import theme
from cardgen.pdf import type as fonts
from cardgen.studio import household as studio
from factbank import factfile, jokes, kits
from factbank.check import load
from factbank.deal.ledger import Dealt, Ledger
from factbank.english import lists
from factbank.fill import Filler, parse_guest
from factbank.packs import reader
from liarsdeck import language
from liarsdeck.cli import shown
from liarsdeck.errors import UserError
from liarsdeck.files import data_dir, templates
from liarsdeck.sqlite import MAGIC
from referee import games
from referee.console.interpret import LONGEST as TYPED
from referee.console.interpret import Reader
from referee.console.screens import all_chosen
from referee.core.play import format_action, ruling
from referee.host.hosting import hosting_of
from referee.records import make_header, parse_record, print_record, read_record, replay_record
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.mutate import MONSTERS, mutated, mutated_bytes
from tests.bench.hard.report import SLOW_S, Hang, Report, household, last_frames, within_a_second
from tests.referee.conformance import random_game, some_facts
from tests.referee.host.wire import lizard
from tests.translate import listed, mo

FULL = 100_000
SAMPLE = 50
LONGEST = 1600  # characters of a refusal: a pack may have many faults
CLEAN = (UserError, OSError)
CORPUS = Path(__file__).parents[2] / "corpus"


def run(count: int, seed: int) -> Report:
    """Try ``count`` files and prompts of every kind, each kind by its weight."""
    report, rng = Report("mutated files and prompts"), Random(seed)
    whole = sum(kind.weight for kind in KINDS.values())
    with report.little_memory(), household() as folder:
        for name, kind in KINDS.items():
            many(name, max(1, count * kind.weight // whole), rng, folder, report)
        prompts(max(1, count * 20 // whole), rng, folder, report)
    return report


def many(kind: str, count: int, rng: Random, folder: Path, report: Report) -> None:
    """Try ``count`` files of one kind."""
    seeds = list(KINDS[kind].seeds(rng))
    for number in range(count):  # each by a name of its own, as fonts and databases are remembered by theirs
        place = folder / f"{kind}-{number}"
        place.mkdir()
        path = place / f"mutated{KINDS[kind].suffix}"
        path.write_bytes(_mutant(seeds, rng))
        try_one(kind, path, report)
        shutil.rmtree(place)


def _mutant(seeds: "Sequence[str | bytes]", rng: Random) -> bytes:
    text = rng.choice(seeds)
    if isinstance(text, bytes):
        return _patched(text, rng)
    kind = rng.random()
    if kind < 0.25:
        return mutated_bytes(text.encode("utf-8", "surrogatepass"), rng)
    if kind < 0.6:
        return mutated(text, rng, seeds).encode("utf-8", "surrogatepass")
    # one line of it only: what stands around it stays whole, so that the reader gets that far
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(len(lines))
        lines[at] = mutated(lines[at], rng, lines)
    return "".join(lines).encode("utf-8", "surrogatepass")


def _patched(data: bytes, rng: Random) -> bytes:
    """Change some bytes that say something, mostly near the beginning, where tables and pages are told."""
    if data.startswith(MAGIC) and rng.random() < 0.6:
        return _filled(data, rng)
    if rng.random() < 0.1:
        return mutated_bytes(data, rng)
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(min(len(data), 600) if rng.random() < 0.4 else len(data))
        at = next((place for place in range(at, len(data)) if data[place]), at)
        changed[at] = rng.choice((0, 127, 128, 255, rng.randrange(256)))
    return bytes(changed)


def _filled(data: bytes, rng: Random) -> bytes:
    """Change what a cell of a database holds; the database stays sound."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as sql:
        sql.deserialize(data[:18] + b"\x01\x01" + data[20:])  # as one without a write-ahead file
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        (table,) = rng.choice(sql.execute(tables).fetchall())
        column = rng.choice(sql.execute(f"PRAGMA table_info({table})").fetchall())[1]
        for (old,) in sql.execute(f"SELECT {column} FROM {table} LIMIT 1 OFFSET {rng.randrange(9)}").fetchall():
            text = old.decode() if isinstance(old, bytes) else str(old)
            new = rng.choice((*[mutated(text, rng)] * 4, rng.choice(MONSTERS), f"{text}x", -1, 2**62, 1e308, b"\xff\0"))
            if isinstance(new, str):
                new = new.encode("utf-8", "replace")
                new = new if isinstance(old, bytes) else new.decode()
            with contextlib.suppress(sqlite3.IntegrityError):
                sql.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (new, old))
        return sql.serialize()


def try_one(kind: str, path: Path, report: Report) -> None:
    """Read one file; whatever isn't a reading or a sentence, at once, is a fault."""
    try:
        with within_a_second():
            KINDS[kind].read(path)
        report.counts[f"{kind}: read"] += 1
    except CLEAN as error:
        report.counts[f"{kind}: refused"] += 1
        said = shown(str(error))
        if not said.strip() or len(said) > LONGEST:
            report.fault(f"{kind}: a refusal of {len(said)} characters: {said[:80]!r} … {_kept(kind, path)}")
    except Hang:
        report.fault(f"{kind}: took over a second {_kept(kind, path)}")
    except Exception as error:
        report.fault(f"{kind}: {last_frames(error)} {_kept(kind, path)}")


def _kept(kind: str, path: Path) -> str:
    """Keep a file that failed outside the repository, for a look; return where."""
    kept = Path(tempfile.gettempdir()) / "liarsdeck-failed"
    kept.mkdir(exist_ok=True)
    data = path.read_bytes()
    place = kept / f"{kind}-{hash(data) & 0xFFFFFF:06x}{path.suffix}"
    place.write_bytes(data)
    return f"({place})"


# ------------------------------------------------------------------------------------------------------ readers


def _record(path: Path) -> None:
    record = read_record(path)
    done = replay_record(record)
    done.answer(reveal=True)
    assert replay_record(parse_record(done.text(), facts=record.setup.facts)).state == done.state, "not a round trip"


def _facts(path: Path) -> None:
    facts = factfile.read(path)
    path.write_bytes(factfile.format_facts(facts))
    assert factfile.read(path) == facts, "not a round trip"


def _csv(path: Path) -> None:
    facts = jokes.read_csv(path, 7).facts
    assert factfile.parse(factfile.json.loads(factfile.format_facts(facts)), "ours") == facts, "not a round trip"


def _pack(path: Path) -> None:
    """Read it, and draw from its first topics."""
    for topic in load(str(path)).topics[:3]:
        filler = Filler(topic)
        for seed in range(3):
            filler.draw(Random(seed))


def _of_language(path: Path, name: str) -> None:
    """Speak German that has this file: its messages, its lists, and a guest's forms."""
    code = path.parent.name
    (path.parent / code).mkdir()
    for file in (templates() / "languages" / "de").iterdir():
        if file.is_file():
            shutil.copyfile(path if file.name == name else file, path.parent / code / file.name)
    places = mock.patch.object(language, "places", return_value=(path.parent,))
    with places, language.speaking(code):
        for one, many in _messages():
            fields = dict.fromkeys(re.findall(r"{(\w+)", one + many), 2)
            told = language.say(one, **fields) if not many else language.say_n(one, many, 2, **fields)
            assert "\x1b" not in told, told
            assert "<script" not in told, told
        told = language.both(["a", "b"]) + language.either("ab") + language.decimal("1.5") + language.number_word(3)
        language.unmarked(language.marked("“a”", code), code)
        for section in lists._sections("en"):
            lists.any_of(section, code).search("So ist es nicht.")
        parse_guest("Ann:she:segelt").forms(code)
    for kept in (language.language, language._catalogue, lists._sections, lists.words, lists.any_of):
        kept.cache_clear()


@cache
def _messages() -> tuple[tuple[str, str], ...]:
    """Return the messages of the programs, with their plurals."""
    return tuple(one if isinstance(one, tuple) else (one, "") for one in listed())


def _theme(path: Path) -> None:
    theme.warnings(theme.read_theme(str(path)))


def _slip(path: Path) -> None:
    write_slips(read_slips([path]), path.with_suffix(".pdf"), PAPERS["a4"])


def _printers(path: Path) -> None:
    path.replace(printers.path())
    try:
        printers.known()
        printers.choose(None, None, None)
    finally:
        printers.path().replace(path)


def _table(path: Path) -> None:
    notes = Notes()
    read_cards(path, notes)
    notes.end()


def _font(path: Path) -> None:
    """Set a word in it, and embed it."""
    own = path.with_suffix(".toml")
    whole = (templates() / "themes" / "harlequin.toml").read_text("utf-8").partition("[fonts]")[0]
    own.write_text(f'{whole}\n[fonts]\ntitle = "{path.name}"\n')
    name = theme.read_theme(str(own)).fonts.title
    try:
        fonts.register(name)
        fonts.kerned("Kettle, AV", name), fonts.depth_mm("gÅ", name, 12)
        page = Canvas(str(path.with_suffix(".pdf")))
        page.setFont(name, 12)
        page.drawString(9, 9, "Kettle, AV é ☃")
        page.save()
    finally:  # a program remembers the fonts of an evening, and not thousands
        fonts.face.cache_clear()
        pdfmetrics._fonts.pop(name, None)


def _ledger(path: Path) -> None:
    """Look into it, deal from it, and copy it."""
    ledger = Ledger(path)
    ledger.history()
    with contextlib.suppress(UserError):
        ledger.check()
    ledger.settle(ledger.reserve(lambda seen: Dealt("AAAA-AA", (("a/1", tuple(seen.subjects)[:1]),))))
    ledger.back_up(path.with_suffix(".backup"))


def _household(path: Path) -> None:
    """Read it back, as the studio does; what is refused changes nothing."""
    before = studio.packed()
    try:
        studio.replace(path.read_bytes())
    except UserError:
        assert studio.packed() == before, "it was refused, and the household has changed"
        raise
    studio.packed()


def _journal(path: Path) -> None:
    """Open every table in it, and copy it."""
    with Journal(path) as journal:
        for one in journal.tables():
            with contextlib.suppress(UserError):
                Table(journal, one.number)
            Table(journal, one.number, salvage=True)
        hosting_of(journal, 1)
        journal.check()
        journal.back_up(path.with_suffix(".backup"))


# --------------------------------------------------------------------------------------------- what is mutated


def _records(rng: Random) -> Iterator[str]:
    for number in range(20):
        game = games.game(games.REGISTRY[number % len(games.REGISTRY)])
        setup, actions, _state, _ = random_game(game, rng.randrange(10**9) * 2)
        header = make_header(setup)
        if setup.facts is not None:
            kits.keep(setup.facts)
            header |= {"kit": setup.facts.kit}
        yield print_record(game, header, setup, actions[:60])


def _fact_files(rng: Random) -> Iterator[str]:
    for pairs in (1, 3, 8):
        yield factfile.format_facts(some_facts(pairs, rng)).decode()
    yield '{"format": 1, "pairs": [{"title": "A", "cards": [{"number": 1, "text": "x"}, {"number": 2, "text": "y"}]}]}'


def _csvs(_rng: Random) -> Iterator[str]:
    rows = "".join(
        f"Uncle {n} owns a {n}-legged horse.,Uncle {n} owns a {n}-wheeled goat.,Uncle {n}\n" for n in range(9)
    )
    yield f"first,second,title\n{rows}"
    yield rows.replace(",Uncle", ";Uncle")
    yield '"The goat, so to speak, sings.";"The goat, so to speak, hums."\n"A ""B"" C";"A ""D"" C"\n'


def _packs(_rng: Random) -> Iterator[str]:
    yield reader.starter("mine")
    built_in = sorted(reader.BUILT_IN.glob("*.toml"), key=lambda path: path.stat().st_size)
    yield from (path.read_text("utf-8") for path in built_in[:4])


def _german_packs(_rng: Random) -> Iterator[str]:
    smallest = sorted((templates() / "languages" / "de" / "facts").glob("*.toml"), key=lambda path: path.stat().st_size)
    yield from (path.read_text("utf-8") for path in smallest[:4])


def _of_german(name: str, _rng: Random) -> "Iterator[str | bytes]":
    _messages()  # found once, before anything is measured
    data = (templates() / "languages" / "de" / name).read_bytes()
    yield data if name.endswith(".mo") else data.decode()


def _catalogues(_rng: Random) -> Iterator[bytes]:
    """Yield our German catalogue, and some whose translator means harm, or none."""
    yield (templates() / "languages" / "de" / "messages.mo").read_bytes()
    ends = ("{n.__class__}", "{0}", "{n:>999999999}", "{", "<script>", "<b", "\u202e", "\x1b[2J", "{{ 7 }}", "\n")
    plurals = ("n%0", "n" + "*n" * 400, "(" * 400 + "n" + ")" * 400, "9" * 4000, "n.x", "n<0 ? 7 : n", "n / 0.0")
    for more, plural in (*((end, "") for end in ends), *(("", plural) for plural in plurals)):
        made = Catalog(locale="de")
        if plural:
            made._plural_expr = plural
        for one, many in _messages():
            made.add((one, many) if many else one, (one + more, many + more) if many else one + more)
        yield mo(made)


def _themes(_rng: Random) -> Iterator[str]:
    yield from (path.read_text("utf-8") for path in sorted((templates() / "themes").glob("*.toml")))


def _slips(_rng: Random) -> Iterator[str]:
    rows = "\n".join(f"  {n}  Title {n}  {'true' if n % 2 else 'LIE'}" for n in range(1, 7))
    yield f"Ann · Liar's Lair, table 3\n\n{rows}\n\nNotes:\n"
    bars = "\n".join(f" {n} | Title {n} | {'true' if n % 2 else 'LIE'}" for n in range(1, 7))
    yield f"liarsdeck slip 2\nAnn\nLiar's Lair · table 3\n\n{bars}\n\nNotes:\n  Mine is the 4.\n"


def _printer_files(_rng: Random) -> Iterator[str]:
    printers.remember(Profile(printer="office", tray="", x_mm=0.8, y_mm=-0.3), default=True)
    yield printers.remember(Profile(printer="attic", tray="bypass")).read_text("utf-8")


def _decks(_rng: Random) -> Iterator[str]:
    page = (Path(__file__).parents[3] / "docs" / "own-deck.md").read_text("utf-8")
    layout = page.partition("$ cat birds.toml\n")[2].partition("$ cat")[0]  # the example that the tests print
    card = '[[cards]]\nbird = "{}"\npoints = {}\nemblem = "fish"\ncolour = "red"\ncry = "Mine."\ncopies = 2\n'
    yield layout + card.format("Puffin", 7) + card.format("Gull", 1)
    few = 'when = "{{ points }}"\ncount = "{{ points }}"\nimage = "{{ bird }}"\n'
    yield layout.replace("line = ", few + "line = ") + card.format("Heron", 3)


def _tables(_rng: Random) -> Iterator[str]:
    yield "name,text,copies\n" + "".join(f'"Goat {n}","It sings, {n} times",{n}\n' for n in range(1, 9))
    yield "name;text\nGoat;sings\n\nMule;hums\n"


def _sheets(_rng: Random) -> Iterator[str]:
    yield (
        'title = "Labels"\npaper = "A4"\ncard = "60x90mm"\nmarks = "none"\n\n[slots]\nfirst = [11, 10]\n'
        "second = [75, 10]\nthird = { at = [11, 110], turned = true }\n"
    )
    grid = "[grid]\nat = [10, 10]\ncolumns = 4\nrows = 2\ngap = [1, 2]\n"
    yield f'paper = "letter"\ncard = "poker"\nlandscape = true\n{grid}'


def _svgs(_rng: Random) -> Iterator[str]:
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><defs><linearGradient id="g"><stop offset="0" '
        'stop-color="#f00"/><stop offset="1" stop-color="blue"/></linearGradient><clipPath id="c"><circle r="9"/>'
        '</clipPath></defs><g transform="rotate(30) scale(2,1)" fill="none"><rect x="1" y="2" width="9" height="8" '
        'rx="2" fill="url(#g)"/>\n<path d="M1 1 L9 9 C1 2 3 4 5 6 A 3 4 30 0 1 8 8 Z" stroke="green" stroke-width="2" '
        'stroke-dasharray="1 2"/>\n<circle cx="5" cy="5" r="3" clip-path="url(#c)"/>\n<ellipse rx="4" ry="2"/>\n'
        '<text x="3" y="9" font-family="Times" font-size="4">Goat &amp; co</text>\n<use href="#c"/>\n'
        '<polygon points="1,1 4,5 6,2" style="fill:#0a0;fill-rule:evenodd;opacity:.5"/></g></svg>'
    )
    yield '<svg width="30mm" height="20mm"><line x1="1" y1="1" x2="9" y2="9" stroke="black"/></svg>'


def _font_files(_rng: Random) -> Iterator[bytes]:
    yield Path(fonts.font_path(fonts.SERIF)).read_bytes()


def _ledgers(_rng: Random) -> Iterator[bytes]:
    path = data_dir() / "seed.ledger"
    ledger = Ledger(path)
    for number in range(9):
        dealt = Dealt(f"AAAA-A{number}", tuple((f"a/{number}/{pair}", (f"s{pair}",)) for pair in range(30)))
        ledger.confirm(ledger.reserve(lambda _seen, dealt=dealt: dealt), dealt)
    yield path.read_bytes()


def _journals(_rng: Random) -> Iterator[bytes]:
    evening = lizard(data_dir())
    evening.seated("Ann", "Bob", "Cat")
    evening.close()
    yield (data_dir() / "tables.sqlite").read_bytes()


def _households(rng: Random) -> Iterator[bytes]:
    whole, own = studio.packed(), ("packs/ours.toml", "packs/a/b.toml", "brought/a.png", "kits/x.json", "names.toml")
    yield whole
    for _ in range(40):
        with zipfile.ZipFile(out := io.BytesIO(whole), "a") as pack:
            for name in rng.sample(own, 3):
                folder = name.rpartition("/")[0] or f"{name}/x"
                odd = mutated(name, rng, own).encode("utf-8", "replace").decode()
                pack.writestr(rng.choice((name, folder, odd or name)), name)
        yield out.getvalue()


class Kind(NamedTuple):
    """A kind of file: what is mutated of it, how often beside others, how it is read, and its name's end."""

    seeds: Callable[[Random], "Iterable[str | bytes]"]
    weight: int
    read: Callable[[Path], object]
    suffix: str = ".toml"


KINDS = {
    "record": Kind(_records, 30, _record, ".txt"),
    "facts": Kind(_fact_files, 15, _facts, ".json"),
    "csv": Kind(_csvs, 12, _csv, ".csv"),
    "pack": Kind(_packs, 6, _pack),
    "german": Kind(_german_packs, 4, _pack),
    "language": Kind(partial(_of_german, "language.toml"), 1, partial(_of_language, name="language.toml")),
    "words": Kind(partial(_of_german, "words.txt"), 1, partial(_of_language, name="words.txt"), ".txt"),
    "catalogue": Kind(_catalogues, 1, partial(_of_language, name="messages.mo"), ".mo"),
    "theme": Kind(_themes, 10, _theme),
    "slip": Kind(_slips, 4, _slip, ".txt"),
    "printers": Kind(_printer_files, 3, _printers),
    "deck": Kind(_decks, 8, read_deck),
    "table": Kind(_tables, 4, _table, ".csv"),
    "sheet": Kind(_sheets, 6, read_slots),
    "svg": Kind(_svgs, 6, read_svg, ".svg"),
    "font": Kind(_font_files, 2, _font, ".ttf"),
    "ledger": Kind(_ledgers, 2, _ledger, ".sqlite"),
    "journal": Kind(_journals, 2, _journal, ".sqlite"),
    "household": Kind(_households, 2, _household, ".zip"),
}


# ------------------------------------------------------------------------------------------------------- prompts


def prompts(count: int, rng: Random, folder: Path, report: Report) -> None:
    """Type ``count`` texts at the prompts of random tables, on the shared screen and on private ones."""
    done = 0
    with Journal(folder / "prompts.sqlite", pin_cost=1) as journal:
        while done < count:
            game = games.game(games.REGISTRY[done // 40 % len(games.REGISTRY)])
            setup, actions, _state, _ = random_game(game, rng.randrange(10**9))
            if setup.facts is not None:
                kits.keep(setup.facts)
            table = Table.new(journal, setup, kit=setup.facts.kit if setup.facts else "", seed="7")
            at = rng.randrange(len(actions))
            for action in actions[:at]:
                table.act(action)
            said = [format_action(game, setup, action) for action in actions]
            for _ in range(min(40, count - done)):
                text = mutated(rng.choice(said[max(0, at - 3) : at + 3] or said), rng, said)
                if rng.random() < 0.2:
                    text = rng.choice((text.rpartition(": ")[2], rng.choice(MONSTERS), text[: rng.randrange(9)]))
                _type(table, text, rng.choice((None, *range(len(setup.seats)))), report)
                done += 1
    report.counts["prompt: texts"] += done


def _type(table: Table, text: str, eyes: int | None, report: Report) -> None:
    with report.trial(f"prompt of {table.game.name}: {text[:150]!a}", SLOW_S):
        reader = Reader(table.game, table.setup, table.game.view(table.state, eyes), eyes)
        understood = reader.read(text)
        assert understood.readings or understood.why, "neither read nor refused"
        said = understood.why + understood.asks
        assert len(said) < LONGEST, f"an answer of {len(said)} characters"
        if len(text) <= TYPED:  # the console asks no further
            reader.secret(text)
            all_chosen(reader, [0, 1], text)
        for reading in understood.readings:
            ruling(table.game, table.state, reading.action, eyes)
