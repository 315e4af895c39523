"""The ledger: nothing twice, nothing entered before it stands, two programs at once, broken files."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from factbank import factfile, kits
from factbank.deal import ledger
from factbank.deal.deal import Wish, deal
from factbank.deal.ledger import DECKS_APART, FRAME_REST, LAPSE_S, Dealt, Ledger
from factbank.errors import FactError
from factbank.jokes import Joke, pack_text
from liarsdeck.files import ledger_path
from liarsdeck.sqlite import Broken
from tests.broken_off import broken_off
from tests.programs import in_ledger, ran
from tests.sampling import WHOLE, tries

ROOT = Path(__file__).parents[3]


def dealt(name, *keys):
    return Dealt(name, tuple((key, (key.split("/")[-1],)) for key in keys))


@pytest.fixture
def book(tmp_path):
    return Ledger(tmp_path / "ledger.sqlite")


def seen_by(book):
    found = []

    def look(seen):
        found.append(seen.subjects)
        found.append({key for key in ("a/1", "a/2", "a/3") if seen.key(key)})
        return dealt("NONE")

    book.settle(book.reserve(look))
    return found


def test_a_reserved_deck_is_seen_by_the_next_and_an_abandoned_one_is_not(book):
    number = book.reserve(lambda seen: dealt("AAAA-AA", "a/1", "a/2"))
    assert seen_by(book) == [{"1", "2"}, {"a/1", "a/2"}]
    assert book.history() == []
    book.settle(number)
    assert seen_by(book) == [frozenset(), set()]
    number = book.reserve(lambda seen: dealt("AAAA-AA", "a/1"))
    book.confirm(number, dealt("AAAA-AA", "a/1"))
    (line,) = book.history()
    assert (line.kit, line.pairs, line.keys) == ("AAAA-AA", 1, ("a/1",))


def test_a_draw_that_fails_reserves_nothing(book):
    def fail(seen):
        raise FactError("too small")

    with pytest.raises(FactError, match="too small"):
        book.reserve(fail)
    assert seen_by(book) == [frozenset(), set()]


def test_a_reservation_lapses_when_its_program_died(tmp_path):
    clock = [1000.0]
    book = Ledger(tmp_path / "l", now=lambda: clock[0])
    number = book.reserve(lambda seen: dealt("AAAA-AA", "a/1"))
    clock[0] += LAPSE_S - 1
    assert seen_by(book)[1] == {"a/1"}
    clock[0] += 2
    assert seen_by(book)[1] == set()
    book.confirm(number, dealt("AAAA-AA", "a/1"))  # it lived after all
    assert seen_by(book)[1] == {"a/1"}
    assert len(book.history()) == 1


@pytest.mark.parametrize("where", ["facts.json", "kit", "kept by its code", "-"])
def test_a_reservation_whose_output_stands_never_lapses(tmp_path, where):
    clock = [1000.0]
    book = Ledger(tmp_path / "l", now=lambda: clock[0])
    facts = factfile.make([factfile.Pair("T", (factfile.Card(1, "So."), factfile.Card(2, "Not so.")), "a/1")])
    place = Path("-") if where == "-" else tmp_path / where
    book.place(book.reserve(lambda _seen: dealt(facts.kit, "a/1")), place)
    file = place / "facts.json" if where == "kit" else place
    if where == "kept by its code":
        kits.keep(facts)
    elif where != "-":
        factfile.write(facts, file)
    clock[0] += LAPSE_S + 1  # its program was killed before it could confirm
    assert seen_by(book)[1] == {"a/1"}
    assert [line.kit for line in book.history()] == [facts.kit]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_a_stranger_s_ledger_names_is_not_opened(tmp_path):
    """It was waited for, with all signals put off."""
    os.mkfifo(tmp_path / "pipe")
    Ledger(tmp_path / "l").history()
    with contextlib.closing(sqlite3.connect(tmp_path / "l")) as made:
        for place in (tmp_path / "pipe", "/dev/stdin", "//server/share/facts.json"):
            made.execute("INSERT INTO deck (kit, at, pairs, dealt, place) VALUES ('A', 1, 1, 0, ?)", (str(place),))
        made.commit()
    words = ["new", "-o", str(tmp_path / "facts.json"), "--ledger", str(tmp_path / "l")]
    with subprocess.Popen([sys.executable, "-m", "factbank", *words], stdin=subprocess.PIPE, cwd=ROOT) as program:
        try:
            assert program.wait(60) == 0
        finally:
            program.kill()
    assert len(Ledger(tmp_path / "l").history()) == 1


def test_a_reservation_whose_place_holds_something_else_lapses_and_what_its_program_left_there_is_swept(tmp_path):
    clock = [1000.0]
    book = Ledger(tmp_path / "l", now=lambda: clock[0])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "facts.json").write_text('{"kit": "BBBB-BB"}')
    (tmp_path / "out" / ".kit.abcdefgh.liarsdeck").mkdir()
    book.place(book.reserve(lambda _seen: dealt("AAAA-AA", "a/1")), tmp_path / "out" / "facts.json")
    clock[0] += LAPSE_S + 1
    assert seen_by(book)[1] == set()
    assert book.history() == []
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["facts.json"]


@pytest.mark.parametrize("fails", [OSError, KeyboardInterrupt])
def test_facts_on_standard_output_are_given_back_only_where_they_never_got_there(tmp_path, fails):
    with contextlib.suppress(fails), deal(Wish(pairs=1, seed=1, packs=("cabinet",)), tmp_path / "l") as made:
        made.stands_at(Path("-"))
        raise fails
    assert len(Ledger(tmp_path / "l").history()) == (fails is KeyboardInterrupt)


def test_the_ledger_is_confirmed_when_everything_is_on_the_disk_and_kept(tmp_path, monkeypatch, home):
    done, usual = [], Ledger.confirm

    def confirm(self, number, deck):
        done.append([deck.kit, (tmp_path / "facts.json").exists(), (home / "kits" / f"{deck.kit}.json").exists()])
        usual(self, number, deck)

    monkeypatch.setattr(Ledger, "confirm", confirm)
    with deal(Wish(pairs=1, seed=1, packs=("cabinet",)), tmp_path / "l") as made:
        factfile.write(made.facts, tmp_path / "facts.json")
    assert done == [[made.facts.kit, True, True]]


def test_subjects_come_back_after_ten_decks_and_keys_never(book):
    for number in range(DECKS_APART + 1):
        one = dealt("K", f"a/{number}")
        book.confirm(book.reserve(lambda seen, one=one: one), one)
    subjects, keys = seen_by(book)
    assert subjects == {str(number) for number in range(1, DECKS_APART + 1)}
    assert keys == {"a/1", "a/2", "a/3"}


@pytest.mark.parametrize(("newest", "resting"), [(FRAME_REST - 1, {"p/new", "p/old"}), (FRAME_REST, {"p/new"})])
def test_topics_rest_while_the_decks_since_hold_too_few_pairs(book, newest, resting):
    for topic, pairs in (("oldest", 3), ("old", 3), ("new", newest)):
        one = dealt("K", *(f"p/{topic}/{number}" for number in range(pairs)))
        book.confirm(book.reserve(lambda seen, one=one: one), one)
    found = []
    book.settle(book.reserve(lambda seen: found.append(seen.frames) or dealt("NONE")))
    assert found == [resting]


def test_ctrl_c_at_any_instruction_of_a_transaction_bars_nobody(book, monkeypatch):
    """Least of all the program that was ended: it gives its reservation back."""
    monkeypatch.setattr(ledger, "KIND", ledger.KIND._replace(busy_s=0.0))
    number = book.reserve(lambda _seen: dealt("A", "a/1"))
    assert broken_off(ledger, lambda: book.place(number, Path("facts.json"))) > 50


def test_clearing_forgets_everything(book):
    book.confirm(book.reserve(lambda seen: dealt("K", "a/1")), dealt("K", "a/1"))
    assert book.clear() == 1
    assert seen_by(book) == [frozenset(), set()]


def kept(path):
    book = Ledger(path, now=lambda: 1_700_000_000.0)
    for number in range(3):
        deck = dealt(f"AAAA-A{number}", *(f"cabinet/wake/{number}-{fact}" for fact in range(400)))
        book.confirm(book.reserve(lambda seen, deck=deck: deck), deck)
    return path.read_bytes()


DAMAGE = {
    "no database": lambda _data: b"not a database at all, but long enough to be looked at" * 40,
    "a head alone": lambda _data: b"SQLite format 3\0" + b"x" * 5000,
    "broken behind its first page": lambda data: data[:4096] + b"\xa5" * (len(data) - 4096),
    "a text that is none": lambda data: data.replace(b"AAAA-A1", b"AAAA\xffA1"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_corrupt_ledger_is_set_aside_said_and_play_goes_on(tmp_path, damage):
    path = tmp_path / "ledger.sqlite"
    data = DAMAGE[damage](kept(path))
    for number in (1, 2):
        path.write_bytes(data)
        with pytest.raises(Broken):
            Ledger(path).history()
        said = []
        assert Ledger(path).mended(lambda book: book.history(), said.append) == []
        assert f"set aside as {path}.broken-{number}" in said[0]
        assert path.with_name(f"ledger.sqlite.broken-{number}").read_bytes() == data
    if damage == "a text that is none":
        return  # a draw reads no kit codes
    path.write_bytes(data)
    with deal(Wish(pairs=3, seed=1, packs=("cabinet",)), path) as made:
        assert "set aside" in made.notes[0]
    assert len(Ledger(path).history()) == 1


def test_one_damaged_byte_never_ends_in_a_traceback(tmp_path):
    path = tmp_path / "ledger.sqlite"
    whole = kept(path)
    rng = Random(7)
    used = [at for at, byte in enumerate(whole) if byte]
    broken, said = 0, set()
    for at in rng.sample(used, tries(200)):
        data = bytearray(whole)
        data[at] ^= rng.randrange(1, 256)
        path.write_bytes(data)
        try:
            json.dumps([line._asdict() for line in Ledger(path).history()])
            Ledger(path).reserve(lambda seen: dealt("NONE", "a/1"))
        except Broken:
            broken += 1
        except FactError as error:
            said.add(str(error))
    assert broken
    assert all(sentence.isprintable() for sentence in said)


def test_a_ledger_of_the_first_liarsdeck_is_read(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(
            """
            CREATE TABLE IF NOT EXISTS deck (id INTEGER PRIMARY KEY AUTOINCREMENT, kit TEXT NOT NULL, at REAL NOT NULL,
                                             pairs INTEGER NOT NULL, dealt INTEGER NOT NULL);
            CREATE TABLE IF NOT EXISTS fact (key TEXT PRIMARY KEY, deck INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS fact_deck ON fact (deck);
            CREATE TABLE IF NOT EXISTS subject (deck INTEGER NOT NULL, name TEXT NOT NULL);
            CREATE INDEX IF NOT EXISTS subject_deck ON subject (deck);
            PRAGMA application_id = 0x4C494152;
            PRAGMA user_version = 1;
            INSERT INTO deck VALUES (1, 'K7Q4-9M', 1700000000, 1, 1);
            INSERT INTO fact VALUES ('a/1', 1);
            """
        )
    old.close()
    assert [(line.kit, line.at, line.keys) for line in Ledger(path).history()] == [("K7Q4-9M", 1.7e9, ("a/1",))]


@pytest.mark.parametrize(
    "full", ["UPDATE sqlite_sequence SET seq = 1 << 62 | (1 << 62) - 1", "UPDATE deck SET id = ~(1 << 63)"]
)
def test_a_ledger_without_a_number_left_is_set_aside(tmp_path, full):
    path = tmp_path / "ledger.sqlite"
    Ledger(path).reserve(lambda _seen: dealt("AAAA-AA", "a/1"))
    with contextlib.closing(sqlite3.connect(path)) as made:
        made.execute(full)
        made.commit()
    done = ran("factbank", "new", "--pairs", 3, "-o", "facts.json", "--ledger", path, cwd=tmp_path)
    assert done.returncode == 0
    assert "the ledger was broken; it was set aside" in done.stderr
    assert len(Ledger(path).history()) == 1


def test_signs_that_a_stranger_s_ledger_hides_reach_no_terminal(tmp_path):
    path = tmp_path / "ledger.sqlite"
    Ledger(path).history()
    with contextlib.closing(sqlite3.connect(path)) as made:
        made.execute("INSERT INTO deck (kit, at, pairs, dealt) VALUES ('\x1b[2J\x9b\u202e', 1, 1, 1)")
        made.execute("INSERT INTO fact VALUES ('\x9b/\u202e', 1)")
        made.commit()
    for options in ((), ("--json",)):
        done = ran("factbank", "history", "--ledger", path, *options)
        assert done.returncode == 0
        assert done.stdout.replace("\n", "").isprintable(), options
    assert json.loads(done.stdout)[0]["keys"] == ["\x9b/\u202e"]


def test_a_file_that_never_was_a_ledger_is_left_alone(tmp_path):
    path = tmp_path / "facts.json"
    path.write_bytes(b'{"format": 1, "pairs": "somebody wants to keep this"}' * 40)
    before = path.read_bytes()
    with pytest.raises(FactError, match="is no ledger"), deal(Wish(pairs=3, seed=1, packs=("cabinet",)), path):
        pass
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


HEAVY = "length(replace(hex(zeroblob(9)), '00', 'abc')) > 0"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 1 FROM n"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE TABLE photo (id)", "another program"),
        ("PRAGMA user_version = 99", "newer liarsdeck"),
        (f"ALTER TABLE deck RENAME TO old; CREATE VIEW deck AS {ENDLESS}", "no ledger of ours .it has 'deck'"),
        (f"CREATE TRIGGER never AFTER INSERT ON deck BEGIN INSERT INTO fact {ENDLESS}; END", "it has 'never'"),
        ("CREATE VIRTUAL TABLE found USING rtree(id, a, b)", "no ledger of ours"),
        (f"DROP TABLE subject; CREATE TABLE subject (deck, name, CHECK ({HEAVY}))", "it has 'subject'"),
        (f"ALTER TABLE subject ADD COLUMN more AS ({HEAVY})", "it has 'subject'"),
        (f"ALTER TABLE subject ADD COLUMN more DEFAULT ({HEAVY})", "it has 'subject'"),
        (f"CREATE INDEX heavy ON fact ({HEAVY})", "it has 'heavy'"),
        ("CREATE INDEX part ON fact (deck) WHERE deck > 1", "it has 'part'"),
    ],
)
def test_a_database_of_another_or_a_newer_program_is_left_alone(book, statement, said):
    if "photo" not in statement:
        book.history()
    with sqlite3.connect(book.path) as other:
        other.executescript(statement)
    before = book.path.read_bytes()
    with pytest.raises(FactError, match=said):
        book.history()
    assert book.path.read_bytes() == before
    with pytest.raises(FactError, match="can't be"):
        Ledger(book.path.parent).history()


@pytest.mark.parametrize("fails", [OSError, KeyboardInterrupt])
def test_nothing_is_entered_when_the_file_does_not_come_to_stand(tmp_path, fails):
    path = tmp_path / "ledger.sqlite"
    wish = Wish(pairs=4, seed=5, packs=("cabinet",))
    with pytest.raises(fails), deal(wish, path) as made:
        raise fails
    assert Ledger(path).history() == []
    with pytest.raises(FactError):
        kits.find(made.facts.kit)
    with deal(wish, path) as again:
        assert again.facts.kit == made.facts.kit


TWO = """
import sys
from pathlib import Path
from factbank.deal.deal import Wish, deal
for _ in range(4):
    with deal(Wish(pairs=5, seed=1), Path(sys.argv[1])) as made:
        print("\\n".join(pair.key for pair in made.facts.pairs))
"""


def test_two_programs_at_once_never_hand_out_the_same_pair(tmp_path):
    command = [sys.executable, "-c", TWO, str(tmp_path / "ledger.sqlite")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
    keys = [key for process in running for key in process.communicate()[0].split("\n") if key]
    assert [process.returncode for process in running] == [0, 0]
    assert len(keys) == len(set(keys)) == 40


def test_a_ledger_that_another_program_makes_meanwhile_is_a_ledger(tmp_path, monkeypatch):
    path = tmp_path / "ledger.sqlite"
    other = Thread(target=Ledger(path).history)

    class Watched(sqlite3.Connection):
        def execute(self, statement, *args):
            answer = super().execute(statement, *args)
            if ("application_id" in statement or "sqlite_master" in statement) and not other.ident:
                monkeypatch.undo()
                other.start()
                other.join(0.5)  # it is done by now, or waits for us
            return answer

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: connect(*args, factory=Watched, **more))
    assert Ledger(path).history() == []
    other.join()
    assert other.ident


def test_many_nights_repeat_no_key_and_no_subject_within_ten_decks(tmp_path):
    path = tmp_path / "ledger.sqlite"
    keys, recent = set(), []
    pairs, nights = (15, 60) if WHOLE else (6, DECKS_APART + 2)
    for night in range(nights):
        with deal(Wish(pairs=pairs, seed=night), path) as made:
            assert not any("last ten decks" in note for note in made.notes)
        fresh = {pair.key for pair in made.facts.pairs}
        assert not fresh & keys
        keys |= fresh
        with sqlite3.connect(path) as book:
            newest = book.execute("SELECT name FROM subject WHERE deck = (SELECT max(id) FROM deck)")
            subjects = {name for (name,) in newest}
        assert not subjects & set().union(*recent)
        recent = [*recent[-(DECKS_APART - 1) :], subjects]
    assert len(keys) == pairs * nights


def test_the_ledger_is_checked_and_copied_and_a_damaged_one_is_left_as_it_is(book, tmp_path):
    book.confirm(book.reserve(lambda seen: dealt("AAAA-AA", "a/1", "a/2")), dealt("AAAA-AA", "a/1", "a/2"))
    to, command = tmp_path / "b.sqlite", ("history", "--ledger", book.path)
    assert ran("factbank", *command, "--check").stdout == "the ledger is sound: 1 deck, 2 pairs\n"
    assert ran("factbank", *command, "--backup", to).returncode == 0
    assert Ledger(to).history() == book.history()
    assert to.stat().st_mode & 0o777 == 0o600
    assert ran("factbank", *command, "--export", tmp_path / "seen.json").returncode == 0
    assert (tmp_path / "seen.json").stat().st_mode & 0o777 == 0o600
    assert ran("factbank", *command, "--backup", ROOT / "LICENSE").returncode == 2
    assert ran("factbank", *command, "--backup", "-").returncode == 2
    data, good = bytearray(book.path.read_bytes()), to.read_bytes()
    data[data.index(b"CREATE TABLE deck") + 3] = 0xC4
    book.path.write_bytes(data)
    for words in (["--check"], ["--backup", to]):
        done = ran("factbank", *command, *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "damaged" in done.stderr
    assert (book.path.read_bytes(), to.read_bytes()) == (bytes(data), good)


GUESTS = ("Zebedee:he:zorbles", "Annabella:she:Fluffkins", "Quentin:they:a quarkmonger")
OF_GUESTS = ("zebedee", "zorbl", "annabel", "fluffkin", "quentin", "quarkmong")


def test_no_word_of_guests_stands_in_the_ledger_whatever_drew_the_facts(tmp_path, monkeypatch):
    """Nor one of their own jokes: of these there is a hash. A kit's file that names guests is entered nowhere."""
    monkeypatch.chdir(tmp_path)
    Path("own.csv").write_text("Zebedee fears his quarkmonger.,Zebedee loves his quarkmonger.\n")
    typed = "Annabella is afraid of Fluffkins\nAnnabella is fond of Fluffkins\n"
    assert ran("factbank", "ask", "--each", 1, "-o", "own.toml", lines=typed).returncode == 0
    guests = [word for guest in GUESTS for word in ("--guest", guest)]
    drawing = (
        ["factbank", "new", "--pairs", 9, *guests, "--jokes", "own.toml", "-o", "facts.json"],
        ["factbank", "import", "own.csv", "--pairs", 9, *guests, "-o", "filled.json"],
        ["cardgen", "kit", "liars-lair", *guests, "--booklet", "no", "-o", "drawn", "--players", 3],
        ["cardgen", "kit", "liars-lair", "--facts", "facts.json", "--booklet", "no", "-o", "named", "--players", 3],
        ["referee", "new", "liars-lair", "--facts", "facts.json", "--seat=Zebedee", "--seat=Annabella", "--seat=Ben"],
    )
    for words in drawing:
        made = ran(*words)
        assert made.returncode == 0, made.stderr
    for place in ("facts.json", "filled.json", "drawn/facts.json", "named/facts.json"):
        assert set(factfile.read(Path(place)).guests) == {"Zebedee", "Annabella", "Quentin"}
    assert {"Annabella is fond of Fluffkins."} <= {card.text for card in factfile.read(Path("facts.json")).cards}
    assert in_ledger(*OF_GUESTS) == []
    again = ran("factbank", "new", "--pairs", 9, "--jokes", "own.toml")
    assert "1 joke of your own was dealt before" in again.stderr


def test_no_pastime_pet_or_trade_is_read_in_the_ledger_and_its_facts_rest_all_the_same(tmp_path):
    words = {"swims": "swim", "a plumber": "plumber", "a tortoise called Otto": "tortoise"}  # “another plumber”
    guests = [word for number, said in enumerate(words) for word in ("--guest", f"Guest{number}:she:{said}")]
    for name in ("one.json", "two.json"):
        assert ran("factbank", "new", "--pairs", 9, "--seed", 5, *guests, "-o", tmp_path / name).returncode == 0
    one, two = ({pair.key for pair in factfile.read(tmp_path / name).pairs} for name in ("one.json", "two.json"))
    assert all(any(word in key for key in one) for word in words.values()), one
    assert not one & two
    kept = ledger_path().read_bytes()
    assert [word for word in words.values() if word.encode() in kept.lower()] == []


def test_a_fact_about_a_guest_that_an_earlier_version_entered_rests(book):
    name, found = "pastimes/swims-the-shark", []
    entry = dealt("AAAA-AA", f"{name}/to overtake")
    book.confirm(book.reserve(lambda _: entry), entry)
    with contextlib.closing(sqlite3.connect(book.path)) as database:
        database.execute("UPDATE fact SET key = ?", (entry.pairs[0][0],))  # as it was written then
        database.commit()

    def look(seen):
        found.append(
            (seen.frames, seen.rested(name), seen.rested("pastimes/climbs-reason"), seen.key(f"{name}/to overtake"))
        )
        return dealt("NONE")

    book.settle(book.reserve(look))
    assert found == [({name}, True, False, True)]


def test_a_joke_that_an_earlier_version_entered_with_its_subject_was_dealt(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(pack_text([Joke("Ann has a cat.", "Ann has no cat.")]), encoding="utf-8")
    (name,) = (line.split('"')[1] for line in path.read_text("utf-8").splitlines() if line.startswith("id = "))
    book = Ledger(ledger_path())
    entry = dealt("AAAA-AA", f"own/{name}/Ann")
    book.confirm(book.reserve(lambda _: entry), entry)
    again = ran("factbank", "new", "--jokes", path)
    assert again.returncode == 2
    assert "1 joke of your own was dealt before" in again.stderr
