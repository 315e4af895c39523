"""A language made of English: vowels have accents, so plain words stand out, and in messages there are twice as many.

`write` makes its folder by docs/languages.md: catalogue, books, cards, boxes and facts. What stays plain on a page was
not said in a language. What is typed or is a name stays as it is (`KEPT`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path

from babel.messages import Catalog

from liarsdeck.files import templates
from referee import games
from tests import translate

CODE = "xx"
WHOLE = ("kit", "deck", "rulebook", "extras", "host", "studio")
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_LONGER = {ord(sign): 2 * accent for sign, accent in zip("aeiouAEIOU", "áéíóúÁÉÍÓÚ", strict=True)}
KEPT = re.compile(
    r"\{\{.*?\}\}|(?s:\{%.*?%\})|\{\w*(?::[^}]*)?\}|<[^<>]+>"
    r"|```\w*|`[^`\n]*`|\[[a-z]+\.[a-z-]+\]|--[a-z-]+(?: [a-z]+\b)?|\b[A-Z]+=\S*"
    r"|\S*\.(?:pdf|json|txt)\b"
    r"|\S*(?:\.venv|Scripts|/bin/)\S*|\*?\*?cardgen calibrate\*?\*?|\bliarsdeck\S*|https?://\S+|‹\w+›|\bLiar’s Lair\b"
    r"|\b(?:Ann|Bob|Cat|Dan)(?:’s|’\b)?(?=\W|$)|# In short|# For the referee"
)
_LISTED = re.compile(r'(\[|, )"([a-z]{3,}[a-z0-9,; ]*)"')
"""A word in the list of a loop: what stands first in a pair is a name."""
_COUNTED = re.compile(r'([(e] ?)"( [a-z]+)"')
"""What is counted, such as " chips", in a name that is set."""
_CELL = re.compile(r'"((?:\{\{.*?\}\}|[^"{])*)"')
_SCENE = re.compile(r'(\| |caption = "|"say:)((?:\{\{.*?\}\}|\{%.*?%\}|[^"{|])*)')
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def said(text: str, table: Mapping[int, int | str] = _ACCENTS) -> str:
    """Return a text in the pseudo-language; whole documents are not longer, as they are written to fit."""
    out, at = [], 0
    for kept in KEPT.finditer(text):
        out += [text[at : kept.start()].translate(table), _strings(kept[0])]
        at = kept.end()
    return "".join([*out, text[at:].translate(table)])


def _strings(code: str) -> str:
    """Say the texts inside a template's tag, such as ``{{ "out" if caught else "in" }}``, but not what is compared."""
    if not code.startswith("{{"):
        words = _LISTED if code.startswith("{% for") else _COUNTED
        return words.sub(lambda it: f'{it[1]}"{said(it[2])}"', code)

    def text(found: re.Match[str]) -> str:
        before, after = code[: found.start()].rstrip(), code[found.end() :].lstrip()
        name = before.endswith(("==", "!=", "[")) or re.search(r"\w\($", before) or after.startswith((":", "]"))
        return found[0] if name else f'"{said(found[1])}"'

    return re.sub(r'"([^"]*)"', text, code)


def document(text: str) -> str:
    """Return a book's or a card's template in the pseudo-language."""
    out, at = [], 0
    for fence in _FENCE.finditer(text):
        out += [_prose(text[at : fence.start()]), _chart(fence[0])]
        at = fence.end()
    return "".join([*out, _prose(text[at:])])


def _prose(text: str) -> str:
    head, _, body = text.partition("\n+++\n") if text.count("+++") else ("", "", text)
    if not head:
        return said(text)
    front, _, body = body.partition("\n+++\n")
    quoted = "\n".join(map(_line, front.split("\n")))
    return f"{said(head)}\n+++\n{quoted}\n+++\n{said(body)}"


def _line(line: str) -> str:
    """Say the text of a line of TOML, but not what a picture of it is called."""
    found = re.fullmatch(r'(.*?"(?:[a-z]+ \| )?)(.*)(".*?)', line)
    return (
        line
        if not found or line.startswith(("colour", "title", "cover", "shown"))
        else f"{found[1]}{said(found[2])}{found[3]}"
    )


def _chart(fence: str) -> str:
    """Say the words of a chart or a figure, but not the names of its pictures, ends and cards."""
    lines = []
    for line in fence.splitlines():
        if line.startswith(("```", "{%")):
            lines.append(_strings(line))
        elif fence.startswith("```scene") and line.startswith("  ["):
            lines.append(_CELL.sub(lambda it: f'"{said(it[1])}"', line))
        elif fence.startswith("```scene"):
            lines.append(_SCENE.sub(lambda it: f"{it[1]}{said(it[2])}", line))
        elif " | " in line and fence.startswith("```flow"):
            picture, _, words = line.partition(" | ")
            lines.append(f"{picture} | {said(words)}")
        elif " > " in line and fence.startswith("```flow"):
            case, _, words = line.partition(" > ")
            end = re.match(r"(out|win) ", words)
            lines.append(f"{said(case)} > {end[0] if end else ''}{said(words[end.end() :] if end else words)}")
        elif fence.startswith("```cards") and not line.startswith("="):
            label, colon, card = line.rpartition(": ")
            lines.append(f"{said(label)}{colon}{card}")
        else:
            lines.append(said(line))
    return "\n".join(lines)


def _boxed(line: str) -> str:
    """Say the texts of a line of a box's TOML."""
    if line.lstrip().startswith(("{%", "shown")):
        return line
    found = re.fullmatch(r'(\s*\[|\w+ = \[)"(.*)", "(.*)"(\],?)', line)
    if found:
        return f'{found[1]}"{said(found[2])}", "{said(found[3])}"{found[4]}'
    return _line(line)


def write(place: Path) -> Path:
    """Write the language's folder into a folder; return it."""
    folder = place / CODE
    for name, data in _files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@cache
def _files() -> dict[str, bytes]:
    """Return the files of the folder by their names. Its messages are those that the German catalogue lists."""
    texts = {
        f"{kind}/{file.name}": document(file.read_text("utf-8"))
        for kind in ("rules", "teach", "cards")
        for file in (templates() / kind).glob("*.md.j2")
    }
    for file in (templates() / "boxes").glob("*.toml.j2"):
        texts[f"boxes/{file.name}"] = "\n".join(map(_boxed, file.read_text("utf-8").split("\n")))
    book = json.loads((templates() / "examples" / "liars-lair.json").read_text("utf-8"))
    texts["examples/liars-lair.json"] = json.dumps(facts(book))
    catalogue = Catalog(locale="en")
    for message in translate.listed():
        both = message if isinstance(message, tuple) else (message,)
        told = tuple(said(one, _LONGER) for one in both)
        catalogue.add(message, told if isinstance(message, tuple) else told[0])
    about = ['name = "Pseudo"', 'locale = "en_US"', 'quotes = "“”"', 'both = "{0} ánd {1}"', "[whole]"]
    about += [f"{command} = {json.dumps(games.names())}" for command in WHOLE]
    texts |= {"words.txt": "", "language.toml": "\n".join(about) + "\n"}
    return {name: text.encode() for name, text in texts.items()} | {"messages.mo": translate.mo(catalogue)}


def plain(text: str, allowed: Container[str]) -> set[str]:
    """Return the words of three letters or more that are not in the language, not allowed and not in a kit's code."""
    text = re.sub(r"\b[0-9A-Z]{4}-[0-9A-Z]{2}\b", "", text)
    words = {word.casefold() for word in re.findall(r"[A-Za-zÀ-ÿ’]{3,}", text)}
    return {word for word in words if re.search("[aeiou]", word) and word not in allowed}


def facts(document: dict) -> dict:
    """Return a fact file in the pseudo-language."""
    pairs = []
    for pair in document["pairs"]:
        cards = [{**card, "text": card["text"].translate(_ACCENTS)} for card in pair["cards"]]
        kept = {key: value for key, value in pair.items() if key != "parts"}
        pairs.append({**kept, "title": pair["title"].translate(_ACCENTS), "cards": cards})
    return {**document, "language": CODE, "pairs": pairs, "kit": ""}
