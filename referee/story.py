"""The story of an evening as a page of HTML: the course of the scores, the best moments, honours."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from math import floor, log10
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.english import capfirst, listed, moment
from liarsdeck.files import read_within, templates
from liarsdeck.language import both, later, later_n, say_n, spelt_n
from liarsdeck.templates import environment as page_templates
from referee import games
from referee.core.accounts import (
    BID,
    BLUFF,
    HONEST,
    IDLE,
    KINDS,
    LIE,
    OUT,
    PLAYED,
    PLAYED_LIE,
    PLAYED_TRUTH,
    Course,
    Highlight,
    Moment,
    Shown,
)
from referee.core.cards import WEST, called, is_card, say, text
from referee.core.game import Action, Game, Outcome, Setup
from referee.core.play import walked
from referee.core.text_layout import cells, cut, ended_by, ending
from referee.records import Replay
from referee.tables.league import signed, spread

if TYPE_CHECKING:
    from jinja2 import Environment

    from referee.tables.table import Table


Steps = Sequence[tuple[Any, Any, Any]]


def course_of(game: Game[Any], setup: Setup, steps: Steps) -> Course:
    """Return the course of a game: each seat's score, or the size of its hand, over the game.

    Only what everybody may see is used. ``steps`` has (state before, action, state after) for each line. The values are
    those of the score sheet, else those of the game's own ``course``, else sizes of hands, else scores.
    """
    state = steps[-1][2] if steps else game.start(setup)
    sheet = game.sheet(game.view(state, None))
    if sheet is not None and sheet.rows:
        first = game.outcome(game.start(setup)).scores
        rows = [[score.total for score in row.scores] for row in sheet.rows]
        labels = ("", *(row.label for row in sheet.rows))
        return Course(sheet.unit, sheet.what, labels, tuple(zip(first, *rows, strict=True)))
    return game.course(steps) or _hands(game, setup, steps) or _points(game, setup, steps)


def _hands(game: Game[Any], setup: Setup, steps: Steps) -> Course | None:
    """Return the course of the sizes of all hands; None if the game does not publish these sizes.

    There is a value at the end of each round; in a game without rounds, whenever a size changes. If a hand is empty
    from some point to the end, only the first 0 of these is kept.
    """
    samples: list[tuple[str, list[int]]] = []
    rounds = 0
    for place, (_, _, after) in enumerate(steps):
        public = game.public(game.view(after, None))
        hands = public.get("hands")
        known = [hands.get(name) for name in setup.seats] if isinstance(hands, Mapping) else []
        sizes = [size for size in known if isinstance(size, int)]
        if len(sizes) < len(setup.seats) or (not samples and not all(sizes)):
            continue
        now = public.get("round")
        if not samples:
            samples.append(("" if "round" in public else language.say("deal"), sizes))
        elif isinstance(now, int) and now != rounds:
            samples.append((str(rounds), sizes))
        elif place == len(steps) - 1:
            samples.append((str(rounds) if isinstance(now, int) else language.say("end"), sizes))
        elif now is None and sizes != samples[-1][1]:
            samples.append(("", sizes))
        rounds = now if isinstance(now, int) else 0
    if not samples:
        return None
    labels, rows = zip(*samples, strict=True)
    runs = []
    for run in zip(*rows, strict=True):
        end = len(run)
        while end > 1 and not run[end - 1] and not run[end - 2]:
            end -= 1
        runs.append(run[:end])
    return Course(language.say("cards in hand"), "round" if rounds else "", labels, tuple(runs))


def _points(game: Game[Any], setup: Setup, steps: Steps) -> Course:
    """Return the course of the scores, with a value at each line that changes one."""
    scores = [game.outcome(state).scores for state in (game.start(setup), *(after for _, _, after in steps))]
    changes = [now for before, now in pairwise((None, *scores)) if now != before]
    labels = (language.say("start"), *("" for _ in changes[1:-1]), language.say("end"))[: len(changes)]
    return Course(language.say("points"), "", labels, tuple(zip(*changes, strict=True)))


HONOURS = {
    LIE: later("Best lie"), OUT: later("Shortest evening"), HONEST: later("Most honest"), BLUFF: later("Boldest bluff"),
    BID: later("Narrowest escape"),
}  # fmt: skip
"""The titles of an evening's honours by kind of highlight, the most important first."""
_MOST_HONOURS = 3
_MINUS = re.compile(r"-(?=\d)")
_DAYS = (
    later("Monday"), later("Tuesday"), later("Wednesday"), later("Thursday"), later("Friday"), later("Saturday"),
    later("Sunday"),
)  # fmt: skip
_MONTHS = (
    later("January"), later("February"), later("March"), later("April"), later("May"), later("June"), later("July"),
    later("August"), later("September"), later("October"), later("November"), later("December"),
)  # fmt: skip


class Written(Struct, frozen=True):
    """A fact card that a guest wrote.

    ``card`` is the number of the card as text, ``by`` the writer's name, and ``about`` whom the sentence is about.
    ``ending`` is the part that the guest wrote, and ``text`` the whole sentence, whose opening another card shares.
    ``true`` is whether the sentence was true; None as long as nobody may know.
    """

    card: str
    by: str
    about: str
    ending: str
    text: str
    true: bool | None = None

    @property
    def said(self) -> str:
        """The card with its writer and, if known, its truth, as a sentence: “Ann about Joost, a lie: …”."""
        said = {
            None: later("{by} about {about}: “{text}”"),
            True: later("{by} about {about}, true: “{text}”"),
            False: later("{by} about {about}, a lie: “{text}”"),
        }[self.true]
        return language.say(said, by=self.by, about=self.about, text=self.text)


class Story(Struct, frozen=True):
    """The story of one game, for its page: how the scores went, its best moments, and who won.

    ``winners`` are names, () before the end, and ``scores`` are the scores by seat. ``ending`` is a sentence on how the
    game ended, or that it goes on. ``course`` has the values of the plot. ``highlights`` are all moments that are worth
    remembering; ``moments`` has only the best of each kind. ``kit`` is the code of the kit of facts, and ``when`` a
    date as text; both may be "". ``truths`` are the numbers of the true fact cards, () before the end or without facts.
    Before the end, the story has only what everybody at the table may know.
    """

    game: Game[Any]
    setup: Setup
    over: bool
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    ending: str
    course: Course
    highlights: tuple[Highlight, ...]
    kit: str = ""
    when: str = ""
    truths: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The game's title."""
        return self.game.title

    @property
    def moments(self) -> tuple[Highlight, ...]:
        """The best highlight of each kind, in the order of KINDS; kinds without a highlight are skipped.

        If two highlights are of the same line, only the first of them is taken.
        """
        return best(self.highlights, KINDS)

    @property
    def written(self) -> tuple[Written, ...]:
        """The cards that guests wrote, in the order of the pairs of facts; () before the end."""
        return written(self.setup, self.truths) if self.over else ()

    @property
    def how(self) -> str:
        """How the game was won, as a phrase; "" before the end.

        It is the best score, such as “12 points”, in a game that counts points by round; else the reason for the end.
        """
        if not self.over:
            return ""
        if self.course.runs and self.course.each:
            most = language.say("{n} {what}", n=max(self.scores), what=self.course.what)
            return most.replace("-", "−") if self.winners else ""
        who = self.winners[0] if self.winners else ""
        said = self.ending.removeprefix(f"{who} is ").removeprefix(f"{who} ").removesuffix(".")
        return said[:1].lower() + said[1:]

    @property
    def heading(self) -> str:
        """Who won, without a full stop: “Ann wins”; before the end “So far”."""
        return self.headline.removesuffix(".")

    @property
    def headline(self) -> str:
        """Who won, as a sentence: “Ann wins.”; before the end “So far.”."""
        if not self.over:
            return language.say("So far.")
        who = both(self.winners)
        return say_n("{who} wins.", "{who} win.", len(self.winners), who=who) if who else language.say("Nobody wins.")


def story_of(game: Game[object], setup: Setup, actions: Iterable[Action], *, kit: str = "", when: str = "") -> Story:
    """Return the story of a game from all its actions; before its end, only what everybody may see is used.

    ``kit`` is the code of the kit of facts that is played with, ``when`` the evening's date as text; both may be "".
    """
    steps = walked(game, setup, actions)
    state = steps[-1][2] if steps else game.start(setup)
    outcome = game.outcome(state)
    truths = game.hidden(state).get("truths") if outcome.over else None
    return Story(
        game,
        setup,
        outcome.over,
        tuple(setup.seats[seat] for seat in outcome.winners),
        outcome.scores,
        _ended(setup, outcome),
        course_of(game, setup, steps),
        game.highlights(steps),
        kit,
        when,
        tuple(map(str, truths)) if isinstance(truths, list | tuple) else (),
    )


def _ended(setup: Setup, outcome: Outcome) -> str:
    """Return a sentence on how a game ended, without the winner's name, which stands above the sentence.

    Before the end, the sentence says that the game goes on.
    """
    if not outcome.over:
        return language.say("The game goes on, and what is hidden stays so till its end.")
    said = ending(setup, outcome)
    for seat in outcome.winners or (None,):
        said = said.removeprefix(ended_by(None if seat is None else setup.seats[seat], "").removesuffix("."))
    return _MINUS.sub("−", capfirst(said))


def story_of_record(done: Replay) -> Story:
    """Return the story of a replayed record."""
    kit = done.record.header.get("kit", "")
    return story_of(done.record.game, done.record.setup, done.actions, kit=kit if isinstance(kit, str) else "")


def story_of_table(table: "Table", when: str = "") -> Story:
    """Return the story of a table in the journal. ``when`` is the evening's date as text, or ""."""
    return story_of(table.game, table.setup, table.actions, kit=table.kit, when=when)


def written(setup: Setup, truths: Sequence[str] = ()) -> tuple[Written, ...]:
    """Return the cards of a game that guests wrote, in the order of the pairs of facts.

    ``truths`` are the numbers of the true cards. If it is (), as before the end, the field ``true`` of the cards is
    None.
    """
    return tuple(
        Written(
            no := str(card.number), card.by, pair.guest, ending.strip("“”"), card.text, no in truths if truths else None
        )
        for pair in (setup.facts.pairs if setup.facts else ())
        for card, ending in zip(pair.cards, pair.parts.endings, strict=True)
        if card.by
    )


def best(highlights: Sequence[Highlight], kinds: Iterable[str]) -> tuple[Highlight, ...]:
    """Return the best highlight of each of these kinds, in the order of ``kinds``.

    The best has the highest ``grade``; among equals, the earliest. A highlight is skipped if one of the same line is
    taken already. Kinds without a highlight are skipped.
    """
    chosen: list[Highlight] = []
    for kind in kinds:
        taken = {other.at for other in chosen}
        free = [one for one in highlights if one.kind == kind and one.at not in taken]
        chosen += [max(free, key=lambda one: (one.grade, -one.at))] if free else []
    return tuple(chosen)


BEST_LOVED = later("Best-loved ending")


def best_loved(stories: Iterable[Story], laughs: Mapping[str, int]) -> Written | None:
    """Return the guest's card that got most laughs in finished games; None if no card got any.

    ``laughs`` has the number of laughs by the card's sentence.
    """
    loved = [one for story in stories for one in story.written if laughs.get(one.text)]
    return max(loved, key=lambda one: laughs[one.text], default=None)


def honours(stories: Iterable[Story], laughs: Mapping[str, int] = MappingProxyType({})) -> tuple[tuple[str, str], ...]:
    """Return (title, winner as a phrase) for each honour of an evening, at most three.

    Only finished games count. The most important honour comes first: the card of a guest with most laughs, then those
    of HONOURS in order. ``laughs`` has the number of laughs by the card's sentence.
    """
    over = [story for story in stories if story.over]
    given = []
    if loved := best_loved(over, laughs):
        words = spelt_n(
            "{by}, who gave {about} “{ending}” ({n} laugh)", "{by}, who gave {about} “{ending}” ({n} laughs)",
            laughs[loved.text], by=loved.by, about=loved.about, ending=loved.ending,
        )  # fmt: skip
        given.append((language.say(BEST_LOVED), words))
    for kind, name in HONOURS.items():
        of_kind = [chosen for story in over for chosen in best(story.highlights, (kind,))]
        if of_kind:
            given.append((language.say(name), max(of_kind, key=lambda one: one.grade).honour))
    return tuple(given[:_MOST_HONOURS])


def day(seconds: float) -> str:
    """Return a date as text, “Saturday, 21 November 2026”, for seconds since 1970; "" if they are out of range."""
    found = moment(seconds, "%w %d %m %Y") if seconds else ""
    if not found:
        return ""
    weekday, number, month, year = map(int, found.split())
    weekday_said, month_said = language.say(_DAYS[weekday - 1]), language.say(_MONTHS[month - 1])
    told = {"weekday": weekday_said, "day": number, "month": month_said, "year": year}
    return language.say("{weekday}, {day} {month} {year}", **told)


_SPECIAL = {
    "?": "liar-poker/back",
    "rb?": "red-and-black/back",
    "lizard": "lizard/lizard",
    "snake": "lizard/snake",
}


def picture_file(card: str) -> str:
    """Return the path of a card's picture below the folder ``static``.

    ``card`` is the card's name in a record; “?” is a face-down card of Liar Poker, “rb?” one of Red & Black. The file
    exists if ``is_drawn`` returns True.
    """
    if card in WEST:
        return f"cards/west/{card}.svg"
    return f"cards/{_SPECIAL.get(card) or f'standard52/{card}'}.svg"


def is_drawn(card: str) -> bool:
    """Return whether ``picture_file`` has a picture of this card."""
    return card in WEST or card in _SPECIAL or is_card(card)


def emblem_file(name: str) -> str:
    """Return the path of the picture of an emblem of ours below the folder ``static``.

    If no emblem of ours has this name, it is the path of the mask's picture.
    """
    from factbank.looks import MASK, emblems

    return f"cards/emblems/{name if name in emblems() else MASK}.svg"


def own_emblem(name: str) -> bytes | None:
    """Return the picture of a household's own emblem as SVG, drawn in the colours of our emblems.

    None if the household has no emblem of this name, or if its file contains anything but drawings.
    """
    from factbank.looks import MASK, own_emblems
    from liarsdeck.svg import MOST_BYTES, only_draws

    file = own_emblems().get(name)
    if file is None or not only_draws(drawing := read_within(file, MOST_BYTES)):
        return None
    colours = _STYLE.search((_static() / emblem_file(MASK)).read_text("utf-8"))
    assert colours is not None
    return _ROOT.sub(lambda root: root[0] + colours[0], drawing.decode(), count=1).encode()


Point = tuple[float, float]

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (6, 3),
    (2, 2.5),
    (9, 3, 2, 3),
    (12, 4),
    (4, 2, 1, 2),
    (1, 3),
    (7, 2, 7, 5),
)
"""The dash pattern of each seat's line (lengths of dash and gap in turn), in eighths of the type size."""
SIGNS = ("circle", "square", "diamond", "up", "down", "cross", "plus", "star")
COLOURS = ("#b82a18", "#12477a", "#06573a", "#8a5a00", "#221f2b", "#6b2c86", "#0e6b75", "#5b5560")
"""The colour of each seat's line on light paper. story.css has these too, and others for the dark theme."""
IS_OUT, HAS_WON = "out", "won"
"""The signs at the end of a lane (a seat's row in a plot without numbers)."""
WORDS = {
    PLAYED_TRUTH: later("a truth"), PLAYED_LIE: later("a lie"), PLAYED: later("a card"), IS_OUT: later("out"),
    HAS_WON: later("won"),
}  # fmt: skip
"""What the signs of lanes stand for, by sign."""
_EACH = (later("round"), later("turn"), later("deal"))  # ``Course.each``
MANY = {"round": later("rounds"), "turn": later("turns"), "deal": later("deals")}
"""The plural of each value of ``Course.each``."""
COUNTED = {
    "round": later_n("{n} round", "{n} rounds"), "turn": later_n("{n} turn", "{n} turns"),
    "deal": later_n("{n} deal", "{n} deals"),
}  # fmt: skip
_EM = 0.56  # of a letter's size: what a letter of a name takes, with room to spare
_LONGEST = 14  # cells of a name
_SHARE = 0.33  # of a plot's width, that names may take
_TICKS = 5  # lines across, about
_MARKED = 24  # values up to which each bears its sign
_PITCH = 1.75  # letters from one lane to the next


class SeatLine(Struct, frozen=True):
    """A seat's line in a plot. All points are (x, y) in the plot's units.

    ``points`` are the points of the line, and ``signs`` those points that bear the seat's marker. ``name`` is the
    player's name, perhaps cut, and ``value`` the last value as text. ``label`` is the point where name and value begin.
    """

    seat: int
    points: tuple[Point, ...]
    signs: tuple[Point, ...]
    name: str
    value: str
    label: Point


class Lane(Struct, frozen=True):
    """A seat's row of signs in a plot without numbers, in the plot's units.

    ``name`` is the player's name, perhaps cut, ``y`` the height of the row, ``end`` the x of its end, and ``signs`` has
    (x, sign) for what the seat played in each round.
    """

    seat: int
    name: str
    y: float
    end: float
    signs: tuple[tuple[float, str], ...]


class Plot(Struct, frozen=True):
    """A plot with all its coordinates, for ``as_svg``. The units are those of its width and height.

    ``wide`` and ``high`` are the size of the whole plot, and ``letter`` is the type size. ``left``, ``right``, ``top``
    and ``foot`` are the edges of the drawn area. There is one item for each seat in ``runs`` (lines of numbers) or in
    ``lanes`` (rows of signs). ``grid`` has (y, value as text) for each horizontal line, and ``ticks`` (x, label) for
    each label below the area. ``key`` has (x, sign) for the key below a plot of lanes. ``zero`` is the y of the value
    0. ``what`` names the values and ``each`` what the labels count, such as “points” and “round”.
    """

    wide: float
    high: float
    letter: float
    left: float
    right: float
    top: float
    foot: float
    runs: tuple[SeatLine, ...] = ()
    lanes: tuple[Lane, ...] = ()
    grid: tuple[tuple[float, str], ...] = ()
    ticks: tuple[tuple[float, str], ...] = ()
    key: tuple[tuple[float, str], ...] = ()
    zero: float = 0.0
    what: str = ""
    each: str = ""


def drawable(course: Course) -> bool:
    """Return whether a course has something to plot: rows of signs (lanes), or two or more values a seat."""
    return bool(course.lanes) or len(course.labels) > 1


def plot(
    course: Course, names: Sequence[str], wide: float, high: float, letter: float, winners: Sequence[int] = ()
) -> Plot:
    """Return the plot of a course, ``wide`` by ``high`` units.

    The course has to be ``drawable``. ``names`` are the players' names by seat, and ``letter`` is the type size.
    ``winners`` are the seats that get the sign of a win in a plot of lanes. The height of a plot of lanes follows from
    the number of seats, and ``high`` is ignored.
    """
    if course.lanes:
        return _lanes(course, names, wide, letter, winners)
    values = [value for run in course.runs for value in run]
    lines = _lines(min(0, *values), max(1, *values))
    low, most = lines[0], lines[-1]
    ends = [signed(run[-1]) for run in course.runs]
    longest = int(wide * _SHARE / (_EM * letter)) - max(map(len, ends)) - 1
    labels = [cut(name, max(4, min(_LONGEST, longest))) for name in names]
    room = max(cells(f"{label} {end}") for label, end in zip(labels, ends, strict=True)) * _EM * letter
    left = max(len(signed(line)) for line in lines) * _EM * letter + letter * 0.5
    right, top, foot = wide - room - letter, letter * 2.2, high - letter * 3.6
    step, scale = (right - left) / (len(course.labels) - 1), (foot - top) / (most - low)

    def y(value: float) -> float:
        return top + (most - value) * scale

    places = spread([y(run[-1]) for run in course.runs], letter * 1.15, top, foot)
    every = -(-len(course.labels) // _MARKED)
    runs = []
    for seat, run in enumerate(course.runs):
        points = tuple((left + at * step, y(value)) for at, value in enumerate(run))
        signs = tuple(point for at, point in enumerate(points) if at % every == 0 or at == len(points) - 1)
        runs.append(SeatLine(seat, points, signs, labels[seat], ends[seat], (right + letter, places[seat])))
    ticks = _ticks([(left + at * step, label) for at, label in enumerate(course.labels) if label], step, letter)
    grid = tuple((y(line), signed(line)) for line in lines)
    return Plot(
        wide, high, letter, left, right, top, foot, tuple(runs), (), grid, ticks, (), y(0), course.what, course.each
    )


def _lines(low: int, most: int) -> list[int]:
    """Return the values of a plot's horizontal lines, in ascending order.

    They are multiples of 1, 2 or 5 (times a power of ten) that include 0 and enclose ``low`` to ``most``, the least and
    the greatest value.
    """
    rough = max((most - low) / _TICKS, 1)
    size = 10 ** floor(log10(rough))
    step = next(int(size * many) for many in (1, 2, 5, 10) if size * many >= rough)
    return list(range(-(-abs(low) // step) * -step if low < 0 else 0, most + step, step))


def _ticks(labels: Sequence[tuple[float, str]], step: float, letter: float) -> tuple[tuple[float, str], ...]:
    """Return those labels below a plot that have room beside each other.

    ``labels`` has (x, label), ``step`` is the distance from one label to the next, and ``letter`` the type size. If
    there is too little room, only every second number (or fifth, tenth, and so on) and 1 stay; labels that are no
    numbers always stay.
    """
    widest = max((cells(label) for _, label in labels), default=1)
    every = max(1, round(letter * (_EM * widest + 0.7) / step + 0.49))
    every = next((nice for nice in (1, 2, 5, 10, 20, 50, 100, 200, 500) if nice >= every), every)
    first = 1 if every == 2 else 0  # 1 3 5 …, but 1 5 10 …
    return tuple(
        label
        for label in labels
        if not label[1].isdigit() or int(label[1]) == 1 or int(label[1]) % every == first % every
    )


def _lanes(course: Course, names: Sequence[str], wide: float, letter: float, winners: Sequence[int]) -> Plot:
    labels = [cut(name, _LONGEST) for name in names]
    left = (max(map(cells, labels)) * _EM + 1.6) * letter
    right, top = wide - letter * 2.4, letter * 1.2
    step = (right - left) / max(len(course.labels) - 1, 1)
    kinds = []
    lanes = []
    for seat, played in enumerate(course.lanes):
        y = top + seat * _PITCH * letter
        signs = [(left + at * step, kind) for at, kind in enumerate(played) if kind != IDLE]
        end = left + max(len(played) - 1, 0) * step
        if seat in course.out:
            end += min(step, letter * 1.5)
            signs.append((end, IS_OUT))
        elif seat in winners:
            end += min(step, letter * 1.5)
            signs.append((end, HAS_WON))
        kinds += [kind for _, kind in signs]
        lanes.append(Lane(seat, labels[seat], y, end, tuple(signs)))
    foot = top + (len(lanes) - 1) * _PITCH * letter
    ticks = _ticks([(left + at * step, label) for at, label in enumerate(course.labels)], step, letter)
    key, x = [], left
    for kind in (kind for kind in WORDS if kind in kinds):
        key.append((x, kind))
        x += (len(language.say(WORDS[kind])) * _EM + 2.2) * letter
    high = foot + letter * 4.3
    return Plot(wide, high, letter, left, right, top, foot, (), tuple(lanes), (), ticks, tuple(key), 0, "", course.each)


def described(course: Course, names: Sequence[str]) -> str:
    """Return what the plot of a course shows as sentences, for people who can't see the plot."""
    if course.lanes:
        said = [
            f"{name} {listed([language.say(WORDS[kind]) for kind in played if kind], language.say('then'))}"
            for name, played in zip(names, course.lanes, strict=True)
        ]
        return language.say("What each played, round by round: {what}.", what="; ".join(said))
    ends = both(f"{name} {signed(run[-1])}" for name, run in zip(names, course.runs, strict=True))
    return language.say(_ENDS[course.each], what=capfirst(course.what), ends=ends)


_ENDS = {
    "": later("{what}. At the end: {ends}."),
    "round": later("{what}, round by round. At the end: {ends}."),
    "turn": later("{what}, turn by turn. At the end: {ends}."),
    "deal": later("{what}, deal by deal. At the end: {ends}."),
}  # fmt: skip


def corners(name: str, r: float) -> list[Point]:
    """Return the corners (x, y) of a sign of radius ``r`` around (0, 0); [] for a circle.

    y counts downwards. ``name`` is one of SIGNS (a seat's marker), or a key of WORDS (a sign of a lane).
    """
    half, bar = r * 0.9, r * 0.36
    plus = [(-bar, -r), (bar, -r), (bar, -bar), (r, -bar), (r, bar), (bar, bar), (bar, r), (-bar, r), (-bar, bar)]
    plus += [(-r, bar), (-r, -bar), (-bar, -bar)]
    star = [(0, -r * 1.2), (r * 0.35, -r * 0.35), (r * 1.2, 0), (r * 0.35, r * 0.35)]
    crown = [(-0.9, 0.8), (-1, -0.5), (-0.45, 0), (0, -1), (0.45, 0), (1, -0.5), (0.9, 0.8)]
    cross = [((a - b) * 0.75, (a + b) * 0.75) for a, b in plus]
    return {
        "circle": [],
        PLAYED_TRUTH: [],
        PLAYED: [],
        "square": [(-half, -half), (half, -half), (half, half), (-half, half)],
        "diamond": [(0, -r * 1.3), (r, 0), (0, r * 1.3), (-r, 0)],
        PLAYED_LIE: [(0, -r * 1.45), (r * 1.15, 0), (0, r * 1.45), (-r * 1.15, 0)],
        "up": [(0, -r * 1.15), (r * 1.1, r * 0.8), (-r * 1.1, r * 0.8)],
        "down": [(0, r * 1.15), (r * 1.1, -r * 0.8), (-r * 1.1, -r * 0.8)],
        "cross": cross,
        IS_OUT: cross,
        "plus": plus,
        "star": [*star, *((-a, -b) for a, b in star)],
        HAS_WON: [(a * r * 1.3, b * r * 1.3) for a, b in crown],
    }[name]


_SIGN = 0.3  # a sign's radius, in letters
_CLASSES = {"true": "p-true", "LIE": "p-lie", "?": "p-card", "out": "p-out", "won": "p-won"}


def as_svg(laid: Plot, title: str, desc: str, name: str, cls: str = "") -> str:
    """Return a plot as SVG. ``title`` (its name) and ``desc`` (what it shows) are read by screen readers.

    ``name`` is the prefix of the ids of its elements, ``cls`` an additional CSS class.
    """
    letter = laid.letter
    about = f'role="img" aria-labelledby="{name}-t {name}-d"'
    out = [
        f'<svg class="plot {cls}" viewBox="0 0 {laid.wide:g} {laid.high:g}" {about} font-size="{letter:g}">',
        f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(desc)}</desc>',
    ]
    for y, value in laid.grid:
        line = "p-axis" if abs(y - laid.zero) < 1e-6 else "p-line"
        out.append(f'<path class="{line}" d="M{laid.left:.1f} {y:.1f}H{laid.right:.1f}"/>')
        out.append(_text("p-tick", laid.left - letter * 0.4, y + letter * 0.33, value, "end"))
    below = laid.foot + letter * 1.9
    out += [_text("p-tick", x, below, label, "middle") for x, label in laid.ticks]
    if laid.what:
        out.append(_text("p-what", 0, letter, laid.what, "start"))
    if laid.each and laid.runs:
        out.append(_text("p-what", laid.right, laid.high - letter * 0.25, language.say(MANY[laid.each]), "end"))
    elif laid.each:
        out.append(_text("p-what", laid.left - letter, below, language.say(laid.each), "end"))
    for run in laid.runs:
        out += _run(run, letter)
    for lane in laid.lanes:
        out.append(f'<path class="p-line" d="M{laid.left:.1f} {lane.y:.1f}H{lane.end:.1f}"/>')
        out.append(_text("p-name", laid.left - letter, lane.y + letter * 0.34, lane.name, "end"))
        out += [_lane_sign(kind, x, lane.y, letter) for x, kind in lane.signs]
    y = laid.high - letter * 0.6
    for x, kind in laid.key:
        out.append(_lane_sign(kind, x, y, letter))
        out.append(_text("p-tick", x + letter * 0.7, y + letter * 0.34, language.say(WORDS[kind]), "start"))
    return "".join([*out, "</svg>"])


def _text(cls: str, x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="{cls}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _run(run: SeatLine, letter: float) -> Iterator[str]:
    (x, y), end, style = run.label, run.points[-1], run.seat % len(SIGNS)
    pen = " ".join(f"{part * letter / 8:g}" for part in DASHES[style])
    dash = f' stroke-dasharray="{pen}"' if pen else ""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in run.points)
    name = f'<tspan class="p-name">{escape(run.name)}</tspan> {run.value}'
    yield f'<g class="p-run s{style}">'
    yield f'<path class="p-lead" d="M{end[0]:.1f} {end[1]:.1f}L{x - letter * 0.35:.1f} {y:.1f}"/>'
    yield f'<polyline points="{points}"{dash}/>'
    yield from (f'<path d="{_sign(SIGNS[style], a, b, letter * _SIGN)}"/>' for a, b in run.signs)
    yield f'<text x="{x:.1f}" y="{y + letter * 0.34:.1f}">{name}</text></g>'


def _lane_sign(kind: str, x: float, y: float, letter: float) -> str:
    return f'<path class="{_CLASSES[kind]}" d="{_sign(kind, x, y, letter * _SIGN * 1.25)}"/>'


def _sign(name: str, x: float, y: float, r: float) -> str:
    """Return the outline of a sign around (x, y) as the data of an SVG path. ``r`` is the sign's radius."""
    outline = corners(name, r)
    if not outline:
        return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0z"
    return f"M{'L'.join(f'{x + a:.1f} {y + b:.1f}' for a, b in outline)}z"


CROWN, AWARD = "crown", "award"
"""The kinds of the results that screens show at the end of a game."""
WIDE, NARROW, BIG = (720.0, 300.0, 15.0), (340.0, 250.0, 13.5), (900.0, 210.0, 20.0)
"""Width, height and type size of a plot: on a desk, on a phone, on the big screen."""
_TYPES = {".svg": "image/svg+xml", ".woff2": "font/woff2"}
_STYLE, _ROOT = re.compile(r"<style>.*?</style>"), re.compile(r"<svg\b[^>]*>")
_URL = re.compile(r"url\(([\w./-]+)\)")


class Drawn(Struct, frozen=True):
    """A card of a moment, as a page draws it.

    ``kind`` says how: “face” is a card with a sentence (in ``face``), “colour” is red or black, “picture” has a
    picture, and “word” has only its name. ``name`` is the card's name in the record, ``note`` a few words on it, and
    ``mark`` is “true”, “LIE” or another mark of ``Shown``; both may be "".
    """

    kind: str
    name: str
    note: str
    mark: str
    face: Struct | None = None


class StoryMoment(Struct, frozen=True):
    """A moment of the story, as a page shows it: its title, ``words`` (a sentence), and its cards."""

    title: str
    words: str
    cards: tuple[Drawn, ...]

    @property
    def told(self) -> tuple[str, str]:
        """The moment as (title, sentence)."""
        return self.title, self.words


def moments(story: Story) -> tuple[StoryMoment, ...]:
    """Return the moments of a story, as a page shows them."""
    return tuple(StoryMoment(one.title, one.words, drawn(story.setup, one.cards)) for one in story.moments)


def drawn(setup: Setup, cards: Iterable[Shown]) -> tuple[Drawn, ...]:
    """Return the cards of a highlight or of a result, as a page draws them."""
    found, game = [], games.game(setup.game)
    for shown in cards:
        face, kind = game.printed_face(setup, shown.card), "picture" if is_drawn(shown.card) else "word"
        kind = "face" if face else "colour" if shown.card in {"red", "black"} else kind
        found.append(Drawn(kind, shown.card, shown.note, shown.mark, face))
    return tuple(found)


def closing(story: Story, state: object) -> tuple[Moment, ...]:
    """Return the results that all screens show at a game's end; () if nobody has won.

    First comes the winner, then each best moment of the story. With a single winner, the winner's hand is shown, its
    cards marked as true or LIE; if there is no hand to show, the score sheet is shown. ``state`` is the full last
    state.
    """
    setup, outcome = story.setup, story.game.outcome(state)
    won, why = outcome.winners, (text(f"{capfirst(outcome.reason.rstrip('.'))}."),) if outcome.reason else ()
    if not won:
        return ()
    hidden = story.game.hidden(state)
    hands, truths = hidden.get("hands"), hidden.get("truths")
    held = hands.get(setup.name(won[0])) if isinstance(hands, Mapping) and len(won) == 1 else None
    hand = held if isinstance(held, Sequence) else ()
    true = truths if isinstance(truths, Sequence) else None
    marks = ["" if true is None else "true" if card in true else "LIE" for card in hand]
    cards = tuple(Shown(str(card), mark=mark) for card, mark in zip(hand, marks, strict=True))
    shown = tuple(one for one, card in zip(cards, drawn(setup, cards), strict=True) if card.kind != "word")
    head = say("{seat} wins.", seat=setup.seat(won[0])) if len(won) == 1 else text(story.headline)
    crown = Moment(kind=CROWN, head=head, words=why, seat=won[0], cards=shown, scores=not shown)
    awards = (
        Moment(kind=AWARD, head=text(one.title), words=(text(one.words),), cards=one.cards) for one in story.moments
    )
    return tuple(replace(one, where=language.say("the end")) for one in (crown, *awards))


def plots(story: Story, *sizes: tuple[float, float, float]) -> tuple[Markup, ...]:
    """Return the plot of the course as SVG, once for each of ``sizes``; () if there is nothing to draw.

    A size is (width, height, type size) in units of the SVG.
    """
    course, names = story.course, story.setup.seats
    if not drawable(course):
        return ()
    winners = [names.index(name) for name in story.winners]
    desc = described(course, names)
    title = f"{story.title}: {course.what}"
    return tuple(
        Markup(as_svg(plot(course, names, *size, winners), title, desc, f"plot{at}", f"w{at}"))  # noqa: S704, escaped
        for at, size in enumerate(sizes)
    )


def rows(story: Story) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the values of the plot as a table: (label, a cell for each seat) for each round or turn.

    A cell is "" if the seat was out by then.
    """
    course = story.course
    runs = course.lanes or [[signed(value) for value in run] for run in course.runs]
    return tuple(
        (label, tuple(run[at] if at < len(run) else "" for run in runs)) for at, label in enumerate(course.labels)
    )


def values(story: Story, *sizes: tuple[float, float, float]) -> dict[str, object]:
    """Return the values for the templates of a story's page, by name.

    They include the plot in each of ``sizes``, which are (width, height, type size) in units of the SVG.
    """
    return {
        "story": story,
        "heading": story.headline,
        "plots": plots(story, *sizes),
        "moments": moments(story),
        "written": story.written,
        "rows": rows(story),
    }


def as_html(story: Story) -> str:
    """Return the story as one HTML page that includes its fonts and pictures."""
    page = environment("story").get_template("page.html")
    text: str = page.render(values(story, WIDE, NARROW), css=page_css(_static() / "story.css"))
    return text


def folder() -> Path:
    """Return the folder of the templates for the page of a story."""
    return templates() / "story"


def _static() -> Path:
    return templates() / "host" / "static"


@cache
def environment(room: str) -> "Environment":
    """Return the Jinja environment of a folder of templates, with the macros of the host's pages.

    ``room`` is the name of the folder below ``templates()``, such as ``story``.
    """
    made = page_templates(templates() / room, templates() / "host")
    made.globals |= {
        "called": called,
        "picture": lambda card: _inside(picture_file(card)),
        "art": lambda name: _data((templates() / "art" / f"{name}.svg").read_bytes(), ".svg"),
        "emblem": lambda name: _data(own, ".svg") if (own := own_emblem(name)) else _inside(emblem_file(name)),
    }
    made.globals["c"] = made.get_template("cards.html").module
    return made


def page_css(own: Path) -> Markup:
    """Return the CSS of the host's pages, then that of the file ``own``, with files they name as data URLs."""
    text = "\n".join(file.read_text("utf-8") for file in (_static() / "host.css", own))
    return Markup(_URL.sub(lambda found: f"url({_inside(found[1])})", text))  # noqa: S704, our own file


@cache
def _inside(name: str) -> str:
    """Return the content of a static file as a ``data:`` URL. ``name`` is its path below ``static``."""
    path = _static() / name
    return _data(path.read_bytes(), path.suffix)


def _data(data: bytes, suffix: str) -> str:
    return f"data:{_TYPES[suffix]};base64,{b64encode(data).decode('ascii')}"
