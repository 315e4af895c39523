"""What people say of a guest in English: a pastime, a pet or a trade, as they type it.

``english.txt`` has the words that are known: verbs of pastimes, games and instruments, animals, trades and the endings
of trades. What is not understood is no field's, so no sentence says it; its words may still choose a fact.
"""

import re

from factbank.english import grammar
from factbank.english.lists import words

_LEADS = (
    re.compile(r"^(?:i|he|she|they) (?=\S)", re.IGNORECASE),
    re.compile(r"^(?:(?:is|am|are) |works? as )(?=an? )", re.IGNORECASE),
    re.compile(r"^(?:loves?|likes?|enjoys?|adores?) (?:to )?(?=\S)", re.IGNORECASE),
)
_CALLED = re.compile(r"\b(?:called|named) (?=[^\W\d_])")
_AND = re.compile(r" (?:and|&) ")


def understood(said: str) -> tuple[str, str]:
    """Return the field of ``Guest`` that a text such as “sails”, “my dog Rex” or “a baker” is for, and its value.

    The field is pastime (with a verb in the third person), pet (the name) or trade (without article). It is "" if the
    text is not understood; then the value is the text.
    """
    said = said.strip(" .!?")
    for lead in _LEADS:
        said = lead.sub("", said)
    if not said:
        return "", said
    if name := _pet(said):
        return "pet", name
    first, *rest = said.split()
    if first.casefold() in {"a", "an"} and rest:
        return ("", said) if _is_animal(rest[-1]) else ("trade", " ".join(rest))
    if not first.islower() and not first.isupper() and _is_known(said):  # a phone's keyboard begins with a capital
        said = said[0].lower() + said[1:]
        first = said.split()[0]
    if pastime := _pastime(said, first, " ".join(rest)):
        return "pastime", pastime
    if said.islower() or first.isupper():
        return ("trade", said) if _is_trade(said) else ("", said)
    return ("", said) if first.casefold() in words("guests-nouns") else _named(said)


def _pet(said: str) -> str:
    """Return the name of a pet, as in “dog Rex”, “a cat called tiger”, “Bella the cat”; "" if no animal is named."""
    if called := _CALLED.search(said):
        name = said[called.end() :]
        return name.title() if name.islower() else name
    tokens = said.split()
    places = [at for at, token in enumerate(tokens) if _is_animal(token)]
    if not places:
        return ""
    after = tokens[places[0] + 1 :]
    if after and after[0][0].isupper():
        return " ".join(after)
    if len(tokens) >= 3 and tokens[-2] == "the" and places == [len(tokens) - 1]:
        name = " ".join(tokens[:-2])
        return name.title() if name.islower() else name
    return ""


def _named(said: str) -> tuple[str, str]:
    """Return what ``understood`` does for a text with a name in it: “Spike” of “hedgehog Spike” is a pet."""
    tokens = said.split()
    capitals = [at for at, token in enumerate(tokens) if token[0].isupper()]
    return ("pet", " ".join(tokens[capitals[0] : capitals[-1] + 1])) if capitals else ("", said)


def _is_animal(token: str) -> bool:
    word = token.casefold().strip(":,")
    return word in words("pets") or word.removesuffix("s") in words("pets")


def _is_known(said: str) -> bool:
    first, *rest = said.casefold().split()
    known = words("guests-play") | words("guests-do") | words("guests-trades") | words("guests-nouns")
    return first in known or _is_verb(first) or first.endswith("ing") or bool(rest and _is_trade(said.casefold()))


def _is_verb(word: str) -> bool:
    return word in words("guests-verbs") or grammar.plain_verb(word) in words("guests-verbs")


def _pastime(said: str, first: str, rest: str) -> str:
    """Return a pastime with its verb in the third person; "" if the text is none."""
    low = said.casefold()
    if low in words("guests-play") or low == "video games":
        return f"plays {said}"
    if low in words("guests-do"):
        return f"does {said}"
    gerund = first.endswith("ing") and len(first) > 4 and first.islower()
    ends = first.islower() and first.endswith("s") and not first.endswith(("ss", "us", "is", "ics"))
    object_of_verb = ends and bool(rest) and not _is_trade(said) and first not in words("guests-nouns")
    if not (gerund or _is_verb(first) or object_of_verb):
        return ""
    base = grammar.of_gerund(first) if gerund else grammar.plain_verb(first) if first.endswith("s") else first
    rest = _AND.split(rest)[0] if rest and not rest.startswith("and ") else ""
    return f"{grammar.third_person(base)} {rest}".strip()


def _is_trade(said: str) -> bool:
    tokens = said.casefold().split()
    if tokens[0] in words("guests-nouns") or not "".join(tokens).replace("-", "").isalpha():
        return False
    return tokens[-1] in words("guests-trades") or (
        tokens[-1].endswith(tuple(words("trade-endings"))) and tokens[-1] not in words("guests-nouns")
    )
