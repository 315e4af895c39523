"""Bots for Lizard."""
