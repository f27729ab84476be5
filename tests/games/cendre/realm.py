"""A table for the tests of peace: spring 201 as the booklets leave it, one chapter at a time, dice from a script."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from marchland.games.cendre.opening import lay_out
from marchland.games.cendre.orders import Order
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.state import Cendre, Civil, Leader, Magic, Military, Structure, Treaty, Troop, War
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import Chance, key_from_seed, scripted
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

replace = msgspec.structs.replace
E = TypeVar("E", bound=Event)

A, M, V, L = "AKLA", "MERISSE", "VOLTDARG", "LUMIERES"
"""Akla, Merisse and Voltdarg play the rules as printed."""


def table(*dice: int, seats: int = 20) -> Cendre:
    """Everybody is sober: nobody rolls for drink unless a test asks for it."""
    game = lay_out(seats, TITLE.settings({}), scripted(*dice))
    game.leaders = {id_: replace(who, specials=()) for id_, who in game.leaders.items()}
    game.outbox = []
    return game


def seeded(seed: object, seats: int = 20) -> Cendre:
    game = lay_out(seats, TITLE.settings({}), Chance(key_from_seed(str(seed))))
    game.outbox = []
    return game


def script(game: Cendre, *dice: int) -> None:
    game.chance = scripted(*dice)


def land(game: Cendre, code: str, **fields: Any) -> None:
    if "structures" in fields:
        fields["structures"] = tuple(Structure(s) if isinstance(s, str) else s for s in fields["structures"])
    game.lay_land(code, replace(game.lands[code], **fields))


def nation(game: Cendre, name: str, **fields: Any) -> None:
    record = game.nations[name]
    goods = {kind: fields.pop(kind) for kind in list(fields) if kind in type(record.goods).__struct_fields__}
    civil = {unit: fields.pop(unit) for unit in list(fields) if unit in type(record.civil).__struct_fields__}
    game.nations[name] = replace(record, goods=replace(record.goods, **goods), civil=replace(record.civil, **civil), **fields)


def leader(game: Cendre, nation: str, at: str = "", name: str = "", **fields: Any) -> str:
    """A new leader; `civil=3`, `military=6`, `power=5` stand for one of that skill."""
    number = game.next_leader
    game.next_leader += 1
    parts: dict[str, Any] = {}
    if "civil" in fields:
        parts["civil"] = Civil("moyen", fields.pop("civil"), tuple(fields.pop("talents", ())), tuple(fields.pop("gifts", ())))
    if "military" in fields:
        military = Military("moyen", fields.pop("military"), fields.pop("strategy", 2), tuple(fields.pop("tactics", ())))
        parts["military"] = military
    if "power" in fields:
        parts["magic"] = Magic("moyen", fields.pop("power"), fields.pop("control", 2), tuple(fields.pop("colours", ())))
    game.leaders[f"L{number}"] = Leader(
        id=f"L{number}",
        name=name or f"N{number}",
        nation=nation,
        origin=nation,
        at=at or game.nations[nation].capital,
        **parts,
        **fields,
    )
    return f"L{number}"


def no_leaders(game: Cendre, *nations: str) -> None:
    game.leaders = {id_: who for id_, who in game.leaders.items() if nations and who.nation not in nations}


def no_units(game: Cendre, *nations: str) -> None:
    game.garrisons = {key: troops for key, troops in game.garrisons.items() if nations and key[4:] not in nations}


def garrison(game: Cendre, code: str, nation: str, **units: int) -> None:
    game.garrisons[f"{code}:{nation}"] = tuple(Troop(unit.replace("_", "-"), count) for unit, count in sorted(units.items()))


def at_war(game: Cendre, one: str, other: str) -> None:
    first, second = sorted((one, other))
    game.wars[f"{first}|{second}"] = War(one=first, other=second, since=game.turn)


def treaty(game: Cendre, kind: str, one: str, other: str, since: int = -9) -> None:
    first, second = sorted((one, other))
    game.treaties[f"{kind}:{first}|{second}"] = Treaty(kind, first, second, since)


def sheet(game: Cendre, nation: str, *orders: Order) -> None:
    game.sheets[nation] = orders  # type: ignore[assignment]


def run(game: Cendre, *phases: Procedure) -> list[Event]:
    """Carry out phases and return what happened."""
    game.outbox = []
    game.push(*phases)
    game.run()
    return game.outbox


def found(events: list[Event], kind: type[E], **fields: Any) -> list[E]:
    """Events of a kind whose fields have these values."""
    return [e for e in events if isinstance(e, kind) and all(getattr(e, name) == value for name, value in fields.items())]


def refusals(events: list[Event]) -> list[str]:
    return [event.rule for event in found(events, OrderRefused)]
