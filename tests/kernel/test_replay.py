"""A record that went through a file replays as the one that did not."""

import pytest

from marchland.kernel.chance import key_from_seed
from marchland.kernel.errors import Tampered
from marchland.kernel.match import Match, read_record, write_record
from marchland.kernel.replay import replay
from marchland.kernel.title import titles


@pytest.mark.parametrize("title", titles().values(), ids=titles().keys())
def test_a_record_from_a_file_replays_to_its_saved_state(title) -> None:
    match = Match(title, title.seats[-1], key_from_seed("file"))
    for turn in range(12):
        seat = match.state.deciders[0]
        options = match.state.options(seat)
        match.act(seat, options[turn % len(options)])
    record = read_record(write_record(match.record()))
    assert len(list(replay(record))) == 12
    record.state["chance"]["counter"] += 1
    with pytest.raises(Tampered, match="state"):
        list(replay(record))
