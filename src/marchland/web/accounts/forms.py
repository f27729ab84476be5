"""Forms of accounts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from marchland.web.config import throttle
from marchland.web.notices.tasks import later
from marchland.web.words import say, to_say

from .models import User
from .tasks import mail_reset


class LogInForm(AuthenticationForm):
    """Whoever guesses at a password is made to wait after a few wrong ones."""

    request: HttpRequest

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", "")).lower()
        address = throttle.address_of(self.request)
        try:
            throttle.count("password", name, address)
            throttle.count("password-anywhere", name)
        except throttle.TooOften:
            raise ValidationError(say("password_too_often")) from None
        cleaned = super().clean()
        throttle.forget("password", name, address)
        return cleaned


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

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        context: dict[str, Any] = args[2]
        later(mail_reset, context["user"].pk, f"{context['protocol']}://{context['domain']}")


class ProfileForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = ("email", "language", "theme", "palette")
        labels = {
            "email": to_say("email"),
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
