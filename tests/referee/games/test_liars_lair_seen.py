"""What each player of Liar's Lair has seen and reads, and the same rules written a second time, plainly."""

from msgspec.structs import replace

from referee.core.play import format_action, game_status, parse
from referee.games.liars_lair import GAME
from tests.referee import conformance as law
from tests.referee.games.lair import DECLARE, play, replay_on
from tests.referee.plain_lair import PlainLair
from tests.sampling import WHOLE


def test_who_has_seen_what() -> None:
    state = play(DECLARE)
    ann, dan, table = GAME.view(state, 0), GAME.view(state, 3), GAME.view(state, None)
    assert table.hands == (1 << 11, 1 << 3, 1 << 5, 1 << 7)  # reclaimed openly
    assert ann.hands[0] == 1 << 1 | 1 << 6 | 1 << 8 | 1 << 11
    assert ann.truth(3) is True  # dealt to Ann, and still known when it lies in Bob's hand
    assert dan.truth(3) is None
    assert table.truth(7) is None
    assert ann.truth(4) is False  # its other half


def test_an_unseen_take_makes_the_table_forget_where_the_hand_went() -> None:
    """Bob's 3 lies openly in his hand; when Ann takes a card unseen it may be with her, or gone."""
    lines = DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: passes\n"
    state = play(lines + "Bob: plays 2\nCat: plays 4\nDan: plays 14\nAnn: plays 1\n")
    taken = replay_on(state, "Ann: takes 9")
    before, after = GAME.view(state, None), GAME.view(taken, None)
    assert before.hands[1] >> 3 & 1
    assert not any(hand >> 3 & 1 for hand in after.hands)
    assert not after.gone >> 3 & 1
    assert GAME.judge(after, parse(GAME, state.setup, "Ann: reclaims 3")).legal is False
    own = GAME.view(taken, 0)
    assert own.hands[0] >> 9 & 1
    assert own.gone >> 3 & 1  # Ann saw what she left
    assert GAME.view(replay_on(state, "Ann: takes nothing"), None).gone >> 3 & 1


def test_a_plain_telling_of_the_rules_says_the_same() -> None:
    """Random games with every option, line by line: what the table sees, who is next, who wins."""
    for seed in range(500 if WHOLE else 120):
        made, actions, _, _ = law.random_game(GAME, seed)
        made = replace(made, seats=tuple(name.replace(" ", "_") for name in made.seats))
        state = GAME.start(made)
        plain = PlainLair(list(made.seats), made.options, state.partner)
        for action in actions:
            line = GAME.write(made, action)
            plain.line(None if line.seat is None else made.seats[line.seat], line.verb, line.words)
            state = GAME.apply(state, action)
            answer = game_status(GAME, state)
            where = f"seed {seed}: {format_action(GAME, made, action)}"
            assert answer["public"] == plain.public(), where
            assert answer["next"] == plain.next(), where
            assert answer["winners"] == plain.winners, where
        assert plain.winners or plain.public()["round"] == made.options.max_rounds, (
            "only the last round of a cap ends without a winner"
        )
