"""Lizard, for three to five: bid what you will win, follow suit, and mind the lizards and the snakes."""

from referee.core.game import Game
from referee.games.lizard import actions, apply, deal, deck, guess, highlights, judge, options, state, views, words
from referee.games.lizard.options import RULES, Options
from referee.games.lizard.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="lizard",
    title="Lizard",
    prefix="lizard",
    seats=options.SEATS,
    usual=5,
    options=options.Options,
    rules=options.RULES,
    numbers={"cards": deck.DECK, "copies": deck.COPIES, "right": options.RIGHT, "trick": options.TRICK},
    verbs=actions.VERBS,
    check=options.check,
    start=state.start,
    to_act=judge.to_act,
    optional=judge.optional,
    judge=judge.judge,
    candidates=judge.candidates,
    awaits=judge.awaits,
    settled=state.settled,
    odds=deal.odds,
    coming=judge.coming,
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
    flags=state.flags,
    read=actions.read,
    write=actions.write,
    private=actions.private,
    ask=words.ask,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    sheet=words.sheet,
    explain=words.explain,
    highlights=highlights.highlights,
)
