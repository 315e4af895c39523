"""What is folded: tuck boxes and the trump block, as nets."""
