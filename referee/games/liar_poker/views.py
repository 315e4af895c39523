"""The views of Liar Poker: what a seat may see, and random full states that agree with a view."""

from random import Random

from msgspec.structs import replace

from referee.core.cards import MASK, NAMES, STANDARD, UNKNOWN, bits, cards_of, put_pair, some
from referee.core.game import Json
from referee.core.play import Leaves
from referee.games.liar_poker import state as poker
from referee.games.liar_poker.rules import Rules
from referee.games.liar_poker.state import BETS, FOLD, HAND, MASKED, State, hand_name, seven, to_show


class Views(Rules):
    """The part of Liar Poker that masks what a seat may not see, and draws random full states that fit a view.

    ``referee.core.game.Game`` says what the methods take.
    """

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as ``seat`` may see it (None: as everybody may), with all else masked."""
        hands, pending = state.hands, state.pending
        for other in (0, 1):
            if other != seat:
                hand = hands[other]
                hands = put_pair(hands, other, hand and (UNKNOWN,) * len(hand))
                pending = put_pair(pending, other, None if pending[other] is None else MASKED)
        if hands == state.hands and pending == state.pending:
            return state
        return replace(state, hands=hands, pending=pending)

    def redact(self, state: State, action: poker.Move, seat: int | None) -> poker.Move:
        """Return the action as ``seat`` may read it (None: as everybody may). ``state`` is the one before it.

        The hand and the secret choice of another seat are masked. The second of two secret choices makes both known:
        its ``opens`` has (seat, choice) for each known choice that the reader did not make.
        """
        if isinstance(action, poker.Board | poker.Turns | Leaves):
            return action
        if isinstance(action, poker.Holds):
            return action if action.seat == seat else replace(action, cards=(UNKNOWN,) * len(action.cards))
        other, opens = state.pending[1 - action.seat], list[tuple[int, poker.Chosen]]()
        if other is not None:
            both: dict[int, poker.Chosen] = {action.seat: action.chosen, 1 - action.seat: other, **dict(action.opens)}
            opens = sorted((who, chosen) for who, chosen in both.items() if who != seat and chosen != MASKED)
        if action.seat == seat:
            return replace(action, opens=tuple(opens))
        match action:
            case poker.Bets() | poker.Folds():
                return poker.Bets(seat=action.seat, bet=MASKED, opens=tuple(opens))
            case poker.Suspects() | poker.Accepts():
                return poker.Suspects(seat=action.seat, masked=True, opens=tuple(opens))
            case poker.Reveals():
                return poker.Reveals(seat=action.seat, cards=(), opens=tuple(opens))
            case poker.Claims():
                return poker.Claims(seat=action.seat, card=UNKNOWN, opens=tuple(opens))

    def cards_shown(self, before: State, action: poker.Move, after: State) -> tuple[tuple[int, str], ...]:
        """Return (seat, card as a record names it) for each card of a hand that becomes known to everybody.

        That is the last card for ``Turns``, and the cards of both players for the second of two reveals. ``before`` and
        ``after`` are the states around the action. For other actions, return ().
        """
        if isinstance(action, poker.Turns):
            return ((action.seat, NAMES[action.card]),)
        return tuple(
            (seat, NAMES[card])
            for seat, (was, shown) in enumerate(zip(before.shown, after.shown, strict=True))
            for card in shown[len(was) :]
        )

    def public(self, state: State) -> dict[str, Json]:
        """Return what everybody may know: the ``public`` object of ``referee replay --json`` (docs/rules.md §5)."""
        names = state.setup.seats
        claimed = state.claimed or (UNKNOWN, UNKNOWN)
        return {
            "round": state.round,
            "turn": state.turn or None,
            "pot": state.pot,
            "bonus": state.bonus,
            "board": [NAMES[card] for card in state.board],
            "shown": {name: [NAMES[card] for card in state.shown[seat]] for seat, name in enumerate(names)},
            "claimed": {name: _card(card) for name, card in zip(names, claimed, strict=True)},
            "turned": {name: _card(card) for name, card in zip(names, state.turned, strict=True)},
            "bets": {name: BETS[bet] for name, bet in zip(names, state.bets, strict=False)},
            "hands": {name: hand_name(seven(state, seat)) for seat, name in enumerate(names)} if state.claimed else {},
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the ``hidden`` object of ``referee replay --json --reveal``: known hands, secret choices."""
        names = state.setup.seats
        return {
            "hands": {
                name: None if hand is None else [_card(card) or MASK for card in hand]
                for name, hand in zip(names, state.hands, strict=True)
            },
            "chosen": {name: _chosen(state, chosen) for name, chosen in zip(names, state.pending, strict=True)},
        }

    def sample_state(self, view: State, seat: int | None, rng: Random) -> State:
        """Return a random full state that agrees with this view of ``seat``: masked cards and choices are drawn."""
        hands, pending = view.hands, view.pending
        pool: list[int] = []
        for other in (0, 1):
            hand = hands[other]
            if hand and UNKNOWN in hand:
                pool = pool or cards_of(_unseen(view))
                open_cards = [card for card in (*view.shown[other], view.turned[other]) if card >= 0]
                many = HAND - len(open_cards)
                hands = put_pair(hands, other, tuple(sorted(open_cards + some(pool, many, rng))))
                del pool[:many]
        if MASKED in pending:
            view = replace(view, hands=hands)
            for other in (0, 1):
                if pending[other] == MASKED:
                    pending = put_pair(pending, other, _guess_chosen(view, other, rng))
            return replace(view, pending=pending)
        return view if hands is view.hands else replace(view, hands=hands)


def _chosen(state: State, chosen: poker.Chosen | None) -> Json:
    if chosen is None or chosen == MASKED:
        return None if chosen is None else MASK
    if isinstance(chosen, tuple):
        return [NAMES[card] for card in chosen]
    match state.phase:
        case "bet":
            return BETS[chosen]
        case "claim":
            return NAMES[chosen]
    return "suspects" if chosen else "accepts"


def _card(card: int) -> str | None:
    return None if card < 0 else NAMES[card]


def _unseen(view: State) -> int:
    """Return the cards that are neither face up nor in a hand that the view knows, as a bit set (bit n is card n)."""
    known = [card for held in (*view.hands, *view.pending) if isinstance(held, tuple) for card in held if card >= 0]
    return (1 << STANDARD) - 1 & ~(view.face | bits(known))


def _guess_chosen(state: State, seat: int, rng: Random) -> poker.Chosen:
    """Return a random legal choice of ``seat`` in this step. If the seat's hand is known, the choice agrees with it."""
    match state.phase:
        case "bet":
            return rng.randint(0, FOLD)
        case "suspect":
            return rng.randint(0, 1)
    down = (1 << STANDARD) - 1 & ~state.face
    if state.phase == "claim":
        return rng.choice(cards_of(down))
    hand = state.hands[seat]
    own = cards_of((_unseen(state) if hand is None else bits(hand)) & down)
    return tuple(some(own, to_show(state), rng))
