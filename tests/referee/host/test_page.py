"""docs/host.md: its session of curl runs, against the real server; and the server is killed, and goes on."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from referee.store.journal import Journal
from referee.store.lock import TableHeld

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


class Server:
    """A real one, on this machine's own address."""

    def __init__(self, *args, says=("--json",)):
        command = [sys.executable, "-m", "referee", "host", *args, "--bind", "127.0.0.1", "--port", "0", *says]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True)
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.said = json.loads(line) if says == ("--json",) else self._read(line)

    def _read(self, line):
        """Read what a host reads in the terminal."""
        assert line == "Everybody on this Wi-Fi: point a camera at this.\n"
        shown = [*iter(self.process.stdout.readline, "Ctrl-C: everything is saved\n")]
        assert sum("█" in one for one in shown) > 8, "no code to scan"
        address, word = re.search(r"^  or type  (\S+)  and the word  (\S+)$", "".join(shown), re.MULTILINE).groups()
        assert re.fullmatch(rf"The big screen: http://{re.escape(address)}/screen#\S{{32}}\n", shown[-1])
        return {"address": f"http://{address}", "word": word}

    def ask(self, path, body=None, cookie=""):
        data = None if body is None else json.dumps(body).encode()
        headers = {"cookie": cookie, "content-type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(self.said["address"] + path, data, headers)) as answer:
            return json.loads(answer.read()), (answer.headers["set-cookie"] or "").partition(";")[0]

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def serve(household):
    made = []

    def start(*args, **how):
        made.append(Server(*args, **how))
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


def run(command, **how):
    return subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, **how)


def pattern(line):
    return re.escape(line).replace("…", ".*")


@pytest.mark.skipif(shutil.which("curl") is None or shutil.which("bash") is None, reason="no curl")
def test_the_session_on_the_page(serve, tmp_path):
    command = BLOCKS[0].split()
    server = serve(*command[2 : command.index("--bind")])
    assert set(server.said) == {"address", "word", "host", "screen", "port", "table"}
    names = {"TABLE": server.said["address"], "WORD": server.said["word"], "HOST": server.said["host"]}
    script = "\n".join(BLOCKS[1:])
    ran = "\n".join(f"{line}; echo" if line.startswith("curl") else line for line in script.splitlines())
    done = run(["bash", "-eu", "-c", ran], cwd=tmp_path, env=os.environ | names)
    assert done.returncode == 0, done.stderr
    want = [line[2:] for line in script.splitlines() if line.startswith("# ")]
    found = done.stdout.split("\n")[:-1]
    assert len(found) == len(want), done.stdout
    for one, other in zip(found, want, strict=True):
        assert re.fullmatch(pattern(other), one), f"{other}\n{one}"
    status, out, err = server.end()
    assert (status, out) == (0, "")
    assert not err


def test_killed_and_started_again_it_goes_on(serve, household):
    server = serve("liar-poker", "--deal")
    cookies = {}
    for name in ("Ann", "Bob"):
        _, cookies[name] = server.ask("/api/v1/join", {"word": server.said["word"]})
        server.ask("/api/v1/claim", {"seat": name, "pin": "4711"}, cookies[name])
    _, host = server.ask("/api/v1/join", {"host": server.said["host"]})
    server.ask("/api/v1/begin", {}, host)
    seen = server.ask("/api/v1/seat", None, cookies["Ann"])[0]
    tap = {"line": "Ann: bets small", "key": "tap-1", "seen": seen["seq"]}
    done, _ = server.ask("/api/v1/line", tap, cookies["Ann"])
    with (
        Journal(household / "tables.sqlite", write=False) as journal,
        pytest.raises(TableHeld, match=r"hosted at http://127"),
    ):
        journal.hold(1).__enter__()
    resumed = run([sys.executable, "-m", "referee", "resume"], cwd=ROOT)
    assert (resumed.returncode, resumed.stdout) == (2, "")
    held = f"Another referee keeps table 1 (hosted at {server.said['address']})"
    assert resumed.stderr == f"referee: {held}: close it there, or look on with --watch.\n"
    server.end(signal.SIGKILL)
    again = serve(says=("--no-open",))
    assert again.said["word"] == server.said["word"]
    assert again.ask("/api/v1/line", tap, cookies["Ann"])[0] == done
    after = again.ask("/api/v1/seat", None, cookies["Ann"])[0]
    assert after["hidden"]["hands"] == seen["hidden"]["hands"]
    assert after["next"] == [{"seat": "Bob", "verbs": ["bets", "folds"]}]
