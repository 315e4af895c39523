"""What is wrong with a pack, or could be better."""
