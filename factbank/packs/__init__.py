"""Packs: their TOML files, and what reads them."""
