"""Programs that play through the interface, at whichever web process answers, and remember every move that was acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx
from tools.servers import UNSEALED

TITLES = ("vinci", "byzantium", "medioevo", "cendre")
LIVE, TIMED = "live", "deadline"
HOURS = 1
"""For an answer, where there are deadlines."""
PAUSES = (0.05, 0.1, 0.2, 0.4)
"""Seconds between two looks at a table where nothing is asked of us, growing."""
SLEEPS = 0.1
"""How often somebody lets a deadline pass."""
NOT_TAKEN = range(400, 500)


@dataclass(frozen=True)
class Sent:
    """An answer that was sent when entry `seen` was the last; `n` is the entry that it became, if we were told."""

    slug: str
    seat: int
    action: dict[str, Any] | None
    """None: a sheet, whose action is the title's affair."""
    seen: int
    n: int = 0


@dataclass
class Ledger:
    """What everybody remembers."""

    acknowledged: list[Sent] = field(default_factory=list)
    in_doubt: list[Sent] = field(default_factory=list)
    """Sent, and never answered: they may have been taken, once."""
    statuses: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    over: int = 0
    jobs: Counter[str] = field(default_factory=Counter)
    """Links for a new password that were asked for, by address; each is a job in the queue."""
    jobs_in_doubt: Counter[str] = field(default_factory=Counter)

    def facts(self) -> dict[str, Any]:
        return {"acknowledged": list(map(asdict, self.acknowledged)), "in_doubt": list(map(asdict, self.in_doubt))}


class Unheard(Exception):
    """No answer came, or one that says nothing of what was done."""


class Program:
    """One player: moves at one table after the other."""

    def __init__(self, urls: list[str], key: str, ledger: Ledger, dice: random.Random) -> None:
        self.urls, self.ledger, self.dice = urls, ledger, dice
        headers = {"authorization": f"Bearer {key}", "accept-language": "en"}
        self.client = httpx.AsyncClient(headers=headers, timeout=20, verify=UNSEALED)

    async def open(self, title: str, pace: str) -> dict[str, Any]:
        """A table for two people and a bot; at a table without deadlines both of them are ours."""
        other = {"kind": "hotseat", "name": "Other"} if pace == LIVE else {"kind": "open"}
        seats = [{"kind": "me"}, other, {"kind": "bot", "level": "random" if title != "cendre" else "easy"}]
        options = {"years": 1} if title == "cendre" else {}
        facts = {"title": title, "seats": seats, "options": options, "pace": pace, "public": True}
        table: dict[str, Any] = await self._until_heard(
            "POST", "tables", {**facts, **({"tempo": {"hours": HOURS}} if pace == TIMED else {})}
        )
        self.ledger.games[title] += 1
        return table

    async def forget_passwords(self, addresses: list[str]) -> None:
        """Now and then somebody asks for a link by mail, which is a job for whoever takes it."""
        token = "x" * 32
        headers = {"x-csrftoken": token}
        while True:
            await asyncio.sleep(self.dice.uniform(0.1, 0.9))
            address, url = self.dice.choice(addresses), self.dice.choice(self.urls)
            self.ledger.jobs_in_doubt[address] += 1
            try:
                async with httpx.AsyncClient(cookies={"csrftoken": token}, headers=headers, timeout=20, verify=UNSEALED) as browser:
                    answer = await browser.post(f"{url}/account/reset/", data={"email": address})
            except httpx.TransportError:
                continue
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                self.ledger.jobs_in_doubt[address] -= 1
                self.ledger.jobs[address] += answer.status_code == httpx.codes.FOUND

    async def join(self, slug: str) -> None:
        """Whoever asks twice is told that they sit there already."""
        while True:
            try:
                await self._ask("POST", f"tables/{slug}/join", {"seat": 1})
            except Unheard:
                await asyncio.sleep(self.dice.uniform(0.05, 0.3))
            else:
                return

    async def play(self, slug: str, sleeps: float = 0.0) -> None:
        """Until the game is over."""
        idle = 0
        while True:
            try:
                has_moved = await self._move(slug, sleeps)
            except Unheard:
                await asyncio.sleep(self.dice.uniform(0.02, 0.2))
                continue
            if has_moved is None:
                self.ledger.over += 1
                return
            idle = 0 if has_moved else idle + 1
            if idle:
                await asyncio.sleep(PAUSES[min(idle, len(PAUSES)) - 1] * self.dice.uniform(0.5, 1.5))

    async def _move(self, slug: str, sleeps: float) -> bool | None:
        """Has something been answered? None: there is nothing to answer any more."""
        status, asked = await self._ask("GET", f"tables/{slug}/options")
        if status != httpx.codes.OK:
            return None if await self._is_over(slug) else False
        if asked["options"]:
            if self.dice.random() < sleeps:
                await asyncio.sleep(3)
                return False
            option = self.dice.choice(asked["options"][:40])
            body = {"n": asked["n"], "action": option["action"], "seat": asked["seat"]}
            return await self._send(f"tables/{slug}/act", body, Sent(slug, asked["seat"], option["action"], asked["n"]))
        status, table = await self._ask("GET", f"tables/{slug}")
        if status == httpx.codes.OK and table["table"]["status"] != "playing":
            return None
        if status == httpx.codes.OK and table["prompt"] and table["prompt"]["mine"]:
            return await self._write(slug, table, asked["seat"])
        return False

    async def _is_over(self, slug: str) -> bool:
        status, table = await self._ask("GET", f"tables/{slug}")
        return status == httpx.codes.OK and table["table"]["status"] not in ("playing", "gathering")

    async def _write(self, slug: str, table: dict[str, Any], seat: int) -> bool:
        """A sheet, as it comes filled in."""
        status, form = await self._ask("GET", f"tables/{slug}/sheet?seat={seat}")
        if status != httpx.codes.OK:
            return False
        seen = table["table"]["n"]
        body = {"n": seen, "text": form["text"], "hand_in": True, "seat": seat}
        return await self._send(f"tables/{slug}/sheet", body, Sent(slug, seat, None, seen))

    async def _send(self, path: str, body: dict[str, Any], sent: Sent) -> bool:
        """What was refused was not taken; of what was not answered nobody knows."""
        try:
            status, answer = await self._ask("POST", path, body)
        except (
            Unheard,
            asyncio.CancelledError,
        ):  # at the end nobody waits for what is under way
            self.ledger.in_doubt.append(sent)
            raise
        if status == httpx.codes.OK:
            self.ledger.acknowledged.append(Sent(sent.slug, sent.seat, sent.action, sent.seen, answer["n"]))
        return bool(status == httpx.codes.OK)

    async def _until_heard(self, method: str, path: str, body: dict[str, Any]) -> Any:
        while True:
            try:
                status, answer = await self._ask(method, path, body)
            except Unheard:
                await asyncio.sleep(self.dice.uniform(0.05, 0.3))
                continue
            if status not in NOT_TAKEN:
                return answer
            raise RuntimeError(f"{path}: {status} {answer}")

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        url = self.dice.choice(self.urls)
        try:
            answer = await self.client.request(method, f"{url}/api/{path}", json=body)
        except httpx.TransportError as lost:
            self.ledger.statuses[type(lost).__name__] += 1
            if isinstance(lost, httpx.ConnectError):
                await asyncio.sleep(0.02)
            raise Unheard from lost
        self.ledger.statuses[str(answer.status_code)] += 1
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise Unheard(answer.text[:200])
        return answer.status_code, answer.json()
