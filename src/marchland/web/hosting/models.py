"""What is voted on at a table without a host."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Standing(models.TextChoices):
    """What became of a motion; labels are for whoever looks into the database."""

    OPEN = "open", "Being voted on"
    PASSED = "passed", "Carried out"
    FAILED = "failed", "Not enough in favour"
    VOID = "void", "Passed, but no longer possible"


class Motion(models.Model):
    """An act that somebody proposes, as `acts.act_from` reads it."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="motions")
    act = models.JSONField()
    seat = models.PositiveSmallIntegerField(help_text="Whose proposal it is")
    made = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(db_index=True, help_text="When the votes that were given by then decide")
    standing = models.CharField(max_length=8, choices=Standing, default=Standing.OPEN)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=models.Q(standing="open"), name="one_open_motion_per_table")
        ]


class Ballot(models.Model):
    """One person's vote; until it is decided, the last one counts."""

    motion = models.ForeignKey(Motion, models.CASCADE, related_name="ballots")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ballots")
    in_favour = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["motion", "user"], name="one_ballot_per_person")]
