"""Check a pack: return each fault with its file, topic and line, and how to mend it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, islice, pairwise, takewhile
from pathlib import Path
from random import Random

from factbank.english import grammar
from factbank.english.grammar import HYPHENED_IN, NUMBER_WORDS, content_stems, is_guess, stem, takes_an
from factbank.english.lists import any_of, words
from factbank.errors import FactError
from factbank.factfile import EACH, PLAYERS
from factbank.fill import BALANCE, LENGTHS, TITLE_LIMIT, Filler, Filling
from factbank.looks import THEMES
from factbank.packs.reader import (
    LOCKS,
    Fault,
    Pack,
    PackLines,
    Ref,
    Sentence,
    Topic,
    WordList,
    filtered_lists,
    is_built_in,
    locate,
    parse,
    read,
)
from liarsdeck.english import counted, unseen
from liarsdeck.language import ENGLISH

SLOT = "\ufffc"
_LEADING_ARTICLE = re.compile(r"([aA]n?) (?<![\w’'-][aA] )(?<![\w’'-][aA]n )([“‘(]?[\w’'-]+)")
_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r" (?:[ ,.;:!?”)]|(?<=[“(].))|[,;:](?=[^\W\d_])")  # no other space can be printed
_STOP_INSIDE = re.compile(r"[.!?](?<!\b[JSD]r.)(?<!\b[A-Z].) [A-Z“]")  # not: Sammy Jr. wins, Jo B. wins
_SUPERLATIVE = re.compile(r"\bthe (?:very )?(?:only|first|last|most|least|[a-z]{3,}est)\b")
_SCOPE = re.compile(r"(?:in|at|of|on|for|among|to|after|before|during|every|no|when)\b[^,]*", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|was|are|were|has|had|have|belongs?|stands?|stood|lives?|lived|runs?|ran|sells?|sold|won|lost|wins?|loses|"
    r"means?|holds?|held|comes?|came|goes|went|opens?|ends?|began|starts?|started|will|makes?|made|keeps?|kept|sounds?|turns?)\b"
)
WhatFix = tuple[str, str]
"""What is wrong, and how to mend it."""


def sentence_faults(text: str, language: str = ENGLISH) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each fault in a sentence as it is printed.

    The faults concern stops, spaces, quotation marks, a word said twice in a row, signs that can't be printed, words
    that the word filter bans, and the articles a and an. ``language`` is the code of the sentence's language.
    """
    if unseen(text):
        yield "a sign that can’t be printed", "Take it out."
    if text[-1:] not in ".!?":
        yield "no full stop at the end", "End the sentence with one."
    if _STOP_INSIDE.search(text):
        yield "more than one sentence", "A card holds one sentence."
    if text.endswith(("..", ".”.", "?.", "!.")):
        yield "two stops at the end", "End the sentence with one."
    if text != text.strip() or _SPACES.search(text):
        yield "a stray or a missing space", "One space between words, none before a comma or a stop."
    if "'" in text or '"' in text:
        yield "a typewriter’s quotation mark or apostrophe", "Use ’ “ ” instead."
    for article, word in _LEADING_ARTICLE.findall(text) if language == ENGLISH else ():
        if article != "A" and takes_an(word) != (article.casefold() == "an"):
            other = "a" if article.casefold() == "an" else "an"
            yield f"“{article} {word}”", f"Write “{other} {word}”."
    if language != ENGLISH and grammar.contracted(text, language) != text:
        yield "two words that are said as one, where an ending begins", "Let the endings begin with the first of them."
    said = _said(text)
    fine = {"had", "that"} if language == ENGLISH else words("said-twice", language)
    for one, other in pairwise(said) if len(set(said)) < len(said) else ():
        if one == other and one not in fine and f"{one}, " not in text.casefold():
            yield f"“{one} {one}” twice in a row", "Take one out."
    for word in banned_in(text, language):
        yield f"the word “{word}”", "Facts are for a table with children; choose another."


@lru_cache(maxsize=64)
def _said(text: str) -> tuple[str, ...]:
    return tuple(HYPHENED_IN.findall(text.casefold()))


def banned_in(text: str, language: str = ENGLISH) -> list[str]:
    """Return the words of a text that the word filter bans, in the order of the text.

    In English, the filter bans the words in the list ``banned`` of ``lists/english.txt`` and their inflected forms. For
    another language, the list ``banned`` has every form; an entry that ends in a hyphen bans all words that begin with
    the letters before the hyphen.
    """
    if language != ENGLISH:
        return [word for word in HYPHENED_IN.findall(text) if grammar.is_banned(word.casefold(), language)]
    banned, said = _banned_forms(), _said(text)
    if "’" in text:
        said = tuple(word.removesuffix("’s") for word in said)
    if banned.isdisjoint(said):
        return []
    return [word for word in HYPHENED_IN.findall(text) if word.casefold().removesuffix("’s") in banned]


@cache
def _banned_forms() -> frozenset[str]:
    forms = set(words("banned"))
    for word in words("banned"):
        root = word.removesuffix("e")
        forms |= {f"{word}s", f"{word}es", f"{root}ed", f"{root}ing", f"{word}{word[-1]}ed", f"{word}{word[-1]}ing"}
    return frozenset(forms)


def frame_faults(claim: Sentence, topic: Topic) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each fault in a claim of a topic whose slots are still empty.

    A slot is a gap in the claim, which a word of a list will fill.
    """
    fixed, language = claim.fixed, topic.language
    if fixed != fixed.strip() or "  " in fixed:
        yield "stray spaces in the sentence", "One space between words, none at either end."
    if fixed.rstrip()[-1:] not in ".!?":
        yield "the sentence has no full stop", "End it with one."
    for hedge in sorted(words("hedges", language) & set(_said(fixed))):
        yield f"the hedge “{hedge}” lets both halves be true", "Say it flatly."
    said = Counter(content_stems(fixed.replace(SLOT, " "), language))
    twice = [word for word, count in said.items() if count > 1]
    if twice:
        yield f"the frame says “{twice[0]}…” twice", "Say it once."
    for slot in topic.about:
        if slot not in {ref.slot for ref in claim.refs}:
            yield f"the subject “{slot}” is not in this claim", "Both halves must know every subject of about."
    if language == ENGLISH:
        yield from _english_faults(claim, topic)
    elif any(ref.filters for ref in claim.refs):
        yield "a filter", "Filters are English: give the form in a row of the list, as in {{ animal.plural }}."


def _english_faults(claim: Sentence, topic: Topic) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each fault in the English grammar of a claim.

    The faults are those of ``_guest_grammar`` and ``_superlatives``, and an article (“a” or “an”) before a slot if an
    entry of the slot's list needs the other article.
    """
    yield from _guest_grammar(claim, topic)
    for before, ref in pairwise(claim.parts):
        if not isinstance(before, str) or not isinstance(ref, Ref) or ref.filters:
            continue
        if article := re.search(r"(?:^|[\s“(])(an?) $", before, re.IGNORECASE):
            for text in topic.slots[ref.slot].texts(ref.form):
                if takes_an(text) != (article[1].casefold() == "an"):
                    yield f"“{article[1]} {{{{ {ref.slot} }}}}” becomes “{article[1]} {text}”", "Write {{ slot | a }}."
                    break
    yield from _superlatives(claim, topic)


def _guest_grammar(claim: Sentence, topic: Topic) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) if a guest's name or pronoun in a claim could give wrong grammar.

    Such faults are a filter on the name ("a Ann"), a verb in the third person behind the pronoun ("they is"), and a
    name at the end of the sentence ("… by Sammy Jr..").
    """
    for ref, after in pairwise([*claim.parts, ""]):
        if not isinstance(ref, Ref) or ref.slot != topic.guest:
            continue
        if ref.filters:
            yield f"the guest “{ref.slot}” has a filter", "A name stands as it is: {{ guest.name }}, {{ guest.own }}."
        if not isinstance(after, str):
            continue
        verb = re.match(r"\s+(\w+)", after)
        if ref.form == "he" and verb and (verb[1] in {"is", "was", "has", "does"} or verb[1].endswith("s")):
            what = f"“{{{{ {ref.slot}.he }}}} {verb[1]}” becomes “they {verb[1]}”"
            yield what, "Use a past tense, will or must."
        if ref.form in {"name", "short"} and after.lstrip("”").startswith("."):
            fix = "A name may end in a full stop itself: let another word come last."
            yield "the sentence ends with a guest’s name", fix


def _superlatives(claim: Sentence, topic: Topic) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each superlative in a claim whose scope contains no subject.

    A superlative is “the only …”, “the first …”, “the oldest …” and the like; the scope is the phrase that limits the
    superlative, such as “in {town}”. Without a subject in the scope, two pairs of the topic could contradict each
    other.
    """
    marked = "".join(
        part if isinstance(part, str) else (f"{SLOT}S" if part.slot in topic.about else f"{SLOT}O")
        for part in claim.parts
    )
    for match in _SUPERLATIVE.finditer(marked[:1].lower() + marked[1:]):
        after = marked[match.end() :]
        verb = _VERB.search(after)
        phrase = after[: verb.start()] if verb else after
        leading = _SCOPE.match(marked)
        scoped = f"{SLOT}S" in phrase or (leading and f"{SLOT}S" in leading[0])
        if not scoped and match[0].split()[-1] not in words("not-superlative"):
            yield f"“{match[0]}” has no subject as its scope", "Let a slot of about say of what or where it holds."


def title_faults(title: Sentence, topic: Topic) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each fault in a topic's title, a template with slots to be filled."""
    fixed = title.fixed
    if fixed != fixed.strip() or "  " in fixed:
        yield "stray spaces in the title", "One space between words, none at either end."
    if fixed.endswith("."):
        yield "the title ends with a full stop", "A title has none."
    if not title.refs:
        yield "the title is the same for every filling", "Let it hold a subject."
    elif not {ref.slot for ref in title.refs} & {*topic.about, topic.guest}:
        yield "the title names no subject", "People speak of a card by its title: let it hold a slot of about."


def bare_negation(one: str, other: str, language: str = ENGLISH) -> bool:
    """Return whether two claims have the same words except for a negation, such as “not” or “never”."""
    negations = words("negations", language)
    helpers = {"do", "does", "did", "will", "be", "been", "ever", "a", "an", "any"}
    if language != ENGLISH:
        helpers = {*words("articles", language)}

    def bare(text: str) -> tuple[list[str], int]:
        tokens = [word.casefold().replace("'", "’") for word in re.findall(r"[\w’'-]+", text)]
        kept = [stem(word, language) for word in tokens if word not in negations and word not in helpers]
        return kept, sum(word in negations for word in tokens)

    first, second = bare(one), bare(other)
    return first[0] == second[0] and first[1] != second[1]


def form(text: str, language: str = ENGLISH) -> dict[str, int]:
    """Return how many characters, commas, digits, number words and negations a sentence has, by name.

    The names are "characters", "commas", "digits", "number words" and "negations". If two sentences that exclude each
    other differ in these counts, a reader might guess which of the two is true.
    """
    numbers = NUMBER_WORDS if language == ENGLISH else words("numbers", language)
    tokens = _said(text)
    parts = [part for word in tokens for part in word.split("-")] if "-" in text else tokens
    return {
        "characters": len(text),
        "commas": text.count(","),
        "digits": len(_DIGIT.findall(text)),
        "number words": sum(map(numbers.__contains__, parts)),
        "negations": sum(map(words("negations", language).__contains__, tokens)),
    }


def mirrored_faults(claims: list[Sentence], language: str = ENGLISH) -> Iterator[WhatFix]:
    """Yield (fault, how to mend it) for each two claims that do not mirror each other.

    Two claims are at fault if they are equal, if they share less than half of their words, or if their form could give
    away which is true. That is so if their numbers of commas, digits, number words or negations differ (not compared if
    the claims differ only in a negation), or if one is more than ``BALANCE`` characters longer than the other (not
    compared if their slots differ).
    """
    for one, other in combinations(claims, 2):
        if one.source == other.source:
            yield "two claims are the same", "Let them exclude each other."
            continue
        first, second = form(one.fixed, language), form(other.fixed, language)
        for feature in ("commas", "digits", "number words", "negations"):
            if first[feature] != second[feature] and not bare_negation(one.source, other.source, language):
                yield (
                    f"“{one.source[:40]}…” and “{other.source[:40]}…” differ in {feature}",
                    "Mirror them: as many negations, numbers and commas in each.",
                )
        if abs(first["characters"] - second["characters"]) > BALANCE and sorted(one.refs) == sorted(other.refs):
            yield f"two claims differ by more than {BALANCE} characters", "Make them about as long as each other."
        frames = [_frame_words(one), _frame_words(other)]
        if 2 * (frames[0] & frames[1]).total() < max(frames[0].total(), frames[1].total()):
            yield "two claims share less than half of their words", "Keep one frame and change the verb or a word."


def _frame_words(claim: Sentence) -> Counter[str]:
    """Return how often each word occurs in the fixed text of a claim; each slot counts as one word.

    All forms of one slot, such as the singular and the plural, count as the same word.
    """
    counts: Counter[str] = Counter()
    for part in claim.parts:
        counts.update([f"{SLOT}{part.slot}"] if isinstance(part, Ref) else HYPHENED_IN.findall(part.casefold()))
    return counts


def joke_faults(first: str, second: str, subject: str = "") -> Iterator[tuple[str, str, bool]]:
    """Yield (fault, how to mend it, whether it is only advice) for a pair that people wrote themselves.

    ``first`` and ``second`` are the two sentences as printed. A sentence is at fault if it is too long for a card, or
    if a wording such as “may” or “once” lets both sentences be true. If exactly one sentence has a negation, such
    wordings are allowed. ``subject`` is the word that both sentences are about, "" if unknown; that word is allowed,
    too, even if it is a name such as May. There is advice if the sentences share less than half of their words.
    """
    said = [HYPHENED_IN.findall(text) for text in (first, second)]
    for text in (first, second):
        if len(text) > LENGTHS["any"]:
            yield f"“{text}” has {len(text)} characters; {LENGTHS['any']} fit on a card", "Make it shorter.", False
    denying = [not words("negations").isdisjoint(map(str.casefold, tokens)) for tokens in said]
    for text, tokens in zip((first, second), said, strict=True) if denying[0] == denying[1] else ():
        for word in tokens:
            if word.casefold() in words("hedges") and word != subject:
                yield f"both can be true, because “{text}” says “{word}”", "Say it flatly.", False
        if _ONCE.search(text) and not any_of("shuts-first").search(text):
            yield f"both can be true, because “{text}” tells of one day", "Say what is always so.", False
    counts = [Counter(map(stem, tokens)) for tokens in said]
    if 2 * (counts[0] & counts[1]).total() < max(count.total() for count in counts):
        yield (
            "the halves share less than half of their words, so both may be true",
            "Change one word, or deny it.",
            True,
        )


LISTED = 50  # faults of one list of words that are named
_ARTICLE = re.compile(r"(?<![\w’-])(an?) ([\w’-]+)")


def number_words_in(text: str, language: str = ENGLISH) -> bool:
    """Return whether a text has a number in words."""
    if language != ENGLISH:
        return any_of("numbers", language).search(text) is not None
    return any(part in NUMBER_WORDS for part in re.findall(r"[a-z]+", text.casefold()))


def list_faults(pack: Pack, lines: PackLines) -> Iterator[Fault]:
    """Yield the faults in the word lists of a pack, and advice on lists that no topic of it uses.

    Only lists in the pack's own file are checked. For each list, at most ``LISTED`` faults in entries are yielded.
    ``lines`` finds the line of an entry in the pack's text.
    """
    used = {id(listed) for topic in pack.topics for listed in topic.slots.values()}
    places = lines.word_lists()
    for name, listed in pack.words.items():
        if name not in places or not listed.entries or listed.numbers:
            continue
        for what, fix, entry in islice(_entry_faults(listed, pack.language), LISTED):
            yield Fault(pack.file, lines.text(entry, listed.line), f"words “{name}”", what, fix)
        if id(listed) not in used:
            what = "no topic of this pack uses the list"
            yield Fault(pack.file, listed.line, f"words “{name}”", what, "Fine if other packs do.", advice=True)


def _entry_faults(listed: WordList, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield (fault, how to mend it, entry) for each fault in the entries of a word list."""
    seen: dict[str, str] = {}
    for row in listed.entries:
        texts = (row,) if isinstance(row, str) else row
        first = texts[0]
        plain = grammar.subject_form(first, language)
        if plain in seen:
            twin = f" (as “{seen[plain]}”)" if seen[plain] != first else ""
            yield f"“{first}” is there twice{twin}", "Take one out.", first
        seen[plain] = first
        if len(texts) == 2 and texts[0] == texts[1] and language == ENGLISH:
            yield f"both forms of the row say “{first}”", "Let them be opposites.", first
        for text in texts:
            low = text.casefold()
            if text != text.strip() or "  " in text:
                yield f"stray spaces in “{text}”", "Take them out.", text
            if "'" in text or '"' in text:
                yield f"a typewriter’s quotation mark in {text}", "Use ’ “ ” instead.", text
            if text.endswith(("@name", "@own")):
                yield f"“{text}” ends with a guest’s name", "A name may end in a full stop: let a word follow.", text
            for word in banned_in(text, language):
                yield f"the word “{word}” in “{text}”", "Facts are for a table with children; choose another.", text
            # An entry that is nothing but the hedge is quoted: to say “perhaps” is a deed.
            for word in sorted(words("hedges-in-entries", language) & set(re.findall(r"\w+", low)) - {low}):
                yield f"the hedge “{word}” in “{text}”", "Say it flatly.", text
            doubled = any(one == other for one, other in pairwise(re.findall(r"[\w’-]+", low)))
            if doubled and "," not in text and " and " not in text and language == ENGLISH:
                yield f"a word twice in a row in “{text}”", "Take one out.", text
            for article, word in _ARTICLE.findall(text) if language == ENGLISH else ():
                if takes_an(word) != (article == "an"):
                    yield f"“{article} {word}” in “{text}”", "Mend the article.", text


def form_faults(pack: Pack, topics: Iterable[Topic], lines: PackLines) -> Iterator[Fault]:
    """Yield a fault for each entry of a word list to which a filter in a template can't be applied.

    The filters “ordinal” and “words” need a number. If the filter “plural” only guesses a plural, the fault is advice.
    The templates are those of ``topics``; ``lines`` finds the line of an entry in the text of ``pack``.
    """
    for topic, ref, listed in filtered_lists(topics):
        for entry in listed.texts(ref.form):
            if found := _filter_fault(entry, ref.filters, listed.numbers):
                what, fix, advice = found
                line = lines.text(entry, listed.line) if listed.name in pack.words else topic.line
                yield Fault(pack.file, line, _where(topic), what, fix, advice)


def _filter_fault(entry: str, filters: tuple[str, ...], numbers: bool) -> tuple[str, str, bool] | None:
    text = entry
    for name in filters:
        if name in {"ordinal", "words"} and not numbers and not text.isdecimal():
            return f"“{text}” is no number, so it has no {name}", "Use a slot of numbers.", False
        made = grammar.FILTERS[name](text)
        if name == "plural" and is_guess(text):
            return f"“{made}” may not be the plural of “{text}”", "If not, make it a row: { one = …, many = … }.", True
        text = made
    return None


def dead_entries(filler: Filler) -> Iterator[tuple[str, list[str]]]:
    """Yield (slot, entries) for each slot with entries that are never drawn, as the text is too long.

    An entry is one of these if the title or a claim is too long with the entry and the shortest entries in all other
    slots. ``filler`` is the compiled topic.
    """
    topic = filler.topic

    @cache
    def lengths(ref: Ref) -> list[int]:
        column = filler.columns[ref]
        return [len(column.text(index)) for index in range(min(len(column.entries), 400))]

    for slot in topic.slots:
        dead: dict[str, None] = {}
        for source, limit in ((topic.title, TITLE_LIMIT), *((claim, filler.limit) for claim in topic.claims)):
            sentence = parse(source, topic.forms)
            mine = [ref for ref in sentence.refs if ref.slot == slot]
            if not mine:
                continue
            rest = sum(len(part) for part in sentence.parts if isinstance(part, str))
            rest += sum(min(lengths(ref)) for ref in sentence.refs if ref.slot != slot)
            for entry, *sizes in zip(filler.columns[mine[0]].entries, *map(lengths, mine), strict=False):
                if rest + sum(sizes) > limit:
                    dead.setdefault(entry, None)
        if dead:
            yield slot, list(dead)


_REF = re.compile(r"\{\{.*?\}\}")
_ONCE = re.compile(r"\bonce\b(?! (?:a|an|every|more|again|and)\b)|\bone day\b|\bat least once\b", re.IGNORECASE)
_DEFINITE = re.compile(
    r"(?:\b(?:the|its|his|her|their|every|each|any|no)\b|’s\b|\ufffc).*\b(?:is|are|was|were|means?|meant|belongs?|reads?|"
    r"says?|stands? for|replaced by|becomes?|became|goes|went|won|turns?|rebuilt|serves?|called|proved)\b",
    re.IGNORECASE,
)
_OPEN: dict[str, tuple[str, str]] = {
    "first": ("says nothing of a first or a last", "Say what came first or last."),
    "one-of-one": ("leaves room for several", "Let there be but one of it: the only, the favourite, the last word."),
    "opposite": ("", "Let it be so always, and let the verbs exclude each other."),
    "order": ("has no order in it", "Say before or after, older or younger."),
    "number": ("has no number in it", "Vary a slot of numbers, with exactly before it."),
    "said": (
        "quotes nothing of which there is but one text",
        "Quote words of which there is one text: what the sign reads, how every letter ends.",
    ),
    "swap": (
        "does not say that it is always so",
        "Say that it is always so, or compare: “it is always X who”, “X is older than Y”.",
    ),
    "event": (
        "does not say by its beginning which one event it was",
        "Begin both halves with who it was and when, in four words or more, and end them differently.",
    ),
}
"""For each lock: why both halves could be true in a topic without it, and how to mend that."""
_HABIT = re.compile(r"\b(?:often|sometimes|usually|rarely|some)\b", re.IGNORECASE)
SHARED_WORDS = 4  # with which both halves of an event begin


def lock_of(topic: Topic) -> str:
    """Return the lock of a topic: its own lock if it has one, else the lock that its kind implies.

    A lock is the reason why two claims of a topic can't both be true, such as "first"; ``packs.reader.LOCKS`` has them
    all.
    """
    implied = topic.kind if topic.kind in {"swap", "number"} else "one-of-one" if topic.vary else "opposite"
    return topic.lock or implied


def lock_faults(topic: Topic, claims: list[Sentence]) -> Iterator[tuple[str, str, str]]:
    """Yield (fault, how to mend it, text of the claim) if two claims could both be true.

    This happens if a claim lacks what the topic's lock demands; a lock is the reason why only one of two claims can be
    true (see ``lock_of``). ``claims`` are the topic's claims, parsed. At most one fault is yielded.
    """
    lock = lock_of(topic)
    for claim in claims:
        frame = " ".join(claim.fixed.split())
        if why := _why_open(frame, lock, topic):
            shown = frame.replace(SLOT, "…")
            yield f"both can hold: “{shown}” {why}, so the lock “{lock}” does not lock", _OPEN[lock][1], claim.source
            return
    order = [[ref.slot for ref in claim.refs] for claim in claims[:2]]
    if lock in {"opposite", "order", "swap"} and len(claims) < 2:
        yield f"the lock “{lock}” needs two claims, and one sentence varies", "Choose another lock.", claims[0].source
    elif lock == "swap" and (sorted(order[0]) != sorted(order[1]) or order[0] == order[1]):
        yield "the lock is “swap”, but no two slots change places", "Write X beats Y, and Y beats X.", claims[0].source


def _why_open(frame: str, lock: str, topic: Topic) -> str:
    """Return why two claims of a topic could both be true, or "" if the lock excludes that.

    ``frame`` is the fixed text of one claim, with ``SLOT`` in place of each slot; ``lock`` is the reason why only one
    claim can be true, an entry of ``packs.reader.LOCKS``. The result is a phrase that follows the claim in a message,
    such as “has no order in it”.
    """
    code = topic.language
    once = _ONCE if code == ENGLISH else any_of("once", code)
    definite = _DEFINITE if code == ENGLISH else any_of("definite", code)
    habit = _HABIT if code == ENGLISH else any_of("hedges", code)
    first = bool(any_of("shuts-first", code).search(frame))
    if once.search(frame) and not first:
        return "tells of something that happened one day"
    shut = first or bool(any_of("shuts", code).search(frame))
    if topic.vary and not shut and (loose := any_of("leaves-open", code).search(frame)):
        return f"gives a purpose, a cause, a taste or a place (“{loose[0]}”), and there may be several"
    if not topic.lock and lock != "swap":
        return ""  # a pack of the first format
    opened = {
        "first": not first,
        "one-of-one": not shut and not definite.search(frame),
        "order": not any_of("orders", code).search(frame),
        "number": not (number_words_in(frame, code) or re.search(r"\d", frame) or _has_numbers(topic)),
        "said": "“" not in frame or not any_of("says", code).search(frame),
        "swap": not any_of("keeps-roles", code).search(frame),
        "event": not _one_event(topic) or bool(habit.search(frame)),
    }
    return _OPEN[lock][0] if opened.get(lock) else ""


def _has_numbers(topic: Topic) -> bool:
    rows = (row if isinstance(row, str) else " ".join(row) for slot in topic.slots.values() for row in slot.entries[:3])
    return any(slot.numbers for slot in topic.slots.values()) or any(
        number_words_in(row, topic.language) for row in rows
    )


def _one_event(topic: Topic) -> bool:
    """Return whether all claims of a topic begin with the same words, one of them a slot.

    At least ``SHARED_WORDS`` words must be the same. Such a beginning says who it was and when, so all claims speak of
    one event.
    """
    claims = [_REF.sub(lambda ref: ref[0].replace(" ", ""), claim).split() for claim in topic.claims]
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*claims, strict=False))]
    return len(shared) >= SHARED_WORDS and any("{{" in word for word in shared)


SAMPLES = 60  # fillings of every topic that are read
SURVIVAL = 0.25  # under this a topic mostly wastes its words
KEYS = 1_000  # that every topic should be able to make
TOPICS = 8  # that a pack should have
SHAPES = 5


def check(path: Path | str) -> tuple[Pack, list[Fault]]:
    """Return the pack in a file, and a list of all its faults and advice.

    Faults come before advice, each in the order of the lines of the file. Raises ``FactError`` if the file can't be
    read.
    """
    pack, faults = read(Path(path))
    seen = {(fault.line, fault.where) for fault in faults}
    faults += [fault for fault in faults_of(pack) if (fault.line, fault.where) not in seen]
    if pack.topics and all(topic.single for topic in pack.topics):  # jokes are not drawn from at random
        faults = [fault for fault in faults if not fault.advice] + list(_joke_advice(pack))
    return pack, sorted(faults, key=lambda fault: (fault.advice, fault.line))


def faults_of(pack: Pack, *, briefly: bool = False) -> list[Fault]:
    """Return the faults and advice for the sentences and word lists of a pack.

    ``packs.reader.read`` must have found the structure of the pack sound. With ``briefly``, a topic may lack a
    ``lock``, as in packs of the first format, and the costly checks are skipped if the others find a fault. A pack is
    checked ``briefly`` before a deck is drawn from it.
    """
    lines = PackLines(pack.text)
    faults = list(list_faults(pack, lines))
    for topic in pack.topics:
        faults += _topic_faults(pack, topic, lines, locks=bool(topic.lock) or not briefly)
    bare = [topic.id for topic in pack.topics if is_bare(topic) and not topic.own]
    if len(bare) * 5 > len(pack.topics):
        what = f"{len(bare)} of {len(pack.topics)} topics are bare negations ({', '.join(bare)[:80]})"
        faults.append(Fault(pack.file, 1, "", what, "At most one in five; let the verbs be opposites."))
    shapes = {topic.shape for topic in pack.topics}
    if len(pack.topics) < TOPICS:
        what, fix = f"the pack has {counted(len(pack.topics), 'topic')}", f"From {TOPICS} on nobody sees the frames."
        faults.append(Fault(pack.file, 1, "", what, fix, advice=True))
    if len(shapes) < min(SHAPES, len(pack.topics)):
        what, fix = f"the pack has {len(shapes)} shapes", f"Let sentences go in {SHAPES} ways or more."
        faults.append(Fault(pack.file, 1, "", what, fix, advice=True))
    if briefly and not all(fault.advice for fault in faults):
        return faults
    sound = [topic for topic in pack.topics if _parses(topic)]
    faults += form_faults(pack, sound, lines)
    faults += _repeated_jokes(pack)
    for topic in sound:
        for what, fix, advice in _filled_faults(topic):
            faults.append(Fault(pack.file, topic.line, _where(topic), what, fix, advice))
    return faults


def _where(topic: Topic) -> str:
    return f"topic “{topic.id}”"


def _parses(topic: Topic) -> bool:
    try:
        for source in (topic.title, *topic.claims):
            parse(source, topic.forms)
    except FactError:
        return False
    return True


def is_bare(topic: Topic) -> bool:
    """Return whether there are two claims of a topic that differ only in a negation."""
    return any(bare_negation(one, other, topic.language) for one, other in combinations(topic.claims, 2))


def _jokes(pack: Pack) -> list[tuple[Topic, Filling]]:
    """Return (topic, its pair) for each topic of a pack that can make only one pair.

    A table's own jokes are such topics. A topic is skipped if its templates can't be parsed, or if its pair is
    rejected.
    """
    drawn = [(topic, Filler(topic).draw(Random(0))) for topic in pack.topics if topic.single and _parses(topic)]
    return [(topic, filling) for topic, filling in drawn if filling]


def _repeated_jokes(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each joke of a pack that has a sentence of an earlier joke.

    One deck can't hold both jokes. A joke here is a topic that can make only one pair.
    """
    topics: dict[str, str] = {}
    for topic, filling in _jokes(pack):
        for text in (filling.first, filling.second):
            if other := topics.get(text.casefold()):
                what, fix = f"“{text}” stands in topic “{other}” too", "Let each say something else."
                yield Fault(pack.file, topic.line, _where(topic), what, fix)
        topics |= dict.fromkeys((filling.first.casefold(), filling.second.casefold()), topic.id)


def _joke_advice(pack: Pack) -> Iterator[Fault]:
    """Yield advice if some decks can't hold all jokes of a pack.

    There is advice if the pack has more jokes than a usual deck has pairs, and for each joke that is too long for a
    deck of length short. A joke here is a topic that can make only one pair.
    """
    jokes = _jokes(pack)
    if len(jokes) > PLAYERS * EACH:
        what = f"the {len(jokes)} jokes are more than the {PLAYERS * EACH} pairs of a usual deck"
        yield Fault(pack.file, 1, "", what, f"Ask for {len(jokes)} pairs or more.", advice=True)
    for topic, filling in jokes:
        longest = max(filling.first, filling.second, key=len)
        if len(longest) > LENGTHS["short"]:
            what = f"“{longest}” has {len(longest)} characters, more than {LENGTHS['short']}"
            yield Fault(pack.file, topic.line, _where(topic), what, "It fits no deck of length short.", advice=True)


def _topic_faults(pack: Pack, topic: Topic, lines: PackLines, *, locks: bool) -> Iterator[Fault]:
    """Yield the faults and advice for the templates of a topic; with ``locks``, also for its lock.

    A lock is the reason why two claims can't both be true. ``lines`` finds the line of a template in the text of
    ``pack``.
    """

    def fault(what: str, fix: str, source: str | None = None, *, advice: bool = False) -> Fault:
        line = lines.text(source, topic.line) if source else topic.line
        return Fault(pack.file, line, _where(topic), what, fix, advice)

    try:
        claims = [parse(claim, topic.forms) for claim in topic.claims]
        title = parse(topic.title, topic.forms)
    except FactError as error:
        yield fault(str(error), "Write {{ slot }} or {{ slot | plural }}.")
        return
    yield from (fault(*found) for found in _slot_faults(topic, claims, title))
    if topic.language != ENGLISH and topic.emblem == "" and topic.theme not in THEMES:
        yield fault("no emblem is named", f"Name one, or take a theme that has one: {', '.join(THEMES)}.")
    if topic.own and topic.language == ENGLISH:
        filling = Filler(topic).draw(Random(0))
        subject = filling.entries[0] if filling and filling.entries else ""
        for what, fix, advice in joke_faults(filling.first, filling.second, subject) if filling else ():
            yield fault(what, fix, advice=advice)
        return
    for claim in claims:
        yield from (fault(*found, claim.source) for found in frame_faults(claim, topic))
    yield from (fault(*found, title.source) for found in title_faults(title, topic))
    yield from (fault(*found) for found in mirrored_faults(claims, topic.language))
    if locks and claims:
        yield from (fault(*found) for found in lock_faults(topic, claims))
        if not topic.lock:
            fix = f"Say why both can’t hold: lock = one of {', '.join(LOCKS)}."
            yield fault("no lock is declared", fix, advice=True)


def _slot_faults(topic: Topic, claims: list[Sentence], title: Sentence) -> Iterator[WhatFix]:
    named = any("@" in entry for listed in topic.slots.values() for row in listed.entries for entry in row)
    for slot in topic.slots:
        using = [slot in {ref.slot for ref in claim.refs} or (slot == topic.guest and named) for claim in claims]
        if not any(using):
            yield f"the slot “{slot}” stands in no sentence", "Use it or take it out: it only swells the count."
        elif not all(using):
            yield f"the slot “{slot}” stands in one claim and not in another", "Both halves should know it."
    if topic.vary and topic.vary in {ref.slot for ref in title.refs}:
        yield f"the title holds “{topic.vary}”, which varies", "A title names the subject, never the dispute."
    if topic.kind == "number" and not any(listed.numbers for listed in topic.slots.values()):
        texts = [claim.fixed for claim in claims]
        for listed in topic.slots.values():
            texts += (row if isinstance(row, str) else " ".join(row) for row in listed.entries)
        text = " ".join(texts)
        if not any(sign.isdigit() for sign in text) and not number_words_in(text, topic.language):
            yield "the kind is number, but no number is in it", "Vary a slot of numbers, or choose another kind."
    if topic.vary and topic.slots[topic.vary].numbers and topic.kind != "number":
        yield f"the kind is {topic.kind}, but a number varies", 'Write kind = "number".'


def _filled_faults(topic: Topic) -> Iterator[tuple[str, str, bool]]:
    """Yield (fault, how to mend it, whether it is only advice) for a topic, judged by pairs drawn from it.

    The sentences of ``SAMPLES`` pairs are checked as they will be printed. There is also a fault or advice if the topic
    makes too few pairs, if most pairs are rejected, or if some entries fit into no pair.
    """
    filler = Filler(topic)
    count = filler.count()
    if count < KEYS:
        yield f"it can make {count:,} different pairs", f"Longer lists, or one more slot, make it {KEYS:,}.", True
    if count == 0:
        yield "it can make no pair at all", "A list that varies needs two entries; numbers 40 % and 3 apart.", False
        return
    rng = Random(topic.name)
    seen: set[str] = set()
    alive = 0
    for _ in range(SAMPLES):
        filling = filler.draw(rng)
        alive += filling is not None
        for text in (filling.first, filling.second) if filling else ():
            for what, fix in sentence_faults(text, topic.language):
                if what not in seen:
                    seen.add(what)
                    yield f"{what}, in “{text}”", fix, False
    if alive < SAMPLES * SURVIVAL:
        reasons = ", ".join(f"{_REASONS[why]} {count}" for why, count in filler.thrown.items() if count)
        what = f"of {SAMPLES} fillings {SAMPLES - alive} are thrown back ({reasons})"
        yield what, "Shorten the frame or the words.", False
    for slot, dead in dead_entries(filler):
        shown = ", ".join(f"“{entry}”" for entry in dead[:3])
        more = f" and {len(dead) - 3} more" if len(dead) > 3 else ""
        yield f"{shown}{more} never fit as “{slot}” ({TITLE_LIMIT}/{LENGTHS['any']} characters)", "Shorten them.", True


_REASONS = {
    "same": "the same twice or too near",
    "long": f"over {LENGTHS['any']} characters",
    "title": f"title over {TITLE_LIMIT}",
    "balance": f"halves over {BALANCE} characters apart",
    "repeat": "a word twice",
}


def load(name: str) -> Pack:
    """Return a pack by its name or its file's path.

    Raises ``FactError`` if there is none, if it can't be read, or if it has a fault.
    """
    path = locate(name)
    pack, faults = _read_once(path) if is_built_in(path) else read(path)
    if not pack.built_in and not faults:
        faults = [fault for fault in faults_of(pack, briefly=True) if not fault.advice]
    if faults:
        more = f" ({len(faults) - 1} more: factbank check {name})" if len(faults) > 1 else ""
        raise FactError(f"{faults[0]}{more}")
    return pack


@cache
def _read_once(path: Path) -> tuple[Pack, list[Fault]]:
    """Return a built-in pack and its faults; each file is read only once while the program runs."""
    return read(path)
