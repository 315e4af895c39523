"""Every letter that people may write: printed as it is, or refused by name before anything is printed.

Sentences and titles go the whole way, from a spreadsheet through the fact file to the PDF's own text; names of players
from the referee's seats to a printed slip.
"""

import csv
import tempfile
import unicodedata
from pathlib import Path
from random import Random

from cardgen.decks.faces.liars_lair import deck
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, SheetOptions, lay_out
from cardgen.pages.secret import write_slips
from cardgen.print.sheets import deck_pdf
from factbank import jokes
from factbank.errors import FactError
from referee import games
from referee.core.game import RecordError
from referee.tables.export import Slip
from tests.bench.hard.report import Hang, Report, last_frames, within_a_second

BLOCKS = {
    "Latin of Europe": ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x17F), (0x218, 0x21B), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E)),
    "Latin of Vietnam": ((0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1EA0, 0x1EF9)),
    "other Latin": ((0x180, 0x19F), (0x1A2, 0x1AE), (0x1B1, 0x217), (0x21C, 0x24F), (0x1E00, 0x1E7F), (0x1EFA, 0x1EFF)),
    "Greek": ((0x386, 0x3CE),),
    "Cyrillic": ((0x400, 0x45F), (0x490, 0x491)),
    "right to left": ((0x5D0, 0x5EA), (0x620, 0x64A)),
    "others": ((0x905, 0x939), (0x3041, 0x3096), (0x4E00, 0x4E40), (0xAC00, 0xAC20), (0x1F600, 0x1F640)),
    "signs": ((0x21, 0x7E), (0xA1, 0xBF), (0x2010, 0x2044), (0x20A0, 0x20BF), (0x2190, 0x2199), (0x2500, 0x2510)),
}
MUST = ("Latin of Europe", "Latin of Vietnam", "Greek", "Cyrillic")  # whole alphabets that the fonts cover
LACKING = "ĬĭĲĳŊŋŦŧ"  # of these the fonts have none: Sami’s eng and barred t, and three nobody writes
WORDS = {
    "24 combining marks": "a" + "".join(chr(0x300 + at) for at in range(24)),
    "one mark 24 times": "e" + "\u0301" * 24,
    "accents as signs of their own": "re\u0301sume\u0301",
    "zero width": "zero\u200bwidth",
    "zero width joiner": "a\u200db",
    "soft hyphen": "soft\u00adhyphen",
    "byte order mark": "a\ufeffb",
    "turned round": "abc\u202edef",
    "isolated": "\u2067abc\u2069",
    "a tag": "a\U000e0041b",
    "private": "a\ue000b",
    "not a sign": "a\uffffb",
    "unassigned": "a\u0378b",
    "10,000 characters": "w" * 10_000,
    "400 characters": "w" * 400,
    "a ligature": "a\ufb01x",
    "a blank that isn't": "a\u3164b",
    "no-break blanks": "a\u00a0b\u202fc",
    "a line of its own": "a\u2028b",
    "control": "a\x1b[2Jb",
    "null": "a\x00b",
}
FULL = sum(last - first + 1 for ranges in BLOCKS.values() for first, last in ranges) + len(WORDS)
SAMPLE = 30
TOGETHER = 12  # texts in a deck


def run(count: int, seed: int) -> Report:
    """Try ``count`` characters and words, drawn at random where that isn't all."""
    report = Report("text")
    texts = [
        (block, chr(code))
        for block, ranges in BLOCKS.items()
        for first, last in ranges
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) != "Cn"
    ]
    rng = Random(seed)
    if count < len(texts):
        texts = rng.sample(texts, count)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for block in BLOCKS:
                ours = [text for name, text in texts if name == block]
                for at in range(0, len(ours), TOGETHER):
                    _sentences(block, ours[at : at + TOGETHER], Path(folder), report)
                for text in ours:
                    _name(block, text, Path(folder), report)
            for name, word in WORDS.items():
                _sentences(name, [word], Path(folder), report)
                _name(name, word, Path(folder), report)
    except Hang:
        report.fault("something took over five seconds")
    report.figures |= {"characters": len(texts), "words": len(WORDS)}
    return report


def _sentences(kind: str, texts: list[str], folder: Path, report: Report) -> None:
    """Take texts from a spreadsheet to paper, together; one by one where they can't go together."""
    path = folder / "facts.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("first", "second", "title"))
        for at, text in enumerate(texts):
            rows.writerow((f"Number {at} says {text} today.", f"Number {at} says {text} never.", f"Title {at} {text}"))
    try:
        with within_a_second(5):
            facts = jokes.read_csv(path, 7).facts
            layout = lay_out(SheetOptions(cover=False, sides="fronts"))
            said = _text_of(deck_pdf(deck(facts), layout))
    except (FactError, PrintError) as error:
        if len(texts) > 1:
            for text in texts:
                _sentences(kind, [text], folder, report)
            return
        report.counts[f"{kind}: refused"] += 1
        if kind in MUST and texts[0] not in LACKING and unicodedata.normalize("NFC", texts[0]) == texts[0]:
            report.fault(f"{kind}: {texts[0]!a} is not printed: {error}")
        sign = texts[0][0] if len(texts[0]) == 1 else ""
        if sign and f"U+{ord(sign):04X}" not in str(error) and sign.isprintable():
            report.fault(f"{kind}: {sign!a} is refused without its name: {str(error)[:120]}")
        if len(str(error)) > 1500:
            report.fault(f"{kind}: {texts[0]!a:.60} is refused in {len(str(error))} characters")
        return
    except Exception as error:
        report.fault(f"{kind}: {[text[:40] for text in texts]!a}: {last_frames(error)}")
        return
    report.counts[f"{kind}: printed"] += len(texts)
    for at, text in enumerate(texts):
        told = unicodedata.normalize("NFKC", " ".join(text.split()))
        if told not in unicodedata.normalize("NFKC", said) and len(text) < 30:
            report.fault(f"{kind}: {text!a} is not to be read in the PDF, though Title {at} was printed")


def _text_of(pdf: bytes) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    pages = [document[at].get_textpage().get_text_range() for at in range(len(document))]
    return " ".join(" ".join(pages).split())


def _name(kind: str, text: str, folder: Path, report: Report) -> None:
    """Seat somebody of that name and print the slip; both may refuse, in a sentence."""
    lizard = games.game("lizard")
    name = f"A{text}"
    try:
        with within_a_second(5):
            setup = games.setup(lizard, [name, "Bob", "Cat"])
            line = games.format_action(lizard, setup, games.parse(lizard, setup, f"{name}: bids 0"))
            if name.upper().casefold() == name.casefold():  # not so with the Turkish ı
                games.parse(lizard, setup, line.upper())
            twin = unicodedata.normalize("NFD", name)
            games.parse(lizard, setup, f"{twin}: bids 0")
            write_slips([Slip(name, "Lizard · table 1", (("9h", "", "true"),))], folder / "slip.pdf", PAPERS["a4"])
            report.counts[f"{kind}: names printed"] += 1
    except (RecordError, PrintError) as error:
        report.counts[f"{kind}: names refused"] += 1
        if len(str(error)) > 300 or not str(error).isprintable():
            report.fault(
                f"{kind}: the name {name[:30]!a} is refused in {len(str(error))} characters: {str(error)[:80]!a}"
            )
        if kind in MUST and text not in LACKING:
            report.fault(f"{kind}: nobody may be called {name!a}: {error}")
    except Exception as error:
        report.fault(f"{kind}: the name {name[:30]!a}: {last_frames(error)}")
