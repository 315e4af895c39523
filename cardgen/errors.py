"""What a person can get wrong on the way to paper."""


class PrintError(Exception):
    """One sentence that says what cannot be printed, and what could; the command line shows it and exits with 2."""
