"""The lock of a table: one referee at a time, however the last one left."""

import pytest

from referee.store import lock
from referee.store.lock import TableHeld, TableLock


@pytest.mark.parametrize("again", [True, False])
def test_a_lock_file_that_its_holder_takes_away_while_we_open_it_is_opened_anew(tmp_path, monkeypatch, again):
    path = tmp_path / "locks" / "1.lock"
    grab = lock._grab

    def late(fd):
        monkeypatch.undo()
        path.unlink()
        if again:  # a third referee is there already
            path.touch()
        grab(fd)

    monkeypatch.setattr(lock, "_grab", late)
    with TableLock(path, "table 1"):
        assert path.is_file()
        with pytest.raises(TableHeld, match="keeps table 1"), TableLock(path, "table 1"):
            pass
