"""The rulebook as one HTML page."""
