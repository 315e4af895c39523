"""Deal facts: choose the pairs of a deck, enter them in the ledger, number the cards."""
