"""Vector drawings: a module for each kind of motif. Suits are `c d h s`; lengths are in mm, y upwards."""
