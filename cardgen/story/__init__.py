"""What an evening looked like, on paper: a leaf of A5 with its plot, its moments and their cards."""
