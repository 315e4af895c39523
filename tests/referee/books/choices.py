"""The house rules by which books are made: each option at each of its values, and all unusual at once."""

from functools import cache

from referee import games
from referee.books import rulebook
from referee.core.setup import option_list, read_options

GAMES = [*rulebook.games()]
PLAYERS = {name: range(games.game(name).seats[0], games.game(name).seats[1] + 1) for name in GAMES}
# Numbers that are not the defaults, for the options that are numbers; of any other option the least or the greatest.
OTHER = {"rounds": 5, "deals": 3, "red": 13, "black": 14, "hand": 4, "river": 2, "chips": 300}
OTHER |= {"max_rounds": 1, "max_turns": 1, "dawn": 1}  # fewer than the stories of the books take
BETS = {"large": (31, 41, 51), "middle": (21, 22, 33), "small": (11, 12, 23)}


def every_choice(game):
    """Each option once at each of its values, and everything unusual at once as far as it fits together."""
    kind = games.game(game).options
    usual = kind()
    yield usual
    unusual = {}
    for option in option_list(kind):
        values = [choice for choice in option.choices if choice not in (option.default, "a number")]
        if isinstance(option.default, bool):
            values = [not option.default]
        elif option.many > 1:
            values = [BETS[option.name.removeprefix("bets.")]]
        elif option.low is not None:
            others = (OTHER.get(option.name), option.low, option.high, option.low + 1)
            values = [next(value for value in others if value not in (None, option.default))]
        for value in values:
            yield read_options(kind, {option.name: value}, game)
        assert values, option.name
        unusual[option.name] = values[-1]
    unusual.pop("estimates", None)  # a hook needs open bids
    yield read_options(kind, unusual, game)


CHOICES = [(game, options) for game in GAMES for options in every_choice(game)]


def about_chapter(text, chapter):
    """The Markdown of one chapter, without its heading; empty when there is none."""
    return f"\n{text}".partition(f"\n# {chapter}\n")[2].partition("\n# ")[0]


def whole(game, options, players=None):
    return _whole(game, options, players or PLAYERS[game][-1])


@cache
def _whole(game, options, players):
    return rulebook.book(game, options, players).text
