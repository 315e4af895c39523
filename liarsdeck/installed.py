"""How to call and to extend this installation: the command lines that messages tell people to type.

They depend on the installation. A program may be on the path or in the environment of a clone (``.venv/bin/referee``),
or make may have started it.
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
    """Return what to type to call one of our programs, such as ``referee``, quoted for a shell.

    If the running program was found on the path, or if another program uses this library, that is the bare name.
    Otherwise it is a path such as ``.venv/bin/referee``: the name in the folder of the running program, relative to the
    working folder or to the home folder. For the one-file program, it is the path of that file and the name.
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
    """Return a command line of ours (``cardgen studio``) with its program spelt as ``program`` spells it.

    ``make`` is the command of the Makefile that does the same. If make started this program and ``make`` is not "",
    ``make`` is returned instead.
    """
    name, _, words = line.partition(" ")
    return make if make and by_make() else f"{program(name)} {words}".rstrip()


def remedy(extra: str) -> str:
    """Return ``install it with: COMMAND``, to end a sentence that says that an extra of our package is missing.

    ``extra`` is the extra's name in pyproject.toml. If this package was installed from a folder that still exists, the
    command names that folder; otherwise it names the libraries of the extra. On a web page and in the one-file program,
    where nothing can be installed, the text says so instead.
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
    """Return ``install it with: COMMAND``, to end a sentence that says that libraries are missing.

    ``libraries`` is what one types after ``pip install``. On a web page and in the one-file program, where nothing can
    be installed, the text says so instead.
    """
    if sys.platform == "emscripten":
        return "a web page can't take it in; install the programs for that"
    if getattr(sys, "frozen", False):
        return "the one-file program can't take it in; set the programs up with Python instead"
    python = _quoted(_typed(Path(sys.executable or "python")))
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"install it with: {pip} --only-binary :all: {libraries}"


def _libraries(extra: str) -> list[str]:
    """Return the requirements of an extra of our package, each as ``pip`` takes it: ``joblib<2,>=1.4``."""
    from importlib import metadata

    asked = re.compile(rf"\s*(?:and\s+)?\bextra\s*==\s*['\"]{re.escape(extra)}['\"]")
    needs = metadata.requires("liarsdeck") or []
    return [asked.sub("", line).rstrip("; ") for line in needs if asked.search(line)]


def _clone() -> tuple[Path | None, bool]:
    """Return the source folder of this package, and whether the package runs from there.

    The folder is ``None`` if the package was not installed from a folder, or if that folder is gone.
    """
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
    """Return a path as a person would type it here.

    A path below the working folder is relative to that folder, a path below the home folder begins with ``~`` (not on
    Windows), and any other stays as it is.
    """
    with suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    if os.name != "nt":
        with suppress(ValueError, RuntimeError):
            return f"~{os.sep}{path.relative_to(Path.home())}"
    return str(path)


def _quoted(path: str) -> str:
    """Return a path quoted for a shell, if it needs quotes; a leading ``~/`` stays in front of the quotes."""
    if os.name == "nt":
        return f'"{path}"' if " " in path else path
    return f"~/{shlex.quote(path[2:])}" if path.startswith("~/") else shlex.quote(path)
