"""A sheet as cards: the parts of the desk that change with its text, each a piece of HTML of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from marchland.kernel.cards import Card, Forecast, Group, Lesson, Place, Proposal, Trace
from marchland.kernel.title import Title
from marchland.words import speaker

from .scene import plain_asset
from .stage import environment, rule_name


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a title's `desk` says of one text."""

    groups: tuple[Group, ...] = ()
    forecast: Forecast | None = None
    proposals: tuple[Proposal, ...] = ()
    lesson: Lesson | None = None
    traces: tuple[Trace, ...] = ()


class Cards:
    """Draws cards of one title in one language."""

    def __init__(self, title: Title, language: str, address: str, asset: Callable[[str], str] = plain_asset) -> None:
        explain: Callable[[Any], str] = lambda refusal: title.parts.mail.explain(refusal, language)  # noqa: E731
        self._given = {
            "language": language,
            "say": speaker(language),
            "address": address,
            "asset": asset,
            "explain": explain,
            "amounts": amounts,
            "rule_name": partial(rule_name, title, language),
        }

    def parts(self, standing: Standing, opened: Card | None = None) -> dict[str, str]:
        """All that changes with the text: `cards`, and `forecast`, `proposals`, `lesson`, empty where nothing is said."""
        return {
            "lesson": self._fill("desk_lesson.html", lesson=standing.lesson) if standing.lesson else "",
            "forecast": self._fill("desk_forecast.html", forecast=standing.forecast) if standing.forecast else "",
            "cards": self._fill("desk_cards.html", groups=standing.groups, forecast=standing.forecast, opened=opened),
            "proposals": self._fill("desk_proposals.html", proposals=standing.proposals) if standing.proposals else "",
        }

    def card(self, card: Card) -> str:
        """An order being filled in."""
        return self._fill("desk_card.html", card=card)

    def place(self, place: Place, groups: Mapping[str, Group]) -> str:
        """What is known of a space, and what can be ordered there by whom."""
        return self._fill("desk_place.html", place=place, groups=groups)

    def _fill(self, template: str, **context: Any) -> str:
        return environment().get_template(template).render(self._given | context).strip()


def amounts(value: str) -> dict[str, str]:
    """`spears=3 bows=1` as a mapping."""
    return dict(pair.split("=", 1) for pair in value.split() if "=" in pair)
