"""What a position promises, in points of honour at the end of the game.

Honour that is there, what the majorities of the final scoring would bring, Objective tokens and cards on the way to one, money by
what it still buys, taxes to come less upkeep, Trade Routes under way, battles by how they will probably end, what one's armies
could take next turn and what others' armies could take. A rival's promise counts against one's own.

What each of these is worth by itself is reckoned here; how much it counts beside the others was learned from play
(`data/judgement.json`, `tools/weigh.py`), for the beginning, the middle and the end of a game.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from marchland.kernel.actions import Seat
from marchland.kernel.judgement import Judgement, strength
from marchland.kernel.memo import kept_with, remembered

from ..rules.battle.fight import order_penalty
from ..rules.components.armies import units
from ..rules.loans import net_florins
from ..rules.taxes import TaxesPhase
from ..state import BARBARIANS, Fight, Medioevo, Player
from ..tables import COLOURS, DATA, empire_cards, tables
from .aims import nearness
from .clash import against_horde, field, mass
from .commerce import trade
from .raids import BEATEN, PER_LOSS, WALLS, dangers, groups, loss, prize, raids
from .realm import Realm, realms
from .styles import Style, style_named
from .weights import turns_left

NAMES = (
    *("honour", "purse", "dues", "debts", "craft"),
    *("races", "learning", "wealth", "holy"),
    *("tokens", "aims", "cards", "used"),
    *("cargo", "route", "partners", "routes"),
    *("battles", "army", "captives", "raids", "hosts", "danger"),
)
"""What a promise is made of, in the order of the weights."""
PHASES = 3
JUDGEMENT = Judgement(DATA / "judgement.json", NAMES)
CERTAIN = 60.0
"""The end of a game that is won, beyond the honour by which it is."""
MAJORITY = 3.0
COIN = (0.0007, 0.0027, 0.0033, 0.0038, 0.0041)
"""What a florin is worth, by turns left: it buys honour as long as there is something to buy."""
LATER = 0.0032
"""What a florin of later turns is worth."""
TAX = 26
"""What a territory brings in a turn, on the whole."""
UPKEEP = 20
KEEP = 3
"""Turns for which upkeep is counted ahead."""
DEBT = (2.1, 2.1, 2.1, 3.2, 6.5)
"""Honour that each further loan costs in the end."""
INTEREST = 50
CRAFT = {
    "blue": (0.5, 0.15, 0.1, 0.2),
    "green": (0.5, 0.4, 0.1, 0.2),
    "violet": (0.55, 0.15, 0.15, 0.15),
    "yellow": (0.15, 0.15, 0.1, 0.1),
}
CRAFT |= {"orange": (0.1, 0.15, 0.1, 0.1), "red": (0.15, 0.1, 0.1, 0.2)}
"""What each level of a branch lets one do, at the beginning of a game."""
SOLDIER = 0.06
ENOUGH = 10.0
"""An army that bears so much is enough for most things."""
USED = 0.03
"""A card or token that was used for nothing is a little loss."""
CAMPAIGN, HOST = 0.6, 3.0
"""What a turn's march of an army is worth, whatever it will find, and what an army bears that can go anywhere."""
STRANGER = 0.33
"""How near others are to the objectives of their cards, on the whole."""
CARD, ICON = 0.3, 0.14
"""What a card is good for besides its objective: its ability, and each point of technology that it gives."""
CAPTIVE = 0.5


def judge(game: Medioevo, seat: Seat, name: str) -> float:
    """How good a position is for the seat."""
    style = style_named(name)
    if game.is_over:
        return decided(game, seat)
    own = promise(game, seat, style, is_own=True)
    if game.players[seat].eliminated:
        return own - CERTAIN
    rivals = [promise(game, other, style, is_own=False) for other in range(game.seats) if is_rival(game, seat, other)]
    if not rivals or not style.envy:
        return own
    return own - style.envy * (0.75 * max(rivals) + 0.25 * sum(rivals) / len(rivals))


def is_rival(game: Medioevo, seat: Seat, other: Seat) -> bool:
    team = game.players[seat].team
    return other != seat and not game.players[other].eliminated and not (team and game.players[other].team == team)


def decided(game: Medioevo, seat: Seat) -> float:
    lead = game.scores[seat] - max(score for other, score in enumerate(game.scores) if other != seat)
    return (CERTAIN if game.ranking[0] == seat else -CERTAIN) + lead


def promise(game: Medioevo, seat: Seat, style: Style, is_own: bool) -> float:
    """What a player may hope for in the end."""
    total = strength(parts(game, seat, style, is_own), JUDGEMENT.learned.weights[phase_of(game)])
    return total + style.love_of_building * prospects(game)[seat].realm.levels


def phase_of(game: Medioevo) -> int:
    """The beginning of a game, the middle, or the last two turns."""
    left = turns_left(game)
    return 2 if left < 2 else 1 if left < 5 else 0


def parts(game: Medioevo, seat: Seat, style: Style, is_own: bool) -> list[float]:
    """What a promise is made of (`NAMES`), in honour."""
    player, left, map_ = game.players[seat], turns_left(game), prospects(game)[seat]
    return [
        player.honour,
        *money(game, player, map_.realm, left),
        craft(player.technology, left),
        *majorities(game, seat, left, map_, style.races),
        *hopes(game, seat, style, left, is_own),
        *trade(game, seat, left),
        *war(game, seat, left, map_, style),
    ]


def figures(game: Medioevo) -> tuple[int, list[list[float]]]:
    """The phase of the game, and what everybody's promise is made of as long as nobody's cards are known."""
    return phase_of(game), [parts(game, seat, Style(), is_own=False) for seat in range(game.seats)]


class Prospect(NamedTuple):
    """What a player has on the map, and what follows from the map alone."""

    realm: Realm
    races: float
    raids: float
    """What his armies could take next turn. It counts less than what it hopes for: else nobody would ever take what he can."""
    hosts: float
    """How much he has of armies that can march, whatever they find."""
    danger: float


@kept_with("lands", "armies", "vehicles", "pacts", "wars", "turn", "taken_this_turn", "holy_taken")
def prospects(game: Medioevo) -> tuple[Prospect, ...]:
    """Everybody's, in one look."""
    marches = [sum([raid.value for raid in raids(game, seat)]) for seat in range(game.seats)]
    hosts = [sum([group.ready * min(1.0, group.mass / HOST) for group in groups(game, seat)]) for seat in range(game.seats)]
    return tuple(map(Prospect, realms(game), races(game), marches, hosts, dangers(game)))


def money(game: Medioevo, player: Player, realm: Realm, left: int) -> tuple[float, float, float]:
    """Cash, taxes to come less upkeep, and debts."""
    due = left + (game.phase < 3 or is_untaxed(game))
    debts = LATER * player.arrears + sum([DEBT[number] + LATER * INTEREST * left for number in range(player.loans)])
    dues = LATER * (TAX * realm.base * due - UPKEEP * realm.pieces * min(due, KEEP))
    return COIN[min(left, 4)] * player.florins, dues, -debts


def is_untaxed(game: Medioevo) -> bool:
    if game.phase != 3:
        return False
    phase = game.find(TaxesPhase)
    return phase is not None and game.step_of(phase) in ("levels", "reactions", "collect")


@cache
def craft(technology: tuple[int, ...], left: int) -> float:
    """What technologies let a player do while there is time."""
    share = min(1.0, left / 6)
    known = zip(COLOURS, technology, strict=True)
    return share * sum([sum(CRAFT[colour][:level]) for colour, level in known if level])


# -- cards and tokens --------------------------------------------------------------------------------------


def next_token(owned: int, left: int) -> float:
    """What one Objective token more is worth: the scale rises, so that those to come count as well."""
    scale = tables().honour["objectives"]
    last = len(scale) - 1
    ahead = max(1, min(3, left + 1, last - owned))
    return float(scale[min(last, owned + ahead)] - scale[min(last, owned)]) / ahead


def hopes(game: Medioevo, seat: Seat, style: Style, left: int, is_own: bool) -> tuple[float, float, float, float]:
    """Objective tokens by the scale, cards by how near their objectives are and what else they are good for, what was used up."""
    player = game.players[seat]
    owned = sum(player.tokens)
    scale = tables().honour["objectives"]
    step = next_token(owned, left)
    tokens = float(scale[min(owned, len(scale) - 1)]) + 0.12 * owned * min(1.0, left / 4)
    if not is_own:
        return tokens, STRANGER * step * min(len(player.hand), 2 + left), 0.0, 0.0
    used, aims, cards = sum(player.flipped) + sum(held.turned for held in player.hand), 0.0, 0.0
    for held in player.hand:
        near = nearness(game, seat, held.card)
        aims += step * (near if near >= 1 else style.aims * near) * (0.9 if held.turned and near >= 1 else 1.0)
        cards += (CARD + ICON * len(empire_cards()[held.card].icons)) * min(1.0, left / 4)
    return tokens, aims, cards, -USED * used


# -- majorities --------------------------------------------------------------------------------------------


def majorities(game: Medioevo, seat: Seat, left: int, map_: Prospect, much: float) -> tuple[float, float, float, float]:
    """Three points for the most of this and that, the surer the nearer the end: on the map, technologies, money, holy places."""
    sure = certainty(game.settings["length"], left)
    others = [other for other in range(game.seats) if other != seat]
    known = [learning(player.technology) for player in game.players]
    learned = race(known[seat], max([known[other] for other in others]), sure)
    rich = max([net_florins(game, other) for other in others])
    wealth = MAJORITY * sure**3 / (1 + exp(-(net_florins(game, seat) - rich) / 180))
    return much * map_.races, much * learned, much * wealth, much * MAJORITY * sure * map_.realm.holy


@cache
def certainty(length: object, left: int) -> float:
    """How sure it is that who leads now will lead in the end."""
    whole = tables().turns[str(length)]
    return float(0.3 + 0.7 * min(1.0, (whole - left) / whole) ** 1.5)


def races(game: Medioevo) -> tuple[float, ...]:
    """What everybody may hope for by what he has on the map: cathedrals, cities, castles, territories, a market."""
    sure = certainty(game.settings["length"], turns_left(game))
    counts = [(own.cathedrals, own.cities, own.castles, own.lands / 2, own.market) for own in realms(game)]
    ranked = [sorted(column, reverse=True) for column in zip(*counts, strict=True)]
    found = [0.0] * game.seats
    for number, (best, second, *_) in enumerate(ranked):
        for seat, own in enumerate(counts):
            found[seat] += race(own[number], best if own[number] < best else second, sure)
    return tuple(found)


@remembered
def learning(technology: tuple[int, ...]) -> float:
    """The highest level, then how many branches are at it."""
    highest = max(technology)
    return 2 * highest + 0.5 * technology.count(highest) if highest else 0.0


def race(own: float, best: float, sure: float) -> float:
    """Leading is worth three points the surer the greater the lead; being level one; coming near a little."""
    if own <= 0:
        return 0.0
    if own > best:
        return float(MAJORITY * (sure + (1 - sure) * (1 - 0.5 ** (own - best))))
    if own == best:
        return 1.0
    return MAJORITY * 0.35 * (1 - sure) * own / best


# -- war ---------------------------------------------------------------------------------------------------


def war(game: Medioevo, seat: Seat, left: int, map_: Prospect, style: Style) -> tuple[float, ...]:
    """Battles, what armies are good for, prisoners held by others, and what next turn may bring and take."""
    held = sum(1 for prisoner in game.prisoners if prisoner.owner == seat)
    captives = -CAPTIVE * held - 2.0 if held else 0.0
    if not left:
        return battles(game, seat), 0.0, captives, 0.0, 0.0, 0.0
    army = SOLDIER * min(map_.realm.army, ENOUGH)
    hosts = CAMPAIGN * min(left - 1, 4) * map_.hosts
    return battles(game, seat), army, captives, style.hope * map_.raids, style.hope * hosts, -style.fear * map_.danger


def battles(game: Medioevo, seat: Seat) -> float:
    """Battles under way, by how they will probably end."""
    return sum(battle(game, fight, seat) for fight in game.fights)


def battle(game: Medioevo, fight: Fight, seat: Seat) -> float:
    sides = [side.owner for side in fight.sides]
    if seat not in sides or fight.place not in game.lands:
        return 0.0
    attacks = sides[0] == seat
    rival = sides[1] if attacks else sides[0]
    own, foe = mass(units(game, fight.place, seat)), mass(units(game, fight.place, rival))
    walls = WALLS * game.lands[fight.place].military
    if rival == BARBARIANS:
        hope = against_horde(own, foe, game.circle.dice, order_penalty(game, seat))
    else:
        edge = order_penalty(game, seat) - order_penalty(game, rival)
        hope = field(own + walls * (not attacks), foe + walls * attacks, edge)
    shame = BEATEN if rival == BARBARIANS else 0.0
    toll = PER_LOSS * (own - hope.chance * hope.left)
    if attacks:
        return hope.chance * prize(game, seat, fight.place) - (1 - hope.chance) * shame - toll
    return -(1 - hope.chance) * (shame + loss(game, fight.place)) - toll


def best_colour(game: Medioevo, seat: Seat) -> str:
    """The colour of technology points that serves most."""
    player = game.players[seat]
    order = ("green", "violet", "blue", "yellow", "red", "orange")
    return min(order, key=lambda colour: (player.tokens[COLOURS.index(colour)], order.index(colour)))
