"""What the referee says in a match of Liar Poker: sentences, the table, the private screen."""

from liarsdeck.english import listed
from referee.core.cards import UNKNOWN, sign_card
from referee.core.game import Turn
from referee.core.leaving import Leaves
from referee.core.screens import Score, ScoreRow, Screen, Sheet
from referee.games.liar_poker.actions import (
    BETS,
    FOLD,
    Accepts,
    Bets,
    Board,
    Choice,
    Claims,
    Folds,
    Holds,
    Move,
    Reveals,
    Suspects,
    Turns,
)
from referee.games.liar_poker.apply import card_winner, caught
from referee.games.liar_poker.hands import hand_name
from referee.games.liar_poker.judge import to_act
from referee.games.liar_poker.settle import settle
from referee.games.liar_poker.state import State, seven


def ask(state: State, turn: Turn) -> str:
    """Return one line of what is asked for now."""
    name = state.setup.name(turn.seat)
    match state.phase:
        case "board":
            return "Shuffle all 52, deal five each, turn two board cards. Which two?"
        case "bet":
            return f"Turn {state.turn}: {name} chooses a bet in secret (small, middle, large or fold)."
        case "reveal":
            return f"{name} shows {'three cards' if state.turn == 1 else 'one more card'}, both at once."
        case "claim":
            return f"{name} announces the last card, true or not."
        case "suspect":
            return f"{name} suspects or accepts, in secret."
    return f"{name}, you are suspected: turn your last card up."


def narrate(before: State, action: Move, after: State) -> str:
    """Return the sentence of what happened, from views."""
    name = before.setup.name(action.seat)
    if isinstance(action, Leaves):
        return f"{before.setup.name(action.seat)} goes home."
    match action:
        case Board():
            return f"Round {after.round}. The board is {_cards(action.cards)}."
        case Holds():
            return f"{name}’s hand is noted."
        case Turns():
            claimed = (before.claimed or (UNKNOWN, UNKNOWN))[action.seat]
            verdict = "as claimed" if action.card == claimed else "caught in a lie"
            return f"{name} turns up {sign_card(action.card)}: {verdict}.{_ended(before, after)}"
    if None in after.pending and before.pending == (None, None):
        return f"{name} has chosen."
    return _opened(before, action, after)


def _opened(before: State, action: Choice, after: State) -> str:
    """Return what two choices come to that have just been opened."""
    names = after.setup.seats
    match action:
        case Bets() | Folds():
            said = ", ".join(f"{who} {_bet(bet)}" for who, bet in zip(names, after.bets, strict=True))
            paid = "" if FOLD in after.bets else f" The pot is {after.pot}."
            return f"The bets are open: {said}.{paid}{_ended(before, after)}"
        case Reveals():
            fresh = [after.shown[seat][len(before.shown[seat]) :] for seat in (0, 1)]
            return ". ".join(f"{who} shows {_cards(cards)}" for who, cards in zip(names, fresh, strict=True)) + "."
        case Claims():
            claims = zip(names, after.claimed or (), strict=True)
            hands = [
                f"{who} claims {sign_card(card)} ({_hand(after, seat)})" for seat, (who, card) in enumerate(claims)
            ]
            return ". ".join(hands) + "."
        case Suspects() | Accepts():
            doubts = zip(names, after.suspects, strict=True)
            chosen = ", ".join(f"{who} {'suspects' if doubt else 'accepts'}" for who, doubt in doubts)
            return f"{chosen}.{_ended(before, after)}"


def _hand(state: State, seat: int) -> str:
    return hand_name(seven(state, seat))


def _bet(bet: int) -> str:
    return "folds" if bet == FOLD else f"bets {BETS[bet]}"


def _ended(before: State, after: State) -> str:
    if after.phase not in {"board", "over"}:
        return ""
    names = after.setup.seats
    why = _folded(before, after) if FOLD in after.bets else _settled(before, after)
    who = f"{names[after.winner]} wins the round" if after.winner >= 0 else "Nobody wins the round"
    chips = ", ".join(f"{name} {count}" for name, count in zip(names, after.chips, strict=True))
    bonus = f", bonus {after.bonus}" if after.bonus or before.bonus else ""
    return f" {why} {who}. Chips: {chips}{bonus}."


def _folded(before: State, after: State) -> str:
    names = after.setup.seats
    left = [seat for seat in (0, 1) if after.bets[seat] != FOLD]
    goes = f"to {names[left[0]]}" if left else "into the bonus"
    folds = f"{names[1 - left[0]]} folds" if left else "Both fold"
    if before.pot:
        return f"{folds}: the pot of {before.pot} goes {goes}."
    fine = after.chips[left[0]] - before.chips[left[0]] if left else 0
    return f"{folds} at once, and pays {names[left[0]]} {fine}." if fine else f"{folds} before anything was paid."


def _settled(before: State, after: State) -> str:
    """Say in one sentence why a round is paid out as it is."""
    names, best, liars = after.setup.seats, card_winner(after), caught(after)
    done = settle(before.chips, before.pot, before.bonus, best, after.suspects, liars)
    said = "The hands are equal" if best < 0 else f"{names[best]} has the better hand ({_hand(after, best)})"
    goes = f"to {names[best]}" if best >= 0 and not liars[best] else "into the bonus"
    ends = [f"the pot of {before.pot} goes {goes}"]
    if all(liars):
        said += ", but both are caught in a lie"
    for seat in (0, 1):
        if liars[seat] and not liars[1 - seat]:
            turns = "but" if seat == best else "and"
            said += f", {turns} {names[1 - seat]} proved {names[seat]}’s lie"
            ends.append(f"{names[seat]} pays {names[1 - seat]} {done.lie}")
    for seat in (0, 1):
        if after.suspects[seat] and not liars[1 - seat]:
            said += f", and {names[seat]} suspected the truth"
            ends.append(f"{names[seat]} pays {done.doubts[seat]} into the bonus")
    if not any(after.suspects):
        said += ", and nobody doubted a word"
    return f"{said}: {listed(ends, 'and')}."


def show(state: State, _seat: int | None) -> Screen:
    """Return the table: pot, chips, board, what each has shown and claimed."""
    names = state.setup.seats
    claimed = state.claimed or (UNKNOWN, UNKNOWN)
    wanted = {turn.seat for turn in to_act(state)}
    rows = tuple(
        (
            f"{'▸' if seat in wanted else ' '} {name}",
            str(state.chips[seat]),
            BETS[state.bets[seat]] if state.bets else "chosen" if state.pending[seat] is not None else "",
            _cards(state.shown[seat]),
            "" if claimed[seat] < 0 else sign_card(claimed[seat]),
            "" if state.turned[seat] < 0 else sign_card(state.turned[seat]),
        )
        for seat, name in enumerate(names)
    )
    title = f"Liar Poker · round {state.round} · turn {state.turn}" if state.round else "Liar Poker"
    lines = [f"Board: {_cards(state.board) or '·'}   pot {state.pot}   bonus {state.bonus}"]
    if state.claimed:
        lines += [f"{name}: {_hand(state, seat)}" for seat, name in enumerate(names)]
    return Screen(title, ("", "chips", "bet", "shown", "claims", "turned"), rows, tuple(lines))


def sheet(state: State) -> Sheet:
    """Return the score sheet: what each round brought or cost, the chips after it, and the bonus that waits."""
    rows, before = [], (state.setup.options.chips,) * 2
    for number, (first, second, bonus, winner) in enumerate(state.history, 1):
        after = (first, second)
        changes = [now - then for now, then in zip(after, before, strict=True)]
        scores = (
            Score(chips, f"{change:+d}" if change else "", (change, int(winner == seat)))
            for seat, (chips, change) in enumerate(zip(after, changes, strict=True))
        )
        rows.append(ScoreRow(str(number), tuple(scores), f"bonus {bonus}" if bonus else ""))
        before = after
    return Sheet("round", "chips won or lost, and chips left", tuple(rows), ("change", "round won"), "chips")


def hand(state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
    """Return a seat's cards, as far as the referee knows them."""
    return tuple(
        (sign_card(card), "", "shown" if state.face >> card & 1 else "")
        for card in state.hands[seat] or ()
        if card != UNKNOWN
    )


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(sign_card(card) for card in cards)


def explain(before: State, action: Move, after: State) -> tuple[str, ...]:
    """Return why a round was paid out as it was; () for a line that ended none."""
    return (narrate(before, action, after),) if _ended(before, after) and not isinstance(action, Holds) else ()
