"""`make sight`: what one move and one sheet ask of the site, counted and not guessed.

Plays a person's moves at a table with bots through the whole of Django (middleware, services, drawing, compression), in this
process and without a network, and counts for each request the database queries, the states read from text, the lists of
options worked out and the templates filled; milliseconds are computing time, so that a busy machine does not matter much.
A page that looks on asks for `parts` after every move, as a browser does.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

COUNTED = ("queries", "loads", "options", "filled")
CHOICES = 12
"""A move is any of the first so many options: a game in which something happens."""


@contextmanager
def tallied() -> Iterator[Counter[str]]:
    """Counts queries, states read, lists of options worked out and templates filled while it lasts."""
    from django.db import connection
    from jinja2 import Template

    from marchland.kernel.state import State
    from marchland.kernel.title import Title

    tally: Counter[str] = Counter()

    def query(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        tally["queries"] += 1
        return execute(sql, params, many, context)

    def counted(name: str, of: type, method: str, when: Any = lambda *_: True) -> Any:
        usual = getattr(of, method)

        def once_more(self: Any, *args: Any, **kwargs: Any) -> Any:
            tally[name] += bool(when(self))
            return usual(self, *args, **kwargs)

        return patch.object(of, method, once_more)

    with (
        connection.execute_wrapper(query),
        counted("loads", Title, "load"),
        counted("options", State, "options", lambda state: state.menu is None),
        counted("filled", Template, "render"),
    ):
        yield tally


class Visitor:
    """A browser without a network: asks for pages, and notes what each kind of request cost, request by request."""

    def __init__(self) -> None:
        from django.test import Client

        self.client = Client(headers={"accept": "application/json", "accept-encoding": "gzip"})
        self.kinds: dict[str, list[dict[str, float]]] = {}
        self.slug = ""
        self.marks: dict[str, str] = {}

    def sit_down(self, title: str, **wishes: Any) -> None:
        page = self.client.post(f"/play/{title}/", wishes, follow=True, headers={"accept": "text/html"})
        self.slug = page.redirect_chain[-1][0].split("/")[2]
        shown = unpacked(self.client.get(f"/t/{self.slug}/", headers={"accept": "text/html"})).decode()
        marks = re.search(r'data-marks="([^"]*)"', shown)
        self.marks = dict(part.split(":") for part in marks[1].split()) if marks else {}

    def get(self, kind: str, address: str) -> Any:
        return self._ask(kind, lambda **how: self.client.get(f"/t/{self.slug}/{address}", **how))

    def post(self, kind: str, address: str, **fields: Any) -> Any:
        return self._ask(kind, lambda **how: self.client.post(f"/t/{self.slug}/{address}", fields, **how))

    def _ask(self, kind: str, request: Callable[..., Any]) -> Any:
        """Says which parts it has, as a browser's page does."""
        held = {"x-drawn": " ".join(f"{name}:{mark}" for name, mark in self.marks.items())}
        with tallied() as tally:
            started = time.process_time()
            answer = request(headers=held)
            spent = (time.process_time() - started) * 1000
        content = unpacked(answer)
        sizes = {"kib": len(content) / 1024, "sent": len(answer.content) / 1024}
        self.kinds.setdefault(kind, []).append({**{name: tally[name] for name in COUNTED}, "ms": spent, **sizes})
        news = json.loads(content)
        self.marks |= news.get("marks", {})
        return news

    def figures(self) -> dict[str, dict[str, float]]:
        """The mean of the counts and the median of the rest, over all requests of a kind."""
        return {
            kind: {
                "requests": len(found),
                **{name: round(statistics.mean(one[name] for one in found), 2) for name in COUNTED},
                **{name: round(statistics.median(one[name] for one in found), 2) for name in ("ms", "kib", "sent")},
            }
            for kind, found in self.kinds.items()
        }


def unpacked(answer: Any) -> bytes:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.content) if packed else answer.content


def board_game(title: str, moves: int, seed: int) -> Visitor:
    """A person and two bots; only what the person's browser asks for is noted."""
    from marchland.web.tables import bots
    from marchland.web.tables.keeping import present_state
    from marchland.web.tables.models import Table
    from marchland.web.tables.thinking import choose

    dice, visitor = random.Random(seed), Visitor()
    made = 0
    while made < moves:
        visitor.sit_down(title, level="normal")
        seen = -1
        while made < moves:
            while (question := bots.next_question(visitor.slug)) is not None:
                bots.answer(question, choose(question))
                seen = visitor.get("parts", f"parts/?seen={seen}&append")["entry"]
            table = Table.objects.get(slug=visitor.slug)
            if table.status != "playing":
                break
            choices = min(len(present_state(table).options()), CHOICES)
            seen = visitor.post("move", "act/?append", entry=table.entries_made, option=dice.randrange(choices))["entry"]
            made += 1
    return visitor


def written_game(title: str, sheets: int) -> Visitor:
    """A person writes a bot's sheet: checks it, hands it in, and does so again with another."""
    from marchland.web.tables.models import Table
    from marchland.web.titles import title_named

    visitor, played = Visitor(), title_named(title)
    visitor.sit_down(title, seats=played.seats[-1], level="easy")
    bot = next(iter(played.parts.bot.BOTS))
    for _ in range(sheets):
        entry = Table.objects.get(slug=visitor.slug).entries_made
        sheet = {"entry": entry, "text": visitor.post("start", "desk/", entry=entry, do=f"start:bot:{bot}", text="")["text"]}
        visitor.post("check", "desk/?append", do="check", **sheet)
        visitor.post("hand in", "desk/?append", do="hand", **sheet)
        visitor.get("parts", f"parts/?seen={entry}&append")
    return visitor


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=["vinci", "byzantium", "medioevo", "cendre"])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--sheets", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="marchland-sight-")
    os.environ.update({"MARCHLAND_HOME": home, "MARCHLAND_LOG_LEVEL": "ERROR"})
    os.environ.pop("DATABASE_URL", None)
    try:
        from marchland.web.serve import prepare

        prepare()
        report(options)
    finally:
        shutil.rmtree(home)
    return 0


def report(options: argparse.Namespace) -> None:
    from django.conf import settings

    from marchland.web.titles import title_named

    settings.ALLOWED_HOSTS = ["testserver"]
    found: dict[str, Any] = {}
    for title in options.titles:
        is_written = title_named(title).has_mail
        visitor = written_game(title, options.sheets) if is_written else board_game(title, options.moves, options.seed)
        found[title] = visitor.figures()
        for kind, figures in found[title].items():
            row = "  ".join(f"{name} {value:6.1f}" for name, value in figures.items())
            print(f"{title:10} {kind:8} {row}", flush=True)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main())
