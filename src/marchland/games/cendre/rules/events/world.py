"""Chapter "Les évènements": what befalls the whole world."""

from __future__ import annotations

from marchland.kernel.chance import pick, shuffled
from marchland.kernel.events import Event

from ...state import WINTER, Cendre
from ...tables import TABLES
from ...world import SITES
from ..common.dice import d6, d10
from ..common.inquiry import is_vacant
from ..common.ledger import change_land
from ..common.marks import add_mark, drop_marks, has_mark, marks, next_winter
from ..land.ownership import break_away
from ..land.production import fit_under_caps
from .threats.threats import announce


class WorldEvent(Event, frozen=True):
    """Everybody hears of a world event."""

    RULE = "TC-EVT-02"
    score: int
    event: str


class SeasonTurned(Event, frozen=True):
    """TC-EVT-02 The weather of a disordered year."""

    RULE = "TC-EVT-02"
    die: int
    provisions: int


# -- the world --------------------------------------------------------------------------------------------------


def world_event(game: Cendre) -> None:
    """TC-EVT-02 d10 without modifier; what it does lasts for the year to come."""
    score = d10(game, "", "world_event")
    game.emit(WorldEvent(score=score, event=TABLES.events.world[score]))
    WORLD[score](game)


def year_end(game: Cendre) -> int:
    """The last turn of the year an event of this winter rules; in an astral year, of the current one."""
    return next_winter(game)


def _astral(game: Cendre) -> None:
    add_mark(game, "astral", year_end(game) - 1)


def _ash_storms(game: Cendre) -> None:
    add_mark(game, "world_provisions", year_end(game), amount=-1)


def _old_ash(game: Cendre) -> None:
    """TC-EVT-02 Old ash comes up in six territories."""
    for code in shuffled(game, tuple(SITES))[: TABLES.events.ash_territories]:
        land = game.lands[code]
        for what in ("farms", "exploitations", "farm_capacity", "population"):
            change_land(game, code, what, -min(1, getattr(land, what)), "cendres anciennes", "TC-EVT-02")
        fit_under_caps(game, code)


def _mud(game: Cendre) -> None:
    add_mark(game, "mud", year_end(game))


def _principality(game: Cendre) -> None:
    """TC-EVT-02 A vacant territory becomes a minor nation."""
    vacant = [code for code in SITES if is_vacant(game.lands[code])]
    if vacant:
        break_away(game, (pick(game, vacant),), "principauté", "TC-EVT-02")


def _disorder(game: Cendre) -> None:
    add_mark(game, "disorder", year_end(game))
    add_mark(game, "no_refill", year_end(game))


def _peace_stars(game: Cendre) -> None:
    add_mark(game, "peace_stars", game.turn)


def _red_stars(game: Cendre) -> None:
    add_mark(game, "red_stars", game.turn)


def _flowers(game: Cendre) -> None:
    add_mark(game, "flowers", game.turn)


WORLD = {
    1: _astral,
    2: _ash_storms,
    3: _old_ash,
    4: _mud,
    5: _principality,
    6: _disorder,
    7: _peace_stars,
    8: _red_stars,
    9: _flowers,
    10: announce,
}


def season_effects(game: Cendre) -> None:
    """TC-EVT-02 At the start of an active season: the weather of a disordered year, emptied sources of an event."""
    if game.season == WINTER:
        return
    drop_marks(game, "season_provisions")
    if has_mark(game, "disorder"):
        die = d6(game, "", "disorder")
        provisions = -1 if die <= 3 else 1 if die >= 5 else 0
        game.emit(SeasonTurned(die=die, provisions=provisions))
        add_mark(game, "world_provisions", game.turn, amount=provisions)
    for mark in marks(game, "empty_source"):
        change_land(game, mark.territory, "fluid", -game.lands[mark.territory].fluid, "épuisement du flux magique", "TC-EVT-04")
    drop_marks(game, "empty_source")
