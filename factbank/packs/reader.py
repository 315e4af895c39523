"""Packs: find one by name or file, and read its words and topics, noting every fault of its build."""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from factbank.errors import FactError
from factbank.packs import sentence, wordlist
from factbank.packs.fault import Fault
from factbank.packs.topic import KINDS, LOCKS, PLAIN_VOICE, REGISTERS, Topic
from factbank.packs.wordlist import WordList
from liarsdeck import toml
from liarsdeck.english import hint, listed, quoted
from liarsdeck.formats import check_format
from liarsdeck.paths import packs_dir

BUILT_IN = Path(__file__).parent
FORMAT = 1  # the newest format of a pack that is read
FILE_LIMIT = 150_000  # bytes; several times the largest built-in pack
TOPIC_LIMIT = 200
SLOT_LIMIT = 8
CLAIM_LIMIT = 12
WORDS_LIMIT = 100_000  # entries in all
UNKNOWN_LIMIT = 20  # keys that are named
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEYS = ("format", "uses", "words", "topic")
_TOPIC_KEYS = {
    *("id", "theme", "kind", "shape", "premise", "title", "slots", "about", "claims", "vary", "claim"),
    *("lock", "register", "cast"),
}


class Pack(NamedTuple):
    """A pack as read; ``text`` is kept for the check, which looks for lines."""

    name: str
    file: str
    sha256: str
    built_in: bool
    text: str
    words: Mapping[str, WordList]
    topics: tuple[Topic, ...]
    uses: tuple[str, ...]


def built_in_names() -> list[str]:
    """Return the names of the packs that come with the program."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def own_names() -> list[str]:
    """Return the names of the packs in the user's pack folder."""
    return sorted(path.stem for path in packs_dir().glob("*.toml"))


def locate(name: str) -> Path:
    """Return the file of a pack: a file as named, a built-in pack or one of the user's. Raises ``FactError``."""
    if name.endswith(".toml") or "/" in name or "\\" in name:
        path = Path(name)
        if not path.is_file():
            raise FactError(f"there is no pack file {name}")
        return path
    for path in (BUILT_IN / f"{name}.toml", packs_dir() / f"{name}.toml"):
        if path.is_file():
            return path
    known = [*built_in_names(), *own_names()]
    near = hint(name, known, f"known: {listed(known, 'and')}, or name a .toml file")
    raise FactError(f"there is no pack {quoted(name)}; {near}")


def read(path: Path) -> tuple[Pack, list[Fault]]:
    """Read a pack file; return what could be read, and every fault of its build. Raises ``FactError``."""
    text, document = _load(path)
    return _Reader(path, text).pack(document)


def _load(path: Path) -> tuple[str, toml.Table]:
    try:
        text, document = toml.read(path, FILE_LIMIT)
        check_format(document, FORMAT, "this pack")
    except OSError as error:
        raise FactError(f"the pack {path} can't be read: {error.strerror or error}") from None
    except ValueError as error:
        raise FactError(f"the pack {path} can't be read: {error}") from None
    return text, document


def unknown(table: toml.Table, known: Collection[str]) -> list[str]:
    """Return the keys of a table that we don't know, the first of them where there are very many."""
    return [key for key in table if key not in known][:UNKNOWN_LIMIT]


class PackLines:
    """Where things stand in a pack's text: topics by their order, keys and entries inside them."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.topics = [number for number, line in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*topic\s*\]\]", line)]

    def key(self, key: str, after: int = 1) -> int:
        """Return the line where ``key =`` stands, from line ``after`` to the next topic; ``after`` if nowhere."""
        start = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        for number in range(after, len(self.lines) + 1):
            line = self.lines[number - 1]
            if number > after and line.lstrip().startswith("[["):
                break
            if start.match(line):
                return number
        return after

    def word_lists(self) -> dict[str, int]:
        """Return the line of every key between ``[words]`` and the next table."""
        found: dict[str, int] = {}
        inside = False
        for number, line in enumerate(self.lines, 1):
            if re.match(r"\s*\[+\s*[a-z]+\s*\]+", line):
                inside = bool(re.match(r"\s*\[\s*words\s*\]", line))
            elif inside and (key := re.match(r"\s*[\"']?([\w-]+)[\"']?\s*=", line)):
                found.setdefault(key[1], number)
        return found

    def text(self, wanted: str, after: int = 1) -> int:
        """Return the first line from ``after`` on that holds this text in quotation marks; ``after`` if none does."""
        marked = (f'"{wanted}"', f"'{wanted}'")
        for number in range(after, len(self.lines) + 1):
            if any(mark in self.lines[number - 1] for mark in marked):
                return number
        return after


class _Reader:
    """Reads one pack, gathering faults."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = PackLines(text)
        self.faults: list[Fault] = []
        self.size = 0
        self.built_in = path.resolve().parent == BUILT_IN.resolve()

    def fault(self, line: int, where: str, what: str, fix: str) -> None:
        self.faults.append(Fault(str(self.path), line, where, what, fix))

    def pack(self, document: toml.Table) -> tuple[Pack, list[Fault]]:
        name = self.path.stem
        if not SLUG.fullmatch(name):
            self.fault(1, "", f"the file name “{name}” can't be a pack's name", "Use a to z, 0 to 9 and hyphens.")
        for key in unknown(document, _KEYS):
            what, fix = f"unknown key “{key[:40]}”", "A pack holds format, uses, [words] and [[topic]]."
            self.fault(self.lines.key(key), "", what, fix)
        words: dict[str, WordList] = {}
        uses = self.uses(document.get("uses", []))
        for used in uses:
            words.update(self.borrowed(used))
        own = document.get("words", {})
        if isinstance(own, dict):
            words.update(self.words(own))
        else:
            self.fault(self.lines.key("words"), "", "words should be a table", "Write [words] on a line of its own.")
        made = tuple(self.topics(self.topic_tables(document.get("topic", [])), words, name))
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        pack = Pack(name, str(self.path), digest, self.built_in, self.text, words, made, tuple(uses))
        return pack, self.faults

    def uses(self, value: toml.Value) -> list[str]:
        if toml.is_texts(value) and len(value) <= 40:
            return value
        self.fault(self.lines.key("uses"), "", "uses should be a list of packs' names", 'Write uses = ["cabinet"].')
        return []

    def topic_tables(self, value: toml.Value) -> list[toml.Table]:
        if not toml.is_tables(value) or not value:
            self.fault(1, "", "there is no topic", "Write at least one [[topic]].")
            return []
        if len(value) > TOPIC_LIMIT:
            self.fault(1, "", f"there are {len(value)} topics, more than {TOPIC_LIMIT}", "Split the pack.")
        return value[:TOPIC_LIMIT]

    def borrowed(self, used: str) -> dict[str, WordList]:
        line = self.lines.key("uses")
        try:
            # A pack's neighbours come first, so that a folder of packs can be moved about.
            if not SLUG.fullmatch(used):
                raise FactError("it is no pack's name")
            beside = self.path.parent / f"{used}.toml"
            path = beside if beside.is_file() else locate(used)
            if path.resolve() == self.path.resolve():
                raise FactError("a pack can't use itself")
            lists = _lent_once(path) if path.parent == BUILT_IN else _lent(path)
        except FactError as error:
            self.fault(
                line, "", f"can't use the words of “{used[:40]}”: {error}", "Name a built-in pack or one of your own."
            )
            return {}
        except (OSError, ValueError, RecursionError, AttributeError):
            self.fault(line, "", f"can't read the words of “{used[:40]}”", f"Run factbank check {used[:40]}.")
            return {}
        return lists

    def words(self, table: toml.Table) -> dict[str, WordList]:
        read: dict[str, WordList] = {}
        places = self.lines.word_lists()
        for name, value in table.items():
            line = places.get(name, 1)
            where = f"words “{name[:40]}”"
            if not _NAME.fullmatch(name):
                self.fault(line, where, "the name can't be used", "Use a to z, 0 to 9 and _.")
                continue
            try:
                read[name] = wordlist.read(name, value, line)
            except FactError as error:
                self.fault(line, where, str(error), "See factbank new-pack for examples.")
                continue
            self.size += len(read[name].entries)
            if self.size > WORDS_LIMIT:
                self.fault(line, where, f"the pack holds more than {WORDS_LIMIT} words", "Take some out.")
                break
        return read

    def topics(self, tables: list[toml.Table], words: Mapping[str, WordList], pack: str) -> Iterable[Topic]:
        seen: set[str] = set()
        for index, table in enumerate(tables):
            line = self.lines.topics[index] if index < len(self.lines.topics) else 1
            before = len(self.faults)
            topic = _TopicReader(self, table, line, words, pack).topic()
            if topic and topic.id in seen:
                at = self.lines.key("id", line)
                self.fault(at, f"topic “{topic.id}”", "the id is used twice", "Give it another.")
            if topic and len(self.faults) == before:
                seen.add(topic.id)
                yield topic


def _lent(path: Path) -> dict[str, WordList]:
    """Read the word lists alone that a pack lends to another."""
    text, document = _load(path)
    words = document.get("words", {})
    return _Reader(path, text).words(words) if isinstance(words, dict) else {}


_lent_once = cache(_lent)
"""The same for a built-in pack: most others borrow from one, and it does not change while the program runs."""


class _TopicReader:
    """Reads one topic of a pack."""

    def __init__(self, reader: _Reader, table: toml.Table, line: int, words: Mapping[str, WordList], pack: str) -> None:
        self.reader = reader
        self.table = table
        self.line = line
        self.words = words
        self.pack = pack
        self.where = f"topic “{str(table.get('id', '?'))[:40]}”"

    def fault(self, key: str, what: str, fix: str) -> None:
        self.reader.fault(self.reader.lines.key(key, self.line), self.where, what, fix)

    def line_of(self, key: str, example: str, *, slug: bool = False) -> str:
        value = self.table.get(key)
        if value is None:
            self.fault(key, f"{key} is missing", f"Add {key} = “{example}”.")
        elif not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.fault(key, f"{key} should be a line of text", f"Write {key} = “{example}”.")
        elif slug and not SLUG.fullmatch(value):
            self.fault(key, f"{key} “{value[:40]}” can't be used", "Use a to z, 0 to 9 and hyphens.")
        else:
            return value
        return ""

    def topic(self) -> Topic | None:
        for key in unknown(self.table, _TOPIC_KEYS):
            self.fault(key, f"unknown key “{key[:40]}”", f"A topic knows {', '.join(sorted(_TOPIC_KEYS))}.")
        slots = self.slots()
        vary, claims = self.claims(slots)
        kind = self.line_of("kind", "landmark")
        if kind and kind not in KINDS:
            self.fault("kind", f"unknown kind “{kind[:40]}”", f"There are {', '.join(KINDS)}.")
        topic = Topic(
            pack=self.pack,
            id=self.line_of("id", "room", slug=True),
            line=self.line,
            theme=self.line_of("theme", "animals", slug=True),
            kind=kind,
            shape=self.line_of("shape", "kind-habit", slug=True),
            premise=self.line_of("premise", "What both halves take for granted."),
            title=self.line_of("title", "how to wake {{ trade | a }}"),
            slots=slots,
            about=self.about(slots),
            claims=claims,
            vary=vary,
            lock=self.one_of("lock", LOCKS, ""),
            register=self.one_of("register", REGISTERS, PLAIN_VOICE),
            cast=self.cast(slots),
        )
        self.guests(slots, topic.about, vary)
        # Templates of built-in packs are proven by the tests, and read when a topic is drawn.
        if not self.reader.built_in:
            for source in (topic.title, *topic.claims):
                self.readable(source, topic)
        return topic

    def one_of(self, key: str, known: tuple[str, ...], usual: str) -> str:
        value = self.table.get(key, usual)
        if key not in self.table or value in known:
            return str(value)
        self.fault(key, f"unknown {key} “{str(value)[:40]}”", f"There are {', '.join(known)}.")
        return usual

    def cast(self, slots: Mapping[str, WordList]) -> str | None:
        slot = self.table.get("cast")
        if slot is None:
            return None
        if not isinstance(slot, str) or slot not in slots:
            self.fault("cast", f"cast names no slot: “{str(slot)[:40]}”", f"The slots are {', '.join(slots)}.")
            return None
        return slot

    def guests(self, slots: Mapping[str, WordList], about: tuple[str, ...], vary: str | None) -> None:
        places = [slot for slot, words in slots.items() if words.guest]
        if len(places) > 1:
            self.fault("slots", "there are two slots for guests", "A pair is about one of them.")
        for slot in places:
            if slot in about or slot == vary:
                what = f"“{slot}” is whoever sits at the table, so it can't be in about or vary"
                self.fault("about", what, "Let about hold what the pair says of them.")

    def readable(self, source: str, topic: Topic) -> None:
        if not source:
            return
        try:
            sentence.parse(source, topic.forms)
        except FactError as error:
            line = self.reader.lines.text(source, self.line)
            self.reader.fault(line, self.where, f"“{source[:60]}” {error}", "Write {{ slot }} or {{ slot | plural }}.")

    def slots(self) -> dict[str, WordList]:
        table = self.table.get("slots")
        if not isinstance(table, Mapping) or not table or len(table) > SLOT_LIMIT:
            self.fault(
                "slots", f"slots should be a table of 1 to {SLOT_LIMIT}", 'Write slots = { animal = "animals" }.'
            )
            return {}
        slots = {}
        line = self.reader.lines.key("slots", self.line)
        for slot, source in table.items():
            if not _NAME.fullmatch(slot):
                self.fault("slots", f"the slot name “{slot[:40]}” can't be used", "Use a to z, 0 to 9 and _.")
            elif isinstance(source, str) and source in self.words:
                slots[slot] = self.words[source]
            elif isinstance(source, str):
                known = ", ".join(self.words)[:200]
                self.fault("slots", f"there is no word list “{source[:40]}”", f"There are {known}.")
            else:
                try:
                    slots[slot] = wordlist.read(slot, source, line)
                except FactError as error:
                    self.fault("slots", f"the slot “{slot}” {error}", "Name a word list.")
        return slots

    def claims(self, slots: Mapping[str, WordList]) -> tuple[str | None, tuple[str, ...]]:
        table = self.table
        if "claims" in table and ("claim" in table or "vary" in table):
            self.fault("claims", "there are claims, and claim or vary as well", "Use claims, or vary with one claim.")
        if "claims" in table:
            claims = table["claims"]
            if not toml.is_texts(claims) or not 2 <= len(claims) <= CLAIM_LIMIT or not all(map(str.strip, claims)):
                self.fault("claims", f"claims should be a list of 2 to {CLAIM_LIMIT} sentences", "Write them out.")
                return None, ()
            return None, tuple(claims)
        claim = self.line_of("claim", "Nothing wakes a sleeping {{ trade }} except {{ waker }}.")
        vary = self.table.get("vary")
        if vary is None:
            self.fault("vary", "there are neither claims nor vary", 'Write claims = ["…", "…"], or vary = "slot".')
        elif not isinstance(vary, str) or vary not in slots:
            self.fault("vary", f"vary names no slot: “{str(vary)[:40]}”", f"The slots are {', '.join(slots)}.")
        return (vary if isinstance(vary, str) else None), (claim,)

    def about(self, slots: Mapping[str, WordList]) -> tuple[str, ...]:
        about = self.table.get("about")
        if not toml.is_texts(about) or not about:
            self.fault("about", "about should list the slots that are the subjects", 'Write about = ["animal"].')
            return ()
        for slot in about:
            if slot not in slots:
                self.fault("about", f"about names no slot: “{slot[:40]}”", f"The slots are {', '.join(slots)}.")
            if slot == self.table.get("vary"):
                self.fault(
                    "about", f"“{slot}” varies, so it can't be the subject", "Both halves must know the subject."
                )
        return tuple(about)
