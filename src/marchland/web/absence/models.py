"""What people leave behind for the time when they are not there, and what became of their deadlines."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from marchland.web.accounts.models import User


class Draft(models.Model):
    """A sheet that is being written: the last state of it that reached the server, by turn. Only its own seat ever reads it."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="drafts")
    seat = models.PositiveSmallIntegerField()
    turn = models.CharField(max_length=60)
    text = models.TextField()
    saved = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_draft_per_seat")]


class Instructions(models.Model):
    """What a seat's owner wants to be done for it; a seat without any follows the table."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="instructions")
    seat = models.PositiveSmallIntegerField()
    orders = models.TextField(blank=True, help_text="A sheet for every turn that has none of its own")
    moments = models.JSONField(default=dict, blank=True, help_text="What answers at certain of the title's moments, by moment")
    saved = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_instruction_per_seat")]


Papers = TypeVar("Papers", Draft, Instructions)


def own_papers(kind: type[Papers], user: User) -> models.QuerySet[Papers]:
    """What somebody has written for seats of their own."""
    same = models.Q(table__seats__number=models.F("seat"), table__seats__user=user)
    return kind._default_manager.filter(same)


class Vacation(models.Model):
    """A time announced ahead in which somebody does not play. Those of one person never overlap."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    start = models.DateTimeField()
    end = models.DateTimeField(help_text="The first moment at which they are back")
    zone = models.CharField(max_length=60, default="UTC", help_text="By whose midnights its days are counted")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["start"]
        indexes = [models.Index(fields=["user", "end"], name="vacations_of_a_person")]


class Deadline(models.Model):
    """What became of one deadline: kept by an answer of one's own, or missed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deadlines")
    table = models.ForeignKey("tables.Table", models.SET_NULL, null=True, related_name="deadlines")
    kept = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["user", "-at", "-id"], name="deadlines_of_a_person")]
