"""The values for the page templates of Liar's Lair, on phones and on the big screen."""

from msgspec import Struct
from msgspec.structs import replace

from factbank.looks import Face, face
from liarsdeck.language import either, later, number_word, say, spelt_n
from referee.core.cards import cards_of
from referee.core.game import OUT, Setup
from referee.core.screens import Arranged, Form, Option, OptionGroup, ScreenContext, ScreenPage, forms, split
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.effects import FEWEST, dawn_lies
from referee.games.liars_lair.state import State, title_of

WORDS = {
    "plays": later("Play {v}"), "takes": later("Take {v}"), "gives": later("Give {v}"), "reclaims": later("Take {v}"),
    "shows": later("Show {v}"), "declares": later("Declare"), "passes": later("Pass"),
    "holds": later("These are my cards"), "start": later("{v} leads"),
}  # fmt: skip
ASKS = {
    lair.PLAY: later("{seat}, play a card."), lair.TAKE: later("Take one of {seat}’s {cards}."),
    lair.RECLAIM: later("{seat}, take a card."), lair.DECLARE: later("Could anybody prove you a liar?"),
    lair.QUESTION: later("Show one card, or pass."), lair.DEAL: later("Which cards were you dealt?"),
    "spared": later("Give {seat} one of your cards."),
}  # fmt: skip
_DOING = {
    lair.PLAY: later("Play one card each."), lair.RECLAIM: later("Take one card each."),
    lair.DECLARE: later("Could anybody prove you a liar?"), lair.QUESTION: later("Can you prove {declarer} a liar?"),
}  # fmt: skip
_OWN = later("You played {card}, {title}, yourself this round. You may take any other card: {others}.")


class TablePlace(Struct, frozen=True):
    """A player's place at the table, and the cards that lie there.

    ``name`` is the player's name, ``cards`` the number of cards in hand. ``face`` is the newest card that lies there
    (None if there is none), and ``older`` are the others, oldest first. ``acts`` is True if it is this player's turn,
    ``last`` if the newest card of the whole table lies here, and ``caught`` if the player was caught lying once and
    spared.
    """

    name: str
    cards: int
    face: Face | None
    acts: bool
    last: bool
    older: tuple[Face, ...] = ()
    caught: bool = False


class OpenHand(Struct, frozen=True):
    """A player's hand that lies open at dawn, the end of the game after a set number of rounds.

    ``name`` is the player's name, ``lies`` the number of lies in the hand that count, ``cards`` the whole hand, and
    ``counted`` the card numbers of these lies.
    """

    name: str
    lies: int
    cards: tuple[Face, ...]
    counted: tuple[str, ...]


def _spelt(count: int) -> str:
    return number_word(count) if count else say("none")


def arrange(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need for a phone, or for the big screen if ``context.seat`` is None."""
    state, setup, page, names, seat = context.view, context.setup, context.page, context.setup.seats, context.seat
    assert isinstance(state, State)
    facts = setup.facts
    assert facts is not None
    last, last_seat = state.table[-1] if state.table else (0, None)
    mine = seat is not None and any(answers.choices or answers.fields for answers in page.answers)
    out = seat is not None and seat in state.out
    lying = [[face(facts, card) for card, owner in state.table if owner == at] for at in range(len(names))]
    order = [((state.start or 0) + at) % len(names) for at in range(len(names))]
    declared = state.declarers[0] if state.phase == lair.QUESTION else None
    where = {
        lair.DEAL: later("dealing"), lair.DECLARE: later("end of round {n}"),
        lair.QUESTION: later("round {n} · questioning"),
    }.get(state.phase, later("round {n}"))  # fmt: skip
    where = say(where, n=state.round)
    if setup.options.dawn and state.phase not in {lair.DEAL, lair.OVER}:
        where = say("{where} · dawn after {n}", where=where, n=setup.options.dawn)
    asked, among, picks = page.you, "", state.phase == lair.TAKE and state.departing is not None
    picks = picks and setup.options.departing == "pick"
    if picks and state.departing is not None:
        asked, among = names[state.departing], _spelt(state.sizes[state.departing])
    choices = [choice for answers in page.answers for choice in answers.choices]
    departing = [choice.args for choice in choices if choice.args.isdigit()] if picks and mine else ()
    step = state.phase if picks or state.phase != lair.TAKE else "gives"
    if state.spared is not None:
        asked = names[state.spared]
    return {
        "form": "lair",
        "where": where,
        "step": step if mine else "out" if out else "watch",
        "phase": state.phase,
        "doing": say(_DOING.get(state.phase, ""), declarer="" if declared is None else names[declared]),
        "due": [names[at] for at in state.queue] if state.phase in _DOING else (),
        "claim": face(facts, last, names[last_seat]) if last_seat is not None and _is_claimed(page) else None,
        "ask": say(ASKS.get("spared" if state.spared is not None else step, ""), seat=asked, cards=among),
        "spared": "" if state.spared is None else names[state.spared],
        "spared_by": "" if state.spared is None or state.taker is None else names[state.taker],
        "warned": seat is not None and not out and bool(state.caught >> seat & 1),
        "dawn": _dawn(setup, state) if state.how == FEWEST else [],
        "forms": _forms(context, state),
        "table": [face(facts, card, names[owner]) for card, owner in state.table],
        "last": last,
        "spots": [
            TablePlace(
                names[at], state.sizes[at], lying[at][-1] if lying[at] else None, names[at] in page.wanted,
                at == last_seat, tuple(lying[at][:-1]), bool(state.caught >> at & 1),
            )
            for at in order if state.is_in(at) or (lying[at] and state.old)
        ],
        "declarer": "" if declared is None else names[declared],
        "open_hand": [] if declared is None else [face(facts, card) for card in cards_of(state.hands[declared])],
        "in": len(names) - len(state.out),
        "titles": facts.titled,
        "you": page.you,
        "risks": _risks(setup, page.deals),
        "nothing": next((choice.line for choice in choices if choice.args == "nothing"), ""),
        "open_facts": {str(card): facts.card(card).text for card, _ in state.table} if step == lair.RECLAIM else {},
        "facts": {number: facts.card(int(number)).text for number in departing},
        "lives": state.sizes[seat] if seat is not None else 0,
        "count": "" if seat is None else spelt_n("{n} card", "{n} cards", state.sizes[seat]),
    }  # fmt: skip


def _is_claimed(page: ScreenPage) -> bool:
    """Return whether the last line has played a card and put nobody out."""
    return bool(page.said) and page.said[-1][0].kind == "plays" and all(one.kind != OUT for one in page.said[-1])


def _dawn(setup: Setup, state: State) -> list[OpenHand]:
    """Return the hands that were opened at dawn, which ends the game; fewest counted lies first."""
    facts, hands = setup.facts, []
    assert facts is not None
    for seat, lies in dawn_lies(state).items():
        cards = tuple(face(facts, card) for card in cards_of(state.hands[seat]))
        hands.append(OpenHand(setup.seats[seat], len(lies), cards, tuple(map(str, lies))))
    return sorted(hands, key=lambda hand: hand.lies)


def _risks(setup: Setup, deals: bool) -> list[str]:
    """Return sentences on what can happen to a player who declares, by the house rules.

    If people deal (``deals``), the first sentence also says to lay the hand on the table.
    """
    options = setup.options
    lies = say("Once all have spoken, your hand lies open.")
    if not deals:
        lies = say("Once all have spoken, your hand lies open: lay it on the table.")
    own = all_lies = ""
    if options.own_conflict == "out":
        own = say("If two of your own cards contradict each other, you are out at once.")
    if options.absolution:
        all_lies = say("If all your cards are lies that others can prove, you win at once.")
    others = say("Then each of the others may show one card.")
    shown = say("A truth that contradicts a card of yours puts you out. A lie puts out whoever shows it.")
    won = say("If nobody proves you a liar, you win. If several declare, the leader of the round is judged first.")
    return [sentence for sentence in (f"{lies} {own}".strip(), all_lies, others + " " + shown, won) if sentence]


def _forms(context: ScreenContext, state: State) -> tuple[list[Form], list[Form]]:
    owners = {str(card): context.setup.seats[seat] for card, seat in state.table}

    def rows(group: OptionGroup) -> OptionGroup:
        others = either(one.value for one in group.options if one.value.isdigit() and not one.why)
        return replace(group, look="lair", options=tuple(row(one, others) for one in group.options))

    def row(one: Option, others: str) -> Option:
        if not one.value.isdigit():
            return replace(one, word=say("Take nothing")) if one.value == "nothing" else one
        facts = context.setup.facts
        assert facts is not None
        title = title_of(context.setup, int(one.value)) or facts.card(int(one.value)).text
        own = one.rule == "lair.reclaim-own"
        why = say(_OWN, card=one.value, title=title, others=others) if own else one.why
        return replace(one, word=title, small=owners.get(one.value, ""), why=why)

    found = forms(context.page, WORDS)
    if state.phase != lair.DEAL:
        found = [
            replace(one, groups=tuple(map(rows, one.groups)))
            if one.verb in {"plays", "takes", "gives", "reclaims", "shows"} else one
            for one in found
        ]  # fmt: skip
    return split(found, "plays", "takes", "gives", "reclaims", "declares", "passes", "shows", "holds")
