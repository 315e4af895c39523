"""Rulebooks and lessons as HTML, for a file and for phones.

The caller passes a function that returns the HTML of a card. Everything else is text, so that the HTML suits any screen
size and colour scheme.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from liarsdeck.language import say
from referee.books.rulebook import book, example_cards, kit_of
from referee.books.teach import Lesson, Scene, Sign, SignGroup, claim_words, is_card, sign_text
from referee.books.text import (
    BACK,
    FIGURES,
    PIECES,
    RULE_ID,
    SPOT,
    Figure,
    Group,
    card_name,
    card_sign,
    parse,
    read_figure,
    rules_of,
)
from referee.core.cards import COLOUR_OF, COLOURS
from referee.core.game import Setup

if TYPE_CHECKING:
    from markdown_it.token import Token


ShowCard = Callable[[str], str]
"""A function that takes a card's name in a record (``9h``) or a fact card's number, and returns its HTML."""

_TAGS = {"bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "aside"}
_MARKS = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>", "softbreak": " "}
_SIGNED = re.compile(rf"([“‘(]*)({PIECES.pattern})([.,;:!?…’”)]*)")
_SHAPES = {
    "c": '<circle cx="12" cy="12" r="9"/>',
    "h": '<path d="M12 21C5 15 2 11.500 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 3.500-3 7-10 13Z"/>',
    "t": '<path d="M12 2.500 22 21H2Z"/>',
    "s": '<path d="M3.500 3.500h17v17h-17Z"/>',
    "o": '<path d="M5 5c4-4 7 1 11-1s8 5 4 8 1 8-5 8-6-2-10 0-3-5-2-8-1-4 2-7Z"/>',
}


class HtmlBook:
    """Converts the tokens of a book, as ``books.text.parse`` returns them, to HTML by the method ``html``.

    ``tokens`` are all tokens of the book, also if ``html`` gets only a part of them. ``card`` is a function that
    returns the HTML of a card by its name in a record (``9h``), or of a fact card by its number. ``rules`` maps the
    rule ids in the book to the headings above them. ``chapters`` and ``anchors`` fill up as ``html`` runs: ``chapters``
    has (title, anchor) of each chapter, ``anchors`` has all ids in use.
    """

    def __init__(self, card: ShowCard, tokens: Sequence[Token]) -> None:
        self.card = card
        self.rules = rules_of(tokens)
        self.anchors: set[str] = {"top"}
        self.chapters: list[tuple[str, str]] = []

    def html(self, tokens: Sequence[Token]) -> str:
        """Return tokens of the book, all or a part of them, as HTML blocks."""
        return "\n".join(self._blocks(tokens))

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            kind, _, edge = token.type.rpartition("_")
            if token.type == "heading_open":
                title = tokens[at + 1]
                anchor = re.sub(r"[^a-z0-9]+", "-", title.content.lower().replace("’", "")).strip("-")
                while anchor in self.anchors:
                    anchor += "-more"
                self.anchors.add(anchor)
                self.chapters += [(title.content, anchor)] if token.tag == "h1" else []
                level = "h2" if token.tag == "h1" else "h3"
                yield f'<{level} id="{anchor}">{self.inline(title)}</{level}>'
                at += 2
            elif token.type == "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield self._table(tokens[at:end])
                at = end
            elif kind in _TAGS:
                yield f"<{'/' * (edge == 'close')}{_TAGS[kind]}>"
            elif token.type == "inline":
                yield f"<p>{self.inline(token)}</p>"
            elif token.type == "fence" and token.info == "rules":  # every rule, with a link to where it stands
                items = (f'<li><a href="#{rule}">{rule}</a> <span>{escape(heading)}</span></li>'
                         for rule, heading in self.rules.items())  # fmt: skip
                yield f'<ul class="b-index">{"".join(items)}</ul>'
            elif token.type == "fence":
                yield self._figure(read_figure(token.info, token.content))
            at += 1

    def _table(self, tokens: Sequence[Token]) -> str:
        rows: list[list[Token]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token)
        columns = list(zip(*rows[1:], strict=True))
        right = [len(columns) > 2 and all(FIGURES.fullmatch(cell.content) for cell in column) for column in columns]
        out = []
        for row, tag in zip(rows, ["th", *["td"] * len(rows)], strict=False):
            cells = ((self.inline(token), " class=n" if n else "") for token, n in zip(row, right, strict=True))
            out.append("".join(f"<{tag}{more}>{cell}</{tag}>" for cell, more in cells))
        said = "".join(f"<tr>{row}</tr>" for row in out[1:])
        name = escape(" · ".join(token.content for token in rows[0] if token.content), quote=True)
        return (
            f'<div class="b-scroll" role="region" tabindex="0" aria-label="{name}">'
            f"<table><thead><tr>{out[0]}</tr></thead><tbody>{said}</tbody></table></div>"
        )

    def _figure(self, figure: Figure) -> str:
        most = max((sum(len(group.cards) for group in row) for row in figure.rows), default=0)
        rows = "".join(self._row(row, most) for row in figure.rows)
        caption = "".join(f"<figcaption>{self.inline(t)}</figcaption>" for t in parse(figure.caption) if t.children)
        return f'<figure class="b-cards">{rows}{caption}</figure>'

    def _row(self, row: Sequence[Group], most: int) -> str:
        """Return a row of groups of cards as HTML.

        `most` is the number of cards in the longest row of the figure; its class `mN` gives the cards of all rows the
        same size.
        """
        groups = ""
        for group in row:
            cards = "".join('<i class="b-spot"></i>' if card == SPOT else self.card(card) for card in group.cards)
            label = f"<span>{escape(group.label)}</span>" if group.label else ""
            strong = " strong" if group.strong else ""
            hand = f'<div class="b-hand">{cards}</div>'
            groups += f'<div class="b-group k{len(group.cards)}{strong}">{hand}{label}</div>'
        names = [card for group in row for card in group.cards]
        said = " b-said" if any(card.isdigit() for card in names) else ""
        return f'<div class="b-row n{len(names)} m{most}{said}">{groups}</div>'

    def inline(self, token: Token) -> str:
        """Return the text of a paragraph, heading or table cell as HTML.

        If the text names rule ids for the first time in the book, the HTML begins with an anchor for each of them.
        """
        out: list[str] = []
        rules: list[str] = []
        for child in token.children or ():
            if child.type in _MARKS:
                out.append(_MARKS[child.type])
            elif child.type == "code_inline":
                out.append(f"<code>{escape(child.content)}</code>")
            else:
                rules += RULE_ID.findall(child.content)
                out.append(_signed(RULE_ID.sub("", child.content)))
        fresh = [rule for rule in rules if rule not in self.anchors]
        self.anchors.update(fresh)
        return "".join(f'<span class="b-rule" id="{rule}"></span>' for rule in fresh) + "".join(out).strip()


def _signed(text: str) -> str:
    """Return a text as HTML, with a drawn sign for each number of a fact card, suit and West card.

    A word in capitals (a verb) and the mark ◆ get a style of their own. Punctuation beside a sign stays on the same
    line as the sign.
    """
    out, at = [], 0
    for match in _SIGNED.finditer(text):
        before, sign, number, west, after = match.groups()
        if number:
            sign = f'<span class="b-number">{number}</span>'
        elif west:
            sign = west_sign(west)
        elif sign in "♣♦♥♠":
            sign = f'<span class="b-suit{" b-red" if sign in "♦♥" else ""}">{sign}\ufe0e</span>'
        else:
            sign = f'<span class="{"b-mark" if sign == "◆" else "b-verb"}">{sign}</span>'
        if before or after:
            sign = f'<span class="b-kept">{escape(before)}{sign}{escape(after)}</span>'
        out += [escape(text[at : match.start()]), sign]
        at = match.end()
    return "".join(out) + escape(text[at:])


def west_sign(card: str) -> str:
    """Return a card of the West deck (``rc1``) as HTML: the colour's letter, the coloured shape, the number.

    A part may be missing: ``c1`` is any circle with a 1.
    """
    colour = card[0] if card[0] in "rygbk" else ""
    shape = next((letter for letter in card[len(colour) :] if letter in _SHAPES), "")
    box = f'<svg class="b-sign b-c-{colour}" viewBox="0 0 24 24" aria-hidden="true">'
    drawn = f"{box}{_SHAPES[shape]}</svg>" if shape else ""
    digit = card[-1] if card[-1] in "1234?" else ""
    return f'<span class="b-west" role="img" aria-label="{card_name(card)}">{colour.upper()}{drawn}{digit}</span>'


def written_card(card: str, numbers: Mapping[int, str]) -> str:
    """Return a card as HTML without a picture: its sign in a frame, or a fact card's title and sentence.

    ``card`` is the card's name in a record (``9h``), ``back`` for a card's back, or the number of a fact card.
    ``numbers`` maps the numbers of fact cards to texts of the form “title: “sentence””.
    """
    if card.isdigit():
        title, _, claim = numbers.get(int(card), ":").partition(":")
        said = f"<b>{escape(title)}</b><span>{escape(claim.strip().strip('“”'))}</span>"
        return f'<div class="b-card b-fact"><span class="b-number">{card}</span>{said}</div>'
    if card == BACK:
        return f'<i class="b-card b-back" role="img" aria-label="{card_name(card)}"></i>'
    sign = west_sign(card) if card[-1] in "1234?" and card[0] in "rygbk" else _signed(card_sign(card))
    return f'<i class="b-card" role="img" aria-label="{card_name(card)}">{sign}</i>'


def book_page(setup: Setup, card: ShowCard | None = None, *, dealt: bool = False) -> str:
    """Return the rulebook for a table's setup (game, house rules, seats, facts) as HTML.

    ``card`` is a function that returns the HTML of a card by its name; None writes cards as text. Fact cards of the
    example game are always text. With ``dealt`` the phones hold the cards, so the book leaves out how to handle printed
    ones. Each rule has an anchor with its id.
    """
    made = book(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts), phones=True, dealt=dealt)
    numbers = example_cards(setup.game)

    def show(name: str) -> str:
        return written_card(name, numbers) if card is None or name.isdigit() else card(name)

    tokens = parse(made.text)
    inside = HtmlBook(show, tokens).html(tokens)
    return f"<h1>{escape(made.title)}</h1>\n<p><em>{escape(made.tagline)}</em></p>\n{inside}"


_TEACH_SHAPES = {"c": "●", "h": "♥", "t": "▲"}


def lesson_page(it: Lesson, card: ShowCard | None = None, *, dealt: bool = False) -> str:
    """Return a lesson as HTML: the parts, the text to read aloud with its pictures, and how to begin.

    ``card`` is a function that returns the HTML of a card by its name, or of a fact card in an example by its number;
    None writes cards as text. With ``dealt`` the phones hold the cards, so the list of parts to put on the table is
    left out.
    """
    from markdown_it import MarkdownIt

    renderer, options = MarkdownIt("commonmark").renderer, MarkdownIt("commonmark").options
    announced = say(
        "{players} players · {minutes} {unit} · age {age}",
        players=it.players, minutes=it.minutes, unit=it.unit, age=it.age,
    )  # fmt: skip
    teach, aloud, begin = say("Teach it in two minutes"), say("Read this aloud"), say("To begin")
    out = [
        f'<p class="caps soft">{escape(teach)}</p>\n<h1>{escape(it.title)}</h1>',
        f"<p class=soft>{escape(announced)}</p>",
        f"<p class=soft>{escape(it.advice.partition(';')[0])}.</p>" if it.advice else "",
        "" if dealt else f"<ul class=parts>{''.join(f'<li>{escape(part.label)}</li>' for part in it.parts)}</ul>",
        f"<h2>{escape(aloud)}</h2>",
    ]
    for step in it.steps:
        out.append(str(renderer.render(parse(step.text), options, {})))
        out += [scene_html(step.scene, card)] if step.scene else []
    first = say("The host begins on the big screen. Your phone holds your cards.") if dealt else it.first
    out.append(f"<h2>{escape(begin)}</h2>\n<p>{escape(first)}</p>")
    return "\n".join(out)


def scene_html(scene: Scene, card: ShowCard | None = None) -> str:
    """Return a picture of a lesson as an HTML figure: a small table, or groups of signs side by side.

    ``card`` is a function that returns the HTML of a card by its name; None writes cards as text.
    """
    if scene.table:
        names, *lines = [[escape(cell) for cell in line] for line in scene.table]
        head = "".join(f"<th scope=col>{name}</th>" for name in names)
        rows = (f"<tr><th scope=row>{first}</th>{''.join(f'<td>{cell}</td>' for cell in more)}</tr>"
                for first, *more in lines)  # fmt: skip
        inside = f"<table><tr>{head}</tr>{''.join(rows)}</table>"
    else:
        inside = f"<div class=signs>{''.join(_group(group, card) for group in scene.row)}</div>"
    return f"<figure class=scene>{inside}<figcaption>{escape(scene.caption)}</figcaption></figure>"


def _group(group: SignGroup, card: ShowCard | None) -> str:
    if group.signs[0].what == "gap":
        return "<div class=gap></div>"
    signs = ""
    for sign in group.signs:  # what a screen reader says of each stands in its label
        kind, shown = _look(sign) if card is None else _drawn(sign, card)
        state = (" strong" if sign.strong else "") + (" out" if sign.out else "")
        name = escape(sign_text(sign).strip("[]"), quote=True)
        signs += f'<span class="sign {kind}{state}" role=img aria-label="{name}">{shown}</span>'
    label = f"<small>{escape(group.label)}</small>" if group.label else ""
    return f'<div class="group{" strong" if group.strong else ""}"><div class=signs>{signs}</div>{label}</div>'


def _drawn(sign: Sign, card: ShowCard) -> tuple[str, str]:
    """Return the CSS class of a sign, and the sign as HTML: a card by ``card``, anything else as text.

    ``card`` is a function that returns the HTML of a card by its name, or of a fact card by its number.
    """
    if sign.what == "claim":
        return "drawn", card(claim_words(sign.text)[-3])
    return ("drawn", card(sign.what)) if is_card(sign.what) or (sign.what == BACK and not sign.text) else _look(sign)


def _look(sign: Sign) -> tuple[str, str]:
    """Return the CSS class of a sign, and the sign as HTML in which a card is text, not a drawing."""
    what = sign.what
    if what == "claim":
        *numbers, title, words = map(escape, claim_words(sign.text))
        return "claim", f"<u>{' '.join(numbers)}</u>{f'<b>{title}</b>' if title else ''}{words}"
    if what in ("say", "note", "bet", "chip"):
        return "slip" if what == "note" else what, escape(sign.text)
    if what == "back":
        return "card back", escape(sign.text)
    if what in ("lizard", "snake"):
        return "card beast", escape(say(what))
    if not is_card(what):
        return "word", {"arrow": "→", "swap": "⇄"}.get(what, escape(what))
    if len(what) == 3:
        colour, shape, number = what[0], what[1], what[2]
        kind = COLOUR_OF[colour] if colour in COLOURS else ""
        return f"card {kind}", f"{number}<i>{_TEACH_SHAPES.get(shape, '■')}</i><u>{colour.upper()}</u>"
    suit, rank = card_sign(what)[0], card_sign(what)[1:]
    return f"card {'red' if suit in '♦♥' else 'black'}", f"{rank}<i>{suit}</i>"
