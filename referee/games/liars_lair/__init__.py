"""Liar's Lair: everybody holds truths and lies, and a truth knocks out whoever played the lie beside it."""

from referee.games.liars_lair.options import RULES, Options

__all__ = ["RULES", "Options"]
