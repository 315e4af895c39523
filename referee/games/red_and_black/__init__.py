"""Red & Black, for two: a bluff about two colours, with a river between."""

from referee.core.game import Game
from referee.games.red_and_black import actions, apply, deal, guess, highlights, judge, options, state, views, words
from referee.games.red_and_black.options import RULES, Options
from referee.games.red_and_black.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="red-and-black",
    title="Red & Black",
    prefix="redblack",
    seats=options.SEATS,
    options=options.Options,
    rules=options.RULES,
    verbs=actions.VERBS,
    check=options.check,
    warnings=options.warnings,
    start=state.start,
    to_act=judge.to_act,
    optional=judge.optional,
    judge=judge.judge,
    candidates=judge.candidates,
    apply=apply.apply,
    draw=deal.draw,
    guess=guess.guess,
    view=views.view,
    redact=views.redact,
    outcome=state.outcome,
    awaits=judge.awaits,
    rounds=state.rounds,
    odds=deal.odds,
    public=views.public,
    fields=judge.fields,
    hidden=views.hidden,
    unsent=("possible",),
    read=actions.read,
    write=actions.write,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    notebook=words.notebook,
    explain=words.explain,
    highlights=highlights.highlights,
)
