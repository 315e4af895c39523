"""Names that guests give themselves: what two of them look like on a screen."""

import re
from unicodedata import normalize

_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
"""Signs that leave nothing on the screen, though some of them count as letters: Unicode's Default_Ignorable_Code_Point,
and the empty sign of Braille."""


def looks(name: str) -> str:
    """Return what is seen of a name, "" for nothing: without unseen signs, case, width and the order of accents."""
    return " ".join(_UNSEEN.sub("", normalize("NFKC", name)).casefold().split())
