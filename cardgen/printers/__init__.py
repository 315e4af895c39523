"""Printers that this household has measured, and how they are measured."""
