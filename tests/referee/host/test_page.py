"""docs/host.md: its session of curl runs, against the real server."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="no curl")
def test_the_session_on_the_page(household, tmp_path):
    words, script = BLOCKS[0].split(), "\n".join(BLOCKS[1:])
    ran = "\n".join(f"{line}; echo" if line.startswith("curl") else line for line in script.splitlines())
    command = [sys.executable, "-m", *words[: words.index("--bind")], "--bind", "127.0.0.1", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True) as server:
        try:
            said = json.loads(server.stdout.readline() or server.stderr.read())
            names = {"TABLE": said["address"], "WORD": said["word"], "HOST": said["host"]}
            how = {"cwd": tmp_path, "env": os.environ | names, "stdin": subprocess.DEVNULL, "text": True}
            done = subprocess.run(["bash", "-eu", "-c", ran], check=False, capture_output=True, **how)
        finally:
            server.send_signal(signal.SIGINT)
            told = server.communicate(timeout=60)
    assert (server.returncode, told) == (0, ("", ""))
    assert set(said) == {"address", "word", "host", "screen", "port", "table"}
    assert done.returncode == 0, done.stderr
    want = [line[2:] for line in script.splitlines() if line.startswith("# ")]
    found = done.stdout.split("\n")[:-1]
    assert len(found) == len(want), done.stdout
    for one, other in zip(found, want, strict=True):
        assert re.fullmatch(re.escape(other).replace("…", ".*"), one), f"{other}\n{one}"
