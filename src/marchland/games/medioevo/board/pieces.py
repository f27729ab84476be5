"""What stands on the map: holders, towns and buildings, armies, transports, the way of a march and of a Trade Route."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from marchland.kernel.board import Figures, Mark

from ..phrases import ROMAN, tally_name
from ..rules.components.armies import by_kind, strength
from ..state import BARBARIANS, Land, Route, Vehicle
from ..tables import event_cards
from ..view import MedioevoView
from ..world import event_zone, towns
from .things import buildings, vehicle_note
from .wording import say


def marks(view: MedioevoView, language: str) -> dict[str, Mark]:
    """Who controls which territory, and what a screen reader says of it."""
    return {space: _mark(land, language) for space, land in view.lands.items() if land.holder != BARBARIANS}


@lru_cache(maxsize=4096)
def _mark(land: Land, language: str) -> Mark:
    said = [say("held", language, name="{name}"), *buildings(land, language)]
    return Mark(seat=land.holder, state="token" if land.token == land.holder else "active", text=", ".join(said))


def towns_drawn(view: MedioevoView) -> dict[str, Figures]:
    """Settlements in play and every land with something built or a token on it."""
    drawn = ((space, _town(space, land, view.map)) for space, land in view.lands.items())
    return {space: town for space, town in drawn if town is not None}


@lru_cache(maxsize=4096)
def _town(space: str, land: Land, printing: str) -> Figures | None:
    town = towns(printing).get(space)
    token = land.token == land.holder != BARBARIANS
    if town is None and not (land.military or land.cathedral or token):
        return None
    return {
        "xy": town.xy if town else None,
        "good": town.good if town else "",
        "port": bool(town and town.port),
        "cubes": land.cubes,
        "civil": land.civil,
        "military": land.military,
        "cathedral": land.cathedral,
        "damage": land.civil_damage + land.military_damage + land.cathedral_damage,
        "token": land.holder if token else None,
    }


def armies(view: MedioevoView, language: str) -> list[dict[str, object]]:
    """Every army and every loaded carrier at sea, side by side in its space; who is fighting is marked."""
    fields = {fight.place for fight in view.fights}
    standing = [(space, army.owner, army) for space, there in sorted(view.armies.items()) for army in there]
    afloat = [(vehicle.space, vehicle.owner, vehicle.cargo) for vehicle in view.vehicles.values() if vehicle.cargo is not None]
    chips: list[dict[str, object]] = []
    for space, owner, army in (*standing, *afloat):
        counts = strength(army)
        chips.append(
            {
                "space": space,
                "seat": None if owner == BARBARIANS else owner,
                "count": sum(counts),
                "place": sum(1 for chip in chips if chip["space"] == space),
                "text": tally_name(by_kind(counts), language),
                "fights": space in fields,
            }
        )
    return chips


def vehicles(view: MedioevoView, language: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for number, vehicle in sorted(view.vehicles.items(), key=lambda pair: int(pair[0])):
        if vehicle.aboard:
            continue
        place = sum(1 for other in found if other["space"] == vehicle.space)
        found.append(_vehicle(number, vehicle, place, language))
    return found


def _vehicle(number: str, vehicle: Vehicle, place: int, language: str) -> dict[str, object]:
    return {
        "id": number,
        "space": vehicle.space,
        "seat": vehicle.owner,
        "kind": vehicle.kind,
        "level": ROMAN[vehicle.level],
        "goods": list(vehicle.goods),
        "place": place,
        "spent": vehicle.stopped or not vehicle.pm,
        "text": vehicle_note(vehicle, language, with_space=False),
    }


def journeys(view: MedioevoView) -> list[dict[str, object]]:
    """Ways to draw: of the groups on the move, and of the Trade Routes."""
    marches = [{"kind": "march", "seat": march.seat, "stops": list(march.trail)} for march in view.marches if len(march.trail) > 1]
    routes = [_route(seat.seat, seat.route) for seat in view.seats if seat.route is not None]
    return [*routes, *marches]


def _route(seat: int, route: Route) -> dict[str, object]:
    stops = (route.origin, *route.stages, route.destination)
    return {"kind": "route", "seat": seat, "stops": list(_named_once(stops)), "done": list(route.done)}


def _named_once(stops: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(stop for stop in stops if stop)


def event_zone_now(view: MedioevoView) -> list[str]:
    """MU-EVT-03 Where this turn's Event strikes."""
    if view.happening is None or view.phase != 2:
        return []
    zone = event_zone(event_cards()[view.happening.card].area, view.map)
    return sorted(space for space in zone if space in view.lands or space in view.waters)
