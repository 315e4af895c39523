"""Adapters that let other programs play the games: each module wraps ``Game`` and imports the library it adapts to."""
