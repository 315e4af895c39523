"""Errors that a person can cause with facts, packs or the ledger."""

from liarsdeck.errors import UserError


class FactError(UserError):
    """One sentence about facts, a pack or the ledger."""
