"""Table talk: votes (“noses”) on whether the newest claim is a lie, and words (“stamps”) on the big screen.

Neither is in a record. Votes are stored with the hosting (the state of a game on phones), stamps only in memory for as
long as they are shown.
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
    """A claim on which players vote (with their “noses”) whether it is a lie, as one viewer may see it.

    ``id`` is the key of the votes in ``Hosting.smelled``. ``claim`` is the claim, and ``who`` the player who makes it.
    ``asked`` are the players who may vote, and ``tapped`` is how many of them have voted. ``mine`` is the viewer's
    vote: True for a lie, False for true, None before the vote. ``lies`` is how many votes say lie, None until everybody
    may know.
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
        """A sentence on how many of the votes say “lie”; "" until everybody may know the result."""
        if self.lies is None:
            return ""
        of = number_word(self.tapped)
        if not self.lies:
            return capfirst(language.say("{n} noses say true.", n=of))
        return capfirst(language.say("{n} of {all} noses say lie.", n=number_word(self.lies), all=of))


class Stamp(Struct, frozen=True):
    """A word that a player has shown on the big screen.

    ``number`` is the stamp's number tonight, ``who`` the player, ``what`` a key of ``STAMPS``, and ``word`` the word in
    the table's language. ``at`` is the time by the process's clock, in seconds.
    """

    number: int
    who: str
    what: str
    word: str
    at: float


class TalkPage(Struct, frozen=True):
    """The table talk of one viewer's page: votes on claims, and stamps (words on the big screen).

    ``noses`` are the votes on the newest claims, and ``before`` those on the claims before them. ``smelled`` are the
    players who voted right on the claims that the result on the screen shows to be true or false; None if nobody voted
    on any of them. ``best`` has the best voters of tonight, as returned by the function ``best``, after a game.
    ``stamps`` are those on the screen now, and ``left`` is how many stamps the viewer may still show in this turn.
    ``asks`` says who may vote: “all”, “out” (only players who are out) or “off”.
    """

    noses: tuple[Nose, ...] = ()
    before: tuple[Nose, ...] = ()
    smelled: tuple[str, ...] | None = None
    best: tuple[tuple[str, ...], int, int] = ((), 0, 0)
    stamps: tuple[Stamp, ...] = ()
    left: int = 0
    asks: str = ALL


class Talk:
    """Stores votes on claims and shows stamps (words on the big screen) during a game on phones."""

    def __init__(self, hosted: HostedTable, people: People) -> None:
        self.hosted, self.people = hosted, people
        self._thrown: deque[Stamp] = deque(maxlen=_SHOWN)
        self._numbers = count(1)
        self._turn: object = None  # the last lines when stamps were thrown last
        self._spent: dict[str, int] = {}  # stamps thrown since them, by name

    # Noses

    def smell(self, name: str, key: str, *, lie: bool) -> None:
        """Store the vote of the player ``name`` on the claim with the id ``key``: whether it is a lie.

        A repeated equal vote has no effect. Raises ``HttpRefusal``: 403 if the player may not vote, 409 if the claim is
        not the newest or the player has voted the opposite.
        """
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
            self._noses(name)  # a sum that is told from now on is kept as told
        self.hosted.changed()

    def choose(self, who: str) -> None:
        """Choose who may vote: everybody (``all``), only players who are out (``out``), or nobody (``off``).

        Raises ``HttpRefusal`` (400) for another word.
        """
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
        shut = one.id in hosted.hosting.told  # nobody smells it any more: after an undo, or who comes later
        public = hosted.views.standing(None)["public"]
        out = public.get("out") if isinstance(public, Mapping) else None
        gone = out if isinstance(out, list) else []
        asked = tuple(tapped) if shut else tuple(
            who for who in (*self.people.names, *self.people.watchers)
            if self.people.holder(who) is not None
            and who not in {seats[seat] for seat in (claim.seat, claim.judge) if seat is not None}
            and (hosted.hosting.noses == ALL or who in gone or who not in seats)
        )  # fmt: skip
        told = shut or (len(tapped) >= FEWEST and (skip or set(asked) <= tapped.keys()))
        if told and not shut:
            hosted.hosting.told.append(one.id)
        return Nose(
            one.id, claim, seats[claim.seat], asked, len(tapped), tapped.get(name),
            sum(tapped.values()) if told else None,
        )  # fmt: skip

    # Stamps

    def throw(self, name: str, what: str) -> None:
        """Show a stamp (a word such as “Liar!”) of the player ``name`` on the big screen for six seconds.

        ``what`` is a key of ``STAMPS``. Raises ``HttpRefusal``: 400 for another key, 409 if the player has shown two
        stamps since the last line of the game, or if the evening is over.
        """
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
        """Count a laugh of the player ``name`` at the card that was revealed last.

        It counts for the card's text if another guest wrote the card, else for "". So every laugh is written to the
        disk, and the time that this takes does not tell who wrote the card.
        """
        facts = self.hosted.begun.setup.facts
        if facts is None or (number := _revealed(self.hosted.past)) is None:
            return
        card = facts.card(number)
        of = card.text if card.by and card.by != name else ""
        with self.hosted.transaction():
            laughs = self.hosted.hosting.laughs
            laughs[of] = laughs.get(of, 0) + 1

    def _left(self, name: str) -> int:
        turn = self.hosted.begun.number, self.hosted.moved
        if turn != self._turn:
            self._turn, self._spent = turn, {}
        return STAMPS_EACH - self._spent.get(name, 0)

    # What is shown

    def page(self, name: str, held: Held | None) -> TalkPage:
        """Return the votes and stamps that the page of the player ``name`` shows ("": the public page).

        ``held`` is the result that the page shows now, or None. If it proves claims true or false, ``smelled`` names
        the players who voted right on them.
        """
        hosted, hosting = self.hosted, self.hosted.hosting
        if hosted.table is None:
            return TalkPage(asks=hosting.noses)
        since = self.people.clock() - SHOWN_S
        stamps = tuple(stamp for stamp in self._thrown if stamp.at > since)
        left = self._left(name) if name else 0
        if hosted.table.over:
            return TalkPage(best=_best_tonight(hosting, hosted.past), stamps=stamps, left=left)
        found = TalkPage(self._noses(name), self._noses(name, 1), stamps=stamps, left=left)
        if held is None:
            return found
        out = list(came_out(hosting, hosted.past[: held.at + 1], held.moment))
        right = [who for _, smelled, true in out for who, lie in smelled.items() if lie != true]
        return replace(found, smelled=tuple(dict.fromkeys(right)) if any(smelled for _, smelled, _ in out) else None)

    def as_json(self, name: str = "") -> list[Json]:
        """Return the votes on the newest claims as JSON values, as a player ("": everybody) may see them."""
        return [
            {"claim": nose.id, "seat": nose.who, "card": nose.claim.card or None, "asked": list(nose.asked),
             "tapped": nose.tapped, "lies": nose.lies, "mine": nose.mine}
            for nose in self._noses(name)
        ]  # fmt: skip


def _revealed(past: Sequence[Passed]) -> int | None:
    """Return the number of the fact card that was revealed last; None if none has been.

    ``past`` are all lines played.
    """
    seen = (event for passed in reversed(past) for event in reversed(passed.events(None)) if event.kind in _REVEALS)
    return next((int(event.cards[0]) for event in seen if event.cards and event.cards[0].isdigit()), None)


_REVEALS = {"plays", "shows"}


# What noses smell


class Open(NamedTuple):
    """A claim on which players vote.

    ``id`` is the key of its votes in ``Hosting.smelled``: ``LINE.PLACE``, the claim's line in the record and its place
    among the claims of that line, both from 0.
    """

    id: str
    claim: Claim


def smells(game: Game[object]) -> bool:
    """Return whether a game has claims that others may believe or not, so that players can vote on them."""
    return type(game).claims is not Game.claims


def newest(past: Sequence[Passed], skip: int = 0) -> tuple[Open, ...]:
    """Return the claims of the last line that made any, without those whose truth everybody knows.

    ``past`` are all lines played. ``skip`` is the number of lines with claims to pass over, so 1 gives the claims
    before the newest ones. The result is () if the deal to which these claims belong is over.
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
    """Yield (claim, votes, whether it is true) for each claim whose truth the last line has shown.

    The votes are by player's name, True for a lie. ``past`` are all lines up to this line, and ``moment`` is its
    result, whose cards bear the marks “true” or “LIE”. Only claims of the same deal on which somebody voted are
    yielded.
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
    """Return (right votes, all votes) for each player who voted tonight, by name.

    ``past`` are all lines of the game that has just been finished; its votes are added to those of tonight's earlier
    games in ``hosting``.
    """
    found = dict(hosting.nosed)
    for key, noses in hosting.smelled.items():
        at, place = map(int, key.split("."))
        true = past[at].truths()[place] if at < len(past) else None
        for name, lie in noses.items() if true is not None else ():
            right, of = found.get(name, (0, 0))
            found[name] = right + (lie != true), of + 1
    return found


def best(tally: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, ...], int, int]:
    """Return (names of the best voters, how many of their votes were right, how many votes they had).

    The best are those with the most right votes, and among these, those with the fewest votes. ``tally`` is what the
    function ``tally`` returns. If no vote was right, the result is ((), 0, 0).
    """
    top = max(((right, -of) for right, of in tally.values() if right), default=(0, 0))
    return tuple(name for name, (right, of) in tally.items() if (right, -of) == top), top[0], -top[1]


def _best_tonight(hosting: Hosting, past: Sequence[Passed]) -> tuple[tuple[str, ...], int, int]:
    """Return tonight's best voters after a game, as the function ``best`` does.

    If nobody voted in this game, there are no names. ``past`` are all lines of the game.
    """
    now = tally(hosting, past)
    return best(now if now != hosting.nosed else {})


def award(hosting: Hosting, past: Sequence[Passed]) -> tuple[Moment, ...]:
    """Return a result for the end of a game that names tonight's best voters on claims, or ().

    It is () if nobody voted in this game, or if no vote was right. ``past`` are all lines of the game.
    """
    names, right, of = _best_tonight(hosting, past)
    words = say("{names}: {right} of {of} smelled right.", names=both(names), right=right, of=of)
    return (
        (Moment(kind="award", head=say("Best nose tonight"), words=(words,), where=language.say("the end")),)
        if names
        else ()
    )
