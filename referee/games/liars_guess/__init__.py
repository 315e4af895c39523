"""Liars' Guess, for two: ask, lie, and find the one card that nobody holds."""

from referee.core.cards import WEST
from referee.core.game import Game, from_functions
from referee.games.liars_guess import rules, state, views, words
from referee.games.liars_guess.state import RULES, Options, State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = from_functions(
    name="liars-guess",
    deck="west",
    title="Liars’ Guess",
    prefix="guess",
    seats=state.SEATS,
    options=state.Options,
    rules=state.RULES,
    numbers={"cards": len(WEST), "hand": state.HAND, "faceup": state.FACEUP, "answers": state.ANSWERS},
    verbs=state.VERBS,
    start=state.start,
    to_act=rules.to_act,
    optional=rules.optional,
    judge=rules.judge,
    candidates=rules.candidates,
    awaits=rules.awaits,
    settled=state.settled,
    odds=rules.odds,
    fields=rules.fields,
    apply=rules.apply,
    draw=rules.draw,
    guess=views.guess,
    view=views.view,
    redact=views.redact,
    laid=views.laid,
    outcome=state.outcome,
    public=views.public,
    hidden=views.hidden,
    read=state.read,
    write=state.write,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
    notebook=words.notebook,
    explain=words.explain,
    highlights=words.highlights,
    sayings=words.sayings,
)
