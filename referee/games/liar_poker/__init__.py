"""Liar Poker, for two: four cards on the table, the fifth as you say it is."""

from referee.core.game import Game
from referee.games.liar_poker import actions, options, play, state, views, words
from referee.games.liar_poker.options import RULES, Options
from referee.games.liar_poker.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="liar-poker",
    title="Liar Poker",
    prefix="poker",
    seats=(2, 2),
    options=Options,
    rules=options.RULES,
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
    read=actions.read,
    write=actions.write,
    private=lambda _setup, verb: verb in {"holds", "bets", "folds", "reveals", "claims", "suspects", "accepts"},
    ask=words.ask,
    tell=words.tell,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
)
