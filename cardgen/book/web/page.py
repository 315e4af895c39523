"""The rulebook as one page for a phone at the table: the same text as on paper, with everything in it, no network."""

from __future__ import annotations

from html import escape
from pathlib import Path

import msgspec

from cardgen.book.cards import art_of
from cardgen.book.pdf import cover_cards
from cardgen.book.web.pictures import pictures_of
from cardgen.book.web.style import style
from cardgen.pdf.marks import PALETTE
from factbank.facts import Facts
from liarsdeck.files import write_atomic
from referee.books import rulebook
from referee.books.html import HtmlBook
from referee.books.text import BACK, card_name, parse


def write_page(game: str, options: msgspec.Struct, players: int, out: Path, *, facts: Facts | None = None) -> Path:
    """Write the rulebook of `game` as one HTML page to `out` and return it.

    Raises RecordError for a game without a book, and OSError; nothing is half-written.
    """
    write_atomic(out, page(game, options, players, facts=facts).encode())
    return out


def page(game: str, options: msgspec.Struct, players: int, *, facts: Facts | None = None) -> str:
    """Return the page. Its anchors are the rule ids, and the chapters' names in lower case with hyphens."""
    volume = rulebook.book(
        game,
        options,
        players,
        kit=rulebook.kit_of(facts),
    )
    numbers = rulebook.example_cards(game)
    keys: dict[str, str] = {}

    def card(name: str) -> str:
        """Refer to a card's picture, which stands in the page once."""
        key = keys.setdefault(name, f"card-{len(keys)}")
        label = numbers[int(name)] if name.isdigit() else card_name(name)
        about = f'viewBox="0 0 250 350" role="img" aria-label="{escape(label)}"'
        return f'<svg class="b-card" {about}><use href="#{key}"/></svg>'

    tokens = parse(volume.body)
    made = HtmlBook(card, tokens)
    body = made.html(tokens)
    summary = made.html([*parse("# In short"), *parse(volume.summary)])
    first, second = cover_cards(volume, numbers)
    hero = "".join(card(name) for name in (first, BACK, second))
    kit = f"<p>Kit {escape(facts.kit)}</p>" if facts else ""
    links = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for name, anchor in made.chapters)
    symbols = "".join(
        f'<symbol id="{keys[name]}" viewBox="0 0 250 350"><image width="250" height="350" href="{data}"/></symbol>'
        for name, data in pictures_of(art_of(game), tuple(keys)).items()
    )
    title = escape(volume.title)
    accent = getattr(PALETTE, volume.colour)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}: rulebook</title>
<style>:root{{--accent:{accent.base};--bright:{accent.ray}}}{style()}</style>
</head>
<body>
<svg class="store" aria-hidden="true" width="0" height="0">{symbols}</svg>
<header id="top">
<h1>{title}</h1>
<p class="tagline">{escape(volume.tagline)}</p>
<div class="hero">{hero}</div>
<p>Rulebook {escape(volume.players)}</p>{kit}
<nav><details><summary>In this book</summary><ul>{links}</ul></details></nav>
</header>
<main>
{body}
<section class="short">
{summary}
</section>
</main>
<footer><a href="#top">{title}</a> · <a href="#in-short">In short</a></footer>
</body>
</html>
"""
