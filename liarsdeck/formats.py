"""Versions of file formats: a file that is newer than the program is refused, one that says nothing is the oldest."""

from collections.abc import Mapping

KEY = "format"


def check_format(document: Mapping[str, object], newest: int, what: str) -> int:
    """Return the format of a document, 1 where its key ``format`` is missing; ``what`` is how to call it: "this pack".

    Raises ``ValueError``, in a sentence, for a format above ``newest`` and for what is none.
    """
    version = document.get(KEY, 1)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError(f"{KEY} is the number of {what}’s format, such as {newest}, not {str(version)[:40]}")
    if version > newest:
        raise ValueError(f"{what} is of format {version}; this liarsdeck reads up to {newest}: install a newer one")
    return version
