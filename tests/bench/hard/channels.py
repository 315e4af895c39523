"""What time and size tell another seat: twins that differ in one secret, for each game, over real sockets.

One evening is kept on the disk at a moment when somebody chooses in secret, or two evenings whose hands differ but for
one party's. Each is opened again and again, one secret thing is done in one and another in the other (where one answers
ahead of the turn, the other writes a note), and the others, the host and an onlooker ask for their pages. All bytes
that come back, what their streams say, and which questions made a page be rendered anew must be equal.

In full, every answer and bell is timed too. Rounds of both twins are played in random order in one process, so Mann and
Whitney's exact test is a randomization test: its false alarms are bounded on a busy machine too. Bonferroni's bound
holds for all measures and looks of a run. What differs by less than ``FLOOR_MS`` between medians is not looked for. The
time in which other programs had the processor is taken off where Linux tells it, and the disk writes without waiting,
so that neither hides anything.

The attack proves its power for each game: of 100 runs in which one answer of one party, or all bells, are ``LEAK_S``
late for one of the secrets it finds 95, and of 100 in which the twins do the same thing it calls at most one. Each run
plays rounds of its own. Two processes play the games side by side.
"""

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from liarsdeck import serving
from referee import games
from referee.core.game import Game, Refused
from referee.core.play import parse
from referee.host import pages
from referee.host.hosting import Hosting
from tests.bench.hard.report import Report, household
from tests.referee.host.twins import Deals, Parted, Twins
from tests.referee.host.wire import Evening

FULL = 100  # runs of each game's proof, with a leak and without; a twentieth as many pairs of twins of each kind
SAMPLE = 1
TIMED = 20  # fewer are compared by their bytes alone: tests time nothing
ROUNDS = (12, 24, 48)  # of either kind: more only while medians lie apart by what may be chance
LEAK_S, FLOOR_MS = 0.005, 1.0
ALARM = 0.0005  # for all measures and looks of a run together
FOUND, FALSE = 0.95, 0.01
TRIES, MOST_TRIES = 4, 60  # seeds until a pair of twins has parted: where times are compared, until nearly all have
TAPS = 60
SETTLES = 20  # steps of the loop until streams have said what they say
ASKED = ("/", "/part/phone", "/part/menu", "/part/screen", "/api/v1/table", "/api/v1/seat")
NOTE = "a note"  # that somebody's phone sends something can't be hidden: who answers nothing ahead writes a note
BELL = ": the bell"
LINE, AHEAD, HANDS = "a line", "an answer ahead", "other hands"


class Side(NamedTuple):
    """One of two twins: its household, its hosting, everybody's cookie, and what is said, if anything."""

    folder: Path
    hosting: bytes
    now: float
    cookies: dict[str, str]
    line: str


class Pair(NamedTuple):
    """Two twins that are about to part: who does it, and who may not notice."""

    by: str
    eyes: tuple[str, ...]
    sides: tuple[Side, Side]


class Round(NamedTuple):
    """What the others were sent in one evening, and how many milliseconds each answer took, by what it was."""

    sent: list[tuple[str, int, bytes]]
    times: dict[str, float]


def run(count: int, seed: int) -> Report:
    """Compare ``count`` / 20 pairs of each kind in every game; from ``TIMED`` on by time, with the proof of power."""
    report = Report("what time and size tell others")
    with contextlib.ExitStack() as stack:
        each: Callable[..., Iterator[Report]] = map
        if count >= TIMED:  # spawned: a forked process would go on with what this one has open
            spawned = multiprocessing.get_context("spawn")
            each = stack.enter_context(ProcessPoolExecutor(min(2, os.cpu_count() or 1), spawned)).map
        for found in each(partial(_game, count, seed), games.REGISTRY):
            report.figures |= found.figures
            report.counts.update({what: many for what, many in found.counts.items() if what != "faults"})
            report.note(found.faults)
    return report


def _game(count: int, seed: int, name: str) -> Report:
    """Compare twins of one game, and prove the power of the comparison."""
    report, timed, made = Report(name), count >= TIMED, list[Pair]()
    kinds = [*_kinds(games.game(name))]
    with household() as folder, mock.patch.object(serving, "_LOOK_S", 60):  # a busy machine may stand still for a while
        for number in range(max(1, count // 20)):
            for kind in kinds if timed else [Random(f"{seed} {name}").choice(kinds)]:
                place = folder / f"{name}-{number}-{kind}"
                rng = Random(f"{seed} {place.name}")
                with report.trial(f"{name}, {kind}, seed {seed}"):
                    if (pair := _parting(name, kind, place, rng, MOST_TRIES if timed else TRIES)) is not None:
                        made.append(pair)
                        report.counts[f"{name}: {kind}"] += 1
                        _held(f"{name}, {kind}", pair, rng, report, timed=timed)
                    elif timed:
                        report.fault(f"{name}: no moment for {kind}")
        if timed and made:
            with report.trial(f"{name}, the proof, seed {seed}"):
                _proved(name, made, count, Random(f"{seed} {name}"), report)
    return report


def _held(what: str, pair: Pair, rng: Random, report: Report, *, timed: bool) -> None:
    """Hold two twins against each other."""
    one, two = (_round(pair, side) for side in (0, 1))
    report.counts["answers compared"] += len(one.sent)
    report.counts["bytes compared"] += sum(len(data) for _, _, data in one.sent)
    for first, second in zip(one.sent, two.sent, strict=True):
        if first != second:
            report.fault(f"{what}: {first} {second}")
    if timed:
        found, widest = _told_apart(pair, rng)
        figure = f"{what}: widest between medians, ms"
        report.figures[figure] = max(widest, float(report.figures.get(figure, 0)))
        if found:
            report.fault(f"{what}: {', '.join(sorted(found))} tells which it was")


def _proved(name: str, made: list[Pair], count: int, rng: Random, report: Report) -> None:
    """Count how often a planted leak is found where it is, and how often one is that is none."""
    found = false = 0
    for number in range(count):
        pair = made[number % len(made)]
        same = pair._replace(sides=(pair.sides[0], pair.sides[0]))
        late = rng.choice([*_round(same, 0).times])
        found += late in _told_apart(same, rng, late)[0]
        false += bool(_told_apart(same, rng)[0])
    report.figures[f"{name}: found of {count} leaks of {LEAK_S * 1e3:g} ms, false of {count}"] = f"{found}, {false}"
    if found < FOUND * count:
        report.fault(f"{name}: only {found} of {count} planted leaks were found")
    if false > FALSE * count:
        report.fault(f"{name}: {false} of {count} were called that are none")


def _told_apart(pair: Pair, rng: Random, late: str = "") -> tuple[set[str], float]:
    """Return by what two twins are told apart, and the widest difference between medians, ms.

    ``late`` is the measure that a leak is planted in for the second of them, "" for none.
    """
    import numpy as np
    from scipy.stats import mannwhitneyu

    times: tuple[list[dict[str, float]], list[dict[str, float]]] = ([], [])
    for rounds in ROUNDS:
        more = [0, 1] * (rounds - len(times[0]))
        for side in rng.sample(more, len(more)):
            times[side].append(_round(pair, side, late if side else "").times)
        every = [what for what in times[0][0] if all(what in one for kind in times for one in kind)]
        one, two = (np.array([[took[what] for what in every] for took in kind]) for kind in times)
        between = np.abs(np.median(one, 0) - np.median(two, 0))
        wide = between > FLOOR_MS
        surely = mannwhitneyu(one, two, axis=0, method="exact").pvalue < ALARM / len(ROUNDS) / len(every)
        if (wide & surely).any() or not wide.any():
            break
    return {every[at] for at in np.flatnonzero(wide & surely)}, round(float(between.max()), 2)


# ------------------------------------------------------------------------------------------------ where they part


class _Here(Exception):
    """This is the moment: who is about to say which line, and what else they could say."""

    def __init__(self, seat: int | None, *lines: str) -> None:
        self.seat, self.lines = seat, lines


class _Choosing(Twins):
    """Stops where others would read two lines as the same, said at their turn or ``ahead`` of it."""

    ahead = False

    def _alike(self, seat: int, line: str, other: str) -> bool:
        table = self.both[0].table
        ahead = isinstance(table.game.judge(table.state, parse(table.game, table.setup, line)), Refused)
        if ahead == self.ahead and super()._alike(seat, line, other):
            raise _Here(seat, line, NOTE if ahead else other)
        return False


class _Ahead(_Choosing):
    ahead = True


class _Dealt(Deals):
    """Stops where two evenings differ in hands, now and then."""

    def _compare(self, seats: list[int | None]) -> None:
        if self.rng.random() < 0.3:
            raise _Here(None, "", "")


def _kinds(game: Game[Any]) -> Iterator[str]:
    """Yield what may be secret in a game."""
    if any(verb.private and not verb.kept for verb in game.verbs):
        yield LINE
    if type(game).coming is not Game.coming:
        yield AHEAD
    yield HANDS


def _parting(name: str, kind: str, place: Path, rng: Random, tries: int = TRIES) -> Pair | None:
    """Play until somebody is about to do something secret (or hands differ), and keep that moment on the disk."""
    for number in range(tries):
        folders = [place / f"{number}-{side}" for side in ("one", "two")]
        for folder in folders:
            folder.mkdir(parents=True)
        twins, here = None, None
        with contextlib.suppress(Parted):
            twins = _made(kind, folders, name, rng.randrange(10**6))
            try:
                twins.run(TAPS)
            except _Here as moment:
                here = moment
        if twins is None:
            continue
        kept = [
            (one.folder, msgspec.json.encode(one.hosting), one.now, _cookies(twins, at), here.lines[at] if here else "")
            for at, one in enumerate(twins.both)
        ]
        for one in twins.both:
            one.close()
        if here is not None:
            by = "" if here.seat is None else twins.names[here.seat]
            seats = (twins.names[twins.eyes],) if isinstance(twins, Deals) and twins.eyes is not None else twins.names
            seats = () if isinstance(twins, Deals) and twins.eyes is None else seats
            eyes = (*[one for one in seats if one != by][:2], "onlooker", "host")
            one, two = (Side(*side) for side in kept)
            return Pair(by, eyes, (one, two if kind == HANDS else one._replace(line=two.line)))
    return None


def _made(kind: str, folders: list[Path], name: str, seed: int) -> Twins:
    if kind == HANDS:
        return _Dealt(folders, name, seed)
    return (_Ahead if kind == AHEAD else _Choosing)(folders, name, seed, deals=True)


def _cookies(twins: Twins, at: int) -> dict[str, str]:
    people = {"host": twins.hosts[at], "onlooker": twins.onlookers[at]}
    people |= dict(zip(twins.names, twins.phones[at], strict=True))
    return {who: f"{twins.both[at].people.cookie}={browser.cookie}" for who, browser in people.items()}


# ------------------------------------------------------------------------------------------------ what they are sent


def _round(pair: Pair, at: int, late: str = "") -> Round:
    """Open one of two twins again, do there what it does, and let the others ask; ``late`` is the leak, if any."""
    side = pair.sides[at]
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(side.folder, Path(place) / "home")
        evening = Evening(folder, hosting=msgspec.json.decode(side.hosting, type=Hosting), number=1)
        evening.now = side.now
        evening.journal._sql.execute("PRAGMA synchronous = OFF")
        try:
            return evening.loop.run_until_complete(_served(evening, pair, side, late))
        finally:
            evening.close()


async def _served(evening: Evening, pair: Pair, side: Side, late: str) -> Round:
    begun, app, page = asyncio.Event(), evening.app, pages.page
    found, rendered, asking = Round([], {}), list[object](), ""

    async def started() -> None:
        begun.set()

    async def leaky(scope: Any, receive: Any, send: Any) -> None:
        if asking == late != "" and scope["method"] == "GET":
            time.sleep(LEAK_S)  # noqa: ASYNC251, all wait for it
        await app(scope, receive, send)

    if late.endswith(BELL):
        ring = evening.hosted.changed
        evening.hosted.changed = lambda: (time.sleep(LEAK_S), ring())[1]
    with contextlib.closing(serving.listen("127.0.0.1", 0)) as listening:
        port = int(listening.getsockname()[1])
        server = asyncio.create_task(serving.serve(leaky, evening.api.close, started, listening))
        await begun.wait()
        with mock.patch.object(pages, "page", lambda *given: (rendered.append(given), page(*given))[1]):
            try:
                people = [_Eye(who, port, side.cookies[who]) for who in pair.eyes]
                for one in people:
                    await one.open()
                    for path in ASKED:  # what everybody has seen before
                        await one.ask(evening, path)
                asking = f"{people[0].who}: meanwhile"
                said = await _said(evening, port, pair, side, people, found)
                assert said in {b"", b"200"}, f"{side.line} was answered {said!r}"
                for one in people:
                    for path, which in itertools.product(ASKED, ("", " again")):
                        asking = f"{one.who}: {path}{which}"
                        before, asked = len(rendered), _now_ms()
                        data = await one.ask(evening, path)
                        found.times[asking] = _now_ms() - asked
                        seal = evening.table.seal.encode()
                        data = data.replace(seal, b"~" * len(seal)) if seal else data
                        found.sent.append((asking, len(rendered) - before, data))
                for one in people:
                    found.sent.append((f"{one.who}: the stream", 0, bytes(one.heard)))
                    one.close()
            finally:
                server.cancel()
                await asyncio.wait([server])
    return found


async def _said(evening: Evening, port: int, pair: Pair, side: Side, people: "list[_Eye]", found: Round) -> bytes:
    """Say what is said in this evening, while the first of the others asks; return its status, if anything is said."""
    speaker, status = _Eye(pair.by, port, side.cookies.get(pair.by, "")), b""
    await speaker.open(listens=False)
    for one in people:
        one.heard, one.rang = bytearray(), 0.0
    begun = _now_ms()
    if side.line:
        line = {"line": side.line, "key": "secret", "seen": evening.hosted.seq}
        what, body = ("note", {"card": "a card", "text": "so"}) if side.line == NOTE else ("line", line)
        speaker.send("POST", f"/api/v1/{what}", json.dumps(body).encode())
    data = await people[0].ask(evening, "/api/v1/health")
    found.times[f"{people[0].who}: meanwhile"] = _now_ms() - begun
    found.sent.append((f"{people[0].who}: meanwhile", 0, data))
    if side.line:
        status = (await speaker.read())[9:12]
    for _ in range(SETTLES):
        await asyncio.sleep(0)
    found.times.update({f"{one.who}{BELL}": one.rang - begun for one in people if one.rang})
    speaker.close()
    return status


def _now_ms() -> float:
    """Return a time in ms that stands still while this thread waits for a processor, where Linux tells how long."""
    return time.perf_counter() * 1e3 - (int(os.pread(told, 99, 0).split()[1]) / 1e6 if (told := _schedstat()) else 0)


@cache
def _schedstat() -> int | None:
    try:
        return os.open("/proc/thread-self/schedstat", os.O_RDONLY)
    except OSError:
        return None


class _Eye:
    """Somebody who asks on one connection, and hears a stream on another."""

    def __init__(self, who: str, port: int, cookie: str) -> None:
        self.who, self._port, self._cookie = who, port, cookie
        self.heard, self.rang = bytearray(), 0.0  # since the secret was about to be said
        self._listening: asyncio.Task[None] | None = None

    async def open(self, *, listens: bool = True) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        if listens:
            ear, mouth = await asyncio.open_connection("127.0.0.1", self._port)
            mouth.write(f"GET /api/v1/events HTTP/1.1\r\n{self._signs()}\r\n".encode())
            await ear.readuntil(b"\n\n")
            self._listening = asyncio.create_task(self._listen(ear, mouth))

    def _signs(self) -> str:
        return f"host: 127.0.0.1:{self._port}\r\ncookie: {self._cookie}\r\n"

    async def _listen(self, ear: asyncio.StreamReader, mouth: asyncio.StreamWriter) -> None:
        with contextlib.closing(mouth):
            while data := await ear.read(65536):
                self.rang = self.rang or _now_ms()
                self.heard += data

    def send(self, method: str, path: str, body: bytes = b"") -> None:
        kind = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n" if body else ""
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{self._signs()}{kind}\r\n".encode() + body)

    async def read(self) -> bytes:
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        return head + await self._reader.readexactly(int(length.partition(b":")[2]))

    async def ask(self, evening: Evening, path: str) -> bytes:
        evening.now += 0.06  # an unhurried guest
        self.send("GET", path)
        return await self.read()

    def close(self) -> None:
        self._writer.close()
        if self._listening is not None:
            self._listening.cancel()
