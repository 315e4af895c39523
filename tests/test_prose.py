"""The pages are plain English, as far as a program can count (tests/prose.py)."""

from pathlib import Path

import pytest

from tests.prose import MARKS, MEAN, length, pages, prose

PAGE = """# A heading: of no account

It prints; it deals: well. Ann's `kit: a. B - c` has 3–5 cards – e.g. Kings! “Who?” [Ben](https://x.y/a;b).

- One item
- Another one. `cardgen` prints it.

| a: b; | c |
|---|---|
| d | e |

```console
$ ls; echo: x
```
"""


def test_only_prose_is_counted() -> None:
    its = prose(PAGE)
    assert [length(sentence) for sentence in its.sentences] == [5, 10, 1, 1, 2, 2, 3]
    assert its.marks == 100 * 3 / 7
    assert its.mean == 24 / 7


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_is_plain(page: Path) -> None:
    its = prose(page.read_text(encoding="utf-8"))
    longest = max(its.sentences, key=length, default="")
    assert its.mean <= MEAN, f"{its.mean:.1f} words a sentence; the longest: {longest}"
    assert its.marks <= MARKS, f"{its.marks:.0f} semicolons, dashes and colons per 100 sentences"
