"""Noninterference over HTTP: random games of every title on a site, looked at by everybody in two worlds.

    python -m tools.eavesdropping [--comparisons N] [--seed WORD] [--every N] [--worlds N] [--processes N] [TITLE ...]

At a moment of a game all that is hidden from one reader is changed in the database: hands, decks, dice to come, sealed answers,
others' sheets, drafts, plans and letters, what happened unseen, the marks of states and the key itself. Then every address of the
site that may speak of a table is asked again as that reader, and every socket listened to. A comparison is one answer in both
worlds, byte by byte. Prints how much was compared, by kind and title; stops at the first leak (exit code 1).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from marchland.kernel.title import find_title, titles

from .site import listen

DEAREST_FIRST = ("cendre", "medioevo", "byzantium", "vinci")


def main() -> int:
    given = arguments()
    wanted = [find_title(name).id for name in given.titles or titles()]
    share = -(-given.comparisons // len(wanted))
    tasks = [(title, share, given.seed, given.every, given.worlds) for title in sorted(wanted, key=_dearness)]
    started = time.monotonic()
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as crowd:
        found = {}
        for title, counted, leak in crowd.map(listen, *zip(*tasks, strict=True)):
            print(
                f"{title}: {leak or 'no difference'} ({counted.total()} compared, {time.monotonic() - started:.0f} s)", flush=True
            )
            found[title] = (counted, leak)
    tell({title: found[title][0] for title in wanted})
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if any(leak for _, leak in found.values()) else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--comparisons", type=int, default=20_000, help="how many in all, the same number for each title")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--every", type=int, default=5, help="look around at every such move")
    parser.add_argument("--worlds", type=int, default=2, help="into how many others one looks from each moment")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    return parser.parse_args()


def _dearness(title: str) -> int:
    return DEAREST_FIRST.index(title) if title in DEAREST_FIRST else -1


def tell(table: dict[str, Counter[str]]) -> None:
    rows: dict[str, list[Any]] = {kind: [counted[kind] for counted in table.values()] for kind in KINDS}
    print(f"{'':12}" + "".join(f"{title:>12}" for title in table) + f"{'all':>12}")
    for kind, row in {**rows, "all": [counted.total() for counted in table.values()]}.items():
        print(f"{kind:12}" + "".join(f"{number:>12}" for number in [*row, sum(row)]))


KINDS = ("pages", "parts", "api", "sockets", "reports", "exports")

if __name__ == "__main__":
    sys.exit(main())
