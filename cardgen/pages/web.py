"""Write a game's rulebook as one HTML page that contains its pictures and its style."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardgen.pages.book import cover_cards
from cardgen.pages.figures import CardArt, art_of
from cardgen.pdf.ink import PALETTE, Document, Ink, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, rect
from factbank.factfile import Facts
from liarsdeck.files import templates, write_atomic
from liarsdeck.language import marked, say, spoken
from referee.books import rulebook
from referee.books.html import HtmlBook
from referee.books.text import BACK, card_name, parse

if TYPE_CHECKING:
    from PIL.Image import Image


CARD_PX = (250, 350)
"""A card's picture: twice or thrice as large as a phone shows it."""
_WIDE_MM = 26.4  # as in a figure of the book, so that what is written on a card can be read
_COLOURS = 40


def pictures_of(art: CardArt, names: Sequence[str]) -> dict[str, str]:
    """Return a PNG picture of each named card as a `data:` address, by the card's name.

    The cards are simplified as in the figures of a book. `art` has the drawings of the game's cards.
    """
    import pypdfium2

    width, height = CARD_PX
    canvas = open_canvas(Document("cards"), width, height)
    ink = Ink(canvas)
    for name in names:
        with ink.at(0, 0, 0, width / (_WIDE_MM * POINTS_PER_MM)):
            ink.draw(rect(-1, -1, _WIDE_MM + 2, _WIDE_MM * 1.4 + 2), ink.paper)
            art.figure(name, _WIDE_MM)(ink)
        canvas.showPage()
    pages = pypdfium2.PdfDocument(finish(canvas))
    return dict(zip(names, (_packed(page.render(scale=1).to_pil()) for page in pages), strict=True))


def _packed(picture: Image) -> str:
    from PIL import Image

    flat = picture.convert("RGB").quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, "PNG", optimize=True)
    return "data:image/png;base64," + b64encode(out.getvalue()).decode()


_BODY = """
*{box-sizing:border-box}
:root{--paper:#fff;--ink:#221f2b;--soft:#5c5866;--line:#dcd8da;--panel:#f4eedf;--b-red:#c62d1b;--shade:#0003;
--lead:var(--accent);--b-sans:"Source Sans 3","Source Sans Pro",system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{--paper:#1b1922;--ink:#ece8e1;--soft:#aaa4b2;--line:#3d394a;--panel:#2a2733;
--b-red:#ff8a75;--shade:#000a;--lead:var(--bright)}.b-card{filter:brightness(.88)}}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.06rem/1.55 "Source Serif 4","Source Serif Pro",Charter,Georgia,serif}
header,main,footer{max-width:36rem;margin:0 auto;padding:0 1.1rem}
header{text-align:center;padding-top:2rem}
h1{font-size:2.6rem;line-height:1.1;margin:0}
h2{font-size:1.55rem;line-height:1.2;margin:2.6rem 0 .6rem}
h2::before{content:"";display:inline-block;width:.42em;height:.6em;margin-right:.4em;background:var(--lead);
clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
h3,summary,th{font:600 .82rem/1.3 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;letter-spacing:.09em;
text-transform:uppercase;color:var(--lead)}
h3{margin:1.8rem 0 .3rem}
p{margin:.65rem 0}
.tagline{font-style:italic;font-size:1.15rem}
a{color:inherit;text-decoration-color:var(--lead)}
ul,ol{padding-left:1.5rem;margin:.6rem 0}
li{margin:.35rem 0}
li>p{margin:.2rem 0}
li::marker{color:var(--lead)}
nav{text-align:left;margin-top:1.4rem;border:1px solid var(--line);border-radius:.6rem;padding:.7rem 1rem}
nav ul{columns:2;list-style:none;padding:0}
summary{cursor:pointer}
nav li a{display:block;padding:.2rem 0}
aside{border-left:.3rem solid #f2b705;padding-left:.9rem;margin:1rem 0;font-size:.97rem}
code{font:600 .9em "Source Sans 3","Source Sans Pro",system-ui,sans-serif;overflow-wrap:anywhere}
figure{margin:1.2rem -.3rem;padding:.9rem .6rem;background:var(--panel);border-radius:.6rem;text-align:center}
figcaption{font-style:italic;font-size:.93rem;line-height:1.35;margin-top:.6rem}
.hero{display:flex;justify-content:center;margin:1.6rem 0 1.2rem}
.hero .b-card{width:min(7.2rem,30vw);margin:0 -.8rem}
.hero .b-card:first-child{transform:rotate(-8deg);z-index:1}
.hero .b-card:nth-child(2){transform:translateY(-.9rem)}
.hero .b-card:last-child{transform:rotate(8deg);z-index:1}
table{border-collapse:collapse;margin:.7rem 0;font-size:.96rem;line-height:1.4;min-width:min(100%,20rem)}
th,td{text-align:left;vertical-align:top;padding:.4rem .9rem .4rem 0;border-bottom:1px solid var(--line)}
th{border-bottom:2px solid var(--ink)}
@media (max-width:26rem){th,td{padding-right:.5rem}th{letter-spacing:.03em}table{font-size:.9rem}}
.store{position:absolute}
footer{padding:2rem 1.1rem 3rem;color:var(--soft);font-size:.9rem;text-align:center}
@media (min-width:56rem){figure{margin-left:-2rem;margin-right:-2rem}}
@media print{nav,footer{display:none}}
"""


def style() -> str:
    """Return the CSS for the rulebook as a web page: its own rules, and those shared with other screens."""
    shared = (templates() / "host" / "static" / "book.css").read_text(encoding="utf-8")
    return f"{_BODY}{shared}"


def write_page(game: str, options: msgspec.Struct, players: int, out: Path, *, facts: Facts | None = None) -> Path:
    """Write the rulebook of `game`, for these house rules and this number of players, as one HTML file; return `out`.

    `facts` give the kit's code and number of pairs (None: a book for any kit). Raises RecordError for a game without a
    book, and OSError; then no file is written.
    """
    write_atomic(out, page(game, options, players, facts=facts).encode())
    return out


def page(game: str, options: msgspec.Struct, players: int, *, facts: Facts | None = None) -> str:
    """Return the rulebook of a game as one HTML text, for these house rules and this number of players.

    `facts` give the kit's code and number of pairs (None: a book for any kit). The page's anchors are the rule ids, and
    chapter names in lower case with hyphens. Raises RecordError if the game has no book.
    """
    volume = rulebook.book(game, options, players, kit=rulebook.kit_of(facts))
    numbers = rulebook.example_cards(game)
    keys: dict[str, str] = {}

    def card(name: str) -> str:
        """Return the HTML for the card `name`, which refers to the one copy of its picture in the page."""
        key = keys.setdefault(name, f"card-{len(keys)}")
        label = marked(numbers[int(name)], spoken()) if name.isdigit() else card_name(name)
        about = f'viewBox="0 0 250 350" role="img" aria-label="{escape(label)}"'
        return f'<svg class="b-card" {about}><use href="#{key}"/></svg>'

    tokens = parse(volume.text)
    body = HtmlBook(card, tokens)
    inside = body.html(tokens)
    first, second = cover_cards(volume, numbers)
    hero = "".join(card(name) for name in (first, BACK, second))
    kit = f"<p>{escape(say('Kit {kit}', kit=facts.kit))}</p>" if facts else ""
    subtitle, contents = escape(say("Rulebook {players}", players=volume.players)), escape(say("In this book"))
    heading = say("{title}: rulebook", title=escape(volume.title))
    links = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for name, anchor in body.chapters)
    symbols = "".join(
        f'<symbol id="{keys[name]}" viewBox="0 0 250 350"><image width="250" height="350" href="{data}"/></symbol>'
        for name, data in pictures_of(art_of(game), tuple(keys)).items()
    )
    title, in_short = escape(volume.title), say("In short")
    accent = getattr(PALETTE, volume.colour)
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{heading}</title>
<style>:root{{--accent:{accent.base};--bright:{accent.ray}}}{style()}</style>
</head>
<body>
<svg class="store" aria-hidden="true" width="0" height="0">{symbols}</svg>
<header id="top">
<h1>{title}</h1>
<p class="tagline">{escape(volume.tagline)}</p>
<div class="hero">{hero}</div>
<p>{subtitle}</p>{kit}
<nav><details><summary>{contents}</summary><ul>{links}</ul></details></nav>
</header>
<main>
{inside}
</main>
<footer><a href="#top">{title}</a> · <a href="#{dict(body.chapters)[in_short]}">{in_short}</a></footer>
</body>
</html>
"""
