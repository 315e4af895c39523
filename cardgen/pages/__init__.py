"""Printed pages: the engine that sets text, and the rulebooks, guides and other pages set with it."""
