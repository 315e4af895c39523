"""A deck in the making: drawn, drawn anew in part, edited; what the household has seen is only looked at.

Nothing is entered in the ledger before the deck is `entered`, which is when it is printed.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from factbank import facts as factfile
from factbank.deal.ledger import Dealt, Ledger, Seen
from factbank.errors import FactError
from factbank.facts import Facts, PackMark, Pair

if TYPE_CHECKING:
    from factbank.deal.deal import Wish

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
    from factbank.deal.deal import new_seed

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
    factfile.keep(facts)
    Ledger(ledger).mended(lambda book: book.confirm(book.reserve(lambda _: dealt), dealt), _nothing)


def _looked_at(wish: "Wish", ledger: Path) -> tuple[Facts, Dealt]:
    """Draw with regard to the ledger, and leave it as it was."""
    from factbank.deal.deal import draw  # what deals is not imported where a deck is only kept

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
