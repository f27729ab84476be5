"""Who is alive: each process that works beside requests says so once a round."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """A process and when it last came round; rows of those that ended are swept away."""

    process = models.CharField(max_length=120, unique=True, help_text="Machine and number of the process")
    version = models.CharField(max_length=40)
    begun = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["process"]
