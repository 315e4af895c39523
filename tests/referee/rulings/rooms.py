"""The rulings of each game and those that all share, read from the files beside this one."""

from pathlib import Path

from factbank.factfile import read
from tests.referee.rulings.case import RECORDS, Room

HERE = Path(__file__).parent
KITS = {pairs: read(RECORDS / f"lair-{pairs}-pairs.json") for pairs in (8, 6, 10, 12, 15)}
"""Fact files by their number of pairs; 1 and 2 are a pair, 3 and 4. The first is dealt where a case names none."""
TRICKS = "round rounds dealer trump bids won trick history"
GENERAL = Room("lizard", "Ann Bob Cat", TRICKS).read(HERE / "general.txt")
LAIR = Room("liars-lair", "Ann Bob Cat Dan", "round start phase table hands out caught? exposed", KITS, {"each": 2})
GUESS = Room("liars-guess", "Ann Bob", "deal dealer faceup shown hands asks unseen")
LIZARD = Room("lizard", "Ann Bob Cat", TRICKS)
RED_AND_BLACK = Room("red-and-black", "Ann Bob", "river hands discards turn possible")
POKER = Room("liar-poker", "Ann Bob", "round turn pot bonus board shown claimed turned bets hands")
OF_GAMES = tuple(room.read(HERE / f"{room.game.name}.txt") for room in (LAIR, GUESS, LIZARD, RED_AND_BLACK, POKER))
