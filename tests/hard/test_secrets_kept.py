"""What a whole evening at a terminal leaves behind: no PIN, no hand, no note, anywhere but in the journal."""

import stat
from pathlib import Path

import pytest

pytest.importorskip("pty")

from tests.referee.console.test_pty import LIZARD, Pty, begin

PIN, NOTE, CARD = "48213579", "notewortheee", "9s"


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="no process list to look at")
def test_an_evening_leaves_no_secret_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HISTFILE", str(tmp_path / ".bash_history"))
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "data"))
    seat = begin(Pty(*LIZARD))
    seat.enter("b: holds", "PIN:").enter(PIN, "Again:").enter(PIN, "holds").enter(CARD, "9♠")
    seat.wait_for("Enter: hide").enter(f"note 9s {NOTE}", NOTE).wait_for("Enter: hide")
    for what in ("cmdline", "environ", "comm"):
        told = Path(f"/proc/{seat.process.pid}/{what}").read_bytes()
        assert not any(secret.encode() in told for secret in (PIN, NOTE)), what
    seat.enter("", "will you win").type("\x1b[A").enter("", None)  # up: the history of what was typed
    seat.enter("q", "Saved")
    assert seat.end() == 0
    shared = seat.shared()
    assert not any(secret in shared for secret in (PIN, NOTE, "9♠", "9s"))
    assert PIN not in seat.seen
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} <= {"data", "locks"}, "something was written elsewhere"
    for path in files:
        data = path.read_bytes()
        assert PIN.encode() not in data, path
        assert NOTE.encode() not in data or path.name.startswith("tables.sqlite"), path
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    assert not stat.S_IMODE((tmp_path / "data").stat().st_mode) & 0o077


def test_no_option_takes_a_pin():
    """What is written on a command line stands in the shell's history and in the process list."""
    from referee.cli import program

    for name in program.lazy:
        command = program.get_command(None, name)
        options = [option for parameter in command.params for option in parameter.opts]
        assert not any("pin" in option.lower().strip("-").split("-") for option in options), name
