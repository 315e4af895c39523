"""Decks, pictures and prepared sheets that users bring as files of their own; docs/decks.md describes the files."""
