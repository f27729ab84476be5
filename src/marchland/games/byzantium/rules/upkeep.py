"""2. Income and upkeep."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from operator import mul

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import Decision, Procedure

from ..state import Byzantium, Realm
from ..tables import CONFIG, POOL, SIDES, SLOTS, Side, slot_id, split_slot
from .cubes import add_cubes, drop_empty_armies
from .ledger import pay, receive, score
from .special.special import ROLES, held_cities


class Desert(Action, frozen=True):
    """Leave a cube of this slot without upkeep."""

    TOUCHES = ("slot",)
    PREFIX = {"slot": "slot"}
    slot: str


class IncomeReceived(Event, frozen=True):
    RULE = "BY-INC-01"
    seat: Seat
    side: Side
    tokens: int
    bezants: int


class UpkeepPaid(Event, frozen=True):
    RULE = "BY-UPK-01"
    seat: Seat
    side: Side
    bezants: int


class CubesDeserted(Event, frozen=True):
    """Unpaid cubes left the game; `points` is what that really cost."""

    RULE = "BY-UPK-02"
    seat: Seat
    side: Side
    slot: str
    count: int
    points: int


class CubesRecovered(Event, frozen=True):
    RULE = "BY-REC-01"
    seat: Seat
    from_boxes: int
    from_casualties: int


class GuardReturned(Event, frozen=True):
    RULE = "BY-EMP-04"
    seat: Seat
    side: Side


class IncomeAndUpkeep(Procedure[Byzantium], frozen=True):
    """BY-TURN-01 The second phase: income, upkeep, and cubes come back."""

    STEPS = ("collect_income", "pay_upkeep", "recover_cubes", "return_guards", "clear_boxes")

    def collect_income(self, game: Byzantium) -> None:
        """BY-INC-01 Each token on a controlled city brings its side's treasury two bezants."""
        for seat in game.clockwise_from(game.first):
            for side in SIDES:
                tokens = controlled_tokens(game, seat, side)
                receive(game, seat, side, tokens * CONFIG.income_per_token)
                game.emit(IncomeReceived(seat=seat, side=side, tokens=tokens, bezants=tokens * CONFIG.income_per_token))

    def pay_upkeep(self, game: Byzantium) -> None:
        """BY-UPK-01 Every player pays for every cube on his sheet, each side from its own treasury."""
        game.push(*(Upkeep(seat, side) for seat in game.clockwise_from(game.first) for side in SIDES))

    def recover_cubes(self, game: Byzantium) -> None:
        """BY-REC-01 Cubes on boxes, tax and pass go to the pool, then half of Casualties, rounded up."""
        for seat in game.clockwise_from(game.first):
            recover(game, seat)

    def return_guards(self, game: Byzantium) -> None:
        """BY-EMP-04 Guards go back to their boxes; an army left empty loses its pawn."""
        for seat in game.clockwise_from(game.first):
            for side in ROLES.values():
                if game.realm(seat, side).guard:
                    game.change_realm(seat, side, guard=False)
                    game.emit(GuardReturned(seat=seat, side=side))
            drop_empty_armies(game, seat)

    def clear_boxes(self, game: Byzantium) -> None:
        """BY-REC-02 All boxes are free again; churches, mosques, markers and Bulgars stay."""
        for box in CONFIG.boxes:
            game.change_box(box, ())


class Upkeep(Procedure[Byzantium], frozen=True):
    """BY-UPK-01 One player's upkeep for one side."""

    STEPS = ("lose_unpaid", "pay")
    seat: Seat
    side: Side

    def lose_unpaid(self, game: Byzantium) -> None:
        """BY-UPK-02 Where the money is short the owner chooses which cubes go unpaid."""
        realm = game.realm(self.seat, self.side)
        if upkeep(realm) > realm.treasury:
            game.push(ChooseDeserter(self.seat, self.side, cube_counts(realm)))

    def pay(self, game: Byzantium) -> None:
        """BY-UPK-01 The rest is paid for from that side's treasury."""
        due = upkeep(game.realm(self.seat, self.side))
        pay(game, self.seat, self.side, due)
        game.emit(UpkeepPaid(seat=self.seat, side=self.side, bezants=-due))


class ChooseDeserter(Decision[Byzantium], frozen=True):
    """BY-UPK-02 The owner gives up cubes one by one, so that what money is left is too little for any of them.

    `counts` are the cubes of the four slots when the shortage began.
    """

    RULE = "BY-UPK-02"
    FORCED = True
    seat: Seat
    side: Side
    counts: tuple[int, ...]

    def options(self, game: Byzantium) -> Iterator[Action]:
        realm = game.realm(self.seat, self.side)
        left = cube_counts(realm)
        for index, slot in enumerate(SLOTS):
            if left[index] and can_settle(self.counts, _less(left, index), realm.treasury):
                yield Desert(slot_id(self.side, slot))

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        realm = game.realm(self.seat, self.side)
        return {"need": upkeep(realm), "have": realm.treasury, "points": CONFIG.desertion_points}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        realm = game.realm(self.seat, self.side)
        yield Refusal("BY-UPK-02", {"need": upkeep(realm), "have": realm.treasury})

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Desert(slot=place):
                desert(game, self.seat, *split_slot(place))
        realm = game.realm(self.seat, self.side)
        if upkeep(realm) > realm.treasury:
            game.push(ChooseDeserter(self.seat, self.side, self.counts))


# -- arithmetic ----------------------------------------------------------------------------------------


def controlled_tokens(game: Byzantium, seat: Seat, side: Side) -> int:
    """BY-BULG-09 Tokens on a player's cities of one side; Bulgar cities are nobody's."""
    own = [game.cities[city] for city in held_cities(game)[seat]]
    return sum([place.tokens for place in own if place.side == side])


def cube_counts(realm: Realm) -> tuple[int, ...]:
    return (realm.elite, realm.main, realm.militia, realm.move)


def upkeep(realm: Realm) -> int:
    """BY-UPK-01 Two bezants for each Elite cube, one for every other; guards are free."""
    return cost_of(cube_counts(realm))


def cost_of(counts: tuple[int, ...]) -> int:
    return sum(map(mul, counts, UPKEEP))


def can_settle(owed: tuple[int, ...], left: tuple[int, ...], money: int) -> bool:
    """BY-UPK-02 Can these cubes, some of them dropped, be paid so that no unpaid one could have been paid as well?"""
    return _can_settle(_by_price(owed), _by_price(left), money)


@lru_cache(4096)
def _can_settle(owed: tuple[int, ...], left: tuple[int, ...], money: int) -> bool:
    total, keepable = dict(zip(PRICES, owed, strict=True)), dict(zip(PRICES, left, strict=True))
    for dear in product(*(range(keepable[price] + 1) for price in DEAR)):
        rest = money - sum(price * count for price, count in zip(DEAR, dear, strict=True))
        cheap = min(keepable[CHEAP], rest // CHEAP)  # what the dear ones leave goes to as many cheap ones as it can
        unpaid = [price for price, count in zip(PRICES, (cheap, *dear), strict=True) if count < total[price]]
        if rest >= 0 and rest - cheap * CHEAP < min(unpaid, default=rest + 1):
            return True
    return False


PRICES = tuple(sorted({numbers.upkeep for numbers in CONFIG.sheet.values()}))
CHEAP, *DEAR = PRICES
UPKEEP = tuple(CONFIG.sheet[slot].upkeep for slot in SLOTS)
"""Upkeep of a cube, slot by slot."""


@lru_cache(4096)
def _by_price(counts: tuple[int, ...]) -> tuple[int, ...]:
    """How many cubes there are of each upkeep."""
    return tuple(sum(count for price, count in zip(UPKEEP, counts, strict=True) if price == asked) for asked in PRICES)


def _less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


def desert(game: Byzantium, seat: Seat, side: Side, slot: str) -> None:
    """BY-UPK-02 An unpaid cube leaves the game for good and costs a point."""
    before = game.realm(seat, side).points
    add_cubes(game, seat, slot_id(side, slot), -1)
    game.change(seat, removed=game.players[seat].removed + 1)
    score(game, seat, side, -CONFIG.desertion_points)
    lost = game.realm(seat, side).points - before
    game.emit(CubesDeserted(seat=seat, side=side, slot=slot_id(side, slot), count=1, points=lost))
    drop_empty_armies(game, seat)


def recover(game: Byzantium, seat: Seat) -> None:
    """BY-REC-01 What a player gets back into his pool: 4 of 7 cubes in Casualties, for example."""
    player = game.players[seat]
    from_boxes = player.tax + player.passing + sum(cubes.count(seat) for cubes in game.boxes.values())
    half = (player.casualties + 1) // 2
    game.change(seat, tax=0, passing=0)
    add_cubes(game, seat, POOL, from_boxes + half)
    game.change(seat, casualties=player.casualties - half)
    game.emit(CubesRecovered(seat=seat, from_boxes=from_boxes, from_casualties=half))
