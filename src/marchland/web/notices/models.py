"""What somebody should be told: it is your turn, you were invited, the game is over."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.words import to_say


class NoticeKind(models.TextChoices):
    YOUR_TURN = "turn", to_say("notice_turn")
    STARTED = "started", to_say("notice_started")
    OVER = "over", to_say("game_over")
    REMATCH = "rematch", to_say("notice_rematch")
    REMOVED = "removed", to_say("notice_removed")


class Notice(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    made = models.DateTimeField(default=timezone.now)
    read = models.BooleanField(default=False)
    mailed = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "table", "kind"], name="one_notice_of_a_kind")]
