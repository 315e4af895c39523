"""Simulated playtests: play many games between bots, and report what a game's designer can learn from them."""
