"""Liars' Guess, for two: ask, lie, and find the one card that nobody holds."""

from referee.core.game import Game
from referee.games.liars_guess import actions, options, play, state, views, words
from referee.games.liars_guess.options import RULES, Options
from referee.games.liars_guess.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="liars-guess",
    title="Liars’ Guess",
    prefix="guess",
    seats=(2, 2),
    options=Options,
    rules=options.RULES,
    verbs=actions.VERBS,
    start=state.start,
    to_act=play.to_act,
    optional=play.optional,
    judge=play.judge,
    candidates=views.candidates,
    apply=play.apply,
    draw=views.draw,
    view=views.view,
    redact=views.redact,
    outcome=words.outcome,
    public=views.public,
    hidden=views.hidden,
    read=actions.read,
    write=actions.write,
    private=lambda _setup, verb: verb == "holds",
    ask=words.ask,
    tell=words.tell,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
    notebook=words.notebook,
    explain=words.explain,
)
