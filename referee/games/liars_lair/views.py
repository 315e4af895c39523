"""The views of Liar's Lair: what a seat may see, and random full states that agree with a view."""

from functools import lru_cache
from math import comb, exp, lgamma, log
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits, cards_of, some
from referee.core.game import Json
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.effects import run
from referee.games.liars_lair.rules import Rules
from referee.games.liars_lair.state import Gives, Hand, Holds, Known, Move, Opening, State, Takes, Took, Truths


class Views(Rules):
    """The part of Liar's Lair that masks what a seat may not see, and draws random full states that fit a view.

    ``referee.core.game.Game`` says what the methods take.
    """

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as ``seat`` may see it (None: as everybody may), with all else masked."""
        eyes = len(state.hands) if seat is None else seat
        seen, knows = state.seen[eyes], state.knows[eyes]
        return replace(
            state,
            hands=tuple([hand & seen for hand in state.hands]),
            gone=state.gone & seen,
            true=state.true & knows,
            false=state.false & knows,
            seen=tuple([cards & seen for cards in state.seen]),
            knows=tuple([cards & knows for cards in state.knows]),
        )

    def redact(self, state: State, action: Move, seat: int | None) -> Move:
        """Return a legal action as ``seat`` may read it (None: as everybody may). ``state`` is the one before it.

        Hidden cards are UNKNOWN. ``opens`` has what the action newly makes public, and what it shows to ``seat`` alone.
        """
        match action:
            case Holds():
                return action if seat == action.seat else Holds(action.seat, (UNKNOWN,) * len(action.cards))
            case Truths():
                if seat is None:
                    return Truths((UNKNOWN,))
                after, _ = run(state, action)
                known = [(card, after.truth(card)) for card in cards_of(state.hands[seat])]
                return Truths((UNKNOWN,), opens=tuple([Known(card, true) for card, true in known if true is not None]))
            case Takes():
                nothing = action.card == lair.NO_CARD or Took() in action.opens
                return (
                    action if seat == action.seat else Takes(action.seat, UNKNOWN, opens=(Took(),) if nothing else ())
                )
            case Gives():
                if state.spared is not None:
                    hides = seat not in {state.taker, state.spared}
                else:
                    hides = state.setup.options.departing == "gift" and seat not in {action.seat, state.taker}
                return Gives(action.seat, UNKNOWN) if hides else action
            case lair.Plays() | lair.Shows() | lair.Leaves() | lair.Dawn():
                return replace(action, opens=_opens(state, action, seat))
            case lair.Declares() | lair.Passes() if state.phase == lair.DECLARE and len(state.queue) == 1:
                return replace(action, opens=_opens(state, action, seat))
        return replace(action, opens=()) if action.opens else action

    def public(self, state: State) -> dict[str, Json]:
        """Return what everybody may know: the ``public`` object of ``referee replay --json`` (docs/rules.md §1)."""
        names = state.setup.seats
        table: dict[str, Json] = {names[seat]: card for card, seat in state.table}
        if state.setup.options.reclaim == "earlier":
            table = {name: [card for card, seat in state.table if names[seat] == name] for name in table}
        caught: dict[str, Json] = {}
        if state.setup.options.caught == "spared":
            caught["caught"] = [name for seat, name in enumerate(names) if state.caught >> seat & 1]
        return {
            "round": state.round,
            "start": None if state.start is None else names[state.start],
            "phase": state.phase,
            "table": table,
            "hands": dict(zip(names, state.sizes, strict=True)),
            "out": [names[seat] for seat in state.out],
            **caught,
            "exposed": {str(card): bool(state.true >> card & 1) for card in cards_of(state.exposed)},
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the ``hidden`` object of ``referee replay --json --reveal``: the hands and the true cards.

        If the state does not know all hands, it also has the cards of each hand that the state knows, and all cards
        that each seat has played.
        """
        names = state.setup.seats
        whole = [hand.bit_count() == size for hand, size in zip(state.hands, state.sizes, strict=True)]
        hands = dict(zip(names, map(cards_of, state.hands), strict=True))
        found: dict[str, Json] = {
            "hands": {name: hands[name] if all_known else None for name, all_known in zip(names, whole, strict=True)},
            "truths": cards_of(state.true) if state.true else None,
        }
        if not all(whole):
            found |= {"known": hands, "played": dict(zip(names, map(cards_of, state.played), strict=True))}
        return found

    def sample_state(self, view: State, seat: int | None, rng: Random) -> State:
        """Return a random full state that agrees with ``view``, which is the state as ``seat`` may see it.

        The places and truths of cards that the view does not know are drawn with ``rng``. All such states are equally
        likely. What the other seats have seen of each other's cards is not drawn.
        """
        kit, options, played = view.kit, view.setup.options, 0
        for cards in view.played:
            played |= cards
        own = 0 if seat is None else view.knows[seat] & ~view.knows[-1]  # what this seat was dealt
        hidden = kit & ~view.placed
        fresh = hidden & ~(played | own)
        box, spare = 0, len(view.partner) - 2 * len(view.hands) * options.each  # not dealt: whole pairs, or any cards
        if spare and options.aside == "cards":
            box = bits(some(cards_of(fresh), spare, rng))
        elif spare:
            box = sum(some([both for _, _, both in view.pairs if fresh & both == both], spare // 2, rng))
        hidden, fresh = hidden & ~box, fresh & ~box
        spaces = [size - hand.bit_count() for size, hand in zip(view.sizes, view.hands, strict=True)]
        if not view.dealt:
            hands, seen, gone = _placed(view, some(cards_of(hidden), sum(spaces), rng), spaces, {})
            return replace(view, hands=hands, seen=seen, gone=gone)
        doubts = _doubts(view, kit & ~box, fresh)
        seats = _dealt(view, seat, spaces, played, own, doubts, rng) if options.mix == "even" else []
        truths = _sampled_truths(doubts, seats, rng) if seats else None
        if truths is None:
            seats, truths = [], _sampled_truths(doubts, [], rng) or 0
        needs, first, last = [], 0, 0  # of each of these hands its places in the rows of true and false cards
        for dealt in seats:
            many = dealt.truths
            for card in dealt.doubted:
                many -= truths >> card & 1
            needs.append((dealt.seat, first, first + many, last, last + dealt.hidden - many))
            first, last = first + many, last + dealt.hidden - many
        true, false = cards_of(fresh & truths), cards_of(fresh & ~truths)
        some(true, first, rng)
        some(false, last, rng)
        filled = {at: true[begin:end] + false[low:high] for at, begin, end, low, high in needs}
        rest = true[first:] + false[last:] + cards_of(hidden & ~fresh)
        hands, seen, gone = _placed(view, some(rest, len(rest), rng), spaces, filled)
        knows, own = list(view.knows), 0 if seat is None else view.knows[seat]
        for other, hand in enumerate(hands):  # each knows the truth of the cards that they were dealt
            if other != seat:
                knows[other] |= (view.played[other] | hand & ~played) & ~own
        true_now, false_now = view.true | truths, view.false | kit & ~(box | truths)
        return replace(view, hands=hands, seen=seen, gone=gone, true=true_now, false=false_now, knows=tuple(knows))


def _opens(state: State, action: Move, seat: int | None) -> tuple[Opening, ...]:
    """Return what a line makes public that was not public before, and what it shows to ``seat`` alone.

    The latter is a departing hand from which the seat may take a card. For ``seat`` = None there is no such part.
    """
    after, opened = run(state, action)
    table = len(state.hands)
    seen, knows = state.seen[table], state.knows[table]
    parts: list[Opening] = []
    for part in opened:
        if isinstance(part, Known):
            if not knows & (1 << part.card | 1 << state.partner[part.card]):
                parts.append(part)
                knows |= 1 << part.card
        elif not (isinstance(part, Hand) and bits(part.cards) & ~seen == 0):
            parts.append(part)
    liar = after.departing
    if after.phase == lair.TAKE and state.phase != lair.TAKE and liar is not None and seat == after.taker:
        hand = tuple(cards_of(after.hands[liar]))
        if after.setup.options.departing == "pick" and len(hand) == after.sizes[liar]:
            parts.append(Hand(liar, hand))
    return tuple(parts)


# ------------------------------------------------------------------------------------- sampling a full state

TRIES = 25  # choices of truths, before the last is taken, which may be a little too likely


class DealtHand(Struct, frozen=True, gc=False):
    """A seat of which it is certain which cards it was dealt.

    These are the cards that are hidden in its hand, and others that were seen. ``doubted`` are those dealt cards that
    were seen but whose truth the view does not know. ``hidden`` is the number of cards in the hand that the view does
    not know. ``truths`` is the number of true cards among both together.
    """

    seat: int
    doubted: list[int]
    hidden: int
    truths: int


class Doubts(Struct, frozen=True, gc=False):
    """The dealt cards, sorted by what a view knows of their truth.

    An open card is one that the viewer has seen, a fresh card one that it has never seen. Sets are integers whose bit n
    stands for card n. ``fresh`` is the number of fresh cards. ``sure`` is the set of the cards that are certainly true,
    and ``certain`` is the number of fresh ones among them. ``unsure`` is the set of the open cards that may be true or
    not. The lists have only cards of unknown truth: ``free`` has pairs of fresh cards (as in ``State.pairs``), ``half``
    has (open card, its fresh rival), and ``open`` has pairs of open cards. ``single`` has the fresh cards whose rivals
    were not dealt, ``lone`` the open ones.
    """

    fresh: int
    sure: int
    certain: int
    unsure: int
    free: list[tuple[int, int, int]]
    half: list[tuple[int, int]]
    open: list[tuple[int, int]]
    single: list[int]
    lone: list[int]


OpenCards = tuple[list[int], list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]
NONE_OPEN: OpenCards = ([], [], [], [])


def _placed(
    view: State, cards: list[int], spaces: list[int], filled: dict[int, list[int]]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return all hands in full, what each viewer has seen, and what has left the game, as sets of cards.

    ``spaces`` has for each seat how many cards of its hand the view lacks. They are ``filled[seat]`` if it is there,
    else the next ones of ``cards``. The cards that are left over have left the game.
    """
    hands, seen, begun = list(view.hands), list(view.seen), 0
    for at, space in enumerate(spaces):
        if space:
            if (fill := filled.get(at)) is None:
                fill = cards[begun : begun + space]
                begun += space
            mask = bits(fill)
            hands[at] |= mask
            seen[at] |= mask
    return tuple(hands), tuple(seen), view.gone | bits(cards[begun:])


def _doubts(view: State, dealt: int, fresh: int) -> Doubts:
    """Return the dealt cards, sorted by what the view knows of their truth.

    ``dealt`` is the set of all dealt cards, ``fresh`` the set of those that the viewer has never seen (bit n is card
    n).
    """
    true, false = view.true, view.false
    known, sure, unsure = true | false, true, 0
    free: list[tuple[int, int, int]] = []
    half: list[tuple[int, int]] = []
    both_open: list[tuple[int, int]] = []
    single: list[int] = []
    lone: list[int] = []
    for pair in view.pairs:
        one, two, both = pair
        new = fresh & both
        if new == both and not known & both:  # most of them
            free.append(pair)
            continue
        here = dealt & both
        if not here:
            continue
        if known & both:
            sure |= 1 << (one if (true >> one | false >> two) & 1 else two) & dealt
            continue
        unsure |= here
        if here != both:
            (single if new else lone).append(one if dealt >> one & 1 else two)
        elif new:
            half.append((two, one) if fresh >> one & 1 else (one, two))
        else:
            both_open.append((one, two))
    certain = (sure & fresh).bit_count()
    return Doubts(fresh.bit_count(), sure, certain, unsure & ~fresh, free, half, both_open, single, lone)


def _dealt(
    view: State, seat: int | None, spaces: list[int], played: int, own: int, doubts: Doubts, rng: Random
) -> list[DealtHand]:
    """Return the seats, other than ``seat``, of which it is certain which cards they were dealt.

    A seat is left out if it is out of the game or has traded cards. ``spaces`` has for each seat how many cards of its
    hand the view lacks. ``played`` is the set of all cards played, ``own`` the set of the cards that ``seat`` was
    dealt. If several seats have played a card, ``rng`` draws which of them was dealt it.
    """
    each, seats = view.setup.options.each, []
    once = several = 0
    for cards in view.played:
        several |= once & cards
        once |= cards
    shared = several & ~own
    for at, cards in enumerate(view.played):
        if at == seat or at in view.out or view.traded >> at & 1:
            continue
        held = (cards & ~several | view.hands[at] & ~played) & ~own
        lacks = 2 * each - spaces[at] - held.bit_count()
        if lacks > 0:  # of the cards that several have played, some were dealt to this seat
            either = cards_of(shared & cards)
            if len(either) < lacks:
                continue
            mine = bits(some(either, lacks, rng))
            held, shared, lacks = held | mine, shared & ~mine, 0
        if not lacks:
            doubted = held & doubts.unsure
            truths = each - (held & doubts.sure).bit_count()
            seats.append(DealtHand(at, cards_of(doubted) if doubted else [], spaces[at], truths))
    return seats


def _sampled_truths(doubts: Doubts, seats: list[DealtHand], rng: Random) -> int | None:
    """Return the dealt cards that are true, drawn at random, as a set (bit n is card n).

    Return None if ``seats`` cannot have as many truths as they were dealt. Each seat of ``seats`` gets its number of
    truths, on any of its cards. If the fresh cards can be dealt in more ways to fit a choice, this choice is kept more
    often. ``seats`` = [] means that hands need not be even.
    """
    random, singles, found = rng.random, len(doubts.single), None
    least, fresh = doubts.certain + len(doubts.free), doubts.fresh
    loose, few, many = fresh, 0, 0  # the seats' hands hold from few to many of the true ones
    for dealt in seats:
        hidden, doubted, left = dealt.hidden, len(dealt.doubted), dealt.truths
        if not 0 <= left <= hidden + doubted:
            return None
        loose -= hidden
        few += left - doubted if left > doubted else 0
        many += min(hidden, left)
    if loose < 0:
        return None
    # Without seats, or where no fresh card's truth rests on an open one, the ways are as many whatever falls on these.
    alike = not seats or not (doubts.unsure or singles)
    bound = 0.0
    if not alike:
        most = min(least + len(doubts.half) + singles, many + loose)
        bound = _most_ways(max(least, few), most, few, many, fresh, loose, singles)
    cards = _open_cards(doubts, seats) if doubts.unsure else NONE_OPEN
    both_dealt = cards[3]
    for _ in range(TRIES):
        truths, held = _drawn(doubts.sure, cards, seats, rng)
        if both_dealt and not all((truths >> one ^ truths >> two) & 1 for one, two in both_dealt):
            continue
        true = least
        for card, rival in doubts.half:
            if not truths >> card & 1:
                truths |= 1 << rival
                true += 1
        many = held - true if seats and not loose else sum([random() < 0.5 for _ in doubts.single])
        true += many
        if not 0 <= many <= singles or not 0 <= true - held <= loose:
            continue
        for first, second, _ in doubts.free:
            truths |= 1 << (second if random() < 0.5 else first)
        found = truths | bits(some([*doubts.single], many, rng)) if many else truths
        if alike or random() < exp(_ways(true, held, fresh, loose, comb(singles, many)) - bound):
            break
    return found


def _open_cards(doubts: Doubts, seats: list[DealtHand]) -> OpenCards:
    """Return the open cards that may be true or not, in four lists by what decides their truth.

    The first list has single cards that nothing decides. The others have pairs of open cards: pairs of which neither
    card was dealt to one of ``seats``, pairs of which the first card was, and pairs of which both were.
    """
    dealt = bits([card for hand in seats for card in hand.doubted])
    alone = [card for card in (*(card for card, _ in doubts.half), *doubts.lone) if not dealt >> card & 1]
    cards: OpenCards = (alone, [], [], [])
    for pair in doubts.open:
        first, second = pair if dealt >> pair[0] & 1 else pair[::-1]
        many = (dealt >> first & 1) + (dealt >> second & 1)
        cards[1 + many].append((first, second) if many else pair)  # type: ignore[arg-type]
    return cards


def _drawn(truths: int, cards: OpenCards, seats: list[DealtHand], rng: Random) -> tuple[int, int]:
    """Return the true cards that are sure or drawn, and how many more are hidden in the hands of ``seats``.

    ``truths`` is the set of the cards that are sure to be true. The open cards (``cards``, as ``_open_cards`` returns
    them) are drawn with ``rng``.
    """
    random, held = rng.random, 0
    for dealt in seats:
        left, many = dealt.truths, dealt.hidden + len(dealt.doubted)
        for card in dealt.doubted:
            if random() * many < left:
                truths |= 1 << card
                left -= 1
            many -= 1
        held += left
    alone, free, tied, _ = cards
    for card in alone:
        if random() < 0.5:
            truths |= 1 << card
    for first, second in free:
        truths |= 1 << (first if random() < 0.5 else second)
    for known, other in tied:
        truths |= (truths >> known & 1 ^ 1) << other
    return truths, held


def _ways(true: int, held: int, fresh: int, loose: int, singles: int) -> float:
    """Return the logarithm of the number of ways to deal the fresh cards.

    Fresh cards are those that the viewer has never seen: ``fresh`` is their number, ``true`` how many are true.
    ``held`` of the true ones are in hands with a known number of truths. ``loose`` is how many fresh cards are in no
    such hand, and ``singles`` in how many ways the truths of fresh cards without a rival can be chosen.
    """
    spare = true - held
    ways = lgamma(true + 1) + lgamma(fresh - true + 1) - lgamma(spare + 1) - lgamma(loose - spare + 1)
    return ways if loose else ways + log(singles)


@lru_cache(maxsize=4096)
def _most_ways(least: int, most: int, few: int, many: int, fresh: int, loose: int, singles: int) -> float:
    """Return the largest result of ``_ways``, at least 0, for a range of numbers of true cards.

    There are ``least`` to ``most`` true cards among the ``fresh`` ones, and ``few`` to ``many`` of them in hands with a
    known number of truths. ``loose`` cards are in no such hand. ``singles`` is the number of fresh cards without a
    rival.
    """
    found = [0.0]
    for true in range(least, most + 1):
        held = min(max(true - loose // 2, few), many)
        if 0 <= true - held <= loose:
            found.append(_ways(true, held, fresh, loose, comb(singles, singles // 2)))
    return max(found)
