"""Looking around in one game after the other, with the clock standing still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from unittest import mock

import time_machine
from django.db.backends.base.base import BaseDatabaseWrapper
from tools.noninterference import drawn_options

from marchland.kernel.chance import key_from_seed
from marchland.kernel.secrecy import Leak
from marchland.kernel.title import find_title
from marchland.web.config import throttle
from marchland.web.tables.models import Status, Table

from .comparing import compare
from .play import Game

LONGEST = 400
"""Moves after which a game has been looked at enough."""
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@contextmanager
def stillness() -> Iterator[None]:
    """Nothing differs from one look to the next but what is looked for: no time passes, tokens of forms are not scattered, nobody
    is asked to wait, and the one connection to the database, on which nothing is ever committed, stays open."""
    unlimited = dict.fromkeys(throttle.LIMITS, ())
    with (
        time_machine.travel(NOON, tick=False),
        mock.patch("django.middleware.csrf._mask_cipher_secret", lambda secret: secret * 2),
        mock.patch("django.middleware.csrf._get_new_csrf_string", return_value="x" * 32),
        mock.patch.object(throttle, "LIMITS", unlimited),
        mock.patch.object(BaseDatabaseWrapper, "close_if_unusable_or_obsolete"),
    ):
        yield


@dataclass
class Look:
    """How a game is looked at."""

    enough: int
    """No further once so much was compared."""
    every: int = 1
    """At every such move,"""
    first: int = 0
    """from this one on."""
    worlds: int = 1
    is_brief: bool = False
    """By one who plays and by anybody, and not after the end."""
    options: Mapping[str, Any] = field(default_factory=dict)


def look_around(title_id: str, seed: str, counted: Counter[str], look: Look) -> str:
    """Play a game and compare what readers are told on the way, and in the end; what leaks, or nothing."""
    drawn = drawn_options(find_title(title_id), key_from_seed(f"eavesdropping {seed}"))
    with stillness():
        game = Game(title_id, seed, {**drawn, **look.options})
        try:
            _look(game, counted, look)
        except Leak as leak:
            return f"{leak}: {game}"
    return ""


def _look(game: Game, counted: Counter[str], look: Look) -> None:
    every = 1 if game.title.has_mail else look.every
    while not game.is_over and game.moves < LONGEST and counted.total() < look.enough:
        if game.moves >= look.first and game.moves % every == 0:
            counted += compare(game, look.worlds, look.is_brief)
        game.step()
    if not look.is_brief:
        Table.objects.filter(pk=game.table.pk, status=Status.PLAYING).update(status=Status.ABANDONED)
        counted += compare(game, look.worlds)
