"""What a game is, and the types and texts that all games share. Nothing in this package opens a file."""
