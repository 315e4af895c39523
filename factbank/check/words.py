"""Check a pack's word lists: doubles, spaces, hedges, banned words, plurals and articles, entries that never fit."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from factbank.check.text import banned_in
from factbank.english import grammar
from factbank.english.lists import words
from factbank.english.spelling import NUMBER_WORDS, plural_by_rule, subject_form, takes_an
from factbank.fill.fill import TITLE_LIMIT, Filler
from factbank.packs.fault import Fault
from factbank.packs.reader import Pack, PackLines
from factbank.packs.sentence import Ref, parse
from factbank.packs.topic import Topic
from factbank.packs.wordlist import WordList

LISTED = 50  # faults of one list of words that are named
_LETTERS = re.compile(r"\w+")
_SAID = re.compile(r"[\w’-]+")
_ARTICLE = re.compile(r"(?<![\w’-])(an?) ([\w’-]+)")


def number_words_in(text: str) -> bool:
    """Tell whether a text holds a number in words."""
    return any(part in NUMBER_WORDS for part in re.findall(r"[a-z]+", text.casefold()))


def list_faults(pack: Pack, lines: PackLines) -> Iterator[Fault]:
    """Yield the faults of the pack's own word lists."""
    places = lines.word_lists()
    own = {name: found for name, found in pack.words.items() if name in places}
    used = {id(found) for topic in pack.topics for found in topic.slots.values()}
    for name, found in own.items():
        if not found.entries or found.numbers:
            continue
        for what, fix, entry in islice(_list_faults(found), LISTED):
            yield Fault(pack.file, lines.text(entry, found.line), f"words “{name}”", what, fix)
        if id(found) not in used:
            what = "no topic of this pack uses the list"
            yield Fault(pack.file, found.line, f"words “{name}”", what, "Fine if other packs do.", advice=True)


def _list_faults(found: WordList) -> Iterator[tuple[str, str, str]]:
    seen: dict[str, str] = {}
    hedges = words("hedges-in-entries")
    for row in found.entries:
        texts = (row,) if isinstance(row, str) else row
        first = texts[0]
        plain = subject_form(first)
        if plain in seen:
            twin = f" (as “{seen[plain]}”)" if seen[plain] != first else ""
            yield f"“{first}” is there twice{twin}", "Take one out.", first
        seen[plain] = first
        if len(texts) > 1 and len(set(texts)) < len(texts) and len(texts) == 2:
            yield f"both forms of the row say “{first}”", "Let them be opposites.", first
        for text in texts:
            if text != text.strip() or "  " in text:
                yield f"stray spaces in “{text}”", "Take them out.", text
            if "'" in text or '"' in text:
                yield f"a typewriter’s quotation mark in {text}", "Use ’ “ ” instead.", text
            if text.endswith(("@name", "@own")):
                yield f"“{text}” ends with a guest’s name", "A name may end in a full stop: let a word follow.", text
            for word in banned_in(text):
                yield f"the word “{word}” in “{text}”", "Facts are for a table with children; choose another.", text
            # An entry that is nothing but the hedge is quoted: to say “perhaps” is a deed.
            for word in sorted(hedges & set(_LETTERS.findall(text.casefold())) - {text.casefold()}):
                yield f"the hedge “{word}” in “{text}”", "Say it flatly.", text
            said = _SAID.findall(text.casefold())
            if any(one == other for one, other in pairwise(said)) and "," not in text and " and " not in text:
                yield f"a word twice in a row in “{text}”", "Take one out.", text
            for article, word in _ARTICLE.findall(text):
                if takes_an(word) != (article == "an"):
                    yield f"“{article} {word}” in “{text}”", "Mend the article.", text


def form_faults(pack: Pack, topics: Iterable[Topic], lines: PackLines) -> Iterator[Fault]:
    """Yield plurals and articles on which the library and our own rules disagree."""
    done: set[tuple[int, str | None, tuple[str, ...]]] = set()
    for topic in topics:
        for source in (topic.title, *topic.claims):
            for ref in parse(source, topic.forms).refs:
                found = topic.slots[ref.slot]
                if (id(found), ref.form, ref.filters) in done:
                    continue
                done.add((id(found), ref.form, ref.filters))
                place = found.forms.index(ref.form) if found.forms and ref.form else 0
                for row in found.entries:
                    entry = row if isinstance(row, str) else row[place]
                    for what, fix in _wrong_forms(entry, ref.filters, found.numbers):
                        line = lines.text(entry, found.line) if found.name in pack.words else topic.line
                        yield Fault(pack.file, line, f"topic “{topic.id}”", what, fix)


def _wrong_forms(entry: str, filters: tuple[str, ...], numbers: bool) -> Iterator[tuple[str, str]]:
    text = entry
    for name in filters:
        if name in {"ordinal", "words"} and not numbers and not text.isdecimal():
            yield f"“{text}” is no number, so it has no {name}", "Use a slot of numbers."
            return
        if name == "plural":
            made, own = grammar.plural(text), plural_by_rule(text)
            if made != own:
                yield f"the plural of “{text}” may be “{made}” or “{own}”", "Make a row of it: { one = …, many = … }."
        if name == "a":
            made = grammar.a(text)
            if made.startswith("an ") != takes_an(text):
                yield f"“{made}” may be wrong", "Write the article into the entry."
        text = grammar.FILTERS[name](text)


def dead_entries(filler: Filler) -> Iterator[tuple[str, list[str]]]:
    """Yield slots with those of their entries that can't come out, however short the others are."""
    topic = filler.topic
    least: dict[Ref, int] = {}

    def shortest(key: Ref) -> int:
        if key not in least:
            column = filler.columns[key]
            least[key] = min(len(column.text(index)) for index in range(min(len(column.entries), 400)))
        return least[key]

    for slot in topic.slots:
        dead: dict[str, None] = {}
        for source, limit in ((topic.title, TITLE_LIMIT), *((claim, filler.limit) for claim in topic.claims)):
            sentence = parse(source, topic.forms)
            if slot not in {ref.slot for ref in sentence.refs}:
                continue
            fixed = sum(len(part) for part in sentence.parts if isinstance(part, str))
            rest = fixed + sum(shortest(ref) for ref in sentence.refs if ref.slot != slot)
            mine = [filler.columns[ref] for ref in sentence.refs if ref.slot == slot]
            for index in range(min(len(mine[0].entries), 400)):
                if rest + sum(len(column.text(index)) for column in mine) > limit:
                    dead.setdefault(mine[0].entries[index], None)
        if dead:
            yield slot, list(dead)
