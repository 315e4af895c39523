"""Other ways to write a line (suits before ranks, numbers in words, a verb first), and words that lie near others."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from liarsdeck.english import cardinal
from referee.core.game import Verb
from referee.core.refusals import infinitive

_SUITED = re.compile(r"([♠♥♦♣cdhs]?)(10|[2-9tjqka])([♠♥♦♣cdhs]?)", re.IGNORECASE)
_SIGNS = str.maketrans("♠♥♦♣", "shdc")
_FIGURES = {"none": "0", "zero": "0"} | {cardinal(number): str(number) for number in range(1, 13)}


def respelled(
    text: str,
    verbs: Sequence[Verb],
    named: Callable[[str], list[int]],
    arguments: Callable[[], Sequence[str]],
    known: Callable[[], Sequence[str]],
) -> Iterator[str]:
    """Yield what a text may stand for that is no line as it is.

    ``verbs`` are those that may be used now, ``named`` gives the seats of a name, ``known`` the words of legal lines,
    ``arguments`` those of them that are neither name nor verb.
    """
    arguments, known = cache(arguments), cache(known)  # each weighs every legal line
    plain = " ".join(_FIGURES.get(word.casefold(), card_word(word)) for word in text.replace(",", " ").split())
    spoken = " ".join(plain.replace(":", " ").split())
    for form in (plain, spoken, *_reordered(spoken, verbs, named), *_filled(plain, verbs)):
        yield form
        head, _, last = form.rpartition(" ")
        yield f"{head} {whole(last, arguments())}".strip()  # “h” is hearts before it is Hans
        yield " ".join(whole(word, known()) for word in form.split())


def card_word(word: str) -> str:
    """Return a card with its suit behind its rank, in letters: ♥10, h10 and 10♥ are 10h."""
    found = _SUITED.fullmatch(word)
    if found is None or bool(found[1]) == bool(found[3]):
        return word
    return f"{found[2]}{found[1] or found[3]}".translate(_SIGNS)


def whole(word: str, known: Sequence[str]) -> str:
    """Return the one known word that begins like this: l, liz for lizard."""
    low = word.casefold()
    begun = {one for one in known if one.casefold().startswith(low)} if low.isalpha() else set()
    return begun.pop() if len(begun) == 1 else word


def _reordered(text: str, verbs: Sequence[Verb], named: Callable[[str], list[int]]) -> Iterator[str]:
    words = text.split()
    if not words:
        return
    meant = [verb.name for verb in verbs if words[-1].casefold() in verb.also]
    if len(meant) == 1:
        yield " ".join([*words[:-1], meant[0]])
    if len(words) > 1:
        first = words[0].casefold()
        verb = next((verb for verb in verbs if first in {verb.name, infinitive(verb.name)} and not verb.table), None)
        for many in range(len(words) - 1, 0, -1) if verb else ():
            name = " ".join(words[1 : many + 1])
            if len(named(name)) == 1:
                yield f"{name}: {' '.join([words[0], *words[many + 1 :]])}"


def _filled(text: str, verbs: Sequence[Verb]) -> Iterator[str]:
    """Yield a text with the one small word that its verb wants: “gt1 gt” is “gt1 asks gt”."""
    words = text.split()
    for verb in verbs:
        form = verb.usage.split()
        small = [at for at, word in enumerate(form) if word.islower()]
        first = len(words) - len(form) + 1
        if len(small) == 1 and all(word.isupper() or word.islower() for word in form) and first >= 0:
            at = first + small[0]
            yield " ".join([*words[:at], form[small[0]], *words[at:]])


def everybody(text: str, word: str) -> str | None:
    """Return whom “all pass” leaves out: "" for nobody, a name for “pass except Dan”, None where it is no such text.

    ``word`` is what they do, as “pass”.
    """
    words = text.casefold().split()
    if words in (["all", word], [word, "all"], ["everybody", f"{word}es"], ["everyone", f"{word}es"]):
        return ""
    lead = [word, "except"] if words[:2] == [word, "except"] else ["all", word, "except"]
    return text.split(maxsplit=len(lead))[-1] if words[: len(lead)] == lead and len(words) > len(lead) else None


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """Return the known words that begin with ``word`` or lie a slip away (two from five letters on), nearest first."""
    low = word.casefold()
    reach = 1 if len(low) < 5 else 2
    if len(low) < 2 or any(sign.isdigit() for sign in low):
        return []
    near = [(1 if name.casefold().startswith(low) else slips(low, name.casefold(), reach), name) for name in known]
    return [name for count, name in sorted(near, key=lambda pair: pair[0]) if 0 < count <= reach and name != word]


def slips(one: str, other: str, reach: int) -> int:
    """Return how many slips (a letter more, fewer, other, two swapped) part two words; ``reach + 1`` when too many."""
    if abs(len(one) - len(other)) > reach:
        return reach + 1
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, start=1):
        last = rows[-1]
        row = [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return min(rows[-1][-1], reach + 1)
