"""Announcements in print: a part of the papers of the turn in which they were made, signed, and marked as such."""

from __future__ import annotations

import msgspec

from marchland.kernel.documents import Document, Form, Paragraph, Part
from marchland.web.tables.selectors import Sight
from marchland.words import say

from .models import Announcement
from .selectors import signatures


def with_announcements(sight: Sight, opened: int, made: Document) -> Document:
    """The papers of the turn that entry `opened` had opened: after the news; where there is a form to fill in, before that."""
    found = list(Announcement.objects.filter(table=sight.table, opened=opened).order_by("seat", "pk"))
    if not found:
        return made
    part = _part(sight, found)
    place = next((place for place, one in enumerate(made.parts) if any(isinstance(block, Form) for block in one.blocks)), 1)
    before = made.parts[:place]
    return msgspec.structs.replace(made, parts=(*before, part, *made.parts[len(before) :]))


def _part(sight: Sight, found: list[Announcement]) -> Part:
    signs, language = signatures(sight), sight.language
    told = (say("announced", language, sign=signs[one.seat], text=" ".join(one.text.split())) for one in found)
    return Part(say("announcements", language), (Paragraph(say("announcements_about", language)), *map(Paragraph, told)))
