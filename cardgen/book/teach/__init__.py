"""The page that a game is taught by, on paper: its signs, its pictures, the page."""
