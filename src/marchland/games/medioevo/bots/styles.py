"""The manners in which bots play Medioevo: what each looks at, what it overlooks, and what it has a taste for.

Levels are made of faults that people have. A beginner counts what he holds, buys what looks fine and leaves his army at home; a
careless player sees what he could take, and not what others could take from him. A builder, a raider and a diplomat are good
players with a bias.
"""

from __future__ import annotations

from functools import cache

import msgspec

from marchland.kernel.planning import parted


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """What a manner of playing looks at."""

    hope: float = 0.6
    """How much of what could be taken next turn counts already."""
    fear: float = 0.6
    """How much of what others could take counts as lost."""
    envy: float = 0.5
    """How much the best rival's prospects count against one's own."""
    aims: float = 1.0
    """How much an objective counts that is not yet met."""
    races: float = 1.0
    """How much the majorities of the final scoring count."""
    love_of_building: float = 0.0
    goodwill: float = 0.0
    """What a pact is worth beside its clauses."""
    longest_route: int = 8
    """Stages of the longest Trade Route that it thinks of."""
    makes_war: bool = True
    makes_pacts: bool = True
    choices: int = 3
    """Places that are thought of where something is bought, or marched from."""


STYLES = {
    "": Style(),
    "thorough": Style(choices=5),
    "careless": Style(fear=0.0, envy=0.2, aims=0.5, longest_route=6),
    "beginner": Style(
        hope=0.0, fear=0.0, envy=0.0, aims=0.1, races=0.2, longest_route=4, makes_war=False, makes_pacts=False, choices=1
    ),
}
TASTES = {
    "builder": {"hope": 0.65, "love_of_building": 0.12, "goodwill": 0.4},
    "raider": {"hope": 1.5, "fear": 0.75, "goodwill": -0.6},
    "diplomat": {"hope": 0.8, "fear": 1.3, "goodwill": 0.9},
}
"""Likings that go with every style: how much more it hopes and fears, and what it loves besides."""


@cache
def style_named(name: str) -> Style:
    """A style, with a taste if it has one: `careless+raider`."""
    manner, taste = parted(name)
    style = STYLES[manner]
    if not taste:
        return style
    liking = {"hope": 1.0, "fear": 1.0, "love_of_building": 0.0, "goodwill": 0.0, **TASTES[taste]}
    return msgspec.structs.replace(
        style,
        hope=style.hope * liking["hope"],
        fear=style.fear * liking["fear"],
        love_of_building=liking["love_of_building"],
        goodwill=liking["goodwill"],
    )
