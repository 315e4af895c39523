"""Decks: what a card is, which cards are printed, and the faces."""
