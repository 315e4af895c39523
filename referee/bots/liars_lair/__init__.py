"""Bots for Liar’s Lair."""
