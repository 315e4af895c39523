"""Vector motifs, one a file: each tells its construction in its docstring."""
