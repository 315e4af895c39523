"""Liar's Lair: everybody holds truths and lies; a truth knocks out the player of the lie that it contradicts."""

from factbank.factfile import PLAYERS
from factbank.looks import Face, face
from liarsdeck.language import both, later, say, say_n
from referee.core.game import Setup
from referee.games.liars_lair.state import MOVES, RULES, SEATS, Options, State
from referee.games.liars_lair.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class LiarsLair(Words):
    """The game Liar's Lair: its attributes. Most methods are in the modules rules, views and words."""

    name = "liars-lair"
    title = "Liar's Lair"
    prefix = "lair"
    seats = SEATS
    usual = PLAYERS
    options = Options
    rules = RULES
    rules_version = 2
    moves = MOVES
    needs_facts = True
    first_evening = ((3, 6), {"each": 2}, later("two truths and two lies each halve the evening"))
    seconds = {
        "holds": 45, "truths": 5, "start": 10, "plays": 20, "takes": 25, "reclaims": 15, "declares": 10, "passes": 5,
        "shows": 15,
    }  # fmt: skip
    patience = 60
    extras = ("answers", "notes")

    def minutes(self, options: Options, players: int) -> float:
        if options.reclaim == "earlier" and options.caught == "spared":
            return options.each * (3.4 + players)
        return (options.each - 1) * (3.1 * players if options.own_conflict == "allowed" else 12 + 10 / 3 * players)

    def pairs_needed(self, options: Options, players: int) -> int:
        return options.each * players

    def printed_face(self, setup: Setup, card: str) -> Face | None:
        return face(setup.facts, int(card)) if setup.facts is not None and card.isdigit() else None

    def deck_note(self, setup: Setup, cards: int) -> str:
        facts, each = setup.facts, setup.options.each
        assert facts is not None
        spare = len(facts.pairs) - len(setup.seats) * each
        dealt = say(
            ", {pairs} pairs of facts that cannot both be true. Everybody is dealt {each} truths and {each} lies.",
            pairs=len(facts.pairs), each=each,
        )  # fmt: skip
        more = [say_n("{n} pair stays in the box.", "{n} pairs stay in the box.", spare)] if spare else []
        more += [say("Some of the facts are about {guests}.", guests=both(facts.guests))] if facts.guests else []
        more += [f"{facts.shares}."] if facts.shares else []
        return " ".join((dealt, *more))


GAME = LiarsLair()
