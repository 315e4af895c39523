"""The words of a deck of one's own: Jinja2 templates, read against a short list, and filled for each card.

Jinja2 parses them in its sandbox; then the tree is looked through, and only what a card's text needs is let pass:
columns, numbers and texts, `if`, comparisons, arithmetic of numbers, and a few filters. Nothing loops, nothing is
called and nothing is assigned, so the longest text that can come out is known beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cardgen.custom.layout import Source
from cardgen.errors import PrintError
from liarsdeck.english import hint, listed

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.sandbox import SandboxedEnvironment

Fill = Callable[[Mapping[str, object]], str]

MOST_TEXT = 2000
MOST_TEMPLATE = 2000
MOST_NUMBER = 1e12
MOST_DEPTH = 16
"""Levels of a template's tree: what Jinja2 does with them grows much faster than they do."""
EXTRA = ("number", "total", "line")
"""What templates know beside the columns: the card's number, how many there are, the line it stands on."""
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
    """The templates of a deck, made ready once, and filled for each card."""

    def __init__(self, source: Source, columns: Sequence[str], table: str) -> None:
        self.source = source
        self.columns = tuple(columns)
        self.table = table
        self._known = {variable(column) for column in columns} | set(EXTRA)

    def ready(self, template: str, where: str, key: str) -> Fill:
        """Make a template ready: a function from a card's variables to its text. Raises PrintError."""
        box = f'box "{where.removeprefix("box.")}"' if where else "the file"
        if len(template) > MOST_TEMPLATE:
            self.source.fault(f"{box}: {key} has {len(template)} characters; the most is {MOST_TEMPLATE}", where, key)
        if "{" not in template:
            return lambda _: template
        from jinja2 import TemplateError, meta

        try:
            tree = environment().parse(template)
            if _depth(tree) > MOST_DEPTH:
                raise RecursionError
            if fault := _not_allowed(tree):
                self.source.fault(f"{box}: the template of {key} {fault}", where, key)
            asked = sorted(meta.find_undeclared_variables(tree) - self._known)
            made = environment().from_string(template)
        except (TemplateError, RecursionError, OverflowError, ValueError, SyntaxError) as error:
            said = ((isinstance(error, TemplateError) and error.message) or "it is nested too deeply")[
                :200
            ]  # it quotes what it met
            self.source.fault(f"{box}: the template of {key} cannot be read: {said}", where, key)
        if asked:
            named = listed((variable(column)[:40] for column in self.columns[:12]), "and")
            help_ = hint(asked[0], sorted(self._known), f"known: {named}")
            self.source.fault(
                f'{box} asks for the column "{asked[0][:40]}", which is missing in {self.table}; {help_}', where, key
            )

        def fill(variables: Mapping[str, object]) -> str:
            try:
                text = made.render(variables)
            except Exception as error:  # what a template can raise is anything that its filters can
                raise PrintError(
                    f"{self.table}, line {variables['line']}: {box} cannot be filled ({key}): {_said(error)}"
                ) from None
            if len(text) > MOST_TEXT:
                raise PrintError(
                    f"{self.table}, line {variables['line']}: {box} would hold {len(text)} characters; the most is "
                    f"{MOST_TEXT}"
                )
            return text

        return fill

    def column(self, template: str) -> str:
        """Return the column that a template is nothing but (`{{ sign }}`), or nothing."""
        found = re.fullmatch(r"\s*\{\{\s*(\w+)\s*\}\}\s*", template)
        return next((column for column in self.columns if found and variable(column) == found[1]), "")


def variable(column: str) -> str:
    """Spell a column's name as templates do: `Card Name` is card_name where it could not be written otherwise."""
    if column.isidentifier():
        return column
    spelt = re.sub(r"\W+", "_", column.strip().lower()).strip("_")
    return spelt if spelt.isidentifier() else f"column_{spelt}"


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:160] or type(error).__name__


def _depth(tree: nodes.Node) -> int:
    """Return how many levels a template's tree has; what lies deeper than is allowed is not looked at."""
    level, depth = [tree], 0
    while level and depth <= MOST_DEPTH:
        level, depth = [child for node in level for child in node.iter_child_nodes()], depth + 1
    return depth


def _not_allowed(tree: nodes.Template) -> str:
    """Say what in a template has no place there, or nothing."""
    from jinja2 import nodes

    for node in [tree, *tree.find_all(nodes.Node)]:
        kind = type(node).__name__
        if kind not in _ALLOWED:
            spelt = _STATEMENTS.get(kind, f"holds {re.sub(r'(?<!^)(?=[A-Z])', ' ', kind).lower()}")
            return f"{spelt}: only columns, if, comparisons, numbers and filters are allowed"
        if isinstance(node, nodes.Filter) and node.name not in FILTERS:
            return _unknown("filter", node.name, FILTERS)
        if isinstance(node, nodes.Test) and node.name not in TESTS:
            return _unknown("test", node.name, TESTS)
    return ""


def _unknown(what: str, name: str, known: Sequence[str]) -> str:
    return f'has an unknown {what} "{name[:40]}"; {hint(name, known)}'


@cache
def environment() -> SandboxedEnvironment:
    """Return the Jinja2 environment of decks: sandboxed, strict, with no way to ask for all memory there is."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    class Careful(SandboxedEnvironment):
        intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "+" and isinstance(left, str) and isinstance(right, str):
                return left + right
            for side in (left, right):
                if not isinstance(side, int | float):
                    raise TypeError(f"{operator} is for numbers: write column|int for a column that holds one")
                if abs(side) > MOST_NUMBER:
                    raise ValueError("a number is too large")
            return super().call_binop(context, operator, left, right)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """Return a sign of a text by its number, and no part of it by a name, as Jinja2 would."""
            try:
                return obj[int(argument)]
            except LookupError:
                return self.undefined(obj=obj, name=argument)

    made = Careful(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    made.globals.clear()
    for table, kept in ((made.filters, FILTERS), (made.tests, TESTS)):
        for name in [name for name in table if name not in kept]:
            del table[name]
    made.filters["replace"] = _replace
    rounded = made.filters["round"]
    made.filters["round"] = lambda value, precision=0, method="common": rounded(value, _digits(precision), method)
    made.tests |= {"even": lambda value: int(value) % 2 == 0, "odd": lambda value: int(value) % 2 == 1}
    return made


def _digits(precision: object) -> int:
    """Return after how many digits `round` rounds. Raises ValueError for more than a number has."""
    if not isinstance(precision, int) or not 0 <= precision <= 12:
        raise ValueError("round is for 0 to 12 digits")
    return precision


def _replace(text: object, old: str, new: str) -> str:
    """Replace in a text, unless it would grow beyond what a card holds."""
    sentence = str(text)
    if len(sentence) + sentence.count(old) * len(new) > 2 * MOST_TEXT:
        raise ValueError("replace would make the text too long")
    return sentence.replace(old, new)
