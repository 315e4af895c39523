"""Liar's Lair: everybody holds truths and lies, and a truth knocks out whoever played the lie beside it."""

from referee.core.game import Game
from referee.games.liars_lair.acts import VERBS, read, write
from referee.games.liars_lair.apply import apply
from referee.games.liars_lair.deal import among, draw, drawn, handouts, opening
from referee.games.liars_lair.judge import candidates, hint, judge
from referee.games.liars_lair.options import RULES, Options
from referee.games.liars_lair.redact import private, redact
from referee.games.liars_lair.state import State, begin, check, hidden, outcome, public, to_act, view
from referee.games.liars_lair.words import ask, hand, show, tell

__all__ = ["GAME", "RULES", "Options"]

GAME: Game[State] = Game(
    name="liars-lair",
    title="Liar's Lair",
    prefix="lair",
    seats=(3, 8),
    options=Options,
    rules=RULES,
    verbs=VERBS,
    needs_facts=True,
    check=check,
    start=begin,
    to_act=to_act,
    judge=judge,
    candidates=candidates,
    apply=apply,
    draw=draw,
    view=view,
    redact=redact,
    outcome=outcome,
    public=public,
    hidden=hidden,
    read=read,
    write=write,
    private=private,
    drawn=drawn,
    among=among,
    hint=hint,
    handouts=handouts,
    opening=opening,
    ask=ask,
    tell=tell,
    show=show,
    hand=hand,
)
