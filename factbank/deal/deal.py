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

from factbank import facts as factfile
from factbank import kits
from factbank.check.load import load
from factbank.deal.choose import TRIES, Chosen, Company, choose
from factbank.deal.ledger import Dealt, Ledger, Seen
from factbank.deal.nouns import lexicon
from factbank.deal.plan import GOALS, TWINS
from factbank.english.names import check_locale, pool
from factbank.errors import FactError
from factbank.facts import Card, Facts, PackMark, Pair
from factbank.fill import forms
from factbank.fill.fill import LENGTHS, Filler
from factbank.fill.guests import parse_guests
from factbank.fill.titles import own_titles
from factbank.packs.reader import Pack, built_in_names, locate
from factbank.packs.topic import Topic
from liarsdeck.cli import note
from liarsdeck.english import counted, listed
from liarsdeck.signals import held_back

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
        with held_back():
            number = reserved = book.mended(reserve, notes.append)
        dealt, used = drawn[0]
        yield Deal(dealt.facts, (*notes, *dealt.notes), partial(book.place, reserved))
        _keep(dealt.facts)
        with held_back():
            book.mended(lambda book: book.confirm(reserved, used), lambda _: None)
            number = None
    except BaseException as error:
        if number is not None:
            with held_back(), contextlib.suppress(FactError):
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
    forms.load([*packs, *jokes])
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
