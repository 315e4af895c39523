"""The errors a person can cause with facts, packs or the ledger."""


class FactError(Exception):
    """One sentence for the person who caused it; the command line prints it and exits with status 2."""
