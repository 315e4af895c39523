"""The lowest version of every dependency that pyproject.toml allows, one a line, as pip's constraints.

``make test-lowest`` sets up an environment with them and runs every test there.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest(requirements: list[str]) -> list[str]:
    """Return ``name==version`` of requirements like ``click>=8.1,<9``. Raises ``ValueError`` where none is lowest."""
    found = []
    for requirement in requirements:
        named = re.fullmatch(r"\s*([A-Za-z0-9._-]+)\s*(.*)", requirement.partition(";")[0])
        bound = named and re.search(r"[>=]=\s*([0-9][0-9A-Za-z.]*)", named[2])
        if not named or not bound:
            raise ValueError(f"{requirement}: no lowest version is named")
        found.append(f"{named[1]}=={bound[1]}")
    return found


def main() -> None:
    """Print the constraints."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["press"]]
    sys.stdout.write("\n".join(lowest(needed)) + "\n")


if __name__ == "__main__":
    main()
