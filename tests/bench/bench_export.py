"""What exports cost: 300-dpi pictures against Pillow's own writer, and one-card pages for print shops."""

import io
import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.bench.measure import in_turns, wall
from tests.bench.row import Row

ROUNDS = 5


def rows() -> Iterator[Row]:
    """Measure in this process, by the clock: pictures are made on all cores."""
    from cardgen.decks import DeckOptions, make_deck
    from cardgen.export import ExportOptions, export_deck

    for name in ("lizard", "triple-5"):
        deck = make_deck(name, DeckOptions())
        cards = len(deck.cards)

        def ours(deck=deck) -> None:
            with tempfile.TemporaryDirectory() as folder:
                export_deck(deck, "tgc", ExportOptions(), Path(folder) / "out")

        def peer(deck=deck) -> None:
            with tempfile.TemporaryDirectory() as folder:
                _plainly(deck, Path(folder))

        ours()
        mine, theirs, ratio = in_turns(partial(wall, ours), partial(wall, peer), ROUNDS)
        a_card = 1000 / cards
        note = "wall; peer: the same pages, one after the other, saved by Pillow as it comes"
        yield Row(f"{name}: a 300-dpi PNG", a_card * mine, "ms", a_card * theirs, ratio, "≤ 10 ms on two cores", note)
    deck = make_deck("lizard", DeckOptions())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out"
        seconds = statistics.median(
            wall(lambda: export_deck(deck, "press", ExportOptions(), file)) for _ in range(ROUNDS)
        )
        size = (file / "lizard.pdf").stat().st_size / 1000
    yield Row("lizard for a print shop", seconds * 1000 / len(deck.cards), "ms", note="wall, a card and its back")
    yield Row("its bytes", size, "kB")


def _plainly(deck, folder: Path) -> None:
    """What a script does: draw, render, save, one card after the other."""
    import pypdfium2

    from cardgen.export import ExportOptions
    from cardgen.export.pictures import CardPages, pixel_frame
    from cardgen.layout import CARDS
    from cardgen.pdf.ink import Document

    pages = CardPages(Document("peer"), pixel_frame(CARDS["poker"], 300, 825, 1125), ExportOptions())
    for draw in [*(card.draw for card in deck.cards), deck.back]:
        pages.add(draw)
    document = pypdfium2.PdfDocument(pages.bytes())
    for number in range(len(document)):
        file = io.BytesIO()
        document[number].render(scale=1).to_pil().save(file, "PNG")
        (folder / f"{number}.png").write_bytes(file.getvalue())
