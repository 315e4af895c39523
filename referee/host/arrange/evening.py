"""The end of an evening on a screen: the story of the game just played, the tally of all of them, and honours."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from liarsdeck.english import cardinal, counted, listed
from referee.core.play import walked
from referee.core.screens import CAUGHT, SAID_LIE
from referee.host.desk import Desk
from referee.story.page import BIG, NARROW, WIDE, values
from referee.story.story import Story, day, honours, story_of_table
from referee.tables.evening import chain
from referee.tables.table import Table

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class Played(Struct, frozen=True):
    """A game of the tally: its number as it stands there, what it was, who won it, and how."""

    number: str
    title: str
    about: str
    winner: str
    how: str


class Evenings:
    """What the end pages show; a game's story is read once for as many lines as it has."""

    def __init__(self) -> None:
        self._stories: dict[int, tuple[int, Story]] = {}
        self._believed: tuple[object, tuple[int, ...]] = (None, ())

    def story(self, table: Table) -> Story:
        """Return the story of a table as it stands."""
        lines, found = self._stories.get(table.number, (-1, None))
        if found is None or lines != len(table.actions):
            found = story_of_table(table, day(table.kept.last))
            self._stories[table.number] = len(table.actions), found
        return found

    def page(self, desk: Desk) -> dict[str, object]:
        """Return what the page of a table's story reads."""
        assert desk.table is not None
        return values(self.story(desk.table), WIDE, NARROW)

    def end(self, desk: Desk, you: str = "") -> dict[str, object]:
        """Return what the end of a screen reads: the last game's story, the tally, the honours, a player's figures."""
        if desk.table is None:
            return {"plots": (), "moments": (), "games": (), "honours": (), "when": "", "figures": ()}
        stories = [self.story(table) for table in chain(desk.journal, desk.table)]
        games = tuple(_played(number, story) for number, story in enumerate(stories, 1))
        evening = {"games": games, "honours": honours(stories), "when": stories[-1].when}
        return values(stories[-1], BIG) | evening | {"figures": self._figures(desk, stories, you) if you else ()}

    def _figures(self, desk: Desk, stories: Sequence[Story], you: str) -> tuple[tuple[str, str], ...]:
        """Return a finished game as one player may remember it: how long it was, what of it was theirs, and tonight."""
        table, story = desk.table, stories[-1]
        if table is None or not story.over or you not in story.setup.seats:
            return ()
        seat, each = story.setup.seats.index(you), story.course.each or "turn"
        found = [(f"{each}s", str(count))] if (count := table.game.rounds(table.state)) else []
        believed = self._lies(table) if desk.hosting.deals or story.setup.facts is not None else ()
        if believed:
            found.append(("your lies believed", str(believed[seat])))
        elif story.course.each and (runs := story.course.runs):
            best = max((after - before for before, after in pairwise(runs[seat])), default=0)
            found.append((f"your best {each}", f"{best:+}".replace("-", "−")))
        wins = sum(you in one.winners for one in stories)
        return (*found, ("tonight", "no win" if not wins else counted(wins, "win")))

    def _lies(self, table: Table) -> tuple[int, ...]:
        """Return how many lies of each seat nobody found out, in a game that is known whole; () where nobody lies."""
        if self._believed[0] is not table.state:
            game, seats = table.game, len(table.setup.seats)
            found, standing, spoken = [0] * seats, [0] * seats, False
            for before, action, after in walked(game, table.setup, table.actions):
                for saying in game.sayings(before, action, after):
                    spoken = True
                    now = standing[saying.seat] + {SAID_LIE: 1, CAUGHT: -1}.get(saying.kind, 0)
                    standing[saying.seat] = max(0, now)  # what was found out may be found out once more
                if game.settled(after) != game.settled(before) or game.outcome(after).over:
                    found, standing = [was + more for was, more in zip(found, standing, strict=True)], [0] * seats
            self._believed = table.state, tuple(found) if spoken else ()
        return self._believed[1]


def _played(number: int, story: Story) -> Played:
    names = story.setup.seats
    about = listed(names, "and") if len(names) == 2 else cardinal(len(names), "player")
    rounds = next((int(label) for label in reversed(story.course.labels) if label.isdigit()), 0)
    if rounds:
        about += f", {cardinal(rounds, story.course.each)}"
    winner = listed(story.winners, "and") if story.winners else "nobody" if story.over else "not finished"
    return Played(roman(number), story.title, about, winner, story.how)


def roman(number: int) -> str:
    """Return a small number in Roman figures."""
    text = ""
    for worth, sign in _ROMAN:
        text += sign * (number // worth)
        number %= worth
    return text
