"""Deal the facts of one game night: packs, choice, ledger and card numbers together.

::

    with deal(Wish(pairs=15), ledger=ledger_path()) as dealt:
        dealt.stands_at(path)
        facts.write(dealt.facts, path)

What was drawn is reserved in the ledger inside the block, kept by its kit code and entered for good when the block
ends, and given back when it raises, unless what was made of it stands.
"""

import contextlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from factbank import facts as factfile
from factbank import fill, kits
from factbank.check import load
from factbank.deal.choose import GOALS, TRIES, TWINS, Chosen, Company, choose, lexicon
from factbank.deal.ledger import Dealt, Ledger, Seen
from factbank.english.names import check_locale, pool
from factbank.errors import FactError
from factbank.facts import Card, Facts, PackMark, Pair
from factbank.fill import LENGTHS, Filler, own_titles, parse_guests
from factbank.packs.reader import Pack, Topic, built_in_names, locate
from liarsdeck.cli import note
from liarsdeck.english import counted, listed
from liarsdeck.system import signals_deferred

PAIRS_LIMIT = 200
LISTED = 5  # jokes that a sentence names


class Wish(msgspec.Struct, frozen=True):
    """What the facts should be like. Without a seed one is drawn; without packs, all built-in ones are used."""

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


def _nowhere(_place: Path) -> None:
    return


class Deal(NamedTuple):
    """The facts, and what should be said about them: one sentence each.

    ``stands_at`` notes in the ledger where a file or a kit's folder of them is about to stand: even a program that is
    killed behind that deals them to nobody else.
    """

    facts: Facts
    notes: tuple[str, ...]
    stands_at: Callable[[Path], None] = _nowhere


@contextlib.contextmanager
def deal(wish: Wish, ledger: Path | None) -> Iterator[Deal]:
    """Deal facts for as long as the block runs; see the head of this module.

    ``ledger`` is the file of the household's ledger, None for none. Raises ``FactError``.
    """
    if ledger is None:
        dealt, _ = draw(wish, Seen())
        yield dealt
        _keep(dealt.facts)
        return
    book = Ledger(ledger)
    notes: list[str] = []
    drawn: list[tuple[Deal, Dealt]] = []

    def reserve(book: Ledger) -> int:
        def under_lock(seen: Seen) -> Dealt:
            drawn[:] = [draw(wish, seen)]
            return drawn[0][1]

        return book.reserve(under_lock)

    if wish.seed is None:
        wish = msgspec.structs.replace(wish, seed=new_seed())
    if not book.path.exists():  # a wish that cannot be granted leaves no empty ledger behind
        draw(wish, Seen())
    number: int | None = None
    try:
        with signals_deferred():
            number = reserved = book.mended(reserve, notes.append)
        dealt, used = drawn[0]
        yield Deal(dealt.facts, (*notes, *dealt.notes), partial(book.place, reserved))
        _keep(dealt.facts)
        with signals_deferred():
            book.mended(lambda book: book.confirm(reserved, used), lambda _: None)
            number = None
    except BaseException as error:
        if number is not None:
            with signals_deferred(), contextlib.suppress(FactError):
                book.settle(number, failed=isinstance(error, Exception))
        raise


def _keep(facts: Facts) -> None:
    if said := kits.keep_or_say(facts):
        note(said)


def new_facts(wish: Wish) -> Deal:
    """Return facts without looking at any ledger, and without keeping them. Raises ``FactError``."""
    return draw(wish, Seen())[0]


def new_seed() -> int:
    """Return a seed for a real game: short enough to be typed, from the system's own chance."""
    return secrets.randbelow(1_000_000_000)


def draw(wish: Wish, seen: Seen) -> tuple[Deal, Dealt]:
    """Draw the facts of a wish, given what was seen; return them, and what they use up. Raises ``FactError``."""
    _refuse(wish)
    seed = new_seed() if wish.seed is None else wish.seed
    jokes = [load(name) for name in {locate(name).resolve(): name for name in wish.jokes}.values()]
    packs = [load(name) for name in dict.fromkeys(wish.packs or built_in_names())]
    packs = [pack for pack in packs if pack.name not in {joke.name for joke in jokes}]
    _one_of_a_name([*packs, *(joke for joke in jokes if joke not in packs)])
    fill.load_forms([*packs, *jokes])
    topics = _narrowed(packs, wish.themes)
    asked, left_out = _jokes(jokes, wish, seen)
    company = Company(parse_guests(wish.guests), asked)
    _room(company, wish.pairs)
    if wish.locale != Wish().locale:
        _check_names(topics, wish.locale)
    known = lexicon(packs) if wish.difficulty != "hard" else frozenset()
    # The seed is spread by its text, so that neighbouring seeds have nothing in common.
    rng = Random(f"liarsdeck {seed}")
    chosen = choose(
        topics,
        wish.pairs,
        wish.difficulty,
        rng,
        seen=seen,
        nouns=known,
        locale=wish.locale,
        length=wish.length,
        company=company,
    )
    pairs = by_guest(number(chosen, rng), company)
    marks = [PackMark(pack.name, pack.sha256) for pack in {pack.file: pack for pack in (*jokes, *packs)}.values()]
    made = factfile.make(pairs, seed, wish.locale, marks, wish.titles)
    pictures = sorted({stem for filling in chosen.fillings for stem in filling.pictures})
    used = Dealt(made.kit, tuple((filling.key, filling.subjects) for filling in chosen.fillings), tuple(pictures))
    return Deal(made, (*left_out, *notes_of(chosen))), used


def by_guest(pairs: list[Pair], company: Company) -> list[Pair]:
    """Return the pairs with those about guests in the order in which the guests were named: so all lists name them."""
    rank = {guest.name: at for at, guest in enumerate(company.guests)}
    about = iter(sorted((pair for pair in pairs if pair.guest), key=lambda pair: rank[pair.guest]))
    return [next(about) if pair.guest else pair for pair in pairs]


def number(chosen: Chosen, rng: Random) -> list[Pair]:
    """Give the cards of a deck their numbers, shuffled over all cards: a number tells neither pair nor half."""
    numbers = list(range(1, 2 * len(chosen.fillings) + 1))
    rng.shuffle(numbers)
    pairs = []
    taken: set[str] = set()
    for index, filling in enumerate(chosen.fillings):
        own = own_titles(filling.first, filling.second, taken, rng)
        cards = (
            Card(numbers[2 * index], filling.first, title=own[0]),
            Card(numbers[2 * index + 1], filling.second, title=own[1]),
        )
        ties = (filling.guest,) if any(sign in filling.guest for sign in " -") else ()
        topic = filling.topic
        said = Pair(filling.title, cards, filling.key, topic.theme, register=topic.register)
        pairs.append(msgspec.structs.replace(said, guest=filling.guest, ties=ties))
    return pairs


def notes_of(chosen: Chosen) -> tuple[str, ...]:
    """Return what a person should know about a choice: goals that gave in, and subjects that came again."""
    notes = []
    relaxed = [said.format(chosen.relaxed[goal]) for goal, said in GOALS.items() if chosen.relaxed[goal]]
    if relaxed:
        notes.append(f"the packs leave no other way, so this deck is less varied: {'; '.join(relaxed)}")
    if chosen.repeated:
        notes.append(f"seen within the last ten decks, and here again: {', '.join(chosen.repeated)}")
    return tuple(notes)


def _refuse(wish: Wish) -> None:
    if not 1 <= wish.pairs <= PAIRS_LIMIT:
        raise FactError(f"a deck has 1 to {PAIRS_LIMIT} pairs, not {wish.pairs}")
    if wish.difficulty not in TWINS:
        raise FactError(f"there is no difficulty “{wish.difficulty}”: choose {', '.join(TWINS)}")
    if wish.titles not in factfile.TITLES:
        raise FactError(f"there are no titles “{wish.titles}”: choose {', '.join(factfile.TITLES)}")
    if wish.length not in LENGTHS:
        raise FactError(f"there is no length “{wish.length}”: choose {', '.join(LENGTHS)}")
    if wish.locale != Wish().locale:
        check_locale(wish.locale)  # even if no topic that is drawn asks for names


def _check_names(topics: Sequence[Topic], locale: str) -> None:
    """Refuse a locale that lacks names which any of the topics asks for: it isn't left to chance which are drawn."""
    for kind in sorted({words.faker for topic in topics for words in topic.slots.values() if words.faker}):
        pool(kind, locale)


def _jokes(packs: Sequence[Pack], wish: Wish, seen: Seen) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Return the jokes that can still come out, and what should be said of those that were dealt before.

    Raises ``FactError`` for one whose sentences are longer than the wish allows.
    """
    found = []
    dealt = []
    most = LENGTHS[wish.length]
    for topic in (topic for pack in packs for topic in pack.topics):
        filler, rng = Filler(topic, wish.locale), Random(topic.name)
        tries = [filler.draw(rng) for _ in range(1 if topic.single else TRIES)]
        drawn = [filling for filling in tries if filling]
        longest = min((max(filling.first, filling.second, key=len) for filling in drawn), key=len, default="")
        if len(longest) > most:
            what = f"the joke “{longest}” has {len(longest)} characters, and --length {wish.length} takes {most}"
            raise FactError(f"{what}: leave --length {wish.length} out, or make it shorter")
        if drawn and all(seen.key(filling.key) for filling in drawn):
            dealt.append(f"“{drawn[0].title}”")
        else:
            found.append(topic)
    if not dealt:
        return tuple(found), ()
    verbs, them = (("was", "stays"), "it") if len(dealt) == 1 else (("were", "stay"), "them")
    if more := dealt[LISTED:]:
        dealt = [*dealt[:LISTED], f"{len(more)} more"]
    what = f"of your jokes {listed(dealt, 'and')} {verbs[0]} dealt before and {verbs[1]} out"
    return tuple(found), (f"{what}; --no-ledger lets {them} in again",)


def _room(company: Company, pairs: int) -> None:
    """Refuse more jokes, or jokes and guests, than a deck has pairs for; each guest wants one."""
    jokes, guests = len(company.jokes), len(company.guests)
    over = jokes + guests - pairs
    if not jokes or over <= 0:
        return
    said = [f"{counted(jokes, 'joke')} of your own", *([counted(guests, "guest")] if guests else [])]
    verb = "wants" if jokes + guests == 1 else "want"
    more = f"ask for {jokes + guests} or more (by a larger --each, say), or leave {over} out"
    raise FactError(f"{listed(said, 'and')} {verb} a pair each, but the deck has {pairs}: {more}")


def _one_of_a_name(packs: Sequence[Pack]) -> None:
    files: dict[str, str] = {}
    for pack in packs:
        if files.setdefault(pack.name, pack.file) != pack.file:
            raise FactError(f"two packs are called “{pack.name}”: {files[pack.name]} and {pack.file}; rename one")


def _narrowed(packs: Sequence[Pack], themes: Sequence[str]) -> list[Topic]:
    """Return the topics of some packs, of some themes only if any are named."""
    topics = [topic for pack in packs for topic in pack.topics]
    known = sorted({topic.theme for topic in topics})
    for theme in themes:
        if theme not in known:
            raise FactError(f"no pack here has the theme “{theme}”; there are {', '.join(known)}")
    return [topic for topic in topics if not themes or topic.theme in themes]


_DRAWS = 6


class Drafted(msgspec.Struct, frozen=True):
    """One pair of a deck in the making: what it is about, whether its maker has looked at it, whether it stays."""

    pair: Pair
    subjects: tuple[str, ...] = ()
    seen: bool = False
    pinned: bool = False


class Draft(msgspec.Struct, frozen=True):
    """A deck in the making. ``pictures`` are the stems of its pictures, ``packs`` what it was drawn from."""

    pairs: tuple[Drafted, ...] = ()
    pictures: tuple[str, ...] = ()
    packs: tuple[PackMark, ...] = ()

    def facts(self, titles: str = "shared") -> Facts:
        """Return its facts, checked as any fact file is. Raises ``FactError``."""
        return factfile.make((one.pair for one in self.pairs), packs=self.packs, titles=titles)


def drawn(wish: "Wish", ledger: Path, old: Draft | None = None, keep: Sequence[int] = ()) -> Draft:
    """Return a deck of ``wish.pairs`` pairs: those of ``old`` at the places ``keep``, and new ones.

    A new pair takes the place and the numbers of one that goes, and is about the same guest where there is another such
    pair. Where there are more or fewer pairs than before, all cards are numbered anew. Raises ``FactError``.
    """

    before = list(old.pairs) if old else []
    stays: list[Drafted | None] = [one if at in set(keep) else None for at, one in enumerate(before)]
    gone = [one.pair for one, stay in zip(before, stays, strict=True) if stay is None]
    while len(stays) > wish.pairs and None in stays:
        stays.remove(None)
    stays = [*stays[: wish.pairs], *[None] * (wish.pairs - len(stays))]
    fitting = _Fitting([one for one in stays if one], gone)
    rng = Random(new_seed() if wish.seed is None else wish.seed)
    found: list[Drafted] = []
    packs, pictures = (old.packs, set(old.pictures)) if old else ((), set[str]())
    open_places = [at for at, one in enumerate(stays) if one is None]
    guests = [gone[nth].guest if nth < len(gone) else "" for nth in range(len(open_places))] if old else []
    for _ in range(_DRAWS):
        dealt, uses = _looked_at(replace(wish, seed=rng.randrange(10**9)), ledger)
        subjects, packs = dict(uses.pairs), dealt.packs
        fresh = [Drafted(pair, subjects.get(pair.key, ())) for pair in dealt.pairs]
        for one in _by_guest(fresh, guests[len(found) :]):
            if len(found) < len(open_places) and fitting.takes(one):
                found.append(one)
        pictures |= set(uses.pictures)
        if len(found) == len(open_places):
            break
    else:
        raise FactError("no other pair is left that goes with the rest: unpin some, and let all others be drawn anew")
    for at, one in zip(open_places, found, strict=True):
        numbers = [card.number for card in before[at].pair.cards] if len(before) == wish.pairs else []
        stays[at] = _numbered(one, rng.sample(numbers, 2)) if numbers else one
    whole = [one for one in stays if one]
    if len(before) != wish.pairs:
        numbers = rng.sample(range(1, 2 * len(whole) + 1), 2 * len(whole))
        whole = [_numbered(one, numbers[2 * at : 2 * at + 2]) for at, one in enumerate(whole)]
    return Draft(tuple(whole), tuple(sorted(pictures)), packs)


def edited(draft: Draft, at: int, title: str, first: str, second: str) -> Draft:
    """Return the deck with other words on the pair at a place. Raises ``FactError`` as a fact file does."""
    old = draft.pairs[at]
    texts = (first.strip(), second.strip())
    same = tuple(card.text for card in old.pair.cards) == texts
    cards = tuple(replace(card, text=text) for card, text in zip(old.pair.cards, texts, strict=True))
    pair = replace(old.pair, title=title.strip(), cards=(cards[0], cards[1]))
    if not same:  # made by a person: nothing of the pack's pair is used up
        pair = replace(pair, key="", ties=tuple(tie for tie in pair.ties if tie in first + second))
    made = replace(old, pair=pair, subjects=old.subjects if same else (), seen=True, pinned=True)
    changed = replace(draft, pairs=(*draft.pairs[:at], made, *draft.pairs[at + 1 :]))
    changed.facts()
    return changed


def entered(draft: Draft, facts: Facts, ledger: Path) -> None:
    """Keep the facts by their code, and enter what they use up: they are printed now. Raises ``FactError``, OSError."""
    used = tuple((one.pair.key, one.subjects) for one in draft.pairs if one.pair.key)
    dealt = Dealt(facts.kit, used, draft.pictures)
    kits.keep(facts)
    Ledger(ledger).mended(lambda book: book.confirm(book.reserve(lambda _: dealt), dealt), _nothing)


def _looked_at(wish: "Wish", ledger: Path) -> tuple[Facts, Dealt]:
    """Draw with regard to the ledger, and leave it as it was."""

    book = Ledger(ledger)
    if not book.path.exists():
        made, used = draw(wish, Seen())
        return made.facts, used
    found: list[tuple[Facts, Dealt]] = []

    def under_lock(seen: Seen) -> Dealt:
        made, used = draw(wish, seen)
        found.append((made.facts, used))
        return used

    number = book.mended(lambda book: book.reserve(under_lock), _nothing)
    book.settle(number, failed=True)
    return found[-1]


class _Fitting:
    """Which pairs still go with those that were taken: no title, sentence, key or subject comes twice."""

    def __init__(self, kept: Sequence[Drafted], gone: Sequence[Pair]) -> None:
        self.taken: set[str] = {text for pair in gone for text in _texts(pair)}
        self.subjects: set[str] = set()
        for one in kept:
            self._take(one)

    def takes(self, one: Drafted) -> bool:
        """Take a pair where it fits, and say whether it did."""
        if not self.taken.isdisjoint(_texts(one.pair)) or not self.subjects.isdisjoint(one.subjects):
            return False
        self._take(one)
        return True

    def _take(self, one: Drafted) -> None:
        self.taken.update(_texts(one.pair))
        self.subjects.update(one.subjects)


def _texts(pair: Pair) -> list[str]:
    said = [pair.title, *(card.text for card in pair.cards), *([f"key {pair.key}"] if pair.key else [])]
    return [text.casefold().strip() for text in said]


def _by_guest(fresh: list[Drafted], guests: Sequence[str]) -> list[Drafted]:
    """Put first, place by place, a pair about whom that place's old pair was about."""
    rest, out = list(fresh), []
    for guest in guests:
        like = next((one for one in rest if one.pair.guest == guest), None)
        if like is not None:
            rest.remove(like)
            out.append(like)
    return [*out, *rest]


def _numbered(one: Drafted, numbers: Sequence[int]) -> Drafted:
    first, second = (replace(card, number=number) for card, number in zip(one.pair.cards, numbers, strict=True))
    return replace(one, pair=replace(one.pair, cards=(first, second)))


def _nothing(_: str) -> None:
    return
