"""The emblems themselves, one function of a `Block` each, grouped as a shop would."""
