"""A web socket without a server: what a browser would send goes straight into the application, and what it hears comes back."""

from __future__ import annotations

from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.test import Client

PATIENCE = 60


class Line(ApplicationCommunicator):
    def __init__(self, path: str, client: Client, headers: tuple[tuple[bytes, bytes], ...] = (), query: bytes = b"") -> None:
        from marchland.web.config.asgi import application

        cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
        usual = ((b"cookie", cookies.encode()), (b"host", b"testserver"), (b"origin", b"http://testserver"))
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(errors="surrogatepass"), "query_string": query}
        super().__init__(application, {**scope, "headers": [*usual, *headers], "subprotocols": []})  # type: ignore[no-untyped-call]

    async def called(self) -> dict[str, Any]:
        """The first thing that is said on the line."""
        await self.send_input({"type": "websocket.connect"})  # type: ignore[no-untyped-call]
        first: dict[str, Any] = await self.receive_output(PATIENCE)  # type: ignore[no-untyped-call]
        return await self.receive_output(PATIENCE) if first["type"] == "websocket.accept" else first  # type: ignore[no-untyped-call]

    async def heard(self) -> str:
        """What is said next; nothing if the line is closed."""
        return str((await self.receive_output(PATIENCE)).get("text", ""))  # type: ignore[no-untyped-call]

    async def hung_up(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})  # type: ignore[no-untyped-call]
        await self.wait(PATIENCE)  # type: ignore[no-untyped-call]
