"""Decks on sheets: PDFs and previews."""
