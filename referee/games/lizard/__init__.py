"""Lizard, a trick-taking game for three to five players with exact bids, lizards and snakes."""

from liarsdeck.language import later, say
from referee.core.cards import COPIES
from referee.core.game import Setup
from referee.core.play import Leaves
from referee.games.lizard import game
from referee.games.lizard.game import RULES, Bids, Calls, Dealer, Holds, Options, Plays, State, Trick, Trump, Won
from referee.games.lizard.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class Lizard(Words):
    """The game Lizard. This class sets the attributes that describe it; its methods are inherited.

    The modules `game` (rules) and `words` have them.
    """

    name = "lizard"
    title = "Lizard"
    prefix = "lizard"
    seats = game.SEATS
    usual = 5
    options = Options
    rules = RULES
    moves = (Dealer, Trump, Calls, Holds, Bids, Plays, Trick, Won, Leaves)
    first_evening = ((3, 5), {"rounds": 10}, later("ten rounds make a short game, all of them a long one"))
    extras = ("scores", "trump")
    numbers = {"cards": game.DECK, "copies": COPIES, "right": game.RIGHT, "trick": game.TRICK}
    seconds = {"holds": 6, "dealer": 15, "trump": 8, "bids": 8, "plays": 5, "calls": 8}

    def minutes(self, options: Options, players: int) -> float:
        rounds = game.DECK // players if options.rounds == "all" else options.rounds
        tricks = rounds * (rounds + 1) // 2
        return (tricks * players * 5 + rounds * (8 + 14 * players)) / 60

    def deck_note(self, setup: Setup, cards: int) -> str:
        return say(
            ", the standard 52 with four lizards and four snakes. In round 1 everybody gets one card, in every later "
            "round one more."
        )

    def last_round(self, setup: Setup) -> int:
        return game.last_round(setup)


GAME = Lizard()
