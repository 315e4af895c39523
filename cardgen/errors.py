"""What a person can get wrong on the way to paper."""

from liarsdeck.errors import UserError


class PrintError(UserError):
    """One sentence that says what cannot be printed, and what could."""
