"""What somebody should be told, how they want to be told, and what has been told already."""

from __future__ import annotations

import secrets
from base64 import b64encode

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.words import to_say


def new_secret() -> str:
    return secrets.token_urlsafe(32)


HOOK_SECRET = "whsec_"


def new_hook_secret() -> str:
    """As Standard Webhooks write it."""
    return HOOK_SECRET + b64encode(secrets.token_bytes(24)).decode()


class NoticeKind(models.TextChoices):
    YOUR_TURN = "turn", to_say("notice_turn")
    REMINDER = "reminder", to_say("notice_reminder")
    LATE = "late", to_say("notice_late")
    STARTED = "started", to_say("notice_started")
    OVER = "over", to_say("game_over")
    INVITED = "invited", to_say("notice_invited")
    REMATCH = "rematch", to_say("notice_rematch")
    REMOVED = "removed", to_say("notice_removed")
    OFFERED = "offered", to_say("notice_offered")
    AWAY = "away", to_say("notice_away")
    SOUGHT = "sought", to_say("notice_sought")
    LOST = "lost", to_say("notice_lost")
    LETTER = "letter", to_say("notice_letter")
    HOUSE = "house", to_say("notice_house")
    HOOK_OFF = "hook_off", to_say("notice_hook_off")


class Notice(models.Model):
    """One thing to tell one person. Whose turn it is has one row per person and table, which every turn writes anew."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    occasion = models.CharField(max_length=60, blank=True, help_text="Which turn, which deadline: what makes it another thing")
    detail = models.JSONField(default=dict, help_text="Facts of its sentence")
    made = models.DateTimeField(default=timezone.now)
    read = models.BooleanField(default=False)
    standing = models.BooleanField(default=False, help_text="It is still this person's turn")
    spread = models.BooleanField(default=True, help_text="Nothing is left to hand to mail, devices and hooks")

    class Meta:
        ordering = ["-made", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "table", "kind", "occasion"], name="one_notice_of_an_occasion")]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(spread=False), name="notices_to_spread"),
            models.Index(fields=["user", "-made"], name="notices_of_a_person"),
        ]


class Mail(models.TextChoices):
    """When somebody wants mail."""

    NOW = "now", to_say("mail_now")
    DAILY = "daily", to_say("mail_daily")
    NEVER = "never", to_say("mail_never")


REMINDERS = (72, 48, 24, 12, 6, 3, 1)
"""Hours before a deadline at which somebody can be reminded."""


def usual_reminders() -> list[int]:
    return [24, 3]


class Preferences(models.Model):
    """How a person wants to be told; whoever never chose has none, and the defaults hold."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="news_preferences")
    mail = models.CharField(max_length=8, choices=Mail, default=Mail.NOW)
    hour = models.PositiveSmallIntegerField(default=8, help_text="Of the daily mail, in the person's own zone")
    zone = models.CharField(max_length=60, default="UTC")
    reminders = models.JSONField(default=usual_reminders, help_text="Hours before a deadline")
    unmailed = models.JSONField(default=list, help_text="Kinds of notices of which no mail is wanted")
    unpushed = models.JSONField(default=list, help_text="Kinds of notices which no device should show")
    secret = models.CharField(max_length=60, unique=True, default=new_secret, help_text="Of the feed and the calendar")


class Device(models.Model):
    """A browser that shows messages: where they are sent and for which keys they are encrypted (RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=1000, unique=True)
    key = models.CharField(max_length=100, help_text="The browser's public key")
    auth = models.CharField(max_length=40, help_text="A secret that the browser and we share")
    name = models.CharField(max_length=60)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]


class Hook(models.Model):
    """A program of somebody's own that is told by a POST."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=60, default=new_hook_secret)
    made = models.DateTimeField(default=timezone.now)
    off = models.DateTimeField(null=True, help_text="Since when it is not tried any more")

    class Meta:
        ordering = ["id"]


class Channel(models.TextChoices):
    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"


class Progress(models.TextChoices):
    WAITING = "waiting"
    TAKEN = "taken"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"


class Delivery(models.Model):
    """One thing told to one person by one way, once: the row is the right to send it, and whoever takes it is the only one to."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries")
    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    occasion = models.CharField(max_length=60, blank=True)
    detail = models.JSONField(default=dict)
    made = models.DateTimeField(default=timezone.now, help_text="When it happened")
    channel = models.CharField(max_length=4, choices=Channel)
    target = models.BigIntegerField(default=0, help_text="Number of the device or the hook")
    daily = models.BooleanField(default=False, help_text="In one mail with the others of the day")
    progress = models.CharField(max_length=8, choices=Progress, default=Progress.WAITING)
    due = models.DateTimeField()
    taken = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table", "kind", "occasion", "channel", "target"], name="told_once_by_each_way")
        ]
        indexes = [models.Index(fields=["progress", "due"], name="deliveries_due")]
