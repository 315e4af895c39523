"""The console at a pseudo-terminal, with the bytes that reach it kept apart by who sees them."""

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time

import pytest

from referee.console.terminal import ENTER_ALTERNATE, LEAVE_ALTERNATE, WIPE
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.program import LIZARD
from tests.sampling import spread

pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))

LATE_S = 60  # nothing is timed: a machine may be busy


def _at_a_terminal():
    """Take the terminal, and the signals that a test run in the background was told to ignore."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Pty:
    """One program at a pseudo-terminal of ``columns`` × 24."""

    def __init__(self, *args, program=("-m", "referee"), term="xterm-256color", columns=80, env=None):
        self.fd, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        more = {"TERM": term, "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "", "LINES": "", **(env or {})}
        self.process = subprocess.Popen(
            [sys.executable, *program, *args],
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
            env={**os.environ, **more},
            preexec_fn=_at_a_terminal,  # noqa: PLW1509, Ctrl-C needs a controlling terminal
        )
        os.close(other)
        self.seen = ""

    def wait_for(self, words):
        """Read until the words were written after what was waited for before."""
        end = time.monotonic() + LATE_S
        begun = getattr(self, "place", 0)
        while (at := self.seen.find(words, begun)) < 0:
            if time.monotonic() > end or not self._read(end - time.monotonic()):
                raise AssertionError(f"{words!r} never came: {self.seen[begun:]!r}")
        self.place = at + len(words)
        return self

    def _read(self, timeout):
        if not select.select([self.fd], [], [], max(0, timeout))[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def type(self, text, then=None):
        os.write(self.fd, text.encode())
        return self.wait_for(then) if then else self

    def enter(self, text="", then=None):
        return self.type(text + "\r", then)

    def asked(self):
        """Wait until the program reads key by key: before that the kernel may take a Ctrl-C, and drop keys with it."""
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            assert self.process.poll() is None
            time.sleep(0.01)
        return self

    def end(self):
        """Return the exit status, having read everything."""
        while self._read(LATE_S):
            pass
        status = self.process.wait(LATE_S)
        os.close(self.fd)
        return status

    def shared(self):
        """What stood on the shared screen: everything outside the alternate one."""
        return re.sub(f"{re.escape(ENTER_ALTERNATE)}.*?{re.escape(LEAVE_ALTERNATE)}", "", self.seen, flags=re.DOTALL)


def begin(seat):
    seat.wait_for("first?").enter("a", "Ann deals first.").enter("9h", "9♥ is turned")
    return seat.wait_for("will you win")


def lines():
    with Journal(write=False) as journal:
        return list(Table(journal, 1).log.lines)


@pytest.mark.parametrize(("term", "columns"), spread(["xterm-256color", "dumb"], [80, 40]))
def test_a_game_at_a_terminal_without_colours(home, term, columns):
    seat = begin(Pty(*LIZARD, term=term, columns=columns, env={"NO_COLOR": "1"}))
    seat.enter("7", "cannot bid 7").enter("1", "Bob bids 1.").enter("0", "Cat bids 0.")
    seat.enter("undo", "(y/n)").enter("y", "Taken back").enter("0", "Cat bids 0.").enter("quit", "Saved")
    assert seat.end() == 0
    assert lines() == ["dealer Ann", "trump 9h", "Bob: bids 1", "Cat: bids 0"]
    assert ("\x1b[" in seat.seen) == (term != "dumb")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", seat.seen)


def test_ctrl_c_takes_back_a_line_and_leaves_a_private_screen_wiped_and_ctrl_d_saves(home):
    seat = begin(Pty(*LIZARD)).asked()
    seat.type("1").type("\x03").enter("0", "Bob bids 0.")
    seat.enter("look b", "PIN:").type("\x03", LEAVE_ALTERNATE).wait_for("will you win").asked().type("\x04", "Saved")
    assert seat.end() == 0


@pytest.mark.parametrize("plain", [False, True])
def test_what_is_private_is_wiped_before_the_shared_screen_returns(home, plain):
    seat = begin(Pty(*LIZARD, *(["--plain"] if plain else [])))
    seat.enter("b: holds", "PIN:").enter("4711", "Again:").enter("4711", "holds").enter("9s", "9♠")
    seat.wait_for("Enter: hide").enter("", LEAVE_ALTERNATE).wait_for("will you win").enter("q", "Saved")
    assert seat.end() == 0
    assert "Bob: holds 9s" in lines()
    for secret in ("9♠", "9s", "4711"):
        assert secret not in seat.shared()
    assert "4711" not in seat.seen
    before, _, after = seat.seen.partition(LEAVE_ALTERNATE)
    assert before.endswith(WIPE)
    assert after.startswith(WIPE)


SECRETS = ["note 17 Bob lies", "Ann: holds Qs", "hold Qs", "4711", "swordfish", "Qs 4d 9s"]


def test_a_secret_at_the_wrong_prompt_is_wiped_never_quoted_and_never_brought_back(home):
    """↑ brings back the bids, and of what was secret or might have been nothing; not even a refusal quotes it."""
    seat = begin(Pty(*LIZARD))
    seat.enter("1", "Bob bids 1.").enter("0", "Cat bids 0.").enter("0", "Ann bids 0.").wait_for("leads")
    for typed in SECRETS:
        secret = typed.split()[-1]
        seat.enter(typed, WIPE)
        place = seat.place
        seat.wait_for("Who?").enter("", "Say which").wait_for("leads") if secret == "lies" else seat.wait_for("leads")
        assert secret not in seat.seen[place:]
    seat.enter("bids 7", "cannot bid now").wait_for("leads")
    place = len(seat.seen)
    seat.type("\x1b[A", "bids 7")  # what was refused in the open comes back
    for _ in range(4):
        seat.type("\x1b[A")
        seat._read(0.3)
    seat.type("\x15").enter("history 2", "Cat bids 0").enter("quit", "Saved")
    assert seat.end() == 0
    assert not any(typed.split()[-1] in seat.seen[place:] for typed in SECRETS)


def test_a_closed_terminal_loses_nothing(home):
    seat = begin(Pty(*LIZARD))
    seat.enter("1", "Bob bids 1.")
    os.close(seat.fd)
    seat.process.wait(LATE_S)
    assert lines()[-1] == "Bob: bids 1"


@pytest.mark.parametrize(
    ("number", "plain"), [(signal.SIGTERM, []), (signal.SIGHUP, []), (signal.SIGQUIT, ["--plain"])], ids=str
)
def test_terminated_on_the_private_screen_it_is_wiped(home, number, plain):
    seat = begin(Pty(*LIZARD, *plain))
    seat.enter("look b", "Choose a PIN:")
    if number == signal.SIGQUIT:
        seat.type("\x1c")  # Ctrl-\, which the kernel sends to whoever sits at a plain terminal
    else:
        seat.process.send_signal(number)
    seat.wait_for(WIPE + LEAVE_ALTERNATE + WIPE)
    assert seat.end() == 128 + number


def test_killed_on_the_private_screen_resume_wipes_it(home):
    seat = begin(Pty(*LIZARD))
    seat.enter("look b", "Choose a PIN:")
    seat.process.kill()
    seat.end()
    seat = Pty("resume").wait_for(LEAVE_ALTERNATE + WIPE).wait_for("Bob, will you").enter("q", "Saved")
    assert seat.end() == 0
    assert "Last: 9♥ is turned" in seat.seen


GUESS = ["new", "liars-guess", "--seat", "Ann", "--bot", "Zoe", "--seed", "7"]
UNTIL_LET = """
import os
import select
from types import SimpleNamespace
from referee import cli
from referee.console import terminal

def think(_):
    with open(os.environ["GATE"]) as gate:
        while not select.select([gate], [], [], 0.05)[0]:
            pass  # a read without an end would not hear of a signal that came just before it

terminal.time = SimpleNamespace(sleep=think)
cli.main()
"""
"""The referee, whose bots think for as long as ``Zoe.thinks`` takes."""


class Zoe:
    """A table at which Ann has asked Zoe, a bot."""

    def __init__(self, folder):
        os.mkfifo(gate := folder / "gate")
        self.gate = gate
        self.seat = Pty(*GUESS, program=("-c", UNTIL_LET), env={"GATE": str(gate)})
        self.seat.wait_for("see your cards").enter("skip", "asks gt:").enter("rt3 asks r3", "Ann shows rt3")

    @contextlib.contextmanager
    def thinks(self):
        """Zoe has begun to think; she plays after the block."""
        for _ in range(100 * LATE_S):
            with contextlib.suppress(OSError):  # nobody reads yet
                handle = os.open(self.gate, os.O_WRONLY | os.O_NONBLOCK)
                break
            time.sleep(0.01)
        assert not shows_keys(self.seat)
        yield
        os.close(handle)


def shows_keys(seat):
    return bool(termios.tcgetattr(seat.fd)[3] & termios.ECHO)


def test_what_is_typed_while_a_bot_plays_is_neither_shown_nor_an_answer(home, tmp_path):
    """What Ann types would be her answer to Zoe's question, which is a secret and which she has not yet read."""
    zoe = Zoe(tmp_path)
    seat, place = zoe.seat, zoe.seat.place
    for typed, then in (("2\r3\r", "Zoe answers"), ("xyz", "Ann, how many")):
        with zoe.thinks():
            seat.type(typed)
        seat.wait_for(then)
    seat.enter("1", "Ann answers: 1 ")
    assert not re.search(r"^[23]|xyz", seat.seen[place:], flags=re.MULTILINE)
    seat.wait_for("asks gt:").asked().type("\x03", "Saved")
    assert seat.process.wait(LATE_S) == 130
    assert shows_keys(seat)
    seat.end()
    assert [line[:12] for line in lines()[-3:]] == ["Zoe: answers", "Zoe: shows g", "Ann: answers"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_terminal_whose_referee_is_ended_while_a_bot_plays_shows_keys_again(home, tmp_path, number):
    zoe = Zoe(tmp_path)
    with zoe.thinks():
        zoe.seat.process.send_signal(number)
        assert zoe.seat.process.wait(LATE_S) == 128 + number
    assert shows_keys(zoe.seat)
    zoe.seat.end()


@pytest.mark.parametrize("plain", [False, True])
def test_several_lines_that_come_at_one_question_are_all_taken(home, plain):
    """No bot plays between them: the first is answered, and the others wait for their questions."""
    seat = Pty(*LIZARD, *(["--plain"] if plain else [])).wait_for("first?")
    seat.type("a\r9h\r1\r0\r", "Bob bids 1.").wait_for("Cat bids 0.").wait_for("Ann").enter("quit", "Saved")
    assert seat.end() == 0
    assert ("\x1b" in seat.seen) is not plain
    assert lines() == ["dealer Ann", "trump 9h", "Bob: bids 1", "Cat: bids 0"]
