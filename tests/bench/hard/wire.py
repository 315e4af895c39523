"""A hundred thousand requests to a hosted table that nobody honest sends; and evenings of every game by random guests.

Bodies that are no JSON, huge, slow or cut off, foreign origins and names, stale cookies, taps said twice and out of
order, from guests, the host and strangers: none may end in a traceback, show what is not for these eyes, play for
somebody else, or leave the table stuck. Then random evenings are held against the same record replayed, and twins that
differ only in secrets must be sent the same bytes.
"""

from pathlib import Path
from random import Random

from referee import games
from tests.bench.hard.report import Report, household, last_frames
from tests.referee.host.fuzz import fuzz
from tests.referee.host.play import Guests
from tests.referee.host.twins import Deals, Parted, Twins
from tests.referee.host.wire import some_evening

FULL = 100_000
SAMPLE = 50
AN_EVENING = 400  # requests of the fuzz to every random evening and every pair of twins
TAPS = 120


def run(count: int, seed: int) -> Report:
    """Send ``count`` requests, and play an evening and a pair of twins to every four hundred."""
    report = Report("the wire")
    with household() as folder:
        counts, faults = fuzz(folder, count, seed)
        report.counts.update({f"answered {status}": many for status, many in counts.items()})
        report.note(faults)
        for number in range(max(1, count // AN_EVENING)):
            _evenings(folder / f"evening-{number}", seed * 1_000_003 + number, min(TAPS, count // 5), report)
    return report


def _evenings(folder: Path, seed: int, taps: int, report: Report) -> None:
    name, deals = games.REGISTRY[seed % len(games.REGISTRY)], seed % 2 == 0
    homes = [folder / which for which in ("one", "a", "b", "c", "d")]
    for home in homes:
        home.mkdir(parents=True)
    evening = None
    pairs: list[Twins] = []
    try:
        evening = some_evening(homes[0], name, seed, deals=deals)
        guests = Guests(evening, Random(seed))
        for _ in range(taps):
            if evening.table.over:
                break
            guests.tap()
        report.counts["lines of evenings"] += guests.counts["200"]
        for made in (lambda: Twins(homes[1:3], name, seed, deals=deals), lambda: Deals(homes[3:], name, seed)):
            twins = made()
            pairs.append(twins)
            twins.run(taps)
            report.counts["pairs of evenings"] += bool(twins.counts["pairs"] or twins.counts["other hands"])
            report.counts["moments compared"] += twins.counts["compared"]
            report.counts["answers compared"] += twins.counts["answers"]
            report.counts["secrets looked for in them"] += twins.counts["scanned"]
    except Parted:
        report.counts["pairs that could not be dealt"] += 1
    except Exception as error:
        report.fault(f"{name}, evening {seed}: {last_frames(error)}")
    finally:
        for one in [evening, *(one for twins in pairs for one in twins.both)]:
            if one is not None:
                one.close()
