"""Format the templates, style sheets and scripts of the pages; ``--check`` only names what would change."""

import re
import subprocess
import sys
from pathlib import Path

import cssbeautifier
import jsbeautifier

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
SCRIPTS = (TEMPLATES, ROOT / "web")
DJANGOFMT = ("djangofmt", "--profile", "jinja", "--indent-width", "2", "--line-length", "120")
OPTIONS = {"indent_size": 2, "wrap_line_length": 120, "end_with_newline": True, "newline_between_rules": False}
LONGEST = 160


def pretty(file: Path) -> str:
    """Return the text of a style sheet or script, formatted until it no longer changes."""
    beautify = (cssbeautifier if file.suffix == ".css" else jsbeautifier).beautify
    text, before = file.read_text("utf-8"), ""
    while text != before:
        text, before = beautify(text, OPTIONS), text
    return text


def flat(html: bytes) -> str:
    """Return a page as one line: no white space beside tags, and one blank elsewhere."""
    return re.sub(
        r"\s*(<[^>]+>)\s*", lambda tag: " ".join(tag[1].split()).replace(" >", ">"), " ".join(html.decode().split())
    )


def main() -> int:
    """Format the files, or with ``--check`` say which are not formatted or have long lines; return 1 for any."""
    check = "--check" in sys.argv
    pages = sorted(TEMPLATES.rglob("*.html"))
    program = Path(sys.executable).parent / DJANGOFMT[0]
    words = [str(program), *DJANGOFMT[1:], *(["--check"] if check else []), *map(str, pages)]
    wrong = bool(subprocess.run(words, check=False).returncode) and check
    sources = sorted(file for end in ("css", "js") for folder in SCRIPTS for file in folder.rglob(f"*.{end}"))
    for file in sources:
        if (text := pretty(file)) != file.read_text("utf-8"):
            print(file.relative_to(ROOT).as_posix())
            wrong = wrong or check
            if not check:
                file.write_text(text, "utf-8", newline="\n")
    for file in (*pages, *sources):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                print(f"{file.relative_to(ROOT).as_posix()}:{number}: {len(line)} characters")
                wrong = True
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
