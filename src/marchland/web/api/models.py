"""Keys with which programs play for their owner."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class ApiToken(models.Model):
    """Only the hash of a token is kept; the token itself is shown once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created"]
