"""A secret step that the table lays open: everybody's choice on one line."""

import re
from collections.abc import Sequence

from referee.console.interpret import Reader
from referee.core.game import Action


def all_chosen(reader: Reader, seats: Sequence[int], text: str) -> list[Action]:
    """Return a secret step laid open, everybody's name and choice on one line (``Ann large, Bob folds``), else []."""
    found = chosen_of(reader, seats, text)
    return list(found.values()) if len(_parts(text)) == len(found) == len(seats) else []


def chosen_of(reader: Reader, seats: Sequence[int], text: str) -> dict[int, Action]:
    """Return the secret choices that a text names, by seat: a name and a choice in each of its parts."""
    found: dict[int, Action] = {}
    for part in _parts(text):
        words = part.replace(":", " ").split()
        for many in range(len(words) - 1, 0, -1):
            named = reader.named(" ".join(words[:many]))
            if len(named) == 1 and named[0] in seats:
                action = reader.choice(named[0], " ".join(words[many:]))
                if action is not None:
                    found[named[0]] = action
                break
    return found


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]|\band\b", text) if part.strip()]
