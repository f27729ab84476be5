"""Words of the lobby that are not written in a template."""

from __future__ import annotations

from django.utils.translation import gettext as _


def level_name(level: str) -> str:
    """A bot's level in the reader's language; a level of a title's own keeps its name."""
    known = {
        "random": _("dice roller"),
        "automaton": _("the rulebook's automaton"),
        "greedy": _("quick"),
        "search": _("thoughtful"),
        "easy": _("easy"),
        "normal": _("normal"),
        "hard": _("hard"),
    }
    return known.get(level, level)
