"""The arithmetic of a battle: who is in it, which powers work, attack and loss values (rulebook: Battle, Armies)."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from ... import world
from ...state import BARBARIANS, NO_UNITS, Counts, Crew, Medioevo, Side, Vehicle
from ...tables import KINDS, level, tables
from ..cards.effects import effects, has_effect
from ..components.armies import INDEX, at_most, fleet, minus, plus, size, units, vehicles_at
from ..components.table import living, replace

POWERS = ("arc", "li", "hi", "cav")
NAVAL_POWERS = ("arc", "li")
PROTECTIONS = ("artillery", "archery", "melee")


# -- the fight on the table --------------------------------------------------------------------------------


def side_of(game: Medioevo, index: int) -> Side:
    return game.fights[-1].sides[index]


def index_of(game: Medioevo, seat: Seat) -> int | None:
    """0 if the seat attacks in the battle in progress, 1 if it defends, None if it is not in it."""
    for index, side in enumerate(game.fights[-1].sides):
        if side.owner == seat:
            return index
    return None


def change_fight(game: Medioevo, **changes: object) -> None:
    game.fights[-1] = replace(game.fights[-1], **changes)


def change_side(game: Medioevo, index: int, **changes: object) -> None:
    """Set fields of one side of the battle in progress."""
    sides = list(game.fights[-1].sides)
    sides[index] = replace(sides[index], **changes)
    change_fight(game, sides=tuple(sides))


def leave_alive(game: Medioevo, space: str, owner: Seat) -> None:
    """MU-PH-05 A unit was driven off or won over: its army is not destroyed whole in the battle here."""
    if game.fights and game.fights[-1].place == space:
        for index, side in enumerate(game.fights[-1].sides):
            if side.owner == owner:
                change_side(game, index, fled=side.fled + 1)


def is_naval(game: Medioevo) -> bool:
    """MU-NAV-01 Battles in sea zones are naval; docked Galleys are ashore."""
    return world.is_sea(game.fights[-1].place)


# -- units in the fight ------------------------------------------------------------------------------------


def side_units(game: Medioevo, index: int) -> Counts:
    fight = game.fights[-1]
    return units(game, fight.place, fight.sides[index].owner)


def side_size(game: Medioevo, index: int) -> int:
    fight = game.fights[-1]
    return size(game, fight.place, fight.sides[index].owner)


def crew_units(game: Medioevo, index: int) -> Counts:
    """MU-SIE-01 Units that serve engines and so stay out of archery and melee, except where Machinery lets them fight too."""
    total = NO_UNITS
    for crew in game.fights[-1].sides[index].crews:
        if not has_effect(game, "crew-fights", f"v:{crew.engine}", game.fights[-1].sides[index].owner):
            total = plus(total, crew.counts)
    return total


def serving_units(game: Medioevo, index: int) -> Counts:
    """MU-SIE-01 All units that serve engines, also those that Machinery lets fight besides: nobody serves two."""
    total = NO_UNITS
    for crew in game.fights[-1].sides[index].crews:
        total = plus(total, crew.counts)
    return total


def fighters(game: Medioevo, index: int) -> Counts:
    """Units in archery and melee: neither crew nor out of the fight."""
    side = game.fights[-1].sides[index]
    present = side_units(game, index)
    if not side.crews and side.benched == NO_UNITS:
        return present
    away = plus(at_most(crew_units(game, index), present), side.benched)
    return tuple(max(0, number) for number in minus(present, away))


def captain_levels(game: Medioevo, index: int) -> int:
    return sum(level(kind) * number for kind, number in zip(KINDS, fighters(game, index), strict=True))


def captain_uses(game: Medioevo, index: int) -> int:
    """MU-BAT-12 The side with more Captain levels has the difference in uses, the other none (reading S-08)."""
    return max(0, captain_levels(game, index) - captain_levels(game, 1 - index))


# -- powers ------------------------------------------------------------------------------------------------


def number_of(counts: Counts, kind: str) -> int:
    return counts[INDEX[kind]]


def roller(game: Medioevo, index: int) -> Seat:
    """MU-BAR-02 Who throws a side's dice: its owner, and for barbarians the player who fights them."""
    sides = game.fights[-1].sides
    return sides[index].owner if sides[index].owner != BARBARIANS else sides[1 - index].owner


def is_power_active(game: Medioevo, index: int, kind: str) -> bool:
    """MU-BAT-07 A type's power works if only one side has it; Captains free or stop it, a Warlord wins by numbers.

    MU-NAV-03 At sea only Archers and Light infantry have powers.
    """
    own, foe = number_of(fighters(game, index), kind), number_of(fighters(game, 1 - index), kind)
    side, enemy = game.fights[-1].sides[index], game.fights[-1].sides[1 - index]
    if not own or f"stop:{kind}" in enemy.uses or (is_naval(game) and kind not in NAVAL_POWERS):
        return False
    return not foe or f"free:{kind}" in side.uses or (side.outnumbering and own > foe)


def emulations(game: Medioevo, index: int, kind: str) -> int:
    """MU-BAT-12 Captains acting as a type; blocked if the enemy has it (reading S-10)."""
    if number_of(fighters(game, 1 - index), kind):
        return 0
    return game.fights[-1].sides[index].uses.count(f"as:{kind}")


def power_strength(game: Medioevo, index: int, kind: str) -> int:
    """How many units use a type's power: its own units if it works, and Captains acting as it."""
    own = number_of(fighters(game, index), kind) if is_power_active(game, index, kind) else 0
    return own + emulations(game, index, kind)


def archers(game: Medioevo, index: int) -> int:
    """MU-BAT-08 Arrow dice of a side: active Archers, Captains acting as such, and marksmen."""
    side = game.fights[-1].sides[index]
    if side.owner == BARBARIANS:
        return _horde_archers(game, index)
    return power_strength(game, index, "arc") + (side.marksmen if can_marksmen_shoot(game, index) else 0)


def can_marksmen_shoot(game: Medioevo, index: int) -> bool:
    """MU-CARD-07 Units that also shoot have the Archers' power: enemy Archers block it, Captains free or stop it (MU-BAT-07)."""
    side, enemy = game.fights[-1].sides[index], game.fights[-1].sides[1 - index]
    own = number_of(fighters(game, index), "arc") + side.marksmen
    foe = number_of(fighters(game, 1 - index), "arc")
    if "stop:arc" in enemy.uses:
        return False
    return not foe or "free:arc" in side.uses or (side.outnumbering and own > foe)


def _horde_archers(game: Medioevo, index: int) -> int:
    """MU-BAR-03 Barbarian Archers always shoot when they can; each Captain counts as one when Captain uses allow."""
    shots = number_of(fighters(game, index), "arc") if is_power_active(game, index, "arc") else 0
    if number_of(fighters(game, 1 - index), "arc"):
        return shots
    captains = sum(fighters(game, index)[INDEX["cap1"] :])
    return shots + min(captains, captain_uses(game, index))


# -- values ------------------------------------------------------------------------------------------------


def attack_of_dice(dice: tuple[int, ...]) -> int:
    """MU-BAT-03 The highest die, or the product of equal dice if that is greater."""
    best = max(dice)
    for face in sorted(set(dice)):
        if dice.count(face) > 1:
            best = max(best, face ** dice.count(face))
    return best


def order_penalty(game: Medioevo, seat: Seat) -> int:
    """MU-BAT-04 Players later in the order fight worse; barbarians never do."""
    if seat == BARBARIANS:
        return 0
    seats = living(game)
    if len(seats) < 2:
        return 0
    return tables().order_penalty[len(seats)][seats.index(seat)]


def naval_bonus(game: Medioevo, index: int) -> int:
    """MU-NAV-02 The side with the higher sum of Galley levels attacks with the difference."""
    if not is_naval(game):
        return 0
    return max(0, galley_levels(game, index) - galley_levels(game, 1 - index))


def galley_levels(game: Medioevo, index: int) -> int:
    fight = game.fights[-1]
    owner = fight.sides[index].owner
    if owner == BARBARIANS:
        return 1
    return sum(galley.level for _, galley in fleet(game, fight.place, owner))


def raw_attack(game: Medioevo, index: int) -> int:
    """MU-BAT-03 Attack value before Flight or Capture halves it (order of changes: reading S-06)."""
    side = game.fights[-1].sides[index]
    value = attack_of_dice(side.dice) + tables().battle["light_bonus"] * side.sacrificed
    value += naval_bonus(game, index) + side.bonus + order_penalty(game, side.owner)
    return max(0, value)


def attack_value(game: Medioevo, index: int) -> int:
    """MU-FLE-01 MU-CAP-01 The value compared: Flight keeps the half rounded up, Capture without the ratio loses it."""
    side = game.fights[-1].sides[index]
    value = raw_attack(game, index)
    if side.flight:
        return (value + 1) // 2
    if side.capturing and not has_capture_ratio(game, index):
        return value - max(0, (value + 1) // 2 - side.capture_relief)
    return value


def has_capture_ratio(game: Medioevo, index: int) -> bool:
    """MU-CAP-01 Three times as many military units (a Jailer: twice) as the enemy, when the attempt was declared."""
    side = game.fights[-1].sides[index]
    own, foe = side.strengths if any(side.strengths) else (side_size(game, index), side_size(game, 1 - index))
    return own >= side.ratio * foe


def loss_value(game: Medioevo, index: int) -> int:
    """MU-BAT-03 MU-BAT-10 The lowest die, plus movement used for Flight, less one per active Heavy infantry."""
    side = game.fights[-1].sides[index]
    value = min(side.dice) + max(0, side.flight - 1)
    spared = sum(int(power.split(":")[1]) for power in side.powers if power.startswith("hi:"))
    return max(0, value - spared)


def cavalry_damage(game: Medioevo, index: int) -> int:
    """MU-BAT-11 Two points per active Cavalry."""
    riders = sum(int(power.split(":")[1]) for power in game.fights[-1].sides[index].powers if power.startswith("cav:"))
    return riders * tables().battle["cavalry_damage"]


# -- engines and walls -------------------------------------------------------------------------------------


def engines(game: Medioevo, index: int) -> list[tuple[int, Vehicle]]:
    """Siege engines that can fire; at sea a Galley serves engine levels up to its own level (MU-NAV-02)."""
    fight = game.fights[-1]
    found = [(id, v) for id, v in vehicles_at(game, fight.place, fight.sides[index].owner) if v.kind == "engine"]
    return found if not is_naval(game) else [(id, v) for id, v in found if v.aboard]


def galley_room(game: Medioevo, index: int, engine: int) -> bool:
    """MU-NAV-02 Can the Galley still serve this engine besides those already crewed?"""
    if not is_naval(game):
        return True
    vehicle = game.vehicles[engine]
    others = [crew.engine for crew in game.fights[-1].sides[index].crews if crew.engine != engine]
    used = sum(game.vehicles[id].level for id in others if game.vehicles[id].aboard == vehicle.aboard)
    return used + vehicle.level <= game.vehicles[vehicle.aboard].level


def shots(game: Medioevo, index: int, crew: Crew) -> int:
    """MU-SIE-01 One die per crew member; cards may add or double."""
    served = sum(crew.counts)
    if has_effect(game, "double-crew", f"v:{crew.engine}"):
        served *= 2
    return served + game.fights[-1].sides[index].extra_crew


def protection(game: Medioevo, index: int) -> int:
    """MU-FOR-01 What the building owner's walls take off one kind of damage: 1, 2 or 3; Militia 26 adds one."""
    fight = game.fights[-1]
    owner = fight.sides[index].owner
    if owner == BARBARIANS or is_naval(game) or game.lands[fight.place].holder != owner:
        return 0
    return game.lands[fight.place].military + sum(1 for _ in effects(game, "militia-tower", fight.place, owner))


def shielded(game: Medioevo, index: int, kind: str, damage: int) -> int:
    """MU-FOR-01 Damage of a kind after the walls have taken their share."""
    if kind in game.fights[-1].sides[index].protections:
        return max(0, damage - protection(game, index))
    return damage


def battle_facts(game: Medioevo, seat: Seat) -> dict[str, object]:
    """What a question about the battle under way may name: where, against whom, which round, how much damage is to be taken."""
    fight = game.fights[-1]
    own = next((side for side in fight.sides if side.owner == seat), fight.sides[1])
    foe = next(side.owner for side in fight.sides if side is not own)
    return {"place": fight.place, "foe": foe, "round": fight.round, "damage": own.pending}
