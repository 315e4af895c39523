"""Deck files: TOML, with cards in it or in a CSV or .xlsx file, and with templates for the text in each box."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cardgen.art.icons import ICONS
from cardgen.custom import markup
from cardgen.custom.draw import (
    MOST_COUNT,
    WORDS,
    BoxField,
    Filled,
    FilledCard,
    Report,
    Source,
    check,
    colour_named,
    draw_card,
    font_of,
    is_picture,
    no_icon,
    pale_type,
    read_boxes,
    read_source,
)  # fmt: skip
from cardgen.custom.table import (
    COPIES,
    COUNT,
    CardRow,
    CardTable,
    card_table,
    copies_column,
    counts,
    others_of,
    plain,
    variable,
)
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.export.pictures import safe
from cardgen.layout import CARDS, CardSize, parse_card
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Drawing
from cardgen.pdf.theme import HARLEQUIN, TONES, Theme, read_theme
from liarsdeck import formats
from liarsdeck.english import hint, listed
from liarsdeck.files import named_file

if TYPE_CHECKING:
    from jinja2 import nodes

    from cardgen.custom.art import Art
    from cardgen.custom.markup import Paragraph

# --- templates

Fill = Callable[[Mapping[str, object], int], str]
"""A compiled template: a function from a card's variables, and the card's line in the table, to the text."""

MOST_TEXT = 2000
MOST_TEMPLATE = 2000
MOST_JOINED = 2 * MOST_TEXT
"""Characters of what is only computed, such as the sum of two texts."""
MOST_WORK = 100_000_000
"""Characters that the filters of a whole deck may read."""
MOST_NUMBER = 1e12
MOST_DEPTH = 16
"""Levels of a template's tree: what Jinja2 does with them grows much faster than they do."""
EXTRA = ("number", "total", "line")
"""What templates know beside the columns, where no column has the name: the number of the printed card, how many there
are, the line it stands on."""
FILTERS = (
    "abs", "capitalize", "d", "default", "first", "float", "int", "last", "length", "lower", "replace", "round",
    "title", "trim", "truncate", "upper", "wordcount",
)  # fmt: skip
TESTS = ("defined", "even", "in", "odd")
_STATEMENTS = {
    "For": "loops",
    "Call": "calls",
    "Assign": "assigns",
    "AssignBlock": "assigns",
    "Getattr": "asks for a part",
    "Pow": "raises to a power",
    "List": "holds a list",
    "Dict": "holds a table",
}
_ALLOWED = (
    "Template", "Output", "TemplateData", "Name", "Const", "Filter", "Test", "Compare", "Operand", "And", "Or", "Not",
    "If", "CondExpr", "Concat", "Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Pos", "Getitem", "Slice",
)  # fmt: skip


class Templates:
    """The templates of a deck file; each is compiled once and then filled for every card.

    `source` is the deck file, `columns` has the names of the columns in the table of cards, and `table` is the table's
    name for errors. `work` counts the characters that filters have read, and `asked` has each variable that a template
    uses, with the box that holds the template.
    """

    def __init__(self, source: Source, columns: Sequence[str], table: str) -> None:
        self.source = source
        self.columns = tuple(columns)
        self.table = table
        self._known = {name: name for name in EXTRA}
        for column in columns:
            self._known |= dict.fromkeys((plain(column), plain(variable(column))), variable(column))
        self.work = 0
        self.asked: dict[str, str] = {}
        """Each variable that a template asks for, and where."""

    def ready(self, template: str, where: str, key: str) -> Fill:
        """Compile a template and return the function that fills it.

        The function takes a card's variables and the number of its line in the table, and returns the text. `where` and
        `key` are the table (such as `box.title`) and the key of the deck file that hold the template, for errors.
        Raises PrintError if the template has a fault or asks for an unknown column. The function raises PrintError if
        the template cannot be filled, or if the text is too long.
        """
        box = f'box "{where.removeprefix("box.")}"' if where else "the file"
        if len(template) > MOST_TEMPLATE:
            self.source.fault(f"{box}: {key} has {len(template)} characters; the most is {MOST_TEMPLATE}", where, key)
        if "{" not in template:
            return lambda *_: template
        from jinja2 import TemplateError, meta, nodes

        try:
            tree = environment().parse(template)
            if _depth(tree) > MOST_DEPTH:
                raise RecursionError
            if fault := _not_allowed(tree):
                self.source.fault(f"{box}: the template of {key} {fault}", where, key)
            for node in tree.find_all(nodes.Name):
                node.name = self._known.get(plain(node.name), node.name)
            wanted = meta.find_undeclared_variables(tree)
            made = environment().from_string(tree)
        except (TemplateError, RecursionError, OverflowError, ValueError, SyntaxError) as error:
            why = (isinstance(error, TemplateError) and error.message) or "it is nested too deeply"
            # cut short, since it quotes what it met
            self.source.fault(f"{box}: the template of {key} cannot be read: {why[:200]}", where, key)
        report = Report()
        for name in sorted(wanted - set(self._known.values())):
            named = listed((variable(column)[:40] for column in self.columns[:12]), "and")
            near = hint(name, sorted(self._known.values()), f"known: {named}")
            with report.gathered():
                self.source.fault(
                    f'{box} asks for the column "{name[:40]}", which is missing in {self.table}; {near}', where, key
                )
        report.end()
        self.asked = dict.fromkeys(wanted, box) | self.asked

        def fill(variables: Mapping[str, object], line: int) -> str:
            place = f"{self.table}, line {line}: {box}"
            before = environment().work
            try:
                text = str(made.render(variables))
                self.work += environment().work - before
                if self.work > MOST_WORK:
                    raise ValueError("the filters of this deck have too much to read: use fewer, or shorter cells")
            except Exception as error:  # what a template can raise is anything that its filters can
                why = " ".join(str(error).split())[:160] or type(error).__name__
                raise PrintError(f"{place} cannot be filled ({key}): {why}") from None
            if len(text) > MOST_TEXT:
                raise PrintError(f"{place} would hold {len(text)} characters; the most is {MOST_TEXT}")
            return text

        return fill

    def column(self, template: str) -> str:
        """Return the name of the column if a template is just one column, such as `{{ sign }}`, else ""."""
        match = re.fullmatch(r"\s*\{\{\s*(\w+)\s*\}\}\s*", template)
        return next((one for one in self.columns if match and plain(variable(one)) == plain(match[1])), "")


def _depth(tree: nodes.Node) -> int:
    """Return the depth of a template's tree, at most `MOST_DEPTH` + 1."""
    level, depth = [tree], 0
    while level and depth <= MOST_DEPTH:
        level, depth = [child for node in level for child in node.iter_child_nodes()], depth + 1
    return depth


def _not_allowed(tree: nodes.Template) -> str:
    """Return a phrase that names the first thing in a template that is not allowed; "" if all is allowed."""
    from jinja2 import nodes

    for node in [tree, *tree.find_all(nodes.Node)]:
        kind = type(node).__name__
        if kind not in _ALLOWED:
            spelt = _STATEMENTS.get(kind, f"holds {re.sub(r'(?<!^)(?=[A-Z])', ' ', kind).lower()}")
            return f"{spelt}: only columns, if, comparisons, numbers and filters are allowed"
        known = {"filter": FILTERS, "test": TESTS}.get(kind.lower())
        if known and isinstance(node, nodes.Filter | nodes.Test) and node.name not in known:
            return f'has an unknown {kind.lower()} "{node.name[:40]}"; {hint(node.name, known)}'
    return ""


def _sandbox() -> Any:
    """Return the class of the Jinja environment, a sandbox that limits the length of texts."""
    from jinja2.compiler import CodeGenerator
    from jinja2.sandbox import SandboxedEnvironment

    class Joining(CodeGenerator):
        def visit_Concat(self, node: nodes.Concat, frame: Any) -> None:  # noqa: N802 - Jinja2's name
            self.write("environment.joined(")
            for part in node.nodes:
                self.visit(part, frame)
                self.write(", ")
            self.write(")")

    class Careful(SandboxedEnvironment):
        code_generator_class = Joining
        intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})
        work = 0

        def joined(self, *parts: object) -> str:
            """Return the parts as one text. Raises ValueError if it exceeds `MOST_JOINED` characters."""
            texts = [str(part) for part in parts]
            if sum(map(len, texts)) > MOST_JOINED:
                raise ValueError(f"what is joined has more than {MOST_JOINED} characters")
            return "".join(texts)

        def read_by(self, function: Callable[..., Any]) -> Callable[..., Any]:
            """Return the filter `function`, changed to count the characters that it reads in `work`."""

            @wraps(function)
            def filtered(*values: Any, **named: Any) -> Any:
                self.work += sum(len(value) for value in values if isinstance(value, str))
                return function(*values, **named)

            return filtered

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "+" and isinstance(left, str) and isinstance(right, str):
                return self.joined(left, right)
            for side in (left, right):
                if not isinstance(side, int | float):
                    raise TypeError(f"{operator} is for numbers: write column|int for a column that holds one")
                if abs(side) > MOST_NUMBER:
                    raise ValueError("a number is too large")
            return super().call_binop(context, operator, left, right)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """Return the character of a text with the number `argument`, or an undefined value.

            Unlike in Jinja2, a name in place of the number does not look up an attribute.
            """
            try:
                return obj[int(argument)]
            except LookupError:
                return self.undefined(obj=obj, name=argument)

    return Careful


@cache
def environment() -> Any:
    """Return the Jinja environment for templates of decks: sandboxed, strict, with limited memory.

    Its attribute `work` counts the characters that filters have read so far.
    """
    from jinja2 import StrictUndefined

    def replace(text: object, old: str, new: str) -> str:
        """Return the text with `new` in place of each `old`.

        Raises ValueError if the result would have more than `MOST_JOINED` characters.
        """
        sentence = str(text)
        if len(sentence) + sentence.count(old) * len(new) > MOST_JOINED:
            raise ValueError("replace would make the text too long")
        return sentence.replace(old, new)

    def rounded(value: Any, precision: object = 0, method: str = "common") -> Any:
        if not isinstance(precision, int) or not 0 <= precision <= 12:
            raise ValueError("round is for 0 to 12 digits")
        return usual_round(value, precision, method)

    made = _sandbox()(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    made.globals.clear()
    usual_round = made.filters["round"]
    for table, kept in ((made.filters, FILTERS), (made.tests, TESTS)):
        for name in [name for name in table if name not in kept]:
            del table[name]
    made.filters |= {"replace": replace, "round": rounded}
    made.filters |= {name: made.read_by(function) for name, function in made.filters.items()}
    made.tests |= {"even": lambda value: int(value) % 2 == 0, "odd": lambda value: int(value) % 2 == 1}
    return made


# --- the deck

BACKS = ("harlequin", "scales", "weave", "split", "chips", "suits")
_COLOURS = {"harlequin": "red", "scales": "green", "weave": "green", "split": "black", "chips": "blue", "suits": "blue"}
"""The colour of a deck's box that goes with each back."""
FORMAT = 1
"""The newest format of a deck file that is read."""
_KEYS = (
    "format", "title", "card", "cards", "name", "back", "medallion", "back-turns", "ground", "theme", "game", "colour",
    "emblem", "markup", "face", "box",
)  # fmt: skip
_MOST_BYTES = 5_000_000


def card_of(path: Path) -> CardSize:
    """Return a deck file's card size. Raises PrintError for a faulty file, OSError for an unreadable one."""
    with _all_faults(path):
        return _card(*_read(path))


def theme_of(path: Path) -> str | None:
    """Return the theme that a deck file names: a built-in name or the path of a file beside it, else None.

    Raises PrintError, with file and line, if the deck file is faulty, and OSError if it cannot be read.
    """
    with _all_faults(path):
        return _theme(*_read(path), path.parent)


@contextmanager
def _all_faults(path: Path) -> Iterator[None]:
    """In this context, replace a PrintError by one that has all faults of the deck file `path`."""
    try:
        yield
    except PrintError:
        read_deck(path)
        raise


T = TypeVar("T")


def read_deck(path: Path, theme: Theme = HARLEQUIN) -> Deck:
    """Return the deck in a deck file or a table, drawn in this theme.

    Raises PrintError with all faults of the file and its table, and OSError if it cannot be read.
    """
    source, document = _read(path)
    report = Report()

    def kept(make: Callable[[], T], otherwise: T) -> T:
        """Return the result of `make`; if it raises PrintError, report the faults and return `otherwise`."""
        with report.gathered():
            return make()
        return otherwise

    kept(lambda: source.check_keys(document, _KEYS, "a deck"), None)
    kept(lambda: _theme(source, document, path.parent), None)
    card = kept(lambda: _card(source, document), None)
    table = kept(lambda: card_table(source, document, path, report), None)
    pictures = _Pictures(path.parent, report)
    marking = _Marking(source, kept(lambda: source.flag(document, "markup"), False), pictures, report)
    title, game, ground, colour, emblem = (
        kept(make, "")
        for make in (
            lambda: source.word(document, "title", path.stem),
            lambda: source.word(document, "game"),
            lambda: _ground(source, document),
            lambda: _one_of(source, document, "colour", TONES),
            lambda: _one_of(source, document, "emblem", ICONS),
        )
    )
    claims = kept(lambda: _claims(source, document), False)
    boxes: tuple[BoxField, ...] = ()
    if claims:
        pass
    elif "box" in document:
        # Boxes on a card of unknown size are looked at without it.
        room = (card.width_mm, card.height_mm) if card else (10_000.0, 10_000.0)
        boxes = read_boxes(source, document["box"], room, report)
    elif table:
        boxes = _plain_boxes(table, card or CARDS["poker"])
    back = kept(lambda: _back(source, document, pictures, card or CARDS["poker"]), None)
    faces: tuple[CardFace, ...] = ()
    if table:
        templates = Templates(source, table.columns, table.name)
        first = f"{{{{ {variable(others_of(table)[0])} }}}}"
        name = kept(lambda: templates.ready(source.word(document, "name", first), "", "name"), lambda *_: "")
        ready = [one for box in boxes if (one := kept(partial(_ReadyBox.of, box, templates), None))]
        copies = copies_column(table, templates.asked if "box" in document else {})
        for remark in _about_copies(table, copies, templates.asked, laid_out="box" in document):
            report.remark(remark)
        size = card or CARDS["poker"]
        with report.gathered():
            if claims:
                from cardgen.custom.claims import claim_faces

                faces = claim_faces(table, copies, report)
            else:
                faces = _faces(table, size, ground, name, ready, theme, marking, copies, templates, report)
    report.end()
    assert back
    if theme.back != "harlequin" and document.get("back") in BACKS:
        report.remark(f'{source.name}: the theme {theme.name} has a back of its own in place of "{document["back"]}"')
    return Deck(
        safe(path.stem.lower()) or "deck",
        title,
        faces,
        *back,
        game,
        colour=colour or _COLOURS.get(source.word(document, "back", BACKS[0]), ""),
        emblem=emblem,
        remarks=tuple(report.remarks),
    )


def _read(path: Path) -> tuple[Source, formats.Table]:
    """Return a deck file as its text and as a parsed document.

    `path` is the TOML file, or a table of cards (CSV, .xlsx). For a table, the TOML file of the same name beside it is
    read; if there is none, the document just names the table. Raises PrintError if the file is missing or has faults.
    """
    table = path.suffix.lower() != ".toml"
    if table and (beside := path.with_suffix(".toml")).is_file():
        source, document = _read(beside)
        return source, document if "cards" in document else {**document, "cards": path.name}
    if not path.is_file():
        raise PrintError(f"there is no file {path}")
    if table:
        return Source(path.name, ""), {"cards": path.name}
    return read_source(path, _MOST_BYTES, FORMAT, "this deck")


def _theme(source: Source, document: formats.Table, folder: Path) -> str | None:
    """Return the theme that a deck file names; None if it names none.

    The result is the name of a built-in theme, or the path of a theme file in `folder`. Raises PrintError if there is
    no such theme or the file has faults.
    """
    theme = source.word(document, "theme")
    if not theme:
        return None
    try:
        if theme.lower().endswith(".toml"):
            theme = str(named_file(folder, theme))
        read_theme(theme)
    except (PrintError, ValueError) as error:
        source.fault(str(error), key="theme")
    return theme


def _ground(source: Source, document: formats.Table) -> str:
    ground = source.word(document, "ground", "paper")
    if not colour_named(ground):
        source.fault(f'there is no colour "{ground[:40]}"', key="ground")
    return ground


def _claims(source: Source, document: formats.Table) -> bool:
    """Return whether the deck has the face of Liar's Lair (`face = "claim"`), which needs no boxes.

    Raises PrintError if the deck names another face, or has boxes too.
    """
    face = source.word(document, "face")
    if face and face != "claim":
        source.fault(f'there is no face "{face[:40]}": face = "claim" is the one of Liar’s Lair', key="face")
    if face and "box" in document:
        source.fault("a deck has a face or boxes: leave out one of them", key="face")
    return bool(face)


def _card(source: Source, document: formats.Table) -> CardSize:
    word = source.word(document, "card")
    try:
        return parse_card(word or "poker")
    except PrintError as error:
        source.fault(str(error), key="card")


def _one_of(source: Source, document: formats.Table, key: str, known: Sequence[str]) -> str:
    """Return the word that the deck file gives for `key`; "" if it gives none.

    Raises PrintError if the word is not in `known`.
    """
    word = source.word(document, key)
    if word and word not in known:
        where = "back" if key == "medallion" else "box"
        shown = "docs/decks.md shows all of them" if known is ICONS else ""
        source.fault(f'there is no {key} "{word[:40]}" for its {where}; {hint(word, known, shown)}', key=key)
    return word


def _about_copies(table: CardTable, copies: str, asked: Mapping[str, str], *, laid_out: bool) -> Iterator[str]:
    """Yield remarks about columns that may have been meant to say how often a card is printed.

    `copies` is the column that does say it; if it is not "", there are no remarks. `asked` has the variables that
    templates use, with their boxes, and `laid_out` is true if the deck file has boxes of its own.
    """
    for column in table.columns if not copies else ():
        where = asked.get(variable(column), "") if laid_out else ""
        cells = [row.cells[column] for row in table.rows]
        if plain(column) in map(plain, COPIES):
            yield (
                f'{table.name}: the column "{column}" is printed ({where}), so it does not say how often a card is: '
                'call such a column "copies"'
            )
        elif (
            _PERHAPS_COPIES.fullmatch(plain(column))
            and not where
            and any(cells)
            and all(map(COUNT.fullmatch, filter(None, cells)))
            and cells != [str(number) for number in range(1, len(cells) + 1)]
        ):
            yield f'{table.name}: each row is printed once; if the column "{column}" says how often, call it "copies"'


_PERHAPS_COPIES = re.compile(r"number|amount|nr|no|times|cards|pieces|howmany|.*cop(?:y|ies).*|.*(?:qty|quantity).*")
"""The plain names of columns that may have been meant to count copies."""
_SHORT = re.compile(r"[+\u2212-]?\d{1,3}")
_BARE = re.compile(r"[+\u2212-]?\d[\d.,/:%dD+x×\u2212-]{0,7}(?: ?[^\W\d_]{1,3}[²³]?)?|yes|no", re.IGNORECASE)
"""Cells that say nothing without the name of their column: numbers, with a unit too, dice, shares, yes and no."""
_CORNER_MM = 12.0


def _plain_boxes(table: CardTable, card: CardSize) -> tuple[BoxField, ...]:
    """Return the boxes for the cards of a table that brings no layout.

    The first column is a title over a line. A column called `icon` is an icon below the title. The first column with
    short numbers only stands in two corners. The other columns follow as text; if a column has only bare numbers, its
    name stands before them.
    """
    w, h = card.width_mm, card.height_mm
    title, *others = others_of(table)

    def all_are(column: str, form: re.Pattern[str]) -> bool:
        cells = [row.cells[column] for row in table.rows if row.cells.get(column)]
        return bool(cells) and all(form.fullmatch(cell) for cell in cells)

    def label(column: str) -> str:
        return f"{{{{ {json.dumps(column, ensure_ascii=False)} }}}}"

    icon = next((column for column in others if plain(column) == "icon"), "")
    corner = next((column for column in others if column != icon and all_are(column, _SHORT)), "")
    top, left, width = 0.2 * h, 6 + _CORNER_MM * bool(corner), w - 12
    boxes = [
        BoxField("rule", (6, top, width, 0.3), fill="ink"),
        BoxField("title", (left, 6, w - 6 - left, top - 8), f"{{{{ {variable(title)} }}}}", font="title", size=16),
    ]
    points = lettering.SMALLEST_PT
    small = corner and lettering.width_mm(corner, HARLEQUIN.fonts.label, points) <= 0.7 * _CORNER_MM
    if corner:
        number = f"{{{{ {variable(corner)} }}}}"
        boxes.append(BoxField("corner", (5, 5, _CORNER_MM, 8), number, font="indices", size=20, twice=True))
        if small:
            words = f"{{% if {variable(corner)} %}}{label(corner)}{{% endif %}}"
            at = (5, 12.5, _CORNER_MM, 5)
            boxes.append(BoxField("of", at, words, font="label", valign="top", size=points, twice=True))
    if icon:
        boxes.append(BoxField("icon", (6, top + 3, width, 0.25 * h - 3), icon=f"{{{{ {variable(icon)} }}}}"))
        top += 0.25 * h
    lines = []
    for column in others:
        if column != icon and not (column == corner and small):
            name = variable(column)
            words = f"{label(column)} {{{{ {name} }}}}" if all_are(column, _BARE) else f"{{{{ {name} }}}}"
            lines.append(f"{{% if {name} %}}{words}\n{{% endif %}}")
    if lines:
        bottom = 18 if corner else 6
        boxes.append(BoxField("text", (6, top + 4, width, h - top - 4 - bottom), "".join(lines), size=14))
    return tuple(boxes)


def _faces(
    table: CardTable, card: CardSize, ground: str, named: Fill, ready: list[_ReadyBox], theme: Theme,
    marking: _Marking, column: str, templates: Templates, report: Report,
) -> tuple[CardFace, ...]:  # fmt: skip
    """Return the faces of a table's rows, each as often as its cell in the column `column` says.

    If `column` is "", each row has one face. `named` gives the name of a card, and `ready` has the boxes. Copies are
    the same face, unless the number of the card is printed on it. `ground` is the colour behind the boxes, `marking`
    says how texts are marked up. All faults are added to `report`. Raises PrintError if there are no cards, or too
    many.
    """
    copies = counts(table, column, report)
    total = sum(copies)
    numbered = "number" in templates.asked and not any(plain(column) == "number" for column in table.columns)
    faces: list[CardFace] = []
    # What stands first and is the same on every card is drawn once; the rest may lie over what changes.
    count_fixed = next((at for at, one in enumerate(ready) if not one.box.fixed), len(ready))
    fixed: tuple[Filled, ...] | None = None
    pale: dict[str, str] = {}

    def face(row: CardRow, number: int) -> CardFace | None:
        """Return the face of a row, as the card with this number; None if a card has a fault."""
        nonlocal fixed
        where = f"{table.name}, line {row.line}"
        variables: dict[str, object] = {"number": number, "total": total, "line": row.line}
        variables |= {variable(column): text for column, text in row.cells.items()}
        chosen = ready if fixed is None else ready[count_fixed:]
        boxes: list[Filled | None] = []
        for one in chosen:
            boxes.append(None)
            with report.gathered():
                boxes[-1] = one.filled(variables, row.line, table.name, theme, marking)
        if fixed is None:
            fixed, boxes = tuple(one for one in boxes[:count_fixed] if one), boxes[count_fixed:]
        shown = tuple(one for one in boxes if one)
        made = FilledCard(where, card.width_mm, card.height_mm, ground, fixed, shown)
        if report.faults:  # no card will be drawn
            return None
        for box, why in pale_type(made, theme.palette):
            pale.setdefault(box.name, why)
        title = " ".join(marking.plain(named(variables, row.line), f"{where}: the card's name").split())
        text = "\n".join(one.text for one in shown if one.text)
        title = title or f"Card {number}"
        return CardFace(safe(title) or str(number), title, partial(draw_card, card=made), text=text)

    number = 1
    for row, times in zip(table.rows, copies, strict=True):
        for each in range(times if numbered else min(times, 1)):
            with report.gathered():
                if made := face(row, number + each):
                    faces += [made] * (1 if numbered else times)
        number += times
    for name, why in pale.items():
        report.remark(f'{table.name}: the text of box "{name}" is hard to read: {why}')
    if not faces and not report.faults:
        raise PrintError(f"{table.name} holds no cards: there is no row under the names of its columns")
    return tuple(faces)


class _ReadyBox(NamedTuple):
    """A box with its templates compiled.

    `fills` has a function for each template, in the order of `WORDS`. `columns` has the fields whose template is just
    one column, with the name of that column. `source` is the deck file, for errors.
    """

    box: BoxField
    fills: tuple[Fill, ...]
    columns: dict[str, str]
    source: Source

    @classmethod
    def of(cls, box: BoxField, templates: Templates) -> _ReadyBox:
        """Return the box with its templates compiled. Raises PrintError with the faults of all templates."""
        words = dict(zip(WORDS, box.words, strict=True))
        report = Report()
        fills = []
        for key, word in words.items():
            with report.gathered():
                fills.append(templates.ready(word, f"box.{box.name}", key))
        report.end()
        columns = {key: column for key, word in words.items() if (column := templates.column(word))}
        return cls(box, tuple(fills), columns, templates.source)

    def filled(
        self, variables: Mapping[str, object], line: int, table: str, theme: Theme, marking: _Marking
    ) -> Filled | None:
        """Return the box with its templates filled for one card; None if its `when` leaves the box out.

        `variables` are those of the card. `line` is the number of its line in the table with the name `table`. Raises
        PrintError with all faults of the texts.
        """
        box = self.box
        text, icon, image, fill, stroke, colour, count, when = (one(variables, line).strip() for one in self.fills)
        if box.when and when.casefold() in ("", "no", "false", "0", "none"):
            return None
        report = Report()
        art = own = None
        marked: tuple[Paragraph, ...] = ()
        if image:
            with report.gathered():
                art = marking.pictures.read(image, box.at[2:], self._place("image", line, table))
        if is_picture(icon):
            with report.gathered():
                own = marking.pictures.read(icon, box.at[2:], self._place("icon", line, table))
            icon = icon if own else ""
        if text:
            with report.gathered():
                marked = marking.read(text, box, theme, f"{table}, line {line}", self._place("text", line, table))
        if not (count.isascii() and count.isdecimal() and len(count) <= 9) or int(count) > MOST_COUNT:
            what = f'count is a whole number up to {MOST_COUNT}, not "{count[:40]}"'
            report.faults[f"{self._place('count', line, table)}: {what}"] = None
            count = "1"
        text = "\n".join(paragraph.words for paragraph in marked) or text
        filled = Filled(box, text, icon, image, fill, stroke, colour, int(count), art, own, marked)
        for key, what in check(filled, theme):
            report.faults[f"{self._place(key, line, table)}: {what}"] = None
        report.end()
        return filled

    def _place(self, key: str, line: int, table: str) -> str:
        """Return a phrase, for errors, that says where the text of the field `key` comes from.

        This is a cell of the table, the deck file, or both. `line` is the number of the card's line in the table with
        the name `table`.
        """
        row = f"{table}, line {line}"
        if key in self.columns:
            return f'{row}, column "{self.columns[key]}"'
        here = f'box "{self.box.name}"'
        if not self.source.text:
            return f"{row}: {here}"
        written = self.source.place(f"box.{self.box.name}", key)
        return f"{row}: {here} ({written})" if "{" in getattr(self.box, key) else f"{written}: {here}"


class _Marking:
    """How the texts of a deck are marked up.

    If `wanted` is true, they have `**bold**`, `*italic*` and `:icon:`; otherwise these signs are printed as they stand.
    Remarks are added to `report`.
    """

    def __init__(self, source: Source, wanted: bool, pictures: _Pictures, report: Report) -> None:
        self.source = source
        self.wanted = wanted
        self.pictures = pictures
        self.report = report
        self._said: set[str] = set()

    def read(self, text: str, box: BoxField, theme: Theme, line: str, where: str) -> tuple[Paragraph, ...]:
        """Return the paragraphs of a box's text with their mark-up; () if the deck has no marked-up texts.

        `line` (table and line) and `where` (cell or key) say in remarks and errors where the text comes from. Raises
        PrintError for unknown icons.
        """
        if not self.wanted:
            found = (one for one in markup.MARKED.finditer(text) if not one[1] or one[1] in ICONS or is_picture(one[1]))
            if first := next(found, None):
                file = self.source.name if self.source.text else "a deck file"
                sets = "sets **bold** and *italic*" if first[0][0] == "<" else "sets it"
                said = f'{line}: "{first[0][:20]}" prints as it stands; markup = true in {file} {sets}'
                self._remark("plain", said)
            return ()
        marked = self._parsed(text, where)
        if "*" in text and (sign := markup.unclosed(text)):
            self._remark("open", f'{where}: "{sign}" is never closed and prints as it stands')
        if any(look.bold for one in marked for look in one.looks) and not markup.has_bold(font_of(box, theme)):
            self._remark("bold", f'{self.source.name}: box "{box.name}" has a font without bold: it prints as the rest')
        return marked

    def plain(self, text: str, where: str) -> str:
        """Return a text without its mark-up; icons become their names.

        `where` says in errors where the text comes from. Raises PrintError for unknown icons.
        """
        return " ".join(one.words for one in self._parsed(text, where)) if self.wanted else text

    def _parsed(self, text: str, where: str) -> tuple[Paragraph, ...]:
        report = Report()

        def icon(name: str) -> Art | None:
            with report.gathered():
                if is_picture(name):
                    return self.pictures.read(name, (0, 0), where)
                if name not in ICONS:
                    raise PrintError(f"{where}: {no_icon(name)} (a colon that is none is \\:)")
            return None

        marked = markup.parse(text, icon)
        report.end()
        return marked

    def _remark(self, kind: str, what: str) -> None:
        """Add the remark `what` to the report, unless there was one of the same `kind` before."""
        if kind not in self._said:
            self.report.remark(what)
        self._said.add(kind)


class _Pictures:
    """The pictures that a deck names, from the folder of the deck file; each is opened once."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder = folder
        self.report = report
        self._held: dict[str, Art] = {}

    def read(self, name: str, size: tuple[float, ...], where: str) -> Art:
        """Return a picture by its file name, for a box of this width and height in mm.

        A remark is reported if the picture has too few pixels for the box. `where` says in errors where the name comes
        from. Raises PrintError if the picture can't be used.
        """
        from cardgen.custom.art import open_art, weakness

        if name not in self._held:
            try:
                self._held[name] = open_art(named_file(self.folder, name))
            except (PrintError, ValueError) as error:
                raise PrintError(f"{where}: {error}") from None
            if weak := weakness(self._held[name], size[0], size[1]):
                self.report.remark(weak)
        return self._held[name]


def _back(source: Source, document: formats.Table, pictures: _Pictures, card: CardSize) -> tuple[Drawing, bool]:
    """Return the drawing of the deck's back, and whether it looks the same when turned by 180°.

    Raises PrintError if the deck file names no known back and no usable picture.
    """
    name = source.word(document, "back", "harlequin")
    turns = document.get("back-turns")
    if not isinstance(turns, bool | None):
        source.fault("back-turns is true or false", key="back-turns")
    if name in BACKS:
        from cardgen.art import backs

        if medallion := _one_of(source, document, "medallion", ICONS):
            return backs.wearing(name, medallion), True
        return backs.BACKS[name], True
    if "." not in name:
        near = hint(name, BACKS, f"known: {listed(BACKS, 'and')}, or name a picture")
        source.fault(f'there is no back "{name[:40]}"; {near}', key="back")
    from cardgen.custom.art import picture_back

    made = picture_back(pictures.read(name, (0, 0), f"{source.name}, line {source.line('', 'back')}"), card)
    if turns is not None:
        return made.draw, turns
    for remark in made.remarks:
        pictures.report.remark(remark)
    return made.draw, made.turns
