"""``Lobby``: the host's choice of game, house rules, seat order, phones and bots, and the beginning of the game."""

import asyncio
import contextlib
import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from factbank.asked import Asked
from factbank.errors import FactError
from factbank.factfile import EACH
from liarsdeck.english import capfirst
from liarsdeck.language import ENGLISH, both, check_offered, later, number_word, offered, say
from referee import games
from referee.bots import CHARACTERS, level_of
from referee.core.game import Setup
from referee.core.play import folded
from referee.core.setup import FirstTable, check_options, check_seats, first_table, read_options, seated
from referee.host.asking import Asking
from referee.host.hosting import Chair, Session, Wanted, guest_chairs, new_id, new_word
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
    """The people of a hosting, and what only the host may change: the game, its house rules, seats, phones and bots.

    Unless it says otherwise, a method that raises ``HttpRefusal`` does so with status 409 when the game has begun or
    the table's state does not allow the change, and 422 for an unknown or unsuitable name or text.
    """

    def wrong_as(self, before: "Lobby") -> None:
        """Take over the counts of wrong PINs from ``before``, the lobby that this device hosted before this one."""
        self.slow, self._wrong = before.slow, before._wrong  # noqa: SLF001, of this class

    def _options(self) -> Struct:
        """Return the house rules as an instance of the game's options class."""
        options: Struct = read_options(self.game.options, self.house_rules, self.game.name, words=True)
        return options

    @property
    def first(self) -> FirstTable | None:
        """The house rules recommended for a first evening of as many as sit; None if there are none, or for a kit."""
        return None if self.hosting.facts else first_table(self.game, len(self.sitting))

    @property
    def house_rules(self) -> dict[str, object]:
        """The house rules that were chosen, by name; if none were, those recommended for a first evening."""
        if self.hosting.first and self.first is not None:
            return dict(self.first.options)
        chosen: dict[str, object] = json.loads(self.hosting.options)
        return chosen

    @atomic
    def set_up(self, game: str, options: dict[str, object] | None, facts: str, *, deals: bool, guests: bool) -> None:
        """Choose the game, its house rules, the code of its kit (``facts``; "": none), and who deals.

        ``options`` are house rules by name; None means those recommended for a first evening. With ``deals`` the phones
        hold the cards. With ``guests``, fresh facts are about those who sit. Raises ``HttpRefusal``, and
        ``RecordError`` for an unknown game or wrong house rules.
        """
        self.check_lobby()
        found = games.game(game)
        check_options(found, read_options(found.options, options or {}, found.name, words=True))
        check_offered(self.hosting.language, "host", found.name)
        self.hosting.first, self.hosting.options = options is None, json.dumps(options or {})
        for chair in self.hosting.chairs if found.name != self.hosting.game else ():
            chair.watches = False
        self.hosting.game = found.name
        before, facts = self.hosting.facts, facts if found.needs_facts else ""
        self.hosting.facts, self.hosting.deals, self.hosting.guests = facts, deals, guests
        kit = None
        if facts != before:
            with contextlib.suppress(FactError):
                kit = self._facts(facts)
        if kit:
            told = offered(kit.language, "host", found.name)
            self.hosting.language = self.hosting.language if told == ENGLISH else told
            if not any(chair.pin or chair.laptop for chair in self.hosting.chairs):  # its guests are expected
                self.hosting.chairs += guest_chairs(kit.guests, self.names, found.seats[1])
        self.changed()

    @atomic
    def arrange(self, seats: list[str], laptop: list[str]) -> None:
        """Set the lobby's names in the order in which people sit, clockwise. New names are added, missing ones removed.

        ``laptop`` are the names of those who play without a phone. Raises ``HttpRefusal``, also for two equal names.
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
                self.hosting.asked.forget(gone.name)
        self.changed()

    @atomic
    def rename(self, typed: str, name: str) -> None:
        """Change a name in the lobby from ``typed`` to ``name``; whoever sits there stays. Raises ``HttpRefusal``."""
        self.check_lobby()
        chair, name = self._seat_of(self._known(typed)), " ".join(name.split())
        self.check_new(name, [other for other in self.names if other != chair.name])
        for session in self.hosting.sessions.values():
            session.seat = name if session.seat == chair.name else session.seat
        if chair.name in self.hosting.nosed:
            self.hosting.nosed[name] = self.hosting.nosed.pop(chair.name)
        self.hosting.asked.rename(chair.name, name)
        chair.name = name
        self.changed()

    @property
    def sitting(self) -> list[Chair]:
        """The chairs with which the game would begin, in seat order.

        A chair counts if a phone, a player without a phone or a bot has it, unless its player only watches. If there
        are more than the game has seats, bots are left out before people, and last chairs before first ones.
        """
        taken = [chair for chair in self.hosting.chairs if chair.pin or chair.laptop or chair.bot]
        playing = [chair for chair in taken if not chair.watches]
        most = self.game.seats[1] if self.hosting.game else len(playing)
        chosen = sorted(playing, key=lambda chair: bool(chair.bot))[:most]
        return [chair for chair in playing if chair in chosen]

    @atomic
    def watch(self, typed: str, instead: str = "", *, watches: bool) -> None:
        """Let the person with the name ``typed`` watch the next game, or with ``watches`` False play it.

        ``instead`` is needed only if the person is to play and all seats of the game are taken: the player of this name
        watches in their place. Raises ``HttpRefusal``.
        """
        self.check_lobby()
        chair, playing = self._seat_of(self._known(typed)), self.sitting
        if watches or chair in playing or not self.hosting.game or len(playing) < self.game.seats[1]:
            chair.watches = watches
        else:
            other = self.chair(instead)
            if other not in playing:
                why = later("{names} play, and the game has no more seats. Who watches instead?")
                raise HttpRefusal(409, why, names=both(one.name for one in playing))
            for one in self.hosting.chairs:
                one.watches = one is other or not (one in playing or one is chair)
        self.changed()

    @property
    def lacking(self) -> int:
        """The number of pairs of facts to deal before the game can begin on phones; 0 if none are needed."""
        if not self.hosting.game or not self.hosting.deals or self.hosting.facts or self.table is not None:
            return 0
        enough = self.game.needs_facts and len(self.sitting) >= self.game.seats[0]
        return getattr(self._options(), "each", EACH) * len(self.sitting) if enough else 0

    @atomic
    def tell_about(self, session: Session, pronoun: str, said: str, *, left_out: bool) -> None:
        """Store what newly dealt facts may say about the player of a session.

        ``pronoun`` is she, he, they or "" (unknown), and ``said`` is a pastime, a pet or a trade, or "". With
        ``left_out``, no facts are about the player. Raises ``HttpRefusal``, also 403 for a session without a seat.
        """
        from factbank.fill import parse_guest

        self.check_lobby()
        if (chair := self.chair(session.seat)) is None:
            raise HttpRefusal(403, "Sit down first.")
        about = f"{pronoun}:{said}".rstrip(":")
        if not left_out:
            try:
                parse_guest(f"{chair.name}:{about}" if about else chair.name, self.hosting.language)
            except FactError as error:
                raise HttpRefusal(422, f"{capfirst(str(error))}.", "host.about") from None
        if (about, left_out) == (chair.about, self.hosting.asked.hushed(chair.name)):
            return
        self.hosting.asked.hush(chair.name, silent=left_out)
        chair.about = about
        self.changed()

    def unsaid(self, session: Session) -> str:
        """Return what the player of a session said about themself if no fact can say it, else ""."""
        chair = self.chair(session.seat)
        if chair is None or ":" not in chair.about:
            return ""
        from factbank.deal.deal import unsayable

        return "".join(guest.unread for guest in unsayable([f"{chair.name}:{chair.about}"], self.hosting.language))

    def _about(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of these players whom fresh facts may name.

        They are in the form of the command line, with pronoun and pastime if these are known (``Ann:she:sails``).
        """
        from factbank.fill import parse_guest

        typed = {folded(guest.partition(":")[0].strip()): guest for guest in self.hosting.about}
        found = []
        for name in names if self.hosting.guests else ():
            chair = self.chair(name)
            if chair is None or chair.bot or self.hosting.asked.hushed(name):
                continue
            guest = f"{name}:{chair.about}" if chair.about else typed.get(folded(name), name)
            with contextlib.suppress(FactError):  # a name that no fact can say
                parse_guest(guest, self.hosting.language)
                found.append(guest)
        return tuple(found)

    async def begin(self) -> None:
        """Set up the table for the players who sit, and deal.

        A game with facts and without a kit gets newly dealt facts. While they are dealt, the lobby refuses changes. If
        the game can't begin after all, the next call uses the facts that were dealt. Raises ``HttpRefusal``,
        ``FactError`` for an unknown kit, and ``RecordError`` for a wrong number of players or a failed write.
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
        """Return which facts a game is to be dealt: new ones, and pairs that guests wrote about each other.

        The result is (number of pairs in all, guests whom new facts are about, numbers of the openings whose pairs
        guests wrote). ``seats`` are the names of all players, and ``bots`` those of the bots, whom no facts are about.
        """
        about = self._about(name for name in seats if name not in bots)
        people = set(seats).intersection(self.named)
        written = self.asked.choose(people, seats, pairs // len(seats), self._rng("the deal"))
        told = {item.about for item in written}
        rest = tuple(guest for guest in about if guest.partition(":")[0] not in told)
        return pairs, rest if len(rest) <= pairs - len(written) else (), tuple(item.no for item in written)

    @atomic
    def another_game(self, game: str = "", *, unfinished: bool = False) -> None:
        """Go back to the lobby, with ``game`` as its game ("": the same as before).

        All players keep their seats, in the same order, and their PINs; new people may sit down. With ``unfinished``, a
        game that still goes on may be left: its table stays in the journal. Raises ``HttpRefusal`` (409) if the game
        goes on and ``unfinished`` is False, and ``RecordError`` for an unknown game.
        """
        table = self.hosted.begun if unfinished else self.hosted.finished
        chairs = [chair for chair in self.hosting.chairs if chair.watches or chair.name in self.names]
        chairs += [Chair(name) for name in self.names if self.chair(name) is None]  # a table without a lobby
        for chair in chairs:
            chair.watches = False
            if chair.name in self.names:
                pin, bot = self.pin_of(chair.name), self.bot(chair.name)
                chair.pin, chair.bot, chair.laptop = ("", bot, False) if bot else (pin, "", not pin)
        self.hosting.chairs, self.hosting.game = chairs, table.game.name
        if self.hosting.fresh:
            self.hosting.facts = ""
        nosed = tally(self.hosting, self.hosted.past) if table.over else self.hosting.nosed
        if not table.over:
            self._put_by(table.number)
        self.hosted.leave_table()
        self.hosting.nosed = nosed
        if game and game != table.game.name:
            self.set_up(game, None, "", deals=self.hosting.deals, guests=self.hosting.guests)
        self.hosted.changed()

    def _put_by(self, number: int) -> None:
        """Store a copy of the hosting for the unfinished game of table ``number``, to go on another day.

        The copy has no sessions. A phone can take a seat of it with the seat's PIN.
        """
        own = [name for name in self.names if self.pin_of(name)]
        kept = replace(self.hosting, id=new_id(), word=new_word(), sessions={}, ahead={}, open=own, asked=Asked())
        self.hosted.journal.keep_hosting(kept.id, number, msgspec.json.encode(kept))

    @atomic
    def reopen(self) -> None:
        """Go on with an evening that the host has ended: with its game, or in the lobby if the game is over."""
        if self.hosting.ended and self.table is not None:
            self.hosting.ended = False
            if self.table.over:
                self.another_game()
            else:
                self.hosted.resume()

    async def rematch(self) -> None:
        """Set up another game for the same people. If the last one had fresh facts, new ones are dealt.

        Raises ``HttpRefusal`` (409) while the last game goes on, ``RecordError`` for a failed write.
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
        """Return fresh facts as ``wanted``. Facts that an earlier call dealt and no game used come first."""
        if wanted not in self._spare:
            pairs, guests, numbers = wanted
            asked = self.asked
            own = asked.pairs([item for no in numbers if (item := asked.item(no)) is not None])
            self._spare[wanted] = await asyncio.to_thread(fresh_facts, pairs, guests, own, self.hosting.language)
        return self._spare[wanted]

    def _played(self, wanted: Wanted | None) -> None:
        """Mark the guests' pairs in ``wanted`` (None: no pairs) as used: they are not dealt again."""
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
        """Return the table's setup; in the lobby, the setup that its present choices would give.

        Raises ``HttpRefusal`` (404) before a game is chosen, ``FactError`` for an unknown kit.
        """
        if self.table is not None:
            return self.table.setup
        if not self.hosting.game:
            raise HttpRefusal(404, "Nobody has chosen a game yet.")
        fewest, most = self.game.seats
        players = min(max(len(self.hosting.chairs), fewest), most)
        return seated(self.game, players, self._options(), self._facts(self.hosting.facts))

    def _facts(self, kit: str) -> "Facts | None":
        """Return the facts of the kit with code ``kit``; None if the code is "" or the game needs no facts."""
        if not self.game.needs_facts or not kit:
            return None
        from factbank.kits import find

        return find(kit)

    # Seats, in the lobby and in the game

    @atomic
    def stand_up(self, session: Session) -> None:
        """Free the seat of a phone in the lobby.

        The chair stays in the lobby. If the player's name was typed on this phone, the chair is removed, so that
        another name can be typed. For the host's session, instead, the player without a phone who uses the laptop stops
        using it.

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
            self.hosting.asked.forget(session.seat)
            session.seat = ""
            self.changed()

    @atomic
    def free(self, typed: str, said: str = "", *, phone: bool = False) -> None:
        """Free the seat of the name ``typed``, so that it has no phone and no PIN.

        In a game, a public notice says so; ``said`` replaces its usual words. With ``phone``, any phone may take the
        seat next; otherwise the host is asked whether one may. Raises ``HttpRefusal``.
        """
        name, table = self._known(typed), self.table
        if table is None:
            self.check_lobby()
        self._unseat(name)
        if table is None:
            self._seat_of(name).pin = ""
            self.hosting.asked.forget(name)
            self.changed()
        else:
            table.journal.keep_pin(table.number, table.setup.seats.index(name), "")
            self.hosting.ahead.pop(name, None)  # what the one who sat there would have answered
            self._vacate(name, phone=phone)
            self.hosted.notice(FREED, name, said)

    def _vacate(self, name: str, *, phone: bool) -> None:
        """Let any phone take the seat ``name``; with ``phone`` False, ask the host whether one may."""
        if phone:
            self.hosting.open = [*self.hosting.open, name]
        else:
            self.ask_about(name)

    @atomic
    def give_phones(self, names: list[str], *, phone: bool) -> None:
        """Allow phones to take the seats of these players, who have no phone.

        With ``phone`` False, forbid it. Raises ``HttpRefusal``: 409 if one of the seats is not without a phone, 422 for
        an unknown name.
        """
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
        """Draw one of the players ``names`` ([]: of all) and play that line. Raises ``HttpRefusal``."""
        seats = self.hosted.begun.setup.seats
        self.hosted.draw([seats.index(self._known(name)) for name in names])

    def _known(self, typed: str) -> str:
        name = self.name(typed)
        if name is None:
            who = both(self.names) or say("nobody sits yet")
            raise HttpRefusal(422, "Nobody is called so: {who}.", "host.name", who=who)
        return name

    @atomic
    def sit_bot(self, typed: str, level: str, *, phone: bool = False) -> None:
        """Give the seat of the name ``typed`` to a bot of ``level``, or back to a person for ``PERSON``.

        If a person gets the seat in a game, ``phone`` says whether any phone may take it; otherwise the host is asked.
        In the lobby, an unknown name adds a chair, and "" adds one with a bot's name. Raises ``HttpRefusal``, and
        ``RecordError`` for an unknown level.
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
            self._vacate(name, phone=phone)
        else:
            if self.holder(name) is not None:
                self.free(name, say("a bot plays for {seat} now", seat=name))
            self._unseat(name)
            self.hosting.ahead.pop(name, None)
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
        self.hosting.asked.forget(chair.name)
        chair.bot, chair.pin, chair.laptop = level, "", False
        self.changed()


def fresh_facts(pairs: int, guests: Sequence[str] = (), own: Sequence["Pair"] = (), language: str = ENGLISH) -> "Facts":
    """Deal and return fresh facts for a table without printed cards, ``pairs`` pairs in all.

    Among them are the pairs ``own``, which people wrote; the others are new. Some new ones are about ``guests``, given
    in the form of the command line (``Ann:she:sails``); if no fact fits some guest, none is about any guest. Facts with
    pairs in ``own`` are not kept among the kits. Raises ``FactError`` if there are not enough facts.
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
