"""The realm beside the map: the turn, cards, technologies, transports, wars and pacts."""

from __future__ import annotations

from functools import cache, lru_cache

from marchland.kernel.board import Figures
from marchland.kernel.typography import colon

from ..phrases import ROMAN, card_name, event_name, good_name, kingdom_name, tally_name, terms_name, vehicle_name, word
from ..rules.cards.objectives import objective_table
from ..rules.components.armies import by_kind
from ..rules.diplomacy.pacts import Terms
from ..state import Held, Pact, Route
from ..tables import COLOURS, FIGURES, TRANSPORTS, empire_cards, event_cards, tables, technologies
from ..view import MedioevoView, SeatView
from ..world import atlas, goods, kingdoms
from .seats import prisoners_of
from .wording import rule_text, say

PHASES = 7
DICE = (4, 6, 8)
"""Faces of the three dice of the War Circle and of every battle."""


# -- the turn ----------------------------------------------------------------------------------------------


def turn_now(view: MedioevoView, language: str) -> dict[str, object]:
    return {
        "turn": view.turn,
        "of": tables().turns[view.turns],
        "phase": view.phase,
        "phases": _phases(language),
        "help": say(f"help{view.phase}", language) if 1 <= view.phase <= PHASES else "",
        "order": view.order,
        "dice": [{"faces": faces, "value": value} for faces, value in zip(DICE, view.circle.dice, strict=True)],
        "horde": tally_name(by_kind(view.circle.horde), language),
        "tolerated": view.tolerated,
        "next_back": view.event_back,
        "event": _event(view, language),
        "top": objective_table()[view.top_objective].name[language] if view.top_objective else "",
        "deck": view.deck,
    }


@cache
def _phases(language: str) -> tuple[str, ...]:
    return tuple(say(f"phase{number}", language) for number in range(1, PHASES + 1))


def _event(view: MedioevoView, language: str) -> str:
    """This turn's Event, and which of its effects happen once they are chosen."""
    if view.happening is None:
        return ""
    icons = view.happening.icons or event_cards()[view.happening.card].icons
    return f"{event_name(view.happening.card, language)}{colon(language)}{', '.join(word(icon, language) for icon in icons)}"


def group_now(view: MedioevoView, language: str) -> str:
    """The group on the move: where it stands, its carriers and its units."""
    if not view.marches:
        return ""
    march = view.marches[-1]
    carriers = [vehicle_name(view.vehicles[str(id)], language) for id in march.vehicles if str(id) in view.vehicles]
    troops = [tally_name(by_kind(march.counts), language)] if any(march.counts) else []
    members = ", ".join([*carriers, *troops]) or say("empty_group", language)
    return say("group", language, place=atlas()[march.space].name[language], members=members)


@cache
def legend(language: str) -> dict[str, list[dict[str, str]]]:
    """The key to the map: what every sign stands for."""
    return {
        "kingdoms": [{"id": kingdom, "name": kingdom_name(kingdom, language)} for kingdom in kingdoms()],
        "goods": [{"id": good, "name": good_name(good, language)} for good in goods()],
        "vehicles": [{"id": kind, "name": word(kind, language)} for kind in (*TRANSPORTS, "engine")],
        "units": [{"id": kind, "name": word(kind, language)} for kind in FIGURES],
    }


# -- cards -------------------------------------------------------------------------------------------------


def cards(view: MedioevoView, language: str) -> list[dict[str, object]]:
    """Everybody's cards, the viewer's own first."""
    seats = sorted(view.seats, key=lambda seat: seat.seat != view.viewer)
    return [_card(seat, held, language) for seat in seats for held in seat.hand]


def drawn_cards(view: MedioevoView, language: str) -> list[dict[str, object]]:
    """What the viewer may choose from; the backs are his to see."""
    return [
        {"seat": None, "turned": False, "stored": 0, **_face(card, seat.objectives.get(str(card)), language)}
        for seat in view.seats
        for card in seat.drawn
    ]


def _card(seat: SeatView, held: Held, language: str) -> dict[str, object]:
    back = seat.objectives.get(str(held.card))
    return {"seat": seat.seat, "turned": held.turned, "stored": held.stored, **_face(held.card, back, language)}


@cache
def _face(card: int, back: int | None, language: str) -> dict[str, object]:
    objective = objective_table()[back] if back else None
    return {
        "number": card,
        "name": card_name(card, language),
        "icons": empire_cards()[card].icons,
        "either": len(empire_cards()[card].choices) > 1,
        "ability": rule_text(empire_cards()[card].rule, language),
        "rule": empire_cards()[card].rule,
        "objective": objective.name[language] if objective else "",
        "goal": objective.text[language] if objective else "",
    }


# -- technologies ------------------------------------------------------------------------------------------


def technology_tree(view: MedioevoView, language: str) -> dict[str, Figures]:
    """The six branches with their four levels, and who has reached which."""
    own = view.seats[view.viewer] if view.viewer is not None else None
    return {
        colour: _branch(
            colour, own.points[place] if own else 0, own.technology[place] if own else 0, _reached(view, place), language
        )
        for place, colour in enumerate(COLOURS)
    }


def _reached(view: MedioevoView, place: int) -> tuple[int, ...]:
    """The level of every seat in a branch."""
    return tuple(seat.technology[place] for seat in view.seats)


@lru_cache(maxsize=1024)
def _branch(colour: str, points: int, own: int, reached: tuple[int, ...], language: str) -> dict[str, object]:
    levels = sorted((entry for entry in technologies().values() if entry.branch == colour), key=lambda entry: entry.level)
    return {
        "colour": colour,
        "name": word(colour, language),
        "price": tables().technology_price * (own + 1) if own < len(levels) else 0,
        "points": points,
        "levels": [
            {
                "key": entry.key,
                "name": entry.name[language],
                "level": ROMAN[entry.level],
                "points": entry.points,
                "text": rule_text(entry.rule, language),
                "rule": entry.rule,
                "known": entry.level <= own,
                "next": entry.level == own + 1,
                "seats": [seat for seat, level in enumerate(reached) if level == entry.level],
            }
            for entry in levels
        ],
    }


# -- transports and Trade Routes ---------------------------------------------------------------------------


def fleet(view: MedioevoView, language: str) -> dict[str, object]:
    """The viewer's transports and engines, and his Trade Route."""
    own = [(number, vehicle) for number, vehicle in view.vehicles.items() if vehicle.owner == view.viewer]
    route = view.seats[view.viewer].route if view.viewer is not None else None
    return {
        "vehicles": [
            {
                "id": f"v:{number}",
                "number": number,
                "kind": vehicle.kind,
                "name": vehicle_name(vehicle, language),
                "space": atlas()[vehicle.space].name[language],
                "pm": vehicle.pm,
                "spent": vehicle.stopped or not vehicle.pm,
                "goods": [{"id": good, "name": good_name(good, language)} for good in vehicle.goods],
                "cargo": tally_name(by_kind(vehicle.cargo.counts), language) if vehicle.cargo else "",
                "carries": bool(route and route.carrier == int(number)),
            }
            for number, vehicle in sorted(own, key=lambda pair: int(pair[0]))
        ],
        "route": _route(route, language) if route else None,
    }


def _route(route: Route, language: str) -> dict[str, object]:
    stops = [*route.stages, *([route.destination] if route.destination else [])]
    return {
        "origin": atlas()[route.origin].name[language],
        "stops": [
            {"name": atlas()[stop].name[language], "done": stop in route.done, "last": stop == route.destination} for stop in stops
        ],
    }


# -- wars and pacts ----------------------------------------------------------------------------------------


def diplomacy(view: MedioevoView, language: str) -> dict[str, object]:
    return {
        "wars": [
            {
                "sides": war.sides,
                "text": say("truce" if war.truce == view.turn else "since", language, n=war.since),
                "fresh": war.since == view.turn,
            }
            for war in view.wars
        ],
        "pacts": [_pact(number, pact, language) for number, pact in sorted(view.pacts.items(), key=lambda pair: int(pair[0]))],
        "prisoners": [
            {"holder": seat.seat, "owner": prisoner.owner, "kind": word(prisoner.kind, language)}
            for seat in view.seats
            for prisoner in prisoners_of(view, seat.seat)
        ],
    }


def _pact(number: str, pact: Pact, language: str) -> dict[str, object]:
    terms = Terms(
        parties=pact.parties,
        kinds=pact.kinds,
        units=pact.units,
        per_use=pact.per_use,
        until=pact.until,
        text=pact.text,
    )
    return {
        "id": f"pact:{number}",
        "number": number,
        "parties": pact.parties,
        "guests": pact.guests,
        "against": pact.against,
        "terms": terms_name(terms, language),
        "secret": pact.secret,
    }
