"""Makes what is shown at the end of a game or an evening: story, games, honours, a player's figures."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from liarsdeck.language import both, later, say, say_n, spelt_n
from referee.core.accounts import Moment, Shown
from referee.core.cards import text
from referee.core.game import CAUGHT, SAID_LIE
from referee.host.session import HostedTable
from referee.host.talk import award
from referee.story import (
    AWARD,
    BEST_LOVED,
    BIG,
    COUNTED,
    MANY,
    NARROW,
    WIDE,
    Story,
    best_loved,
    closing,
    day,
    honours,
    story_of_table,
    values,
)
from referee.tables.table import Table, chain

_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


class Played(Struct, frozen=True):
    """A row of the list of this evening's games.

    ``number`` is the game's number tonight as a Roman number, ``title`` its title, and ``about`` says how many players
    and rounds it had. ``winner`` is the winner's name, or “a draw”, “nobody” or “not finished”. ``how`` says how the
    game was won.
    """

    number: str
    title: str
    about: str
    winner: str
    how: str


class Evenings:
    """Makes the template values for pages that follow a game, such as its story and the evening's honours.

    The story of each table is cached until the table's lines change.
    """

    def __init__(self) -> None:
        self._stories: dict[int, tuple[tuple[str, ...], Story]] = {}
        self._believed: tuple[object, tuple[int, ...]] = (None, ())

    def story(self, table: Table) -> Story:
        """Return the story (course, best moments, result) of a table's game up to its last line."""
        lines, now = table.log.lines, self._stories.get(table.number)
        if now is not None and now[0] == lines:  # after an undo, as many lines may be others
            return now[1]
        found = story_of_table(table, day(table.kept.last))
        self._stories[table.number] = lines, found
        return found

    def page(self, hosted: HostedTable) -> dict[str, object]:
        """Return the story page's template values; after the game, ``nose`` is the award for claim votes."""
        nose = award(hosted.hosting, hosted.past) if hosted.begun.over else ()
        return values(self.story(hosted.begun), WIDE, NARROW) | {"nose": nose}

    def closing(self, hosted: HostedTable) -> tuple[Moment, ...]:
        """Return the results that all screens show at a game's end.

        They are the winner, the best moments, the guest's card that others laughed at most, and who voted best on
        claims; () if nobody has won.
        """
        story = self.story(hosted.begun)
        if not (found := closing(story, hosted.begun.state)):
            return ()
        if loved := best_loved([story], hosted.hosting.laughs):
            words, cards = (text(loved.said),), (Shown(loved.card),)
            found = (
                *found,
                Moment(kind=AWARD, head=text(say(BEST_LOVED)), words=words, cards=cards, where=say("the end")),
            )
        return (*found, *award(hosted.hosting, hosted.past))

    def end(self, hosted: HostedTable, you: str = "") -> dict[str, object]:
        """Return the values of the end page's template, by name.

        They are the last game's story, and the evening's games and honours. With the name of a player in ``you``, the
        values include that player's own figures. In the lobby all values are empty.
        """
        if hosted.table is None:
            return {"plots": (), "moments": (), "games": (), "honours": (), "when": "", "figures": ()}
        stories = [self.story(table) for table in chain(hosted.journal, hosted.table)]
        games = tuple(_played(number, story) for number, story in enumerate(stories, 1))
        evening = {"games": games, "honours": honours(stories, hosted.hosting.laughs), "when": stories[-1].when}
        return values(stories[-1], BIG) | evening | {"figures": self._figures(hosted, stories, you) if you else ()}

    def _figures(self, hosted: HostedTable, stories: Sequence[Story], you: str) -> tuple[tuple[str, str], ...]:
        """Return (label, value) rows of figures of the player ``you``: for the last game, and wins tonight.

        The rows are the number of rounds, the player's lies that were believed (or, without statements, their best
        round), and their wins. ``stories`` are those of tonight's games; the last one is that of the present table. The
        result is () if that game is not over or ``you`` did not play in it.
        """
        table, story = hosted.table, stories[-1]
        if table is None or not story.over or you not in story.setup.seats:
            return ()
        seat, each = story.setup.seats.index(you), story.course.each or "turn"
        found = [(say(MANY.get(each, each)), str(count))] if (count := table.game.rounds(table.state)) else []
        believed = self._lies(table) if hosted.hosting.deals or story.setup.facts is not None else ()
        if believed:
            found.append((say("your lies believed"), str(believed[seat])))
        elif story.course.each and (runs := story.course.runs):
            best = max((after - before for before, after in pairwise(runs[seat])), default=0)
            found.append((say(_BEST.get(each, each)), f"{best:+}".replace("-", "−")))
        wins = sum(you in one.winners and not _drawn(one) for one in stories)
        return (*found, (say("tonight"), say_n("{n} win", "{n} wins", wins) if wins else say("no win")))

    def _lies(self, table: Table) -> tuple[int, ...]:
        """Return how many of each seat's lies nobody found out (all cards must be known); () without claims."""
        if self._believed[0] is not table.state:
            game, seats = table.game, len(table.setup.seats)
            found, standing, spoken = [0] * seats, [0] * seats, False
            for before, action, after in table.steps:
                for saying in game.sayings(before, action, after):
                    spoken = True
                    now = standing[saying.seat] + {SAID_LIE: 1, CAUGHT: -1}.get(saying.kind, 0)
                    standing[saying.seat] = max(0, now)  # what was found out may be found out once more
                if game.deals_scored(after) != game.deals_scored(before) or game.outcome(after).over:
                    found, standing = [was + more for was, more in zip(found, standing, strict=True)], [0] * seats
            self._believed = table.state, tuple(found) if spoken else ()
        return self._believed[1]


def _drawn(story: Story) -> bool:
    return len(story.winners) == len(story.setup.seats)


def _played(number: int, story: Story) -> Played:
    names = story.setup.seats
    about = both(names) if len(names) == 2 else spelt_n("{n} player", "{n} players", len(names))
    rounds = next((int(label) for label in reversed(story.course.labels) if label.isdigit()), 0)
    if rounds:
        one, many = COUNTED.get(story.course.each, COUNTED["round"])
        about += f", {spelt_n(one, many, rounds)}"
    winner = both(story.winners) if story.winners else say("nobody") if story.over else say("not finished")
    winner = say("a draw") if _drawn(story) else winner
    return Played(roman(number), story.title, about, winner, story.how)


_BEST = {"round": later("your best round"), "turn": later("your best turn"), "deal": later("your best deal")}


def roman(number: int) -> str:
    """Return a whole number from 1 to 39 in Roman figures."""
    return "X" * (number // 10) + _ROMAN[number % 10]
