"""The rulebook, from Markdown to pages."""
