"""Ink on a page: canvas, colours, type, outlines, transparency."""
