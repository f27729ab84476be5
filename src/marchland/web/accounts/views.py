"""Pages of accounts."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from marchland.web.absence.people import person
from marchland.web.config import throttle
from marchland.web.words import say

from . import second, selectors, services
from .coming_in import BACKEND
from .forms import DeleteForm, ProfileForm, RegisterForm
from .holdings import GOES, STAYS, said
from .models import Language, Palette, Theme, User
from .people import PersonRequest

A_YEAR = 60 * 60 * 24 * 365


def register(request: HttpRequest) -> HttpResponse:
    """A new account; a guest becomes one and keeps all games."""
    guest = request.user if request.user.is_authenticated else None
    if guest is not None and not guest.is_guest:
        return redirect("accounts:profile")
    form = RegisterForm(request.POST or None, user=guest)
    if request.method == "POST" and form.is_valid():
        throttle.count_address("register", request)
        user = _registered(request, form)
        login(request, user, BACKEND)
        messages.success(request, say("welcome", name=user.username))
        return redirect(_next(request))
    return render(request, "accounts/register.html", {"form": form, "guest": guest, "next": request.GET.get("next", "")})


def _registered(request: HttpRequest, form: RegisterForm) -> User:
    wanted = {name: form.cleaned_data[name] for name in ("username", "email", "password")}
    if request.user.is_authenticated:
        return services.guest_become_account(request.user, **wanted)
    return services.account_create(**wanted, language=request.LANGUAGE_CODE)


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Come in without an account."""
    ensure_person(request)
    return redirect(_next(request))


def ensure_person(request: HttpRequest) -> User:
    """The user of the request; whoever is nobody yet becomes a guest."""
    if request.user.is_authenticated:
        return request.user
    throttle.count_address("guest", request)
    guest = services.guest_create(request.LANGUAGE_CODE)
    login(request, guest, BACKEND)
    return guest


@login_required
def profile(request: PersonRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.preferences_change(request.user, **form.cleaned_data)
        messages.success(request, say("saved"))
        return redirect("accounts:profile")
    access = {"has_second": second.is_asked(request.user)}
    return render(request, "accounts/profile.html", {"form": form, **access, **person(request.user)})


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Language, theme and palette from anywhere on the site; kept in the profile, or in cookies for those who have none."""
    allowed = {"language": Language.values, "theme": Theme.values, "palette": Palette.values}
    changes = {name: request.POST[name] for name, values in allowed.items() if request.POST.get(name) in values}
    if request.user.is_authenticated and changes:
        services.preferences_change(request.user, **changes)
    response = redirect(_next(request))
    for name, value in changes.items():
        cookie = settings.LANGUAGE_COOKIE_NAME if name == "language" else name
        response.set_cookie(cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.BEHIND_TLS)
    return response


@login_required
def export(request: PersonRequest) -> HttpResponse:
    """Everything the site knows of you, as a file."""
    throttle.count("export", request.user.pk)
    response = JsonResponse(selectors.personal_data(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response.headers["Content-Disposition"] = 'attachment; filename="marchland-my-data.json"'
    return response


@login_required
def delete(request: PersonRequest) -> HttpResponse:
    form = DeleteForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        user = User.objects.get(pk=request.user.pk)
        logout(request)
        services.account_delete(user)
        messages.success(request, say("account_deleted"))
        return redirect("lobby:home")
    return render(request, "accounts/delete.html", {"form": form, "goes": said(GOES), "stays": said(STAYS)})


def _next(request: HttpRequest) -> str:
    """Where the reader came from, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return wanted
    return reverse("lobby:home")
