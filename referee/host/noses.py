"""Noses: who smells a lie while a claim is the newest, and who was right when the truth came out.

They are table talk. The hosting keeps them, and no record, rule or hand has them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.accounts import Claim, Moment
from referee.core.game import Game
from referee.core.screens import Passed
from referee.host.hosting import Hosting

ALL, OUT, OFF = "all", "out", "off"
FEWEST = 3  # noses from which on it is said how many smell a lie


class Open(NamedTuple):
    """A claim that is the newest at the table, and the id under which ``Hosting.smelled`` keeps its noses."""

    id: str
    claim: Claim


def smells(game: Game[object]) -> bool:
    """Return whether a game has claims that others may believe or not."""
    return type(game).claims is not Game.claims


def newest(past: Sequence[Passed], skip: int = 0) -> tuple[Open, ...]:
    """Return the claims of the last line that made any, or (``skip``) of one so many such lines before it.

    Their truth is not known to everybody yet, and the deal that they belong to goes on.
    """
    for at in range(len(past) - 1, -1, -1):
        if found := past[at].claims():
            if skip:
                skip -= 1
                continue
            now = past[-1].after
            game = now.game
            if game.deals_scored(now.view(None)) > game.deals_scored(past[at].after.view(None)):
                return ()
            return tuple(Open(f"{at}.{place}", claim) for place, claim in enumerate(found) if claim.true is None)
    return ()


def came_out(hosting: Hosting, past: Sequence[Passed], moment: Moment) -> Iterator[tuple[Claim, dict[str, bool], bool]]:
    """Yield the claims whose truth the last line brought out, with their noses and that truth.

    The cards of its result are marked. A claim of an earlier deal is another one.
    """
    marks = {shown.card: shown.mark == "true" for shown in moment.cards if shown.mark in {"true", "LIE"}}
    if not past or not marks:
        return
    deal = past[-1].before.game.deals_scored(past[-1].before.view(None))
    for key, noses in hosting.smelled.items():
        at, place = map(int, key.split("."))
        if at < len(past) and past[at].after.game.deals_scored(past[at].after.view(None)) == deal:
            claim = past[at].claims()[place]
            if claim.card in marks:
                yield claim, noses, marks[claim.card]


def tally(hosting: Hosting, past: Sequence[Passed]) -> Mapping[str, tuple[int, int]]:
    """Return by name how many claims of tonight a player smelled right, and how many in all; this game is over."""
    found = dict(hosting.nosed)
    for key, noses in hosting.smelled.items():
        at, place = map(int, key.split("."))
        true = past[at].truths()[place] if at < len(past) else None
        for name, lie in noses.items() if true is not None else ():
            right, of = found.get(name, (0, 0))
            found[name] = right + (lie != true), of + 1
    return found


def best(tally: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, ...], int, int]:
    """Return the best noses, how many claims each smelled right, of how many; no names if nobody did."""
    top = max(((right, -of) for right, of in tally.values() if right), default=(0, 0))
    return tuple(name for name, (right, of) in tally.items() if (right, -of) == top), top[0], -top[1]
