"""Keys with which programs act for their owner."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.words import to_say


class Scope(models.TextChoices):
    """What a key is good for, beside reading what its owner may see."""

    PLAY = "play", to_say("scope_play")
    HOST = "host", to_say("scope_host")


def every_scope() -> list[str]:
    """What keys could do before they had scopes."""
    return [*Scope.values]


class ApiToken(models.Model):
    """Only the hash of a token is kept; the token itself is shown once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)
    scopes = models.JSONField(default=every_scope)
    expires = models.DateTimeField(null=True, help_text="Empty: never")

    class Meta:
        ordering = ["-created"]

    def scope_names(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]
