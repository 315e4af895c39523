"""What the rules promise at every moment of a game, said anew from what a table can see and what ``--reveal`` adds.

Nothing of the games' own code is asked here but ``public``, ``hidden`` and ``outcome``: a second opinion.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from referee.core.game import Outcome, Setup

Seen = dict[str, Any]


def broken(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, before: Seen | None) -> str:
    """Return what doesn't hold, "" when all does. ``before`` is ``public`` one line earlier, with ``scores`` added."""
    unfinished = "unfinished" in outcome.reason  # somebody went home, or the last round of a cap is over
    if len(outcome.scores) != len(setup.seats) or (outcome.over and not outcome.winners and not unfinished):
        return f"the outcome {outcome} is none"
    if not set(outcome.winners) <= set(range(len(setup.seats))) or (outcome.winners and not outcome.over):
        return f"the winners {outcome.winners} are none"
    more = _GAMES.get(setup.game)  # a new game has those above alone, until somebody writes its own
    return more(setup, public, hidden, outcome, before) if more else ""


def _doubled(cards: Iterable[str]) -> str:
    """Return a card that lies in more places than it has copies."""
    twice = [card for card, many in Counter(cards).items() if many > (4 if card in ("lizard", "snake") else 1)]
    return f"{twice[0]} lies in two places" if twice else ""


def _lair(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, before: Seen | None) -> str:
    assert setup.facts
    cards = [card for hand in hidden["hands"].values() for card in hand or ()]
    total = 2 * setup.options.each * len(setup.seats)
    laid = public["table"].values()  # one card of each, or several
    lying = [card for some in laid for card in (some if isinstance(some, list) else [some])]
    if what := _doubled(chain(cards, lying)):
        return what
    if sum(public["hands"].values()) + len(lying) > total:
        return "there are more cards than were dealt"
    if any(hand is not None and len(hand) != public["hands"][name] for name, hand in hidden["hands"].items()):
        return "a hand has not as many cards as is said"
    if before and before["out"] != public["out"][: len(before["out"])]:
        return "somebody came back into the game"
    true = hidden.get("truths") or ()
    for pair in setup.facts.pairs:
        one, other = (card.number for card in pair.cards)
        if one in true and other in true:
            return f"{one} and {other} are both true"
        told = public["exposed"].get(str(one))
        if told is not None and told == public["exposed"].get(str(other)):
            return f"{one} and {other} were both exposed as {told}"
    if any(told != (int(card) in true) for card, told in public["exposed"].items() if true):
        return "a card was exposed as what it is not"
    names = set(public["out"])
    if outcome.over and any(setup.seats[seat] in names for seat in outcome.winners):
        return "a winner was knocked out"
    if not outcome.over and len(names) >= len(setup.seats) - 1:
        return "one player is left and the game goes on"
    return ""


def _guess(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, before: Seen | None) -> str:
    if not public["deal"] or not public["faceup"]:
        return ""
    hands = [card for hand in hidden["hands"].values() for card in hand or ()]
    shown = [card for cards in public["shown"].values() for card in cards]
    if what := _doubled(chain(public["faceup"], shown, hands)):
        return what
    if set(public["unseen"]) & {*public["faceup"], *shown}:
        return "a seen card is unseen"
    if any(public["hands"][name] + len(public["shown"][name]) != 9 for name in setup.seats):
        return "hand and shown cards are not nine"
    if sum(ask[3] is not None for ask in public["asks"]) > 18:
        return "there were more than eighteen answers"
    gained = [now - was for now, was in zip(outcome.scores, before["scores"], strict=True)] if before else [0]
    sizes = set(public["hands"].values())
    if min(gained) < 0 or sum(bool(points) for points in gained) > 1:
        return f"scores went by {gained}"
    if any(points and points not in sizes | {2 * size for size in sizes} for points in gained):
        return f"{max(gained)} points for hands of {sizes}"
    return ""


def _lizard(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, _before: Seen | None) -> str:
    totals = dict.fromkeys(setup.seats, 0)
    for at, done in enumerate(public["history"], start=1):
        if sum(done["won"].values()) != at:
            return f"round {at} has {sum(done['won'].values())} tricks"
        for name, won in done["won"].items():
            bid = done["bids"][name]
            points = 20 + 10 * won if bid == won else -10 * abs(bid - won)
            if done["points"][name] != points:
                return f"{bid} bid and {won} won made {done['points'][name]} points"
            totals[name] += points
        if setup.options.hook and sum(done["bids"].values()) == at:
            return f"the bids of round {at} add up, with the hook"
    if tuple(totals.values()) != outcome.scores:
        return f"the points add up to {totals}, not to {outcome.scores}"
    best = {seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)}
    if outcome.winners and best != set(outcome.winners):
        return f"{outcome.scores} were won by {outcome.winners}"
    if not outcome.over and sum(public["won"].values()) > public["round"]:
        return "more tricks were won than there are"
    if setup.options.track == "cards":
        hands = [card for hand in hidden["hands"].values() for card in hand or ()]
        return _doubled(chain(hands, (card for _, card in public["trick"])))
    return ""


def _red_black(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, _before: Seen | None) -> str:
    if public["river"]:
        if len(public["river"]) != setup.options.river:
            return f"the river has {len(public['river'])} cards"
        counts = {name: many + len(public["discards"][name]) for name, many in public["hands"].items()}
        if {*counts.values()} != {setup.options.hand}:
            return "hand and discards are not as many as were dealt"
        for name, possible in public["possible"].items():
            hand = hidden["hands"][name]
            if not possible or (hand is not None and hand.count("red") not in possible):
                return f"{name} holds what is not possible"
    discarded = [card for cards in public["discards"].values() for card in cards]
    lying = [card for card in public["river"] if card]
    for colour in ("red", "black"):
        if (*discarded, *lying).count(colour) > getattr(setup.options, colour):
            return f"there are more {colour} cards than in the deck"
    return "" if not outcome.over or len(outcome.winners) < 2 else f"{len(outcome.winners)} won"


def _poker(setup: Setup, public: Seen, hidden: Seen, outcome: Outcome, _before: Seen | None) -> str:
    if min(*outcome.scores, public["pot"], public["bonus"]) < 0:
        return "somebody has fewer than no chips"
    if sum(outcome.scores) + public["pot"] + public["bonus"] != 2 * setup.options.chips:
        return f"{outcome.scores}, {public['pot']} and {public['bonus']} are not {2 * setup.options.chips} chips"
    if (outcome.over and not outcome.unfinished) != (min(outcome.scores) == 0 and not public["pot"]):
        return "the match ends when a player has no chips after a round, and only then"
    shown = [card for cards in public["shown"].values() for card in cards]
    turned = [card for card in public["turned"].values() if card]
    return _doubled(chain(public["board"], shown, turned))


_GAMES: dict[str, Callable[[Setup, Seen, Seen, Outcome, Seen | None], str]] = {
    "liars-lair": _lair,
    "liars-guess": _guess,
    "lizard": _lizard,
    "red-and-black": _red_black,
    "liar-poker": _poker,
}
