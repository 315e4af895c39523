"""The base of all errors that a person can cause."""


class UserError(Exception):
    """One sentence for the person who caused it; the command line prints it and exits with status 2."""
