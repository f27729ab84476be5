"""Partial positions for scenarios, laid over the table as it stands when the first sheets are written.

season: automne                                   year: 203
nations: {AKLA: {gold: 500, bois: 10, stability: 2, reputation: -1, glory: 40, known: [Banque], espions: 2}}
lands: {VAL: {owner: AKLA, controller: MERISSE, town: 4, danger: 10, structures: [silos, manufacture], roads: true}}
garrisons: {VAL: {AKLA: {akl-lances: 3}}}         replaces what that nation has there
leaders: {L1: {at: VAL, wounded: true, civil: {competence: 5, talents: [culture], gifts: [urbaniste]}}}
treaties: [[contract, AKLA, MERISSE]]             wars: [[AKLA, VOLTDARG]]         both since an earlier season
minors: {MIN-PME: {capital: PME}}                 minor nations that exist from the start
threats: {south: {home: DES, vigour: 40}}         outside threats on the map; garrisons and lands say what they hold
disarm: true                                      no unit on the whole map before the garrisons are laid
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from marchland.kernel.errors import BadFile

from .goods import KINDS, Goods
from .rules.common.inquiry import pair
from .rules.common.ledger import merged
from .rules.events.threats.threats import nation_name
from .state import (
    MINOR,
    SEASONS,
    THREAT,
    Cendre,
    Civil,
    CivilUnits,
    Leader,
    Magic,
    Military,
    Nation,
    Structure,
    Threat,
    Treaty,
    Troop,
    War,
)
from .world import SITES, discovery_named, unit_kind

LONG_AGO = -40
"""A turn before the game began: treaties and wars of a position are in force and unlocked."""
replace = msgspec.structs.replace


def lay(game: Cendre, position: Mapping[str, Any], seat_names: tuple[str, ...]) -> None:
    for key, value in position.items():
        if key not in LAYERS:
            raise BadFile(f"scenario: position has no {key!r}; it has {', '.join(LAYERS)}")
        LAYERS[key](game, value)
    game.menu = None


def _year(game: Cendre, year: int) -> None:
    game.year = year
    game.last_year = max(game.last_year, year)


def _season(game: Cendre, season: str) -> None:
    if season not in SEASONS:
        raise BadFile(f"scenario: no season {season!r}")
    game.season = season


def _nations(game: Cendre, nations: Mapping[str, Mapping[str, Any]]) -> None:
    for nation, figures in nations.items():
        if nation not in game.nations:
            raise BadFile(f"scenario: no nation {nation!r}")
        for name, value in figures.items():
            _figure(game, nation, name, value)


def _minors(game: Cendre, minors: Mapping[str, Mapping[str, Any]]) -> None:
    for nation, figures in minors.items():
        game.nations[nation] = msgspec.convert({"id": nation, "kind": MINOR, **figures}, Nation)


def _threats(game: Cendre, threats: Mapping[str, Mapping[str, Any]]) -> None:
    for side, figures in threats.items():
        if side not in game.threats:
            raise BadFile(f"scenario: no outside threat {side!r}")
        plain = {"side": side, "state": "active", "since": LONG_AGO, **figures}
        try:
            game.threats[side] = msgspec.convert(plain, Threat)
        except msgspec.ValidationError as error:
            raise BadFile(f"scenario: {side}: {error}") from None
        nation = nation_name(side)
        game.nations[nation] = Nation(id=nation, kind=THREAT)


def _figure(game: Cendre, nation: str, name: str, value: Any) -> None:
    record = game.nations[nation]
    if name in KINDS:
        game.nations[nation] = replace(record, goods=record.goods + Goods.one(name, value - record.goods[name]))
    elif name in CivilUnits.__struct_fields__:
        game.nations[nation] = replace(record, civil=replace(record.civil, **{name: value}))
    elif name == "known":
        game.nations[nation] = replace(record, known=tuple(map(discovery_named, value)))
    elif name in type(record).__struct_fields__:
        game.nations[nation] = replace(record, **{name: tuple(value) if isinstance(value, list) else value})
    else:
        raise BadFile(f"scenario: a nation has no {name!r}")


def _lands(game: Cendre, lands: Mapping[str, Mapping[str, Any]]) -> None:
    for code, figures in lands.items():
        if code not in SITES:
            raise BadFile(f"scenario: no territory {code!r}")
        plain = {**msgspec.to_builtins(game.lands[code]), **figures}
        plain["structures"] = [_structure(built) for built in plain.get("structures", ())]
        try:
            game.lay_land(code, msgspec.convert(plain, type(game.lands[code])))
        except msgspec.ValidationError as error:
            raise BadFile(f"scenario: {code}: {error}") from None


def _structure(built: Any) -> dict[str, Any]:
    structure = Structure(built) if isinstance(built, str) else msgspec.convert(built, Structure)
    plain: dict[str, Any] = msgspec.to_builtins(structure)
    return plain


def _garrisons(game: Cendre, places: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
    for code, nations in places.items():
        for nation, units in nations.items():
            troops = merged((), tuple(Troop(unit_kind(unit).id, number) for unit, number in units.items()))
            if troops:
                game.garrisons[f"{code}:{nation}"] = troops
            else:
                game.garrisons.pop(f"{code}:{nation}", None)


def _disarm(game: Cendre, disarm: bool) -> None:
    if disarm:
        game.garrisons.clear()


def _leaders(game: Cendre, leaders: Mapping[str, Mapping[str, Any]]) -> None:
    for name, figures in leaders.items():
        known = game.leaders.get(name) or Leader(id=name, name=name)
        plain = msgspec.to_builtins(known)
        for field, value in figures.items():
            part = {"civil": Civil, "military": Military, "magic": Magic}.get(field)
            plain[field] = {"level": "fort", **(plain.get(field) or {}), **value} if part and value else value
        try:
            game.leaders[name] = msgspec.convert(plain, Leader)
        except msgspec.ValidationError as error:
            raise BadFile(f"scenario: {name}: {error}") from None
        game.next_leader = max(game.next_leader, int(name[1:]) + 1)


def _treaties(game: Cendre, treaties: list[list[str]]) -> None:
    for kind, one, other in treaties:
        first, second = sorted((one, other))
        game.treaties[f"{kind}:{pair(one, other)}"] = Treaty(kind, first, second, LONG_AGO)


def _wars(game: Cendre, wars: list[list[str]]) -> None:
    for one, other in wars:
        first, second = sorted((one, other))
        game.wars[pair(one, other)] = War(one=first, other=second, since=LONG_AGO, last_action=game.turn)


LAYERS: dict[str, Callable[[Cendre, Any], None]] = {
    "year": _year,
    "season": _season,
    "minors": _minors,
    "threats": _threats,
    "disarm": _disarm,
    "nations": _nations,
    "lands": _lands,
    "garrisons": _garrisons,
    "leaders": _leaders,
    "treaties": _treaties,
    "wars": _wars,
}
