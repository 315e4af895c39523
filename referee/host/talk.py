"""Table talk: noses, which smell whether the newest claim is a lie, and stamps, which phones throw at the big screen.

Nothing of it is in a record. Noses are kept with the hosting, stamps only for as long as they are shown.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.english import capfirst
from liarsdeck.language import both, either, later, number_word
from referee.core.accounts import Claim, Moment
from referee.core.cards import say
from referee.core.game import Game, Json
from referee.core.screens import Held, Passed
from referee.host.hosting import Hosting
from referee.host.session import HostedTable, HttpRefusal, People

ALL, OUT, OFF = "all", "out", "off"
FEWEST = 3  # noses from which on it is said how many smell a lie
HA = "ha"
STAMPS = {"liar": later("Liar!"), "ooh": later("Ooh"), HA: later("Ha"), "bravo": later("Bravo")}
STAMPS_EACH = 2  # that a player may throw until the next line
SHOWN_S = 6  # seconds that a stamp is shown
_SHOWN = 12  # stamps that are shown at once


class Nose(Struct, frozen=True):
    """A claim that waits, for one viewer: who may smell it, who has, and what came of it.

    ``mine`` is whether the viewer smells a lie, None before they tapped or for whoever is not asked. ``lies`` is how
    many do, None as long as that is not said.
    """

    id: str
    claim: Claim
    who: str
    asked: tuple[str, ...]
    tapped: int
    mine: bool | None = None
    lies: int | None = None

    @property
    def said(self) -> str:
        """What the noses say, as a sentence; "" as long as it is not said."""
        if self.lies is None:
            return ""
        of = number_word(self.tapped)
        if not self.lies:
            return capfirst(language.say("{n} noses say true.", n=of))
        return capfirst(language.say("{n} of {all} noses say lie.", n=number_word(self.lies), all=of))


class Stamp(Struct, frozen=True):
    """A stamp that was thrown: its number tonight, who threw it, which one, and its word."""

    number: int
    who: str
    what: str
    word: str
    at: float


class TalkPage(Struct, frozen=True):
    """The table talk of one viewer's page.

    ``noses`` are the newest claims, ``before`` what the noses say of the ones before them. ``smelled`` are those whose
    nose was right in the result that is held, None where it brings out no claim. ``best`` is the best nose of tonight.
    ``left`` is how many stamps the viewer may throw. ``asks`` is whose noses the lobby asks.
    """

    noses: tuple[Nose, ...] = ()
    before: tuple[Nose, ...] = ()
    smelled: tuple[str, ...] | None = None
    best: tuple[tuple[str, ...], int, int] = ((), 0, 0)
    stamps: tuple[Stamp, ...] = ()
    left: int = 0
    asks: str = ALL


class Talk:
    """The table talk of a hosting."""

    def __init__(self, hosted: HostedTable, people: People) -> None:
        self.hosted, self.people = hosted, people
        self._thrown: deque[Stamp] = deque(maxlen=_SHOWN)
        self._numbers = count(1)
        self._turn: object = None  # the last lines when stamps were thrown last
        self._spent: dict[str, int] = {}  # stamps thrown since them, by name

    # Noses

    def smell(self, name: str, key: str, *, lie: bool) -> None:
        """Record whether a player's nose says lie of a claim that waits. Raises ``HttpRefusal`` (403, 409)."""
        found = next((nose for nose in self._noses(name) if nose.id == key), None)
        if found is None:
            raise HttpRefusal(409, "The table has moved on: that claim is not the newest any more.")
        if name not in found.asked:
            raise HttpRefusal(403, "Your nose is not asked here.")
        if found.mine == lie:  # the same tap came twice: no screen has anything new
            return
        if found.mine is not None:
            raise HttpRefusal(409, "Your nose has spoken.")
        with self.hosted.transaction():
            self.hosted.hosting.smelled.setdefault(key, {})[name] = lie
        self.hosted.changed()

    def choose(self, who: str) -> None:
        """Let these smell: everybody (``all``), only players who are out (``out``), or nobody (``off``)."""
        if who not in {ALL, OUT, OFF}:
            raise HttpRefusal(400, f"“noses” is {ALL}, {OUT} or {OFF}.")
        with self.hosted.transaction():
            self.hosted.hosting.noses = who
            self.people.changed()

    def _noses(self, name: str, skip: int = 0) -> tuple[Nose, ...]:
        hosted = self.hosted
        if hosted.table is None or hosted.table.over or hosted.hosting.noses == OFF:
            return ()
        if not smells(hosted.table.game):
            return ()
        return tuple(self._nose(one, name, skip) for one in newest(hosted.past, skip))

    def _nose(self, one: "Open", name: str, skip: int) -> Nose:
        hosted, claim = self.hosted, one.claim
        seats, tapped = hosted.begun.setup.seats, hosted.hosting.smelled.get(one.id, {})
        public = hosted.views.standing(None)["public"]
        out = public.get("out") if isinstance(public, Mapping) else None
        gone = out if isinstance(out, list) else []
        asked = tuple(
            who for who in (*self.people.names, *self.people.watchers)
            if self.people.holder(who) is not None
            and who not in {seats[seat] for seat in (claim.seat, claim.judge) if seat is not None}
            and (hosted.hosting.noses == ALL or who in gone or who not in seats)
        )  # fmt: skip
        told = len(tapped) >= FEWEST and (skip or set(asked) <= tapped.keys())
        return Nose(
            one.id, claim, seats[claim.seat], asked, len(tapped), tapped.get(name),
            sum(tapped.values()) if told else None,
        )  # fmt: skip

    # Stamps

    def throw(self, name: str, what: str) -> None:
        """Throw a stamp at the big screen. Raises ``HttpRefusal``: 400, 409 (also for one too many)."""
        if what not in STAMPS:
            raise HttpRefusal(400, "A stamp is {stamps}.", stamps=either(STAMPS))
        if self.hosted.begun.over and self.hosted.hosting.ended:
            raise HttpRefusal(409, "The evening is over.")
        if not self._left(name):
            raise HttpRefusal(409, "Two stamps a turn: wait for the next.")
        self._spent[name] = self._spent.get(name, 0) + 1
        if what == HA:
            self._laugh(name)
        word = language.say(STAMPS[what])
        self._thrown.append(Stamp(next(self._numbers), name, what, word, self.people.clock()))
        self.hosted.changed()

    def _laugh(self, name: str) -> None:
        """Count a laugh at the card that was revealed last, if another guest wrote it."""
        facts, hosting = self.hosted.begun.setup.facts, self.hosted.hosting
        if facts is None or (number := _revealed(self.hosted.past)) is None:
            return
        card = facts.card(number)
        if card.by and card.by != name:
            with self.hosted.transaction():
                hosting.laughs[card.text] = hosting.laughs.get(card.text, 0) + 1

    def _left(self, name: str) -> int:
        turn = self.hosted.begun.number, self.hosted.moved
        if turn != self._turn:
            self._turn, self._spent = turn, {}
        return STAMPS_EACH - self._spent.get(name, 0)

    # What is shown

    def page(self, name: str, held: Held | None) -> TalkPage:
        """Return the table talk of a player's page, or ("") of the open table's; ``held`` is the result it shows."""
        hosted, hosting = self.hosted, self.hosted.hosting
        if hosted.table is None:
            return TalkPage(asks=hosting.noses)
        since = self.people.clock() - SHOWN_S
        stamps = tuple(stamp for stamp in self._thrown if stamp.at > since)
        left = self._left(name) if name else 0
        if hosted.table.over:
            return TalkPage(best=best(tally(hosting, hosted.past)), stamps=stamps, left=left)
        found = TalkPage(self._noses(name), self._noses(name, 1), stamps=stamps, left=left)
        if held is None:
            return found
        out = list(came_out(hosting, hosted.past[: held.at + 1], held.moment))
        right = [who for _, smelled, true in out for who, lie in smelled.items() if lie != true]
        return replace(found, smelled=tuple(dict.fromkeys(right)) if any(smelled for _, smelled, _ in out) else None)

    def as_json(self, name: str = "") -> list[Json]:
        """Return the claims that noses smell now, for other programs, as a player ("": everybody) may see them."""
        return [
            {"claim": nose.id, "seat": nose.who, "card": nose.claim.card or None, "asked": list(nose.asked),
             "tapped": nose.tapped, "lies": nose.lies, "mine": nose.mine}
            for nose in self._noses(name)
        ]  # fmt: skip


def _revealed(past: Sequence[Passed]) -> int | None:
    """Return the number of the card that everybody saw last, None before the first."""
    seen = (event for passed in reversed(past) for event in reversed(passed.events(None)) if event.kind in _REVEALS)
    return next((int(event.cards[0]) for event in seen if event.cards and event.cards[0].isdigit()), None)


_REVEALS = {"plays", "shows"}


# What noses smell


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


def tally(hosting: Hosting, past: Sequence[Passed]) -> dict[str, tuple[int, int]]:
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


def award(hosting: Hosting, past: Sequence[Passed]) -> tuple[Moment, ...]:
    """Return the award of tonight's best nose, the last result of a finished game; () if nobody smelled right."""
    names, right, of = best(tally(hosting, past))
    words = say("{names}: {right} of {of} smelled right.", names=both(names), right=right, of=of)
    return (
        (Moment(kind="award", head=say("Best nose tonight"), words=(words,), where=language.say("the end")),)
        if names
        else ()
    )
