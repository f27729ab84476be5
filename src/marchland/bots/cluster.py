"""A league on several machines, by Ray (the extra `cluster`): the same games as anywhere, played wherever a core is free.

Ray is told where the cluster is by `RAY_ADDRESS`, or finds the one that this machine belongs to; where there is none it begins one
on this machine alone. Every machine has to have this Marchland installed: what bots think with is compared before each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from marchland.kernel.errors import BadOption
from marchland.kernel.title import find_title

from .league import League, Played, play
from .makes import make_of

AHEAD = 4
"""So many games for each core are handed out at a time: enough that none is idle, few enough that little is lost when all ends."""


def cluster(league: League, games: Sequence[int]) -> Iterator[Played]:
    """Games by whatever machines there are, in the order in which they are finished."""
    if find_spec("ray") is None:
        raise BadOption("--cluster needs Ray: pip install 'marchland[cluster]'")
    import ray

    ray.init(log_to_driver=False, configure_logging=False)
    try:
        yield from _by(ray, league, list(games))
    finally:
        ray.shutdown()


def _by(ray: Any, league: League, games: list[int]) -> Iterator[Played]:
    there = ray.remote(play_there)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    games.reverse()
    waiting: list[Any] = []
    while games or waiting:
        while games and len(waiting) < most:
            waiting.append(there.remote(league, games.pop()))
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


def play_there(league: League, game: int) -> Played:
    """A game on a machine of the cluster."""
    title = find_title(league.title)
    if league.makes and league.makes != tuple(make_of(title, name) for name in league.bots):
        raise BadOption("a machine of the cluster has bots of another make: install the same Marchland on all of them")
    return play(league, game)
