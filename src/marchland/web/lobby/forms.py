"""The form for a new table, made from what the title offers."""

from __future__ import annotations

from typing import Any

from django import forms

from marchland.kernel.title import Option, Title
from marchland.web.tables.models import Pace
from marchland.web.tables.thinking import USUAL_LEVEL, bot_levels
from marchland.web.words import say, to_say

from .services import Place, Wish
from .words import level_name

SEAT_KINDS = (
    ("me", to_say("place_me")),
    ("open", to_say("place_open")),
    ("invited", to_say("place_invited_link")),
    ("hotseat", to_say("place_hot_seat")),
)


class TableForm(forms.Form):
    """Fields `option_<name>` for the title's options and `seat_<n>` (with `seat_<n>_name`) for its seats."""

    name = forms.CharField(label=to_say("table_name"), max_length=80, required=False)
    pace = forms.ChoiceField(label=to_say("pace"), choices=Pace, initial=Pace.LIVE)
    public = forms.BooleanField(label=to_say("public_table"), required=False, initial=True)

    def __init__(self, title: Title, language: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title, self.language = title, language
        self.fields["seats"] = forms.TypedChoiceField(
            label=say("players"), coerce=int, choices=[(count, str(count)) for count in title.seats], initial=usual_seats(title)
        )
        for option in title.options:
            self.fields[f"option_{option.name}"] = _field(option, language)
        for number in range(title.seats[-1]):
            self._add_seat(number)

    def _add_seat(self, number: int) -> None:
        name = self.title.phrases.seat(number, self.language)
        bots = [(f"bot:{level}", say("place_bot", level=level_name(self.title, level))) for level in bot_levels(self.title.id)]
        usual = "me" if number == 0 else f"bot:{USUAL_LEVEL}"
        kind = forms.ChoiceField(label=name, choices=[*SEAT_KINDS, *bots], initial=usual)
        self.fields[f"seat_{number}"] = kind
        self.fields[f"seat_{number}_name"] = forms.CharField(label=say("place_name", seat=name), max_length=40, required=False)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.title.options]

    @property
    def seat_fields(self) -> list[dict[str, Any]]:
        count = self.title.seats[-1]
        return [
            {"number": n, "kind": self[f"seat_{n}"], "name": self[f"seat_{n}_name"], "least": n < self.title.seats[0]}
            for n in range(count)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if not any(cleaned.get(f"seat_{number}") == "me" for number in range(cleaned.get("seats", 0))):
            self.add_error(None, say("no_own_seat"))
        if sum(cleaned.get(f"seat_{number}") == "me" for number in range(cleaned.get("seats", 0))) > 1:
            self.add_error(None, say("two_own_seats"))
        return cleaned

    def wish(self) -> Wish:
        data = self.cleaned_data
        options = {option.name: data[f"option_{option.name}"] for option in self.title.options}
        places = [_place(data[f"seat_{number}"], data[f"seat_{number}_name"]) for number in range(data["seats"])]
        return Wish(self.title.id, places, options, data["name"], data["public"], data["pace"])


def _place(kind: str, name: str) -> Place:
    if kind.startswith("bot:"):
        return Place("bot", level=kind.removeprefix("bot:"))
    return Place(kind, name=name)


def _field(option: Option, language: str) -> forms.Field:
    """A yes/no, a number, a list or a choice, as the title describes it."""
    common: dict[str, Any] = {
        "label": option.label[language],
        "help_text": option.help.get(language, ""),
        "initial": option.default,
    }
    if isinstance(option.default, bool):
        return forms.BooleanField(required=False, **common)
    if isinstance(option.default, int):
        return forms.IntegerField(min_value=option.low, max_value=option.high, **common)
    if option.picks:
        return forms.CharField(required=False, **common)
    labels = [(choice, option.labels.get(choice, {}).get(language, choice)) for choice in option.choices]
    return forms.ChoiceField(choices=labels, **common)


def usual_seats(title: Title) -> int:
    """The seat count offered first: what the title calls usual, else the middle of what it allows."""
    return title.usual_seats if title.usual_seats in title.seats else title.seats[len(title.seats) // 2]
