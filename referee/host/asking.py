"""``Asking``: guests write facts about each other while they wait in the lobby (``factbank.asked``, docs/host.md).

What was written is kept with the hosting, in the table's own row of the journal, and goes with it.
"""

from contextlib import suppress
from itertools import count
from random import Random

from msgspec.structs import replace

from factbank.asked import SHARES, Lacking, TwiceError, longest, openings, tidied, usual_share
from factbank.errors import FactError
from factbank.fill import Guest, parse_guest
from liarsdeck.files import packs_dir, write_atomic
from liarsdeck.language import ENGLISH, either, say, say_n
from referee.core.game import Json
from referee.core.screens import AskPage
from referee.host.hosting import Chair, Session
from referee.host.session import HttpRefusal, People, atomic

FEWEST = 3
"""Players with phones from whom on it is offered: one is named, and two others write."""
OUR_TABLE = "our-table"
"""The pack that an evening's pairs are kept as, numbered where there is one."""


class Asking(People):
    """The page on which people write how sentences about each other end.

    ``unprintable`` returns what of a text can't be printed, where it is for print.
    """

    unprintable: Lacking | None = None

    @property
    def asks(self) -> bool:
        """Whether guests may be asked: the phones hold fresh facts in English, and enough people sit at one."""
        fresh = bool(self.hosting.game) and self.game.needs_facts and self.hosting.deals and not self.hosting.facts
        sitting = sum(bool(chair.pin) for chair in self.hosting.chairs)
        return fresh and self.hosting.language == ENGLISH and self.table is None and sitting >= FEWEST

    @property
    def named(self) -> dict[str, Guest]:
        """The players whom openings may name, by name: those with a phone, on which they can veto them."""
        found = {chair.name: guest_of(chair) for chair in self.hosting.chairs}
        lost = self.unprintable or (lambda _: ())
        return {name: guest for name, guest in found.items() if guest is not None and not lost(name)}

    def ask_page(self, session: Session) -> AskPage | None:
        """Return what a screen shows of it, None where it is not offered.

        A phone that asks for this has seen the openings about its player: from then on others are given them.
        """
        if not self.asks:
            return None
        if not self.hosting.asked.on:
            return AskPage()
        if session.seat:
            self._tend(session.seat)
        asked, name = self.hosting.asked, session.seat
        players = sum(bool(chair.pin or chair.laptop or chair.bot) for chair in self.hosting.chairs)
        page = AskPage(True, asked.written(), asked.share or usual_share(players))
        if session.host:
            return replace(page, flagged=tuple(asked.flagged), whole=asked.paired)
        mine = tuple((item.no, item.said) for item in asked.about(name))
        page = replace(page, written=asked.written(name), mine=mine, silent=name in asked.silent)
        if (item := asked.item(asked.holds.get(name, 0))) is None:
            return page
        opening = openings()[item.opening]
        most, sample = longest(item.said, opening), asked.sample(item, name)
        return replace(page, no=item.no, said=item.said, quotes=opening.quotes, most=most, sample=sample)

    def ask_json(self, session: Session) -> dict[str, Json]:
        """Return the same for other programs."""
        page = self.ask_page(session)
        found: dict[str, Json] = {"seq": self.hosted.seq, "offered": page is not None, "on": False}
        if page is None or not page.on:
            return found
        found |= {"on": True, "all": page.all, "share": page.share}
        if session.host:
            return found | {"whole": page.whole, "flagged": list(page.flagged)}
        mine: list[Json] = [{"no": no, "opening": said} for no, said in page.mine]
        about: dict[str, Json] = {"silent": page.silent, "openings": mine}
        item: dict[str, Json] = {"no": page.no, "opening": page.said, "quotes": page.quotes, "most": page.most}
        item |= {"sample": page.sample}
        return found | {"written": page.written, "write": item if page.no else None, "about": about}

    # What a phone sends

    @atomic
    def write(self, session: Session, no: int, text: str, *, sure: bool) -> None:
        """Store an ending for the opening that a seat has. Raises ``HttpRefusal`` (403, 409, 422)."""
        name, asked = self._writer(session), self.hosting.asked
        item = asked.item(no)
        if item is None or asked.holds.get(name) != no:
            if item is None or name not in item.writers:  # else the same tap came twice
                raise HttpRefusal(409, say("That opening is not before you any more: here is another."))
            return
        try:
            opening = openings()[item.opening]
            asked.write(name, no, tidied(text, opening, item.said, lacking=self.unprintable, sure=sure))
        except TwiceError as error:
            raise HttpRefusal(422, str(error), "host.twice") from None
        except FactError as error:
            raise HttpRefusal(422, str(error), "host.ending") from None
        self._next(name)

    @atomic
    def pass_on(self, session: Session, no: int, *, doubt: bool) -> None:
        """Give a seat another opening; with ``doubt``, its writer says that two answers could both be true."""
        name, asked = self._writer(session), self.hosting.asked
        if asked.holds.get(name) == no:
            if doubt:
                asked.flag(name, no)
            self._next(name, new=True)

    @atomic
    def veto(self, session: Session, no: int) -> None:
        """Drop an opening about the player of a seat."""
        name = self._writer(session)
        self.hosting.asked.veto(name, no)
        self._tend(name)
        self.changed()

    @atomic
    def hush(self, session: Session, *, silent: bool) -> None:
        """Drop all openings about the player of a seat, or let them be asked again."""
        name = self._writer(session)
        self.hosting.asked.hush(name, silent=silent)
        if not silent and (chair := self.chair(name)) is not None:
            chair.left_out = False
        self._tend(name)
        self.changed()

    # What the host sends

    @atomic
    def ask_guests(self, on: bool, share: str) -> None:
        """Turn the page on or off, and say how many pairs guests write ("": as before). Nothing written is lost.

        Raises ``HttpRefusal`` (409, 422).
        """
        self.check_lobby()
        if on and not self.asks:
            raise HttpRefusal(409, say("That is for fresh facts in the phones, and {n} players or more.", n=FEWEST))
        if share not in ("", *SHARES):
            raise HttpRefusal(422, say("Of the pairs, guests write {shares}.", shares=either(SHARES)), "host.share")
        asked = self.hosting.asked
        asked.on, asked.share = on, share or asked.share
        self.changed()

    @atomic
    def strike(self, no: int) -> None:
        """Drop a pair that a writer doubts, unseen."""
        self.check_lobby()
        self.hosting.asked.strike(no)
        self.changed()

    def keep_written(self) -> str:
        """Keep the evening's whole pairs as a pack in the household's folder; return the sentence that says so.

        Pairs that no pack may hold, such as “1 1” twice in a row, are left out. Raises ``HttpRefusal`` (409) where none
        is left.
        """
        from factbank.jokes import Joke, pack_text, why_not

        pairs = self.hosting.asked.pairs(self.hosting.asked.whole)
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
        if left := self.hosting.asked.paired - len(jokes):
            said += " " + say_n("{n} pair is not fit for a pack.", "{n} pairs are not fit for a pack.", left)
        return said

    # Its parts

    def _writer(self, session: Session) -> str:
        self.check_lobby()
        if self.chair(session.seat) is None:
            raise HttpRefusal(403, say("Sit down first."))
        if not (self.asks and self.hosting.asked.on):
            raise HttpRefusal(409, say("Nobody is asked to write here."))
        return session.seat

    def _rng(self, what: str) -> Random:
        """Return the generator of what happens now; its seed is a hash that no guest knows."""
        return Random(f"{self.hosting.host}/{self.hosted.seq}/{what}")

    @atomic
    def _tend(self, name: str) -> None:
        """Draw openings where there are few, mark those about a player as seen, and give them one to write on."""
        asked, before = self.hosting.asked, len(self.hosting.asked.items)
        names = {chair.name for chair in self.hosting.chairs}
        for gone in {item.about for item in asked.items if not item.gone} - names:
            asked.leave(gone)
        asked.stock([*self.named.values()], self._rng("openings"))
        new = asked.show(name) or len(asked.items) != before
        asked.next_for(name, self._rng(name))
        if new:  # somebody may have waited for one
            self.hosted.changed()

    def _next(self, name: str, *, new: bool = False) -> None:
        self.hosting.asked.next_for(name, self._rng(name), new=new)
        self._tend(name)
        self.changed()


def guest_of(chair: Chair) -> Guest | None:
    """Return a chair's player as facts name them; None for a bot, without a phone, or with a name that no fact says."""
    if chair.pin and not chair.bot and not chair.left_out:
        with suppress(FactError):
            return parse_guest(f"{chair.name}:{chair.about}".rstrip(":"))._replace(name=chair.name)
    return None
