"""Simulated playtests: many games between bots and rules of thumb, and what a designer can read from them."""
