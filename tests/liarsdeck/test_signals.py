"""Ctrl-C, the system's word, a closed window, Ctrl-\\: one thing, and nothing is left half done."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import click
import pytest

from liarsdeck import cli, system
from liarsdeck.errors import UserError
from liarsdeck.serving import Stopping
from tests.sampling import some

ENDINGS = (signal.SIGINT, *system.ENDING)


@pytest.fixture(autouse=True)
def foreground():
    """Whoever starts the tests in the background has Ctrl-C ignored; no other test of this process is ended."""
    usual = {number: signal.signal(number, signal.default_int_handler) for number in ENDINGS}
    yield
    for number, handler in usual.items():
        signal.signal(number, handler)
    system._State.ended = None


def status(work):
    with pytest.raises(SystemExit) as left:
        cli.run(click.Command("work", callback=work), [])
    return left.value.code


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_each_unwinds_what_is_done_and_gives_the_shells_status(number, capfd):
    done = []

    def work():
        try:
            signal.raise_signal(number)
            done.append("not ended")
        finally:
            done.append("unwound")

    assert status(work) == 128 + number
    assert done == ["unwound"]
    assert capfd.readouterr().err.strip() == ""
    assert signal.getsignal(number) is signal.default_int_handler


def test_what_is_held_back_comes_afterwards_and_ending_wins_over_a_no():
    done = []

    def work():
        with system.signals_deferred():
            with system.signals_deferred():
                signal.raise_signal(signal.SIGTERM)
                signal.raise_signal(signal.SIGINT)
            done.append("whole")
        done.append("not ended")

    assert status(work) == 128 + signal.SIGTERM
    assert done == ["whole"]


def test_a_second_one_does_not_break_what_the_first_has_begun():
    done = []

    def work():
        try:
            signal.raise_signal(signal.SIGHUP)
        finally:
            signal.raise_signal(signal.SIGHUP)  # a shell sends it, and so does the window
            signal.raise_signal(signal.SIGINT)
            done.append("unwound")

    assert status(work) == 128 + signal.SIGHUP
    assert done == ["unwound"]


def test_a_library_that_swallows_it_ends_at_the_next_place_and_one_that_makes_its_own_fault_of_it_too(tmp_path):
    def swallows():
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGTERM)
        system.raise_if_ended()
        (tmp_path / "late").touch()

    assert status(swallows) == 128 + signal.SIGTERM
    assert not (tmp_path / "late").exists()

    def renames():
        try:
            signal.raise_signal(signal.SIGINT)
        except BaseException:
            raise RuntimeError("bad font") from None

    assert status(renames) == 130
    assert list(tmp_path.iterdir()) == []  # no report of a fault of ours


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_that_comes_where_no_exception_gets_out_is_not_lost(number, busy, capfd, monkeypatch):
    """On a busy machine a thread may take its time to begin, and what it sends comes too soon."""
    begin = threading.Thread.start
    if busy:
        monkeypatch.setattr(threading.Thread, "start", lambda thread: (begin(thread), time.sleep(0.05)))

    class Old:
        def __del__(self):
            signal.raise_signal(number)

    def work():
        old = Old()
        del old
        for _ in range(2000):
            time.sleep(0.01)
        raise UserError("not ended")

    assert status(work) == 128 + number
    assert capfd.readouterr().err.strip() == ""


def test_what_was_ignored_stays_ignored():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # nohup
    assert status(lambda: signal.raise_signal(signal.SIGHUP)) == 0


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_the_host_lets_go_of_its_phones_at_each(number):
    class Wire:
        closed = False

        def close(self):
            self.closed = True

    wire = Wire()
    server = Stopping.__new__(Stopping)
    server._stopping, server._captured_signals, server.should_exit, server.force_exit = wire.close, [], False, False
    with server.capture_signals():
        signal.raise_signal(number)
        assert (server.should_exit, wire.closed) == (True, True)
    assert signal.getsignal(number) is signal.default_int_handler


@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGHUP], 2))
def test_a_program_that_prints_a_kit_leaves_nothing(tmp_path, number):
    """The real program, ended where its folder is about to take its place."""
    code = (
        "import os, signal, sys\n"
        f"signal.signal({int(number)}, signal.default_int_handler if {int(number)} == 2 else signal.SIG_DFL)\n"
        "import cardgen.cli\n"
        "from liarsdeck import files\n"
        f"files.replace_folder = lambda *_: os.kill(os.getpid(), {int(number)})\n"
        "sys.argv = ['cardgen', 'kit', 'liars-lair', '--players', '3', '--booklet', 'no', '-o', 'out/kit']\n"
        "cardgen.cli.main()\n"
    )
    env = os.environ | {"LIARSDECK_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (128 + number, "", "")
    assert not (tmp_path / "out").exists()
    with contextlib.closing(sqlite3.connect(tmp_path / "home" / "ledger.sqlite")) as ledger:
        assert ledger.execute("SELECT count(*) FROM deck").fetchone() == (0,)
