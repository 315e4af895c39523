"""The rulebook as one page for a phone at the table: the same text as on paper, with everything in it, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardgen.book.figures import figures
from cardgen.book.measure import Measure
from cardgen.book.pdf import art_of, cover_cards
from cardgen.book.text import PIECES
from cardgen.book.web.pictures import card_pictures, element_picture, sign
from cardgen.book.web.style import STYLE
from cardgen.pdf.marks import PALETTE, Look
from factbank.facts import Facts
from liarsdeck import toml
from liarsdeck.files import write_atomic
from referee.books import rulebook
from referee.books.terminal import FIGURES, RULE_ID, card_name

if TYPE_CHECKING:
    from markdown_it.token import Token

    from cardgen.book.blocks import Described

_TAGS = {"bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "aside"}
_PHONE = Measure(86.0)  # narrower than on paper, so that words in a drawing stay legible on a phone


def write_page(game: str, options: msgspec.Struct, players: int, out: Path, *, facts: Facts | None = None) -> Path:
    """Write the rulebook of `game` as one HTML page to `out` and return it.

    Raises RecordError for a game without a book, and OSError; nothing is half-written.
    """
    write_atomic(out, page(game, options, players, facts=facts).encode())
    return out


def page(game: str, options: msgspec.Struct, players: int, *, facts: Facts | None = None) -> str:
    """Return the page. Its anchors are the rule ids, and the chapters' names in lower case with hyphens."""
    volume = rulebook.book(
        game, options, players, kit=facts.kit if facts else None, pairs=len(facts.pairs) if facts else None
    )
    setter = _Setter(game, options, players, volume)
    body = setter.run(rulebook.parse(volume.body))
    summary = setter.run([*rulebook.parse("# In short"), *rulebook.parse(volume.summary)])
    first, second = (str(name) for name in cover_cards(volume, rulebook.example_cards(game)))
    hero = "".join(setter.card(name) for name in (first, "back", second))
    kit = f"<p>Kit {escape(facts.kit)}</p>" if facts else ""
    links = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for name, anchor in setter.chapters)
    title = escape(volume.title)
    accent = getattr(PALETTE, volume.colour)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}: rulebook</title>
<style>:root{{--accent:{accent.base};--bright:{accent.ray}}}{STYLE}</style>
</head>
<body>
{setter.symbols()}
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


class _Setter:
    """Markdown tokens to HTML; it keeps what the page needs once: cards, signs, anchors."""

    def __init__(self, game: str, options: msgspec.Struct, players: int, volume: rulebook.Book) -> None:
        self.look = Look(accent=getattr(PALETTE, volume.colour).base)
        self.face_of, self.back = art_of(game)
        self.figures = figures(self.face_of, self.back, rulebook.NAMES[:players], 2 * int(getattr(options, "each", 3)))
        self.said = rulebook.example_cards(game)
        self.cards: dict[str, str] = {}
        self.signs: dict[str, str] = {}
        self.anchors: set[str] = {"top"}
        self.chapters: list[tuple[str, str]] = []

    def run(self, tokens: list[Token]) -> str:
        return "\n".join(self.blocks(tokens))

    def blocks(self, tokens: list[Token]) -> Iterator[str]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            kind, _, edge = token.type.rpartition("_")
            if token.type == "heading_open":
                yield self.heading(token.tag, tokens[at + 1])
                at += 2
            elif token.type == "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield self.table(tokens[at:end])
                at = end
            elif kind in _TAGS and edge == "open":
                yield f"<{_TAGS[kind]}>"
            elif kind in _TAGS and edge == "close":
                yield f"</{_TAGS[kind]}>"
            elif token.type == "inline":
                text, rules = self.inline(token)
                yield f"<p>{rules}{text}</p>"
            elif token.type == "fence":
                yield self.figure(token.info.strip(), toml.loads(token.content))
            at += 1

    def heading(self, tag: str, token: Token) -> str:
        text, _ = self.inline(token)
        anchor = re.sub(r"[^a-z0-9]+", "-", token.content.lower().replace("’", "")).strip("-")
        while anchor in self.anchors:
            anchor += "-more"
        self.anchors.add(anchor)
        if tag == "h1":
            self.chapters.append((token.content, anchor))
        return f'<{"h2" if tag == "h1" else "h3"} id="{anchor}">{text}</{"h2" if tag == "h1" else "h3"}>'

    def table(self, tokens: list[Token]) -> str:
        rows: list[list[tuple[str, str]]] = []
        bare: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
                bare.append([])
            elif token.type == "inline":
                rows[-1].append(self.inline(token))
                bare[-1].append(token.content)
        columns = list(zip(*bare[1:], strict=True))
        right = [len(columns) > 2 and all(FIGURES.fullmatch(cell) for cell in column) for column in columns]
        out = ['<div class="table"><table>']
        for at, row in enumerate(rows):
            tag = "th" if at == 0 else "td"
            cells = zip(row, right, strict=True)
            out.append(
                "<tr>"
                + "".join(f"<{tag}{' class=n' if n else ''}>{rules}{text}</{tag}>" for (text, rules), n in cells)
                + "</tr>"
            )
        return "".join([*out, "</table></div>"])

    def figure(self, kind: str, described: Described) -> str:
        text = described.get("caption", "")
        (inline,) = (token for token in rulebook.parse(text) if token.type == "inline")
        caption, _ = self.inline(inline)
        if kind != "cards":
            element = self.figures[kind]({**described, "caption": "·"}, _PHONE, self.look)
            picture = element_picture(element, _PHONE.wide)
            return f'<figure><img src="{picture}" alt="{escape(text)}"><figcaption>{caption}</figcaption></figure>'
        rows: list[list[str]] = [[]]
        for card in described["card"]:
            if card.get("row"):
                rows.append([])
            label = f"<span>{escape(card['label'])}</span>" if card.get("label") else ""
            strong = ' class="strong"' if card.get("strong") else ""
            rows[-1].append(f"<div{strong}>{self.card(str(card.get('number', card.get('card'))))}{label}</div>")
        shown = "".join(f'<div class="row">{"".join(row)}</div>' for row in rows)
        return f'<figure class="cards">{shown}<figcaption>{caption}</figcaption></figure>'

    def card(self, name: str) -> str:
        """Return a reference to a card's picture, which stands in the page once."""
        key = self.cards.setdefault(name, f"card-{len(self.cards)}")
        number = int(name) if name.isdigit() else 0
        label = self.said.get(number, "") if number else card_name(name)
        about = f'viewBox="0 0 250 350" role="img" aria-label="{escape(label)}"'
        return f'<svg class="card" {about}><use href="#{key}"/></svg>'

    def symbols(self) -> str:
        """Return the pictures and signs that the page refers to; ask for them when everything else is set."""
        faces = {
            key: self.back if name == "back" else self.face_of(int(name) if name.isdigit() else name)
            for name, key in self.cards.items()
        }
        cards = "".join(
            f'<symbol id="{key}" viewBox="0 0 250 350"><image width="250" height="350" href="{data}"/></symbol>'
            for key, data in card_pictures(faces).items()
        )
        return f'<svg class="store" aria-hidden="true" width="0" height="0">{cards}{"".join(self.signs.values())}</svg>'

    def inline(self, token: Token) -> tuple[str, str]:
        """Return a sentence as HTML, and the rules that it names, as anchors for the margin."""
        out: list[str] = []
        rules: list[str] = []
        tags = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>"}
        for child in token.children or ():
            if child.type in tags:
                out.append(tags[child.type])
            elif child.type in ("softbreak", "hardbreak"):
                out.append(" " if child.type == "softbreak" else "<br>")
            elif child.type == "code_inline":
                out.append(f"<code>{escape(child.content)}</code>")
            else:
                rules += RULE_ID.findall(child.content)
                out.append(self.signed(RULE_ID.sub("", child.content)))
        noted = "".join(self.rule(rule) for rule in rules)
        return "".join(out).strip(), f'<span class="rules">{noted}</span>' if noted else ""

    def rule(self, rule: str) -> str:
        mark = "" if rule in self.anchors else f' id="{rule}"'
        self.anchors.add(rule)
        return f'<a{mark} href="#{rule}">{rule}</a>'

    def signed(self, text: str) -> str:
        """Return a text with its numbers of cards, suits and West cards as signs."""
        out, at = [], 0
        for found in PIECES.finditer(text):
            out.append(escape(text[at : found.start()]))
            at = found.end()
            if found[1]:
                out.append(f'<span class="number">{found[1]}</span>')
            elif found[2]:
                out.append(self.west(found[2]))
            elif found[0] in "♣♦♥♠":
                out.append(f'<span class="suit{" red" if found[0] in "♦♥" else ""}">{found[0]}\ufe0e</span>')
            elif found[0] == "◆":
                out.append('<span class="mark">◆</span>')
            else:
                out.append(f'<span class="verb">{escape(found[0])}</span>')
        return "".join(out) + escape(text[at:])

    def west(self, card: str) -> str:
        colour = card[0] if card[0] in "rygbk" else ""
        shape = next((letter for letter in card[len(colour) :] if letter in "chtso"), "")
        drawn = ""
        if shape:
            key = f"sign-{colour}{shape}"
            self.signs.setdefault(key, sign(key, shape, colour))
            drawn = f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><use href="#{key}"/></svg>'
        letter = {"k": "K"}.get(colour, colour.upper())
        digit = card[-1] if card[-1] in "1234?" else ""
        return f'<span class="west" role="img" aria-label="{card_name(card)}">{letter}{drawn}{digit}</span>'
