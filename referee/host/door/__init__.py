"""Keys, words and how often anybody may try them."""
