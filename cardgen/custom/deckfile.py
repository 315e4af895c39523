"""A deck of one's own: a TOML file with a layout, and cards in it or in a CSV file beside it.

    title = "Fjord Birds"
    cards = "birds.csv"
    [box.name]
    at = [6, 6, 51.5, 10]
    text = "{{ name }}"

A CSV file alone will do: with a TOML file of its name beside it, it is that deck; without one it is laid out plainly,
its first column as a title, the others below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.icons import ICONS
from cardgen.custom.csv import MOST_NAME, CardRow, CardTable, read_cards
from cardgen.custom.draw import Filled, OwnCard, check, colour_named, draw_card, is_picture, pale_type
from cardgen.custom.layout import MOST_COUNT, WORDS, BoxField, Source, read_boxes, read_source
from cardgen.custom.templates import Fill, Templates, variable
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.export.onecard import safe
from cardgen.layout.paper import CARDS, CardSize, parse_card
from cardgen.pdf.drawing import Drawing
from cardgen.pdf.theme import HARLEQUIN, TONES, Theme, read_theme
from liarsdeck import formats
from liarsdeck.cli import note
from liarsdeck.english import hint, listed
from liarsdeck.files import named_file

if TYPE_CHECKING:
    from cardgen.custom.images.art import Art

SUFFIXES = (".toml", ".csv")
BACKS = ("harlequin", "scales", "weave", "split", "chips", "suits")
_COLOURS = {"harlequin": "red", "scales": "green", "weave": "green", "split": "black", "chips": "blue", "suits": "blue"}
"""The colour of a deck's box that goes with its back."""
MOST_CARDS = 10_000
COPIES = "copies"
FORMAT = 1
"""The newest format of a deck file that is read."""
_KEYS = (
    *("format", "title", "card", "cards", "name", "back", "medallion", "back-turns", "ground", "theme"),
    *("game", "colour", "emblem", "box"),
)
_MOST_BYTES = 5_000_000


def is_deck_file(name: str) -> bool:
    """Tell whether what a person named is a file of this kind, not a deck of ours."""
    return Path(name).suffix.lower() in SUFFIXES


def card_of(path: Path) -> CardSize:
    """Return the size that a deck file lays its cards out on. Raises PrintError and OSError."""
    source, document = _read(path)
    return _card(source, document)


def theme_of(path: Path) -> str | None:
    """Return the theme that a deck file names: a built-in one, or the path of a file beside it; None without one.

    Raises PrintError, with file and line, for one that can't be read, and OSError.
    """
    source, document = _read(path)
    named = _word(source, document, "theme", "")
    if not named:
        return None
    theme = named
    try:
        if named.lower().endswith(".toml"):
            theme = str(named_file(path.parent, named))
        read_theme(theme)
    except (PrintError, ValueError) as error:
        source.fault(str(error), key="theme")
    return theme


def read_deck(path: Path, theme: Theme = HARLEQUIN) -> Deck:
    """Read a deck file. Raises PrintError, with file and line, for whatever is wrong in it; OSError."""
    source, document = _read(path)
    card = _card(source, document)
    table = _table(source, document, path)
    boxes = (
        read_boxes(source, document["box"], (card.width_mm, card.height_mm))
        if "box" in document
        else _plain(table, card)
    )
    ground = _word(source, document, "ground", "paper")
    if not colour_named(ground):
        source.fault(f'there is no colour "{ground[:40]}"', key="ground")
    templates = Templates(source, table.columns, table.name)
    first = f"{{{{ {variable(table.columns[0])} }}}}"
    named = templates.ready(_word(source, document, "name", first), "", "name")
    ready = [_made_ready(box, templates) for box in boxes]
    reader = _Pictures(path.parent)
    faces = _faces(table, _Setting(card, ground, named, ready, theme, reader))
    title = _word(source, document, "title", path.stem)
    back, turns = _back(source, document, reader, card)
    return Deck(
        safe(path.stem.lower()) or "deck",
        title,
        tuple(faces),
        back,
        turns,
        _word(source, document, "game", ""),
        colour=_one_of(source, document, "colour", TONES)
        or _COLOURS.get(_word(source, document, "back", BACKS[0]), ""),
        emblem=_one_of(source, document, "emblem", ICONS),
    )


class _Setting(NamedTuple):
    """What all cards of a deck are set in."""

    card: CardSize
    ground: str
    named: Fill
    ready: list[_Ready]
    theme: Theme
    reader: _Pictures


def _faces(table: CardTable, setting: _Setting) -> list[CardFace]:
    """Return the faces of a table's rows, each as often as the row says. Raises PrintError."""
    many = [_copies(row, f"{table.name}, line {row.line}") for row in table.rows]
    total = sum(many)
    if total > MOST_CARDS:
        raise PrintError(f"{table.name} makes {total} cards; the most is {MOST_CARDS}")
    faces: list[CardFace] = []
    fixed: tuple[Filled, ...] | None = None
    pale: dict[str, str] = {}
    for row, copies in zip(table.rows, many, strict=True):
        variables: dict[str, object] = {variable(column): text for column, text in row.cells.items()}
        variables |= {"number": len(faces) + 1, "total": total, "line": row.line}
        card = _card_of_row(f"{table.name}, line {row.line}", variables, setting, fixed)
        fixed = card.fixed
        for box, why in pale_type(card, setting.theme.palette):
            pale.setdefault(box.name, why)
        title = " ".join(setting.named(variables).split()) or f"Card {len(faces) + 1}"
        text = "\n".join(one.text for one in card.boxes if one.text)
        face = CardFace(safe(title) or str(len(faces) + 1), title, partial(draw_card, card=card), text=text)
        faces += [face] * copies
    for name, why in pale.items():
        note(f'{table.name}: the text of box "{name}" is hard to read: {why}')
    if not faces:
        raise PrintError(f"{table.name} holds no cards: there is no row under the names of its columns")
    return faces


def _card_of_row(
    where: str, variables: Mapping[str, object], setting: _Setting, fixed: tuple[Filled, ...] | None
) -> OwnCard:
    """Fill the boxes of one card; ``fixed`` are those that the first card has filled for all."""
    # What stands first and is the same on every card is drawn once; the rest may lie over what changes.
    count = next((i for i, one in enumerate(setting.ready) if not one.box.fixed), len(setting.ready))
    boxes = setting.ready if fixed is None else setting.ready[count:]
    filled = [_filled(one, variables, where, setting.theme, setting.reader) for one in boxes]
    if fixed is None:
        fixed, filled = tuple(one for one in filled[:count] if one), filled[count:]
    size = setting.card
    return OwnCard(where, size.width_mm, size.height_mm, setting.ground, fixed, tuple(one for one in filled if one))


def _one_of(source: Source, document: formats.Table, key: str, known: Sequence[str]) -> str:
    """Return a word of the deck's that is one of these; "" where it says nothing."""
    word = _word(source, document, key, "")
    if word and word not in known:
        where = "back" if key == "medallion" else "box"
        shown = "docs/decks.md shows all of them" if known is ICONS else ""
        source.fault(f'there is no {key} "{word[:40]}" for its {where}; {hint(word, known, shown)}', key=key)
    return word


def _words(box: BoxField) -> list[tuple[str, str]]:
    return list(zip(WORDS, box.words, strict=True))


def _read(path: Path) -> tuple[Source, formats.Table]:
    """Read the TOML file, or the one beside a CSV file, or make one up for it."""
    if path.suffix.lower() == ".csv":
        beside = path.with_suffix(".toml")
        if not beside.is_file():
            if not path.is_file():
                raise PrintError(f"there is no file {path}")
            return Source(path.name, ""), {"cards": path.name}
        source, document = _read(beside)
        return source, document if "cards" in document else {**document, "cards": path.name}
    if not path.is_file():
        raise PrintError(f"there is no file {path}")
    source, document = read_source(path, _MOST_BYTES, FORMAT, "this deck")
    source.check_keys(document, _KEYS, "a deck")
    return source, document


def _card(source: Source, document: formats.Table) -> CardSize:
    named = _word(source, document, "card", "poker")
    try:
        return parse_card(named) if named else CARDS["poker"]
    except PrintError as error:
        source.fault(str(error), key="card")


def _word(source: Source, document: formats.Table, key: str, default: str) -> str:
    value = document.get(key, default)
    if not isinstance(value, str):
        source.fault(f"{key} is a text in quotes", key=key)
    return value


def _table(source: Source, document: formats.Table, path: Path) -> CardTable:
    cards = document.get("cards", f"{path.stem}.csv")
    if isinstance(cards, str):
        try:
            file = named_file(path.parent, cards)
        except ValueError as error:
            source.fault(f"its cards are in {cards}: {error}", key="cards")
        if not file.is_file():
            source.fault(f"its cards are in {cards}, and there is no such file beside it", key="cards")
        return read_cards(file)
    tables = [one for one in cards if isinstance(one, dict)] if isinstance(cards, list) else []
    if not isinstance(cards, list) or len(tables) < len(cards):
        source.fault("cards is the name of a CSV file, or a list of tables [[cards]]", key="cards")
    if not cards:
        source.fault("it has no cards", key="cards")
    return _listed_table(source, tables)


def _listed_table(source: Source, tables: Sequence[formats.Table]) -> CardTable:
    """Return the table of cards that stand in the deck's own file."""
    columns = list(dict.fromkeys(key for one in tables for key in one))
    if not columns:
        source.fault('its cards say nothing: write what is on them, like name = "Goat"', key="cards")
    if wrong := next((key for key in columns if len(key) > MOST_NAME), ""):
        source.fault(f'the name of column "{wrong[:MOST_NAME]}…" is too long', "cards", wrong)
    starts = [n for n, line in enumerate(source.text.splitlines(), 1) if line.replace(" ", "").startswith("[[cards]]")]
    lines = starts if len(starts) == len(tables) else [source.line("", "cards")] * len(tables)
    rows = [_row(source.name, columns, number, *card) for number, card in enumerate(zip(lines, tables, strict=True), 1)]
    return CardTable(source.name, tuple(columns), tuple(rows))


def _row(name: str, columns: Sequence[str], number: int, line: int, card: formats.Table) -> CardRow:
    for key, value in card.items():
        if isinstance(value, dict | list):
            raise PrintError(f'{name}, line {line}: "{key}" of card {number} is a text or a number')
    lacking = [key for key in columns if key not in card and key != COPIES]
    if lacking:
        raise PrintError(f'{name}, line {line}: column "{lacking[0]}" is missing in card {number}')
    return CardRow(line, {key: str(value) for key, value in card.items()})


def _copies(row: CardRow, where: str) -> int:
    text = row.cells.get(COPIES, "") or "1"
    if not (text.isascii() and text.isdecimal() and len(text) <= 4) or int(text) > 1000:
        raise PrintError(f'{where}, column "{COPIES}": "{text[:40]}" is no number from 0 to 1000')
    return int(text)


class _Ready(NamedTuple):
    """A box with its templates made ready (in the order of `WORDS`), and the columns that fill some of them alone."""

    box: BoxField
    fills: tuple[Fill, ...]
    columns: dict[str, str]

    def where(self, line: str, key: str) -> str:
        """Say where a word of it comes from: the line, and the column or the box."""
        return f'{line}, column "{self.columns[key]}"' if key in self.columns else f'{line}: box "{self.box.name}"'


def _made_ready(box: BoxField, templates: Templates) -> _Ready:
    fills = tuple(templates.ready(word, f"box.{box.name}", key) for key, word in _words(box))
    return _Ready(box, fills, {key: column for key, word in _words(box) if (column := templates.column(word))})


def _filled(
    ready: _Ready, variables: Mapping[str, object], where: str, theme: Theme, reader: _Pictures
) -> Filled | None:
    """Fill a box with a card's words; None where it says that it is not for this card."""
    box = ready.box
    text, icon, image, fill, line, colour, count, when = (one(variables).strip() for one in ready.fills)
    if box.when and when.casefold() in ("", "no", "false", "0", "none"):
        return None
    if not (count.isascii() and count.isdecimal() and len(count) <= 9) or int(count) > MOST_COUNT:
        raise PrintError(
            f'{ready.where(where, "count")}: count is a whole number up to {MOST_COUNT}, not "{count[:40]}"'
        )
    art = reader.read(image, box.at[2:], ready.where(where, "image")) if image else None
    own = reader.read(icon, box.at[2:], ready.where(where, "icon")) if is_picture(icon) else None
    filled = Filled(box, text, icon, image, fill, line, colour, int(count), art, own)
    if wrong := check(filled, theme):
        raise PrintError(f"{ready.where(where, wrong[0])}: {wrong[1]}")
    return filled


def _plain(table: CardTable, card: CardSize) -> tuple[BoxField, ...]:
    """Lay out a table that brings no layout: a title over a line, everything else below it."""
    w, h = card.width_mm, card.height_mm
    others = [column for column in table.columns[1:] if column != COPIES]
    width = w - 12
    boxes = [
        BoxField("rule", (6, 0.2 * h, width, 0.3), fill="ink"),
        BoxField("title", (6, 6, width, 0.2 * h - 8), f"{{{{ {variable(table.columns[0])} }}}}", font="title", size=16),
    ]
    if others:
        text = "\n".join(f"{{{{ {variable(column)} }}}}" for column in others)
        boxes.append(BoxField("text", (6, 0.2 * h + 4, width, 0.8 * h - 10), text, size=14))
    return tuple(boxes)


class _Pictures:
    """The pictures that a deck names, each opened once, from its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._held: dict[str, Art] = {}

    def read(self, name: str, size: tuple[float, ...], where: str) -> Art:
        """Open a picture for a box of this size. Raises PrintError."""
        from cardgen.custom.images.art import open_art, weakness

        if name not in self._held:
            try:
                self._held[name] = open_art(named_file(self.folder, name))
            except (PrintError, ValueError) as error:
                raise PrintError(f"{where}: {error}") from None
            if weak := weakness(self._held[name], size[0], size[1]):
                note(weak)
        return self._held[name]


def _back(source: Source, document: formats.Table, reader: _Pictures, card: CardSize) -> tuple[Drawing, bool]:
    name = _word(source, document, "back", "harlequin")
    turns = document.get("back-turns")
    if not isinstance(turns, bool | None):
        source.fault("back-turns is true or false", key="back-turns")
    if name in BACKS:
        if medallion := _one_of(source, document, "medallion", ICONS):
            from cardgen.art.backs.medallion import wearing

            return wearing(name, medallion), True
        from importlib import import_module

        drawn: Drawing = import_module(f"cardgen.art.backs.{name}").draw_back
        return drawn, True
    if "." not in name:
        near = hint(name, BACKS, f"known: {listed(BACKS, 'and')}, or name a picture")
        source.fault(f'there is no back "{name[:40]}"; {near}', key="back")
    from cardgen.custom.art_files import own_back

    line = source.line("", "back")
    made = own_back(reader.read(name, (0, 0), f"{source.name}, line {line}"), card)
    if turns is None:
        for one in made.remarks:
            note(one)
    return made.draw, made.turns if turns is None else turns
