"""A position of Medioevo Universale in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marchland.kernel.typography import colon
from marchland.kernel.views import Section, by_name

from .phrases import (
    PHRASEBOOK,
    ROMAN,
    card_name,
    good_name,
    kingdom_name,
    load_name,
    objective_name,
    space_name,
    tally_name,
    vehicle_name,
    word,
)
from .rules.components.armies import by_kind, strength
from .state import BARBARIANS, Land
from .tables import BUILDINGS, COLOURS, tables
from .view import MedioevoView, SeatView
from .world import neighbours


def sections(view: MedioevoView, language: str, players: Sequence[str] = ()) -> Iterator[Section]:
    yield _turn(view, language, players)
    yield _seats(view, language, players)
    yield _cards(view, language, players)
    yield _vehicles(view, language, players)
    yield _lands(view, language, players)


def at_hand(view: MedioevoView, language: str) -> str:
    """Money, and points to spend."""
    if view.viewer is None:
        return ""
    own = view.seats[view.viewer]
    held = zip(COLOURS, own.points, strict=True)
    points = ", ".join(f"{number} {word(colour, language)}" for colour, number in held if number)
    florins = PHRASEBOOK.measure("text.at_hand", own.florins, language)
    return f"{florins}; {points}" if points else florins


def _word(key: str, language: str) -> str:
    return PHRASEBOOK.word(f"text.{key}", language)


def _columns(language: str, *keys: str) -> tuple[str, ...]:
    return tuple(_word(key, language) for key in keys)


def _turn(view: MedioevoView, language: str, players: Sequence[str]) -> Section:
    order = ", ".join(PHRASEBOOK.seat(seat, language, players) for seat in view.order)
    dice = "/".join(map(str, view.circle.dice))
    hordes = f"{dice}{colon(language)}{tally_name(by_kind(view.circle.horde), language)}"
    row = (str(view.turn), str(view.phase), order, hordes, str(view.tolerated or "-"))
    return Section(_word("state", language), _columns(language, "turn", "phase", "order", "hordes", "tolerated"), (row,))


def _seats(view: MedioevoView, language: str, players: Sequence[str]) -> Section:
    keys = ("player", "kingdom", "honour", "florins", "loans", "tax", "technology", "tokens", "income")
    rows = tuple(_seat_row(seat, language, players) for seat in view.seats)
    return Section(_word("seats", language), _columns(language, *keys), rows)


def _seat_row(seat: SeatView, language: str, players: Sequence[str]) -> tuple[str, ...]:
    known = zip(COLOURS, seat.technology, strict=True)
    technology = " ".join(f"{word(colour, language)} {ROMAN[level]}" for colour, level in known if level) or "-"
    held = zip(COLOURS, seat.tokens, strict=True)
    tokens = " ".join(f"{word(colour, language)} {number}" for colour, number in held if number) or "-"
    kingdom = kingdom_name(seat.kingdom, language) if seat.kingdom else "-"
    figures = (seat.honour, seat.florins, seat.loans, seat.tax)
    name = PHRASEBOOK.seat(seat.seat, language, players)
    return (name, kingdom, *map(str, figures), technology, tokens, f"{seat.income} / {seat.upkeep}")


def _cards(view: MedioevoView, language: str, players: Sequence[str]) -> Section:
    rows = []
    for seat in view.seats:
        for held in seat.hand:
            back = seat.objectives.get(str(held.card))
            used = word("yes" if held.turned else "no", language)
            objective = objective_name(back, language) if back else "?"
            rows.append((PHRASEBOOK.seat(seat.seat, language, players), card_name(held.card, language), used, objective))
    return Section(_word("cards", language), _columns(language, "player", "card", "turned", "objective"), tuple(rows))


def _vehicles(view: MedioevoView, language: str, players: Sequence[str]) -> Section:
    rows = []
    for number, vehicle in sorted(view.vehicles.items(), key=lambda pair: int(pair[0])):
        goods = load_name(vehicle.goods, language)
        troops = tally_name(by_kind(strength(vehicle.cargo)), language) if vehicle.cargo else ""
        owner = PHRASEBOOK.seat(vehicle.owner, language, players)
        kind = vehicle_name(vehicle, language)
        aboard = ", ".join(part for part in (goods, troops) if part) or "-"
        rows.append((number, owner, kind, space_name(vehicle.space, language), str(vehicle.pm), aboard))
    keys = ("number", "owner", "kind", "space", "pm", "aboard")
    return Section(_word("vehicles", language), _columns(language, *keys), tuple(rows))


def _lands(view: MedioevoView, language: str, players: Sequence[str]) -> Section:
    spaces = [space for space in (*view.area, *view.waters) if is_noteworthy(view, space)]
    rows = by_name(_land_row(view, space, language, players) for space in spaces)
    keys = ("space", "holder", "built", "market", "troops", "neighbours")
    return Section(_word("lands", language), _columns(language, *keys), rows)


def is_noteworthy(view: MedioevoView, space: str) -> bool:
    """Controlled, built on, traded in or occupied; the rest is empty barbarian land and sea."""
    return space in view.armies or (space in view.lands and view.lands[space] != Land())


def _land_row(view: MedioevoView, space: str, language: str, players: Sequence[str]) -> tuple[str, ...]:
    land = view.lands.get(space, Land())
    holder = "-" if land.holder == BARBARIANS else PHRASEBOOK.seat(land.holder, language, players)
    levels = [(category, getattr(land, category)) for category in BUILDINGS]
    built = ", ".join(word(tables().buildings[c].names[level - 1], language) for c, level in levels if level) or "-"
    market = ", ".join(good_name(good, language) for good in land.cubes) or "-"
    troops = "; ".join(
        f"{PHRASEBOOK.seat(army.owner, language, players)}{colon(language)}{tally_name(by_kind(strength(army)), language)}"
        for army in view.armies.get(space, ())
    )
    near = ", ".join(space_name(other, language) for other in neighbours(space))
    return (space_name(space, language), holder, built, market, troops or "-", near)
