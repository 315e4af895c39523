"""The rulebook's text: one template a game, told with the options the referee enforces, for paper and terminal alike.

A template is Markdown written with Jinja2 (`templates/rules/GAME.md.j2`). Besides plain Markdown it knows

- `#17` in a sentence: the number of a card, drawn as on the card;
- `[lair.turn]` in a sentence: a rule's id; paper moves it to the margin;
- `` `declares` ``: a word the referee understands; paper sets it in spaced capitals;
- a quotation (`>`): an example, and fences named `cards`, `pair`, `table`, `plan`: drawings, described in TOML.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from referee.errors import RecordError

if TYPE_CHECKING:
    from jinja2 import Environment
    from markdown_it.token import Token

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
RULE_ID = re.compile(r"\s*\[([a-z]+\.[a-z-]+)\]")
CARD_NUMBER = re.compile(r"#(\d+)\b")
_FENCE = "+++"
_TAG_LINE = re.compile(r"^[ \t]*(\{%(?:(?!%\}).)*%\})[ \t]*\n", re.MULTILINE)
_SMALL = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


class Example(msgspec.Struct, frozen=True):
    """A game that a book tells: its record, and the facts that it was played with (pairs made for the book)."""

    record: str
    facts: Path


class Book(msgspec.Struct, frozen=True):
    """A book as text: what stands on its cover, and its chapters in Markdown, the summary for the back cover apart."""

    title: str
    tagline: str
    players: str
    colour: str
    body: str
    summary: str


def templates() -> Path:
    """Return the folder of the templates: inside the package in a wheel, beside the packages in a checkout."""
    inside = Path(__file__).parent / "templates"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "templates"


def games() -> tuple[str, ...]:
    """Return the games that have a book."""
    return tuple(sorted(path.name.removesuffix(".md.j2") for path in (templates() / "rules").glob("*.md.j2")))


def book(
    game: str,
    options: msgspec.Struct,
    players: int,
    *,
    kit: str | None = None,
    pairs: int | None = None,
    printed: Mapping[str, object] | None = None,
) -> Book:
    """Tell the rules of `game` for these options and this number of players.

    `kit` and `pairs` are the kit's code and how many pairs it holds (without a kit: just as many as are needed);
    `printed` overrides what the text says about the paper kit. Raises RecordError for a game without a book.
    """
    text = _render(f"rules/{game}.md.j2", _context(game, options, players, kit, pairs, printed))
    head, body = _front_matter(text)
    body, _, summary = body.partition("\n# In short\n")
    return Book(
        title=str(head["title"]),
        tagline=str(head["tagline"]),
        players=str(head["players"]),
        colour=str(head["colour"]),
        body=body,
        summary=summary,
    )


def fragment(
    template: str, game: str, options: msgspec.Struct, players: int, *, kit: str | None = None, pairs: int | None = None
) -> str:
    """Render another template of the game, such as `cards/liars-lair.md.j2`, with the same words and numbers."""
    return _render(template, _context(game, options, players, kit, pairs, None))


def example(game: str, options: msgspec.Struct) -> Example:
    """Return the game that the book of `game` tells, as a record played by these options."""
    folder = templates() / "examples"
    record = _render(f"examples/{game}.record.j2", {"o": options, "default": type(options)(), "options": _stated})
    return Example(record=record, facts=folder / f"{game}.json")


def parse(text: str) -> list[Token]:
    """Read a book's Markdown (CommonMark and tables) into tokens."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": False}).enable("table").parse(text)


def rule_ids(text: str) -> list[str]:
    """Return the rule ids that a text names, in the order in which they stand, each once."""
    return list(dict.fromkeys(RULE_ID.findall(text)))


def plain(text: str, width: int = 80, numbers: Mapping[int, str] | None = None) -> str:
    """Set a book's Markdown as terminal text, `width` columns wide at most.

    `numbers` tells what is on the cards of the drawings, which become lists.
    """
    return "\n".join(_Plain(width, numbers or {}).blocks(parse(text))).strip("\n") + "\n"


def about(text: str, rule: str) -> str:
    """Return the Markdown of the paragraphs that name a rule, under their headings; empty when there is none."""
    out: list[str] = []
    heading = ""
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith("#") and not CARD_NUMBER.match(block.lstrip()):
            heading = block.strip()
        elif f"[{rule}]" in block:
            entries = re.split(r"\n(?=(?:\d+\.|-|\|) )", block)
            found = [entry for entry in entries if f"[{rule}]" in entry]
            out += ([heading] if heading and heading not in out else []) + found
    return "\n\n".join(out)


def about_chapter(text: str, chapter: str) -> str:
    """Return the Markdown of one chapter, without its heading; empty when there is none."""
    _, _, rest = f"\n{text}".partition(f"\n# {chapter}\n")
    return rest.partition("\n# ")[0]


def rules_text(
    game: str,
    options: msgspec.Struct,
    players: int,
    *,
    rule: str | None = None,
    kit: str | None = None,
    pairs: int | None = None,
    width: int = 80,
) -> str:
    """Return the book, or what it says about one rule, as terminal text. Raises RecordError for an unknown rule."""
    told = book(game, options, players, kit=kit, pairs=pairs)
    whole = f"{told.body}\n\n# In short\n\n{told.summary}"
    numbers = example_cards(game)
    if rule is None:
        return plain(f"# {told.title}\n\n*{told.tagline}*\n\n{whole}", width, numbers)
    found = about(whole, rule.lower())
    if not found:
        known = ", ".join(rule_ids(whole))
        raise RecordError(f"the book of {told.title} has no rule “{rule}”: it has {known}")
    return plain(found, width, numbers)


def example_cards(game: str) -> dict[int, str]:
    """Return what the example's cards say: number to title and sentence."""
    path = templates() / "examples" / f"{game}.json"
    if not path.exists():
        return {}
    pairs = msgspec.json.decode(path.read_bytes())["pairs"]
    return {card["number"]: f"{pair['title']}: “{card['text']}”" for pair in pairs for card in pair["cards"]}


# ---- the template's words


def _context(
    game: str,
    options: msgspec.Struct,
    players: int,
    kit: str | None,
    pairs: int | None,
    printed: Mapping[str, object] | None,
) -> dict[str, Any]:
    path = templates() / "examples" / f"{game}.json"
    titles: dict[int, str] = {}
    if path.exists():
        for pair in msgspec.json.decode(path.read_bytes())["pairs"]:
            titles.update({card["number"]: pair["title"] for card in pair["cards"]})
    return {
        "game": game,
        "o": options,
        "default": type(options)(),
        "players": players,
        "names": NAMES[:players],
        "kit": kit,
        "pairs": pairs,
        "title_of": titles.__getitem__,
        "printed": dict(printed or {}),
    }


def _render(template: str, context: Mapping[str, Any]) -> str:
    from jinja2 import TemplateNotFound

    try:
        return _environment().get_template(template).render(context)
    except TemplateNotFound:
        raise RecordError(f"there is no book for this game: the shelf has {', '.join(games())}") from None


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from jinja2.ext import Extension

    class OwnLines(Extension):
        """A tag alone on its line takes the line with it; a tag inside a sentence leaves line ends alone."""

        def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
            return _TAG_LINE.sub(r"\1", source)

    env = Environment(
        loader=FileSystemLoader(templates()),
        undefined=StrictUndefined,
        extensions=[OwnLines],
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  (Markdown from our own templates, not a page from a stranger)
    )
    env.filters["word"] = word
    env.filters["cap"] = lambda text: text[:1].upper() + text[1:]
    return env


def word(number: int) -> str:
    """Spell a small number, as a sentence wants it."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else str(number)


def _stated(options: msgspec.Struct) -> Iterator[str]:
    """The options that are not the default, as lines of TOML."""
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(type(options)(), name):
            yield f"{name} = {msgspec.json.encode(value).decode()}"


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    _, head, body = text.split(_FENCE, 2)
    return tomllib.loads(head), body


# ---- the terminal


class _Plain:
    """Markdown tokens to lines of text."""

    def __init__(self, width: int, numbers: Mapping[int, str]) -> None:
        self.width = max(24, width)
        self.numbers = numbers

    def blocks(self, tokens: list[Token]) -> Iterator[str]:
        marks: list[str] = []  # one a nesting level: what stands before the first line of the next paragraph
        counts: list[int] = []
        table: list[list[str]] = []
        heading = ""
        for token in tokens:
            kind = token.type
            if kind == "heading_open":
                heading = token.tag
            elif kind == "heading_close":
                heading = ""
            elif kind in ("bullet_list_open", "ordered_list_open"):
                counts.append(0 if kind.startswith("ordered") else -1)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                counts.pop()
            elif kind == "list_item_open":
                if counts[-1] >= 0:
                    counts[-1] += 1
                marks.append(f"{counts[-1]:>2}. " if counts[-1] > 0 else "  • ")
            elif kind in ("list_item_close", "blockquote_close"):
                marks.pop()
            elif kind == "blockquote_open":
                marks.append("  │ ")
            elif kind == "table_open":
                table = []
            elif kind == "tr_open":
                table.append([])
            elif kind == "table_close":
                yield from self.table(table)
            elif kind == "inline" and table and token.level >= 3 and not heading and not marks:
                table[-1].append(self.inline(token))
            elif kind == "inline":
                yield from self.paragraph(self.inline(token), heading, marks)
            elif kind == "fence":
                yield from self.drawing(token)

    def paragraph(self, text: str, heading: str, marks: list[str]) -> Iterator[str]:
        import textwrap

        if heading:
            yield ""
            yield text.upper() if heading == "h1" else text
            yield ("═" if heading == "h1" else "─") * len(text)
            return
        first = "".join(marks)
        rest = "".join(mark if "│" in mark else " " * len(mark) for mark in marks)
        yield from textwrap.wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        for at, mark in enumerate(marks):
            if "│" not in mark:
                marks[at] = " " * len(mark)
        yield "".join(mark if "│" in mark else "" for mark in marks).rstrip()

    def table(self, rows: list[list[str]]) -> Iterator[str]:
        import textwrap

        first = min(max((len(row[0]) for row in rows), default=0), self.width // 3)
        for row in rows[1:]:
            left = textwrap.wrap(row[0], first) or [""]
            right = textwrap.wrap(" · ".join(cell for cell in row[1:] if cell), self.width - first - 4) or [""]
            for at in range(max(len(left), len(right))):
                lead = left[at] if at < len(left) else ""
                yield f"  {lead:<{first}}  {right[at] if at < len(right) else ''}".rstrip()
        yield ""

    def drawing(self, token: Token) -> Iterator[str]:
        import textwrap

        described = tomllib.loads(token.content)
        for card in described.get("card", []):
            label = f" ({card['label']})" if card.get("label") else ""
            line = f"[{card['number']}] {self.numbers.get(card['number'], '')}{label}"
            yield from textwrap.wrap(line, self.width, initial_indent="    ", subsequent_indent="      ")
        if described.get("caption") and described.get("card"):
            caption = strip_marks(described["caption"])
            yield from textwrap.wrap(caption, self.width, initial_indent="    ", subsequent_indent="    ")
        yield ""

    @staticmethod
    def inline(token: Token) -> str:
        speak: dict[str, Callable[[str], str]] = {"code_inline": str}
        out = [
            speak.get(child.type, str)(child.content) if child.type != "softbreak" else " "
            for child in token.children or ()
        ]
        text = "".join(out)
        ids = RULE_ID.findall(text)
        text = CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text))
        return text + "".join(f" [{found}]" for found in ids)


def strip_marks(text: str) -> str:
    """Take emphasis and card signs out of a short Markdown text."""
    return CARD_NUMBER.sub(r"\1", RULE_ID.sub("", text)).replace("*", "").replace("`", "")
