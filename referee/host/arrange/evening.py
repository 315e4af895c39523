"""The end of an evening on a screen: the story of the game just played, the tally of all of them, and honours."""

from msgspec import Struct

from liarsdeck.english import cardinal, listed
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

    def end(self, desk: Desk) -> dict[str, object]:
        """Return what the end of the big screen reads: the last game's story, the tally, the honours."""
        if desk.table is None:
            return {"plots": (), "moments": (), "games": (), "honours": (), "when": ""}
        stories = [self.story(table) for table in chain(desk.journal, desk.table)]
        games = tuple(_played(number, story) for number, story in enumerate(stories, 1))
        return values(stories[-1], BIG) | {"games": games, "honours": honours(stories), "when": stories[-1].when}


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
