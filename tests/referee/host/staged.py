"""Tables that stand before a line with a result that all screens hold, in every game."""

from pathlib import Path
from typing import Any, NamedTuple

from referee import games
from referee.core.game import Setup
from referee.core.play import parse
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.games import lair
from tests.referee.games.test_liar_poker_highlights import POKER
from tests.referee.games.test_liars_guess import ANN, FACEUP
from tests.referee.games.test_lizard_highlights import TWO
from tests.referee.games.test_red_and_black_highlights import TAKEN

TWO_OF = ("Ann", "Bob")
THREE_OF = ("Ann", "Bob", "Cat")
CONFLICT = lair.START + lair.ROUND + "Ann: reclaims 5\nBob: reclaims 11\nCat: reclaims 3\nDan: reclaims 7\n"


class Case(NamedTuple):
    """Lines of a game, of which the last one brings about results: the kind of each, and its headline."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    lines: str
    held: tuple[tuple[str, str], ...]

    @property
    def rows(self) -> list[str]:
        return [line.strip() for line in self.lines.splitlines() if line.strip()]

    def cut(self, end: int) -> "Case":
        """Return this case with so many of its lines, or without so many of the last."""
        return self._replace(lines="\n".join(self.rows[:end]))

    @property
    def setup(self) -> Setup:
        game = games.game(self.game)
        pairs = len(self.names) * self.options.get("each", 3)
        return games.setup(game, self.names, self.options, facts=lair.FACTS[pairs] if game.needs_facts else None)

    def stands(self, folder: Path) -> int:
        """Leave a table after all of its lines but the last; return its number in the journal."""
        with Journal(folder / "tables.sqlite") as journal:
            table = Table.new(journal, self.setup, kit=self.setup.facts.kit if self.setup.facts else "", seed="3")
            for row in self.rows[:-1]:
                action = parse(table.game, table.setup, row)
                assert action is not None
                table.act(action)
            table.leave()
            return table.number


def until(lines: str, last: str) -> str:
    """Return lines as far as the last one that begins so."""
    rows = lines.strip().splitlines()
    at = max(at for at, row in enumerate(rows) if row.strip().startswith(last))
    return "\n".join(rows[: at + 1])


LAIR = {"each": 2, "deal": "entered"}
CASES = {
    "a trick, and the round": Case(
        "lizard", THREE_OF, {"rounds": 2}, until(TWO, "Ann: plays"),
        (("trick", "Bob takes the trick."), ("round", "Bob leads by 10.")),
    ),
    "a lie in play": Case("liars-lair", lair.FOUR, LAIR, lair.KNOCK, (("verdict", "Bob is out."),)),
    "a hand that falls by itself": Case(
        "liars-lair", lair.FOUR, LAIR, CONFLICT + "Ann: passes\nBob: declares\nCat: declares\nDan: passes\n",
        (("fallen", "Bob is out."), ("fallen", "Cat is out.")),
    ),
    "a card shown to a declarer": Case(
        "liars-lair", lair.FOUR, LAIR,
        lair.DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: passes\nBob: shows 12\n",
        (("verdict", "Bob is out."),),
    ),
    "a wrong guess": Case(
        "liars-guess", TWO_OF, {}, FACEUP + ANN + "Bob: guesses yc1\nhole gt3\n", (("guess", "Bob guesses wrong."),),
    ),
    "an accusation": Case(
        "liars-guess", TWO_OF, {}, FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\nAnn: admits\n",
        (("accusation", "Ann admits it."),),
    ),
    "a doubted card, and the round": Case(
        "liar-poker", TWO_OF, {"chips": 300, "max_rounds": 2}, POKER,
        (("verdict", "Bob lied."), ("round", "Ann wins the round.")),
    ),
    "a fold": Case("liar-poker", TWO_OF, {}, until(POKER, "Ann: bets middle") + "\nBob: folds\n",
                   (("fold", "Bob folds."),)),
    "an attack": Case(
        "red-and-black", TWO_OF, {}, until(TAKEN, "river red black red"), (("attack", "The attack is held off."),),
    ),
    "the call of the last card": Case(
        "red-and-black", TWO_OF, {}, until(TAKEN, "river red black red").partition("river red black red")[0]
        + "river red black red", (("call", "The call was right."),),
    ),
    "the last guess": Case("red-and-black", TWO_OF, {}, TAKEN, (("guess", "Ann guesses right."),)),
}  # fmt: skip
