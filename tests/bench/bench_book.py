"""What a rulebook costs, in a process of its own: CPU time and bytes."""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.row import Row

SCRIPT = """
import sys
from pathlib import Path
from cardgen.book import write_rulebook
from referee.games.liars_lair import Options
write_rulebook("liars-lair", Options(), 5, Path(sys.argv[1]))
"""
NOTHING = "import reportlab.pdfgen.canvas, jinja2, markdown_it, msgspec, uharfbuzz"


def _cpu(code: str, *arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *arguments], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows() -> Iterator[Row]:
    """Measure the book against the mere import of its libraries, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "book.pdf"
        pairs = [(_cpu(SCRIPT, str(out)), _cpu(NOTHING)) for _ in range(5)]
        ours, peer = (min(column) for column in zip(*pairs, strict=True))
        yield Row(
            "rulebook of Liar's Lair, a booklet",
            ours,
            "s CPU",
            peer,
            ours / peer,
            "≤ 1.5 s",
            "peer: importing reportlab, jinja2, markdown-it, msgspec and uharfbuzz",
        )
        yield Row("its bytes", out.stat().st_size / 1000, "kB", bound="≤ 300 kB")
