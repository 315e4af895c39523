"""The rulebook of each game as text for given options, with example games that the referee replays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from liarsdeck import formats
from liarsdeck.english import hint, quoted
from liarsdeck.files import templates
from liarsdeck.language import folder as language_folder
from liarsdeck.language import later, localized, say, speech, spoken
from liarsdeck.templates import environment
from referee import games as all_games
from referee.books.text import CARD_NUMBER, RULE_ID, plain
from referee.core.game import Json, RecordError, Setup
from referee.core.setup import advice, as_typed, option_list
from referee.core.text_layout import wrap
from referee.records import parse_record, replay_record

if TYPE_CHECKING:
    from jinja2 import Environment

    from factbank.factfile import Facts

_MARK = re.compile(r"#[^@]*@([\w-]+)")
_PERSON = re.compile(r"\b(?:Ann|Bob|Cat|Dan)\b")
_FENCE = "+++"
_FOR_REFEREE = "# For the referee\n"
"""The heading of the chapter on typed commands. Templates of every language have it in English, like “# In short”."""
_TYPED = re.compile(rf"^{_FOR_REFEREE}.*", re.DOTALL | re.MULTILINE)


class Book(Struct, frozen=True):
    """A rulebook as text: the words on its cover, and its chapters in Markdown.

    ``players`` is the number of players as text (“2 to 6”), and ``colour`` the name of the cover's colour. ``body`` has
    the chapters, and ``summary`` the text for the back cover. ``more`` has the chapters that only screens show: house
    rules, and how a record is written. ``cover`` are the names of the two cards on the cover, as in records; () for
    none.
    """

    title: str
    tagline: str
    players: str
    colour: str
    body: str
    summary: str
    more: str
    cover: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole book in Markdown, as a screen shows it: ``body``, ``summary`` and ``more``, in this order."""
        short = say("In short")
        return f"{self.body.strip()}\n\n# {short}\n\n{self.summary.strip()}\n\n{self.more.strip()}\n"


class Kit(Struct, frozen=True):
    """What a book says about a kit (the printed cards of one evening).

    ``kit`` is the kit's code, and ``pairs`` the number of its pairs of facts; both are None if no kit was made yet.
    ``titles`` says which titles the two cards of a pair have: the same (``shared``), one each (``own``) or ``none``.
    """

    kit: str | None = None
    pairs: int | None = None
    titles: str = "shared"


class Example(Struct, frozen=True):
    """An example game in a book: the text of its record, and the path of its fact file.

    In games without facts, there is no file at this path.
    """

    record: str
    facts: Path


class BookStory(Struct, frozen=True):
    """An example game, replayed, with the states that a book quotes from it.

    ``record`` is the text of the game. Each state is a JSON object as ``referee replay --json`` prints it. ``marks``
    has the state after each line that ends with a comment ``# @NAME``, by NAME; ``end`` is the state after the last
    line.
    """

    record: str
    marks: dict[str, dict[str, Json]]
    end: dict[str, Json]

    def at(self, mark: str) -> dict[str, Json]:
        """Return the state (a JSON object) after the line with the comment ``# @NAME``; ``mark`` is NAME."""
        return self.marks[mark]


_FILES = {"rules": "rules/{}.md.j2", "cards": "cards/{}.md.j2", "teach": "teach/{}.md.j2"}
"""The template files of a game's texts, by kind: its rulebook, its reference card, and its lesson."""


def games() -> tuple[str, ...]:
    """Return the names of the games that have a book."""
    files = {path.name.removesuffix(".md.j2") for path in (templates() / "rules").glob("*.md.j2")}
    return tuple(sorted(files | {name for name in all_games.names() if name not in files and has_text(name, "rules")}))


def has_text(game: str, kind: str) -> bool:
    """Return whether a game has a text of this kind: ``rules``, ``cards`` or ``teach``.

    The text is a template file, or an entry of ``Game.texts`` if the game brings the text itself.
    """
    return localized(_FILES[kind].format(game)).is_file() or bool(_own_text(_FILES[kind].format(game)))


def _own_text(file: str) -> str | None:
    """Return the game's own text (``Game.texts``) in place of the template ``file``; None if it has none."""
    found = [(name, kind) for name in all_games.names() for kind, path in _FILES.items() if path.format(name) == file]
    return next((all_games.game(name).texts.get(kind, "").lstrip("\n") or None for name, kind in found), None)


def kit_of(facts: Facts | None) -> Kit | None:
    """Return the description, for a book, of the printed kit with these facts; None if ``facts`` is None."""
    return Kit(facts.kit, len(facts.pairs), facts.titles) if facts else None


def book(
    game: str, options: Struct, players: int, *, kit: Kit | None = None, phones: bool = False, dealt: bool = False
) -> Book:
    """Return the rulebook of a game for these options (house rules) and this number of players.

    ``game`` is the game's name. ``kit`` describes the printed kit that the book belongs to; with None the book suits
    any kit with enough pairs. With ``phones`` the book is for a phone: it leaves out the commands to type. With
    ``dealt`` the phones hold the cards: the book leaves out how to handle printed ones. Raises RecordError for a game
    without a book.
    """
    text = fragment(f"rules/{game}.md.j2", game, options, players, kit=kit, phones=phones, dealt=dealt)
    head, body = split_front_matter(text)
    body, _, rest = body.partition("\n# In short\n")
    summary, heading, more = rest.partition("\n# ")
    more = (heading + more).strip() + "\n"
    if phones:
        more = _TYPED.sub(_untyped, more)
    more = more.replace(_FOR_REFEREE, "# " + say("For the referee") + "\n")
    return msgspec.convert(head | {"body": body, "summary": summary, "more": more}, Book)


def fragment(
    template: str,
    game: str,
    options: Struct,
    players: int,
    *,
    kit: Kit | None = None,
    phones: bool = False,
    dealt: bool = False,
) -> str:
    """Return a template of the game, such as ``cards/liars-lair.md.j2``, filled in as text.

    ``options`` are the house rules, and ``kit`` describes the printed kit. ``phones`` is for a text on a phone,
    ``dealt`` for a game whose cards the phones hold; all are as in ``book``. Raises RecordError if there is no such
    template.
    """
    rules = all_games.game(game)
    return _render(
        template,
        **_values(options),
        **msgspec.structs.asdict(kit or Kit()),
        game=game,
        numbers=rules.numbers,
        players=players,
        first_table="" if phones else advice(rules, players, options, "--option ", later("type `{}`")),
        title_of={number: title for number, title, _ in _facts_in(_facts_of_example(game))}.__getitem__,
        story=partial(story, game, options),
        figure_cards=partial(_figure_cards, game, options),
        house=partial(_house, options),
        phones=phones,
        dealt=dealt,
    )


def _untyped(chapter: re.Match[str]) -> str:
    """Return the chapter that replaces the chapter on lines to type, in a book for phones.

    ``chapter`` is the match of the old one. The new one lists the rules that the old one names, so that none is lost.
    """
    ids = " ".join(f"[{rule}]" for rule in RULE_ID.findall(chapter[0]))
    return say(
        "# The rules by name\n\nNobody types here: phones and the host’s screen write each line of the game. {ids}\n\n"
        "When a phone refuses something, it names the rule. This is where each rule stands.\n\n```rules\n```\n",
        ids=ids,
    )


def looks(game: str) -> tuple[str, str]:
    """Return a game's tagline and its book's colour; "" and "blue" for a game without a book."""
    path = localized(f"rules/{game}.md.j2")
    text = path.read_text(encoding="utf-8") if path.is_file() else _own_text(f"rules/{game}.md.j2") or ""
    tagline, colour = (re.search(rf'^{key} = "([^"]*)"', text, re.MULTILINE) for key in ("tagline", "colour"))
    return tagline[1] if tagline else "", colour[1] if colour else "blue"


def example(game: str, options: Struct) -> Example:
    """Return the example game in the book of a game, written for these options."""
    return Example(_record(game, options, "first"), _facts_of_example(game))


def story(game: str, options: Struct, name: str, **more: object) -> BookStory:
    """Return the example game ``name``, such as ``first``, written for these options and replayed.

    ``options`` are the house rules. ``more`` are further variables for the example's template. Raises RecordError if a
    line of the example is illegal.
    """
    return replayed(_record(game, options, name, **more), templates() / "examples")


def _record(game: str, options: Struct, name: str, **more: object) -> str:
    """Return the text of an example game's record, with names of players in the current language.

    ``name`` is the example's, such as ``first``. ``more`` are further variables for its template.
    """
    people = dict(zip(("Ann", "Bob", "Cat", "Dan"), speech().people, strict=True))
    text = _render(f"examples/{game}-{name}.record.j2", **_values(options), **more)
    return _PERSON.sub(lambda found: people[found[0]], text)


@lru_cache(maxsize=64)
def replayed(text: str, folder: Path | None = None) -> BookStory:
    """Return the example game with this record, replayed.

    ``text`` is the text of the record. ``folder`` is the folder with the fact file that the record names; None if it
    names none. Raises RecordError at an illegal line.
    """
    record = parse_record(text, folder=folder)
    marks = {}
    for at, (_, line) in enumerate(record.lines, 1):
        for name in _MARK.findall(line):
            marks[name] = replay_record(replace(record, lines=record.lines[:at])).answer()
    return BookStory(text, marks, replay_record(record).answer())


def about(text: str, rule: str) -> str:
    """Return the passages of a book's Markdown that name a rule id, under their headings; "" if there are none.

    A passage is a paragraph, an item of a list or a row of a table.
    """
    out: list[str] = []
    heading = ""
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith("#") and not CARD_NUMBER.match(block.lstrip()):
            heading = block.strip()
        elif f"[{rule}]" in block:
            entries = [entry for entry in re.split(r"\n(?=(?:\d+\.|-|\|) )", block) if f"[{rule}]" in entry]
            out += ([heading] if heading and heading not in out else []) + entries
    return "\n\n".join(out)


def rules_text(game: str, options: Struct, players: int, *, kit: Kit | None = None, width: int = 80) -> str:
    """Return the rulebook of a game as text for a terminal, at most ``width`` characters wide.

    ``options`` are the house rules. ``kit`` describes the printed kit; with None the book suits any kit. Raises
    RecordError for a game without a book.
    """
    volume = book(game, options, players, kit=kit)
    return plain(f"# {volume.title}\n\n*{volume.tagline}*\n\n{volume.text}", width, example_cards(game))


def book_text(setup: Setup, width: int) -> str:
    """Return the rulebook for a table's setup as text, at most ``width`` cells wide."""
    return rules_text(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts), width=width)


def rule_text(setup: Setup, rule: str, width: int) -> str:
    """Return the sentence of a rule, and the passages of the book that name the rule, as text for a terminal.

    ``rule`` is a rule id such as ``lizard.follow``. The text is at most ``width`` characters wide. Raises
    ``RecordError``, which suggests similar ids, if the game has no such rule.
    """
    game = all_games.game(setup.game)
    rule = rule.strip("[] ").lower()
    if rule not in game.rules:
        near = hint(rule, game.rules, most=3, least=0.5)
        raise RecordError(f"There is no rule {quoted(rule)} in {game.title}: {near}")
    text = "\n".join(wrap(f"[{rule}] {game.rules[rule]}", width - 1, "  ")) + "\n"
    if setup.game not in games():
        return text
    volume = book(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts))
    passage = about(volume.text, rule)
    return f"{text}\n{plain(passage, width)}" if passage.strip() else text


def example_cards(game: str) -> dict[int, str]:
    """Return the fact cards in a game's example: by number, texts of the form “title: “sentence””."""
    return {number: f"{title}: “{text}”" for number, title, text in _facts_in(_facts_of_example(game))}


def split_front_matter(text: str) -> tuple[dict[str, object], str]:
    """Return the TOML between the ``+++`` lines of a rendered template as a dict, and the text after it."""
    _, head, body = text.split(_FENCE, 2)
    return dict(formats.loads(head)), body


# ---------------------------------------------------------------------------------- what the templates are given


def _facts_of_example(game: str) -> Path:
    return localized(f"examples/{game}.json")


@cache
def _facts_in(path: Path) -> tuple[tuple[int, str, str], ...]:
    """Return (number, title, sentence) of each fact card in the file of an example; () if there is none."""
    pairs = msgspec.json.decode(path.read_bytes())["pairs"] if path.exists() else ()
    return tuple((card["number"], pair["title"], card["text"]) for pair in pairs for card in pair["cards"])


def _values(options: Struct) -> dict[str, object]:
    return {"o": options, "default": type(options)(), "options": _stated}


def _stated(options: Struct) -> Iterator[str]:
    """Yield a line of TOML for each option that does not have its default value.

    An option with parts gives a line for each part.
    """
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value == getattr(type(options)(), name):
            continue
        if isinstance(value, Struct):
            yield from (f"{name}.{key} = {list(getattr(value, key))}" for key in value.__struct_fields__)
        else:
            yield f"{name} = {msgspec.json.encode(value).decode()}"


def _house(options: Struct, name: str, means: str | Mapping[object, str]) -> str:
    """Return the Markdown rows for one house rule in the table OPTION, VALUE, MEANING of a book.

    `name` is the option. If `means` is a mapping, each of its values gets a row with the meaning, and the value that is
    played is bold. If `means` is a text, the rule gets one row: the value that is played, what this value means, and
    which values are possible. A mark ◆ stands beside the value that is played if it isn’t the default.
    """
    option = next(option for option in option_list(type(options)) if option.name == name)
    played = attrgetter(name)(options)
    mark = "" if played == option.default else " ◆"
    if isinstance(means, str):
        ((_, typed),) = as_typed(name, played)
        may = "" if option.many > 1 else " " + say("May be {values}.", values=option.takes)
        return f"| `{name}` | **`{typed}`**{mark} | **{means}**{may} |"
    rows = []
    for at, (value, meaning) in enumerate(means.items()):
        ((_, typed),) = as_typed(name, value)
        cells = (f"**`{typed}`**{mark}", f"**{meaning}**") if value == played else (f"`{typed}`", meaning)
        rows.append(" | ".join((f"| `{name}`" if not at else "| ", *cells)) + " |")
    return "\n".join(rows)


def _figure_cards(game: str, options: Struct) -> Callable[[str], str]:
    """Return a function that takes the name of a wished card and returns the name of a card to show.

    This is the wished card, or a stand-in if the options leave the wished one out of the game. Equal wishes get the
    same card, different wishes different cards. Use one such function for each figure or story.
    """
    shown: dict[str, str] = {}

    def show(wish: str) -> str:
        if wish not in shown:
            shown[wish] = all_games.game(game).stand_in(options, wish, set(shown.values()))
        return shown[wish]

    return show


def _render(template: str, **context: object) -> str:
    from jinja2 import TemplateNotFound

    try:
        return _environment(templates(), language_folder(spoken())).get_template(template).render(context)
    except TemplateNotFound:
        raise RecordError(f"there is no book for this game: the shelf has {', '.join(games())}") from None


@cache
def _environment(folder: Path, own: Path) -> Environment:
    """Return the Jinja environment for text templates in ``own``, in ``folder``, and in the games themselves.

    ``own`` is the folder of the current language, which comes first. The environment is cached with its compiled
    templates.
    """
    from jinja2 import ChoiceLoader, FunctionLoader

    made = environment(own, folder, html=False)
    assert made.loader is not None
    made.loader = ChoiceLoader([made.loader, FunctionLoader(_own_text)])
    made.filters["signed"] = lambda number: f"{number:+d}".replace("-", "−") if number else "0"
    made.filters["together"] = lambda text: text.replace(" ", "\u00a0")
    return made
