"""Printed pages: one engine, and what is set with it: rulebooks, teaching pages, guides, secret sheets, stories."""
