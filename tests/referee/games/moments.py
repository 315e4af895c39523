"""Games by hand, and what they find worth remembering. In their texts ``/`` ends a line."""

import re

from factbank.factfile import Card, Pair, make
from referee import new
from referee.core.accounts import KINDS
from referee.core.play import walked
from referee.games import game as game_named
from referee.story import best


def facts(pairs):
    return make(
        [
            Pair(f"Title {at}", (Card(2 * at - 1, f"{at} is so."), Card(2 * at, f"{at} is not so.")), key=f"k/{at}")
            for at in range(1, pairs + 1)
        ]
    )


def lines(text):
    return re.sub(r"\s*/\s*", "\n", text.strip())


def found(name, seats, text, *, over=True, **options):
    """Return the best moment of each kind, and everything that was found."""
    needs = facts(6) if name == "liars-lair" else None
    match = new(name, seats.split(), facts=needs, **options)
    match.play(*lines(text).split("\n"))
    assert match.over is over
    game = game_named(name)
    everything = game.highlights(walked(game, match._setup, [action for _, action, _ in match._steps]))
    return {one.kind: one for one in best(everything, KINDS)}, everything


def told(name, seats, text, **options):
    """Return in words everything that was found; the best of each kind has a star."""
    moments, everything = found(name, seats, text, **options)
    return "\n".join(
        f"{one.kind}{'*' if one in moments.values() else ''} {one.grade} at {one.at}: {one.title}\n  {one.words}\n"
        f"  {one.honour}" + "".join(f"\n  {card.card} {card.mark} ({card.note})" for card in one.cards)
        for one in everything
    )
