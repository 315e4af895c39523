"""Tuck boxes and the trump block."""
