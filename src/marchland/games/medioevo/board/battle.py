"""Fighting as the page shows it: where the battle under way stands, and the last one blow by blow."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.events import Event, Forced, Rolled

from ..phrases import PHRASEBOOK, purpose_name, space_name, tally_name, word
from ..rules.battle.aftermath import BattleEnded, PrisonersFreed
from ..rules.battle.battle import BattleBegan, RoundFought
from ..rules.battle.damage import Captured
from ..rules.battle.declarations import CaptureDeclared, FlightDeclared, Protected
from ..rules.battle.fight import attack_of_dice
from ..rules.battle.flight import Fled, Surrendered
from ..rules.cards.powers import CardTurned, TechnologyUsed
from ..rules.components.armies import UnitChanged, UnitLost, by_kind, plus, strength
from ..rules.components.vehicles import VehicleLost
from ..rules.conquest.conquest import Conquered, Pillaged, VehicleSeized
from ..state import BARBARIANS, NO_UNITS, Counts, Fight, Side
from ..tables import tables
from ..view import MedioevoView
from ..world import is_sea
from .realm import DICE
from .seats import penalty
from .wording import named, say

STEPS = ("declare", "artillery", "archery", "melee", "losses")

BLOWS: dict[type[Event], str] = {
    BattleBegan: "turning",
    Protected: "",
    FlightDeclared: "",
    CaptureDeclared: "",
    CardTurned: "",
    TechnologyUsed: "",
    RoundFought: "turning",
    UnitLost: "loss",
    UnitChanged: "loss",
    Captured: "loss",
    VehicleLost: "loss",
    VehicleSeized: "",
    Fled: "turning",
    Surrendered: "turning",
    PrisonersFreed: "",
    BattleEnded: "turning",
    Conquered: "turning",
    Pillaged: "",
}
"""The events that belong to a fight, and how much weight the page gives them."""


# -- the battle under way ----------------------------------------------------------------------------------


def battles(view: MedioevoView, language: str) -> list[dict[str, object]]:
    """Battles under way; the one that was begun last comes first."""
    return [_battle(view, fight, language) for fight in reversed(view.fights)]


def _battle(view: MedioevoView, fight: Fight, language: str) -> dict[str, object]:
    now = STEPS.index(step_of(fight))
    return {
        "place": fight.place,
        "name": space_name(fight.place, language),
        "round": fight.round,
        "steps": [
            {"name": say(f"step_{step}", language), "state": "gone" if place < now else "now" if place == now else "to-come"}
            for place, step in enumerate(STEPS)
        ],
        "sides": [_side(view, fight, index, language) for index in (0, 1)],
    }


def step_of(fight: Fight) -> str:
    """How far the round has come, by what lies on the table."""
    if fight.step in ("melee", "losses"):
        return "losses" if fight.step == "losses" else "melee"
    if any(side.dice or side.powers for side in fight.sides):
        return "melee"
    if fight.step == "archery" or any(side.arrows for side in fight.sides):
        return "archery"
    if fight.step == "artillery" or any(crew.dice for side in fight.sides for crew in side.crews):
        return "artillery"
    return "declare"


def _side(view: MedioevoView, fight: Fight, index: int, language: str) -> dict[str, object]:
    side = fight.sides[index]
    troops = troops_at(view, fight.place, side.owner)
    return {
        "seat": None if side.owner == BARBARIANS else side.owner,
        "name": say("barbarians", language) if side.owner == BARBARIANS else named(side.owner),
        "role": word(f"side{index}", language),
        "units": sum(troops),
        "troops": tally_name(by_kind(troops), language),
        "dice": [{"faces": faces, "value": value} for faces, value in zip(DICE, side.dice, strict=False)],
        "arrows": [{"faces": 8, "value": value, "counts": value - side.steady <= tables().battle["hit"]} for value in side.arrows],
        "shots": [
            {"faces": 8, "value": value, "counts": value <= tables().battle["hit"]} for crew in side.crews for value in crew.dice
        ],
        "sum": _sum(view, fight, side, language) if side.dice else [],
        "wins": fight.winner == index,
        "pending": side.pending,
        "plans": _plans(side, language),
    }


def troops_at(view: MedioevoView, space: str, owner: int) -> Counts:
    """The units of one side in a battle: ashore its army, at sea the cargoes of its Galleys."""
    bodies = [army for army in view.armies.get(space, ()) if army.owner == owner]
    if is_sea(space):
        bodies += [v.cargo for v in view.vehicles.values() if v.cargo is not None and (v.space, v.owner) == (space, owner)]
    total = NO_UNITS
    for body in bodies:
        total = plus(total, strength(body))
    return total


def _sum(view: MedioevoView, fight: Fight, side: Side, language: str) -> list[dict[str, object]]:
    """MU-BAT-03 What makes up the attack value: dice, Light infantry given up, cards, place in the order."""
    parts = [
        ("sum_dice", attack_of_dice(side.dice)),
        ("sum_light", tables().battle["light_bonus"] * side.sacrificed),
        ("sum_cards", side.bonus),
        ("sum_order", 0 if side.owner == BARBARIANS else penalty(view, side.owner)),
        ("sum_galleys", _galley_bonus(view, fight, side)),
    ]
    return [{"name": say(key, language), "amount": amount} for key, amount in parts if amount or key == "sum_dice"]


def _galley_bonus(view: MedioevoView, fight: Fight, side: Side) -> int:
    """MU-NAV-02 At sea the difference of Galley levels, for the side that has more; a horde's boats count one."""
    if not is_sea(fight.place):
        return 0
    levels = {
        other.owner: 1
        if other.owner == BARBARIANS
        else sum(v.level for v in view.vehicles.values() if v.kind == "galley" and (v.space, v.owner) == (fight.place, other.owner))
        for other in fight.sides
    }
    return max(0, 2 * levels[side.owner] - sum(levels.values()))


def _plans(side: Side, language: str) -> list[str]:
    """What a side has declared for the round."""
    said = [say("plan_capture", language)] if side.capturing else []
    said += [say("plan_flight", language)] if side.flight else []
    said += [say("plan_walls", language, kind=word(kind, language)) for kind in side.protections]
    return said


# -- the last battle, blow by blow -------------------------------------------------------------------------


def chronicle(events: Sequence[Event], language: str, players: Sequence[str]) -> dict[str, object] | None:
    """The last battle among these events: every throw with its dice, every loss and what came of it."""
    start = max((place for place, event in enumerate(events) if isinstance(event, BattleBegan)), default=None)
    if start is None:
        return None
    begun = events[start]
    assert isinstance(begun, BattleBegan)
    fight = [event for event in events[start:] if type(event) in BLOWS or isinstance(event, Rolled)]
    end = next((place for place, event in enumerate(fight) if isinstance(event, BattleEnded)), len(fight))
    return {
        "place": begun.place,
        "name": space_name(begun.place, language),
        "blows": [blow(event, language, players) for event in fight[: end + 1] if not isinstance(event, Forced)],
    }


def blow(event: Event, language: str, players: Sequence[str]) -> dict[str, object]:
    if isinstance(event, Rolled):
        hits = event.purpose in ("archery", "artillery")
        return {
            "kind": "dice",
            "seat": event.seat,
            "text": purpose_name(event.purpose, language),
            "dice": [
                {"faces": event.sides, "value": value, "counts": hits and value <= tables().battle["hit"]} for value in event.values
            ],
        }
    return {"kind": BLOWS[type(event)], "seat": None, "text": PHRASEBOOK.event(event, language, players), "dice": []}
