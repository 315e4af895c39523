"""One sentence of a topic: a Jinja2 template of which only names, row forms and our filters are allowed.

Jinja2 parses the text in its sandboxed, strict environment; the tree is then read here, node by node, against a short
list of what a sentence needs. Nothing of a template is ever executed, so a pack can't run, loop or eat anything.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from factbank.errors import FactError

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

TEMPLATE_LIMIT = 400  # characters
FILTER_NAMES = ("plural", "a", "ordinal", "words")


class Ref(NamedTuple):
    """A place where a slot's entry stands: the slot, the form of a row, and the filters in their order."""

    slot: str
    form: str | None
    filters: tuple[str, ...]


class Sentence(NamedTuple):
    """A template taken apart: what is fixed, and what is filled in, in their order."""

    source: str
    parts: tuple[str | Ref, ...]

    @property
    def refs(self) -> tuple[Ref, ...]:
        """The places to fill."""
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def fixed(self) -> str:
        """The text with every place to fill shown as a lone sign, for looking at the frame."""
        return "".join(part if isinstance(part, str) else "\ufffc" for part in self.parts)


@cache
def environment() -> "SandboxedEnvironment":
    """Return the one Jinja2 environment: sandboxed, strict, with our filters alone."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    from factbank.english.grammar import FILTERS

    made = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    made.globals.clear()
    made.filters.clear()
    made.tests.clear()
    made.filters.update(FILTERS)
    return made


def parse(source: str, slots: Mapping[str, tuple[str, ...] | None]) -> Sentence:
    """Take a template apart. ``slots`` maps each slot to the forms its rows have, or None for plain entries.

    Raises ``FactError`` with what is wrong and what would be right.
    """
    if len(source) > TEMPLATE_LIMIT:
        raise FactError(f"is {len(source)} characters long; a sentence has at most {TEMPLATE_LIMIT}")
    parts = _parts(source)
    for part in parts:
        if isinstance(part, Ref):
            _check(part, slots)
    return Sentence(source, parts)


@lru_cache(4096)  # a topic's sentences are read again by its filler, its forms and every check
def _parts(source: str) -> tuple[str | Ref, ...]:
    """Take a template apart, whatever its slots are; raise ``FactError`` where it holds what no sentence may."""
    from jinja2 import TemplateError, nodes

    try:
        tree = environment().parse(source)
    except TemplateError as error:
        raise FactError(f"can't be read: {error.message or 'it is no template'}") from None
    except (RecursionError, ValueError, OverflowError, MemoryError):
        raise FactError("can't be read: it is nested too deeply") from None
    parts: list[str | Ref] = []
    for node in tree.body:
        if not isinstance(node, nodes.Output):
            raise FactError(
                f"may not hold “{{% … %}}” ({type(node).__name__}): only {{{{ slot }}}} and filters are allowed"
            )
        parts += [piece.data if isinstance(piece, nodes.TemplateData) else _ref(piece) for piece in node.nodes]
    return tuple(parts)


def _ref(node: object) -> Ref:
    from jinja2 import nodes

    filters: list[str] = []
    while isinstance(node, nodes.Filter):
        if node.name not in FILTER_NAMES:
            raise FactError(f"uses the unknown filter “{node.name[:40]}”; there are {', '.join(FILTER_NAMES)}")
        if node.args or node.kwargs or node.dyn_args is not None or node.dyn_kwargs is not None:
            raise FactError(f"gives the filter “{node.name}” an argument; it takes none")
        filters.append(node.name)
        node = node.node
        if len(filters) > 3:
            raise FactError("uses more than three filters in one place")
    form = None
    if isinstance(node, nodes.Getattr):
        form, node = node.attr, node.node
    if not isinstance(node, nodes.Name):
        raise FactError(f"may hold only {{{{ slot }}}}, {{{{ slot.form }}}} and filters, not {_kind(node)}")
    return Ref(node.name, form, tuple(reversed(filters)))


def _check(ref: Ref, slots: Mapping[str, tuple[str, ...] | None]) -> None:
    slot, form, _ = ref
    if slot not in slots:
        known = ", ".join(slots) or "none"
        raise FactError(f"uses the unknown slot “{slot[:40]}”; the slots are: {known}")
    forms = slots[slot]
    if forms is None and form is not None:
        raise FactError(f"asks for “{slot}.{form[:40]}”, but the entries of “{slot}” have no forms")
    if forms is not None and form is None:
        raise FactError(f"uses “{slot}” without a form; write one of {_choices(slot, forms)}")
    if forms is not None and form not in forms:
        raise FactError(f"asks for “{slot}.{str(form)[:40]}”; there are {_choices(slot, forms)}")


def _choices(slot: str, forms: tuple[str, ...]) -> str:
    return ", ".join(f"{slot}.{form}" for form in forms)


def _kind(node: object) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(node).__name__).lower()
