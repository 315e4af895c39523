"""Bring the catalogues of all languages up to date: `make translate`, or `python -m tests.translate --check`.

Messages are found in the code (`say`, `later` … of `liarsdeck.language`) by Babel, and merged into each language's
`messages.po`; a message that changed keeps its old translation, marked fuzzy, which is not used. Then `messages.mo` is
compiled, which is what the programs read, and `decimal`, `both` and `either` of `language.toml` are held against CLDR.

Each message that is missing, unused or changed is named. `--check` changes nothing. The exit status is 1 where a
catalogue is out of date, or where a language that is whole for anything lacks a message.
"""

import argparse
import ast
import contextlib
import difflib
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.lists import format_list
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.numbers import format_decimal

from liarsdeck import language
from liarsdeck.templates import scripted
from referee import games
from referee.core.cards import addressed, infinitive
from referee.core.setup import option_list
from referee.host.pages import touched_up

ROOT = Path(__file__).parents[1]
FOLDERS = ("liarsdeck", "factbank", "referee", "cardgen")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "say": None, "say_n": (1, 2), "spelt_n": (1, 2), "later": None, "later_n": (1, 2)
}  # fmt: skip
REFUSALS = {"HttpRefusal": (2,), "Refused": (2,), "refuse": (4,), "_refused": (4,)}
SAYING = ("core", "games", "host")
"""Rooms of the referee that say messages: all of theirs are found, and what they refuse with."""
PAGES = ("host", "story", "studio")
SEATS = {"seat", "liar", "taker", "dealer", "attacker", "a", "who"}
"""Fields of a message that name a player, who may be told it as “you”."""
SCREENS = (
    "factbank/asked",
    *(f"referee/{room}" for room in (*SAYING, "story", "store", "tables", "records")),
    "templates/",
)
SHOWN = 60  # characters of a message


class State(NamedTuple):
    """A language's catalogue, merged with the messages that there are now, and what is wrong with it."""

    code: str
    catalogue: Catalog
    missing: list[str]
    changed: list[str]
    unused: list[str]
    due: list[str]  # what may not be missing or changed in a language that is whole for something


@cache
def messages() -> Catalog:
    """Return all messages of the programs."""
    found = Catalog(project="liarsdeck", charset="utf-8", fuzzy=False)
    with contextlib.redirect_stderr(io.StringIO()):  # Babel names each f-string of an error that no guest reads
        for place, message, comments in (*_in_python(), *_in_pages(), *_in_games()):
            found.add(message, locations=[(place, None)], auto_comments=comments)
    return found


@cache
def listed() -> tuple[str | tuple[str, ...], ...]:
    """Return all messages as the German catalogue lists them, which is read much sooner than all sources are."""
    with (language.folder("de") / "messages.po").open("rb") as file:
        return tuple(one.id for one in read_po(file, locale="de") if one.id)


Found = tuple[str, str | tuple[str, ...], list[str]]


def _in_python() -> Iterator[Found]:
    for file in (file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))):
        place, source = file.relative_to(ROOT), file.read_text("utf-8")
        room = place.parts[1] if place.parts[0] == "referee" else ""
        if room not in SAYING and "liarsdeck.language import" not in source and file.name != "language.py":
            continue
        lines, keywords = source.splitlines(), KEYWORDS | (REFUSALS if room in SAYING else {})
        if not re.search(rf"\b(?:{'|'.join(keywords)})\(", source):
            continue
        for line, message, comments, _ in extract_from_file("python", file, keywords, ("for translators:",)):
            yield place.as_posix(), message, comments
            spoken_to = (
                room in {"games", "story.py"}
                and file.name != "screens.py"
                and isinstance(message, str)
                and not re.search(r"language\.say\((?=[\"']|$)", lines[line - 1])
            )
            subject, told = addressed(message) if spoken_to else ("", "")
            if subject in SEATS:
                yield place.as_posix(), told, []
        yield from ((place.as_posix(), message, []) for message in _in_f_strings(source))


def _in_f_strings(source: str) -> Iterator[str | tuple[str, ...]]:
    """Yield the messages of calls in f-strings, which Babel does not read before Python 3.12."""
    inside = re.search(rf"\{{[^}}]*\b(?:{'|'.join(KEYWORDS)})\(", source)
    for outer in ast.walk(ast.parse(source)) if inside else ():
        for call in ast.walk(outer) if isinstance(outer, ast.JoinedStr) else ():
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
                texts = [one.value for one in call.args if isinstance(one, ast.Constant)][: 1 + name.endswith("_n")]
                if name in KEYWORDS and texts and all(isinstance(text, str) for text in texts):
                    yield tuple(map(str, texts)) if len(texts) > 1 else str(texts[0])


def _in_pages() -> Iterator[Found]:
    for file in (file for page in PAGES for file in sorted((ROOT / "templates" / page).rglob("*.html"))):
        for _, message, comments, _ in extract_from_file("jinja2.ext:babel_extract", file, KEYWORDS):
            yield file.relative_to(ROOT).as_posix(), message, comments
    scripts = ("templates/host/static", "templates/studio/static", "web")
    for file in (file for folder in scripts for file in sorted((ROOT / folder).glob("*.js"))):
        for message in scripted(file.read_text("utf-8")):
            yield file.relative_to(ROOT).as_posix(), message, []


def _in_games() -> Iterator[Found]:
    for game in map(games.game, games.names()):
        place = f"referee/games/{game.name.replace('-', '_')}"
        for verb in game.verbs:
            for message in (infinitive(verb.name), infinitive(verb.word), touched_up(verb.help)):
                yield place, message, []
        for message in (game.first_evening[2], *(option.description for option in option_list(game.options))):
            if message:
                yield place, message, []


def merged(code: str) -> State:
    """Return a language's catalogue with the messages of now."""
    path = language.folder(code) / "messages.po"
    made = Catalog(locale=code)
    if path.is_file():
        with path.open("rb") as file:
            made = read_po(file, locale=code)
    made.update(messages(), no_fuzzy_matching=True, keep_user_comments=True)
    gone = {_text(old.id): key for key, old in made.obsolete.items()}
    for one in made if gone else ():  # a message that is like one that is gone has changed
        near = difflib.get_close_matches(_text(one.id), gone, 1) if not all(translated(one.string)) else ()
        if one.id and near and (old := made.obsolete.pop(gone.pop(near[0]))) and _is_plural(old) == _is_plural(one):
            one.string = old.string
            one.flags.add("fuzzy")
    missing = [shown(one.id) for one in made if one.id and not all(translated(one.string)) and not one.fuzzy]
    changed = [shown(one.id) for one in made if one.id and one.fuzzy]
    return State(code, made, missing, changed, [shown(key) for key in made.obsolete], list(_due(code, made)))


def _text(message: object) -> str:
    return message if isinstance(message, str) else "".join(map(str, message)) if isinstance(message, tuple) else ""


def _is_plural(message: Message) -> bool:
    return isinstance(message.id, tuple)


def _due(code: str, made: Catalog) -> Iterator[str]:
    """Yield the messages that lack and may not: what screens alone say may, until a language is whole for `host`."""
    whole = language.language(code).whole
    for one in made if whole else ():
        lacks = bool(one.id) and (one.fuzzy or not all(translated(one.string)))
        if lacks and ("host" in whole or not all(place.startswith(SCREENS) for place, _ in one.locations)):
            yield f"{'changed' if one.fuzzy else 'missing'}: {shown(one.id)}"


def translated(string: object) -> list[str]:
    return list(string) if isinstance(string, tuple | list) else [str(string or "")]


def shown(message: object) -> str:
    text = " / ".join(message) if isinstance(message, tuple | list) else str(message)
    return f"“{text[:SHOWN]}{'…' if len(text) > SHOWN else ''}”"


def po(catalogue: Catalog) -> bytes:
    """Return a catalogue as text for translators, without dates or line numbers, so that equal content is equal."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=False, include_lineno=False, sort_by_file=True)
    dated = rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Generated-By|Language-Team)[^\n]*\n'
    return re.sub(dated, b"", out.getvalue())


def mo(catalogue: Catalog) -> bytes:
    """Return a catalogue as the programs read it: fuzzy messages are left out."""
    out = io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    write_mo(out, catalogue)
    return out.getvalue()


def faults(state: State) -> Iterator[str]:
    """Yield what is wrong with a language that is whole for anything."""
    yield from state.due
    known = language.language(state.code)
    for field, told, cldr in (
        ("decimal", known.decimal, format_decimal(1.5, locale=known.locale)[1:-1]),
        ("both", known.both.format("a", "b"), format_list(["a", "b"], locale=known.locale)),
        ("either", known.either.format("a", "b"), format_list(["a", "b"], "or", locale=known.locale)),
    ):
        if told != cldr:
            yield f"language.toml: {field} gives {told}, and CLDR {cldr}"
    for one in state.catalogue:
        for string in translated(one.string) if one.id and not one.fuzzy else ():
            if more := language.strange(string, "".join(translated(one.id))):
                yield f"{shown(one.id)} has not {', '.join(map(repr, sorted(more)))}"


def main() -> int:
    """Update, or check, the catalogues of all languages; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where something would change")
    check = parser.parse_args().check
    wrong = False
    for code in language.codes()[1:]:
        state, folder = merged(code), language.folder(code)
        files = {folder / "messages.po": po(state.catalogue), folder / "messages.mo": mo(state.catalogue)}
        stale = [path.name for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
        for path, data in files.items() if not check else ():
            path.write_bytes(data)
        print(f"{code}: {len(state.catalogue)} messages, {len(state.missing)} missing, {len(state.changed)} changed, "
              f"{len(state.unused)} unused")  # fmt: skip
        for name, found in (("missing", state.missing), ("changed", state.changed), ("unused", state.unused)):
            for message in found if not check else ():
                print(f"  {name}: {message}")
        told = [*faults(state), *(f"{name} is out of date: make translate" for name in stale if check)]
        for fault in told:
            print(f"  {fault}")
        wrong |= bool(told)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
