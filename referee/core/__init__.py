"""What a game is, and the words and shapes that all games share. It opens no file."""
