"""How well hard bots know what others hold: Brier skill against the base rate, by place of play.

Run: python -m tests.referee.bots.calibration [GAMES] [SEED] [WORD] prints the tables of docs/bots.md, or the rows with
this word.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from referee import games
from referee.bots import Lines, Step, moves, named
from referee.core.cards import cards_of
from referee.games.liar_poker import bots as poker
from referee.games.liar_poker.state import strength
from referee.games.liars_guess import bots as guess
from referee.games.liars_guess.state import bits, unseen
from referee.games.liars_lair import bots as lair
from referee.games.liars_lair.state import DECLARE, PLAY, RECLAIM
from referee.games.red_and_black import bots as red
from tests.referee.conformance import NAMES, some_facts

Turns = Sequence[Any]
MOST_ROUNDS = 60


class Guess(NamedTuple):
    """A probability that a hard bot gave to something, and what was so: 1 or 0, or 0.5 for a draw.

    ``kind`` is what it was asked, each kind with a base rate of its own.
    """

    place: str
    said: float
    true: float
    kind: object = None


class Table(NamedTuple):
    """Who plays what: a title, the game, the levels, the house rules, and what the hard bots are asked."""

    title: str
    game: str
    levels: tuple[str, ...]
    options: Mapping[str, Any]
    asked: "Callable[..., Iterator[Guess]]"


def cards_of_others(bot: lair.Hard, state: Any, view: Any, seat: int, turns: Turns) -> Iterator[Guess]:
    """Ask for each card that another player has played and that the seat does not know: is it true?"""
    if state.phase in {PLAY, RECLAIM, DECLARE}:
        worlds = bot._worlds(view, seat, turns, Random(f"{len(turns)}"))
        for who, card, place in lair.first_plays(view, turns):
            if who != seat and view.truth(card) is None and not view.gone >> card & 1:
                said = lair.trust_in_worlds(worlds, card)
                yield Guess(("first", "between", "last")[place], said, float(state.truth(card)))


def hole_card(bot: guess.Hard, state: Any, view: Any, seat: int, turns: Turns) -> Iterator[Guess]:
    """Ask after each answer, for each card that the seat has not seen: is it the hole card?"""
    del turns
    heard = len(guess.heard(view, seat))
    if state.phase == "turn" and heard and state.asks[-1].asker == seat:
        (hole,) = cards_of(unseen(state) & ~bits((*state.hands[0], *state.hands[1])))
        likely, place = bot.likely(view, seat), f"{heard} answer{'s' * (heard > 1)}" if heard < 4 else "4 or more"
        for card, said in likely.items():
            yield Guess(place, said, float(card == hole), len(likely))


def better_hand(bot: poker.Hard, state: Any, view: Any, seat: int, turns: Turns) -> Iterator[Guess]:
    """Ask at each step after the first bet, which the other may answer with a fold: are the seat's cards better?"""
    if state.phase == "reveal" or (state.phase == "bet" and state.turn > 1):
        mine, theirs = (strength((*state.hands[at], *state.board)) for at in (seat, 1 - seat))
        true = 0.5 if mine == theirs else float(mine < theirs)  # a lower number is better
        yield Guess(f"turn {state.turn}", bot._chance(view, seat, turns, Random(f"{len(turns)}")), true)


def reds_of_other(bot: red.Hard, state: Any, view: Any, seat: int, turns: Turns) -> Iterator[Guess]:
    """Ask for each number of red cards: does the other player hold so many?"""
    del bot
    if state.phase == "turn" and state.turn == seat and view.turns:
        held, likely = red.mine(state, 1 - seat), red.of_other(view, seat, turns)
        place = "turns 1 to 5" if view.turns <= 5 else "turns 6 to 10" if view.turns <= 10 else "later"
        for many, said in enumerate(likely[: state.sizes[1 - seat] + 1]):
            yield Guess(place, said, float(many == held), (many, state.sizes[1 - seat]))


_ONE, _TWO = ("hard", "easy", "easy", "easy"), ("hard", "easy")
_BOLD = {"each": 3, "reclaim": "earlier", "caught": "spared", "dawn": 10}
_SHORT = {"chips": 100, "first_fold": "small"}
TABLES = (
    Table("Lair, `each = 2`, one among three `easy`", "liars-lair", _ONE, {"each": 2}, cards_of_others),
    Table("Lair, `each = 2`, four `hard`", "liars-lair", ("hard",) * 4, {"each": 2}, cards_of_others),
    Table("Lair, the bold table, one among three `easy`", "liars-lair", _ONE, _BOLD, cards_of_others),
    Table("Guess, against `easy`", "liars-guess", _TWO, {}, hole_card),
    Table("Guess, two `hard`", "liars-guess", ("hard",) * 2, {}, hole_card),
    Table("Poker, against `easy`", "liar-poker", _TWO, _SHORT, better_hand),
    Table("Poker, two `hard`", "liar-poker", ("hard",) * 2, _SHORT, better_hand),
    Table("Red & Black, against `easy`", "red-and-black", _TWO, {}, reds_of_other),
    Table("Red & Black, two `hard`", "red-and-black", ("hard",) * 2, {}, reds_of_other),
)


def guesses(table: Table, many: int, seed: int) -> list[Guess]:
    """Return all guesses of the hard bots at a table, in so many games."""
    game, found = games.game(table.game), list[Guess]()
    facts = some_facts(len(table.levels) * table.options["each"], Random(seed)) if game.needs_facts else None
    setup = games.setup(game, NAMES[: len(table.levels)], table.options, facts=facts)
    players = {seat: named(level, game) for seat, level in enumerate(table.levels)}
    for number in range(many):
        steps = list[Step[Any]]()
        lines = [Lines(game, seat, steps) for seat in players]
        for step in moves(game, setup, players, f"{seed}/{number}"):
            before, action, _ = step
            if game.rounds(before) > MOST_ROUNDS:
                break
            for seat, level in enumerate(table.levels):
                if level == "hard" and (action.seat == seat or table.asked is hole_card):
                    found += table.asked(players[seat], before, game.view(before, seat), seat, lines[seat])
            steps.append(step)
    return found


def skill(found: Sequence[Guess]) -> float:
    """Return the Brier skill: 0 is as good as always saying the base rate of each kind, 1 is never wrong."""
    kinds = defaultdict[object, list[float]](list)
    for one in found:
        kinds[one.kind].append(one.true)
    base = {kind: sum(true) / len(true) for kind, true in kinds.items()}
    off = sum((one.said - one.true) ** 2 for one in found)
    usual = sum((base[one.kind] - one.true) ** 2 for one in found)
    return 1 - off / usual if usual else 0.0


def main(many: int, seed: int, word: str = "") -> None:
    """Print a row for each table and place."""
    for table in TABLES:
        if word in table.title:
            found = guesses(table, many, seed)
            places = sorted({one.place for one in found})
            for name, some in [("all", found), *((place, [g for g in found if g.place == place]) for place in places)]:
                true, said = (sum(values) / len(some) for values in ([g.true for g in some], [g.said for g in some]))
                print(f"| {table.title} | {name} | {true:.0%} | {said:.0%} | {skill(some):.2f} | {len(some):,} |")


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:3] + ["40", "3804"][len(sys.argv[1:3]) :])), *sys.argv[3:])
