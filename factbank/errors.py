"""Errors that a person can cause with facts, packs or the ledger."""

from liarsdeck.errors import UserError


class FactError(UserError):
    """An error in facts, a pack or the ledger, in one sentence."""
