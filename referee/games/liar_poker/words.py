"""The texts of Liar Poker: questions, events, screens, score sheet and highlights."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import cardinal, listed
from referee.core.accounts import BID, BLUFF, LIE, Claim, Highlight, Moment, Score, ScoreRow, Screen, Sheet, Shown
from referee.core.cards import NAMES, UNKNOWN, Card, Message, in_words, put_pair, say, sign_card
from referee.core.game import CAUGHT, DOUBTED, NOTED, SAID_LIE, SAID_TRUTH, Event, Saying, Turn
from referee.core.play import Leaves
from referee.games.liar_poker import state as poker
from referee.games.liar_poker.rules import card_winner, caught, settle
from referee.games.liar_poker.state import BETS, FOLD, WEAKEST, State, hand_name, seven, strength
from referee.games.liar_poker.views import Views

Steps = Sequence[tuple[State, poker.Move, State]]


class Words(Views):
    """The texts of Liar Poker: questions, events, screens, score sheet and highlights."""

    def ask(self, state: State, turn: Turn) -> str:
        """Return the question for this turn, in one line."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "board":
                return "Shuffle all 52, deal five each, turn two board cards. Which two?"
            case "bet":
                return f"Turn {state.turn}: {name} chooses a bet in secret (small, middle, large or fold)."
            case "reveal":
                return f"{name} shows {'three cards' if state.turn == 1 else 'one more card'}, both at once."
            case "claim":
                return f"{name} claims what the last card is, true or not."
            case "suspect":
                return f"{name} trusts or suspects, in secret."
        return f"{name}, you are suspected: turn your last card up."

    def events(self, before: State, action: poker.Move, after: State) -> tuple[Event, ...]:
        """Return the line's events; the second of two simultaneous choices tells both, and the round's result."""
        kind, cards = action.verb, tuple[int, ...]()
        match action:
            case poker.Board():
                said = [
                    _say(after, "Round {round}.", round=after.round),
                    _say(after, "The board is {cards}.", cards=_cards(action.cards)),
                ]
                cards = action.cards
            case poker.Holds():
                kind, said = NOTED, [_say(after, f"{_AB[action.seat]}’s hand is noted.")]
            case poker.Turns():
                claimed = (before.claimed or (UNKNOWN, UNKNOWN))[action.seat]
                verdict = "as claimed" if action.card == claimed else "caught in a lie"
                card, cards = _cards((action.card,)), (action.card,)
                said = [_say(after, f"{_AB[action.seat]} turns up {{card}}: {verdict}.", card=card)]
            case Leaves():
                return (Event(kind, _say(after, f"{_AB[action.seat]} goes home."), action.seat),)
            case (
                poker.Bets() | poker.Folds() | poker.Reveals() | poker.Claims() | poker.Suspects() | poker.Accepts()
            ) if None in after.pending and before.pending == (None, None):
                said = [_say(after, f"{_AB[action.seat]} has chosen.")]
            case _:
                said = _opened(before, action, after)
        first, *more = said
        names = tuple(NAMES[card] for card in cards)
        return (
            Event(kind, first, action.seat, names),
            *(Event(kind, message) for message in more),
            *(Event("round", message) for message in _ended(before, after)),
        )

    def moments(self, before: State, action: poker.Move, after: State) -> tuple[Moment, ...]:
        """Return a doubted card that is turned up, and a round that was won, folded or settled."""
        found, setup, where = [], before.setup, f"round {before.round}"
        if isinstance(action, poker.Turns) and before.claimed is not None:
            found.append(_turned_up(before, action, before.claimed[action.seat]))
        if len(after.history) > len(before.history):
            figures = [*zip(setup.seats, after.chips, strict=True), ("bonus", after.bonus)]
            winner = say("{seat} wins the round.", seat=setup.seat(after.winner)) if after.winner >= 0 else None
            head, cards = winner or say("Nobody wins the round."), tuple[Shown, ...]()
            if folded := FOLD in after.bets:
                both = after.bets == (FOLD, FOLD)
                head = say("Both fold.") if both else say("{seat} folds.", seat=setup.seat(after.bets.index(FOLD)))
            elif after.claimed is not None:
                cards = tuple(
                    Shown(NAMES[card], f"{setup.name(seat)}: {_hand(after, seat)}")
                    for seat, card in enumerate(after.claimed)
                )
            words = (_after_fold(before, after) if folded else _settled(before, after),)
            found.append(
                Moment(kind="fold" if folded else "round", head=head, words=words, cards=cards, figures=tuple(figures))
            )
        return tuple(replace(moment, where=where) for moment in found)

    def show(self, state: State, _seat: int | None) -> Screen:
        """Return the public screen: pot and chips, the board, and what each player has shown and claimed."""
        names = state.setup.seats
        claimed = state.claimed or (UNKNOWN, UNKNOWN)
        wanted = {turn.seat for turn in self.to_act(state)}
        rows = tuple(
            (
                f"{'▸' if seat in wanted else ' '} {name}",
                str(state.chips[seat]),
                BETS[state.bets[seat]] if state.bets else "chosen" if state.pending[seat] is not None else "",
                _signs(state.shown[seat]),
                "" if claimed[seat] < 0 else sign_card(claimed[seat]),
                "" if state.turned[seat] < 0 else sign_card(state.turned[seat]),
            )
            for seat, name in enumerate(names)
        )
        title = f"Liar Poker · round {state.round} · turn {state.turn}" if state.round else "Liar Poker"
        lines = [f"Board: {_signs(state.board) or '·'}   pot {state.pot}   bonus {state.bonus}"]
        if state.claimed:
            lines += [f"{name}: {_hand(state, seat)}" for seat, name in enumerate(names)]
        return Screen(title, ("", "chips", "bet", "shown", "claims", "turned"), rows, tuple(lines))

    def sheet(self, state: State) -> Sheet:
        """Return the score sheet, a row for each round: chips won or lost, chips after it, bonus carried over."""
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

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return a row (card, title, mark) for each card of a seat's hand that the referee knows."""
        return tuple(
            (sign_card(card), "", "shown" if state.face >> card & 1 else "")
            for card in state.hands[seat] or ()
            if card != UNKNOWN
        )

    def explain(self, before: State, action: poker.Move, after: State) -> tuple[str, ...]:
        """Return sentences that say why a round was paid out as it was, or () if the line ended no round."""
        return (self.narrate(before, action, after),) if after.phase in _ENDED else ()

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return the moments worth remembering from all settled rounds."""
        rounds = _showdowns(steps)
        return (*_lies(rounds), *_close(rounds), *_bluffs(rounds))

    def claims(self, before: State, _action: poker.Move, after: State) -> tuple[Claim, ...]:
        """Return both claims when they are open; the other player is asked by the rules."""
        if before.claimed is not None or after.claimed is None:
            return ()
        return tuple(
            Claim(
                seat,
                _say(after, f"Does {_AB[seat]} hold {{card}}?", card=_cards((card,))),
                NAMES[card],
                card in hand if (hand := after.hands[seat]) and UNKNOWN not in hand else None,
                judge=1 - seat,
            )
            for seat, card in enumerate(after.claimed)
        )

    def sayings(self, before: State, action: poker.Move, after: State) -> tuple[Saying, ...]:
        """Return whether a claim was true or a lie; at a round's end also who was caught, who wrongly suspected."""
        if isinstance(action, poker.Claims):
            return (Saying(action.seat, SAID_TRUTH if action.card in (before.hands[action.seat] or ()) else SAID_LIE),)
        if len(after.history) == len(before.history) or after.claimed is None:
            return ()
        liars = caught(after)
        return tuple(Saying(seat, CAUGHT if liars[seat] else DOUBTED) for seat in (0, 1) if after.suspects[1 - seat])


_AB = ("{a}", "{b}")  # the fields of the two players
_ENDED = ("board", "over")  # phases after a round


def _say(state: State, template: str, **fields: Any) -> Message:
    """Return a message from ``template`` with ``fields``. The fields ``a`` and ``b`` are the two players."""
    return say(template, a=state.setup.seat(0), b=state.setup.seat(1), **fields)


def _cards(cards: Sequence[int]) -> Message:
    """Return a message that lists cards, separated by spaces."""
    names = {f"card{at}": Card(NAMES[card], sign_card(card)) for at, card in enumerate(cards)}
    return say(" ".join(f"{{{name}}}" for name in names), **names)


def _opened(before: State, action: poker.Choice, after: State) -> list[Message]:
    """Return sentences that tell the two simultaneous choices that this line has made known."""
    match action:
        case poker.Bets() | poker.Folds():
            bets = ["folds" if bet == FOLD else f"bets {BETS[bet]}" for bet in after.bets]
            said = [_say(after, f"The bets are open: {{a}} {bets[0]}, {{b}} {bets[1]}.")]
            return said if FOLD in after.bets else [*said, _say(after, "The pot is {pot}.", pot=after.pot)]
        case poker.Reveals():
            fresh = [_cards(after.shown[seat][len(before.shown[seat]) :]) for seat in (0, 1)]
            return [_say(after, f"{who} shows {{cards}}.", cards=cards) for who, cards in zip(_AB, fresh, strict=True)]
        case poker.Claims():
            assert after.claimed is not None
            return [
                _say(after, f"{_AB[seat]} claims {{card}} ({{hand}}).", card=_cards((card,)), hand=_hand(after, seat))
                for seat, card in enumerate(after.claimed)
            ]
        case poker.Suspects() | poker.Accepts():
            first, second = ("suspects" if doubt else "trusts" for doubt in after.suspects)
            return [_say(after, f"{{a}} {first}, {{b}} {second}.")]


def _hand(state: State, seat: int) -> str:
    return hand_name(seven(state, seat))


def _ended(before: State, after: State) -> list[Message]:
    """Return why a round is paid out as it is, who wins it, and the chips; [] where it goes on."""
    if after.phase not in _ENDED:
        return []
    chips, bonus = "Chips: {a} {first}, {b} {second}", after.bonus or before.bonus
    return [
        _folded(before, after) if FOLD in after.bets else _settled(before, after),
        _say(after, f"{_AB[after.winner] if after.winner >= 0 else 'Nobody'} wins the round."),
        _say(
            after,
            f"{chips}, bonus {{bonus}}." if bonus else f"{chips}.",
            first=after.chips[0],
            second=after.chips[1],
            bonus=after.bonus,
        ),
    ]


def _folded(before: State, after: State) -> Message:
    left = [seat for seat in (0, 1) if after.bets[seat] != FOLD]
    stays = _AB[left[0]] if left else ""
    folds = f"{_AB[1 - left[0]]} folds" if left else "Both fold"
    if before.pot:
        goes = f"to {stays}" if left else "into the bonus"
        return _say(after, f"{folds}: the pot of {{pot}} goes {goes}.", pot=before.pot)
    fine = after.chips[left[0]] - before.chips[left[0]] if left else 0
    if fine:
        return _say(after, f"{folds} at once, and pays {stays} {{fine}}.", fine=fine)
    return _say(after, f"{folds} before anything was paid.")


def _after_fold(before: State, after: State) -> Message:
    """Return what a fold costs, beside a headline that says who folds."""
    left = [seat for seat in (0, 1) if after.bets[seat] != FOLD]
    fine = after.chips[left[0]] - before.chips[left[0]] if left else 0
    if before.pot:
        return _say(
            after, f"The pot of {{pot}} goes {f'to {_AB[left[0]]}' if left else 'into the bonus'}.", pot=before.pot
        )
    if fine:
        return _say(after, f"{_AB[1 - left[0]]} pays {_AB[left[0]]} {{fine}}.", fine=fine)
    return _say(after, "Nothing was paid yet.")


def _settled(before: State, after: State) -> Message:
    """Return one sentence that says why a round is paid out as it is."""
    best, liars = card_winner(after), caught(after)
    done = settle(before.chips, before.pot, before.bonus, best, after.suspects, liars)
    said = "The hands are equal" if best < 0 else f"{_AB[best]} has the better hand ({{hand}})"
    goes = f"to {_AB[best]}" if best >= 0 and not liars[best] else "into the bonus"
    ends = [f"the pot of {{pot}} goes {goes}"]
    if all(liars):
        said += ", but both are caught in a lie"
    for seat in (0, 1):
        if liars[seat] and not liars[1 - seat]:
            said += f", {'but' if seat == best else 'and'} {_AB[1 - seat]} caught {_AB[seat]} in a lie"
            ends.append(f"{_AB[seat]} pays {_AB[1 - seat]} {{lie}}")
    for seat in (0, 1):
        if after.suspects[seat] and not liars[1 - seat]:
            said += f", and {_AB[seat]} suspected the truth"
            ends.append(f"{_AB[seat]} pays {{doubt{seat}}} into the bonus")
    if not any(after.suspects):
        said += ", and nobody suspected anything"
    return _say(
        after,
        f"{said}: {listed(ends, 'and')}.",
        hand=_hand(after, best) if best >= 0 else "",
        pot=before.pot,
        lie=done.lie,
        doubt0=done.doubts[0],
        doubt1=done.doubts[1],
    )


def _turned_up(before: State, action: poker.Turns, claimed: int) -> Moment:
    """Return what a doubted card turned out to be."""
    seat, name = before.setup.seat(action.seat), before.setup.name(action.seat)
    fields = {"seat": seat, "claimed": _cards((claimed,)), "card": _cards((action.card,))}
    if action.card == claimed:
        head, words = "{seat} told the truth.", "{seat} said {claimed}, and it is."
        cards: tuple[Shown, ...] = (Shown(NAMES[claimed], f"as {name} said", "true"),)
    else:
        head, words = "{seat} lied.", "{seat} said {claimed}. It is {card}."
        cards = (
            Shown(NAMES[claimed], f"what {name} said", "LIE"),
            Shown(NAMES[action.card], f"what {name} held", "true"),
        )
    return Moment(
        kind="verdict", head=say(head, **fields), words=(say(words, **fields),), seat=action.seat, cards=cards,
        verdict=True,
    )  # fmt: skip


def _signs(cards: Sequence[int]) -> str:
    return " ".join(map(sign_card, cards))


class Showdown(Struct, frozen=True):
    """A settled round in which both players claimed a card.

    ``claims`` are the positions of the two claims in the record, from 0. ``last`` has each player's real last card, or
    UNKNOWN.
    """

    at: int
    state: State
    pot: int
    claims: tuple[int, int]
    last: tuple[int, int]

    def lied(self, seat: int) -> bool:
        """Return whether the seat is known to have claimed a card other than its real last card."""
        return self.last[seat] not in {UNKNOWN, self.claim(seat)}

    def claim(self, seat: int) -> int:
        """Return the number of the card that a seat claimed."""
        assert self.state.claimed is not None
        return self.state.claimed[seat]

    def hand(self, seat: int, *, held: bool = False) -> str:
        """Return the name of a seat's poker hand (“a full house”) by its claim, or with ``held`` by its real card."""
        cards = seven(self.state, seat)
        name = hand_name((self.last[seat], *cards[1:]) if held else cards).lower()
        return name if name == "two pair" or " of a kind" in name else f"a {name}"

    def cards(self, seat: int) -> tuple[Shown, Shown]:
        """Return two cards for a highlight: the one that a seat claimed, and the one that it held."""
        name = self.state.setup.name(seat)
        said = Shown(NAMES[self.claim(seat)], f"what {name} said", "LIE")
        return said, Shown(NAMES[self.last[seat]], f"what {name} held", "true")


def _showdowns(steps: Steps) -> list[Showdown]:
    """Return each settled round that ended with claims, in order."""
    rounds, claims = [], (0, 0)
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, poker.Claims):
            claims = put_pair(claims, action.seat, at)
        if len(after.history) > len(before.history) and after.claimed is not None:
            last = [UNKNOWN, UNKNOWN]
            for seat, turned in enumerate(after.turned):
                rest = [card for card in before.hands[seat] or () if card not in after.shown[seat]]
                last[seat] = turned if turned >= 0 else rest[0] if len(rest) == 1 else UNKNOWN
            rounds.append(Showdown(at, after, before.pot, claims, (last[0], last[1])))
    return rounds


def _lies(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield a highlight for each run of successive lies of one seat that the other never suspected."""
    for seat in (0, 1):
        runs: list[list[Showdown]] = [[]]
        for shown in rounds:
            if shown.lied(seat) and not shown.state.suspects[1 - seat]:
                runs[-1].append(shown)
            else:
                runs.append([])
        for run in filter(None, runs):
            setup, first = run[0].state.setup, run[0]
            name, other = setup.name(seat), setup.name(1 - seat)
            if len(run) == 1:
                claim, held = in_words(first.claim(seat)), in_words(first.last[seat])
                words = f"In round {first.state.round} {name} claimed the {claim}. It was the {held}, and {other} never"
                words += " had it turned."
            else:
                which = listed([str(shown.state.round) for shown in run], "and")
                words = (
                    f"{cardinal(len(run)).capitalize()} claims running, in rounds {which}, {name} named a card that "
                    f"was not there, and {other} trusted every one."
                )
            times = {1: "once", 2: "twice"}.get(len(run), f"{cardinal(len(run))} times")
            yield Highlight(
                kind=LIE,
                title="The longest-lived lie",
                words=words,
                honour=f"{name}, who lied {times} and was trusted.",
                grade=100 * len(run) // (len(run) + 2),
                at=first.claims[seat],
                cards=tuple(card for shown in run[:2] for card in shown.cards(seat)),
            )


def _close(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield a highlight for each showdown. The closer the ranks of the two hands, the higher its grade."""
    for shown in rounds:
        state, names = shown.state, shown.state.setup.seats
        first, second = (strength(seven(state, seat)) for seat in (0, 1))
        best, off = int(first > second), abs(first - second)
        hand, other = shown.hand(best), shown.hand(1 - best)
        bare = hand.removeprefix("a ")
        honour = f"{names[best]}’s {bare} in round {state.round}."
        if hand == other:
            honour = f"{names[best]} against {names[1 - best]} in round {state.round}, {hand} each."
        if not off:
            said = f"{names[0]} and {names[1]} laid down hands of exactly the same worth, {shown.hand(0)}"
        elif hand == other == "a high card":
            said = f"neither had so much as a pair, and {names[best]}’s high cards were the better"
        elif hand == other:
            said = f"both laid down {hand}, and {names[best]}’s was the better"
        else:
            said = f"{names[best]}’s {bare} stood against {names[1 - best]}’s {other.removeprefix('a ')}"
        yield Highlight(
            kind=BID,
            title="The narrowest showdown",
            words=f"In round {state.round} {said}. In the pot lay {shown.pot} chips.",
            honour=honour,
            grade=100 - max(1, 100 * off // WEAKEST[-1]) if off else 100,
            at=shown.at,
            cards=tuple(Shown(NAMES[shown.claim(seat)], f"claimed by {names[seat]}") for seat in (best, 1 - best)),
        )


def _bluffs(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield a highlight for each lie, graded by the chips in the pot. A lie that was found out counts half."""
    for shown, seat in ((shown, seat) for shown in rounds for seat in (0, 1) if shown.lied(seat)):
        state, pot, found_out = shown.state, shown.pot, caught(shown.state)[seat]
        name, other, round_ = state.setup.name(seat), state.setup.name(1 - seat), state.round
        claim, held = in_words(shown.claim(seat)), in_words(shown.last[seat])
        made, true = shown.hand(seat), shown.hand(seat, held=True)
        rose = f"claimed the {claim}, which was not there"
        if made != true:
            rose = f"made {made} of {true} with a card that was not there"
        if found_out:
            words = f"With {pot} chips in the pot of round {round_}, {name} claimed the {claim}. {other} had it turned,"
            words += f" and it was the {held}."
        elif state.winner == seat:
            words = f"In round {round_} {name} {rose}, and took {pot} chips."
        else:
            words = f"In round {round_} {name} {rose}; there were {pot} chips in the pot."
        yield Highlight(
            kind=BLUFF,
            title="The boldest bluff",
            words=words,
            honour=f"{name}’s {claim} for {pot} chips, {'seen through' if found_out else 'never turned'}.",
            grade=min(99, (50 if found_out else 100) * pot // (2 * state.setup.options.chips)),
            at=shown.claims[seat],
            cards=shown.cards(seat),
        )
