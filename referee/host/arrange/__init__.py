"""How a game lies on a screen, game by game: what the templates draw beside the question."""
