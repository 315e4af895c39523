"""Packs: their TOML files, and the module that reads them."""
