"""Pages about titles: parse, ask a selector, render. Everybody may read them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET

from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import UnknownTitle
from marchland.kernel.title import Title
from marchland.web.titles import title_named

from . import selectors

LONGEST = 200
"""Letters of a question that are read."""
HOUR = 60 * 60


@require_GET
def howto(request: HttpRequest, title_id: str) -> HttpResponse:
    """How to play a title; with `q` what fits the question stands on top."""
    title, language = _known(title_id), request.LANGUAGE_CODE
    asked = _asked(request)
    page = selectors.page(title, language)
    return render(request, "reading/howto.html", {**page, "asked": asked, "found": selectors.found_html(title, asked, language)})


@require_GET
def find(request: HttpRequest, title_id: str, language: str) -> HttpResponse:
    """What fits the question, alone: for pages that ask while one types."""
    if language not in LANGUAGES:
        raise Http404
    response = HttpResponse(selectors.found_html(_known(title_id), _asked(request), language))
    response.headers["Content-Language"] = language
    patch_cache_control(response, private=True, max_age=HOUR)
    return response


def _known(title_id: str) -> Title:
    try:
        return title_named(title_id)
    except UnknownTitle:
        raise Http404 from None


def _asked(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST].strip()
