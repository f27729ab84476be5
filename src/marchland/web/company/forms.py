"""What people fill in to wait for a game or to make a tournament."""

from __future__ import annotations

from typing import Any

from django import forms

from marchland.web.titles import installed
from marchland.web.words import say, to_say

from .models import Kind, Tempo

USUAL_SEATS = 3


class GameForm(forms.Form):
    """A title, how many sit at a table, how fast, and whether it counts."""

    title = forms.ChoiceField(label=to_say("company_game"))
    seats = forms.TypedChoiceField(label=to_say("company_seats"), coerce=int)
    pace = forms.ChoiceField(label=to_say("pace"), choices=Tempo)
    rated = forms.BooleanField(label=to_say("rated"), help_text=to_say("rated_help"), required=False)

    def __init__(self, language: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = installed()
        names = [(title.id, title.name[language]) for title in titles.values() if title.seats[-1] > 1]
        self.fields["title"] = forms.ChoiceField(label=say("company_game"), choices=names)
        counts = sorted({count for title in titles.values() for count in title.seats if count > 1})
        self.fields["seats"] = forms.TypedChoiceField(
            label=say("company_seats"), coerce=int, choices=[(count, str(count)) for count in counts], initial=USUAL_SEATS
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        title = installed().get(cleaned.get("title", ""))
        if title is not None and cleaned.get("seats") and cleaned["seats"] not in title.seats:
            numbers = ", ".join(str(count) for count in title.seats if count > 1)
            self.add_error("seats", say("company_seats_wrong", numbers=numbers))
        return cleaned


class TournamentForm(GameForm):
    """The same for every table of a tournament, and how it is decided."""

    name = forms.CharField(label=to_say("tournament_name"), max_length=80)
    kind = forms.ChoiceField(label=to_say("tournament_kind"), choices=Kind, help_text=to_say("tournament_kind_help"))
    field_order = ("name", "title", "kind", "seats", "pace", "rated")
