"""What is kept of a table. Only `services` writes here, only `selectors` reads for pages."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.utils import timezone

from marchland.web.words import to_say


def new_slug() -> str:
    """An address that cannot be guessed: a private table is as private as its link."""
    return secrets.token_urlsafe(9).replace("_", "x").replace("-", "y")


def new_invitation_code() -> str:
    return secrets.token_urlsafe(16)


class Status(models.TextChoices):
    GATHERING = "gathering", to_say("status_gathering")
    PLAYING = "playing", to_say("status_playing")
    OVER = "over", to_say("status_over")
    ABANDONED = "abandoned", to_say("status_abandoned")


class Pace(models.TextChoices):
    LIVE = "live", to_say("pace_live")
    CLOCK = "clock", to_say("pace_clock")
    SLOW = "slow", to_say("pace_slow")
    DEADLINE = "deadline", to_say("pace_deadline")
    SCHEDULE = "schedule", to_say("pace_schedule")


class Until(models.TextChoices):
    """How long somebody stands in for the owner of a seat."""

    ANSWERED = "answered", "Until this turn is over"
    RETURN = "return", "Until the owner returns"


class Watching(models.TextChoices):
    """Who may look on without a seat. A public table is as open as its address; a private one's address alone opens nothing."""

    EVERYBODY = "all", to_say("watching_all")
    INVITED = "invited", to_say("watching_invited")
    NOBODY = "nobody", to_say("watching_nobody")


class DelayBy(models.TextChoices):
    NOTHING = "", to_say("delay_none")
    ENTRIES = "entries", to_say("delay_entries")
    MINUTES = "minutes", to_say("delay_minutes")


class SeatKind(models.TextChoices):
    """Labels are for whoever looks into the database; pages have words of their own."""

    USER = "user", "Player"
    OPEN = "open", "Open to all"
    INVITED = "invited", "By invitation"
    BOT = "bot", "Computer"
    HOT_SEAT = "hotseat", "Another person at this screen"


class Past(NamedTuple):
    """How far somebody sees who is kept behind: the last entry, and until when what people said is told."""

    entry: int
    until: datetime


class Table(models.Model):
    """One game between people and bots: its snapshot is the truth, its entries are the evidence."""

    away: dict[int, list[Any]] | None = None
    """While a change is being made: the vacations of those who sit here, by person, once they have been read."""
    asked_afresh = False
    """While a change is being made: even those who were asked before are asked something new."""
    past: Past | None = None
    """Set on a copy for those who watch from behind (`watching.py`): a table as it stood, which is never saved."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    title = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=80, blank=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted")
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.LIVE)
    tempo = models.JSONField(default=dict, help_text="What the pace means in figures: see tempo.py")
    when_late = models.CharField(
        max_length=80, default="default", help_text="What answers for those who let their time run out: see absence/choices.py"
    )
    misses_allowed = models.PositiveSmallIntegerField(default=2, help_text="In a row, before somebody stands in for good")
    offer_after = models.PositiveSmallIntegerField(default=7, help_text="Days until a seat given up is offered to others; 0: never")
    vacation_stops = models.BooleanField(default=False, help_text="Deadlines wait for those who are on vacation")
    reliability = models.PositiveSmallIntegerField(default=0, help_text="Percent of deadlines kept that the table asks for")
    newcomers = models.BooleanField(default=True, help_text="May those sit down of whom too little is known?")
    due = models.DateTimeField(null=True, db_index=True, help_text="When the next of those who are asked will be late")
    paused = models.DateTimeField(null=True, help_text="Since when no time runs")
    rated = models.BooleanField(default=False, help_text="Counts for the ratings of those who begin it")
    with_advice = models.BooleanField(default=False, help_text="May those who play ask the coach, though not alone with bots?")
    by_vote = models.BooleanField(default=False, help_text="Nobody is host while it is played: what a host does is voted on")
    limit = models.PositiveIntegerField(null=True, help_text="Minutes for the whole game, where its title can end by the clock")
    ends = models.DateTimeField(null=True, help_text="When they are over")
    public = models.BooleanField(default=True)
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.EVERYBODY)
    delay_by = models.CharField(max_length=8, choices=DelayBy, blank=True, default=DelayBy.NOTHING)
    delay = models.PositiveSmallIntegerField(default=0, help_text="How far those who watch are behind, in what `delay_by` says")
    join_code = models.CharField(max_length=32, unique=True, default=new_invitation_code, help_text="Of the link to sit down by")
    watch_code = models.CharField(max_length=32, unique=True, default=new_invitation_code, help_text="Of the link to watch by")
    with_letters = models.BooleanField(
        null=True, help_text="May seats write to each other? Unsaid: where the title is played in writing"
    )
    host_starts = models.BooleanField(default=False, help_text="Full or not, the game begins when the host says so")
    status = models.CharField(max_length=12, choices=Status, default=Status.GATHERING)
    key = models.BinaryField(help_text="Secret until the end")
    commitment = models.CharField(max_length=64)
    state = models.TextField(blank=True, help_text="Canonical JSON of the state after the last entry")
    entries_made = models.PositiveIntegerField(default=0, help_text="Number of the last entry")
    question = models.PositiveIntegerField(default=0, help_text="Number of the entry that put the present question")
    turner = models.PositiveSmallIntegerField(null=True, help_text="Seat that last acted in a turn of its own")
    fresh = models.PositiveIntegerField(default=0, help_text="Entry that laid the table anew: who has not seen it answers nothing")
    drawn = models.PositiveIntegerField(default=0, help_text="Draws up to this one were spent in a past that was taken back")
    deciders = models.JSONField(default=list, help_text="Seats whose answer is awaited, for lists of tables")
    said = models.PositiveBigIntegerField(default=0, help_text="Number of the last chat message")
    outcome = models.JSONField(null=True)
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch_of")
    created = models.DateTimeField(default=timezone.now)
    touched = models.DateTimeField(default=timezone.now, help_text="Time of the last entry")

    class Meta:
        indexes = [models.Index(fields=["status", "public", "-touched"])]

    def __str__(self) -> str:
        return f"{self.title} {self.slug}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.past is not None:
            raise ValueError(f"{self} as it stood is not to be saved")
        super().save(*args, **kwargs)


NO_BOTS = ("draft", "standing", "default")
"""What may answer for a seat without thinking: see absence/choices.py."""


class Seat(models.Model):
    """A place at a table; `number` is the seat of the rules."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=SeatKind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=40, blank=True, help_text="Level of the bot")
    name = models.CharField(max_length=40, blank=True, help_text="Who sits here, as others see it")
    departed = models.BooleanField(default=False, help_text="Left a game under way; somebody may replace them")
    seen = models.PositiveIntegerField(default=0, help_text="Number of the entry at which this seat last acted")
    turned = models.PositiveIntegerField(default=0, help_text="Number of the entry at which it last acted in a turn of its own")
    since = models.PositiveIntegerField(default=0, help_text="As `turned`, of the turn before this one")
    told = models.PositiveIntegerField(default=0, help_text="Entry that opened the last turn whose story was read here")
    waived = models.JSONField(default=list, blank=True, help_text="Moments at which this seat lets things happen unasked")
    standing = models.JSONField(default=list, blank=True, help_text="Answers that stand, on conditions: see kernel/matters.py")
    plan = models.JSONField(default=dict, blank=True, help_text="Answers to come: see ahead/foresight.py")
    guide = models.JSONField(default=dict, blank=True, help_text="What its owner wants to be shown: see guidance/selectors.py")
    advice = models.JSONField(default=dict, blank=True, help_text="What the coach said last: see coaching/services.py")
    asked = models.DateTimeField(null=True, help_text="Since when this seat is asked without a break, where time is kept")
    due = models.DateTimeField(null=True, help_text="When its time runs out")
    was_due = models.DateTimeField(null=True, help_text="When the time of its last answer would have run out")
    bank = models.FloatField(default=0, help_text="Seconds left on its clock, while it does not run")
    missed = models.PositiveSmallIntegerField(default=0, help_text="Deadlines let pass in a row")
    when_late = models.CharField(
        max_length=80, blank=True, help_text="What answers for it if its time runs out; empty: as the table says"
    )
    stand_in = models.CharField(max_length=40, blank=True, help_text="Level of the bot that answers in the owner's absence")
    stand_in_until = models.CharField(max_length=8, choices=Until, blank=True)
    offer_at = models.DateTimeField(null=True, db_index=True, help_text="When the seat, given up, is offered to others")
    pick = models.CharField(max_length=40, blank=True, help_text="What it wants to play, where the title lets seats choose")
    sought = models.BooleanField(default=False, help_text="Under way and looking for somebody, though its owner never left")
    held_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats_held")
    held_until = models.DateTimeField(null=True, blank=True, help_text="How long it is held for the next in line")

    @property
    def thinker(self) -> str:
        """The level of the bot that answers for this seat; empty while a person does, or the person's own sheet."""
        return self.bot if self.kind == SeatKind.BOT else "" if self.stand_in in NO_BOTS else self.stand_in

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.CheckConstraint(
                condition=models.Q(kind__in=("user", "hotseat"), user__isnull=False)
                | models.Q(kind__in=("user", "hotseat"), departed=True)
                | models.Q(kind__in=("open", "invited", "bot"), user__isnull=True),
                name="only_people_have_users",
            ),
        ]
        indexes = [models.Index(fields=["user", "table"])]


class EntryKind(models.TextChoices):
    """Labels as those of `SeatKind`."""

    START = "start", "Set-up"
    ACT = "act", "Move"
    UNDO = "undo", "Taken back"
    TIME = "time", "Time ran out"
    HOUSE = "house", "What the host did"
    BACK = "back", "The host took the table back"
    CORRECT = "correct", "The host laid something right"


TELLING = (EntryKind.TIME, EntryKind.HOUSE)
"""Entries that change nothing on the table."""
TAKING_BACK = (EntryKind.UNDO, EntryKind.BACK, EntryKind.CORRECT)
"""Entries after which others stand no longer."""
STANDING = (EntryKind.START, EntryKind.ACT, EntryKind.CORRECT)
"""Entries that a table consists of, as long as they are not taken back."""


class By(models.TextChoices):
    """Who gave an answer for a seat."""

    SEAT = "", "The seat itself"
    WAIVER = "waiver", "Its waiver"
    TIME = "time", "The clock"
    STAND_IN = "stand-in", "A stand-in"


class Entry(models.Model):
    """One line of the log, never changed but for `undone` and `undone_by`: who answered what, and what happened."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=EntryKind, default=EntryKind.ACT)
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.JSONField(null=True)
    events = models.JSONField(default=list)
    fingerprint = models.CharField(max_length=32)
    snapshot = models.BinaryField(null=True, help_text="The state after this entry, compressed")
    aside = models.BooleanField(default=False, help_text="The answer was asked for in somebody else's turn")
    undoable = models.BooleanField(default=False, help_text="The seat may take this back while nothing follows")
    undone = models.BooleanField(default=False)
    undone_by = models.PositiveIntegerField(null=True, help_text="Number of the entry that took it back")
    scores = models.JSONField(null=True, help_text="Public scores after this entry")
    turn = models.CharField(
        max_length=60, blank=True, help_text="The turn that begins after this entry, where turns are written for"
    )
    by = models.CharField(max_length=10, choices=By, default=By.SEAT)
    made = models.DateTimeField(default=timezone.now)
    opens_turn = False
    """Somebody else acted last in a turn of their own. It is not stored: only whoever acts needs to know."""

    @property
    def answer(self) -> tuple[int, dict[str, Any]]:
        """Who answered what; the set-up is nobody's answer."""
        if self.seat is None or self.action is None:
            raise ValueError(f"entry {self.n} of {self.table} is no answer")
        return self.seat, self.action

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["table", "n"], name="one_entry_per_number")]


class Sheet(models.Model):
    """A written answer as it was handed in, and its receipt. The seat's last one of a turn counts.

    Where its writer has left for good it has no text any more: what it ordered stands in its entry.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="sheets")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="sheets", help_text="Who wrote it")
    number = models.PositiveIntegerField(help_text="Of the receipt, counted per table")
    entry = models.PositiveIntegerField(help_text="Number of the entry it was played as")
    turn = models.CharField(max_length=60)
    text = models.TextField()
    receipt = models.JSONField(help_text="Signed; the key that proves it is published with the end of the game")
    letters = models.JSONField(help_text="The receipt in words, by language")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_receipt_per_number")]


class Review(models.Model):
    """What the coach says of a finished game: worked out once, when somebody who played asks for it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="review")
    asked = models.DateTimeField(default=timezone.now)
    is_done = models.BooleanField(default=False)
    moves = models.JSONField(default=list, help_text="The moves that cost most: see coaching/reviewing.py")


class ChatMessage(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author = models.CharField(max_length=150)
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=500)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]


class Invitation(models.Model):
    """A link that seats whoever follows it first, or only the one it is kept for."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=32, unique=True, default=new_invitation_code)
    kept_for = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations")
    created = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invitations_taken")


class AdmissionKind(models.TextChoices):
    """Labels as those of `SeatKind`."""

    WATCHES = "watches", "May watch"
    BARRED = "barred", "Was sent away"


class Admission(models.Model):
    """Somebody without a seat whom the table knows: who may watch it, or was sent away from it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="admissions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="admissions")
    kind = models.CharField(max_length=8, choices=AdmissionKind)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_admission_per_person")]


class Waiting(models.Model):
    """Somebody who would like a seat at a table that has none free; the first in line is offered the next one."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="waiting")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="waits")
    since = models.DateTimeField(default=timezone.now)
    note = models.CharField(max_length=200, blank=True, help_text="What they want the host to know")

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="once_in_line")]
