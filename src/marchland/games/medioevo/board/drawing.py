"""How the table is drawn: the figures that the templates of this folder need, taken from a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from marchland.kernel.catalogue import Catalogue

from ..phrases import ROMAN, card_name, event_name, good_name, kingdom_name, tally_name, word
from ..rules.armies import by_kind, strength
from ..rules.objectives import objective_table
from ..state import BARBARIANS, Fight, Held, Land, Vehicle
from ..tables import BUILDINGS, COLOURS, DATA, empire_cards, tables, technologies
from ..view import MedioevoView, SeatView
from . import good_table, is_sea, lands, seas, towns

LETTERS = {"wagon": "W", "galley": "G", "caravan": "C", "merchantman": "M", "engine": "S"}
PHASES = 7


def drawn(view: MedioevoView, language: str) -> Mapping[str, Any]:
    return {
        "map": DATA / "map.json",
        "with_seas": True,
        "holders": {space: _mark(land, language) for space, land in view.lands.items() if land.holder != BARBARIANS},
        "towns": _towns(view, language),
        "armies": _armies(view, language),
        "vehicles": _vehicles(view, language),
        "outside": [space for space in (*lands(), *seas()) if view.area and space not in view.area and space not in view.waters],
        "seats": {seat.seat: _seat(seat, language) for seat in view.seats},
        "cards": [_card(seat, held, language) for seat in view.seats for held in seat.hand],
        "drawn": [_drawn_card(card, language) for seat in view.seats for card in seat.drawn],
        "turn": _turn(view, language),
        "fights": [_fight(fight, language) for fight in view.fights],
        "wars": [war.sides for war in view.wars],
        "pacts": [_pact(number, pact, language) for number, pact in view.pacts.items()],
        "panels_name": say("panels", language),
        "words": {key: entry[language] for key, entry in words().items()},
    }


@cache
def words() -> dict[str, dict[str, str]]:
    """The board's own words: `words.yaml`."""
    return msgspec.yaml.decode((Path(__file__).parent / "words.yaml").read_bytes(), type=dict[str, dict[str, str]])


def say(key: str, language: str, **facts: object) -> str:
    return words()[key][language].format(**facts)


@cache
def rules() -> Catalogue:
    return Catalogue(DATA / "rules.yaml")


# -- the map -----------------------------------------------------------------------------------------------


def _mark(land: Land, language: str) -> dict[str, Any]:
    built = ", ".join(_buildings(land, language))
    text = say("held", language, name="{name}") + (f", {built}" if built else "")
    return {"seat": land.holder, "state": "token" if land.token == land.holder else "active", "text": text}


def _buildings(land: Land, language: str) -> list[str]:
    levels = [(category, getattr(land, category)) for category in BUILDINGS]
    return [word(tables().buildings[category].names[level - 1], language) for category, level in levels if level]


def _towns(view: MedioevoView, language: str) -> list[dict[str, Any]]:
    """Settlements in play and every land with buildings: where they are, what they make, what stands there."""
    found = []
    for space, land in view.lands.items():
        town = towns().get(space)
        if town is None and not (land.military or land.cathedral):
            continue
        found.append(
            {
                "id": space,
                "xy": town.xy if town else None,
                "good": good_table()[town.good].color if town else "",
                "good_name": good_name(town.good, language) if town else "",
                "cubes": [good_table()[good].color for good in land.cubes],
                "civil": land.civil,
                "military": land.military,
                "cathedral": land.cathedral,
                "damage": land.civil_damage + land.military_damage + land.cathedral_damage,
                "text": ", ".join(_buildings(land, language)),
            }
        )
    return found


def _armies(view: MedioevoView, language: str) -> list[dict[str, Any]]:
    """Every army and every loaded carrier at sea, side by side in its space."""
    chips: list[dict[str, Any]] = []
    for space, standing in sorted(view.armies.items()):
        for place, army in enumerate(standing):
            chips.append(_chip(space, army.owner, sum(strength(army)), place, tally_name(by_kind(strength(army)), language)))
    for vehicle in view.vehicles.values():
        if vehicle.cargo is not None:
            place = sum(1 for chip in chips if chip["space"] == vehicle.space)
            troops = strength(vehicle.cargo)
            chips.append(_chip(vehicle.space, vehicle.owner, sum(troops), place, tally_name(by_kind(troops), language)))
    return chips


def _chip(space: str, owner: int, count: int, place: int, text: str) -> dict[str, Any]:
    return {"space": space, "seat": None if owner == BARBARIANS else owner, "count": count, "place": place, "text": text}


def _vehicles(view: MedioevoView, language: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for number, vehicle in sorted(view.vehicles.items(), key=lambda pair: int(pair[0])):
        place = sum(1 for other in found if other["space"] == vehicle.space)
        found.append(
            {
                "id": number,
                "space": vehicle.space,
                "seat": vehicle.owner,
                "letter": LETTERS[vehicle.kind],
                "level": ROMAN[vehicle.level],
                "goods": [good_table()[good].color for good in vehicle.goods],
                "place": place,
                "spent": vehicle.stopped or not vehicle.pm,
                "sea": is_sea(vehicle.space),
                "text": _vehicle_text(vehicle, language),
            }
        )
    return found


def _vehicle_text(vehicle: Vehicle, language: str) -> str:
    goods = ", ".join(good_name(good, language) for good in vehicle.goods)
    return f"{word(vehicle.kind, language)} {ROMAN[vehicle.level]}, {vehicle.pm} PM" + (f", {goods}" if goods else "")


# -- beside the map ----------------------------------------------------------------------------------------


def _turn(view: MedioevoView, language: str) -> dict[str, Any]:
    return {
        "turn": view.turn,
        "of": tables().turns[view.turns],
        "phase": view.phase,
        "phases": [say(f"phase{number}", language) for number in range(1, PHASES + 1)],
        "order": view.order,
        "dice": view.circle.dice,
        "horde": tally_name(by_kind(view.circle.horde), language),
        "tolerated": view.tolerated,
        "next_back": view.event_back,
        "event": event_name(view.happening.card, language) if view.happening else "",
        "top": objective_table()[view.top_objective].name[language] if view.top_objective else "",
        "deck": view.deck,
    }


def _card(seat: SeatView, held: Held, language: str) -> dict[str, Any]:
    back = seat.objectives.get(str(held.card))
    return {"seat": seat.seat, "turned": held.turned, "stored": held.stored, **_face(held.card, back, language)}


def _drawn_card(card: int, language: str) -> dict[str, Any]:
    return {"seat": None, "turned": False, "stored": 0, **_face(card, card, language)}


def _face(card: int, back: int | None, language: str) -> dict[str, Any]:
    objective = objective_table()[back] if back else None
    return {
        "number": card,
        "name": card_name(card, language),
        "icons": empire_cards()[card].icons,
        "either": len(empire_cards()[card].choices) > 1,
        "ability": rules().rules[empire_cards()[card].rule].text(language),
        "objective": objective.name[language] if objective else "",
        "goal": objective.text[language] if objective else "",
    }


def _fight(fight: Fight, language: str) -> dict[str, Any]:
    return {
        "place": fight.place,
        "round": fight.round,
        "sides": [
            {
                "seat": None if side.owner == BARBARIANS else side.owner,
                "dice": side.dice,
                "arrows": side.arrows,
                "bonus": side.bonus,
                "pending": side.pending,
            }
            for side in fight.sides
        ],
    }


def _pact(number: str, pact: Any, language: str) -> dict[str, Any]:
    kinds = ", ".join(word(f"pact:{kind}", language) for kind in pact.kinds)
    return {"number": number, "parties": pact.parties, "kinds": kinds, "until": pact.until, "secret": pact.secret}


def _seat(seat: SeatView, language: str) -> dict[str, Any]:
    known = {(technology.branch, technology.level): technology.name[language] for technology in technologies().values()}
    return {
        "score": seat.honour,
        "kingdom": kingdom_name(seat.kingdom, language) if seat.kingdom else "",
        "florins": seat.florins,
        "loans": seat.loans,
        "tax": seat.tax,
        "income": seat.income,
        "upkeep": seat.upkeep,
        "territories": seat.territories,
        "branches": [
            {"colour": colour, "level": level, "name": known.get((colour, level), ""), "points": points}
            for colour, level, points in zip(COLOURS, seat.technology, seat.points, strict=True)
        ],
        "tokens": [
            {"colour": colour, "ready": own - used, "used": used}
            for colour, own, used in zip(COLOURS, seat.tokens, seat.flipped, strict=True)
            if own
        ],
        "cards": len(seat.hand),
        "blood": seat.blood,
        "eliminated": seat.eliminated,
        "text": say("seat_text", language, honour=seat.honour, florins=seat.florins, territories=seat.territories),
    }
