"""What is kept of letters: who wants them, which came and what became of them, which are to go out. Only `services` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.tables.models import Seat, Table

LONGEST_ADDRESS = 254


class ByMail(models.Model):
    """Somebody gets the reports of a seat by mail, and may answer them with a sheet."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="by_mail")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seats_by_mail")
    told = models.PositiveIntegerField(null=True, help_text="Number of the entry that opened the last turn reported")
    letter = models.PositiveBigIntegerField(default=0, help_text="Number of the last letter from another seat that was sent on")
    since = models.DateTimeField(default=timezone.now)


class Outcome(models.TextChoices):
    """Labels are for whoever looks into the database."""

    TAKEN = "taken", "A sheet that was handed in"
    PASSED_ON = "letter", "A letter to other seats"
    VOID = "void", "No sheet that counts"
    LATE = "late", "A sheet for a turn that is over"
    REFUSED = "refused", "Refused by the table"
    TWICE = "twice", "Delivered a second time"
    UNPROVEN = "unproven", "Nobody knows who wrote it"
    OVERSIZED = "oversized", "Too large to be read"
    BOUNCED = "bounced", "A mail of ours that came back"
    AUTOMATIC = "automatic", "An answering machine"


class Letter(models.Model):
    """A mail that came, once for each delivery, and what became of it. What it said is not kept: sheets are, at their table."""

    digest = models.CharField(max_length=64, unique=True, help_text="Hash of its bytes: the same again is no other letter")
    message_id = models.CharField(max_length=255, blank=True, db_index=True)
    content = models.CharField(max_length=64, help_text="Hash of what it says")
    sender = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="letters")
    seat = models.PositiveSmallIntegerField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    receipt = models.PositiveIntegerField(null=True, help_text="Number of the receipt it got")
    arrived = models.DateTimeField()

    class Meta:
        ordering = ["id"]


class Progress(models.TextChoices):
    WAITING = "waiting", "To be sent"
    TAKEN = "taken", "Being handed to the mail server"
    SENT = "sent", "Sent"
    FAILED = "failed", "Refused by the mail server"
    BOUNCED = "bounced", "Came back"


class Outgoing(models.Model):
    """A letter to a player, as bytes: if it must be sent again it is the same mail, with the same id."""

    name = models.CharField(max_length=120, unique=True, help_text="What it is about: there is one of each")
    table = models.ForeignKey(Table, models.CASCADE, related_name="letters_out")
    seat = models.PositiveSmallIntegerField()
    recipient = models.CharField(max_length=LONGEST_ADDRESS)
    message_id = models.CharField(max_length=255, unique=True)
    data = models.BinaryField()
    progress = models.CharField(max_length=8, choices=Progress, default=Progress.WAITING)
    due = models.DateTimeField(default=timezone.now, db_index=True, help_text="Not to be tried before")
    tries = models.PositiveSmallIntegerField(default=0)
    said = models.CharField(max_length=500, blank=True, help_text="By the mail server that did not want it")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
