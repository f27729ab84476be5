"""Forms about absence: a vacation, what answers for a seat, and what a host asks of those who sit down."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms

from marchland.kernel.title import Title
from marchland.web.lobby.words import level_name
from marchland.web.pace.zones import ZoneField
from marchland.web.words import say, to_say

from . import choices
from .choices import DEFAULT, DRAFT, STANDING
from .manners import MOST, Manners

PLACES = 3
"""How many choices there are one after another: enough for a draft, standing orders, and what answers in the end."""
LEVELS_ASKED = (50, 70, 80, 90, 95)


def choice_name(title: Title, choice: str) -> str:
    match choice:
        case _ if choice == DRAFT:
            return say("late_draft")
        case _ if choice == STANDING:
            return say("late_standing")
        case _ if choice == DEFAULT:
            return say("late_default")
    return say("late_bot", level=level_name(title, choice))


def order_name(title: Title, order: str) -> str:
    """`draft,standing,hard` in words."""
    names = [choice_name(title, choice) for choice in choices.parsed(order)] or [choice_name(title, DEFAULT)]
    said = names[-1]
    for name in reversed(names[:-1]):
        said = say("late_order", first=name, next=said)
    return said


def places_of(title: Title) -> int:
    return PLACES if title.has_mail else PLACES - 1


def order_fields(title: Title, order: str, first: str = "") -> dict[str, forms.ChoiceField]:
    """Fields `late_1`, `late_2`, ... for an ordered choice; `first` is what the first says if nothing is chosen."""
    offered = [(choice, choice_name(title, choice)) for choice in choices.offered(title)]
    now = choices.parsed(order)
    fields = {}
    for place in range(places_of(title)):
        nothing = (("", first),) if place == 0 and first else (("", say("late_nothing_more")),) if place else ()
        fields[f"late_{place + 1}"] = forms.ChoiceField(
            label=say("late_then") if place else say("late_first"),
            choices=[*nothing, *offered],
            initial=now[place] if place < len(now) else "",
            required=False,
        )
    return fields


def order_chosen(cleaned: dict[str, Any]) -> list[str]:
    return [cleaned.get(f"late_{place + 1}") or "" for place in range(PLACES)]


def host_fields(title: Title) -> dict[str, forms.Field]:
    """What the form of a new table asks about absence."""
    usual = Manners()
    asked = [("0", say("reliability_any")), *((str(level), say("reliability_least", percent=level)) for level in LEVELS_ASKED)]
    return {
        **order_fields(title, DEFAULT),
        "misses_allowed": forms.IntegerField(
            label=say("misses_allowed"), min_value=0, max_value=MOST["misses_allowed"], initial=usual.misses_allowed, required=False
        ),
        "offer_after": forms.IntegerField(
            label=say("offer_after"), min_value=0, max_value=MOST["offer_after"], initial=usual.offer_after, required=False
        ),
        "vacation_stops": forms.BooleanField(label=say("vacation_stops"), required=False),
        "reliability": forms.ChoiceField(label=say("reliability_wanted"), choices=asked, initial="0", required=False),
        "newcomers": forms.BooleanField(label=say("newcomers_welcome"), required=False, initial=True),
    }


def host_wishes(title: Title, cleaned: dict[str, Any]) -> dict[str, Any]:
    """What was filled in there, as `Wish` has it; what was left empty is as usual."""
    given = {**cleaned, "reliability": int(cleaned["reliability"] or 0)}
    manners = Manners(**{name: given[name] for name in asdict(Manners()) if given[name] is not None})
    return {"when_late": choices.written(order_chosen(cleaned), title) or DEFAULT, "manners": manners}


class LateForm(forms.Form):
    """A seat's own panel: fields `late_<n>`, `moment_<id>` and, where answers are written, `orders`."""

    def __init__(self, title: Title, language: str, *args: Any, table_says: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = title
        own = str(self.initial.get("when_late", ""))
        self.fields |= order_fields(title, own, say("late_as_table", choices=order_name(title, table_says)))
        offered = [(choice, choice_name(title, choice)) for choice in choices.offered_at_moments(title)]
        for moment, name in title.moments.items():
            self.fields[f"moment_{moment}"] = forms.ChoiceField(
                label=name[language], choices=[("", say("late_as_above")), *offered], required=False
            )
        if title.has_mail:
            paper = forms.Textarea({"rows": 8, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"})
            self.fields["orders"] = forms.CharField(
                label=say("late_orders"), widget=paper, required=False, strip=False, help_text=say("late_orders_help")
            )

    @property
    def order(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("late_")]

    @property
    def at_moments(self) -> list[forms.BoundField]:
        return [self[f"moment_{moment}"] for moment in self.title.moments]

    def wish(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "when_late": order_chosen(data),
            "moments": {moment: data.get(f"moment_{moment}", "") for moment in self.title.moments},
            "orders": data.get("orders", ""),
        }


class VacationForm(forms.Form):
    first = forms.DateField(label=to_say("vacation_first"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=to_say("vacation_last"), widget=forms.DateInput({"type": "date"}))
    zone = ZoneField(label=to_say("zone"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.initial.get("zone") == "UTC":
            self.fields["zone"].widget.attrs["data-guess"] = ""
