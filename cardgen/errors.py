"""The error that printing raises."""

from liarsdeck.errors import UserError


class PrintError(UserError):
    """A user's error. Its sentences say what cannot be printed, and what can."""
