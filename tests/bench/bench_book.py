"""What rulebooks and reference cards cost, in a process of their own: CPU time and bytes."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import compiled, cpu_of
from tests.bench.row import Row

ONE = """
import sys
from pathlib import Path
from cardgen.pages.book import write_book
from cardgen.spec import KitSpec
from referee.games.liars_lair import Options
write_book(KitSpec("liars-lair", Options(), 5), Path(sys.argv[1]) / "one.pdf")
"""
ALL = """
import sys
from pathlib import Path
from cardgen.pages.book import write_book
from cardgen.print.sheets import print_deck
from cardgen.extras.reference import reference_cards
from cardgen.layout import SheetOptions
from cardgen.spec import KitSpec
from referee import games
for name in games.REGISTRY:
    game = games.game(name)
    options, players = game.options(), min(5, game.seats[1])
    write_book(KitSpec(name, options, players), Path(sys.argv[1]) / f"{name}-book.pdf")
    cards = reference_cards(KitSpec(name, options, players))
    print_deck(cards, SheetOptions(), Path(sys.argv[1]) / f"{name}-cards.pdf")
"""
LARGE = """
import sys
from pathlib import Path
from cardgen.pages.book import write_book
from cardgen.spec import KitSpec
from referee import games
game = games.game("liar-poker")
spec = KitSpec("liar-poker", game.options(), 2, large=True)
write_book(spec, Path(sys.argv[1]) / "large.pdf", size="a4", booklet=False)
"""
PAGE = """
import sys
from pathlib import Path
from cardgen.pages.web import write_page
from referee import games
write_page("lizard", games.game("lizard").options(), 5, Path(sys.argv[1]) / "page.html")
"""
NOTHING = "import reportlab.pdfgen.canvas, jinja2, markdown_it, msgspec, uharfbuzz"
PEER = "peer: importing reportlab, jinja2, markdown-it, msgspec and uharfbuzz"


def rows() -> Iterator[Row]:
    """Measure the books against the mere import of their libraries, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        for what, code, bound, times in (
            ("rulebook of Liar's Lair, a booklet", ONE, "≤ 1.5 s", 5),
            ("five rulebooks and their reference cards", ALL, "≤ 6 s", 3),
            ("rulebook of Liar Poker in large print", LARGE, "≤ 1.5 s", 3),
            ("rulebook of Lizard as a page for a phone", PAGE, "≤ 1.5 s", 3),
        ):
            env = compiled(folder)
            ours_, peer_ = ([sys.executable, "-c", part, folder] for part in (code, NOTHING))
            pairs = [(cpu_of(ours_, env), cpu_of(peer_, env)) for _ in range(times)]
            ours, peer = (min(column) for column in zip(*pairs, strict=True))
            yield Row(what, ours, "s CPU", peer, ours / peer, bound, PEER)
        largest = max(Path(folder).glob("*-book.pdf"), key=lambda path: path.stat().st_size)
        yield Row(f"the largest book, {largest.stem}", largest.stat().st_size / 1000, "kB", bound="≤ 300 kB")
        page = Path(folder) / "page.html"
        yield Row("the page for a phone", page.stat().st_size / 1000, "kB", bound="≤ 300 kB")
