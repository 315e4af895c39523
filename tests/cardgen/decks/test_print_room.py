"""Every deck and every kit from the command line: what is printed, what is refused, and that a picture shows it all."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.decks import REGISTRY, DeckOptions, choose, find_card, make_deck
from cardgen.print.preview import HALF, blocks, terminal_mode
from tests.cardgen.program import ROOT, call, refusal

pytestmark = pytest.mark.usefixtures("home")

COUNTS = {
    "lizard": 60,
    "west": 27,
    "triple-4": 64,
    "triple-5": 125,
    "standard52": 52,
    "red-and-black": 52,
    "liar-poker": 52,
}


def made(name="lizard", **options):
    return make_deck(name, DeckOptions(**options))


def names(deck):
    return [card.name for card in deck.cards]


@pytest.mark.parametrize("name", COUNTS)
def test_every_deck_is_printed(name):
    result = call("deck", name, "--no-cover", "-o", "deck.pdf")
    assert result.exit_code == 0, result.output
    assert len(pikepdf.open("deck.pdf").pages) == 2 * -(-COUNTS[name] // 9)
    assert Path("deck.pdf").stat().st_size < 1_000_000


def test_the_list_tells_every_deck_with_its_count():
    listed = {deck["name"]: deck["count"] for deck in json.loads(call("list", "--json").output)["decks"]}
    assert set(listed) == set(REGISTRY)
    for name, count in COUNTS.items():
        assert listed[name].startswith(str(count))


def test_every_deck_module_is_in_the_registry():
    rooms = {path.stem for path in (ROOT / "cardgen/decks/faces").glob("*.py")} - {"__init__"}
    assert {name for entry in REGISTRY.values() for name in (entry.module, entry.plain) if name} == rooms


def test_a_deck_answers_to_its_game():
    assert call("deck", "liars-guess", "--only", "rc1", "--no-cover").exit_code == 0
    assert [path.name for path in Path().iterdir()] == ["west.pdf"]


def test_cards_are_chosen_as_the_rules_name_them():
    deck = made()
    assert names(choose(deck, ["10H,lizard", "ks"])) == ["Th", "Ks", *["lizard"] * 4]
    assert names(choose(deck, ["♥9, 10♥ ♠k"])) == ["9h", "Th", "Ks"], "as books print them"
    assert names(choose(deck, ["ace of spades"])) == ["As"]
    assert [card.title for card in choose(deck, ["snake-2", "Lizard in red"]).cards] == [
        "Lizard in red",
        "Snake in blue",
    ]
    assert names(choose(made("triple-5"), ["rc? ko1"])) == ["rc?", "ko1"]
    assert names(choose(deck, ["Ah"], copies=3, blanks=2)) == ["Ah", "Ah", "Ah", "blank", "blank"]
    assert names(choose(deck, ["none"], blanks=1)) == ["blank"]
    assert len(choose(deck, blanks=3).cards) == 63
    assert find_card(deck, "snake").title == "Snake in green"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('ink = "#201A17"', ""), "lacks the colour ink"),
        (("[colours]", '[fonts]\ntext = "Comic.ttf"\n[colours]'), "no .ttf file beside it"),
        (("[colours]", '[fonts]\nprose = "SourceSerifPro-It"\n[colours]'), "names a font for prose"),
        (("[colours]", '[fonts]\nlabel = "broken.ttf"\n[colours]'), "can't be read as TrueType"),
    ],
)
def test_a_faulty_theme_leaves_nothing_behind(change, says):
    text = (ROOT / "templates/themes/lacquer.toml").read_text()
    assert change[0] in text
    Path("mine.toml").write_text(text.replace(*change))
    Path("broken.ttf").write_bytes(b"no font")
    assert says in refusal("deck", "west", "--theme", "mine.toml")


def test_a_theme_changes_colours_and_type():
    import reportlab

    for own in ("own.ttf", "twin.ttf"):
        Path(own).write_bytes((Path(reportlab.__file__).parent / "fonts/Vera.ttf").read_bytes())
    text = (ROOT / "templates/themes/seaside.toml").read_text()
    Path("mine.toml").write_text(
        text + '\n[fonts]\nindices = "own.ttf"\nlabel = "twin.ttf"\ntext = "source serif pro it"\n'
    )
    for theme in ("seaside", "mine.toml"):
        assert call("deck", "west", "--theme", theme, "--no-cover", "-o", f"{theme}.pdf").exit_code == 0
    plain, own = (pikepdf.open(f"{theme}.pdf") for theme in ("seaside", "mine.toml"))
    fonts = [
        {str(o.BaseFont)[8:] for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
        for pdf in (plain, own)
    ]
    assert fonts == [{"SourceSansPro-Semibold", "SourceSansPro-Bold"}, {"BitstreamVeraSans-Roman"}]


def test_weak_colours_are_warned_about_and_printed():
    text = (ROOT / "templates/themes/lacquer.toml").read_text()
    text = re.sub(r"yellow = .*", 'yellow = { base = "#FFF3D0" }', text)
    Path("mine.toml").write_text(re.sub(r"blue = .*", 'blue = { base = "#B01010" }', text))
    result = call("deck", "west", "--theme", "mine.toml", "-o", "x.pdf")
    assert result.exit_code == 0
    assert "yellow hardly shows" in result.stderr
    assert "red and blue are nearly the same" in result.stderr


def test_few_cards_are_warned_about(monkeypatch):
    assert "13 or more" in call("deck", "red-and-black", "--red", "9", "-o", "x.pdf").stderr
    with monkeypatch.context() as unprinted:
        unprinted.setattr("cardgen.kit.write_kit", None)
        assert "13 or more" in call("kit", "red-and-black", "--option", "black=12", "-o", "kit").stderr
    assert "13 or more" not in call("deck", "red-and-black", "--red", "13", "-o", "x.pdf").stderr


def test_a_preview_shows_all_faces_and_all_pages():
    result = call("deck", "west", "--preview")
    assert result.exit_code == 0
    assert sorted(path.name for path in Path().iterdir()) == ["west.pdf", "west.png"]
    with Image.open("west.png") as sheet:
        reds = sheet.convert("RGB").resize((sheet.width // 4, sheet.height // 4)).getcolors(1 << 20)
    assert sum(count for count, (r, g, b) in reds if r > 180 and g < 90 and b < 80) > 400
    for name in ("one", "two"):
        assert call("deck", "west", "--only", "rc1", "--no-cover", "--preview", "-o", f"{name}.png").exit_code == 0
        assert not Path(f"{name}.pdf").exists()
    assert Path("one.png").read_bytes() == Path("two.png").read_bytes(), "the same input, the same bytes"


def test_one_card_as_a_picture():
    assert call("show", "lizard").exit_code == 0
    with Image.open("lizard-lizard.png") as card:
        assert card.size == (750, 1050)
    result = call("show", "back", "--deck", "west", "--card", "mini", "--dpi", "100", "-o", "x.png")
    assert result.exit_code == 0
    assert "no terminal" in result.stderr
    with Image.open("x.png") as back:
        assert back.size == (175, 250)
    assert call("show", "rc?").exit_code == 0
    assert Path("triple-5-rcq.png").exists()
    assert call("show", "joker-red").exit_code == 0


def test_how_a_terminal_shows_a_picture(monkeypatch):
    import shutil

    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: (100, 40))
    true = {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert terminal_mode(true, terminal=True) == "blocks"
    assert terminal_mode(true, terminal=False) == "this is no terminal"
    assert "NO_COLOR" in terminal_mode({**true, "NO_COLOR": "1"}, terminal=True)
    assert "too few colours" in terminal_mode({"TERM": "xterm"}, terminal=True)
    assert "too few colours" in terminal_mode({"TERM": "dumb"}, terminal=True)
    assert terminal_mode({"TERM": "xterm-256color"}, terminal=True) == "blocks256"
    assert terminal_mode({"TERM": "xterm-kitty"}, terminal=True) == "kitty"
    assert terminal_mode({"TERM": "xterm-kitty", "TMUX": "1", **true}, terminal=True) == "blocks"
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: (100, 10))
    assert "too small" in terminal_mode(true, terminal=True)


def test_half_blocks_hold_two_pixels_each():
    picture = Image.new("RGB", (2, 4), (255, 0, 0))
    picture.paste((0, 0, 255), (0, 2, 2, 4))
    shown = blocks(picture, 2)
    assert (
        shown == f"\x1b[38;2;255;0;0;48;2;255;0;0m{HALF * 2}\x1b[0m\n\x1b[38;2;0;0;255;48;2;0;0;255m{HALF * 2}\x1b[0m\n"
    )


def test_half_blocks_make_do_with_256_colours():
    picture = Image.new("RGB", (3, 2), (255, 0, 0))
    picture.putpixel((1, 0), (128, 128, 128))
    picture.putpixel((2, 0), (10, 100, 180))
    shown = blocks(picture, 3, true_colour=False)
    assert re.findall(r"38;5;(\d+);48;5;(\d+)", shown) == [("196", "196"), ("244", "196"), ("25", "196")]


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("lizard", ["--players", "4"], "For 4 players: 60 cards"),
        ("liars-guess", [], "For 2 players: 27 cards"),
        ("red-and-black", ["--option", "red=13", "--option", "black=20"], "33 cards, 13 red and 20 black ones"),
        ("liar-poker", ["--option", "bets.large=40,50,60"], "Each player begins with 500 chips"),
    ],
)
def test_a_kit_of_a_game_without_facts(game, options, told):
    assert call("kit", game, *options).exit_code == 0
    files = {path.name for path in Path(game).iterdir()}
    assert {"deck.pdf", "rulebook.pdf", "tuck-box.pdf", "print-me-first.pdf", "README.txt"} <= files
    assert "facts.json" not in files
    text = Path(game, "README.txt").read_text()
    assert told in " ".join(text.split())
    cover = pypdfium2.PdfDocument(Path(game, "print-me-first.pdf"))[0].get_textpage().get_text_bounded()
    assert f"{text.splitlines()[0].upper()} · " in cover, "the page bears the game's name, not the deck's"
    rules = "".join(f" --option {word}" for word in options if "=" in word)
    assert f"    referee new {game}{rules}\n" in text
    assert re.search(r"^  rulebook.pdf +\d", text, re.MULTILINE)
    lost = re.search(r"^    cardgen (deck .*)$", text, re.MULTILINE)
    assert call(*lost[1].split(), "-o", "lost.pdf").exit_code == 0
    other = "lizard" if game != "lizard" else "liar-poker"
    assert "another kit" in refusal("kit", other, "-o", game)


def test_printing_imports_no_rasteriser():
    """But for the cover, which measures what a sheet takes of ink."""
    probe = (
        "import sys; from cardgen.cli import program; "
        "program.main(['deck', 'west', '--only', 'rc1', '--no-cover'], standalone_mode=False); "
        "print([m for m in ('pypdfium2', 'faker', 'jinja2', 'markdown_it') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.stdout.strip().endswith("[]")


def cells(page, dpi=254):
    """The middles, in millimetres from the page's upper left corner, of all cards on a page that has gaps."""
    picture = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L").point(lambda v: 0 if v > 253 else 255)
    wide, high = picture.size
    columns, rows = (runs(picture.resize(shape, Image.Resampling.BOX).tobytes()) for shape in ((wide, 1), (1, high)))
    per_mm = dpi / 25.4
    return (wide / per_mm, high / per_mm), {
        ((left + right) / 2 / per_mm, (top + bottom) / 2 / per_mm)
        for left, right in columns
        for top, bottom in rows
        if picture.getpixel(((left + right) // 2, top + 20)) and picture.getpixel(((left + right) // 2, bottom - 20))
    }


def runs(values):
    """Where a line is inked, from the first pixel of each run to after its last."""
    edges, before = [], 0
    for i, value in enumerate([*values, 0]):
        if bool(value) != bool(before):
            edges.append(i)
        before = value
    return list(zip(edges[::2], edges[1::2], strict=True))


@pytest.mark.parametrize(
    ("name", "sides", "paper"),
    [
        ("lizard", "long", "a4"),
        ("west", "short", "a4"),
        ("red-and-black", "long", "letter"),
        ("lizard", "short", "letter"),
    ],
)
def test_backs_lie_behind_their_fronts_to_a_tenth_of_a_millimetre(name, sides, paper):
    """Seen on rasters of whole sheets: the last one is part-filled, so a wrong flip puts a back where no card is."""

    from cardgen.layout import SheetOptions, lay_out, parse_paper
    from cardgen.print.sheets import deck_pdf

    options = SheetOptions(
        parse_paper(paper), sides=sides, gap_mm=2.0, bleed_mm=0.0, back_bleed_mm=0.0, marks="none", cover=False
    )
    layout = lay_out(options)
    five = choose(made(name), [",".join(names(made(name))[:5])])
    front, back = pypdfium2.PdfDocument(deck_pdf(five, layout))
    (wide, high), fronts = cells(front)
    _, backs = cells(back)
    assert len(fronts) == len(backs) == 5
    across = (sides == "long") == (wide < high)
    turned = {(wide - x, y) if across else (x, high - y) for x, y in backs}
    for front_at, back_at in zip(*(sorted(found, key=row_by_row) for found in (fronts, turned)), strict=True):
        assert front_at == pytest.approx(back_at, abs=0.1)


def row_by_row(middle):
    return tuple(round(v / 5) for v in middle)


def test_repeated_art_is_stored_once_in_a_whole_deck():
    """In Lizard the back, each suit, each half figure and each beast's parts stand once, whatever places them."""
    from cardgen.layout import SheetOptions, lay_out
    from cardgen.print.sheets import deck_pdf

    pdf = pikepdf.open(io.BytesIO(deck_pdf(made(), lay_out(SheetOptions(cover=False)))))
    forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    streams = [form.read_bytes() for form in forms]
    assert len(set(streams)) == len(streams)
    backs = [page for i, page in enumerate(pdf.pages) if i % 2]
    assert all(len(page.Contents.read_bytes()) < 2500 for page in backs), "a back page only places what is stored"
    fronts = b"".join(page.Contents.read_bytes() for i, page in enumerate(pdf.pages) if not i % 2)
    pips, indices = 4 * sum(range(2, 11)), 2 * 52
    assert fronts.count(b" Do") >= pips + indices
