"""Plug-ins that fail: a game and a deck of another package of which one part raises, or is of another kind than it is.

Each method and attribute of the game, and its deck, is broken in turn while programs list, play, print and export, a
phone taps and a bot thinks. That ends in what was asked, or in a sentence and status 2. No program shows a traceback or
leaves half a file, a host answers on, and every line that was confirmed stands. Our own games and tables never notice.
"""

import asyncio
import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from cardgen.decks import CardFace, Deck, draw_blank
from liarsdeck import plug_ins
from liarsdeck.files import STAGING_NAME
from liarsdeck.worker import Worker, WorkerError
from referee import games
from referee.core.game import Game
from referee.host import bot_turns
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, household, last_frames, within_a_second
from tests.programs import ran
from tests.referee.host.wire import Evening
from tests.referee.tiny import BOTS, Tiny  # noqa: F401, which a game finds in its module

FULL = 3_000  # broken parts, each met by three commands and a hosted table
SAMPLE = 2
SLOW_S = 10.0
LINES = "Ann: bids 3\n"
OURS = ("lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1")
NEW = ("referee", "new", "evil", "--seat", "Ann", "--seat", "Bob", "--bot", "Zoe:easy")
COMMANDS = (
    NEW,
    *(("referee", word, "2") for word in ("resume", "export", "scores", "story", "slips", "tables")),
    ("referee", "export", "2", "--reveal", "--yes"),
    *(("referee", word, "evil.txt") for word in ("replay", "verify")),
    *(("referee", word, "evil") for word in ("rules", "teach")),
    ("referee", "league"),
    ("referee", "lab", "evil", "--players", "3", "--games", "4", "--workers", "1"),
    ("cardgen", "rulebook", "evil"),
    ("cardgen", "extras", "evil"),
    ("cardgen", "deck", "moon"),
    ("cardgen", "deck", "moon", "--preview"),
    ("cardgen", "kit", "evil", "--players", "3"),
)
UNSHAKEN = (
    ("referee", "tables"),
    ("referee", "tables", "--check"),
    ("referee", "resume", "1"),
    ("referee", "scores", "1"),
    ("referee", "rules", "lizard"),
    ("cardgen", "list"),
    ("cardgen", "deck", "lizard", "--only", "lizard"),
)
POINTS = """[liarsdeck.games]
evil = tests.bench.hard.plugins:EVIL
lizard = tests.bench.hard.plugins:EVIL
Liar-Poker = nothing_of_that_name:GAME
gone = nothing_of_that_name:GAME
../../up = tests.bench.hard.plugins:EVIL
\x1b[2J = tests.bench.hard.plugins:EVIL

[liarsdeck.decks]
moon = tests.bench.hard.plugins:make
lizard = nothing_of_that_name:make
../up = tests.bench.hard.plugins:make
"""


class _Mute(Exception):
    def __str__(self) -> str:
        raise ValueError


RAISED = (
    ValueError("Ann holds 3\n\x1b[2J"),
    SystemExit(0),
    SystemExit("Ann holds 3"),
    RecursionError(),
    _Mute(),
    OSError("no file"),
    UnicodeEncodeError("utf-8", "", 0, 1, "odd"),
    StopIteration(),
    MemoryError(),
    games.RecordError("\x1b[2J" * 2000),
)
GIVEN = (None, 7, -1, "", "x" * 100_000, "\x1b[2J{0}\n{{ 7 }}", (), (None,) * 3, [object()], {"a": object()}, object)


class Evil(Tiny):
    """Highest Alone, which a plug-in brings; the attack breaks it."""

    name = "evil"


def make(options: Any) -> Deck:
    """Make the deck that the plug-in brings."""
    return Deck(options.name, "Moon", (CardFace("moon", "Moon", _draw),), _draw)


_draw: Callable[..., None] = draw_blank
EVIL = Evil()
PARTS = sorted({name for name in dir(Game) if name[0] != "_"} | {"prefix", "title", "rules", "options", "seats"})
HERE = sys.modules[__name__]


def run(count: int, seed: int) -> Report:
    """Break ``count`` parts."""
    report = Report("plug-ins that fail")
    with household() as home, installed(home / "packages"):
        ran("referee", "new", *OURS, lines="dealer Ann\n")
        ran(*NEW, lines=LINES)
        before = _kept(home)
        (home / "evil.txt").write_text(ran("referee", "export", "2", "--reveal", "--yes").stdout)
        for number in range(count):
            rng = Random(f"{seed} {number}")
            what, broken, away = _broken(rng)
            with away:
                for command in (*rng.sample(COMMANDS, 2), rng.choice(UNSHAKEN)):
                    _command(command, f"{what} {broken!r:.60}", home, report)
            with report.trial(f"a phone, {what} {broken!r:.60}"):
                _hosted(away, home / f"host-{number}", report)
            report.counts["parts broken"] += 1
            if (stands := _kept(home)) != before:
                report.fault(f"{what} {broken!r:.60}: of {before} stands {stands}")
    return report


def _kept(folder: Path) -> list[tuple[str, ...]]:
    """Return the first lines of the first two tables of a household."""
    with Journal(folder / "tables.sqlite") as journal:
        numbers = sorted(one.number for one in journal.tables())[:2]
        return [Table(journal, number, salvage=True).log.lines[:3] for number in numbers]


@contextlib.contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Let this process find a package that names games and decks, some of them under names of ours or of no use."""
    info = folder / "some_games-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    with found_in(folder):
        yield


@contextlib.contextmanager
def found_in(folder: Path) -> Iterator[None]:
    """Let this process find the games and decks that are installed in a folder, and forget them afterwards."""
    with mock.patch.object(sys, "path", [str(folder), *sys.path]):
        _forget()
        try:
            yield
        finally:
            plug_ins.loaded.clear()
    _forget()


def _forget() -> None:
    from cardgen import decks

    for cached in (plug_ins.found, games._plugged_in, games.verbs, decks._plugged_in):
        cached.cache_clear()


def _broken(rng: Random) -> tuple[str, object, contextlib.AbstractContextManager[object]]:
    """Return a part, what it raises or is instead, and the block in which it is broken."""
    broken = rng.choice((*RAISED, *GIVEN))
    where, what = (HERE, rng.choice(("make", "_draw"))) if rng.random() < 0.1 else (Evil, rng.choice(PARTS))

    def hostile(*_: object, **__: object) -> object:
        if isinstance(broken, BaseException):
            raise broken
        return broken

    calls = callable(getattr(where, what)) and not isinstance(getattr(where, what), type)
    return what, broken, mock.patch.object(where, what, hostile if calls else broken)


def _command(command: tuple[str, ...], what: str, home: Path, report: Report) -> None:
    """Run a command while a part is broken."""
    out = home / "out"
    out.mkdir(exist_ok=True)
    _forget()
    try:
        with within_a_second(SLOW_S):
            done = ran(*command, lines="" if command in UNSHAKEN else LINES, cwd=out, env={"LIARSDECK_HOME": str(home)})
    except BaseException as error:
        report.fault(f"{' '.join(command)}, {what[:80]}: {last_frames(error)}")
        return
    report.counts[f"{'our own commands' if command in UNSHAKEN else 'commands'}: status {done.returncode}"] += 1
    told = done.stdout + done.stderr
    wrong = (
        "a traceback" if "Traceback" in told
        else "an escape sequence" if "\x1b" in told
        else "no sentence" if done.returncode and not done.stderr.strip()
        else f"status {done.returncode}" if done.returncode not in ({0} if command in UNSHAKEN else {0, 2})
        else "half a file is left" if done.returncode and {*out.iterdir()} - {out / "lab"}  # whose pages are each whole
        else "a folder is left" if any(STAGING_NAME.fullmatch(path.name) for path in home.rglob(".*"))
        else ""
    )  # fmt: skip
    shutil.rmtree(out)
    if wrong:
        report.fault(f"{' '.join(command)}, {what[:80]}: {wrong}: {told[-300:]}")


def _hosted(away: contextlib.AbstractContextManager[object], folder: Path, report: Report) -> None:
    """Tap, look and let a bot think at a hosted table while a part is broken; when it is mended, open it again."""
    folder.mkdir()
    with Journal(folder / "tables.sqlite") as journal:
        Table.new(journal, games.setup(EVIL, ["Ann", "Zoe"]), bots={1: "easy"})
    evening, lost, told = Evening(folder, number=1), list[object](), list[str]()
    shown, bots, evening.hosted.fault = evening.app, evening.api.bots, told.append
    evening.loop.set_exception_handler(lambda _, context: lost.append(context.get("exception", context)))

    async def answered(*asked: Any) -> None:
        with contextlib.suppress(Exception):  # which a server drops once it has answered
            await shown(*asked)

    async def thought() -> None:
        bots.begin()
        await asyncio.wait([*bots._tasks])

    async def here(_worker: Worker, work: Callable[..., object], *args: object, within_s: float) -> object:
        try:
            return work(*args)
        except (Exception, SystemExit) as error:
            raise WorkerError from error

    evening.app, evening.hosting.open = answered, ["Ann"]
    (ann,) = evening.seated("Ann")
    with away, mock.patch.object(bot_turns, "MOMENT_S", 0.01), mock.patch.object(Worker, "ask", here):
        answers = [ann.say("Ann: bids 2"), *map(ann.get, ("/part/phone", "/part/screen", "/api/v1/table", "seat"))]
        evening.loop.run_until_complete(thought())
        health = ann.get("health")
        with contextlib.suppress(Exception, SystemExit):
            evening.close()
    for answer in (*answers, health):
        report.counts[f"answers: {answer.status}"] += 1
        assert b"Traceback" not in answer.body, answer
    assert health.status == 200, "the host does not answer"
    assert not lost, lost
    assert len(told) <= 1, told
    report.counts["bots that failed"] += len(told)
    (kept,) = _kept(folder)
    assert (answers[0].status == 200) <= ("Ann: bids 2" in kept), f"{answers[0]}, and {kept} stands"
