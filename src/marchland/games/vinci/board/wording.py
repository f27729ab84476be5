"""The board's words, from the title's phrasebook, and a province in words."""

from __future__ import annotations

from functools import lru_cache

from marchland.kernel.board import Mark

from ..phrases import PHRASEBOOK
from ..state import NEUTRAL, Holding


class Province(Mark, frozen=True, kw_only=True):
    """A province with what lies on it."""

    tokens: int
    fort: bool


def say(key: str, language: str, **facts: object) -> str:
    return PHRASEBOOK.on_board(key, language, **facts)


@lru_cache(maxsize=4096)
def said(held: Holding, language: str) -> Province:
    state = "neutral" if held.seat == NEUTRAL else "declining" if held.declining else "active"
    tokens = say("token" if held.tokens == 1 else "tokens", language, n=held.tokens)
    fort = f", {say('fort', language)}" if held.fort else ""
    return Province(
        seat=None if held.seat == NEUTRAL else held.seat,
        state=state,
        tokens=held.tokens,
        fort=held.fort,
        text=f"{say(state, language, name='{name}')}, {tokens}{fort}",
    )
