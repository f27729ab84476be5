"""What may answer for somebody who is late: an ordered choice, written `draft,standing,default` or `default,hard`.

The sheet as it was last drafted, the sheet kept for any turn, the title's own answer, or a bot of a level. The first of them that
can answer does. A bot always can, so nothing can follow one.
"""

from __future__ import annotations

from collections.abc import Iterable

from marchland.kernel.title import Title
from marchland.web.tables.models import NO_BOTS
from marchland.web.tables.refusals import BadRequest
from marchland.web.tables.thinking import USUAL_LEVEL, stand_ins

DRAFT, STANDING, DEFAULT = NO_BOTS
SHEETS = (DRAFT, STANDING)


def offered(title: Title) -> tuple[str, ...]:
    """Everything that may answer at a table of this title."""
    return (*(SHEETS if title.has_mail else ()), DEFAULT, *stand_ins(title.id))


def offered_at_moments(title: Title) -> tuple[str, ...]:
    """At a moment at which somebody may break in nothing is written."""
    return (DEFAULT, *stand_ins(title.id))


def parsed(text: str) -> tuple[str, ...]:
    return tuple(choice for choice in text.split(",") if choice)


def written(choices: Iterable[str], title: Title) -> str:
    """Some choices in their order, as they are stored; refused unless they make sense. What cannot be reached is left out."""
    wanted = list(dict.fromkeys(choice for choice in choices if choice))
    unknown = set(wanted) - set(offered(title))
    if unknown:
        raise BadRequest(f"when late: {min(unknown)}")
    first_bot = next((place for place, choice in enumerate(wanted) if is_bot(choice)), len(wanted))
    return ",".join(wanted[: first_bot + 1])


def is_bot(choice: str) -> bool:
    return choice not in NO_BOTS


def bot_in(choices: Iterable[str]) -> str:
    """The bot that plays where nothing else can, or for good."""
    return next((choice for choice in choices if is_bot(choice)), USUAL_LEVEL)
