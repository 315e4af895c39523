"""How good the bots are, from few games: ``tests.bench.duel`` plays all of them."""

from tests.bench.duel import rows

__all__ = ["rows"]
