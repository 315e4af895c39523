"""Jinja environments for all pages and books, URLs of static files, and the messages of scripts."""

import hashlib
import json
import re
from collections.abc import MutableMapping
from functools import cache, partial
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from liarsdeck.english import capfirst
from liarsdeck.language import ENGLISH, both, number_word, say, say_n, spelt_n, spoken

if TYPE_CHECKING:
    from jinja2 import Environment

_TAG = r"""(?:"[^"]*"|\{[%{].*?[%}]\}|[^>"])*>"""
_BUTTONS = re.compile(rf"(?:\s*\n\s*)?(</?button\b{_TAG})(?:\s*\n\s*)?|\s*\n\s*(?=</svg>)", re.DOTALL)
_INDENT = re.compile(r"\n[ \t]+")
_TAG_LINE = re.compile(r"^[ \t]*(\{%(?:(?!%\}).)*%\})[ \t]*\n", re.MULTILINE)


def environment(*folders: Path, html: bool = True) -> "Environment":
    """Return the Jinja environment for the templates in these folders.

    If several folders have a template of the same name, the first folder wins. An undefined name is an error. The
    filters are ``listed`` (“a, b and c”), ``cardinal`` (a number up to twenty in words), ``capfirst``, ``curly``
    (typographic apostrophes), ``minus`` (a number with a typographic minus sign) and ``say``, which translates a value.
    The functions ``say``, ``say_n`` and ``spelt_n`` (only with ``html``) translate messages that are literals;
    ``language()`` is the current language's code. With ``html``, all values are escaped, but not the messages, which
    may contain tags; indentation is removed, and so are line ends beside the tags of a button. Without it, nothing is
    escaped, and a line with nothing but a Jinja tag leaves no empty line.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    class Templates(Environment):
        def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
            source = super().preprocess(source, name, filename)
            return _INDENT.sub("\n", _BUTTONS.sub(r"\1", source)) if html else _TAG_LINE.sub(r"\1", source)

        def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
            return super().make_globals(d) if d else self.globals  # a chain of two is copied key by key at every page

    made = Templates(
        loader=FileSystemLoader(folders), autoescape=html, undefined=StrictUndefined, auto_reload=False,
        keep_trailing_newline=not html,
    )  # fmt: skip
    made.filters |= {
        "listed": both,
        "cardinal": partial(number_word, most=20),
        "capfirst": capfirst,
        "curly": methodcaller("replace", "'", "’"),
        "minus": lambda number: str(number).replace("-", "−"),
        "say": say,
    }
    said = {"say": _say, "say_n": _say_n, "spelt_n": _spelt_n} if html else {"say": say, "say_n": say_n}
    made.globals |= {**said, "language": spoken}
    return made


def _say(message: str, /, **fields: object) -> Markup:
    return Markup(say(message)).format(**fields) if fields else Markup(say(message))  # noqa: S704, our own sentence


def _say_n(one: str, many: str, n: int, /, **fields: object) -> Markup:
    return Markup(say_n(one, many, n, n=n, **{name: escape(value) for name, value in fields.items()}))  # noqa: S704


def _spelt_n(one: str, many: str, n: int, /, **fields: object) -> Markup:
    return Markup(spelt_n(one, many, n, **{name: escape(value) for name, value in fields.items()}))  # noqa: S704


_TOLD = re.compile(r"\btold\(\s*\"([^\"\\]+)\"")


def scripted(script: str) -> list[str]:
    """Return the English messages in the source of a JavaScript file: the literals that it passes to ``told("…")``."""
    return _TOLD.findall(script)


def script_words(scripts: Path) -> Markup:
    """Return JSON that maps each message in the scripts of a folder (``*.js``) to its translation.

    The translations are in the current language. "" if that is English.
    """
    return _script_words(scripts, spoken()) if spoken() != ENGLISH else Markup("")


@cache
def _script_words(scripts: Path, _language: str) -> Markup:
    texts = (text for file in sorted(scripts.glob("*.js")) for text in scripted(file.read_text("utf-8")))
    found = json.dumps({text: say(text) for text in texts}, ensure_ascii=False)
    return Markup(found.replace("<", "\\u003c"))  # noqa: S704, our own sentences


def static_file(name: str, *folders: Path) -> Path | None:
    """Return the file called ``name`` in the first of the folders that has one, else None.

    A ``name`` with ``..`` that leads out of a folder finds no file there.
    """
    for folder in folders:
        file = (folder / name).resolve()
        if file.is_relative_to(folder.resolve()) and file.is_file():
            return file
    return None


ROOT = ""
"""The path below which all pages lie: "" on a server of ours; a web page may lie in a folder of a host."""


@cache
def static_address(name: str, *folders: Path) -> str:
    """Return the URL of the static file ``name``, which at least one of the folders must have.

    The first folder that has it wins. The URL changes with the file's content, so browsers may cache the file for ever.
    """
    file = static_file(name, *folders)
    assert file is not None, name
    return f"{ROOT}/static/{name}?{hashlib.sha256(file.read_bytes()).hexdigest()[:10]}"
