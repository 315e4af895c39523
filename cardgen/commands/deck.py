"""`cardgen deck`, `cardgen export` and `cardgen show`: the cards of one game, on sheets, as files, in the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, get_args

import click
from msgspec.structs import replace

from cardgen.commands.options import (
    DeckSource,
    LookWords,
    SheetWords,
    deck_options,
    face_options,
    given_deck,
    known_deck,
    one_of,
    output_file,
    read_sheet,
    source_options,
    written,
)
from cardgen.errors import PrintError
from cardgen.export import TARGETS, ExportOptions, Intent, check_export, check_folder, export_deck, steps
from cardgen.layout import parse_card
from liarsdeck.cli import command, note, progress
from liarsdeck.english import counted
from liarsdeck.files import STDOUT

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.decks.model import Deck
    from cardgen.layout import Layout


@command(
    "deck",
    examples=[
        "cardgen deck lizard --paper letter -o lizard.pdf",
        "cardgen deck liars-lair --kit K7Q4-9M --gap 3mm --sides short -o deck.pdf",
        "cardgen deck standard52 --jokers 2 --indices jumbo --theme seaside --preview",
        "cardgen deck lizard --only Th,lizard --blank 2 -o lost.pdf",
        "cardgen deck my-deck.toml -o my-deck.pdf",
    ],
)
@click.argument("name")
@source_options
@click.option("--only", multiple=True, metavar="CARDS", help="Only these cards, such as Th,lizard; or none.")
@click.option("--copies", type=int, default=1, show_default=True, help="How often the cards are printed.")
@click.option("--blank", type=int, default=0, show_default=True, help="Spare blank cards with the same back.")
@click.option("--preview", is_flag=True, help="A PNG of all faces and pages too; alone where --out names a .png.")
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by deck and kit]")
@deck_options
def deck(
    name: str,
    source: DeckSource,
    only: tuple[str, ...],
    copies: int,
    blank: int,
    preview: bool,
    out: str | None,
    words: SheetWords,
) -> None:
    """Print the cards of one game.

    NAME is one of ours (see cardgen list), or a deck of your own: a TOML file, or a CSV file from a spreadsheet.

    The PDF has front and back pages in turn, so a duplex printer needs no thought; a print-me-first page stands before
    them unless --no-cover is given.
    """
    from cardgen.decks.model import choose
    from cardgen.layout import lay_out

    words = known_deck(name, words)
    layout = lay_out(read_sheet(words))
    whole, facts = given_deck(name, source, words)
    made = choose(whole, only, copies, blank)
    code = facts.kit if facts else ""
    path = output_file(out, f"{made.name}{'-' + code if code else ''}.pdf")
    alone = preview and path.suffix.lower() == ".png"
    if str(path) == STDOUT and (preview or layout.options.feed == "manual"):
        raise PrintError("standard output takes one file, and --preview or --feed manual writes two: name one with -o")
    picture = output_file(str(path if alone else path.with_suffix(".png")), "") if preview else None
    if not alone:
        _print(made, layout, path, code)
    if picture:
        _preview(made, layout, picture)


def _print(made: Deck, layout: Layout, path: Path, code: str) -> None:
    from cardgen.print.sheets import print_deck

    options = layout.options
    pages = 2 * layout.sheets(len(made.cards)) if options.sides in ("long", "short") else layout.sheets(len(made.cards))
    with progress("Printing", pages) as step:
        printed = print_deck(made, options, path, code=code, step=step)
    for file in printed.paths:
        written(file)
    count = counted(printed.cards, "card")
    note(f"{count} on {counted(printed.sheets, 'sheet')} of {options.paper.name}: {layout.describe()}")


def _preview(made: Deck, layout: Layout, path: Path) -> None:
    from cardgen.print.preview import contact_sheet
    from liarsdeck.files import write_atomic

    write_atomic(path, contact_sheet(made, layout))
    written(path)


@command(
    "export",
    examples=[
        "cardgen export png west -o west-pictures",
        "cardgen export tgc liars-lair --kit K7Q4-9M -o upload",
        "cardgen export press lizard --card tarot --intent gracol -o press",
        "cardgen export tts lizard -o table",
        "cardgen export mpc my-deck.toml -o upload",
        "cardgen export svg lizard --sprite -o sprites",
    ],
)
@click.argument("target", type=click.Choice(list(TARGETS), case_sensitive=False))
@click.argument("deck")
@source_options
@click.option("--dpi", type=int, help="png: dots an inch. [default: 300]")
@click.option("--bleed/--no-bleed", default=None, help="png, svg: with 3 mm past the cut. [default: png]")
@click.option("--sprite", is_flag=True, help="svg: all cards in one file, a symbol each.")
@one_of(
    "--intent",
    ["fogra39", "fogra51", "gracol", "swop"],
    "press, dtc: the printing condition. [default: fogra39; dtc: swop]",
)
@click.option("--url", metavar="URL", help="tts: where the pictures will be found. [default: on this computer]")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by deck and target]")
@click.option("--force", is_flag=True, help="Replace another export in that folder.")
@face_options
def export(
    target: str,
    deck: str,
    source: DeckSource,
    dpi: int | None,
    bleed: bool | None,
    sprite: bool,
    intent: Intent | None,
    url: str | None,
    out: str | None,
    force: bool,
    look: LookWords,
) -> None:
    """Write a deck for a print shop, an online table, or as pictures.

    DECK is one of ours (see cardgen list), or a TOML or CSV file of your own.

    \b
    png    a picture a card at 300 dpi, and all of them on one sheet
    tgc    The Game Crafter, 825 × 1125 pixels
    mpc    MakePlayingCards, 822 × 1122 pixels
    dtc    DriveThruCards, one PDF/X-1a
    press  any print shop: PDF/X-1a, one card a page, 3 mm bleed
    tts    Tabletop Simulator: sheets, and a saved object that loads
    svg    vector drawings for screens, letters as outlines

    The folder gets a README.txt that says what to do with its files. It stands whole or not at all.
    """
    from cardgen.decks.model import check_size
    from liarsdeck.paths import default_folder

    look = known_deck(deck, look)
    options = ExportOptions(
        card=parse_card(look.card_size),
        theme=look.theme,
        low_ink=look.low_ink,
        colour_aid=look.colour_aid,
        dpi=dpi,
        bleed=bleed,
        sprite=sprite,
        intent=intent or "",
        url=url or "",
    )
    check_export(target, options)
    made, facts = given_deck(deck, source, look)
    check_size(made, options.card)
    folder = Path(out) if out else default_folder() / "-".join([made.name, *([facts.kit] if facts else []), target])
    check_folder(folder, target, made.name, force=force)
    with progress("Exporting", steps(made)) as step:
        done = export_deck(made, target, options, folder, force=force, step=step)
    click.echo(done.folder)
    note(f"{made.title} for {TARGETS[target].title}: {done.summary}; README.txt says how to go on")


Way = Literal["kitty", "iterm", "blocks", "blocks256"]

HALF = "▀"
# Fewer lines than these show no card that anybody would know.
FEWEST_ROWS, FEWEST_COLUMNS, MOST_ROWS = 20, 32, 60
_CHUNK = 4096


def way(environment: Mapping[str, str] | None = None, *, terminal: bool | None = None) -> Way | str:
    """Return how this terminal shows a picture best; where it can't, the reason in words."""
    env = os.environ if environment is None else environment
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return "this is no terminal"
    if env.get("NO_COLOR"):
        return "NO_COLOR is set"
    return _pictures(env) or _half_blocks(env)


def _pictures(env: Mapping[str, str]) -> Way | None:
    """Return how this terminal takes pictures; None inside tmux or screen, which would pass them on to another."""
    if env.get("TMUX") or env.get("STY"):
        return None
    if env.get("TERM") == "xterm-kitty" or env.get("TERM_PROGRAM") == "ghostty":
        return "kitty"
    return "iterm" if env.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm") else None


def _half_blocks(env: Mapping[str, str]) -> Way | str:
    """Return how many colours half blocks can have here; where they would show nothing, the reason in words."""
    every = env.get("COLORTERM") in ("truecolor", "24bit") or env.get("TERM", "").endswith("-direct")
    if not every and "256color" not in env.get("TERM", ""):
        return "this terminal has too few colours"
    columns, rows = shutil.get_terminal_size()
    if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
        return f"this window is too small: it takes {FEWEST_COLUMNS} columns and {FEWEST_ROWS} lines"
    if (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") != "utf8":
        return "this terminal's text is not UTF-8"
    return "blocks" if every else "blocks256"


def show_picture(picture: Image, data: bytes, how: Way) -> str:
    """Return what to write to the terminal; `data` is the picture's PNG."""
    columns, rows = shutil.get_terminal_size()
    high = min(rows - 3, MOST_ROWS)
    if how == "kitty":
        return _kitty(data, high)
    if how == "iterm":
        return f"\x1b]1337;File=inline=1;height={high};preserveAspectRatio=1:{b64encode(data).decode()}\x07\n"
    wide = min(columns - 1, round(2 * high * picture.width / picture.height))
    return blocks(picture, wide, every=how == "blocks")


def _kitty(data: bytes, rows: int) -> str:
    coded = b64encode(data).decode()
    pieces = [coded[i : i + _CHUNK] for i in range(0, len(coded), _CHUNK)]
    out = []
    for i, piece in enumerate(pieces):
        first = f"a=T,f=100,r={rows}," if i == 0 else ""
        out.append(f"\x1b_G{first}m={int(i < len(pieces) - 1)};{piece}\x1b\\")
    return "".join(out) + "\n"


def blocks(picture: Image, columns: int, *, every: bool = True) -> str:
    """Return a picture in half blocks, two pixels a character; colours are told only where they change.

    Without `every` colour it makes do with the 240 that 256-colour terminals agree on.
    """
    from PIL.Image import Resampling

    lines = max(1, round(columns * picture.height / picture.width / 2))
    small = picture.convert("RGB").resize((columns, 2 * lines), Resampling.LANCZOS)
    data = small.tobytes()
    pixels = [tuple(data[i : i + 3]) for i in range(0, len(data), 3)]
    out = []
    for row in range(lines):
        before = None
        line = []
        for column in range(columns):
            upper, lower = pixels[2 * row * columns + column], pixels[(2 * row + 1) * columns + column]
            if (upper, lower) != before:
                line.append(f"\x1b[38;{_colour(*upper, every)};48;{_colour(*lower, every)}m")
                before = (upper, lower)
            line.append(HALF)
        out.append("".join(line) + "\x1b[0m\n")
    return "".join(out)


_STEPS = (0, 95, 135, 175, 215, 255)


@cache
def _colour(red: int, green: int, blue: int, every: bool) -> str:
    """Spell a colour for a terminal: as it is, or as the nearest of a cube of 216 and a row of 24 greys."""
    if every:
        return f"2;{red};{green};{blue}"
    wanted = (red, green, blue)
    r, g, b = (min(range(6), key=_from(part)) for part in wanted)
    grey = max(0, min(23, round((sum(wanted) / 3 - 8) / 10)))
    cube, level = (_STEPS[r], _STEPS[g], _STEPS[b]), 8 + 10 * grey
    far = [sum((one - other) ** 2 for one, other in zip(wanted, c, strict=True)) for c in (cube, (level,) * 3)]
    return f"5;{16 + 36 * r + 6 * g + b if far[0] <= far[1] else 232 + grey}"


def _from(part: int) -> Callable[[int], int]:
    return lambda step: abs(_STEPS[step] - part)


@command(
    "show",
    examples=[
        "cardgen show lizard",
        "cardgen show Ks --deck liar-poker --indices jumbo -o king.png",
        "cardgen show 17 --kit K7Q4-9M",
        "cardgen show back --deck west --ink low",
        "cardgen show Puffin --deck birds.toml",
    ],
)
@click.argument("card")
@click.option("--deck", "name", metavar="NAME|FILE", help="Which deck's card. [default: the first deck that has it]")
@source_options
@click.option("--dpi", type=int, default=300, show_default=True, help="Pixels to the inch, 50 to 1200.")
@click.option("-o", "--out", metavar="FILE", help="The PNG to write. [default: by deck and card]")
@face_options
def show(card: str, name: str | None, source: DeckSource, dpi: int, out: str | None, look: LookWords) -> None:
    """Show one card.

    It is written as a PNG, and drawn in the terminal where that shows colours well. A card is named as the rules name
    it (Th, lizard, rc1, a number of Liar's Lair) or by its title; "back" is the deck's back.
    """
    from cardgen.decks.faces import find_deck_of
    from cardgen.decks.model import check_size, find_card
    from cardgen.layout import SheetOptions, parse_card
    from cardgen.pdf.ink import Size

    if name is not None:
        look = known_deck(name, look)
    size = parse_card(look.card_size)
    options = SheetOptions(
        card=size,
        low_ink=look.low_ink,
        colour_aid=look.colour_aid,
        theme=look.theme,
    )
    if not 50 <= dpi <= 1200:
        raise PrintError(f"--dpi {dpi} makes no sense: from 50 to 1200")
    back = card.strip().casefold() == "back"
    if name is None and (source.facts_file or source.code):
        name = "liars-lair"
    if name is None and back:
        raise PrintError("whose back? Name the deck with --deck NAME")
    if name is None:
        name = find_deck_of(card)
        source = replace(source, jokers=2) if name == "standard52" else source
    made, _ = given_deck(name, source, look)
    check_size(made, size)
    face = None if back else find_card(made, card)
    from cardgen.export.pictures import safe
    from cardgen.print.preview import card_picture, png
    from liarsdeck.files import write_atomic

    path = output_file(out, f"{made.name}-{safe(face.name) if face else 'back'}.png")
    picture = card_picture(
        face.draw if face else made.back, Size(size.width_mm, size.height_mm, 0, size.radius_mm), options, dpi
    )
    data = png(picture)
    write_atomic(path, data)
    written(path)
    if str(path) == STDOUT:
        return
    how = way()
    if how in get_args(Way):
        click.echo(show_picture(picture, data, cast("Way", how)), nl=False)
        return
    note(f"{face.title if face else made.title + ', back'}: not drawn here, {how}; open the file.")
