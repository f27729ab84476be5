"""How bots plan an action of Byzantium: what belongs to it, which steps are worth a thought, and quick answers.

A turn, for the search, is one action with everything that it leads to. Whoever is asked in the action of somebody else, or when
armies are paid, thinks about that to the action's end.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from marchland.kernel.actions import Action, Seat
from marchland.kernel.frames import Procedure

from ..rules.combat.armies import GUARD, ChooseLoss, Lose
from ..rules.combat.combat import Attack, ChooseOpponent, Face, OfferMilitia, SpareMilitia, UseMilitia, city_strength, cubes_per_hit
from ..rules.combat.conquest import GiveMarker
from ..rules.combat.flight import BlockSea, Flee, OfferBlock, OfferFlight, Stand
from ..rules.cubes import PayCube, Take, slot_cubes
from ..rules.movement.movement import Double, OfferDoubling, OfferFire, OpenFire
from ..rules.movement.routes import Enter, March, march_price, open_links
from ..rules.passing import ChoosePassCube, Pass
from ..rules.reinforcement import ContinueReinforcement, Reinforce, Stop
from ..rules.special.special import ChooseGrowth, Fortify, Grow
from ..rules.tax import ChooseTax, Levy, Split, SplitTax
from ..rules.turn import ActionPhase, ChooseAction
from ..rules.upkeep import ChooseDeserter, Desert, controlled_tokens, upkeep
from ..state import Byzantium, City
from ..tables import (
    ARAB,
    BULGAR,
    BYZANTINE,
    CAPITAL,
    CASUALTIES,
    CONFIG,
    ELITE,
    MAIN,
    MILITIA,
    MOVE,
    PERSIAN,
    POOL,
    SHEET,
    Side,
    split_slot,
)
from ..world import ATLAS
from .fighting import Men, attack, men_of, odds, pawns_on_map

IN_BETWEEN = -1
"""The number of all turns in which one only answers."""
FEW = 3
"""Nobody passes who could collect a tax with more cubes than this."""
GROWING, FORTIFIED, ENTRIES = 5, 3, 8
"""So many cities are thought of for growth, for a fortification, and for entering the map."""
BRAVE = 0.45
"""How likely a defender must be to hold his ground so that he stands without a second thought."""
LEAST_CHANCE = 0.05
"""Attacks less likely to succeed than this are not thought of."""
SHED = (MILITIA, MOVE, MAIN, ELITE, GUARD)
"""In what order cubes are given up."""
SHEDDING = 3
"""So many slots are thought of from which an army may give a cube."""
PERSIAN_WORTH, GATE = 2.0, 3.0
"""What a Persian city next door, and the harbour of Constantinople, count where a pawn enters."""


def turn_of(game: Byzantium, seat: Seat) -> int | None:
    """One's own action from its choice to the last question that it leads to, or somebody else's in which one may be asked."""
    phase = game.find(ActionPhase)
    is_own = phase is not None and phase.seat == seat
    if phase is not None and is_own:
        return (game.turn * 10 + len(game.passed)) * 2 + phase.last
    return None if isinstance(game.decision, ChooseAction) else IN_BETWEEN


def sameness(game: Byzantium, seat: Seat) -> Hashable:
    """Ways that differ in nothing that lies on the table or is under way."""
    under_way = tuple(game.frames(Procedure))
    return game.decision, under_way, tuple(game.players), tuple(game.cities.values()), tuple(game.boxes.values()), game.bulgars


# -- steps worth a thought -----------------------------------------------------------------------------


def steps(game: Byzantium, seat: Seat) -> Sequence[Action]:
    """The answers worth a thought, the likeliest first."""
    options = game.options(seat)
    if len(options) == 1:
        return options
    match game.decision:
        case ChooseAction():
            return actions(game, seat, options)
        case PayCube():
            return payments(game, seat, options)
        case ContinueReinforcement(slots=slots):
            return further_cubes(game, seat, slots, options)
        case ChooseTax():
            return levies(game.players[seat].pool)
        case SplitTax(cubes=cubes):
            return splits(game, seat, CONFIG.tax_per_cube * cubes)
        case ChooseGrowth():
            return growth(game, seat, options)
        case ChooseLoss() | GiveMarker() | ChooseDeserter() | ChoosePassCube():
            return sorted(options, key=loss_rank)
        case ChooseOpponent():
            return sorted(options, key=lambda option: foe_strength(game, option))
    return options


def actions(game: Byzantium, seat: Seat, options: Sequence[Action]) -> Sequence[Action]:
    """Everything but what cannot succeed, poor places to enter or to fortify, and passing while there are cubes to be taxed."""
    player = game.players[seat]
    is_idle = player.pool > FEW and not player.tax
    plain = [option for option in options if not isinstance(option, Fortify | Enter) and not (is_idle and isinstance(option, Pass))]
    open_to = [option for option in plain if not (isinstance(option, March) and is_hopeless(game, seat, option))]
    forts = sorted((option for option in options if isinstance(option, Fortify)), key=lambda fort: -game.cities[fort.city].tokens)
    entries = sorted((option for option in options if isinstance(option, Enter)), key=lambda one: -entry_worth(game, one))
    return [*open_to, *forts[:FORTIFIED], *entries[:ENTRIES]]


def is_hopeless(game: Byzantium, seat: Seat, march: March, links: int = 0) -> bool:
    """An attack that even good dice do not make a success."""
    if game.cities[march.to].side == march.side:
        return False
    army = men_of(game.realm(seat, march.side), march_price(game, seat, march.side, march.to, links + 1))
    return sum(army) <= 0 or attack(game, seat, march.side, march.to, army, pawns_on_map(game))[0] < LEAST_CHANCE


def entry_worth(game: Byzantium, entry: Enter) -> float:
    """Tokens of other colours next to the city: what an army finds to do there; Constantinople can reach every coast."""
    near = [game.cities[city] for city in ATLAS.neighbours(entry.city, *open_links(entry.side))]
    there = sum([city_worth(place, entry.side) for place in near])
    return there + (entry.city == CAPITAL) * GATE


def city_worth(place: City, side: Side) -> float:
    return PERSIAN_WORTH if place.side == PERSIAN else place.tokens * (place.side != side)


def payments(game: Byzantium, seat: Seat, options: Sequence[Action]) -> Sequence[Action]:
    """A cube of the pool or one of Casualties, whatever fits the purse first, or one that an army can do without."""
    takes = [option for option in options if isinstance(option, Take)]
    free = [take for take in takes if take.source == POOL]
    bought = [take for take in takes if take.source == CASUALTIES]
    shed = sorted((take for take in takes if take not in free and take not in bought), key=lambda take: shed_rank(game, seat, take))
    rich = [take for take in bought if spare_money(game, seat, take.treasury) >= CONFIG.cube_price]
    return [*rich, *free, *(take for take in bought if take not in rich), *shed[:SHEDDING]]


def shed_rank(game: Byzantium, seat: Seat, take: Take) -> tuple[int, int]:
    """Militia first, then what there is most of."""
    side, slot = split_slot(take.source)
    return SHED.index(slot), -slot_cubes(game.realm(seat, side), slot)


def spare_money(game: Byzantium, seat: Seat, side: Side) -> int:
    """What the coming income and upkeep leave of a treasury."""
    realm = game.realm(seat, side)
    return realm.treasury + min(0, CONFIG.income_per_token * controlled_tokens(game, seat, side) - upkeep(realm))


def further_cubes(game: Byzantium, seat: Seat, slots: Sequence[str], options: Sequence[Action]) -> Sequence[Action]:
    """More cubes in the order of the sheet, so that the same ones are thought of once; the same slot again comes to mind first."""
    last = SHEET.index(slots[-1])
    more = [option for option in options if isinstance(option, Reinforce) and SHEET.index(option.slot) >= last]
    stop = [Stop()]
    return [*more, *stop] if game.players[seat].pool else [*stop, *more]


def levies(pool: int) -> Sequence[Action]:
    """All that is left, nearly all, or half of it."""
    return [Levy(cubes) for cubes in dict.fromkeys((pool, pool - 1, pool - 2, pool - 3, (pool + 1) // 2)) if cubes > 0]


def splits(game: Byzantium, seat: Seat, bezants: int) -> Sequence[Action]:
    """By what each side is short of, and in plain shares."""
    needs = [max(0, -spare_money(game, seat, side)) for side in (BYZANTINE, ARAB)]
    first = bezants * needs[0] // sum(needs) if sum(needs) else bezants // 2
    shares = (first, min(bezants, needs[0]), max(0, bezants - needs[1]), bezants // 2, bezants // 4, 3 * bezants // 4, 0, bezants)
    return [Split(share) for share in dict.fromkeys(shares)]


def growth(game: Byzantium, seat: Seat, options: Sequence[Action]) -> Sequence[Action]:
    """One's own cities, the largest first; without one, a city that nobody holds yet."""
    grows = [option for option in options if isinstance(option, Grow)]
    own = [option for option in grows if game.cities[option.city].controller == seat]
    free = [option for option in grows if game.cities[option.city].controller is None]
    largest = sorted(own, key=lambda option: -game.cities[option.city].tokens)[:GROWING]
    return largest or sorted(free, key=lambda option: -game.cities[option.city].tokens)[:2] or grows[:2]


def loss_rank(option: Action) -> int:
    """Militia goes first, then Move, Main Army and Elite; a guard is the last."""
    match option:
        case Lose(slot=place) | Desert(slot=place) | Take(source=place):
            return SHED.index(split_slot(place)[1])
    return 0


def foe_strength(game: Byzantium, option: Action) -> int:
    """The weakest pawn is faced first."""
    fight = game.running(Attack)
    if not isinstance(option, Face):
        return 0
    elite, main, _ = men_of(game.realm(option.opponent, game.cities[fight.city].side))
    return elite + main


# -- quick answers -------------------------------------------------------------------------------------


def reply(game: Byzantium, seat: Seat) -> Action:
    """What anybody would do who is asked in the action of somebody else."""
    options = game.options(seat)
    match game.decision:
        case OfferFlight(side=side):
            return Flee() if Flee() in options and holds(game, (men_of(game.realm(seat, side)),)) < BRAVE else Stand()
        case OfferMilitia(city=city):
            levy = (0, game.realm(seat, game.cities[city].side).militia, 0)
            return UseMilitia() if holds(game, (levy,)) > holds(game, ()) else SpareMilitia()
        case OfferDoubling():
            return Double()
        case OfferFire():
            return OpenFire()
        case OfferBlock():
            return BlockSea()
    return steps(game, seat)[0]


def holds(game: Byzantium, defenders: tuple[Men, ...]) -> float:
    """How likely these and the walls beat off the attack that is under way."""
    fight = game.running(Attack)
    attacker = (0, game.bulgars, 0) if fight.side == BULGAR else men_of(game.realm(fight.seat, fight.side))
    return 1 - odds(attacker, defenders, city_strength(game, fight.city), cubes_per_hit(fight.city))[0]
