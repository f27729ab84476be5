"""Forms of accounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from marchland.web.api.models import Scope
from marchland.web.config import throttle
from marchland.web.notices.tasks import later
from marchland.web.words import say, to_say

from . import second
from .coming_in import count_guess, forget_guesses
from .models import User
from .tasks import NOBODY, mail_reset


class LogInForm(AuthenticationForm):
    """Whoever guesses at a password is made to wait after a few wrong ones."""

    request: HttpRequest

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", ""))
        try:
            count_guess(self.request, name)
        except throttle.TooOften:
            raise ValidationError(say("password_too_often")) from None
        cleaned = super().clean()
        forget_guesses(self.request, name)
        return cleaned


class CodeForm(forms.Form):
    """Six digits of a phone, or a recovery code; the first one turns the second factor on."""

    code = forms.CharField(label=to_say("second_code"), max_length=40, help_text=to_say("second_code_help"))

    def __init__(self, *args: Any, user: User, is_first: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.is_first = user, is_first
        self.codes: list[str] = []
        if is_first:
            self.fields["code"].help_text = ""
        self.fields["code"].widget.attrs |= {"autocomplete": "one-time-code", "inputmode": "text", "spellcheck": "false"}

    def clean_code(self) -> str:
        return must_be_right(self.cleaned_data["code"], self._is_right)

    def _is_right(self, said: str) -> bool:
        if not self.is_first:
            return second.is_proven(self.user, said)
        throttle.count("code", self.user.pk)
        self.codes = second.confirm(self.user, said)
        return bool(self.codes)


def must_be_right(said: str, is_right: Callable[[str], bool]) -> str:
    """The code, if it is taken; else the reason why not."""
    try:
        is_taken = is_right(said)
    except throttle.TooOften as error:
        raise ValidationError(say("second_too_often", minutes=error.minutes)) from None
    if not is_taken:
        raise ValidationError(say("second_wrong"))
    return said


class PasswordForm(forms.Form):
    """Whoever changes how one gets in shows that they are not somebody who found the browser open."""

    password = forms.CharField(
        label=to_say("password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        throttle.count("password-here", self.user.pk)
        if not self.user.check_password(password):
            raise ValidationError(say("password_wrong"))
        return password


class AddressForm(PasswordForm):
    """Links for a new password go to this address: whoever changes it could get in by it, and proves who they are as at a log-in.

    A guest has nothing to prove it with; nothing gets in by a guest's address.
    """

    email = forms.EmailField(label=to_say("email"), required=False, help_text=to_say("email_help"))
    code = forms.CharField(label=to_say("second_code"), max_length=40, help_text=to_say("second_code_help"))
    field_order = ("email", "password", "code")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, initial={"email": user.email}, **kwargs)
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["code"].widget.attrs |= {"autocomplete": "one-time-code", "inputmode": "text", "spellcheck": "false"}
        if not user.has_usable_password():
            del self.fields["password"]
        if not second.is_asked(user):
            del self.fields["code"]

    def clean_code(self) -> str:
        """A code is taken once, so none is spent on a form that is wrong already."""
        said: str = self.cleaned_data["code"]
        return said if self.errors else must_be_right(said, lambda one: second.is_proven(self.user, one))


class KeyForm(forms.Form):
    """A key for a program: what it is called, what it is good for, how long."""

    label = forms.CharField(label=to_say("key_name"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=to_say("key_may"), choices=Scope.choices, required=False, initial=[Scope.PLAY], widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=to_say("key_until"), coerce=int, empty_value=None, required=False, initial=365,
        choices=[(days, to_say("key_days", count=days)) for days in (30, 90, 365)] + [("", to_say("key_never"))],
    )  # fmt: skip

    def wanted(self) -> tuple[str, list[str], int | None]:
        """As `token_create` takes it."""
        return self.cleaned_data["label"], self.cleaned_data["scopes"], self.cleaned_data["days"]


class RegisterForm(forms.Form):
    """A name, a password, and a mail address for those who want to be able to reset it."""

    username = forms.CharField(
        label=to_say("user_name"),
        min_length=3,
        max_length=30,
        validators=[UnicodeUsernameValidator()],
        help_text=to_say("user_name_help"),
    )
    email = forms.EmailField(
        label=to_say("email"),
        required=False,
        help_text=to_say("email_help"),
    )
    password = forms.CharField(
        label=to_say("password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        others = User.objects.filter(username__iexact=name)
        if self.user is not None and self.user.pk:
            others = others.exclude(pk=self.user.pk)
        if others.exists():
            raise ValidationError(say("user_name_taken"))
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.data.get("username", ""), email=self.data.get("email", "")))
        return password


class ResetForm(PasswordResetForm):
    """The mail is sent in the background: no page waits for a mail server, and its speed does not tell who has an account."""

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        throttle.count("reset-mail", address.lower())
        return address

    def save(self, *_args: Any, **_options: Any) -> None:
        """What is to be done is written down either way, so that it takes as long. Nothing of the request goes into the mail."""
        found = [user.pk for user in self.get_users(self.cleaned_data["email"])]
        for number in found or [NOBODY]:
            later(mail_reset, number)


class ProfileForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = ("language", "theme", "palette")
        labels = {
            "language": to_say("language"),
            "theme": to_say("appearance"),
            "palette": to_say("colours"),
        }


class DeleteForm(forms.Form):
    """Whoever deletes an account types its name, so that it does not happen by a slip."""

    username = forms.CharField(label=to_say("type_name"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        if self.cleaned_data["username"] != self.user.username:
            raise ValidationError(say("type_name_wrong"))
        return self.user.username
