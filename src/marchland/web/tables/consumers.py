"""Web sockets: they carry numbers ('entry 41 was made'), never the game itself. Whoever hears it fetches what they may see."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.utils import timezone

from marchland.web.accounts.models import User
from marchland.web.accounts.people import Anybody
from marchland.web.accounts.sessions import is_open
from marchland.web.config.layers import AGAIN
from marchland.web.monitoring import figures

from .announcing import ACCESS, NEWS, group_of, group_of_user, lobby_of
from .hearing import Ear
from .models import Table
from .watching import is_barred

NO_SUCH_TABLE = 4404
NOT_LOGGED_IN = 4401
NOTED_EVERY = 20
LONGEST_SLUG = 40
"""A table's is shorter; what is longer is none, and no name for a group either."""
OWN_NEWS = ("letter", "advice")
"""Told to one person alone: a letter for them, the coach's answer."""


class News(AsyncJsonWebsocketConsumer):
    """What is announced to a group is handed on, for as long as the session lasts that the socket was opened with."""

    own_group = ""

    async def __call__(self, *connection: Any) -> None:
        """As long as this lasts the socket is open, however it ends."""
        with figures.sockets.labels(type(self).__name__).track_inprogress():
            await super().__call__(*connection)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """News need no database; Channels would change threads for each of them to see to its connection."""
        if message["type"] == AGAIN:
            await self.catch_up()
        elif message["type"] != NEWS:
            await super().dispatch(message)
        elif message["kind"] == ACCESS:
            await self._may_stay()
        else:
            await self.pass_on({name: value for name, value in message.items() if name != "type"})

    async def catch_up(self) -> None:
        """News may have been missed, also that one is logged out: the page looks for itself, as after a new connection."""
        if await self._may_stay():
            await self.send_json({"kind": "hello"})

    async def _may_stay(self) -> bool:
        """Whoever was somebody is closed out once they are so no longer."""
        if not self.own_group or await self._is_logged_in():
            return True
        await self.close(NOT_LOGGED_IN)
        return False

    async def listen_for_own_news(self) -> None:
        """What is told to one person wherever they are: also that they are logged in no longer."""
        user = self.scope["user"]
        if user is not None and user.is_authenticated:
            self.own_group = group_of_user(user.pk)
            await self.channel_layer.group_add(self.own_group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        if self.own_group:
            await self.channel_layer.group_discard(self.own_group, self.channel_name)

    @database_sync_to_async
    def _is_logged_in(self) -> bool:
        session, user = cast(SessionBase | None, self.scope.get("session")), self.scope["user"]
        return session is not None and user is not None and is_open(session.session_key, user.pk)

    async def pass_on(self, news: dict[str, Any]) -> None:
        await self.send_json(news)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Whatever a client says, it says that it is still there; nothing of it is read, so that nothing of it can do harm."""
        await mark_present(self.scope["user"])


class Nowhere(News):
    """At any other address there is nothing to hear."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_SUCH_TABLE)


class TableNews(News):
    """Says `hello` with the present entry number, then `entry`, `chat`, `seats` and `rematch` as they happen; `again` after a loss.

    A client that lost the connection compares the number in `hello` with its own and fetches what it missed; one that waits
    for the game to begin is told so if it has begun meanwhile. `letter` is told to its reader alone. Whoever may not watch is
    told that there is no such table, also when that changes while they listen; whoever is kept behind hears of nothing
    sooner than they may see it.
    """

    async def connect(self) -> None:
        slug = self.scope["url_route"]["kwargs"]["slug"][:LONGEST_SLUG]
        self.group, self.ear = group_of(slug), Ear(slug, cast(Anybody, self.scope["user"]))
        self.later: asyncio.Task[None] | None = None
        await self.channel_layer.group_add(self.group, self.channel_name)
        known = await self.ear.listen()
        await self.accept()
        if known is None:
            await self.close(NO_SUCH_TABLE)
            return
        await self.listen_for_own_news()
        await mark_present(self.scope["user"])
        await self.send_json({"kind": "hello", "entry": known.entry, "begun": known.has_begun})

    async def catch_up(self) -> None:
        """`again` where others say `hello`: no number tells of words, letters or seats that were missed, so all is fetched."""
        known = await self.ear.listen()
        if known is None:
            await self.close(NO_SUCH_TABLE)
        elif await self._may_stay():
            await self.send_json({"kind": AGAIN, "entry": known.entry, "begun": known.has_begun})

    async def pass_on(self, news: dict[str, Any]) -> None:
        if "slug" in news:  # told to this person, wherever they are
            if news["kind"] in OWN_NEWS and news["slug"] == self.ear.slug:
                await self.send_json({"kind": news["kind"]})
            return
        await self._say(await self.ear.hear(news))
        if self.later is None and self.ear.due:
            self.later = asyncio.get_running_loop().create_task(self._tell_later())

    async def _tell_later(self) -> None:
        while (pause := self.ear.wait()) is not None:
            await asyncio.sleep(pause)
            await self._say(await self.ear.wake())
        self.later = None

    async def _say(self, told: list[dict[str, Any]] | None) -> None:
        if told is None:
            await self.close(NO_SUCH_TABLE)
        for news in told or ():
            await self.send_json(news)

    async def disconnect(self, code: int) -> None:
        if self.later is not None:
            self.later.cancel()
        await self.channel_layer.group_discard(self.group, self.channel_name)
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        await super().receive(text_data, bytes_data)
        await self.send_json({"kind": "here"})


class RoomNews(News):
    """For those who came by a table's link and have no seat yet: `seats` whenever somebody sits down, moves or leaves.

    Whoever was sent away hears nothing, from the moment on at which they are.
    """

    async def connect(self) -> None:
        slug = await self._slug()
        await self.accept()
        if slug is None:
            await self.close(NO_SUCH_TABLE)
            return
        self.group = lobby_of(slug)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.listen_for_own_news()
        await mark_present(self.scope["user"])
        await self.send_json({"kind": "hello"})

    async def pass_on(self, news: dict[str, Any]) -> None:
        if "slug" in news:  # told to this person, for other pages
            return
        if await self._slug() is None:
            await self.close(NO_SUCH_TABLE)
        else:
            await self.send_json(news)

    async def catch_up(self) -> None:
        if await self._slug() is None:
            await self.close(NO_SUCH_TABLE)
        else:
            await super().catch_up()

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "group"):
            await self.channel_layer.group_discard(self.group, self.channel_name)
        await super().disconnect(code)

    @database_sync_to_async
    def _slug(self) -> str | None:
        """The table whose link this is, as far as it is still good for this person."""
        table = Table.objects.filter(join_code=self.scope["url_route"]["kwargs"]["code"]).first()
        return table.slug if table is not None and not is_barred(table, cast(Anybody, self.scope["user"])) else None


class Hallway(News):
    """News for one person wherever they are on the site: whose turn it is, invitations, rematches.

    It says `hello` first: whatever happened before it was listening is looked up then.
    """

    async def connect(self) -> None:
        user = self.scope["user"]
        await self.accept()
        if user is None or not user.is_authenticated:
            await self.close(NOT_LOGGED_IN)
            return
        await self.listen_for_own_news()
        await mark_present(user)
        await self.send_json({"kind": "hello"})


@database_sync_to_async
def mark_present(user: AbstractBaseUser | None) -> None:
    """Whoever is here needs no mail about their turn. However often a client says so, it is written down once in a while."""
    if user is not None and user.is_authenticated and cache.add(f"here:{user.pk}", 1, NOTED_EVERY):
        User.objects.filter(pk=user.pk).update(last_here=timezone.now())
