"""Eight tables at once on one machine, in one household: every tap of every guest comes through."""

import asyncio
import contextlib

from referee import games
from referee.store.journal import Journal
from tests.bench.bench_host import NAMES, SPACE_S, Party, hosted, household
from tests.bench.hard.report import Report, memory_mb

FULL = 2000  # taps
SAMPLE = 8
TABLES = 8
MOST_MB = 130  # of one table


def run(count: int, seed: int) -> Report:
    """Let ``count`` taps be made, at eight tables at once (at two where there are few)."""
    report = Report("tables at once")
    many = TABLES if count > SAMPLE else 2
    names = [games.REGISTRY[(seed + number) % len(games.REGISTRY)] for number in range(many)]
    with household() as kit:
        with contextlib.ExitStack() as stack:
            said = [stack.enter_context(hosted(kit, name)) for name in names]
            asyncio.run(_evening(names, [one for _, one in said], count // many, report))
            for (pid, _), name in zip(said, names, strict=True):
                if (held := memory_mb(pid)) > MOST_MB:
                    report.fault(f"{name} held {held:.0f} MB")
        with Journal() as journal:
            report.note(journal.check()[1])
            if len(journal.tables()) < many:
                report.fault(f"{len(journal.tables())} tables of {many} were kept")
    return report


async def _evening(names: list[str], said: list[dict[str, object]], taps: int, report: Report) -> None:
    async def play(name: str, one: dict[str, object]) -> None:
        try:
            party = Party(int(str(one["port"])), NAMES[: games.game(name).seats[0]])
            await party.sit(one["word"], one["host"])
            await party.listen()
            for _ in range(taps):
                report.counts[f"taps at {name}"] += await asyncio.wait_for(party.tap(), 60) is not None
                await asyncio.sleep(SPACE_S)  # faster than people tap, and no faster than a session may ask
            party.leave()
        except (AssertionError, TimeoutError, OSError) as error:
            report.fault(f"{name}: {error!r}")

    await asyncio.gather(*(play(name, one) for name, one in zip(names, said, strict=True)))
