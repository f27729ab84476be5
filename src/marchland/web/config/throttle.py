"""How often something may be done. Whoever does it more often is asked to wait (429), and told for how long.

Counted in Django's cache: in memory where one process serves, in Redis where several do. What has no account yet is counted
by address; this machine's own addresses are not, for whoever starts the site at home is nobody's burden. A proxy on the
same machine must therefore say whose requests it brings (X-Forwarded-For; uvicorn believes it from FORWARDED_ALLOW_IPS).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from marchland.web.words import say

from .readable import wants_data

TOO_MANY_REQUESTS = 429
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
HOME = "127.0.0.1"
ALWAYS = ("/health/", "/health/live/", "/metrics")
"""Whoever watches over the site may look as often as they like."""
HOUSEHOLD = 64
"""Bits of an IPv6 address that one household shares: whoever has one address of it has them all."""
NEIGHBOURHOOD = {4: 24, 6: 48}
"""Bits of an address that are kept with a session."""

Page = Callable[..., HttpResponseBase]


class Limit(NamedTuple):
    times: int
    seconds: int


LIMITS = {
    "guest": (Limit(40, 10 * MINUTE), Limit(200, DAY)),  # a class behind one address sits down at once
    "register": (Limit(10, HOUR),),
    "login": (Limit(30, 10 * MINUTE),),
    "password": (Limit(10, 10 * MINUTE),),  # wrong ones for one name from one address
    "password-anywhere": (Limit(60, 10 * MINUTE),),  # and from everywhere: nobody else locks a person out by a few guesses
    "password-known": (Limit(10, 10 * MINUTE),),  # in a browser that was logged in before: strangers' guesses do not count there
    "password-here": (Limit(10, 10 * MINUTE),),  # by somebody who is logged in
    "code": (Limit(5, 10 * MINUTE), Limit(40, DAY)),  # of a second factor: 3 in a million are right
    "recovery": (Limit(10, 10 * MINUTE),),
    "reset": (Limit(10, HOUR),),
    "reset-mail": (Limit(3, HOUR),),  # to one mailbox, whether it has an account or not
    "find": (Limit(30, MINUTE),),
    "table": (Limit(20, 10 * MINUTE), Limit(200, DAY)),
    "line": (Limit(30, 10 * MINUTE),),
    "chat": (Limit(15, MINUTE // 2),),
    "letter": (Limit(10, MINUTE), Limit(200, DAY)),  # each may be a mail to twenty people
    "desk": (Limit(60, MINUTE),),  # reading a sheet takes a fifth of a second
    "cards": (Limit(300, MINUTE),),  # a quick hand changes a card a second, and each change asks up to four times
    "draft": (Limit(60, MINUTE),),  # a page that is written on saves every few seconds
    "print": (Limit(20, MINUTE),),  # and setting a report a whole one
    "advice": (Limit(30, MINUTE),),  # each is up to a second of the bots' time
    "review": (Limit(20, HOUR),),  # and a whole game up to half a minute
    "host": (Limit(30, MINUTE),),  # whoever tries out what can be corrected learns little, and slowly
    "operator": (Limit(60, MINUTE),),
    "token": (Limit(20, HOUR),),
    "export": (Limit(20, HOUR),),
    "device": (Limit(60, HOUR),),
    "hook": (Limit(20, HOUR),),
    "feed": (Limit(240, HOUR),),  # readers of several people may share an address; nobody guesses a secret at this rate
}


READING = {"person": Limit(20_000, MINUTE), "address": Limit(40_000, MINUTE)}
"""How much may be read: thousandths of a second of the server's computing. A lively player needs a tenth of it; whoever fetches
pages without pause, in however many names, leaves at least a third of the time to everybody else."""
SMALL_CHANGE = 5
"""What costs less is not written down."""


class TooOften(Exception):
    """Not a refusal of the table's: the same request may be fine in `wait` seconds."""

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(f"wait {wait} s")

    @property
    def minutes(self) -> int:
        return -(-self.wait // MINUTE)

    def sentence(self) -> str:
        return say("too_often", minutes=self.minutes)

    def told(self) -> dict[str, Any]:
        """As every refusal is told to scripts and programs."""
        return {"error": self.sentence(), "code": "too-often", "reasons": []}


def count(what: str, *who: object) -> None:
    """Note that somebody does this once more; TooOften if it was once too many."""
    for limit in LIMITS[what]:
        key, left = _window(what, limit, who)
        cache.add(key, 0, limit.seconds)
        if _one_more(key, limit) > limit.times:
            raise TooOften(left)


def forget(what: str, *who: object) -> None:
    cache.delete_many([_window(what, limit, who)[0] for limit in LIMITS[what]])


def count_address(what: str, request: HttpRequest) -> None:
    """As `count`, for those who have no account that could be counted."""
    address = address_of(request)
    if address != HOME:
        count(what, address)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; a household with IPv6 counts as one, this machine as HOME."""
    return household(str(request.META.get("REMOTE_ADDR", "")))


def household(told: str) -> str:
    try:
        address = ip_address(told or HOME)
    except ValueError:  # a proxy may call it what it likes
        return told
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return HOME
    return str(address if address.version == 4 else ip_network((address, HOUSEHOLD), strict=False).network_address)


def neighbourhood_of(request: HttpRequest) -> str:
    """Roughly where a request comes from: enough for its owner to say 'that was not me'; nothing for this machine."""
    address = address_of(request)
    if address == HOME:
        return ""
    try:
        bits = NEIGHBOURHOOD[ip_address(address).version]
    except ValueError:
        return ""
    return str(ip_network((address, bits), strict=False))


def limited_by_address(what: str) -> Callable[[Page], Page]:
    """For pages: every POST counts."""

    def limited(page: Page) -> Page:
        @wraps(page)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST":
                count_address(what, request)
            return page(request, *args, **kwargs)

        return counted

    return limited


def _window(what: str, limit: Limit, who: tuple[object, ...]) -> tuple[str, int]:
    """The key under which is counted just now, and the seconds until a new count begins."""
    now = time.time()
    digest = blake2b(repr(who).encode(), digest_size=16).hexdigest()
    return f"often:{what}:{limit.seconds}:{int(now // limit.seconds)}:{digest}", limit.seconds - int(now % limit.seconds)


def _one_more(key: str, limit: Limit, by: int = 1) -> int:
    try:
        return cache.incr(key, by)
    except ValueError:  # the cache dropped it between two breaths
        cache.set(key, by, limit.seconds)
        return by


# -- reading -----------------------------------------------------------------------------------------

Purses = dict[str, tuple[Limit, int]]
"""By the key under which is counted: how much there is in a minute, and the seconds until it is full again."""


def purses_of(request: HttpRequest) -> Purses:
    """Whose time this costs: the person's, and that of all who come from the same address; nobody's at home."""
    address = address_of(request)
    if address == HOME or request.path in ALWAYS:
        return {}
    found = {"address": address, **({"person": request.user.pk} if request.user.is_authenticated else {})}
    windows = {kind: _window(f"reading-{kind}", READING[kind], (who,)) for kind, who in found.items()}
    return {key: (READING[kind], left) for kind, (key, left) in windows.items()}


def must_have_left(purses: Purses) -> None:
    for key, spent in cache.get_many(purses).items() if purses else ():
        limit, left = purses[key]
        if spent >= limit.times:
            raise TooOften(left)


def spend(purses: Purses, milliseconds: int) -> None:
    if milliseconds >= SMALL_CHANGE:
        for key, (limit, _) in purses.items():
            cache.add(key, 0, limit.seconds)
            _one_more(key, limit, milliseconds)


class Patience:
    """Middleware: tells whoever did something too often, in their language and in the form they asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Reading costs what it costs the server; whoever has spent it all waits. A move is never refused for it."""
        purses = purses_of(request) if request.method in ("GET", "HEAD") else {}
        try:
            must_have_left(purses)
        except TooOften as error:
            return self._told(request, error)
        began = time.thread_time()
        response = self.get_response(request)
        spend(purses, round((time.thread_time() - began) * 1000))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return self._told(request, error) if isinstance(error, TooOften) else None

    def _told(self, request: HttpRequest, error: TooOften) -> HttpResponse:
        if wants_data(request):
            response: HttpResponse = JsonResponse(error.told(), status=TOO_MANY_REQUESTS)
        else:
            response = render(request, "429.html", {"sentence": error.sentence()}, status=TOO_MANY_REQUESTS)
        response.headers["Retry-After"] = str(error.wait)
        return response
