"""Lines of a record, and games played by random lines."""
