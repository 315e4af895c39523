"""Games by hand, and what they find worth remembering."""

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


def found(name, seats, lines, *, over=True, **options):
    """Return the best moment of each kind, and everything that was found."""
    needs = facts(6) if name == "liars-lair" else None
    match = new(name, seats, facts=needs, **options)
    match.play(*[line.strip() for line in lines.strip().splitlines()])
    assert match.over is over
    game = game_named(name)
    everything = game.highlights(walked(game, match._setup, [action for _, action, _ in match._steps]))
    return {one.kind: one for one in best(everything, KINDS)}, everything


def cards(moment):
    return [(one.card, one.mark) for one in moment.cards]
