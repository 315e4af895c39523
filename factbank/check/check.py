"""Check a pack: every fault with its file, topic and line, and what to do about it.

`factbank.packs.reader` finds what is wrong with a pack's build; here its sentences are read as a player reads them.
Grammar is checked by our own rules (`factbank.english.spelling`), never by the library that made the forms.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from factbank.check import words as wordlists
from factbank.check.collide import lock_faults
from factbank.check.text import bare_negation, frame_faults, mirrored_faults, sentence_faults, title_faults
from factbank.errors import FactError
from factbank.fill import forms
from factbank.fill.fill import BALANCE, LENGTHS, TITLE_LIMIT, Filler, Filling
from factbank.packs.fault import Fault
from factbank.packs.reader import Pack, PackLines, read
from factbank.packs.sentence import Sentence, parse
from factbank.packs.topic import LOCKS, Topic
from factbank.usual import EACH, PLAYERS

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
    forms.load([pack])
    lines = PackLines(pack.text)
    faults = list(wordlists.list_faults(pack, lines))
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
    faults += wordlists.form_faults(pack, sound, lines)
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
        if not any(sign.isdigit() for sign in said) and not wordlists.number_words_in(said):
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
    for slot, dead in wordlists.dead_entries(filler):
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
