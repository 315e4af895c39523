"""Paper that keeps secrets: the answer sheet, slips, and how they are folded."""
