"""Pages of what lets somebody in: log-in and log-out, the second factor, sessions, keys for programs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, LoginView, LogoutView, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from marchland.web.api.services import has_ended, token_create, token_delete
from marchland.web.config import throttle
from marchland.web.words import say

from . import coming_in, second, selectors, services
from .forms import AddressForm, CodeForm, KeyForm, LogInForm, PasswordForm
from .models import User
from .people import PersonRequest

# -- in and out ------------------------------------------------------------------------------------------


class LogIn(LoginView):
    """Whoever played as a guest before logging in keeps those games."""

    template_name = "accounts/login.html"
    authentication_form = LogInForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return coming_in.let_in(self.request, form.get_user(), self.get_success_url())


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_question(request: HttpRequest) -> HttpResponse:
    """The password was right: now the code."""
    waiting = coming_in.who_waits(request)
    if waiting is None:
        return redirect("accounts:login")
    user, to = waiting
    form = CodeForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        return coming_in.come_in(request, user, to)
    return render(request, "accounts/second.html", {"form": form})


class LogOut(LogoutView):
    """Sockets of the session close with it."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        response = super().post(request, *args, **kwargs)
        if isinstance(user, User):
            services.access_changed(user)
        return response


class ResetConfirm(PasswordResetConfirmView):
    """A mailbox is one proof: where a second factor is asked for, it is asked for here too."""

    template_name = "accounts/reset_confirm.html"

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        user = form.save()
        del self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        return coming_in.let_in(self.request, user, reverse("lobby:home"))


# -- sessions --------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@login_required
def sessions(request: PersonRequest) -> HttpResponse:
    """Where one is logged in; log out there, or everywhere else."""
    here = request.session.session_key
    if request.method == "GET":
        return render(request, "accounts/sessions.html", {"sessions": selectors.sessions_of(request.user, here)})
    if request.POST.get("do") == "others":
        services.access_end(request.user, keep=here)
        messages.success(request, say("sessions_ended"))
    elif services.session_end(request.user, request.POST.get("session", "")):
        messages.success(request, say("session_ended"))
    return redirect("accounts:sessions")


# -- keys for programs -----------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def keys(request: PersonRequest) -> HttpResponse:
    """The keys there are, and a form for a new one, which is shown once."""
    if request.method == "POST":
        throttle.count("token", request.user.pk)
    form = KeyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        request.session["new_token"] = token_create(request.user, *form.wanted())
        return redirect("accounts:keys")
    found = [{"key": one, "scopes": one.scope_names(), "has_ended": has_ended(one)} for one in request.user.api_tokens.all()]
    return render(request, "accounts/keys.html", {"form": form, "keys": found, "new_token": request.session.pop("new_token", "")})


@require_POST
@login_required
def key_withdraw(request: PersonRequest, pk: int) -> HttpResponse:
    token_delete(request.user, pk)
    return redirect("accounts:keys")


# -- the mail address ------------------------------------------------------------------------------------


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@login_required
def address(request: PersonRequest) -> HttpResponse:
    """Another address for mails, or none; it asks for what a log-in asks for."""
    form = AddressForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_valid():
        services.address_change(request.user, form.cleaned_data["email"])
        messages.success(request, say("saved"))
        return redirect("accounts:profile")
    return render(request, "accounts/address.html", {"form": form})


# -- the second factor -----------------------------------------------------------------------------------


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@login_required
def second_factor(request: PersonRequest) -> HttpResponse:
    """On or off: beginning asks for the password, everything else for a code."""
    if request.user.is_guest:
        return redirect("accounts:register")
    steps = {"begin": _begin, "confirm": _confirm, "give_up": _give_up, "codes": _codes, "off": _off}
    step = steps.get(request.POST.get("do", ""))
    return step(request) if request.method == "POST" and step is not None else _factor_page(request)


def _factor_page(request: PersonRequest, **facts: Any) -> HttpResponse:
    factor = second.factor_of(request.user)
    page: dict[str, Any] = {"factor": factor, "codes_left": request.user.recovery_codes.count()}
    if factor is None:
        page["form"] = PasswordForm(user=request.user)
    elif factor.since is None:
        picture = mark_safe(second.picture_of(factor))  # drawn by segno of our own address
        page |= {"form": CodeForm(user=request.user, is_first=True), "picture": picture, "secret": second.key_to_type(factor)}
    else:
        page["form"] = CodeForm(user=request.user)
    return render(request, "accounts/second_factor.html", {**page, **facts})


def _begin(request: PersonRequest) -> HttpResponse:
    form = PasswordForm(request.POST, user=request.user)
    if not form.is_valid():
        return _factor_page(request, form=form)
    second.begin(request.user)
    return redirect("accounts:second-factor")


def _confirm(request: PersonRequest) -> HttpResponse:
    form = CodeForm(request.POST, user=request.user, is_first=True)
    if form.is_valid():
        return _factor_page(request, codes=form.codes)
    return _factor_page(request, form=form)


def _give_up(request: PersonRequest) -> HttpResponse:
    second.give_up(request.user)
    return redirect("accounts:second-factor")


def _codes(request: PersonRequest) -> HttpResponse:
    form = CodeForm(request.POST, user=request.user)
    if not form.is_valid():
        return _factor_page(request, form=form)
    return _factor_page(request, codes=second.codes_renew(request.user))


def _off(request: PersonRequest) -> HttpResponse:
    form = CodeForm(request.POST, user=request.user)
    if not form.is_valid():
        return _factor_page(request, form=form)
    second.turn_off(request.user)
    messages.success(request, say("second_is_off"))
    return redirect("accounts:second-factor")
