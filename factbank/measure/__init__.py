"""Figures of packs and decks: what they hold, and whether anything tells."""
