"""What ends a movement, and what becomes of lone transports and engines (rulebook: Movement; Removal of elements)."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ... import world
from ...state import BARBARIANS, March, Medioevo
from ..barbarians import Ravage
from ..cards.effects import is_hidden
from ..components.armies import parties
from ..conquest.conquest import take_booty
from ..diplomacy.hostilities import provoke
from ..diplomacy.relations import is_hostile, is_welcome
from .removal import Seize


def contact(game: Medioevo, march: March) -> str:
    """MU-MOV-09 MU-MOV-10 MU-MOV-11 What ends the movement here: enemies, resistance, invasion, danger, or nothing."""
    others = [other for other in parties(game, march.space) if other != march.seat]
    if is_hidden(game, march.vehicles):
        return ""
    hostile = [other for other in others if is_hostile(game, march.seat, other)]
    if not sum(march.counts):
        return _lone_contact(game, march, hostile)
    if hostile:
        return "press" if march.pressing and BARBARIANS not in hostile else "fight"
    if world.is_sea(march.space):
        return ""
    holder = game.lands[march.space].holder
    if holder == BARBARIANS:
        return "edict" if march.edicts and not others else "resist"
    if holder == march.seat or is_welcome(game, march.seat, holder):
        return ""
    return "press" if march.pressing else "invade"


def _lone_contact(game: Medioevo, march: March, hostile: list[Seat]) -> str:
    if not hostile:
        return ""
    engine = any(game.vehicles[id].kind == "engine" for id in march.vehicles)
    if hostile == [BARBARIANS] and march.edicts and not engine:
        return "edict"
    return "prey"


def expose(game: Medioevo, march: March) -> None:
    """MU-TRD-04 Lone transports and engines in a hostile army's space: barbarians pillage them, enemies keep or pillage them.

    Transports that came under an Edict may stay beside a horde (reading R-18).
    """
    for other in parties(game, march.space):
        if other == BARBARIANS and parties(game, march.space) == [BARBARIANS] and march.at_peace != march.space:
            game.push(Ravage(march.space))
        elif other not in (BARBARIANS, march.seat) and is_hostile(game, other, march.seat):
            take_booty(game, other, march.space, march.seat)


def seize(game: Medioevo, seat: Seat, action: Seize) -> None:
    """MU-DIP-02 Taking or pillaging a player's lone transport or engine is an attack on him (reading S-27)."""
    vehicle = game.vehicles[action.vehicle]
    provoke(game, seat, vehicle.owner)
    take_booty(game, seat, vehicle.space, vehicle.owner)
