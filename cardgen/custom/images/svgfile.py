"""SVG files looked through for what has no place in a picture: scripts, links, pictures, entities, endless repetition.

A file with any of them is refused, with a sentence that says what; nothing is ever fetched.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.errors import PrintError

if TYPE_CHECKING:
    from lxml.etree import _Element as Node

MOST_BYTES = 10_000_000
MOST_SHAPES = 20_000
MOST_SIGNS = 1_000_000  # of its outlines and texts together
MOST_RULES, MOST_MATCHES = 4000, 300_000  # rules of its styles, and those times its parts, each tried on each
_SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text")
_FORBIDDEN = {
    "script": "a script",
    "foreignobject": "foreign content",
    "image": "a picture; give that as PNG or JPEG",
    "feimage": "a picture",
    "iframe": "foreign content",
    "handler": "a script",
    "animate": "an animation",
    "set": "an animation",
}
_UNSEEN = {
    "mask": "masks",
    "filter": "filters",
    "pattern": "patterns",
    "marker": "markers",
    "textpath": "text along a path",
    "mix-blend-mode": "blend modes",
}
"""What a picture may hold, and is drawn without."""


def left_out(root: Node) -> tuple[str, ...]:
    """Name what an SVG file holds that is left out when it is drawn."""
    found = set()
    for node in root.iter():
        found |= {_local(node)} & _UNSEEN.keys()
        styles = f"{node.get('style', '')} {node.text if _local(node) == 'style' else ''}"
        if "mix-blend-mode" in node.attrib or "mix-blend-mode" in styles:
            found.add("mix-blend-mode")
    return tuple(text for name, text in _UNSEEN.items() if name in found)


def parse_svg(path: Path) -> Node:
    """Return the root of an SVG file that is fit to be drawn. Raises PrintError for any other; OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise PrintError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: simplify it, or give it as PNG")
    root = _parsed(path)
    _check(path.name, root)
    _wrap_clips(root)
    return root


def _parsed(path: Path) -> Node:
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(path.read_bytes(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        where = f" (line {error.lineno})" if isinstance(error, etree.XMLSyntaxError) and error.lineno else ""
        raise PrintError(f"{path.name} is no SVG that can be read{where}") from None
    if _local(root) != "svg":
        raise PrintError(f"{path.name} is no SVG: it begins with <{_local(root)}>")
    return root


def _local(node: Node) -> str:
    return node.tag.rpartition("}")[2].lower() if isinstance(node.tag, str) else ""


def _check(name: str, root: Node) -> None:
    """Refuse what a picture has no use for."""
    rules = count = signs = 0
    for count, node in enumerate(root.iter()):
        if count > MOST_SHAPES:
            raise PrintError(f"{name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
        signs += len(node.text or "") + sum(map(len, node.attrib.values()))
        if signs > MOST_SIGNS:
            raise PrintError(
                f"{name} has more than {MOST_SIGNS // 1_000_000} MB of outlines: simplify it, or give it as PNG"
            )
        tag = _local(node)
        if not tag:
            raise PrintError(f"{name} has entities of its own, which are not taken: save it as “plain SVG”")
        if tag in _FORBIDDEN or tag.startswith("animate"):
            raise PrintError(f"{name} is refused, since it holds {_FORBIDDEN.get(tag, 'an animation')}")
        for key, value in node.attrib.items():
            bare = key.rpartition("}")[2].lower()
            if bare.startswith("on"):
                raise PrintError(f"{name} is refused, since it holds a script ({bare})")
            if bare in ("href", "src") and not value.strip().startswith("#"):
                raise PrintError(f"{name} is refused, since it links to something outside: {_short(value)}")
            _check_links(name, value)
        if tag == "style":
            rules += (node.text or "").count("{") + (node.text or "").count(",")
            _check_links(name, node.text or "")
    if rules > MOST_RULES or rules * count > MOST_MATCHES:
        raise PrintError(f"{name} has {rules} styles for {count} parts, which is too much: save it as “plain SVG”")
    _check_uses(name, root)


def _check_links(name: str, text: str) -> None:
    if "@import" in text.lower() or "@font-face" in text.lower():
        raise PrintError(f"{name} is refused, since its styles link to something outside")
    for link in re.findall(r"url\(\s*['\"]?\s*([^'\")]*)", text, re.IGNORECASE):
        if not link.startswith("#"):
            raise PrintError(f"{name} is refused, since it links to something outside: {_short(link)}")


def _short(link: str) -> str:
    return " ".join(link.split())[:60]


def _check_uses(name: str, root: Node) -> None:
    """Refuse a file whose `use` elements refer to themselves, or multiply beyond measure."""
    by_id = {node.get("id"): node for node in root.iter() if node.get("id")}
    sizes: dict[Node, int] = {}
    under_way: set[Node] = set()

    def size(node: Node) -> int:
        if node in sizes:
            return sizes[node]
        if node in under_way:
            raise PrintError(f"{name} refers to itself without end")
        under_way.add(node)
        total = 1 + sum(size(child) for child in node)
        if _local(node) == "use":
            link = next((v for k, v in node.attrib.items() if k.rpartition("}")[2] == "href"), "").strip()
            if link[1:] in by_id:
                total += size(by_id[link[1:]])
        if total > MOST_SHAPES:
            raise PrintError(f"{name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
        under_way.discard(node)
        sizes[node] = total
        return total

    try:
        size(root)
    except RecursionError:
        raise PrintError(f"{name} is nested too deeply") from None


def _wrap_clips(root: Node) -> None:
    """Give every clipped shape a group that is clipped in its place: svglib clips groups, but gradients no shapes."""
    for node in [node for node in root.iter() if _local(node) in _SHAPES and node.get("clip-path")]:
        group = node.makeelement(f"{node.tag.rpartition('}')[0]}}}g" if "}" in node.tag else "g")
        for key in ("clip-path", "transform", "opacity"):
            if key in node.attrib:
                group.set(key, node.attrib.pop(key))
        node.getparent().replace(node, group)
        group.append(node)
