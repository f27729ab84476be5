"""The book of what operators did: lines are added, and never changed or taken out."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from marchland.web.words import to_say


class What(models.TextChoices):
    OFFICE = "office", to_say("deed_office")
    OFFICE_END = "office_end", to_say("deed_office_end")
    SUSPEND = "suspend", to_say("deed_suspend")
    RESTORE = "restore", to_say("deed_restore")
    SESSIONS = "sessions", to_say("deed_sessions")
    RESET = "reset", to_say("deed_reset")
    PAUSE = "pause", to_say("deed_pause")
    GO_ON = "go_on", to_say("deed_go_on")
    CLOSE = "close", to_say("deed_close")
    RETRY_JOB = "retry_job", to_say("deed_retry_job")
    RETRY_NEWS = "retry_news", to_say("deed_retry_mail")
    RETRY_LETTER = "retry_letter", to_say("deed_retry_mail")


class Indelible(Exception):
    """Somebody tried to change what stands in the book."""


class DeedQuerySet(models.QuerySet["Deed"]):
    def update(self, **_: Any) -> NoReturn:
        raise Indelible

    def delete(self) -> NoReturn:
        raise Indelible

    def bulk_update(self, *_: Any, **__: Any) -> NoReturn:
        raise Indelible


class Deed(models.Model):
    """Who did what, when, to whom, and why. Names stand as they were: it refers to nobody who could be deleted with it."""

    made = models.DateTimeField(default=timezone.now, editable=False)
    by = models.CharField(max_length=150, help_text="The operator's name; empty: whoever has the machine")
    by_number = models.PositiveBigIntegerField(null=True)
    what = models.CharField(max_length=12, choices=What)
    about = models.CharField(max_length=150, help_text="A person's name, a table's slug, the name of a job, whom a mail was for")
    about_number = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=300, blank=True)
    request = models.CharField(max_length=64, blank=True, help_text="By which it is found in the logs")

    objects = DeedQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["about_number"])]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise Indelible
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        raise Indelible
