"""`make load`: how many moves the site holds, and how long each takes, on this machine alone.

    python -m tools.load                       the table: SQLite and PostgreSQL, 1, 2 and 4 web processes, all titles mixed
    python -m tools.load --goals               what is promised: 50 live tables on SQLite; 500 slow and 50 live ones on PostgreSQL
    python -m tools.load --one                 one run, as --tables, --slow, --think, --titles, --database and --processes say
    python -m tools.load --rival               a plain boardgame.io server, for comparison (needs npm and its registry)

Every table has one program and two bots. A program moves after a second or three of thought; one at a slow table after a minute
or two. With `--think 0` nobody thinks and no bot pauses: a closed loop that shows how many moves a second the site holds; programs
then listen at the table's socket and fetch what happened, as pages do.

The figures are the site's own: from the asking for the lock of a table to the news of the move having gone out (people and bots),
and the whole of an answer to a page. Where the machine has other work, computing time tells more than the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import cycle, islice

from . import rival
from .players import Player
from .site import POSTGRES, SQLITE, Site

TITLES = ("vinci", "byzantium", "medioevo", "cendre")
GOAL_ON_SQLITE, GOAL_ON_POSTGRES = 50.0, 100.0
SEATED_AT_ONCE = 4


@dataclass(frozen=True)
class Wish:
    database: str = SQLITE
    processes: int = 1
    tables: int = 50
    slow: int = 0
    think: float = 2.0
    slow_think: float = 90.0
    seconds: float = 30.0
    titles: tuple[str, ...] = TITLES


@dataclass(frozen=True)
class Figures:
    """What one run showed; times in milliseconds."""

    wish: Wish
    moves: int
    moves_of_people: int
    pages: int
    move_p50: float
    move_p99: float
    cpu_p50: float
    page_p50: float
    page_p99: float
    whole_p50: float
    whole_p99: float
    site_cores: float
    database_cores: float
    players_cores: float
    table_kib: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.wish.seconds


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return round(ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))], 1)


def measure(wish: Wish) -> Figures:
    with Site(wish.database, wish.processes, None if wish.think else 0) as site:
        return asyncio.run(_drive(site, wish))


async def _drive(site: Site, wish: Wish) -> Figures:
    titles, dice = cycle(wish.titles), random.Random(0)
    players = [Player(site.url, title, random.Random(dice.random())) for title in islice(titles, wish.tables + wish.slow)]
    empty = site.memory()
    await _seat(players)
    table_kib = (site.memory() - empty) / len(players)
    for player in players:
        player.page_ms.clear()
    since, before = datetime.now(UTC).isoformat(timespec="milliseconds"), {**site.computed(), "players": time.process_time()}
    until = time.monotonic() + wish.seconds
    paces = [wish.think] * wish.tables + [wish.slow_think] * wish.slow
    await asyncio.gather(*(player.play(until, think) for player, think in zip(players, paces, strict=True)))
    after = {**site.computed(), "players": time.process_time()}
    spent = {name: (after[name] - before[name]) / wish.seconds for name in after}
    moves = site.moves(since)
    pages, whole = [ms for one in players for ms in one.page_ms], [ms for one in players for ms in one.whole_ms]
    times = [move["ms"] for move in moves]
    return Figures(
        wish, len(moves), sum(one.moves for one in players), len(pages), percentile(times, 0.5), percentile(times, 0.99),
        percentile([move["cpu_ms"] for move in moves], 0.5), percentile(pages, 0.5), percentile(pages, 0.99),
        percentile(whole, 0.5), percentile(whole, 0.99), spent["site"], spent["database"], spent["players"], table_kib,
    )  # fmt: skip


async def _seat(players: list[Player]) -> None:
    """Everybody sits down and looks at the table once."""
    turn = asyncio.Semaphore(SEATED_AT_ONCE)

    async def sit(player: Player) -> None:
        async with turn:
            await player.sit_down()
            await player.look()

    await asyncio.gather(*map(sit, players))


# -- telling it --------------------------------------------------------------------------------------

COLUMNS: tuple[tuple[str, Callable[[Figures], object]], ...] = (
    ("database", lambda one: one.wish.database),
    ("web processes", lambda one: one.wish.processes),
    ("tables", lambda one: f"{one.wish.tables} live" + (f" + {one.wish.slow} slow" if one.wish.slow else "")),
    ("loop", lambda one: "open" if one.wish.think else "closed"),
    ("moves/s", lambda one: f"{one.moves_per_second:.1f}"),
    ("move p50", lambda one: one.move_p50),
    ("p99 ms", lambda one: one.move_p99),
    ("page p50", lambda one: one.page_p50),
    ("p99 ms", lambda one: one.page_p99),
    ("whole move p50", lambda one: one.whole_p50),
    ("p99 ms", lambda one: one.whole_p99),
    ("cores: site", lambda one: f"{one.site_cores:.2f}"),
    ("database", lambda one: f"{one.database_cores:.2f}"),
    ("players", lambda one: f"{one.players_cores:.2f}"),
    ("KiB/table", lambda one: f"{one.table_kib:.0f}"),
)


def head() -> None:
    names = [name for name, _ in COLUMNS]
    print("| " + " | ".join(names) + " |\n|" + "---|" * len(names), flush=True)


def tell(figures: Figures, as_json: bool) -> None:
    print("| " + " | ".join(str(show(figures)) for _, show in COLUMNS) + " |", flush=True)
    if as_json:
        print(json.dumps(asdict(figures)), flush=True)


def table_of_all(options: argparse.Namespace) -> int:
    head()
    for database in (SQLITE, POSTGRES):
        for processes in (1, 2, 4):
            for think in (options.think or 2.0, 0.0):
                tell(measure(Wish(database, processes, options.tables, 0, think, seconds=options.seconds)), options.json)
    return 0


def goals(options: argparse.Namespace) -> int:
    """1 if one of them was missed."""
    head()
    live = measure(Wish(SQLITE, 1, options.tables, seconds=options.seconds))
    tell(live, options.json)
    mixed = measure(Wish(POSTGRES, 2, options.tables, options.slow or 500, seconds=options.seconds))
    tell(mixed, options.json)
    are_met = live.move_p99 < GOAL_ON_SQLITE and mixed.move_p99 < GOAL_ON_POSTGRES
    print(f"goals (p99 of a move under {GOAL_ON_SQLITE:.0f} and {GOAL_ON_POSTGRES:.0f} ms):", "met" if are_met else "MISSED")
    return 0 if are_met else 1


def one(options: argparse.Namespace) -> int:
    head()
    titles = TITLES if options.titles == "all" else tuple(options.titles.split(","))
    wish = Wish(
        options.database, options.processes, options.tables, options.slow, options.think, seconds=options.seconds, titles=titles
    )
    tell(measure(wish), options.json)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--goals", dest="way", action="store_const", const=goals)
    way.add_argument("--one", dest="way", action="store_const", const=one)
    way.add_argument("--rival", dest="way", action="store_const", const=rival.compare)
    parser.set_defaults(way=table_of_all)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--slow", type=int, default=0, help="slow tables beside them")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=2.0, help="seconds of thought before a move, on average; 0: a closed loop")
    parser.add_argument("--titles", default="all", help="names with commas between them")
    parser.add_argument("--database", choices=(SQLITE, POSTGRES), default=SQLITE)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    done: int = options.way(options)
    return done


if __name__ == "__main__":
    sys.exit(main())
