"""Bots for Liars’ Guess."""
