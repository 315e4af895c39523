"""The pairs of one game night: chosen, entered in the ledger, numbered."""
