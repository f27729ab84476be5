"""What nobody can read is refused (400) before any page sees it: one place for addresses, forms, JSON and cookies.

A NUL is a text that PostgreSQL cannot keep; half of a surrogate pair one that cannot be sent or kept at all; a number of more than
eight bytes, or lists within lists by the hundred, are more than anybody needs and than some code further on could bear.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse, parse_cookie
from django.shortcuts import render
from django.utils import translation

from marchland.kernel.errors import BadFile, MarchlandError
from marchland.kernel.strangers import leaves
from marchland.web.tables.refusals import code_of, sentence_of, status_of
from marchland.web.words import say

UNSPEAKABLE = re.compile("[\0\ud800-\udfff]")
HUGE = 2**63
UNREADABLE, UNREADABLE_LINE = 400, 4400
JSON = "application/json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
PROGRAMS = "/api/"
"""There every body is read as JSON, whatever it says it is."""


class Readable:
    """Middleware: before sessions, since a cookie is the first thing that is looked up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        must_be_readable(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A refusal that its page does not tell itself: most often a number that is none."""
        return answer(request, sentence_of(error), status_of(error), code_of(error)) if isinstance(error, MarchlandError) else None


def must_be_readable(request: HttpRequest) -> None:
    if (request.content_params or {}).get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise BadRequest("charset: utf-8")
    if not str(request.META.get("CONTENT_LENGTH") or 0).isdigit():
        raise BadRequest("Content-Length")
    if UNSPEAKABLE.search("\n".join(texts_of(request))):
        raise BadRequest("NUL")
    if request.body and (request.content_type == JSON or request.path_info.startswith(PROGRAMS)):
        must_be_plain(request.body)


def texts_of(request: HttpRequest) -> Iterator[str]:
    """Every text that comes with a request, but for JSON. The body is read first, so that it can still be had as it came."""
    yield request.path_info
    yield from (text for cookie in request.COOKIES.items() for text in cookie)
    fields = [request.GET]
    if request.body and request.content_type in FORMS:
        fields.append(request.POST)
    for name, values in (pair for field in fields for pair in field.lists()):
        yield name
        yield from values


def must_be_plain(body: bytes) -> None:
    """JSON of a reasonable depth, with reasonable numbers and texts."""
    try:
        value = msgspec.json.decode(body)
        strange = next((leaf for leaf in leaves(value) if is_strange(leaf)), None)
    except (msgspec.DecodeError, UnicodeError, RecursionError, BadFile) as error:
        raise BadRequest(str(error)) from None
    if strange is not None:
        raise BadRequest("NUL" if isinstance(strange, str) else "number out of range")


def is_strange(leaf: object) -> bool:
    return "\0" in leaf if isinstance(leaf, str) else isinstance(leaf, int) and abs(leaf) >= HUGE


class ReadableLine:
    """The same for web sockets: no line is opened for somebody who comes with an unreadable address or cookie."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        told = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        cookies = parse_cookie(told.decode("latin-1"))
        if UNSPEAKABLE.search("\n".join((scope["path"], *cookies, *cookies.values()))):
            await send({"type": "websocket.close", "code": UNREADABLE_LINE})
        else:
            await self.app(scope, receive, send)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Every request that cannot be read, by us or by Django, is told so in the reader's language and in the form they asked for."""
    why = str(exception) if isinstance(exception, BadRequest) else ""
    with translation.override(language_of(request)):
        return answer(request, say("unreadable", why=why) if why else say("unreadable_at_all"))


def answer(request: HttpRequest, sentence: str, status: int = UNREADABLE, code: str = "malformed") -> HttpResponse:
    if wants_data(request):
        return JsonResponse({"error": sentence, "code": code, "reasons": []}, status=status)
    return render(request, "400.html", {"sentence": sentence}, status=status)


def language_of(request: HttpRequest) -> str:
    """Known already, or else what the browser asks for: whose profile it is cannot be looked up for a request like this."""
    return getattr(request, "LANGUAGE_CODE", "") or translation.get_language_from_request(request)


def wants_data(request: HttpRequest) -> bool:
    """Scripts and programs are told as data what people are told on a page."""
    if request.path_info.startswith(PROGRAMS) or request.content_type == JSON:
        return True
    return JSON in request.headers.get("Accept", "")
