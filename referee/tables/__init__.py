"""A live table, and what is written down of it: export, slips, scores."""
