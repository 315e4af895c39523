"""Vector drawings, one module for each kind of motif; suits are `c d h s`, lengths in mm, and y points up."""
