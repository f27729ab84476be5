"""A sheet as cards: the parts of the desk that change with its text, each a piece of HTML of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from textwrap import shorten
from typing import Any

import msgspec

from marchland.kernel.cards import AMOUNTS, PLACES, Card, Deal, Field, Forecast, Group, Lesson, Place, Proposal, Trace
from marchland.kernel.errors import Refusal
from marchland.kernel.title import Title
from marchland.words import speaker

from .scene import plain_asset
from .stage import environment, rule_name

LONGEST_DIGEST = 44


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A text as cards."""

    groups: tuple[Group, ...] = ()
    refusal: Refusal | None = None
    """Why the whole sheet is void."""
    forecast: Forecast | None = None


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What else a title's `desk` says of a text: nobody waits for it who changes a card."""

    lesson: Lesson | None = None
    is_led: bool = False
    """Is the lesson open? Else it is only offered."""
    traces: tuple[Trace, ...] = ()
    deals: tuple[Deal, ...] = ()


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What others would write: nothing, before somebody is asked."""

    has_steward: bool = False
    bots: tuple[tuple[str, str], ...] = ()
    """Whose whole sheets can be laid beside one's own: each with what it is called."""
    source: str = ""
    """Whose proposals these are; empty: nobody's yet."""
    name: str = ""
    """What the bot is called; the steward needs no name."""
    proposals: tuple[Proposal, ...] = ()
    is_gone: bool = False
    """What was to be taken is not proposed any more."""


class Cards:
    """Draws cards of one title in one language."""

    def __init__(self, title: Title, language: str, address: str, asset: Callable[[str], str] = plain_asset, **places: str) -> None:
        """`places` are pages that the deals lead to: `letters`, `bonds`."""
        explain: Callable[[Any], str] = lambda refusal: title.parts.mail.explain(refusal, language)  # noqa: E731
        self._given = {
            "language": language,
            "say": speaker(language),
            "address": address,
            **places,
            "asset": asset,
            "explain": explain,
            **_WORDING,
            "rule_name": partial(rule_name, title, language),
        }

    def parts(self, standing: Standing, opened: Card | None = None) -> dict[str, str]:
        """`cards`, with the one that lies open, and `forecast`, empty where nothing is said."""
        forecast = self._fill("desk_forecast.html", forecast=standing.forecast) if standing.forecast else ""
        return {"forecast": forecast, "cards": self._cards(standing, opened)}

    def beside(self, beside: Beside) -> dict[str, str]:
        """`deals` and `lesson`, empty where nothing is said."""
        return {
            "deals": self._fill("desk_deals.html", deals=beside.deals) if beside.deals else "",
            "lesson": self._fill("desk_lesson.html", lesson=beside.lesson, is_led=beside.is_led) if beside.lesson else "",
        }

    def _cards(self, now: Standing, opened: Card | None) -> str:
        facts = {"groups": now.groups, "forecast": now.forecast, "refusal": now.refusal, "opened": opened}
        return self._fill("desk_cards.html", **facts)

    def card(self, card: Card, forecast: Forecast | None = None) -> str:
        """An order being filled in."""
        return self._fill("desk_card.html", card=card, forecast=forecast)

    def advice(self, advice: Advice) -> str:
        """What others propose, and whom one could ask."""
        return self._fill("desk_proposals.html", advice=advice) if advice.has_steward or advice.bots else ""

    def place(self, place: Place, groups: Mapping[str, Group]) -> str:
        """What is known of a space, and what can be ordered there by whom."""
        return self._fill("desk_place.html", place=place, groups=groups)

    def _fill(self, template: str, **context: Any) -> str:
        return environment().get_template(template).render(self._given | context).strip()


def amounts(value: str) -> dict[str, str]:
    """`spears=3 bows=1` as a mapping, without what there is none of."""
    pairs = (pair.partition("=") for pair in value.split())
    return {thing: count for thing, _, count in pairs if count not in ("", "0")}


def worded(field: Field) -> str:
    """What is filled in, in words."""
    if field.kind == AMOUNTS:
        return ", ".join(f"{count} {named(field, thing)}" for thing, count in amounts(field.value).items())
    if field.kind == PLACES:
        return " → ".join(named(field, place) for place in field.value.split())
    return named(field, field.value)


def named(field: Field, value: str) -> str:
    """What one of a field's values is called."""
    return next((choice.label for choice in field.choices if choice.value == value), value)


def missing(card: Card) -> list[str]:
    """What must still be filled in before the card can be written."""
    return [field.label for field in card.fields if field.is_needed and not worded(field)]


def is_asked(field: Field) -> bool:
    """Does it stand on the card, and not among what may be left out?"""
    return field.is_needed or bool(worded(field))


def digest(card: Card) -> str:
    """A card in a few words: its name, and the first thing it says."""
    first = next(filter(None, map(worded, card.fields)), "")
    return shorten(f"{capital(card.name)}: {first}" if first else capital(card.name), LONGEST_DIGEST, placeholder=" …")


def capital(text: str) -> str:
    """As a heading; what stands behind the first letter stays as it is."""
    return text[:1].upper() + text[1:]


_WORDING = {
    "amounts": amounts,
    "worded": worded,
    "named": named,
    "missing": missing,
    "is_asked": is_asked,
    "digest": digest,
    "capital": capital,
}
