"""What a view of Liar's Lair could hide: where the cards are that it does not see, and which of all are true.

Every hand was dealt as many truths as lies (unless the mix is random), so what a player has shown says something of
what they have left. Who was dealt which card is certain of a player whose cards, open and hidden, are as many as were
dealt: of everybody who has taken nothing of a departing hand. Of the others no truths are counted.
"""

from math import comb, exp, lgamma, log
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from referee.core.cards import bits, cards_of
from referee.core.chance import some
from referee.games.liars_lair.state import State

TRIES = 25  # choices of truths, before the last is taken, which may be a little too likely


class DealtHand(Struct, frozen=True, gc=False):
    """A seat that holds, or has shown, just what it was dealt: ``doubted`` are the open cards that may be true or not.

    ``hidden`` cards are in its hand; ``truths`` is how many of hidden and doubted ones together are true.
    """

    seat: int
    doubted: tuple[int, ...]
    hidden: int
    truths: int


class Doubts(Struct, frozen=True, gc=False):
    """The cards whose truth a view does not know. A fresh card is one that these eyes have never seen.

    ``fresh``: how many there are. ``sure``: the true cards beyond doubt, ``certain`` of them fresh. ``free``: pairs of
    fresh cards; ``half``: an open card and its fresh rival; ``open``: pairs of open cards; ``single``: fresh cards
    whose rivals are in the box; ``lone``: open ones.
    """

    fresh: int
    sure: int
    certain: int
    free: list[tuple[int, int]]
    half: list[tuple[int, int]]
    open: list[tuple[int, int]]
    single: list[int]
    lone: list[int]


class OpenCards(Struct, frozen=True, gc=False):
    """The open cards that may be true or not, by what their truth rests on beside the hands that were dealt.

    ``alone``: nothing. Pairs of open cards: ``free`` ones, neither dealt to a hand; ``tied``, the first was; ``both``.
    """

    alone: list[int]
    free: list[tuple[int, int]]
    tied: list[tuple[int, int]]
    both: list[tuple[int, int]]


def guess(view: State, seat: int | None, rng: Random) -> State:
    """Return a full state that this view could be of: every placing and every choice of truths is equally likely.

    What one of the others has seen of another's cards is not guessed: everybody knows where their own are.
    """
    kit, placed, played = bits(view.partner), view.placed, 0
    for cards in view.played:
        played |= cards
    own = 0 if seat is None else view.knows[seat] & ~view.knows[-1]  # what this seat was dealt
    hidden = kit & ~placed
    fresh = hidden & ~(played | own)
    box = _box(view, fresh, rng)
    hidden, fresh = hidden & ~box, fresh & ~box
    spaces = [view.unknown(at) for at in range(len(view.hands))]
    if not view.dealt:
        return _placed(view, some(cards_of(hidden), sum(spaces), rng), spaces, {})
    doubts = _doubts(view, kit & ~box, fresh)
    even = view.setup.options.mix == "even"
    seats = _dealt(view, seat, spaces, played, own, doubts, rng) if even else []
    truths = _truths(doubts, seats, rng) if seats else None
    if truths is None:
        seats, truths = [], _truths(doubts, [], rng) or 0
    true, false = cards_of(fresh & truths), cards_of(fresh & ~truths)
    some(true, len(true), rng)
    some(false, len(false), rng)
    hands: dict[int, list[int]] = {}
    for one in seats:
        many = one.truths - sum(truths >> card & 1 for card in one.doubted)
        hands[one.seat] = true[:many] + false[: one.hidden - many]
        del true[:many], false[: one.hidden - many]
    rest = true + false + cards_of(hidden & ~fresh)
    state = _placed(view, some(rest, len(rest), rng), spaces, hands)
    lies = kit & ~box & ~truths
    return replace(state, true=view.true | truths, false=view.false | lies, knows=_known(state, seat, played))


def _box(view: State, fresh: int, rng: Random) -> int:
    """Return the cards that were not dealt: whole pairs that nobody has seen, or any such cards."""
    dealt = 2 * len(view.hands) * view.setup.options.each
    spare = len(view.partner) - dealt
    if not spare:
        return 0
    if view.setup.options.aside == "cards":
        return bits(some(cards_of(fresh), spare, rng))
    pairs = [card for card in cards_of(fresh) if card < view.partner[card] and fresh >> view.partner[card] & 1]
    return bits([half for card in some(pairs, spare // 2, rng) for half in (card, view.partner[card])])


def _placed(view: State, cards: list[int], spaces: list[int], hands: dict[int, list[int]]) -> State:
    """Return the view with these hands full, the others filled from ``cards``; what is left over has left the game."""
    held, seen = list(view.hands), list(view.seen)
    begun = 0
    for at, space in enumerate(spaces):
        found = hands.get(at)
        if found is None:
            found = cards[begun : begun + space]
            begun += space
        mask = bits(found)
        held[at] |= mask
        seen[at] |= mask
    gone = view.gone | bits(cards[begun:])
    return replace(view, hands=tuple(held), seen=tuple(seen), gone=gone)


def _doubts(view: State, dealt: int, fresh: int) -> Doubts:
    """Sort the pairs that were dealt by what the view knows of them."""
    doubts = Doubts(fresh.bit_count(), 0, 0, [], [], [], [], [])
    sure = view.true
    known = view.true | view.false
    for card, rival in view.partner.items():
        if card > rival or not (dealt >> card | dealt >> rival) & 1:
            continue
        if (known >> card | known >> rival) & 1:
            true = card if view.truth(card) else rival
            sure |= 1 << true & dealt
            continue
        one, two = (card, rival) if dealt >> card & 1 else (rival, card)
        if not dealt >> two & 1:
            (doubts.single if fresh >> one & 1 else doubts.lone).append(one)
        elif fresh >> one & fresh >> two & 1:
            doubts.free.append((one, two))
        elif (fresh >> one | fresh >> two) & 1:
            doubts.half.append((two, one) if fresh >> one & 1 else (one, two))
        else:
            doubts.open.append((one, two))
    return replace(doubts, sure=sure, certain=(sure & fresh).bit_count())


def _dealt(
    view: State, seat: int | None, spaces: list[int], played: int, own: int, doubts: Doubts, rng: Random
) -> list[DealtHand]:
    """Return the seats of which it is certain what they were dealt, as far as cards lie open."""
    size, found = 2 * view.setup.options.each, []
    doubted = [card for card, _ in doubts.half] + [card for pair in doubts.open for card in pair] + doubts.lone
    shared = played & ~own
    alone = []
    for at, cards in enumerate(view.played):
        others = 0
        for other, theirs in enumerate(view.played):
            others |= theirs if other != at else 0
        alone.append(cards & ~others & ~own | view.hands[at] & ~played & ~own)
        shared &= ~(cards & ~others)
    for at, cards in enumerate(alone):
        held = cards
        if at == seat or at in view.out:
            continue
        lacks = size - spaces[at] - cards.bit_count()
        if lacks > 0:  # of the cards that several have played, some were dealt to this seat
            either = cards_of(shared & view.played[at])
            if len(either) < lacks:
                continue
            mine = bits(some(either, lacks, rng))
            held, shared, lacks = held | mine, shared & ~mine, 0
        if not lacks:
            mask = 0
            for card in doubted:
                mask |= 1 << card
            truths = view.setup.options.each - (held & doubts.sure).bit_count()
            found.append(DealtHand(at, tuple(cards_of(held & mask)), spaces[at], truths))
    return found


def _truths(doubts: Doubts, seats: list[DealtHand], rng: Random) -> int | None:
    """Return the true ones of the dealt cards; None where these seats cannot be as even as they were dealt.

    Each seat's truths fall on any of its cards. What the fresh cards can be dealt to in more ways is kept more often.
    """
    random, singles, found = rng.random, len(doubts.single), None
    least, fresh = doubts.certain + len(doubts.free), doubts.fresh
    loose = fresh - sum(one.hidden for one in seats)
    if loose < 0 or any(not 0 <= one.truths <= one.hidden + len(one.doubted) for one in seats):
        return None
    alike = not (
        seats and (doubts.half or doubts.open or doubts.lone or singles)
    )  # whatever falls on open cards, the ways are as many
    most = 0.0 if alike else _most_ways(seats, least, least + len(doubts.half) + singles, fresh, loose, singles)
    cards = _open_cards(doubts, seats)
    for _ in range(TRIES):
        truths, held = _drawn(doubts.sure, cards, seats, rng)
        if cards.both and not all((truths >> one ^ truths >> two) & 1 for one, two in cards.both):
            continue
        lies = [rival for card, rival in doubts.half if not truths >> card & 1]
        true = least + len(lies)
        many = held - true if seats and not loose else sum(random() < 0.5 for _ in doubts.single)
        true += many
        if not 0 <= many <= singles or not 0 <= true - held <= loose:
            continue
        pairs = [pair[random() < 0.5] for pair in doubts.free]
        found = truths | bits(lies) | bits(pairs) | bits(some([*doubts.single], many, rng))
        if alike or random() < exp(_ways(true, held, fresh, loose, comb(singles, many)) - most):
            break
    return found


def _open_cards(doubts: Doubts, seats: list[DealtHand]) -> OpenCards:
    dealt = bits([card for one in seats for card in one.doubted])
    alone = [card for card in (*[card for card, _ in doubts.half], *doubts.lone) if not dealt >> card & 1]
    cards = OpenCards(alone, [], [], [])
    for first, second in doubts.open:
        if not (dealt >> first | dealt >> second) & 1:
            cards.free.append((first, second))
        elif not dealt >> first & 1:
            cards.tied.append((second, first))
        else:
            (cards.both if dealt >> second & 1 else cards.tied).append((first, second))
    return cards


def _drawn(truths: int, cards: OpenCards, seats: list[DealtHand], rng: Random) -> tuple[int, int]:
    """Return the truths that are sure, or fall on open cards by chance; and how many are left for the seats' hands."""
    random, held = rng.random, 0
    for one in seats:
        left, many = one.truths, one.hidden + len(one.doubted)
        for card in one.doubted:
            if random() * many < left:
                truths |= 1 << card
                left -= 1
            many -= 1
        held += left
    for card in cards.alone:
        if random() < 0.5:
            truths |= 1 << card
    for first, second in cards.free:
        truths |= 1 << (first if random() < 0.5 else second)
    for known, other in cards.tied:
        truths |= (truths >> known & 1 ^ 1) << other
    return truths, held


def _ways(true: int, held: int, fresh: int, loose: int, singles: int) -> float:
    """Return the logarithm of how many ways there are to deal fresh cards, so many of them ``true``.

    ``held`` of these lie in hands of known truths, ``loose`` cards in no such hand; ``singles``: choices of truths.
    """
    spare = true - held
    ways = lgamma(true + 1) + lgamma(fresh - true + 1) - lgamma(spare + 1) - lgamma(loose - spare + 1)
    return ways if loose else ways + log(singles)


def _most_ways(seats: list[DealtHand], least: int, most: int, fresh: int, loose: int, singles: int) -> float:
    """Return a bound of ``_ways`` over all choices of truths, by which ``least`` to ``most`` fresh cards are true."""
    least = max(least, sum([max(0, one.truths - len(one.doubted)) for one in seats]))
    most = min(most, sum([min(one.hidden, one.truths) for one in seats]) + loose)
    ends = max([lgamma(true + 1) + lgamma(fresh - true + 1) for true in (least, most)])
    return ends - 2 * lgamma(loose / 2 + 1) if loose else ends + log(comb(singles, singles // 2))


def _known(state: State, seat: int | None, played: int) -> tuple[int, ...]:
    """Return who knows which cards' truths: each of the others knows those of the cards that they were dealt, too."""
    own = 0 if seat is None else state.knows[seat]
    knows = list(state.knows)
    for at in range(len(state.hands)):
        if at != seat:
            knows[at] |= (state.played[at] | state.hands[at] & ~played) & ~own
    return tuple(knows)
