"""Forces in a fight: their dice, their strength, and the cubes they lose."""

from collections.abc import Iterator

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.chance import roll
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision

from ...state import Byzantium, Realm
from ...tables import CASUALTIES, CONFIG, FIELD_SLOTS, MILITIA, CityId, Side, slot_id, split_slot
from ..cubes import add_cubes, drop_empty_armies, field_cubes, own_field_cubes, slot_cubes

ARMY, LEVY, HORDE = "army", "militia", "bulgars"
GUARD = "guard"


class Force(msgspec.Struct, frozen=True):
    """Somebody who fights: a player's army or militia of one side, or the Bulgars."""

    kind: str
    side: Side
    seat: Seat | None = None


class Lose(Action, frozen=True):
    """Give up a cube of this slot."""

    TOUCHES = ("slot",)
    PREFIX = {"slot": "slot"}
    slot: str


class CubesLost(Event, frozen=True):
    """Cubes of a slot went to their owner's Casualties."""

    RULE = "BY-BAT-02"
    seat: Seat
    slot: str
    count: int


class OrangeCubesLost(Event, frozen=True):
    """Bulgar cubes went back to the supply."""

    RULE = "BY-BULG-04"
    count: int
    left: int


class GuardLost(Event, frozen=True):
    """A guard, the last of its army, went back to its box."""

    RULE = "BY-EMP-03"
    seat: Seat
    side: Side


class ChooseLoss(Decision[Byzantium], frozen=True):
    """BY-BAT-02 The owner chooses which cube of Elite, Main Army or Move is lost, one after another."""

    RULE = "BY-BAT-02"
    FORCED = True
    seat: Seat
    side: Side
    hits: int

    def options(self, game: Byzantium) -> Iterator[Action]:
        for slot in losable(game.realm(self.seat, self.side)):
            yield Lose(slot_id(self.side, slot))

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Lose(slot=place) if place == slot_id(self.side, GUARD):
                yield Refusal("BY-EMP-03", {"have": own_field_cubes(game.realm(self.seat, self.side))})

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Lose(slot=place):
                lose(game, self.seat, *split_slot(place), 1)
                inflict(game, Force(ARMY, self.side, self.seat), self.hits - 1)


# -- dice and strength ---------------------------------------------------------------------------------


def battle_dice(game: Byzantium, force: Force) -> int:
    """BY-BAT-01 Main Army gives up to three dice and each Elite cube one more; militia and Bulgars up to three."""
    if force.kind == HORDE:
        return min(CONFIG.battle_dice, game.bulgars)
    realm = game.realm(_owner(force), force.side)
    if force.kind == LEVY:
        return min(CONFIG.battle_dice, realm.militia)
    return min(CONFIG.battle_dice, realm.main) + realm.elite + realm.guard


def strength(game: Byzantium, force: Force) -> int:
    """BY-BAT-03 Elite and Main Army of an army, cubes of a militia or of the Bulgars; Move never counts."""
    if force.kind == HORDE:
        return game.bulgars
    realm = game.realm(_owner(force), force.side)
    return realm.militia if force.kind == LEVY else army_strength(realm)


def army_strength(realm: Realm) -> int:
    """BY-EMP-02 A guard is worth a cube of Elite."""
    return realm.elite + realm.guard + realm.main


def hits(values: tuple[int, ...]) -> int:
    """BY-BAT-01 Each die of four or more is a hit."""
    return sum(value >= CONFIG.hit for value in values)


def roll_hits(game: Byzantium, roller: Seat, purpose: str, dice: int) -> int:
    """BY-INFO-02 Every throw is recorded with its roller and its purpose."""
    return hits(roll(game, roller, purpose, dice)) if dice else 0


def _owner(force: Force) -> Seat:
    assert force.seat is not None, "Bulgars have no owner"
    return force.seat


# -- losses --------------------------------------------------------------------------------------------


def losable(realm: Realm) -> tuple[str, ...]:
    """BY-EMP-03 The slots a loss can come from; a guard only when it is the last field cube."""
    slots = tuple(slot for slot in FIELD_SLOTS if slot_cubes(realm, slot))
    return slots or ((GUARD,) if realm.guard else ())


def inflict(game: Byzantium, force: Force, wounds: int) -> None:
    """BY-BAT-02 Each hit takes one cube; hits beyond the last cube are lost."""
    if wounds <= 0:
        return
    if force.kind == HORDE:
        _lose_orange(game, min(wounds, game.bulgars))
    elif force.kind == LEVY:
        seat = _owner(force)
        lose(game, seat, force.side, MILITIA, min(wounds, game.realm(seat, force.side).militia))
    elif wounds >= field_cubes(game.realm(_owner(force), force.side)):
        wipe_out(game, _owner(force), force.side)
    else:
        game.push(ChooseLoss(_owner(force), force.side, wounds))


def lose(game: Byzantium, seat: Seat, side: Side, slot: str, count: int) -> None:
    """BY-BAT-02 Lost cubes go to their owner's Casualties, and an empty army leaves the map."""
    if slot == GUARD:
        game.change_realm(seat, side, guard=False)
        game.emit(GuardLost(seat=seat, side=side))
    elif count:
        add_cubes(game, seat, slot_id(side, slot), -count)
        add_cubes(game, seat, CASUALTIES, count)
        game.emit(CubesLost(seat=seat, slot=slot_id(side, slot), count=count))
    drop_empty_armies(game, seat)


def wipe_out(game: Byzantium, seat: Seat, side: Side) -> None:
    """BY-BAT-06 All field cubes are lost, a guard last, and the pawn is removed."""
    for slot in FIELD_SLOTS:
        lose(game, seat, side, slot, slot_cubes(game.realm(seat, side), slot))
    if game.realm(seat, side).guard:
        lose(game, seat, side, GUARD, 1)


def _lose_orange(game: Byzantium, count: int) -> None:
    """BY-BULG-04 Lost orange cubes go back to the supply."""
    game.bulgars -= count
    if count:
        game.emit(OrangeCubesLost(count=count, left=game.bulgars))


# -- pawns ---------------------------------------------------------------------------------------------


def pawns_in(game: Byzantium, city: CityId, side: Side, first: Seat) -> tuple[Seat, ...]:
    """The players whose pawn of this side stands in the city, clockwise from `first`."""
    return tuple(seat for seat in game.clockwise_from(first) if game.realm(seat, side).at == city)
