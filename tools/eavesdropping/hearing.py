"""Everything that the site tells a reader about a table: pages, parts, what programs get, news on sockets, reports, exports."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any, cast

from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.test import Client
from tests.web.addresses import BLANK, filled, routes
from tests.web.lines import Line

from marchland.web.api.stream import news_of
from marchland.web.tables.announcing import NEWS, group_of, group_of_user

from .play import Game, Reader
from .worlds import Past

Told = tuple[str, str, Any]
"""What kind of answer it is, what was asked for, and what was said."""
PAGES, PARTS, API, SOCKETS, REPORTS, EXPORTS = KINDS = ("pages", "parts", "api", "sockets", "reports", "exports")
KIND_OF = {
    "parts": PARTS, "about": PARTS, "log": PARTS, "terms": PARTS, "rules": PARTS, "kinds": PARTS, "bonds": PARTS, "lists": PARTS,
    "papers": REPORTS, "story": REPORTS, "receipt": REPORTS, "news.atom": REPORTS, "deadlines.ics": REPORTS,
    "record": EXPORTS, "export": EXPORTS,
}  # fmt: skip
"""By the last word of an address; everything else is a page, and what begins with /api/ is for programs."""
STATIC = ("/t/<slug:slug>/terms/", "/t/<slug:slug>/rules/", "/games/", "/learn/", "/play/", "/new/", "/join/", "/watch/")
"""The same whatever lies on the table, or about no table under way."""
ELSEWHERE = (
    "/account/", "/api/docs", "/api/openapi", "/health/", "/manifest", "/metrics", "/offline", "/operators/", "/sw.js",
    "/find/", "/tournaments/", "/ratings/", "/news/off/", "/news/settings/", "/api/tables/<slug>/stream", "/api/titles",
)  # fmt: skip
"""About no table at all, or (the stream, one's own data) asked for in another way below."""
ALWAYS = ("/t/<slug:slug>/", "/t/<slug:slug>/parts/", "/t/<slug:slug>/papers/", "/api/tables/<slug>", "/api/tables/<slug>/options")
"""What everybody looks at all the time, and what tells most, is asked for at every moment, everything else in turn."""
TURNS = 3


def addresses() -> list[str]:
    """Every address that may tell something of a table, as the resolver knows it: a new one is listened at without being named."""
    return [route for route in routes() if not route.startswith((*STATIC, *ELSEWHERE)) and "<path" not in route]


def asked_with(route: str, game: Game, past: Past) -> list[str]:
    """The questions with which an address is worth asking."""
    n, words = game.table.entries_made, route.rstrip("/").rpartition("/")[2]
    things = list(game.title.phrases.things("en"))
    chosen = [things[(game.moves * 7 + 13 * number) % len(things)] for number in range(3)] if things else ["nothing"]
    return {
        "parts": ["?seen=-1", f"?append&seen={max(0, n - 5)}"],
        "about": [f"?target={thing}" for thing in chosen],
        "why": [f"?target={thing}" for thing in chosen],
        "replay": [f"?at={at}" for at in past.steps],
        "log": ["", f"?before={n}"],
        "receipt": ["?number=1", "?number=2"],
        "papers": ["", "?paper=gazette", "?as=txt", "?paper=gazette&as=html"],
        "tables": ["?which=mine", "?which=open"] if route.startswith("/api/") else [""],
    }.get(words, [""])


def kind_of(route: str) -> str:
    return API if route.startswith("/api/") else KIND_OF.get(route.rstrip("/").rpartition("/")[2], PAGES)


# -- asking ------------------------------------------------------------------------------------------------


def told(game: Game, reader: Reader, past: Past) -> Iterator[Told]:
    """Pages, parts, data, reports and exports as this reader gets them at this moment."""
    for place, route in enumerate(addresses()):
        if route not in ALWAYS and place % TURNS != game.moves % TURNS:
            continue
        for question in asked_with(route, game, past):
            yield from _got(game, reader, route, question)
    yield from _answered(game, reader)
    if reader.user is not None:
        yield EXPORTS, "/account/export/", _said(reader.browser.get("/account/export/"))


def _got(game: Game, reader: Reader, route: str, question: str) -> Iterator[Told]:
    blanks = {
        "slug": game.table.slug,
        "secret": reader.secret or "none",
        "name": str(game.readers[0].user),
        "title_id": game.table.title,
    }
    if not all(blank in blanks for blank in BLANK.findall(route)):
        return
    path = filled(route, blanks) + question
    kind = kind_of(route)
    if kind == API and reader.program is not None:
        yield kind, path, _said(reader.program.get(path))
    elif kind != API:
        forms = ("text/html", "application/json") if kind in (PAGES, PARTS) and "replay" in path else ("text/html",)
        yield from ((kind, f"{path} as {form}", _said(reader.browser.get(path, headers={"accept": form}))) for form in forms)


def _answered(game: Game, reader: Reader) -> Iterator[Told]:
    """What is said to answers that are wrong, to a plan that is tried, to sheets and cards."""
    slug, n = game.table.slug, game.table.entries_made
    if reader.program is None or reader.seat is None:
        return
    wrong = {"n": n, "seat": reader.seat, "action": {"type": "NoSuchThing"}}
    yield API, "act", _said(_post(reader.program, f"/api/tables/{slug}/act", wrong))
    state = game.state
    if reader.seat not in state.deciders or state.decision is None:
        return
    if not state.decision.WRITTEN:
        yield PARTS, "act", _said(_post(reader.browser, f"/t/{slug}/act/", {"entry": n, "seat": reader.seat, "option": 10**6}))
        return
    text = game.title.parts.mail.form(state, reader.seat, "")
    yield API, "sheet", _said(_post(reader.program, f"/api/tables/{slug}/sheet", {"n": n, "seat": reader.seat, "text": text}))
    yield PARTS, "desk", _said(_post(reader.browser, f"/t/{slug}/desk/", _sheet(n, reader, text, "check")))
    yield PARTS, "cards", _said(_post(reader.browser, f"/t/{slug}/cards/", _sheet(n, reader, text, "show")))


def _sheet(n: int, reader: Reader, text: str, do: str) -> dict[str, Any]:
    return {"entry": n, "seat": reader.seat, "text": text, "do": do}


def _post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json", headers={"accept": "application/json"})


def _said(response: Any) -> tuple[int, str, bytes]:
    return response.status_code, response.headers.get("Location", ""), response.content


# -- listening ---------------------------------------------------------------------------------------------

Move = Callable[[], None]
END = -1
"""The entry of which the last news on every line tells, so that nobody waits for more."""


def overheard(game: Game, reader: Reader, move: Move | None) -> list[Told]:
    """All that is said on the reader's sockets and stream while somebody moves."""
    found: list[Told] = async_to_sync(_overheard)(game, reader, move)
    return found


async def _overheard(game: Game, reader: Reader, move: Move | None) -> list[Told]:
    slug, user = game.table.slug, reader.user
    lines = {path: Line(path, reader.browser) for path in (f"/ws/t/{slug}/", *(["/ws/me/"] if user is not None else []))}
    heard: list[Told] = [(SOCKETS, path, str(await line.called())) for path, line in lines.items()]
    stream = news_of(slug, reader.token) if reader.token is not None else None
    if stream is not None:
        heard.append((SOCKETS, "stream", await anext(stream)))
    await sync_to_async(_move_and_announce)(move)
    await _say_the_last(slug, user.pk if user is not None else None)
    for path, line in lines.items():
        heard += [(SOCKETS, path, said) async for said in _until_the_last(line)]
        await line.hung_up()
    if stream is not None:
        while not (said := await asyncio.wait_for(anext(stream), 60)).endswith(b'{"n": -1}\n\n'):
            heard.append((SOCKETS, "stream", said))
        await cast(AsyncGenerator[bytes, None], stream).aclose()
    return heard


def _move_and_announce(move: Move | None) -> None:
    """Nothing is committed here, so what is done after a commit is done by hand."""
    if move is None:
        return
    before = len(connection.run_on_commit)
    move()
    waiting, connection.run_on_commit = connection.run_on_commit[before:], connection.run_on_commit[:before]
    for _, announce, *_ in waiting:
        announce()


async def _say_the_last(slug: str, user: int | None) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group_of(slug), {"type": NEWS, "kind": "chat", "entry": END})
    if user is not None:
        await layer.group_send(group_of_user(user), {"type": NEWS, "kind": "chat", "entry": END})


async def _until_the_last(line: Line) -> Any:
    while f'"entry": {END}' not in (said := await line.heard()):
        yield said
        if not said:  # closed
            return
