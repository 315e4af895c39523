"""The texts of Liar Poker: questions, events, screens, score sheet and highlights."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.english import capfirst
from liarsdeck.language import both, later, number_word
from referee.core.accounts import BID, BLUFF, LIE, Claim, Highlight, Moment, Score, ScoreRow, Screen, Sheet, Shown
from referee.core.cards import NAMES, STANDARD, UNKNOWN, Card, Message, in_words, put_pair, say, sign_card
from referee.core.game import CAUGHT, DOUBTED, NOTED, SAID_LIE, SAID_TRUTH, Event, Saying, Setup, Turn
from referee.core.play import Leaves
from referee.games.liar_poker import state as poker
from referee.games.liar_poker.rules import Rules, card_winner, caught, settle
from referee.games.liar_poker.state import (
    BETS,
    FOLD,
    HANDS,
    WEAKEST,
    State,
    hand_name,
    seven,
    strength,
)

Steps = Sequence[tuple[State, poker.Move, State]]


class LiarPoker(Rules):
    """Liar Poker: what describes it, and its texts (questions, events, screens, score sheet, highlights).

    ``referee.core.game.Game`` says what the methods take.
    """

    name = "liar-poker"
    title = "Liar Poker"
    prefix = "poker"
    seats = poker.SEATS
    options = poker.Options
    rules = poker.RULES
    moves = (
        poker.Board, poker.Holds, poker.Bets, poker.Folds, poker.Reveals, poker.Claims, poker.Suspects, poker.Accepts,
        poker.Turns, Leaves,
    )  # fmt: skip
    first_evening = (
        (2, 2),
        {"chips": 100, "first_fold": "small"},
        later("100 chips make it short, and a fold on the first bet costs a little: nobody waits for the best hands"),
    )
    numbers = {"cards": STANDARD, "hand": poker.HAND, "board": poker.BOARD}
    seconds = {
        "holds": 10, "board": 20, "bets": 6, "folds": 6, "reveals": 10, "claims": 12, "suspects": 10, "accepts": 10,
        "turns": 5,
    }  # fmt: skip
    patience = 1000
    extras = ("chips", "bets")

    def minutes(self, options: poker.Options, players: int) -> float:
        return max(20, 10 * (options.chips / max(1, sum(options.bets.large))) ** 2)

    def deck_note(self, setup: Setup, cards: int) -> str:
        return language.say(", the standard 52. Each player begins with {chips} chips.", chips=setup.options.chips)

    def ask(self, state: State, turn: Turn) -> str:
        """Return the question, in one line, that is put to the seat or the table that acts in ``turn``."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "board":
                return language.say("Shuffle all 52, deal five each, turn two board cards. Which two?")
            case "bet":
                asked = later("Turn {n}: {seat} chooses a bet in secret (small, middle, large or fold).")
                return language.say(asked, n=state.turn, seat=name)
            case "reveal":
                if state.turn == 1:
                    return language.say("{seat} shows three cards, both at once.", seat=name)
                return language.say("{seat} shows one more card, both at once.", seat=name)
            case "claim":
                return language.say("{seat} claims what the last card is, true or not.", seat=name)
            case "suspect":
                return language.say("{seat} trusts or suspects, in secret.", seat=name)
        return language.say("{seat}, you are suspected: turn your last card up.", seat=name)

    def events(self, before: State, action: poker.Move, after: State) -> tuple[Event, ...]:
        """Return an event for each thing that the line ``action`` made happen, in order.

        First come the events of the line itself. If the line ends a round, the result of the round follows. The first
        of two secret choices only says that the seat has chosen; the second tells both choices.
        """
        kind, cards, setup = action.verb, tuple[int, ...](), after.setup
        match action:
            case poker.Board():
                said = [
                    say("Round {round}.", round=after.round),
                    say("The board is {cards}.", cards=_cards(action.cards)),
                ]
                cards = action.cards
            case poker.Holds():
                kind, said = NOTED, [say("{seat}’s hand is noted.", seat=setup.seat(action.seat))]
            case poker.Turns():
                claimed = (before.claimed or (UNKNOWN, UNKNOWN))[action.seat]
                template = later("{seat} turns up {card}: caught in a lie.")
                if action.card == claimed:
                    template = later("{seat} turns up {card}: as claimed.")
                card, cards = _cards((action.card,)), (action.card,)
                said = [say(template, seat=setup.seat(action.seat), card=card)]
            case Leaves():
                return (Event(kind, say("{seat} goes home.", seat=setup.seat(action.seat)), action.seat),)
            case (
                poker.Bets() | poker.Folds() | poker.Reveals() | poker.Claims() | poker.Suspects() | poker.Accepts()
            ) if None in after.pending and before.pending == (None, None):
                said = [say("{seat} has chosen.", seat=setup.seat(action.seat))]
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
        """Return the results that all screens show after ``action``; () if there are none.

        A result is a suspected card that was turned up, or a round that ended.
        """
        found, setup, where = [], before.setup, language.say("round {n}", n=before.round)
        if isinstance(action, poker.Turns) and before.claimed is not None:
            found.append(_turned_up(before, action, before.claimed[action.seat]))
        if len(after.history) > len(before.history):
            figures = [*zip(setup.seats, after.chips, strict=True), (language.say("bonus"), after.bonus)]
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
        """Return the public screen, which all seats share: pot, chips, board, and what each has shown and claimed."""
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
        """Return the score sheet: by round, chips won or lost, chips left, and the bonus carried over."""
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
        legend, unit = language.say("chips won or lost, and chips left"), language.say("chips")
        return Sheet("round", legend, tuple(rows), ("change", "round won"), unit)

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return (card with its suit sign, title, mark) for each known card of a seat's hand.

        The title is always "". The mark is “shown” for a card that lies open, else "".
        """
        return tuple(
            (sign_card(card), "", language.say("shown") if state.face >> card & 1 else "")
            for card in state.hands[seat] or ()
            if card != UNKNOWN
        )

    def explain(self, before: State, action: poker.Move, after: State) -> tuple[str, ...]:
        """Return one text that says why a round was paid out as it was, or () if the action ended no round."""
        return (self.narrate(before, action, after),) if after.phase in _ENDED else ()

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return the moments worth remembering: lies, close showdowns and bluffs, in this order.

        Only rounds in which both players claimed a card count. ``steps`` has (state before, action, state after) for
        each line.
        """
        rounds = _showdowns(steps)
        return (*_lies(rounds), *_close(rounds), *_bluffs(rounds))

    def claims(self, before: State, _action: poker.Move, after: State) -> tuple[Claim, ...]:
        """Return a claim for each player's last card if ``action`` makes both claims known, else ().

        The ``judge`` of each claim is the other player.
        """
        if before.claimed is not None or after.claimed is None:
            return ()
        return tuple(
            Claim(
                seat,
                say("Does {seat} hold {card}?", seat=after.setup.seat(seat), card=_cards((card,))),
                NAMES[card],
                card in hand if (hand := after.hands[seat]) and UNKNOWN not in hand else None,
                judge=1 - seat,
            )
            for seat, card in enumerate(after.claimed)
        )

    def sayings(self, before: State, action: poker.Move, after: State) -> tuple[Saying, ...]:
        """Return what ``action`` says of truths and lies, or (). The states are full: both hands are known.

        For a claim, this is whether it is the truth or a lie. For a line that ends a round with claims, it is CAUGHT or
        DOUBTED for each suspected seat: CAUGHT if the seat had lied, else DOUBTED.
        """
        if isinstance(action, poker.Claims):
            return (Saying(action.seat, SAID_TRUTH if action.card in (before.hands[action.seat] or ()) else SAID_LIE),)
        if len(after.history) == len(before.history) or after.claimed is None:
            return ()
        liars = caught(after)
        return tuple(Saying(seat, CAUGHT if liars[seat] else DOUBTED) for seat in (0, 1) if after.suspects[1 - seat])


_ENDED = ("board", "over")  # phases after a round


def _cards(cards: Sequence[int]) -> Message:
    """Return a message that lists cards, separated by spaces."""
    names = {f"card{at}": Card(NAMES[card], sign_card(card)) for at, card in enumerate(cards)}
    return Message(" ".join(f"{{{name}}}" for name in names), names)


def _opened(before: State, action: poker.Choice, after: State) -> list[Message]:
    """Return sentences that tell both seats' choices. ``action`` is the line that has made them known."""
    names = after.setup.seat(0), after.setup.seat(1)
    match action:
        case poker.Bets() | poker.Folds():
            did = tuple(
                say("{seat} folds", seat=name) if bet == FOLD
                else say("{seat} bets {bet}", seat=name, bet=language.say(BETS[bet]))
                for name, bet in zip(names, after.bets, strict=True)
            )  # fmt: skip
            said = [say("The bets are open: {bets}.", bets=did)]
            return said if FOLD in after.bets else [*said, say("The pot is {pot}.", pot=after.pot)]
        case poker.Reveals():
            fresh = [_cards(after.shown[seat][len(before.shown[seat]) :]) for seat in (0, 1)]
            return [
                say("{seat} shows {cards}.", seat=who, cards=cards) for who, cards in zip(names, fresh, strict=True)
            ]
        case poker.Claims():
            assert after.claimed is not None
            return [
                say("{seat} claims {card} ({hand}).", seat=names[seat], card=_cards((card,)), hand=_hand(after, seat))
                for seat, card in enumerate(after.claimed)
            ]
        case poker.Suspects() | poker.Accepts():
            return [say(_DOUBTS[after.suspects], a=names[0], b=names[1])]


_DOUBTS = {
    (True, True): later("{a} suspects, {b} suspects."), (True, False): later("{a} suspects, {b} trusts."),
    (False, True): later("{a} trusts, {b} suspects."), (False, False): later("{a} trusts, {b} trusts."),
}  # fmt: skip


def _hand(state: State, seat: int) -> str:
    return language.say(hand_name(seven(state, seat)))


def _ended(before: State, after: State) -> list[Message]:
    """Return why a round is paid out as it is, who wins it, and both players' chips; [] if the round goes on."""
    if after.phase not in _ENDED:
        return []
    setup, chips = after.setup, later("Chips: {a} {first}, {b} {second}.")
    if after.bonus or before.bonus:
        chips = later("Chips: {a} {first}, {b} {second}, bonus {bonus}.")
    won = say("Nobody wins the round.")
    if after.winner >= 0:
        won = say("{seat} wins the round.", seat=setup.seat(after.winner))
    return [
        _folded(before, after) if FOLD in after.bets else _settled(before, after),
        won,
        say(
            chips,
            a=setup.seat(0),
            b=setup.seat(1),
            first=after.chips[0],
            second=after.chips[1],
            bonus=after.bonus,
        ),
    ]


def _folded(before: State, after: State) -> Message:
    if (told := _fold(before, after)) is None:
        if before.pot:
            return say("Both fold: the pot of {pot} goes into the bonus.", pot=before.pot)
        return say("Both fold before anything was paid.")
    if before.pot:
        return say("{seat} folds: the pot of {pot} goes to {other}.", **told)
    if told["fine"]:
        return say("{seat} folds at once, and pays {other} {fine}.", **told)
    return say("{seat} folds before anything was paid.", **told)


def _fold(before: State, after: State) -> dict[str, Any] | None:
    """Return the fields of a sentence on a fold; None if both players fold.

    ``seat`` is the player who folds, ``other`` the one who stays, ``pot`` the chips in the pot before the fold, and
    ``fine`` the chips that ``other`` gains.
    """
    left = [seat for seat in (0, 1) if after.bets[seat] != FOLD]
    if not left:
        return None
    names, fine = after.setup.seat, after.chips[left[0]] - before.chips[left[0]]
    return {"seat": names(1 - left[0]), "other": names(left[0]), "pot": before.pot, "fine": fine}


def _after_fold(before: State, after: State) -> Message:
    """Return one sentence on what a fold costs. A headline beside it says who folds."""
    told = _fold(before, after)
    if before.pot and told is None:
        return say("The pot of {pot} goes into the bonus.", pot=before.pot)
    if told is not None and before.pot:
        return say("The pot of {pot} goes to {other}.", **told)
    if told is not None and told["fine"]:
        return say("{seat} pays {other} {fine}.", **told)
    return say("Nothing was paid yet.")


def _settled(before: State, after: State) -> Message:
    """Return one sentence that says why a round is paid out as it is."""
    best, liars = card_winner(after), caught(after)
    done = settle(before.chips, before.pot, before.bonus, best, after.suspects, liars)
    names = after.setup.seat(0), after.setup.seat(1)
    said = [say("The hands are equal")]
    if best >= 0:
        said = [say("{seat} has the better hand ({hand})", seat=names[best], hand=_hand(after, best))]
    ends = [say("the pot of {pot} goes into the bonus", pot=before.pot)]
    if best >= 0 and not liars[best]:
        ends = [say("the pot of {pot} goes to {seat}", pot=before.pot, seat=names[best])]
    if all(liars):
        said.append(say("but both are caught in a lie"))
    for seat in (0, 1):
        told = {"seat": names[seat], "other": names[1 - seat]}
        if liars[seat] and not liars[1 - seat]:
            template = later("and {other} caught {seat} in a lie")
            if seat == best:
                template = later("but {other} caught {seat} in a lie")
            said.append(say(template, **told))
            if done.lie:
                ends.append(say("{seat} pays {other} {chips}", chips=done.lie, **told))
    for seat in (0, 1):
        if after.suspects[seat] and not liars[1 - seat]:
            said.append(say("and {seat} suspected the truth", seat=names[seat]))
            ends.append(say("{seat} pays {chips} into the bonus", seat=names[seat], chips=done.doubts[seat]))
    if not any(after.suspects):
        said.append(say("and nobody suspected anything"))
    *first, last = ends
    if first:
        return say("{what}: {ends} and {last}.", what=tuple(said), ends=tuple(first), last=last)
    return say("{what}: {last}.", what=tuple(said), last=last)


def _turned_up(before: State, action: poker.Turns, claimed: int) -> Moment:
    """Return the moment for a suspected card that was turned up: a truth or a lie.

    ``claimed`` is the card that the player had claimed; ``action.card`` is the card turned up.
    """
    seat, name = before.setup.seat(action.seat), before.setup.name(action.seat)
    fields = {"seat": seat, "claimed": _cards((claimed,)), "card": _cards((action.card,))}
    if action.card == claimed:
        head, words = later("{seat} told the truth."), later("{seat} said {claimed}, and it is.")
        cards: tuple[Shown, ...] = (Shown(NAMES[claimed], language.say("as {seat} said", seat=name), "true"),)
    else:
        head, words = later("{seat} lied."), later("{seat} said {claimed}. It is {card}.")
        cards = (
            Shown(NAMES[claimed], language.say("what {seat} said", seat=name), "LIE"),
            Shown(NAMES[action.card], language.say("what {seat} held", seat=name), "true"),
        )
    return Moment(
        kind="verdict", head=say(head, **fields), words=(say(words, **fields),), seat=action.seat, cards=cards,
        verdict=True,
    )  # fmt: skip


def _signs(cards: Sequence[int]) -> str:
    return " ".join(map(sign_card, cards))


class Showdown(Struct, frozen=True):
    """A settled round in which both players claimed a card.

    ``at`` is the index (from 0) of the line that ended the round, and ``state`` is the state after this line. ``pot``
    is the number of chips in the pot at that line. ``claims`` has for each seat the index of the line with its claim,
    and ``last`` its real last card (UNKNOWN if the record does not show it).
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
        """Return the name of a seat's poker hand in words (“a full house”).

        It counts the card that the seat claimed. With ``held``, it counts the seat's real last card instead.
        """
        cards = seven(self.state, seat)
        return language.say(HANDS[hand_name((self.last[seat], *cards[1:]) if held else cards)].told)

    def cards(self, seat: int) -> tuple[Shown, Shown]:
        """Return two cards for a highlight: the one that a seat claimed, and the one that it held."""
        name = self.state.setup.name(seat)
        said = Shown(NAMES[self.claim(seat)], language.say("what {seat} said", seat=name), "LIE")
        return said, Shown(NAMES[self.last[seat]], language.say("what {seat} held", seat=name), "true")


def _showdowns(steps: Steps) -> list[Showdown]:
    """Return a Showdown for each finished round in which both players claimed a card, in order."""
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
    """Yield a highlight for each run of a seat's lies that the other seat did not suspect.

    A run is lies in successive showdowns. A longer run has a higher grade.
    """
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
                words = language.say(
                    "In round {round} {seat} claimed the {card}. It was the {held}, and {other} never had it turned.",
                    round=first.state.round, seat=name, card=claim, held=held, other=other,
                )  # fmt: skip
            else:
                words = language.say(
                    "{n} claims running, in rounds {rounds}, {seat} named a card that was not there, and {other} "
                    "trusted every one.",
                    n=capfirst(number_word(len(run))), rounds=both(str(shown.state.round) for shown in run), seat=name,
                    other=other,
                )  # fmt: skip
            honour = later("{seat}, who lied {n} times and was trusted.")
            if len(run) <= 2:
                honour = later("{seat}, who lied twice and was trusted.")
            if len(run) == 1:
                honour = later("{seat}, who lied once and was trusted.")
            yield Highlight(
                kind=LIE,
                title=language.say("The longest-lived lie"),
                words=words,
                honour=language.say(honour, seat=name, n=number_word(len(run))),
                grade=100 * len(run) // (len(run) + 2),
                at=first.claims[seat],
                cards=tuple(card for shown in run[:2] for card in shown.cards(seat)),
            )


def _close(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield a highlight for each showdown. Its grade is higher if the hands are closer in strength."""
    for shown in rounds:
        state, names = shown.state, shown.state.setup.seats
        first, second = (strength(seven(state, seat)) for seat in (0, 1))
        best, off = int(first > second), abs(first - second)
        hand, other = shown.hand(best), shown.hand(1 - best)
        told = {
            "round": state.round, "seat": names[best], "other": names[1 - best], "hand": hand, "others": other,
            "a": names[0], "b": names[1], "pot": shown.pot,
            "bare": language.say(HANDS[hand_name(seven(state, best))].bare),
            "bare_other": language.say(HANDS[hand_name(seven(state, 1 - best))].bare),
        }  # fmt: skip
        honour = later("{seat}’s {bare} in round {round}.")
        said = later("In round {round} {seat}’s {bare} stood against {other}’s {bare_other}.")
        if hand == other:
            honour = later("{seat} against {other} in round {round}, {hand} each.")
            said = later("In round {round} both laid down {hand}, and {seat}’s was the better.")
        if hand == other == language.say(HANDS["High Card"].told):
            said = later("In round {round} neither had so much as a pair, and {seat}’s high cards were the better.")
        if not off:
            said = later("In round {round} {a} and {b} laid down hands of exactly the same worth, {hand}.")
        yield Highlight(
            kind=BID,
            title=language.say("The narrowest showdown"),
            words=f"{language.say(said, **told)} {language.say('In the pot lay {pot} chips.', **told)}",
            honour=language.say(honour, **told),
            grade=100 - max(1, 100 * off // WEAKEST[-1]) if off else 100,
            at=shown.at,
            cards=tuple(
                Shown(NAMES[shown.claim(seat)], language.say("claimed by {seat}", seat=names[seat]))
                for seat in (best, 1 - best)
            ),
        )


_BLUFFS = {
    (True, True): later(
        "In round {round} {seat} made {made} of {true} with a card that was not there, and took {pot} chips."
    ),
    (True, False): later(
        "In round {round} {seat} made {made} of {true} with a card that was not there; there were {pot} chips in the "
        "pot."
    ),
    (False, True): later("In round {round} {seat} claimed the {card}, which was not there, and took {pot} chips."),
    (False, False): later(
        "In round {round} {seat} claimed the {card}, which was not there; there were {pot} chips in the pot."
    ),
}  # fmt: skip
"""By whether a lie made a better hand, and whether it won the pot."""


def _bluffs(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield a highlight for each lie. More chips in the pot make its grade higher; being caught halves it."""
    for shown, seat in ((shown, seat) for shown in rounds for seat in (0, 1) if shown.lied(seat)):
        state, pot, found_out = shown.state, shown.pot, caught(shown.state)[seat]
        name, other, round_ = state.setup.name(seat), state.setup.name(1 - seat), state.round
        claim, held = in_words(shown.claim(seat)), in_words(shown.last[seat])
        made, true = shown.hand(seat), shown.hand(seat, held=True)
        told = {"round": round_, "seat": name, "card": claim, "held": held, "other": other, "pot": pot, "made": made,
                "true": true}  # fmt: skip
        words, honour = (
            _BLUFFS[made != true, state.winner == seat],
            later("{seat}’s {card} for {pot} chips, never turned."),
        )
        if found_out:
            honour = later("{seat}’s {card} for {pot} chips, seen through.")
            words = later(
                "With {pot} chips in the pot of round {round}, {seat} claimed the {card}. {other} had it turned, and "
                "it was the {held}."
            )
        yield Highlight(
            kind=BLUFF,
            title=language.say("The boldest bluff"),
            words=language.say(words, **told),
            honour=language.say(honour, **told),
            grade=min(99, (50 if found_out else 100) * pot // (2 * state.setup.options.chips)),
            at=shown.claims[seat],
            cards=shown.cards(seat),
        )
