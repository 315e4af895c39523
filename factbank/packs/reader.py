"""Find a pack (docs/facts.md) by name or file, read its word lists and topics, list the faults of its structure."""

import hashlib
import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import accumulate, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from factbank.errors import FactError
from factbank.factfile import sentence
from factbank.looks import THINGS, known_emblems
from liarsdeck import files, formats
from liarsdeck.english import hint, listed, quoted, unseen
from liarsdeck.files import check_format, packs_dir
from liarsdeck.formats import Table, Value, is_tables, is_texts
from liarsdeck.language import ENGLISH, codes, folder, language, unmarked

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment


class Fault(NamedTuple):
    """A fault of a pack, or advice on it.

    ``file`` is the path of the pack and ``line`` the number of the line, from 1. ``where`` names the topic or word
    list, as in "topic “room”", or is "". ``what`` says what is wrong, and ``fix`` how to mend it. If ``advice`` is
    true, the pack can be used all the same.
    """

    file: str
    line: int
    where: str  # "topic “room”", "words “animals”" or ""
    what: str
    fix: str
    advice: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " + (f"{self.where}: " if self.where else "")
        return f"{place}{'advice: ' if self.advice else ''}{self.what}. {self.fix}"


# -------------------------------------------------------------------------------------------------- templates

TEMPLATE_LIMIT = 400  # characters
FILTER_NAMES = ("plural", "a", "ordinal", "words")


class Ref(NamedTuple):
    """A reference to a slot in a template, such as ``{{ animal.many | a }}``.

    ``slot`` is the name of the slot (animal). ``form`` is the form that is taken of an entry with several forms (many),
    or None. ``filters`` are the names of the filters (a), in the order in which they are applied.
    """

    slot: str
    form: str | None
    filters: tuple[str, ...]


class Sentence(NamedTuple):
    """A parsed template, ``source``; ``parts`` are its fixed texts and its references to slots, in order."""

    source: str
    parts: tuple[str | Ref, ...]

    @property
    def refs(self) -> tuple[Ref, ...]:
        """The references to slots, in order of appearance."""
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def fixed(self) -> str:
        """The fixed text, with U+FFFC in place of each reference."""
        return "".join(part if isinstance(part, str) else "\ufffc" for part in self.parts)


@cache
def environment() -> "SandboxedEnvironment":
    """Return the cached Jinja environment for templates of packs: sandboxed, with no filters but ``FILTERS``."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    from factbank.english.grammar import FILTERS

    made = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    made.globals.clear()
    made.filters.clear()
    made.tests.clear()
    made.filters.update(FILTERS)
    return made


def parse(source: str, slots: Mapping[str, tuple[str, ...] | None]) -> Sentence:
    """Return the parsed form of the template ``source``, a sentence or a title.

    ``slots`` maps each slot of the topic to the names of the forms of its entries, or to None if its entries have no
    forms. Raises ``FactError`` if the template is wrong; the message says what would be right.
    """
    if len(source) > TEMPLATE_LIMIT:
        raise FactError(f"is {len(source)} characters long; a sentence has at most {TEMPLATE_LIMIT}")
    sentence = Sentence(source, _parts(source))
    for slot, form, _ in sentence.refs:
        if slot not in slots:
            raise FactError(f"uses the unknown slot “{slot[:40]}”; the slots are: {', '.join(slots) or 'none'}")
        forms = slots[slot]
        if forms is None:
            if form is not None:
                raise FactError(f"asks for “{slot}.{form[:40]}”, but the entries of “{slot}” have no forms")
        elif form not in forms:
            known = ", ".join(f"{slot}.{each}" for each in forms)
            if form is None:
                raise FactError(f"uses “{slot}” without a form; write one of {known}")
            raise FactError(f"asks for “{slot}.{form[:40]}”; there are {known}")
    return sentence


_PLAIN_REF = re.compile(
    r"\{\{ (?!(?:true|false|none|not|and|or|is|in|if|else|elif|for|recursive|import)\b)"
    rf"([a-z][a-z_0-9]*)(?:\.([a-z][a-z_0-9]*))?((?: \| (?:{'|'.join(FILTER_NAMES)})){{0,3}}) \}}\}}"
)
"""A reference as packs write it; none of Jinja's own words is a slot."""


def _plain_parts(source: str) -> tuple[str | Ref, ...] | None:
    """Return the parts of a simple template, without loading Jinja, or None if the template is not simple.

    Nearly all templates are simple: they have only references such as ``{{ animal.many | a }}``.
    """
    found = _PLAIN_REF.split(source)
    if any(sign in text for text in found[::4] for sign in "{}\r\n"):
        return None
    parts: list[str | Ref] = []
    for text, slot, form, filters in zip(
        found[::4], [*found[1::4], ""], [*found[2::4], ""], [*found[3::4], ""], strict=True
    ):
        parts += [text] if text else []
        parts += [Ref(slot, form, tuple(filters.split(" | ")[1:]))] if slot else []
    return tuple(parts)


@lru_cache(4096)  # a topic's sentences are parsed again by its filler, its forms and every check
def _parts(source: str) -> tuple[str | Ref, ...]:
    """Return the fixed texts and the references of a template, in order, whatever slots they name.

    Raises ``FactError`` if the template has a construct that is not allowed.
    """
    plain = _plain_parts(source)
    return _parts_by_jinja(source) if plain is None else plain


def _parts_by_jinja(source: str) -> tuple[str | Ref, ...]:
    from jinja2 import TemplateError, nodes

    try:
        tree = environment().parse(source)
    except TemplateError as error:
        raise FactError(f"can't be read: {error.message or 'it is no template'}") from None
    except (RecursionError, ValueError, OverflowError, MemoryError):
        raise FactError("can't be read: it is nested too deeply") from None
    parts: list[str | Ref] = []
    for node in tree.body:
        if not isinstance(node, nodes.Output):
            raise FactError(
                f"may not hold “{{% … %}}” ({type(node).__name__}): only {{{{ slot }}}} and filters are allowed"
            )
        parts += [piece.data if isinstance(piece, nodes.TemplateData) else _ref(piece) for piece in node.nodes]
    return tuple(parts)


def _ref(node: object) -> Ref:
    from jinja2 import nodes

    filters: list[str] = []
    while isinstance(node, nodes.Filter):
        if node.name not in FILTER_NAMES:
            raise FactError(f"uses the unknown filter “{node.name[:40]}”; there are {', '.join(FILTER_NAMES)}")
        if node.args or node.kwargs or node.dyn_args is not None or node.dyn_kwargs is not None:
            raise FactError(f"gives the filter “{node.name}” an argument; it takes none")
        filters.append(node.name)
        node = node.node
        if len(filters) > 3:
            raise FactError("uses more than three filters in one place")
    form = None
    if isinstance(node, nodes.Getattr):
        form, node = node.attr, node.node
    if not isinstance(node, nodes.Name):
        kind = re.sub(r"(?<!^)(?=[A-Z])", " ", type(node).__name__).lower()
        raise FactError(f"may hold only {{{{ slot }}}}, {{{{ slot.form }}}} and filters, not {kind}")
    return Ref(node.name, form, tuple(reversed(filters)))


# ------------------------------------------------------------------------------------------------- word lists

LIST_LIMIT = 5_000
JOIN_LIMIT = 20_000
ENTRY_LIMIT = 120  # characters
NUMBER_LIMIT = 10_000
FORMS_LIMIT = 12
FAKER_KINDS = ("last_name", "first_name", "name", "person", "company", "town")
GUEST_FORMS = ("name", "own", "short", "short_own", "he", "him", "his", "does", "do", "doing", "pet", "trade")
PERSON_FORMS = ("name", "first", "last", "he", "him", "his")


class WordList(NamedTuple):
    """A list of entries for a slot.

    ``name`` is the name of the list, and ``line`` its line in the file. ``entries`` are texts, or rows of texts.
    ``forms`` are the names of the columns of the rows, such as one and many; None if the entries are texts. ``numbers``
    is true if the entries are a range of numbers. ``faker`` is a kind of names that is drawn for a locale when a deck
    is made, or None. If ``guest`` is true, the people at the table fill the slot. With ``faker`` or ``guest``,
    ``entries`` is empty.
    """

    name: str
    line: int
    entries: tuple[str, ...] | tuple[tuple[str, ...], ...]
    forms: tuple[str, ...] | None = None
    numbers: bool = False
    faker: str | None = None
    guest: bool = False

    def texts(self, form: str | None) -> list[str]:
        """Return the entries as texts; an entry that is a row gives the text in its column ``form``.

        If ``form`` is None, it gives the text in the first column.
        """
        place = self.forms.index(form) if self.forms and form else 0
        return [entry if isinstance(entry, str) else entry[place] for entry in self.entries]


def read_list(name: str, value: Value, line: int) -> WordList:
    """Return the word list ``name``; ``value`` is its TOML value, and ``line`` its line in the pack.

    Raises ``FactError`` for a wrong value.
    """
    if isinstance(value, list):
        return _read_entries(name, value, line)
    if not isinstance(value, Mapping):
        raise FactError("should be a list of words, or a table with join, numbers, faker or guest")
    match list(value.items()):
        case [("join", parts)]:
            return WordList(name, line, _joined(parts))
        case [("numbers", span)]:
            return WordList(name, line, _numbers(span), numbers=True)
        case [("guest", wanted)]:
            if wanted is not True:
                raise FactError("should say guest = true")
            return WordList(name, line, (), GUEST_FORMS, guest=True)
        case [("faker", kind)]:
            if not isinstance(kind, str) or kind not in FAKER_KINDS:
                raise FactError(f"asks Faker for “{str(kind)[:40]}”; there are {', '.join(FAKER_KINDS)}")
            return WordList(name, line, (), PERSON_FORMS if kind == "person" else None, faker=kind)
    raise FactError(
        "should hold one of join = [[…], […]], numbers = [low, high], faker = “…” or guest = true, and nothing else"
    )


def _read_entries(name: str, value: list[Value], line: int) -> WordList:
    if not value:
        raise FactError("is empty")
    if len(value) > LIST_LIMIT:
        raise FactError(f"has {len(value)} entries, more than {LIST_LIMIT}")
    if is_texts(value):
        for entry in value:
            _check_entry(entry)
        return WordList(name, line, tuple(value))
    if not is_tables(value):
        raise FactError("mixes entries of several kinds; all should be words, or all rows")
    forms = tuple(value[0])
    if not forms or len(forms) > FORMS_LIMIT:
        raise FactError(f"has rows with {len(forms)} forms; there may be 1 to {FORMS_LIMIT}")
    rows: list[tuple[str, ...]] = []
    for number, row in enumerate(value, 1):
        if set(row) != set(forms):
            odd = ", ".join(sorted(set(row) ^ set(forms)))
            raise FactError(f"has rows of several kinds: row {number} and row 1 differ in {odd[:80]}")
        texts: list[str] = []
        for form in forms:
            text = row[form]
            if not isinstance(text, str):
                raise FactError(f"has a row (number {number}) whose “{form[:40]}” is not text")
            _check_entry(text)
            texts.append(text)
        rows.append(tuple(texts))
    return WordList(name, line, tuple(rows), forms)


def _check_entry(entry: str) -> None:
    if not entry:
        raise FactError("has an empty entry")
    if len(entry) > ENTRY_LIMIT:
        raise FactError(f"has an entry of {len(entry)} characters (“{entry[:20]}…”); {ENTRY_LIMIT} is the most")
    if unseen(entry):
        raise FactError(f"has an entry with a sign that can't be printed: {entry[:40]!r}")


def _joined(value: Value) -> tuple[str, ...]:
    parts = [part for part in value if isinstance(part, list) and part] if isinstance(value, list) else []
    if not isinstance(value, list) or len(parts) < len(value) or not 2 <= len(parts) <= 4:
        raise FactError("join should be two to four lists, such as [[“Quill”, “Pepper”], [“bury”, “wick”]]")
    if prod(map(len, parts)) > JOIN_LIMIT:
        raise FactError(f"join makes more than {JOIN_LIMIT} entries")
    if not all(map(is_texts, parts)):
        raise FactError("join holds something that is not text")
    for entry in (str(entry) for part in parts for entry in part):
        if len(entry) > ENTRY_LIMIT:
            raise FactError(f"join holds an entry of {len(entry)} characters; {ENTRY_LIMIT} is the most")
    entries = tuple("".join(map(str, texts)) for texts in product(*parts))
    for entry in entries:
        _check_entry(entry)
    return entries


def _numbers(value: Value) -> tuple[str, ...]:
    given = value if isinstance(value, list) else []
    numbers = [number for number in given if isinstance(number, int) and not isinstance(number, bool)]
    if not len(numbers) == len(given) == 2:
        raise FactError("numbers should be [lowest, highest], two whole numbers")
    low, high = numbers
    if not 0 <= low < high <= NUMBER_LIMIT:
        raise FactError(f"numbers should run upwards within 0 and {NUMBER_LIMIT}, not from {low} to {high}")
    return tuple(str(number) for number in range(low, high + 1))


def apart(one: int, other: int) -> bool:
    """Return whether two numbers clearly differ: by at least 3, and by at least 40 % of the larger."""
    low, high = sorted((one, other))
    return high - low >= 3 and 5 * (high - low) >= 2 * high


# ------------------------------------------------------------------------------------------- topics and packs

KINDS = ("landmark", "mirror", "swap", "number")
LOCKS = ("first", "one-of-one", "opposite", "order", "number", "said", "swap", "event")
PLAIN_VOICE = "encyclopaedia"
REGISTERS = (
    *(PLAIN_VOICE, "headline", "review", "notice", "report", "minutes", "proverb", "small-print", "study"),
    *("speech", "gossip"),
)
JOKES = ("rivalry", "work", "date", "children", "trivia", "menace", "boast", "body", "number", "dialogue")


class Topic(NamedTuple):
    """A template for pairs, as a pack has it.

    Either it has two or more ``claims`` (templates of sentences), of which two are drawn, or one claim, in which the
    slot ``vary`` has two different entries.

    ``pack`` and ``id`` are the names of the pack and the topic, ``line`` the line in the file. ``theme`` is the subject
    area, ``kind`` an entry of ``KINDS``, and ``shape`` a name for how its sentences are built. ``premise`` is what both
    halves take for granted. ``title`` is a template. ``slots`` maps each slot to its word list, and ``about`` names the
    slots that are the subjects. ``lock`` is why two claims can't both be true, "" if that is not said. ``register`` is
    who speaks. ``cast`` is the slot that a running character fills, or None. All claims begin with ``opening`` and end
    with ``closing`` (``factfile.sentence`` joins the parts); both are "" if the pack has whole claims. ``joke`` is the
    kind of joke, or "". ``tease`` says whether the guest is teased. A guest must have brought one of the words
    ``brought``, if there are any. ``chapter`` is the number of the chapter in the story of a running character, 0 for
    none. ``emblems`` are the pictures for the cards, the best first, and ``thing`` is what the words are printed on, or
    "".
    ``language`` is the code of the language. docs/facts.md explains all fields.
    """

    pack: str
    id: str
    line: int
    theme: str
    kind: str
    shape: str
    premise: str
    title: str
    slots: Mapping[str, WordList]
    about: tuple[str, ...]
    claims: tuple[str, ...]
    vary: str | None
    lock: str = ""  # why both cannot hold; "" in a pack of the first format
    register: str = PLAIN_VOICE
    cast: str | None = None  # the slot that a running character fills
    opening: str = ""  # how all claims begin
    closing: str = ""  # how all claims end: a stop, as a rule
    joke: str = ""  # what kind of joke it is
    tease: bool = False  # whether it teases the guest
    brought: frozenset[str] = frozenset()  # the words of which a guest must have brought one; empty: any guest will do
    chapter: int = 0  # of the story of its running character, from 1; 0 for none
    emblems: tuple[str, ...] = ()  # the pictures on its cards: the first that the deck has not
    thing: str = ""  # what its words stand on
    language: str = ENGLISH

    @property
    def emblem(self) -> str:
        """The name of the picture that suits the topic's cards best; "" if the topic names none."""
        return self.emblems[0] if self.emblems else ""

    @property
    def guest(self) -> str | None:
        """The name of the slot that a person at the table fills, or None."""
        return next((slot for slot, words in self.slots.items() if words.guest), None)

    @property
    def single(self) -> bool:
        """Whether the topic makes exactly one pair, as a joke does."""
        return len(self.claims) == 2 and all(len(words.entries) == 1 for words in self.slots.values())

    @property
    def own(self) -> bool:
        """Whether people wrote the topic with ``factbank ask``.

        That is so if the topic makes a single pair, and has no ``lock`` (why its two claims can't both be true).
        """
        return self.single and not self.lock

    @property
    def name(self) -> str:
        """The name of the pack and the id of the topic, as in ``pack/topic``.

        The keys of the topic's pairs begin with this name.
        """
        return f"{self.pack}/{self.id}"

    @property
    def forms(self) -> dict[str, tuple[str, ...] | None]:
        """For each slot, the names of the forms of its entries (None: no forms), as ``parse`` needs them."""
        return {slot: words.forms for slot, words in self.slots.items()}


BUILT_IN = Path(__file__).parent
FORMAT = 1  # the newest format of a pack that is read
FILE_LIMIT = 150_000  # bytes; several times the largest built-in pack
TOPIC_LIMIT = 200
SLOT_LIMIT = 8
CLAIM_LIMIT = 12
CHAPTER_LIMIT = 99
WORDS_LIMIT = 100_000  # entries in all
UNKNOWN_LIMIT = 20  # keys that are named
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
PACK_KEYS = ("format", "language", "uses", "words", "topic")
TOPIC_KEYS = {
    *("id", "theme", "kind", "shape", "premise", "title", "slots", "about", "claims", "vary", "claim"),
    *("lock", "register", "cast", "opening", "endings", "closing", "joke", "tease", "emblem", "thing"),
    *("chapter", "brought"),
}
_SENTENCES = "opening and endings, or claims, or claim and vary"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SLUG_HINT, _NAME_HINT = "Use a to z, 0 to 9 and hyphens.", "Use a to z, 0 to 9 and _."


class Pack(NamedTuple):
    """A pack (a file of topics and word lists) as read.

    ``name`` is its name, and ``file`` the path of its file, with the hash ``sha256``. ``built_in`` says whether it
    comes with the program. ``text`` is the text of the file, with “ and ” for quotation marks. ``words`` has the word
    lists by name, also those of the packs that it ``uses``. ``topics`` are the sound topics, ``uses`` the names of
    other packs, and ``language`` is the code of its language.
    """

    name: str
    file: str
    sha256: str
    built_in: bool
    text: str
    words: Mapping[str, WordList]
    topics: tuple[Topic, ...]
    uses: tuple[str, ...]
    language: str = ENGLISH


def built_in(language: str = ENGLISH) -> dict[str, Path]:
    """Return the built-in packs of a language: a mapping from each pack's name to its file."""
    place = BUILT_IN if language == ENGLISH else folder(language) / "facts"
    return {path.stem: path for path in sorted(place.glob("*.toml"))}


@cache
def all_built_in() -> Mapping[str, Path]:
    """Return the built-in packs of all languages: a mapping from each pack's name to its file."""
    return {name: path for code in codes() for name, path in built_in(code).items()}


def is_built_in(path: Path) -> bool:
    """Return whether a file is a built-in pack, one that comes with the program."""
    return path.resolve().parent in _built_in_folders()


@cache
def _built_in_folders() -> frozenset[Path]:
    return frozenset({BUILT_IN.resolve(), *((folder(code) / "facts").resolve() for code in codes()[1:])})


GUEST_PACKS = frozenset({
    *("friends", "hobbies", "pastimes", "pets", "table", "trades"),
    *("freunde", "gaeste-de", "mitgebracht", "comensales", "invitados"),
})  # fmt: skip
"""The built-in packs of which every topic is about a guest."""


def built_in_names(language: str = ENGLISH, *, guests: bool = True) -> list[str]:
    """Return the names of the built-in packs in a language; without ``guests``, ``GUEST_PACKS`` are left out."""
    return [name for name in built_in(language) if guests or name not in GUEST_PACKS]


def own_names() -> list[str]:
    """Return the names of the packs in the user's pack folder."""
    return sorted(path.stem for path in packs_dir().glob("*.toml"))


def locate(name: str) -> Path:
    """Return the file of a pack, by its path or name (built-in or user's). Raises ``FactError`` if there is none."""
    if name.endswith(".toml") or "/" in name or "\\" in name:
        path = Path(name)
        if not path.is_file():
            raise FactError(f"there is no pack file {name}")
        return path
    known = all_built_in()
    for path in (known.get(name, BUILT_IN / name), packs_dir() / f"{name}.toml"):
        if path.is_file():
            return path
    names = [*known, *own_names()]
    near = hint(name, names, f"known: {listed(names, 'and')}, or name a .toml file")
    raise FactError(f"there is no pack {quoted(name)}; {near}")


def filtered_lists(topics: Iterable[Topic]) -> Iterable[tuple[Topic, Ref, WordList]]:
    """Yield (topic, reference, word list) for each reference to a slot in the templates of the topics.

    If several references have the same word list, form and filters, only the first is yielded.
    """
    done: set[tuple[int, str | None, tuple[str, ...]]] = set()
    for topic in topics:
        for source in (topic.title, *topic.claims):
            for ref in parse(source, topic.forms).refs:
                words = topic.slots[ref.slot]
                if (use := (id(words), ref.form, ref.filters)) not in done:
                    done.add(use)
                    yield topic, ref, words


def starter(name: str) -> str:
    """Return the TOML text of a commented starter pack of this name."""
    file = BUILT_IN.parent / "english" / "lists" / "starter.toml"
    return file.read_text(encoding="utf-8").replace("NAME", name)


def read(path: Path) -> tuple[Pack, list[Fault]]:
    """Return the pack in a file, and the faults of its structure.

    The pack lacks the topics and word lists that have a fault. Raises ``FactError`` if there is no such file, or if it
    is no TOML file of a format that this version reads.
    """
    text, document = _load(path)
    return _Reader(path, text).pack(document)


def read_text(text: str, path: Path) -> tuple[Pack, list[Fault]]:
    """Return the pack in a TOML text, and the faults of its structure, as ``read`` does for a file.

    ``path`` is the file that faults name; the pack's name is taken from it. Raises ``ValueError`` if the text is no
    TOML.
    """
    return _Reader(path, text).pack(formats.loads(plain(text)))


READY = BUILT_IN / "ready"


def format_ready(path: Path) -> bytes:
    """Return the bytes of a JSON file with the hash and the content of the built-in pack at ``path``.

    The file is kept in the folder ``READY``, because JSON is read faster than TOML.
    """
    text = files.read_text(path, FILE_LIMIT)
    return (
        json.dumps([_hash(text), formats.loads(plain(text))], ensure_ascii=False, separators=(",\n", ":")).encode()
        + b"\n"
    )


def _ready(path: Path, text: str) -> Table | None:
    """Return the content of a built-in pack from its JSON file in ``READY``, faster than from TOML.

    ``text`` is the text of the pack at ``path``. If the pack is not built in, if the text has changed since the JSON
    file was made, or if that file can't be read, return None.
    """
    if not is_built_in(path):
        return None
    with suppress(OSError, ValueError):
        digest, document = json.loads((READY / f"{path.stem}.json").read_bytes())
        if digest == _hash(text):
            return cast("Table", document)
    return None


_LANGUAGE = re.compile(r"""^language\s*=\s*["'](\w+)["']""", re.MULTILINE)


def plain(text: str) -> str:
    """Return the text of a pack with “ and ” in place of its language's quotation marks, as the reader expects it."""
    named = _LANGUAGE.search(text)
    if not named or named[1] not in codes() or language(named[1]).quotes[0] not in text:
        return text
    return unmarked(text, named[1])


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _load(path: Path) -> tuple[str, Table]:
    try:
        text = files.read_text(path, FILE_LIMIT)
        document = _ready(path, text) or formats.loads(plain(text))
        check_format(document, FORMAT, "this pack")
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        raise FactError(f"the pack {path} can't be read: {why}") from None
    return text, document


class PackLines:
    """Finds the line numbers of topics, keys and entries in the text of a pack; lines count from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.topics = [number for number, line in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*topic\s*\]\]", line)]
        self._text = "\n".join(self.lines)
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self._tables = [number for number, line in enumerate(self.lines, 1) if line.lstrip().startswith("[[")]
        self._keys: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            name, equals, _ = line.partition("=")
            if equals:
                self._keys.setdefault(name.strip().strip("\"'"), []).append(number)

    def key(self, key: str, after: int = 1) -> int:
        """Return the number of the first line ``key =`` at or after the line ``after``.

        The search ends at the next topic. If there is no such line, return ``after``.
        """
        places = self._keys.get(key, [])
        found = next(iter(places[bisect_left(places, after) :]), after)
        following = self._tables[bisect_right(self._tables, after) :]
        return found if not following or found < following[0] else after

    def word_lists(self) -> dict[str, int]:
        """Return the line number of each word list, by its name (a key in the table ``[words]``)."""
        places: dict[str, int] = {}
        inside = False
        for number, line in enumerate(self.lines, 1):
            if re.match(r"\s*\[+\s*[a-z]+\s*\]+", line):
                inside = bool(re.match(r"\s*\[\s*words\s*\]", line))
            elif inside and (key := re.match(r"\s*[\"']?([\w-]+)[\"']?\s*=", line)):
                places.setdefault(key[1], number)
        return places

    def text(self, wanted: str, after: int = 1) -> int:
        """Return the number of the first line at or after ``after`` that has ``wanted`` in quotation marks.

        If there is none, because the pack has the sentence in parts, return the line of ``endings =``; if there is none
        either, return ``after``.
        """
        begin = self._starts[after - 1]
        found = [at for mark in "\"'" if (at := self._text.find(f"{mark}{wanted}{mark}", begin)) >= 0]
        return bisect_right(self._starts, min(found)) if found else self.key("endings", after)


class _Reader:
    """Reads one pack, and collects its faults in ``faults``.

    ``path`` is the path of the pack's file, and ``text`` the text of the file.
    """

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = PackLines(text)
        self.faults: list[Fault] = []
        self.size = 0
        self.built_in = is_built_in(path)
        self.language = ENGLISH
        self.emblems = tuple(sorted(known_emblems()))

    def fault(self, key: str, what: str, fix: str) -> None:
        """Add a fault of the pack, at the line of ``key``, or at line 1 if ``key`` is "" or not found.

        ``what`` says what is wrong, and ``fix`` how to mend it.
        """
        self.faults.append(Fault(str(self.path), self.lines.key(key) if key else 1, "", what, fix))

    def pack(self, document: Table) -> tuple[Pack, list[Fault]]:
        name = self.path.stem
        if not SLUG.fullmatch(name):
            self.fault("", f"the file name “{name}” can't be a pack's name", _SLUG_HINT)
        for key in [key for key in document if key not in PACK_KEYS][:UNKNOWN_LIMIT]:
            self.fault(key, f"unknown key “{key[:40]}”", "A pack holds format, uses, [words] and [[topic]].")
        self.language = str(document.get("language", ENGLISH))
        if self.language not in codes():
            self.fault("language", f"unknown language “{self.language[:20]}”", f"There are {', '.join(codes())}.")
            self.language = ENGLISH
        value = document.get("uses", [])
        uses = value if is_texts(value) and len(value) <= 40 else []
        if uses is not value:
            self.fault("uses", "uses should be a list of packs' names", 'Write uses = ["cabinet"].')
        words: dict[str, WordList] = {}
        for used in uses:
            words.update(self.borrowed(used))
        own = document.get("words", {})
        if isinstance(own, dict):
            words.update(self.words(own))
        else:
            self.fault("words", "words should be a table", "Write [words] on a line of its own.")
        value = document.get("topic", [])
        topics = value if is_tables(value) else []
        if not topics:
            self.fault("", "there is no topic", "Write at least one [[topic]].")
        if len(topics) > TOPIC_LIMIT:
            self.fault("", f"there are {len(topics)} topics, more than {TOPIC_LIMIT}", "Split the pack.")
        made = tuple(self.topics(topics[:TOPIC_LIMIT], words, name))
        digest = _hash(self.text)
        text = plain(self.text)
        pack = Pack(name, str(self.path), digest, self.built_in, text, words, made, tuple(uses), self.language)
        return pack, self.faults

    def borrowed(self, used: str) -> dict[str, WordList]:
        """Return the word lists of the pack ``used``; if they can't be used, add a fault and return {}.

        A pack in the same folder is preferred to a built-in pack and to one in the user's pack folder, as folders may
        be moved.
        """
        try:
            if not SLUG.fullmatch(used):
                raise FactError("it is no pack's name")
            if self.size > WORDS_LIMIT:
                raise FactError(f"together they hold more than {WORDS_LIMIT}")
            beside = self.path.parent / f"{used}.toml"
            path = beside if beside.is_file() else locate(used)
            if path.resolve() == self.path.resolve():
                raise FactError("a pack can't use itself")
            if is_built_in(path):
                return _built_in_words(path)
            words = _words(path)
            self.size += sum(len(one.entries) for one in words.values())
            return words
        except FactError as error:
            what, fix = f"can't use the words of “{used[:40]}”: {error}", "Name a built-in pack or one of your own."
        except (OSError, ValueError, RecursionError, AttributeError):
            what, fix = f"can't read the words of “{used[:40]}”", f"Run factbank check {used[:40]}."
        self.fault("uses", what, fix)
        return {}

    def words(self, table: Table) -> dict[str, WordList]:
        lists: dict[str, WordList] = {}
        places = self.lines.word_lists()
        for name, value in table.items():
            line = places.get(name, 1)
            what = fix = ""
            if not _NAME.fullmatch(name):
                what, fix = "the name can't be used", _NAME_HINT
            else:
                try:
                    lists[name] = read_list(name, value, line)
                    self.size += len(lists[name].entries)
                    if self.size > WORDS_LIMIT:
                        what, fix = f"the pack holds more than {WORDS_LIMIT} words", "Take some out."
                except FactError as error:
                    what, fix = str(error), "See factbank new-pack for examples."
            if what:
                self.faults.append(Fault(str(self.path), line, f"words “{name[:40]}”", what, fix))
            if self.size > WORDS_LIMIT:
                break
        return lists

    def topics(self, tables: list[Table], words: Mapping[str, WordList], pack: str) -> Iterable[Topic]:
        seen: set[str] = set()
        for index, table in enumerate(tables):
            line = self.lines.topics[index] if index < len(self.lines.topics) else 1
            before = len(self.faults)
            topic = _TopicReader(self, table, line, words).topic(pack)
            if topic.id in seen:
                at = self.lines.key("id", line)
                where = f"topic “{topic.id}”"
                self.faults.append(Fault(str(self.path), at, where, "the id is used twice", "Give it another."))
            if len(self.faults) == before:
                seen.add(topic.id)
                yield topic


def _words(path: Path) -> dict[str, WordList]:
    """Return only the word lists of the pack in a file, by name.

    Raises ``FactError`` if the file can't be read.
    """
    text, document = _load(path)
    words = document.get("words", {})
    return _Reader(path, text).words(words) if isinstance(words, dict) else {}


_built_in_words = cache(_words)
"""``_words``, cached for built-in packs, from which most others borrow."""


class _TopicReader:
    """Reads one topic of a pack, and adds its faults to those of ``reader``.

    ``table`` is the topic's TOML table, ``line`` its line in the file, and ``words`` the word lists that it may use, by
    name.
    """

    def __init__(self, reader: _Reader, table: Table, line: int, words: Mapping[str, WordList]) -> None:
        self.reader = reader
        self.table = table
        self.line = line
        self.words = words
        self.where = f"topic “{str(table.get('id', '?'))[:40]}”"

    def fault(self, key: str, what: str, fix: str, line: int = 0) -> None:
        line = line or self.reader.lines.key(key, self.line)
        self.reader.faults.append(Fault(str(self.reader.path), line, self.where, what, fix))

    def topic(self, pack: str) -> Topic:
        for key in [key for key in self.table if key not in TOPIC_KEYS][:UNKNOWN_LIMIT]:
            self.fault(key, f"unknown key “{key[:40]}”", f"A topic knows {', '.join(sorted(TOPIC_KEYS))}.")
        slots = self.slots()
        vary, opening, endings, closing = self.claims(slots)
        kind = self.text("kind", "landmark")
        if kind and kind not in KINDS:
            self.fault("kind", f"unknown kind “{kind[:40]}”", f"There are {', '.join(KINDS)}.")
        topic = Topic(
            pack=pack,
            id=self.text("id", "room", slug=True),
            line=self.line,
            theme=self.text("theme", "animals", slug=True),
            kind=kind,
            shape=self.text("shape", "kind-habit", slug=True),
            premise=self.text("premise", "What both halves take for granted."),
            title=self.text("title", "how to wake {{ trade | a }}"),
            slots=slots,
            about=self.about(slots),
            claims=tuple(sentence(opening, ending, closing) for ending in endings),
            vary=vary,
            lock=self.one_of("lock", LOCKS, ""),
            register=self.one_of("register", REGISTERS, PLAIN_VOICE),
            cast=self.slot("cast", slots) if "cast" in self.table else None,
            opening=opening,
            closing=closing,
            joke=self.one_of("joke", JOKES, ""),
            tease=self.flag("tease"),
            brought=self.brought(),
            chapter=self.chapter(slots),
            emblems=self.emblems(),
            thing=self.one_of("thing", THINGS, ""),
            language=self.reader.language,
        )
        guests = [slot for slot, words in slots.items() if words.guest]
        if len(guests) > 1:
            self.fault("slots", "there are two slots for guests", "A pair is about one of them.")
        if topic.brought and not guests:
            self.fault("brought", "brought is of a guest, and no slot is for guests", "Add a slot for guests.")
        for slot in guests:
            if slot in topic.about or slot == vary:
                what = f"“{slot}” is whoever sits at the table, so it can't be in about or vary"
                self.fault("about", what, "Let about hold what the pair says of them.")
        # Templates of built-in packs are proven by the tests, and parsed when a topic is drawn.
        for source in (topic.title, *topic.claims) if not self.reader.built_in else ():
            if source:
                try:
                    parse(source, topic.forms)
                except FactError as error:
                    fix, line = "Write {{ slot }} or {{ slot | plural }}.", self.reader.lines.text(source, self.line)
                    self.fault("", f"“{source[:60]}” {error}", fix, line)
        return topic

    def text(self, key: str, example: str, *, slug: bool = False) -> str:
        value = self.table.get(key)
        if value is None:
            self.fault(key, f"{key} is missing", f"Add {key} = “{example}”.")
        elif not isinstance(value, str) or not value.strip() or unseen(value):
            self.fault(key, f"{key} should be a line of text", f"Write {key} = “{example}”.")
        elif slug and not SLUG.fullmatch(value):
            self.fault(key, f"{key} “{value[:40]}” can't be used", _SLUG_HINT)
        else:
            return value
        return ""

    def one_of(self, key: str, known: tuple[str, ...], default: str) -> str:
        value = self.table.get(key, default)
        if key not in self.table or value in known:
            return str(value)
        near = hint(str(value)[:40], known, "There are " + ", ".join(known) + ".")
        self.fault(key, f"unknown {key} “{str(value)[:40]}”", f"{near[0].upper()}{near[1:]}")
        return default

    def emblems(self) -> tuple[str, ...]:
        """Return the names of the topic's emblems (pictures), the best first; () if one is unknown."""
        value = self.table.get("emblem", [])
        named = value if is_texts(value) else [value]
        for name in named:
            if name not in self.reader.emblems:
                near = hint(str(name)[:40], self.reader.emblems, "See cardgen list emblems.")
                self.fault("emblem", f"unknown emblem “{str(name)[:40]}”", f"{near[0].upper()}{near[1:]}")
                return ()
        return tuple(map(str, named))

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, f"{key} should be true or false", f"Write {key} = true, or leave it out.")
        return value is True

    def brought(self) -> frozenset[str]:
        """Return the words of which a guest's pastime, trade or animal must have one; empty: none needed."""
        value = self.table.get("brought", [])
        if is_texts(value) and all(word == word.casefold().strip() and len(word.split()) == 1 for word in value):
            return frozenset(value)
        self.fault("brought", "brought should be a list of words in lower case", 'Write brought = ["sails", "sailor"].')
        return frozenset()

    def chapter(self, slots: Mapping[str, WordList]) -> int:
        """Return the number of the topic's chapter in the story of a running character; 0 if it has none.

        A wrong value is added as a fault. ``slots`` maps each slot of the topic to its word list.
        """
        value = self.table.get("chapter", 0)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= CHAPTER_LIMIT:
            self.fault("chapter", "chapter should be a number", f"Count from 1 to {CHAPTER_LIMIT}, or leave it out.")
            return 0
        cast = slots.get(str(self.table.get("cast")))
        if value and (cast is None or len(cast.entries) != 1):
            self.fault("chapter", "a chapter is of one character’s story", "Let cast name a slot with one entry.")
        return value

    def slot(self, key: str, slots: Mapping[str, WordList]) -> str | None:
        """Return the slot that the value of ``key`` names; if it names none, add a fault and return None.

        ``slots`` maps each slot of the topic to its word list.
        """
        slot = self.table[key]
        if isinstance(slot, str) and slot in slots:
            return slot
        self.fault(key, f"{key} names no slot: “{str(slot)[:40]}”", f"The slots are {', '.join(slots)}.")
        return None

    def slots(self) -> dict[str, WordList]:
        table = self.table.get("slots")
        if not isinstance(table, Mapping) or not table or len(table) > SLOT_LIMIT:
            fix = 'Write slots = { animal = "animals" }.'
            self.fault("slots", f"slots should be a table of 1 to {SLOT_LIMIT}", fix)
            return {}
        slots = {}
        line = self.reader.lines.key("slots", self.line)
        for slot, source in table.items():
            if not _NAME.fullmatch(slot):
                self.fault("slots", f"the slot name “{slot[:40]}” can't be used", _NAME_HINT)
            elif isinstance(source, str) and source in self.words:
                slots[slot] = self.words[source]
            elif isinstance(source, str):
                known = ", ".join(self.words)[:200]
                self.fault("slots", f"there is no word list “{source[:40]}”", f"There are {known}.")
            else:
                try:
                    if self.reader.size > WORDS_LIMIT:
                        raise FactError(f"is too much: the pack holds more than {WORDS_LIMIT} words")
                    slots[slot] = read_list(slot, source, line)
                    self.reader.size += len(slots[slot].entries)
                except FactError as error:
                    self.fault("slots", f"the slot “{slot}” {error}", "Name a word list.")
        return slots

    def claims(self, slots: Mapping[str, WordList]) -> tuple[str | None, str, list[str], str]:
        """Return (slot that varies or None, opening, endings, closing) of the topic's sentences.

        If the pack has whole claims, the claims are returned as the endings, with "" for opening and closing. If the
        sentences have a fault, it is added, and there may be no endings. ``slots`` maps each slot of the topic to its
        word list.
        """
        table = self.table
        forms = [key for key in ("endings", "claims", "claim") if key in table]
        varied = "vary" in table
        if len(forms) > 1 or (varied and "claims" in forms):
            self.fault(forms[0], "there is more than one form of sentences", f"Write one of {_SENTENCES}.")
            return None, "", [], ""
        if not forms:
            self.fault("vary" if varied else "", "there are no sentences", f"Write {_SENTENCES}.")
            return None, "", [], ""
        form = forms[0]
        vary = self.slot("vary", slots) if varied else None
        if form == "claim":
            claim = self.text("claim", "Nothing wakes a sleeping {{ trade }} except {{ waker }}.")
            if not varied:
                self.fault("claim", "vary is missing", 'Add vary = "slot", the slot that differs.')
            return vary, "", [claim], ""
        given = table[form]
        texts = given if is_texts(given) else []
        least, most = (1, 1) if varied else (2, CLAIM_LIMIT)
        if not (least <= len(texts) <= most and all(map(str.strip, texts))):
            many = "one text, as a slot varies" if varied else f"{least} to {most} texts"
            self.fault(form, f"{form} should be a list of {many}", "Write them out.")
            texts = []
        elif any(map(unseen, texts)):
            self.fault(form, f"{form} hold a sign that can't be printed", "Take it out.")
            texts = []
        if form == "claims":
            return None, "", texts, ""
        opening = self.text("opening", "The first words of {{ town }}’s parrot were")
        stopped = any(text.rstrip("”").endswith((".", "!", "?")) for text in texts)
        closing = self.text("closing", ".") if "closing" in table else "" if stopped else "."
        if "{{" in closing:
            self.fault("closing", "closing holds a slot", "Let the endings hold it.")
        return vary, opening, texts, closing

    def about(self, slots: Mapping[str, WordList]) -> tuple[str, ...]:
        about = self.table.get("about")
        if not is_texts(about) or not about:
            self.fault("about", "about should list the slots that are the subjects", 'Write about = ["animal"].')
            return ()
        for slot in about:
            if slot not in slots:
                self.fault("about", f"about names no slot: “{slot[:40]}”", f"The slots are {', '.join(slots)}.")
            if slot == self.table.get("vary"):
                fix = "Both halves must know the subject."
                self.fault("about", f"“{slot}” varies, so it can't be the subject", fix)
        return tuple(about)
