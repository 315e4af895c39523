"""One module a deck: what is on each card."""
