"""The words on a kit's box, from `templates/boxes/GAME.toml.j2`, and the cards that its back shows."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct, convert
from msgspec.structs import replace

from cardgen.decks import DeckOptions, find_card, has_card, make_deck
from cardgen.pages.dress import HOUSE_BACKS, Label
from cardgen.pdf.ink import Size
from cardgen.spec import KitSpec
from factbank import factfile
from factbank.errors import FactError
from factbank.factfile import Facts, Pair
from liarsdeck import formats
from liarsdeck.language import localized, say, say_n
from referee import games
from referee.books import rulebook
from referee.books.teach import has_lesson, lesson
from referee.core.setup import seated, serves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgen.pdf.ink import Drawing


class _Text(Struct, frozen=True, forbid_unknown_fields=True):
    hook: str
    who: str
    pitch: tuple[str, str]
    steps: tuple[tuple[str, str], ...]
    side: tuple[str, str]
    note: str
    shown: tuple[str, ...]


def label_of(spec: KitSpec, held: Sequence[str]) -> Label:
    """Return the words on a kit's box; `held` are phrases for what is in it, such as `60 cards`.

    There is no pitch (the lines on the back that advertise the game) if the deck has no game, or the game has no text
    for its box, or the spec's deck has a back that people made themselves; that back is then on the back of the box.
    """
    file = f"boxes/{spec.game}.toml.j2"
    if not spec.game or not localized(file).is_file():
        return Label((spec.seats or held[0],), tuple(held), code=spec.code)
    kit = rulebook.kit_of(spec.facts) if spec.code else None
    text = rulebook.fragment(file, spec.game, spec.options, spec.players, kit=kit)
    words = convert(formats.loads(text), _Text)
    has_own_back = spec.deck is not None and spec.deck.back is not HOUSE_BACKS[spec.game]
    guests, shares = (spec.facts.guests, spec.facts.shares) if spec.facts else ((), "")
    company: tuple[str, ...] = ()
    if guests:
        company = (
            say("With {guests}", guests=_ampersand(guests)),
            say_n("With {n} guest", "With {n} guests", len(guests)),
        )
    card = spec.sheet.card
    return Label(
        facts=_announced(spec, words.who),
        held=tuple(held),
        hook=words.hook,
        pitch=() if has_own_back else words.pitch,
        steps=words.steps,
        side=words.side,
        note=" ".join(filter(None, (f"{shares}." if shares else "", words.note))),
        code=spec.code,
        company=company,
        shown=_shown(spec, words.shown),
        card=Size(card.width_mm, card.height_mm, 0.0, card.radius_mm),
    )


def _announced(spec: KitSpec, who: str) -> tuple[str, ...]:
    """Return phrases for the number of players, the minutes and the age, as on the game's teaching page.

    `who` is the word for players that stands after their number. For a game without a teaching page, the only phrase is
    that on the number of players.
    """
    if not has_lesson(spec.game):
        return (spec.seats,)
    it = lesson(seated(games.game(spec.game), spec.players, spec.options, spec.facts))
    low, high = serves(games.game(spec.game), spec.options, spec.facts)
    players = f"{low}" if low == high else f"{low}–{high}"
    return f"{players} {who}", say("{minutes} minutes", minutes=it.minutes), it.age


def _ampersand(names: Sequence[str]) -> str:
    *many, one = names
    return say("{many} & {one}", many=", ".join(many), one=one) if many else one


def _shown(spec: KitSpec, names: Sequence[str]) -> tuple[Drawing, ...]:
    """Return the drawings of the cards that the back of a kit's box shows.

    For a game with facts, these are two cards of a pair: the pair with the card `spec.box_pair`, or, if that is 0, a
    pair that is not in the deck. For other games, they are the cards with these `names` (`back` means the common back);
    a card that the deck lacks is skipped.
    """
    if games.game(spec.game).needs_facts:
        titles = spec.facts.titles if spec.facts else "shared"
        chosen = spec.facts.pair_of(spec.box_pair) if spec.facts and spec.box_pair else None
        sample = Facts("", (chosen or sample_pair(spec.game, spec.facts),), titles=titles)
        deck = make_deck(spec.game, DeckOptions(sample, spec.indices, face=spec.face))
        return tuple(face.draw for face in deck.cards[:2])
    deck = spec.game_deck()
    there = [name for name in names if name == "back" or has_card(deck, name)]
    return tuple(deck.back if name == "back" else find_card(deck, name).draw for name in there)


_DRAWN = 4


def sample_pair(game: str, facts: Facts | None) -> Pair:
    """Return a pair of facts to show on a box, which is not in the kit.

    The pair comes from the packs (files of topics) of the kit's `facts`, and is always the same for one kit. Its topic
    is none of the kit's, and its card numbers are higher than those of the deck. If the packs have no such pair, or
    `facts` is None, the pair is one of the examples in the rulebook of `game`.
    """
    rng = Random(f"box {facts.kit if facts else ''}")
    book = factfile.read(localized(f"examples/{game}.json")).pairs
    chosen = rng.choice(book)
    if facts:
        taken = {_topic(pair) for pair in facts.pairs} | {pair.title for pair in facts.pairs}
        with suppress(FactError):
            drawn = _drawn(facts, rng.randrange(10**9))
            chosen = next((pair for pair in drawn if not {_topic(pair), pair.title} & taken), chosen)
    over = 2 * len(facts.pairs) if facts else 30
    numbers = sorted(rng.sample(range(over + 1, max(over + 3, 100)), 2))
    cards = tuple(replace(card, number=number) for card, number in zip(chosen.cards, numbers, strict=True))
    return replace(chosen, cards=cards)


def _topic(pair: Pair) -> str:
    return pair.key.rpartition("/")[0]


def _drawn(facts: Facts, seed: int) -> Sequence[Pair]:
    from factbank.deal.deal import facts as deal
    from factbank.packs.reader import built_in_names

    ours = set(built_in_names(facts.language))
    packs = tuple(mark.name for mark in facts.packs if mark.name in ours)
    return deal(_DRAWN, seed=seed, packs=packs, locale=facts.locale, length="short", titles=facts.titles,
        language=facts.language,
    ).pairs  # fmt: skip
