"""The base of all errors that a person can cause."""


class UserError(Exception):
    """An error that a person caused, in one sentence; the command line prints it and exits with status 2."""
