"""Adapters through which other programs, such as OpenSpiel, play our games."""
