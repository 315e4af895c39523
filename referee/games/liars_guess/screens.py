"""The values for the page templates of Liars' Guess, on phones and on the big screen."""

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.language import later, quoted, say
from referee.core.cards import COLOUR_NAMES, COLOURS, NUMBERS, SHAPES, UNKNOWN, WEST, called, cards_of
from referee.core.screens import Arranged, Form, Option, OptionGroup, ScreenContext, forms, holdings, pressing, split
from referee.games.liars_guess.state import LINES, NAMES, State, numbered, spoken

WORDS = {
    "shows": later("Show and ask"), "answers": later("Answer {v}"), "guesses": later("It is the {v}"),
    "accuses": later("Say that {other} has lied"), "admits": later("Admit it"), "denies": later("Deny it"),
    "retracts": later("Withdraw it"), "insists": later("Insist"), "hole": later("The hole card is the {v}"),
    "dealer": later("{v} deals first"), "faceup": later("These lie face up"), "holds": later("This is my hand"),
}  # fmt: skip


_STEPS = {
    "shows": ("ask", later("Show a card, and ask for two of its features."), ""),
    "answers": (
        "answer", later("How many {asked} do you hold?"), later("Say what you like: 0 to 3, true or not."),
    ),
    "admits": (
        "accused", later("{other} says that you lied."),
        later("Admit it, and your cards count once. Deny it, and the referee may count them twice."),
    ),
    "insists": (
        "denied", later("{other} denies it."), later("Insist, and the referee judges: only answers count."),
    ),
    "holds": ("holds", "", ""),
}  # fmt: skip
"""By the verb that is asked for, the first that is: the step of the page, what is asked, and what stands below it."""


class GridCard(Struct, frozen=True):
    """A card in the grid of all 27 cards.

    ``card`` is its name in a record (``rc1``). ``by`` says where it was seen: "up" (face up at the deal), "mine" (shown
    by this page's player), "his" (shown by another player), or "" (unseen). ``letter`` is the initial of the player who
    showed it, or "". ``word`` says in words what ``by`` says.
    """

    card: str
    by: str
    letter: str
    word: str


class AskedCard(Struct, frozen=True):
    """A question of this deal.

    ``who`` is the name of the player who asked, ``card`` the card shown with the question (``rc1``), and ``what`` the
    combination asked about, in words. ``answer`` is a number from 0 to 3, or None if there is no answer yet.
    """

    who: str
    card: str
    what: str
    answer: int | None


def arrange(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need for a phone, or for the big screen if ``context.seat`` is None."""
    state = context.view
    assert isinstance(state, State)
    page, names = context.page, context.setup.seats
    hand = [] if context.seat is None else [NAMES[card] for card in state.hands[context.seat] or () if card != UNKNOWN]
    other = names[1 - context.seat] if context.seat is not None else say("somebody")
    words = {verb: say(text).replace("{other}", other) for verb, text in WORDS.items()}
    titles = {"guesses": say("Guess the card"), "accuses": say("Accuse {seat}", seat=other)}
    found = [
        replace(_form(context, one, hand), title=titles.get(one.verb, ""), small=_stake(state, one, other))
        for one in forms(page, words, hand)
    ]
    verbs = pressing(page)
    mine = context.seat is not None and bool(found)
    step, ask, sub = next((_STEPS[verb] for verb in _STEPS if mine and verb in verbs), ("watch", "", ""))
    asked = spoken(state.asks[-1].line) if state.asks else ""
    first, more = split(found, "shows", "answers", "admits", "denies", "retracts", "insists")
    if step == "watch" and found:
        first, more = [], found
    return {
        "form": "guess",
        "where": say("deal {n} of {all}", n=state.deal, all=state.setup.options.deals)
        if state.deal else say("who deals?"),
        "step": step,
        "doing": {
            "turn": say("Show a card and ask for two of its features."),
            "answer": say("How many {cards}? True or not.", cards=asked), "accused": say("Was that a lie?"),
            "denied": say("Insist, or withdraw?"),
        }.get(state.phase, ""),
        "ask": say(ask, other=other, asked=asked),
        "sub": say(sub),
        "forms": (first, more),
        "hand": hand,
        "grid": _grid(context, state),
        "asks": [
            AskedCard(names[ask.asker], NAMES[ask.card], spoken(ask.line), ask.answer if ask.answer >= 0 else None)
            for ask in state.asks
        ],
        "other": other,
        "accuser": names[state.accuser] if state.accuser >= 0 else "",
        "hands": [
            (name, state.sizes[seat], state.scores[seat], name in page.wanted,
             [NAMES[card] for card in cards_of(state.exposed[seat])])
            for seat, name in enumerate(names)
        ],
        "facts": holdings(page, state.sizes, state.scores),
        "titles": {},
        "called": {card: called(card) for card in WEST},
    }  # fmt: skip


def _stake(state: State, form: Form, other: str) -> str:
    """Return a sentence on what a guess or an accusation costs; for other verbs, the small text of ``form``.

    ``other`` is the name of the other player. If it is not a name at the table, the small text is returned too.
    """
    if other not in state.setup.seats or not state.sizes:
        return form.small
    cards = state.sizes[state.setup.seats.index(other)]
    return {
        "guesses": say("Right: you score {n}, as many as {seat} has cards. Wrong: {seat} does.", n=cards, seat=other),
        "accuses": say(
            "If {seat} admits it, you score {n}. If you withdraw, {seat} does. If you insist, it is {twice}: for you "
            "if the lie is proven, else for {seat}.",
            seat=other,
            n=cards,
            twice=2 * cards,
        ),
    }.get(form.verb, form.small)


def _form(context: ScreenContext, form: Form, hand: list[str]) -> Form:
    state = context.view
    assert isinstance(state, State)
    if form.verb == "accuses" and len(form.groups) > 1:
        accused = 1 - next(at for at, name in enumerate(context.setup.seats) if form.line.startswith(f"{name}: "))
        group = form.groups[0]
        options = tuple(_answer(state, accused, int(one.value)) for one in group.options)
        title = say("Which can’t all be true?") if len(options) > 1 else ""
        return replace(form, groups=(replace(group, look="rows", label=title, options=options), *form.groups[1:]))
    if form.verb == "shows":
        start = form.line.partition(" ")[0] + " shows"
        choices = [one for group in form.groups for one in group.options]
        cards = list(dict.fromkeys(one.value.split()[0] for one in choices)) if len(form.groups) == 1 else None
        if cards is None or any(len(one.value.split()) != 3 for one in choices):
            cards = [one.value for one in form.groups[0].options]
        fan = OptionGroup("card", "fan" if hand else "west", tuple(Option(card, called(card)) for card in cards))
        kin = OptionGroup("kin", "kin", tuple(map(_kin, range(len(LINES)))))
        return replace(form, line=f"{start} {{card}} asks {{kin}}", label=say("“How many {kin}?”"), groups=(fan, kin))
    if form.verb in {"guesses", "hole", "faceup", "holds"} and form.groups:
        group = form.groups[0]
        options = tuple(replace(one, word=called(one.value)) for one in group.options if one.value in WEST)
        return replace(form, groups=(replace(group, look="west", options=options),))
    return form


def _answer(state: State, seat: int, number: int) -> Option:
    """Return the option for one answer of ``seat`` that an accusation can name.

    ``number`` counts the answers of this seat in the deal, from 1. The option says which card the question came with,
    and what the seat answered.
    """
    ask = state.asks[numbered(state, seat)[number - 1]]
    said = f"{number}. {quoted(f'{ask.answer} {spoken(ask.line, ask.answer)}')}"
    return Option(str(number), said, say("asked with the {card}", card=called(NAMES[ask.card])))


def _grid(context: ScreenContext, state: State) -> list[tuple[str, str, list[tuple[str, list[GridCard]]]]]:
    """Return the 27 cards and where each was seen, as (colour letter, colour in words, rows) for each colour.

    A row is (number, its three cards in the order of SHAPES). Nothing is concluded from answers.
    """
    names = context.setup.seats
    shown = {NAMES[card]: seat for seat in (0, 1) for card in (*state.shown[seat], *cards_of(state.exposed[seat]))}

    def cell(card: str) -> GridCard:
        if card in shown:
            seat = shown[card]
            by = "his" if context.seat is None or seat != context.seat else "mine"
            showed = say("you showed it") if by == "mine" else say("{seat} showed it", seat=names[seat])
            return GridCard(card, by, names[seat][:1].upper(), showed)
        seen = state.seen >> WEST.index(card) & 1
        return GridCard(card, "up", "", say("face up")) if seen else GridCard(card, "", "", say("unseen"))

    return [
        (colour, say(word), [(number, [cell(colour + shape + number) for shape in SHAPES]) for number in NUMBERS])
        for colour, word in zip(COLOURS, COLOUR_NAMES, strict=True)
    ]


def _kin(line: int) -> Option:
    """Return the button for a combination to ask about. ``line`` is the index of the combination in ``LINES``.

    The button shows the colour of the combination, if it has one, and its number or shape.
    """
    name = LINES[line][0]
    tone = name[0] if name[0] in "ryg" else ""
    sign = name[1] if tone and name[1] in "123" else next((sign for sign in name if sign in "cht"), "")
    return Option(name, spoken(line), drawn=(tone, sign))
