"""Make the pictures of README and docs/ from pages that the program prints: ``make pictures``."""

import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
from PIL import Image

from cardgen.art import backs
from cardgen.art.pictures import ART, draw_emblem, emblem, picture
from cardgen.art.signs import draw_sign
from cardgen.art.vector import Mark
from cardgen.decks import DeckOptions, FaceStyle, find_card, make_deck
from cardgen.decks.faces import plain
from cardgen.decks.faces.liars_lair import draw_face
from cardgen.extras.boxes.words import label_of
from cardgen.layout import SheetOptions
from cardgen.pages.dress import GAMES, HIGH_MM, WIDE_MM, Painter, dress, painters
from cardgen.pdf.ink import Document, Drawing, Ink, Size, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, rect
from cardgen.pdf.theme import HARLEQUIN, WORLDS
from cardgen.pdf.type import SANS
from cardgen.print.preview import card_picture
from cardgen.spec import KitSpec
from factbank.factfile import Card, Pair, read
from factbank.looks import emblems, things
from liarsdeck.english import counted
from referee import games

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "pictures"
GROUND = "#8C8F92"
SIDE_MM = 28.0
"""How deep the box is whose sides are shown; the others' sizes are those that it is designed at."""
SEED = "72"
BACKS = ("liars-lair", "lizard", "west", "red-and-black", "liar-poker", "standard52")
FAMILY = (
    (
        ("liars-lair", "3"),
        ("lizard", "lizard-2"),
        ("lizard", "lizard-3"),
        ("lizard", "snake-2"),
        ("lizard", "snake-4"),
        ("west", "rt3"),
    ),
    (
        ("liars-lair", "11"),
        ("red-and-black", "Qs"),
        ("liar-poker", "Kc"),
        ("liar-poker", "Jh"),
        ("standard52", "joker-red"),
        ("liar-poker", "As"),
    ),
    tuple((deck, "back") for deck in BACKS),
)
WORLD = (
    ("standard52", "As"),
    ("standard52", "Ad"),
    ("standard52", "Kh"),
    ("standard52", "Qs"),
    ("lizard", "lizard-4"),
    ("lizard", "snake-2"),
    ("lizard", "back"),
)
# The ten faces of the first edition stand in the picture itself, in its first and third rows; under each is today's.
CELL, GAP = (152, 213), 6
CELL_MM, DRAWN_MM = 20.0, 13.5
"""How far apart drawings lie on their sheets, and how large they are."""
OLD_CLAIMS = (
    (34, "The Siege of Lower Snood", "The siege of Lower Snood ended when a cannonball proved a {}.", "melon", "swede"),
    (
        40,
        "Naming a Snowman",
        "Naming a snowman in Oatwhistle brings seven years of nothing but {}.",
        "rhyming letters",
        "mail",
    ),
    (8, "The Whittler", "The wind they call the Whittler carries off nothing but {}.", "tent pegs", "tea cosies"),
    (
        15,
        "The Apology Fair",
        "Each year, the last event of the Apology Fair is a duel with {}.",
        "feather dusters",
        "ladles",
    ),
    (
        43,
        "The Sulky Mermaid Bunks",
        "Every night on the Sulky Mermaid, the oarsman tucks in the {}.",
        "lookout",
        "cook",
    ),
)
NOW = (
    (("west", "gt3"), ("triple-4", "bh2"), ("standard52", "As"), ("standard52", "joker-red"), ("standard52", "back")),
    (
        *(("lizard", f"lizard-{which}") for which in (1, 2, 3, 4)),
        *(("lizard", f"snake-{which}") for which in (2, 3, 4)),
        ("standard52", "Kc"), ("standard52", "Ah"), ("lizard", "lair-back"),
    ),
)  # fmt: skip
QUOTED = (
    ("ticket", "small-print", "The Train", "Every Gigglewood train ticket reads", "Your seat has chosen you", "train"),
    ("clipping", "headline", "Grandma", "The headline of the year in Nova Cannoli:", "Grandmother Wins", "crown"),
    ("plate", "review", "Soup", "The one review of Café Howell:", "My fork left with the waiter", "soup"),
    ("sign", "notice", "The Lift", "Inside the Howard & Sons lift hangs a sign:", "Resting, please tiptoe", "lift"),
    ("crest", "proverb", "The Motto", "The Ross family motto is", "Blame the other branch", "tree"),
    ("letter", "minutes", "The Flat", "Minutes of the Bowman flat, in full:", "The dishes asked us to leave", "dish"),
    ("label", "small-print", "The Jumper", "The label in every Owens jumper reads", "If lost, good", "cardigan"),
    ("stage", "speech", "The Concert", "Before every concert, conductor Duncan whispers just",
     "Nobody look at the tuba", "lyre"),
    ("bubble", "speech", "The Fish", "“Is it fresh?” asked Drew Gomez, and the fish said",
     "No, but I am honest", "fish"),
)  # fmt: skip
"""A thing, a voice, a title, an opening, an ending and an emblem."""
BIRDS = ("Puffin", "Heron", "Eider", "Gull", "back")


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
        _write("book.png", [_page(kit / "rulebook.pdf", at, 78) for at in (0, 2, 4)])
        _family(kit, env)
        _third(kit)
        _worlds(env)
        _birds(Path(folder), env)
        _boxes(kit)
        _editions()
        _things()
        _drawings()
        _lab(Path(folder) / "lab")
        _studio(env)
        _phones(folder)
        _write("cover.png", [_page(kit / "print-me-first.pdf", 0, 68), _page(kit / "deck.pdf", 6, 68)])


def _studio(env: dict[str, str]) -> None:
    """Look at the studio's first page with its sample, and at its page of facts, where three pairs are shown."""
    from playwright.sync_api import sync_playwright

    from tests.referee.host.windows import CHROMIUM, FLAGS

    words = [sys.executable, "-m", "cardgen", "studio", "--no-open", "--quiet"]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as program, sync_playwright() as made:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        browser = made.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(120_000)
        page.route("**/show", lambda route: route.abort())  # the sample stays
        page.goto(address)
        page.fill("#another", "Ann, Bob, Cat, Dan, Margaret,")
        page.locator("#another").blur()
        page.wait_for_function("() => [...document.querySelectorAll('.splay img')].every(one => one.complete)")
        page.screenshot(path=OUT / "landing.png")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.click("#on")
        page.click("#step-facts")
        page.wait_for_selector("#see-1")
        for what in ("#see-1", "#see-2", "#see-4", "#pin-2"):
            before = page.evaluate("() => document.documentElement.dataset.changes || 0")
            page.click(what)
            page.wait_for_function(f"() => document.documentElement.dataset.changes > {before}")
        page.wait_for_function("() => !document.querySelector('img[data-src]')")
        page.mouse.move(0, 0)
        page.screenshot(path=OUT / "studio.png")
        browser.close()
        program.terminate()
    for name in ("landing.png", "studio.png"):
        with Image.open(OUT / name) as picture:
            small = picture.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS)
        small.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(OUT / name, optimize=True)


def _phones(home: str) -> None:
    """Look at a table where somebody is just out: the big screen, who takes a card, another player, and who is out."""
    from playwright.sync_api import sync_playwright

    from tests.referee.host.windows import CHROMIUM, FLAGS, Table

    os.environ["LIARSDECK_HOME"] = home
    names = ("Ann", "Bob", "Cat", "Dan", "Eve")
    table = Table("liars-lair", "--deal", *(word for name in names for word in ("--seat", name)))
    with sync_playwright() as made:
        browser = made.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        big = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="dark")
        phones = {
            name: browser.new_context(viewport={"width": 390, "height": 870}, device_scale_factor=2, is_mobile=True)
            for name in names
        }

        def post(context: Any, what: str, **body: object) -> None:
            answer = context.request.post(f"{table.url}/api/v1/{what}", data=body)
            assert answer.ok, answer.text()

        post(big, "join", host=table.key)
        for name, phone in phones.items():
            post(phone, "join", word=table.word)
            post(phone, "claim", seat=name, pin="4711")
        post(big, "begin")
        rng, live = Random(int(SEED)), table.hosted
        live.hosting.moment_s = 60
        while True:
            (turn, *_) = live.table.game.to_act(live.table.state)
            name = names[turn.seat]
            if turn.verbs[0] == "takes":
                break
            legal = phones[name].request.get(f"{table.url}/api/v1/seat").json()["legal"]
            line = rng.choice([line for line in legal if "declares" not in line])
            post(phones[name], "line", line=line, key=f"k{live.seq}", seen=live.seq)
            time.sleep(0.1)  # no faster than a table may be asked
        out = names[live.table.state.out[-1]]
        other = next(one for one in names if one not in (name, out))
        shots, pages = [], [context.new_page() for context in (big, phones[name], phones[other], phones[out])]
        for page, path in zip(pages, ("/screen", "/", "/", "/"), strict=True):
            page.goto(table.url + path)
        pages[0].wait_for_timeout(3000)  # until cards and type are drawn
        for page in pages:
            with Image.open(io.BytesIO(page.screenshot())) as picture:
                shots.append(picture.convert("RGB"))
        browser.close()
    table.stop()
    high = 435
    _write(
        "phones.png", [one.resize((one.width * high // one.height, high), Image.Resampling.LANCZOS) for one in shots]
    )


def _family(kit: Path, env: dict[str, str]) -> None:
    """Lay cards of all five games over their backs."""
    rows = []
    for row in FAMILY:
        facts = ["--facts", str(kit / "facts.json")]
        rows.append([_card(env, deck, card, 58, *(facts if deck == "liars-lair" else ())) for deck, card in row])
    _write("family.png", *rows)


def _worlds(env: dict[str, str]) -> None:
    """Lay the same cards out in each of the three worlds."""
    rows = [[_card(env, deck, card, 52, "--theme", world) for deck, card in WORLD] for world in WORLDS]
    _write("worlds.png", *rows, colours=128)


def _birds(folder: Path, env: dict[str, str]) -> None:
    """Lay out the deck that docs/own-deck.md writes."""
    page = (ROOT / "docs" / "own-deck.md").read_text(encoding="utf-8")
    for name in ("birds.toml", "birds.csv"):
        text = page.split(f"`{name}`")[1].split("```")[1].partition("\n")[2]
        (folder / name).write_text(text, encoding="utf-8")
    _write("birds.png", [_card(env, str(folder / "birds.toml"), card, 100) for card in BIRDS])


def _boxes(kit: Path) -> None:
    """Stand the five games on a shelf, and lay the four sides of a kit's box beside each other."""
    facts = read(kit / "facts.json")
    specs = {}
    for game in GAMES:
        it = games.game(game)
        specs[game] = KitSpec(game, it.options(), it.usual, facts if it.needs_facts else None)
    paints = {
        game: painters(dress(game, HARLEQUIN.palette), label_of(spec, [counted(spec.cards, "card")]))
        for game, spec in specs.items()
    }
    _write("shelf.png", [_face(paints[game]["front"], WIDE_MM, HIGH_MM, 56) for game in GAMES], colours=128)
    box = paints["liars-lair"]
    sides = (("back", WIDE_MM), ("left", SIDE_MM), ("front", WIDE_MM), ("right", SIDE_MM))
    _write("box.png", [_face(box[name], wide, HIGH_MM, 66) for name, wide in sides], colours=192)


def _face(paint: Painter, wide: float, high: float, dpi: int) -> Image.Image:
    """Draw one face of a box."""
    canvas = open_canvas(Document("a box"), wide * POINTS_PER_MM, high * POINTS_PER_MM)
    paint(Ink(canvas), wide, high, (0.0, 0.0, 0.0, 0.0))
    canvas.showPage()
    document = pypdfium2.PdfDocument(finish(canvas))
    image: Image.Image = document[0].render(scale=3 * dpi / 72).to_pil().convert("RGB")
    document.close()
    return image.resize((image.width // 3, image.height // 3), Image.Resampling.LANCZOS)


def _editions() -> None:
    """Draw the faces of the second edition, as they are today, under those of the first."""
    with Image.open(OUT / "second-edition.png") as kept:
        picture = kept.convert("RGB")
    width, height = CELL
    claims = [
        Pair(title, (Card(number, said.format(one)), Card(number + 1, said.format(other))))
        for number, title, said, one, other in OLD_CLAIMS
    ]
    words = [partial(plain.draw_face, card=one.cards[0], pair=one) for one in claims]
    for row, draws in ((1, [*words, *map(_drawing, NOW[0])]), (3, [*map(_drawing, NOW[1])])):
        for column, draw in enumerate(draws):
            card = card_picture(draw, Size(), SheetOptions(), 180).convert("RGB")
            place = GAP + column * (width + GAP), GAP + row * (height + GAP)
            picture.paste(card.resize(CELL, Image.Resampling.LANCZOS), place)
    picture.quantize(128, dither=Image.Dither.NONE).save(OUT / "second-edition.png", optimize=True)


def _third(kit: Path) -> None:
    """Draw cards of a kit's voices, and a pair of rivals, with the plain face and with large words."""
    facts = read(kit / "facts.json")
    voices = {pair.register: pair.cards[0].number for pair in facts.pairs}
    numbers = {card.number for card in facts.pairs[0].cards} | {*[*voices.values()][:5]}
    faces: tuple[FaceStyle, FaceStyle] = ("plain", "claim")
    decks = [make_deck("liars-lair", DeckOptions(facts, face=face)) for face in faces]
    rows = [[card_picture(find_card(deck, str(number)).draw, Size(), SheetOptions(), 186) for number in sorted(numbers)]
            for deck in decks]  # fmt: skip
    _write(
        "third-edition.png",
        *([card.convert("RGB").resize(CELL, Image.Resampling.LANCZOS) for card in row] for row in rows),
    )


def _things() -> None:
    """Draw a card on each thing, in both builds."""
    rows: list[list[Image.Image]] = [[], []]
    for number, (kind, register, title, opening, ending, subject) in enumerate(QUOTED, 2):
        cards = (Card(number, f"{opening} “{ending}”."), Card(number + 20, f"{opening} “Nothing”."))
        pair = Pair(title, cards, register=register, emblem=subject, thing=kind)
        for build, row in enumerate(rows, 1):
            thing = things([pair])[number]._replace(build=f"{kind}-{build}")
            card = card_picture(partial(draw_face, card=cards[0], pair=pair, thing=thing), Size(), SheetOptions(), 180)
            row.append(card.convert("RGB").resize(CELL, Image.Resampling.LANCZOS))
    _write("things.png", *rows, gap=8)


def _drawings() -> None:
    """Lay out all emblems and all pictograms, each file with its name."""
    for sheet, names, columns in (
        ("emblems", emblems(), 14),
        ("signs", sorted(path.stem for path in (ART / "signs").glob("*.svg")), 10),
    ):
        high = -(-len(names) // columns) * CELL_MM
        canvas = open_canvas(Document(sheet), columns * CELL_MM * POINTS_PER_MM, high * POINTS_PER_MM)
        ink = Ink(canvas)
        ink.draw(rect(0, 0, columns * CELL_MM, high), ink.paper)
        for at, name in enumerate(names):
            x, y = (at % columns + 0.5) * CELL_MM, high - (at // columns + 0.45) * CELL_MM
            drawing = emblem(name) if sheet == "emblems" else picture(ART / "signs" / f"{name}.svg")
            left, bottom, right, top = _extent(drawing.marks)
            scale = DRAWN_MM / max(right - left, top - bottom)
            with ink.at(x, y, 0, scale), ink.at(-(left + right) / 2, -(bottom + top) / 2):
                draw_emblem(ink, name, ink.paper) if sheet == "emblems" else draw_sign(ink, name)
            ink.text(x, y - 0.48 * CELL_MM, name, SANS, 6.5, "#5B5560", align="centre")
        canvas.showPage()
        document = pypdfium2.PdfDocument(finish(canvas))
        image = document[0].render(scale=110 / 72).to_pil().convert("RGB")
        document.close()
        image.quantize(64, dither=Image.Dither.NONE).save(OUT / f"{sheet}.png", optimize=True)


def _extent(marks: Iterable[Mark]) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of what is drawn, in mm."""
    boxes = []
    for mark in marks:
        left, bottom, right, top = mark.path.box() if mark.path else _extent(mark.inside)
        if mark.path and mark.inside:  # clipped
            inner = _extent(mark.inside)
            left, bottom, right, top = (
                max(left, inner[0]),
                max(bottom, inner[1]),
                min(right, inner[2]),
                min(top, inner[3]),
            )
        boxes.append((left, bottom, right, top))
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _drawing(wanted: tuple[str, str]) -> Drawing:
    deck = make_deck(wanted[0], DeckOptions(jokers=2 if wanted[0] == "standard52" else 0))
    if wanted[1] == "lair-back":
        return backs.draw_harlequin
    return deck.back if wanted[1] == "back" else find_card(deck, wanted[1]).draw


def _card(env: dict[str, str], deck: str, card: str, dpi: int, *words: str) -> Image.Image:
    """Show one card as the program does."""
    out = Path(env["LIARSDECK_HOME"]) / "card.png"
    command = [sys.executable, "-m", "cardgen", "show", card, "--deck", deck, "--dpi", str(dpi), "--quiet"]
    command += ["-o", str(out), *words, *(["--jokers", "2"] if deck == "standard52" else [])]
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    with Image.open(out) as picture:
        return picture.convert("RGB")


def _page(pdf: Path, at: int, dpi: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    image: Image.Image = document[at].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def _write(name: str, *rows: list[Image.Image], gap: int = 14, colours: int = 96) -> None:
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
    sheet.quantize(colours, dither=Image.Dither.NONE).save(OUT / name, optimize=True)


PLAYTEST = ("liars-lair", "--players", "3-6", "--vary", "each=2..3", "--vary", "own_conflict", "--bots", "easy")
"""What the lab's picture is of; docs/playtest.md has it too."""
LIGHT = {"--ink": "#221f2b", "--hair": "#d3c9b6", "--red-text": "#b82a18", "--blue-text": "#12477a"}


def _lab(folder: Path) -> None:
    """Draw how long games of Liar's Lair take, from the report's own plot, on its paper."""
    from referee.lab import questions
    from referee.lab.report import as_svg
    from referee.lab.run import planned, rows_of
    from referee.lab.statistics import Lab

    words = [sys.executable, "-m", "referee", "lab", *PLAYTEST, "--games", "60", "--seed", "7", "-o", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (OUT / "lab.svg").write_text(
        _on_paper(as_svg(questions.ends_section(Lab(planned(folder), rows_of(folder))).plots[-1], "lab"))
    )


def _on_paper(svg: str) -> str:
    for name, tone in LIGHT.items():
        svg = svg.replace(f"var({name})", tone)
    svg = svg.replace("var(--sans)", "sans-serif")
    at = svg.index("</desc>") + len("</desc>")
    return f'{svg[:at]}<rect width="100%" height="100%" fill="#fbf7ef"/>{svg[at:]}\n'


if __name__ == "__main__":
    main()
