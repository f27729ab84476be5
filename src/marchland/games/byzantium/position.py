"""Positions for scenarios and tests: what lies where, and whose action it is.

Keys (all optional): `turn`, `first` SEAT, `act` SEAT (who chooses an action), `passed` [SEAT, ...], `phase` (`actions`,
`upkeep` or `final`), `bulgars` N, `boxes` {box: SEAT or [SEAT, ...]}, `cities` {city: SEAT or {side, tokens, control,
fortified}}, `players` {SEAT: {pool, casualties, tax, churches, mosques, mustered, byzantine, arab}} with {elite, main, militia,
move, treasury, points, guard, at} for each side. What is not named is as at the start of a game. Cubes are made up to 42 in
Casualties or, if that is named, out of the game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.kernel.actions import Seat
from marchland.kernel.errors import BadFile

from .audit import audit
from .rules.cubes import sheet_cubes
from .rules.special.special import ROLES, holder
from .rules.turn import ActionPhase, is_last
from .sequence import Game
from .state import CUBE, FORTIFICATION, Byzantium
from .tables import BYZANTINE, CONFIG, SIDES, CityId, Side

KEYS = {"turn", "first", "act", "passed", "phase", "bulgars", "boxes", "cities", "players"}
CITY_KEYS = {"side", "tokens", "control", "fortified"}
PLAYER_KEYS = {"pool", "casualties", "tax", "churches", "mosques", "mustered", "byzantine", "arab"}
REALM_KEYS = {"elite", "main", "militia", "move", "treasury", "points", "guard", "at"}
PHASES = {"actions": "income_and_upkeep", "upkeep": "income_and_upkeep", "final": "final_count"}
"""The step of the game that is next when the position has been laid (for `actions`, when the action phase is over)."""


def lay(game: Byzantium, position: Mapping[str, Any], names: Sequence[str]) -> None:
    """Lay the position on the table of a new game and run to the first decision."""
    _known(position, KEYS, "position")
    game.turn = position.get("turn", game.turn)
    game.first = _seat(position.get("first", names[0]), names)
    game.passed = tuple(_seat(name, names) for name in position.get("passed", ()))
    game.bulgars = position.get("bulgars", game.bulgars)
    _lay_boxes(game, position.get("boxes", {}), names)
    for city, what in position.get("cities", {}).items():
        _lay_city(game, city, what, names)
    for seat, name in enumerate(names):
        _lay_player(game, seat, position.get("players", {}).get(name, {}))
    game.bank_paid = sum(game.realm(seat, side).treasury for seat in range(len(names)) for side in SIDES)
    _check(game)
    _lay_stack(game, position, names)


def _known(found: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in found:
        if key not in keys:
            raise BadFile(f"{where}: unknown key {key!r}; known: {', '.join(sorted(keys))}")


def _seat(name: Any, names: Sequence[str]) -> Seat:
    if str(name) not in names:
        raise BadFile(f"position: no seat {name!r}; the seats are {', '.join(names)}")
    return list(names).index(str(name))


def _lay_boxes(game: Byzantium, boxes: Mapping[str, Any], names: Sequence[str]) -> None:
    _known(boxes, set(CONFIG.boxes), "boxes")
    for box, owners in boxes.items():
        game.change_box(box, tuple(_seat(name, names) for name in (owners if isinstance(owners, list) else [owners])))
    for role, side in ROLES.items():
        seat = holder(game, role)
        if seat is not None:
            game.change_realm(seat, side, guard=True)


def _lay_city(game: Byzantium, city: CityId, what: Any, names: Sequence[str]) -> None:
    if city not in game.cities:
        raise BadFile(f"position: no city {city!r}")
    given = what if isinstance(what, Mapping) else {"control": what}
    _known(given, CITY_KEYS, city)
    side, tokens = given.get("side", game.cities[city].side), given.get("tokens", game.cities[city].tokens)
    game.change_city(city, side=side, tokens=tokens)
    if "control" in given:
        seat = _seat(given["control"], names)
        fortified = bool(given.get("fortified"))
        game.change_city(city, controller=seat, marker=FORTIFICATION if fortified else CUBE)
        game.change(seat, fortifications=game.players[seat].fortifications - fortified)


def _lay_player(game: Byzantium, seat: Seat, given: Mapping[str, Any]) -> None:
    _known(given, PLAYER_KEYS, "player")
    for side in SIDES:
        _lay_realm(game, seat, side, given.get(side, {}))
    plain = {key: value for key, value in given.items() if key not in SIDES and key != "casualties"}
    owns = any(place.controller == seat and place.side == BYZANTINE for place in game.cities.values())
    mustered = owns or game.realm(seat, BYZANTINE).at is not None
    game.change(seat, **{"mustered": mustered, "casualties": 0, "passing": int(seat in game.passed), **plain})
    rest = CONFIG.cubes - _placed_cubes(game, seat)
    casualties = given.get("casualties", rest)
    game.change(seat, casualties=casualties, removed=rest - casualties)


def _lay_realm(game: Byzantium, seat: Seat, side: Side, given: Mapping[str, Any]) -> None:
    _known(given, REALM_KEYS, side)
    if given.get("at", "athens") not in game.cities:
        raise BadFile(f"position: no city {given['at']!r}")
    game.change_realm(seat, side, **given)


def _placed_cubes(game: Byzantium, seat: Seat) -> int:
    player = game.players[seat]
    markers = sum(place.controller == seat and place.marker == CUBE for place in game.cities.values())
    boxed = sum(cubes.count(seat) for cubes in game.boxes.values())
    piles = player.pool + player.tax + player.passing + player.churches + player.mosques
    return piles + markers + boxed + sheet_cubes(player.byzantine) + sheet_cubes(player.arab)


def _check(game: Byzantium) -> None:
    game.end_game()
    try:
        audit(game)
    except AssertionError as error:
        raise BadFile(f"position: {error}") from None


def _lay_stack(game: Byzantium, position: Mapping[str, Any], names: Sequence[str]) -> None:
    phase = position.get("phase", "actions")
    if phase not in PHASES:
        raise BadFile(f"position: no phase {phase!r}; phases are {', '.join(PHASES)}")
    game.push_at(Game(), PHASES[phase])
    if phase == "actions":
        seat = _seat(position.get("act", names[0]), names)
        game.push(ActionPhase(seat, last=is_last(game)))
    game.outbox = []
    game.run()
