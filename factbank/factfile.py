"""Facts: cards, pairs, kit codes, and the fact file (JSON) that holds them."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from factbank.errors import FactError
from liarsdeck.english import counted, listed, unseen
from liarsdeck.errors import file_errors_as
from liarsdeck.files import check_format, read_text, write_atomic
from liarsdeck.language import ENGLISH, codes, marked, number_word, say_n, unmarked

PLAYERS, EACH = 5, 3  # the deck that is made when nobody says: so many players, with so many pairs for each
CROWD = 5  # guests; up to so many have two facts each, more have one

FORMAT = 1
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0 O, no 1 I L: a code is copied from paper
TEXT_LIMIT = 500  # of a hand-written file; what fits on a card is the printer's to say
LACKING = 8  # missing fields that one sentence names
FILE_LIMIT = 8_000_000  # bytes: a thousand times a large kit
TITLES = ("shared", "own", "none")
OF_EMOJI = re.compile(
    "(?<=[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])\u200d(?=[\U0001f000-\U0001faff\u2190-\u27bf])"
    "|(?<=[\U0001f000-\U0001faff\u2190-\u27bf0-9#*])\ufe0f"
)
"""The signs that make one emoji of two, or colour one. Elsewhere they are unseen, and no text of a fact has them."""


class Card(msgspec.Struct, frozen=True):
    """One fact card, half of a pair.

    ``number`` is the number on the card, which is random within the deck, and ``text`` the sentence. ``extra`` has the
    fields of the fact file that this version does not know. ``title`` is a title of the card's own, or "". ``by`` is
    the name of the guest who wrote the end of the sentence, or "".
    """

    number: int
    text: str
    extra: dict[str, object] = {}
    title: str = ""
    by: str = ""


class Parts(NamedTuple):
    """The parts of the two sentences of a pair: they share the opening and the closing, and have an ending each."""

    opening: str
    endings: tuple[str, str]
    closing: str = ""

    @property
    def texts(self) -> tuple[str, str]:
        """The two sentences, joined from their parts."""
        one, other = self.endings
        return sentence(self.opening, one, self.closing), sentence(self.opening, other, self.closing)

    def changed(self, change: Callable[[str], str]) -> "Parts":
        """Return these parts with ``change`` applied to each text."""
        one, other = self.endings
        return Parts(change(self.opening), (change(one), change(other)), change(self.closing))


def sentence(opening: str, ending: str, closing: str = "") -> str:
    """Return the sentence that consists of an opening, an ending and a closing.

    A space goes after the opening, and before a closing that begins with a letter or a digit. The opening and the
    closing may be "". The three texts may also be templates, with slots that are still empty.
    """
    start = f"{opening} {ending}" if opening else ending
    return f"{start} {closing}" if closing[:1].isalnum() else f"{start}{closing}"


def parted(one: str, other: str) -> Parts:
    """Return the parts of two different sentences: their common beginning and end, and what differs.

    The opening has the words that both sentences share at their beginning, the closing those at their end. Each ending
    keeps at least one word, and is never cut within quotation marks. If the last words differ but both sentences have
    the same full stop, the closing is this stop.
    """
    first, second = one.split(" "), other.split(" ")
    most = min(len(first), len(second)) - 1
    begin = _shared(first[:most], second)
    while "“" in (quoted := " ".join(first[:begin]).rpartition("”")[2]):  # the mark is shut in the ending
        begin -= len(quoted[quoted.rindex("“") :].split(" "))
    end = _shared(first[begin:][::-1][: most - begin], second[::-1])
    last = first[len(first) - end :]
    while "”" in (quoted := " ".join(last).partition("“")[0]):  # the mark is opened in the ending
        last = last[len(quoted[: quoted.index("”")].split(" ")) :]
    closing = " ".join(last)
    if last and not closing[:1].isalnum():
        closing = ""
    elif not last and one[-1:] == other[-1:] in {".", "!", "?"} and min(len(first[-1]), len(second[-1])) > 1:
        closing = one[-1]
    opening = " ".join(first[:begin])
    start, stop = len(opening) + bool(opening), len(closing) + closing[:1].isalnum()
    return Parts(opening, (one[start : len(one) - stop], other[start : len(other) - stop]), closing)


def _shared(words: Sequence[str], others: Sequence[str]) -> int:
    """Return how many words at the beginning of two lists are the same."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(words, others, strict=False)))


class Pair(msgspec.Struct, frozen=True):
    """Two cards that contradict each other.

    ``key`` names the pack, the topic and the words drawn for the pair, or is "". ``theme`` is a subject area, such as
    `sea`. ``extra`` has the fields of the fact file that this version does not know. ``register`` is the voice in which
    the pair speaks, such as a review (docs/facts.md); ``guest`` is the person at the table whom the pair is about.
    ``ties`` are phrases within which no line breaks. ``pieces`` are the parts of the sentences as the pack or file gave
    them, or None. ``emblem`` is the picture on both cards, and ``thing`` what the words that differ are printed on,
    such as `ticket`. A text is "" if there is none. ``language`` is the code of the language of the sentences.
    """

    title: str
    cards: tuple[Card, Card]
    key: str = ""
    theme: str = ""
    extra: dict[str, object] = {}
    register: str = ""
    guest: str = ""
    ties: tuple[str, ...] = ()
    pieces: Parts | None = None
    emblem: str = ""
    thing: str = ""
    language: str = ENGLISH

    @property
    def parts(self) -> Parts:
        """The words that the two sentences share (opening, closing), and those in which they differ (endings).

        They are as the pack or the fact file gives them (``pieces``), else found by ``parted``, which compares words.
        """
        one, other = (unmarked(card.text, self.language) for card in self.cards)
        return self.pieces or parted(one, other).changed(self.marked)

    @property
    def plain(self) -> "Pair":
        """The same pair with English as its language, and with “ and ” for quotation marks.

        The functions that divide sentences expect this form.
        """
        if self.language == ENGLISH:
            return self
        cards = tuple(msgspec.structs.replace(card, text=unmarked(card.text, self.language)) for card in self.cards)
        pieces = self.pieces and self.pieces.changed(partial(unmarked, code=self.language))
        return msgspec.structs.replace(self, cards=cards, pieces=pieces, language=ENGLISH)

    def marked(self, text: str) -> str:
        """Return a text with the quotation marks of the pair's language in place of “ and ”."""
        return marked(text, self.language)


class PackMark(msgspec.Struct, frozen=True):
    """The name of a pack that facts were drawn from, and the SHA-256 of its file.

    ``extra`` has the fields of the fact file that this version does not know.
    """

    name: str
    sha256: str
    extra: dict[str, object] = {}


class Facts(msgspec.Struct, frozen=True, dict=True):
    """All facts of a deck.

    ``kit`` is the code of the deck, as printed on box and rulebook. The pairs were drawn with ``seed`` from ``packs``,
    with names of ``locale`` (Faker's); for facts that were not drawn, ``seed`` is None. ``extra`` has the fields of the
    fact file that this version does not know. With ``titles`` shared, both cards of a pair bear the pair's title; with
    own, each card bears its own; with none, no card has a title. ``language`` is the code of the language of the facts.
    """

    kit: str
    pairs: tuple[Pair, ...]
    seed: int | None = None
    locale: str = "en_US"
    packs: tuple[PackMark, ...] = ()
    extra: dict[str, object] = {}
    titles: str = "shared"
    language: str = ENGLISH

    def __repr__(self) -> str:
        return f"<Facts {self.kit}: {counted(len(self.pairs), 'pair')}>"

    @property
    def guests(self) -> tuple[str, ...]:
        """The guests that the pairs are about, each once, in the order of the pairs."""
        return tuple(dict.fromkeys(pair.guest for pair in self.pairs if pair.guest))

    @property
    def share(self) -> str:
        """How many facts are about each guest (`one fact each`); "" if that differs, or without guests."""
        shares = Counter(pair.guest for pair in self.pairs if pair.guest)
        if len(set(shares.values())) != 1:
            return ""
        each, facts = len(shares) > 1, min(shares.values())
        if each:
            return say_n("{number} fact each", "{number} facts each", facts, number=number_word(facts))
        return say_n("{number} fact", "{number} facts", facts, number=number_word(facts))

    @property
    def shares(self) -> str:
        """``share`` after the number of guests: `With 6 guests: one fact each`; "" if ``share`` is ""."""
        if not self.share:
            return ""
        return say_n("With one guest: {share}", "With {n} guests: {share}", len(self.guests), share=self.share)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in the order of their numbers."""
        return tuple(sorted((card for pair in self.pairs for card in pair.cards), key=lambda card: card.number))

    @cached_property
    def _by_number(self) -> dict[int, tuple[Pair, Card]]:
        return {card.number: (pair, card) for pair in reversed(self.pairs) for card in reversed(pair.cards)}

    @cached_property
    def faces(self) -> dict[int, object]:
        """The cache of `factbank.looks.face`: a mapping from a card's number to what the card shows."""
        return {}

    @cached_property
    def partner(self) -> dict[int, int]:
        """For each card's number, the number of the card that contradicts it."""
        pairs = [(pair.cards[0].number, pair.cards[1].number) for pair in self.pairs]
        return dict(pairs) | {two: one for one, two in pairs}

    @cached_property
    def writers(self) -> dict[int, frozenset[str]]:
        """The guests who wrote the pair of a card, by the card's number.

        Cards of pairs that no guest wrote are left out. None of these guests may hold either card of the pair in a
        game.
        """
        written = ((pair, frozenset(card.by for card in pair.cards if card.by)) for pair in self.pairs)
        return {card.number: names for pair, names in written if names for card in pair.cards}

    @cached_property
    def halves(self) -> tuple[tuple[int, int, int], ...]:
        """For each pair: the numbers of its two cards, the lower first, and both as a bit set (bit n is card n)."""
        return tuple((one, two, 1 << one | 1 << two) for one, two in self.partner.items() if one < two)

    @cached_property
    def all_cards(self) -> int:
        """The numbers of all cards as a bit set (bit n is card n)."""
        return sum(both for _, _, both in self.halves)

    @cached_property
    def titled(self) -> dict[int, str]:
        """The title on each card, by its number: the pair's, the card's own, or "", as ``titles`` says."""
        cards = self._by_number.items()
        return {at: {"shared": pair.title, "own": card.title}.get(self.titles, "") for at, (pair, card) in cards}

    def title_of(self, number: int) -> str:
        """Return the title on the card with this number; "" if there is no such card."""
        return self.titled.get(number, "")

    def pair_of(self, number: int) -> Pair:
        """Return the pair that a card belongs to. Raises ``KeyError`` if there is no such card."""
        return self._by_number[number][0]

    def card(self, number: int) -> Card:
        """Return the card with this number. Raises ``KeyError`` if there is none."""
        return self._by_number[number][1]


def make(
    pairs: Iterable[Pair | tuple[str, str, str]],
    seed: int | None = None,
    locale: str = "en_US",
    packs: Iterable[PackMark] = (),
    titles: str = "shared",
    language: str = ENGLISH,
) -> Facts:
    """Return facts that consist of these pairs, with their kit code.

    All pairs must be ``Pair`` objects, or all tuples (title, sentence, sentence). The cards of tuples are numbered at
    random by ``seed``. ``seed``, ``locale`` (Faker's) and ``packs`` are stored as what the facts were drawn with.
    ``titles`` is shared, own or none, and ``language`` the code of the language of the facts. Raises ``FactError`` if
    the pairs can't be a fact file, such as for an empty sentence or a title that is used twice.
    """
    try:
        made = tuple(pairs)
        if made and all(isinstance(pair, (tuple, list)) for pair in made):
            made = number_pairs(made, seed or 0)  # type: ignore[arg-type]
        facts = Facts("", made, seed, locale, tuple(packs), titles=titles, language=language)  # type: ignore[arg-type]
        return parse(_document(facts), "these pairs")
    except (TypeError, AttributeError, ValueError):
        raise FactError("these pairs: each should be a Pair, or a tuple of a title and two sentences") from None


def number_pairs(rows: Sequence[tuple[str, str, str]], seed: int, key: str = "") -> tuple[Pair, ...]:
    """Return a pair of cards for each row (title, sentence, sentence).

    Each sentence gets a card number; they run from 1 and are shuffled by ``seed``, which also decides which sentence of
    a pair comes first. The key of the nth pair is ``key`` followed by n, or "" if ``key`` is "".
    """
    rng = Random(f"liarsdeck {seed}")
    numbers = list(range(1, 2 * len(rows) + 1))
    rng.shuffle(numbers)
    pairs = []
    for index, (title, *halves) in enumerate(rows):
        rng.shuffle(halves)  # people write the funnier half first
        first, second = (Card(numbers[2 * index + place], half) for place, half in enumerate(halves))
        pairs.append(Pair(title, (first, second), f"{key}{index + 1}" if key else ""))
    return tuple(pairs)


def kit_code(pairs: Iterable[Pair]) -> str:
    """Return the kit code of these pairs, such as ``K7Q4-9M``: a hash of titles, card numbers and texts."""
    rows = sorted(
        [min(card.number for card in pair.cards), pair.title, sorted([card.number, card.text] for card in pair.cards)]
        for pair in pairs
    )
    number = int.from_bytes(hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).digest()[:8], "big")
    signs = ""
    for _ in range(6):
        number, sign = divmod(number, len(CODE_ALPHABET))
        signs += CODE_ALPHABET[sign]
    return f"{signs[:4]}-{signs[4:]}"


def parse_code(text: str) -> str:
    """Return the usual form, ``K7Q4-9M``, of a kit code that a person typed; case and hyphens are ignored.

    Raises ``FactError`` if the text is no kit code.
    """
    signs = "".join(sign for sign in text.upper() if sign not in " -‐‑–")
    if len(signs) != 6 or any(sign not in CODE_ALPHABET for sign in signs):
        raise FactError(f"“{text}” is not a kit code: it is six signs like K7Q4-9M, without 0, O, 1, I or L")
    return f"{signs[:4]}-{signs[4:]}"


def read(path: Path) -> Facts:
    """Return the facts in a fact file, also a hand-written one.

    Raises ``FactError`` if it can't be read or is no fact file; one error names all missing fields.
    """
    path = Path(path)
    try:
        text = read_text(path, FILE_LIMIT)
    except FileNotFoundError:
        raise FactError(f"there is no fact file {path}") from None
    except OSError as error:
        raise FactError(f"the fact file {path} can't be read: {error.strerror or error}") from None
    except ValueError as error:
        raise FactError(f"{path} is no fact file: {error}") from None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if path.suffix.lower() in (".csv", ".tsv"):
            what = f"{path} is a table: first make a fact file of it, with `factbank import {path} -o facts.json`"
            raise FactError(f"{what}, or with --pairs {PLAYERS * EACH} for a whole game") from None
        raise FactError(f"{path} is not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except (RecursionError, ValueError):
        raise FactError(f"{path} is no fact file: it is nested too deeply, or holds an absurd number") from None
    return parse(document, str(path))


def parse(document: object, name: str) -> Facts:
    """Return the facts in a decoded JSON document; ``name`` is what errors call the document.

    Raises ``FactError`` if it holds no valid facts; one error names all missing fields.
    """
    if not isinstance(document, dict):
        raise FactError(f"{name} is no fact file: it should be an object with “format” and “pairs”")
    reader = _Reader(name)
    facts = reader.facts(document)
    if reader.missing:
        missing = reader.missing[:LACKING]
        if more := len(reader.missing) - len(missing):
            missing.append(f"{more} more")
        raise FactError(f"{name} lacks {listed(missing, 'and')}")
    _refuse_doubles(facts, name)
    return facts


def format_facts(facts: Facts) -> bytes:
    """Return the bytes of the fact file (JSON in UTF-8); equal facts give equal bytes."""
    return (json.dumps(_document(facts), ensure_ascii=False, indent=1) + "\n").encode()


@file_errors_as(FactError)
def write(facts: Facts, path: Path, *, private: bool = False) -> None:
    """Write the fact file atomically; with ``private``, only its owner can read it. Raises ``FactError`` on failure."""
    write_atomic(Path(path), format_facts(facts), private=private)


def _document(facts: Facts) -> dict[str, object]:
    return {
        "format": FORMAT,
        "kit": facts.kit,
        "seed": facts.seed,
        "locale": facts.locale,
        **({"language": facts.language} if facts.language != ENGLISH else {}),
        **({"titles": facts.titles} if facts.titles != TITLES[0] else {}),
        "packs": [{"name": pack.name, "sha256": pack.sha256, **pack.extra} for pack in facts.packs],
        "pairs": [
            {
                "key": pair.key,
                "title": pair.title,
                "theme": pair.theme,
                **_said(register=pair.register, emblem=pair.emblem, thing=pair.thing, guest=pair.guest),
                **_said(ties=list(pair.ties), parts=_pieces(pair)),
                "cards": [
                    {"number": card.number, "text": card.text, **_said(title=card.title, by=card.by), **card.extra}
                    for card in pair.cards
                ],
                **pair.extra,
            }
            for pair in facts.pairs
        ],
        **facts.extra,
    }


def _pieces(pair: Pair) -> dict[str, object]:
    """Return the parts that a pair was given, in the form for a fact file; {} if it was given none."""
    parts = pair.pieces
    return _said(opening=parts.opening, endings=[*parts.endings], closing=parts.closing) if parts else {}


def _said(**fields: object) -> dict[str, object]:
    """Return the fields whose values are not empty, so that a fact file omits the others."""
    return {name: value for name, value in fields.items() if value}


_ABSENT = object()
_OPTIONAL = ("key", "theme", "register", "guest", "emblem", "thing")  # texts of a pair


class _Reader:
    """Reads one decoded JSON document as facts; ``name`` is what errors call the document.

    A missing field is noted in ``missing``, by its path in the document. A field with a wrong value raises
    ``FactError`` at once.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.missing: list[str] = []
        self.language = ENGLISH

    def refuse(self, where: str, what: str) -> FactError:
        return FactError(f"{self.name}: {where} {what}")

    def need(self, table: Mapping[str, object], key: str, where: str) -> object:
        if table.get(key) is None:
            self.missing.append(f"{where}{key}")
            return _ABSENT
        return table[key]

    def line(self, value: object, where: str, *, empty: bool = False) -> str:
        if value is _ABSENT:
            return ""
        if not isinstance(value, str):
            raise self.refuse(where, f"should be text, not {json.dumps(value)[:40]}")
        if not value.strip() and not empty:
            raise self.refuse(where, "is empty")
        if len(value) > TEXT_LIMIT:
            raise self.refuse(where, f"has {len(value)} characters, more than {TEXT_LIMIT}")
        if bad := unseen(value) and unseen(OF_EMOJI.sub("", value)):
            raise self.refuse(where, f"holds a sign that can't be printed (U+{ord(bad):04X})")
        return value

    def needed_line(self, table: Mapping[str, object], key: str, where: str) -> str:
        return self.line(self.need(table, key, f"{where}."), f"{where}.{key}")

    def optional_line(self, table: Mapping[str, object], key: str, where: str) -> str:
        return self.line(table.get(key) or "", f"{where}.{key}", empty=True)

    def table(self, value: object, where: str, *fields: str) -> tuple[dict[str, object], dict[str, object]]:
        """Return the JSON object ``value``, and those of its fields that are not in ``fields``.

        ``fields`` are the known fields; the error says that the first two are needed. ``where`` is the path of the
        object in the document. Raises ``FactError`` if ``value`` is no object.
        """
        if not isinstance(value, dict):
            raise self.refuse(where, f"should be an object with “{fields[0]}” and “{fields[1]}”")
        return value, {key: thing for key, thing in value.items() if key not in fields}

    def facts(self, document: dict[str, object]) -> Facts:
        try:
            check_format(document, FORMAT, "this fact file")
        except ValueError as error:
            raise FactError(f"{self.name}: {error}") from None
        seed = document.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise self.refuse("seed", f"should be a whole number, not {json.dumps(seed)[:40]}")
        self.language = self.line(document.get("language") or ENGLISH, "language")
        if self.language not in codes():
            raise self.refuse("language", f"should be one of {', '.join(codes())}, not {self.language[:20]}")
        rows = self.need(document, "pairs", "")
        if rows is not _ABSENT and (not isinstance(rows, list) or not rows):
            raise self.refuse("pairs", "should be a list of at least one pair")
        pairs = tuple(
            self.pair(pair, f"pairs[{index}]") for index, pair in enumerate(rows if isinstance(rows, list) else ())
        )
        kit = kit_code(pairs) if not self.missing else ""
        locale = self.line(document.get("locale") or "en_US", "locale")
        packs = document.get("packs") or []
        if not isinstance(packs, list):
            raise self.refuse("packs", "should be a list")
        marks = tuple(self.mark(entry, f"packs[{index}]") for index, entry in enumerate(packs))
        titles = document.get("titles") or TITLES[0]
        if titles not in TITLES:
            raise self.refuse("titles", f"should be {', '.join(TITLES)}, not {json.dumps(titles)[:40]}")
        bare = next((card for pair in pairs for card in pair.cards if not card.title), None)
        if titles == "own" and bare:
            raise self.refuse("titles", f"are “own”, but card {bare.number} has no title of its own")
        known = {"format", "kit", "seed", "locale", "language", "packs", "pairs", "titles"}
        extra = {key: value for key, value in document.items() if key not in known}
        return Facts(kit, pairs, seed, locale, marks, extra, str(titles), self.language)

    def mark(self, value: object, where: str) -> PackMark:
        mark, extra = self.table(value, where, "name", "sha256")
        return PackMark(self.needed_line(mark, "name", where), self.optional_line(mark, "sha256", where), extra)

    def pair(self, value: object, where: str) -> Pair:
        pair, extra = self.table(value, where, "title", "cards", *_OPTIONAL, "ties", "parts")
        cards = self.need(pair, "cards", f"{where}.")
        if absent := cards is _ABSENT:
            cards = [{"number": 0, "text": "-"}] * 2
        if not isinstance(cards, list) or len(cards) != 2:
            raise self.refuse(f"{where}.cards", "should be a list of exactly two cards")
        first, second = (self.card(card, f"{where}.cards[{index}]") for index, card in enumerate(cards))
        title = self.needed_line(pair, "title", where)
        key, theme, register, guest, emblem, thing = (self.optional_line(pair, field, where) for field in _OPTIONAL)
        ties = pair.get("ties") or []
        if not isinstance(ties, list):
            raise self.refuse(f"{where}.ties", "should be a list of words that no line parts")
        tied = tuple(self.line(tie, f"{where}.ties[{index}]") for index, tie in enumerate(ties))
        pieces = None if pair.get("parts") is None else self.parts(pair["parts"], f"{where}.parts")
        for text, card in zip(pieces.texts if pieces else (), (first, second), strict=False):
            if text != card.text and not absent:
                raise self.refuse(f"{where}.parts", f"make “{text}”, but card {card.number} says “{card.text}”")
        return Pair(
            title, (first, second), key, theme, extra, register, guest, tied, pieces, emblem, thing, self.language
        )

    def parts(self, value: object, where: str) -> Parts:
        parts, _ = self.table(value, where, "opening", "endings", "closing")
        endings = parts.get("endings")
        if not isinstance(endings, list) or len(endings) != 2:
            raise self.refuse(f"{where}.endings", "should be a list of two texts, in the order of the cards")
        one, other = (self.line(ending, f"{where}.endings[{index}]") for index, ending in enumerate(endings))
        opening, closing = (self.optional_line(parts, field, where) for field in ("opening", "closing"))
        return Parts(opening, (one, other), closing)

    def card(self, value: object, where: str) -> Card:
        card, extra = self.table(value, where, "number", "text", "title", "by")
        number = self.need(card, "number", f"{where}.")
        if number is _ABSENT:
            number = 0
        elif isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 9999:
            raise self.refuse(f"{where}.number", f"should be a number from 1 to 9999, not {json.dumps(number)[:40]}")
        title, by = (self.optional_line(card, field, where) for field in ("title", "by"))
        return Card(number, self.needed_line(card, "text", where), extra, title, by)


def with_titles(facts: Facts, titles: str) -> Facts:
    """Return the same facts with ``titles`` set to "shared", "own" or "none".

    Raises ``FactError`` for another value, and for "own" if a card has no title of its own.
    """
    return parse(_document(msgspec.structs.replace(facts, titles=titles)), "the fact file")


def _refuse_doubles(facts: Facts, name: str) -> None:
    """Raise ``FactError`` if a card number, a title, a sentence or a key is used twice.

    ``name`` is what the error calls the document. Titles and sentences are compared without regard to case.
    """
    numbers: dict[int, str] = {}
    titles: set[str] = set()
    texts: dict[str, int] = {}
    keys: dict[str, str] = {}
    for pair in facts.pairs:
        title = pair.title.casefold().strip()
        if title in titles:
            raise FactError(f"{name}: the title “{pair.title}” is used twice")
        titles.add(title)
        if pair.key in keys:
            raise FactError(f"{name}: “{keys[pair.key]}” and “{pair.title}” have the same key {pair.key}")
        if pair.key:
            keys[pair.key] = pair.title
        for card in pair.cards:
            if card.number in numbers:
                first = numbers[card.number]
                raise FactError(f"{name}: the number {card.number} is used twice, in “{first}” and “{pair.title}”")
            numbers[card.number] = pair.title
            text = card.text.casefold().strip()
            if text in texts:
                raise FactError(f"{name}: the cards {texts[text]} and {card.number} say the same: “{card.text}”")
            texts[text] = card.number
