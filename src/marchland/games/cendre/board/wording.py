"""The board's words, from the title's phrasebook."""

from __future__ import annotations

from ..phrases import PHRASEBOOK


def say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(key, language, **facts)
