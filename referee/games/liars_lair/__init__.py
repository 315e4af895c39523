"""Liar's Lair: everybody holds truths and lies, and a truth knocks out whoever played the lie beside it."""

from factbank.facts import PLAYERS
from referee.core.game import Game
from referee.games.liars_lair import (
    actions,
    apply,
    deal,
    finale,
    guess,
    highlights,
    judge,
    options,
    state,
    views,
    words,
)
from referee.games.liars_lair.options import RULES, Options
from referee.games.liars_lair.state import State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = Game(
    name="liars-lair",
    rules_version=2,
    title="Liar's Lair",
    prefix="lair",
    seats=options.SEATS,
    usual=PLAYERS,
    options=options.Options,
    rules=options.RULES,
    verbs=actions.VERBS,
    needs_facts=True,
    check=options.check,
    start=state.start,
    to_act=judge.to_act,
    judge=judge.judge,
    candidates=judge.candidates,
    settled=state.settled,
    rounds=state.rounds,
    odds=deal.odds,
    coming=judge.coming,
    fields=judge.fields,
    apply=apply.apply,
    draw=deal.draw,
    guess=guess.guess,
    view=views.view,
    redact=views.redact,
    outcome=state.outcome,
    public=views.public,
    hidden=views.hidden,
    read=actions.read,
    write=actions.write,
    private=actions.private,
    drawn=deal.drawn,
    among=deal.among,
    handouts=deal.handouts,
    opening=deal.opening,
    ask=words.ask,
    face=words.face,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    finale=finale.finale,
    explain=words.explain,
    course=highlights.course,
    highlights=highlights.highlights,
    sayings=highlights.sayings,
)
