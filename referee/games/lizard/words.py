"""What the referee says and shows of Lizard, and what is worth remembering of it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from liarsdeck.english import cardinal, counted
from referee.core.cards import RANKS, in_words
from referee.core.cards import sign_card as card_name
from referee.core.game import (
    BID,
    BLUFF,
    LIE,
    NOTED,
    Event,
    Highlight,
    Score,
    ScoreRow,
    Screen,
    SeatAct,
    Sheet,
    Shown,
    Turn,
)
from referee.core.message import Card, Message, say, text
from referee.core.verbs import Leaves
from referee.games.lizard.rules import winner
from referee.games.lizard.state import (
    HIDDEN,
    LIZARD,
    NAMES,
    RIGHT,
    SNAKE,
    SUIT_OF,
    SUITS,
    TRICK,
    UNKNOWN,
    Bids,
    Calls,
    Dealer,
    Holds,
    Move,
    Plays,
    Round,
    State,
    Trick,
    Trump,
    Won,
    cards_left,
)
from referee.games.lizard.views import Views

Steps = Sequence[tuple[State, Move, State]]


class Words(Views):
    """What people read of Lizard."""

    def ask(self, state: State, turn: Turn) -> str:
        """Return one line of what is asked for now."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "dealer":
                return "Everyone draws a card; who has the highest deals first?"
            case "trump" if turn.seat is None:
                free = "" if state.setup.options.track == "cards" else " (or bid)"
                deal = f"Round {state.round}: deal {counted(state.round, 'card')} each."
                return f"{deal} Which card is turned for trump?{free}"
            case "call" if "calls" in turn.verbs:
                return f"{name}, a lizard was turned: look at your hand and name the trump suit."
            case "tricks":
                return f"Who took trick {state.number} of {state.round}?"
            case "won":
                if sum(not counted_in for counted_in in state.counted_in) > 1:
                    return f"Who won how many tricks? (Type it like this: {name} 1)"
                return f"{name}, how many tricks did you win?"
            case "play":
                led = f" (follow {SUITS[state.follow]})" if state.follow >= 0 else ""
                return f"{name} {'plays' if state.trick else 'leads'}{led}."
        barred = state.round - sum(bid or 0 for bid in state.bids) if _hooked(state) else -1
        if state.round == 1:
            free = " or ".join(str(bid) for bid in (1, 0) if bid != barred)
            return f"{name}, will you win the trick? ({free})"
        no = f" (not {barred})" if barred >= 0 else ""
        return f"{name}, how many of the {state.round} tricks will you win?{no}"

    def events(self, before: State, action: Move, after: State) -> tuple[Event, ...]:
        """Return the line itself, the trick that it ends, the revokes that it shows, the round that it ends."""
        kind, seat = action.verb, action.seat
        who = before.setup.seat(action.seat) if isinstance(action, SeatAct) else None
        cards: tuple[str, ...] = ()
        more: list[Event] = []
        match action:
            case Dealer():
                message = say("{seat} deals first.", seat=before.setup.seat(action.who))
            case Holds():
                kind, message = NOTED, say("{seat}’s hand is noted.", seat=who)
            case Trump():
                cards, message = (NAMES[action.card],), _turned(after, action.card)
            case Calls():
                message = say("{seat} calls {suit}: {suit} are trump.", seat=who, suit=SUITS[action.suit])
            case Bids(count=count) if count == HIDDEN:
                message = say("{seat} has made a bid.", seat=who)
            case Bids() if action.opens:
                opened = [
                    (before.setup.seat(seat), count) for seat, count in (*action.opens, (action.seat, action.count))
                ]
                bids = tuple(say("{seat} {count}", seat=seat, count=count) for seat, count in opened)
                message = say("The bids are open: {bids}.", bids=bids)
            case Bids():
                message = say("{seat} bids {count}.", seat=who, count=action.count)
                if None not in after.bids:
                    total, tricks = sum(bid or 0 for bid in after.bids), counted(after.round, "trick")
                    more.append(
                        Event("bids", say("The bids add up to {total}, for {tricks}.", total=total, tricks=tricks))
                    )
            case Plays():
                cards, message = (NAMES[action.card],), say("{seat} plays {card}.", seat=who, card=_card(action.card))
                more += [*_taken(before, after), *_flags(before, after)]
            case Trick():
                taker = before.setup.seat(action.who)
                message = say("{seat} takes trick {number}.", seat=taker, number=before.number)
            case Won():
                message = say("{seat} won {tricks}.", seat=who, tricks=counted(action.count, "trick"))
            case Leaves():
                message = say("{seat} goes home.", seat=who)
        if len(after.history) > len(before.history):
            names = zip(map(after.setup.seat, range(len(before.hands))), after.history[-1].points, strict=True)
            scores = tuple(say("{seat} {points:+d}", seat=seat, points=points) for seat, points in names)
            more.append(Event("round", say("Round {round} is over: {scores}.", round=before.round, scores=scores)))
        return (Event(kind, message, seat, cards), *more)

    def show(self, state: State, seat: int | None) -> Screen:
        """Return the table: who deals, bids, tricks won, what lies in the trick."""
        seats = state.setup.seats
        open_yet = state.phase in {"dealer", "trump", "call"}
        unsaid = not state.turned and cards_left(state) > 0  # where people keep the trump to themselves
        trump = f" · trump {SUITS[state.trump]}" if state.trump >= 0 else "" if open_yet or unsaid else " · no trump"
        title = f"Lizard · round {state.round} of {state.last}{trump}"
        wanted = {turn.seat for turn in self.to_act(state)}
        played = {(state.leader + at) % len(seats): card_name(card) for at, card in enumerate(state.trick)}
        secret = None in state.bids and state.setup.options.estimates == "secret"
        rows = tuple(
            (
                f"{'▸' if seat in wanted else ' '} {name}{' (deals)' if seat == state.dealer else ''}",
                "·" if bid is None else "made" if secret else str(bid),
                str(won),
                played.get(seat, ""),
                str(total),
            )
            for seat, (name, bid, won, total) in enumerate(zip(seats, state.bids, state.won, state.totals, strict=True))
        )
        return Screen(title=title, columns=("", "bid", "won", "trick", "score"), rows=rows, lines=_revokes(state))

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return a seat's cards, as far as the referee knows them."""
        cards = state.hands[seat] or ()
        return tuple((NAMES[card], card_name(card), "") for card in cards if card != UNKNOWN)

    def sheet(self, state: State) -> Sheet:
        """Return for every finished round and player the bid, the tricks won and the total so far."""
        totals = (0,) * len(state.totals)
        rows = []
        for number, done in enumerate(state.history, 1):
            totals = tuple(a + b for a, b in zip(totals, done.points, strict=True))
            cells = zip(totals, done.bids, done.won, done.points, strict=True)
            scores = tuple(Score(total, f"{bid}/{won}", (bid, won, points)) for total, bid, won, points in cells)
            rows.append(ScoreRow(str(number), scores))
        return Sheet("round", "tricks bid/won, and the total", tuple(rows), ("bid", "won", "points"))

    def explain(self, before: State, action: Move, after: State) -> tuple[str, ...]:
        """Return why a trick went where it went, and how a round was scored; () for a line that ended neither."""
        said = []
        if isinstance(action, Plays) and len(before.trick) + 1 == len(before.hands):
            said.append(_why_taken(before, (*before.trick, action.card), after))
        if len(after.history) > len(before.history):
            done = after.history[-1]
            said += [
                f"{name} bid {bid} and won {won}: {points:+d}, {_points(bid, won)}."
                for name, bid, won, points in zip(after.setup.seats, done.bids, done.won, done.points, strict=True)
            ]
        return tuple(said)

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return what is worth remembering of the rounds that are scored."""
        rounds = _rounds(steps)
        return (
            *_highlights_revokes(steps),
            *_false_bids(rounds),
            *_last_tricks(rounds),
            *_missed(rounds),
            *_bold(rounds),
        )


def _hooked(state: State) -> bool:
    """Say whether the next to bid is the last, who may not make the bids come out even."""
    return bool(state.setup.options.hook) and state.bids.count(None) == 1


def _card(card: int) -> Card:
    return Card(NAMES[card], card_name(card))


def _turned(after: State, card: int) -> Message:
    if card < LIZARD:
        return say("{card} is turned: {suit} are trump.", card=_card(card), suit=SUITS[after.trump])
    if after.phase == "call":
        return say("A lizard is turned: {seat} names the trump suit.", seat=after.setup.seat(after.dealer))
    if after.phase == "trump":
        return say("A snake is turned: turn another card.")
    return say("A {card} is turned: there is no trump this round.", card=_card(card))


def _taken(before: State, after: State) -> Iterator[Event]:
    """Yield who takes the trick that this card completes."""
    if len(before.trick) + 1 < len(before.hands):
        return
    template, taker = "{seat} takes the trick.", after.leader
    if after.phase != "play":  # a round's last trick
        won = after.history[-1].won
        template, taker = (
            "{seat} takes the last trick.",
            next(seat for seat, count in enumerate(won) if count != before.won[seat]),
        )
    yield Event("trick", say(template, seat=before.setup.seat(taker)), taker)


def _flags(before: State, after: State) -> list[Event]:
    """Return the revokes that this card shows."""
    return [Event("revoke", text(f"{flag[0].upper()}{flag[1:]}.")) for flag in after.flags[len(before.flags) :]]


def _revokes(state: State) -> tuple[str, ...]:
    """Return the flags of this round: those of a round that was scored have been decided on, and leave the table."""
    now = f"round {state.round} "
    return tuple(flag for flag in state.flags if flag.startswith(now)) if state.phase != "over" else ()


def _points(bid: int, won: int) -> str:
    if bid != won:
        return f"{TRICK} off for each trick of difference"
    return f"{RIGHT} for being right and {TRICK} for each trick" if won else f"{RIGHT} for being right"


def _why_taken(before: State, trick: tuple[int, ...], after: State) -> str:
    place = winner(trick, before.trump, before.setup.options.all_snakes)
    name, card = before.setup.seats[(before.leader + place) % len(trick)], trick[place]
    if card == LIZARD:
        why = "the first lizard takes the trick"
    elif card == SNAKE:
        why = "of nothing but snakes, that is the one that takes the trick"
    elif SUIT_OF[card] == before.trump:
        why = "the highest trump takes the trick"
    else:
        why = f"no lizard and no trump was played, and it is the highest of the suit led, {SUITS[SUIT_OF[card]]}"
    flags = [f" {event.message}" for event in _flags(before, after)]
    return f"{name}’s {card_name(card)}: {why}.{''.join(flags)}"


_TEN, _ACE = RANKS.index("T"), RANKS.index("A")
_MOST_CARDS = 5  # drawn of a hand


class Taken(Struct, frozen=True):
    """A trick: who took it, its leader and its cards in order; () where cards are not entered."""

    taker: int
    leader: int
    cards: tuple[int, ...]

    def seat(self, place: int, seats: int) -> int:
        """Return who played the card at a place."""
        return (self.leader + place) % seats


class Settled(Struct, frozen=True):
    """A round that is scored: the state before its last line, its tricks, its result.

    ``at`` is its last line's place in the record, ``bids`` are those of the bids, one a seat.
    """

    at: int
    bids: tuple[int, ...]
    state: State
    tricks: tuple[Taken, ...]
    done: Round

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the cards that a seat played in the round, in order."""
        seats = len(self.done.bids)
        return tuple(
            card for trick in self.tricks for place, card in enumerate(trick.cards) if trick.seat(place, seats) == seat
        )


def _rounds(steps: Steps) -> list[Settled]:
    found: list[Settled] = []
    tricks: list[Taken] = []
    bids: dict[int, int] = {}
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, Bids):
            bids[action.seat] = at
        elif isinstance(action, Trick):
            tricks.append(Taken(action.who, before.leader, ()))
        elif isinstance(action, Plays) and len(before.trick) + 1 == len(before.hands):
            cards = (*before.trick, action.card)
            place = winner(cards, before.trump, before.setup.options.all_snakes)
            tricks.append(Taken((before.leader + place) % len(cards), before.leader, cards))
        if len(after.history) > len(before.history):
            places = tuple(bids[seat] for seat in range(len(before.hands)))
            found.append(Settled(at, places, before, tuple(tricks), after.history[-1]))
            tricks = []
    return found


def _trick_cards(one: Settled, trick: Taken) -> tuple[Shown, ...]:
    names = one.state.setup.seats
    seats = [trick.seat(place, len(names)) for place in range(len(trick.cards))]
    return tuple(
        Shown(NAMES[card], f"{names[seat]}{', who took it' if seat == trick.taker else ''}")
        for card, seat in zip(trick.cards, seats, strict=True)
    )


def _with(trick: Taken) -> str:
    """Return with which card a trick was taken: “ with the queen of hearts”."""
    if not trick.cards:
        return ""
    card = trick.cards[(trick.taker - trick.leader) % len(trick.cards)]
    return f" with the {in_words(card)}" if card != LIZARD else " with a lizard"


# ------------------------------------------------------------------------------------------------- lies


def _highlights_revokes(steps: Steps) -> Iterator[Highlight]:
    """Yield every revoke that came out: a suit not followed, and shown later."""
    for at, (before, action, after) in enumerate(steps):
        if len(after.flags) == len(before.flags) or not isinstance(action, Plays):
            continue
        suit, name = SUIT_OF[action.card], before.setup.name(action.seat)
        first = min(trick for seat, trick, failed in before.failed if (seat, failed) == (action.seat, suit))
        lived = before.number - first
        yield Highlight(
            kind=LIE,
            title="The longest-lived lie",
            words=f"In trick {first} of round {before.round} {name} seemed to have no {SUITS[suit]}. In trick "
            f"{before.number} {name} played the {in_words(action.card)}.",
            honour=f"{name}, who had no {SUITS[suit]} for {counted(lived, 'trick')}.",
            grade=min(99, 80 + lived),
            at=at,
            cards=(Shown(NAMES[action.card], f"played by {name} in trick {before.number}", "LIE"),),
        )


def _false_bids(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that was wrong, with the trick until which it could still have come true."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        if len(one.tricks) != many or many < 2:
            continue
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if bid == won:
                continue
            fell = _fell(one, seat, bid)
            trick = one.tricks[fell - 1]
            until = "the very last trick" if fell == many else f"trick {fell} of {many}"
            taker = "" if trick.taker == seat else f", which {names[trick.taker]} took{_with(trick)}"
            taker = taker or f", which {names[seat]} had to take{_with(trick)}"
            yield Highlight(
                kind=LIE,
                title="The longest-lived lie",
                words=f"{names[seat]} bid {bid} in round {many}. It could still come true until {until}{taker}.",
                honour=f"{names[seat]}’s {bid} in round {many}, which held until trick {fell}.",
                grade=79 * fell // one.state.last,
                at=one.bids[seat],
                cards=_trick_cards(one, trick),
            )


def _fell(one: Settled, seat: int, bid: int) -> int:
    """Return the number of the trick after which a wrong bid could not come true any more."""
    won = 0
    for number, trick in enumerate(one.tricks, 1):
        won += trick.taker == seat
        if won > bid or won + one.state.round - number < bid:
            return number
    return one.state.round


# ------------------------------------------------------------------------------------------------- bids


def _last_tricks(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that came right with the very last trick of its round."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        if len(one.tricks) != many or many < 2:
            continue
        trick = one.tricks[-1]
        bid = one.done.bids[trick.taker]
        if bid != one.done.won[trick.taker]:
            continue
        name = names[trick.taker]
        missing = f"{name} had bid {bid} in round {many} and won {cardinal(bid - 1)}, with one trick to go"
        if bid == 1:
            missing = f"{name} had bid 1 in round {many} and won nothing, with one trick to go"
        yield Highlight(
            kind=BID,
            title="The narrowest bid",
            words=f"{missing}. {name} took it{_with(trick)}.",
            honour=f"{name}’s {bid} in round {many}, right with the last trick.",
            grade=min(99, 50 + 50 * bid // one.state.last),
            at=one.at,
            cards=_trick_cards(one, trick),
        )


def _missed(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that one trick was missing to, or one too many."""
    for one in rounds:
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if abs(bid - won) != 1:
                continue
            name, many = one.state.setup.seats[seat], one.state.round
            yield Highlight(
                kind=BID,
                title="The narrowest bid",
                words=f"In round {many} {name} bid {bid} and won {won}: one trick from {RIGHT + TRICK * bid} points.",
                honour=f"{name}’s {bid} in round {many}, missed by one.",
                grade=49 * bid // one.state.last,
                at=one.bids[seat],
            )


def _high(card: int, trump: int) -> bool:
    """Say whether a card looks like a trick: a lizard, an ace, a trump from the ten up."""
    if card == LIZARD:
        return True
    return SUIT_OF[card] >= 0 and (card >> 2 == _ACE or (SUIT_OF[card] == trump and card >> 2 >= _TEN))


def _bold(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every right bid with how far it was from what its hand promised, or from an even share of the tricks."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if bid != won:
                continue
            name, hand = names[seat], one.hand(seat)
            high = [card for card in hand if _high(card, one.state.trump)]
            off = abs(bid - len(high)) if hand else bid - many // len(names)
            if off < 1 and not bid:
                continue
            tricks = cardinal(bid, "trick")
            if not hand or off < 1:
                words = f"In round {many} {name} bid {bid} of {counted(many, 'trick')}, and won exactly that."
            elif bid < len(high):
                held = "a card that looks like a trick"
                if len(high) > 1:
                    held = f"{cardinal(len(high))} cards that look like tricks"
                words = (
                    f"In round {many} {name} held {held}, bid {bid}, and won "
                    f"{'not one' if not bid else tricks + ' and no more'}."
                )
            else:
                sure = f"only {cardinal(len(high))}" if high else "none"
                every = {1: "that one trick", 2: "both tricks"}.get(bid, f"all {tricks}")
                words = f"In round {many} {name} bid {bid} with {sure} of the high cards, and won {every}."
            cards = high if bid < len(high) else _winners(one, seat)
            yield Highlight(
                kind=BLUFF,
                title="The boldest bid",
                words=words,
                honour=f"{name}’s {bid} in round {many}, with {counted(len(high), 'high card')}."
                if hand
                else f"{name}’s {bid} of {many} in round {many}.",
                grade=min(99, 100 * off // one.state.last) if off > 0 else bid * 10 // one.state.last,
                at=one.bids[seat],
                cards=tuple(
                    Shown(NAMES[card], f"held by {name}" if bid < len(high) else f"took a trick for {name}")
                    for card in cards[:_MOST_CARDS]
                ),
            )


def _winners(one: Settled, seat: int) -> list[int]:
    """Return the cards with which a seat took its tricks."""
    found = [trick for trick in one.tricks if trick.taker == seat and trick.cards]
    return [trick.cards[(seat - trick.leader) % len(trick.cards)] for trick in found]
