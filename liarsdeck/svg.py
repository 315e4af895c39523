"""Check whether SVG files from strangers only draw, or could also run or load something."""

from collections.abc import Mapping
from xml.parsers import expat

MOST_BYTES = 200_000
_SVG, _HTML, _MATHS = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"
_SHAPES = "path rect circle ellipse line polyline polygon"
_DRAWING = frozenset(f"svg g defs title desc metadata style clipPath {_SHAPES}".split(" "))


class _MoreError(Exception):
    """The exception for an SVG file that does more than draw."""


def only_draws(data: bytes) -> bool:
    """Return whether an SVG file only draws shapes, without scripts, links, HTML and addresses to load.

    False for more than ``MOST_BYTES`` bytes, and for data that is no SVG in UTF-8.
    """
    if len(data) > MOST_BYTES:
        return False
    parser = expat.ParserCreate(namespace_separator=" ")
    style = list[str]()

    def begin(name: str, attributes: Mapping[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if space in {_HTML, _MATHS, ""} or (space == _SVG and local not in _DRAWING):
            raise _MoreError
        for key, value in attributes.items():
            word = key.rpartition(" ")[2].casefold()
            if word.startswith("on") or word in {"href", "src"} or _fetches(value):
                raise _MoreError

    def refuse(*_: object) -> None:
        raise _MoreError

    parser.StartElementHandler, parser.CharacterDataHandler = begin, style.append
    parser.StartDoctypeDeclHandler = parser.ProcessingInstructionHandler = refuse
    try:
        data.decode()  # what it is served as
        parser.Parse(data, True)
    except (expat.ExpatError, _MoreError, ValueError, LookupError):
        return False
    return not _fetches("".join(style))


def _fetches(text: str) -> bool:
    """Return whether a style or attribute could load something.

    This is so if it has ``@import``, a ``url()`` of anything but a part of the same file, or a backslash, which can
    hide both.
    """
    plain = "".join(text.casefold().split())
    return plain.count("url(") != plain.count("url(#") or "@import" in plain or "\\" in plain
