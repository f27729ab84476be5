"""People. A guest is a user without a password who may become an account later and keeps every game."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.dispatch import Signal
from django.utils import timezone

from marchland.web.words import to_say


class Palette(models.TextChoices):
    STANDARD = "standard", to_say("palette_standard")
    DEUTAN = "deutan", to_say("palette_deutan")
    PROTAN = "protan", to_say("palette_protan")
    TRITAN = "tritan", to_say("palette_tritan")
    CONTRAST = "contrast", to_say("palette_contrast")


class Theme(models.TextChoices):
    SYSTEM = "system", to_say("theme_system")
    LIGHT = "light", to_say("theme_light")
    DARK = "dark", to_say("theme_dark")


class Language(models.TextChoices):
    EN = "en", "English"
    FR = "fr", "Français"
    IT = "it", "Italiano"


password_changed = Signal()
"""A person has a new password, however it was set: by themselves, by mail, by an operator's command."""


class User(AbstractUser):
    """A person (or a guest) who sits at tables; the user name is what others see."""

    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, choices=Language, blank=True)
    palette = models.CharField(max_length=12, choices=Palette, default=Palette.STANDARD)
    theme = models.CharField(max_length=8, choices=Theme, default=Theme.SYSTEM)
    last_here = models.DateTimeField(null=True, blank=True)

    first_name = None  # type: ignore[assignment]  # Django's own way to say: our people have no such field
    last_name = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        # Django forgets the word itself once it is saved; a hash that is only brought up to date has none.
        is_new_password = getattr(self, "_password", None) is not None and not self._state.adding
        super().save(*args, **kwargs)
        if is_new_password:
            password_changed.send(User, user=self)


class Session(AbstractBaseSession):
    """A browser that is logged in: Django's session, and what its owner knows it by. It goes with its owner."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    device = models.CharField(max_length=60, blank=True, help_text="Browser and system")
    place = models.CharField(max_length=43, blank=True, help_text="The first part of the address from which somebody logged in")
    since = models.DateTimeField(null=True, help_text="When somebody logged in")
    seen = models.DateTimeField(default=timezone.now, help_text="The last request, to a few minutes")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from .sessions import SessionStore

        return SessionStore


class SecondFactor(models.Model):
    """What a person's phone counts with, and how far it has counted: nothing below is taken again."""

    user = models.OneToOneField(User, models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=255, help_text="Sealed by the site's secret: see sealing.py")
    since = models.DateTimeField(null=True, help_text="When the first code was right; before that it asks nobody for anything")
    step = models.PositiveBigIntegerField(default=0, help_text="Half-minutes since 1970 of the last code that was taken")


class RecoveryCode(models.Model):
    """A code for those who have lost the phone, as a hash; it goes when it is used."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_recovery_code")]
