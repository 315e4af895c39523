"""The games, one module each, and the registry that names them."""
