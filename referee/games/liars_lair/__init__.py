"""Liar's Lair: everybody holds truths and lies, and a truth knocks out whoever played the lie beside it."""

from factbank.factfile import PLAYERS
from referee.core.game import Game, from_functions
from referee.games.liars_lair import rules, state, views, words
from referee.games.liars_lair.state import RULES, Options, State

__all__ = ["GAME", "RULES", "Options", "State"]

GAME: Game[State] = from_functions(
    name="liars-lair",
    rules_version=2,
    title="Liar's Lair",
    prefix="lair",
    seats=state.SEATS,
    usual=PLAYERS,
    options=state.Options,
    rules=state.RULES,
    verbs=state.VERBS,
    needs_facts=True,
    check=state.check,
    start=state.start,
    to_act=rules.to_act,
    judge=rules.judge,
    candidates=rules.candidates,
    settled=state.settled,
    rounds=state.rounds,
    odds=rules.odds,
    coming=rules.coming,
    fields=rules.fields,
    apply=rules.apply,
    draw=rules.draw,
    guess=views.guess,
    view=views.view,
    redact=views.redact,
    outcome=state.outcome,
    public=views.public,
    hidden=views.hidden,
    read=state.read,
    write=state.write,
    private=state.private,
    drawn=rules.drawn,
    among=rules.among,
    handouts=rules.handouts,
    opening=rules.opening,
    ask=words.ask,
    face=words.face,
    narrate=words.narrate,
    show=words.show,
    hand=words.hand,
    finale=words.finale,
    explain=words.explain,
    course=words.course,
    highlights=words.highlights,
    sayings=words.sayings,
)
