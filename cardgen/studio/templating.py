"""The templates of the studio, and the few words that they ask for."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from liarsdeck.english import counted, listed
from referee.books.rulebook import templates, word

if TYPE_CHECKING:
    from jinja2 import Environment


def folder() -> Path:
    """Return the folder of the studio's templates."""
    return templates() / "studio"


@cache
def environment() -> Environment:
    """Return the templates, everything in them escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader([folder(), templates() / "host"]), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, auto_reload=False,
    )  # fmt: skip
    made.globals |= {"static": static, "counted": counted}
    made.filters |= {
        "listed": lambda names: listed(list(names), "and"),
        "cardinal": word,
        "capfirst": lambda text: text[:1].upper() + text[1:],
        "curly": lambda text: text.replace("'", "’"),
        "game": _title,
        "spaced": lambda text: text.replace("_", " ").replace("-", " ").replace(".", " "),
    }
    return made


def _title(game: str) -> str:
    from referee import games

    return games.game(game).title.replace("'", "’")


def static_file(name: str) -> Path | None:
    """Return a file that is sent as it is: one of the studio's, or one that it shares with the phones' pages."""
    for place in (folder() / "static", templates() / "host" / "static"):
        file = (place / name).resolve()
        if file.is_relative_to(place.resolve()) and file.is_file():
            return file
    return None


@cache
def static(name: str) -> str:
    """Return the address of a static file, which changes with its content: it can be kept for ever."""
    file = static_file(name)
    assert file is not None, name
    return f"/static/{name}?{hashlib.sha256(file.read_bytes()).hexdigest()[:10]}"
