"""Format the style sheets and scripts of the pages; ``python -m tests.pretty --check`` only names what would change."""

import sys
from pathlib import Path

import cssbeautifier
import jsbeautifier

ROOT = Path(__file__).parents[1]
FILES = sorted(file for end in ("css", "js") for file in (ROOT / "templates").rglob(f"*.{end}"))
OPTIONS = {"indent_size": 2, "wrap_line_length": 120, "end_with_newline": True, "newline_between_rules": False}


def pretty(file: Path) -> str:
    """Return the text of a file, formatted until it no longer changes."""
    beautify = (cssbeautifier if file.suffix == ".css" else jsbeautifier).beautify
    text, before = file.read_text("utf-8"), ""
    while text != before:
        text, before = beautify(text, OPTIONS), text
    return text


def main() -> int:
    """Format the files, or with ``--check`` say which are not formatted; return how many were not."""
    changed = {file: text for file in FILES if (text := pretty(file)) != file.read_text("utf-8")}
    for file, text in changed.items():
        print(file.relative_to(ROOT).as_posix())
        if "--check" not in sys.argv:
            file.write_text(text, "utf-8", newline="\n")
    return len(changed) if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
