"""Extras of a game: reference cards, boxes, pads and pieces."""
