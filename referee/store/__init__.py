"""What is stored on disk: the journal, its lock, and PINs."""
