"""The studio: what a change costs until its page is drawn, what the first page weighs, what fifty changes leave behind.

Times are the processor's, of server and drawing together: what a machine with nothing else to do would let one wait.
"""

import asyncio
import gzip
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from cardgen.studio.drawn import kit as drawing
from cardgen.studio.making import USUAL, Making
from factbank.deal.deal import Wish
from factbank.deal.draft import drawn
from tests.bench.row import Row

CHANGES = (
    ("deck-theme", "lacquer"), ("ink", "low"), ("deck-theme", "seaside"), ("ink", "full"), ("ground", "white"),
    ("card", "bridge"), ("back-ink", "low"), ("indices", "jumbo"), ("card", "poker"), ("deck-theme", "harlequin"),
    ("ground", "paper"), ("back-ink", "full"), ("indices", "normal"),
)  # fmt: skip
FIFTY = 50


def rows() -> Iterator[Row]:
    """Yield a row for each figure."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["LIARSDECK_HOME"] = home
        drawing.warm()
        facts = drawn(Wish(pairs=15), Path(home) / "ledger.sqlite")
        for making in (Making("liars-lair", 5, draft=facts), Making("lizard", 4)):
            took = list(_changes(making))
            took.sort()
            note = f"{FIFTY} changes; median {statistics.median(took):.0f}"
            yield Row(f"studio: a change, {making.game}, 95 of 100", took[int(0.95 * len(took)) - 1], "ms", note=note)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Row("studio: memory of what draws, after a hundred changes", most, "MB", bound="250 with the server")
        yield from asyncio.run(_first_page())


def _changes(making: Making) -> Iterator[float]:
    """Yield the milliseconds that each of fifty changes takes, the first apart."""
    for number in range(FIFTY + 1):
        name, value = CHANGES[number % len(CHANGES)]
        words = {key: said for key, said in (making.words | {name: value}).items() if said != USUAL[key]}
        making = replace(making, words=words)
        drawing.forget()
        begun = time.process_time()
        job = making.job
        drawing.glance(job)
        drawing.page(job, drawing.CARDS, 0, 72)
        if number:
            yield 1000 * (time.process_time() - begun)


async def _first_page() -> Iterator[Row]:
    from cardgen.studio.serve import Studio
    from cardgen.studio.templating import static_file

    studio = Studio(0)
    try:
        page = studio.pages.rendered("start.html", last=Making(), faults={}).body
        files = [static_file(name) for name in ("host.css", "studio.css", "studio.js")]
        whole = len(page) + sum(file.stat().st_size for file in files if file)
        small = len(gzip.compress(bytes(page)))
        return iter(
            [Row("studio: the first page, style and script", whole / 1000, "kB", note=f"page {small} B packed")]
        )
    finally:
        studio.listening.close()
