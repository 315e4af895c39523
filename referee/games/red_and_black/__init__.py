"""Red & Black, for two: a bluff about two colours, with a river between."""

from referee.core.game import Game, from_functions
from referee.games.red_and_black import rules, state, views, words
from referee.games.red_and_black.state import RULES, Options, State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = from_functions(
    name="red-and-black",
    title="Red & Black",
    prefix="redblack",
    seats=state.SEATS,
    options=state.Options,
    rules=state.RULES,
    verbs=state.VERBS,
    check=state.check,
    warnings=state.warnings,
    start=state.start,
    to_act=rules.to_act,
    optional=rules.optional,
    judge=rules.judge,
    candidates=rules.candidates,
    apply=rules.apply,
    draw=rules.draw,
    guess=views.guess,
    view=views.view,
    redact=views.redact,
    outcome=state.outcome,
    awaits=rules.awaits,
    rounds=state.rounds,
    odds=rules.odds,
    public=views.public,
    fields=rules.fields,
    hidden=views.hidden,
    unsent=("possible",),
    read=state.read,
    write=state.write,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    notebook=words.notebook,
    explain=words.explain,
    highlights=words.highlights,
    stand_in=lambda options, wish, taken: state.stand_in(wish, state.kit_cards(options.red, options.black), set(taken)),
)
