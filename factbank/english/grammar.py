"""English grammar by rules and word lists: number words, articles, plurals, stems and filters of packs.

The functions with a parameter `language` (the code of a language) serve to compare and capitalise words. For any
language but English they use the word lists in the language's `words.txt`.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from factbank.english.lists import ordered, pairs, words
from liarsdeck.english import ONES, TENS, number_words
from liarsdeck.language import ENGLISH

_ORDINALS = pairs("ordinals")
NUMBER_WORDS = frozenset([*ONES, *TENS[2:], "hundred", "thousand", "million", "dozen"])

# Written with a vowel, spoken with a consonant: "a unicycle", "a one-way street"; and the other way round.
_SPOKEN_CONSONANT = re.compile(
    r"(?:uni(?!n|m[aiop]|dent)|unanim|us[aeiou]|ut[aeio]|ur[aeio](?!gh)|eu|ew|ubiq|ufo\b|uk\b|ukrain|ukulele|uvul|yo|one(?:\b|-|s\b|self)|once\b)"
)
_SPOKEN_VOWEL = re.compile(r"(?:hour|honest|honou?r|heir|homage\b|8|11\b|18\b|1[18]th)")
_SPELLED_VOWEL = re.compile(r"[FHLMNRSX](?:[A-Z0-9-]|\b)")
_SPELLED_CONSONANT = re.compile(r"U(?:[A-Z0-9-]|\b)")

_IRREGULAR = pairs("irregular")
_SAME = words("same")
_VES = pairs("ves")
_OES = words("oes")
_REGULAR = words("regular")
# Endings whose plurals no rule tells: “banjos” and “potatoes”, “roofs” and “loaves”, “circuses” and “fungi”.
_UNRULY = re.compile(r"(?:[^aeiou]o|[^f]f|fe|um|us|ex|ix)$")
_ENDINGS = {
    **{word: _IRREGULAR[word] for word in ("man", "child", "foot", "tooth", "mouse", "goose", "person")},
    **{word: _VES[word] for word in ("wife", "life", "knife", "wolf", "leaf", "loaf", "shelf", "half", "scarf")},
}
_BEFORE_PREPOSITION = re.compile(r"(.*?)( (?:of|in|on|at|with|without|to|for|from|under|by|full of) .*)$")
_SMALL = words("small")
_BREAKS = frozenset(":.?!—")
HYPHENED_IN = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
WORD_IN = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")

STOP = words("stop")
LEAST_STEM = 4  # letters that another language's ending leaves


def ordinal_words(number: int) -> str:
    """Return an ordinal in words: ``ordinal_words(21) == "twenty-first"``."""
    words = number_words(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[cut:]
    if last in _ORDINALS:
        return words[:cut] + _ORDINALS[last]
    return words[:cut] + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def takes_an(phrase: str) -> bool:
    """Return whether a phrase takes “an”, not “a”, before it, by rules and lists."""
    first = phrase.lstrip("“‘\"'(")
    if _SPELLED_VOWEL.match(first) and (len(first) < 2 or not first[1].islower()):
        return True
    if _SPELLED_CONSONANT.match(first) and (len(first) < 2 or not first[1].islower()):
        return False
    low = first.casefold()
    if _SPOKEN_VOWEL.match(low):
        return True
    return low[:1] in "aeiouáàâäéèêëíîïóòôöøúùûüæœ" and not _SPOKEN_CONSONANT.match(low)


def plural_by_rule(noun: str) -> str:
    """Return the plural of a noun or noun phrase, by rules and lists."""
    if noun.casefold() in _IRREGULAR:
        return _like(noun, _IRREGULAR[noun.casefold()])
    if phrase := _BEFORE_PREPOSITION.match(noun):
        return plural_by_rule(phrase[1]) + phrase[2]
    head, gap, last = noun.rpartition(" ")
    if gap:
        return f"{head} {plural_by_rule(last)}"
    head, hyphen, tail = noun.rpartition("-")
    low = noun.casefold()
    if low in _SAME or low in _VES:
        return _like(noun, _VES.get(low, low))
    if hyphen and tail not in {"yo", "up", "off", "in", "out", "by"}:
        return f"{head}-{plural_by_rule(tail)}"
    for ending, many in _ENDINGS.items():
        if low.endswith(ending):
            return noun[: -len(ending)] + many
    if low.endswith(("fish", "mese", "nese", "lese")) or (low.endswith("craft") and low not in {"craft", "handicraft"}):
        return noun
    if low.endswith(("sis", "xis")) and len(low) > 3:
        return noun[:-2] + "es"
    if low.endswith("quy") or (low.endswith("y") and low[-2:-1] not in "aeiou"):
        return noun[:-1] + "ies"
    if low.endswith(("s", "x", "z", "ch", "sh")) and not low.endswith(
        ("loch", "monarch", "stomach", "eunuch", "czech")
    ):
        return f"{noun}es"
    if low in _OES or low.endswith("hero"):
        return f"{noun}es"
    return f"{noun}s"


def is_guess(noun: str) -> bool:
    """Return whether ``plural_by_rule`` guesses: the noun is in no list, and no rule decides on its ending."""
    found = HYPHENED_IN.findall(noun.casefold())
    word = found[-1] if found else ""
    listed = word in _IRREGULAR or word in _SAME or word in _VES or word in _OES or word in _REGULAR
    by_rule = plural_by_rule(word) in {f"{word}s", f"{word}es"}
    return not listed and by_rule and _UNRULY.search(word) is not None


def _like(model: str, word: str) -> str:
    return word[0].upper() + word[1:] if model[:1].isupper() else word


@lru_cache(maxsize=65536)
def stem(word: str, language: str = ENGLISH) -> str:
    """Return the stem that a word shares with its plural and its simple verb forms; only for comparing words."""
    low = word.casefold().replace("’", "'").removesuffix("'s").removesuffix("'")
    if language != ENGLISH:
        ends = (end for end in ordered("endings", language) if low.endswith(end) and len(low) - len(end) >= LEAST_STEM)
        return low.removesuffix(next(ends, ""))
    if one := _BACK.get(low):
        return stem(one)
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    if len(low) > 4 and low.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        low = low[:-2]
    elif len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")):
        low = low[:-1]
    if len(low) > 5 and low.endswith("ing"):
        low = low[:-3]
    elif len(low) > 4 and low.endswith("ed") and not low.endswith("eed"):
        low = low[:-2]
    if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "aeiousl":
        low = low[:-1]
    return low.removesuffix("e") if len(low) > 3 else low


def plain_verb(verb: str) -> str:
    """Return the base form of a verb in the third person: “sail” for “sails”."""
    irregular = {"has": "have", "is": "be", "does": "do", "goes": "go"}
    if verb in irregular or not verb.endswith("s") or verb.endswith("ss"):
        return irregular.get(verb, verb)
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "xes", "ches", "shes", "zzes")) else verb[:-1]


def third_person(verb: str) -> str:
    """Return the third person of a verb in its base form: “sails” for “sail”."""
    if verb in {"have", "be", "do", "go"}:
        return {"have": "has", "be": "is", "do": "does", "go": "goes"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "z")) else f"{verb}s"


_SHORT_VERB = re.compile(r"[^aeiou]*[aeiou][bdfgklmnprtvz]")  # swim, jog, knit: the last letter is doubled


def gerund(verb: str) -> str:
    """Return the gerund of a verb in the third person: “sailing” for “sails”."""
    plain = plain_verb(verb)
    if not plain:
        return ""
    if plain.endswith("ie"):
        return f"{plain[:-2]}ying"
    if plain.endswith("e") and not plain.endswith(("ee", "oe", "ye")) and plain != "be":
        return f"{plain[:-1]}ing"
    return f"{plain}{plain[-1]}ing" if _SHORT_VERB.fullmatch(plain) else f"{plain}ing"


def of_gerund(gerund: str) -> str:
    """Return the base form of a gerund: “sail” for “sailing”, “bake” for “baking”, “swim” for “swimming”."""
    root = gerund.removesuffix("ing")
    if root[-1] == root[-2:-1] and root[-1] not in "lsz":
        return root[:-1]
    mute = _SHORT_VERB.fullmatch(root) or root[-1] in "cuv" or (root[-1] == "l" and root[-2:-1] not in set("aeioul"))
    return f"{root}e" if mute else root


_BACK = {many: one for one, many in {**_IRREGULAR, **_VES}.items() if many != one}


def content_stems(text: str, language: str = ENGLISH) -> list[str]:
    """Return the stems of the content words (no articles, prepositions, …) of a text, in order."""
    idle = STOP if language == ENGLISH else words("stop", language)
    return [stem(word, language) for word in WORD_IN.findall(text) if len(word) > 2 and word.casefold() not in idle]


def contracted(text: str, language: str) -> str:
    """Return a text with the contractions of a language: German “in dem” becomes “im”.

    The word list `contractions` of the language has words that merge into one. The word list `before` has words that
    change before a word with certain first letters.
    """
    for literal, pattern, said in _contractions(language):
        if literal in text:
            text = pattern.sub(said, text)
    return text


@cache
def _contractions(language: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return (a text that is there where it applies, its pattern, what is said instead) for each contraction."""
    both = {words.replace("-", " "): one for words, one in pairs("contractions", language).items()}
    whole = [(words, re.compile(rf"\b{words}\b"), one) for words, one in both.items()]
    before = pairs("before", language)
    for word, (said, _, beginnings) in ((word, rest.partition(":")) for word, rest in before.items()):
        whole.append((f"{word} ", re.compile(rf"\b{word}(?= (?i:{beginnings.replace(',', '|')}))"), said))
    return tuple(whole)


@lru_cache(4096)
def is_banned(word: str, language: str) -> bool:
    """Return whether the word filter of a language other than English bans ``word`` (in lower case).

    The language's word list `banned` decides. An entry that ends in a hyphen bans all words that begin with it.
    """
    listed = words("banned", language)
    return word in listed or word.startswith(_beginnings(language))


@cache
def _beginnings(language: str) -> tuple[str, ...]:
    return tuple(word[:-1] for word in words("banned", language) if word.endswith("-"))


def subject_form(text: str, language: str = ENGLISH) -> str:
    """Return a subject in a form for comparing subjects, casefolded and without article.

    In English the last word is put into the singular; in other languages each word is replaced by its stem.
    """
    words = text.casefold().replace("’", "'").split()
    if language != ENGLISH:
        start = len(words) > 1 and words[0] in articles(language)
        return " ".join(stem(word, language) for word in words[start:])
    if len(words) > 1 and words[0] in {"a", "an", "the"}:
        words = words[1:]
    last = words[-1] if words else ""
    last = _BACK.get(last, last)
    if last.endswith("ies") and len(last) > 4:
        last = last[:-3] + "y"
    elif last.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 3:
        last = last[:-1]
    return " ".join([*words[:-1], last])


def capitalise(text: str) -> str:
    """Return a sentence with its first letter as a capital, also behind an opening quotation mark."""
    for index, sign in enumerate(text):
        if sign.isalnum():
            upper = sign.upper() if len(sign.upper()) == 1 else sign  # no name of “ß…” becomes “SS…”
            return text[:index] + upper + text[index + 1 :] if sign.islower() else text
    return text


def articles(language: str) -> frozenset[str]:
    """Return the articles of a language by its code."""
    return words("articles", language) if language != ENGLISH else frozenset({"a", "an", "the"})


@lru_cache(4096)
def headline(text: str, language: str = ENGLISH) -> str:
    """Return a title in headline case: "the bells of Marsh End" gives "The Bells of Marsh End".

    Small words (articles, and, of, with …) get a capital only at either end, and after a colon or a full stop. Existing
    capitals are kept. Each part of a hyphenated word counts as a word. In languages other than English only the
    beginning gets a capital.
    """
    if language != ENGLISH:
        return capitalise(text)
    words = list(HYPHENED_IN.finditer(text))
    out: list[str] = []
    end = 0
    for index, match in enumerate(words):
        between = text[end : match.start()]
        parts = match[0].split("-")
        edge = index in {0, len(words) - 1} or not _BREAKS.isdisjoint(between)
        for place, part in enumerate(parts):
            inner = 0 < place < len(parts) - 1 if len(parts) > 1 else not edge
            parts[place] = part if part in _SMALL and inner else part[:1].upper() + part[1:]
        out += [between, "-".join(parts)]
        end = match.end()
    return "".join(out) + text[end:]


@cache
def plural(value: object) -> str:
    """Filter for templates in packs: ``{{ animal | plural }}`` makes ``goats`` of ``goat``."""
    return plural_by_rule(str(value))


@cache
def a(value: object) -> str:
    """Filter for templates in packs: ``{{ animal | a }}`` makes ``an owl`` of ``owl``."""
    return f"{'an' if takes_an(str(value)) else 'a'} {value}"


def ordinal(value: object) -> str:
    """Filter for templates in packs: ``{{ number | ordinal }}`` makes ``ninth`` of ``9``."""
    return ordinal_words(int(str(value)))


FILTERS: Mapping[str, Callable[[object], str]] = {
    "plural": plural,
    "a": a,
    "ordinal": ordinal,
    "words": lambda value: number_words(int(str(value))),
}
