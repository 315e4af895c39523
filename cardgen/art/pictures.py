"""Our drawings: the SVG files of `templates/art`, and the emblems.

Each path in a file has a class for the role of its colour; `svg.py` reads the classes, and docs/art.md lists them. An
emblem is the picture on both cards of a pair. It is a wood engraving in the roles ``ink``, ``ground`` (the colour seen
where something is cut away) and ``red`` (the one accent). `factbank/emblems.toml` has the words of each emblem. Phones
show the files of emblems as they are.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

from cardgen.art.svg import CLASSES, LINK, declared, left_out, parse_svg, read_svg, short
from cardgen.art.vector import ROLES, SCREEN, Mark, Vector
from cardgen.errors import PrintError
from cardgen.pdf.ink import THINNEST_PT, Ink
from cardgen.pdf.theme import Colour
from factbank.looks import emblem_folder, own_emblems
from liarsdeck.files import templates

ART = templates() / "art"
"""The folder of our drawings; each is named by its path in it, without `.svg`."""
EMBLEM_MM = 18.0
"""How wide an emblem's view is, whatever its file says; the origin is in its middle."""
ACROSS = 17.0
"""How wide and high the largest emblems are, in millimetres."""


def draw_picture(ink: Ink, name: str, paints: Mapping[str, Colour] | None = None) -> None:
    """Draw the picture `name` of `templates/art`, such as `joker/mask`, about the origin of its file.

    `paints` maps the roles of the picture (the parts that colours play, see `vector.SCREEN`) to colours. Four roles may
    be missing there: `ink` is then the ink's black, `ground` the paper's colour, `red` the theme's red, and `white`
    white. Raises OSError for an unknown `name`.
    """
    ours = {"ink": ink.black, "ground": ink.paper, "red": ink.palette.red.base}
    picture(ART / f"{name}.svg").draw(ink, {**ours, **(paints or {})})


def picture(path: Path, across_mm: float = 0) -> Vector:
    """Return the drawing in an SVG file whose colours stand for roles (see `vector.SCREEN`).

    Its marks (paths) are in mm, y up; origin and size are those of the file. If `across_mm` is not 0, the drawing is
    scaled so that the longer side of its viewBox has that length, and the origin is in the middle of the viewBox. The
    drawing is cached until the file changes. Raises PrintError if the file is faulty or has see-through parts, and
    OSError if it cannot be read.
    """
    return _picture(path, across_mm, path.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _picture(path: Path, across_mm: float, _written_at: int) -> Vector:
    drawing = read_svg(path, roles=True, across_mm=across_mm)
    if drawing.see_through:
        raise PrintError(f"{path.name} has see-through parts: a drawing is made of paths in full colours")
    return drawing


# --- emblems


def file(name: str) -> Path:
    """Return the path of an emblem's SVG file, ours before a user's; for an unknown name, no file is there."""
    ours = emblem_folder() / f"{name}.svg"
    return ours if ours.is_file() else own_emblems().get(name, ours)


def emblem(name: str) -> Vector:
    """Return the drawing of an emblem by its name, in mm about the middle of its viewBox, y up.

    Raises PrintError for a user's file that is no drawing, and OSError for an unknown name.
    """
    return picture(file(name), EMBLEM_MM)


def describe(name: str) -> str:
    """Return the title of an emblem's file, which says what is shown, such as “An owl on a rail.”.

    The result is "" if the file has no title. Raises OSError for an unknown name.
    """
    return parse_svg(file(name)).findtext("title", "")


def middle(name: str) -> tuple[float, float]:
    """Return x and y of the middle of an emblem's painted areas, in mm from the middle of its viewBox.

    Raises PrintError if a user's file is no valid drawing, and OSError for an unknown name.
    """
    return _middle(emblem(name))


@lru_cache(maxsize=512)
def _middle(drawing: Vector) -> tuple[float, float]:
    lefts, bottoms, rights, tops = zip(*_boxes(drawing.marks), strict=True)
    return (min(lefts) + max(rights)) / 2, (min(bottoms) + max(tops)) / 2


def _boxes(marks: tuple[Mark, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes (left, bottom, right, top in mm) of all painted areas not in the role `ground`.

    If marks lie in a clip path, their boxes are cut to the box of the path.
    """
    for mark in marks:
        if mark.path is not None and mark.role != "ground":
            left, bottom, right, top = mark.path.box()
            for box in _boxes(mark.inside) if mark.inside else ((left, bottom, right, top),):
                yield max(left, box[0]), max(bottom, box[1]), min(right, box[2]), min(top, box[3])


def draw_emblem(
    ink: Ink, name: str, ground: Colour, colour: Colour | None = None, accent: Colour | None = None
) -> None:
    """Draw the emblem `name` about the origin, at its own size in mm.

    `ground` is the colour in its gaps. The emblem has the colour `colour`, by default the ink's black. Its red parts
    have the colour `accent`; if that is None, they have `colour`; if both are None, the theme's red (black if ink is
    saved).
    """
    red = accent or colour or (ink.black if ink.low else ink.palette.red.base)
    emblem(name).draw(ink, {"ink": colour or ink.black, "ground": ground, "red": red})


# --- what is wrong with a drawing


def check_drawing(path: Path) -> Vector:
    """Return the drawing in an SVG file if it follows the rules for our own drawings (docs/art.md).

    Raises PrintError with a sentence about the first fault, and OSError if the file cannot be read.
    """
    name, root = path.name, parse_svg(path)
    paints = (LINK.match(value) for node in root.iter() for value in _painted(node))
    classes = (word for node in root.iter() for word in node.get("class", "").split() if word not in CLASSES)
    if any(paints):
        raise PrintError(f"{name} has a gradient or a pattern: fill each shape with one colour")
    if next(root.iter("text"), None) is not None:
        raise PrintError(f"{name} has text: turn it into paths (in Inkscape: Path, Object to Path)")
    if unseen := left_out(root):
        raise PrintError(f"{name} has {unseen[0]}, which are not drawn: draw it with paths alone")
    if word := next(classes, ""):
        raise PrintError(f"{name} has the class “{short(word)}”: classes are {', '.join(SCREEN)}, line, edge and so on")
    drawing = picture(path)
    drawing = picture(path, max(drawing.width_mm, drawing.height_mm) if "width" in root.attrib else EMBLEM_MM)
    half = drawing.width_mm / 2 + _SLACK, drawing.height_mm / 2 + _SLACK
    for mark in _flattened(drawing.marks):
        for colour in filter(None, (mark.fill, mark.stroke)):
            if colour not in ROLES:
                known = ", ".join(f"{role} {shade}" for role, shade in SCREEN.items())
                raise PrintError(f"{name} has the colour {colour}, which is no role’s; those are {known}")
        if mark.stroke and mark.width_pt < THINNEST_PT:
            raise PrintError(f"{name} has a line of {mark.width_pt:.2f} pt: make it {THINNEST_PT} pt or more")
    painted = (mark.path for mark in drawing.marks if mark.path and not mark.inside)
    for x, y in (point for path in painted for point in path.corners(8)):
        if abs(x) > half[0] or abs(y) > half[1]:
            raise PrintError(f"{name} has a shape that reaches out of the page: move it in, or make the page larger")
    if not drawing.title:
        raise PrintError(f"{name} has no title: say what it shows (in Inkscape: File, Document Properties, Metadata)")
    return drawing


_SLACK = 0.5  # millimetres that a shape may reach out of its page


def _painted(node: Element) -> Iterator[str]:
    style = declared(node.get("style", ""))
    for key in ("fill", "stroke"):
        yield style.get(key, node.get(key, ""))


def _flattened(marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        yield from _flattened(mark.inside) if mark.inside else (mark,)
