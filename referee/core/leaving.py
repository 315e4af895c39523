"""Somebody goes home, or a cap is reached: what the games share of an end without a winner (docs/rules.md)."""

from collections.abc import Sequence
from typing import ClassVar

from referee.core.game import ALLOWED, Action, Judgment, Outcome, SeatAct, Setup, Turn, Verb
from referee.core.refusals import untimely

LEAVES = Verb("leaves", "", "Somebody has to go home: the game ends unfinished.", anytime=True)


class Leaves(SeatAct, frozen=True, gc=False):
    """Somebody has to go home."""

    verb: ClassVar[str] = "leaves"


def judge_leaves(prefix: str, setup: Setup, turns: Sequence[Turn], action: Action) -> Judgment:
    """Say whether somebody may go home now: at any time until the end, when ``turns`` (what ``to_act`` says) is ()."""
    return ALLOWED if turns else untimely(prefix, setup, turns, action)


def left(setup: Setup, seat: int, scores: tuple[int, ...]) -> Outcome:
    """Return the end that it is when a seat goes home: unfinished, with the scores of what was settled."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"{setup.seats[seat]} has gone home, unfinished")


def capped(what: str, scores: tuple[int, ...]) -> Outcome:
    """Return the end at a cap, ``what`` being how far it went: “3 rounds”."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"the game ends unfinished after {what}")
