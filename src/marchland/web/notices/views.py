"""Pages of news: what waits, how one is told, and addresses for those who cannot log in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_GET, require_http_methods, require_POST

from marchland.web.accounts.people import PersonRequest
from marchland.web.accounts.sessions import device_name
from marchland.web.config import throttle
from marchland.web.tables.forms import whole_number
from marchland.web.words import say

from . import feeds, mailing, pushing, selectors, services
from .forms import DeviceForm, HookForm, PreferencesForm
from .models import NoticeKind
from .telling import preferences_of


@require_GET
@login_required
def page(request: PersonRequest) -> HttpResponse:
    """What waits for me, what I am invited to, and what else happened."""
    return _news(request, "notices/news.html")


@require_GET
@login_required
def lists(request: PersonRequest) -> HttpResponse:
    """The same without what stands around it, for a page that stays open."""
    response = _news(request, "notices/lists.html")
    response.headers["X-News"] = str(selectors.count_for(request.user))
    return response


def _news(request: PersonRequest, template: str) -> HttpResponse:
    chosen = preferences_of(request.user)
    with timezone.override(ZoneInfo(chosen.zone)):
        facts = {
            "waiting": selectors.waiting_for(request.user),
            "invitations": selectors.invitations_for(request.user),
            "replaced": selectors.replaced(request.user),
            "news": selectors.news_for(request.user, chosen),
            "zone": chosen.zone,
        }
        return render(request, template, facts)


@require_POST
@login_required
def read(request: PersonRequest) -> HttpResponse:
    services.all_read(request.user, whole_number(request.POST.get("notice")))
    return redirect("news:page")


@login_required
def settings(request: PersonRequest) -> HttpResponse:
    chosen = preferences_of(request.user)
    form = PreferencesForm(request.POST or None, chosen)
    if request.method == "POST" and form.is_valid():
        services.preferences_keep(request.user, **form.chosen())
        messages.success(request, say("saved"))
        return redirect("news:settings")
    return _settings(request, form, HookForm(user=request.user))


def _settings(request: PersonRequest, form: PreferencesForm, hook_form: HookForm) -> HttpResponse:
    user = request.user
    chosen = form.instance
    facts = {
        "form": form,
        "hook_form": hook_form,
        "hooks": user.hooks.all(),
        "devices": user.devices.all(),
        "this_device": request.session.get("device"),
        "push_key": pushing.public_key(),
        "addresses": _addresses(request, chosen.secret) if chosen.pk else None,
    }
    return render(request, "notices/settings.html", facts)


def _addresses(request: HttpRequest, secret: str) -> dict[str, str]:
    return {name: request.build_absolute_uri(reverse(f"news:{name}", args=[secret])) for name in ("feed", "calendar")}


@require_POST
@login_required
def secret(request: PersonRequest) -> HttpResponse:
    services.secret_renew(request.user)
    return redirect(reverse("news:settings") + "#addresses")


# -- devices and hooks -------------------------------------------------------------------------------------------------------


@require_POST
@login_required
def device_new(request: PersonRequest) -> HttpResponse:
    throttle.count("device", request.user.pk)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": say("push_refused"), "code": "malformed", "reasons": []}, status=400)
    name = device_name(request.headers.get("User-Agent", ""))
    request.session["device"] = services.device_keep(request.user, **form.cleaned_data, name=name).pk
    return JsonResponse({"device": request.session["device"]})


@require_POST
@login_required
def device_remove(request: PersonRequest, pk: int) -> HttpResponse:
    services.device_forget(request.user, pk)
    return redirect(reverse("news:settings") + "#devices")


@require_POST
@login_required
def hook_new(request: PersonRequest) -> HttpResponse:
    throttle.count("hook", request.user.pk)
    form = HookForm(request.POST, user=request.user)
    if form.is_valid():
        services.hook_add(request.user, form.cleaned_data["url"])
        return redirect(reverse("news:settings") + "#hooks")
    return _settings(request, PreferencesForm(None, preferences_of(request.user)), form)


@require_POST
@login_required
def hook_remove(request: PersonRequest, pk: int) -> HttpResponse:
    services.hook_remove(request.user, pk)
    return redirect(reverse("news:settings") + "#hooks")


@require_POST
@login_required
def hook_on(request: PersonRequest, pk: int) -> HttpResponse:
    throttle.count("hook", request.user.pk)
    services.hook_switch_on(request.user, pk)
    return redirect(reverse("news:settings") + "#hooks")


# -- without a login ---------------------------------------------------------------------------------------------------------


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the signature in the address is what is checked
@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """The end of mails of one kind, or of all. Opening the link asks, for links are opened by programs too; posting does it."""
    found = mailing.read_off(token)
    if found is None:
        raise Http404
    user_id, kind = found
    if request.method == "POST":
        services.mails_stop(user_id, mailing.ALL if "all" in request.POST else kind)
    label = NoticeKind(kind).label if kind in NoticeKind.values else ""
    return render(request, "notices/off.html", {"label": label, "is_done": request.method == "POST"})


def _for_readers(make: Callable[..., Any], content_type: str) -> Callable[..., HttpResponse]:
    """A page that whoever knows its address may read; nobody else learns that there is one."""

    @require_GET
    @conditional_page
    def readable(request: HttpRequest, secret: str) -> HttpResponse:
        throttle.count_address("feed", request)
        found = selectors.whose_secret(secret)
        if found is None:
            raise Http404
        response = HttpResponse(make(*found), content_type=content_type)
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return readable


feed = _for_readers(feeds.atom, "application/atom+xml; charset=utf-8")
calendar = _for_readers(feeds.calendar, "text/calendar; charset=utf-8")
