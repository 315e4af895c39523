"""A game as it is remembered: who won, how it went, its three best moments; and the honours of an evening."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from liarsdeck.english import moment
from referee.core.game import Action, Game, Outcome, Setup
from referee.core.play import walked
from referee.core.screens import BID, BLUFF, HONEST, KINDS, LIE, OUT, Course, Highlight
from referee.core.text_layout import ending
from referee.records.replay import Replay
from referee.story.course import course_of

if TYPE_CHECKING:
    from referee.tables.table import Table

HONOURS = {
    LIE: "Best lie", OUT: "Shortest evening", HONEST: "Most honest", BLUFF: "Boldest bluff", BID: "Narrowest escape",
}  # fmt: skip
"""What an evening's honours are called, the first ones first."""
_MOST_HONOURS = 3
_MINUS = re.compile(r"-(?=\d)")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Story(Struct, frozen=True):
    """What a page says of one game; before its end nothing that the open table may not know.

    ``highlights`` are all that was found, ``moments`` the best of each kind. ``when`` is a day in words, or "".
    """

    setup: Setup
    title: str
    over: bool
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    ending: str
    course: Course
    highlights: tuple[Highlight, ...]
    kit: str = ""
    when: str = ""

    @property
    def moments(self) -> tuple[Highlight, ...]:
        """The best of each kind, in the kinds' order, none of the same line twice."""
        return best(self.highlights, KINDS)

    @property
    def how(self) -> str:
        """How it was won, in a few words: the points where they are counted, else the reason; "" before the end."""
        if not self.over:
            return ""
        if self.course.runs and self.course.each:
            return f"{max(self.scores)} {self.course.what}".replace("-", "−") if self.winners else ""
        who = self.winners[0] if self.winners else ""
        said = self.ending.removeprefix(f"{who} is ").removeprefix(f"{who} ").removesuffix(".")
        return said[:1].lower() + said[1:]

    @property
    def heading(self) -> str:
        """What stands above it: who won, or that it goes on."""
        if not self.over:
            return "So far"
        match self.winners:
            case ():
                return "Nobody wins"
            case (name,):
                return f"{name} wins"
            case names:
                return f"{', '.join(names[:-1])} and {names[-1]} win"


def story_of(game: Game[object], setup: Setup, actions: Iterable[Action], *, kit: str = "", when: str = "") -> Story:
    """Return the story of a game from its lines, those of the open table where it is not over."""
    steps = walked(game, setup, actions)
    outcome = game.outcome(steps[-1][2] if steps else game.start(setup))
    return Story(
        setup,
        game.title,
        outcome.over,
        tuple(setup.seats[seat] for seat in outcome.winners),
        outcome.scores,
        _ended(setup, outcome) if outcome.over else "The game goes on, and what is hidden stays so till its end.",
        course_of(game, setup, steps),
        game.highlights(steps),
        kit,
        when,
    )


def _ended(setup: Setup, outcome: Outcome) -> str:
    """Return how a game ended, without who has won: that stands above it."""
    text = ending(setup, outcome)
    for name in (*setup.seats, "Nobody"):
        text = text.removeprefix(f"{name} wins: ")
    return _MINUS.sub("−", text[:1].upper() + text[1:])


def story_of_record(done: Replay) -> Story:
    """Return the story of a record that replayed."""
    kit = done.record.header.get("kit", "")
    return story_of(done.record.game, done.record.setup, done.actions, kit=kit if isinstance(kit, str) else "")


def story_of_table(table: "Table", when: str = "") -> Story:
    """Return the story of a kept table."""
    return story_of(table.game, table.setup, table.actions, kit=table.kit, when=when)


def best(highlights: Sequence[Highlight], kinds: Iterable[str]) -> tuple[Highlight, ...]:
    """Return the best of each kind, in this order, none of the same line as another."""
    found: list[Highlight] = []
    for kind in kinds:
        free = [one for one in highlights if one.kind == kind and all(one.at != other.at for other in found)]
        if free:
            found.append(max(free, key=lambda one: (one.grade, -one.at)))
    return tuple(found)


def honours(stories: Iterable[Story]) -> tuple[tuple[str, str], ...]:
    """Return the honours of an evening's finished games: what each is called, and whose it is in a few words."""
    games = [story for story in stories if story.over]
    found = []
    for kind, name in HONOURS.items():
        of_kind = [chosen for story in games for chosen in best(story.highlights, (kind,))]
        if of_kind:
            found.append((name, max(of_kind, key=lambda one: one.grade).honour))
    return tuple(found[:_MOST_HONOURS])


def day(seconds: float) -> str:
    """Return a day as people write it: “Saturday, 21 November 2026”; "" for none."""
    found = moment(seconds, "%w %d %m %Y") if seconds else ""
    if not found:
        return ""
    weekday, number, month, year = map(int, found.split())
    return f"{_DAYS[weekday - 1]}, {number} {_MONTHS[month - 1]} {year}"
