"""The table that facts are made for when nobody says: so many players, with so many pairs for each of them."""

PLAYERS, EACH = 5, 3
