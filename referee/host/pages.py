"""Makes the template values of every page for its viewer, and the Jinja environment of the pages."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from factbank.looks import is_underlined, own_emblems
from liarsdeck.english import capfirst
from liarsdeck.files import templates
from liarsdeck.installed import typed
from liarsdeck.language import both, either, later, later_n, localized, say, say_n, spelt_n, whole_for
from liarsdeck.language import spoken as spoken_language
from liarsdeck.templates import environment as html_environment
from liarsdeck.templates import script_words, static_address
from referee import games
from referee.books.html import ShowCard
from referee.books.rulebook import book
from referee.books.rulebook import games as shelf
from referee.books.teach import has_lesson
from referee.books.text import BACK, card_name
from referee.bots import CHARACTERS, levels, seatable
from referee.core.accounts import Moment, Screen
from referee.core.cards import (
    NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS,
    WEST,
    Card,
    Message,
    called,
    is_card,
    verb_name,
)
from referee.core.game import NOTED, OVER, Event, Game, Json, Refused, Setup, Turn, chapter
from referee.core.screens import (
    Arranged,
    Choice,
    Form,
    Held,
    LegalMoves,
    Passed,
    ScreenContext,
    ScreenPage,
    SeatMark,
    VerbPrompt,
    by_suit,
    form,
    plain,
)
from referee.core.text_layout import ending
from referee.host.hosting import Session
from referee.host.lobby import Lobby
from referee.host.session import HostedTable, People, spoken
from referee.host.talk import STAMPS, smells
from referee.records import CHOSEN_SEED
from referee.story import (
    drawn,
    emblem_file,
    is_drawn,
    picture_file,
    written,
)
from referee.story import folder as story_folder
from referee.tables.table import Table

if TYPE_CHECKING:
    from jinja2 import Environment

_SUIT = re.compile(rf"(?:10|[2-9AKQJ])?([{''.join(SUIT_SIGNS)}])[.,:;!?)]*")  # one word: no line ends in it
_SLOT = re.compile(r"(\{\w+\})")
_TYPED = re.compile(r": (?:(?:\d+|[\dTJQKA][hdsc]|[a-z]{2}\d?|red|black|asks|lizard|snake|…),? ?)+\.$")


# The values of a screen


class HandCard(Struct, frozen=True):
    """A card of a hand, by its name in the record, with its printed title and text.

    ``mark`` is a word on it for its holder, such as “true” or “LIE”, or "". ``note`` is what the holder wrote on it.
    """

    name: str
    title: str = ""
    text: str = ""
    mark: str = ""
    note: str = ""


class HeldHand(Struct, frozen=True):
    """A seat's private page, which a phone fetches while its button is held and drops on release.

    ``you`` is the player's name. ``notes`` are the player's own, as (card, note), on cards of others. ``notebook`` is
    what can be concluded, and ``hidden`` what ``Game.hidden`` returns for the seat's view.
    """

    you: str
    cards: tuple[HandCard, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    notebook: Screen = Screen()
    hidden: Mapping[str, Json] = {}


def seats_json(people: People) -> list[Json]:
    """Return public JSON values of each seat: its name, who plays it, and whether its phone is connected."""
    table = people.table
    found: list[Json] = []
    for name in people.names:
        chair = people.chair(name) if table is None else None
        sits = bool(chair.pin) if chair else people.holder(name) is not None
        bot = people.bot(name)
        laptop = chair.laptop if chair else not (sits or bot)
        closed = chair.laptop if chair else people.closed(name)
        found.append(
            {"seat": name, "sits": sits, "laptop": laptop, "closed": closed, "here": people.here(name), "bot": bot}
        )
    return found


class Stage:
    """Chooses which result of the last lines, such as a trick that was taken, each screen shows now.

    All screens show these results one after the other, each for ``Hosting.moment_s`` seconds, until all who act next
    have gone on from it, or until the next line. A player who has gone on sees the next result before the others.
    Nothing is stored: after a restart the last line's result is shown again. ``closing`` returns further results, which
    follow the last line of a game. After that line all screens go on together.
    """

    def __init__(self, hosted: HostedTable, people: People, closing: Callable[[], tuple[Moment, ...]]) -> None:
        self._hosted, self._people, self._closing = hosted, people, closing
        self._latest: object = ()
        self._held: list[tuple[int, int, int, Passed | Moment]] = []  # since when, which of the line, its place, it
        self._at, self._began = 0, 0.0  # which of them all screens hold, and since when by the clock
        self._seen: dict[str, int] = {}  # how many of them a player has seen, by name
        self._falls: dict[str, tuple[int, Passed, Held]] = {}  # by name: the line that put a player out

    def _look(self) -> None:
        hosted, now, seconds = self._hosted, self._people.clock(), self._hosted.hosting.moment_s
        if hosted.latest is not self._latest:
            self._latest, self._at, self._began, self._seen = hosted.latest, 0, now, {}
            seq = hosted.seq - len(hosted.latest) + 1
            first = len(hosted.past) - len(hosted.latest) if hosted.latest else 0
            self._held = [
                (seq + at, place, first + at, line)
                for at, line in enumerate(hosted.latest)
                for place in range(len(line.moments(None)))
            ]
            if hosted.latest and hosted.begun.over:
                after = enumerate(self._closing(), len(hosted.latest[-1].moments(None)))
                self._held += [(hosted.seq, place, len(hosted.past) - 1, moment) for place, moment in after]
        while self._at < len(self._held) and now - self._began >= seconds:
            self._at, self._began = self._at + 1, self._began + seconds

    @property
    def left_s(self) -> float:
        """The seconds for which the present result is still shown; 0 if none is."""
        self._look()
        due = self._began + self._hosted.hosting.moment_s
        return max(0.0, due - self._people.clock()) if self._at < len(self._held) else 0.0

    def shown(self, name: str = "") -> Held | None:
        """Return the result that the phone of the player ``name`` ("": the big screen) shows now; None for none."""
        self._look()
        if (at := self._place(name)) >= len(self._held):
            return None
        return replace(self._drawn(*self._held[at], name), waits=self._seen.get(name, 0) > at)

    def _place(self, name: str) -> int:
        """Return the index of the result that a player's screen shows; after the game, all show the same."""
        table = self._hosted.table
        return self._at if table is not None and table.over else max(self._at, self._seen.get(name, 0))

    def _drawn(self, since: int, place: int, at: int, line: Passed | Moment, name: str) -> Held:
        setup = self._hosted.begun.setup
        seat = setup.seats.index(name) if name in setup.seats else None
        moment = line if isinstance(line, Moment) else line.moments(seat)[place]
        cards, seconds = drawn(setup, moment.cards), self._hosted.hosting.moment_s
        return Held(moment, cards, since, place, seconds, tuple(self._goers()), at)

    def _goers(self) -> list[str]:
        """Return the players with phones for whom the game waits; if there are none, all with phones."""
        table, names = self._hosted.begun, self._people.names
        phones = [name for name in names if self._people.holder(name) is not None]
        wanted = _wanted(table.game.to_act(self._hosted.views.view(None)))
        return [name for name in phones if names.index(name) in wanted] or phones

    def go_on(self, name: str, since: int, place: int) -> bool:
        """Let the player ``name`` ("": everybody) go on from a result; return False if it is not shown now.

        ``since`` and ``place`` identify the result: they are fields of the ``Held`` that the sender's screen showed.
        """
        held = self.shown(name)
        if held is None or (held.since, held.place) != (since, place):
            return False
        if name:
            self._seen[name] = self._place(name) + 1
        else:
            self._next()
        goers = self._goers()
        while goers and self._at < len(self._held) and all(self._seen.get(goer, 0) > self._at for goer in goers):
            self._next()
        return True

    def _next(self) -> None:
        self._at, self._began = self._at + 1, self._people.clock()

    def results(self, name: str, *, lines: int = 0) -> Iterator[Held]:
        """Yield the results of the last ``lines`` lines (0: all) as the player ``name`` may see them, latest first."""
        for passed in reversed(self._hosted.past[-lines:]):
            for place in reversed(range(len(passed.moments(None)))):
                yield self._drawn(0, place, 0, passed, name)

    def fall(self, name: str) -> Held | None:
        """Return the result that tells that the player ``name`` is out of the game; None if there is none."""
        past, seat = self._hosted.past, self._hosted.begun.setup.seats.index(name)
        at, line, held = self._falls.get(name, (len(past), None, None))
        if at < len(past) and past[at] is line:
            return held
        for at, passed in enumerate(past):
            for place, moment in enumerate(passed.moments(seat)):
                if moment.out and moment.seat == seat:
                    held = self._drawn(0, place, at, passed, name)
                    self._falls[name] = at, passed, held
                    return held
        return None


class PlayedCard(Struct):
    """A card with a sentence that everybody has seen, by its number in the record, with its title.

    ``steps`` say what was done with it, in order: “Ann plays it”. ``mark`` is “true”, “LIE”, or "" if it is not known.
    """

    card: str
    title: str
    steps: list[str]
    mark: str = ""


def played_cards(hosted: HostedTable) -> list[PlayedCard]:
    """Return the cards with sentences that everybody has seen so far; [] in games without facts."""
    table, found = hosted.begun, dict[str, PlayedCard]()
    if (facts := table.setup.facts) is None:
        return []
    for passed in hosted.past:
        for event in passed.events(None):
            if event.seat is not None and (step := _STEPS.get(event.kind)) and event.cards:
                card = event.cards[0]
                row = found.setdefault(card, PlayedCard(card, facts.title_of(int(card)), []))
                row.steps.append(say(step, seat=table.name(event.seat)))
        for moment in passed.moments(None):
            for shown in moment.cards:
                if shown.mark and shown.card in found:
                    found[shown.card].mark = shown.mark
    return [*found.values()]


_STEPS = {"plays": later("{seat} plays it"), "reclaims": later("{seat} takes it"), "shows": later("{seat} shows it")}


def written_json(hosted: HostedTable) -> dict[str, Json]:
    """Return ``{"written": […]}``: the cards that guests wrote, by whom, and how often others laughed; {} for none."""
    laughs = hosted.hosting.laughs
    cards: list[Json] = [
        {"card": one.card, "by": one.by, "about": one.about, "laughs": laughs.get(one.text, 0)}
        for one in written(hosted.begun.setup)
    ]
    return {"written": cards} if cards else {}


def moment_json(held: Held | None, setup: Setup) -> Json:
    """Return the result that a screen shows as JSON values, for other programs; None if it shows none."""
    if held is None:
        return None
    moment = held.moment
    return {
        "kind": moment.kind,
        "since": held.since,
        "place": held.place,
        "seat": None if moment.seat is None else setup.seats[moment.seat],
        "out": moment.out,
        "said": str(moment.head),
        "why": [str(words) for words in moment.words],
        "cards": [{"card": one.card, "note": one.note, "mark": one.mark} for one in moment.cards],
        "sides": [{"seat": one.name, "strength": one.strength, "note": one.note} for one in moment.sides],
        "figures": dict(moment.figures),
        "next": list(held.next),
        "seconds": held.seconds,
    }


def page(hosted: HostedTable, people: Lobby, session: Session | None, stage: Stage) -> ScreenPage:
    """Return the values of the page that a session's browser shows; ``session`` is None before it has joined."""
    if session is None:
        return ScreenPage("join", address=hosted.address)
    found = _lobby(hosted, people, session) if hosted.table is None else _table(hosted, hosted.table, people, session)
    if hosted.table is not None and found.kind != "ended":
        out = found.kind == "table" and any(mark.you and mark.out for mark in found.seats)
        held, fallen = stage.shown(found.you), stage.fall(found.you) if out else None
        mine = held and fallen and held.moment == fallen.moment  # that page says it, and stays
        found = replace(found, moment=None if mine else held, fallen=fallen)
    if session.seat or session.host or hosted.hosting.ended:
        return found
    return replace(found, kind="seats", lost=people.why_seatless(session))


def _lobby(hosted: HostedTable, people: Lobby, session: Session) -> ScreenPage:
    hosting, playing = hosted.hosting, people.sitting
    seats = tuple(
        SeatMark(
            chair.name,
            chair.name == session.seat,
            sits=bool(chair.pin or chair.bot),
            laptop=chair.laptop,
            here=people.here(chair.name),
            bot=chair.bot,
            closed=people.closed(chair.name),
            watches=bool(chair.pin or chair.bot) and chair not in playing,
        )
        for chair in hosting.chairs
    )
    game, mine = games.game(hosting.game) if hosting.game else None, people.chair(session.seat)
    first = people.first if game and session.host else None
    firstly = first is not None and people.house_rules == first.options
    writes_facts = game and game.needs_facts and hosting.deals and not hosting.facts
    return ScreenPage(
        "lobby",
        hosted.seq,
        hosting.game,
        game.title if game else "",
        hosting.facts,
        session.seat,
        session.host,
        seats,
        address=hosted.address,
        word=hosting.word,
        advice="" if people.visited else hosted.advice,
        most=game.seats[1] if game else 12,
        games=_choices(session, hosting.language),
        deals=hosting.deals,
        first=first if firstly or hosting.options == "{}" else None,
        firstly=firstly,
        asking=people.asking if session.host else (),
        guests=hosting.guests if writes_facts else None,
        about="" if mine is None else "-" if hosting.asked.hushed(mine.name) else mine.about,
        unsaid=people.unsaid(session),
        ask=people.ask_page(session),
        leaving=(0, False) if mine is None else (hosting.asked.undealt(mine.name), mine.typed and bool(mine.about)),
        left=hosted.left,
    )


def _choices(session: Session, language: str) -> tuple[tuple[str, str], ...]:
    """Return (name, title) of each game that the host can choose, in this language; () for other sessions."""
    if not session.host:
        return ()
    whole = whole_for(language, "host")
    names = [name for name in games.names() if whole is None or name in whole]
    return tuple((name, games.game(name).title) for name in names)


def _table(hosted: HostedTable, table: Table, people: People, session: Session) -> ScreenPage:
    game, setup, views, you = table.game, table.setup, hosted.views, session.seat or session.alone
    seat = setup.seats.index(you) if you in setup.seats else None
    view, public = views.view(seat), views.standing(None)["public"]
    assert isinstance(public, Mapping)
    turns, outcome = game.to_act(view), game.outcome(view)
    moves = views.legal(seat) if seat is not None or session.host else None
    mine = next((turn for turn in turns if turn.seat == seat), None)
    ribbon = _ribbon(hosted, table, people, turns)
    order = [coming.seat for coming in game.coming(view)]
    return ScreenPage(
        "ended" if hosted.hosting.ended else "over" if outcome.over else "table",
        hosted.seq,
        game.name,
        game.title,
        table.kit,
        you,
        session.host,
        tuple(replace(mark, you=True) if mark.name == you else mark for mark in ribbon),
        hosted.said,
        tuple(setup.seats[wanted] for wanted in sorted(_wanted(turns))),
        game.ask(view, mine) if mine is not None else "",
        game.among(view) or next((game.ask(views.view(None), turn) for turn in turns if turn.seat is None), ""),
        () if moves is None else _prompts(table, moves),
        moves.coming if moves else None,
        hosted.ahead_of(you),
        len(game.hand(view, seat)) if seat is not None else 0,
        *views.shown(),
        public,
        hosted.noticed[-6:],
        hosted.noticed[-1] if hosted.noticed and hosted.seq > hosted.moved else "",
        ending(setup, outcome) if outcome.over else "",
        tuple(setup.seats[winner] for winner in outcome.winners),
        hosted.tally,
        hosted.address,
        hosted.hosting.word,
        advice="" if people.visited else hosted.advice,
        again=tuple(hosted.hosting.again),
        others=_others(hosted, table, people) if session.host and not you else (),
        deals=hosted.hosting.deals,
        asking=people.asking if session.host else (),
        undealt=not hosted.hosting.deals and bool(table.handouts()),
        earlier=tuple(setup.seats[other] for other in order[: order.index(seat)]) if seat in order else (),
        seal=table.seal,
        seeded=say(CHOSEN_SEED) if table.seeded else "",
        number=table.number,
        games=_choices(session, hosted.hosting.language),
        waiting=people.watchers,
        draws=session.host and bool(game.among(view)),
    )


def _others(hosted: HostedTable, table: Table, people: People) -> tuple[tuple[str, tuple[VerbPrompt, ...]], ...]:
    """Return (name, prompts) for players without a phone who must act: public lines for the host to play."""
    found = []
    for turn in table.game.to_act(hosted.views.view(None)):
        if turn.seat is None or people.holder(table.name(turn.seat)) is not None:
            continue
        if turn.seat in table.bots and hosted.passed is not table.state:
            continue
        moves = hosted.views.legal(turn.seat, openly=True)
        prompts = _prompts(table, moves)
        if openly := tuple(prompt for prompt in prompts if not prompt.private):
            found.append((table.name(turn.seat), openly))
    return tuple(found)


def departures(hosted: HostedTable) -> tuple[tuple[str, str, str], ...]:
    """Return (name, line that says so, what it means for the others) for all who may now leave the game for good."""
    table, found = hosted.begun, []
    game, names = table.game, table.setup.seats
    if not any(verb.name == "leaves" and verb.anytime for verb in game.verbs):
        return ()
    for seat, name in enumerate(names):
        action = table.read(f"{name}: leaves")
        if action is None or "leaves" in hosted.views.legal(seat).verbs:  # there it is another answer
            continue
        if isinstance(game.judge(table.state, action), Refused):
            continue
        outcome = game.outcome(game.apply(table.state, action))
        winners = [names[winner] for winner in outcome.winners]
        means = say("The others play on, without that hand.")
        if outcome.over and winners:
            one, many = _ENDS_WITH
            means = say_n(one, many, len(winners), who=both(winners))
        elif outcome.over:
            means = say("The game ends by it, and nobody wins.")
        found.append((name, f"{name}: leaves", means))
    return tuple(found)


_ENDS_WITH = later_n("The game ends by it, and {who} wins.", "The game ends by it, and {who} win.")


def script(hosted: HostedTable) -> tuple[tuple[str, str], ...]:
    """Return the dealing script as (card, receiver's name); () if phones hold the cards, or when it was read out."""
    table = hosted.table
    if table is None or hosted.hosting.deals:
        return ()
    box, rows = say("the box"), table.handouts()
    return tuple((row.card, box if row.seat is None else table.name(row.seat)) for row in rows)


def _wanted(turns: tuple[Turn, ...]) -> set[int]:
    """Return the awaited seats: those with a verb that not all have; else all, or none if the table acts."""
    seats = {turn.seat: set(turn.verbs) for turn in turns if turn.seat is not None}
    always = set.intersection(*seats.values()) if len(seats) > 1 else set()
    busy = any(turn.seat is None for turn in turns)  # then the table is waited for
    return {seat for seat, verbs in seats.items() if verbs - always} or (set() if busy else set(seats))


def _ribbon(hosted: HostedTable, table: Table, people: People, turns: tuple[Turn, ...]) -> tuple[SeatMark, ...]:
    """Return what everybody may see of each seat; cached while turns, presence and bots are the same."""
    presence = people.presence
    kept, key = hosted.views.kept, (turns, presence, tuple(table.bots))
    if key not in kept:
        public = hosted.views.standing(None)["public"]
        assert isinstance(public, Mapping)
        out, hands = public.get("out"), public.get("hands")
        acts, scores = _wanted(turns), table.game.outcome(hosted.views.view(None)).scores
        kept[key] = tuple(
            SeatMark(
                name,
                acts=seat in acts,
                out=isinstance(out, list) and name in out,
                cards=count if isinstance(hands, Mapping) and isinstance(count := hands.get(name), int) else None,
                score=scores[seat],
                sits=phone or seat in table.bots,
                laptop=not phone and seat not in table.bots,
                here=here,
                bot=table.bots.get(seat, ""),
                closed=closed,
            )
            for seat, (name, (phone, here, closed)) in enumerate(zip(table.setup.seats, presence, strict=True))
        )
    return kept[key]


def _prompts(table: Table, moves: LegalMoves) -> tuple[VerbPrompt, ...]:
    """Return one prompt for each verb that may be used now, with its lines or its fields."""
    by_verb: dict[str, list[Choice]] = {}
    for choice in moves.choices:
        by_verb.setdefault(choice.verb, []).append(choice)
    return tuple(
        VerbPrompt(
            verb.name,
            verb.help,
            tuple(by_verb.get(verb.name, ())),
            moves.fields.get(verb.name, ()),
            table.private(verb.name),
            verb.weighty,
            verb.name not in moves.verbs[: moves.due],
        )
        for verb in table.game.verbs
        if verb.name in by_verb or verb.name in moves.fields
    )


def hand(hosted: HostedTable, seat: int) -> HeldHand:
    """Return the private page of a seat: its cards, notes and notebook, from its own view."""
    table = hosted.begun
    game, setup, view = table.game, table.setup, hosted.views.view(seat)
    notes = dict(table.journal.notes(table.number, seat))
    cards = tuple(
        HandCard(card, title, game.face(setup, card), mark, notes.pop(card, ""))
        for card, title, mark in game.hand(view, seat)
    )
    return HeldHand(
        setup.seats[seat], cards, tuple(sorted(notes.items())), game.notebook(view, seat), game.hidden(view)
    )


def hand_values(setup: Setup, hand: HeldHand) -> dict[str, object]:
    """Return more values, by name, for a hand's template: facts, counts of true cards and lies, sorted cards, river."""
    names = [_record_name(card.name) for card in hand.cards]
    marks = [card.mark for card in hand.cards]
    true, lies = marks.count("true"), marks.count("LIE")
    unknown = len(marks) - true - lies
    counts = [spelt_n("{n} true", "{n} true", true)] if true else []
    counts += [spelt_n("{n} lie", "{n} lies", lies)] if lies else []
    counts += [spelt_n("{n} not told", "{n} not told", unknown)] if unknown else []
    said = ", ".join(counts) or say("no card")
    partner = {} if setup.facts is None else setup.facts.partner
    held = {int(card.name) for card in hand.cards if card.name.isdigit() and card.mark in {"true", "LIE", ""}}
    return {
        "facts": None if setup.facts is None else {str(card.number): card.text for card in setup.facts.cards},
        "rivals": [str(card) for card in sorted(held) if partner.get(card) in held],
        "counts": capfirst(said),
        "colours": {"red", "black"} & set(names),
        "drawn": all(map(is_drawn, names)),
        "sorted_hand": by_suit(names) if all(name in NAMES for name in names) else names,
        "river": river if isinstance(river := hand.hidden.get("river"), list) else [],
    }


def _record_name(text: str) -> str:
    """Return a card's name in the record for its printed text: Th for “10♥”."""
    if text and text[-1] in SUIT_SIGNS:
        return text[:-1].replace("10", "T") + SUITS[SUIT_SIGNS.index(text[-1])]
    return text


def arranged(hosted: HostedTable, page: ScreenPage) -> Arranged:
    """Return the template values that the game makes from ``page`` for its viewer; empty in the lobby."""
    table = hosted.table
    if table is None:
        return {"form": "", "where": "", "titles": {}, "step": "", "ask": "", "forms": ([], [])}
    setup = table.setup
    seat = setup.seats.index(page.you) if page.you in setup.seats else None
    context = ScreenContext(page, setup, hosted.views.view(seat), seat)
    if not page.game:  # whoever has not joined is not told which game is played
        return plain(context)
    own = getattr(chapter(table.game, "screens"), "arrange", plain)
    found: Arranged = own(context)
    return found


# What the templates draw with


def folder() -> Path:
    """Return the folder of the host's templates; ``static`` in it is sent as it is."""
    return templates() / "host"


@cache
def environment() -> "Environment":
    """Return the pages' Jinja environment. In its templates, ``m`` has the common macros, and ``c`` those of cards."""
    made = html_environment(folder(), story_folder())
    made.globals |= {
        "static": static, "picture": picture, "art": art, "command": typed,
        "emblem": emblem, "called": called, "circle": circle, "tagline": tagline,
        "scores_of": scores_of, "forms_for": forms_for, "kept": kept, "ribbon": ribbon, "words": words,
        "seats_of": lambda game: games.game(game).seats, "facts_of": lambda game: games.game(game).needs_facts,
        "levels": lambda game: sorted(levels(games.game(game))),
        "characters": lambda game: [name for name in CHARACTERS if name in seatable(games.game(game))],
        "stamps": STAMPS, "about": about, "smells": lambda game: bool(game) and smells(games.game(game)),
        "a_bot": lambda level: say("a {character} bot", character=say(level)) if level in CHARACTERS else say("a bot"),
    }  # fmt: skip
    made.filters |= {
        "news": news, "addressed": addressed, "spoken": spoken, "short": short, "said": said,
        "but_who_won": but_who_won, "verb_name": lambda verb: capfirst(verb_name(verb)), "infinitives": infinitives,
        "slots": _SLOT.split, "bare": bare, "touched": touched, "under": is_underlined,
        "rows": rows_of_seven, "pairs": json.dumps, "suitname": lambda letter: SUIT_NAMES[SUITS.index(letter)],
        "called": called, "chosen": either, "initials": initials, "breadth": breadth,
    }  # fmt: skip
    made.tests |= {"pip": is_card, "taught": lambda game: bool(game) and has_lesson(game)}
    made.globals["c"] = made.get_template("cards.html").module
    made.globals["m"] = made.get_template("macros.html").module
    return made


def warm() -> Iterator[None]:
    """Load the words on emblems, then compile one template before each yield, so that the first page comes fast."""
    from factbank.looks import known

    known()
    for name in environment().list_templates(extensions=["html"]):
        environment().get_template(name)
        yield


def kept(macro: str, *values: object) -> Markup:
    """Return the HTML of the macro with this name in macros.html for these values, cached across screens."""
    return _kept(spoken_language(), macro, *values)


@lru_cache(maxsize=1024)
def _kept(_language: str, macro: str, *values: object) -> Markup:
    drawn: Markup = getattr(environment().globals["m"], macro)(*values)
    return drawn


def words() -> Markup:
    """Return the JavaScript's messages as JSON, translations by English text; "" if the page is English."""
    return script_words(static_folders()[0])


@cache
def static(name: str) -> str:
    """Return the URL of a static file. It changes with the file's content, so browsers can cache it."""
    return static_address(name, *static_folders())


def static_folders() -> tuple[Path, ...]:
    """Return the folders whose files are sent as they are: the pages' own, and the drawings of printed cards."""
    return folder() / "static", templates() / "art"


def art(name: str) -> str:
    """Return the URL of a drawing that printed cards have, such as ``signs/ear``."""
    return static(f"{name}.svg")


def emblem(name: str) -> str:
    """Return the URL of the drawing of an emblem by its name: the household's own one, or else the program's."""
    return f"emblem/{quote(name)}" if name in own_emblems() else static(emblem_file(name))


def picture(card: str) -> str:
    """Return the URL of the drawing of a card, by its name in the record."""
    return static(picture_file(card))


def book_card(game: Game[object]) -> ShowCard | None:
    """Return a function that gives a card's HTML image by name; None if the game has no fixed drawings."""
    if game.needs_facts:
        return None
    back = f"cards/{game.deck or game.name}/back.svg"

    def show(name: str) -> str:
        card = name.partition("-")[0]
        source = static(back) if card == BACK else picture(card)
        return f'<img class="b-card" src="{source}" alt="{escape(card_name(name))}" width="127" height="178">'

    return show if (folder() / "static" / back).exists() else None


def lesson_card(game: Game[object]) -> ShowCard | None:
    """Return a function that shows a card in a lesson as HTML: as ``book_card``, or an example fact by its number."""
    from factbank.factfile import read
    from factbank.looks import face

    if not game.needs_facts:
        return book_card(game)
    facts = read(localized(f"examples/{game.name}.json"))
    drawn = environment().from_string('{% import "cards.html" as m with context %}{{ m.face(f) }}')
    return lambda number: drawn.render(f=face(facts, int(number)))


# Sentences


def news(page: ScreenPage, most: int) -> list[Event]:
    """Return the events of the last ``most`` lines that ``page`` tells of, oldest first.

    Lines that only enter somebody's dealt hand are skipped. If there are only such lines, the last one is used.
    """
    told = [said for said in page.said if any(event.kind != NOTED for event in said)] or page.said[-1:]
    return [event for said in told[-most:] for event in said]


def short(events: Iterable[Event]) -> str:
    """Return events as plain text, in the brief sentences that stand beside drawn cards."""
    return " ".join([str(_beside_cards(event)) for event in events])


def _beside_cards(event: Event) -> Message:
    """Return an event's brief message, for use beside cards; the full one if it has none, or at the end."""
    return event.brief if event.brief and event.kind != OVER else event.message


def but_who_won(events: Sequence[Event], page: ScreenPage) -> list[Event]:
    """Return events without the sentence on who won (the page's headline says it), but with how they won."""
    found = [event for event in events if event.kind != OVER]
    how = [event.brief for event in events if event.kind == OVER and event.brief]
    return found + [Event("how", brief) for brief in how if str(brief) != page.over]


def said(events: Iterable[Event], page: ScreenPage, titles: Mapping[int, str]) -> Markup:
    """Return events in brief sentences as HTML, “you” for the viewer of ``page``; ``titles`` by card number."""
    return addressed(map(_beside_cards, events), page, titles)


def addressed(messages: Iterable[Message], page: ScreenPage, titles: Mapping[int, str]) -> Markup:
    """Return messages as HTML, with “you” for the viewer of ``page`` and suits as drawings.

    ``titles`` maps numbers of fact cards to titles, which are written after the number.
    """
    you = next((seat for seat, mark in enumerate(page.seats) if mark.name == page.you), None)
    return Markup(" ").join(_drawn(message.to(you), titles) for message in messages)


def _drawn(message: Message, titles: Mapping[int, str]) -> Markup:
    def field(value: object) -> str:
        match value:
            case Card(name=name, text=text) if name.isdigit() and (title := titles.get(int(name))):
                number = str(escape(name))
                return f"<b>{number},</b> <em>{escape(_curly(title))}</em>" if text != name else number
            case Card(name=name, text=text):
                return str(escape(called(name) if name in WEST else text))
        words = str(value)
        return str(escape(_curly(words.replace("-", "−") if words[:1] == "-" and words[1:].isdigit() else words)))

    return Markup(_SUIT.sub(_suit, message.render(field, lambda text: str(escape(_curly(text))))))  # noqa: S704, escaped


def _curly(text: str) -> str:
    return text.replace("'", "’")


def _suit(found: re.Match[str]) -> str:
    """Return the HTML of a card with its suit as SVG, without a line break in it or before the punctuation."""
    letter = SUITS[SUIT_SIGNS.index(found[1])]
    tone, name = "r" if letter in "hd" else "k", say(SUIT_NAMES[SUITS.index(letter)])
    look = f'class="suit {tone}" viewBox="-50 -50 100 100" role="img" aria-label="{name}"'
    drawing = f'<svg {look}><use href="#suit-{letter}"/></svg>'
    return f'<span class="nb">{found.group().replace(found[1], drawing)}</span>'


def touched(help_text: str) -> str:
    """Return a verb's help without its example of what is typed: “Attack with one colour.” for “… colour: 2 red”."""
    return say(touched_up(help_text))


def touched_up(help_text: str) -> str:
    """Return a verb's English help without its example of what is typed; ``touched`` translates the result."""
    return _TYPED.sub(".", help_text)


def infinitives(line: str) -> str:
    """Return a line without its seat as an instruction to the player: “bid 1” for “bids 1”."""
    verb, _, rest = line.partition(" ")
    return say("{verb} {what}", verb=verb_name(verb), what=rest) if rest else verb_name(verb)


def about(typed: str) -> str:
    """Return in words what facts may say about a guest: “she sails” for “she:sails”."""
    pronoun, _, said = typed.partition(":")
    return " ".join(word for word in (say(_PRONOUNS.get(pronoun, "")), said) if word)


_PRONOUNS = {"she": later("she"), "he": later("he"), "they": later("they")}


def bare(label: str) -> str:
    """Return a button's label without places for values: “Guess” for “Guess: {v}”."""
    return _SLOT.sub("", label).strip(" :“”?") or label


def tagline(game: str) -> str:
    """Return the tagline on the cover of a game's rulebook."""
    return _tagline(spoken_language(), game)


@cache
def _tagline(_language: str, game: str) -> str:
    if game not in shelf():
        return say("A game of bluff")
    found = games.game(game)
    return book(game, found.options(), found.usual).tagline


# Seats and hands


def ribbon(page: ScreenPage, below: Mapping[str, str] = MappingProxyType({})) -> Markup:
    """Return the HTML list of the page's seats, clockwise, each a name with a second line below it.

    ``below`` has second lines by name; a seat that is not in it shows how many cards it holds.
    """
    short, seats = initials(page.seats), page.seats
    held = {seat.name: "" if seat.cards is None or seat.out else str(seat.cards) for seat in seats}
    drawn = "".join(kept("seat", seat, short[seat.name], below.get(seat.name, held[seat.name])) for seat in seats)
    start = f'<ol class="seats {fit(seats, below)}" aria-label="{say("The table, clockwise")}">'
    return Markup(f"{start}{drawn}</ol>")  # noqa: S704, seats are escaped by their macro


def rows_of_seven(cards: Sequence[object]) -> list[Sequence[object]]:
    """Return cards in rows of at most seven, of lengths as equal as possible."""
    rows = -(-len(cards) // 7)
    width = -(-len(cards) // rows) if rows else 1
    return [cards[at : at + width] for at in range(0, len(cards), width)]


def circle(seats: Sequence[SeatMark], you: str) -> list[tuple[SeatMark, int, int]]:
    """Return (seat, x, y) in pixels for an oval table of 344 by 330, clockwise; ``you`` sits at the bottom."""
    first = next((place for place, seat in enumerate(seats) if seat.name == you), 0)
    spots = []
    for place in range(len(seats)):
        turn = math.pi / 2 + 2 * math.pi * place / len(seats)
        seat = seats[(first + place) % len(seats)]
        spots.append((seat, round(172 + 133 * math.cos(turn)), round(160 + 122 * math.sin(turn))))
    return spots


def initials(seats: Sequence[SeatMark]) -> dict[str, str]:
    """Return {name: one or two letters}, different for each if the first, second or last letters allow it."""
    return _initials(tuple(seat.name for seat in seats))


@lru_cache(maxsize=64)
def _initials(names: tuple[str, ...]) -> dict[str, str]:
    kinds = [[name[:1], name[:2], name[:1] + name[-1:]] for name in names]
    shared = [[short.upper() for short in kind] for kind in zip(*kinds, strict=True)]
    return {
        name: next((one for one, all_ in zip(mine, shared, strict=True) if all_.count(one.upper()) == 1), name[:1])
        for name, mine in zip(names, kinds, strict=True)
    }


def fit(seats: Sequence[SeatMark], below: Mapping[str, str]) -> str:
    """Return two CSS classes for a list of seats: for screens of 390 pixels (``w…``) and of 320 pixels (``n…``).

    The digit says how much fits: ``1`` the name and its second line (``below``, by name), ``2`` the name, ``0``
    initials.
    """
    name = max((len(seat.name) for seat in seats), default=0)
    line = max((len(seat.name) + len(below.get(seat.name, "12")) + 1 for seat in seats), default=0)
    found = []
    for at, width in (("w", 358), ("n", 288)):
        room = width / max(len(seats), 1) - 4
        found.append(at + ("1" if 7.9 * line < room else "2" if 7.1 * name < room else "0"))
    return " ".join(found)


def breadth(name: str) -> str:
    """Return the CSS class of a name in a list by its longest word, so that no word is broken.

    "" below 8 letters, "lg" below 12, "xl" below 17, else "xxl" (the full width of the list).
    """
    longest = max((len(word) for word in name.split()), default=0)
    return "" if longest < 8 else "lg" if longest < 12 else "xl" if longest < 17 else "xxl"


def forms_for(name: str, prompt: VerbPrompt) -> list[Form]:
    """Return a list of one form, with which the host enters a verb (``prompt``) for ``name``, who has no phone."""
    return [form(ScreenPage("table", you=name), prompt, "", ())]


def scores_of(page: ScreenPage) -> dict[str, str]:
    """Return the points of each seat as text, by name, with a typographic minus."""
    return {seat.name: str(seat.score).replace("-", "−") for seat in page.seats}
