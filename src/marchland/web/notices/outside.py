"""The only door to the world: a POST to an address that a person gave us, and that must not lead back into the house.

Whoever names an address could name one that only this machine can reach. So the name is looked up once, every address it has must
be one of the public internet, and the connection goes to the address that was looked at, not to what the name says a moment later.
Redirects are not followed, answers are hardly read, and nothing takes longer than a few seconds.
"""

from __future__ import annotations

import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 10
"""For any one step."""
SECONDS_IN_ALL = 20
READ = 1024
NAT64 = ip_network("64:ff9b::/96")


class NoWayThere(ValueError):
    """An address to which nothing is sent: not well formed, not encrypted, or not of the public internet."""


class Unreachable(Exception):
    """Nobody answered in time; it may be tried again."""


@dataclass(frozen=True)
class Letter:
    """What is to be sent."""

    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Way:
    """An address, looked up and found harmless."""

    parts: SplitResult
    host: str
    port: int
    address: str

    @property
    def path(self) -> str:
        return (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")


def way_to(url: str) -> Way:
    """Where a letter would go; `NoWayThere` if it must not."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise NoWayThere(str(error)) from None
    is_encrypted = parts.scheme == "https" or (settings.DEBUG and parts.scheme == "http")
    if not is_encrypted or not host or parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise NoWayThere(url)
    return Way(parts, host, port, _looked_up(host, port))


def _looked_up(host: str, port: int) -> str:
    try:
        found = [str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise Unreachable(str(error)) from None
    if not found or not all(is_public(address) or settings.DEBUG for address in found):
        raise NoWayThere(host)
    return found[0]


def is_public(address: str) -> bool:
    """Also where an IPv6 address only wraps one of IPv4."""
    try:
        told = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    wrapped = _wrapped(told) if isinstance(told, IPv6Address) else None
    return told.is_global and not told.is_multicast and (wrapped is None or is_public(str(wrapped)))


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def send(letter: Letter) -> int:
    """The status of the answer."""
    way = way_to(letter.url)
    line = _Line(way) if way.parts.scheme == "http" else _SafeLine(way)
    alarm = threading.Timer(SECONDS_IN_ALL, _cut, [line])
    alarm.daemon = True
    alarm.start()
    try:
        line.request("POST", way.path, letter.body, {"User-Agent": "Marchland", **letter.headers})
        answer = line.getresponse()
        answer.read(READ)
        return answer.status
    except (OSError, HTTPException) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from None
    finally:
        alarm.cancel()
        line.close()


def _cut(line: HTTPConnection) -> None:
    """Whoever answers drop by drop is not waited for."""
    if line.sock is not None:
        with suppress(OSError):
            line.sock.shutdown(socket.SHUT_RDWR)  # closing it would wake nobody who reads


class _Line(HTTPConnection):
    """A connection to the address that was looked at."""

    def __init__(self, way: Way) -> None:
        super().__init__(way.host, way.port, timeout=SECONDS)
        self.way = way

    def connect(self) -> None:
        self.sock = socket.create_connection((self.way.address, self.way.port), SECONDS)


class _SafeLine(HTTPSConnection):
    """The same, encrypted for whom the address names."""

    def __init__(self, way: Way) -> None:
        self.context = ssl.create_default_context()
        super().__init__(way.host, way.port, timeout=SECONDS, context=self.context)
        self.way = way

    def connect(self) -> None:
        plain = socket.create_connection((self.way.address, self.way.port), SECONDS)
        self.sock = self.context.wrap_socket(plain, server_hostname=self.way.host)
