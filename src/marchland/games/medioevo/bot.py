"""How good a position is for a seat: honour first, then what earns honour later, then what is half done."""

from __future__ import annotations

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Together

from .board import land_neighbours, towns
from .rules.armies import army_at, parties, units, units_on_map
from .rules.buildings import honour_level
from .rules.empire import KeepCard
from .rules.fight import raw_attack
from .rules.groups import boardable, is_castle, joinable
from .rules.loans import net_florins
from .rules.opening_auction import BidKingdom
from .rules.order import Bid
from .rules.relations import may_attack
from .rules.routes import route_points
from .rules.table import holdings
from .rules.taxes import SetTax, upkeep
from .rules.turn_end import SayTime
from .rules.vehicles import capacity, is_carrier
from .state import BARBARIANS, Counts, Fight, Land, March, Medioevo
from .tables import KINDS, empire_cards, tables

HONOUR = 10.0
FLORIN = 0.012
LATE_FLORIN = 0.004
LAND = 5.0
SETTLED = 2.0
CIVIL = 3.5
MILITARY = 2.5
CATHEDRAL = 6.0
MARKET = 0.6
UNIT = {"li": 0.5, "hi": 1.1, "cav": 2.2, "arc": 1.3, "cap1": 2.0, "cap2": 3.5, "cap3": 5.0}
VEHICLE = 1.6
GOOD = 1.9
TECHNOLOGY = 2.4
CARD = 2.0
READY = 0.15
TOKEN = 3.0
POINT = 0.4
LOAN = 7.5
ARREARS = 0.05
PRISONER = 2.0
STAGE = 0.7
REBELLIONS = {10: 0.0, 20: 0.1, 30: 0.43, 40: 1.1, 50: 2.0}
"""Expected rebellions at a tax level, from the backs of the Event cards."""
RIVAL = 0.35

BOTS: dict[str, object] = {}


def evaluate(game: Medioevo, seat: Seat) -> float:
    """The seat's own worth, less a share of its best rival's."""
    if game.is_over:
        return 1000.0 * (game.ranking.index(seat) == 0) + game.scores[seat]
    rivals = [worth(game, other) for other in range(game.seats) if other != seat and not game.players[other].eliminated]
    return worth(game, seat) - RIVAL * max(rivals, default=0.0) + promise(game, seat) + intention(game, seat)


# -- what lies on the table --------------------------------------------------------------------------------


def worth(game: Medioevo, seat: Seat) -> float:
    """Honour, land, pieces, knowledge and money of a player."""
    player = game.players[seat]
    if player.eliminated:
        return -1000.0
    left = turns_left(game)
    florin = LATE_FLORIN + (FLORIN - LATE_FLORIN) * min(1.0, left / 5)
    total = HONOUR * player.honour + florin * player.florins - LOAN * player.loans - ARREARS * player.arrears
    total += sum(land_worth(game, space, game.lands[space], left) for space in holdings(game, seat))
    total += troops_worth(units_on_map(game, seat)) - 0.0006 * upkeep(game, seat) * left
    total += TECHNOLOGY * sum(player.technology) * min(1.0, left / 4)
    total += TOKEN * sum(player.tokens) + POINT * sum(player.points)
    total += sum(CARD + READY * (not held.turned) + FLORIN * held.stored for held in player.hand)
    total += vehicles_worth(game, seat)
    held = sum(1 for prisoner in game.prisoners if prisoner.owner == seat)
    taken = sum(1 for prisoner in game.prisoners if prisoner.holder == seat)
    return total + PRISONER * (taken - held) + troops_worth(player.camp) * 0.5


def turns_left(game: Medioevo) -> int:
    return max(0, tables().turns[str(game.settings["length"])] - game.turn)


def land_worth(game: Medioevo, space: str, land: Land, left: int) -> float:
    """A territory earns taxes; buildings earn honour, units and cards."""
    value = LAND + 0.3 * left + (SETTLED if space in towns() else 0.0)
    value += CIVIL * land.civil + MILITARY * land.military + CATHEDRAL * land.cathedral + MARKET * len(land.cubes)
    damage = land.civil_damage + land.military_damage + land.cathedral_damage
    return value + 0.3 * min(2, sum(units(game, space, land.holder))) - 0.3 * damage


def troops_worth(counts: Counts) -> float:
    return sum(UNIT[kind] * number for kind, number in zip(KINDS, counts, strict=True))


def vehicles_worth(game: Medioevo, seat: Seat) -> float:
    """Transports, what they carry, and how far a Trade Route has come."""
    total = 0.0
    for vehicle in game.vehicles.values():
        if vehicle.owner == seat:
            total += VEHICLE * vehicle.level + GOOD * len(vehicle.goods) + 0.2 * len(set(vehicle.goods)) + 0.01 * vehicle.pm
    route = game.players[seat].route
    if route is not None:
        total += STAGE * route_points(route) * (0.3 + len(route.done) / max(1, len(route.stages)))
    return total


# -- what is under way -------------------------------------------------------------------------------------


def promise(game: Medioevo, seat: Seat) -> float:
    """Battles and movements in progress."""
    value = 0.0
    for fight in game.fights:
        value += fight_promise(game, fight, seat)
    if game.marches and game.marches[-1].seat == seat and not game.fights:
        value += march_promise(game, game.marches[-1])
    return value


def fight_promise(game: Medioevo, fight: Fight, seat: Seat) -> float:
    """How the strengths compare, and what the dice on the table say."""
    for index, side in enumerate(fight.sides):
        if side.owner == seat:
            own, foe = (troops_worth(units(game, fight.place, fight.sides[i].owner)) for i in (index, 1 - index))
            value = 3.0 * own / (own + foe + 0.01)
            if side.dice and fight is game.fights[-1]:
                value += 0.12 * raw_attack(game, index) - 0.25 * min(side.dice) - 0.25 * side.pending
            return value + 0.05 * len(side.uses) + 0.1 * sum(sum(crew.counts) for crew in side.crews)
    return 0.0


def march_promise(game: Medioevo, march: March) -> float:
    """The best thing this group could do next, with what may still join it."""
    if march.stopped or any(game.vehicles[id].kind in ("caravan", "merchantman") for id in march.vehicles if id in game.vehicles):
        return 0.0
    strength = troops_worth(march.counts) + 0.5 * waiting(game, march)
    if not strength:
        return 0.0
    return max((prospect(game, march, space, strength) for space in land_neighbours(march.space)), default=0.0)


def waiting(game: Medioevo, march: March) -> float:
    """Units that could still come along."""
    army = army_at(game, march.space, march.seat)
    if army is None or not (boardable(game, march) or joinable(game, march)):
        return 0.0
    room = sum(capacity(game, id) for id in (*march.vehicles, *joinable(game, march)) if is_carrier(game, id))
    if is_castle(game, march.seat, march.space):
        room = sum(army.counts)
    share = min(1.0, max(0, room - sum(march.counts)) / max(1, sum(army.counts)))
    return share * max(0.0, troops_worth(army.counts) - troops_worth(march.counts))


def prospect(game: Medioevo, march: March, space: str, strength: float) -> float:
    """What taking a neighbouring territory would bring, times the odds."""
    if space not in game.lands or game.lands[space].holder == march.seat:
        return 0.0
    land = game.lands[space]
    others = [other for other in parties(game, space) if other != march.seat]
    foe = sum(troops_worth(units(game, space, other)) for other in others)
    if land.holder == BARBARIANS and not others:
        foe = troops_worth(game.circle.horde)
    gain = land_worth(game, space, land, turns_left(game)) + (HONOUR if space in towns() else 0.0)
    gain += HONOUR * sum(honour_level(category, getattr(land, category)) for category in ("civil", "military", "cathedral"))
    if land.holder >= 0 and not may_attack(game, march.seat, land.holder):
        gain -= 3 * HONOUR
    odds = strength / (strength + 1.6 * foe + 0.5)
    return 0.4 * max(0.0, gain * odds - (1 - odds) * 4.0)


# -- sealed answers ----------------------------------------------------------------------------------------


def intention(game: Medioevo, seat: Seat) -> float:
    """What a sealed answer of the seat's own is worth before the others are known."""
    decision = game.decision
    if not isinstance(decision, Together) or seat not in decision.seats or not decision.lane(seat):
        return 0.0
    return sealed_worth(game, seat, decision.lane(seat)[0])


def sealed_worth(game: Medioevo, seat: Seat, action: Action) -> float:
    match action:
        case SetTax(level=level):
            lands = [game.lands[space] for space in holdings(game, seat)]
            base = sum(1 + land.civil for land in lands)
            return FLORIN * level * base - 9.0 * REBELLIONS[level]
        case Bid(florins=florins):
            return 0.9 * min(1.0, florins / 60) - FLORIN * florins * 0.8
        case KeepCard(card=card):
            return 0.3 * len(empire_cards()[card].icons)
        case BidKingdom(honour=bid):
            return -abs(bid - 1) * 0.1
        case SayTime(up=up):
            return float(up == (net_florins(game, seat) > 0 and best_placed(game, seat)))
        case _:
            return 0.0


def best_placed(game: Medioevo, seat: Seat) -> bool:
    return game.players[seat].honour == max(player.honour for player in game.players)
