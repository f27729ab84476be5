"""How much a client may send. Nothing on this site needs more than a form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

BODY_BYTES = 64 * 1024
TOO_LARGE = 413

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class TooLong(ValueError):
    """A body went past the limit while it was being read."""


class BodyLimit:
    """Stops reading a body that is too long, whether it says so beforehand or not, before it is stored anywhere."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if declared_length(scope) > BODY_BYTES:
            await refuse(send)
            return
        try:
            await self.app(scope, counted(receive), send)
        except TooLong:
            await refuse(send)


def declared_length(scope: dict[str, Any]) -> int:
    found = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(found) if found.isdigit() else BODY_BYTES + 1


def counted(receive: Receive) -> Receive:
    total = 0

    async def receive_some() -> dict[str, Any]:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > BODY_BYTES:
            raise TooLong
        return message

    return receive_some


async def refuse(send: Send) -> None:
    body = b'{"error": "too long", "code": "too-long", "reasons": []}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": TOO_LARGE, "headers": headers})
    await send({"type": "http.response.body", "body": body})
