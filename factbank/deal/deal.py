"""Deal the facts of one game night: draw them from packs, enter them in the ledger, number the cards.

::

    with deal(Wish(pairs=15), ledger=ledger_path()) as dealt:
        dealt.stands_at(path)
        factfile.write(dealt.facts, path)

Inside the block, the pairs are reserved in the ledger (the file of all pairs that this household has played with). When
the block ends, the ledger enters the pairs for good, and the facts are stored by their kit code. If the block raises an
exception, the reservation is cancelled, unless the file or folder given to ``stands_at`` exists.
"""

import contextlib
import re
import secrets
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypedDict, Unpack

import msgspec
from msgspec.structs import replace

from factbank import factfile, kits
from factbank.check import load
from factbank.deal.choose import FAMILIAR, GOALS, TRIES, TWINS, Chosen, Company, choose, lexicon, said_of
from factbank.deal.ledger import Dealt, Ledger, Seen
from factbank.english.grammar import content_stems
from factbank.english.names import check_locale, pool
from factbank.errors import FactError
from factbank.factfile import Card, Facts, PackMark, Pair
from factbank.fill import LENGTHS, Filler, Filling, Guest, numbered, own_titles, parse_guest, parse_guests
from factbank.jokes import Joke, pack_text
from factbank.looks import with_emblems
from factbank.packs.reader import GUEST_PACKS, Pack, Topic, built_in_names, locate, read_text
from liarsdeck.cli import note
from liarsdeck.english import counted, hint, listed, quoted
from liarsdeck.language import ENGLISH, language, marked, say, say_n
from liarsdeck.system import signals_deferred

PAIRS_LIMIT = 200
LISTED = 5  # jokes that a sentence names


class Wish(msgspec.Struct, frozen=True):
    """The options of a deck of facts.

    ``pairs`` is the number of pairs. If ``seed`` is None, a random seed is taken. ``packs`` are names or files (empty:
    all built-in packs of the language), ``themes`` the themes to draw from (empty: all). ``difficulty`` is easy, normal
    or hard; ``length``, the longest sentence, is any or short. ``locale`` is Faker's, for names of people. ``guests``
    are texts for ``parse_guests``, such as "Bob:he". ``jokes`` are packs, names or files, of which every topic makes a
    pair. ``titles`` is shared, own or none (see ``Facts``), and ``language`` a code, such as de.
    """

    pairs: int = 15
    seed: int | None = None
    packs: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: str = "normal"
    length: str = "any"
    locale: str = "en_US"
    guests: tuple[str, ...] = ()  # "Ann", "Bob:he"
    jokes: tuple[str, ...] = ()  # packs every topic of which comes out
    titles: str = "shared"
    language: str = ENGLISH


class Deal(NamedTuple):
    """The facts of a deck; ``notes`` are sentences for people.

    Call ``stands_at`` with the path of the file or folder that will be written. If the program is killed afterwards,
    the ledger counts the facts as dealt if that path exists.
    """

    facts: Facts
    notes: tuple[str, ...]
    stands_at: Callable[[Path], None] = lambda _place: None


@contextlib.contextmanager
def deal(wish: Wish, ledger: Path | None, own: Sequence[Pair] = (), *, keep: bool = True) -> Iterator[Deal]:
    """Return a context manager that deals the facts of a wish, and yields them as a ``Deal``.

    The module's docstring explains what the end of the block does. ``ledger`` is the file of the household's ledger;
    with None, no ledger is read or written. ``own`` are pairs that people wrote: they become part of the deck, but are
    never entered in the ledger. With ``keep``, the facts are stored in the user's data folder, by their kit code.
    Raises ``FactError`` if a field of the wish is wrong, if the packs can't give enough pairs, or if the ledger can't
    be used.
    """
    if ledger is None:
        dealt, _ = draw(wish, Seen(), own)
        yield dealt
        _keep(dealt.facts, keep)
        return
    book = Ledger(ledger)
    notes: list[str] = []
    drawn: list[tuple[Deal, Dealt]] = []

    def under_lock(seen: Seen) -> Dealt:
        drawn[:] = [draw(wish, seen, own)]
        return drawn[0][1]

    if wish.seed is None:
        wish = replace(wish, seed=new_seed())
    if not book.path.exists():  # a wish that cannot be granted leaves no empty ledger behind
        draw(wish, Seen(), own)
    number: int | None = None
    try:
        with signals_deferred():
            number = reserved = book.mended(lambda book: book.reserve(under_lock), notes.append)
        dealt, used = drawn[0]
        yield Deal(dealt.facts, (*notes, *dealt.notes), partial(book.place, reserved))
        _keep(dealt.facts, keep)
        with signals_deferred():
            book.mended(lambda book: book.confirm(reserved, used), lambda _: None)
            number = None
    except BaseException as error:
        if number is not None:
            with signals_deferred(), contextlib.suppress(FactError):
                book.settle(number, failed=isinstance(error, Exception))
        raise


def _keep(facts: Facts, keep: bool) -> None:
    if keep and (warning := kits.keep_or_say(facts)):
        note(warning)


class Wishes(TypedDict, total=False):
    """The options of a deck (see ``Wish``) but ``pairs``, as keywords of ``facts`` and ``deal_facts``."""

    seed: int | None
    packs: Sequence[str]
    themes: Sequence[str]
    difficulty: str
    length: str
    locale: str
    guests: Sequence[str]
    jokes: Sequence[str]
    titles: str
    language: str


def facts(pairs: int = 15, **wishes: Unpack[Wishes]) -> Facts:
    """Return the facts of a new deck; the same seed, packs and version give the same facts.

    No ledger is read or written, and no copy is kept. ``pairs`` is how many pairs the deck has, each of two cards.
    ``wishes`` are the other fields of ``Wish``: ``packs`` and ``jokes`` are names or files (default: all built-in
    packs, no jokes), ``guests`` the people at the table ("Ann", "Bob:he"). Raises ``FactError`` if a keyword or its
    value is wrong, or if the packs can't give enough pairs.
    """
    return draw(_wish(pairs, wishes), Seen())[0].facts


def deal_facts(
    pairs: int | Wish = 15, ledger: Path | None = None, **wishes: Unpack[Wishes]
) -> contextlib.AbstractContextManager[Deal]:
    """Return a context manager that deals facts, enters them in a ledger, and yields a ``Deal``.

    ``pairs`` is how many pairs the deck has; passing a ``Wish`` instead is deprecated. ``ledger`` is the ledger's file;
    with None, no ledger is used. ``wishes`` are the other fields of ``Wish``, as for ``facts``. Raises ``FactError`` as
    ``deal`` does, and for an unknown keyword.
    """
    if isinstance(pairs, Wish):
        warnings.warn("deal_facts takes pairs and keywords in place of a Wish", DeprecationWarning, stacklevel=2)
        return deal(pairs, ledger)
    return deal(_wish(pairs, wishes), ledger)


def _wish(pairs: int, wishes: Wishes) -> Wish:
    for name in wishes:
        if name not in Wish.__struct_fields__:
            raise FactError(f"there is no keyword “{name}” of facts; {hint(name, Wish.__struct_fields__)}")
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in wishes.items()}
    return Wish(pairs, **fields)  # type: ignore[arg-type]


def new_facts(wish: Wish) -> Deal:
    """Return the facts of a wish, with notes for people, without a ledger.

    Raises ``FactError`` if a field of the wish is wrong, or if the packs can't give enough pairs.
    """
    return draw(wish, Seen())[0]


def new_seed() -> int:
    """Return a random seed from the operating system, short enough to type."""
    return secrets.randbelow(1_000_000_000)


def draw(wish: Wish, seen: Seen, own: Sequence[Pair] = ()) -> tuple[Deal, Dealt]:
    """Return the facts of a wish, newly drawn, and the deck's entry for the ledger, which is not written.

    ``seen`` is the ledger's history. ``own`` are pairs that people wrote, which become part of the deck with new card
    numbers, but are not in the entry. Raises ``FactError`` if a field of the wish is wrong, or if the packs can't give
    enough pairs.
    """
    _check(wish)
    if wish.locale == Wish().locale:
        wish = replace(wish, locale=language(wish.language).locale)
    seed = new_seed() if wish.seed is None else wish.seed
    jokes = [load(name) for name in {locate(name).resolve(): name for name in wish.jokes}.values()]
    packs = [
        load(name) for name in dict.fromkeys(wish.packs or built_in_names(wish.language, guests=bool(wish.guests)))
    ]
    for pack in (*packs, *jokes):
        if pack.language != wish.language:
            told = {"pack": pack.name, "one": pack.language, "other": wish.language}
            raise FactError(say("the pack “{pack}” is in {one}, and the deck in {other}: choose one", **told))
    packs = [pack for pack in packs if pack.name not in {joke.name for joke in jokes}]
    files: dict[str, str] = {}
    for pack in (*packs, *jokes):
        if files.setdefault(pack.name, pack.file) != pack.file:
            raise FactError(f"two packs are called “{pack.name}”: {files[pack.name]} and {pack.file}; rename one")
    topics = [topic for pack in packs for topic in pack.topics]
    themes = sorted({topic.theme for topic in topics})
    for theme in wish.themes:
        if theme not in themes:
            raise FactError(f"no pack here has the theme “{theme}”; there are {', '.join(themes)}")
    topics = [topic for topic in topics if not wish.themes or topic.theme in wish.themes]
    asked, left_out = _jokes(jokes, wish, seen)
    company = Company(parse_guests(wish.guests, wish.language), asked, tuple(map(_filling, own)))
    jokes_and_own = len(asked) + len(own)
    over = jokes_and_own + len(company.guests) - wish.pairs
    if jokes_and_own and over > 0:
        guests = [counted(len(company.guests), "guest")] if company.guests else []
        who = listed([f"{counted(jokes_and_own, 'joke')} of your own", *guests], "and")
        verb = "wants" if over + wish.pairs == 1 else "want"
        more = f"ask for {over + wish.pairs} or more, or leave {over} out"
        raise FactError(f"{who} {verb} a pair each, but the deck has {wish.pairs}: {more}")
    if wish.locale != Wish().locale:  # it isn't left to chance whether a topic is drawn that asks for such names
        for kind in sorted({words.faker for topic in topics for words in topic.slots.values() if words.faker}):
            pool(kind, wish.locale)
    # The seed is spread by its text, so that neighbouring seeds have nothing in common.
    rng = Random(f"liarsdeck {seed}")
    chosen = choose(
        topics,
        wish.pairs,
        wish.difficulty,
        rng,
        seen=seen,
        nouns=lexicon(packs) if wish.difficulty != "hard" else frozenset(),
        locale=wish.locale,
        length=wish.length,
        company=company,
    )
    pairs = with_emblems(in_order(number(chosen, rng, wish.titles), [guest.name for guest in company.guests]))
    marks = [PackMark(pack.name, pack.sha256) for pack in {pack.file: pack for pack in (*jokes, *packs)}.values()]
    made = factfile.make(pairs, seed, wish.locale, marks, wish.titles, wish.language)
    keys = {pair.key for pair in own}
    of_bank = [filling for filling in chosen.fillings if not filling.topic.own]
    subjects = {filling.key: filling.subjects for filling in of_bank}
    entered = tuple((key, subjects.get(key, ())) for key in (one.key for one in chosen.fillings) if key not in keys)
    pictures = {stem for filling in of_bank if not filling.topic.brought for stem in filling.pictures}
    used = Dealt(made.kit, entered, tuple(sorted(pictures)))
    notes = list(left_out)
    if known := [guest.known for guest in company.guests if guest.known]:
        notes.append(f"facts may say that {listed(known, 'and')}")
    served = {filling.guest for filling in chosen.fillings if filling.topic.brought}
    if lost := [f"“{one.unread}” ({one.name})" for one in company.guests if one.unread and one.name not in served]:
        notes.append(f"no fact can say {listed(lost)}: try sails, a baker or a cat called Tiger")
    if len(company.guests) == 1 and " " in (only := company.guests[0].name):  # or were two friends meant?
        notes.append(f"one guest, {only}; commas part guests")
    notes += _repeats(chosen, wish.pairs)
    return Deal(made, tuple(notes)), used


def unsayable(guests: Iterable[str], language: str) -> list[Guest]:
    """Return the guests of whom something was said that no sentence can say and that suits no built-in topic.

    ``guests`` are texts for ``parse_guest``, and ``Guest.unread`` is what was said. A text that it refuses is left out.
    """
    found = []
    for text in guests:
        with contextlib.suppress(FactError):
            guest = parse_guest(text, language)
            if guest.unread and _brought(language).isdisjoint(said_of(guest)):
                found.append(guest)
    return found


@cache
def _brought(language: str) -> frozenset[str]:
    """Return the words that choose a topic of the built-in packs of a language (``Topic.brought``)."""
    packs = map(load, GUEST_PACKS.intersection(built_in_names(language)))
    return frozenset(word for pack in packs for topic in pack.topics for word in topic.brought)


def _repeats(chosen: Chosen, pairs: int) -> Iterator[str]:
    """Yield notes for people if more than a third of a deck's pairs repeat something.

    One note is on pairs that may be familiar from recent decks, one on pairs that are too like others of the deck.
    ``pairs`` is the number of pairs in the deck.
    """
    familiar = max(chosen.relaxed[goal] for goal in FAMILIAR)
    if 3 * familiar > pairs:
        such = f", such as {listed(chosen.repeated[:3], 'and')}" if chosen.repeated else ""
        fresh = "more packs and themes, or fewer guests, make a fresher deck"
        yield f"{familiar} of {pairs} pairs may feel familiar from your last decks{such}: {fresh}"
    alike = {goal: chosen.relaxed[goal] for goal in GOALS if goal not in FAMILIAR and 3 * chosen.relaxed[goal] > pairs}
    if alike:
        said = "; ".join(GOALS[goal].format(many) for goal, many in alike.items())
        yield f"this deck is less varied than most, and more packs and themes would vary it: {said}"


def in_order(pairs: Sequence[Pair], guests: Sequence[str]) -> list[Pair]:
    """Return the pairs with those about guests in the order of ``guests``; others keep their places.

    The pairs about guests share the places that such pairs had. Pairs about a guest who is not in ``guests`` come last
    among them.
    """
    rank = {guest: at for at, guest in enumerate(guests)}
    about = iter(sorted((pair for pair in pairs if pair.guest), key=lambda pair: rank.get(pair.guest, len(rank))))
    return [next(about) if pair.guest else pair for pair in pairs]


def _filling(pair: Pair) -> Filling:
    """Return a pair that people wrote as a ``Filling``, as if it had been drawn from a topic.

    The topic is made for this pair alone, and the stems of the words in its sentences are its pictures.
    """
    first, second = (card.text for card in pair.cards)
    pack, _, name = pair.key.rpartition("/")
    topic = Topic(
        pack, name, 0, pair.theme, "mirror", pair.key, "", pair.title, {}, (), (first, second), None,
        register=pair.register,
    )  # fmt: skip
    pictures = frozenset(content_stems(f"{first} {second}"))
    by = tuple(card.by for card in pair.cards)
    return Filling(
        topic, pair.title, first, second, pair.key, (), (0, 1), (), pictures, pair.guest, parts=pair.pieces, by=by
    )


def number(chosen: Chosen, rng: Random, titles: str = "shared") -> list[Pair]:
    """Return the chosen pairs as ``Pair`` objects, with the card numbers from 1 on in random order.

    ``titles`` is shared, own or none. In English each card also gets a title of its own. Raises ``FactError`` if
    ``titles`` is own and the language is not English.
    """
    numbers = list(range(1, 2 * len(chosen.fillings) + 1))
    rng.shuffle(numbers)
    pairs = []
    taken: set[str] = set()
    shown: set[str] = set()
    for index, filling in enumerate(chosen.fillings):
        topic = filling.topic
        language = topic.language
        if language != ENGLISH and titles == "own":
            raise FactError(f"titles of each card’s own are for English facts: in {language} choose shared or none")
        own = own_titles(filling.first, filling.second, taken, rng) if language == ENGLISH else ("", "")
        said = marked(filling.first, language), marked(filling.second, language)
        cards = (
            Card(numbers[2 * index], said[0], title=own[0], by=filling.by[0]),
            Card(numbers[2 * index + 1], said[1], title=own[1], by=filling.by[1]),
        )
        ties = (filling.guest,) if any(sign in filling.guest for sign in " -") else ()
        emblem = next((name for name in topic.emblems if name not in shown), topic.emblem)
        shown.add(emblem)
        pairs.append(
            Pair(
                marked(filling.title, language),
                cards,
                filling.key,
                topic.theme,
                register=topic.register,
                guest=filling.guest,
                ties=ties,
                pieces=filling.parts and filling.parts.changed(partial(marked, code=language)),
                emblem=emblem,
                thing=topic.thing,
                language=language,
            )
        )
    return pairs


def _check(wish: Wish) -> None:
    """Raise ``FactError`` if a field of a wish has a wrong type or an impossible value."""
    try:
        msgspec.convert(msgspec.structs.asdict(wish), Wish)
    except msgspec.ValidationError as error:
        field = str(error).partition("$.")[2].partition("[")[0].rstrip("`")
        kind = "a whole number" if field in {"pairs", "seed"} else "text"
        kind = "a list of texts" if field in {"packs", "themes", "guests", "jokes"} else kind
        raise FactError(f"{field} should be {kind}, not {quoted(getattr(wish, field))}") from None
    if not 1 <= wish.pairs <= PAIRS_LIMIT:
        raise FactError(f"a deck has 1 to {PAIRS_LIMIT} pairs, not {wish.pairs}")
    for what, value, known in (
        ("is no difficulty", wish.difficulty, TWINS),
        ("are no titles", wish.titles, factfile.TITLES),
        ("is no length", wish.length, LENGTHS),
    ):
        if value not in known:
            raise FactError(f"there {what} “{value}”: choose {', '.join(known)}")
    language(wish.language)
    if wish.locale != Wish().locale:
        check_locale(wish.locale)  # even if no topic that is drawn asks for names


def _jokes(packs: Sequence[Pack], wish: Wish, seen: Seen) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Return the jokes of ``packs`` that were not dealt before, and a note on those that were, if any.

    Raises ``FactError`` if all were dealt before, or if a joke has a sentence that is longer than ``wish.length``
    allows. ``seen`` is the ledger's history.
    """
    left = []
    dealt = []
    most = LENGTHS[wish.length]
    for topic in (topic for pack in packs for topic in pack.topics):
        filler, rng = Filler(topic, wish.locale), Random(topic.name)
        tries = [filler.draw(rng) for _ in range(1 if topic.single else TRIES)]
        drawn = [filling for filling in tries if filling]
        longest = min((max(filling.first, filling.second, key=len) for filling in drawn), key=len, default="")
        if len(longest) > most:
            what = f"the joke “{longest}” has {len(longest)} characters, and length {wish.length} takes {most}"
            raise FactError(f"{what}: ask for length any, or make it shorter")
        if drawn and all(seen.key(filling.key) for filling in drawn):
            dealt.append(f"“{drawn[0].title}”")
        else:
            left.append(topic)
    if not dealt:
        return tuple(left), ()
    if not left:
        what = f"{counted(len(dealt), 'joke')} of your own {'was' if len(dealt) == 1 else 'were all'} dealt before"
        raise FactError(f"{what}: print the facts of that deck, or draw without a ledger to have them again")
    verbs, them = (("was", "stays"), "it comes") if len(dealt) == 1 else (("were", "stay"), "they come")
    if more := dealt[LISTED:]:
        dealt = [*dealt[:LISTED], f"{len(more)} more"]
    what = f"of your jokes {listed(dealt, 'and')} {verbs[0]} dealt before and {verbs[1]} out"
    return tuple(left), (f"{what}; without a ledger {them} again",)


# -------------------------------------------------------------------------------------------- a deck in the making

_DRAWS, _FRESH = 20, 4  # in all, and those before a pair that was on show may come again


class Drafted(msgspec.Struct, frozen=True):
    """A pair of a deck that is being edited.

    ``subjects`` are what the pair is about, for the ledger (the record of dealt pairs). ``seen`` is true if its text
    was shown to the person who edits the deck. A ``pinned`` pair stays when others are drawn anew.
    """

    pair: Pair
    subjects: tuple[str, ...] = ()
    seen: bool = False
    pinned: bool = False

    @property
    def texts(self) -> list[str]:
        """The casefolded title, sentences and key; no two pairs of a deck may have one of them in common."""
        key = [f"key {self.pair.key}"] if self.pair.key else []
        return [text.casefold().strip() for text in (self.pair.title, *(card.text for card in self.pair.cards), *key)]


class Draft(msgspec.Struct, frozen=True):
    """A deck that is being edited.

    ``pairs`` are its pairs. ``pictures`` are the stems of the words in their slots, for the ledger. ``packs`` names the
    packs that the pairs were drawn from.
    """

    pairs: tuple[Drafted, ...] = ()
    pictures: tuple[str, ...] = ()
    packs: tuple[PackMark, ...] = ()

    def facts(self, titles: str = "shared", guests: Sequence[str] = ()) -> Facts:
        """Return the deck as facts, with pairs about guests sorted in the order of ``guests``.

        With ``titles`` shared, both cards of a pair bear one title; with own, each card has its own; with none, no card
        has a title. Raises ``FactError`` if the deck makes no valid facts, such as if a text is empty or used twice.
        """
        pairs = in_order([drafted.pair for drafted in self.pairs], guests)
        code = pairs[0].language if pairs else ENGLISH
        return factfile.make(pairs, locale=language(code).locale, packs=self.packs, titles=titles, language=code)


def drawn(wish: Wish, ledger: Path, old: Draft | None = None, keep: Sequence[int] = ()) -> Draft:
    """Return a deck with the pairs of ``old`` at the indices ``keep``, and newly drawn ones.

    It has ``wish.pairs`` pairs. No pair is drawn that the file ``ledger`` has, but nothing is entered there. A new pair
    takes the index and the card numbers of the pair that it replaces; if the number of pairs changes, all cards get new
    numbers. Guests get as many pairs as in a deck that is drawn at once. If ``old`` is None, all pairs are new. Raises
    ``FactError`` as ``deal`` does, and if too few pairs are left that go with the kept ones.
    """
    before = list(old.pairs) if old else []
    stays: list[Drafted | None] = [drafted if at in set(keep) else None for at, drafted in enumerate(before)]
    gone = [drafted for drafted, stay in zip(before, stays, strict=True) if stay is None]
    while len(stays) > wish.pairs and None in stays:
        stays.remove(None)
    stays = [*stays[: wish.pairs], *[None] * (wish.pairs - len(stays))]
    kept = [drafted for drafted in stays if drafted]
    taken = {text for drafted in kept for text in drafted.texts}  # no title, sentence or key comes twice
    shown = {text for drafted in gone for text in drafted.texts}  # nor again, while there are others
    about = {subject for drafted in kept for subject in drafted.subjects}
    rng = Random(new_seed() if wish.seed is None else wish.seed)
    fresh_pairs: list[Drafted] = []
    packs, pictures = (old.packs, set(old.pictures)) if old else ((), set[str]())
    open_places = [at for at, drafted in enumerate(stays) if drafted is None]
    lacking: Counter[str] | None = None  # for each guest, how many pairs about them are still to come
    for attempt in range(_DRAWS):
        barred = taken | shown if attempt < _FRESH else taken
        dealt, uses = _drawn_without_entry(replace(wish, seed=rng.randrange(10**9)), ledger)
        subjects, packs = dict(uses.pairs), dealt.packs
        if lacking is None:
            lacking = Counter(pair.guest for pair in dealt.pairs if pair.guest)
            lacking -= Counter(drafted.pair.guest for drafted in kept)
        for pair in sorted(dealt.pairs, key=lambda pair: not pair.guest):
            left = len(open_places) - len(fresh_pairs)
            wanted = lacking[pair.guest] if pair.guest else left - lacking.total()
            new = Drafted(pair, subjects.get(pair.key, ()))
            if left and wanted > 0 and barred.isdisjoint(new.texts) and about.isdisjoint(new.subjects):
                fresh_pairs.append(new)
                taken.update(new.texts)
                barred.update(new.texts)
                about.update(new.subjects)
                lacking[pair.guest] -= bool(pair.guest)
        pictures |= set(uses.pictures)
        if len(fresh_pairs) == len(open_places):
            break
    else:
        raise FactError(
            say("no other pair is left that goes with the rest: unpin some, and let all others be drawn anew")
        )
    rng.shuffle(fresh_pairs)  # a place tells nobody whose pair it is
    for at, new in zip(open_places, fresh_pairs, strict=True):
        numbers = [card.number for card in before[at].pair.cards] if len(before) == wish.pairs else []
        stays[at] = _numbered(new, rng.sample(numbers, 2)) if numbers else new
    whole = [drafted for drafted in stays if drafted]
    if len(before) != wish.pairs:
        numbers = rng.sample(range(1, 2 * len(whole) + 1), 2 * len(whole))
        whole = [_numbered(drafted, numbers[2 * at : 2 * at + 2]) for at, drafted in enumerate(whole)]
    pairs = with_emblems([drafted.pair for drafted in whole])
    whole = [replace(drafted, pair=pair) for drafted, pair in zip(whole, pairs, strict=True)]
    return Draft(tuple(whole), tuple(sorted(pictures)), packs)


def edited(draft: Draft, at: int, title: str, first: str, second: str) -> Draft:
    """Return the deck with the pair at index ``at`` pinned, and with a new title and sentences for it.

    A pinned pair stays when others are drawn anew. ``first`` and ``second`` are the sentences of its two cards. Raises
    ``FactError`` as ``Draft.facts`` does, such as for an empty text.
    """
    old = draft.pairs[at]
    texts = (first.strip(), second.strip())
    same = tuple(card.text for card in old.pair.cards) == texts
    cards = tuple(replace(card, text=text) for card, text in zip(old.pair.cards, texts, strict=True))
    pair = replace(old.pair, title=title.strip(), cards=(cards[0], cards[1]))
    if not same:  # made by a person: nothing of the pack's pair is used up
        ties = tuple(tie for tie in pair.ties if tie in first + second)
        pair = replace(pair, key="", ties=ties, pieces=None, emblem="", thing="")
    made = replace(old, pair=pair, subjects=old.subjects if same else (), seen=True, pinned=True)
    changed = replace(draft, pairs=(*draft.pairs[:at], made, *draft.pairs[at + 1 :]))
    changed.facts()
    return changed


TABLE = "our-table"
"""The name of the pack that jokes of an edited deck belong to."""


def joked(draft: Draft, jokes: Sequence[Joke], guests: Sequence[str] = (), language: str = ENGLISH) -> Draft:
    """Return the deck with the jokes as pinned pairs, in place of pairs that are not pinned.

    A pinned pair stays when others are drawn anew. A joke that names one of ``guests`` becomes a pair about this guest,
    and replaces another pair about the guest if there is one. ``language`` is the code of the jokes' language. Raises
    ``FactError`` if there are more jokes than unpinned pairs, or if a joke does not fit on a card.
    """
    free = [at for at, one in enumerate(draft.pairs) if not one.pinned]
    if len(jokes) > len(free):
        came, fits = (
            say_n("{n} joke", "{n} jokes", len(jokes)),
            say_n("{n} pair is free", "{n} pairs are free", len(free)),
        )
        raise FactError(say("{jokes} came, and {free}: take some out, or let more play", jokes=came, free=fits))
    if not jokes:
        return draft
    pack, _ = read_text(pack_text(jokes, language=language), Path(f"{TABLE}.toml"))
    rng, fillings = Random(new_seed()), list[Filling]()
    for topic, joke in zip(pack.topics, jokes, strict=True):
        filling = Filler(topic).draw(rng)
        if filling is None:
            raise FactError(say("the joke “{joke}” does not fit a card: make it shorter", joke=joke.first))
        fillings.append(filling._replace(guest=_named(joke, guests)))
    return _placed(draft, fillings, rng, seen=True)


def with_written(draft: Draft, pairs: Sequence[Pair]) -> Draft:
    """Return the deck with the pairs that guests wrote, in place of pairs that are not pinned.

    The new pairs are pinned, so they stay when others are drawn anew, and unseen by the person who edits the deck.
    There must be at least as many unpinned pairs as new ones.
    """
    return _placed(draft, [_filling(pair) for pair in pairs], Random(new_seed()), seen=False)


def without_written(draft: Draft, guest: str) -> Draft:
    """Return the deck with the pairs that guests wrote about ``guest`` unpinned, so that a new draw replaces them."""
    return replace(
        draft,
        pairs=tuple(
            replace(one, pinned=one.pinned and not (_is_written(one) and one.pair.guest == guest))
            for one in draft.pairs
        ),
    )


def _placed(draft: Draft, fillings: Sequence[Filling], rng: Random, *, seen: bool) -> Draft:
    """Return the deck with ``fillings`` as pinned pairs, in place of pairs that are not pinned.

    A pair about a guest replaces another pair about this guest if there is one, else a pair about nobody, else any.
    ``seen`` says whether the person who edits the deck has seen the new texts. Raises ``FactError`` as ``Draft.facts``
    does.
    """
    pairs = list(draft.pairs)
    free, places = [at for at, one in enumerate(pairs) if not one.pinned], list[int]()
    for filling in fillings:
        about = ("", filling.guest)
        places.append(min(free, key=lambda at: (pairs[at].pair.guest not in about, not pairs[at].pair.guest)))
        free.remove(places[-1])
    taken = {one.pair.title.casefold() for at, one in enumerate(pairs) if at not in places}
    for at, filling in zip(places, fillings, strict=True):
        title = numbered(filling.title, taken)
        taken.add(title.casefold())
        (pair,) = number(Chosen((filling._replace(title=title),), Counter(), ()), rng)
        numbers = rng.sample([card.number for card in pairs[at].pair.cards], 2)
        pairs[at] = _numbered(Drafted(pair, tuple(filling.subjects), seen=seen, pinned=True), numbers)
    dressed = zip(pairs, with_emblems([one.pair for one in pairs]), strict=True)
    made = replace(draft, pairs=tuple(replace(one, pair=pair) for one, pair in dressed))
    made.facts()
    return made


def _named(joke: Joke, guests: Sequence[str]) -> str:
    """Return the guest whose name comes first in a joke, or "" if it names none of ``guests``."""
    found = (re.search(rf"\b{re.escape(name)}\b", " ".join(joke)) for name in guests)
    places = [(match.start(), -len(name), name) for name, match in zip(guests, found, strict=True) if match]
    return min(places)[2] if places else ""


def without_jokes(draft: Draft) -> Draft:
    """Return the deck with its jokes unpinned, so that ``joked`` may replace them."""
    pairs = (replace(one, pinned=one.pinned and not _is_joke(one)) for one in draft.pairs)
    return replace(draft, pairs=tuple(pairs))


def _is_joke(drafted: Drafted) -> bool:
    return drafted.pair.key.startswith(f"{TABLE}/")


def _is_written(drafted: Drafted) -> bool:
    return any(card.by for card in drafted.pair.cards)


def entered(draft: Draft, facts: Facts, ledger: Path) -> None:
    """Store ``facts`` in the user's data folder by kit code, and enter the deck ``draft`` in the ledger.

    ``facts`` must be the facts of ``draft``; ``ledger`` is the ledger's file. Pairs that guests wrote are not entered.
    Raises ``FactError`` if the ledger can't be used, and ``FactError`` or ``OSError`` if the facts can't be written.
    """
    of_packs = [one for one in draft.pairs if one.pair.key and not _is_written(one)]
    used = tuple((one.pair.key, () if _is_joke(one) else one.subjects) for one in of_packs)
    dealt = Dealt(facts.kit, used, draft.pictures)
    kits.keep(facts)
    Ledger(ledger).mended(lambda book: book.confirm(book.reserve(lambda _: dealt), dealt), lambda _: None)


def _drawn_without_entry(wish: Wish, ledger: Path) -> tuple[Facts, Dealt]:
    """Return the facts of a wish that repeat nothing in the ledger, and the entry, which is not made.

    ``ledger`` is the ledger's file. Raises ``FactError`` as ``deal`` does.
    """
    book = Ledger(ledger)
    if not book.path.exists():
        made, used = draw(wish, Seen())
        return made.facts, used
    drawn: list[tuple[Facts, Dealt]] = []

    def under_lock(seen: Seen) -> Dealt:
        made, used = draw(wish, seen)
        drawn.append((made.facts, used))
        return used

    number = book.mended(lambda book: book.reserve(under_lock), lambda _: None)
    book.settle(number, failed=True)
    return drawn[-1]


def _numbered(drafted: Drafted, numbers: Sequence[int]) -> Drafted:
    first, second = (replace(card, number=at) for card, at in zip(drafted.pair.cards, numbers, strict=True))
    return replace(drafted, pair=replace(drafted.pair, cards=(first, second)))
