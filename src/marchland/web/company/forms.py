"""What people fill in to wait for a game or to make a tournament."""

from __future__ import annotations

import json
from typing import Any

from django import forms

from marchland.kernel.title import Title
from marchland.web.titles import installed
from marchland.web.words import say, to_say

from .models import Kind, Tempo

USUAL_SEATS = 3


def tables_of(title: Title) -> list[int]:
    """How many people may sit at a table of this game, who are not alone."""
    return [count for count in title.seats if count > 1]


def span(numbers: list[int]) -> str:
    """`3–6`; numbers with gaps one by one."""
    first, last = numbers[0], numbers[-1]
    has_gaps = len(numbers) < last - first + 1
    return ", ".join(map(str, numbers)) if has_gaps or first == last else f"{first}–{last}"


class GameForm(forms.Form):
    """A title, how many sit at a table, how fast, and whether it counts."""

    title = forms.ChoiceField(label=to_say("company_game"))
    seats = forms.TypedChoiceField(label=to_say("company_seats"), coerce=int)
    pace = forms.ChoiceField(label=to_say("pace"), choices=Tempo)
    rated = forms.BooleanField(label=to_say("rated"), help_text=to_say("rated_help"), required=False)

    def __init__(self, language: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = installed()
        allowed = {title.id: tables_of(title) for title in titles.values() if title.seats[-1] > 1}
        names = [(id, say("company_game_for", name=titles[id].name[language], seats=span(seats))) for id, seats in allowed.items()]
        picker = forms.Select(attrs={"data-seats": json.dumps(allowed)})  # with scripts only these are offered (`company.js`)
        self.fields["title"] = forms.ChoiceField(label=say("company_game"), choices=names, widget=picker)
        counts = sorted({count for seats in allowed.values() for count in seats})
        self.fields["seats"] = forms.TypedChoiceField(
            label=say("company_seats"), coerce=int, choices=[(count, str(count)) for count in counts], initial=USUAL_SEATS
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        title = installed().get(cleaned.get("title", ""))
        if title is not None and cleaned.get("seats") and cleaned["seats"] not in title.seats:
            self.add_error("seats", say("company_seats_wrong", numbers=span(tables_of(title))))
        return cleaned


class TournamentForm(GameForm):
    """The same for every table of a tournament, and how it is decided."""

    name = forms.CharField(label=to_say("tournament_name"), max_length=80)
    kind = forms.ChoiceField(label=to_say("tournament_kind"), choices=Kind, help_text=to_say("tournament_kind_help"))
    field_order = ("name", "title", "kind", "seats", "pace", "rated")
