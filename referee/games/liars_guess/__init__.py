"""Liars' Guess, for two: ask, lie, and find the one card that nobody holds."""

from referee.core.cards import WEST
from referee.core.game import Game
from referee.games.liars_guess import actions, apply, deal, guess, highlights, judge, options, state, views, words
from referee.games.liars_guess.options import RULES, Options
from referee.games.liars_guess.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="liars-guess",
    title="Liars’ Guess",
    prefix="guess",
    seats=options.SEATS,
    options=options.Options,
    rules=options.RULES,
    numbers={"cards": len(WEST), "hand": options.HAND, "faceup": options.FACEUP, "answers": options.ANSWERS},
    verbs=actions.VERBS,
    start=state.start,
    to_act=judge.to_act,
    optional=judge.optional,
    judge=judge.judge,
    candidates=judge.candidates,
    awaits=judge.awaits,
    settled=state.settled,
    odds=deal.odds,
    fields=judge.fields,
    apply=apply.apply,
    draw=deal.draw,
    guess=guess.guess,
    view=views.view,
    redact=views.redact,
    laid=views.laid,
    outcome=state.outcome,
    public=views.public,
    hidden=views.hidden,
    read=actions.read,
    write=actions.write,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
    notebook=words.notebook,
    explain=words.explain,
    highlights=highlights.highlights,
    sayings=highlights.sayings,
)
