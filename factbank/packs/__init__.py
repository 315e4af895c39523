"""Packs: their TOML files and the reader."""
