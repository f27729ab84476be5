"""Words of the lobby that are not written in a template."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from marchland.kernel.title import Title


def level_name(title: Title, level: str) -> str:
    """A bot's level or name in the reader's language; a title has words `bot_<name>` for bots of its own."""
    known = {
        "random": _("dice roller"),
        "automaton": _("the rulebook's automaton"),
        "greedy": _("quick"),
        "search": _("thoughtful"),
        "easy": _("easy"),
        "normal": _("normal"),
        "hard": _("hard"),
    }
    key = f"bot_{level}"
    own = title.phrases.word(key, get_language())
    return known.get(level, level if own == key else own)
