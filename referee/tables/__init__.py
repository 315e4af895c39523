"""Live tables, and their exports: records, slips, scores."""
