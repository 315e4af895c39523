"""What comes out of two checkouts, compared: for a change of structure that is to change nothing else.

``python -m tests.net OLD [NEW]`` runs each part (``tests/net/parts``) with the Python of each checkout, by its public
doors alone, and says what differs.
"""
