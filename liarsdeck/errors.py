"""What a person can cause: every package's family of errors begins here."""


class UserError(Exception):
    """One sentence for the person who caused it; the command line prints it and exits with status 2."""
