"""What is said: packs of topics, filled into contradictory pairs of facts."""
