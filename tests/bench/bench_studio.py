"""The studio as it is used: how soon it is there, what a change costs until its page is drawn, what fifty leave behind.

It runs as a program of its own and is asked by HTTP, so a change is all that a browser waits for: the form, the page
and its picture. Times are by the clock, and beside them the processor's, of server and drawing together: what the clock
would say on a machine with nothing else to do.
"""

import gzip
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Protocol
from urllib.parse import urlencode

from referee.games import REGISTRY
from tests.bench.row import Row

LOOKS = [
    {
        "deck-theme": theme, "ink": ink, "ground": ground, "card": card, "back-ink": backs, "indices": corners,
        "paper": paper, "how": how,
    }
    for theme in ("harlequin", "lacquer", "seaside") for ink in ("full", "low") for ground in ("paper", "white")
    for card in ("poker", "bridge", "tcg", "tarot") for backs in ("full", "low") for corners in ("normal", "jumbo")
    for paper in ("a4", "letter") for how in ("long", "short", "fold", "fronts")
]  # fmt: skip
"""Every look is new to the studio: what it has drawn before it keeps, and that would be no change. Of the
first two sheets page after page is looked at, fronts and backs."""
FIFTY = 50
_TICK = os.sysconf("SC_CLK_TCK")


def rows() -> Iterator[Row]:
    """Yield a row for each figure."""
    begun = time.perf_counter()
    with studio() as browser:
        page = browser.get("")
        took = time.perf_counter() - begun
        cost = browser.processor(drawing=False)
        yield Row(
            "studio: from the command to its first page", took, "s", bound="≤ 1", note=f"server {cost:.2f} s of CPU"
        )
        files = [
            browser.get(found[1:], root="")
            for found in re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', page.decode())
        ]
        whole = len(page) + sum(map(len, files))
        yield Row(
            "studio: the first page",
            len(page) / 1000,
            "kB",
            note=f"{len(gzip.compress(page))} B packed; {whole / 1000:.1f} kB with style and script",
        )
        for game in REGISTRY:
            yield from _changes(browser, game)
        yield Row("studio: memory of all its processes, after all these changes", browser.memory(), "MB", bound="< 250")


@contextmanager
def studio() -> Iterator["_Browser"]:
    """Run `cardgen studio` in a household of its own; yield what asks it."""
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, "-m", "cardgen", "studio", "--no-open", "--quiet", "--port", "0"]
        program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "LIARSDECK_HOME": home})
        try:
            assert program.stdout is not None
            yield _Browser(program.pid, program.stdout.readline().strip())
        finally:
            program.terminate()
            program.wait()


class Asks(Protocol):
    """What asks a studio as the script of its page does."""

    def get(self, path: str) -> bytes:
        """Return what lies below the studio's address."""

    def post(self, path: str, **form: str) -> bytes:
        """Return the page that answers a form."""


def change(browser: Asks, number: int, look: dict[str, str]) -> float:
    """Change the look of a kit; return the seconds until one of the first pages is there to see."""
    begun = time.perf_counter()
    page = browser.post(f"do/words?page={number % 4}", step="look", **look).decode()
    (picture,) = re.findall(r'id="seen"\s+src="/[^/]+/([^"]+)"', page)
    browser.get(picture)
    return time.perf_counter() - begun


def _changes(browser: "_Browser", game: str) -> Iterator[Row]:
    browser.post("do/game", step="guests", to="guests", game=game)
    clock, cost = [], []
    for number, look in enumerate(Random(22).sample(LOOKS, FIFTY + 1)):
        before, took = browser.processor(), change(browser, number, look)
        if number:  # the first is the one that a newcomer waits for anyhow
            clock.append(1000 * took)
            cost.append(1000 * (browser.processor() - before))
    clock.sort()
    cost.sort()
    at = int(0.95 * FIFTY) - 1
    note = f"{FIFTY} changes; median {clock[FIFTY // 2]:.0f}; of CPU {cost[at]:.0f}, median {cost[FIFTY // 2]:.0f}"
    yield Row(f"studio: a change, {game}, 95 of 100", clock[at], "ms", bound="≤ 300", note=note)


class _Browser:
    """Asks as the page's script does; knows what the studio and its processes use."""

    def __init__(self, pid: int, address: str) -> None:
        self._pid = pid
        host, _, key = address.removeprefix("http://").partition("/")
        self._wire = http.client.HTTPConnection(host, timeout=120)
        self._wire.request("GET", f"/{key}")
        answer = self._wire.getresponse()
        answer.read()
        self._cookie = answer.headers["set-cookie"].partition(";")[0]
        self._root = answer.headers["refresh"].partition("=/")[2]

    def get(self, path: str, *, root: str | None = None) -> bytes:
        return self._asked("GET", f"/{self._root if root is None else root}{path}", None)

    def post(self, path: str, **form: str) -> bytes:
        return self._asked("POST", f"/{self._root}{path}", urlencode(form))

    def _asked(self, method: str, path: str, body: str | None) -> bytes:
        headers = {"x-part": "1", "cookie": self._cookie} | (
            {"content-type": "application/x-www-form-urlencoded"} if body else {}
        )
        self._wire.request(method, path, body, headers)
        answer = self._wire.getresponse()
        data = answer.read()
        if answer.status == 303:
            return self._asked("GET", answer.headers["location"], None)
        assert answer.status == 200, (path, answer.status, data[:200])
        return data

    def _pids(self) -> list[int]:
        children = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text("ascii").split()
        return [self._pid, *map(int, children)]

    def processor(self, *, drawing: bool = True) -> float:
        """Return the seconds of the processor that were used so far."""
        pids = self._pids() if drawing else [self._pid]
        fields = (Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split() for pid in pids)
        return sum(int(field[11]) + int(field[12]) for field in fields) / _TICK

    def memory(self) -> float:
        """Return the MB that all processes hold now, what they share counted in each."""
        said = (Path(f"/proc/{pid}/statm").read_text("ascii").split() for pid in self._pids())
        return sum(int(fields[1]) for fields in said) * os.sysconf("SC_PAGE_SIZE") / 1e6
