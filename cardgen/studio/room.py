"""The draft of a kit, which has all choices so far, and the command line that makes the same kit.

The draft is saved at every change. A parameter `making` is a draft. The *own deck* is a deck that the user made in a
deck file; it exists beside the kit.
"""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import itertools
import os
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.studio import brought, render
from cardgen.studio.render import Job, OwnJob
from factbank.deal.deal import (
    TABLE,
    Draft,
    drawn,
    edited,
    entered,
    joked,
    with_written,
    without_jokes,
    without_written,
)
from factbank.factfile import EACH, Card, Facts, Pair, format_facts
from liarsdeck.cli import spelt
from liarsdeck.errors import UserError
from liarsdeck.files import FORMAT_KEY, brought_dir, check_format, data_dir, ledger_path, read_within, write_atomic
from liarsdeck.installed import typed
from liarsdeck.language import ENGLISH, later, say, speaking, spoken
from liarsdeck.worker import Worker, WorkerError

if TYPE_CHECKING:
    from cardgen.studio.brought import Brought
    from referee.host.gathering import Gathered


FORMAT = 1
_MOST = 4_000_000  # bytes of the kept file
FLAGS = frozenset(("colour-aid", "large-print", "sleeved"))
"""Options of the command line that take no value; here they are "yes" or ""."""
USUAL = {
    "card": "poker", "ink": "full", "back-ink": "full", "ground": "paper", "indices": "normal", "face": "",
    "sides": "long", "feed": "duplex", "deck-theme": "harlequin", "booklet": "yes", "colour-aid": "", "large-print": "",
    "stock": "0.3mm", "paper": "", "printer": "", "tray": "", "back": "",
}  # fmt: skip
"""The options for look and paper that the pages offer, by name without dashes, each with its usual value."""
OF_PRINTER = ("paper", "sides", "feed", "printer", "tray")
OF_DECK = {
    "card": "", "deck-theme": "", "ink": "full", "back-ink": "full", "ground": "paper", "colour-aid": "", "back": "",
}  # fmt: skip
"""The options for the look of the user's own deck, each with its usual value; "" is what its file says."""


class KitDraft(Struct, frozen=True, omit_defaults=True):
    """All choices for a kit that the user has made so far in the studio.

    ``game`` is the game's name ("": none chosen) and ``players`` how many play. ``guests`` are as on the command line
    (``Ann``, ``Bob:he``). ``about`` is true if facts may be about the guests. ``rules`` maps changed house rules to
    their values. ``difficulty`` (easy, normal or hard), ``length`` (any or short) and ``titles`` (shared, own or none)
    are options for the facts. ``unspoilt`` hides facts that the user has not asked to see. ``draft`` has the pairs of
    facts. ``words`` maps options for look and paper, without dashes, to their values. ``left`` are the keys of parts
    that are not printed. ``entered`` is the code under which the facts are in the ledger ("": not entered). ``deck`` is
    the file of the user's own deck ("": none), and ``deck_words`` maps options for its look to their values. ``box`` is
    the text typed into the page's text field, with names of guests and silly facts. ``packs`` maps files of the user's
    own packs to "all" (each topic is used) or "some" (pairs are drawn from the pack); ``ours`` allows built-in packs,
    too. ``language`` is the code of the language of kit and pages.
    """

    game: str = ""
    players: int = 0
    guests: tuple[str, ...] = ()
    about: bool = True
    rules: dict[str, str] = {}
    difficulty: str = "normal"
    length: str = "any"
    titles: str = "shared"
    unspoilt: bool = True
    draft: Draft = Draft()
    words: dict[str, str] = {}
    left: tuple[str, ...] = ("answers",)
    entered: str = ""
    deck: str = ""
    deck_words: dict[str, str] = {}
    box: str = ""
    packs: dict[str, str] = {}
    ours: bool = True
    language: str = ENGLISH

    def word(self, name: str) -> str:
        """Return the value of the option `name`, a key of `USUAL`: the chosen one, else the usual one."""
        return self.words.get(name, USUAL[name])

    @property
    def names(self) -> list[str]:
        """The names of the guests, without pronouns and other details."""
        return [guest.partition(":")[0] for guest in self.guests]

    @property
    def let_in(self) -> tuple[str, ...]:
        """The files of those packs of the user from which every topic is used."""
        return tuple(sorted(file for file, share in self.packs.items() if share == "all"))

    @property
    def drawn_from(self) -> tuple[str, ...]:
        """The packs from which pairs are drawn, as names of built-in packs and files of the user's packs.

        The result is () if pairs are drawn from all built-in packs and no others. If built-in packs are not allowed and
        no pack is marked "some", it is the packs in ``let_in``.
        """
        some = tuple(sorted(file for file, share in self.packs.items() if share == "some"))
        if not self.ours:
            return some or self.let_in
        from factbank.packs.reader import built_in_names

        return (*built_in_names(self.language), *some) if some else ()

    def sees(self, at: int) -> bool:
        """Return whether the user may see the pair of facts with the index `at`."""
        return not self.unspoilt or self.draft.pairs[at].seen

    @property
    def facts(self) -> Facts | None:
        """The kit's facts, or None if it has no pairs. Raises FactError if the pairs are no valid facts."""
        return self.draft.facts(self.titles, self.names) if self.draft.pairs else None

    @property
    def job(self) -> Job:
        """The kit as the render workers draw it, with blanks in place of the facts that nobody has asked to see."""
        facts, shown = self.facts, self.shown_facts()
        file, code = (format_facts(shown), facts.kit) if facts and shown else (b"", "")
        return Job(tuple(kit_words(self)), file, code, self.hidden)

    def shown_facts(self) -> Facts | None:
        """Return the facts, with blanks in place of those that the user has not asked to see.

        The result is None if the kit has no facts. The blanks are paired in the order of their numbers, so they do not
        reveal which hidden facts form a pair.
        """
        facts = self.facts
        if facts is None:
            return None
        numbers = self.hidden
        hidden = [at for at, pair in enumerate(facts.pairs) if pair.cards[0].number in numbers]
        pairs = [*facts.pairs]
        for at, first, second in zip(hidden, numbers[::2], numbers[1::2], strict=True):
            one, other = (Card(n, f"Unseen {n}.", title=f"Unseen {n}") for n in (first, second))
            guest = pairs[at].guest  # the box names all guests
            pairs[at] = Pair(f"Unseen {first}", (one, other), guest=guest, language=self.language)
        return replace(facts, pairs=tuple(pairs))

    @property
    def hidden(self) -> tuple[int, ...]:
        """The numbers, in ascending order, of the cards with facts that the user has not asked to see.

        These cards are shown by their backs.
        """
        places = (at for at in range(len(self.draft.pairs)) if not self.sees(at))
        return tuple(sorted(card.number for at in places for card in self.draft.pairs[at].pair.cards))


def kit_words(making: KitDraft, code: str = "") -> list[str]:
    """Return the arguments of `cardgen kit` for this kit; `code` is its facts' kit code ("": no `--kit`)."""
    words = [making.game, *(["--kit", code] if code else []), "--players", str(making.players)]
    for name, value in sorted(making.rules.items()):
        words += ["--each", value] if name == "each" else ["--option", f"{name}={value}"]
    language = [] if code or making.language == ENGLISH else ["--language", making.language]
    return words + look_words(making.words) + language


def own_words(making: KitDraft) -> list[str]:
    """Return the options of `cardgen deck` for the user's own deck, as chosen; the deck file is not among them."""
    printed = {name: value for name, value in making.words.items() if name in OF_PRINTER}
    return look_words(making.deck_words | printed, OF_DECK | {name: USUAL[name] for name in OF_PRINTER})


def look_words(chosen: Mapping[str, str], of: Mapping[str, str] = USUAL) -> list[str]:
    """Return options for look and paper as arguments of the command line.

    ``chosen`` maps names of options, without dashes, to their values. ``of`` maps each option that may be returned to
    its usual value; an option that has this value in ``chosen`` is left out.
    """
    words: list[str] = []
    for name, usual in of.items():
        value = chosen.get(name, usual)
        if value != usual:
            words += [f"--{name}"] if name in FLAGS else [f"--{name}", value]
    return words


def kit_line(making: KitDraft) -> str:
    """Return the command line that makes this kit in a terminal."""
    facts = making.facts
    return f"{typed('cardgen kit')} " + spelt(kit_words(making, facts.kit if facts else ""))


def kept_file() -> Path:
    """Return the path of the file in which the studio keeps its state."""
    return data_dir() / "studio.json"


class Kept(Struct, omit_defaults=True):
    """The studio's state as it is saved.

    ``format`` is the version of the file's format. ``port`` is the port of the last run. ``making`` is the draft, and
    ``last`` the kit that was printed last. ``changes`` counts the changes of the draft; a page that shows a lower count
    is out of date.
    """

    format: int = FORMAT
    port: int = 0
    making: KitDraft = KitDraft()
    last: KitDraft = KitDraft()
    changes: int = 0


def read_kept(path: Path) -> Kept:
    """Return the studio's saved state; an empty state if the file can't be read.

    Raises ValueError if a newer version of the program wrote the file.
    """
    try:
        kept = msgspec.json.decode(read_within(path, _MOST), type=Kept)
    except (OSError, msgspec.DecodeError):
        return Kept()
    check_format({FORMAT_KEY: kept.format}, FORMAT, str(path))
    return kept


def write_kept(path: Path, kept: Kept) -> None:
    """Write the saved state to a file that only its owner can read. Raises OSError."""
    write_atomic(path, msgspec.json.encode(kept), private=True)


R = TypeVar("R")
_LONGEST_S = 120.0
_FAULT = later("this could not be drawn, and your kit is as it was: try once more")
_NICE = 4  # of the process that draws what can wait
VISIBLE, REQUESTED, IDLE = 0, 1, 2
"""Priorities of a render call, the first first: a picture on the screen, something asked for, something for later."""


class RenderPool:
    """Two render workers: one process for pictures on the screen, and one for all other work."""

    def __init__(self) -> None:
        self._at_once, self._later = _Queue(0), _Queue(_NICE)

    async def ask(
        self, priority: int, work: Callable[..., R], *args: object, wanted: Callable[[], bool] = lambda: True
    ) -> R:
        """Return the result of `work(*args)`, called in a worker process in the current language.

        `priority` is `VISIBLE`, `REQUESTED` or `IDLE`; of the calls that wait for a worker, the one with the lowest
        number is next. `wanted` is called when it is the call's turn; if it returns false, `work` is not called. Raises
        PrintError if `work` raised one, if the worker crashed, or if `wanted` returned false.
        """
        queue = self._at_once if priority == VISIBLE else self._later
        return await queue.ask(priority, work, *args, wanted=wanted)

    async def close(self) -> None:
        """End both workers."""
        await self._at_once.close()
        await self._later.close()


_Order = tuple[Callable[[], bool], Callable[..., Any], tuple[Any, ...], asyncio.Future[Any]]


class _Queue:
    """One worker process, and the calls that wait for it.

    The call with the lowest priority number is next; calls of equal priority run in the order in which they came.
    `nice` is how much the process yields to other processes, as in `os.nice`.
    """

    def __init__(self, nice: int) -> None:
        self._worker = Worker(nice)
        self._waiting: list[tuple[int, int, _Order]] = []
        self._count = itertools.count()
        self._working: asyncio.Task[None] | None = None

    async def ask(self, priority: int, work: Callable[..., R], *args: object, wanted: Callable[[], bool]) -> R:
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._count), (wanted, work, (spoken(), *args), answer)))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._waiting:
            wanted, work, args, answer = heapq.heappop(self._waiting)[2]
            if answer.done():
                continue
            made, fault = None, "" if wanted() else say("something else is looked at by now")
            if not fault:
                try:
                    made = await self._worker.ask(render.in_language, work, *args, within_s=_LONGEST_S)
                except UserError as error:
                    fault = str(error)
                except WorkerError:
                    fault = say(_FAULT)
            if not answer.done():
                answer.set_exception(PrintError(fault)) if fault else answer.set_result(made)

    async def close(self) -> None:
        """End the worker process, also if it is working or still starting."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait({self._working})
        await self._worker.close()


Form = Mapping[str, str]
Do = Callable[[Form], Awaitable[KitDraft]]

HOW = {
    "long": {"sides": "long"},
    "short": {"sides": "short"},
    "hand": {"sides": "long", "feed": "manual"},
    "fold": {"sides": "fold"},
    "fronts": {"sides": "fronts"},
}
"""The ways of printing that the page offers, each as options of the command line."""
THRIFT = {
    "full": {"ink": "full", "back-ink": "full"},
    "backs": {"ink": "full", "back-ink": "low"},
    "low": {"ink": "low", "back-ink": "full"},
}
"""How much ink is used, as options of the command line; `ink` low is for faces and backs alike."""


class BadField(Exception):
    """A form was refused. `field` is the name of the field at fault; the message `why` is for the user."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


LAIR = "liars-lair"
"""The game whose kit the first page makes."""
_TOO_FEW = (
    later("One name so far: Liar’s Lair is for three to eight. Who else is coming?"),
    later("Two names so far: Liar’s Lair is for three to eight. Further down are three games for two."),
)
CHANGED = later("This kit was changed in another tab. Here it is as it stands now: do it again if you still want it.")


class Room:
    """The state of one household's studio: one draft of a kit, which all browser tabs share and change.

    `file` is where the draft is saved, and `press` has the worker processes that draw.
    """

    def __init__(self, file: Path, press: RenderPool) -> None:
        self.file = file
        self.press = press
        self.kept: Kept = read_kept(file)
        self.run = secrets.token_urlsafe(18)
        """What all pages of this run bear and no browser sends: by it a page knows answers of its own studio."""
        self._one = asyncio.Lock()

    @property
    def making(self) -> KitDraft:
        """The current draft."""
        return self.kept.making

    def keep(self, making: KitDraft) -> None:
        """Replace the draft by this one and save it. Raises OSError."""
        old, self.kept.making = self.kept.making, making
        self.kept.changes += replace(old, entered="") != replace(making, entered="")
        write_kept(self.file, self.kept)

    @staticmethod
    def job(making: KitDraft) -> render.Job:
        """Return what the render workers need to draw the kit `making`, with the present `household_mark`."""
        return replace(making.job, household=household_mark())

    async def glance(self, making: KitDraft) -> render.Glance:
        """Return the title of a kit, and how many pairs, cards and sheets it has.

        Raises PrintError if the kit can't be made.
        """
        return await self.press.ask(VISIBLE, render.glance, self.job(making))

    async def speak(self, language: str) -> None:
        """Change the language of the draft, and so of the pages, to the one with this code, such as `de`.

        Facts are not translated, but drawn anew in that language. Jokes and the user's own packs are dropped. If no
        facts can be drawn for the guests, the draft is emptied. If it has that language already, nothing happens.
        """
        async with self._one:
            old = self.making
            if language == old.language:
                return
            titles = old.titles if old.titles != "own" else "shared"
            made = replace(
                old, language=language, draft=Draft(), box="", packs={}, ours=True, entered="", titles=titles
            )
            with speaking(language):
                try:
                    made = await self._with_facts(made, anew=True) if made.game else made
                except (UserError, BadField):  # such as guests of whom this language can say nothing
                    made = KitDraft(language=language)
            self.keep(made)

    def check_shown(self, kit: str) -> None:
        """Raise BadField if a form comes from a page that shows an outdated draft.

        `kit` is how many changes of the draft (`Kept.changes`) there were when the page was made.
        """
        if kit != str(self.kept.changes):
            raise BadField("kit", say(CHANGED))

    async def do(self, verb: str, form: Form) -> KitDraft:
        """Change the draft by a form, save the draft, and return it.

        `verb` is the last part of the form's URL, such as `players`, and says what to do. Raises BadField if there is
        no such `verb`, if the form's page is out of date, if a field is wrong, or if the kit could not be printed; the
        draft is then unchanged.
        """
        field = form.get("field") or verb
        doing: dict[str, Do] = {
            "game": self._game, "players": self._players, "add": self._add, "remove": self._remove,
            "about": self._about, "rules": self._rules, "facts": self._facts, "pair": self._pair, "own": self._own,
            "anew": self._anew, "words": self._words, "print": self._ticks, "again": self._again, "fold": self._fold,
            "deck": self._deck, "forget": self._forget, "take": self._take, "box": self._box, "deal": self._deal,
        }  # fmt: skip
        if verb not in doing:
            raise BadField(field, say("There is no such thing to do."))
        async with self._one:
            if "kit" in form:
                self.check_shown(form["kit"])
            return await self._kept(field, doing[verb](form))

    async def deal_written(self, gathered: Gathered) -> KitDraft:
        """Make a kit from what guests wrote, save it as the draft, and return the draft.

        The guests in `gathered` replace those of the draft. The facts that they wrote are dealt, and hidden from the
        user. Raises BadField if no such kit can be made; the draft is then unchanged.
        """
        async with self._one:
            return await self._kept("writing", self._written(gathered))

    async def _kept(self, field: str, making: Awaitable[KitDraft]) -> KitDraft:
        try:
            made = await making
            if made.game:
                await self.glance(made)
        except UserError as error:
            raise BadField(field, sentence(self.making, str(error))) from None
        self.keep(made)
        return made

    async def _game(self, form: Form) -> KitDraft:
        from referee import games

        name = form.get("game", "")
        if name not in games.REGISTRY:
            raise BadField("game", say("There is no such game."))
        return self.making if name == self.making.game else await self._with_facts(self._begun(name))

    def _begun(self, name: str) -> KitDraft:
        """Return a draft for the game `name`, without facts, that keeps guests, players and look if it can."""
        from referee import games

        old = self.making
        before = old if old.game else self.kept.last
        low, high = games.game(name).seats
        counts = (len(old.guests), before.players, games.game(name).usual)
        words = {name: value for name, value in before.words.items() if name not in ("indices", "face")}
        players = next(one for one in counts if low <= one <= high)
        return KitDraft(name, players, old.guests[:high], words=words, language=old.language)

    async def _players(self, form: Form) -> KitDraft:
        return await self._with_facts(replace(self.making, players=_number(form.get("players", ""), "players")))

    async def _add(self, form: Form) -> KitDraft:
        from factbank.fill import parse_guests
        from referee import games
        from referee.core.setup import name_fault

        old, name = self.making, " ".join(form.get("guest", "").split())
        if not name:
            return old
        if fault := name_fault(name):
            raise BadField("guest", sentence(self.making, fault))
        pronoun = form["as"] if form.get("as") in ("she", "he", "they") else ""
        brought = [part.strip() for part in form.get("what", "").replace(",", ":").split(":")]
        said = ":".join((name, pronoun, *brought)).rstrip(":")
        if name.casefold() in (other.casefold() for other in old.names):
            raise BadField("guest", say("{name} comes already: add what tells the two apart.", name=name))
        parse_guests([*old.guests, said], old.language)
        low, high = games.game(old.game).seats
        guests = (*old.guests, said)
        if len(guests) > high:
            raise BadField("guest", say("This game is for {most} at most.", most=high))
        return await self._company(guests, low)

    async def _box(self, form: Form) -> KitDraft:
        """Return the draft with the guests and jokes that the form's field `box` names.

        Pairs that are not pinned are drawn anew. Raises BadField or UserError if the text cannot be used.
        """
        from factbank.jokes import read_box

        old, text = self.making, form.get("box", "")
        box = await self.press.ask(VISIBLE, read_box, text, old.language)
        made = replace(old, box=text, draft=without_jokes(old.draft))
        if box.guests:
            guests, low = self._checked(box.guests, "box", old.game)
            made = replace(made, guests=guests, players=len(guests) if len(guests) >= low else old.players)
        made = await self._with_facts(made, anew=True)
        draft = await self.press.ask(VISIBLE, joked, made.draft, box.jokes, made.names, made.language)
        made = replace(made, draft=draft)
        jokes = (one.pair for one in made.draft.pairs if one.pair.key.startswith(f"{TABLE}/"))
        numbers = tuple(card.number for pair in jokes for card in pair.cards)
        if numbers:
            await self.press.ask(VISIBLE, render.check_cards, self.job(made), numbers)
        return made

    async def _deal(self, form: Form) -> KitDraft:
        """Return a kit of Liar's Lair for the guests that the form's field `names` names.

        If the draft is a kit for the same guests and was not printed, it is returned unchanged. Raises BadField if the
        names cannot be used.
        """
        from factbank.jokes import read_box
        from referee import games

        old, text = self.making, " ".join(form.get("names", "").split())
        named = (await self.press.ask(VISIBLE, read_box, text, old.language)).guests
        if text and not named:
            raise BadField("names", say("Write names with commas between, such as Ann, Bob, Cat."))
        known = dict(zip(old.names, old.guests, strict=True))
        guests, low = self._checked([known.get(name, name) for name in named], "names", LAIR)
        if 0 < len(guests) < low:
            raise BadField("names", say(_TOO_FEW[len(guests) - 1]))
        if old.game == LAIR and old.guests == guests and not old.entered:
            return old
        made = old if old.game == LAIR else self._begun(LAIR)
        players = len(guests) or games.game(LAIR).usual
        return await self._with_facts(replace(made, guests=guests, players=players, entered=""), anew=True)

    async def _written(self, gathered: Gathered) -> KitDraft:
        from referee import games

        old = self.making
        known = dict(zip(old.names, old.guests, strict=True))
        guests = tuple(known.get(guest.partition(":")[0], guest) for guest in gathered.guests)
        low, high = games.game(LAIR).seats
        players = len(gathered.names) if low <= len(gathered.names) <= high else old.players
        made = replace(old, guests=guests, players=players, unspoilt=True)
        made = await self._with_facts(made, anew=True)
        free = sum(not one.pinned for one in made.draft.pairs)
        own = gathered.pairs(players, len(made.draft.pairs) // players, Random())[:free]
        return replace(made, draft=await self.press.ask(VISIBLE, with_written, made.draft, own))

    def _checked(self, guests: Sequence[str], field: str, game: str) -> tuple[tuple[str, ...], int]:
        """Return the guests, and the least number of players of the game `game`.

        `guests` are as on the command line (`Bob:he`). Raises BadField for the field `field` if a name is not allowed,
        if two are the same, or if there are too many guests; raises FactError if the details of a guest are wrong.
        """
        from factbank.fill import parse_guests
        from referee import games
        from referee.core.setup import name_fault

        low, high = games.game(game).seats
        names = [guest.partition(":")[0].strip() for guest in guests]
        for name in names:
            if fault := name_fault(name):
                raise BadField(field, sentence(self.making, fault))
            if [other.casefold() for other in names].count(name.casefold()) > 1:
                raise BadField(field, say("{name} comes twice: add what tells the two apart.", name=name))
        if len(names) > high:
            why = say("This game is for {most} at most, and {many} were named.", most=high, many=len(names))
            raise BadField(field, why)
        parse_guests(guests, self.making.language)
        return tuple(guests), low

    async def _remove(self, form: Form) -> KitDraft:
        from referee import games

        gone = form.get("guest", "")
        guests = tuple(guest for guest in self.making.guests if guest.partition(":")[0] != gone)
        draft = without_written(self.making.draft, gone)
        return await self._company(guests, games.game(self.making.game).seats[0], draft)

    async def _company(self, guests: tuple[str, ...], low: int, draft: Draft | None = None) -> KitDraft:
        old = self.making
        players = len(guests) if len(guests) >= low else old.players
        made = replace(old, guests=guests, players=players, draft=draft or old.draft)
        return await self._with_facts(made, anew=old.about or made.draft != old.draft)

    async def _about(self, form: Form) -> KitDraft:
        return await self._with_facts(replace(self.making, about=form.get("about") == "some"), anew=True)

    async def _rules(self, form: Form) -> KitDraft:
        known = await self.press.ask(VISIBLE, render.rules, self.job(self.making))
        chosen = {rule.name: form[f"rule-{rule.name}"].strip() for rule in known if f"rule-{rule.name}" in form}
        usual = {rule.name: rule.usual for rule in known}
        rules = {name: value for name, value in (self.making.rules | chosen).items() if value != usual.get(name)}
        return await self._with_facts(replace(self.making, rules=rules))

    async def _facts(self, form: Form) -> KitDraft:
        old = self.making
        shares = {one.file: form.get(f"pack-{one.name}", old.packs.get(one.file, "")) for one in brought.kept("pack")}
        packs = {file: share for file, share in shares.items() if share in ("some", "all")}
        made = replace(
            old, unspoilt="unspoilt" in form, difficulty=form.get("difficulty", old.difficulty),
            length=form.get("length", old.length), titles=form.get("titles", old.titles), packs=packs,
            ours="ours" in form or not packs,
        )  # fmt: skip
        other = any(getattr(made, name) != getattr(old, name) for name in ("difficulty", "length", "packs", "ours"))
        return await self._with_facts(made, anew=other)

    async def _pair(self, form: Form) -> KitDraft:
        """Return the draft after showing, hiding, swapping, pinning, unpinning or editing one pair.

        The form's field `at` is the pair's number from 1, and `what` says what to do. Raises BadField if there is no
        such pair, or if `what` is unknown.
        """
        old, at = self.making, _number(form.get("at", ""), "pair") - 1
        if not 0 <= at < len(old.draft.pairs):
            raise BadField("pair", say("There is no such pair."))
        one, what = old.draft.pairs[at], form.get("what", "")
        if what == "swap":
            keep = [nth for nth in range(len(old.draft.pairs)) if nth != at]
            return await self._with_facts(old, keep=keep)
        if what == "keep":
            return await self._edited(old, old.draft, at, form)
        changes = {
            "show": replace(one, seen=True), "hide": replace(one, seen=False),
            "pin": replace(one, pinned=True), "unpin": replace(one, pinned=False),
        }  # fmt: skip
        if what not in changes:
            raise BadField("pair", say("There is no such thing to do with a pair."))
        pairs = (*old.draft.pairs[:at], changes[what], *old.draft.pairs[at + 1 :])
        return replace(old, draft=replace(old.draft, pairs=pairs))

    async def _own(self, form: Form) -> KitDraft:
        """Return the draft with a pair that the user wrote, in place of a pair that is not pinned.

        Pairs that are not about a guest are replaced first; among those, hidden ones first; among those, the last one.
        Raises BadField if all pairs are pinned, and PrintError or FactError if the texts cannot be used.
        """
        draft = self.making.draft
        free = [at for at, one in enumerate(draft.pairs) if not one.pinned]
        if not free:
            raise BadField("own", say("All pairs are pinned: unpin one, and yours takes its place."))
        at = max(free, key=lambda at: (not draft.pairs[at].pair.guest, not draft.pairs[at].seen, at))
        said = [form.get(name, "") for name in ("title", "first", "second")]
        blank = replace(draft.pairs[at], pair=replace(draft.pairs[at].pair, theme="", register="", guest="", ties=()))
        bare = tuple(replace(card, title=title) for card, title in zip(blank.pair.cards, said[1:], strict=True))
        blank = replace(blank, pair=replace(blank.pair, cards=(bare[0], bare[1])))
        pairs = (*draft.pairs[:at], blank, *draft.pairs[at + 1 :])
        return await self._edited(self.making, replace(draft, pairs=pairs), at, form)

    async def _edited(self, old: KitDraft, draft: Draft, at: int, form: Form) -> KitDraft:
        """Return the kit `old` with an edited pair of facts.

        `draft` replaces the facts of `old`, and the pair at the index `at` gets the texts in the form. Raises
        PrintError or FactError if these texts cannot be used, for example because they do not fit on a card.
        """
        title, first, second = (" ".join(form.get(name, "").split()) for name in ("title", "first", "second"))
        if first and first == second:
            raise PrintError(say("both say the same: one of the two has to contradict the other"))
        changed = edited(draft, at, title, first, second)
        made = replace(old, draft=changed)
        numbers = tuple(card.number for card in changed.pairs[at].pair.cards)
        await self.press.ask(VISIBLE, render.check_cards, self.job(made), numbers)
        return made

    async def _anew(self, _form: Form) -> KitDraft:
        return await self._with_facts(self.making, anew=True)

    async def _words(self, form: Form) -> KitDraft:
        """Return the draft with the look and paper that a form chooses.

        Options with their usual value are left out of the draft.
        """
        words = {name: value for name, value in (self.making.words | _words(form)).items() if value != USUAL[name]}
        if not words.get("printer") or words["printer"] == "none":
            words.pop("tray", None)
        return replace(self.making, words=words)

    async def _deck(self, form: Form) -> KitDraft:
        """Return the draft with the look and paper that a form chooses for the user's own deck.

        Raises PrintError if the deck cannot be printed in that way.
        """
        given = _words(form)
        old = self.making
        words = old.words | {name: value for name, value in given.items() if name in OF_PRINTER}
        look = old.deck_words | {name: value for name, value in given.items() if name in OF_DECK}
        made = replace(
            old, words={name: value for name, value in words.items() if value != USUAL[name]},
            deck_words={name: value for name, value in look.items() if value != OF_DECK[name]},
        )  # fmt: skip
        await self.press.ask(VISIBLE, render.look, own_job(made))
        return made

    async def take(self, kind: str, one: Brought, *, for_deck: bool) -> bool:
        """Use an upload in the kit, or in the user's own deck if ``for_deck``; save the draft and return True.

        ``kind`` is an entry of `brought.KINDS`, and `one` is what was uploaded. Return False, and change nothing, if
        there is nothing in which it can be used now. Raises BadField if the draft cannot be changed so; it is then
        unchanged.
        """
        if kind == "deck":
            self.keep(replace(self.making, deck=one.file, deck_words={}))
        elif kind == "pack":
            await self.do("take", {"pack": one.file})
        elif kind == "emblem" or (for_deck and not self.making.deck):
            return False
        else:
            await self.do("deck" if for_deck else "words", {{"theme": "deck-theme", "back": "back"}[kind]: one.file})
        return True

    async def _take(self, form: Form) -> KitDraft:
        """Return the draft with all topics of an uploaded pack, whose file is the form's field `pack`."""
        made = replace(self.making, packs=self.making.packs | {form.get("pack", ""): "all"})
        return await self._with_facts(made, anew=True) if made.game else made

    async def _forget(self, form: Form) -> KitDraft:
        """Delete the upload that a form names (`kind`, `name`); return the draft without it."""
        kind, name = form.get("kind", ""), form.get("name", "")
        old = self.making
        gone = {one.file for one in brought.kept(kind) if one.name == name} if kind in brought.KINDS else set()
        words, look = ({key: value for key, value in those.items() if value not in gone}
                       for those in (old.words, old.deck_words))  # fmt: skip
        packs = {file: share for file, share in old.packs.items() if file not in gone}
        made = replace(
            old, words=words, deck_words=look, deck="" if old.deck in gone else old.deck, packs=packs,
            ours=old.ours or not packs,
        )  # fmt: skip
        if packs != old.packs and made.game:
            made = await self._with_facts(made, anew=True)
        if gone:
            brought.forget(kind, name)
        return made

    async def _fold(self, _form: Form) -> KitDraft:
        return await self._words({"how": "fold"})

    async def _ticks(self, form: Form) -> KitDraft:
        names = form.get("files", "").split()
        return replace(self.making, left=tuple(name for name in names if f"tick-{name}" not in form))

    async def _again(self, _form: Form) -> KitDraft:
        return self.kept.last

    async def _with_facts(self, made: KitDraft, *, anew: bool = False, keep: list[int] | None = None) -> KitDraft:
        """Return the kit `made` with as many pairs of facts as its players need; none if its game needs none.

        Pairs stay if they can: with `anew` only the pinned ones, otherwise the pinned ones first. ``keep`` lists the
        indices of the pairs that stay (None: those just named). The others are drawn anew. Raises PrintError if no
        pairs can be drawn, and BadField if the number of pairs a player is no number.
        """
        from factbank.deal.deal import Wish
        from referee import games

        if not games.game(made.game).needs_facts:
            return replace(made, draft=Draft())
        each = _number(made.rules.get("each", str(EACH)), "rule-each")
        need = made.players * each
        places = range(len(made.draft.pairs))
        if keep is None:
            pinned = [at for at in places if made.draft.pairs[at].pinned]
            rest = [] if anew else [at for at in places if at not in pinned]
            keep = [*pinned, *rest[: max(0, need - len(pinned))]]
        if len(keep) == need == len(made.draft.pairs):
            return made
        wish = Wish(
            pairs=need, difficulty=made.difficulty, length=made.length, titles=made.titles,
            guests=made.guests if made.about else (), packs=made.drawn_from, jokes=made.let_in, language=made.language,
        )  # fmt: skip
        old = made.draft if made.draft.pairs else None
        draft = await self.press.ask(VISIBLE, drawn, wish, ledger_path(), old, tuple(keep))
        return replace(made, draft=draft)

    async def enter(self) -> KitDraft:
        """Enter the kit's facts in the ledger (the list of facts that were dealt), and return the draft.

        Call this before the kit is printed or played with, which is then kept as the last one. Facts that are in the
        ledger already are not entered again.
        """
        made, facts = self.making, self.making.facts
        if facts is not None and made.entered != facts.kit:
            await self.press.ask(REQUESTED, entered, made.draft, facts, ledger_path())
            made = replace(made, entered=facts.kit)
        self.kept.last = made
        self.keep(made)
        return made


def own_job(making: KitDraft) -> OwnJob:
    """Return what the workers need to draw the user's own deck. Raises PrintError if no deck was chosen."""
    if not making.deck:
        raise PrintError(say("bring a deck first: a TOML file, or a table (CSV)"))
    return OwnJob(making.deck, tuple(own_words(making)), f"{mark_of(Path(making.deck))}{household_mark()}")


_MOST_FILES = 2000  # of a deck's folder that are watched


def mark_of(file: Path) -> str:
    """Return a hash of names, times and sizes of all files in the folder of a deck file, and below it."""
    found = []
    for place, folders, files in os.walk(file.parent):
        folders[:] = sorted(name for name in folders if not name.startswith("."))[:50]
        for name in sorted(files):
            try:
                at = os.stat(os.path.join(place, name))
            except OSError:
                continue
            found.append((place, name, at.st_mtime_ns, at.st_size))
            if len(found) >= _MOST_FILES:
                break
        if len(found) >= _MOST_FILES:
            break
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def household_mark() -> str:
    """Return a text that changes when printer profiles or uploads of the household change."""
    from cardgen.printers import path

    mark = mark_of(brought_dir() / "any")
    with suppress(OSError):
        at = path().stat()
        mark += f"-{at.st_mtime_ns}-{at.st_size}"
    return mark


def _words(form: Form) -> dict[str, str]:
    """Return the options for look and paper that a form chooses, by their names without dashes."""
    given = {name: form[name].strip() for name in USUAL if name in form}
    given |= {name: "yes" if name in form else "" for name in form.get("flags", "").split() if name in USUAL}
    for name in ("paper", "card"):
        if other := form.get(f"{name}-other", "").strip():
            given[name] = other
    if (how := form.get("how", "")) in HOW:
        given |= {"sides": USUAL["sides"], "feed": USUAL["feed"], **HOW[how]}
    return given | THRIFT.get(form.get("thrift", ""), {})


def _number(text: str, field: str) -> int:
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text) < 6):
        raise BadField(field, say("That is a whole number, such as 3."))
    return int(text)


def sentence(making: KitDraft, text: str) -> str:
    """Return the text of an error as a sentence for the page.

    If the text quotes a pair that is hidden in the draft, the result is a sentence that reveals nothing.
    """
    pairs = (one.pair for at, one in enumerate(making.draft.pairs) if not making.sees(at))
    if any(
        re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text)  # the title “Cat” is not quoted by “Cats”
        for pair in pairs
        for said in (pair.title, *(part for card in pair.cards for part in (card.text, card.title) if part))
        if said not in making.names
    ):
        return say(
            "A pair that you keep unseen stands in the way: choose shorter sentences or larger cards, or swap it."
        )
    said = text.replace("'", "’").removeprefix("options.").removeprefix("these pairs: ").rstrip(".")
    begins_with_file = "." in said.partition(" ")[0].rstrip(".,:")
    return (said if begins_with_file else said[:1].upper() + said[1:]) + "."
