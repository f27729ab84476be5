"""The site as an app of one's own: its manifest, the worker that shows messages, and the page for when there is no network."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET

from marchland import __version__
from marchland.web.words import say

WORKER = Path(__file__).parents[1] / "static" / "js" / "worker.js"
PAPER, SEAL = "#f1e7d3", "#86291f"
ICONS = {"any": "icons/marchland", "maskable": "icons/marchland-maskable"}
SIZES = (192, 512)


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    facts = {
        "id": "/",
        "name": "Marchland",
        "short_name": "Marchland",
        "description": say("description"),
        "lang": request.LANGUAGE_CODE,
        "start_url": reverse("news:page"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SEAL,
        "icons": [_icon(purpose, size) for purpose in ICONS for size in SIZES],
        "shortcuts": [
            {"name": say("news"), "url": reverse("news:page")},
            {"name": say("tables"), "url": reverse("lobby:home")},
        ],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


def _icon(purpose: str, size: int) -> dict[str, str]:
    return {"src": static(f"{ICONS[purpose]}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, so that it may look after the whole site; asked for anew each time, so that an upgrade is seen."""
    response = HttpResponse(_worker_text(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_text() -> str:
    code = WORKER.read_text(encoding="utf-8")
    shell: dict[str, Any] = {
        "offline": reverse("offline"),
        "icon": static("icons/marchland-192.png"),
        "badge": static("icons/badge-96.png"),
        "files": [
            static(name) for name in ("css/site.css", "fonts/alegreya-700.woff2", "fonts/alegreya-sans-400.woff2", "favicon.svg")
        ],
    }
    told = json.dumps(shell)
    shell["version"] = blake2b(f"{__version__} {told} {code}".encode(), digest_size=8).hexdigest()
    return f"self.shell = {json.dumps(shell)};\n{code}"


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """The same for everybody: it is kept in a browser that others may use."""
    return render(request, "offline.html")
