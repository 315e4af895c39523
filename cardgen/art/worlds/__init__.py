"""Worlds that a theme may put its cards in: an old lacquer cabinet, and the seaside in August."""
