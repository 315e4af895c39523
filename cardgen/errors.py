"""The error that printing raises."""

from liarsdeck.errors import UserError


class PrintError(UserError):
    """A sentence for the user: what cannot be printed, and what could be."""
