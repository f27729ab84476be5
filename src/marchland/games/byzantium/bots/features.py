"""What a strong player counts: the position of every player in figures, for a judgement learned from play.

Figures are about one player each and the same for all of them; how the players' figures compare is the judgement's affair. They
are counted between actions. Most are in tens of points, bezants or cubes, so that the weights come out alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Seat
from marchland.kernel.memo import kept_in

from ..rules.control import is_open
from ..rules.scoring import total
from ..rules.special.bulgars import BOX, is_bulgar_target
from ..rules.special.special import has_room, held_cities, holder
from ..rules.turn import ActionPhase
from ..rules.upkeep import controlled_tokens, upkeep
from ..state import FORTIFICATION, Byzantium
from ..tables import ARAB, BYZANTINE, CAPITAL, CONFIG, SIDES, CityId, Side
from ..world import BALKANS
from .fighting import Raid, horde_chance, pawns_on_map, raids, spoils

STANDING = ("total", "counted", "low", "shortfall", "tokens_byzantine", "tokens_arab", "cities")
MONEY = ("purse_byzantine", "purse_arab", "treasury_byzantine", "treasury_arab", "debt", "houses")
CUBES = ("pool", "spare", "casualties", "lost", "untaxed")
ARMIES = ("elite_byzantine", "main_byzantine", "militia_byzantine", "move_byzantine", "afield_byzantine")
HOSTS = ("elite_arab", "main_arab", "militia_arab", "move_arab", "afield_arab")
WAR = ("raid_byzantine", "raid_arab", "second_raid", "at_risk", "worst_risk", "bulgar_risk", "forts")
OFFICES = ("emperor", "caliph", "fleet_byzantine", "fleet_arab")
TEMPO = ("passed", "first", "waits", "deeds", "harvest", "next_city")
NAMES: tuple[str, ...] = (*STANDING, *MONEY, *CUBES, *ARMIES, *HOSTS, *WAR, *OFFICES, *TEMPO)
"""Every figure by name, in the order in which they are counted."""

PHASES = CONFIG.turns
"""Each turn is one. That somebody has passed begins no other: nobody may choose by what he is judged."""
SOFT_EDGE = 8.0
"""The lower track loses its worth over so many points of shortfall from half the higher one."""
RICH = 30
"""Bezants beyond which more of them are of little use."""


def phase_of(game: Byzantium) -> int:
    return game.turn - 1


def features(game: Byzantium, found: Sequence[Raid] | None = None) -> tuple[int, list[list[float]]]:
    """The phase of the game, and everybody's figures in the order of `NAMES`."""
    war, tempo = War(game, raids(game) if found is None else found), Tempo(game)
    return phase_of(game), [figures(game, seat, war, tempo) for seat in range(len(game.players))]


def figures(game: Byzantium, seat: Seat, war: War, tempo: Tempo) -> list[float]:
    tokens = [controlled_tokens(game, seat, side) for side in SIDES]
    armies = [army(game, seat, side) for side in SIDES]
    return [
        *standing(game, seat, tokens),
        *money(game, seat, tokens, tempo.deeds[seat]),
        *cubes(game, seat),
        *armies[0],
        *armies[1],
        *war.of(seat),
        *[float(holder(game, box) == seat) for box in OFFICES],
        *tempo.of(seat),
    ]


def standing(game: Byzantium, seat: Seat, tokens: Sequence[int]) -> list[float]:
    """What both tracks would come to if the cities were counted now, by the half rule and by the same with a soft edge."""
    byzantine, arab = game.realm(seat, BYZANTINE).points + tokens[0], game.realm(seat, ARAB).points + tokens[1]
    low, high = min(byzantine, arab), max(byzantine, arab)
    shortfall = max(0, high - 2 * low)
    soft = high + low * max(0.0, 1.0 - shortfall / SOFT_EDGE)
    cities = len(held_cities(game)[seat])
    return [soft / 10, total(byzantine, arab) / 10, low / 10, shortfall / 10, tokens[0] / 10, tokens[1] / 10, cities / 10]


def money(game: Byzantium, seat: Seat, tokens: Sequence[int], deeds: int) -> list[float]:
    """What is left after the coming upkeep, what can be spent now, what will be missing, and what could be built of it."""
    is_active, purses, treasuries, debt, houses = seat not in game.passed, [], [], 0, 0
    for side, held in zip(SIDES, tokens, strict=True):
        realm = game.realm(seat, side)
        purse = realm.treasury + CONFIG.income_per_token * held - upkeep(realm)
        debt += max(0, -purse)
        purses.append(max(0, min(RICH, purse)) / 10)
        treasuries.append(min(RICH, realm.treasury) / 10 if is_active else 0.0)
        houses += realm.treasury // CONFIG.building_price if is_active else 0
    return [*purses, *treasuries, debt / 10, min(houses, deeds) / 10]


def cubes(game: Byzantium, seat: Seat) -> list[float]:
    """Free cubes that can still be used in this turn, and those that cannot."""
    player, is_active = game.players[seat], seat not in game.passed
    pool = player.pool / 10
    untaxed = pool if is_active and not player.tax else 0.0
    back = (player.tax + player.passing + sum([owners.count(seat) for owners in game.boxes.values()])) / 10
    usable, spare = (pool, back) if is_active else (0.0, pool + back)
    return [usable, spare, player.casualties / 10, player.removed / 10, untaxed]


def army(game: Byzantium, seat: Seat, side: Side) -> list[float]:
    realm = game.realm(seat, side)
    return [(realm.elite + realm.guard) / 10, realm.main / 10, realm.militia / 10, min(6, realm.move) / 10, float(bool(realm.at))]


class Tempo:
    """Who acts when and how often, and which free cities are left for whom."""

    def __init__(self, game: Byzantium) -> None:
        self.game, self.order = game, next_to_act(game)
        hands = [hands_of(game, seat) for seat in range(len(game.players))]
        self.deeds = [0] * len(hands)
        for seat in self.order:
            others = max([hands[other] for other in self.order if other != seat], default=0)
            self.deeds[seat] = min(hands[seat], 1 + others)
        self.free = free_tokens(game)

    def of(self, seat: Seat) -> list[float]:
        is_first = float(self.game.passed[:1] == (seat,))
        if seat not in self.order:
            return [1.0, is_first, 0.0, 0.0, 0.0, 0.0]
        place, count, deeds = self.order.index(seat), len(self.order), self.deeds[seat]
        picks = self.free[place::count][:deeds]
        return [0.0, is_first, place / count, deeds / 10, sum(picks) / 10, picks[0] / 10 if picks else 0.0]


def hands_of(game: Byzantium, seat: Seat) -> int:
    """How many actions a player could pay for."""
    player = game.players[seat]
    return player.pool + player.byzantine.treasury // CONFIG.cube_price + player.arab.treasury // CONFIG.cube_price


def next_to_act(game: Byzantium) -> list[Seat]:
    """Who acts next in this turn, and after him."""
    phase = game.find(ActionPhase)
    return [] if phase is None else [seat for seat in game.clockwise_from(phase.seat) if seat not in game.passed]


@kept_in("by_marker")
def free_cities(game: Byzantium) -> tuple[CityId, ...]:
    """Cities that anybody may take control of."""
    return tuple(city for city, place in game.cities.items() if is_open(city, place))


def free_tokens(game: Byzantium) -> list[int]:
    """Their tokens, the largest first."""
    return sorted([game.cities[city].tokens for city in free_cities(game)], reverse=True)


class War:
    """What raids promise their makers and threaten others with."""

    def __init__(self, game: Byzantium, found: Sequence[Raid]) -> None:
        self.game = game
        seats = range(len(game.players))
        self.gains: list[dict[Side, list[float]]] = [{side: [] for side in SIDES} for _ in seats]
        self.risks: list[dict[CityId, float]] = [{} for _ in seats]
        for raid in found:
            if raid.city != CAPITAL and (game.turn < CONFIG.turns or raid.seat not in game.passed):
                self._count(raid)
        pawns, is_open = pawns_on_map(game), has_room(game, BOX)
        self.bulgar_risks = [0.0 for _ in seats]
        for city in BALKANS if is_open else ():
            owner = game.cities[city].controller
            if owner is not None and is_bulgar_target(game, city):
                chance = horde_chance(game, (owner + 1) % len(game.players), city, pawns)
                self.bulgar_risks[owner] += chance * game.cities[city].tokens

    def _count(self, raid: Raid) -> None:
        self.gains[raid.seat][raid.side].append(raid.chance * spoils(self.game, raid.city) - 0.3 * raid.losses)
        place = self.game.cities[raid.city]
        if place.controller is not None and place.controller != raid.seat:
            risk = self.risks[place.controller]
            risk[raid.city] = max(risk.get(raid.city, 0.0), raid.chance * place.tokens)

    def of(self, seat: Seat) -> list[float]:
        gains, risks = self.gains[seat], self.risks[seat].values()
        best = [max(0.0, *gains[side]) if gains[side] else 0.0 for side in SIDES]
        ordered = sorted([*gains[BYZANTINE], *gains[ARAB], 0.0, 0.0], reverse=True)
        own = [self.game.cities[city] for city in held_cities(self.game)[seat]]
        forts = sum([place.tokens for place in own if place.marker == FORTIFICATION])
        return [
            best[0] / 5,
            best[1] / 5,
            ordered[1] / 5,
            sum(risks) / 5,
            max(risks, default=0.0) / 5,
            self.bulgar_risks[seat] / 5,
            forts / 5,
        ]
