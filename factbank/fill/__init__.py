"""A topic filled: two sentences and a title, in the right forms of its words."""
