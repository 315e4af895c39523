"""Adapters to other programs that play the games. Each module wraps ``Game`` and imports that program's library."""
