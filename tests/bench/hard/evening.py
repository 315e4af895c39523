"""An hour's worth of taps at one table: eight phones, two screens, a rematch after every game.

A sample has three phones.

The taps come nearly as fast as the door lets them. Nothing may grow with the evening: not the time until all screens
show a tap, not the memory.
"""

import asyncio
from statistics import quantiles

from tests.bench.bench_host import NAMES, Party, hosted, household
from tests.bench.hard.report import Report, memory_mb

FULL = 3600
SAMPLE = 10
MEASURED = 600  # fewer say nothing about time
SPACE_S = 0.1  # a screen may ask 20 times a second, and the first asks twice a tap
A_SHARE = 0.1  # of the taps, at the beginning and at the end
MOST_MB = 100
GROWN_MB = 12
TIMES, SLACK_S = 1.5, 0.02


def run(count: int, seed: int) -> Report:
    """Tap ``count`` times."""
    report = Report("an evening")
    with household() as kit, hosted(kit) as (pid, said):
        asyncio.run(_evening(pid, said, count, seed, report))
    return report


async def _evening(pid: int, said: dict[str, object], count: int, seed: int, report: Report) -> None:
    party = Party(int(str(said["port"])), NAMES if count >= MEASURED else NAMES[:3])
    party.rng.seed(seed)
    await party.sit(said["word"], said["host"])
    await party.listen()
    times: list[float] = []
    memory: list[float] = []
    while len(times) < count:
        took = await party.tap()
        report.counts["taps" if took is not None else "games"] += 1
        if took is not None:
            times.append(took)
            memory.append(memory_mb(pid, "VmRSS"))
        await asyncio.sleep(SPACE_S)
    party.leave()
    share = max(10, int(count * A_SHARE))
    early, late = (quantiles(some, n=20) for some in (times[:share], times[-share:]))
    for when, found, mb in (("first", early, memory[share - 1]), ("last", late, memory[-1])):
        report.figures |= {
            f"{when} {share}: half of the taps, ms": round(found[9] * 1e3, 1),
            f"{when} {share}: 95 of 100, ms": round(found[18] * 1e3, 1),
            f"{when} {share}: memory, MB": round(mb, 1),
        }
    if count >= MEASURED and late[9] > TIMES * early[9] + SLACK_S:
        report.fault(f"half of the last taps took {late[9] * 1e3:.0f} ms or more, of the first {early[9] * 1e3:.0f}")
    if memory[-1] > MOST_MB or memory[-1] - memory[share - 1] > GROWN_MB:
        report.fault(f"the memory grew from {memory[share - 1]:.0f} to {memory[-1]:.0f} MB")
