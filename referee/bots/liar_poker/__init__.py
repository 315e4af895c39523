"""Bots for Liar Poker."""
