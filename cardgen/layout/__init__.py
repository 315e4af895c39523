"""Where things lie on paper, as plain numbers."""
