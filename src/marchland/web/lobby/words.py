"""Words of the lobby that are not written in a template."""

from __future__ import annotations

from django.utils.translation import get_language

from marchland.kernel.title import Title
from marchland.web.words import say

LEVELS = ("random", "automaton", "greedy", "search", "easy", "normal", "hard", "expert", "builder", "raider")
"""Bots that have the same name in every title."""


def level_name(title: Title, level: str) -> str:
    """A bot's level or name in the reader's language; a title has words `bot_<name>` for bots of its own."""
    if level in LEVELS:
        return say(f"level_{level}")
    key = f"bot_{level}"
    own = title.phrases.word(key, get_language())
    return level if own == key else own
