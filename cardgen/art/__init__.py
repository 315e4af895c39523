"""Vector drawings, one module for each motif, whose docstring describes its construction."""
