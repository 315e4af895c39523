"""Liars' Guess, for two: hands of a small deck asked about, and lies proven by counting."""
