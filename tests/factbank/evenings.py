"""Evenings of a household: decks drawn one after the other with one ledger, and what came back too soon."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from factbank.deal.choose import Chosen, Company, choose, lexicon
from factbank.deal.ledger import FRAME_REST, PICTURE_REST, Dealt, Ledger
from factbank.fill import parse_guests
from factbank.packs.reader import Pack

GUESTS = ("Ann:she,Bob:he,James", "Anna-Lena:she,Kim:they,Ó Súilleabháin:he,Zoë,Li,Max:he")


class Evening(NamedTuple):
    """One deck, and what was wrong with it in words."""

    chosen: Chosen
    wrong: tuple[str, ...]


def evenings(packs: list[Pack], path: Path, many: int, pairs: int, *, guests_every: int = 3) -> Iterator[Evening]:
    """Draw decks into a ledger at ``path``; on every third evening guests are there."""
    topics = [topic for pack in packs for topic in pack.topics]
    nouns = lexicon(packs)
    ledger = Ledger(path)
    past: list[Chosen] = []
    keys: set[str] = set()
    for number in range(many):
        names = GUESTS[number // guests_every % 2] if guests_every and number % guests_every == 0 else ""
        company = Company(parse_guests([names]))
        drawn: list[Chosen] = []

        def draw(seen, number=number, company=company, drawn=drawn):
            rng = Random(f"evening {number}")
            drawn.append(choose(topics, pairs, "normal", rng, seen=seen, nouns=nouns, company=company))
            fillings = drawn[0].fillings
            pictures = tuple({stem for filling in fillings for stem in filling.pictures})
            return Dealt(f"kit{number}", tuple((one.key, one.subjects) for one in fillings), pictures)

        ledger.confirm(ledger.reserve(draw), Dealt(f"kit{number}", ()))
        made = drawn[0]
        yield Evening(made, tuple(echoes(made, past, keys)))
        past.append(made)
        keys |= {one.key for one in made.fillings}


def echoes(made: Chosen, past: list[Chosen], keys: set[str]) -> Iterator[str]:
    """Yield what a deck has that came too soon, within it or after the decks before it."""
    frames: dict[str, int] = {}
    pictures: dict[str, str] = {}
    for one in made.fillings:
        frames[one.topic.name] = frames.get(one.topic.name, 0) + 1
        if one.key in keys:
            yield f"the key {one.key} again"
        for stem in one.pictures:
            if stem in pictures:
                yield f"“{stem}” in {pictures[stem]} and {one.title}"
            pictures[stem] = one.title
    twice = [name for name, many in frames.items() if many > 1]
    if len(twice) > 1 or any(frames[name] > 2 for name in twice):
        yield f"the frames {twice} came again in one deck"
    for names, rest, what in ((set(frames), FRAME_REST, "frame"), (set(pictures), PICTURE_REST, "picture")):
        held = 0
        for deck in reversed(past):
            if held >= rest:
                break
            held += len(deck.fillings)
            old = {one.topic.name for one in deck.fillings}
            if what == "picture":
                old = {stem for one in deck.fillings for stem in one.pictures}
            for name in sorted(names & old):
                yield f"the {what} {name} came again within {held} pairs"
