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
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import Any

from marchland.kernel.title import find_title, titles

DEAREST_FIRST = ("cendre", "medioevo", "byzantium", "vinci")
Result = tuple[str, Counter[str], str]


def main() -> int:
    given = arguments()
    wanted = [find_title(name).id for name in given.titles or titles()]
    share = -(-given.comparisons // len(wanted))
    tasks = [(title, share, given.seed, given.every, given.worlds) for title in sorted(wanted, key=_dearness)]
    started = time.monotonic()
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as crowd:
        found = {title: (counted, leak) for title, counted, leak in crowd.map(listen, *zip(*tasks, strict=True))}
    tell({title: found[title][0] for title in wanted})
    print(f"{time.monotonic() - started:.0f} s")
    leaks = [leak for _, leak in found.values() if leak]
    for leak in leaks:
        print(f"LEAK {leak}")
    return 1 if leaks else 0


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


def listen(title: str, enough: int, seed: str, every: int, worlds: int) -> Result:
    """Games of one title on a site of its own, until enough was compared."""
    home = tempfile.mkdtemp(prefix="marchland-eavesdropping-")
    try:
        open_site(home)
        return title, *_listen(title, enough, seed, every, worlds)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _listen(title: str, enough: int, seed: str, every: int, worlds: int) -> tuple[Counter[str], str]:
    from django.db import transaction

    from .looking import Look, look_around

    counted: Counter[str] = Counter()
    with transaction.atomic():  # nothing is ever committed
        for number in count():
            leak = look_around(title, f"{seed}/{number}", counted, Look(enough, every, worlds=worlds))
            if leak or counted.total() >= enough:
                transaction.set_rollback(True)
                return counted, leak
    raise AssertionError


def open_site(home: str) -> None:
    """A site in this process: nothing of it outlives the run."""
    os.environ |= {
        "MARCHLAND_HOME": home,
        "MARCHLAND_LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "marchland.web.config.settings",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    import django
    from django.conf import settings

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def tell(table: dict[str, Counter[str]]) -> None:
    rows: dict[str, list[Any]] = {kind: [counted[kind] for counted in table.values()] for kind in KINDS}
    print(f"{'':12}" + "".join(f"{title:>12}" for title in table) + f"{'all':>12}")
    for kind, row in {**rows, "all": [counted.total() for counted in table.values()]}.items():
        print(f"{kind:12}" + "".join(f"{number:>12}" for number in [*row, sum(row)]))


KINDS = ("pages", "parts", "api", "sockets", "reports", "exports")

if __name__ == "__main__":
    sys.exit(main())
