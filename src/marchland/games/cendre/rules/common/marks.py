"""Marks: things that hold for a time, such as the after-effects of events."""

from __future__ import annotations

from ...state import SEASONS, WINTER, Cendre, Code, Mark, NationId


def next_winter(game: Cendre) -> int:
    """The turn of the coming winter; in winter, that of the next one."""
    ahead = len(SEASONS) - 1 - SEASONS.index(game.season)
    return game.turn + (ahead or len(SEASONS))


def next_winter_with_a_sheet(game: Cendre) -> int:
    """The coming winter if a sheet is still to be written before it, otherwise the one after."""
    coming = next_winter(game)
    return coming + len(SEASONS) if next_active(game) > coming else coming


def next_active(game: Cendre) -> int:
    """The turn of the next season with orders."""
    return game.turn + (2 if game.season == SEASONS[2] else 1)


def next_spring(game: Cendre) -> int:
    return next_winter(game) + 1 if game.season != WINTER else game.turn + 1


def add_mark(
    game: Cendre,
    kind: str,
    until: int,
    *,
    nation: NationId = "",
    territory: Code = "",
    amount: int = 0,
    word: str = "",
    since: int = 0,
) -> None:
    game.marks.append(Mark(kind, until, nation, territory, amount, word, since))


def marks(game: Cendre, kind: str, *, nation: NationId = "", territory: Code = "") -> list[Mark]:
    """Marks of a kind that run now, for a nation or a territory where one is asked for."""
    return [
        mark
        for mark in game.marks
        if mark.kind == kind
        and mark.since <= game.turn
        and (not nation or mark.nation == nation)
        and (not territory or mark.territory == territory)
    ]


def has_mark(game: Cendre, kind: str, *, nation: NationId = "", territory: Code = "") -> bool:
    return bool(marks(game, kind, nation=nation, territory=territory))


def mark_total(game: Cendre, kind: str, *, nation: NationId = "", territory: Code = "") -> int:
    return sum(mark.amount for mark in marks(game, kind, nation=nation, territory=territory))


def drop_marks(game: Cendre, kind: str, *, nation: NationId = "", territory: Code = "") -> None:
    gone = marks(game, kind, nation=nation, territory=territory)
    game.marks = [mark for mark in game.marks if mark not in gone]


def expire_marks(game: Cendre) -> None:
    """What was to last until an earlier turn is over."""
    game.marks = [mark for mark in game.marks if mark.until >= game.turn]
