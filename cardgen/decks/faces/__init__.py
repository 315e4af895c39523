"""The faces of each deck: a module with a function `make(options)`."""
