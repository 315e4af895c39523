"""``Lobby``: the host's choice of game, house rules, seat order, phones and bots, and the beginning of the game."""

import asyncio
import contextlib
import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from factbank.errors import FactError
from factbank.factfile import EACH
from liarsdeck.english import capfirst
from liarsdeck.language import ENGLISH, both, check_offered, number_word, say
from referee import games
from referee.bots import CHARACTERS, level_of
from referee.core.game import Setup
from referee.core.play import folded
from referee.core.setup import FirstTable, check_options, check_seats, first_table, read_options, seated
from referee.host.asking import Asking
from referee.host.hosting import Chair, Session, Wanted, guest_chairs
from referee.host.session import HttpRefusal, atomic
from referee.host.talk import tally
from referee.store.journal import FREED, WRONG_PINS
from referee.store.pins import FREE_TRIES
from referee.tables.table import Table

if TYPE_CHECKING:
    from factbank.factfile import Facts, Pair

PERSON = "person"
BOT_NAMES = ("Zoe", "Yan", "Xenia", "Wim", "Vera", "Udo", "Tess", "Sol", "Rosa", "Quinn", "Pia", "Otto")


class Lobby(Asking):
    """The people of a hosting, and the actions that only the host may take."""

    def _options(self) -> Struct:
        """Return the house rules."""
        options: Struct = read_options(self.game.options, self.house_rules, self.game.name, words=True)
        return options

    @property
    def first(self) -> FirstTable | None:
        """What is recommended for a first evening of those who sit; None for the defaults, or with a kit."""
        return None if self.hosting.facts else first_table(self.game, len(self.sitting))

    @property
    def house_rules(self) -> dict[str, object]:
        """The house rules that were chosen, or as long as none were, those recommended for a first evening."""
        if self.hosting.first and self.first is not None:
            return dict(self.first.options)
        chosen: dict[str, object] = json.loads(self.hosting.options)
        return chosen

    @atomic
    def set_up(self, game: str, options: dict[str, object] | None, facts: str, *, deals: bool, guests: bool) -> None:
        """Choose a game, its house rules, the code of its kit, and whether the phones hold the cards.

        Without ``options`` they are those recommended for a first evening. With ``guests``, fresh facts speak of those
        who sit. Raises ``RecordError``.
        """
        self.check_lobby()
        found = games.game(game)
        check_options(found, read_options(found.options, options or {}, found.name, words=True))
        check_offered(self.hosting.language, "host", found.name)
        self.hosting.first, self.hosting.options = options is None, json.dumps(options or {})
        self.hosting.game = found.name
        before, facts = self.hosting.facts, facts if found.needs_facts else ""
        self.hosting.facts, self.hosting.deals, self.hosting.guests = facts, deals, guests
        if facts != before and not any(chair.pin or chair.laptop for chair in self.hosting.chairs):
            with contextlib.suppress(FactError):  # nobody sits yet: the guests of the kit are expected
                kit = self._facts(facts)
                self.hosting.chairs += guest_chairs(kit.guests if kit else (), self.names, found.seats[1])
        self.changed()

    @atomic
    def arrange(self, seats: list[str], laptop: list[str]) -> None:
        """Order the lobby's names as people sit, clockwise: new ones are added, those left out go.

        ``laptop`` are those who play without a phone. Raises ``RecordError``.
        """
        self.check_lobby()
        if len({folded(name) for name in seats}) != len(seats):
            raise HttpRefusal(422, "Two seats have one name.", "host.name")
        known = {folded(chair.name): chair for chair in self.hosting.chairs}
        for at, name in enumerate(seats):
            if folded(name) not in known:
                self.check_new(name, [*seats[:at], *seats[at + 1 :]])
        self.hosting.chairs = [known.get(folded(name), Chair(name)) for name in seats]
        without = {folded(name) for name in laptop}
        for chair in self.hosting.chairs:
            chair.laptop = folded(chair.name) in without and not (chair.pin or chair.bot)
        for gone in known.values():
            if gone not in self.hosting.chairs:
                self._unseat(gone.name)
        self.changed()

    @atomic
    def rename(self, typed: str, name: str) -> None:
        """Correct a name in the lobby; whoever sits there stays. Raises ``HttpRefusal`` (409, 422)."""
        self.check_lobby()
        chair, name = self._seat_of(self._known(typed)), " ".join(name.split())
        self.check_new(name, [other for other in self.names if other != chair.name])
        for session in self.hosting.sessions.values():
            session.seat = name if session.seat == chair.name else session.seat
        if chair.name in self.hosting.nosed:
            self.hosting.nosed[name] = self.hosting.nosed.pop(chair.name)
        chair.name = name
        self.changed()

    @property
    def sitting(self) -> list[Chair]:
        """The chairs that the game would begin with: taken by a phone, a laptop player or a bot, as many as it has."""
        taken = [chair for chair in self.hosting.chairs if chair.pin or chair.laptop or chair.bot]
        playing = [chair for chair in taken if not chair.watches]
        return playing[: self.game.seats[1]] if self.hosting.game else playing

    @atomic
    def watch(self, typed: str, *, watches: bool) -> None:
        """Let somebody watch the next game, or play it. Raises ``HttpRefusal`` (409, 422)."""
        self.check_lobby()
        self._seat_of(self._known(typed)).watches = watches
        self.changed()

    @property
    def lacking(self) -> int:
        """The number of pairs of facts that must be dealt before the game can begin on phones, 0 where none."""
        if not self.hosting.game or not self.hosting.deals or self.hosting.facts or self.table is not None:
            return 0
        enough = self.game.needs_facts and len(self.sitting) >= self.game.seats[0]
        return getattr(self._options(), "each", EACH) * len(self.sitting) if enough else 0

    @atomic
    def tell_about(self, session: Session, pronoun: str, said: str, *, left_out: bool) -> None:
        """Record what fresh facts may say of a seat's player: a pronoun, "" for none, and a pastime, a pet or a trade.

        Raises ``HttpRefusal`` (403 without a seat, 409, 422).
        """
        from factbank.fill import parse_guest

        self.check_lobby()
        if (chair := self.chair(session.seat)) is None:
            raise HttpRefusal(403, "Sit down first.")
        about = f"{pronoun}:{said}".rstrip(":")
        if not left_out:
            try:
                parse_guest(f"{chair.name}:{about}" if about else chair.name)
            except FactError as error:
                raise HttpRefusal(422, f"{capfirst(str(error))}.", "host.about") from None
        chair.about, chair.left_out = about, left_out
        self.changed()

    def _about(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of these players of whom fresh facts may speak, as on the command line."""
        from factbank.fill import parse_guest

        typed = {folded(guest.partition(":")[0].strip()): guest for guest in self.hosting.about}
        found = []
        for name in names if self.hosting.guests else ():
            chair = self.chair(name)
            if chair is None or chair.bot or chair.left_out:
                continue
            guest = f"{name}:{chair.about}" if chair.about else typed.get(folded(name), name)
            with contextlib.suppress(FactError):  # a name that no fact can say
                parse_guest(guest)
                found.append(guest)
        return tuple(found)

    async def begin(self) -> None:
        """Set up the table for those who sit, with fresh facts where nobody named a kit, and deal.

        The lobby refuses changes meanwhile. Raises ``HttpRefusal``, ``RecordError`` for a wrong number of players or a
        failed write; facts that were dealt in vain are used by the next call.
        """
        self.check_lobby()
        if not self.hosting.game:
            raise HttpRefusal(409, "Which game? The host chooses it first.")
        game = self.game
        check_seats(game, tuple(chair.name for chair in self.sitting))
        if game.needs_facts and not (self.hosting.facts or self.hosting.deals):
            why = "{game} needs a kit: its code stands on the box. Or let the phones hold it."
            raise HttpRefusal(422, why, game=game.title)
        names, wanted = tuple(chair.name for chair in self.sitting), None
        if self.lacking:
            wanted = self._wanted_facts(self.lacking, names)
        self.beginning = True
        try:
            facts = await self._dealt(wanted) if wanted else self._facts(self.hosting.facts)
            self._begin(facts, wanted)
            self._spare.clear()
        finally:
            self.beginning = False

    def _wanted_facts(self, pairs: int, seats: tuple[str, ...], bots: Collection[str] = ()) -> Wanted:
        """Return what a game of these seats is dealt: facts of the bank, and what guests wrote about each other."""
        about = self._about(name for name in seats if name not in bots)
        people = set(seats).intersection(self.named) if self.hosting.language == ENGLISH else ()  # as openings are
        written = self.hosting.asked.choose(people, seats, pairs // len(seats), self._rng("the deal"))
        told = {item.about for item in written}
        rest = tuple(guest for guest in about if guest.partition(":")[0] not in told)
        return pairs, rest if len(rest) <= pairs - len(written) else (), tuple(item.no for item in written)

    @atomic
    def another_game(self) -> None:
        """Go back to the lobby after a game: all keep seats and PINs, latecomers may sit, the host chooses the game.

        Raises ``HttpRefusal`` (409) while the game goes on.
        """
        known = {chair.name: chair for chair in self.hosting.chairs}
        chairs = [known.get(name, Chair(name)) for name in self.names]
        watched = [chair for chair in self.hosting.chairs if chair.watches and chair not in chairs]
        for chair in watched:
            chair.watches = False
        for chair in chairs:
            pin, bot = self.pin_of(chair.name), self.bot(chair.name)
            chair.pin, chair.bot, chair.laptop = ("", bot, False) if bot else (pin, "", not pin)
        self.hosting.chairs, self.hosting.game = [*chairs, *watched], self.hosted.begun.game.name
        if self.hosting.fresh:
            self.hosting.facts = ""
        nosed = tally(self.hosting, self.hosted.past)
        self.hosted.leave_table()
        self.hosting.nosed = nosed
        self.hosted.changed()

    async def rematch(self) -> None:
        """Set up another game for the same people, with fresh facts where those of the last game were.

        Raises ``HttpRefusal`` (409) while that game goes on, ``RecordError`` for a failed write.
        """
        if self.beginning:
            raise HttpRefusal(409, "The game is about to begin: wait a moment.")
        table = self.hosted.finished
        wanted = None
        if table.setup.facts and self.hosting.fresh:
            bots = {table.name(seat) for seat in table.bots}
            wanted = self._wanted_facts(len(table.setup.facts.pairs), table.setup.seats, bots)
        self.beginning = True
        try:
            facts = await self._dealt(wanted) if wanted else None
            with self.hosted.transaction():
                self.hosting.nosed = tally(self.hosting, self.hosted.past)
                self.hosted.rematch(facts)
                self._played(wanted)
            self._spare.clear()
        finally:
            self.beginning = False

    async def _dealt(self, wanted: Wanted) -> "Facts":
        """Return fresh facts: dealt in vain before, or now."""
        if wanted not in self._spare:
            pairs, guests, numbers = wanted
            asked = self.hosting.asked
            own = asked.pairs([item for no in numbers if (item := asked.item(no)) is not None])
            self._spare[wanted] = await asyncio.to_thread(fresh_facts, pairs, guests, own, self.hosting.language)
        return self._spare[wanted]

    def _played(self, wanted: Wanted | None) -> None:
        """Record that these facts are in play: what guests wrote of them is not dealt again."""
        if wanted is not None:
            for item in self.hosting.asked.items:
                item.used = item.used or item.no in wanted[2]

    @atomic
    def _begin(self, facts: "Facts | None", wanted: Wanted | None) -> None:
        hosting, chairs = self.hosting, self.sitting
        names, options = tuple(chair.name for chair in chairs), self.house_rules
        setup = games.setup(self.game, names, options, facts=facts, words=True)
        bots = {seat: chair.bot for seat, chair in enumerate(chairs) if chair.bot}
        kit = setup.facts.kit if setup.facts else ""
        table = Table.new(self.hosted.journal, setup, kit=kit, follows=hosting.last, bots=bots)
        for seat, chair in enumerate(chairs):
            if chair.pin:
                table.journal.keep_pin(table.number, seat, chair.pin)
            if (wrong := self._wrong[chair.name]) and wrong >= FREE_TRIES:
                table.notice(WRONG_PINS, seat, number_word(wrong))
        for chair in hosting.chairs:
            chair.watches = bool(chair.pin) and chair not in chairs
        hosting.facts, hosting.fresh = kit, wanted is not None
        hosting.deals = hosting.deals or bool(bots and not setup.facts)  # else nobody knows a bot's hand
        hosting.base += 1
        self._played(wanted)
        self.hosted.open_table(table.number)

    def setup(self) -> Setup:
        """Return the table's setup, or in the lobby the one of its choices. Raises ``HttpRefusal`` (404)."""
        if self.table is not None:
            return self.table.setup
        if not self.hosting.game:
            raise HttpRefusal(404, "Nobody has chosen a game yet.")
        fewest, most = self.game.seats
        players = min(max(len(self.hosting.chairs), fewest), most)
        return seated(self.game, players, self._options(), self._facts(self.hosting.facts))

    def _facts(self, kit: str) -> "Facts | None":
        """Return the facts of a kit, None where the game needs none or none was named."""
        if not self.game.needs_facts or not kit:
            return None
        from factbank.kits import find

        return find(kit)

    # Seats, in the lobby and in the game

    @atomic
    def stand_up(self, session: Session) -> None:
        """Free a phone's seat in the lobby, or end the host session's ``alone``.

        The chair stays, unless this phone's player typed its name: then another name can be typed.

        Raises ``HttpRefusal`` (409) for a phone when the game has begun.
        """
        if session.host:
            session.alone = ""
            return
        if self.table is not None:
            raise HttpRefusal(409, "The game has begun: the host can free your seat.")
        self.check_lobby()
        if session.seat:
            if (chair := self.chair(session.seat)) is not None:
                chair.pin = ""
                if chair.typed:
                    self.hosting.chairs.remove(chair)
            session.seat = ""
            self.changed()

    @atomic
    def free(self, typed: str, said: str = "") -> None:
        """Free a seat: delete its session's claim and its PIN, with a public notice. Raises ``HttpRefusal``.

        ``said`` is the notice in other words.
        """
        name, table = self._known(typed), self.table
        if table is None:
            self.check_lobby()
        self._unseat(name)
        if table is None:
            self._seat_of(name).pin = ""
            self.changed()
        else:
            table.journal.keep_pin(table.number, table.setup.seats.index(name), "")
            self.ask_about(name)
            self.hosted.notice(FREED, name, said)

    @atomic
    def give_phones(self, names: list[str], *, phone: bool) -> None:
        """Open these seats without a phone to phones, or close them again. Raises ``HttpRefusal`` (409, 422)."""
        if self.table is None:
            self.check_lobby()
        known = [self._known(name) for name in names]
        for name in known:
            if not self.laptop(name) and (phone or self.table is not None):
                raise HttpRefusal(409, "{seat}’s seat is not one without a phone.", seat=name)
        self._asking = [name for name in self._asking if name not in known]
        if self.table is None:
            for chair in self.hosting.chairs:
                if chair.name in known:
                    chair.laptop = not (phone or chair.pin or chair.bot)
        else:
            others = [name for name in self.hosting.open if name not in known]
            self.hosting.open = [*others, *known] if phone else others
        self.changed()

    def draw(self, names: list[str]) -> None:
        """Draw one of these players as ``HostedTable.draw`` does. Raises ``HttpRefusal`` (409, 422)."""
        seats = self.hosted.begun.setup.seats
        self.hosted.draw([seats.index(self._known(name)) for name in names])

    def _known(self, typed: str) -> str:
        name = self.name(typed)
        if name is None:
            who = both(self.names) or say("nobody sits yet")
            raise HttpRefusal(422, "Nobody is called so: {who}.", "host.name", who=who)
        return name

    @atomic
    def sit_bot(self, typed: str, level: str) -> None:
        """Give a seat to a bot of ``level``, or back to people where that is ``PERSON``.

        In the lobby an unknown or empty name adds a chair. Raises ``HttpRefusal``, ``RecordError``.
        """
        table = self.table
        if table is None:
            self._sit_bot_in_lobby(typed, level)
            return
        name = self.name(typed)
        if name is None:
            raise HttpRefusal(422, "Nobody is called so at this table.", "host.name")
        seat = table.setup.seats.index(name)
        if level == PERSON:
            if not self.bot(name):
                raise HttpRefusal(409, "No bot plays for {seat}.", seat=name)
            table.seat_bot(seat, None)
            self.ask_about(name)
        else:
            if self.holder(name) is not None:
                self.free(name, say("a bot plays for {seat} now", seat=name))
            table.seat_bot(seat, level)
        self.hosted.resume()

    def _sit_bot_in_lobby(self, typed: str, level: str) -> None:
        self.check_lobby()
        if not self.hosting.game:
            raise HttpRefusal(409, "Which game? Choose it first, then its bots.")
        game, names = games.game(self.hosting.game), {folded(name) for name in self.names}
        own = (CHARACTERS[level],) if level in CHARACTERS else ()
        typed = " ".join(typed.split()) or next(name for name in (*own, *BOT_NAMES) if folded(name) not in names)
        if folded(typed) not in names:
            self.check_new(typed, self.names)
            if len(names) >= game.seats[1]:
                raise HttpRefusal(409, "All seats are taken.")
        level = "" if level == PERSON else level_of(game, level)
        chair = self._seat_of(typed)
        self._unseat(chair.name)
        chair.bot, chair.pin, chair.laptop = level, "", False
        self.changed()


def fresh_facts(pairs: int, guests: Sequence[str] = (), own: Sequence["Pair"] = (), language: str = ENGLISH) -> "Facts":
    """Deal fresh facts for a table that needs no printed card: ``own`` pairs, and new ones, some about ``guests``.

    Facts with pairs of people's own are not kept among the kits. Where no fact fits a guest's name, none is about them.
    Raises ``FactError``.
    """
    from factbank.deal.deal import Wish, deal
    from liarsdeck.files import ledger_path

    try:
        wish = Wish(pairs, guests=tuple(guests), language=language)
        with deal(wish, ledger_path(), own, keep=not own) as dealt:
            return dealt.facts
    except FactError:
        if not guests:
            raise
        return fresh_facts(pairs, own=own, language=language)
