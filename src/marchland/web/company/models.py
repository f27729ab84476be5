"""What is kept of people and their company: how well they play, whom they know, what they wait for, what they compete in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.tables.models import Pace, Table
from marchland.web.words import to_say


class Rating(models.Model):
    """How well somebody plays a title, as far as rated games tell: openskill's estimate and its doubt."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    title = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "title"], name="one_rating_per_title")]
        indexes = [models.Index(fields=["title", "games"], name="ratings_of_a_title")]


class Result(models.Model):
    """A seat of a rated game: who sat there when it began, and, once it is over, what came of it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="results")
    bot = models.CharField(max_length=40, blank=True, default="", help_text="The bot that began there; empty for a person")
    rank = models.PositiveSmallIntegerField(null=True)
    before = models.FloatField(null=True, help_text="The estimate before the game")
    after = models.FloatField(null=True)
    settled = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_result_per_seat")]


class BotRating(models.Model):
    """How well a bot plays a title, on the scale of people: measured by the people it met in rated games."""

    title = models.CharField(max_length=40)
    bot = models.CharField(max_length=40, help_text="Its level, perhaps with a style, or its name")
    make = models.CharField(max_length=16, help_text="What it thinks with: a bot of another make is measured anew")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["title", "bot"], name="one_rating_per_bot")]


class Friendship(models.Model):
    """Somebody asked somebody; once it is answered it holds both ways."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends_offered")
    accepted = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["asker", "asked"], name="one_friendship"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="nobody_is_their_own_friend"),
        ]


class Tempo(models.TextChoices):
    """The paces at which strangers meet: both sit down at once, or a day for every answer."""

    LIVE = Pace.LIVE.value, to_say("pace_live")
    DAYS = Pace.DEADLINE.value, to_say("company_days")


class Seek(models.Model):
    """Somebody waits for others who want the same game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    title = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=8, choices=Tempo, default=Tempo.LIVE)
    rated = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["user", "title"], name="one_seek_per_title")]


class Kind(models.TextChoices):
    ROUND_ROBIN = "robin", to_say("tournament_robin")
    KNOCK_OUT = "knockout", to_say("tournament_knockout")


class Stage(models.TextChoices):
    """Labels are for whoever looks into the database."""

    GATHERING = "gathering", "People enter"
    PLAYING = "playing", "Under way"
    OVER = "over", "Over"


class Tournament(models.Model):
    """Several games of a title, one round after the other, until somebody has won them all or most."""

    name = models.CharField(max_length=80)
    title = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=Kind)
    seats = models.PositiveSmallIntegerField(help_text="At most, at one table")
    pace = models.CharField(max_length=8, choices=Tempo, default=Tempo.DAYS)
    rated = models.BooleanField(default=False)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tournaments")
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.GATHERING)
    round = models.PositiveSmallIntegerField(default=0, help_text="The one that is played; 0: none yet")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "-id"]


class Entrant(models.Model):
    """Somebody who plays in a tournament, in the order in which they entered."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries_made")
    name = models.CharField(max_length=150, help_text="Who it was, if the account is gone")
    is_out = models.BooleanField(default=False, help_text="Has withdrawn, or was beaten in a knock-out")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="once_in_a_tournament")]


class Game(models.Model):
    """A table of a tournament; `places` says for each entrant which place they took, once it is over."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    round = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="tournament_game")
    entrants = models.JSONField(help_text="Numbers of entrants, by seat")
    places = models.JSONField(null=True, help_text="By seat, 1 is the best; empty while it is played; [] if it was called off")

    class Meta:
        ordering = ["round", "id"]
