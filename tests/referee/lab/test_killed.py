"""The command itself, killed or interrupted in the middle: --resume comes to the same digest."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.lab import run
from tests.programs import ran

OWN = """
import os, time
from pathlib import Path
from msgspec import Struct
from referee.core.game import Game
from referee.core.play import seat_actions

class Waits(Struct, frozen=True):
    game: Game
    def choose(self, view, seat, turns, rng):
        rows = os.environ.get("WAIT_FOR_KILL")
        while rows and Path(rows).is_file() and Path(rows).stat().st_size:
            time.sleep(0.02)
        return rng.choice(seat_actions(self.game, view, seat))
    def why(self, view, seat, turns, rng):
        return ""
"""
"""Plays at random; where it is to be killed, it waits for that as soon as a chunk is kept."""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_killed_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "own.py").write_text(OWN)
    words = ("lab", "red-and-black", "--option", "max_turns=1", "--strategies", tmp_path / "own.py", "--bots", "waits",
             "--games", "50", "--workers", "1")  # fmt: skip
    folder = tmp_path / "killed"
    env = {**os.environ, "WAIT_FOR_KILL": str(folder / run.ROWS)}
    args = [sys.executable, "-m", "referee", *map(str, words), "-o", str(folder)]
    with subprocess.Popen(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as command:
        while command.poll() is None and not (folder / run.ROWS).exists():
            time.sleep(0.02)
        while command.poll() is None and not (folder / run.ROWS).stat().st_size:
            time.sleep(0.02)
        command.send_signal(how)
        try:
            _, said = command.communicate(timeout=60)
        finally:
            command.kill()  # else it would wait for ever, and the test with it
    assert command.returncode != 0
    assert "Traceback" not in said
    assert sum(map(len, run.kept(folder).values())) == run.CHUNK
    gone_on = ran("referee", "lab", "--resume", "-o", folder)
    assert gone_on.returncode == 0, gone_on.stderr
    plan = run.planned(folder)
    run.begin(tmp_path / "whole", plan)
    run.go(tmp_path / "whole", plan, workers=1)
    assert f"digest {run.digest(run.rows_of(tmp_path / 'whole'))}" in gone_on.stderr
