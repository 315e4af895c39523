"""“Teach it in two minutes”: a page for each game that is read aloud; one text for paper, terminal and phone.

`templates/teach/GAME.md.j2` is rendered with the same words and numbers as the book (`referee.books.rulebook`). Its
front matter says the age, the parts, what begins the game and how it is played without a computer. What
follows is the script, paragraphs in Markdown, with three pictures in it: fences named `scene`, in TOML. The row of a
scene, like the list of parts, holds signs: `2h* | Cat takes it` is the two of hearts, stressed, with a label.

- a card: `2h`, `rc1`, `lizard`, `back`; `claim:8` one of the example's facts, `claim:3 5 8` the last
  of a hand laid open; `bet:LARGE`;
- `back:5` five backs, `chip:20`, `note:70` something written down, `say:…` somebody speaks, `gap` room;
- a part: `deck`, `reference`, `pad`, `pencil`, `laptop`, `sealed`, `cube`, `tents`, `chip`, `bets`;
- anything else, such as `=` or `>`, stands for itself. A last `*` stresses a sign, a last `x` crosses it out;
- a label `&` puts a sign beside the one before it, under the same label. A `table` may stand instead of a row: its
  first line and column are names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct, convert
from msgspec.structs import replace

from liarsdeck import formats
from liarsdeck.language import later, localized, marked, say, spoken
from referee import games
from referee.books.rulebook import example_cards, fragment, kit_of, looks, split_front_matter
from referee.books.text import card_name, card_sign, plain
from referee.core.setup import advice, announced, as_typed, given_options, serves

if TYPE_CHECKING:
    from referee.core.game import Setup

MOST_WORDS = 300
"""The most words of a lesson: what is read aloud in two minutes, at 150 words a minute. Captions count as well."""
TYPE_ONE = later(
    "The referee is a program of liarsdeck. In a terminal (in liarsdeck’s folder: .venv/bin/referee …), type:"
)
_SCENE = re.compile(r"^```scene\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


class Sign(Struct, frozen=True):
    """A sign in a picture of a lesson: a card, a thing or a word.

    ``what`` is written as the module's docstring says, such as ``2h`` or ``chip``. ``text`` is the text on the sign, or
    "". A ``strong`` sign is emphasised, an ``out`` sign is crossed out.
    """

    what: str
    text: str = ""
    strong: bool = False
    out: bool = False


class SignGroup(Struct, frozen=True):
    """Signs that are drawn together, and the label below them."""

    signs: tuple[Sign, ...]
    label: str = ""

    @property
    def strong(self) -> bool:
        """Whether one of the signs is emphasised."""
        return any(sign.strong for sign in self.signs)


class Scene(Struct, frozen=True):
    """A picture of the lesson: groups of signs side by side, and a sentence below.

    If ``table`` is not empty, this table is drawn in place of ``row``. It consists of rows of cells, all of the same
    length; the first row and the first column are headings.
    """

    row: tuple[SignGroup, ...]
    caption: str
    table: tuple[tuple[str, ...], ...] = ()


class Step(Struct, frozen=True):
    """A paragraph to read aloud, in Markdown, and the picture that belongs to it, or None."""

    text: str
    scene: Scene | None = None


class Beginning(Struct, frozen=True):
    """A way to begin the game, under the heading ``how``.

    ``text`` is a command to type if ``typed`` is True; otherwise it is a sentence that says what to do.
    """

    how: str
    text: str
    typed: bool = False


class Lesson(Struct, frozen=True):
    """The page that teaches a game, for one table. All texts are in the language of the page.

    ``game`` is the game's name, and ``colour`` the name of its book's colour. ``players`` is a number or a range as
    text (“2 to 6”). ``minutes`` is how long the game takes with this table's house rules; if other house rules are
    recommended, it is a range (“20–40”) that includes their time. ``unit`` are the words after ``minutes`` (“minutes
    for 4 players”). ``advice`` says which house rules are recommended and how long the game then takes; "" if there are
    none or this table has them. ``age`` is the least age (“8+”). ``parts`` are the things to put on the table,
    ``steps`` the text to read aloud with its pictures. ``first`` says who begins, and ``starts`` are the ways to begin.
    """

    game: str
    title: str
    tagline: str
    colour: str
    players: str
    minutes: str
    unit: str
    advice: str
    age: str
    parts: tuple[SignGroup, ...]
    steps: tuple[Step, ...]
    first: str
    starts: tuple[Beginning, ...]

    @property
    def words(self) -> int:
        """The number of words to read aloud, including the sentences below the pictures and ``first``."""
        told = [
            self.first,
            *(text for step in self.steps for text in (step.text, step.scene.caption if step.scene else "")),
        ]
        return sum(len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", text)) for text in told)


class _Head(Struct, frozen=True):
    age: int
    parts: tuple[str, ...]
    paper: str
    first: str


class _Drawn(Struct, frozen=True):
    row: tuple[str, ...] = ()
    caption: str = ""
    table: tuple[tuple[str, ...], ...] = ()


def has_lesson(game: str) -> bool:
    """Return whether a game has a page that teaches it."""
    return localized(f"teach/{game}.md.j2").is_file()


def lesson(setup: Setup, *, dealt: bool = False) -> Lesson:
    """Return the page that teaches a game, for a table's setup (game, house rules, seats, facts).

    With ``dealt`` the phones hold the cards, so the text leaves out how to handle printed ones. Raises RecordError for
    a game without such a page.
    """
    game, facts, players = games.game(setup.game), setup.facts, len(setup.seats)
    text = fragment(f"teach/{game.name}.md.j2", game.name, setup.options, players, kit=kit_of(facts), dealt=dealt)
    front, script = split_front_matter(text)
    head = convert(front, _Head)
    tagline, colour = looks(game.name)
    low, high = serves(game, setup.options, facts)
    own, recommended = announced(game, players, setup.options)
    advised = ""
    if recommended:
        advised = advice(game, players, setup.options, "--option ")
        advised = say("{advice} That takes {minutes} minutes.", advice=advised, minutes=recommended)
    steps = []
    pieces = _SCENE.split(script)  # each picture belongs to what stands before it
    for words, drawn in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        described = convert(formats.loads(drawn), _Drawn) if drawn else None
        scene = (
            Scene(_groups(described.row, example_cards(game.name)), described.caption, described.table)
            if described
            else None
        )
        if words.strip() or scene:
            steps.append(Step(words.strip(), scene))
    return Lesson(
        game=game.name,
        title=game.title.replace("'", "’"),
        tagline=tagline,
        colour=colour,
        players=f"{low}" if low == high else say("{low} to {high}", low=low, high=high),
        minutes="–".join(map(str, sorted({own, recommended or own}))),
        unit=say("minutes") if low == high else say("minutes for {players}", players=players),
        advice=advised,
        age=say("{age}+", age=head.age),
        parts=_groups(head.parts),
        steps=tuple(steps),
        first=head.first,
        starts=(
            Beginning(say("On one computer"), command("new", setup), typed=True),
            Beginning(say("With your phones"), command("host", setup), typed=True),
            Beginning(say("Without a computer"), head.paper),
        ),
    )


def command(verb: str, setup: Setup) -> str:
    """Return the command that begins a table with this setup: `referee new lizard --option rounds=10`.

    ``verb`` is the subcommand: ``new`` or ``host``.
    """
    plain_options = type(setup.options)()
    words = ["referee", verb, setup.game, *(["--kit", setup.facts.kit] if setup.facts else [])]
    for name in given_options(setup.options):
        usual = as_typed(name, getattr(plain_options, name))
        for key, value in as_typed(name, getattr(setup.options, name)):
            if (key, value) not in usual:
                words += ["--option", f"{key}={value}"]
    return " ".join(words)


def lesson_text(it: Lesson, width: int) -> str:
    """Return a lesson as text for a terminal, at most `width` columns wide."""
    import textwrap

    def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
        return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    about = say(
        "Teach it in two minutes. {players} players, about {minutes} {unit}, age {age}. {advice}",
        players=it.players, minutes=it.minutes, unit=it.unit, age=it.age, advice=it.advice,
    )  # fmt: skip
    out = [it.title.upper(), "═" * len(it.title), *wrapped(about.rstrip()), ""]
    parts = "; ".join(part.label for part in it.parts)
    out += wrapped(say("On the table: {parts}.", parts=parts), rest="  ")
    out += ["", say("Read this aloud:"), ""]
    for step in it.steps:
        out += [plain(step.text, width).rstrip("\n"), ""]
        if step.scene:
            lines = table_text(step.scene.table, width) if step.scene.table else []
            if not lines:
                # A label stays beside its cards where a line can hold both.
                groups = scene_text(step.scene).split("  ")
                row = "  ".join(group.replace(" ", "\u00a0") if len(group) <= width - 6 else group for group in groups)
                lines = [line.replace("\u00a0", " ") for line in wrapped(row, "    ", "      ")]
            out += [*lines, *wrapped(step.scene.caption, "    ", "    "), ""]
    heading = say("To begin")
    out += [heading, "─" * len(heading), *wrapped(it.first), "", *wrapped(say(TYPE_ONE))]
    for start in it.starts:
        out += [f"{start.how}:", f"    {start.text}"] if start.typed else wrapped(f"{start.how}: {start.text}")
    return "\n".join(out) + "\n"


def scene_text(scene: Scene) -> str:
    """Return a picture without a table as one line of text: `[♠K] Ann leads [♠4] Bob`."""
    return "  ".join(" ".join([*map(sign_text, group.signs), *filter(None, [group.label])]) for group in scene.row)


def table_text(table: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return a picture's table (rows of cells) as lines of text, with the cells in columns.

    If that is wider than ``width`` characters, each cell gets its own line.
    """
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    if 4 + sum(wide) + 2 * (len(wide) - 1) <= width:
        return ["    " + "  ".join(map(str.ljust, line, wide)).rstrip() for line in table]
    names, *lines = table
    out = []
    for first, *cells in lines:
        out += [f"    {first}:", *(f"      {name}: {cell}" for name, cell in zip(names[1:], cells, strict=True))]
    return out


def sign_text(sign: Sign) -> str:
    """Return a sign as text: `[♠K]`, `“No hearts.”`, `[4 × face down]`."""
    if sign.what == "say":
        return marked(f"“{sign.text}”", spoken())
    if sign.what == "claim":
        *numbers, title, words = claim_words(sign.text)
        return f"[{' '.join(f'#{number}' for number in numbers)} {title + ': ' if title else ''}{words}]"
    if sign.what in ("note", "chip", "bet"):
        return f"[{sign.text}]"
    if sign.what == "back" or is_card(sign.what):
        return f"[{sign.text + ' × ' if sign.text else ''}{short(sign.what)}]"
    return {"gap": "·", "arrow": "→"}.get(sign.what, sign.what)


def claim_words(text: str) -> tuple[str, ...]:
    """Return the parts of a text “3 5 8 TITLE: WORDS”, which stands for a hand of fact cards laid open.

    The result is a flat tuple: each card number, the title of the last card ("" if there is none), and that card's
    words. For the example it is ("3", "5", "8", "TITLE", "WORDS").
    """
    said = text.split(" ")
    numbers = list(takewhile(str.isdigit, said))
    title, _, words = " ".join(said[len(numbers) :]).rpartition(": ")
    return (*numbers, title, words)


def short(card: str) -> str:
    """Return a card as it stands in a sentence: `♠K` for `Ks`, `red circle 1` for `rc1`, `lizard`."""
    return card_name(card) if len(card) == 3 else card_sign(card)


def is_card(what: str) -> bool:
    """Return whether a sign's ``what`` names a card: `2h`, `rc1` (West deck), `lizard` or `snake`."""
    return bool(re.fullmatch(r"[2-9TJQKA][cdhs]|[rygbk][chtso][1-4]|lizard|snake", what))


def _groups(row: Sequence[str], cards: Mapping[int, str] = {}) -> tuple[SignGroup, ...]:
    """Return the groups of signs in a row that is written in the notation of the module's docstring.

    Each item of ``row`` is a sign, with a label after `|` if there is one; a sign with the label `&` joins the group
    before it. ``cards`` maps the numbers of fact cards to texts of the form “title: “sentence””.
    """
    out: list[SignGroup] = []
    for written in row:
        sign, _, label = (part.strip() for part in written.partition("|"))
        strong, crossed = sign.endswith("*"), sign.endswith("x") and len(sign) > 1
        what, _, text = (sign[:-1] if strong or crossed else sign).partition(":")
        if what == "claim":
            text += " " + cards[int(text.split()[-1])].replace("“", "").replace("”", "")
        made = Sign(what, text, strong, crossed)
        if label == "&" and out:
            out[-1] = replace(out[-1], signs=(*out[-1].signs, made))
        else:
            out.append(SignGroup((made,), label))
    return tuple(out)
