"""The kits that were made on this computer: each fact file in the user data folder, by its code."""

import contextlib
from itertools import count
from pathlib import Path

from factbank.errors import FactError
from factbank.factfile import Facts, parse_code, read, write
from liarsdeck.english import nearest
from liarsdeck.files import kits_dir


def keep(facts: Facts) -> Path:
    """Save the facts under their kit code in the user's data folder, for ``find``; return the path.

    If a file with the same pairs is there, it stays as it is. A file that is damaged or was changed is renamed first.
    Raises ``OSError`` or ``FactError`` if the facts can't be written.
    """
    path = kits_dir() / f"{facts.kit}.json"
    if path.exists():
        with contextlib.suppress(FactError):
            if read(path).kit == facts.kit:
                return path
        aside = (path.with_name(f"{facts.kit}.damaged-{number}.json") for number in count(1))
        path.rename(next(free for free in aside if not free.exists()))
    write(facts, path, private=True)
    return path


def keep_or_say(facts: Facts) -> str:
    """Save the facts as ``keep`` does; return "", or a sentence that says why they can't be saved.

    Use it if the facts are already in a file of the user's choice, so that a failure is no error.
    """
    try:
        keep(facts)
    except (OSError, FactError) as error:
        return f"the kit can't be found by its code later, so keep its fact file: {error}"
    return ""


def find(code: str) -> Facts:
    """Return the facts of a kit made on this computer, by its code in any case.

    Raises ``FactError`` if there is none, or if its file was altered.
    """
    near = nearest(code, sorted(kept.stem for kept in kits_dir().glob("????-??.json")), least=0.8)
    try:
        code = parse_code(code)
    except FactError as error:
        raise FactError(f"{error}; did you mean {near[0]}?" if near else str(error)) from None
    path = kits_dir() / f"{code}.json"
    if not path.is_file():
        what = f"did you mean {near[0]}?" if near else "give its fact file instead"
        raise FactError(f"no kit {code} was made on this computer; {what} (looked in {path.parent})")
    facts = read(path)
    if facts.kit != code:
        raise FactError(
            f"the kept facts of kit {code} were changed since it was printed: they are now {facts.kit} ({path})"
        )
    return facts
