"""Liar Poker, for two: four cards on the table, the fifth as you say it is."""

from referee.core.cards import STANDARD
from referee.core.game import Game
from referee.games.liar_poker import actions, apply, deal, guess, highlights, judge, options, state, views, words
from referee.games.liar_poker.options import RULES, Options
from referee.games.liar_poker.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="liar-poker",
    title="Liar Poker",
    prefix="poker",
    seats=options.SEATS,
    options=options.Options,
    rules=options.RULES,
    numbers={"cards": STANDARD, "hand": options.HAND, "board": options.BOARD},
    verbs=actions.VERBS,
    check=options.check,
    start=state.start,
    to_act=judge.to_act,
    optional=judge.optional,
    judge=judge.judge,
    candidates=judge.candidates,
    settled=state.settled,
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
    explain=words.explain,
    highlights=highlights.highlights,
    sayings=highlights.sayings,
)
