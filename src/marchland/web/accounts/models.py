"""People. A guest is a user without a password who may become an account later and keeps every game."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models

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
