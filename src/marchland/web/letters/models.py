"""What seats write to each other and announce to everybody. Only `services` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.tables.models import Table

LONGEST_SUBJECT, LONGEST_LETTER, LONGEST_ANNOUNCEMENT = 80, 4000, 600


class Thread(models.Model):
    """A letter and the answers to it, among the same seats from the first to the last."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="threads")
    subject = models.CharField(max_length=LONGEST_SUBJECT, blank=True)
    touched = models.DateTimeField(default=timezone.now, help_text="Time of the last letter")

    class Meta:
        ordering = ["-touched", "-id"]


class Party(models.Model):
    """A seat that a thread belongs to, and how far it has read: its next owner reads on where the last one stopped."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="parties")
    seat = models.PositiveSmallIntegerField()
    read = models.PositiveBigIntegerField(default=0, help_text="Number of the last letter that was read")

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["thread", "seat"], name="one_party_per_seat")]


class Missive(models.Model):
    """One letter. It is signed by its seat; who wrote it is kept so that it goes with them. Without text it has gone."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="missives")
    seat = models.PositiveSmallIntegerField(help_text="Who signs it")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="missives")
    text = models.TextField(max_length=LONGEST_LETTER, blank=True)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]


class Announcement(models.Model):
    """What a seat wants everybody to read in the gazette of the turn in which it was written."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="announcements")
    opened = models.PositiveIntegerField(help_text="Number of the entry that opened the turn")
    seat = models.PositiveSmallIntegerField(help_text="Who signs it")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="announcements")
    text = models.TextField(max_length=LONGEST_ANNOUNCEMENT)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["table", "opened"], name="announcements_of_a_turn")]
