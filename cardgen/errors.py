"""The error that printing raises."""

from liarsdeck.errors import UserError


class PrintError(UserError):
    """An error of a user, in one sentence: what cannot be printed, and what can."""
