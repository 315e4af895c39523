"""People's own pairs (jokes): typed at a keyboard, or read from a CSV file with two sentences a row."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from factbank import factfile
from factbank.check import joke_faults, sentence_faults
from factbank.english.grammar import NUMBER_WORDS, STOP, WORD_IN, capitalise, headline, stem
from factbank.english.lists import opposites, ordered, words
from factbank.errors import FactError
from factbank.factfile import Facts
from factbank.fill import BALANCE, LENGTHS, TITLE_LIMIT, numbered
from liarsdeck.cli import note
from liarsdeck.english import ONES
from liarsdeck.formats import CsvError, read_rows
from liarsdeck.language import ENGLISH, language, later, say

_MARKED = re.compile(r"\*\*?[^\s*][^*]*\*|</?[a-z]+>")
COLUMNS = ("first", "second", "title")
_HEADS = {
    "first": "first", "a": "first", "one": "first", "claim 1": "first", "sentence 1": "first", "true": "first",
    "second": "second", "b": "second", "two": "second", "claim 2": "second", "sentence 2": "second", "false": "second",
    "title": "title", "name": "title",
}  # fmt: skip
ROWS_LIMIT = 500
LABEL_WORDS = 3
_BEFORE = "a|an|the|his|her|their|its|my|our|your|no|every|each|any|in|on|of|at|with|for|by|" + "|".join(ONES)
COLUMNS_LIMIT = 20
FILE_LIMIT = 1_000_000


class CsvRow(NamedTuple):
    """One row of a CSV file: the line on which it begins, its two sentences, and its title or ""."""

    line: int
    first: str
    second: str
    title: str


class Imported(NamedTuple):
    """The facts of a CSV file, and remarks on rows that could be better, each one sentence."""

    facts: Facts
    remarks: tuple[str, ...]


def read_csv(path: Path, seed: int) -> Imported:
    """Return the facts in a CSV file, with card numbers shuffled by ``seed``, and remarks on rows.

    Each row has two sentences, and may have a title; titles that occur twice are numbered. A first line may name the
    columns `first`, `second` and `title`, in any order. Raises ``FactError``, which names the faults (20 at most) with
    line and column.
    """
    faults: list[str] = []
    remarks: list[str] = []
    titles: set[str] = set()
    texts: dict[str, int] = {}
    pairs: list[tuple[str, str, str]] = []
    for row in _rows(path):
        named = row._replace(title=row.title or title_for(row.first, row.second))
        place = f"{path.name}:{row.line}: column"
        faults += [f"{place} “{column}”: {what}" for column, what in _faults(named, texts)]
        for column in ("first", "second"):
            remarks += [f"{place} “{column}”: {what}" for what, _ in sentence_faults(getattr(row, column))]
            if marked := _MARKED.search(getattr(row, column)):
                remarks.append(
                    f"{place} “{column}”: “{marked[0][:20]}” prints as it is typed: a fact has no bold or italics"
                )
        if abs(len(row.first) - len(row.second)) > BALANCE:
            what = f"is over {BALANCE} characters longer or shorter than the first: the length may tell"
            remarks.append(f"{place} “second”: {what}")
        pairs.append((numbered(named.title, titles), row.first, row.second))
    if faults:
        raise FactError("; ".join(faults[:20]) + (f"; and {len(faults) - 20} more" if len(faults) > 20 else ""))
    made = factfile.number_pairs(pairs, seed, f"hand-made/{path.stem}/")
    return Imported(factfile.make(made, seed), tuple(remarks))


def title_for(first: str, second: str) -> str:
    """Return a title made of one or two words that both sentences share, such as "Goats & Prunes".

    If they share none, the title is a long word of the first sentence, or "Pair".
    """
    shared = {stem(word) for word in WORD_IN.findall(second)}
    words = [word for word in WORD_IN.findall(first) if len(word) > 2]
    both = list(dict.fromkeys(word for word in words if word.casefold() not in STOP and stem(word) in shared))
    both = both or [word for word in words if len(word) > 3][:1] or ["Pair"]
    title = headline(both[0])
    # A noun ends what an article, a preposition or a number begins; a verb, such as "owns", would be no title.
    nouns = re.findall(
        rf"\b(?:{_BEFORE}) (?:[\w’'-]+ )?([\w’'-]+)(?=[^\w ]|$| (?:{_BEFORE}) )", first.partition(both[0])[2]
    )
    last = next((word for word in reversed(both[1:]) if word in nouns), "")
    if last and len(f"{title} & {last}") <= TITLE_LIMIT:
        title = headline(f"{both[0]} & {last}")
    return title[:TITLE_LIMIT].strip()


def _faults(row: CsvRow, texts: dict[str, int]) -> Iterator[tuple[str, str]]:
    for column, text in zip(COLUMNS, row[1:], strict=True):
        limit = TITLE_LIMIT if column == "title" else LENGTHS["any"]
        if not text:
            yield column, "is empty"
        elif len(text) > limit:
            yield column, f"has {len(text)} characters; {limit} fit on a card"
        elif not text.isprintable():
            yield column, "holds a sign that can't be printed"
        if column != "title":
            if text and text.casefold() in texts:
                yield column, f"says the same as line {texts[text.casefold()]}"
            texts.setdefault(text.casefold(), row.line)


def _rows(path: Path) -> list[CsvRow]:
    try:
        limits = {"most_bytes": FILE_LIMIT, "most_rows": ROWS_LIMIT + 1, "most_columns": COLUMNS_LIMIT}
        read = list(read_rows(path, **limits, old=note))
        records = [(line, [" ".join(cell.split()) for cell in record]) for line, record in read]
        order, head = _order([cells for _, cells in records])
        rows = []
        for line, cells in records[head:]:
            if any(cells[len(order) :]):
                what = f"the row has {len(cells)} columns; put a sentence with a comma in quotation marks"
                raise CsvError(what, line, len(order) + 1)
            named = dict(zip(order, cells, strict=False))
            rows.append(CsvRow(line, *(named.get(column, "") for column in COLUMNS)))
    except OSError as error:
        raise FactError(f"{path} can't be read: {error.strerror or error}") from None
    except CsvError as error:
        where = f":{error.line}" if error.line else ""
        column = f": column {error.column}" if error.column else ""
        raise FactError(f"{path.name}{where}{column}: {error}") from None
    if not rows:
        raise FactError(f"{path} holds no pairs: write two sentences in a row, and a title if you like")
    if len(rows) > ROWS_LIMIT:
        raise FactError(f"{path.name}: it has more than {ROWS_LIMIT} rows")
    return rows


def _order(rows: Sequence[list[str]]) -> tuple[Sequence[str], int]:
    """Return the meaning of each column of a CSV file, and the number of header rows (0 or 1).

    A meaning is "first", "second", "title", or "" for a column that is ignored. A header with words in ``_HEADS`` may
    name the columns in any order. A header in another language is recognised if each of its cells has a few short words
    without a stop and most rows below have two sentences. Then the two columns with most sentences are "first" and
    "second", and the next column is the title. Without a header the order is that of ``COLUMNS``.
    """
    if not rows:
        return COLUMNS, 0
    heads = [_HEADS.get(cell.casefold(), "") for cell in rows[0]]
    if {"first", "second"} <= set(heads):
        return heads, 1
    rest = [cells for cells in rows[1:] if len(cells) >= 2]
    if not rest or not all(_is_label(cell) for cell in rows[0]):
        return COLUMNS, 0
    width = max(map(len, rest))
    sentences = [sum(len(row) > place and not _is_label(row[place]) for row in rest) for place in range(width)]
    likely = sorted(range(width), key=lambda place: (-sentences[place], place))[:2]
    if any(2 * sentences[place] <= len(rest) for place in likely):
        return COLUMNS, 0
    others = [place for place in range(width) if place not in likely]
    names = dict(zip([*sorted(likely), *others[:1]], COLUMNS, strict=False))
    return [names.get(place, "") for place in range(width)], 1


def _is_label(cell: str) -> bool:
    """Return whether a cell looks like a label, not a sentence: a few short words with no stop at the end."""
    return (
        len(cell) <= TITLE_LIMIT and len(cell.split()) <= LABEL_WORDS and not cell.endswith((".", "!", "?", "…", "。"))
    )


OFFERS = 4  # halves offered for one sentence
_WORD = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+(?:[’-][^\W_]+)*")
_ENDINGS = (("s", "s"), ("ed", "ed"), ("d", "d"), ("ing", "ing"))


_BRACES = later("a joke holds no braces and no backslash")


class Joke(NamedTuple):
    """A pair that people wrote: two sentences that contradict each other."""

    first: str
    second: str


def tidy(text: str) -> str:
    """Return a sentence for print: typographic quotation marks, single spaces, a capital, a full stop."""
    text = " ".join(text.split()).replace("'", "’")
    text = re.sub(r'"([^"]*)"', r"“\1”", text)
    text = capitalise(text)
    return text if text.endswith((".", "!", "?")) or not text else f"{text}."


def opposite(word: str) -> str | None:
    """Return the opposite of a word in the same form (``enters`` gives ``leaves``), or None."""
    low = word.casefold()
    known = opposites()
    answer = known.get(low)
    for ending, other in _ENDINGS if answer is None else ():
        root = low.removesuffix(ending)
        if root != low and root in known and known[root].isalpha():
            answer = known[root] + other
            break
    return capitalise(answer) if answer and word[0].isupper() else answer


def other_halves(text: str) -> Iterator[str]:
    """Yield sentences that contradict the sentence ``text``, each made from it by a change.

    First, word after word, a word is replaced by its opposite, or a number by another. Then, if the sentence allows it,
    two things change their roles, and the last word is replaced.
    """
    seen: set[str] = {text}
    for match in _WORD.finditer(text):
        other = opposite(match[0])
        if other is None and match[0].casefold() in NUMBER_WORDS:
            other = "ninety" if match[0].casefold() in ONES[:13] else "three"
        if other is None and (figure := re.match(r"[0-9]{1,9}(?![^\W\d])", match[0])):
            other = str(int(figure[0]) * 3 + 3) + match[0][figure.end() :]
        if other is not None:
            half = text[: match.start()] + other + text[match.end() :]
            if half not in seen:
                seen.add(half)
                yield half
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


def why_not(joke: Joke, code: str = ENGLISH) -> str:
    """Return why a joke in the language ``code`` can't be printed and how to mend that, as sentences; "" if it can."""
    if not all(text.isprintable() for text in joke):
        return say("a sign in it can’t be printed.")
    if set("{}\\") & set("".join(joke)):
        return f"{say(_BRACES)}."
    if not (subject := _subject(joke, code)):
        return say("the two halves speak of nothing in common: let both name the same person or thing.")
    if same(*joke):
        return say("both halves say the same.")
    if code != ENGLISH:
        long = next((text for text in joke if len(text) > LENGTHS["any"]), "")
        told = {"text": long, "n": len(long), "most": LENGTHS["any"]}
        return say("“{text}” has {n} characters; {most} fit on a card.", **told) if long else ""
    faults = [(what, fix) for text in joke for what, fix in sentence_faults(text)]
    faults += [(what, fix) for what, fix, advice in joke_faults(*joke, subject) if not advice]
    return " ".join(f"{what}. {fix}" for what, fix in faults[:1])


def is_doubtful(joke: Joke) -> bool:
    """Return whether both sentences of a joke might be true, since they share few words; only people can tell."""
    return any(advice for _, _, advice in joke_faults(*joke, _subject(joke)))


def _subject(joke: Joke, code: str = ENGLISH) -> str:
    """Return a word that both sentences of a joke contain in the same form, or "" if they share none.

    It is the first such word with a capital, else the first such word; words such as articles do not count. ``code`` is
    the code of the joke's language.
    """
    second = set(WORD_IN.findall(joke.second))
    stop = STOP if code == ENGLISH else words("stop", code)
    shared = [word for word in WORD_IN.findall(joke.first) if word in second and word.casefold() not in stop]
    return next((word for word in shared if word[0].isupper()), shared[0] if shared else "")


def pack_text(
    jokes: Sequence[Joke], named: Mapping[Joke, tuple[str, str]] = MappingProxyType({}), language: str = ENGLISH
) -> str:
    """Return the TOML text of a pack that holds these jokes, one topic for each.

    ``named`` maps a joke to its title and its subject (a word of both sentences); for other jokes both are found in the
    sentences. ``language`` is the code of the jokes' language. A topic's id is a hash of its sentences, so the ledger
    knows a joke again in any file. Titles may be equal, as ``deal`` numbers them. Raises ``FactError`` for a joke with
    braces or a backslash.
    """
    blocks = [
        "# Jokes of a table’s own, written by factbank ask; let them all in with: factbank new --jokes THIS-FILE\n"
    ]
    if language != ENGLISH:
        blocks.append(f'language = "{language}"\n')
    for joke in jokes:
        if set("{}\\") & set("".join(joke)):
            raise FactError(say(_BRACES))
        of = _subject(joke, language)
        said, subject = named.get(joke, (title_for(*joke) if language == ENGLISH else of[:TITLE_LIMIT], of))
        claims = [re.sub(rf"\b{re.escape(subject)}\b", "{{ subject }}", text, count=1) for text in joke]
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
    """Return whether two sentences have the same words and figures in the same order.

    Case and endings such as a plural s do not count.
    """
    return [stem(word) for word in _WORD.findall(one)] == [stem(word) for word in _WORD.findall(other)]


BOX_LINES, BOX_LINE = 60, 300
_HALVES = re.compile(r"\s+[/|]\s+")
_BETWEEN_NAMES = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+")


class Box(NamedTuple):
    """What was read from the studio's text box for guests and jokes.

    ``guests`` are texts such as "Ann" or "Bob:he", ``jokes`` the jokes, and ``left`` a sentence on each line that was
    not used.
    """

    guests: tuple[str, ...]
    jokes: tuple[Joke, ...]
    left: tuple[str, ...]


def read_box(text: str, code: str = ENGLISH) -> Box:
    """Return what the text of the studio's text box holds: guests, jokes, and sentences on bad lines.

    The first line may have names, separated by commas; each further line has a joke. A joke is two sentences with a
    slash between. In English one sentence is enough, for which a contradicting one is generated. Blank lines are
    ignored. ``code`` is the code of the language.
    """
    lines = [" ".join(line.split()) for line in text.splitlines()]
    lines = [line for line in lines if line]
    guests: list[str] = []
    left: list[str] = []
    between = _BETWEEN_NAMES
    if joins := language(code).both.format("", "").strip():
        between = re.compile(rf"{between.pattern}|\s+{re.escape(joins)}\s+")
    if lines and not _is_joke(lines[0], between):
        named = [name.strip(" .") for name in between.split(lines.pop(0))]
        guests = list(dict.fromkeys(name for name in named if name))
    if len(lines) > BOX_LINES:
        left.append(say("Only the first {n} jokes were read.", n=BOX_LINES))
    jokes: list[Joke] = []
    for line in lines[:BOX_LINES]:
        joke, why = _joke_of(line[:BOX_LINE], jokes, code)
        if joke:
            jokes.append(joke)
        else:
            left.append(why)
    return Box(tuple(guests), tuple(jokes), tuple(left))


def _is_joke(line: str, between: re.Pattern[str]) -> bool:
    """Return whether a line is a joke, and not a list of names.

    ``between`` matches what may stand between two names.
    """
    return bool(_HALVES.search(line)) or any(len(part.split()) > LABEL_WORDS for part in between.split(line))


def _joke_of(line: str, jokes: Sequence[Joke], code: str) -> tuple[Joke | None, str]:
    """Return (the joke on a line, ""), or (None, why the line has none) as a sentence.

    ``jokes`` are the earlier jokes, whose sentences may not come again. ``code`` is the code of the language.
    """
    first, *rest = [tidy(half) for half in _HALVES.split(line, maxsplit=1)]
    if any(same(first, half) for joke in jokes for half in joke):
        return None, say("“{joke}” is said twice.", joke=first)
    if rest:
        joke = Joke(first, rest[0])
        why = why_not(joke, code)
        return (None, say("“{joke}” can’t be used yet: {why}", joke=first, why=why)) if why else (joke, "")
    for half in islice(other_halves(first), OFFERS * 3 if code == ENGLISH else 0):
        if not why_not(joke := Joke(first, half)):
            return joke, ""
    return None, say("“{joke}” needs its other half: write it on the same line, behind a slash.", joke=first)
