"""A minor nation is born: its levies, its treasury and its leaders."""

from __future__ import annotations

from collections.abc import Sequence

from ...state import Cendre, Civil, Code, Leader, Military, NationId
from ...tables import TABLES
from ...world import SITES
from ..common.ledger import add_units, gain
from ..leaders.people import LeaderJoined


def of_race(unit: str, race: str) -> str:
    return unit if race == "humain" else f"{unit}/{race}"


def equip(game: Cendre, nation: NationId, codes: Sequence[Code]) -> None:
    """TC-DIP-11 A new minor nation raises levies in each territory, has a treasury, a ruler and a captain."""
    table, race = TABLES.minor, game.nations[nation].race
    for code in codes:
        for unit, number in sorted(levies(game, code).items()):
            add_units(game, code, nation, of_race(unit, race), number, "founded", "TC-DIP-11")
    gain(game, nation, table.treasury, "founded", "TC-DIP-11")
    levels = TABLES.leaders
    weak = levels.levels[1]
    ruler = Civil(weak, levels.civil.competence[1])
    captain = Military(weak, levels.military.command[1], levels.military.strategy[1])
    appoint(game, nation, f"Chef de {SITES[game.nations[nation].capital].name}", civil=ruler, ruler=True)
    appoint(game, nation, f"Capitaine de {SITES[game.nations[nation].capital].name}", military=captain)


def levies(game: Cendre, code: Code) -> dict[str, int]:
    """What a territory raises when it breaks away."""
    table, land, site = TABLES.minor, game.lands[code], SITES[code]
    if site.open_sea:
        return dict(table.open_sea)
    raised = {table.levy: -(-land.population // table.people_per_levy), **table.always}
    if land.town:
        raised.update(table.town)
    if site.by_the_sea:
        raised.update(table.coast)
    return raised


def appoint(
    game: Cendre, nation: NationId, name: str, *, civil: Civil | None = None, military: Military | None = None, ruler: bool = False
) -> None:
    """Somebody new leads a minor nation."""
    leader = Leader(
        id=f"L{game.next_leader}",
        name=name,
        nation=nation,
        origin=game.nations[nation].origin,
        ruler=ruler,
        age=TABLES.minor.ruler_age,
        civil=civil,
        military=military,
        at=game.nations[nation].capital,
    )
    game.next_leader += 1
    game.leaders[leader.id] = leader
    game.emit(LeaderJoined(nation=nation, leader=leader.id, name=name, reason="founded", rule="TC-DIP-11", audience=()))
