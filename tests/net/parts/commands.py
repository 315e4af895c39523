"""What the programs write and say: some ninety commands over all games, papers, inks, sizes and options, then sixty
that are asked for help, typed wrongly, or given what they can't read.

Run as ``python commands.py OUT INPUTS FIRST STEP``: every STEP-th command from FIRST on, each in ``OUT/NUMBER`` beside
copies of the files of INPUTS, where it leaves its files; its status and what it said stand in ``said.txt``. With a
fifth word, ``product``, the commands print every deck on every paper, in every ink and size.
"""

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

GAMES = ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
A4 = ("--paper", "a4")
LETTER = ("--paper", "letter")
FACTS = ("--facts", "facts.json")
DECKS = ("standard52", "lizard", "west", "west-64", "triple-5", "red-and-black", "liar-poker")
RECORDS = ("lair-evening", "guess-evening", "lizard-evening", "redblack-evening", "poker-evening")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("factbank", "new", "--pairs", "12", "--seed", "5", "--no-ledger", "-o", "new.json"),
    ("factbank", "new", "--pairs", "30", "--seed", "11", "--theme", "sea", "--difficulty", "hard", "--no-ledger",
     "-o", "sea.json"),
    ("factbank", "new", "--pairs", "9", "--seed", "2", "--guest", "Ann,Bob:he,Cat:they", "--no-ledger",
     "-o", "guests.json"),
    ("factbank", "import", "own.csv", "--seed", "5", "-o", "own.json"),
    ("factbank", "show", "facts.json", "--yes"),
    ("cardgen", "list"),
    ("cardgen", "show", "9h", "-o", "nine.png"),
    ("cardgen", "show", "lizard", "-o", "lizard.png"),
    *(("cardgen", "deck", deck, *A4, "-o", f"{deck}.pdf") for deck in DECKS),
    *(("cardgen", "deck", deck, *LETTER, "--ink", "low", "--preview", "-o", f"{deck}.pdf") for deck in DECKS[1:3]),
    ("cardgen", "deck", "liars-lair", *FACTS, *A4, "-o", "lair.pdf"),
    ("cardgen", "deck", "liars-lair", *FACTS, *LETTER, "--ink", "low", "--sides", "fold", "-o", "lair-low.pdf"),
    *(("cardgen", "deck", "liars-lair", *FACTS, *A4, "--card", card, "-o", f"{card}.pdf")
      for card in ("mini", "tarot", "bridge", "square")),
    ("cardgen", "deck", "lizard", "--paper", "a3", "--indices", "jumbo", "-o", "jumbo.pdf"),
    ("cardgen", "deck", "lizard", "--paper", "210x210mm", "--card", "mini", "--sides", "short", "-o", "square.pdf"),
    ("cardgen", "deck", "standard52", "--theme", "seaside", "--slots", "gaps-9", "-o", "seaside.pdf"),
    ("cardgen", "deck", "standard52", *A4, "--jokers", "2", "--feed", "manual", "--colour-aid", "-o", "standard.pdf"),
    ("cardgen", "deck", "west", *A4, "--theme", "lacquer", "--back-ink", "low", "-o", "lacquer.pdf"),
    ("cardgen", "deck", "own.toml", *A4, "-o", "own.pdf"),
    ("cardgen", "deck", "table.csv", *LETTER, "-o", "table.pdf"),
    ("cardgen", "calibrate", *A4, "-o", "test.pdf"),
    *(("cardgen", "rulebook", game, *A4, "-o", f"{game}.pdf") for game in GAMES),
    *(("cardgen", "rulebook", game, "--large-print", *LETTER, "-o", f"{game}-large.pdf") for game in GAMES),
    *(("cardgen", "rulebook", game, "--html", "-o", f"{game}.html") for game in GAMES),
    ("cardgen", "rulebook", "lizard", *A4, "--booklet", "no", "-o", "plain.pdf"),
    *(("cardgen", "extras", game, *A4, "-o", f"{game}-extras") for game in GAMES[1:]),
    ("cardgen", "extras", "own.toml", *A4, "-o", "own-extras"),
    *(("cardgen", "kit", game, *A4, "-o", f"{game}-kit") for game in GAMES[1:]),
    ("cardgen", "kit", "liars-lair", "--players", "4", *FACTS, *A4, "-o", "lair-kit"),
    ("cardgen", "kit", "liars-lair", "--players", "3", "--seed", "3", "--no-ledger", *LETTER, "--ink", "low",
     "-o", "seed-kit"),
    ("cardgen", "kit", "liars-lair", "--guest", "Ann,Bob:he,Cat,Dan,Eve", "--seed", "4", "--no-ledger", *A4,
     "--sides", "fold", "-o", "guests-kit"),
    *(("cardgen", "kit", "red-and-black", "--option", "red=13", "--option", "black=13", "--sides", sides, *LETTER,
       "--ink", "low", "-o", f"red-{sides}") for sides in ("short", "fold", "fronts")),
    ("cardgen", "kit", "liar-poker", "--deck-theme", "lacquer", *A4, "-o", "lacquer-kit"),
    ("cardgen", "kit", "lizard", "--players", "3", "--feed", "manual", "--option", "rounds=10", *LETTER,
     "-o", "manual-kit"),
    *(("cardgen", "export", target, "west", "-o", target) for target in ("png", "tgc", "mpc", "dtc", "press", "svg")),
    ("cardgen", "export", "tts", "west", "--url", "https://example.org/west", "-o", "tts"),
    ("cardgen", "export", "png", "own.toml", "--dpi", "100", "-o", "own-png"),
    ("cardgen", "slips", "slip.txt", *A4, "-o", "slips.pdf"),
    *(("referee", "rules", game) for game in GAMES),
    *(("referee", "replay", f"{record}.txt", "--json", *reveal)
      for record in RECORDS for reveal in ((), ("--reveal",))),
    *(("referee", "replay", f"{record}.txt") for record in RECORDS),
    *(("referee", "story", f"{record}.txt", "-o", f"{record}.html") for record in RECORDS),
    *(("cardgen", "story", f"{record}.txt", *A4, "-o", f"{record}.pdf") for record in RECORDS),
)  # fmt: skip
SAID: tuple[tuple[str, ...], ...] = (
    *((program, "--help") for program in ("factbank", "referee", "cardgen")),
    *(("referee", word, "--help") for word in
      ("new", "resume", "host", "tables", "scores", "story", "league", "lab", "slips", "export", "replay", "verify",
       "teach", "rules")),
    *(("cardgen", word, "--help") for word in ("kit", "deck", "extras", "rulebook", "export", "calibrate")),
    *(("factbank", word, "--help") for word in ("new", "check", "import", "audit")),
    *(("referee", "teach", game) for game in GAMES),
    ("referee", "rules", "lizard", "lizard.follow"),
    ("referee", "rules", "lizard", "lizard.folow"),
    ("referee", "rules", "lizrd"),
    ("referee", "tables"),
    ("referee", "resume"),
    ("referee", "export", "7"),
    ("referee", "replay", "none.txt"),
    ("referee", "replay", "facts.json"),
    ("referee", "verify", "lizard-evening.txt"),
    ("referee", "new", "lizard", "--seat", "Ann"),
    ("referee", "new", "lizard", "--seat", "Ann", "--seat", "ann", "--seat", "Cat"),
    ("referee", "new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=99"),
    ("referee", "new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rouns=3"),
    ("referee", "new", "liars-lair", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat"),
    ("referee", "new", "poker"),
    ("referee", "host", "--bind", "example.org"),
    ("referee", "host", "liars-lair"),
    ("referee", "lab", "lizard", "--bots", "hrd"),
    ("cardgen", "deck", "lizrd"),
    ("cardgen", "deck", "lizard", "--paper", "a9"),
    ("cardgen", "deck", "lizard", "--card", "100x20cm"),
    ("cardgen", "deck", "lizard", "--ink", "purple"),
    ("cardgen", "deck", "wrong.toml"),
    ("cardgen", "kit", "liars-lair", "--players", "99"),
    ("cardgen", "kit", "lizard", "--option", "rounds=ten"),
    ("cardgen", "export", "press", "own.toml", "--dpi", "7"),
    ("cardgen", "rulebook", "lizard", "--booklet", "perhaps"),
    ("cardgen", "list", "--emblems"),
    ("factbank", "new", "--pairs", "0"),
    ("factbank", "new", "--theme", "see"),
    ("factbank", "check", "wrong.toml"),
    ("factbank", "import", "wrong.csv"),
    ("factbank", "packs"),
    ("factbank", "check", "cabinet"),
    ("factbank", "history"),
    ("factbank", "show", "K7Q4-9M"),
)  # fmt: skip
PRODUCT = tuple(
    ("cardgen", "deck", deck, *(FACTS if deck == "liars-lair" else ()), "--paper", paper, "--ink", ink, "--card", card,
     "--no-cover", "-o", f"{deck}-{paper}-{ink}-{card}.pdf")
    for deck, paper, ink, card in itertools.product(
        ("liars-lair", *DECKS), ("a4", "letter"), ("full", "low"), ("poker", "bridge", "tarot", "mini")
    )
)  # fmt: skip
ENV = {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "1700000000"}


def run(number: int, command: tuple[str, ...], out: Path, inputs: Path) -> None:
    """Run one command in a folder of its own."""
    place, home = out / f"{number:03}", out.parent / f"home-{number:03}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(inputs, place)
    copied = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=place, capture_output=True, check=False, stdin=subprocess.DEVNULL,
        env=env | ENV | {"LIARSDECK_HOME": str(home), "HOME": str(home)},
    )  # fmt: skip
    for path, data in copied.items():
        if path.exists() and path.read_bytes() == data:
            path.unlink()
    said = f"{' '.join(command)}\nexit {done.returncode}\n".encode() + done.stdout + b"\n---\n" + done.stderr
    (place / "said.txt").write_bytes(said.replace(bytes(place), b"PLACE").replace(bytes(home), b"HOME"))


if __name__ == "__main__":
    folder, source, first, step = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    everything = PRODUCT if sys.argv[5:] == ["product"] else (*COMMANDS, *SAID)
    for at in range(first, len(everything), step):
        run(at, everything[at], folder, source)
