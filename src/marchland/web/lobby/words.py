"""Words of the lobby that are not written in a template: above all, who the bots are."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from marchland.bots.protocol import LEVELS, WITH, RandomBot, bot_names, bot_of_level, level_and_taste, styled_names, tastes_of
from marchland.kernel.title import Title
from marchland.web.tables.gone import is_gone
from marchland.web.words import say

HOUSE = ("random", "automaton", "greedy", "search", *LEVELS, "builder", "raider", "diplomat")
"""Bots and styles that have the same name in every title."""
DESCRIBED = tuple(name for name in HOUSE if name != "search")
"""Those of which the house has something to say; `search` is a name of old tables."""


def level_name(title: Title, level: str) -> str:
    """A bot's level or name in the reader's language; a title has words `bot_<name>` for bots of its own."""
    level, style = level_and_taste(level)
    if style:
        return say("level_with_style", level=level_name(title, level), style=level_name(title, style))
    return _own_word(title, f"bot_{level}") or (say(f"level_{level}") if level in HOUSE else level)


def level_means(title: Title, level: str) -> str:
    """What a bot of this name is like, in a line; a title may say `bot_<name>_means` of its own."""
    if level in LEVELS and bot_of_level(title, level) == RandomBot.name:
        level = RandomBot.name
    return _own_word(title, f"bot_{level}_means") or (say(f"means_{level}") if level in DESCRIBED else "")


def _own_word(title: Title, key: str) -> str:
    own = title.phrases.word(key, get_language())
    return "" if own == key else own


def seated_bot(title: Title, level: str) -> str:
    """Who sits there, for a seat that a bot has."""
    return say("place_bot", level=level_name(title, level))


def bots_to_seat(title: Title) -> list[dict[str, Any]]:
    """Whom one may seat, in groups: the levels, those with a style, and bots with a name of their own."""
    if is_gone(title):
        return []
    tastes = tastes_of(title)
    styled = [
        (say("bots_of_style", style=level_name(title, taste)), [one for one in styled_names(title) if one.endswith(WITH + taste)])
        for taste in tastes
    ]
    others = [name for name in bot_names(title) if name not in tastes]
    groups = [(say("bots_by_level"), list(LEVELS)), *styled, (say("bots_others"), others)]
    return [
        {"label": label, "bots": [{"name": name, "label": level_name(title, name)} for name in names]}
        for label, names in groups
        if names
    ]


def bots_described(title: Title) -> list[dict[str, str]]:
    """Levels, styles and other bots, each with what it is like."""
    names = () if is_gone(title) else dict.fromkeys((*LEVELS, *tastes_of(title), *bot_names(title)))
    return [{"name": level_name(title, name), "means": means} for name in names if (means := level_means(title, name))]
