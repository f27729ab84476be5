"""Objectives: what the back of each Empire card asks for. The figures are in `data/objectives.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import msgspec

from marchland.kernel.actions import Seat

from ... import world
from ...state import Army, Ever, Land, Medioevo, Now, Player, Vehicle
from ...tables import COLOURS, DATA, KINDS, TRANSPORTS, figure, tables
from ..components.armies import horde_size, troops_of
from ..components.table import has_port, has_settlement, homes, lands_of, printing, settlements
from ..diplomacy.relations import are_at_war
from ..loans import net_florins
from ..registry import OBJECTIVES

ALLIANCES = ("defence", "offence")
ENGINE = "engine"


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One objective side: heading and sentence in each language, and the figures its condition compares with."""

    card: int
    name: dict[str, str]
    text: dict[str, str]
    need: dict[str, int] = {}


@cache
def objective_table() -> dict[int, Objective]:
    """The 72 objectives by the number of the card they are printed on."""
    listed = msgspec.yaml.decode((DATA / "objectives.yaml").read_bytes(), type=list[Objective])
    return {objective.card: objective for objective in listed}


def is_met(game: Medioevo, seat: Seat, objective: int) -> bool:
    """MU-EMP-05 Does the holder of this objective fulfil it at this moment?"""
    return CONDITIONS[objective](Holder(game, seat), objective_table()[objective].need)


class Holder:
    """The words in which objectives speak of the player who holds the card."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Medioevo, seat: Seat) -> None:
        self.game = game
        self.seat = seat

    # -- the player's own board ----------------------------------------------------------------------

    @property
    def player(self) -> Player:
        return self.game.players[self.seat]

    @property
    def now(self) -> Now:
        return self.game.now[self.seat]

    @property
    def ever(self) -> Ever:
        return self.game.ever[self.seat]

    @property
    def technology(self) -> tuple[int, ...]:
        return self.player.technology

    def branches_at(self, level: int) -> int:
        return sum(own >= level for own in self.technology)

    @property
    def net_florins(self) -> int:
        return net_florins(self.game, self.seat)

    # -- land ----------------------------------------------------------------------------------------

    @property
    def lands(self) -> dict[str, Land]:
        """Controlled territories."""
        return lands_of(self.game, self.seat)

    @property
    def home(self) -> tuple[str, ...]:
        return homes(self.game, self.seat)

    def count(self, holds: Callable[[Land], bool]) -> int:
        return sum(holds(land) for land in self.lands.values())

    def has(self, holds: Callable[[Land], bool]) -> bool:
        return any(holds(land) for land in self.lands.values())

    def towers_beside(self, space: str, level: int) -> int:
        return sum(there in self.lands and self.lands[there].military >= level for there in world.land_neighbours(space))

    @property
    def largest_share_of_a_good(self) -> int:
        towns = settlements(self.game)
        produced = [towns[space].good for space in self.lands if space in towns]
        return max((produced.count(good) for good in produced), default=0)

    @property
    def ports(self) -> int:
        return sum(has_port(self.game, space) for space in self.lands)

    @property
    def foreign_homes(self) -> int:
        """Controlled territories of other players' home kingdoms."""
        return len(self.foreign_home.keys() & self.lands.keys())

    @property
    def foreign_home(self) -> dict[str, Seat]:
        """Home territories of the other players still in the game, with the seat they belong to."""
        return {space: seat for seat in self.others for space in homes(self.game, seat)}

    def buildings(self) -> Iterator[int]:
        """The damage on each building in controlled territories."""
        for land in self.lands.values():
            yield from (damage for standing, damage in _buildings(land) if standing)

    # -- pieces --------------------------------------------------------------------------------------

    def armies(self) -> list[tuple[str, Army]]:
        """Own armies wherever they stand, aboard Galleys included."""
        return troops_of(self.game, self.seat)

    def units(self, *kinds: str) -> int:
        """Own military units on the map, of the given figures or of all; hired hordes are not own units."""
        return sum(_strength(army, self.seat, kinds) for _, army in self.armies())

    @property
    def places(self) -> list[str]:
        """Where own military units stand."""
        return sorted({where for where, _ in self.armies()})

    def units_in(self, space: str, *kinds: str) -> int:
        return sum(_strength(army, self.seat, kinds) for where, army in self.armies() if where == space)

    def captains_of_base_level(self, level: int) -> int:
        kind = f"cap{level}"
        plain = sum(army.counts[KINDS.index(kind)] for _, army in self.armies())
        changed = sum(one.figure == kind and one.owner == self.seat for _, army in self.armies() for one in army.specials)
        return plain + changed

    def barbarians_in(self, space: str) -> int:
        return horde_size(self.game, space)

    def _vehicles(self, owner: Seat) -> list[Vehicle]:
        vehicles = self.game.vehicles
        return [vehicles[number] for number in sorted(vehicles) if vehicles[number].owner == owner]

    def vehicles(self, *kinds: str) -> list[Vehicle]:
        return [vehicle for vehicle in self._vehicles(self.seat) if vehicle.kind in kinds]

    @property
    def prisoners(self) -> int:
        return sum(prisoner.holder == self.seat for prisoner in self.game.prisoners)

    # -- other players -------------------------------------------------------------------------------

    @property
    def others(self) -> list[Seat]:
        """The players still in the game besides the holder."""
        return [seat for seat, player in enumerate(self.game.players) if seat != self.seat and not player.eliminated]

    def homes_lost_to_barbarians(self, seat: Seat) -> int:
        return sum(owner == seat and self.barbarians_in(space) > 0 for space, owner in self.foreign_home.items())

    @property
    def foes(self) -> list[Seat]:
        return [seat for war in self.game.wars if self.seat in war.sides for seat in war.sides if seat != self.seat]

    def partners(self, *kinds: str) -> list[Seat]:
        """Players with whom a pact is in force (of one of the given kinds)."""
        mine = [
            pact for pact in self.game.pacts.values() if self.seat in pact.parties and (not kinds or set(kinds) & set(pact.kinds))
        ]
        return sorted({seat for pact in mine for seat in pact.parties if seat != self.seat})

    def honour_of(self, seat: Seat) -> int:
        return self.game.players[seat].honour


def _buildings(land: Land) -> tuple[tuple[int, int], ...]:
    return (
        (land.civil, land.civil_damage),
        (land.military, land.military_damage),
        (land.cathedral, land.cathedral_damage),
    )


def _strength(army: Army, seat: Seat, kinds: tuple[str, ...]) -> int:
    """Units of the given figures in an army, changed ones by what they are now, without hired barbarians."""
    plain = sum(count for kind, count in zip(KINDS, army.counts, strict=True) if not kinds or figure(kind) in kinds)
    return plain + sum(one.owner == seat and (not kinds or figure(one.kind) in kinds) for one in army.specials)


def _controls_a_holy_city(holder: Holder) -> bool:
    holy = tables().holy
    if holy["rome"] in holder.lands:
        return True
    return holy["jerusalem"] in holder.lands and holder.player.kingdom != holy["not_scored_by"]


def _raided_far(holder: Holder, distance: int) -> bool:
    return any(min(world.distance(space, home) for home in holder.home) >= distance for space in holder.now.conquered)


def _has_ring_of_towers(holder: Holder, need: dict[str, int]) -> bool:
    castles = [space for space, land in holder.lands.items() if land.military == need["castle"]]
    return any(holder.towers_beside(space, need["tower"]) >= need["adjacent"] for space in castles)


def _plays_a_double_game(holder: Holder) -> bool:
    partners = holder.partners()
    return any(are_at_war(holder.game, one, other) for one in partners for other in partners if one < other)


def _keeps_his_word(holder: Holder, need: dict[str, int]) -> bool:
    clean = holder.ever.pacts_broken == 0 and holder.ever.undeclared_attacks == 0
    return clean and holder.game.turn >= need["turn"] and len(holder.partners()) >= need["partners"]


def _is_sung(holder: Holder, need: dict[str, int]) -> bool:
    own = holder.player.honour
    return own >= need["honour"] and all(own - holder.honour_of(seat) >= need["lead"] for seat in holder.others)


def _is_alone_in_last_place(holder: Holder) -> bool:
    return bool(holder.others) and all(holder.player.honour < holder.honour_of(seat) for seat in holder.others)


def _has_peopled_his_land(holder: Holder, need: dict[str, int]) -> bool:
    settled = [space for space in holder.home if has_settlement(holder.game, space)]
    levels = [holder.lands[space].civil if space in holder.lands else 0 for space in settled]
    return all(level >= need["civil"] for level in levels) and sum(level >= need["level"] for level in levels) >= need["towns"]


Condition = Callable[[Holder, dict[str, int]], bool]

CONDITIONS: dict[int, Condition] = {
    1: lambda p, n: p.count(lambda t: t.cathedral > 0) >= n["cathedrals"] and not p.foes,
    2: lambda p, n: p.has(lambda t: t.cathedral > 0 and len(t.cubes) >= n["market"]),
    3: lambda p, n: _controls_a_holy_city(p),
    4: lambda p, n: p.units("arc") >= n["archers"],
    5: lambda p, n: p.now.battles_won >= n["victories"],
    6: lambda p, n: _raided_far(p, n["distance"]),
    7: lambda p, n: p.now.units_killed_by_archery >= n["kills"],
    8: lambda p, n: p.now.battles_won_before_melee >= n["victories"],
    9: lambda p, n: any(b.enemy_start >= n["enemies"] and b.own_damage_taken == 0 for b in p.now.won_battles),
    10: lambda p, n: len(e := p.vehicles(ENGINE)) >= n["engines"] and sum(v.level for v in e) >= n["levels"],
    11: lambda p, n: all(len(p.vehicles(kind)) >= n["each"] for kind in TRANSPORTS),
    12: lambda p, n: p.branches_at(n["high"]) >= 1 and p.branches_at(n["low"]) >= n["branches"],
    13: lambda p, n: len(p.player.hand) >= n["cards"],
    14: lambda p, n: p.foreign_homes >= n["territories"],
    15: lambda p, n: any(p.homes_lost_to_barbarians(seat) >= n["territories"] for seat in p.others),
    16: lambda p, n: p.ever.seized_transports + p.ever.seized_engines >= n["seized"],
    17: lambda p, n: p.now.enemy_units_killed >= n["kills"],
    18: lambda p, n: _plays_a_double_game(p),
    19: lambda p, n: p.now.cubes_sold >= n["cubes"] and len(set(p.now.colours_sold)) >= n["colours"],
    20: lambda p, n: p.now.best_sale >= n["florins"],
    21: lambda p, n: any(len(set(v.goods)) >= n["goods"] for v in p.vehicles(*TRANSPORTS)),
    22: lambda p, n: 0 < p.now.tax_level <= n["tax"] and p.now.tax_income >= n["income"],
    23: lambda p, n: p.now.checked_tax_level >= n["tax"] and p.now.new_rebellions == 0,
    24: lambda p, n: p.now.defence_wins_at_home >= n["victories"],
    25: lambda p, n: all(p.units_in(space) >= n["units"] for space in p.home),
    26: _has_ring_of_towers,
    27: lambda p, n: p.units() >= n["units"],
    28: lambda p, n: any(p.units_in(s) >= n["units"] and p.units_in(s, "cap") >= n["captains"] for s in p.places),
    29: lambda p, n: p.now.own_units_lost >= n["lost"] and p.now.battles_won >= n["victories"],
    30: lambda p, n: p.now.route_stages_completed >= n["stages"],
    31: lambda p, n: p.now.route_stages_completed >= n["stages"],
    32: lambda p, n: p.has(lambda t: t.civil >= n["civil"] and t.military >= n["military"] and t.cathedral > 0),
    33: lambda p, n: p.count(lambda t: t.civil == n["level"]) >= n["cities"],
    34: lambda p, n: any(land.cathedral > 0 and space not in p.home for space, land in p.lands.items()),
    35: lambda p, n: p.now.attack_wins_vs_players >= n["victories"],
    36: lambda p, n: p.net_florins >= n["florins"],
    37: lambda p, n: p.player.loans == 0 and sum(p.game.players[s].loans > 0 for s in p.others) >= n["players"],
    38: lambda p, n: p.largest_share_of_a_good >= n["settlements"],
    39: lambda p, n: p.prisoners >= n["prisoners"],
    40: lambda p, n: p.now.captured >= n["captured"],
    41: lambda p, n: p.ever.ransom_income >= n["florins"],
    42: lambda p, n: p.now.event_rolls >= n["rolls"] and p.now.event_losses == 0,
    43: lambda p, n: len(damage := list(p.buildings())) >= n["buildings"] and not any(damage),
    44: _is_sung,
    45: lambda p, n: p.game.turn >= n["turn"] and _is_alone_in_last_place(p),
    46: lambda p, n: p.now.captains_killed >= n["captains"],
    47: lambda p, n: any(r.won and r.own_attack >= n["attack"] for r in p.now.rounds),
    48: lambda p, n: p.branches_at(n["level"]) == len(COLOURS),
    49: lambda p, n: p.branches_at(n["level"]) >= 1,
    50: lambda p, n: bool(p.partners()) and len(p.partners()) >= min(n["partners"], len(p.others)),
    51: _keeps_his_word,
    52: lambda p, n: p.ever.building_damage_dealt >= n["damage"],
    53: lambda p, n: any(v.level == n["level"] for v in p.vehicles(ENGINE)),
    54: lambda p, n: any(r.own_engines_fired >= n["engines"] for r in p.now.rounds),
    55: lambda p, n: p.now.max_steps_of_one_military_transport >= n["steps"],
    56: lambda p, n: len(p.vehicles(*TRANSPORTS)) >= n["transports"],
    57: lambda p, n: p.now.transports_plundered >= n["plundered"],
    58: lambda p, n: p.ports >= n["ports"],
    59: lambda p, n: any(p.honour_of(seat) > p.player.honour for seat in p.partners(*ALLIANCES)),
    60: lambda p, n: p.now.max_tp_spent_in_one_phase >= n["points"],
    61: lambda p, n: sum(p.technology) >= n["levels"],
    62: lambda p, n: p.branches_at(n["level"]) >= n["branches"],
    63: lambda p, n: p.has(lambda t: len(t.cubes) >= n["market"]),
    64: lambda p, n: sum(len(v.goods) >= n["cubes"] for v in p.vehicles(*TRANSPORTS)) >= n["transports"],
    65: lambda p, n: sum(space in p.lands for space in world.fires(printing(p.game))) >= n["fires"],
    66: lambda p, n: any(p.barbarians_in(space) >= n["barbarians"] for space in p.foreign_home),
    67: lambda p, n: p.units("cap") >= n["captains"],
    68: lambda p, n: p.captains_of_base_level(n["level"]) >= 1,
    69: lambda p, n: p.has(lambda t: t.civil == n["level"] and t.military == n["level"]),
    70: _has_peopled_his_land,
    71: lambda p, n: p.technology[COLOURS.index("violet")] >= n["level"],
    72: lambda p, n: sum(count > 0 for count in p.player.tokens) >= n["colours"],
}
"""MU-EMP-05 What each objective asks for, in the words of its holder `p` and with the figures `n` of the data file."""


OBJECTIVES.update({number: partial(is_met, objective=number) for number in CONDITIONS})
