"""Run the parts in two checkouts, and say what differs: ``python -m tests.net OLD [NEW]`` (folders of checkouts).

Each part is a program of its own, run by the Python of the checkout's ``.venv`` from outside of it, so it reaches that
checkout's code by what anybody may use: commands, HTTP, the library's front door. PDFs are compared by bytes, and
where those differ by pages drawn at 100 dpi (the part ``product`` at 300, where one pixel in a thousand may differ by
more than 2 of 255 levels); HTML as a tree in which white space counts as CSS lets it; all else by
bytes. The sealed answer sheet is left out: it is dealt anew at every printing.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from html.parser import HTMLParser
from pathlib import Path
from random import Random

from tests.bench.hard import twice

ROOT = Path(__file__).parents[2]
GAMES = ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
EVENINGS = 3  # of each game
TAPS = 60
GAMES_EACH = 2000
DPI = 100
PARTS = ("commands", "evenings", "games")
ON_REQUEST = ("product",)  # every deck, paper, ink and size: a quarter of an hour
FINE_DPI, LEVELS, SHARE = 300, 2, 0.001
SPACED = {"pre", "textarea", "script", "style"}
INLINE = {
    "a", "abbr", "b", "bdi", "button", "cite", "code", "em", "i", "img", "input", "kbd", "label", "mark", "q", "s",
    "select", "small", "span", "strong", "sub", "sup", "svg", "time", "u", "var",
}  # fmt: skip
DECK = """title = "Tea & Biscuits"
back = "scales"
colour = "green"

[[cards]]
name = "tea"
title = "A pot of tea"
text = "Strong enough to hold up a spoon, and to tell it off."
copies = 2

[[cards]]
name = "biscuit"
title = "One biscuit"
text = "Nobody ever had one."
copies = 1
"""
WRONG = 'title = "No end\n'


def main() -> int:
    """Run the parts in both checkouts and print what differs; return 1 when anything does."""
    parser = argparse.ArgumentParser(prog="tests.net")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?", default=ROOT)
    parser.add_argument(
        "--part", choices=PARTS + ON_REQUEST, action="append", help="only this part (may be given again)"
    )
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one Nth of the games and of the taps")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep both outputs here; a part of OLD is made once")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as outer:
        keep = args.keep or Path(outer)
        different = 0
        for part in args.part or PARTS:
            folders = []
            for side, checkout in (("old", args.old), ("new", args.new)):
                folder = keep / side / f"{part}-{args.share}"
                folders.append(folder)
                if side == "new" or not (folder / "done").exists():
                    _run(part, checkout.resolve(), folder, args.share, args.workers)
            different += _compared(part, *folders)
    return 1 if different else 0


def _run(part: str, checkout: Path, folder: Path, share: int, workers: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    out, inputs = folder / "out", folder / "inputs"
    out.mkdir(parents=True)
    inputs.mkdir()
    jobs: list[list[object]]
    if part in ("commands", "product"):
        _inputs(inputs)
        words = [part] if part == "product" else []
        jobs = [["commands.py", out, inputs, first, 4 * workers, *words] for first in range(4 * workers)]
    elif part == "evenings":
        taps = max(4, TAPS // share)
        jobs = [["evening.py", out, game, seed, taps] for seed in range(EVENINGS) for game in GAMES]
    else:
        count = max(workers, GAMES_EACH // share)
        jobs = [["games.py", out, count, first, 8 * workers] for first in range(8 * workers)]
    python = checkout / ".venv" / "bin" / "python"
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def done(job: list[object]) -> None:
        name, *words = job
        command = [str(python), str(ROOT / "tests" / "net" / "parts" / str(name)), *map(str, words)]
        subprocess.run(command, cwd=folder, env=env | {"PYTHONHASHSEED": "0"}, check=True)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(done, jobs))
    (folder / "done").write_text("")


def _inputs(place: Path) -> None:
    twice._inputs(place)
    (place / "own.toml").write_text(DECK, encoding="utf-8")
    (place / "wrong.toml").write_text(WRONG, encoding="utf-8")
    (place / "wrong.csv").write_text("one,two,three,four\n", encoding="utf-8")
    rng = Random(1)
    rows = "".join(f"Beast {n},{rng.randint(1, 9)},It has {n} legs and a hat.\n" for n in range(12))
    (place / "table.csv").write_text(f"name,points,text\n{rows}", encoding="utf-8")
    for record in (ROOT / "tests" / "records").glob("*-evening.*"):
        shutil.copy(record, place)
    for facts in (ROOT / "tests" / "records").glob("lair-*-pairs.json"):
        shutil.copy(facts, place)


def _compared(part: str, old: Path, new: Path) -> int:
    names = [{str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} for folder in
             (old / "out", new / "out")]  # fmt: skip
    same = different = 0
    shares: list[float] | None = [] if part == "product" else None
    for name in sorted(names[0] | names[1]):
        if Path(name).name == twice.SEALED:
            continue
        if name not in names[0] & names[1]:
            what = f"only in {'OLD' if name in names[0] else 'NEW'}"
        else:
            what = _difference(old / "out" / name, new / "out" / name, shares)
        same, different = same + (not what), different + bool(what)
        if what:
            print(f"{part}: {name}: {what}")
    print(f"{part}: {same} files the same, {different} different", flush=True)
    if shares:
        print(f"{part}: at most {max(shares):.3%} of a page's pixels differ by more than {LEVELS} levels", flush=True)
    return different


def _difference(old: Path, new: Path, shares: list[float] | None = None) -> str:
    """Return how two files differ, "" where they are the same.

    Pages of PDFs are compared at ``DPI``, pixel by pixel. With ``shares`` they are compared at ``FINE_DPI``; those
    are the same of which at most ``SHARE`` differ by more than ``LEVELS``, and the shares of all pages are added to it.
    """
    one, two = old.read_bytes(), new.read_bytes()
    if one == two:
        return ""
    if old.suffix == ".pdf":
        fine = shares is not None
        pages = _pages(old, new, FINE_DPI, LEVELS) if fine else _pages(old, new, DPI, 0)
        if shares is not None:
            shares.extend(pages)
        unlike = [number for number, share in enumerate(pages, 1) if share > (SHARE if fine else 0)]
        if not pages:
            return "another number of pages"
        if unlike:
            return f"pages {unlike} look different: {max(pages):.3%} of the pixels"
        return "" if fine else "other bytes, the same pixels"
    if old.suffix == ".html":
        same = tree(one.decode()) == tree(two.decode())
        return "" if same else f"another tree ({len(one)} and {len(two)} bytes)"
    if old.suffix == ".jsonl":
        return _bodies(one.decode().splitlines(), two.decode().splitlines())
    lines = [data.decode("utf-8", "replace").splitlines() for data in (one, two)]
    first = next((n for n, pair in enumerate(zip(*lines, strict=False), 1) if pair[0] != pair[1]), min(map(len, lines)))
    shown = [found[first - 1][:160] if first <= len(found) else "" for found in lines]
    return f"line {first}: {shown[0]!r} was {shown[1]!r}"[:400]


def _bodies(old: list[str], new: list[str]) -> str:
    """Return the first request whose answer differs; a body that is HTML is compared as a tree."""
    wrong = []
    for number, (one, two) in enumerate(zip(old, new, strict=False), 1):
        was, now = json.loads(one), json.loads(two)
        if was != now and (was[:3] != now[:3] or tree(was[3]) != tree(now[3])):
            wrong.append(f"{number} ({now[0]} {now[1]})")
    if not wrong and len(old) == len(new):
        return ""
    return f"{len(old)} and {len(new)} answers, {len(wrong)} differ: {', '.join(wrong[:3])}"


def _pages(old: Path, new: Path, dpi: int, levels: int) -> list[float]:
    """Return for each page of two PDFs the share of pixels that differ by more than ``levels`` of 255 at ``dpi``.

    Returns an empty list if the numbers of pages differ.
    """
    import pypdfium2
    from PIL import ImageChops

    one, two = pypdfium2.PdfDocument(old), pypdfium2.PdfDocument(new)
    shares = []
    for number in range(len(one) if len(one) == len(two) else 0):
        images = [book[number].render(scale=dpi / 72).to_pil() for book in (one, two)]
        most = reduce(ImageChops.lighter, ImageChops.difference(*images).split())
        shares.append(sum(most.histogram()[levels + 1 :]) / (most.width * most.height))
    return shares


class _Tree(HTMLParser):
    """Collects a document's tags, attributes and text, white space as it stands."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, object]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted((name, " ".join((value or "").split())) for name, value in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((tag, "end"))

    def handle_data(self, data: str) -> None:
        self.found.append(("", data))


def tree(html: str) -> list[tuple[str, object]]:
    """Return what a document is made of, in order: tags with their attributes, and text.

    A run of white space is one blank, as in a line of text; beside what is no part of a line there is none.
    """
    parser = _Tree()
    parser.feed(html)
    parser.close()
    found: list[tuple[str, object]] = [("div", "start")]
    spaced = 0
    for tag, what in parser.found:
        spaced += 0 if tag not in SPACED else -1 if what == "end" else 1
        if tag and tag not in INLINE and found[-1][0] == "":
            found[-1] = ("", str(found[-1][1]).rstrip())
        if tag or spaced:
            ends = not tag and found[-1][0] in {"style", "script"}  # where lines of code begin and end is no matter
            found.append((tag, str(what).strip() if ends else what))
            continue
        text = re.sub(r"\s+", " ", str(what))
        ends = next((str(one[1]) if one[0] == "" else "x" for one in reversed(found) if one[0] not in INLINE), "")
        if ends == "x" or ends.endswith(" "):
            text = text.lstrip()
        found.append(("", text))
    return [one for one in found if one != ("", "")]


if __name__ == "__main__":
    sys.exit(main())
