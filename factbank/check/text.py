"""Read a sentence as a strict reader would: grammar, hedges, banned words, scope, and how claims mirror each other."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from factbank.english.lists import words
from factbank.english.spelling import HYPHENED_IN, NUMBER_WORDS, content_stems, stem, takes_an
from factbank.fill.fill import BALANCE
from factbank.packs.sentence import Ref, Sentence
from factbank.packs.topic import Topic

SLOT = "\ufffc"
_ARTICLE = re.compile(r"(?<![\w’'-])(an?) ([“‘(]?[\w’'-]+)", re.IGNORECASE)
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
    for article, word in _ARTICLE.findall(text):
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
