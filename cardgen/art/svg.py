"""SVG files, ours and those that users bring: validate them, and read them as marks that our ink draws.

Expat parses the XML and tinycss2 the styles; nothing is fetched. Each element is read at a `Place`, which has the
inherited properties and the matrix from the element's units to millimetres.

In our own drawings (see `draw_picture`) colours are only roles; whoever draws them chooses the colours. A shape has a
role if its class names the role, or if it has the colour that stands for the role in `SCREEN`. docs/art.md lists the
classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import atan2, cos, degrees, hypot, radians, sin, sqrt, tan
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from cardgen.art.vector import ROLES, SCREEN, Box, Colour, Gradient, Mark, Slot, Vector, bands, ramp, spelt, times
from cardgen.errors import PrintError
from cardgen.layout import IDENTITY, Matrix
from cardgen.pdf import type as fonts
from cardgen.pdf.path import POINTS_PER_MM, Cap, Join, Outline, compound, ellipse, poly, rect, segment, svg
from liarsdeck.language import later, say

MOST_BYTES = 10_000_000
MOST_SHAPES = 20_000  # elements of the file, and of the drawing once those that are used again stand in their places
MOST_SIGNS = 1_000_000  # of its outlines and texts together, in the file and in the drawing
MOST_RULES, MOST_MATCHES = 4000, 300_000  # rules of its styles, and those times its parts, each tried on each
MOST_NESTED = 64
_A_STEP = 16  # as many rules as this cost a part of a selector that looks at the elements around
MOST_STOPS = 256  # of one gradient
MOST_ENTITY = 100  # signs that an entity stands for, in files of up to a megabyte
BANDED, FADING = 10, 200  # as many parts as these cost a gradient in bands, and a ring that is half transparent
FARTHEST = 1e6  # in millimetres

_WAYS = ("flat", "tint", "low", "full")
CLASSES = frozenset({*SCREEN, *(f"edge-{role}" for role in SCREEN), *_WAYS, "line", "edge", "solid", "box"})

_TOO_MANY = later("{file} has more than {most} parts: simplify it, or give it as PNG")
_TOO_LONG = later("{file} has more than {most} MB of outlines: simplify it, or give it as PNG")
_TOO_DEEP = later("{file} is nested too deeply: save it as “plain SVG”")
_ENTITIES = later("{file} has entities of its own, which are not taken: save it as “plain SVG”")

# --- which files are taken

_FORBIDDEN = {
    "script": later("a script"),
    "foreignobject": later("foreign content"),
    "image": later("a picture; give that as PNG or JPEG"),
    "feimage": later("a picture"),
    "iframe": later("foreign content"),
    "handler": later("a script"),
    "set": later("an animation"),
}
_ANIMATION = later("an animation")
_OUTSIDE = later("{file} is refused, since it links to something outside: {link}")
_LEFT_OUT = {
    "mask": later("masks"),
    "filter": later("filters"),
    "pattern": later("patterns"),
    "marker": later("markers"),
    "textPath": later("text along a path"),
    "mix-blend-mode": later("blend modes"),
}
"""What a picture may hold, and is drawn without."""


def left_out(root: Element) -> tuple[str, ...]:
    """Return the names of the SVG features, such as masks, that a file uses but that are not drawn.

    `root` is the root element of the file; () means that everything is drawn.
    """
    found = set()
    for node in root.iter():
        found |= {node.tag} & _LEFT_OUT.keys()
        styles = f"{node.get('style', '')} {node.text if node.tag == 'style' else ''}"
        if "mix-blend-mode" in node.attrib or "mix-blend-mode" in styles:
            found.add("mix-blend-mode")
    return tuple(text for name, text in _LEFT_OUT.items() if name in found)


def parse_svg(path: Path) -> Element:
    """Return the root element of an SVG file, without the prefixes of known namespaces.

    Raises PrintError if the file is no SVG, is too large, or holds something that is not allowed, such as a script or a
    link. Raises OSError if the file cannot be read.
    """
    name = path.name
    if path.stat().st_size > MOST_BYTES:
        raise PrintError(
            say(
                "{file} has more than {most} MB: simplify it, or give it as PNG",
                file=name,
                most=MOST_BYTES // 1_000_000,
            )
        )
    data, tree, parser, count = path.read_bytes(), TreeBuilder(), expat.ParserCreate(), 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_SHAPES:
            raise PrintError(say(_TOO_MANY, file=name, most=MOST_SHAPES))
        named = {"href" if key.endswith(":href") else key: value for key, value in attributes.items()}
        tree.start(tag.rpartition(":")[2], named)

    def entity(_name: str, parameter: int, value: str | None, *_: str | None) -> None:
        # Those that stand for a namespace are taken, in attributes; expat opens no others than these.
        if parameter or value is None or "&" in value or len(value) > MOST_ENTITY or len(data) > MOST_SIGNS:
            raise PrintError(say(_ENTITIES, file=name))

    def other(text: str) -> None:
        if text.startswith("&"):  # and no comment, declaration or instruction
            raise PrintError(say(_ENTITIES, file=name))

    parser.StartElementHandler, parser.EndElementHandler = start, lambda tag: tree.end(tag.rpartition(":")[2])
    parser.CharacterDataHandler, parser.EntityDeclHandler, parser.DefaultHandler = tree.data, entity, other
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise PrintError(say("{file} is no SVG that can be read (line {line})", file=name, line=error.lineno)) from None
    except (ValueError, LookupError):  # an encoding that is unknown, or is not the file's
        raise PrintError(say("{file} is no SVG that can be read", file=name)) from None
    root = tree.close()
    if root.tag != "svg":
        raise PrintError(say("{file} is no SVG: it begins with <{tag}>", file=name, tag=short(root.tag)))
    _check(name, root)
    return root


def _check(name: str, root: Element) -> None:
    """Raise PrintError if an SVG file holds something that a picture may not have, or too much.

    Not allowed are scripts, animations, pictures, and links to something outside. `name` is the file's name for the
    message, `root` its root element.
    """
    rules = count = signs = 0
    for node in root.iter():
        count += 1
        signs += len(node.text or "") + sum(map(len, node.attrib.values()))
        if signs > MOST_SIGNS:
            raise PrintError(say(_TOO_LONG, file=name, most=MOST_SIGNS // 1_000_000))
        tag = node.tag.lower()
        if tag in _FORBIDDEN or tag.startswith("animate"):
            raise PrintError(
                say("{file} is refused, since it holds {what}", file=name, what=say(_FORBIDDEN.get(tag, _ANIMATION)))
            )
        for key, value in node.attrib.items():
            bare = key.rpartition(":")[2].lower()
            if bare.startswith("on"):
                raise PrintError(
                    say("{file} is refused, since it holds a script ({name})", file=name, name=short(bare))
                )
            if bare in ("href", "src") and not value.strip().startswith("#"):
                raise PrintError(say(_OUTSIDE, file=name, link=short(value)))
            _check_links(name, value)
        if tag == "style":
            rules += (node.text or "").count("{") + (node.text or "").count(",")
            steps = (selector.split() for selector in re.findall(r"([^{}]*+)\{", node.text or ""))
            rules += _A_STEP * sum(max(0, len(words) - 1) for words in steps)  # “g g rect” looks at what is around
            _check_links(name, node.text or "")
    if rules > MOST_RULES or rules * count > MOST_MATCHES:
        raise PrintError(
            say(
                "{file} has {rules} styles for {parts} parts, which is too much: save it as “plain SVG”",
                file=name, rules=rules, parts=count,
            )
        )  # fmt: skip


def _check_links(name: str, text: str) -> None:
    if "@import" in text.lower() or "@font-face" in text.lower():
        raise PrintError(say("{file} is refused, since its styles link to something outside", file=name))
    for link in re.findall(r"url\(\s*['\"]?\s*([^'\")]*)", text, re.IGNORECASE):
        if not link.startswith("#"):
            raise PrintError(say(_OUTSIDE, file=name, link=short(link)))


def short(link: str) -> str:
    """Return a text from a file in the form that messages quote: on one line, cut to 60 characters."""
    return " ".join(link.split())[:60]


# --- styles, lengths and matrices

Node = Element
Style = Mapping[str, str]

_INHERITED = frozenset({
    "clip-rule", "color", "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
    "solid", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width",
    "text-anchor", "visibility", "way",
})  # fmt: skip
_CAPS: dict[str, Cap] = {"round": "round", "square": "square"}
_JOINS: dict[str, Join] = {"round": "round", "bevel": "bevel"}
LINK = re.compile(r"\s*url\(\s*['\"]?#([^'\")]*)['\"]?\s*\)\s*(.*)", re.DOTALL)
_NAME = re.compile(r"[.#]?[\w-]+|\*")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_LENGTH = re.compile(rf"({_NUMBER.pattern})(%|[a-zA-Z]*)")
_CALL = re.compile(r"\b(\w+)\s*\(([^()]*)\)")
_UNITS = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "q": 24 / 25.4, "in": 96.0}
_MM = 25.4 / 96
_SIZE = 16.0


class Place(NamedTuple):
    """The context in which an element is read.

    `matrix` maps the element's units to mm. `style` has the element's attributes and properties, also inherited ones,
    and `view` is the width and height of its viewBox. `depth` is the number of elements around the element. `clips` is
    true inside a clip path, where only the outlines of shapes count and not their paint.
    """

    matrix: Matrix
    style: Style
    view: tuple[float, float]
    depth: int = 0
    clips: bool = False

    def length(self, name: str, default: float = 0.0) -> float:
        """Return the first length in the attribute `name`, in the element's units; `default` if none."""
        return next(iter(self.lengths(name)), default)

    def lengths(self, name: str) -> tuple[float, ...]:
        """Return all lengths in the attribute `name` of the element, in the element's units.

        Texts have such lists, as in `x="1 2 3"`. The result is empty if there is no length.
        """
        given = self.style.get(name)
        return _lengths(given, name, self.view, self.style.get("font-size", str(_SIZE))) if given else ()

    def moved(self, matrix: Matrix) -> Place:
        """Return the context inside a transformation; `matrix` maps the new units to the present ones."""
        return self._replace(matrix=times(self.matrix, matrix))

    def path(self, path: Outline) -> Outline:
        """Return `path` converted from the element's units to mm. Raises ValueError for points too far off."""
        there = _through(path, self.matrix)
        if not all(abs(v) < FARTHEST for part in there.segments for v in part[1:]):
            raise ValueError("points that lie nowhere")
        return there


@lru_cache(maxsize=1024)
def _lengths(given: str, name: str, view: tuple[float, float], size: str) -> tuple[float, ...]:
    """Return the lengths that an attribute is given, where type has this size."""
    wide, high = view
    along = {"x": wide, "w": wide, "y": high, "h": high}.get(name.lstrip("cdfr")[:1], hypot(wide, high) / sqrt(2))
    em = float(size)
    units = _UNITS | {"%": along / 100, "em": em, "rem": _SIZE, "ex": em / 2, "ch": em / 2}
    return tuple(float(value) * units.get(unit.lower(), 1.0) for value, unit in _LENGTH.findall(given))


class Rule(NamedTuple):
    """A rule of a style sheet, for one selector.

    `rank` is the specificity of the selector: its number of ids, of classes and of tags. If rules contradict each
    other, the one of the highest rank wins. `steps` are the parts of the selector, from the outermost ancestor to the
    element itself. Each has the names that an element must have, such as `rect`, `.thin` or `#sun`; `True` beside the
    names means that this element must be the parent of the next step's element (`>`), not just an ancestor. `declared`
    has the properties by name.
    """

    rank: tuple[int, int, int]
    steps: tuple[tuple[bool, frozenset[str]], ...]
    declared: dict[str, str]

    def matches(self, elements: Sequence[frozenset[str]]) -> bool:
        """Return whether the selector of this rule matches an element.

        `elements` has a set of names for each ancestor of the element, from the root on, and last the element's own.
        Names are those of the steps: tag, `.class` and `#id`.
        """
        places = [len(elements)]  # where the elements of the steps so far may stand
        for number, (itself, names) in enumerate(reversed(self.steps)):
            above = [place - 1 for place in places if place] if itself or not number else range(max(places))
            places = [place for place in above if names <= elements[place]]
            if not places:
                return False
        return True


def _sheet(text: str) -> Iterator[Rule]:
    """Yield the rules of a style sheet, one for each selector.

    Only selectors made of tags, classes and ids are read, also nested ones (`g .thin`, `g > rect`). Selectors with
    conditions, such as `:hover` or `[x]`, and at-rules are skipped.
    """
    import tinycss2

    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        says = declared(tinycss2.serialize(rule.content))
        for selector in _plain(tinycss2.serialize(rule.prelude)).split(","):
            words = " ".join(selector.replace(">", " > ").split()).replace("> ", ">").split()
            names = [_NAME.findall(word.lstrip(">")) for word in words]
            if words and all("".join(some) == word.lstrip(">") for some, word in zip(names, words, strict=True)):
                every = [name for some in names for name in some if name != "*"]
                rank = [sum(name.startswith(sign) for name in every) for sign in "#."]
                holds = [word.startswith(">") for word in words[1:]] + [False]
                steps = tuple((itself, frozenset(some) - {"*"}) for itself, some in zip(holds, names, strict=True))
                yield Rule((rank[0], rank[1], len(every) - sum(rank)), steps, says)


def _rules(root: Node) -> dict[Node, dict[str, str]]:
    """Return the properties that the style sheets of a file give to its elements, by element.

    `root` is the root element of the file. Elements to which no rule applies are missing in the result.
    """
    sheet = "\n".join(node.text for node in root.iter("style") if node.text)
    rules = sorted(_sheet(sheet), key=lambda rule: rule.rank) if sheet else []
    found: dict[Node, dict[str, str]] = {}
    waiting: list[tuple[Node, tuple[frozenset[str], ...]]] = [(root, ())] if rules else []
    while waiting:
        node, holders = waiting.pop()
        names = [node.tag, f"#{node.get('id', '')}", *(f".{name}" for name in node.get("class", "").split())]
        elements = (*holders, frozenset(names))
        for rule in rules:
            if rule.matches(elements):
                found.setdefault(node, {}).update(rule.declared)
        if len(elements) <= MOST_NESTED:
            waiting += [(child, elements) for child in node]
    return found


def _plain(text: str) -> str:
    """Return a text of CSS without its comments."""
    first, *rest = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in rest)


def declared(text: str) -> dict[str, str]:
    """Return the properties in a text of CSS declarations, such as the attribute `style`, by name."""
    parts = (part.partition(":") for part in _plain(text).split(";"))
    return {name.strip().lower(): value.replace("!important", "").strip() for name, _, value in parts if value.strip()}


def share(text: str) -> float:
    """Return an opacity (0 to 1) from `0.5` or `50%`; 1 for anything else."""
    found = _LENGTH.fullmatch(text.strip())
    return min(1.0, max(0.0, float(found[1]) / (100 if found[2] == "%" else 1))) if found else 1.0


@lru_cache(maxsize=1024)
def _colour(text: str) -> Colour | None:
    """Return red, green, blue and opacity (0 to 1 each) of a CSS colour.

    The result is None for `none`, and for a text that is no colour.
    """
    import tinycss2.color3

    colour = tinycss2.color3.parse_color(text)
    if colour is None or isinstance(colour, str):
        return None
    red, green, blue, covers = (max(0.0, min(1.0, float(part))) for part in colour)
    return red, green, blue, covers


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _inverse(matrix: Matrix) -> Matrix | None:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det) if det else None


def _through(path: Outline, matrix: Matrix) -> Outline:
    a, b, c, d, e, f = matrix
    return path.through(lambda x, y: (a * x + c * y + e, b * x + d * y + f))


def _transform(text: str) -> Matrix:
    """Return the matrix for the text of an attribute `transform`; parts that cannot be read are skipped."""
    matrix = IDENTITY
    for name, inside in _CALL.findall(text):
        numbers = _numbers(inside)
        n = [*numbers, 0.0, 0.0]
        if name == "matrix" and len(numbers) == 6:
            matrix = times(matrix, (n[0], n[1], n[2], n[3], n[4], n[5]))
        elif name == "translate":
            matrix = times(matrix, (1.0, 0.0, 0.0, 1.0, n[0], n[1]))
        elif name == "scale" and numbers:
            matrix = times(matrix, (n[0], 0.0, 0.0, numbers[-1], 0.0, 0.0))
        elif name == "rotate" and numbers:
            c, s = cos(radians(n[0])), sin(radians(n[0]))
            matrix = times(matrix, (c, s, -s, c, n[1] - c * n[1] + s * n[2], n[2] - s * n[1] - c * n[2]))
        elif name in ("skewX", "skewY"):
            t = tan(radians(n[0]))
            matrix = times(matrix, (1.0, 0.0, t, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, t, 0.0, 1.0, 0.0, 0.0))
    return matrix


def _fit(node: Node, box: Box, width: float, height: float) -> Matrix:
    """Return the matrix that maps a viewBox to a view of this width and height.

    `box` is the viewBox (left, top, width, height). The attribute `preserveAspectRatio` of `node` says how the box is
    scaled and aligned.
    """
    left, top, wide, high = box
    across, down = width / wide, height / high
    align, _, how = (node.get("preserveAspectRatio") or "xMidYMid").strip().partition(" ")
    if align != "none":
        across = down = (max if how.strip() == "slice" else min)(across, down)
    x = (width - wide * across) * (0.0 if "xMin" in align else 1.0 if "xMax" in align else 0.5)
    y = (height - high * down) * (0.0 if "YMin" in align else 1.0 if "YMax" in align else 0.5)
    return across, 0.0, 0.0, down, x - left * across, y - top * down


def _view_box(node: Node, width: float, height: float) -> Box:
    numbers = _numbers(node.get("viewBox", ""))
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return numbers[0], numbers[1], numbers[2], numbers[3]
    return 0.0, 0.0, width, height


def _font(style: Style) -> str:
    """Return the name of our font that suits the family, the weight and the style in `style`."""
    family = style.get("font-family", "").partition(",")[0].lower().replace("sans-serif", "")
    bold = style.get("font-weight", "") in ("bold", "bolder", "600", "700", "800", "900")
    if "serif" not in family and "times" not in family:
        return fonts.SANS_BOLD if bold else fonts.SANS
    if style.get("font-style") == "italic":
        return fonts.SERIF_ITALIC
    return fonts.SERIF_SEMIBOLD if bold else fonts.SERIF


@lru_cache(maxsize=1024)
def _declared_by(classes: str) -> dict[str, str]:
    """Return the properties that the classes of a shape in one of our drawings stand for.

    `classes` has the names, separated by spaces; names that are none of our classes are skipped.
    """
    found: dict[str, str] = {}
    names = classes.split()
    for name in names:
        if name in SCREEN:
            found |= {"fill": "none", "stroke": SCREEN[name]} if "line" in names else {"fill": SCREEN[name]}
        elif name == "edge" or name.removeprefix("edge-") in SCREEN:
            found["stroke"] = SCREEN[name.removeprefix("edge-")] if name != "edge" else SCREEN["ink"]
        elif name in _WAYS:
            found["way"] = name
    if "stroke" in found or found.get("way") in ("flat", "tint"):
        found |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return found | ({"solid": "yes"} if "solid" in names else {})


def read_svg(path: Path, *, roles: bool = False, across_mm: float = 0) -> Vector:
    """Return the drawing in an SVG file, its marks in mm, y up.

    Without `roles`, the origin is the lower left corner of the picture. With `roles`, colours and classes stand for
    roles (see `SCREEN`), as in our drawings, and the origin is that of the file. If `across_mm` is not 0, the drawing
    is scaled so that the longer side of its viewBox has that length; with `roles`, the origin is then in the middle of
    the viewBox. Raises PrintError if the file has faults, scripts, links or pictures, and OSError if it cannot be read.
    """
    root = parse_svg(path)
    try:
        return _Reader(path, root, roles=roles).vector(across_mm)
    except RecursionError:
        raise PrintError(say(_TOO_DEEP, file=path.name)) from None
    except (ValueError, OverflowError, ZeroDivisionError):
        raise PrintError(say("{file} cannot be read as SVG: save it as “plain SVG”", file=path.name)) from None


class _Reader:
    """Reads the elements of one SVG file as marks.

    `_READ` maps the tag of an element to the method that reads it; elements with other tags are not drawn.
    """

    def __init__(self, path: Path, root: Node, *, roles: bool = False) -> None:
        self.file = path
        self.root = root
        self.roles = roles
        # What our own classes say, the reader knows without a style sheet.
        named = {name for node in root.iter() for name in node.get("class", "").split()} if roles else {""}
        self.rules = {} if named <= CLASSES else _rules(root)
        self.ids = {node.get("id", ""): node for node in reversed(list(root.iter()))}
        self.count = self.signs = 0
        self.flattened = False  # whether a gradient became one colour
        self.read_stops: dict[tuple[Node, str], list[tuple[float, Colour]]] = {}
        self.used: list[Node] = []
        self.slots: dict[str, Slot] = {}

    def vector(self, across_mm: float = 0) -> Vector:
        """Return the drawing in the whole file.

        If `across_mm` is not 0, the longer side of the viewBox is scaled to that length in mm. Raises PrintError if the
        file says no size, holds nothing to draw, or holds too much. Raises ValueError, OverflowError or
        ZeroDivisionError if its numbers make no drawing.
        """
        root, name = self.root, self.file.name
        *_, wide, high = _view_box(root, 0.0, 0.0)
        at = Place(IDENTITY, self.style(root, {}), (wide, high))
        width, height = at.length("width", wide), at.length("height", high)
        if not (0 < width < FARTHEST and 0 < height < FARTHEST):
            raise PrintError(
                say("{file} does not say how large it is: it needs a viewBox, or a width and a height", file=name)
            )
        box = _view_box(root, width, height)
        if across_mm:
            width, height = (across_mm / _MM * side / max(box[2:]) for side in box[2:])
        if self.roles:
            scale = width * _MM / box[2]
            x, y = (box[0] + box[2] / 2, box[1] + box[3] / 2) if across_mm else (0.0, 0.0)
            page = at.moved((scale, 0.0, 0.0, -scale, -x * scale, y * scale))
        else:
            page = at.moved((_MM, 0.0, 0.0, -_MM, 0.0, height * _MM)).moved(_fit(root, box, width, height))
        marks = self.children(root, page._replace(view=box[2:]))
        if not marks:
            raise PrintError(say("{file} holds nothing that could be drawn", file=name))
        unseen = left_out(root) + ((later("gradients of lines or letters"),) if self.flattened else ())
        title = " ".join(root.findtext("title", "").split())
        return Vector(self.file, width * _MM, height * _MM, tuple(marks), unseen, title, self.slots)

    def style(self, node: Node, above: Style) -> dict[str, str]:
        """Return the attributes and style properties of an element, with those it inherits from `above`.

        Style properties win over attributes. The property `font-size` is converted to a number in the element's units.
        """
        own = {**node.attrib, **self.rules.get(node, {}), **declared(node.get("style", ""))}
        if self.roles and "class" in node.attrib:
            own = {**node.attrib, **_declared_by(node.attrib["class"]), **self.rules.get(node, {}),
                   **declared(node.get("style", ""))}  # fmt: skip
            if own.get("way") == "low":  # style sheets hide on screens what is for low ink alone
                own.pop("display", None)
        style = {name: value for name, value in above.items() if name in _INHERITED}
        style |= {name: value for name, value in own.items() if value != "inherit"}
        if "font-size" in own:
            size = above.get("font-size", str(_SIZE))
            given = Place(IDENTITY, {"font-size": size, "size": style["font-size"]}, (float(size), float(size)))
            style["font-size"] = str(given.length("size", _SIZE))
        return style

    def children(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of all elements inside an element, in their order in the file."""
        marks: list[Mark] = []
        for child in node:
            marks += self.element(child, at)
        return marks

    def element(self, node: Node, above: Place) -> list[Mark]:
        """Return the marks of an element that stands in the place `above`; [] if it is not drawn.

        Raises PrintError if the drawing has too many elements, or if they are nested too deeply.
        """
        self.count += 1
        if self.count > MOST_SHAPES:
            raise PrintError(say(_TOO_MANY, file=self.file.name, most=MOST_SHAPES))
        if above.depth > MOST_NESTED:
            raise PrintError(say(_TOO_DEEP, file=self.file.name))
        read = self._READ.get(node.tag)
        style = self.style(node, above.style) if read else {"display": "none"}
        if read is None or style.get("display") == "none":
            return []
        at = above._replace(style=style, depth=above.depth + 1).moved(_transform(style.get("transform", "")))
        marks = read(self, node, at)
        if at.clips:
            return marks
        return _as_one(self.clipped(marks, at), share(style.get("opacity", "1")))

    def clipped(self, marks: list[Mark], at: Place) -> list[Mark]:
        """Return the marks of an element, clipped by the clip path that the element names.

        The marks are returned unchanged if there is no such clip path, or if it is empty.
        """
        link = LINK.match(at.style.get("clip-path", ""))
        node = self.ids.get(link[1]) if link else None
        if node is None or node.tag != "clipPath" or not marks:
            return marks
        style = self.style(node, {})
        if style.get("clipPathUnits") == "objectBoundingBox":
            back = _inverse(at.matrix)
            outlines = compound(mark.path for mark in marks if mark.path)
            if not (back and outlines.segments):
                return marks
            left, low, right, high = _through(outlines, back).box()
            at = at.moved((right - left, 0.0, 0.0, high - low, left, low))
        at = at._replace(style=style, clips=True).moved(_transform(style.get("transform", "")))
        inside = [mark for mark in self.children(node, at) if mark.path]
        if not inside:
            return marks
        whole = compound(mark.path for mark in inside if mark.path)
        return [Mark(whole, evenodd=any(mark.evenodd for mark in inside), inside=tuple(marks))]

    def switch(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of the first element in a `switch` that suits us; [] if none does.

        An element suits us if it needs no extensions and is for English or for any language.
        """
        for child in node:
            if not child.get("requiredExtensions") and child.get("systemLanguage", "en").startswith("en"):
                return self.element(child, at)
        return []

    def use(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of the element that a `use` element refers to; [] if there is none.

        Raises PrintError if an element refers to itself.
        """
        target = self.ids.get(node.get("href", "").strip()[1:])
        if target is None:
            return []
        if target in self.used:
            raise PrintError(say("{file} refers to itself without end", file=self.file.name))
        self.used.append(target)
        there = at.moved((1.0, 0.0, 0.0, 1.0, at.length("x"), at.length("y")))
        if target.tag == "symbol":
            size = {name: at.style[name] for name in ("width", "height") if name in at.style}
            marks = self.view(target, there._replace(style=self.style(target, at.style) | size | {"x": "0", "y": "0"}))
        else:
            marks = self.element(target, there)
        self.used.pop()
        return marks

    def view(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of an element with a viewBox of its own (`svg` or `symbol`), at its x and y.

        The marks are clipped to its width and height unless its overflow is visible. The result is [] if either is 0.
        """
        width, height = at.length("width", at.view[0]), at.length("height", at.view[1])
        box = _view_box(node, width, height)
        if not (width > 0 and height > 0):
            return []
        there = at.moved((1.0, 0.0, 0.0, 1.0, at.length("x"), at.length("y")))
        inside = self.children(node, there.moved(_fit(node, box, width, height))._replace(view=box[2:]))
        if at.clips or not inside or at.style.get("overflow") in ("visible", "auto"):
            return inside
        return [Mark(there.path(rect(0, 0, width, height)), inside=tuple(inside))]

    def shape(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of a shape, for its fill, its outline or both; [] if it is invisible.

        In our drawings a rectangle of the class `box` is not drawn: it becomes a named place (`Slot`) in `slots`. In a
        clip path the mark has a path only.
        """
        if self.roles and "box" in at.style.get("class", "").split():
            self.slots[at.style.get("id", "")] = _slot(at)
            return []
        path = self.outline(node, at)
        if path is None or not path.segments or at.style.get("visibility") in ("hidden", "collapse"):
            return []
        there = at.path(path)
        if at.clips:
            return [Mark(there, evenodd=at.style.get("clip-rule") == "evenodd")]
        evenodd = at.style.get("fill-rule") == "evenodd"
        marks: list[Mark] = []
        fill, line = self.paint("fill", at, path), self.flat("stroke", at)
        if isinstance(fill, Gradient):
            self.count += FADING if fill.focus and fill.fades else BANDED
            marks += _filled(fill, there, evenodd=evenodd)
        elif fill:
            marks.append(Mark(there, spelt(fill), evenodd=evenodd, covers=(fill[3], 1.0)))
        a, b, c, d, *_ = at.matrix
        scale = sqrt(abs(a * d - b * c)) * POINTS_PER_MM
        width_pt = at.length("stroke-width", 1.0) * scale
        if line and line[3] and width_pt > 0:
            dash = tuple(length * scale for length in at.lengths("stroke-dasharray"))
            drawn = Mark(
                there, None, spelt(line), width_pt, _CAPS.get(at.style.get("stroke-linecap", ""), "butt"),
                _JOINS.get(at.style.get("stroke-linejoin", ""), "mitre"), dash if any(dash) else (), evenodd,
                covers=(1.0, line[3]),
            )  # fmt: skip
            # What covers all is painted at once; else the outline lies over its own fill, which shows through it.
            if marks and marks[0].fill and (marks[0].covers, drawn.covers) == ((1.0, 1.0), (1.0, 1.0)):
                drawn = drawn._replace(fill=marks.pop().fill)
            marks.append(drawn)
        if "way" in at.style or "solid" in at.style:
            way, solid = at.style.get("way", ""), "solid" in at.style
            join = _JOINS.get(at.style.get("stroke-linejoin", ""), "mitre")
            marks = [mark._replace(way=way, solid=solid, width_pt=width_pt, join=join) for mark in marks]
        return [mark for mark in marks if mark.covers[0]]

    def outline(self, node: Node, at: Place) -> Outline | None:
        """Return a shape's outline in its own units, y down; None if it has none.

        Raises PrintError if the outlines and texts of the file are too long in all.
        """
        length, style = at.length, at.style
        self.signs += len(style.get("d", "")) + len(style.get("points", ""))
        if self.signs > MOST_SIGNS:
            raise PrintError(say(_TOO_LONG, file=self.file.name, most=MOST_SIGNS // 1_000_000))
        if node.tag == "path":
            return svg(style.get("d", ""), up=False)
        if node.tag == "line":
            return segment(length("x1"), length("y1"), length("x2"), length("y2"))
        if node.tag in ("polyline", "polygon"):
            numbers = _numbers(style.get("points", ""))
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            return poly(points, closed=node.tag == "polygon") if len(points) > 1 else None
        if node.tag == "rect":
            width, height = length("width"), length("height")
            rx = min(length("rx", length("ry")), width / 2)
            ry = min(length("ry", length("rx")), height / 2)
            if not (width > 0 and height > 0):
                return None
            if rx > 0 and ry > 0:
                return rect(0, 0, width / rx, height / ry, 1).at(length("x"), length("y"), rx, tall=ry)
            return rect(length("x"), length("y"), width, height)
        rx, ry = (length("r"),) * 2 if node.tag == "circle" else (length("rx"), length("ry"))
        return ellipse(length("cx"), length("cy"), rx, ry) if rx > 0 and ry > 0 else None

    def paint(self, name: str, at: Place, path: Outline | None) -> Colour | Gradient | None:
        """Return the colour or gradient of a shape's fill or line; None if it has none.

        `name` is `fill` or `stroke`. `path` is the shape's outline in its own units, to which a gradient is fitted
        (None: a unit square).
        """
        text = at.style.get(name, "black" if name == "fill" else "none")
        covers = share(at.style.get(f"{name}-opacity", "1"))
        if link := LINK.match(text):
            node = self.ids.get(link[1])
            if node is not None and node.tag in ("linearGradient", "radialGradient"):
                return self.gradient(node, at, path, covers)
            text = link[2]
        colour = self.colour(text, at.style)
        return (*colour[:3], colour[3] * covers) if colour else None

    def colour(self, text: str, style: Style) -> Colour | None:
        """Return the colour that a CSS text names; for `currentColor`, the property `color` of `style`.

        The result is None for `none`, and for a text that is no colour.
        """
        return _colour(style.get("color", "black") if text.lower() == "currentcolor" else text)

    def flat(self, name: str, at: Place) -> Colour | None:
        """Return the one colour of lines or letters; None if they have none.

        `name` is `fill` or `stroke`. If the element has a gradient, the result is the mean of its colours.
        """
        paint = self.paint(name, at, None)
        if not isinstance(paint, Gradient):
            return paint
        self.flattened = True
        red, green, blue, covers = (sum(parts) / len(paint.colours) for parts in zip(*paint.colours, strict=True))
        return red, green, blue, covers

    def gradient(self, node: Node, at: Place, path: Outline | None, covers: float) -> Colour | Gradient | None:
        """Return the gradient of the element `node`, fitted to the outline `path`.

        `covers` is an opacity (0 to 1) by which those of the colours are multiplied. If the gradient has only one
        colour, or the outline has no area, the result is a colour; if it has no colour, the result is None.
        """
        chain = [node]
        while (above := self.ids.get(chain[-1].get("href", "").strip()[1:])) is not None and len(chain) < MOST_NESTED:
            chain.append(above)
        given = {name: value for one in reversed(chain) for name, value in one.attrib.items()}
        stops = self.stops(next((one for one in chain if len(one)), node), at.style)
        colours = [(red, green, blue, part * covers) for _, (red, green, blue, part) in stops]
        if len(colours) < 2:
            return colours[0] if colours else None
        ways = tuple(accumulate((way for way, _ in stops), max))
        place = Place(at.matrix, given, at.view)
        if given.get("gradientUnits") != "userSpaceOnUse":
            xs, ys = zip(*path.corners(12), strict=True) if path else ((0.0, 1.0), (0.0, 1.0))
            box = max(xs) - min(xs), 0.0, 0.0, max(ys) - min(ys), min(xs), min(ys)
            place = place.moved(box)._replace(view=(1.0, 1.0))
        place = place.moved(_transform(given.get("gradientTransform", "")))
        (wide, high), length = place.view, place.length
        if node.tag == "linearGradient":
            x, y, focus = length("x1"), length("y1"), None
            across, up = length("x2", wide) - x, length("y2") - y
            own = place.moved((across, up, -up, across, x, y)).matrix
        else:
            x, y, radius = length("cx", wide / 2), length("cy", high / 2), length("r", hypot(wide, high) / sqrt(8))
            out_x, out_y = length("fx", x) - x, length("fy", y) - y
            inside = max(radius, hypot(out_x, out_y) / 0.99) or 1.0
            own, focus = place.moved((radius, 0.0, 0.0, radius, x, y)).matrix, (out_x / inside, out_y / inside)
        return Gradient(ways, tuple(colours), focus, own) if _inverse(own) else colours[-1]

    def stops(self, node: Node, style: Style) -> list[tuple[float, Colour]]:
        """Return the stops of a gradient: pairs of an offset (0 to 1) and a colour.

        `style` is that of the painted shape, whose `color` a stop may use; the stops are cached for each such colour.
        Raises PrintError if there are too many stops.
        """
        key = node, style.get("color", "")
        if (found := self.read_stops.get(key)) is None:
            stops = [self.style(stop, style) for stop in node.findall("stop")[: MOST_STOPS + 1]]
            if len(stops) > MOST_STOPS:
                raise PrintError(
                    say(
                        "{file} has a gradient of more than {most} colours: simplify it",
                        file=self.file.name,
                        most=MOST_STOPS,
                    )
                )
            self.count += len(stops)
            found = self.read_stops[key] = []
            for stop in stops:
                red, green, blue, part = self.colour(stop.get("stop-color", "black"), stop) or (0.0, 0.0, 0.0, 1.0)
                part *= share(stop.get("stop-opacity", "1"))
                found.append((share(stop.get("offset", "0")), (red, green, blue, part)))
        return found

    def text(self, node: Node, at: Place) -> list[Mark]:
        """Return the marks of a text element, one for each run of letters.

        A run begins at the end of the run before, or at the x and y that the file gives for it. In a clip path the
        result is [].
        """
        parts: list[tuple[Place, str, bool]] = []
        for place, words, first in self.parts(node, at):
            text = re.sub(r"\s+", " ", words)
            text = text.lstrip() if not parts or parts[-1][1].endswith(" ") else text
            parts += [(place, text, first)] if text else []
        if not parts or at.clips:
            return []
        parts[-1] = parts[-1][0], parts[-1][1].rstrip(), parts[-1][2]
        marks: list[Mark] = []
        chunk: list[tuple[Place, str, float, float]] = []  # what hangs together, and is anchored as a whole
        x = y = 0.0

        def place_chunk() -> None:
            back = {"middle": 0.5, "end": 1.0}.get(at.style.get("text-anchor", ""), 0.0)
            for place, run, left, base in chunk:
                left -= back * (x - chunk[0][2])  # noqa: PLW2901
                marks.extend(self.run(place.moved((1.0, 0.0, 0.0, -1.0, left, base)), run))
            chunk.clear()

        for place, text, first in parts:
            lists = {name: place.lengths(name) if first else () for name in ("x", "y", "dx", "dy")}
            single = max(0, *(len(values) - 1 for values in lists.values()))  # so many letters have places of their own
            size, shift = place.length("font-size", _SIZE), place.style.get("baseline-shift", "0")
            raised = {"sub": -size / 2, "super": size / 2}.get(shift, place.length("baseline-shift"))
            for number, run in enumerate(filter(None, [*text[:single], text[single:]])):
                here = {name: values[number] for name, values in lists.items() if number < len(values)}
                if "x" in here or "y" in here:
                    place_chunk()
                x, y = here.get("x", x) + here.get("dx", 0.0), here.get("y", y) + here.get("dy", 0.0)
                chunk.append((place, run, x, y - raised))
                x += fonts.width_mm(run, _font(place.style), size * POINTS_PER_MM) if size > 0 else 0.0
        place_chunk()
        return marks

    def parts(self, node: Node, at: Place) -> Iterator[tuple[Place, str, bool]]:
        """Yield the pieces of text in a text element, in their order.

        Each comes with its place, and with True if it is the first piece in its own element (`text`, `tspan` or `a`).
        """
        yield at, node.text or "", True
        for child in node:
            style = self.style(child, at.style)
            if child.tag in ("tspan", "a") and style.get("display") != "none" and at.depth < MOST_NESTED:
                yield from self.parts(child, at._replace(style=style, depth=at.depth + 1))
            yield at, child.tail or "", False

    def run(self, at: Place, text: str) -> list[Mark]:
        """Return the mark for letters in a row, as a list; [] if nothing can be seen.

        The origin of `at` is the left end of the baseline, with y up. Raises PrintError if our fonts lack a letter, and
        ValueError if the text lies too far away.
        """
        self.signs += len(text)
        colour = self.flat("fill", at)
        a, b, c, d, e, f = at.matrix
        scale = hypot(a, b)
        size_pt, font = at.length("font-size", _SIZE) * scale * POINTS_PER_MM, _font(at.style)
        if not (colour and colour[3] and text.strip() and size_pt > 0) or at.style.get("visibility") == "hidden":
            return []
        if not all(abs(v) < FARTHEST for v in (size_pt, *at.matrix)):
            raise ValueError("a text that lies nowhere")
        if lost := fonts.missing(text, font):
            raise PrintError(
                say(
                    "{file}: our fonts have no {sign}; turn its text into paths",
                    file=self.file.name, sign=fonts.spell(lost[0]),
                )
            )  # fmt: skip
        matrix = a / scale, b / scale, c / scale, d / scale, e, f
        covers = colour[3], colour[3]
        return [Mark(None, spelt(colour), text=text, font=font, size_pt=size_pt, matrix=matrix, covers=covers)]

    _READ: Mapping[str, Callable[[_Reader, Node, Place], list[Mark]]] = {
        "g": children, "a": children, "svg": view, "switch": switch, "use": use, "text": text,
        **dict.fromkeys(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"), shape),
    }  # fmt: skip


def _slot(at: Place) -> Slot:
    """Return the named place (`Slot`) for a rectangle of the class `box`."""
    a, b, c, d, e, f = at.matrix
    width, height = at.length("width"), at.length("height")
    x, y = at.length("x") + width / 2, at.length("y") + height / 2
    ground = ROLES.get(at.style.get("fill", "").upper(), "pale")
    middle = a * x + c * y + e, b * x + d * y + f
    return Slot(*middle, width * hypot(a, b), height * hypot(c, d), degrees(atan2(b, a)), ground)


def _filled(fill: Gradient, path: Outline, *, evenodd: bool) -> list[Mark]:
    """Return the marks that fill a path (in mm) with a gradient; [] if the gradient has no extent.

    `evenodd` is the rule by which the inside of the path is found (else: nonzero).
    """
    back = _inverse(fill.matrix)
    if back is None:
        return []
    box = _through(path, back).box()
    if fill.fades:
        return [Mark(path, evenodd=evenodd, ramp=ramp(fill, box))]
    place = Place(fill.matrix, {}, (0, 0))
    inside = tuple(Mark(place.path(band), colour) for band, colour in bands(fill, box))
    return [Mark(path, evenodd=evenodd, inside=inside)]


def _as_one(marks: list[Mark], covers: float) -> list[Mark]:
    """Return the marks as a group with the opacity `covers` (0 to 1) for the group as a whole.

    The marks are returned unchanged for 1; the result is [] for 0.
    """
    if covers == 1 or not marks:
        return marks
    if covers == 0:
        return []
    mark = marks[0]
    if len(marks) == 1 and not mark.inside and mark.ramp is None and not (mark.fill and mark.stroke):
        return [mark._replace(covers=(mark.covers[0] * covers, mark.covers[1] * covers))]
    return [Mark(inside=tuple(marks), covers=(covers, covers))]
