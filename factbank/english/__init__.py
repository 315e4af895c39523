"""English by rules and lists: spelling, plurals and articles, names of people."""
