"""Phones: the wire, the door, secrets, whole evenings."""
