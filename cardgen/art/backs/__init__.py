"""Backs: one a game, full bleed, and the same when turned by 180 degrees.

Their lines run diagonally, so that a crooked cut tells nothing. Each is drawn for one half and turned, or built about
the card's centre, and is stored once in the document.
"""
