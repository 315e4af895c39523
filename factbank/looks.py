"""What a fact card looks like in print and on phones: its voice, the parts of its sentence, its thing and its emblem.

A pair speaks in a `Voice`, by its register. The two cards of a pair are *rivals*. The words in which they differ may be
printed on a *thing*: a ticket, a clipping, a plate, a sign … A pair may name its thing; otherwise its voice decides.
Each thing is drawn in two builds, `ticket-1` and `ticket-2`, so that two tickets of a deck are not the same. Rivals
have the same thing.

An *emblem* is the picture on both cards. A topic or a fact file may name it. Otherwise it is found by the words that
both halves share (`emblems.toml` lists words for each emblem), else by the theme; a pair without a theme gets the mask.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from factbank.english.grammar import plural_by_rule, stem
from factbank.english.lists import pairs
from liarsdeck.english import ONES
from liarsdeck.files import brought_dir, templates
from liarsdeck.language import ENGLISH, language, unmarked

if TYPE_CHECKING:
    from factbank.factfile import Facts, Pair, Parts


class Voice(NamedTuple):
    """Who speaks on a card: a small picture (``mark``, a file of `templates/art/signs`) and a colour (``tone``)."""

    mark: str = "tongue"
    tone: str = "green"


CLAIM, GUEST = Voice(), Voice("bust", "yellow")
VOICES = {
    "headline": Voice("horn", "black"),
    "speech": Voice("quotes", "black"),
    "gossip": Voice("ear", "blue"),
    "notice": Voice("hand", "blue"),
    "minutes": Voice("gavel", "blue"),
    "review": Voice("star", "red"),
    "proverb": Voice("quill", "red"),
    "report": Voice("sheet", "red"),
    "study": Voice("flask", "green"),
    "small-print": Voice("lens", "green"),
}

THINGS = ("ticket", "clipping", "plate", "sign", "crest", "letter", "label", "stage", "bubble")
BUILDS = 2
OF_VOICE = {
    "headline": "clipping", "review": "plate", "notice": "sign", "proverb": "crest", "small-print": "label",
    "speech": "bubble",
}  # fmt: skip
"""The thing for the quoted words of each register, if the pair names none."""


class Thing(NamedTuple):
    """The drawing on which the words are printed in which a card differs from the other one of its pair.

    ``build`` is the name of the drawing, such as `ticket-2`. The other fields are for its small print: ``head`` is a
    name from the words that both cards share, or "", and ``number`` has four digits.
    """

    build: str
    head: str = ""
    number: int = 0


class Face(Struct, frozen=True):
    """What one fact card shows.

    ``number``, ``title`` and ``text`` (the sentence) are printed; ``title`` is "" if the card has none. ``emblem`` is
    the name of its picture. ``who`` is the player to whom the card belongs, or "". ``under`` says whether the number
    has a line under it. ``true`` says whether the sentence is true, None if that is not known. ``opening``, ``ending``
    and ``closing`` are the parts of the sentence; the ending is in the form for printing it on ``thing``, with no-break
    spaces after articles. ``voice`` is who speaks. ``stars`` is how many of five stars are filled, 0 if no stars are
    shown. ``thing`` is the drawing under the ending, or None.
    """

    number: int
    title: str
    text: str
    emblem: str
    who: str = ""
    under: bool = False
    true: bool | None = None
    opening: str = ""
    ending: str = ""
    closing: str = ""
    voice: Voice = CLAIM
    stars: int = 0
    thing: Thing | None = None


def face(facts: Facts, number: int, who: str = "", true: bool | None = None) -> Face:
    """Return what the card with this number shows.

    ``who`` (the player to whom the card belongs, or "") and ``true`` (whether its sentence is true, or None) are copied
    to the result; all else is cached in ``facts``. Raises ``KeyError`` if there is no such card.
    """
    if number not in facts.faces:
        facts.faces[number] = _face(facts, number)
    found = cast("Face", facts.faces[number])
    return replace(found, who=who, true=true) if who or true is not None else found


def _face(facts: Facts, number: int) -> Face:
    card, pair = facts.card(number), facts.pair_of(number)
    opening, endings, closing = divided(pair)
    thing, ending = things(facts.pairs).get(number), endings[pair.cards.index(card)]
    ending = _articles(pair.language).sub(
        "\\1\N{NO-BREAK SPACE}", bare(ending, thing.build, pair.language) if thing else ending
    )
    return Face(
        number, facts.title_of(number), card.text, emblem_of(pair), "", is_underlined(str(number)), None,
        opening, ending, closing, voice_of(pair), stars_on(pair), thing,
    )  # fmt: skip


@cache
def _articles(code: str) -> re.Pattern[str]:
    words = "an?|the" if code == ENGLISH else "|".join(language(code).joined.split()) or "(?!)"
    return re.compile(rf"\b({words}) ", re.IGNORECASE)


_QUOTED = re.compile(r"“(.*)”\.?", re.DOTALL)
_NAME = re.compile(r"(?<![\w’])(?:[A-Z][\w’-]*|&)(?:(?<!’s) (?:[A-Z][\w’-]*|&))*")
_STARTS = {"a", "after", "all", "an", "at", "before", "every", "for", "in", "inside", "on", "over", "the", "to"}


def voice_of(pair: Pair) -> Voice:
    """Return the voice (sign and colour) of a pair: ``GUEST`` if it is about a guest, else by its register."""
    return GUEST if pair.guest else VOICES.get(pair.register, CLAIM)


def divided(pair: Pair) -> tuple[str, tuple[str, str], str]:
    """Return (opening, two endings, closing) of a pair's sentences, as a card shows these parts.

    Punctuation between an ending and the closing becomes part of the ending. If the ending is in quotation marks, a
    stop or comma goes inside them, and is left out if the quotation ends with a stop already. In a language whose stops
    stand outside quotation marks, the punctuation stays outside.
    """
    plain = pair.plain
    opening, (one, other), closing = plain.parts if plain.pieces else _widened(plain.parts)
    signs = len(closing) - len(closing.lstrip(".,;:!?…”’"))
    stop = closing[:signs]
    if pair.language == ENGLISH or not language(pair.language).stop_outside:
        one, other = _ended(one, stop), _ended(other, stop)
    else:
        one, other = one + stop, other + stop
    return pair.marked(opening), (pair.marked(one), pair.marked(other)), pair.marked(closing[signs:].strip())


def _ended(ending: str, stop: str) -> str:
    quoted = ending.endswith("”") and stop[:1] in (".", ",")
    body, mark = (ending[:-1], "”") if quoted else (ending, "")
    return f"{body}{'' if mark and body[-1:] in '.!?…' else stop}{mark}"


LARGE, LONGEST_WORD = 100, 20
"""The most letters of an ending, and of a word in it, that fit on a poker card in large type, as measured."""


def is_long(pair: Pair) -> bool:
    """Return whether an ending may be too long for large type; a card then has its whole sentence in one size."""
    return any(len(ending) > LARGE or max(map(len, ending.split())) > LONGEST_WORD for ending in divided(pair)[1])


FEWEST = 6
"""An ending of fewer letters is not set apart, unless the pair itself says so."""


def _widened(parts: Parts) -> Parts:
    """Return the parts of two sentences with longer endings if an ending has fewer than ``FEWEST`` letters.

    The endings then begin with the last clause of the opening, and also include the words of the closing. ``parts``
    were found by comparing sentences.
    """
    if min(map(len, parts.endings)) >= FEWEST or not parts.opening:
        return parts
    before, clause = re.fullmatch(r"(.*[,;:.!?] )?(.*)", parts.opening).groups("")  # type: ignore[union-attr]
    if clause.count("“") != clause.count("”"):
        before, clause = "", parts.opening
    closing = parts.closing if parts.closing[:1].isalnum() else ""
    one, other = (" ".join(filter(None, (clause, ending, closing))) for ending in parts.endings)
    return parts._replace(opening=before.rstrip(), endings=(one, other), closing="" if closing else parts.closing)


def stars_of(text: str) -> int:
    """Return how many stars (1 to 5) an English text gives in words, as in “One star for …”; 0 if none."""
    found = re.search(r"\b(one|two|three|four|five) stars?\b", text, re.IGNORECASE)
    return ONES.index(found[1].lower()) if found else 0


def _stars_told(text: str, code: str) -> int:
    """Return how many stars (1 to 5) a text in the language ``code`` gives in words; 0 if none.

    In languages other than English, the word list `stars` has the words, such as ``ein-Stern:1``.
    """
    if code == ENGLISH:
        return stars_of(text)
    words = pairs("stars", code).items()
    return next((int(many) for word, many in words if word.replace("-", " ").casefold() in text.casefold()), 0)


def stars_on(pair: Pair) -> int:
    """Return how many of five stars are filled on both cards of a review; 0 if no stars are shown.

    The number is the one in the words that both cards share, or a random but fixed one if neither card names a number.
    No stars are shown if the cards name numbers only in the words in which they differ, or if the pair is no review.
    """
    if pair.register != "review":
        return 0
    told = any(_stars_told(card.text, pair.language) for card in pair.cards)
    return _stars_told(pair.parts.opening, pair.language) or (0 if told else 1 + sum(map(ord, pair.title)) % 5)


# --- things


def thing_folder() -> Path:
    """Return the folder of the SVG files of things (tickets, plates …), for cards and phones."""
    return templates() / "art" / "things"


def thing_of(pair: Pair) -> str:
    """Return the name of the thing that a pair's endings are printed on, such as `ticket`, or "".

    A pair has a thing only if both endings are quotations and no words follow them.
    """
    thing = pair.thing or OF_VOICE.get(pair.register, "")
    if thing not in THINGS:
        return ""
    _, endings, closing = divided(pair.plain)
    return "" if closing or not all(map(_QUOTED.fullmatch, endings)) else thing


def bare(ending: str, thing: str, code: str = ENGLISH) -> str:
    """Return a quotation in the form for printing it on a thing: no quotation marks, a capital, a stop.

    ``thing`` is the name of the thing; if it begins with "clipping", no full stop is added. ``code`` is the code of the
    language.
    """
    quoted = _QUOTED.fullmatch(unmarked(ending, code))
    words = (quoted[1] if quoted else ending).removesuffix(".")
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in "!?…" or thing.startswith("clipping") else f"{words}."


def things(pairs: Iterable[Pair]) -> dict[int, Thing]:
    """Return the thing (ticket, plate …) of each card that has one, by the card's number.

    Each thing has two builds (drawings). Pairs with the same thing are sorted by a hash of their keys, and take the two
    builds in turn. Both cards of a pair have the same build.
    """
    found: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if thing := thing_of(pair):
            found[thing].append(pair)
    return {
        card.number: Thing(f"{thing}-{(at + crc32(thing.encode())) % BUILDS + 1}", head_of(pair), _serial(pair))
        for thing, alike in found.items()
        for at, pair in enumerate(sorted(alike, key=_serial))
        for card in pair.cards
    }


def head_of(pair: Pair) -> str:
    """Return the name for the small print of a thing, such as `Howard & Sons`; "" if there is none.

    In English it is the first name in the words that both sentences begin with; a single word with a capital at the
    beginning of a sentence is no name. In other languages it is the last name with an & in these words.
    """
    if pair.language != ENGLISH:
        return _named(pair.parts.opening, pair.language)
    opening = pair.parts.opening
    for found in _NAME.finditer(opening):
        words, before = found[0].split(" "), opening[: found.start()].rstrip()
        begins = not before or before[-1] in ".:!?“"
        if begins and (len(words) == 1 or words[0].casefold() in _STARTS):
            words = words[1:]
        if name := " ".join(words).removesuffix("’s"):
            return name
    return ""


def _named(opening: str, code: str) -> str:
    """Return the last name with an & in a text, such as `Müller & Söhne`, or "" if there is none.

    ``opening`` is the text, and ``code`` the code of its language.
    """
    found = [name for name in _NAME.findall(unmarked(opening, code)) if "&" in name]
    return found[-1] if found else ""


def _serial(pair: Pair) -> int:
    return crc32((pair.key or pair.parts.opening).encode()) % 9000 + 1000


# --- emblems, and the line under a number that can be misread

# The emblems of each theme: the first is the theme's own, the others stand in where a deck has it already.
THEMES = {
    "animals": ("paw", "feather", "basket"),
    "buildings": ("temple", "door", "gables", "bridge", "castle"),
    "clothes": ("hat", "button", "dress", "boot"),
    "customs": ("bell", "flag", "candelabra", "scroll"),
    "food": ("cutlery", "pie", "bread", "dish", "cake"),
    "history": ("hourglass", "scroll", "crown", "quill"),
    "household": ("teapot", "armchair", "broom", "bucket", "lantern"),
    "inventions": ("bulb", "magnet", "cog", "scales"),
    "letters": ("envelope", "quill", "newspaper", "book"),
    "machines": ("cog", "sewing_machine", "clock", "lift"),
    "money": ("purse", "coin", "scales"),
    "music": ("lyre", "notes", "trumpet", "gramophone"),
    "professions": ("tools", "scissors", "ladder", "handshake"),
    "sea": ("anchor", "ship", "shell", "lighthouse"),
    "sleep": ("moon", "bed", "hourglass"),
    "sport": ("cup", "medal", "ball", "skate"),
    "things": ("key", "gift", "suitcase", "picture"),
    "towns": ("gables", "flag", "bell", "bridge", "lantern"),
    "weather": ("umbrella", "cloud", "sun", "storm"),
}
MASK = "mask"

# Words that name a thing even where they are written with a capital, as in Fort Doily.
_CLASSES = (
    "fort castle hall house court queen king captain duke baron dame port cape bay bridge lady count museum mount "
    "opera symphony admiral lake hotel inn villa chalet manor palace guild prince princess duchess grange lodge choir "
    "society academy club library theatre sir lord hill empress emperor war feud battle siege treaty"
)
_TITLED = frozenset(_CLASSES.split())
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


_TURNED = str.maketrans("01689", "01986")


@cache
def is_underlined(number: str) -> bool:
    """Return whether a number gets a line under it, because it reads as another number if turned by 180°."""
    return set(number) <= set("01689") and number != number[::-1].translate(_TURNED)


@cache
def table() -> dict[str, dict[str, str]]:
    """Return the content of ``emblems.toml``: for each section, a mapping from each emblem to its words.

    The words are one text, separated by spaces. Words before a “|” name a subject, words after it a scene.
    """
    import msgspec

    from liarsdeck import formats

    return msgspec.convert(
        formats.loads(files(__package__).joinpath("emblems.toml").read_text("utf-8")), dict[str, dict[str, str]]
    )


def emblem_folder() -> Path:
    """Return the folder of the program's SVG emblems, for cards and phones."""
    return templates() / "host" / "static" / "cards" / "emblems"


def emblems() -> list[str]:
    """Return the names of the program's emblems: in the order of ``emblems.toml``, then those that have only a file."""
    listed = [name for names in table().values() for name in names]
    drawn = {file.stem for file in emblem_folder().glob("*.svg")}
    return listed + sorted(drawn.difference(listed))


def own_emblems() -> dict[str, Path]:
    """Return people's own emblems: SVG files that were uploaded to the studio or put in the same folder, by name."""
    files = (
        file for pattern in ("[!.]*.svg", "[!.]*/*.svg") for file in sorted((brought_dir() / "emblem").glob(pattern))
    )
    return {file.stem.lower(): file for file in files}


def known_emblems() -> frozenset[str]:
    """Return the names of all emblems, the program's and people's own."""
    return _ours() | own_emblems().keys()


@cache
def _ours() -> frozenset[str]:
    return frozenset(emblems())


@cache
def known() -> dict[str, tuple[int, str]]:
    """Return (rank, emblem) for each word of ``emblems.toml``.

    The rank is 0 if the word names a subject of the emblem, 1 if it names a scene. The keys are the words, their
    plurals, and their stems with "~" before them.
    """
    plain: dict[str, tuple[int, str]] = {}
    stems: dict[str, tuple[int, str]] = {}
    for rank in (0, 1):
        for names in table().values():
            for name, words in names.items():
                for word in words.partition("|")[2 * rank].split():
                    plain.setdefault(word, (rank, name))
                    plain.setdefault(plural_by_rule(word), (rank, name))
                    if len(root := stem(word)) > 3:
                        stems.setdefault(root, (rank, name))
    return {**{f"~{key}": entry for key, entry in stems.items()}, **plain}


def emblem_of(pair: Pair) -> str:
    """Return the name of the emblem that suits a pair best.

    It is the emblem that the pair names, else one for a word that both sentences share, else that of the theme, else
    the mask.
    """
    return next(_fitting(pair))


def with_emblems(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with ``emblem`` set, so that as few pairs as possible have the same emblem.

    Pairs that name an emblem choose first. A pair may take the emblem of another only if none of its own is free and
    the other can have another one. If no emblem is left for a pair, it gets the one that suits it best, for a second
    time.
    """
    wishes = [list(dict.fromkeys(_fitting(pair))) for pair in pairs]
    holders: dict[str, int] = {}

    def seat(place: int, tried: set[str]) -> bool:
        """Give the pair at index ``place`` an emblem that fits it; return whether that was possible.

        It gets the first one that is free, else the first one whose holder can have another. Emblems in ``tried`` are
        skipped, and those that are tried are added to it.
        """
        left = [emblem for emblem in wishes[place] if emblem not in tried]
        tried.update(left)
        for emblem in sorted(left, key=lambda emblem: emblem in holders):
            if emblem not in holders or seat(holders[emblem], tried):
                holders[emblem] = place
                return True
        return False

    for place in sorted(range(len(pairs)), key=lambda place: pairs[place].emblem not in known_emblems()):
        seat(place, set())
    held = {place: emblem for emblem, place in holders.items()}
    return [replace(pair, emblem=held.get(place, wishes[place][0])) for place, pair in enumerate(pairs)]


def _fitting(pair: Pair) -> Iterator[str]:
    """Yield the emblems that fit a pair, the best first."""
    if pair.emblem in known_emblems():
        yield pair.emblem
    if pair.language == ENGLISH:
        yield from subjects(pair.title, *(card.text for card in pair.cards))
    yield from THEMES.get(pair.theme.strip().lower(), (MASK,))


@lru_cache(maxsize=256)
def subjects(title: str, one: str, other: str) -> tuple[str, ...]:
    """Return the emblems for the words that both sentences of a pair share, the best first.

    ``title`` is the pair's title, ``one`` and ``other`` are the sentences. Emblems by a word for a subject come before
    those by a word for a scene. Ties are decided by the place of the word: words of the title first, then those of the
    sentence in order. Words of only one sentence, and words that are only part of a name, do not count.
    """
    texts = [list(_words(text)) for text in (one, other)]
    held = [{stem(word) for word, _ in words} for words in texts]
    disputed, shared = held[0] ^ held[1], held[0] & held[1]
    plain = {stem(word) for words in texts for word, name in words if not name}
    names = {stem(word) for words in texts for word, name in words if name} - plain
    wanted = [word for word, _ in _words(title) if stem(word) not in disputed | names]
    wanted += [word for word, _ in texts[0] if stem(word) in shared - names]
    emblem_words = known()
    entries = [entry for word in wanted if (entry := emblem_words.get(word) or emblem_words.get(f"~{stem(word)}"))]
    return tuple(emblem for _, emblem in sorted(entries, key=lambda entry: entry[0]))


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """Yield (word in lower case, whether it is part of a name) for each word of a text.

    The parts of a word with a hyphen follow it as words of their own.
    """
    start = True
    for match in _WORD.finditer(text):
        word = match.group().removesuffix("’s")
        name = word[0].isupper() and not start and word.casefold() not in _TITLED
        yield word.casefold(), name
        for part in word.split("-") if "-" in word else ():
            yield part.casefold(), name
        start = text[match.end() :].lstrip()[:1] in (".", "“", ":")
