"""``Asking``: in the lobby, guests write facts about each other (``factbank.asked``, docs/host.md).

What they wrote is stored with the hosting, in its row of the journal, and is deleted with the hosting.
"""

from contextlib import suppress
from itertools import count
from random import Random

from msgspec.structs import replace

from factbank.asked import SHARES, Asked, Lacking, TwiceError, longest, opening_of, openings, tidied, usual_share
from factbank.errors import FactError
from factbank.fill import Guest, parse_guest
from liarsdeck.files import packs_dir, write_atomic
from liarsdeck.language import either, say, say_n, spoken
from referee.core.game import Json
from referee.core.screens import AskPage
from referee.host.hosting import Chair, Session
from referee.host.session import HttpRefusal, People, atomic

FEWEST = 3
"""The fewest players with phones for whom this is offered: a pair is about one, and two others write it."""
OUR_TABLE = "our-table"
"""The name of the pack in which an evening's pairs are kept; a number is added if there is one."""


class Asking(People):
    """The facts that guests write about each other, and the page on which they write.

    A guest completes a sentence such as “Ann collects …”. The beginning of the sentence is an *opening*, what the guest
    writes an *ending*. Two endings of one opening by different guests make a pair. ``unprintable`` is a function that
    returns those parts of a text that can't be printed; it is None if nothing will be printed.
    """

    unprintable: Lacking | None = None

    @property
    def asks(self) -> bool:
        """Whether guests may be asked to write facts now.

        This is so in the lobby, if all of these conditions hold: the game needs facts; the phones will hold the cards;
        no kit is chosen, so that facts are newly dealt; there are openings (beginnings of sentences) in the table's
        language; and ``FEWEST`` or more players sit with a phone.
        """
        fresh = bool(self.hosting.game) and self.game.needs_facts and self.hosting.deals and not self.hosting.facts
        sitting = sum(bool(chair.pin) for chair in self.hosting.chairs)
        return fresh and bool(openings(self.hosting.language)) and self.table is None and sitting >= FEWEST

    @property
    def asked(self) -> Asked:
        """What guests wrote so far, with its ``language`` set to the table's present one."""
        self.hosting.asked.language = self.hosting.language
        return self.hosting.asked

    @property
    def named(self) -> dict[str, Guest]:
        """The players about whom openings (beginnings of sentences) may be, by name.

        They are the players with a phone who have not declined and whose names can be printed.
        """
        chairs = (chair for chair in self.hosting.chairs if not self.hosting.asked.hushed(chair.name))
        found = {chair.name: guest_of(chair) for chair in chairs}
        lost = self.unprintable or (lambda _: ())
        return {name: guest for name, guest in found.items() if guest is not None and not lost(name)}

    def ask_page(self, session: Session) -> AskPage | None:
        """Return what the screen of this session shows of writing facts; None if ``asks`` is false.

        This records that the session's player has seen the openings (beginnings of sentences) about themselves. From
        then on, other guests may be given these openings to complete.
        """
        if not self.asks:
            return None
        if not self.asked.on:
            return AskPage()
        if session.seat:
            self._tend(session.seat)
        asked, name = self.asked, session.seat
        players = sum(bool(chair.pin or chair.laptop or chair.bot) for chair in self.hosting.chairs)
        page = AskPage(True, asked.written(), asked.share or usual_share(players))
        if session.host:
            return replace(page, flagged=tuple(asked.flagged), whole=asked.paired)
        mine = tuple((item.no, item.said) for item in asked.about(name))
        page = replace(page, written=asked.written(name), mine=mine, silent=asked.hushed(name))
        if (item := asked.item(asked.holds.get(name, 0))) is None:
            return page
        one_word = opening_of(item.opening).one_word
        page = replace(page, no=item.no, said=item.said, one_word=one_word, most=longest(item.said))
        return replace(page, sample=asked.sample(item, name), doubt=name in item.doubts)

    def ask_json(self, session: Session) -> dict[str, Json]:
        """Return what ``session`` may see of the writing of facts as JSON, like ``ask_page``."""
        page = self.ask_page(session)
        found: dict[str, Json] = {"seq": self.hosted.seq, "offered": page is not None, "on": False}
        if page is None or not page.on:
            return found
        found |= {"on": True, "all": page.all, "share": page.share}
        if session.host:
            return found | {"whole": page.whole, "flagged": list(page.flagged)}
        mine: list[Json] = [{"no": no, "opening": said} for no, said in page.mine]
        about: dict[str, Json] = {"silent": page.silent, "openings": mine}
        item: dict[str, Json] = {"no": page.no, "opening": page.said, "one_word": page.one_word, "most": page.most}
        item |= {"sample": page.sample, "doubt": page.doubt}
        return found | {"written": page.written, "write": item if page.no else None, "about": about}

    # What a phone sends

    @atomic
    def write(self, session: Session, no: int, text: str, *, sure: bool) -> None:
        """Store ``text``, a guest's ending for opening ``no`` (a sentence's beginning); give a new opening.

        With ``sure``, a word that the word filter bans is accepted. Raises ``HttpRefusal``: 403 without a seat, 409 if
        the guest does not have that opening now, 422 for an ending that does not fit.
        """
        name, asked = self._writer(session), self.asked
        item = asked.item(no)
        if item is None or asked.holds.get(name) != no:
            if item is None or name not in item.writers:  # else the same tap came twice
                raise HttpRefusal(409, say("That opening is not before you any more: here is another."))
            return
        try:
            opening = opening_of(item.opening)
            asked.write(name, no, tidied(text, opening, item.said, lacking=self.unprintable, sure=sure))
        except TwiceError as error:
            raise HttpRefusal(422, str(error), "host.twice") from None
        except FactError as error:
            raise HttpRefusal(422, str(error), "host.ending") from None
        self._next(name)

    @atomic
    def pass_on(self, session: Session, no: int) -> None:
        """Give a guest another opening to complete in place of ``no``; no effect if ``no`` is not theirs."""
        name = self._writer(session)
        if self.asked.holds.get(name) == no:
            self._next(name, new=True)

    @atomic
    def doubt(self, session: Session, no: int, *, doubts: bool) -> None:
        """Record that a guest thinks that two endings of the opening with the number ``no`` could both be true.

        With ``doubts`` False, they think so no longer.
        """
        name, item = self._writer(session), self.asked.item(no)
        before = item is not None and name in item.doubts
        self.asked.doubt(name, no, doubts=doubts)
        if item is not None and (name in item.doubts) != before:
            self.changed()

    @atomic
    def veto(self, session: Session, no: int) -> None:
        """Drop the opening with number ``no`` if it is about the session's player; otherwise do nothing."""
        name, item = self._writer(session), self.asked.item(no)
        if item is None or item.about != name or item.gone:  # nothing that a screen would show changes
            return
        self.asked.veto(name, no)
        self._tend(name)
        self.changed()

    @atomic
    def hush(self, session: Session, *, silent: bool) -> None:
        """Leave a guest out of all openings and facts at their wish, or (``silent`` False) let them in again."""
        name = self._writer(session)
        if silent is self.asked.hushed(name):
            return
        self.asked.hush(name, silent=silent)
        self._tend(name)
        self.changed()

    # What the host sends

    @atomic
    def ask_guests(self, on: bool, share: str) -> None:
        """Ask guests to write facts, or with ``on`` False stop asking; nothing written is lost.

        ``share`` says how many of the pairs guests write, one of ``SHARES``; "" leaves it as it is. Raises
        ``HttpRefusal``: 409 if guests can't be asked now, 422 for another share.
        """
        self.check_lobby()
        if on and not self.asks:
            raise HttpRefusal(409, say("That is for fresh facts in the phones, and {n} players or more.", n=FEWEST))
        if share not in ("", *SHARES):
            raise HttpRefusal(422, say("Of the pairs, guests write {shares}.", shares=either(SHARES)), "host.share")
        asked = self.asked
        asked.on, asked.share = on, share or asked.share
        self.changed()

    @atomic
    def strike(self, no: int) -> None:
        """Drop the pair with the number ``no``, if a writer doubts the pair.

        A writer doubts a pair if both of its sentences could be true. The host, who calls this, does not see the pair.
        Any other number has no effect.
        """
        self.check_lobby()
        self.asked.strike(no)
        self.changed()

    def keep_written(self) -> str:
        """Store the complete pairs that guests wrote as a pack (a TOML file); return a sentence on it.

        Pairs that can't be in a pack, for example because a sentence is too long, are left out. Raises ``HttpRefusal``
        (409) if none is left.
        """
        from factbank.jokes import Joke, pack_text, why_not

        pairs = self.asked.pairs(self.asked.whole)
        if not pairs:
            raise HttpRefusal(409, say("No pair is whole yet."))
        whole = {Joke(pair.cards[0].text, pair.cards[1].text): (pair.title, pair.guest) for pair in pairs}
        jokes = {joke: named for joke, named in whole.items() if not why_not(joke)}
        if not jokes:
            raise HttpRefusal(409, say("No pair is fit for a pack: a sentence in it is too long, or not in order."))
        names = (f"{OUR_TABLE}-{number}" if number > 1 else OUR_TABLE for number in count(1))
        path = next(path for name in names if not (path := packs_dir() / f"{name}.toml").exists())
        write_atomic(path, pack_text([*jokes], jokes).encode(), private=True)
        said = say_n(
            "{n} pair is kept as the pack {pack}: names and endings, and not who wrote them.",
            "{n} pairs are kept as the pack {pack}: names and endings, and not who wrote them.",
            len(jokes), pack=path.stem,
        )  # fmt: skip
        if left := self.asked.paired - len(jokes):
            said += " " + say_n("{n} pair is not fit for a pack.", "{n} pairs are not fit for a pack.", left)
        return said

    # Its parts

    def _writer(self, session: Session) -> str:
        self.check_lobby()
        if self.chair(session.seat) is None:
            raise HttpRefusal(403, say("Sit down first."))
        if not (self.asks and self.asked.on):
            raise HttpRefusal(409, say("Nobody is asked to write here."))
        return session.seat

    def _rng(self, what: str) -> Random:
        """Return a new random generator for the purpose ``what``.

        No guest can know its seed, which contains a secret hash. The seed changes with the state's number (``seq``).
        """
        return Random(f"{self.hosting.host}/{self.hosted.seq}/{what}")

    @atomic
    def _tend(self, name: str) -> None:
        """Give the player ``name`` an opening to write on, if they have none.

        Before that, new openings are drawn if there are few, openings about players who have gone are dropped, and
        those about ``name`` count as seen by them.
        """
        asked, before = self.asked, len(self.asked.items)
        names = {chair.name for chair in self.hosting.chairs}
        for gone in {item.about for item in asked.items if not item.gone} - names:
            asked.leave(gone)
        asked.stock([*self.named.values()], self._rng("openings"))
        new = asked.show(name) or len(asked.items) != before
        asked.next_for(name, self._rng(name))
        if new:  # somebody may have waited for one
            self.hosted.changed()

    def _next(self, name: str, *, new: bool = False) -> None:
        self.asked.next_for(name, self._rng(name), new=new)
        self._tend(name)
        self.changed()


def guest_of(chair: Chair) -> Guest | None:
    """Return the player of a chair as facts name them; None if facts can't name the player.

    Facts can't name a bot, somebody without a phone, or somebody whose name fits no sentence.
    """
    if chair.pin and not chair.bot:
        with suppress(FactError):
            return parse_guest(f"{chair.name}:{chair.about}".rstrip(":"), spoken())._replace(name=chair.name)
    return None
