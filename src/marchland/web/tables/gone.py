"""Titles that tables were played by and that are no longer installed, or no longer complete.

Such a table stays what it is: its entries, chat and record are plain data. Whoever asks for its title gets one that names the
table and its seats and that no game goes on with; whoever needs the rules is refused (`TitleGone`), as with other rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn

from marchland import words
from marchland.kernel.catalogue import LANGUAGES, Catalogue
from marchland.kernel.chance import Chance
from marchland.kernel.contract import Parts, PhrasesPart
from marchland.kernel.errors import BrokenTitle, UnknownTitle
from marchland.kernel.glossary import Glossary
from marchland.kernel.phrasebook import Phrasebook
from marchland.kernel.state import State
from marchland.kernel.title import Title
from marchland.kernel.vocabulary import Vocabulary
from marchland.web.titles import title_named

from .refusals import TitleGone

NOWHERE = Path(__file__).with_name("nowhere")
UNTOLD = ("type", "audience", "cause")
"""Fields of an event that say how it is told."""


class GonePhrases:
    """Seats are counted; nothing else has a name."""

    PHRASEBOOK = Phrasebook((), {"seat": lambda seat, language: words.say("gone_seat", language, number=seat + 1)})


class GoneParts(Parts):
    """Whatever a title may do without it does without; whatever it must have is refused."""

    @cached_property
    def phrases(self) -> PhrasesPart:
        return GonePhrases

    def _exists(self, name: str) -> bool:
        return False

    def _load(self, name: str) -> NoReturn:
        raise TitleGone(self.package)


class GoneTitle(Title, frozen=True, kw_only=True, dict=True):
    """A title of which only the id is known."""

    @cached_property
    def parts(self) -> Parts:
        return GoneParts(self.id)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """No word of it is known, not even those that every title has: events keep their names."""
        none = Vocabulary(())
        none.events.clear()
        return none

    @property
    def catalogue(self) -> Catalogue:
        raise TitleGone(self.id)

    @property
    def glossary(self) -> Glossary:
        raise TitleGone(self.id)

    @property
    def folder(self) -> Path:
        """Nothing is there."""
        return NOWHERE

    def plays(self, version: int) -> bool:
        return False

    def new(self, seats: int, key: bytes, options: Mapping[str, object] | None = None, chance: Chance | None = None) -> State:
        raise TitleGone(self.id)

    def load(self, plain: dict[str, Any]) -> State:
        raise TitleGone(self.id)


def title_or_gone(title_id: str) -> Title:
    """The title, or what is left of it."""
    try:
        return title_named(title_id)
    except (UnknownTitle, BrokenTitle):
        return _gone(title_id)


@cache
def _gone(title_id: str) -> GoneTitle:
    name = dict.fromkeys(LANGUAGES, title_id.replace("-", " ").replace("_", " ").capitalize())
    return GoneTitle(id=title_id, package=title_id, name=name, author="", blurb=dict.fromkeys(LANGUAGES, ""), seats=(1,))


def is_gone(title: Title) -> bool:
    return isinstance(title, GoneTitle)


def wordless(event: dict[str, Any], players: Sequence[str]) -> str:
    """An event for which there is no sentence any more: its name, and its facts as they are stored."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(event.get("type", ""))).capitalize()
    facts = [_fact(field, value, players) for field, value in event.items() if field not in UNTOLD and value not in (None, [], {})]
    return f"{name}: {', '.join(facts)}" if facts else name


def _fact(field: str, value: Any, players: Sequence[str]) -> str:
    if field == "seat" and isinstance(value, int) and 0 <= value < len(players):
        return players[value]
    told = value if isinstance(value, str | int | float) else json.dumps(value, ensure_ascii=False)
    return f"{field.replace('_', ' ')} {told}"
