"""Lizard, for three to five: bid what you will win, follow suit, and mind the lizards and the snakes."""

from referee.core.game import Game
from referee.games.lizard import rules, state, views, words
from referee.games.lizard.state import RULES, Options, State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="lizard",
    title="Lizard",
    prefix="lizard",
    seats=state.SEATS,
    usual=5,
    options=state.Options,
    rules=state.RULES,
    numbers={"cards": state.DECK, "copies": state.COPIES, "right": state.RIGHT, "trick": state.TRICK},
    verbs=state.VERBS,
    check=state.check,
    start=state.start,
    to_act=rules.to_act,
    optional=rules.optional,
    judge=rules.judge,
    candidates=rules.candidates,
    awaits=rules.awaits,
    settled=state.settled,
    odds=rules.odds,
    coming=rules.coming,
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
    flags=state.flags,
    read=state.read,
    write=state.write,
    private=state.private,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
    explain=words.explain,
    highlights=words.highlights,
)
