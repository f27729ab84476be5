"""Noninterference: random games of every title, in which everything hidden is dealt anew for every reader again and again.

    python tools/noninterference.py [--comparisons N] [--seed WORD] [--every N] [TITLE ...]
    python tools/noninterference.py --replay TITLE SEATS SEED MOVE [OPTION=VALUE ...]

Prints how much was compared, by kind and title; stops at the first leak (exit code 1) and says how to look at it again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from marchland.kernel.chance import drawn, key_from_seed
from marchland.kernel.secrecy import KINDS
from marchland.kernel.testing import Walk, check_views
from marchland.kernel.title import Title, find_title, titles

LONGEST = 3000
"""Moves after which a game has been looked at enough."""


def main() -> int:
    given = arguments()
    if given.replay:
        name, seats, seed, move, *options = given.replay
        return replay(name, seats, seed, move, dict(pair.split("=", 1) for pair in options))
    wanted = [find_title(name) for name in given.titles or titles()]
    table: dict[str, Counter[str]] = {}
    for title in wanted:
        table[title.id] = Counter()
        for walk in walks(title, given.seed):
            problem = look_around(walk, table[title.id], given.every, given.comparisons // len(wanted))
            if problem:
                report(table)
                print(f"LEAK {problem}\n  again: {again(walk)}")
                return 1
            if table[title.id].total() >= given.comparisons / len(wanted):
                break
    report(table)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--comparisons", type=int, default=100_000, help="how many in all, the same number for each title")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--every", type=int, default=7, help="look around at every such move")
    parser.add_argument("--replay", nargs="+", help="TITLE SEATS SEED MOVE [OPTION=VALUE ...]")
    return parser.parse_args()


def walks(title: Title, seed: str) -> Iterator[Walk]:
    """Tables of every size, with options drawn at random."""
    for number in count():
        key = key_from_seed(f"noninterference {title.id} {seed} {number}")
        seats = title.seats[number % len(title.seats)]
        yield Walk(title, seats, f"{seed}/{number}", drawn_options(title, key))


def drawn_options(title: Title, key: bytes) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for place, option in enumerate(title.options):
        values = option.choices or ((True, False) if isinstance(option.default, bool) else ())
        if values and drawn(key, 2 * place, 2):
            chosen[option.name] = values[drawn(key, 2 * place + 1, len(values))]
    return chosen


def look_around(walk: Walk, counted: Counter[str], every: int, enough: int) -> str:
    """Play a game and compare what readers are told on the way; what leaks, or nothing."""
    so_far = counted.total()
    every = 1 if walk.title.has_mail else every
    try:
        while not walk.state.is_over and walk.moves < LONGEST and so_far + walk.compared.total() < enough:
            if walk.moves % every == 0:
                check_views(walk)
            walk.step()
    except AssertionError as leak:
        return str(leak)
    finally:
        counted.update(walk.compared)
    return ""


def again(walk: Walk) -> str:
    options = " ".join(f"{name}={value}" for name, value in walk.options.items())
    return f"python tools/noninterference.py --replay {walk.title.id} {walk.seats} {walk.seed} {walk.moves} {options}"


def replay(title: str, seats: str, seed: str, move: str, options: dict[str, str]) -> int:
    """Look at one position of one walk again."""
    walk = Walk(find_title(title), int(seats), seed, options)
    while walk.moves < int(move):
        walk.step()
    print(walk.state.decision)
    check_views(walk)
    print("no leak")
    return 0


def report(table: dict[str, Counter[str]]) -> None:
    print(f"{'':12}" + "".join(f"{title:>12}" for title in table) + f"{'all':>12}")
    for kind in KINDS:
        row = [counted[kind] for counted in table.values()]
        print(f"{kind:12}" + "".join(f"{number:>12}" for number in [*row, sum(row)]))
    sums = [counted.total() for counted in table.values()]
    print(f"{'all':12}" + "".join(f"{number:>12}" for number in [*sums, sum(sums)]))


if __name__ == "__main__":
    sys.exit(main())
