"""Bots for Red & Black."""
