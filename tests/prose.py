"""How plain the prose of our pages is: words a sentence, and semicolons, dashes and colons per 100 sentences.

    python -m tests.prose                  README and docs/, but for docs/readings
    python -m tests.prose FILE … --worst 9   those files, each with its longest sentences

What counts is the text of paragraphs, list items and quotations, as markdown-it reads them. Code blocks, tables,
headings, raw HTML, lines of `:::`, list markers, pictures and the targets of links are left out. The words of inline
code count as words, its marks do not.

A sentence ends at a full stop, a question mark or an exclamation mark before a space and a capital letter, a digit, a
quotation mark or code. It also ends where its paragraph or list item ends. A word is what is between two spaces and has
a letter or a digit in it. A mark is `;`, a colon before a space or at the end, `—`, ` - `, and `–` unless it is between
two digits.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
MEAN = 18.0
"""The most words a sentence that a page may have on average."""
MARKS = 40.0
"""The most semicolons, dashes and colons per 100 sentences."""

CODE = "\ue000"  # the marks inside inline code become this, so that they end no sentence and are not counted
ENDS = re.compile(r"(?<=[.!?…])[”’\"')\]*_]*\s+(?=[“‘\"'(\[]*[A-Z0-9\ue001])")
SHORT = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|St|Mr|Mrs|Dr)\.$")
MARK = re.compile(r";|:(?=\s|$|[”’\"')])|—|(?<!\d)–|–(?!\d)|(?<=\s)-(?=\s)")


@dataclass(frozen=True)
class Prose:
    """The sentences of a page."""

    sentences: tuple[str, ...]

    @property
    def words(self) -> int:
        """Return how many words they have together."""
        return sum(length(sentence) for sentence in self.sentences)

    @property
    def mean(self) -> float:
        """Return the words a sentence; 0 for a page without a sentence."""
        return self.words / max(1, len(self.sentences))

    @property
    def marks(self) -> float:
        """Return the semicolons, dashes and colons per 100 sentences."""
        found = sum(len(MARK.findall(sentence)) for sentence in self.sentences)
        return 100 * found / max(1, len(self.sentences))

    @property
    def plain(self) -> bool:
        """Whether both bounds hold."""
        return self.mean <= MEAN and self.marks <= MARKS


def length(sentence: str) -> int:
    """Return the number of words."""
    return sum(any(sign.isalnum() for sign in word) for word in sentence.split())


def pages() -> list[Path]:
    """Return the pages that the bounds are for."""
    docs = (page for page in (ROOT / "docs").rglob("*.md") if "readings" not in page.parts)
    return [ROOT / "README.md", *sorted(docs)]


def prose(text: str) -> Prose:
    """Return the sentences of a page of Markdown."""
    found: list[str] = []
    table = heading = False
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        table = token.type == "table_open" or (table and token.type != "table_close")
        heading = token.type == "heading_open" or (heading and token.type != "heading_close")
        if token.type != "inline" or table or heading or token.content.startswith(":::"):
            continue
        pieces = []
        for child in token.children or []:
            if child.type == "code_inline":
                pieces.append("\ue001" + re.sub(r"[.!?…;:—–]|(?<=\s)-(?=\s)", CODE, child.content))
            elif child.type in ("softbreak", "hardbreak"):
                pieces.append(" ")
            elif child.type == "text":
                pieces.append(child.content)
        found += split("".join(pieces).strip())
    return Prose(tuple(found))


def split(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph."""
    sentences: list[str] = []
    for piece in ENDS.split(paragraph):
        if sentences and SHORT.search(sentences[-1]):
            sentences[-1] += " " + piece
        elif length(piece):
            sentences.append(piece)
    return sentences


def main(words: list[str]) -> int:
    """Print a line a page; return 1 where a bound is broken."""
    worst = 0
    if "--worst" in words:
        at = words.index("--worst")
        worst = int(words[at + 1])
        del words[at : at + 2]
    found = {page: prose(page.read_text(encoding="utf-8")) for page in ([Path(word) for word in words] or pages())}
    print("words a sentence  marks per 100  sentences")
    for page, its in found.items():
        name = page.resolve().relative_to(ROOT) if page.resolve().is_relative_to(ROOT) else page
        print(f"{its.mean:16.1f} {its.marks:14.0f} {len(its.sentences):10}  {'' if its.plain else 'X'} {name}")
        for sentence in sorted(its.sentences, key=length, reverse=True)[:worst]:
            print(f"    {length(sentence):3}  {sentence.replace(CODE, '.').replace(chr(0xE001), '')}")
    return int(not all(its.plain for its in found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
