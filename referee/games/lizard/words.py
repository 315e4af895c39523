"""What the referee says in a game of Lizard: sentences, the table, the score sheet."""

from liarsdeck.english import counted
from referee.core.cards import sign_card as card_name
from referee.core.game import Turn
from referee.core.leaving import Leaves
from referee.core.screens import Score, ScoreRow, Screen, Sheet
from referee.games.lizard.actions import HIDDEN, Bids, Calls, Dealer, Holds, Move, Plays, Trick, Trump, Won
from referee.games.lizard.apply import winner
from referee.games.lizard.deck import LIZARD, NAMES, SNAKE, SUIT_OF, SUITS, UNKNOWN
from referee.games.lizard.judge import to_act
from referee.games.lizard.options import RIGHT, TRICK
from referee.games.lizard.state import State, cards_left


def ask(state: State, turn: Turn) -> str:
    """Return one line of what is asked for now."""
    name = state.setup.name(turn.seat)
    match state.phase:
        case "dealer":
            return "Everyone draws a card; who has the highest deals first?"
        case "trump" if turn.seat is None:
            free = "" if state.setup.options.track == "cards" else " (or bid)"
            return (
                f"Round {state.round}: deal {counted(state.round, 'card')} each. Which card is turned for trump?{free}"
            )
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


def _hooked(state: State) -> bool:
    """Say whether the next to bid is the last, who may not make the bids come out even."""
    return bool(state.setup.options.hook) and state.bids.count(None) == 1


def narrate(before: State, action: Move, after: State) -> str:
    """Return the sentence of what happened, from views."""
    name = before.setup.name(action.seat)
    ended = _ended(before, after)
    if isinstance(action, Leaves):
        return f"{before.setup.name(action.seat)} goes home."
    match action:
        case Dealer():
            return f"{before.setup.seats[action.who]} deals first."
        case Holds():
            return f"{name}’s hand is noted."
        case Trump():
            return _turned(after, action.card)
        case Calls():
            return f"{name} calls {SUITS[action.suit]}: {SUITS[action.suit]} are trump."
        case Bids() if action.count == HIDDEN:
            return f"{name} has made a bid."
        case Bids() if action.opens:
            opened = ", ".join(f"{before.setup.seats[seat]} {count}" for seat, count in action.opens)
            return f"The bids are open: {opened}, {name} {action.count}."
        case Bids():
            return f"{name} bids {action.count}.{_bid_sum(after)}"
        case Plays():
            return f"{name} plays {card_name(action.card)}.{_taken(before, after)}{_flag(before, after)}{ended}"
        case Trick():
            return f"{before.setup.seats[action.who]} takes trick {before.number}.{ended}"
        case Won():
            return f"{name} won {counted(action.count, 'trick')}.{ended}"
    return ""


def _turned(after: State, card: int) -> str:
    if card < LIZARD:
        return f"{card_name(card)} is turned: {SUITS[after.trump]} are trump."
    if after.phase == "call":
        return f"A lizard is turned: {after.setup.seats[after.dealer]} names the trump suit."
    if after.phase == "trump":
        return "A snake is turned: turn another card."
    return f"A {NAMES[card]} is turned: there is no trump this round."


def _bid_sum(after: State) -> str:
    if None in after.bids:
        return ""
    total = sum(bid or 0 for bid in after.bids)
    return f" The bids add up to {total}, for {counted(after.round, 'trick')}."


def _taken(before: State, after: State) -> str:
    if len(before.trick) + 1 < len(before.hands):
        return ""
    if after.phase == "play":  # not after a round's last trick
        return f" {before.setup.seats[after.leader]} takes the trick."
    won = after.history[-1].won
    taker = next(seat for seat, count in enumerate(won) if count != before.won[seat])
    return f" {before.setup.seats[taker]} takes the last trick."


def _flag(before: State, after: State) -> str:
    return "".join(f" {flag[0].upper()}{flag[1:]}." for flag in after.flags[len(before.flags) :])


def _ended(before: State, after: State) -> str:
    if len(after.history) == len(before.history):
        return ""
    scored = ", ".join(
        f"{name} {points:+d}" for name, points in zip(after.setup.seats, after.history[-1].points, strict=True)
    )
    return f" Round {before.round} is over: {scored}."


def show(state: State, _seat: int | None) -> Screen:
    """Return the table: who deals, bids, tricks won, what lies in the trick."""
    seats = state.setup.seats
    open_yet = state.phase in {"dealer", "trump", "call"}
    unsaid = not state.turned and cards_left(state) > 0  # where people keep the trump to themselves
    trump = f" · trump {SUITS[state.trump]}" if state.trump >= 0 else "" if open_yet or unsaid else " · no trump"
    title = f"Lizard · round {state.round} of {state.last}{trump}"
    wanted = {turn.seat for turn in to_act(state)}
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


def _revokes(state: State) -> tuple[str, ...]:
    """Return the flags of this round: those of a round that was scored have been decided on, and leave the table."""
    now = f"round {state.round} "
    return tuple(flag for flag in state.flags if flag.startswith(now)) if state.phase != "over" else ()


def hand(state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
    """Return a seat's cards, as far as the referee knows them."""
    cards = state.hands[seat] or ()
    return tuple((NAMES[card], card_name(card), "") for card in cards if card != UNKNOWN)


def sheet(state: State) -> Sheet:
    """Return the score sheet: for every finished round and player the bid, the tricks won and the total so far."""
    totals = (0,) * len(state.totals)
    rows = []
    for number, done in enumerate(state.history, 1):
        totals = tuple(a + b for a, b in zip(totals, done.points, strict=True))
        cells = zip(totals, done.bids, done.won, done.points, strict=True)
        scores = tuple(Score(total, f"{bid}/{won}", (bid, won, points)) for total, bid, won, points in cells)
        rows.append(ScoreRow(str(number), scores))
    return Sheet("round", "tricks bid/won, and the total", tuple(rows), ("bid", "won", "points"))


def explain(before: State, action: Move, after: State) -> tuple[str, ...]:
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
    return f"{name}’s {card_name(card)}: {why}.{_flag(before, after)}"
