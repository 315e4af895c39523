"""What is worth remembering of a game of Liar's Lair: lies that lived, narrow escapes, bold declarations."""

from collections.abc import Iterator, Sequence

from liarsdeck.english import cardinal, listed
from referee.core.cards import cards_of
from referee.core.leaving import Leaves
from referee.core.screens import (
    BID,
    BLUFF,
    CAUGHT,
    HONEST,
    IDLE,
    LIE,
    OUT,
    PLAYED,
    SAID_LIE,
    SAID_TRUTH,
    Course,
    Highlight,
    Saying,
    Shown,
)
from referee.games.liars_lair.actions import Declares, Move, Plays, Shows
from referee.games.liars_lair.deck import title_of
from referee.games.liars_lair.state import OVER, State

Steps = Sequence[tuple[State, Move, State]]
Played = list[tuple[int, int, int]]
"""The times that a card lay in play to the end of a round's playing: (place in the record, round, seat)."""

_MOST_CARDS = 4  # drawn of a hand


def highlights(steps: Steps) -> tuple[Highlight, ...]:
    """Return what is worth remembering, the open cards alone where the game goes on."""
    if not steps:
        return ()
    lives = _lives(steps)
    found = [*_lies(steps, lives), *_escapes(steps), *_declarations(steps), *_chances(steps)]
    return (*found, *_first_out(steps), *_honest(steps))


def course(steps: Steps) -> Course | None:
    """Return what each seat played, round by round, as far as it may be known; None before anybody has played."""
    plays = [(before.round, action.seat, action.card) for before, action, _ in steps if isinstance(action, Plays)]
    if not plays:
        return None
    last = steps[-1][2]
    names = last.setup.seats
    ends = {seat: _out_in(steps, seat) for seat in last.out}
    rounds = max([*ends.values(), *(round_ for round_, _, _ in plays)])
    lanes = []
    for seat in range(len(names)):
        played = {round_: _mark(last, card) or PLAYED for round_, who, card in plays if who == seat}
        lanes.append(tuple(played.get(round_, IDLE) for round_ in range(1, ends.get(seat, rounds) + 1)))
    return Course("who played what", "round", tuple(str(round_) for round_ in range(1, rounds + 1)), lanes=tuple(lanes))


def _out_in(steps: Steps, seat: int) -> int:
    """Return the round in which a seat left the game."""
    return next(before.round for before, _, after in steps if seat in after.out)


def _card(state: State, card: int) -> str:
    """Return a card as a sentence has it: “11, ‘Archer of Sock Green’,” without what follows it."""
    title = title_of(state.setup, card)
    return f"{card}, “{title}”" if title else str(card)


def _is_lie(last: State, card: int) -> bool:
    """Say whether a card is known to be a lie at the end; of a game that goes on, whether everybody has seen it."""
    return last.truth(card) is False and (last.phase == OVER or bool(last.exposed >> card & 1))


def _lives(steps: Steps) -> dict[int, Played]:
    """Return of every card the times that it was played and met no rival in that round."""
    lives: dict[int, Played] = {}
    for at, (before, action, after) in enumerate(steps):
        if not isinstance(action, Plays):
            continue
        lives.setdefault(action.card, []).append((at, before.round, action.seat))
        if after.exposed != before.exposed:
            for card in (action.card, before.partner[action.card]):
                lives[card].pop()
    return lives


def _found_out(steps: Steps, card: int) -> int:
    """Return the round in which a lie was laid open, 0 where it never was."""
    return next((before.round for before, _, after in steps if after.exposed & ~before.exposed & 1 << card), 0)


def _pair(steps: Steps, card: int, note: str, at: int) -> tuple[Shown, ...]:
    """Return a lie and, where it may be seen, its truth, with where that lay when the lie was played."""
    before, last = steps[at][0], steps[-1][2]
    rival = before.partner[card]
    shown = Shown(str(card), note, "LIE")
    if last.phase != OVER and not last.exposed >> rival & 1:
        return (shown,)
    holder = next((before.setup.name(seat) for seat, hand in enumerate(before.hands) if hand >> rival & 1), "")
    where = f"in {holder}’s hand" if holder else ""
    return (shown, Shown(str(rival), where, "true"))


def _lies(steps: Steps, lives: dict[int, Played]) -> Iterator[Highlight]:
    """Yield every lie that was played and lived, with how many rounds it lay in play."""
    last = steps[-1][2]
    names = last.setup.seats
    for card, played in lives.items():
        if not played or not _is_lie(last, card):
            continue
        seats = list(dict.fromkeys(seat for _, _, seat in played))
        rounds, name = len(played), _card(last, card)
        end = _found_out(steps, card)
        whose = f"{names[seats[0]]}’s {name}" if len(seats) == 1 else name
        lay = f"{whose}, was a lie. It lay on the table in "
        lay += f"round {played[0][1]}" if rounds == 1 else f"{cardinal(rounds)} rounds"
        if len(seats) > 1:
            lay += f", played by {listed([names[seat] for seat in seats], 'and then')}"
        liars = "no doubts" if len(seats) == 1 else f"{cardinal(len(seats))} liars"
        ends = f"; it came out in round {end}." if end else ", and nobody could prove it."
        yield Highlight(
            kind=LIE,
            title="The longest-lived lie",
            words=lay + ends,
            honour=f"{whose}: {cardinal(rounds, 'round')}, {liars}.",
            grade=100 * rounds // (rounds + 2),
            at=played[0][0],
            cards=_pair(steps, card, f"played by {listed([names[seat] for seat in seats], 'and')}", played[0][0]),
        )


def _escapes(steps: Steps) -> Iterator[Highlight]:
    """Yield every lie that lay in play when somebody who held its truth played another card."""
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Plays):
            continue
        name, size = before.setup.name(action.seat), before.sizes[action.seat]
        for lie, seat in before.table:
            truth, liar = before.partner[lie], before.setup.name(seat)
            held = before.hands[action.seat] >> truth & 1 and before.is_in(seat)
            if not held or truth == action.card or not _is_lie(last, lie):
                continue
            yield Highlight(
                kind=BID,
                title="The narrowest escape",
                words=f"In round {before.round} {liar}’s lie, {lie}, lay in play, and {name} held the truth, {truth}, "
                f"among {cardinal(size)} cards. {name} played {action.card}.",
                honour=f"{liar}: {name} held the proof in round {before.round}, and kept it.",
                grade=100 // size,
                at=at,
                cards=(
                    Shown(str(lie), f"played by {liar}", "LIE"),
                    Shown(str(truth), f"kept by {name}", "true"),
                    Shown(str(action.card), f"played by {name}", _mark(last, action.card)),
                ),
            )


def _mark(last: State, card: int) -> str:
    if last.phase != OVER and not last.exposed >> card & 1:
        return ""
    return {True: "true", False: "LIE", None: ""}[last.truth(card)]


def _declarations(steps: Steps) -> Iterator[Highlight]:
    """Yield every declaration by somebody who held a lie, as far as all of the hand is known at the end."""
    last = steps[-1][2]
    if last.phase != OVER:
        return
    for at, (before, action, after) in enumerate(steps):
        if not isinstance(action, Declares) or before.unknown(action.seat):
            continue
        name, hand = before.setup.name(action.seat), cards_of(before.hands[action.seat])
        lies = [card for card in hand if last.truth(card) is False]
        if not lies:
            continue
        cards = cardinal(len(hand), "card")
        held = "all of them lies" if len(lies) == len(hand) > 1 else _lies_among(len(lies), len(hand))
        won = last.won == action.seat and action.seat not in after.out
        end = _how_it_ended(steps, at, action.seat)
        yield Highlight(
            kind=BLUFF,
            title="The boldest bluff",
            words=f"In round {before.round} {name} declared with {cards}, {held}. {end}",
            honour=f"{name} declared with {_lies_among(len(lies), 0)}{', and won' if won else ''}.",
            grade=100 * len(lies) // len(hand),
            at=at,
            cards=tuple(Shown(str(card), f"in {name}’s hand", "LIE") for card in lies[:_MOST_CARDS]),
        )


def _lies_among(lies: int, hand: int) -> str:
    if hand == 1:
        return "a lie"
    return f"{cardinal(lies)} {'lie' if lies == 1 else 'lies'}" + (" among them" if hand else "")


def _how_it_ended(steps: Steps, at: int, seat: int) -> str:
    """Return what became of a declaration, a sentence."""
    name = steps[at][0].setup.name(seat)
    for before, action, after in steps[at:]:
        if seat in after.out and seat not in before.out:
            if isinstance(action, Shows) and action.seat != seat:
                return f"{before.setup.name(action.seat)} proved it with {action.card}."
            if isinstance(action, Shows):
                return f"{name} showed one of them to another declarer, and was out."
            gone = isinstance(action, Leaves) and action.seat == seat
            return f"{name} went home." if gone else f"{name}’s own cards gave it away."
        if after.won == seat:
            return f"Nobody proved one, and {name} won." if after.how.startswith("nobody") else f"{name} won by it."
        if after.round > steps[at][0].round:
            break
    return "It was never put to the test."


def _chances(steps: Steps) -> Iterator[Highlight]:
    """Yield every lie that was played while its truth lay in the hand of somebody still to play."""
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Plays) or not _is_lie(last, action.card):
            continue
        truth, name, queue = before.partner[action.card], before.setup.name(action.seat), before.queue[1:]
        holder = next((seat for seat in queue if before.hands[seat] >> truth & 1), None)
        if holder is None:
            continue
        caught = any(
            isinstance(later, Plays) and later.card == truth
            for then, later, _ in steps[at:]
            if then.round == before.round
        )
        met = before.setup.name(holder)
        end = f"{met} laid it beside the lie." if caught else f"{met} kept it."
        many = cardinal(len(queue), "player")
        yield Highlight(
            kind=BLUFF,
            title="The boldest bluff",
            words=f"In round {before.round} {name} played {_card(before, action.card)}, a lie, with {many} still to "
            f"come and the truth in {met}’s hand. {end}",
            honour=f"{name}’s {action.card}, played into {met}’s truth.",
            grade=(25 if caught else 50) * len(queue) // len(before.hands),
            at=at,
            cards=(
                Shown(str(action.card), f"played by {name}", "LIE"),
                Shown(str(truth), f"in {met}’s hand", "true"),
            ),
        )


def _first_out(steps: Steps) -> Iterator[Highlight]:
    """Yield who was knocked out first, with the lie that did it."""
    for at, (before, action, after) in enumerate(steps):
        if not after.out:
            continue
        name = before.setup.name(after.out[0])
        fresh = cards_of(after.exposed & ~before.exposed & after.false)
        if isinstance(action, Plays | Shows) and fresh:
            title = title_of(before.setup, fresh[0])
            card = f"“{title}”" if title else str(fresh[0])
            yield Highlight(
                kind=OUT,
                title="The shortest evening",
                words=f"{name} was out in round {before.round}, with {_card(before, fresh[0])}.",
                honour=f"{name}, out in round {before.round} with {card}.",
                grade=100 // before.round,
                at=at,
            )
        return


def _honest(steps: Steps) -> Iterator[Highlight]:
    """Yield who played no lie in all of the game, the one who played most."""
    last = steps[-1][2]
    if last.phase != OVER:
        return
    played: dict[int, list[int]] = {}
    for _, action, _ in steps:
        if isinstance(action, Plays):
            played.setdefault(action.seat, []).append(action.card)
    honest = {seat: len(cards) for seat, cards in played.items() if all(map(last.truth, cards)) and len(cards) > 1}
    if not honest:
        return
    seat = max(sorted(honest), key=lambda seat: honest[seat])
    name = last.setup.name(seat)
    yield Highlight(
        kind=HONEST,
        title="The most honest",
        words=f"{name} played {cardinal(honest[seat])} cards, and no lie among them.",
        honour=f"{name}. {'It helped.' if last.won == seat else 'It did not help.'}",
        grade=min(99, 10 * honest[seat]),
        at=len(steps) - 1,
    )


def sayings(before: State, action: Move, after: State) -> tuple[Saying, ...]:
    """Return a card that is played, true or a lie, and whose lie in play it brings out. All is known here."""
    if type(action) is not Plays:
        return ()
    played = Saying(action.seat, SAID_TRUTH if before.truth(action.card) else SAID_LIE)
    return (played, *(Saying(seat, CAUGHT) for seat in after.out[len(before.out) :]))
