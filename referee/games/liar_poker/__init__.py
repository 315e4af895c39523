"""Liar Poker, for two: four cards on the table, the fifth as you say it is."""

from referee.core.cards import STANDARD
from referee.core.game import Game, from_functions
from referee.games.liar_poker import rules, state, views, words
from referee.games.liar_poker.state import RULES, Options, State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = from_functions(
    name="liar-poker",
    title="Liar Poker",
    prefix="poker",
    seats=state.SEATS,
    options=state.Options,
    rules=state.RULES,
    numbers={"cards": STANDARD, "hand": state.HAND, "board": state.BOARD},
    verbs=state.VERBS,
    check=state.check,
    start=state.start,
    to_act=rules.to_act,
    optional=rules.optional,
    judge=rules.judge,
    candidates=rules.candidates,
    settled=state.settled,
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
    explain=words.explain,
    highlights=words.highlights,
    sayings=words.sayings,
)
