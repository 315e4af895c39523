"""What people bring: decks of their own as data, and art of their own."""
