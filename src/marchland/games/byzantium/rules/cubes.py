"""Cubes: where they come from, what they cost, and armies that run out of them."""

from collections.abc import Iterator

import msgspec

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, PreviewLine

from ..state import CUBE, Byzantium, Player, Realm
from ..tables import ARAB, BYZANTINE, CASUALTIES, CONFIG, FIELD_SLOTS, MILITIA, POOL, SIDES, SOURCES, CityId, Side, split_slot
from .forecast import BEZANTS, line
from .ledger import pay

TARGETS = {source: f"slot:{source}" for source in SOURCES}
"""The same places as what a cube is laid on."""

FREE = "free"
"""The treasury that pays for a cube nobody has to pay for."""


class Take(Action, frozen=True):
    """Take a cube from this place; a bought one is paid by this side's treasury."""

    TOUCHES = ("source",)
    PREFIX = {"source": "slot"}
    source: str
    treasury: Side = FREE


class Purse(msgspec.Struct, frozen=True):
    """BY-CUBE-02 The sides for which a player can find a cube, and the places where he can take it."""

    sides: tuple[Side, ...]
    places: tuple[str, ...]


class CubeSpent(Event, frozen=True):
    """A cube was laid somewhere: `bezants` is what it cost, as a negative number."""

    RULE = "BY-CUBE-02"
    seat: Seat
    source: str
    to: str
    side: Side | None = None
    bezants: int = 0


class ArmyDestroyed(Event, frozen=True):
    """The last field cube is gone, and the pawn left the map."""

    RULE = "BY-DEST-01"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId


TAKE: dict[tuple[str, Side], Take] = {(source, side): Take(source, side) for source in SOURCES for side in (FREE, *SIDES)}


class PayCube(Decision[Byzantium], frozen=True):
    """BY-CUBE-02 The player takes the cube he needs from the pool, or buys it from Casualties or the sheet.

    `to` is where it goes (`city:athens`, `box:emperor`, `slot:arab-main`, `church`, `mosque`), `sides` whose treasury may
    pay, and `keep` the side whose army must not lose its last field cube because it is about to attack.
    """

    RULE = "BY-CUBE-02"
    FORCED = True
    seat: Seat
    to: str
    sides: tuple[Side, ...]
    keep: Side | None = None

    def options(self, game: Byzantium) -> list[Action]:
        player, to, keep = game.players[self.seat], self.to, self.keep
        takes: list[Action] = [TAKE[POOL, FREE]] if player.pool else []
        buyers = [side for side in self.sides if can_buy(player, side)]
        if not buyers:
            return takes
        free = [source for source in sources(player) if is_free_to_go(player, source, to, keep)]
        return takes + [TAKE[source, side] for source in free for side in buyers]

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case Take(source=source, treasury=treasury):
                yield from payment_obstacles(game, self, source, treasury)

    def why_not(self, game: Byzantium, seat: Seat, target: str) -> list[Refusal]:
        source = target.removeprefix("slot:")
        ways = [way for way in _ways(self.sides) if way[0] == source]
        found = [list(payment_obstacles(game, self, *way)) for way in ways]
        if not ways:
            return super().why_not(game, seat, target)
        return [] if not all(found) else [found[0][0]]

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case Take(source="pool"):
                return [line("BY-CUBE-01", 0, BEZANTS, source=POOL)]
            case Take(source=source, treasury=treasury):
                return [line("BY-CUBE-02", -CONFIG.cube_price, BEZANTS, source=source, side=treasury)]
        return []

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"pool": game.players[seat].pool, "price": CONFIG.cube_price}

    def needless(self, game: Byzantium, seat: Seat) -> list[Action]:
        """A cube of the pool is free; without one, Casualties are what nobody misses, at the richer side's expense."""
        offered = game.options(seat)
        cheap = [take for take in offered if isinstance(take, Take) and take.source in (POOL, CASUALTIES)]
        if not cheap:
            return []
        best = min(cheap, key=lambda take: (take.source != POOL, -self._means(game, take.treasury)))
        return [take for take in offered if take != best]

    def _means(self, game: Byzantium, treasury: Side) -> int:
        return 0 if treasury == FREE else game.realm(self.seat, treasury).treasury

    def resolve(self, game: Byzantium, action: Action) -> None:
        if isinstance(action, Take):
            spend(game, self.seat, action.source, self.to, action.treasury)


def _ways(sides: tuple[Side, ...]) -> Iterator[tuple[str, Side]]:
    yield POOL, FREE
    for source in SOURCES[1:]:
        for side in sides:
            yield source, side


def payment_obstacles(game: Byzantium, asked: PayCube, source: str, treasury: Side) -> Iterator[Refusal]:
    """BY-CUBE-02 What stands against taking the cube from there: an empty place, too little money, a needed army."""
    player = game.players[asked.seat]
    if source not in SOURCES or asked.to == TARGETS[source]:
        yield Refusal("BY-CUBE-03", {"source": source})
    elif not cubes_at(game, asked.seat, source):
        yield Refusal("BY-CUBE-01" if source == POOL else "BY-CUBE-02", {"source": source, "need": 1, "have": 0})
    elif source != POOL and treasury not in asked.sides:
        yield Refusal("BY-SPEC-02", {"side": asked.sides[0]})
    elif source != POOL and not can_buy(player, treasury):
        yield Refusal("BY-CUBE-02", {"source": source, "need": CONFIG.cube_price, "have": player.realm(treasury).treasury})
    elif not is_free_to_go(player, source, asked.to, asked.keep):
        yield Refusal("BY-SPEC-04", {})


def is_payable(
    game: Byzantium, seat: Seat, sides: tuple[Side, ...], to: str = "", keep: Side | None = None, saved: int = 0
) -> bool:
    """BY-CUBE-01 Can the player find a cube for this at all, once `saved` bezants are set aside?"""
    found = purse(game.players[seat], keep, saved)
    return any(finds_cube(found, side, to) for side in sides)


def finds_cube(found: Purse, side: Side, to: str = "") -> bool:
    """BY-CUBE-03 Is there a cube for this side that does not come from where it goes?"""
    return side in found.sides and any(to != TARGETS[place] for place in found.places)


FULL_PURSE, EMPTY_PURSE = Purse(SIDES, (POOL,)), Purse((), ())


def purse(player: Player, keep: Side | None = None, saved: int = 0) -> Purse:
    """A cube of the pool serves either side; without one a side must have the price, and a cube lie somewhere."""
    if player.pool:
        return FULL_PURSE
    buyers = tuple([side for side in SIDES if can_buy(player, side, saved)])
    if not buyers:
        return EMPTY_PURSE
    places = tuple([source for source in sources(player) if not (keep and would_empty(player, keep, source))])
    return Purse(buyers, places) if places else EMPTY_PURSE


def can_buy(player: Player, side: Side, saved: int = 0) -> bool:
    """BY-CUBE-02 Has this side the price of a cube, once `saved` bezants are set aside?"""
    return player.realm(side).treasury - saved >= CONFIG.cube_price


def is_free_to_go(player: Player, source: str, to: str, keep: Side | None) -> bool:
    """BY-CUBE-03 A cube does not come from where it goes, nor is it the last of an army that is about to attack."""
    return to != TARGETS[source] and not (keep and would_empty(player, keep, source))


def payment_refusal(game: Byzantium, seat: Seat, sides: tuple[Side, ...], saved: int = 0) -> Refusal:
    """BY-CUBE-02 Why no cube can be found: the pool is empty and the money too little."""
    have = max(game.realm(seat, side).treasury for side in sides)
    return Refusal("BY-CUBE-02", {"source": CASUALTIES, "need": CONFIG.cube_price + saved, "have": have})


# -- taking and laying cubes ---------------------------------------------------------------------------


def sources(player: Player) -> list[str]:
    """BY-CUBE-02 The places beside the pool where a cube of the player's lies."""
    east, south = player.byzantine, player.arab
    lying = (
        *(player.casualties, east.elite, east.main, east.militia, east.move),
        *(south.elite, south.main, south.militia, south.move),
    )
    return [source for source, cubes in zip(SOURCES[1:], lying, strict=True) if cubes]


def cubes_at(game: Byzantium, seat: Seat, source: str) -> int:
    """How many of the player's own cubes lie there; a guard is nobody's cube."""
    player = game.players[seat]
    if source == POOL:
        return player.pool
    if source == CASUALTIES:
        return player.casualties
    side, slot = split_slot(source)
    return slot_cubes(player.realm(side), slot)


def slot_cubes(realm: Realm, slot: str) -> int:
    count: int = getattr(realm, slot)
    return count


def add_cubes(game: Byzantium, seat: Seat, place: str, count: int) -> None:
    """Put cubes into the pool, Casualties or a slot, or take them away with a negative count."""
    player = game.players[seat]
    if place in (POOL, CASUALTIES):
        game.change(seat, **{place: getattr(player, place) + count})
        return
    side, slot = split_slot(place)
    game.change_realm(seat, side, **{slot: slot_cubes(player.realm(side), slot) + count})


def spend(game: Byzantium, seat: Seat, source: str, to: str, treasury: Side = FREE) -> None:
    """BY-CUBE-03 A cube leaves its source, is paid for if it was bought, and is laid where it is needed."""
    add_cubes(game, seat, source, -1)
    if treasury == FREE:
        game.emit(CubeSpent(seat=seat, source=source, to=to))
    else:
        pay(game, seat, treasury, CONFIG.cube_price)
        game.emit(CubeSpent(seat=seat, source=source, to=to, side=treasury, bezants=-CONFIG.cube_price))
    lay(game, seat, to)
    if source not in (POOL, CASUALTIES):
        drop_empty_armies(game, seat)


def lay(game: Byzantium, seat: Seat, to: str) -> None:
    """BY-CUBE-04 A spent cube lies on a city, a box, a slot or a building: it never vanishes."""
    kind, _, target = to.partition(":")
    match kind:
        case "city":
            game.change_city(target, controller=seat, marker=CUBE)
        case "box":
            game.change_box(target, (*game.boxes[target], seat))
        case "slot":
            add_cubes(game, seat, target, 1)
        case "church":
            game.change(seat, churches=game.players[seat].churches + 1)
        case "mosque":
            game.change(seat, mosques=game.players[seat].mosques + 1)
        case "pass":
            game.change(seat, passing=1)


# -- armies --------------------------------------------------------------------------------------------


def field_cubes(realm: Realm) -> int:
    """Elite, Main Army and Move together, a guard included."""
    return realm.elite + realm.main + realm.move + realm.guard


def own_field_cubes(realm: Realm) -> int:
    return realm.elite + realm.main + realm.move


def would_empty(player: Player, side: Side, source: str) -> bool:
    """Would taking one cube there leave this army without field cubes?"""
    if source in (POOL, CASUALTIES):
        return False
    from_side, slot = split_slot(source)
    return from_side == side and slot in FIELD_SLOTS and field_cubes(player.realm(side)) == 1


def drop_empty_armies(game: Byzantium, seat: Seat) -> None:
    """BY-DEST-01 A pawn whose army has no field cube left leaves the map at once."""
    player = game.players[seat]
    for side, realm in ((BYZANTINE, player.byzantine), (ARAB, player.arab)):
        if realm.at and not field_cubes(realm):
            game.change_realm(seat, side, at=None)
            game.emit(ArmyDestroyed(seat=seat, side=side, city=realm.at))


def sheet_cubes(realm: Realm) -> int:
    """All of a player's own cubes in the four slots of one side."""
    return own_field_cubes(realm) + slot_cubes(realm, MILITIA)
