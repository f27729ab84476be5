"""A bare table for the tests of war: nations, land and troops laid down one by one, dice from a script.

X is PME, a vacant plain with five neighbours over open borders: DVA (desert), PVL and WAN (plains), SPO and TEA (marsh).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from marchland.games.cendre.opening import lay_out
from marchland.games.cendre.orders import Attack, MilitaryOrder, Raid
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty, begin_war
from marchland.games.cendre.rules.war.battle import attack_bonuses, defence_bonuses
from marchland.games.cendre.rules.war.forces import Field, Fight, side_force
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import MilitaryPhase, pitched, standing
from marchland.games.cendre.state import Army, Cendre, Land, Leader, Military, Structure, Troop
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import scripted
from marchland.kernel.events import Event

A, V, M, C = "AKLA", "VOLTDARG", "MERISSE", "LACUSTRES"
X, Y = "PME", "PVL"
SLOW, FAST, SWIFT = "mag-pantins-cendre", "min-cavaliers", "est-archers"
"""Units of speed one (force two, no strong point), two and three."""


def bare_table(*dice: int) -> Cendre:
    """Spring 201 without a soldier or a leader in the world."""
    game = lay_out(20, TITLE.settings({}), scripted(*dice))
    game.garrisons.clear()
    game.leaders.clear()
    game.armies.clear()
    game.outbox = []
    return game


def script(game: Cendre, *dice: int) -> None:
    game.chance = scripted(*dice)


def hold(game: Cendre, nation: str, *codes: str, owner: str | None = None, **fields: Any) -> None:
    """Give a nation control (and, unless told otherwise, ownership) of territories."""
    for code in codes:
        land(game, code, controller=nation, owner=nation if owner is None else owner, **fields)


def land(game: Cendre, code: str, **fields: Any) -> Land:
    game.lay_land(code, msgspec.structs.replace(game.lands[code], **fields))
    return game.lands[code]


def build(game: Cendre, code: str, *kinds: str, border: str = "") -> None:
    land(game, code, structures=tuple(Structure(kind, border=border) for kind in kinds))


def garrison(game: Cendre, nation: str, code: str, **units: int) -> None:
    game.garrisons[f"{code}:{nation}"] = troops(units)


def troops(units: dict[str, int]) -> tuple[Troop, ...]:
    return tuple(Troop(unit.replace("_", "-"), number) for unit, number in sorted(units.items()))


def leader(game: Cendre, nation: str, code: str, *, command: int = 14, strategy: int = 0, tactics: Iterable[str] = ()) -> str:
    key = f"L{len(game.leaders) + 1}"
    military = Military("moyen", command, strategy, tuple(tactics))
    game.leaders[key] = Leader(id=key, name=f"Captain {key}", nation=nation, origin=nation, military=military, at=code)
    return key


def army(
    game: Cendre,
    nation: str,
    code: str,
    units: dict[str, int],
    *,
    command: int = 14,
    strategy: int = 0,
    tactics: Iterable[str] = (),
) -> str:
    """An army with its leader; returns the leader's id."""
    key = leader(game, nation, code, command=command, strategy=strategy, tactics=tactics)
    game.armies[key] = Army(leader=key, nation=nation, at=code, origin=code, troops=troops(units))
    return key


def war(game: Cendre, one: str, other: str) -> None:
    begin_war(game, one, other, game.turn, "test", "TC-DIP-01")


def ally(game: Cendre, one: str, other: str) -> None:
    for kind in ("alliance", "contract", "pact"):
        begin_treaty(game, kind, one, other, "TC-DIP-01")


def order(game: Cendre, nation: str, *orders: Any) -> None:
    game.sheets[nation] = (*game.sheets.get(nation, ()), *orders)


def attack(game: Cendre, key: str, *path: str) -> None:
    order(game, game.armies[key].nation, Attack(leader=key, territory=path[-1], via=tuple(path[:-1])))


def raid(game: Cendre, key: str, *path: str) -> None:
    order(game, game.armies[key].nation, Raid(leader=key, territory=path[-1], via=tuple(path[:-1])))


def give(game: Cendre, key: str, kind: type[MilitaryOrder], **fields: Any) -> None:
    order(game, game.armies[key].nation, kind(leader=key, **fields))


def campaign(game: Cendre, *dice: int) -> list[Event]:
    """Resolve the military phase with these dice and return what happened."""
    if dice:
        script(game, *dice)
    game.outbox = []
    game.stack = []
    game.push(MilitaryPhase())
    game.run()
    return list(game.outbox)


def steps_only(game: Cendre, *dice: int) -> list[Event]:
    """Resolve movement alone, up to those who turn back."""
    if dice:
        script(game, *dice)
    game.outbox = []
    phase = MilitaryPhase()
    for step in ("set_out", "first_step", "second_step", "third_step", "turn_back"):
        getattr(phase, step)(game)
    return list(game.outbox)


def of(events: Iterable[Event], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def size(game: Cendre, nation: str, code: str) -> int:
    """How many units a nation has in a territory."""
    stationed = game.garrisons.get(f"{code}:{nation}", ())
    led = [troop for army in game.armies.values() if army.nation == nation and army.at == code for troop in army.troops]
    return sum(troop.count for troop in (*stationed, *led))


def listed(bonuses: Iterable[Any]) -> dict[str, int]:
    """The lines of a test by name."""
    return {line.name: line.amount for line in bonuses}


# -- a battle about to begin -----------------------------------------------------------------------------------


def clash(
    attackers: dict[str, int],
    defenders: dict[str, int],
    *,
    at: str = X,
    start: str = "WAN",
    leads: Iterable[str] = (),
    guards: Iterable[str] = (),
    **facts: Any,
) -> tuple[Cendre, Fight]:
    """V attacks from `start`; A defends `at` with an army. Returns the game and the fight about to begin."""
    game = bare_table()
    war(game, A, V)
    hold(game, A, at)
    hold(game, V, start)
    army(game, A, at, defenders, tactics=guards, **{key[3:]: value for key, value in facts.items() if key.startswith("of_")})
    key = army(game, V, start, attackers, tactics=leads, strategy=facts.get("strategy", 0))
    attack(game, key, at)
    steps_only(game)
    return game, pitched(game, at, line_up(game, at, standing(game, at)))


def forces(attackers: dict[str, int], defenders: dict[str, int], **facts: Any) -> tuple[int, int]:
    game, fight = clash(attackers, defenders, **facts)
    field = Field(game, fight)
    return side_force(field, fight.attack), side_force(field, fight.defence)


def bonuses(game: Cendre, fight: Fight, *, ambushed: bool = False, tunnel: int = 0) -> tuple[dict[str, int], dict[str, int]]:
    field = Field(game, fight)
    strength = {side.role: side_force(field, side) for side in (fight.attack, fight.defence)}
    return listed(attack_bonuses(field, strength, tunnel)), listed(defence_bonuses(field, strength, ambushed))


def campaign_from_battles(game: Cendre, *dice: int) -> list[Event]:
    """Fight out the battles of armies that have already moved."""
    script(game, *dice)
    game.outbox = []
    phase = MilitaryPhase()
    for step in ("raids", "battles", "control"):
        getattr(phase, step)(game)
    return list(game.outbox)
