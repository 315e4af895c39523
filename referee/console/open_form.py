"""A secret step that the table lays open: everybody's choice on one line, by name or in seat order."""

import re
from collections.abc import Sequence

from referee.console.interpret import Reader
from referee.core.game import Action

_FEW = 12  # words that can be chosen, of which one or two make an example


def all_chosen(reader: Reader, seats: Sequence[int], text: str) -> list[Action]:
    """Return a secret step laid open, everybody's choice on one line (``Ann large, Bob folds``, ``l f``), else []."""
    found = chosen_of(reader, seats, text)
    if len(_parts(text)) == len(found) == len(seats):
        return list(found.values())
    for parts in (_shared_out(_words(text), len(seats)), _after_names(reader, seats, _words(text))):
        chosen = (reader.choice(seat, part) for seat, part in zip(seats, parts, strict=False))
        actions = [action for action in chosen if action is not None and reader.may(action)]
        if len(actions) == len(seats):
            return actions
    return []


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


def example(reader: Reader, seats: Sequence[int]) -> str:
    """Return how these seats' choices may be laid open in seat order, as “s m”; "" where too many words could be."""
    said = []
    due = {turn.seat: turn.verbs for turn in reader.game.to_act(reader.view)}
    for place, seat in enumerate(seats):
        verbs = due.get(seat, ())
        if any(verb.kept for verb in reader.game.verbs if verb.name in verbs):
            return ""
        words = [word for verb in verbs for word in reader.choices(seat, verb) or [verb]]
        if not 1 < len(words) <= _FEW:
            return ""
        said.append(words[place % len(words)][0])
    return " ".join(said)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]|\band\b", text) if part.strip()]


def _words(text: str) -> list[str]:
    return " ".join(_parts(text)).replace(":", " ").split()


def _shared_out(words: Sequence[str], many: int) -> list[str]:
    """Return as many parts of as many words each, [] where they do not come out even."""
    each = len(words) // many
    return [" ".join(words[at * each : (at + 1) * each]) for at in range(many)] if each * many == len(words) else []


def _after_names(reader: Reader, seats: Sequence[int], words: Sequence[str]) -> list[str]:
    """Return what follows each seat's name where every name stands once, in seat order: “ann large bob small”."""
    places = [at for at, word in enumerate(words) if len(word) > 1 and len(reader.named(word)) == 1]
    if [reader.named(words[at])[0] for at in places] != [*seats] or places[0]:
        return []
    return [" ".join(words[at + 1 : end]) for at, end in zip(places, [*places[1:], len(words)], strict=True)]
