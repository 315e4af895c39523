"""What a typed text can mean: the readings of it, or the sentence of a refusal."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.core.game import Action, Turn


@dataclass(frozen=True)
class Reading:
    """One way to read what was typed: the action, the whole line, and whether the person left no doubt."""

    action: Action
    line: str
    sure: bool = True


@dataclass(frozen=True)
class Understood:
    """What a typed text can mean.

    One sure reading is simply done; readings that aren't sure are asked about (``asks``: what to say before the y/n);
    ``why`` is the sentence of a refusal, with its ``rule``, when nothing legal can be meant; ``open`` says that it
    was read all the same, as a line that anybody may read.
    """

    readings: tuple[Reading, ...] = ()
    asks: str = ""
    why: str = ""
    rule: str = ""
    open: bool = False


def beginning(verbs: Iterable[str], word: str) -> list[str]:
    """Return the verbs that begin with a word, or the one that it is."""
    found = [verb for verb in verbs if word and verb.startswith(word)]
    return [word] if word in found else found


def merged(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Join the turns of one seat, what must be done before what may be."""
    verbs: dict[int | None, list[str]] = {}
    for turn in turns:
        verbs.setdefault(turn.seat, []).extend(turn.verbs)
    return tuple(Turn(seat, tuple(dict.fromkeys(names))) for seat, names in verbs.items())
