"""Purchases worth a thought: what is left out is what nobody would buy now.

A turn of purchases is searched through step by step; here is which steps are tried, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchland.kernel.actions import Action, Seat

from ..rules.cards.powers import Claim, PlayCard
from ..rules.components.armies import army_at
from ..rules.components.table import homes, settlements
from ..rules.conquest.buildings import GREAT
from ..rules.loans import Repay
from ..rules.purchases.empire import BuyCard
from ..rules.purchases.purchases import BuyHere, DoneBuying, LeaveSite, Purchase, Study, Visit
from ..rules.purchases.sites import BuyVehicle, Promote, Raise, Ransom, Recall, Recruit, Repair, UpgradeVehicle
from ..rules.technologies.points import FlipToken, TurnCard
from ..state import Medioevo
from ..tables import COLOURS, MERCHANT
from .aims import nearness
from .raids import raids
from .reactions import best_claim
from .realm import honours, realms
from .statecraft import declarations, overtures
from .styles import Style
from .weights import turns_left

DESIGNS = ("violet", "green", "blue")
"""Branches whose points serve most purchases."""
NEAR = 0.6
ARCHITECTS = (32, 33)
WAGONS, MERCHANTS = 3, 2
"""More of them are not bought, unless an objective asks for it."""
GARRISON = 3
"""Units that are enough where nobody marches from."""
MUSTERED = (4, 25, 27, 28)
WHEELED = (11, 55, 56)
LED = (28, 67, 68)
LEARNED = (12, 48, 49, 61, 62, 71)
ARMED = (10, 53)
"""Objectives that ask for troops, transports, Captains, learning, engines."""


def wishes(game: Medioevo, seat: Seat) -> set[int]:
    """The objectives of the cards that a player holds."""
    return {game.objectives[held.card] for held in game.players[seat].hand}


def shop(game: Medioevo, seat: Seat, question: Purchase, style: Style) -> Sequence[Action]:
    """What to do next in the purchase phase: claims first, then points for designs, then everything that may be worth it."""
    offered = game.options(seat)
    claims = [one for one in offered if isinstance(one, Claim)]
    if claims:
        return [best_claim(game, seat, claims)]
    points = sources(game, seat, offered)
    if points:
        return points[:1]
    found: list[Action] = []
    if any(isinstance(one, BuyCard) for one in offered):
        found.append(BuyCard())
    found += studies(game, seat, offered, style)
    found += [one for one in offered if isinstance(one, PlayCard) and one.card in ARCHITECTS][:1]
    found += visits(game, seat, question, offered, style)
    if not question.visited:
        found += [*declarations(game, seat, style), *overtures(game, seat, style)]
    if not turns_left(game) and Repay() in offered:
        found.append(Repay())
    return [*(one for one in found if one in offered), DoneBuying()]


def studies(game: Medioevo, seat: Seat, offered: Sequence[Action], style: Style) -> list[Action]:
    """Branches that open a design, that an objective asks for, or that lead the race of learning."""
    player = game.players[seat]
    deepest = max(player.technology)

    def rank(branch: str) -> float:
        level = player.technology[COLOURS.index(branch)]
        return (branch in DESIGNS) * (1.0 if level == 0 else 0.4) + 0.5 * (level == deepest) - 0.1 * level

    branches = [one.branch for one in offered if isinstance(one, Study)]
    most = style.choices if wishes(game, seat) & {*LEARNED} else 2
    return [Study(branch) for branch in sorted(branches, key=rank, reverse=True)[:most]]


def sources(game: Medioevo, seat: Seat, offered: Sequence[Action]) -> list[Action]:
    """Tokens and cards that give points for what one can design and pay; a card whose objective is near is spared."""
    player = game.players[seat]
    designs = [colour for colour in DESIGNS if player.technology[COLOURS.index(colour)]]
    known = {colour for colour in designs if player.points[COLOURS.index(colour)] < player.florins // 100}
    found: list[Action] = [one for one in offered if isinstance(one, FlipToken) and one.colour in known]
    cards = [one for one in offered if isinstance(one, TurnCard) and known & {*one.colours}]
    return found + [one for one in cards if one.card not in ARCHITECTS and nearness(game, seat, one.card) < NEAR]


def visits(game: Medioevo, seat: Seat, question: Purchase, offered: Sequence[Action], style: Style) -> list[Action]:
    """Places where armies gather, rich places without guard, and the best places to build."""
    open_to = [one.space for one in offered if isinstance(one, Visit)]
    if not open_to:
        return []
    threatened = {raid.space for other in range(game.seats) if other != seat for raid in raids(game, other)}
    camps = {vehicle.space for vehicle in game.vehicles.values() if vehicle.owner == seat and vehicle.kind in ("wagon", "galley")}
    home = set(homes(game, seat))

    def rank(space: str) -> float:
        land = game.lands[space]
        guarded = army_at(game, space, seat) is not None
        value = 0.5 * honours(land) + (space in settlements(game)) + 0.6 * (space in home)
        return value + 2.5 * (space in camps) + 2.0 * (space in threatened and not guarded) - 0.7 * (space in threatened)

    return [Visit(space) for space in sorted(open_to, key=rank, reverse=True)[: style.choices]]


def counter(game: Medioevo, seat: Seat, question: BuyHere, style: Style) -> Sequence[Action]:
    """What may be worth buying in a territory."""
    offered = game.options(seat)
    wanted = wishes(game, seat)
    found = [one for one in offered if is_wanted(game, seat, question.space, one, wanted)]
    return [*found[: 2 * style.choices], LeaveSite()]


def is_wanted(game: Medioevo, seat: Seat, space: str, offer: Action, wanted: set[int]) -> bool:
    match offer:
        case Raise(category=category, level=level):
            old = int(getattr(game.lands[space], category))
            return level == old + 1 or level == GREAT[category]
        case Recruit(kind=kind):
            return wants_soldier(game, seat, space, kind, wanted)
        case BuyVehicle(kind=kind, level=level):
            return wants_vehicle(game, seat, kind, level, wanted)
        case UpgradeVehicle(vehicle=id):
            return game.vehicles[id].kind in MERCHANT or bool(wanted & {*WHEELED, *ARMED})
        case Promote():
            return bool(wanted & {*LED})
        case Repair() | Recall() | Ransom():
            return True
        case _:
            return False


def wants_soldier(game: Medioevo, seat: Seat, space: str, kind: str, wanted: set[int]) -> bool:
    """Troops are bought where a carrier waits, where nobody guards what is worth it, or for an objective."""
    if kind.startswith("cap"):
        return bool(wanted & {*LED})
    if wanted & {*MUSTERED}:
        return True
    camps = any(v.owner == seat and v.space == space and v.kind in ("wagon", "galley") for v in game.vehicles.values())
    army = army_at(game, space, seat)
    number = sum(army.counts) if army is not None else 0
    if camps:
        return number < 9
    return number < GARRISON and honours(game.lands[space]) > 0


def wants_vehicle(game: Medioevo, seat: Seat, kind: str, level: int, wanted: set[int]) -> bool:
    realm = realms(game)[seat]
    if kind == "engine":
        return bool(wanted & {*ARMED})
    if 56 in wanted or (11 in wanted and kind not in realm.vehicles):
        return level == 1
    if 55 in wanted and kind == "wagon":
        return level == 2
    if kind == "galley":
        return False
    if kind == "wagon":
        return level < 3 and realm.carriers < WAGONS
    return level < 3 and realm.merchants < MERCHANTS and turns_left(game) > 1
