"""Choosing a pace: fields for every way to keep time, of which only those of the chosen one count."""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS

from marchland.kernel.title import Title
from marchland.tempo import Clock, Deadline, Schedule
from marchland.web.tables.models import Pace
from marchland.web.words import say, to_say

from .zones import ZoneField

MINUTE, DAY = 60, 24
HOURS = [(hour, f"{hour}:00") for hour in range(24)]
CLOCK_FACE = {"type": "time"}
HOURLY, DAILY = "hours", "days"
FIELDS: dict[str, tuple[str, ...]] = {
    Pace.CLOCK: ("bank", "increment"),
    Pace.DEADLINE: ("length", "unit", "quiet_from", "quiet_to", "zone"),
    Pace.SCHEDULE: ("days", "at", "notice", "zone"),
}
"""What each pace needs to know. Whatever stands in the fields of another one is neither right nor wrong."""
LONGEST_GAME = 10_000
ALL = tuple(dict.fromkeys(name for names in FIELDS.values() for name in names))


class PaceForm(forms.Form):
    """The pace and its figures; `tempo()` is what the table keeps of them."""

    pace = forms.ChoiceField(label=to_say("pace"), choices=Pace, initial=Pace.LIVE, help_text=to_say("pace_help"))
    bank = forms.IntegerField(label=to_say("pace_bank"), min_value=1, max_value=24 * MINUTE, required=False)
    increment = forms.IntegerField(label=to_say("pace_increment"), min_value=0, max_value=3600, required=False)
    length = forms.IntegerField(label=to_say("pace_length"), min_value=1, max_value=60 * DAY, required=False)
    unit = forms.ChoiceField(
        label=to_say("pace_unit"), choices=[(HOURLY, to_say("pace_hours")), (DAILY, to_say("pace_days"))], required=False
    )
    quiet_from = forms.TypedChoiceField(label=to_say("pace_quiet_from"), coerce=int, choices=HOURS, required=False)
    quiet_to = forms.TypedChoiceField(
        label=to_say("pace_quiet_to"), coerce=int, choices=HOURS, required=False, help_text=to_say("pace_quiet_help")
    )
    days = forms.MultipleChoiceField(
        label=to_say("pace_weekdays"), choices=list(WEEKDAYS.items()), widget=forms.CheckboxSelectMultiple, required=False
    )
    at = forms.TimeField(
        label=to_say("pace_at"), widget=forms.TimeInput(CLOCK_FACE, "%H:%M"), required=False, help_text=to_say("pace_early")
    )
    notice = forms.IntegerField(
        label=to_say("pace_notice"), min_value=0, max_value=7 * DAY, required=False, help_text=to_say("pace_notice_help")
    )
    zone = ZoneField(label=to_say("pace_zone"), required=False)

    limit = forms.IntegerField(
        label=to_say("pace_limit"), min_value=1, max_value=LONGEST_GAME, required=False, help_text=to_say("pace_limit_help")
    )
    limit_unit = forms.ChoiceField(
        label=to_say("pace_limit_unit"), choices=[(HOURLY, to_say("pace_hours")), (DAILY, to_say("pace_days"))], required=False
    )

    def offer(self, pace: str, **figures: Any) -> None:
        """What stands in the fields before anybody fills them in."""
        self.fields["pace"].initial = pace
        for name, value in figures.items():
            self.fields[name].initial = value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        wanted = FIELDS.get(cleaned.get("pace", ""), ())
        for name in ALL:
            if name not in wanted:
                self.errors.pop(name, None)
        if "length" in wanted and not self.errors.get("length") and self._hours(cleaned) > 60 * DAY:
            self.add_error("length", say("pace_too_long"))
        if "days" in wanted and not cleaned.get("days") and not self.errors.get("days"):
            self.add_error("days", say("pace_no_day"))
        return cleaned

    def tempo(self) -> dict[str, Any]:
        """The figures of the chosen pace; what was left empty is as it was offered."""
        data = self.cleaned_data
        given = {name: self._given(data, name) for name in FIELDS.get(data["pace"], ())}
        match data["pace"]:
            case Pace.CLOCK:
                return {"bank": given["bank"] * MINUTE, "increment": given["increment"]}
            case Pace.DEADLINE:
                quiet = {"quiet_from": given["quiet_from"], "quiet_to": given["quiet_to"]}
                return {"hours": self._hours(data), **quiet, "zone": given["zone"]}
            case Pace.SCHEDULE:
                days = sorted(int(day) for day in given["days"])
                return {"days": days, "at": given["at"].strftime("%H:%M"), "notice": given["notice"], "zone": given["zone"]}
        return {}

    def whole_game(self) -> int | None:
        """Minutes until the last turn, where the title can end by the clock."""
        data = self.cleaned_data
        hour = MINUTE * (DAY if data.get("limit_unit") == DAILY else 1)
        return data["limit"] * hour if data.get("limit") else None

    def _given(self, data: dict[str, Any], name: str) -> Any:
        value = data.get(name)
        return self.fields[name].initial if value in (None, "") else value

    def _hours(self, data: dict[str, Any]) -> int:
        return int(self._given(data, "length")) * (DAY if self._given(data, "unit") == DAILY else 1)

    def _fields_of(self, pace: Pace) -> list[forms.BoundField]:
        return [self[name] for name in FIELDS[pace] if name not in ("zone", "days")]

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        return self._fields_of(Pace.CLOCK)

    @property
    def deadline_fields(self) -> list[forms.BoundField]:
        return self._fields_of(Pace.DEADLINE)

    @property
    def schedule_fields(self) -> list[forms.BoundField]:
        return self._fields_of(Pace.SCHEDULE)


def time_option(title: Title) -> str:
    """The option with which the title's games end by the clock; empty: they do not."""
    return next((option.name for option in title.options if option.of_time), "")


def usual_figures(title: Title) -> dict[str, Any]:
    """What suits a title: its length divided among those who play it; days where sheets are written, hours where many react."""
    each = title.minutes // max(title.seats[0], min(title.usual_seats, title.seats[-1], 4))
    clock, schedule, length = Clock(), Schedule(), Deadline().hours // DAY
    if title.has_mail:
        length = 3
    elif title.moments:
        length = 1
    return {
        "pace": Pace.DEADLINE if title.has_mail else Pace.LIVE,
        "bank": max(5, each // 5 * 5),
        "increment": clock.increment,
        "length": length,
        "unit": DAILY,
        "quiet_from": 22,
        "quiet_to": 8,
        "zone": schedule.zone,
        "days": [str(day) for day in schedule.days],
        "at": time.fromisoformat(schedule.at),
        "notice": schedule.notice,
    }


def shown_figures(pace: str, tempo: dict[str, Any]) -> dict[str, Any]:
    """A table's own figures as the fields show them."""
    match pace:
        case Pace.CLOCK:
            return {"bank": max(1, tempo["bank"] // MINUTE), "increment": tempo["increment"]}
        case Pace.DEADLINE:
            whole = tempo["hours"] % DAY == 0
            length = {"length": tempo["hours"] // DAY if whole else tempo["hours"], "unit": DAILY if whole else HOURLY}
            return {**length, **{name: tempo[name] for name in ("quiet_from", "quiet_to", "zone")}}
        case Pace.SCHEDULE:
            days = [str(day) for day in tempo["days"]]
            return {"days": days, "at": time.fromisoformat(tempo["at"]), "notice": tempo["notice"], "zone": tempo["zone"]}
    return {}
