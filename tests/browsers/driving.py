"""Other makers' browsers, each by the protocol it speaks itself: a page is opened, asked, and clicked at a point of the screen.

Playwright drives browsers that it has built itself; a stock Firefox speaks WebDriver BiDi without a driver beside it, and
WebKitGTK brings a driver for the older WebDriver. What a walk needs of either is three verbs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from ..web.serving import PATIENCE, await_port, awaited, free_port

WIDTH, HEIGHT = 1280, 900
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
MINI_BROWSER = "webkit2gtk-4*/MiniBrowser"
POINTER = "pointer"


class Window(Protocol):
    """One page of a browser."""

    def go(self, url: str) -> None:
        """Open an address and wait until it is there with its scripts."""

    def ask(self, function: str, *given: object) -> Any:
        """What a function of JavaScript answers, or what the promise it returns comes to."""

    def click(self, x: float, y: float) -> None:
        """Press and let go, as a hand does."""


def _strokes(x: float, y: float) -> list[dict[str, object]]:
    """The same in both protocols: move there, down, up."""
    there = {"type": "pointerMove", "x": round(x), "y": round(y)}
    steps = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return [{"type": POINTER, "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


class Firefox:
    """By WebDriver BiDi: commands with numbers over a socket, answers with the same numbers, and news that nobody asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.number = socket, 0
        self.command("session.new", capabilities={})
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]
        self.command("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def command(self, method: str, **params: object) -> dict[str, Any]:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=PATIENCE))
            if told.get("id") == self.number:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result

    def go(self, url: str) -> None:
        self.command("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def ask(self, function: str, *given: object) -> Any:
        told = self.command(
            "script.callFunction",
            functionDeclaration=_in_json(function),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return json.loads(told["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self.command("input.performActions", context=self.context, actions=_strokes(x, y))


def _in_json(function: str) -> str:
    """Values cross as text: each protocol has its own way to write them."""
    return f"async (given) => JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)"


class WebKit:
    """By the older WebDriver: one request for each command."""

    def __init__(self, driver: httpx.Client, browser: Path) -> None:
        self.driver = driver
        options = {"binary": str(browser), "args": ["--automation"]}
        session = self.command("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.session = f"/{session['sessionId']}"
        self.command(f"{self.session}/timeouts", pageLoad=PATIENCE * 1000, script=PATIENCE * 1000)
        self.command(f"{self.session}/window/rect", width=WIDTH, height=HEIGHT)

    def command(self, path: str, **params: object) -> Any:
        answer = self.driver.post(f"/session{path}", json=params)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def go(self, url: str) -> None:
        self.command(f"{self.session}/url", url=url)

    def ask(self, function: str, *given: object) -> Any:
        script = f"return ({_in_json(function)})(arguments[0])"
        return json.loads(self.command(f"{self.session}/execute/sync", script=script, args=[json.dumps(given)]))

    def click(self, x: float, y: float) -> None:
        self.command(f"{self.session}/actions", actions=_strokes(x, y))


@contextmanager
def firefox(home: Path) -> Iterator[Window]:
    """Debian's Firefox, with a profile of its own and nobody watching."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is missing: install the package `firefox-esr`"
    log = home / "firefox.log"
    command = [program, "--headless", "--no-remote", "--profile", str(home), "--remote-debugging-port", "0"]
    with log.open("wb") as told, _running(command, told, HOME=str(home)):
        address = awaited(lambda: LISTENS.search(log.read_text(errors="replace")), f"Firefox does not listen: {log}")[1]
        with connect(f"{address}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(home: Path) -> Iterator[Window]:
    """Debian's WebKitGTK with its small browser, on a screen that nobody sees."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    assert driver, "WebKit is missing: install the package `webkit2gtk-driver`"
    assert screen, "a screen is missing: install the package `xvfb`"
    browser = max(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"))
    port, display = free_port(), f":{os.getpid() % 30000 + 100}"
    with (
        (home / "webkit.log").open("wb") as told,
        _running([screen, display, "-screen", "0", f"{WIDTH + 100}x{HEIGHT + 200}x24"], told),
        _running([driver, f"--port={port}"], told, DISPLAY=display, HOME=str(home), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1"),
    ):
        await_port(port)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            window = WebKit(client, browser)
            yield window
            client.delete(f"/session{window.session}")


@contextmanager
def _running(command: list[str], log: Any, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **environment})
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


BROWSERS = {"firefox": firefox, "webkit": webkit}
