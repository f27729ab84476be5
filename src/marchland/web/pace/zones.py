"""Choosing a time zone."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

from marchland.tempo import zones


class ZoneSelect(forms.Select):
    """Their options are written once: Django would set each of the six hundred from a template, which takes a tenth of a second."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = f'<option value="{escape(value)}"'
        options = _options().replace(f"{chosen}>", f"{chosen} selected>")
        return mark_safe(f"<select{flatatt(self.build_attrs(self.attrs, {**(attrs or {}), 'name': name}))}>{options}</select>")


class ZoneField(forms.ChoiceField):
    widget = ZoneSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=_choices, **kwargs)


def _choices() -> list[tuple[str, str]]:
    return [(zone, zone) for zone in zones()]


@cache
def _options() -> str:
    return format_html_join("", '<option value="{}">{}</option>', _choices())
