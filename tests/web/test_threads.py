"""Two people open the first table of a game at the same moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

from marchland.kernel.title import titles

RACE = """
import sys, threading
from marchland.kernel.title import find_title
from marchland.web.titles import title_named
title_id = sys.argv[1]
sys.setswitchinterval(1e-6)
together = threading.Barrier(4)
done = []
def open_table():
    together.wait()
    title = title_named(title_id)
    state = title.load(title.new(title.seats[0], b"some key").to_plain())
    title.view(state, 0)
    done.append(title.phrases.prompt(state.decision, "en"))
threads = [threading.Thread(target=open_table) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(done) == 4
"""


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(titles()))
def test_a_title_is_first_used_by_several_threads_at_once(title: str) -> None:
    """Without warming up, msgspec crashes the process about every third time."""
    for _ in range(6):
        result = subprocess.run([sys.executable, "-c", RACE, title], capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == 0, result.stderr[-2000:]
