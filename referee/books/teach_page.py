"""The page to teach a game by as the inside of a page for a phone: words, and cards drawn by style sheet alone."""

from collections.abc import Sequence
from html import escape

from referee.books.notation import parse
from referee.books.teach import TYPE_ONE, Group, Lesson, Scene, Sign, claim_words, is_card, sign_text

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SHAPES = {"c": "●", "h": "♥", "t": "▲"}
_COLOURS = {"r": "red", "y": "yellow", "g": "green"}


def lesson_page(it: Lesson) -> str:
    """Return the page as HTML: headings, the parts, the script with its pictures, and how the game begins."""
    from markdown_it import MarkdownIt

    renderer, options = MarkdownIt("commonmark").renderer, MarkdownIt("commonmark").options
    minutes = f"{escape(it.minutes)} {escape(it.unit)}"
    out = [
        f'<p class="caps soft">Teach it in two minutes</p>\n<h1>{escape(it.title)}</h1>',
        f"<p class=soft>{escape(it.players)} players · {minutes} · age {escape(it.age)}</p>",
        f"<ul class=parts>{''.join(f'<li>{escape(part.label)}</li>' for part in it.parts)}</ul>",
        "<h2>Read this aloud</h2>",
    ]
    for step in it.steps:
        out.append(str(renderer.render(parse(step.text), options, {})))
        if step.scene:
            out.append(scene_html(step.scene))
    out.append(f"<h2>To begin</h2>\n<p>{escape(it.first)}</p>\n<p>{escape(TYPE_ONE)}</p>")
    for start in it.starts:
        said = f"<br><code>{escape(start.text)}</code>" if start.typed else escape(start.text)
        out.append(f"<p><b>{escape(start.how)}:</b> {said}</p>")
    return "\n".join(out)


def scene_html(scene: Scene) -> str:
    """Return a picture of the script as a figure."""
    caption = f"<figcaption>{escape(scene.caption)}</figcaption>"
    if scene.table:
        return f"<figure class=scene>{_table(scene.table)}{caption}</figure>"
    return f"<figure class=scene><div class=signs>{''.join(map(_group, scene.row))}</div>{caption}</figure>"


def _table(table: Sequence[Sequence[str]]) -> str:
    names, *lines = table
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr><th scope=row>{escape(line[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in line[1:])}</tr>"
        for line in lines
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _group(group: Group) -> str:
    if group.signs[0].what == "gap":
        return "<div class=gap></div>"
    signs = "".join(map(_sign, group.signs))
    label = f"<small>{escape(group.label)}</small>" if group.label else ""
    return f'<div class="group{" strong" if group.strong else ""}"><div class=signs>{signs}</div>{label}</div>'


def _sign(sign: Sign) -> str:
    """Return a sign: what a screen reader says of it stands in its label."""
    kind, shown = _look(sign)
    state = (" strong" if sign.strong else "") + (" out" if sign.out else "")
    name = escape(sign_text(sign).strip("[]"), quote=True)
    return f'<span class="sign {kind}{state}" role=img aria-label="{name}">{shown}</span>'


def _look(sign: Sign) -> tuple[str, str]:
    """Return a sign's class, and what is written on it."""
    what = sign.what
    if what == "claim":
        *numbers, title, words = map(escape, claim_words(sign.text))
        return "claim", f"<u>{' '.join(numbers)}</u>{f'<b>{title}</b>' if title else ''}{words}"
    if what in ("say", "note", "bet", "chip"):
        return "slip" if what == "note" else what, escape(sign.text)
    if what == "back":
        return "card back", escape(sign.text)
    if what in ("red", "black"):
        return f"card {what}", "♥" if what == "red" else "♠"
    if what in ("lizard", "snake"):
        return "card beast", what
    if is_card(what) and len(what) == 3:
        return (
            f"card {_COLOURS.get(what[0], '')}",
            f"{what[2]}<i>{_SHAPES.get(what[1], '■')}</i><u>{what[0].upper()}</u>",
        )
    if is_card(what):
        return f"card {'red' if what[1] in 'dh' else 'black'}", f"{what[0].replace('T', '10')}<i>{_SUITS[what[1]]}</i>"
    return "word", {"arrow": "→", "swap": "⇄"}.get(what, escape(what))
