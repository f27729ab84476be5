"""Fighting as the page shows it: where the attack under way stands, and the last one blow by blow."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event, Forced, Rolled

from ..phrases import PHRASEBOOK, city_name
from ..rules.combat.armies import ARMY, CubesLost, GuardLost, OrangeCubesLost, hits
from ..rules.combat.combat import AttackDeclared, BattleLost, BattleWon, MilitiaCalled, SiegeFailed
from ..rules.combat.conquest import BulgarsTookCity, CityTaken, ConstantinopleFell, MarkerRemoved
from ..rules.combat.flight import ArmyFled, ArmyTrapped, ArmyWentBack, SeaBlocked, StoodGround
from ..rules.combat.odds import Body
from ..rules.cubes import ArmyDestroyed
from ..tables import CONFIG, SIDES, Side
from ..view import ByzantiumView, CombatView, ForceView, RealmView
from .chart import spots
from .wording import known, say

PHASES = ("flight", "battle", "militia", "siege", "outcome")
PHASE_BEFORE = {
    "offer_flight": "flight",
    "face_bulgars": "flight",
    "face_next_pawn": "battle",
    "offer_militia": "battle",
    "besiege": "militia",
    "settle": "siege",
}
"""Which phase an attack is in while the step named here is still to come."""

BLOWS: dict[type[Event], str] = {
    AttackDeclared: "turning",
    StoodGround: "",
    ArmyFled: "",
    ArmyTrapped: "",
    ArmyWentBack: "",
    SeaBlocked: "",
    MilitiaCalled: "",
    CubesLost: "loss",
    OrangeCubesLost: "loss",
    GuardLost: "loss",
    ArmyDestroyed: "loss",
    MarkerRemoved: "",
    BattleWon: "turning",
    BattleLost: "turning",
    SiegeFailed: "turning",
    CityTaken: "turning",
    BulgarsTookCity: "turning",
    ConstantinopleFell: "turning",
}
"""The events that belong to a fight, and how much weight the page gives them."""


# -- the attack under way ------------------------------------------------------------------------------


def battle_now(view: ByzantiumView, language: str) -> dict[str, object] | None:
    """The attack under way: its phases, both forces, and what the city is worth."""
    combat = view.combat
    if combat is None:
        return None
    now = PHASES.index(_phase(combat))
    return {
        "seat": combat.seat,
        "side": combat.side,
        "city": combat.city,
        "city_name": city_name(combat.city, language),
        "walls": combat.walls,
        "phases": [
            {"name": say(f"phase_{phase}", language), "state": "gone" if place < now else "now" if place == now else "to-come"}
            for place, phase in enumerate(PHASES)
        ],
        "attacker": _force(combat.attacker, language),
        "defenders": _defenders(view, combat, language),
        "is_siege": combat.defender is None,
        "arrow": _arrow(combat),
    }


def _phase(combat: CombatView) -> str:
    if combat.defender is not None:
        return "militia" if combat.defender.kind == "militia" else "battle"
    return PHASE_BEFORE.get(combat.step, "outcome")


def _defenders(view: ByzantiumView, combat: CombatView, language: str) -> list[dict[str, object]]:
    """Who is fought now; before the first throw, every army that stands in the way."""
    if combat.defender is not None:
        return [_force(combat.defender, language)]
    city = view.cities[combat.city]
    if city.side not in SIDES:
        return []
    others = (pawn.seat for pawn in city.pawns if pawn.side == city.side and (pawn.seat, pawn.side) != (combat.seat, combat.side))
    return [_force(_standing(view, seat, city.side), language) for seat in others if seat not in combat.fought]


def _standing(view: ByzantiumView, seat: Seat, side: Side) -> ForceView:
    realm: RealmView = getattr(view.players[seat], side)
    body = Body(realm.elite + realm.guard, realm.main, realm.move)
    return ForceView(ARMY, side, seat, body.dice, body.strength)


def _force(force: ForceView, language: str) -> dict[str, object]:
    return {
        "seat": force.seat,
        "side": force.side,
        "name": say(f"force_{force.kind}", language, side=known(f"side.{force.side}", language)),
        "dice": force.dice,
        "strength": force.strength,
    }


def _arrow(combat: CombatView) -> str:
    """From where the attacker came to the city, stopping short of it; empty if it attacks where it stands."""
    if combat.origin is None:
        return ""
    (x1, y1), (x2, y2) = spots()[combat.origin], spots()[combat.city]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    tip = (x2 - 34 * dx, y2 - 34 * dy)
    neck = (tip[0] - 22 * dx, tip[1] - 22 * dy)
    wings = [(neck[0] - side * 13 * dy, neck[1] + side * 13 * dx) for side in (1, -1)]
    shaft = [(neck[0] - side * 5 * dy, neck[1] + side * 5 * dx) for side in (1, -1)]
    tail = (x1 + 30 * dx, y1 + 30 * dy)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (tail, shaft[0], wings[0], tip, wings[1], shaft[1])) + "z"


# -- the last attack, blow by blow ---------------------------------------------------------------------


def chronicle(events: Sequence[Event], language: str, players: Sequence[str]) -> dict[str, object] | None:
    """The last attack among these events: every throw with its dice, every loss and what came of it."""
    start = max((place for place, event in enumerate(events) if isinstance(event, AttackDeclared)), default=None)
    if start is None:
        return None
    declared = events[start]
    assert isinstance(declared, AttackDeclared)
    fight = _of_the_fight(events[start:])
    return {
        "seat": declared.seat,
        "side": declared.side,
        "city": declared.city,
        "city_name": city_name(declared.city, language),
        "blows": [_blow(event, language, players) for event in fight],
    }


def _of_the_fight(events: Sequence[Event]) -> list[Event]:
    """The events up to the first that no longer belongs to the fight; answers taken by themselves are no news."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Forced):
            continue
        if type(event) not in BLOWS and not isinstance(event, Rolled):
            break
        found.append(event)
    return found


def _blow(event: Event, language: str, players: Sequence[str]) -> dict[str, object]:
    if isinstance(event, Rolled):
        return {
            "kind": "dice",
            "seat": event.seat,
            "text": known(f"purpose.{event.purpose}", language),
            "dice": [{"value": value, "hit": value >= CONFIG.hit} for value in event.values],
            "hits": hits(event.values),
        }
    return {"kind": BLOWS[type(event)], "seat": None, "text": PHRASEBOOK.event(event, language, players), "dice": [], "hits": 0}
