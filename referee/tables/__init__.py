"""Live tables, and exports of them: records, slips, scores."""
