"""Phones: from a tap until every screen has the new state, from the command to the code, memory, weight."""

import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Any

from factbank.kits import keep
from referee import games
from tests.bench.hard import report
from tests.bench.row import Row
from tests.referee.conformance import some_facts

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
SCREENS = 2
WARM_S = 3  # all templates are read when the code stands: before anybody taps, and on a busy machine too
TAPS, SPACE_S = 100, 0.1


@contextmanager
def household() -> Iterator[str]:
    """Give everything below a household of its own, with a kit for eight; its code comes out."""
    with report.household():
        keep(facts := some_facts(8 * 3, Random(1)))
        yield facts.kit


@contextmanager
def hosted(
    kit: str,
    name: str = "liars-lair",
    *options: str,
    program: Sequence[str] = ("-m", "referee"),
    stderr: IO[str] | int | None = None,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Host a game in a process of its own; its number and what it said come out."""
    facts = ("--kit", kit) if games.game(name).needs_facts else ()
    words = ("host", name, "--deal", *facts, *options, "--bind", "127.0.0.1", "--port", "0", "--json")
    process = subprocess.Popen([sys.executable, *program, *words], stdout=subprocess.PIPE, stderr=stderr, text=True)
    try:
        assert process.stdout is not None
        yield process.pid, json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


def rows() -> Iterator[Row]:
    """Yield the figures of a hosted table."""
    with household() as kit:
        begun = time.perf_counter()
        with hosted(kit) as (pid, said):
            yield Row("referee host: from the command to the code", time.perf_counter() - begun, "s", bound="≤ 1")
            times, spent, loaded = asyncio.run(_evening(said, pid))
            times.sort()
            note = f"over {len(times)} taps, each to {len(NAMES)} phones and {SCREENS} screens"
            yield Row("a tap, until all screens show it: half", times[len(times) // 2] * 1e3, "ms", note=note)
            late = times[int(0.95 * len(times))] * 1e3
            yield Row("a tap, until all screens show it: 95 of 100", late, "ms", bound="≤ 20")
            yield Row("a tap, in the server’s time on the processor", spent / len(times) * 1e3, "ms")
            if peak := report.memory_mb(pid):
                yield Row("memory of a hosted table", peak, "MB", bound="≤ 100")
            yield Row("all that a phone first loads, compressed", loaded / 1000, "kB", bound="≤ 140")


class Browser:
    """One screen: a connection to ask, and one that hears what happened."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.seq = port, "", -1
        self.rang = asyncio.Event()

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, path: str, body: object = None) -> bytes:
        """Return what comes back; on a connection that was closed meanwhile it is asked anew, as browsers do."""
        try:
            return await self._ask(path, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.open()
            return await self._ask(path, body)

    async def _ask(self, path: str, body: object) -> bytes:
        data = b"" if body is None else json.dumps(body).encode()
        kind = f"content-type: application/json\r\ncontent-length: {len(data)}\r\n" if body is not None else ""
        cookie = f"cookie: {self.cookie}\r\n" if self.cookie else ""
        method = "GET" if body is None else "POST"
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{cookie}{kind}\r\n"
        self.writer.write(head.encode() + data)
        headers = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        assert " 200" in headers[0], (path, headers[0])
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in headers[1:])}
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return await self.reader.readexactly(int(found["content-length"]))

    async def listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncookie: {self.cookie}\r\n\r\n".encode()
        )
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"data: "):
                self.seq = json.loads(line[6:])["seq"]
                self.rang.set()

    async def shows(self, seq: int, part: str) -> None:
        """Wait until this screen has fetched the state ``seq``, or a later one."""
        while self.seq < seq:
            self.rang.clear()
            await self.rang.wait()
        await self.ask(part)


def _spent(pid: int) -> float:
    """Return the seconds that a process had the processor, 0 where the system does not say."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Party:
    """Everybody at one hosted table: the host, the phones, the screens, each with its connections."""

    def __init__(self, port: int, names: Sequence[str] = NAMES) -> None:
        self.names = names
        self.host, self.phones = Browser(port), [Browser(port) for _ in names]
        self.screens = [Browser(port) for _ in range(SCREENS)]
        self.rng, self.taps = Random(7), 0
        self._beside: list[asyncio.Task[None]] = []

    async def sit(self, word: object, key: object) -> None:
        """Let all join, the phones sit down, and the host begin."""
        for one in (self.host, *self.phones, *self.screens):
            await one.open()
        await self.host.ask("/api/v1/join", {"host": key})
        for one in (*self.phones, *self.screens):
            await one.ask("/api/v1/join", {"word": word})
        for name, one in zip(self.names, self.phones, strict=True):
            await one.ask("/api/v1/claim", {"seat": name, "pin": "4711"})
        await self.host.ask("/api/v1/begin", {})

    async def listen(self) -> None:
        """Let all hear what happens, until ``leave``."""
        self._beside = [asyncio.create_task(one.listen()) for one in (*self.phones, *self.screens)]
        await asyncio.sleep(0.3)

    def leave(self) -> None:
        """Hear nothing any more."""
        for task in self._beside:
            task.cancel()

    async def again(self) -> None:
        """Let the host begin a rematch."""
        await self.host.open()  # a connection that said nothing for a while is closed
        await self.host.ask("/api/v1/rematch", {})

    async def line(self, name: str) -> tuple[Browser, dict[str, Any]]:
        """Return the phone of whoever is next, and what it may say."""
        phone = self.phones[self.names.index(name)]
        seat = json.loads(await phone.ask("/api/v1/seat"))
        quiet = [line for line in seat["legal"] if "declares" not in line or self.rng.random() < 0.1]
        self.taps += 1
        line = self.rng.choice(quiet or seat["legal"])
        return phone, {"line": line, "key": f"tap-{self.taps}", "seen": seat["seq"]}

    async def tap(self) -> float | None:
        """Let whoever is next say something; return the seconds until all screens show it, None between two games."""
        table = json.loads(await self.screens[0].ask("/api/v1/table"))
        if table["over"]:
            await self.again()
            return None
        phone, line = await self.line(next(turn["seat"] for turn in table["next"]))
        begun = time.perf_counter()
        done = json.loads(await phone.ask("/api/v1/line", line))
        waits = [one.shows(done["seq"], "/part/phone") for one in self.phones]
        await asyncio.gather(*waits, *(one.shows(done["seq"], "/part/screen") for one in self.screens))
        return time.perf_counter() - begun


async def _evening(said: dict[str, object], pid: int) -> tuple[list[float], float, int]:
    party = Party(int(str(said["port"])))
    await party.sit(said["word"], said["host"])
    loaded = await _weight(party.phones[0])
    await asyncio.sleep(WARM_S)
    await party.listen()
    times: list[float] = []
    spent = _spent(pid)
    for _ in range(TAPS):
        if (took := await party.tap()) is not None:
            times.append(took)
        await asyncio.sleep(SPACE_S)
    spent = _spent(pid) - spent
    party.leave()
    return times, spent, loaded


async def _weight(phone: Browser) -> int:
    """Return the bytes that a phone loads first, compressed: its page and all that this names."""
    seen, wanted, size = set[str](), ["/"], 0
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        data = await phone.ask(path)
        size += len(data) if path.partition("?")[0].endswith((".woff2", ".png")) else len(gzip.compress(data))
        if not path.partition("?")[0].endswith((".woff2", ".png", ".svg", ".js")):
            found = re.findall(r'(?:src|href)="(/static/[^"#]+)|url\("?([^)"#]+)', data.decode("utf-8", "replace"))
            names = [one or other for one, other in found]
            wanted += [name if name.startswith("/") else f"/static/{name}" for name in names if "data:" not in name]
    return size
