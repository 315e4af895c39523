"""Emblems: wood engravings, one for a pair of cards, and the tools that cut them."""
