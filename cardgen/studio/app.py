"""The one-file program for machines without Python: the studio, or the program that its first argument names.

`make app` builds it.
"""

from __future__ import annotations

import sys
from importlib import import_module

from liarsdeck import worker

_PROGRAMS = {"cardgen": "cardgen.cli", "factbank": "factbank.cli", "referee": "referee.cli"}


def main() -> None:
    """Run the program that the first command-line argument names (factbank, cardgen, referee), else the studio."""
    name, rest = sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]
    if name == worker.__name__:
        worker.main(*map(int, rest[:1]))
        return
    sys.argv[1:] = rest if name in _PROGRAMS else ["studio", *sys.argv[1:]]
    import_module(_PROGRAMS.get(name, _PROGRAMS["cardgen"])).main()


if __name__ == "__main__":
    main()
