"""What comes out of two checkouts, side by side: ``python -m tests.bench.compare OLD [NEW]`` (folders of checkouts).

Each checkout's own ``.venv`` runs the same commands over every game, paper and kind of output, on the same inputs.
Every file is compared byte for byte. Of a PDF that differs, the pages are named whose text moved to another page or
changed, and those that only look different; what differs is kept beside (``--keep DIR``) to be looked at. The sealed
answer sheet is left out, as it is dealt anew every time, and so is a checkout's own place in what is said.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.hard import twice

GAMES = ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
PAPERS = ("letter", "a3", "legal", "210x210mm")
RECORDS = Path(__file__).parents[1] / "records"
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
COMMANDS: tuple[tuple[str, ...], ...] = (
    *twice.COMMANDS,
    *(("cardgen", "rulebook", game, "--html", "-o", f"{game}.html") for game in GAMES),
    *(("cardgen", "rulebook", game, "--large-print", "--paper", "letter", "-o", f"{game}-large.pdf") for game in GAMES),
    *(("referee", "rules", game) for game in GAMES),
    *(("cardgen", "deck", "lizard", "--paper", paper, "--indices", "jumbo", "-o", f"jumbo-{paper}.pdf")
      for paper in PAPERS),
    *(("cardgen", "kit", "red-and-black", "--option", "red=13", "--option", "black=13", "--sides", sides, "--paper",
       "letter", "--ink", "low", "-o", f"red-{sides}") for sides in ("short", "fold", "fronts")),
    *(("cardgen", "deck", "liars-lair", "--facts", "facts.json", "--card", card, "--paper", "a4", "-o", f"{card}.pdf")
      for card in ("mini", "tarot", "bridge", "square")),
    *(("referee", "replay", record, "--json", *reveal)
      for record in ("lair-evening.txt", "guess-evening.txt", "lizard-evening.txt", "redblack-evening.txt",
                     "poker-evening.txt") for reveal in ((), ("--reveal",))),
    *(("factbank", "check", pack) for pack in ("cabinet",)),
    ("factbank", "packs"),
    ("factbank", "show", "facts.json", "--yes"),
    ("cardgen", "list"),
    ("cardgen", "deck", "own.toml", "--paper", "a4", "-o", "own.pdf"),
    ("cardgen", "export", "png", "own.toml", "--dpi", "100", "-o", "own-png"),
    ("cardgen", "extras", "own.toml", "--paper", "a4", "-o", "own-extras"),
    ("cardgen", "deck", "standard52", "--theme", "seaside", "--slots", "gaps-9", "--preview", "-o", "seaside.pdf"),
    ("cardgen", "kit", "liar-poker", "--deck-theme", "lacquer", "--paper", "a4", "-o", "lacquer-kit"),
    ("cardgen", "kit", "lizard", "--players", "3", "--feed", "manual", "--option", "rounds=10", "--paper", "letter",
     "-o", "manual-kit"),
)  # fmt: skip


def main() -> int:
    """Run the commands in both checkouts and print what differs; return 1 when anything does."""
    parser = argparse.ArgumentParser(prog="tests.bench.compare")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?", default=Path.cwd())
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep both outputs here; OLD's are not made again")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as outer:
        keep = args.keep or Path(outer)
        outputs = [keep / "old", keep / "new"]
        for checkout, folder in zip((args.old, args.new), outputs, strict=True):
            if folder.name == "old" and (folder / "done").exists():
                continue
            shutil.rmtree(folder, ignore_errors=True)
            _run_all(checkout.resolve(), folder)
        return _compare(*outputs)


def _run_all(checkout: Path, folder: Path) -> None:
    place = folder / "files"
    place.mkdir(parents=True)
    twice._inputs(place)
    (place / "own.toml").write_text(DECK, encoding="utf-8")
    for record in RECORDS.glob("*-evening.*"):
        shutil.copy(record, place)
    for facts in RECORDS.glob("lair-*-pairs.json"):
        shutil.copy(facts, place)
    env = {**os.environ, "LIARSDECK_HOME": str(folder / "home"), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    env.pop("PYTHONPATH", None)
    for number, (program, *words) in enumerate(COMMANDS):
        command = [str(checkout / ".venv" / "bin" / program), *words]
        done = subprocess.run(command, cwd=place, capture_output=True, check=False, env=env, stdin=subprocess.DEVNULL)
        said = f"exit {done.returncode}\n".encode() + done.stdout + b"\n---\n" + done.stderr
        said = said.replace(bytes(checkout), b"CHECKOUT")
        (place / f"said-{number:03}.txt").write_bytes(said)
    (folder / "done").write_text("")


def _compare(old: Path, new: Path) -> int:
    names = [{str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} for folder in (old, new)]
    same, different = 0, 0
    for name in sorted(names[0] | names[1]):
        if name.startswith("home") or name == "done" or Path(name).name == twice.SEALED:
            continue
        if name not in names[0] & names[1]:
            print(f"{name}: only in {'OLD' if name in names[0] else 'NEW'}")
            different += 1
        elif (old / name).read_bytes() == (new / name).read_bytes():
            same += 1
        else:
            different += 1
            print(f"{name}: {_difference(old / name, new / name)}")
    print(f"{len(COMMANDS)} commands: {same} files the same, {different} different")
    return 1 if different else 0


def _difference(old: Path, new: Path) -> str:
    if old.suffix != ".pdf":
        return f"differs ({old.stat().st_size} and {new.stat().st_size} bytes)"
    import pypdfium2

    one, two = pypdfium2.PdfDocument(old), pypdfium2.PdfDocument(new)
    if len(one) != len(two):
        return f"{len(one)} and {len(two)} pages"
    text, look = [], []
    for number in range(len(one)):
        words = [" ".join(book[number].get_textpage().get_text_range().split()) for book in (one, two)]
        if words[0] != words[1]:
            text.append(number + 1)
        elif _pixels(one[number]) != _pixels(two[number]):
            look.append(number + 1)
    return (
        f"text differs on pages {text}, look on pages {look}" if text or look else "bytes differ, pages look the same"
    )


def _pixels(page: Any) -> bytes:
    return bytes(page.render(scale=1).buffer)


if __name__ == "__main__":
    sys.exit(main())
