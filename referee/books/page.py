"""The rulebook as a plain page of HTML: for a phone at the table, each rule under its id."""

import re
from html import escape

from referee.books.rulebook import book
from referee.books.terminal import CARD_NUMBER, RULE_ID, WEST_CARD, drawn, parse
from referee.core.game import Setup


def book_page(setup: Setup, kit: str) -> str:
    """Return the rulebook of a table, as it is played there, as the inside of a page.

    A rule's id is a mark at the end of its sentence, ``<a class="rule" id="lair.turn">``.
    """
    from markdown_it import MarkdownIt

    made = book(setup.game, setup.options, len(setup.seats), kit=kit or None)
    tokens = parse(made.body)
    for token in tokens:
        if token.type == "fence":
            token.type, token.content = "html_block", _drawing(token.content)
    text: str = MarkdownIt("commonmark").renderer.render(tokens, MarkdownIt("commonmark").options, {})
    seen: set[str] = set()

    def rule(found: re.Match[str]) -> str:
        name = found[1]
        mark = "" if name in seen else f' id="{name}"'
        seen.add(name)
        return f' <a class="rule"{mark}>{name}</a>'

    text = RULE_ID.sub(rule, text)
    text = WEST_CARD.sub(r"\1", CARD_NUMBER.sub(r'<b class="number">\1</b>', text))
    return f"<h1>{escape(made.title)}</h1>\n<p><em>{escape(made.tagline)}</em></p>\n{text}"


def _drawing(content: str) -> str:
    """Return what a drawing shows, in words."""
    cards, caption = drawn(content)
    items = "".join(f"<li>{escape(card)}</li>" for card in cards)
    under = f"<figcaption>{escape(caption)}</figcaption>" if caption and cards else ""
    return f"<figure><ul>{items}</ul>{under}</figure>\n" if cards else ""
