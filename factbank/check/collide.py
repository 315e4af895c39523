"""Do the two halves collide? A topic says by which lock, and the frame must be one that this lock can shut.

``first``      the first, last or opening thing: there is one of it
``one-of-one`` the only one, the whole, the favourite, what a definite thing is, means, reads or belongs to
``opposite``   two verbs or words of which one excludes the other, of something that lasts ("enter" / "leave")
``order``      before or after, older or younger
``number``     a number, exactly
``said``       words in quotation marks, at a place or time that has but one text
``swap``       roles change places in something that is always so, or is compared
``event``      one thing that happened to one definite somebody, as both halves begin by saying, and ended one way

A frame with "once" shuts nothing: what happened one day may have happened the other way round on another. Nor do
purposes, causes and tastes, unless they are the only or the first. An event needs a beginning that both halves share:
a slot, so that it is somebody's, and four words, so that it is that one time and not another.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile

from factbank.check.words import number_words_in
from factbank.english.lists import ordered
from factbank.packs.sentence import Sentence
from factbank.packs.topic import Topic

SLOT = "\ufffc"
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
    for words in topic.slots.values():
        said = " ".join(row if isinstance(row, str) else " ".join(row) for row in words.entries[:3])
        if words.numbers or number_words_in(said):
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
