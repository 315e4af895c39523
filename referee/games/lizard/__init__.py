"""Lizard, for three to five: bid what you will win, follow suit, and mind the lizards and the snakes."""

from referee.core.game import Game
from referee.games.lizard import actions, options, play, state, views, words
from referee.games.lizard.options import RULES, Options
from referee.games.lizard.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="lizard",
    title="Lizard",
    prefix="lizard",
    seats=(3, 5),
    options=Options,
    rules=RULES,
    verbs=actions.VERBS,
    check=options.check,
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
    flags=lambda state: state.flags,
    read=actions.read,
    write=actions.write,
    private=actions.private,
    ask=words.ask,
    tell=words.tell,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
)
