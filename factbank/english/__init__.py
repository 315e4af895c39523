"""English for sentences of facts: spelling, plurals, articles, verbs, and names of people."""
