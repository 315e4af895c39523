"""Make the README's pictures from pages that the program prints: ``make pictures``."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "pictures"
GROUND = "#8C8F92"
SEED = "72"
FAMILY = (
    (
        ("liars-lair", "3"),
        ("lizard", "lizard"),
        ("lizard", "snake"),
        ("west", "rt3"),
        ("red-and-black", "Qs"),
        ("liar-poker", "As"),
    ),
    (
        ("liar-poker", "Jh"),
        *((deck, "back") for deck in ("liars-lair", "lizard", "west", "red-and-black", "liar-poker")),
    ),
)


def main() -> None:
    """Print a kit, rasterise some of its pages, and write them small."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        kit = Path(folder) / "kit"
        env = os.environ | {"LIARSDECK_HOME": folder}
        command = [sys.executable, "-m", "cardgen", "kit", "liars-lair", "--players", "5", "--seed", SEED]
        command += ["--no-ledger", "--paper", "a4", "--booklet", "no", "--quiet", "-o", str(kit)]
        subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
        _write("sheet.png", [_page(kit / "deck.pdf", at, 68) for at in (0, 1)])
        _write("book.png", [_page(kit / "rulebook.pdf", at, 78) for at in (0, 4, 6)])
        _family(kit, env)
        _write("cover.png", [_page(kit / "print-me-first.pdf", 0, 68), _page(kit / "reference-cards.pdf", 0, 68)])


def _family(kit: Path, env: dict[str, str]) -> None:
    """Lay cards of all five games over their backs."""
    rows = []
    for row in FAMILY:
        cards = []
        for deck, card in row:
            out = kit.parent / f"{deck}-{card}.png"
            command = [sys.executable, "-m", "cardgen", "show", card, "--deck", deck, "--dpi", "58", "--quiet"]
            command += ["-o", str(out), *(["--facts", str(kit / "facts.json")] if deck == "liars-lair" else [])]
            subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
            with Image.open(out) as picture:
                cards.append(picture.convert("RGB"))
        rows.append(cards)
    _write("family.png", *rows)


def _page(pdf: Path, at: int, dpi: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    image: Image.Image = document[at].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def _write(name: str, *rows: list[Image.Image], gap: int = 14) -> None:
    """Lay rows of pages on grey, in few enough colours to stay small."""
    width = max(sum(page.width + gap for page in pages) for pages in rows) + gap
    height = sum(max(page.height for page in pages) + gap for pages in rows) + gap
    sheet = Image.new("RGB", (width, height), GROUND)
    y = gap
    for pages in rows:
        x = gap
        for page in pages:
            sheet.paste(page, (x, y))
            x += page.width + gap
        y += max(page.height for page in pages) + gap
    sheet.quantize(96, dither=Image.Dither.NONE).save(OUT / name, optimize=True)


if __name__ == "__main__":
    main()
