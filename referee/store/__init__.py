"""What is kept on the disk: the journal, its lock, and PINs."""
