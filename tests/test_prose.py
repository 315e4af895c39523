"""The pages are plain English, as far as a program can count (tests/prose.py)."""

from tests.prose import length, prose

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
