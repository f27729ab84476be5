"""How Terre de Cendre's nations fare: games between equal bots, where glory came from, and who would win if some had more.

    python -m tools.nations play FILE --bot hard --games 400 [--first N] [--seed WORD] [--years N] [--workers N] [--seconds N]
    python -m tools.nations table FILE... [--sources]
    python -m tools.nations offsets FILE... [--kept AKLA,MERISSE,VOLTDARG]

`play` writes a line of JSON for each game. `table` tells the shares as counted, and as they follow from each nation's own spread of
glory (every nation's glory drawn apart from the others', smoothed), which needs far fewer games. `offsets` tells how much glory
more or less each nation would need for equal shares; those `--kept` get none. numpy is needed (the extra `train`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from marchland.bots.league import League, Table
from marchland.bots.protocol import make_bot
from marchland.bots.standings import wilson
from marchland.games.cendre.rules.glory.account import GloryChanged
from marchland.games.cendre.title import NATIONS, TITLE

Figures = np.ndarray[Any, Any]
SMOOTHING = 0.35
"""The width of the kernel, in standard deviations of the nation's glory."""
DAMPING = 0.5
ROUNDS = 300


def main() -> int:
    given = arguments()
    if given.what == "play":
        play_all(given)
        return 0
    games = [json.loads(line) for file in given.files for line in file.read_text().splitlines() if line]
    glory = np.array([[game["glory"][nation] for nation in NATIONS] for game in games], dtype=float)
    if given.what == "table":
        table(games, glory, given.sources)
    else:
        offsets(glory, tuple(filter(None, given.kept.split(","))))
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    play = commands.add_parser("play")
    play.add_argument("file", type=Path)
    play.add_argument("--bot", default="hard")
    play.add_argument("--games", type=int, default=400)
    play.add_argument("--first", type=int, default=0)
    play.add_argument("--seed", default="nations")
    play.add_argument("--years", type=int, default=10)
    play.add_argument("--booklets", default="second")
    play.add_argument("--workers", type=int, default=1)
    play.add_argument("--told", type=int, default=100, help="of how many games the sources of glory are kept")
    play.add_argument("--seconds", type=float, default=1e9, help="begin no game after so long")
    for name in ("table", "offsets"):
        command = commands.add_parser(name)
        command.add_argument("files", type=Path, nargs="+")
        command.add_argument("--sources", action="store_true")
        command.add_argument("--kept", default="")
    return parser.parse_args()


# -- games ---------------------------------------------------------------------------------------------


def play_all(given: argparse.Namespace) -> None:
    league = League(
        title="cendre",
        bots=(given.bot,),
        seats=len(NATIONS),
        seed=given.seed,
        options={"years": str(given.years), "booklets": given.booklets},
    )
    ends = perf_counter() + given.seconds
    with given.file.open("a") as file:
        for game in played_by(league, range(given.first, given.first + given.games), given.workers, ends):
            if game["game"] - given.first >= given.told:
                del game["sources"]
            file.write(json.dumps(game) + "\n")
            file.flush()


def played_by(league: League, games: Sequence[int], workers: int, ends: float) -> Iterator[dict[str, Any]]:
    """In whatever order they are finished; none begins when time is over."""
    if workers == 1:
        yield from (play_one(league, number) for number in games if perf_counter() < ends)
        return
    waiting = iter(games)
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(play_one, league, number) for _, number in zip(range(workers), waiting, strict=False)}
        while running:
            done = next(as_completed(running))
            running.remove(done)
            following = next(waiting, None) if perf_counter() < ends else None
            if following is not None:
                running.add(pool.submit(play_one, league, following))
            yield done.result()


def play_one(league: League, number: int) -> dict[str, Any]:
    """A game: everybody's glory at the end, and by its sources."""
    started = perf_counter()
    table = Table(TITLE, [make_bot(TITLE, name) for name in league.chairs(number)], league, number)
    while not table.state.is_over:
        table.ask()
    sources: dict[str, Counter[str]] = {nation: Counter() for nation in NATIONS}
    for event in table.events:
        if isinstance(event, GloryChanged):
            sources[event.nation][event.reason] += event.amount
    outcome = TITLE.outcome(table.state)
    return {
        "game": number,
        "glory": dict(zip(NATIONS, outcome.scores, strict=True)),
        "winners": [NATIONS[seat] for seat in outcome.winners],
        "reason": outcome.reason,
        "seconds": round(perf_counter() - started, 2),
        "sources": sources,
    }


# -- figures -------------------------------------------------------------------------------------------


def table(games: Sequence[dict[str, Any]], glory: Figures, with_sources: bool) -> None:
    likely = shares(glory)
    print(f"{len(games)} games, {sum(game['seconds'] for game in games) / len(games):.1f} s each, mean {glory.mean():.0f}")
    print("nation        won   of 95 %           likely   mean     +-     sd")
    for place in np.argsort(-glory.mean(axis=0)):
        nation, own = NATIONS[place], glory[:, place]
        won = sum(1 / len(game["winners"]) for game in games if nation in game["winners"])
        low, high = wilson(won, len(games))
        sure = own.std() / sqrt(len(games))
        print(
            f"{nation:11} {won / len(games):6.1%} {low:6.1%} to {high:5.1%}   {likely[place]:6.1%}"
            f" {own.mean():6.0f} {sure:6.1f} {own.std():6.0f}"
        )
    if with_sources:
        tell_sources(games)


def tell_sources(games: Sequence[dict[str, Any]]) -> None:
    """Mean glory of each nation by its sources, the weightiest first."""
    total: dict[str, Counter[str]] = {nation: Counter() for nation in NATIONS}
    told = [game for game in games if "sources" in game]
    for game in told:
        for nation, sources in game["sources"].items():
            total[nation].update(sources)
    weight: Counter[str] = Counter()
    for sources in total.values():
        weight.update({reason: abs(amount) for reason, amount in sources.items()})
    reasons = [reason for reason, _ in weight.most_common(24)]
    print(" " * 11, *(f"{reason[:8]:>8}" for reason in reasons))
    for nation in NATIONS:
        print(f"{nation:11}", *(f"{total[nation][reason] / len(told):8.0f}" for reason in reasons))


def shares(glory: Figures) -> Figures:
    """How likely each nation has the most glory, if each has its own spread of it apart from the others."""
    nations = glory.shape[1]
    spread = glory.std(axis=0) + 1.0
    grid = np.linspace(glory.min() - 2 * spread.max(), glory.max() + 2 * spread.max(), 1500)
    above = np.empty((nations, len(grid)))
    for place in range(nations):
        steps = (grid[:, None] - glory[None, :, place]) / (SMOOTHING * spread[place])
        above[place] = (1 / (1 + np.exp(np.clip(-1.702 * steps, -60, 60)))).mean(axis=1)
    logs = np.log(np.maximum(above, 1e-12))
    others = np.exp(logs.sum(axis=0) - logs)
    density = np.diff(above, axis=1)
    found = (density * (others[:, 1:] + others[:, :-1]) / 2).sum(axis=1)
    return np.asarray(found / found.sum())


def offsets(glory: Figures, kept: Sequence[str]) -> None:
    """What each nation would have to have more, or less, for equal shares."""
    more = np.zeros(len(NATIONS))
    free = np.array([nation not in kept for nation in NATIONS])
    scale = glory.std(axis=0).mean()
    for _ in range(ROUNDS):
        found = shares(glory + more)
        more -= DAMPING * scale * np.log(np.maximum(found, 1e-6) * len(NATIONS)) * free / 3
        if not kept:
            more -= more.mean()
    before, after = shares(glory), shares(glory + more)
    for place, nation in enumerate(NATIONS):
        print(f"{nation:11} {before[place]:6.1%} -> {after[place]:6.1%}  {more[place]:+7.1f}")


if __name__ == "__main__":
    sys.exit(main())
