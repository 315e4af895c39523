"""A table's own jokes, halved: the other half of a sentence is offered, and what was chosen becomes a pack."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from factbank.check.check import faults_of
from factbank.csv_import import title_for
from factbank.english.lists import ordered, pairs
from factbank.english.spelling import NUMBER_WORDS, STOP, WORD_IN, capitalise, stem
from factbank.errors import FactError
from factbank.fill.fill import TITLE_LIMIT
from factbank.packs.reader import read

OFFERS = 4  # halves offered for one sentence
_WORD = re.compile(r"[^\W_]+(?:[’-][^\W_]+)*")
_ENDINGS = (("s", "s"), ("ed", "ed"), ("d", "d"), ("ing", "ing"))


class Joke(NamedTuple):
    """Two sentences of which at most one can hold."""

    first: str
    second: str


def tidy(text: str) -> str:
    """Return a sentence as cards print it: typographic quotation marks, one space, a capital, a stop."""
    text = " ".join(text.split()).replace("'", "’")
    text = re.sub(r'"([^"]*)"', r"“\1”", text)
    text = capitalise(text)
    return text if text.endswith((".", "!", "?")) or not text else f"{text}."


@cache
def _opposites() -> dict[str, str]:
    found: dict[str, str] = {}
    for one, other in pairs("opposites").items():
        found.setdefault(one, other)
        found.setdefault(other, one)
    return found


def opposite(word: str) -> str | None:
    """Return the opposite of a word in the same form: ``enters`` gives ``leaves``. None when none is known."""
    low = word.casefold()
    known = _opposites()
    found = known.get(low)
    for ending, other in _ENDINGS if found is None else ():
        root = low.removesuffix(ending)
        if root != low and root in known and known[root].isalpha():
            found = known[root] + other
            break
    return capitalise(found) if found and word[0].isupper() else found


def other_halves(text: str) -> Iterator[str]:
    """Yield what may stand against a sentence: an opposite, another number, roles exchanged, another last word."""
    said: set[str] = {text}
    for match in _WORD.finditer(text):
        other = opposite(match[0])
        if other is None and match[0].casefold() in NUMBER_WORDS:
            other = "ninety" if match[0].casefold() in ordered("ones")[:13] else "three"
        if other is None and match[0].isdecimal():
            other = str(int(match[0]) * 3 + 3)
        if other is not None:
            found = text[: match.start()] + other + text[match.end() :]
            if found not in said:
                said.add(found)
                yield found
    swapped = re.fullmatch(r"(.+?) (is always .+ than|is .+ than|are .+ than|always beats?|outranks?) (.+)([.!])", text)
    if swapped:
        one = swapped[1]
        if one.split()[0].casefold() in STOP:  # "The lift", "My aunt": no capital inside a sentence
            one = one[0].lower() + one[1:]
        yield tidy(f"{swapped[3]} {swapped[2]} {one}")
    locked = re.search(r"\b(?:only|just|except|nothing but|is called|reads|the word) “?([\w ’-]+)”?[.!]$", text)
    if locked:
        for picture in ordered("pictures"):
            yield text[: locked.start(1)] + picture.replace("-", " ") + text[locked.end(1) :]


def why_not(joke: Joke) -> str:
    """Return why a pair is no good, as ``factbank check`` would say it; "" when it is fine."""
    if not all(text.isprintable() for text in joke):
        return "a sign in it can’t be printed."
    if not _subject(joke):
        return "the two halves speak of nothing in common: let both name the same person or thing."
    with TemporaryDirectory() as folder:
        path = Path(folder) / "jokes.toml"
        try:
            path.write_bytes(pack_text([joke]).encode())
        except FactError as error:
            return f"{error}."
        pack, faults = read(path)
        faults = [fault for fault in faults or faults_of(pack) if not fault.advice]
    return " ".join(f"{fault.what}. {fault.fix}" for fault in faults[:1])


def _subject(joke: Joke) -> str:
    """Return the first word that both halves say in one form: it stands for what the pair is about."""
    second = set(WORD_IN.findall(joke.second))
    return next((word for word in WORD_IN.findall(joke.first) if word in second and word.casefold() not in STOP), "")


def pack_text(jokes: Sequence[Joke]) -> str:
    """Return the text of a pack that holds these jokes, one topic each. Raises ``FactError``.

    The id of a topic is made of its sentences, so that the ledger knows a joke again in any file, and takes no other
    for it. Titles may be equal: the deal numbers them.
    """
    blocks = [
        "# Jokes of a table’s own, written by factbank ask; let them all in with: factbank new --jokes THIS-FILE\n"
    ]
    for joke in jokes:
        if any(sign in "".join(joke) for sign in "{}\\"):
            raise FactError("a joke holds no braces and no backslash")
        subject = _subject(joke)
        claims = [re.sub(rf"\b{re.escape(subject)}\b", "{{ subject }}", text, count=1) for text in joke]
        said = title_for(joke.first, joke.second)
        title = re.sub(rf"(?i)\b{re.escape(subject)}\b", "{{ subject }}", said, count=1)
        if title == said:
            other = f" & {said.rpartition(' & ')[2]}"
            title = "{{ subject }}" + (other if len(subject + other) <= TITLE_LIMIT else "")
        digest = hashlib.sha256("\n".join(sorted(text.casefold() for text in joke)).encode()).hexdigest()
        name = f"joke-{digest[:8]}"
        blocks.append(
            f'[[topic]]\nid = "{name}"\ntheme = "things"\nkind = "mirror"\nshape = "{name}"\n'
            f'register = "gossip"\npremise = "Said at the table."\ntitle = {_quoted(title)}\n'
            f'slots = {{ subject = [{_quoted(subject)}] }}\nabout = ["subject"]\n'
            f"claims = [\n  {_quoted(claims[0])},\n  {_quoted(claims[1])},\n]\n"
        )
    return "\n".join(blocks)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def same(one: str, other: str) -> bool:
    """Tell whether two sentences say the same words."""
    return [stem(word) for word in WORD_IN.findall(one)] == [stem(word) for word in WORD_IN.findall(other)]
