"""`cardgen show`: one card as a picture, in the terminal too."""

from __future__ import annotations

from typing import cast, get_args

import click
from msgspec.structs import replace

from cardgen.commands.options import LookWords, face_options
from cardgen.commands.sources import DeckSource, given_deck, known_deck, output_file, source_options, written
from cardgen.errors import PrintError
from liarsdeck.cli import command, note
from liarsdeck.files import STDOUT


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
    from cardgen.decks.select import check_size, find_card
    from cardgen.layout.impose import SheetOptions
    from cardgen.layout.paper import parse_card
    from cardgen.pdf.drawing import Size

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
    from cardgen.commands.terminal_image import Way, way
    from cardgen.commands.terminal_image import show as draw_in_terminal
    from cardgen.export.onecard import safe
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
        click.echo(draw_in_terminal(picture, data, cast("Way", how)), nl=False)
        return
    note(f"{face.title if face else made.title + ', back'}: not drawn here, {how}; open the file.")
