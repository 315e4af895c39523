"""How this installation is called and extended: the commands that texts and refusals tell people to type.

A program may be on the path, or lie in the environment of a clone (``.venv/bin/referee``); make may have called it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from liarsdeck.errors import by_make

PROGRAMS = ("factbank", "cardgen", "referee")


def program(name: str) -> str:
    """Return how one of our programs, such as ``referee``, is called from here, quoted for a shell.

    It is the bare name if the running program was found on the path, or if the library runs in another program. Else it
    has the folder of the running program, relative to the working folder or to the home folder: ``.venv/bin/referee``.
    """
    running = Path(sys.argv[0])
    if getattr(sys, "frozen", False):
        return f"{_quoted(_typed(Path(sys.executable)))} {name}"
    if running.stem not in PROGRAMS or running.parent == Path():
        return name
    found = shutil.which(running.stem)
    if found and Path(found).absolute().parent == running.absolute().parent:
        return name
    return _quoted(_typed(running.absolute().parent / name))


def typed(line: str, make: str = "") -> str:
    """Return a command line of ours (``cardgen studio``) with its program as ``program`` spells it.

    If make started this program, ``make`` is returned instead, a command of the Makefile, unless it is "".
    """
    name, _, words = line.partition(" ")
    return make if make and by_make() else f"{program(name)} {words}".rstrip()


def remedy(extra: str) -> str:
    """Return ``install it with: COMMAND``, the end of a sentence that says that an extra of our package is missing.

    ``extra`` is its name in pyproject.toml. For an installation from a folder that still exists, the command names that
    folder; else it names the extra's libraries. For the one-file program, the text says that nothing can be installed.
    """
    if sys.platform == "emscripten":
        return remedy_by(extra)
    folder, editable = _clone()
    if folder:
        here = "." if folder == Path.cwd() else str(folder)
        what = f'{"-e " if editable else ""}"{here}[{extra}]"'
    else:
        what = " ".join(f'"{library}"' for library in _libraries(extra))
    return remedy_by(what)


def remedy_by(libraries: str) -> str:
    """Return ``install it with: COMMAND``, the end of a sentence that says that libraries are missing.

    ``libraries`` is what one types after ``pip install``. Where nothing can be installed (a web page, the one-file
    program), the text says so.
    """
    if sys.platform == "emscripten":
        return "a web page can't take it in; install the programs for that"
    if getattr(sys, "frozen", False):
        return "the one-file program can't take it in; set the programs up with Python instead"
    python = _quoted(_typed(Path(sys.executable or "python")))
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"install it with: {pip} --only-binary :all: {libraries}"


def _libraries(extra: str) -> list[str]:
    """Return what an extra asks for: ``joblib<2,>=1.4``."""
    from importlib import metadata

    asked = re.compile(rf"\s*(?:and\s+)?\bextra\s*==\s*['\"]{re.escape(extra)}['\"]")
    needs = metadata.requires("liarsdeck") or []
    return [asked.sub("", line).rstrip("; ") for line in needs if asked.search(line)]


def _clone() -> tuple[Path | None, bool]:
    """Return the clone that this was installed from, or ``None``, and whether it runs from there."""
    beside = Path(__file__).parents[1]
    if (beside / "pyproject.toml").is_file():
        return beside, True
    from importlib import metadata
    from urllib.parse import unquote, urlsplit

    with suppress(ValueError):
        written = json.loads(metadata.distribution("liarsdeck").read_text("direct_url.json") or "{}")
        path = unquote(urlsplit(str(written.get("url", ""))).path)
        folder = Path(path.lstrip("/") if os.name == "nt" else path)
        if "dir_info" in written and (folder / "pyproject.toml").is_file():
            return folder, False
    return None, False


def _typed(path: Path) -> str:
    """Return a path as it is typed here: relative to the working folder or the home folder, where it lies in one."""
    with suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    if os.name != "nt":
        with suppress(ValueError, RuntimeError):
            return f"~{os.sep}{path.relative_to(Path.home())}"
    return str(path)


def _quoted(path: str) -> str:
    """Return a path as a shell takes it; the tilde stays in front of the quotes."""
    if os.name == "nt":
        return f'"{path}"' if " " in path else path
    return f"~/{shlex.quote(path[2:])}" if path.startswith("~/") else shlex.quote(path)
