"""Check a pack: every fault with its file, topic and line, and what to do about it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, pairwise, takewhile
from pathlib import Path
from random import Random

from factbank import fill
from factbank.english import grammar
from factbank.english.grammar import (
    HYPHENED_IN,
    NUMBER_WORDS,
    content_stems,
    plural_by_rule,
    stem,
    subject_form,
    takes_an,
)
from factbank.english.lists import ordered, words
from factbank.errors import FactError
from factbank.facts import EACH, PLAYERS
from factbank.fill import BALANCE, LENGTHS, TITLE_LIMIT, Filler, Filling
from factbank.packs.reader import (
    BUILT_IN,
    LOCKS,
    Fault,
    Pack,
    PackLines,
    Ref,
    Sentence,
    Topic,
    WordList,
    locate,
    parse,
    read,
)

SLOT = "\ufffc"
_LEADING_ARTICLE = re.compile(r"(?<![\w’'-])(an?) ([“‘(]?[\w’'-]+)", re.IGNORECASE)
_SPACES = re.compile(r"  |\s[,.;:!?”)]|[“(]\s|^\s|\s$|[,;:](?=[^\W\d_])")
_SUPERLATIVE = re.compile(r"\bthe (?:very )?(?:only|first|last|most|least|[a-z]{3,}est)\b")
_NOT_SUPERLATIVE = words("not-superlative")
_VERB = re.compile(
    r"\b(?:is|was|are|were|has|had|have|belongs?|stands?|stood|lives?|lived|runs?|ran|sells?|sold|won|lost|wins?|loses|"
    r"means?|holds?|held|comes?|came|goes|went|opens?|ends?|began|starts?|started|will|makes?|made|keeps?|kept|sounds?|turns?)\b"
)
Said = tuple[str, str]


def sentence_faults(text: str) -> Iterator[Said]:
    """Yield what is wrong with a finished sentence, and how to mend it."""
    if not text.isprintable():
        yield "a sign that can’t be printed", "Take it out."
    if text[-1:] not in ".!?":
        yield "no full stop at the end", "End the sentence with one."
    if re.search(r"(?<!\b[JSD]r)(?<!\b[A-Z])[.!?] [A-Z“]", text):  # Sammy Jr. wins, Jo B. wins
        yield "more than one sentence", "A card holds one sentence."
    if text.endswith(("..", ".”.", "?.", "!.")):
        yield "two stops at the end", "End the sentence with one."
    if _SPACES.search(text):
        yield "a stray or a missing space", "One space between words, none before a comma or a stop."
    if "'" in text or '"' in text:
        yield "a typewriter’s quotation mark or apostrophe", "Use ’ “ ” instead."
    for article, word in _LEADING_ARTICLE.findall(text):
        if article == "A":
            continue
        if takes_an(word) != (article.casefold() == "an"):
            yield f"“{article} {word}”", "Write {{ slot | a }}, which chooses between a and an."
    found = [word.casefold() for word in HYPHENED_IN.findall(text)]
    for one, other in pairwise(found):
        if one == other and one not in {"had", "that"} and f"{one}, " not in text.casefold():
            yield f"“{one} {one}” twice in a row", "Take one out."
    for word in banned_in(text):
        yield f"the word “{word}”", "Facts are for a table with children; choose another."


def banned_in(text: str) -> list[str]:
    """Return the words of a text that the word filter holds, in any of their forms."""
    banned = _banned_forms()
    return [word for word in HYPHENED_IN.findall(text) if word.casefold().removesuffix("’s") in banned]


@cache
def _banned_forms() -> frozenset[str]:
    forms = set(words("banned"))
    for word in words("banned"):
        root = word.removesuffix("e")
        forms |= {f"{word}s", f"{word}es", f"{root}ed", f"{root}ing", f"{word}{word[-1]}ed", f"{word}{word[-1]}ing"}
    return frozenset(forms)


def frame_faults(claim: Sentence, topic: Topic) -> Iterator[Said]:
    """Yield what is wrong with a claim before anything is filled in."""
    fixed = claim.fixed
    if fixed != fixed.strip() or "  " in fixed:
        yield "stray spaces in the sentence", "One space between words, none at either end."
    if fixed.rstrip()[-1:] not in ".!?":
        yield "the sentence has no full stop", "End it with one."
    said = [word.casefold() for word in HYPHENED_IN.findall(fixed)]
    for hedge in sorted(words("hedges") & set(said)):
        yield f"the hedge “{hedge}” lets both halves be true", "Say it flatly."
    twice = [word for word, count in Counter(content_stems(fixed.replace(SLOT, " "))).items() if count > 1]
    if twice:
        yield f"the frame says “{twice[0]}…” twice", "Say it once."
    yield from _guest_grammar(claim, topic)
    for slot in topic.about:
        if slot not in {ref.slot for ref in claim.refs}:
            yield f"the subject “{slot}” is not in this claim", "Both halves must know every subject of about."
    yield from _articles(claim, topic)
    yield from _scope(claim, topic)


def _guest_grammar(claim: Sentence, topic: Topic) -> Iterator[Said]:
    """Yield what goes wrong with a name or a pronoun of the table: "they is", "a Ann", "… by Sammy Jr.."."""
    for part, after in pairwise([*claim.parts, ""]):
        if not isinstance(part, Ref) or part.slot != topic.guest:
            continue
        if part.filters:
            yield f"the guest “{part.slot}” has a filter", "A name stands as it is: {{ guest.name }}, {{ guest.own }}."
        if part.form == "he" and isinstance(after, str):
            verb = re.match(r"\s+(\w+)", after)
            if verb and (verb[1] in {"is", "was", "has", "does"} or verb[1].endswith("s")):
                yield (
                    f"“{{{{ {part.slot}.he }}}} {verb[1]}” becomes “they {verb[1]}”",
                    "Use a past tense, will or must.",
                )
        if part.form in {"name", "short"} and isinstance(after, str) and after.lstrip("”").startswith("."):
            yield (
                "the sentence ends with a guest’s name",
                "A name may end in a full stop itself: let another word come last.",
            )


def _articles(claim: Sentence, topic: Topic) -> Iterator[Said]:
    """Yield every "a" or "an" written before a slot whose entries need the other one."""
    for before, part in pairwise(claim.parts):
        if not isinstance(before, str) or not isinstance(part, Ref) or part.filters:
            continue
        article = re.search(r"(?:^|[\s“(])(an?) $", before, re.IGNORECASE)
        if not article:
            continue
        slot = topic.slots[part.slot]
        place = slot.forms.index(part.form) if slot.forms and part.form else 0
        for entry in slot.entries:
            text = entry if isinstance(entry, str) else entry[place]
            if takes_an(text) != (article[1].casefold() == "an"):
                yield f"“{article[1]} {{{{ {part.slot} }}}}” becomes “{article[1]} {text}”", "Write {{ slot | a }}."
                break


def _scope(claim: Sentence, topic: Topic) -> Iterator[Said]:
    """Yield "the only …", "the first …", "the oldest …" whose scope is no subject: two pairs could then contradict."""
    marked = "".join(
        part if isinstance(part, str) else (f"{SLOT}S" if part.slot in topic.about else f"{SLOT}O")
        for part in claim.parts
    )
    for match in _SUPERLATIVE.finditer(marked[:1].lower() + marked[1:]):
        word = match[0].split()[-1]
        if word in _NOT_SUPERLATIVE:
            continue
        after = marked[match.end() :]
        verb = _VERB.search(after)
        phrase = after[: verb.start()] if verb else after
        leading = re.match(
            r"(?:in|at|of|on|for|among|to|after|before|during|every|no|when)\b[^,]*", marked, re.IGNORECASE
        )
        if f"{SLOT}S" in phrase or (leading and f"{SLOT}S" in leading[0]):
            continue
        yield f"“{match[0]}” has no subject as its scope", "Let a slot of about say of what or where it holds."


def title_faults(title: Sentence, topic: Topic) -> Iterator[Said]:
    """Yield what is wrong with a title before anything is filled in."""
    fixed = title.fixed
    if fixed != fixed.strip() or "  " in fixed:
        yield "stray spaces in the title", "One space between words, none at either end."
    if fixed.endswith("."):
        yield "the title ends with a full stop", "A title has none."
    if not title.refs:
        yield "the title is the same for every filling", "Let it hold a subject."
    elif not {ref.slot for ref in title.refs} & {*topic.about, topic.guest}:
        yield "the title names no subject", "People speak of a card by its title: let it hold a slot of about."


def bare_negation(one: str, other: str) -> bool:
    """Tell whether two claims differ in nothing but a *not*."""
    negations = words("negations")
    helpers = {"do", "does", "did", "will", "be", "been", "ever", "a", "an", "any"}

    def bare(text: str) -> tuple[list[str], int]:
        said = [word.casefold().replace("'", "’") for word in re.findall(r"[\w’'-]+", text)]
        kept = [stem(word) for word in said if word not in negations and word not in helpers]
        return kept, sum(word in negations for word in said)

    first, second = bare(one), bare(other)
    return first[0] == second[0] and first[1] != second[1]


def form(text: str) -> dict[str, int]:
    """Return the countable features of a text that might tell which half it is."""
    said = [word.casefold() for word in HYPHENED_IN.findall(text)]
    return {
        "characters": len(text),
        "commas": text.count(","),
        "digits": sum(sign.isdigit() for sign in text),
        "number words": sum(part in NUMBER_WORDS for word in said for part in word.split("-")),
        "negations": sum(word in words("negations") for word in said),
    }


def mirrored_faults(claims: list[Sentence]) -> Iterator[Said]:
    """Yield what lets somebody tell one claim from another by its form."""
    for index, one in enumerate(claims):
        for other in claims[index + 1 :]:
            if one.source == other.source:
                yield "two claims are the same", "Let them exclude each other."
                continue
            first, second = form(one.fixed), form(other.fixed)
            for feature in ("commas", "digits", "number words", "negations"):
                if first[feature] != second[feature] and not bare_negation(one.source, other.source):
                    yield (
                        f"“{one.source[:40]}…” and “{other.source[:40]}…” differ in {feature}",
                        "Mirror them: as many negations, numbers and commas in each.",
                    )
            if abs(first["characters"] - second["characters"]) > BALANCE and _same_slots(one, other):
                yield f"two claims differ by more than {BALANCE} characters", "Make them about as long as each other."
            if not _half_shared(one, other):
                yield "two claims share less than half of their words", "Keep one frame and change the verb or a word."


def _same_slots(one: Sentence, other: Sentence) -> bool:
    return sorted(one.refs) == sorted(other.refs)


def _half_shared(one: Sentence, other: Sentence) -> bool:
    first, second = (Counter(_frame_words(claim)) for claim in (one, other))
    return 2 * sum((first & second).values()) >= max(sum(first.values()), sum(second.values()))


def _frame_words(claim: Sentence) -> list[str]:
    said: list[str] = []
    for part in claim.parts:
        # Rows of opposites are one slot with two forms: the same place in the frame.
        said += [f"{SLOT}{part.slot}"] if isinstance(part, Ref) else HYPHENED_IN.findall(part.casefold())
    return said


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


_REF = re.compile(r"\{\{.*?\}\}")
_ONCE = re.compile(r"\bonce\b(?! (?:a|an|every|more|again|and)\b)|\bone day\b|\bat least once\b", re.IGNORECASE)
_DEFINITE = re.compile(
    r"(?:\b(?:the|its|his|her|their|every|each|any|no)\b|’s\b|\ufffc).*\b(?:is|are|was|were|means?|meant|belongs?|reads?|"
    r"says?|stands? for|replaced by|becomes?|became|goes|went|won|turns?|rebuilt|serves?|called|proved)\b",
    re.IGNORECASE,
)
_FIXES = {
    "first": "Say what came first or last.",
    "one-of-one": "Let there be but one of it: the only, the favourite, the last word.",
    "opposite": "Let it be so always, and let the verbs exclude each other.",
    "order": "Say before or after, older or younger.",
    "number": "Vary a slot of numbers, with exactly before it.",
    "said": "Quote words of which there is one text: what the sign reads, how every letter ends.",
    "swap": "Say that it is always so, or compare: “it is always X who”, “X is older than Y”.",
    "event": "Begin both halves with who it was and when, in four words or more, and end them differently.",
}
_HABIT = re.compile(r"\b(?:often|sometimes|usually|rarely|some)\b", re.IGNORECASE)
SHARED_WORDS = 4  # with which both halves of an event begin


@cache
def _any_of(section: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word.replace("-", " ")) for word in ordered(section))
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


def lock_of(topic: Topic) -> str:
    """Return the lock that a topic declares, or the one that its kind and build imply."""
    if topic.lock:
        return topic.lock
    if topic.kind in {"swap", "number"}:
        return topic.kind
    return "one-of-one" if topic.vary else "opposite"


def lock_faults(topic: Topic, claims: list[Sentence]) -> Iterator[tuple[str, str, str]]:
    """Yield why a frame admits both halves, how to mend it, and the frame's source."""
    lock = lock_of(topic)
    for claim in claims:
        frame = " ".join(claim.fixed.split())
        why = _open(frame, lock, topic)
        if why:
            shown = frame.replace(SLOT, "…")
            yield f"both can hold: “{shown}” {why}, so the lock “{lock}” does not lock", _FIXES[lock], claim.source
            return
    if lock in {"opposite", "order", "swap"} and len(claims) < 2:
        yield f"the lock “{lock}” needs two claims, and one sentence varies", "Choose another lock.", claims[0].source
    elif lock == "swap" and not _swapped(claims):
        yield "the lock is “swap”, but no two slots change places", "Write X beats Y, and Y beats X.", claims[0].source


def _open(frame: str, lock: str, topic: Topic) -> str:
    """Return what leaves a frame open, or ""."""
    if _ONCE.search(frame) and not _any_of("shuts-first").search(frame):
        return "tells of something that happened one day"
    shut = bool(_any_of("shuts").search(frame) or _any_of("shuts-first").search(frame))
    if topic.vary and not shut and (loose := _any_of("leaves-open").search(frame)):
        return f"gives a purpose, a cause, a taste or a place (“{loose[0]}”), and there may be several"
    if not topic.lock and lock != "swap":
        return ""  # of a pack of the first format no more is asked
    opened = {
        "first": not _any_of("shuts-first").search(frame),
        "one-of-one": not shut and not _DEFINITE.search(frame),
        "order": not _any_of("orders").search(frame),
        "number": not (number_words_in(frame) or re.search(r"\d", frame) or _numbered(topic)),
        "said": "“" not in frame or not _any_of("says").search(frame),
        "swap": not _any_of("keeps-roles").search(frame),
        "event": not _one_event(topic) or bool(_HABIT.search(frame)),
    }
    return _WHY[lock] if opened.get(lock) else ""


_WHY = {
    "first": "says nothing of a first or a last",
    "one-of-one": "leaves room for several",
    "order": "has no order in it",
    "number": "has no number in it",
    "said": "quotes nothing of which there is but one text",
    "swap": "does not say that it is always so",
    "event": "does not say by its beginning which one event it was",
}


def _numbered(topic: Topic) -> bool:
    for slot in topic.slots.values():
        said = " ".join(row if isinstance(row, str) else " ".join(row) for row in slot.entries[:3])
        if slot.numbers or number_words_in(said):
            return True
    return False


def _one_event(topic: Topic) -> bool:
    """Tell whether all claims begin with the same words, one of them a slot: whose it was, and when."""
    claims = [_REF.sub(lambda found: found[0].replace(" ", ""), claim).split() for claim in topic.claims]
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*claims, strict=False))]
    return len(shared) >= SHARED_WORDS and any("{{" in word for word in shared)


def _swapped(claims: list[Sentence]) -> bool:
    first, second = ([ref.slot for ref in claim.refs] for claim in claims[:2])
    return sorted(first) == sorted(second) and first != second


SAMPLES = 60  # fillings of every topic that are read
SURVIVAL = 0.25  # under this a topic mostly wastes its words
KEYS = 1_000  # that every topic should be able to make
TOPICS = 8  # that a pack should have
SHAPES = 5


def check(path: Path) -> tuple[Pack, list[Fault]]:
    """Return a pack and everything that is wrong with it, advice included. Raises ``FactError`` if it can't be read."""
    pack, faults = read(path)
    seen = {(fault.line, fault.where) for fault in faults}
    faults += [fault for fault in faults_of(pack) if (fault.line, fault.where) not in seen]
    if pack.topics and all(topic.single for topic in pack.topics):  # jokes are no bank to be drawn from
        faults = [fault for fault in faults if not fault.advice] + list(_joke_advice(pack))
    return pack, sorted(faults, key=lambda fault: (fault.advice, fault.line))


def faults_of(pack: Pack, *, briefly: bool = False) -> list[Fault]:
    """Return what is wrong with the sentences and words of a pack that is built rightly.

    ``briefly`` is for a pack that is to be played with: it stops at the frames when they are wrong already, since
    filling them may need the grammar library, and lets topics be that declare no lock, as in packs of the first format.
    """
    fill.load_forms([pack])
    lines = PackLines(pack.text)
    faults = list(list_faults(pack, lines))
    for topic in pack.topics:
        faults += _frame_faults(pack, topic, lines)
        if topic.lock or not briefly:
            faults += _lock_faults(pack, topic, lines)
    bare = [topic.id for topic in pack.topics if is_bare(topic)]
    if len(bare) * 5 > len(pack.topics) and bare:
        what = f"{len(bare)} of {len(pack.topics)} topics are bare negations ({', '.join(bare)[:80]})"
        faults.append(Fault(pack.file, 1, "", what, "At most one in five; let the verbs be opposites."))
    faults += _advice(pack)
    if briefly and not all(fault.advice for fault in faults):
        return faults
    sound = [topic for topic in pack.topics if _readable(topic)]
    faults += form_faults(pack, sound, lines)
    faults += _said_twice(pack)
    for topic in sound:
        for what, fix, advice in _filled_faults(topic):
            faults.append(Fault(pack.file, topic.line, _where(topic), what, fix, advice))
    return faults


def _where(topic: Topic) -> str:
    return f"topic “{topic.id}”"


def _readable(topic: Topic) -> bool:
    try:
        for source in (topic.title, *topic.claims):
            parse(source, topic.forms)
    except FactError:
        return False
    return True


def is_bare(topic: Topic) -> bool:
    """Tell whether two claims of a topic differ in nothing but a *not*."""
    return any(
        bare_negation(one, other) for index, one in enumerate(topic.claims) for other in topic.claims[index + 1 :]
    )


def _advice(pack: Pack) -> Iterator[Fault]:
    def advise(what: str, fix: str) -> Fault:
        return Fault(pack.file, 1, "", what, fix, advice=True)

    if len(pack.topics) < TOPICS:
        yield advise(f"the pack has {len(pack.topics)} topics", f"From {TOPICS} on nobody sees the frames.")
    shapes = {topic.shape for topic in pack.topics}
    if len(shapes) < min(SHAPES, len(pack.topics)):
        yield advise(f"the pack has {len(shapes)} shapes", f"Let sentences go in {SHAPES} ways or more.")


def _jokes(pack: Pack) -> list[tuple[Topic, Filling]]:
    """Return the topics of a pack that make a single pair, as a table's own jokes do, and that pair."""
    drawn = [(topic, Filler(topic).draw(Random(0))) for topic in pack.topics if topic.single and _readable(topic)]
    return [(topic, filling) for topic, filling in drawn if filling]


def _said_twice(pack: Pack) -> Iterator[Fault]:
    """Yield the jokes that say what another says: both cannot be in one deck."""
    said: dict[str, str] = {}
    for topic, filling in _jokes(pack):
        for text in (filling.first, filling.second):
            if other := said.get(text.casefold()):
                what, fix = f"“{text}” stands in topic “{other}” too", "Let each say something else."
                yield Fault(pack.file, topic.line, _where(topic), what, fix)
        said |= dict.fromkeys((filling.first.casefold(), filling.second.casefold()), topic.id)


def _joke_advice(pack: Pack) -> Iterator[Fault]:
    """Yield which decks can't hold all jokes of a pack."""
    jokes = _jokes(pack)
    if len(jokes) > PLAYERS * EACH:
        what = f"the {len(jokes)} jokes are more than the {PLAYERS * EACH} pairs of a usual deck"
        yield Fault(pack.file, 1, "", what, f"Ask for {len(jokes)} pairs or more.", advice=True)
    for topic, filling in jokes:
        longest = max(filling.first, filling.second, key=len)
        if len(longest) > LENGTHS["short"]:
            what = f"“{longest}” has {len(longest)} characters, more than {LENGTHS['short']}"
            yield Fault(pack.file, topic.line, _where(topic), what, "It fits no deck of --length short.", advice=True)


def _lock_faults(pack: Pack, topic: Topic, lines: PackLines) -> Iterator[Fault]:
    if not _readable(topic) or not topic.claims:
        return
    claims = [parse(claim, topic.forms) for claim in topic.claims]
    for what, fix, source in lock_faults(topic, claims):
        yield Fault(pack.file, lines.text(source, topic.line), _where(topic), what, fix)
    if not topic.lock:
        fix = f"Say why both can’t hold: lock = one of {', '.join(LOCKS)}."
        yield Fault(pack.file, topic.line, _where(topic), "no lock is declared", fix, advice=True)


def _frame_faults(pack: Pack, topic: Topic, lines: PackLines) -> Iterator[Fault]:
    def fault(what: str, fix: str, source: str | None = None) -> Fault:
        line = lines.text(source, topic.line) if source else topic.line
        return Fault(pack.file, line, _where(topic), what, fix)

    try:
        claims = [parse(claim, topic.forms) for claim in topic.claims]
        title = parse(topic.title, topic.forms)
    except FactError as error:
        yield fault(str(error), "Write {{ slot }} or {{ slot | plural }}.")
        return
    yield from (fault(what, fix) for what, fix in _slot_faults(topic, claims, title))
    for claim in claims:
        for what, fix in frame_faults(claim, topic):
            yield fault(what, fix, claim.source)
    for what, fix in title_faults(title, topic):
        yield fault(what, fix, title.source)
    if len(claims) > 1:
        for what, fix in mirrored_faults(claims):
            yield fault(what, fix)


def _slot_faults(topic: Topic, claims: list[Sentence], title: Sentence) -> Iterator[tuple[str, str]]:
    named = any("@" in entry for words in topic.slots.values() for row in words.entries for entry in row)
    for slot in topic.slots:
        using = [slot in {ref.slot for ref in claim.refs} or (slot == topic.guest and named) for claim in claims]
        if not any(using):
            yield f"the slot “{slot}” stands in no sentence", "Use it or take it out: it only swells the count."
        elif not all(using):
            yield f"the slot “{slot}” stands in one claim and not in another", "Both halves should know it."
    if topic.vary and topic.vary in {ref.slot for ref in title.refs}:
        yield f"the title holds “{topic.vary}”, which varies", "A title names the subject, never the dispute."
    if topic.kind == "number" and not any(words.numbers for words in topic.slots.values()):
        said = " ".join(claim.fixed for claim in claims)
        for words in topic.slots.values():
            said += " ".join(row if isinstance(row, str) else " ".join(row) for row in words.entries)
        if not any(sign.isdigit() for sign in said) and not number_words_in(said):
            yield "the kind is number, but no number is in it", "Vary a slot of numbers, or choose another kind."
    if topic.vary and topic.slots[topic.vary].numbers and topic.kind != "number":
        yield f"the kind is {topic.kind}, but a number varies", 'Write kind = "number".'


def _filled_faults(topic: Topic) -> Iterator[tuple[str, str, bool]]:
    """Fill the topic and read the sentences as they will be printed."""
    filler = Filler(topic)
    many = filler.count()
    if many < KEYS:
        yield f"it can make {many:,} different pairs", f"Longer lists, or one more slot, make it {KEYS:,}.", True
    if many == 0:
        yield "it can make no pair at all", "A list that varies needs two entries; numbers 40 % and 3 apart.", False
        return
    rng = Random(topic.name)
    counts: Counter[str] = Counter()
    alive = 0
    for _ in range(SAMPLES):
        filling = filler.draw(rng)
        if filling is None:
            continue
        alive += 1
        for text in (filling.first, filling.second):
            for what, fix in sentence_faults(text):
                counts[what] += 1
                if counts[what] == 1:
                    yield f"{what}, in “{text}”", fix, False
    if alive < SAMPLES * SURVIVAL:
        reasons = ", ".join(f"{_REASONS[why]} {count}" for why, count in filler.thrown.items() if count)
        yield (
            f"of {SAMPLES} fillings {SAMPLES - alive} are thrown back ({reasons})",
            "Shorten the frame or the words.",
            False,
        )
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
    """Read a pack that is to be played with. A pack that isn't ours is checked whole, and refused for any fault."""
    path = locate(name)
    pack, faults = _read_once(path) if path.parent == BUILT_IN else read(path)
    if not pack.built_in and not faults:
        faults = [fault for fault in faults_of(pack, briefly=True) if not fault.advice]
    if faults:
        more = f" ({len(faults) - 1} more: factbank check {name})" if len(faults) > 1 else ""
        raise FactError(f"{faults[0]}{more}")
    return pack


@cache
def _read_once(path: Path) -> tuple[Pack, list[Fault]]:
    """Read a built-in pack: it does not change while the program runs."""
    return read(path)
