"""What others would write, beside one's own sheet: a steward's proposals, or a bot's whole sheet. Taken line by line, by choice.

A `source` says whose ideas they are: `steward`, or `bot:NAME:SEED`, whose sheet is the same whenever it is asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from marchland import render
from marchland.kernel.cards import Proposal
from marchland.kernel.writing import Advising, Comparing
from marchland.web.guidance.selectors import guide_of
from marchland.web.lobby.words import level_name

from .desk import BOT, bot_sheet, bots, writer
from .refusals import BadRequest
from .selectors import Sight

STEWARD = "steward"
ALL = "*"
SEED = re.compile(r"[0-9a-f]{8}")


def usual(sight: Sight) -> render.Advice:
    """Nobody has been asked yet: whom one could ask."""
    part = sight.title.parts.desk
    levels = tuple((name, level_name(sight.title, name)) for name in bots(sight.title)) if isinstance(part, Comparing) else ()
    return render.Advice(has_steward=isinstance(part, Advising), bots=levels)


def advice(sight: Sight, text: str, source: str, *, is_gone: bool = False) -> render.Advice:
    """What somebody would add to this text."""
    source = _settled(source)
    found, name = _proposals(sight, text, source), ""
    if source.startswith(BOT):
        name = level_name(sight.title, source.split(":")[1])
    asked = usual(sight)
    return render.Advice(has_steward=asked.has_steward, bots=asked.bots, source=source, name=name, proposals=found, is_gone=is_gone)


def _settled(source: str) -> str:
    """A bot that is asked anew has an idea of its own."""
    return f"{source}:{os.urandom(4).hex()}" if source.startswith(BOT) and source.count(":") == 1 else source or STEWARD


def _proposals(sight: Sight, text: str, source: str) -> tuple[Proposal, ...]:
    part, (state, seat) = sight.title.parts.desk, writer(sight)
    if source == STEWARD and isinstance(part, Advising):
        refused = guide_of(sight).refused
        return tuple(one for one in part.proposals(state, seat, text, sight.language) if one.id not in refused)
    if source.startswith(BOT) and isinstance(part, Comparing):
        return part.compared(state, seat, text, idea(sight, source), sight.language)
    raise BadRequest("source")


def idea(sight: Sight, source: str) -> str:
    """The whole sheet of a bot."""
    name, _, seed = source.removeprefix(BOT).partition(":")
    if not source.startswith(BOT) or name not in bots(sight.title) or not SEED.fullmatch(seed):
        raise BadRequest("source")
    return bot_sheet(sight, name, seed)


def taken(sight: Sight, text: str, source: str, wanted: str) -> str | None:
    """The text with a proposal's lines on it, or with all that fit; None if it is not proposed any more. Nothing else changes."""
    found = [one for one in _proposals(sight, text, source) if not one.is_clashing and wanted in (ALL, one.id)]
    return _with(sight, text, found) if found else None


def _with(sight: Sight, text: str, found: Iterable[Proposal]) -> str:
    part, (state, seat) = sight.title.parts.desk, writer(sight)
    assert part is not None
    for one in found:
        for section, line in one.lines or ((one.section, one.text),):
            text = part.added(state, seat, text, line, section)
    return text
