"""What printing costs: a deck against the least reportlab script, a kit, and the help against bare click."""

import marshal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from tests.bench.measure import compiled, cpu_of, in_turns, peak_mb
from tests.bench.row import Row

ROOT = Path(__file__).parents[2]
ROUNDS = 9
DECK = """
import sys
from pathlib import Path
from cardgen.print.sheets import print_deck
from cardgen.decks import DeckOptions, make_deck
from cardgen.layout import SheetOptions
from factbank.factfile import read
deck = make_deck("liars-lair", DeckOptions(read(Path(sys.argv[1]))))
print_deck(deck, SheetOptions(cover=False), Path(sys.argv[2]))
"""
NAMED = """
import sys
from pathlib import Path
from cardgen.print.sheets import print_deck
from cardgen.decks import DeckOptions, make_deck
from cardgen.layout import SheetOptions
print_deck(make_deck(sys.argv[1], DeckOptions()), SheetOptions(cover=False), Path(sys.argv[2]))
"""
# Sixty cards as the least script with fpdf2 would have them: a rank, pips as polygons, a back of lozenges, no courts.
FPDF2 = """
import sys
from fpdf import FPDF
pdf = FPDF(unit="mm", format="A4")
pdf.set_auto_page_break(False)
pdf.add_font("sans", fname=sys.argv[1])
def lozenge(x, y, w, h):
    pdf.polygon([(x, y - h), (x + w, y), (x, y + h), (x - w, y)], style="F")
for sheet in range(7):
    for back in (False, True):
        pdf.add_page()
        for spot in range(9 if sheet < 6 else 6):
            x, y = 9.75 + spot % 3 * 63.5, 15.15 + spot // 3 * 88.9
            pdf.set_fill_color(11, 138, 91) if back else pdf.set_fill_color(251, 247, 239)
            pdf.rect(x, y, 63.5, 88.9, style="F")
            pdf.set_fill_color(242, 183, 5) if back else pdf.set_fill_color(208, 51, 31)
            if back:
                for i in range(6):
                    for j in range(9):
                        lozenge(x + 5 + i * 10.7, y + 5 + j * 9.8, 2, 4)
                continue
            pdf.set_font("sans", size=25)
            pdf.text(x + 4, y + 11, str(2 + spot))
            for pip in range(2 + spot % 9):
                lozenge(x + 18 + pip % 2 * 26, y + 16 + pip // 2 * 14, 5, 6.6)
pdf.output(sys.argv[2])
"""
RECORD = """
import sys, marshal
from pathlib import Path
import cardgen.pdf.ink
from tests.bench.record import CALLS, Recorder
cardgen.pdf.ink.Ink = Recorder
exec(sys.argv[3])
from cardgen.pdf.type import font_path
fonts = {call[3]: font_path(call[3]) for call in CALLS if call[0] == "text"}
Path(sys.argv[4]).write_bytes(marshal.dumps((fonts, CALLS)))
"""
BARE_CLICK = """
import click
@click.group()
def main(): "Do what is asked."
for name in ("kit", "deck", "rulebook", "calibrate", "list"):
    @main.command(name)
    def run(): "Do it."
main()
"""


def rows() -> Iterator[Row]:
    """Measure, in turn, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        env = compiled(work) | {"LIARSDECK_HOME": str(work / "home"), "PYTHONPATH": str(ROOT)}
        python = sys.executable
        facts = work / "facts.json"
        words = ("factbank", "new", "--pairs", "15", "--seed", "7", "--no-ledger", "-q", "-o", str(facts))
        cpu_of((python, "-m", *words), env)
        name, bounds = "deck of 30 cards with backs", ("≤ 2.2", "≤ 1.25", "< 60 MB")
        yield from _against_replay(name, python, DECK, str(facts), work, env, bounds)
        name, bounds = "Lizard, 60 cards with backs, full art", ("≤ 0.8", "< 1000 kB", "< 80 MB")
        yield from _against_replay(name, python, NAMED, "lizard", work, env, bounds)
        yield from _many(python, work, env)
        yield from _peers(python, work, env)
        yield from _kit(python, work, env)
        help_, bare, ratio = _side_by_side(
            (python, "-m", "cardgen", "--help"), (python, "-c", BARE_CLICK, "--help"), env
        )
        yield Row("cardgen --help", help_, "s CPU", bare, ratio, "≤ 1.5", "peer: bare click, as many commands")


def _side_by_side(ours: Sequence[str], peer: Sequence[str], env: dict[str, str]) -> tuple[float, float, float]:
    """Return the median CPU of both programs, and of their ratios, run in turn after a first time."""
    for command in (ours, peer):
        cpu_of(command, env)
    return in_turns(lambda: cpu_of(ours, env), lambda: cpu_of(peer, env), ROUNDS)


def _against_replay(
    name: str, python: str, script: str, what: str, work: Path, env: dict[str, str], bounds: tuple[str, str, str]
) -> Iterator[Row]:
    """Time a deck against the bare replay of its own drawing calls; its bytes and its memory, too.

    `bounds` are of the three, in this order.
    """
    ours, peer, calls = work / "ours.pdf", work / "peer.pdf", work / "calls"
    make = (python, "-c", script, what, str(ours))
    subprocess.run([python, "-c", RECORD, what, str(ours), script, str(calls)], check=True, env=env, cwd=ROOT)
    replay = (python, str(Path(__file__).with_name("replay.py")), str(calls), str(peer))
    _fonts, recorded = marshal.loads(calls.read_bytes())
    mine, theirs, ratio = _side_by_side(make, replay, env)
    note = f"peer: the deck's {len(recorded):,} recorded calls on a bare canvas, nothing to lay out or measure"
    yield Row(name, mine, "s CPU", theirs, ratio, bounds[0], note)
    sizes = ours.stat().st_size / 1000, peer.stat().st_size / 1000
    yield Row("its bytes", sizes[0], "kB", sizes[1], sizes[0] / sizes[1], bounds[1], "both without ASCII85")
    yield Row("its peak memory", peak_mb(make, env), "MB", peak_mb(replay, env), bound=bounds[2])


def _many(python: str, work: Path, env: dict[str, str]) -> Iterator[Row]:
    """Time the largest deck against the smallest, a card: once with starting Python and reading fonts, once without."""
    cards = {"triple-5": 125, "west": 27}
    large, small = ((python, "-c", NAMED, name, str(work / f"{name}.pdf")) for name in cards)
    mine, theirs, _ = _side_by_side(large, small, env)
    a_card = [1000 * mine / 125, 1000 * theirs / 27]
    note = "peer: a card of the deck of 27; the whole process divided by its cards"
    yield Row("125 cards, a card", a_card[0], "ms CPU", a_card[1], a_card[0] / a_card[1], "≤ 1", note)
    drawn = [_drawing_ms(python, name, count, env) for name, count in cards.items()]
    yield Row("drawing alone, a card", drawn[0], "ms CPU", drawn[1], drawn[0] / drawn[1], "≤ 1", "the same, warm")


WARM = """
import sys, time
from cardgen.print.sheets import deck_pdf
from cardgen.decks import DeckOptions, make_deck
from cardgen.layout import SheetOptions
from cardgen.layout import lay_out
deck, layout = make_deck(sys.argv[1], DeckOptions()), lay_out(SheetOptions(cover=False))
deck_pdf(deck, layout)
best = 9.0
for _ in range(7):
    begun = time.process_time()
    deck_pdf(deck, layout)
    best = min(best, time.process_time() - begun)
print(best)
"""


def _drawing_ms(python: str, name: str, cards: int, env: dict[str, str]) -> float:
    done = subprocess.run([python, "-c", WARM, name], check=True, env=env, capture_output=True, text=True)
    return 1000 * float(done.stdout) / cards


def _peers(python: str, work: Path, env: dict[str, str]) -> Iterator[Row]:
    """Time other printers of cards in the same run, where they are installed (the extra `peers`)."""
    ours = (python, "-c", NAMED, "lizard", str(work / "ours.pdf"))
    sans = "import sys; from cardgen.pdf.type import SANS, font_path; print(font_path(SANS))"
    font = subprocess.run([python, "-c", sans], check=True, env=env, capture_output=True, text=True).stdout.strip()
    dividers = "import sys; from domdiv.main import main; main()"
    sets = ("--expansions", "dominion2ndEdition", "intrigue2ndEdition", "--size", "sleeved", "--papersize", "A4")
    peers = {
        "fpdf2": ((python, "-c", FPDF2, font, str(work / "fpdf2.pdf")), "60 cards of ranks, pips and lozenges, no art"),
        "domdiv": (
            (python, "-c", dividers, *sets, "--outfile", str(work / "domdiv.pdf")),
            "the dividers of two Dominion sets with their backs, 9 sheets",
        ),
    }
    for peer, (command, told) in peers.items():
        name = f"Lizard beside {peer}"
        if find_spec({"fpdf2": "fpdf"}.get(peer, peer)) is None:
            mine = statistics.median(cpu_of(ours, env) for _ in range(3))
            yield Row(name, mine, "s CPU", note=f"not run: {peer} is not installed (pip install -e '.[peers]')")
            continue
        mine, theirs, ratio = _side_by_side(ours, command, env)
        kb = (work / f"{peer}.pdf").stat().st_size / 1000
        yield Row(name, mine, "s CPU", theirs, ratio, note=f"peer: {told}; {kb:,.0f} kB")


def _kit(python: str, work: Path, env: dict[str, str]) -> Iterator[Row]:
    words = ("cardgen", "kit", "liars-lair", "--seed", "7", "--no-ledger", "--force", "-o", str(work / "kit"))
    kit = (python, "-m", *words)
    cpu_of(kit, env)
    seconds = statistics.median(cpu_of(kit, env) for _ in range(5))
    yield Row("kit for five, new facts, one process", seconds, "s CPU", bound="≤ 1.5 s")
    yield Row("its peak memory", peak_mb(kit, env), "MB", bound="≤ 100 MB")
