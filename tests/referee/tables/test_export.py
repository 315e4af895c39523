"""What is chosen in secret is written down in seat order, whoever was first."""

from referee import games
from referee.core.play import state_after
from referee.records import parse_record, replay_record
from referee.store.journal import Journal
from referee.tables.export import in_seat_order, record_of
from referee.tables.table import Table

BEGIN = ("board 4s 7c", "Bob: bets large", "Ann: folds")
NEXT = ("board 2s 3c", "Bob: bets small", "Ann: bets large", "Bob: reveals 9s Ts Js", "Ann: reveals 9c Tc Jc",
        "Bob: folds", "Ann: bets middle")  # fmt: skip


def test_secret_lines_stand_in_seat_order(tmp_path):
    game = games.game("liar-poker")
    with Journal(tmp_path / "t.sqlite") as journal:
        table = Table.new(journal, games.setup(game, ("Ann", "Bob"), {}))
        for line in (*BEGIN, *NEXT):
            table.act(table.read(line))
        ordered = in_seat_order(game, table.setup, table.actions)
        assert [games.format_action(game, table.setup, action) for action in ordered] == [
            "board 4s 7c", "Ann: folds", "Bob: bets large", "board 2s 3c", "Ann: bets large", "Bob: bets small",
            "Ann: reveals 9c Tc Jc", "Bob: reveals 9s Ts Js", "Ann: bets middle", "Bob: folds",
        ]  # fmt: skip
        assert state_after(game, table.setup, ordered) == table.state
        open_record = record_of(table, reveal=False)
        assert "Ann: bets ?\nBob: bets ? (Ann folds; Bob large)" in open_record
        assert (
            replay_record(parse_record(open_record)).answer()
            == replay_record(parse_record(record_of(table, reveal=True))).answer()
        )
