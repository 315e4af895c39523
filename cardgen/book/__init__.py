"""Rulebooks: set their Markdown text in pages, and print them."""
