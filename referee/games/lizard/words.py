"""The texts of Lizard: questions, events, screens, score sheet and highlights."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from liarsdeck import language
from liarsdeck.english import capfirst
from liarsdeck.language import both, later, number_word, say_n, spelt_n
from referee.core import accounts
from referee.core import game as core
from referee.core.accounts import Highlight, Moment, Screen, Shown
from referee.core.cards import COPIES, LIZARD, RANKS, SNAKE, UNKNOWN, Card, Message, in_words, say, sign_card, text
from referee.core.game import Event, Turn
from referee.core.play import Leaves
from referee.games.lizard import game as lizard
from referee.games.lizard.game import NAMES, RIGHT, SUIT_OF, SUITS, TRICK, Bids, Move, Plays, Rules, State, winner

Steps = Sequence[tuple[State, Move, State]]


_ASKED = {
    (True, True): later("{seat} plays (follow {suit})."), (True, False): later("{seat} plays."),
    (False, True): later("{seat} leads (follow {suit})."), (False, False): later("{seat} leads."),
}  # fmt: skip
"""Who plays a card, by whether some lie there and whether a suit was led."""


class Lizard(Rules):
    """Lizard: what describes it, and its texts (questions, events, screens, score sheet, highlights).

    ``referee.core.game.Game`` says what the methods take.
    """

    name = "lizard"
    title = "Lizard"
    prefix = "lizard"
    seats = lizard.SEATS
    usual = 5
    options = lizard.Options
    rules = lizard.RULES
    moves = (lizard.Dealer, lizard.Trump, lizard.Calls, lizard.Holds, Bids, Plays, lizard.Trick, lizard.Won, Leaves)
    first_evening = ((3, 5), {"rounds": 10}, later("ten rounds make a short game, all of them a long one"))
    extras = ("scores", "trump")
    numbers = {"cards": lizard.DECK, "copies": COPIES, "right": lizard.RIGHT, "trick": lizard.TRICK}
    seconds = {"holds": 6, "dealer": 15, "trump": 8, "bids": 8, "plays": 5, "calls": 8}

    def minutes(self, options: lizard.Options, players: int) -> float:
        rounds = lizard.DECK // players if options.rounds == "all" else options.rounds
        tricks = rounds * (rounds + 1) // 2
        return (tricks * players * 5 + rounds * (8 + 14 * players)) / 60

    def deck_note(self, setup: core.Setup, cards: int) -> str:
        return language.say(
            ", the standard 52 with four lizards and four snakes. In round 1 everybody gets one card, in every later "
            "round one more."
        )

    def last_round(self, setup: core.Setup) -> int:
        return lizard.last_round(setup)

    def ask(self, state: State, turn: Turn) -> str:
        """Return the question, in one line, for whoever acts in ``turn`` (a seat or the table)."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "dealer":
                return language.say("Everyone draws a card; who has the highest deals first?")
            case "trump" if turn.seat is None:
                deal = say_n("Round {n}: deal {n} card each.", "Round {n}: deal {n} cards each.", state.round)
                if state.setup.options.track == "cards":
                    return f"{deal} {language.say('Which card is turned for trump?')}"
                return f"{deal} {language.say('Which card is turned for trump? (or bid)')}"
            case "call" if "calls" in turn.verbs:
                return language.say(
                    "{seat}, a lizard was turned: look at your hand and call the trump suit.", seat=name
                )
            case "tricks":
                return language.say("Who took trick {n} of {all}?", n=state.number, all=state.round)
            case "won":
                if sum(not counted_in for counted_in in state.counted_in) > 1:
                    return language.say("Who won how many tricks? (Type it like this: {seat} 1)", seat=name)
                return language.say("{seat}, how many tricks did you win?", seat=name)
            case "play":
                follow = language.say(SUITS[state.follow]) if state.follow >= 0 else ""
                asked = _ASKED[bool(state.trick), state.follow >= 0]
                return language.say(asked, seat=name, suit=follow)
        barred = lizard.barred(state)
        if state.round == 1:
            free = lizard.or_so(bid for bid in (1, 0) if bid != barred)
            return language.say("{seat}, will you win the trick? ({bids})", seat=name, bids=free)
        if barred is not None and barred >= 0:
            asked = later("{seat}, how many of the {n} tricks will you win? (not {barred})")
        else:
            asked = later("{seat}, how many of the {n} tricks will you win?")
        return language.say(asked, seat=name, n=state.round, barred=barred)

    def events(self, before: State, action: Move, after: State) -> tuple[Event, ...]:
        """Return an event for each thing that the line ``action`` made happen, in order.

        First comes what the line says, then the end of a trick, revokes, or the sum of the bids, then the end of a
        round.
        """
        more: list[Event] = []
        if isinstance(action, Plays):
            more += [*_taken(before, after), *_flags(before, after)]
        elif isinstance(action, Bids) and None not in after.bids and not action.opens:
            total, tricks = sum(bid or 0 for bid in after.bids), say_n("{n} trick", "{n} tricks", after.round)
            more.append(Event("bids", say("The bids add up to {total}, for {tricks}.", total=total, tricks=tricks)))
        if len(after.history) > len(before.history):
            seats = map(after.setup.seat, range(len(before.hands)))
            points = zip(seats, after.history[-1].points, strict=True)
            scores = tuple(say("{seat} {points:+d}", seat=seat, points=points) for seat, points in points)
            more.append(Event("round", say("Round {round} is over: {scores}.", round=before.round, scores=scores)))
        kind = core.NOTED if isinstance(action, lizard.Holds) else action.verb
        cards = (NAMES[action.card],) if isinstance(action, Plays | lizard.Trump) else ()
        return (Event(kind, _line(before, action, after), action.seat, cards), *more)

    def moments(self, before: State, action: Move, after: State) -> tuple[Moment, ...]:
        """Return what all screens show for a while after ``action``: who took a trick, a round's end; or ()."""
        found, setup = [], before.setup
        where = language.say("round {n} of {all}", n=before.round, all=before.last)
        if isinstance(action, Plays) and len(before.trick) + 1 == len(before.hands):
            trick = (*before.trick, action.card)
            place = winner(trick, before.trump, setup.options.all_snakes)
            seats = [(before.leader + at) % len(trick) for at in range(len(trick))]
            cards = tuple(
                accounts.Shown(NAMES[card], setup.name(seat), accounts.TAKES if at == place else "")
                for at, (card, seat) in enumerate(zip(trick, seats, strict=True))
            )
            head = say("{seat} takes the trick.", seat=setup.seat(seats[place]))
            words = (text(_why_taken(before, trick, after)),)
            where_now = language.say("{where} · trick {n} of {all}", where=where, n=before.number, all=before.round)
            found.append(Moment(kind="trick", head=head, words=words, seat=seats[place], where=where_now, cards=cards))
        if len(after.history) > len(before.history):
            rest = after.last - before.round
            left = text(capfirst(spelt_n("{n} round to go.", "{n} rounds to go.", rest)))
            head = text(leads(after))
            found.append(
                Moment(
                    kind="round",
                    head=head,
                    words=(left,) if rest else (),
                    where=language.say("after {where}", where=where),
                    scores=True,
                )
            )
        return tuple(found)

    def show(self, state: State, seat: int | None) -> Screen:
        """Return the screen that all seats share: dealer, bids, tricks won, scores, cards of the trick."""
        seats = state.setup.seats
        open_yet = state.phase in {"dealer", "trump", "call"}
        unsaid = not state.turned and lizard.cards_left(state) > 0  # where people keep the trump to themselves
        trump = f" · trump {SUITS[state.trump]}" if state.trump >= 0 else "" if open_yet or unsaid else " · no trump"
        title = f"Lizard · round {state.round} of {state.last}{trump}"
        wanted = {turn.seat for turn in self.to_act(state)}
        played = {(state.leader + at) % len(seats): sign_card(card) for at, card in enumerate(state.trick)}
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
        """Return (card as a record names it, card with its suit sign, "") for each known card of a seat's hand."""
        cards = state.hands[seat] or ()
        return tuple((NAMES[card], sign_card(card), "") for card in cards if card != UNKNOWN)

    def sheet(self, state: State) -> accounts.Sheet:
        """Return the score sheet: for each finished round and seat the bid, the tricks won, and the total."""
        totals = (0,) * len(state.totals)
        rows = []
        for number, done in enumerate(state.history, 1):
            totals = tuple(a + b for a, b in zip(totals, done.points, strict=True))
            cells = zip(totals, done.bids, done.won, done.points, strict=True)
            scores = tuple(
                accounts.Score(total, f"{bid}/{won}", (bid, won, points)) for total, bid, won, points in cells
            )
            rows.append(accounts.ScoreRow(str(number), tuple(scores)))
        return accounts.Sheet(
            "round", language.say("tricks bid/won, and the total"), tuple(rows), ("bid", "won", "points"),
            unit=language.say("points"),
        )  # fmt: skip

    def explain(self, before: State, action: Move, after: State) -> tuple[str, ...]:
        """Return sentences on why a trick was won and how a round was scored; () for actions that ended neither."""
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
        rounds, kinds = _rounds(steps), (_false_bids, _last_trick, _missed, _bold)
        return (*_revoked(steps), *[found for kind in kinds for one in rounds for found in kind(one)])


def _line(before: State, action: Move, after: State) -> Message:
    """Return the sentence that says what a line does, without its results."""
    seat = before.setup.seat
    match action:
        case lizard.Dealer():
            return say("{seat} deals first.", seat=seat(action.who))
        case lizard.Trick():
            return say("{seat} takes trick {number}.", seat=seat(action.who), number=before.number)
        case lizard.Trump():
            return _turned(after, action.card)
    who = seat(action.seat)
    match action:
        case lizard.Holds():
            return say("{seat}’s hand is noted.", seat=who)
        case lizard.Calls():
            return say("{seat} calls {suit}: {suit} are trump.", seat=who, suit=language.say(SUITS[action.suit]))
        case Bids(count=lizard.HIDDEN):
            return say("{seat} has made a bid.", seat=who)
        case Bids() if action.opens:
            bids = [*action.opens, (action.seat, action.count)]
            opened = tuple(say("{seat} {count}", seat=seat(at), count=count) for at, count in bids)
            return say("The bids are open: {bids}.", bids=opened)
        case Bids():
            return say("{seat} bids {count}.", seat=who, count=action.count)
        case Plays():
            return say("{seat} plays {card}.", seat=who, card=_card(action.card))
        case lizard.Won():
            tricks = say_n("{n} trick", "{n} tricks", action.count)
            return say("{seat} won {tricks}.", seat=who, tricks=tricks)
        case Leaves():
            return say("{seat} goes home.", seat=who)


def _card(card: int) -> Card:
    return Card(NAMES[card], sign_card(card))


def _turned(after: State, card: int) -> Message:
    if card < LIZARD:
        return say("{card} is turned: {suit} are trump.", card=_card(card), suit=language.say(SUITS[after.trump]))
    if after.phase == "call":
        return say("A lizard is turned: {seat} calls the trump suit.", seat=after.setup.seat(after.dealer))
    if after.phase == "trump":
        return say("A snake is turned: turn another card.")
    if card == LIZARD:
        return say("A lizard is turned: there is no trump this round.")
    return say("A snake is turned: there is no trump this round.")


def _taken(before: State, after: State) -> Iterator[Event]:
    """Yield an event for the seat that takes the trick if the card just played completes the trick."""
    if len(before.trick) + 1 < len(before.hands):
        return
    if after.phase == "play":
        template, taker = later("{seat} takes the trick."), after.leader
    else:  # a round's last trick
        template, won = later("{seat} takes the last trick."), after.history[-1].won
        taker = next(seat for seat, count in enumerate(won) if count != before.won[seat])
    yield Event("trick", say(template, seat=before.setup.seat(taker)), taker)


def _flags(before: State, after: State) -> list[Event]:
    """Return an event for each revoke that came out between the two states."""
    new = after.flags[len(before.flags) :]
    return [Event("revoke", text(f"{capfirst(str(flag.told(after)))}.")) for flag in new]


def _revokes(state: State) -> tuple[str, ...]:
    """Return a sentence for each revoke (failure to follow suit) found in this round; () after the game."""
    now = [flag for flag in state.flags if flag.round == state.round and state.phase != "over"]
    return tuple(str(flag.told(state)) for flag in now)


def leads(state: State) -> str:
    """Return a sentence on who leads in points: “Ann leads by 10.”, “Ann and Bob lead.”, “Nobody leads.”"""
    best = max(state.totals)
    ahead = [name for name, total in zip(state.setup.seats, state.totals, strict=True) if total == best]
    if len(ahead) > 1:
        if len(ahead) == len(state.totals):
            return language.say("Nobody leads.")
        return language.say("{who} lead.", who=both(ahead))
    return language.say("{seat} leads by {n}.", seat=ahead[0], n=best - sorted(state.totals)[-2])


def _points(bid: int, won: int) -> str:
    if bid != won:
        return f"{TRICK} off for each trick of difference"
    return f"{RIGHT} for being right and {TRICK} for each trick" if won else f"{RIGHT} for being right"


def _why_taken(before: State, trick: tuple[int, ...], after: State) -> str:
    place = winner(trick, before.trump, before.setup.options.all_snakes)
    name, card = before.setup.seats[(before.leader + place) % len(trick)], trick[place]
    if card == LIZARD:
        why = later("{seat}’s {card}: the first lizard takes the trick.")
    elif card == SNAKE:
        why = later("{seat}’s {card}: of nothing but snakes, that is the one that takes the trick.")
    elif SUIT_OF[card] == before.trump:
        why = later("{seat}’s {card}: the highest trump takes the trick.")
    else:
        why = later(
            "{seat}’s {card}: no lizard and no trump was played, and it is the highest of the suit led, {suit}."
        )
    flags = [f" {event.message}" for event in _flags(before, after)]
    suit = language.say(SUITS[SUIT_OF[card]]) if SUIT_OF[card] >= 0 else ""
    return language.say(why, seat=name, card=sign_card(card), suit=suit) + "".join(flags)


_TEN, _ACE = RANKS.index("T"), RANKS.index("A")
_MOST_CARDS = 5  # drawn of a hand


class Taken(Struct, frozen=True):
    """A finished trick: the seats of its ``taker`` and its ``leader``, and its cards in the order of play.

    ``cards`` is () if the players do not enter which cards they play.
    """

    taker: int
    leader: int
    cards: tuple[int, ...]

    def seat(self, place: int, seats: int) -> int:
        """Return the seat that played the card at index ``place`` of the trick; ``seats`` is the number of players."""
        return (self.leader + place) % seats

    @property
    def winning(self) -> str:
        """The winning card as a phrase, “the queen of hearts”, or "" if unknown."""
        if not self.cards:
            return ""
        card = self.cards[(self.taker - self.leader) % len(self.cards)]
        return language.say("the {card}", card=in_words(card)) if card != LIZARD else language.say("a lizard")


class Settled(Struct, frozen=True):
    """A scored round.

    ``at`` is the index of its last line among the lines of the game, from 0. ``bids`` has for each seat the index of
    the line with its bid. ``state`` is the state before the last line. ``tricks`` are the finished tricks as far as
    people entered them, and ``done`` is the result.
    """

    at: int
    bids: tuple[int, ...]
    state: State
    tricks: tuple[Taken, ...]
    done: lizard.Round

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.state.setup.seats

    @property
    def whole(self) -> bool:
        """Whether the round had two or more tricks and ``tricks`` has all of them."""
        return len(self.tricks) == self.state.round >= 2

    @property
    def results(self) -> Iterator[tuple[int, int, int]]:
        """An iterator of (seat, bid, tricks won), one tuple for each seat."""
        return ((seat, *result) for seat, result in enumerate(zip(self.done.bids, self.done.won, strict=True)))

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the cards that ``seat`` played in the round, in order; () if cards are not entered."""
        seats = len(self.done.bids)
        return tuple(
            card for trick in self.tricks for place, card in enumerate(trick.cards) if trick.seat(place, seats) == seat
        )

    def shown(self, trick: Taken) -> tuple[Shown, ...]:
        """Return the cards of a trick for a highlight, in the order of play, with the players' names as notes."""
        seats = [trick.seat(place, len(self.names)) for place in range(len(trick.cards))]
        return tuple(
            Shown(
                NAMES[card],
                language.say("{seat}, who took it", seat=self.names[seat]) if seat == trick.taker else self.names[seat],
            )
            for card, seat in zip(trick.cards, seats, strict=True)
        )


def _rounds(steps: Steps) -> list[Settled]:
    """Return the scored rounds of a game, in order; ``steps`` are (state before, line, state after)."""
    rounds: list[Settled] = []
    tricks: list[Taken] = []
    bids: dict[int, int] = {}
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, Bids):
            bids[action.seat] = at
        elif isinstance(action, lizard.Trick):
            tricks.append(Taken(action.who, before.leader, ()))
        elif isinstance(action, Plays) and len(before.trick) + 1 == len(before.hands):
            cards = (*before.trick, action.card)
            place = winner(cards, before.trump, before.setup.options.all_snakes)
            tricks.append(Taken((before.leader + place) % len(cards), before.leader, cards))
        if len(after.history) > len(before.history):
            places = tuple(bids[seat] for seat in range(len(before.hands)))
            rounds.append(Settled(at, places, before, tuple(tricks), after.history[-1]))
            tricks = []
    return rounds


def _revoked(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each revoke that came out: a player showed a suit that the player had not followed.

    More tricks in between make its grade higher.
    """
    for at, (before, action, after) in enumerate(steps):
        if len(after.flags) == len(before.flags) or not isinstance(action, Plays):
            continue
        suit, name = SUIT_OF[action.card], before.setup.name(action.seat)
        first = min(trick for seat, trick, failed in before.failed if (seat, failed) == (action.seat, suit))
        lived = before.number - first
        yield Highlight(
            kind=accounts.LIE,
            title=language.say("The longest-lived lie"),
            words=language.say(
                "In trick {first} of round {round} {seat} seemed to have no {suit}. In trick {trick} {seat} played the "
                "{card}.",
                first=first, round=before.round, seat=name, suit=language.say(SUITS[suit]), trick=before.number,
                card=in_words(action.card),
            ),
            honour=say_n(
                "{seat}, who had no {suit} for {n} trick.", "{seat}, who had no {suit} for {n} tricks.", lived,
                seat=name, suit=language.say(SUITS[suit]),
            ),
            grade=min(99, 80 + lived),
            at=at,
            cards=(
                Shown(
                    NAMES[action.card],
                    language.say("played by {seat} in trick {n}", seat=name, n=before.number), "LIE",
                ),
            ),
        )  # fmt: skip


def _false_bids(one: Settled) -> Iterator[Highlight]:
    """Yield a highlight for each bid that was not met.

    It names the trick that made it impossible to meet the bid; a later trick makes the grade higher. Only rounds whose
    tricks are all known count.
    """
    tricks = one.state.round
    for seat, bid, won in one.results if one.whole else ():
        if bid == won:
            continue
        held = [sum(trick.taker == seat for trick in one.tricks[:number]) for number in range(1, tricks + 1)]
        fell = next(at for at, had in enumerate(held, 1) if not bid - (tricks - at) <= had <= bid)
        trick, name = one.tricks[fell - 1], one.names[seat]
        last, own = fell == tricks, trick.taker == seat
        told = {"seat": name, "bid": bid, "round": tricks, "trick": fell, "taker": one.names[trick.taker]}
        until = _FELL[last, own, bool(trick.winning)]
        yield Highlight(
            kind=accounts.LIE,
            title=language.say("The longest-lived lie"),
            words=language.say("{seat} bid {bid} in round {round}.", **told)
            + f" {language.say(until, card=trick.winning, **told)}",
            honour=language.say("{seat}’s {bid} in round {round}, which held until trick {trick}.", **told),
            grade=79 * fell // one.state.last,
            at=one.bids[seat],
            cards=one.shown(trick),
        )


_FELL = {
    (True, True, True): later(
        "It could still come true until the very last trick, which {seat} had to take with {card}."
    ),
    (True, True, False): later("It could still come true until the very last trick, which {seat} had to take."),
    (True, False, True): later("It could still come true until the very last trick, which {taker} took with {card}."),
    (True, False, False): later("It could still come true until the very last trick, which {taker} took."),
    (False, True, True): later(
        "It could still come true until trick {trick} of {round}, which {seat} had to take with {card}."
    ),
    (False, True, False): later("It could still come true until trick {trick} of {round}, which {seat} had to take."),
    (False, False, True): later(
        "It could still come true until trick {trick} of {round}, which {taker} took with {card}."
    ),
    (False, False, False): later("It could still come true until trick {trick} of {round}, which {taker} took."),
}  # fmt: skip
"""When a bid went wrong: in the last trick or before, by a trick of its own or another’s, with a known card or not."""


def _last_trick(one: Settled) -> Iterator[Highlight]:
    """Yield a highlight if the last trick of the round made its taker's bid come true.

    A higher bid makes its grade higher.
    """
    trick, tricks = one.tricks[-1] if one.whole else None, one.state.round
    if trick is None or (bid := one.done.bids[trick.taker]) != one.done.won[trick.taker]:
        return
    name = one.names[trick.taker]
    told = {"seat": name, "bid": bid, "round": tricks, "won": bid - 1}
    missing = later("{seat} had bid {bid} in round {round} and won {won}, with one trick to go.")
    if bid == 1:
        missing = later("{seat} had bid 1 in round {round} and won nothing, with one trick to go.")
    took = later("{seat} took it with {card}.") if trick.winning else later("{seat} took it.")
    yield Highlight(
        kind=accounts.BID,
        title=language.say("The narrowest bid"),
        words=f"{language.say(missing, **told)} {language.say(took, seat=name, card=trick.winning)}",
        honour=language.say("{seat}’s {bid} in round {round}, right with the last trick.", **told),
        grade=min(99, 50 + 50 * bid // one.state.last),
        at=one.at,
        cards=one.shown(trick),
    )


def _missed(one: Settled) -> Iterator[Highlight]:
    """Yield a highlight for each bid that was missed by one trick. A higher bid makes its grade higher."""
    for seat, bid, won in one.results:
        if abs(bid - won) == 1:
            name, tricks = one.names[seat], one.state.round
            yield Highlight(
                kind=accounts.BID,
                title=language.say("The narrowest bid"),
                words=language.say(
                    "In round {round} {seat} bid {bid} and won {won}: one trick from {points} points.",
                    round=tricks,
                    seat=name,
                    bid=bid,
                    won=won,
                    points=RIGHT + TRICK * bid,
                ),
                honour=language.say(
                    "{seat}’s {bid} in round {round}, missed by one.", seat=name, bid=bid, round=tricks
                ),
                grade=49 * bid // one.state.last,
                at=one.bids[seat],
            )


def _looks_high(card: int, trump: int) -> bool:
    """Return whether ``card`` is likely to win a trick: a lizard, an ace, or a ten or more of ``trump``."""
    if card == LIZARD:
        return True
    return SUIT_OF[card] >= 0 and (card >> 2 == _ACE or (SUIT_OF[card] == trump and card >> 2 >= _TEN))


def _bold(one: Settled) -> Iterator[Highlight]:
    """Yield a highlight for each bid that was met, except bids of 0 that were to be expected.

    Its grade is higher if the bid was further from the number of high cards in the hand. If the cards are not known, it
    is higher if the bid was further above an even share of the tricks.
    """
    round_ = one.state.round
    for seat, bid, won in one.results:
        name, hand = one.names[seat], one.hand(seat)
        high = [card for card in hand if _looks_high(card, one.state.trump)]
        off = abs(bid - len(high)) if hand else bid - round_ // len(one.names)
        if bid != won or (off < 1 and not bid):
            continue
        told = {"seat": name, "bid": bid, "round": round_}
        honour = say_n(
            "{seat}’s {bid} in round {round}, with {n} high card.",
            "{seat}’s {bid} in round {round}, with {n} high cards.", len(high), **told,
        )  # fmt: skip
        note, cards = (
            language.say("took a trick for {seat}", seat=name),
            [
                trick.cards[(seat - trick.leader) % len(trick.cards)]
                for trick in one.tricks
                if trick.taker == seat and trick.cards
            ],
        )
        if not hand or off < 1:
            words = say_n(
                "In round {round} {seat} bid {bid} of {n} trick, and won exactly that.",
                "In round {round} {seat} bid {bid} of {n} tricks, and won exactly that.", round_, **told,
            )  # fmt: skip
            honour = honour if hand else language.say("{seat}’s {bid} of {round} in round {round}.", **told)
        elif bid < len(high):
            note, cards = language.say("held by {seat}", seat=name), high
            words = spelt_n(
                "In round {round} {seat} held a card that looks like a trick, bid {bid}, and won {won}.",
                "In round {round} {seat} held {n} cards that look like tricks, bid {bid}, and won {won}.", len(high),
                won=spelt_n("{n} trick and no more", "{n} tricks and no more", bid) if bid else language.say("not one"),
                **told,
            )  # fmt: skip
        else:
            every = {1: later("that one trick"), 2: later("both tricks")}.get(bid, later("all {n} tricks"))
            sure = later("In round {round} {seat} bid {bid} with only {high} of the high cards, and won {every}.")
            if not high:
                sure = later("In round {round} {seat} bid {bid} with none of the high cards, and won {every}.")
            many = {"high": number_word(len(high)), "every": language.say(every, n=number_word(bid))}
            words = language.say(sure, **told, **many)
        yield Highlight(
            kind=accounts.BLUFF,
            title=language.say("The boldest bid"),
            words=words,
            honour=honour,
            grade=min(99, 100 * off // one.state.last) if off > 0 else bid * 10 // one.state.last,
            at=one.bids[seat],
            cards=tuple(Shown(NAMES[card], note) for card in cards[:_MOST_CARDS]),
        )
