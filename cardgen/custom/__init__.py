"""Decks and pictures that users bring."""
