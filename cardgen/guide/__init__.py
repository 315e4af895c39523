"""Printed instructions: the print-me-first page and its parts."""
