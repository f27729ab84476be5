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

    def post(self, kind: str, address: str, /, **fields: Any) -> Any:
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
    visitor.sit_down(title, seats=played.seats[-1], level="easy", pick=played.parts.mail.SEAT_NAMES[0])
    bot = next(iter(played.parts.bot.BOTS))
    for _ in range(sheets):
        entry = Table.objects.get(slug=visitor.slug).entries_made
        sheet = {"entry": entry, "text": visitor.post("start", "desk/", entry=entry, do=f"start:bot:{bot}", text="")["text"]}
        visitor.post("check", "desk/?append", do="check", **sheet)
        visitor.post("hand in", "desk/?append", do="hand", **sheet)
        visitor.get("parts", f"parts/?seen={entry}&append")
    return visitor


def rich_desk(title: str, changes: int) -> Visitor:
    """Somebody with many territories fills in a sheet by cards; `whole` is a check of the whole sheet that nobody has read yet."""
    from marchland.kernel.cards import CHOICE, Wish
    from marchland.web.tables.models import Table
    from marchland.web.titles import title_named

    desk: Any = title_named(title).parts.desk
    visitor = Visitor()
    state, seat = grown(visitor, title)
    entry = Table.objects.get(slug=visitor.slug).entries_made
    sheet: dict[str, Any] = {"entry": entry, "seat": seat}
    text = visitor.post("start", "desk/", do=f"start:bot:{GROWN_BY}", text="", **sheet)["text"]
    visitor.post("whole", "desk/", do="check", text=text + "# so be it\n", **sheet)
    visitor.post("show", "cards/", do="show", text=text, **sheet)
    visitor.post("more", "cards/", do="more", text=text, **sheet)
    groups = desk.groups(state, seat, text, "en")
    orders = [(group.id, card) for group in groups for card in group.cards if card.fields]
    orders += [(group.id, offer) for group in groups for offer in group.offers]
    for n, (group, order) in enumerate(orders[:: max(1, len(orders) // changes)]):
        at: dict[str, Any] = {"group": group, "kind": order.kind, "line": getattr(order, "line", 0)}
        visitor.post("open", "cards/", do="open", text=text, **at, **sheet)
        card = desk.card(state, seat, text, Wish(**at), "en")
        chosen = {
            field.name: field.choices[n % len(field.choices)].value
            for field in card.fields
            if field.kind == CHOICE and field.choices
        }
        values = {f"values.{name}": value for name, value in chosen.items()}
        visitor.post("card", "cards/", do="set", text=text, **at, **sheet, **values)
    return visitor


GROWN_BY = "ruler"
MANY = 8


def grown(visitor: Visitor, title: str) -> tuple[Any, int]:
    """A table at which bots have played until somebody has many territories: the visitor takes that seat."""
    import msgspec
    from django.db import transaction

    from marchland.bots.protocol import answer, make_bot
    from marchland.web.tables.keeping import present_state
    from marchland.web.tables.models import Seat, Table
    from marchland.web.titles import title_named

    played = title_named(title)
    board: Any = played.parts.board
    visitor.sit_down(title, seats=played.seats[-1], level="easy", pick=played.parts.mail.SEAT_NAMES[0])
    table = Table.objects.get(slug=visitor.slug)
    state, bot, seat, spaces = present_state(table), make_bot(played, GROWN_BY), 0, 0
    while spaces < MANY:
        for decider in state.deciders:
            state.apply(decider, answer(bot, played, state, decider, seed=str(decider)))
        held = Counter(mark.seat for mark in board.scene(played.view(state, None), "en").holders.values())
        seat, spaces = max(((who, many) for who, many in held.items() if who is not None), key=lambda one: one[1])
    print(f"{title:10} seat {seat} has {spaces} territories", flush=True)
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(state=msgspec.json.encode(state).decode())
        mine, theirs = (Seat.objects.get(table=table, number=number) for number in (0, seat))
        if seat:
            Seat.objects.filter(pk=theirs.pk).update(kind=mine.kind, user=mine.user, bot="")
            Seat.objects.filter(pk=mine.pk).update(kind=theirs.kind, user=None, bot=theirs.bot)
    return state, seat


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=["vinci", "byzantium", "medioevo", "cendre"])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--sheets", type=int, default=3)
    parser.add_argument("--changes", type=int, default=12)
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
        if title_named(title).parts.desk is not None:
            found[title] |= rich_desk(title, options.changes).figures()
        for kind, figures in found[title].items():
            row = "  ".join(f"{name} {value:6.1f}" for name, value in figures.items())
            print(f"{title:10} {kind:8} {row}", flush=True)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main())
