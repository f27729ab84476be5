"""The form for a new table, made from what the title offers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from marchland.kernel.errors import BadOption
from marchland.kernel.title import Option, Title
from marchland.web.absence.forms import host_fields, host_wishes, places_of
from marchland.web.pace.forms import PaceForm, time_option, usual_figures
from marchland.web.tables.models import DelayBy, Watching
from marchland.web.tables.thinking import USUAL_LEVEL
from marchland.web.tables.watching import LONGEST_DELAY
from marchland.web.words import say, to_say

from . import picks
from .services import Place, Wish
from .words import bots_described, bots_to_seat

SEAT_KINDS = (
    ("me", to_say("place_me")),
    ("open", to_say("place_open")),
    ("invited", to_say("place_invited_link")),
    ("hotseat", to_say("place_hot_seat")),
)
ANYBODYS = ("name", "pick")
"""What a seat may have beside its kind: fields `seat_<n>_<this>`."""


class WatchForm(forms.Form):
    """Who may look on without a seat, and how far behind."""

    watching = forms.ChoiceField(label=to_say("who_watches"), choices=Watching)
    delay_by = forms.ChoiceField(label=to_say("delay"), choices=DelayBy, required=False, help_text=to_say("delay_help"))
    delay = forms.IntegerField(label=to_say("delay_how_far"), min_value=0, initial=0, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        by, far = cleaned.get("delay_by") or "", cleaned.get("delay") or 0
        if by and not 1 <= far <= LONGEST_DELAY[by]:
            if "delay" not in self.errors:
                self.add_error("delay", say("delay_between", most=LONGEST_DELAY[by]))
        return {**cleaned, "delay": far if by else 0}

    def watched(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("watching", "delay_by", "delay")}


class TableForm(PaceForm, WatchForm):
    """Fields `option_<name>` for the title's options and `seat_<n>` (with `seat_<n>_name`, `seat_<n>_pick`) for its seats."""

    name = forms.CharField(label=to_say("table_name"), max_length=80, required=False)
    public = forms.BooleanField(label=to_say("public_table"), required=False, initial=True)
    host_starts = forms.BooleanField(label=to_say("host_starts"), required=False, help_text=to_say("host_starts_help"))
    letters = forms.BooleanField(label=to_say("letters_allowed"), required=False, help_text=to_say("letters_allowed_help"))
    by_vote = forms.BooleanField(label=to_say("by_vote"), required=False, help_text=to_say("by_vote_help"))
    advice = forms.BooleanField(label=to_say("coach_allowed"), required=False, help_text=to_say("coach_allowed_help"))
    rated = forms.BooleanField(label=to_say("rated"), required=False, help_text=to_say("rated_help"))

    def __init__(self, title: Title, language: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title, self.language, self.choice = title, language, picks.choice_of(title)
        self.offer(**usual_figures(title))
        if not time_option(title):
            del self.fields["limit"], self.fields["limit_unit"]
        self.fields["watching"] = forms.ChoiceField(
            label=say("who_watches"),
            choices=[("", say("watching_usual")), *Watching.choices],
            required=False,
            help_text=say("watching_usual_help"),
        )
        self.fields["letters"].initial = title.has_mail
        self.fields["host_starts"].initial = self.choice is not None
        self.fields["seats"] = forms.TypedChoiceField(
            label=say("players"), coerce=int, choices=[(count, str(count)) for count in title.seats], initial=usual_seats(title)
        )
        self.fields |= host_fields(title)
        for option in self.options:
            self.fields[f"option_{option.name}"] = _field(option, language)
        self.bots = [
            (group["label"], [(f"bot:{bot['name']}", say("place_bot", level=bot["label"])) for bot in group["bots"]])
            for group in bots_to_seat(title)
        ]
        for number in range(title.seats[-1]):
            self._add_seat(number)

    @property
    def options(self) -> list[Option]:
        """The title's options, but for the one that is chosen seat by seat."""
        return [option for option in self.title.options if option is not self.choice]

    @property
    def opponents(self) -> list[dict[str, str]]:
        return bots_described(self.title)

    def _add_seat(self, number: int) -> None:
        name = self.title.phrases.seat(number, self.language)
        usual = "me" if number == 0 else f"bot:{USUAL_LEVEL}"
        kind = forms.ChoiceField(label=name, choices=[*SEAT_KINDS, *self.bots], initial=usual)
        self.fields[f"seat_{number}"] = kind
        self.fields[f"seat_{number}_name"] = forms.CharField(label=say("place_name", seat=name), max_length=40, required=False)
        if self.choice is not None:
            offered = [
                ("", say("pick_open")),
                *((pick, picks.name_of(self.choice, pick, self.language)) for pick in self.choice.picks),
            ]
            self.fields[f"seat_{number}_pick"] = forms.ChoiceField(label=say("pick_of", seat=name), choices=offered, required=False)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.options]

    @property
    def late_fields(self) -> list[forms.BoundField]:
        """What answers for those who are late, in its order."""
        return [self[f"late_{place + 1}"] for place in range(places_of(self.title))]

    @property
    def seat_fields(self) -> list[dict[str, Any]]:
        return [
            {
                "number": n,
                "kind": self[f"seat_{n}"],
                "name": self[f"seat_{n}_name"],
                "pick": self[f"seat_{n}_pick"] if self.choice else None,
                "least": n < self.title.seats[0],
            }
            for n in range(self.title.seats[-1])
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "seats" not in cleaned:
            return cleaned
        self._forget_seats_beyond(cleaned["seats"])
        own = [number for number in range(cleaned["seats"]) if cleaned.get(f"seat_{number}") == "me"]
        if not own and not any(f"seat_{number}" in self.errors for number in range(cleaned["seats"])):
            self.add_error("seat_0", say("no_own_seat"))
        for number in own[1:]:
            self.add_error(f"seat_{number}", say("two_own_seats"))
        self._refuse_picks_twice(cleaned)
        return cleaned

    def _forget_seats_beyond(self, count: int) -> None:
        """Seats that are not played, and not shown, cannot be wrong."""
        for number in range(count, self.title.seats[-1]):
            for name in (f"seat_{number}", *(f"seat_{number}_{one}" for one in ANYBODYS)):
                self.errors.pop(name, None)

    def _refuse_picks_twice(self, cleaned: dict[str, Any]) -> None:
        seen: set[str] = set()
        for number in range(cleaned["seats"]):
            pick = cleaned.get(f"seat_{number}_pick") or ""
            if pick and pick in seen:
                self.add_error(f"seat_{number}_pick", say("pick_twice"))
            seen.add(pick)

    def wish(self) -> Wish:
        data = self.cleaned_data
        options = {option.name: data[f"option_{option.name}"] for option in self.options}
        return Wish(
            self.title.id,
            [self._place(number) for number in range(data["seats"])],
            options,
            data["name"],
            data["public"],
            data["pace"],
            self.tempo(),
            limit=self.whole_game(),
            host_starts=data["host_starts"],
            letters=data["letters"],
            by_vote=data["by_vote"],
            advice=data["advice"],
            rated=data["rated"],
            **host_wishes(self.title, data),
            **self.watched(),
        )

    def _place(self, number: int) -> Place:
        kind, name = self.cleaned_data[f"seat_{number}"], self.cleaned_data[f"seat_{number}_name"]
        pick = self.cleaned_data.get(f"seat_{number}_pick", "")
        if kind.startswith("bot:"):
            return Place("bot", level=kind.removeprefix("bot:"), pick=pick)
        return Place(kind, name=name, pick=pick)


def _field(option: Option, language: str) -> forms.Field:
    """A yes/no, a number, a list or a choice, as the title describes it."""
    common: dict[str, Any] = {
        "label": option.label[language],
        "help_text": option.help.get(language, ""),
        "initial": option.usual,
    }
    if isinstance(option.default, bool):
        return forms.BooleanField(required=False, **common)
    if isinstance(option.default, int):
        return forms.IntegerField(min_value=option.low, max_value=option.high, **common)
    if option.picks:
        return forms.CharField(required=False, validators=[_reads(option)], **common)
    labels = [(choice, option.labels.get(choice, {}).get(language, choice)) for choice in option.choices]
    return forms.ChoiceField(choices=labels, **common)


def _reads(option: Option) -> Any:
    """A list is right if the title can read it."""

    def readable(value: str) -> None:
        try:
            option.read(value)
        except BadOption:
            raise ValidationError(say("list_unreadable", names=", ".join(option.picks))) from None

    return readable


def usual_seats(title: Title) -> int:
    """The seat count offered first: what the title calls usual, else the middle of what it allows."""
    return title.usual_seats if title.usual_seats in title.seats else title.seats[len(title.seats) // 2]
