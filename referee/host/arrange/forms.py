"""Answers as things to touch: from the lines that a seat may say to groups of options, whatever the game."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.core.cards import RANKS, SUIT_NAMES, SUITS, WEST, is_card, parse_card, sign_card
from referee.core.game import Field
from referee.core.refusals import infinitive
from referee.host.arrange.cards import by_suit
from referee.host.asked import Choice
from referee.host.screen_values import Sayable, ScreenPage

_AS_YOU = {"is": "are", "has": "have", "was": "were"}
FEW = 12  # so many options are buttons of one grid; more are rows of a list


class Touch(Struct, frozen=True):
    """One thing to touch. ``value`` stands in the line, ``word`` is read, ``small`` stands below it."""

    value: str
    word: str = ""
    small: str = ""
    why: str = ""
    rule: str = ""

    @property
    def read(self) -> str:
        """What is read on it."""
        return self.word or self.value


class Touches(Struct, frozen=True):
    """Options of which ``fewest`` to ``most`` are touched, one where nothing is said. ``look`` says how they are drawn:
    buttons, grid, rows, fan, suits, ranks, number, text.
    """

    name: str
    look: str
    options: tuple[Touch, ...] = ()
    label: str = ""
    fewest: int = 1
    most: int = 1
    before: str = ""


class Form(Struct, frozen=True):
    """What is said with one verb: its groups, the line that they make, and the words of its button.

    In ``line`` and ``label`` a group's name in braces stands for what was touched in it. ``straight``: a touch says it.
    """

    verb: str
    line: str
    label: str
    groups: tuple[Touches, ...] = ()
    small: str = ""
    straight: bool = False
    why: str = ""
    rule: str = ""
    title: str = ""
    off: tuple[str, ...] = ()


def pressing(page: ScreenPage) -> set[str]:
    """Return the verbs that ``page`` is asked for, now or ahead of the turn: not those that may be said at any time."""
    ahead = page.coming.verbs if page.coming else ()
    return {answers.verb for answers in page.answers if not answers.optional or answers.verb in ahead}


def forms(page: ScreenPage, words: Mapping[str, str], hand: Sequence[str] = ()) -> list[Form]:
    """Return a form for every verb that ``page`` may say; ``words`` are its buttons: {"bids": "Bid {v}"}.

    ``hand`` are the cards that its seat is known to hold: a line about one of them is chosen in a fan.
    """
    return [
        form(page, answers, words.get(answers.verb, ""), hand)
        for answers in page.answers
        if not (answers.verb == "holds" and answers.optional and page.cards)
    ]


def form(page: ScreenPage, answers: Sayable, label: str, hand: Sequence[str]) -> Form:
    """Return the form of one verb."""
    who = f"{page.you}: " if page.you else ""
    start = f"{who}{answers.verb}"
    plain = f"{infinitive(answers.verb).capitalize() if page.you else answers.verb.capitalize()}"
    if answers.fields:
        groups = tuple(_field(at, field, hand) for at, field in enumerate(answers.fields))
        line = " ".join([start, *(f"{{{group.name}}}" for group in groups)])
        return Form(answers.verb, line, label or plain, groups, answers.help)
    only = answers.choices[0] if len(answers.choices) == 1 else None
    if only is not None and not only.args:
        return Form(answers.verb, only.line, label or plain, (), answers.help, True, only.why, only.rule)
    args = [choice.args for choice in answers.choices]
    if len(args) > len(hand) and all(is_card(arg) for arg in args):
        return picker(start, answers, label or f"{plain} {{v}}")
    look = _look(args, hand)
    choices = {choice.args: choice for choice in answers.choices}
    order = by_suit(args) if look == "cards" else args
    group = Touches("v", look, tuple(option(choices[arg], page.you) for arg in order))
    return Form(answers.verb, f"{start} {{v}}", label or f"{plain} {{v}}", (group,), answers.help)


def option(choice: Choice, you: str = "") -> Touch:
    """Return an option for a line; a refusal is a sentence, said to ``you``."""
    said = choice.why.replace(choice.args, sign_card(parse_card(choice.args))) if is_card(choice.args) else choice.why
    why = to_you(f"{said[:1].upper()}{said[1:]}{'.' if said else ''}", you)
    return Touch(choice.args, why=why, rule=choice.rule)


def to_you(sentence: str, you: str) -> str:
    """Say “You play” to Ann herself, where a sentence begins with “Ann plays”."""
    first, _, rest = sentence.removeprefix(f"{you} ").partition(" ") if you else ("", "", "")
    if not you or not sentence.startswith(f"{you} ") or not first.rstrip(".,:!").isalpha():
        return sentence
    verb = first.rstrip(".,:!")
    said = _AS_YOU.get(verb) or (infinitive(verb) if verb.endswith("s") else verb)
    return f"You {said}{first[len(verb) :]} {rest}".rstrip()


def _look(args: Sequence[str], hand: Sequence[str]) -> str:
    if hand and set(args) <= set(hand):
        return "fan"
    if all(arg.isdigit() for arg in args) and len(args) <= 2 * FEW:
        return "grid"
    if args and set(args) <= set(WEST):
        return "west"
    if len(args) > 2 * FEW and sum(map(is_card, args)) > len(args) // 2:
        return "cards"
    return "buttons" if len(args) <= FEW and all(len(arg) <= 12 for arg in args) else "rows"


def picker(start: str, answers: Sayable, label: str) -> Form:
    """Return a form for one of many standard cards: its suit, then its rank."""
    legal = {choice.args for choice in answers.choices if not choice.why}
    off = tuple(rank + suit for suit in SUITS for rank in RANKS if rank + suit not in legal)
    suits = Touches("suit", "suits", tuple(Touch(suit, SUIT_NAMES[SUITS.index(suit)]) for suit in "shdc"), "Suit")
    ranks = Touches(
        "rank", "ranks", tuple(Touch(rank, "10" if rank == "T" else rank) for rank in reversed(RANKS)), "Rank"
    )
    label = label.replace("{v}", "{rank}{suit}")
    return Form(answers.verb, f"{start} {{rank}}{{suit}}", label, (suits, ranks), off=off)


def _field(at: int, field: Field, hand: Sequence[str]) -> Touches:
    name, many = f"f{at}", field.most > 1
    if not field.among:
        return Touches(name, "text", (), field.name.capitalize(), field.fewest, field.most, field.before)
    look = "fan" if hand and set(field.among) <= set(hand) else _look(field.among, ())
    return Touches(
        name,
        "cards" if many and look != "fan" and all(is_card(word) for word in field.among) else look,
        tuple(map(Touch, field.among)),
        "" if look == "fan" else field.name.capitalize(),
        field.fewest,
        field.most,
        field.before,
    )


def said(form: Form, **changes: object) -> Form:
    """Return a form with some of it said in other words."""
    return replace(form, **changes)


def worded(form: Form, words: Mapping[str, tuple[str, str]]) -> Form:
    """Return a form whose options are read otherwise: value → (word, small)."""
    groups = tuple(
        replace(
            group,
            options=tuple(
                replace(one, word=words[one.value][0], small=words[one.value][1]) if one.value in words else one
                for one in group.options
            ),
        )
        for group in form.groups
    )
    return replace(form, groups=groups)


def split(found: Sequence[Form], *main: str) -> tuple[list[Form], list[Form]]:
    """Return the forms of the verbs ``main``, in that order, and all others; with none of them the first stands out."""
    by_verb = {one.verb: one for one in found}
    first = [by_verb[verb] for verb in main if verb in by_verb] or list(found[:1])
    return first, [one for one in found if one not in first]
