"""Forms by which people say how they want to be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from marchland.web.accounts.models import User
from marchland.web.pace.zones import ZoneField
from marchland.web.words import say, to_say

from . import outside, pushing
from .models import REMINDERS, Mail, NoticeKind, Preferences

MOST_HOOKS = 5


def _kinds() -> list[tuple[str, Any]]:
    return [(kind.value, kind.label) for kind in NoticeKind]


def _hours() -> Iterator[tuple[int, str]]:
    return ((hours, say("hours_before", hours=hours)) for hours in REMINDERS)


class PreferencesForm(forms.ModelForm[Preferences]):
    """What is ticked is wanted; what is kept is what is not, so that a new kind of news is told to everybody."""

    hour = forms.TypedChoiceField(
        label=to_say("mail_hour"), coerce=int, choices=lambda: [(hour, f"{hour:02}:00") for hour in range(24)]
    )
    zone = ZoneField(label=to_say("zone"))
    reminders = forms.TypedMultipleChoiceField(
        label=to_say("reminders"), coerce=int, required=False, choices=_hours, widget=forms.CheckboxSelectMultiple
    )
    mailed = forms.MultipleChoiceField(
        label=to_say("kinds_mailed"), required=False, choices=_kinds, widget=forms.CheckboxSelectMultiple
    )
    pushed = forms.MultipleChoiceField(
        label=to_say("kinds_pushed"), required=False, choices=_kinds, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Preferences
        fields = ("mail", "hour", "zone", "reminders")
        labels = {"mail": to_say("mail_when")}

    def __init__(self, data: Any, instance: Preferences) -> None:
        kinds = NoticeKind.values
        wanted = {
            "mailed": [kind for kind in kinds if kind not in instance.unmailed],
            "pushed": [kind for kind in kinds if kind not in instance.unpushed],
        }
        super().__init__(data, instance=instance, initial=wanted)
        if instance.pk is None:
            self.fields["zone"].widget.attrs["data-guess"] = ""
        self.fields["mail"].widget = forms.RadioSelect(choices=Mail.choices)

    def choices(self) -> list[forms.BoundField]:
        """All but what is chosen for each kind of news."""
        return [self[name] for name in self.Meta.fields]

    def kinds(self) -> Iterator[tuple[Any, Any, Any]]:
        """A kind of news with its two boxes."""
        boxes = zip(self["mailed"].subwidgets, self["pushed"].subwidgets, strict=True)
        return ((mailed.choice_label, mailed, pushed) for mailed, pushed in boxes)

    def chosen(self) -> dict[str, Any]:
        facts = {name: self.cleaned_data[name] for name in ("mail", "hour", "zone")}
        unwanted = {
            f"un{name}": [kind for kind in NoticeKind.values if kind not in self.cleaned_data[name]]
            for name in ("mailed", "pushed")
        }
        return facts | unwanted | {"reminders": sorted(self.cleaned_data["reminders"], reverse=True)}


class HookForm(forms.Form):
    url = forms.CharField(
        label=to_say("hook_url"), max_length=500, widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        if self.user.hooks.count() >= MOST_HOOKS:
            raise ValidationError(say("hooks_enough", most=MOST_HOOKS))
        try:
            outside.way_to(url)
        except (outside.NoWayThere, outside.Unreachable):
            raise ValidationError(say("hook_no_way")) from None
        return url


class DeviceForm(forms.Form):
    """What a browser says of itself (PushSubscription.toJSON())."""

    endpoint = forms.CharField(max_length=1000)
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.cleaned_data
        if not pushing.is_a_key(facts.get("key", "")) or not pushing.is_a_secret(facts.get("auth", "")):
            raise ValidationError("keys")
        try:
            outside.way_to(facts.get("endpoint", ""))
        except outside.NoWayThere:
            raise ValidationError("endpoint") from None
        except outside.Unreachable:  # a push service that does not answer just now is tried when there is something to say
            pass
        return facts
