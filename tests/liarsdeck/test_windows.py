"""Windows, played: files, folders, locks, names, consoles and closed windows as that system has them."""

import contextlib
import getpass
import io
import os
import signal
import socket
import stat
import subprocess
import sys

import click
import pytest

from factbank.deal.ledger import Dealt, Ledger
from liarsdeck import cli, files, system
from liarsdeck.errors import UserError
from liarsdeck.serving import listen
from referee.console.terminal import Terminal
from referee.store.journal import Journal
from referee.store.lock import TableHeld, TableLock
from tests.liarsdeck.windows import Kernel, play
from tests.programs import ran

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Windows is played on Linux")


@pytest.fixture
def windows(monkeypatch):
    return play(monkeypatch)


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


# -------------------------------------------------------------------------------------------------------- files


@pytest.mark.usefixtures("windows")
def test_files_and_folders_are_written_whole_and_nothing_is_left_beside(tmp_path):
    files.write_atomic(tmp_path / "a" / "deck.pdf", b"old")
    files.write_atomic(tmp_path / "a" / "deck.pdf", b"new")
    for text in (b"old", b"new"):
        with files.whole_folder(tmp_path / "kit") as inside:
            (inside / "deck.pdf").write_bytes(text)
    assert names(tmp_path) == ["a", "a/deck.pdf", "kit", "kit/deck.pdf"]
    assert (tmp_path / "a" / "deck.pdf").read_bytes() == (tmp_path / "kit" / "deck.pdf").read_bytes() == b"new"


@pytest.mark.usefixtures("windows")
def test_a_print_that_is_open_in_a_viewer_stays_and_is_said_to_be_open(tmp_path):
    place, kit = tmp_path / "deck.pdf", tmp_path / "kit"
    for path in (place, kit / "deck.pdf"):
        files.write_atomic(path, b"old")
    with place.open("rb"), pytest.raises(OSError, match="open in another program") as refused:
        files.write_atomic(place, b"new")
    assert refused.value.filename == str(place)
    with (
        (kit / "deck.pdf").open("rb"),
        pytest.raises(OSError, match="open in another program") as refused,
        files.whole_folder(kit) as inside,
    ):
        (inside / "deck.pdf").write_bytes(b"new")
    assert refused.value.filename == str(kit)
    assert names(tmp_path) == ["deck.pdf", "kit", "kit/deck.pdf"]
    assert place.read_bytes() == (kit / "deck.pdf").read_bytes() == b"old"


@pytest.mark.usefixtures("windows")
def test_a_virus_scanner_that_looks_into_a_new_file_is_waited_for(tmp_path, monkeypatch):
    usual, tried = os.replace, []

    def scanned(old, new):
        tried.append(old)
        if len(tried) < 3:
            raise PermissionError(13, "Access is denied", str(old))
        usual(old, new)

    monkeypatch.setattr(os, "replace", scanned)
    files.write_atomic(tmp_path / "deck.pdf", b"new")
    assert (tmp_path / "deck.pdf").read_bytes() == b"new"


@pytest.mark.usefixtures("windows")
def test_a_print_has_the_rights_of_the_folder_it_goes_to(tmp_path):
    """A folder made for its owner alone hands that on to what is made in it, and a file keeps its rights when moved."""
    with files.staging_dir(tmp_path / "deck.pdf") as room:
        assert stat.S_IMODE(room.stat().st_mode) != 0o700


@pytest.mark.usefixtures("windows")
def test_a_room_in_use_is_swept_by_nobody_and_a_dead_one_at_once(tmp_path):
    with files.staging_dir(tmp_path / "deck.pdf") as room:
        (room / "new").write_bytes(b"half")
        files.sweep(tmp_path)
        assert (room / "new").exists()
    dead = tmp_path / ".deck.pdf.abcdefgh.liarsdeck"
    (dead / "old" / "kit").mkdir(parents=True)
    (dead / "held").touch()
    files.sweep(tmp_path)
    assert names(tmp_path) == ["kit"]


@pytest.mark.usefixtures("windows")
def test_what_is_for_reading_only_and_folders_need_no_flush(tmp_path, monkeypatch):
    def denied(path, flags, _mode=0o777):
        raise PermissionError(13, "Permission denied", str(path))

    system.CURRENT_OS.sync(tmp_path)
    (tmp_path / "a.txt").touch()
    system.CURRENT_OS.sync(tmp_path / "a.txt")
    monkeypatch.setattr(os, "open", denied)
    system.CURRENT_OS.sync(tmp_path / "a.txt")


# -------------------------------------------------------------------------------------------------------- locks


@pytest.mark.usefixtures("windows")
def test_a_table_is_kept_by_one_referee_who_is_named_to_the_other(tmp_path):
    path = tmp_path / "locks" / "1.lock"
    with TableLock(path, "table 1") as held:
        held.says("hosted at http://192.168.1.20:7777")
        with pytest.raises(TableHeld, match=r"table 1 \(hosted at http"), TableLock(path, "table 1"):
            pass
    assert not path.exists()
    with TableLock(path, "table 1") as held:
        assert not held.left_behind


@pytest.mark.usefixtures("windows")
def test_a_lock_that_somebody_looks_into_as_it_is_left_holds_nobody_up(tmp_path):
    path = tmp_path / "1.lock"
    with contextlib.ExitStack() as stack:
        with TableLock(path, "table 1"):
            stack.enter_context(path.open("rb"))
        with TableLock(path, "table 1") as held:
            assert not held.left_behind


def test_a_folder_that_can_lock_nothing_is_said_and_nobody_is_blamed(tmp_path, monkeypatch):
    def no_locks(_handle):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(system.CURRENT_OS, "lock", no_locks)
    with pytest.raises(UserError, match=r"can't be locked \(No locks available\).*LIARSDECK_HOME") as refused:
        TableLock(tmp_path / "1.lock", "table 1").__enter__()
    assert not isinstance(refused.value, TableHeld)


@pytest.mark.usefixtures("windows")
def test_journal_and_ledger_are_copied_set_aside_and_begun_anew(tmp_path):
    deck = Dealt("AAAA-AA", (("a/1", ("a",)),))
    book = Ledger(tmp_path / "ledger.sqlite")
    book.confirm(book.reserve(lambda _seen: deck), deck)
    book.back_up(tmp_path / "copy.sqlite")
    book.back_up(tmp_path / "copy.sqlite")
    assert len(Ledger(tmp_path / "copy.sqlite").history()) == 1
    for path in (tmp_path / "ledger.sqlite", tmp_path / "tables.sqlite"):
        path.write_bytes(b"SQLite format 3\0" + bytes(50))
    said = []
    book.mended(lambda ledger: ledger.confirm(ledger.reserve(lambda _seen: deck), deck), said.append)
    assert "set aside" in said[0]
    (tmp_path / "tables.sqlite").unlink()
    with Journal(tmp_path / "tables.sqlite") as journal:
        number = journal.create("lizard", "", ["Ann", "Bob"])
        with journal.hold(number):
            journal.check()


# ------------------------------------------------------------------------------------------------------ programs


@pytest.mark.usefixtures("windows")
def test_the_programs_deal_print_and_play(tmp_path):
    env = {"LIARSDECK_HOME": str(tmp_path / "home")}

    def does(program, *words, lines=""):
        done = ran(program, *words, cwd=tmp_path, env=env, lines=lines)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        return done.stdout

    for _ in range(2):
        does("factbank", "new", "--players", "3", "--each", "2", "--pack", "cabinet", "--length", "any", "-o", "f.json")
        does("cardgen", "extras", "lizard", "--only", "scores", "-o", "extras")
    seats = ("--seat", "Ann", "--seat", "Bob", "--seat", "Cat")
    does("referee", "new", "lizard", *seats, "--option", "rounds=1", lines="dealer Ann\ntrump 9h\nBob: bids 1\n")
    does("referee", "resume", lines="Cat: bids 0\nAnn: bids 0\n")
    does("referee", "export", "-o", "game.txt")
    does("referee", "tables", "--backup", "tables.copy")
    does("referee", "tables", "--check")
    assert (tmp_path / "game.txt").read_bytes().count(b"bids") == 3
    assert not [path for path in tmp_path.rglob("*") if files.STAGING_NAME.fullmatch(path.name)]


GUARDED = """
import os, signal, subprocess, sys
from types import SimpleNamespace
for name in ("fcntl", "termios", "pwd", "resource", "grp", "tty", "pty", "readline", "curses"):
    sys.modules[name] = None
sys.modules["msvcrt"] = SimpleNamespace(locking=None, LK_NBLCK=2, get_osfhandle=None)
import asyncio.events, click, getpass, msgspec, shutil, socket, sqlite3, tempfile
for name in ("O_DIRECTORY", "O_NOFOLLOW", "geteuid", "getuid", "fork", "mkfifo"):
    delattr(os, name)
for name in ("SIGHUP", "SIGQUIT"):
    delattr(signal, name)
sys.platform = "win32"
signal.SIGBREAK = signal.SIGUSR1
import liarsdeck.cli, liarsdeck.sqlite, referee.cli, referee.console.terminal
import referee.store.journal, factbank.deal.ledger
from liarsdeck import system, system
assert type(system.CURRENT_OS) is system.Windows
assert system.ENDING == (signal.SIGTERM, signal.SIGBREAK)
"""


def test_what_only_other_systems_have_is_not_asked_for_on_windows():
    subprocess.run([sys.executable, "-c", GUARDED], check=True)


# ------------------------------------------------------------------------------------------------------- consoles


class Screen(io.StringIO):
    def fileno(self):
        return 1


@pytest.mark.parametrize(
    ("kernel", "wipes"),
    [(Kernel(), True), (Kernel(virtual=False), False), (Kernel(console=False), False)],
    ids=["a console", "an old console", "no console"],
)
def test_a_console_is_told_to_obey_or_the_private_screen_is_not_offered(monkeypatch, kernel, wipes):
    monkeypatch.delenv("TERM", raising=False)
    play(monkeypatch, kernel)
    terminal = Terminal(Screen())
    assert terminal.wipes is wipes
    assert bool(kernel.mode & 4) is wipes
    with terminal.alone():
        terminal.say("the ace")
    assert ("\x1b[" in terminal.out.getvalue()) is wipes


@pytest.mark.usefixtures("windows")
def test_what_is_no_file_of_the_system_is_no_console():
    assert not Terminal(io.StringIO()).wipes


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("keys", "typed"), [("4711\r", "4711"), ("48\b711\n", "4711"), ("\x03", KeyboardInterrupt), ("\x1a\r", EOFError),
                        ("\x04\r", EOFError)]
)  # fmt: skip
def test_a_pin_is_read_key_by_key_and_shown_to_nobody(monkeypatch, keys, typed):
    shown, coming = [], iter(keys)
    console = sys.modules["msvcrt"]
    console.getwch, console.putwch = lambda: next(coming), shown.append
    monkeypatch.setattr(getpass, "msvcrt", console, raising=False)
    monkeypatch.setattr(getpass, "getpass", getpass.win_getpass)
    monkeypatch.setattr(sys, "__stdin__", sys.stdin)
    terminal = Terminal(Screen())
    if isinstance(typed, str):
        assert terminal.secret("PIN: ") == typed
    else:
        with pytest.raises(typed):
            terminal.secret("PIN: ")
    assert "".join(shown).replace("\r", "").replace("\n", "") == "PIN: "


@pytest.mark.usefixtures("windows")
def test_keys_that_were_pressed_while_bots_played_are_taken_out_of_the_console(monkeypatch):
    pressed = [*"\xe0Hy\r"]  # an arrow is two of them
    console = sys.modules["msvcrt"]
    console.kbhit, console.getwch = lambda: bool(pressed), lambda: pressed.pop(0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\n"))
    terminal = Terminal(Screen())
    with terminal.silent():
        terminal.wait(card=False)
        assert terminal.ask("How many? ") == "2"
        assert pressed == []
        pressed.append("3")  # when no bot plays
        with pytest.raises(EOFError):
            terminal.ask("And now? ")
    assert pressed == ["3"]


# ---------------------------------------------------------------------------------------------- system and sockets


def test_a_closed_window_unwinds_what_is_done(windows, monkeypatch):
    monkeypatch.setattr(system, "ENDING", (signal.SIGTERM, signal.SIGUSR1))  # as SIGBREAK, which is the last there
    monkeypatch.setattr(signal, "getsignal", lambda _number: signal.SIG_DFL)
    done = []

    def work():
        try:
            assert windows.close()
            for _ in range(1000):
                done[:] = ["not ended"]
        finally:
            done.append("unwound")

    with pytest.raises(SystemExit) as left:
        cli.run(click.Command("work", callback=work), [])
    assert left.value.code == 128 + signal.SIGUSR1
    assert done[-1] == "unwound"
    assert windows.asked == []


def test_ctrl_c_is_left_to_who_hears_it(windows):
    with system.CURRENT_OS.closing(lambda: pytest.fail("ended")):
        assert not windows.asked[0](0)


def test_a_port_is_shared_with_nobody(windows, monkeypatch):
    """What is called reusing an address lets a second program listen at a taken port there."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with listen("127.0.0.1", 0) as made:
        assert not made.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        assert made.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


@pytest.mark.usefixtures("windows")
def test_signs_that_a_pipe_there_does_not_know_are_no_fault(tmp_path, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as left:
        cli.run(click.Command("say", callback=lambda: click.echo("◆ 5♥ “é”")), [])
    assert left.value.code == 0
    assert out.buffer.getvalue().decode("cp1252").strip() == "? 5? “é”"
    monkeypatch.undo()
    monkeypatch.setattr(sys, "stdout", out)
    files.write_stdout("◆".encode())
    assert out.buffer.getvalue().endswith("◆".encode()), "what is a file's content is the same bytes on every system"
