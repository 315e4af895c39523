"""What belongs to a game beside its deck and its book."""
