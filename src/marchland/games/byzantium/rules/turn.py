"""1. Actions of the players: rounds, and the choice of one action."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from ..state import Byzantium
from ..tables import BULGAR, CONFIG, SIDES, CityId, Side
from ..world import CITIES
from .building import BUILDINGS, Build, Building, building_obstacles, building_preview, open_buildings
from .combat.odds import Body, civil_war_preview, march_preview, odds_lines
from .control import Control, TakeControl, control_obstacles, control_preview, open_cities
from .cubes import purse
from .movement.movement import enter, march
from .movement.routes import Enter, March, can_muster, entries, entry_obstacles, march_obstacles, open_marches
from .passing import Pass, pass_turn
from .reinforcement import Reinforce, Reinforcement, open_slots, reinforcement_obstacles
from .special.bulgars import (
    BulgarAttack,
    BulgarReinforcement,
    StrengthenBulgars,
    UnleashBulgars,
    bulgar_attack_obstacles,
    bulgar_reinforcement_obstacles,
    gathering_preview,
    open_bulgar_actions,
    supply,
)
from .special.civilwar import CivilWar, DeclareCivilWar, civil_war_obstacles, is_open_to_civil_war
from .special.special import (
    CLAIMS,
    Claim,
    Claiming,
    Develop,
    Fortify,
    Fortifying,
    Growth,
    claim_obstacles,
    claim_preview,
    development_obstacles,
    fortification_obstacles,
    open_claims,
    open_fortifications,
    open_growth,
)
from .tax import ChooseTax, CollectTax, can_tax, tax_obstacles


class ActionPhase(Procedure[Byzantium], frozen=True):
    """BY-TURN-02 Rounds clockwise from the first player, one action each, until all have passed."""

    STEPS = ("act", "next_player")
    seat: Seat
    last: bool = False

    def act(self, game: Byzantium) -> None:
        """BY-TURN-02 The player whose turn it is does exactly one action."""
        game.afresh = False
        question = ChooseAction(self.seat)
        game.push(question)
        if len(game.options()) == 1:  # only passing is left, and nobody is asked
            game.leave(question)
            game.push(MustPass(self.seat))

    def next_player(self, game: Byzantium) -> str:
        """BY-TURN-03 Players who passed are skipped; BY-PASS-03 the last one left acts once more."""
        if game.afresh:
            return "act"
        game.closed = ()
        waiting = [seat for seat in game.clockwise_from(self.seat)[1:] if seat not in game.passed]
        if self.last or not waiting:
            return DONE
        game.update(self, seat=waiting[0], last=is_last(game))
        return "act"


class MustPass(Decision[Byzantium], frozen=True):
    """BY-PASS-01 A player who can do nothing else passes."""

    RULE = "BY-PASS-01"
    FORCED = True
    seat: Seat

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield Pass()

    def resolve(self, game: Byzantium, action: Action) -> None:
        pass_turn(game, self.seat)


class ChooseAction(Decision[Byzantium], frozen=True):
    """BY-TURN-04 One action: control, reinforce, special action, tax, building, move or fight, pass."""

    RULE = "BY-TURN-02"
    seat: Seat

    def options(self, game: Byzantium) -> list[Action]:
        return legal_actions(game, self.seat)

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        yield from obstacles(game, seat, action)

    def why_not(self, game: Byzantium, seat: Seat, target: str) -> list[Refusal]:
        if any(target in action.touches() for action in game.options(seat)):
            return []
        reasons = [reason for action in aimed_at(game, seat, target) for reason in obstacles(game, seat, action)]
        return list({reason.rule: reason for reason in reasons}.values()) or [self.bare_refusal]

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        return preview(game, seat, action)

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"turn": game.turn, "turns": CONFIG.turns, "pool": game.players[seat].pool}

    def resolve(self, game: Byzantium, action: Action) -> None:
        begin(game, self.seat, action)


def is_last(game: Byzantium) -> bool:
    """BY-PASS-03 Has everybody passed but one? He has one action left, and the phase ends even if he does not pass."""
    return len(game.passed) == len(game.players) - 1


def begin(game: Byzantium, seat: Seat, action: Action) -> None:
    """BY-TURN-02 Start the chosen action."""
    match action:
        case TakeControl(city=city):
            game.push(Control(seat, city))
        case Reinforce(slot=slot):
            game.push(Reinforcement(seat, (slot,)))
        case DeclareCivilWar(side=side):
            game.push(CivilWar(seat, side))
        case Develop(side=side):
            game.push(Growth(seat, side))
        case UnleashBulgars(city=city):
            game.push(BulgarAttack(seat, city))
        case StrengthenBulgars():
            game.push(BulgarReinforcement(seat))
        case Claim(box=box):
            game.push(Claiming(seat, box))
        case Fortify(city=city):
            game.push(Fortifying(seat, city))
        case CollectTax():
            game.push(ChooseTax(seat))
        case Build(building=building):
            game.push(Building(seat, building))
        case Enter(side=side, city=city):
            enter(game, seat, side, city)
        case March(side=side, to=to):
            march(game, seat, side, to)
        case Pass():
            pass_turn(game, seat)


# -- legality ------------------------------------------------------------------------------------------


def legal_actions(game: Byzantium, seat: Seat) -> list[Action]:
    """BY-TURN-04 Every action that nothing stands against, in the order of the rulebook.

    Asks the same questions as `obstacles`, kind by kind: this runs at every action of every game.
    """
    player = game.players[seat]
    found = purse(player)
    actions = [*open_cities(game, found.sides), *open_slots((found, ())), *legal_special_actions(game, seat, found.sides)]
    if can_tax(player):
        actions.append(CollectTax())
    actions += open_buildings(player)
    for side in SIDES:
        if player.realm(side).at:
            actions += open_marches(game, seat, side)
        elif can_muster(player, side):
            actions += entries(game, side)
    actions.append(Pass())
    return actions


def legal_special_actions(game: Byzantium, seat: Seat, sides: tuple[Side, ...]) -> list[Action]:
    """BY-SPEC-01 Every box that is open to a player who finds cubes for these sides."""
    return [
        *[DeclareCivilWar(side) for side in SIDES if is_open_to_civil_war(game, seat, side)],
        *open_growth(game, sides),
        *open_bulgar_actions(game, sides),
        *open_claims(game, sides),
        *open_fortifications(game, seat, sides),
    ]


def obstacles(game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
    """BY-SPEC-03 What stands against an action now; nothing, if it is legal. Repeating an action is no obstacle."""
    if any(target not in game.cities for target in _cities_of(action)) or getattr(action, "side", SIDES[0]) not in SIDES:
        yield Refusal(ChooseAction.RULE, {})
        return
    match action:
        case TakeControl(city=city):
            yield from control_obstacles(game, seat, city)
        case Reinforce(slot=slot):
            yield from reinforcement_obstacles(game, seat, slot)
        case DeclareCivilWar(side=side):
            yield from civil_war_obstacles(game, seat, side)
        case Develop(side=side):
            yield from development_obstacles(game, seat, side)
        case UnleashBulgars(city=city):
            yield from bulgar_attack_obstacles(game, seat, city)
        case StrengthenBulgars():
            yield from bulgar_reinforcement_obstacles(game, seat)
        case Claim(box=box):
            yield from claim_obstacles(game, seat, box)
        case Fortify(city=city):
            yield from fortification_obstacles(game, seat, city)
        case CollectTax():
            yield from tax_obstacles(game, seat)
        case Build(building=building):
            yield from building_obstacles(game, seat, building)
        case Enter(side=side, city=city):
            yield from entry_obstacles(game, seat, side, city)
        case March(side=side, to=to):
            yield from march_obstacles(game, seat, side, to)
        case Pass():
            pass
        case _:
            yield Refusal(ChooseAction.RULE, {})


def _cities_of(action: Action) -> Iterator[CityId]:
    for field in ("city", "to"):
        if hasattr(action, field):
            yield getattr(action, field)


def aimed_at(game: Byzantium, seat: Seat, target: str) -> Iterator[Action]:
    """The actions somebody may mean who points at this thing on the board."""
    kind, _, name = target.rpartition(":")
    if kind == "box":
        yield from _aimed_at_box(name)
    elif kind == "slot":
        yield Reinforce(name)
    elif not kind:
        for side in SIDES:
            yield March(side, name) if game.realm(seat, side).at else Enter(side, name)
        yield from (TakeControl(name), UnleashBulgars(name), Fortify(name))


def _aimed_at_box(box: str) -> Iterator[Action]:
    kind, _, side = box.rpartition("_")
    if box in CLAIMS:
        yield Claim(box)
    elif kind == "civil_war":
        yield DeclareCivilWar(side)
    elif kind == "growth":
        yield Develop(side)
    elif box == "bulgars":
        yield StrengthenBulgars()
    elif box == "fortification":
        yield from map(Fortify, CITIES)
    elif box in BUILDINGS:
        yield Build(box)
    elif box == "tax":
        yield CollectTax()


# -- previews ------------------------------------------------------------------------------------------


def preview(game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
    """What an action costs and brings, with the exact odds of an attack."""
    match action:
        case TakeControl(city=city):
            return control_preview(game, city)
        case Claim(box=box):
            return claim_preview(box)
        case Build(building=building):
            return building_preview(building)
        case StrengthenBulgars():
            return gathering_preview(game, 2 * CONFIG.bulgars.added)
        case UnleashBulgars(city=city):
            horde = Body(main=game.bulgars + min(CONFIG.bulgars.added, supply(game)))
            return [*gathering_preview(game, CONFIG.bulgars.added), *odds_lines(game, seat, BULGAR, city, horde)]
        case March(side=side, to=to):
            return march_preview(game, seat, side, to)
        case DeclareCivilWar(side=side):
            return civil_war_preview(game, seat, side)
    return []
