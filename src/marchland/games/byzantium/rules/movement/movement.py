"""F. Moving: entry, links, prices and the two fleets."""

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from ...state import Byzantium
from ...tables import ARAB, CASUALTIES, MOVE, CityId, Side, slot_id
from ..combat.armies import ARMY, Force, inflict, roll_hits
from ..combat.combat import Attack
from ..combat.odds import civil_war_preview, march_preview
from ..cubes import add_cubes, drop_empty_armies
from ..forecast import MOVE_CUBES, line
from ..reinforcement import Stop
from ..special.civilwar import CivilWar, DeclareCivilWar, civil_war_obstacles, is_open_to_civil_war
from .routes import March, hostile_fleet, link_price, march_obstacles, march_price, open_marches


class Double(Action, frozen=True):
    """Let the Byzantine fleet double the price."""


class LetSail(Action, frozen=True):
    """Leave the price as it is."""

    IDLE = True


class PayDouble(Action, frozen=True):
    """Pay the doubled price."""


class Withdraw(Action, frozen=True):
    """Give the crossing up without paying."""


class OpenFire(Action, frozen=True):
    """Roll the Byzantine fleet's dice against the crossing army."""


class HoldFire(Action, frozen=True):
    """Let the army cross unharmed."""

    IDLE = True


class ArmyEntered(Event, frozen=True):
    RULE = "BY-ENTRY-01"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId


class ArmyMoved(Event, frozen=True):
    RULE = "BY-MOVE-01"
    TOUCHES = ("city", "to")
    seat: Seat
    side: Side
    city: CityId
    to: CityId
    cubes: int


class PriceDoubled(Event, frozen=True):
    RULE = "BY-FLEET-01"
    TOUCHES = ("to",)
    seat: Seat
    mover: Seat
    to: CityId


class CrossingGivenUp(Event, frozen=True):
    RULE = "BY-FLEET-05"
    TOUCHES = ("to",)
    seat: Seat
    to: CityId


class CampaignEnded(Event, frozen=True):
    """A pawn stopped in a friendly city."""

    RULE = "BY-MOVE-10"
    TOUCHES = ("city",)
    seat: Seat
    side: Side
    city: CityId


# -- procedures ----------------------------------------------------------------------------------------


class Crossing(Procedure[Byzantium], frozen=True):
    """BY-MOVE-01 One link: announced, paid in Move cubes, shot at if it is a sea link, and walked."""

    STEPS = ("offer_doubling", "confirm", "pay", "offer_fire", "arrive")
    seat: Seat
    side: Side
    to: CityId
    links: int
    entered: bool = False
    doubled: bool = False
    withdrawn: bool = False
    origin: CityId | None = None

    def offer_doubling(self, game: Byzantium) -> None:
        """BY-FLEET-01 Another player's Byzantine fleet may double an Arab sea price before it is paid."""
        fleet = hostile_fleet(game, self.seat, self.side, self.to)
        if fleet is not None:
            game.push(OfferDoubling(fleet, self.seat, self.to))

    def confirm(self, game: Byzantium) -> None:
        """BY-FLEET-05 A mover faced with the doubled price may withdraw."""
        if self.doubled:
            game.push(ConfirmDoubled(self.seat, self.to, self._price(game)))

    def pay(self, game: Byzantium) -> str | None:
        """BY-MOVE-09 Move cubes go to Casualties; an army that pays its last cube never arrives."""
        if self.withdrawn:
            give_up(game, self)
            return DONE
        city, cubes = game.realm(self.seat, self.side).at, self._price(game)
        assert city is not None
        add_cubes(game, self.seat, slot_id(self.side, MOVE), -cubes)
        add_cubes(game, self.seat, CASUALTIES, cubes)
        game.emit(ArmyMoved(seat=self.seat, side=self.side, city=city, to=self.to, cubes=cubes))
        game.update(self, origin=city)
        drop_empty_armies(game, self.seat)
        return None if game.realm(self.seat, self.side).at else DONE

    def offer_fire(self, game: Byzantium) -> None:
        """BY-FLEET-02 The same fleet may roll a die for each Move cube paid for the link itself."""
        fleet = hostile_fleet(game, self.seat, self.side, self.to)
        if fleet is not None:
            dice = link_price(game, self.seat, self.side, self.to, self.doubled)
            game.push(OfferFire(fleet, self.seat, self.to, dice))

    def arrive(self, game: Byzantium) -> None:
        """BY-FLEET-06 An army the fleet has sunk does not arrive; others camp or attack."""
        if game.realm(self.seat, self.side).at is None:
            return
        game.change_realm(self.seat, self.side, at=self.to)
        if game.cities[self.to].side == self.side:
            game.push(ContinueCampaign(self.seat, self.side, self.links, self.origin))
        else:
            game.push(Attack(self.seat, self.side, self.to, self.origin))

    def _price(self, game: Byzantium) -> int:
        return march_price(game, self.seat, self.side, self.to, self.links, self.doubled)


class ContinueCampaign(Decision[Byzantium], frozen=True):
    """BY-MOVE-03 In a friendly city and without an attack, the pawn may take a second link, start a civil war, or stop."""

    RULE = "BY-MOVE-03"
    FORCED = True
    seat: Seat
    side: Side
    links: int
    origin: CityId | None = None

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield Stop()
        yield from open_marches(game, self.seat, self.side, self.links)
        if is_open_to_civil_war(game, self.seat, self.side):
            yield DeclareCivilWar(self.side)

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        realm = game.realm(seat, self.side)
        return {"city": realm.at, "move": realm.move}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case March(side=side, to=to) if side == self.side and to in game.cities:
                yield from march_obstacles(game, seat, side, to, self.links)
            case DeclareCivilWar(side=side) if side == self.side:
                yield from civil_war_obstacles(game, seat, side)
            case March() | DeclareCivilWar():
                yield Refusal("BY-MOVE-10", {"side": self.side})
            case _:
                yield Refusal("BY-CIV-02", {})

    def why_not(self, game: Byzantium, seat: Seat, target: str) -> list[Refusal]:
        if target not in game.cities:
            return super().why_not(game, seat, target)
        return list(march_obstacles(game, seat, self.side, target, self.links))[:1]

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        match action:
            case March(side=side, to=to):
                return march_preview(game, seat, side, to, self.links)
            case DeclareCivilWar(side=side):
                return civil_war_preview(game, seat, side)
        return []

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case March(to=to):
                march(game, self.seat, self.side, to, self.links, entered=self.links == 0)
            case DeclareCivilWar():
                game.push(CivilWar(self.seat, self.side, self.origin))
            case Stop():
                city = game.realm(self.seat, self.side).at
                assert city is not None
                game.emit(CampaignEnded(seat=self.seat, side=self.side, city=city))


class OfferDoubling(Decision[Byzantium], frozen=True):
    """BY-FLEET-01 The holder of the Byzantine fleet doubles the price of an Arab crossing or not."""

    RULE = "BY-FLEET-01"
    seat: Seat
    mover: Seat
    to: CityId

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield LetSail()
        yield Double()

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        crossing = game.running(Crossing)
        prices = [march_price(game, self.mover, crossing.side, self.to, crossing.links, doubled) for doubled in (False, True)]
        return {"price": prices[0], "doubled": prices[1]}

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Double():
                game.update(game.running(Crossing), doubled=True)
                game.emit(PriceDoubled(seat=self.seat, mover=self.mover, to=self.to))


class ConfirmDoubled(Decision[Byzantium], frozen=True):
    """BY-FLEET-05 The mover pays the doubled price or gives the crossing up."""

    RULE = "BY-FLEET-05"
    FORCED = True
    seat: Seat
    to: CityId
    price: int

    def options(self, game: Byzantium) -> Iterator[Action]:
        if game.realm(self.seat, ARAB).move >= self.price:
            yield PayDouble()
        yield Withdraw()

    def particulars(self, game: Byzantium, seat: Seat) -> dict[str, object]:
        return {"have": game.realm(seat, ARAB).move}

    def refusals(self, game: Byzantium, seat: Seat, action: Action) -> Iterator[Refusal]:
        match action:
            case PayDouble():
                yield Refusal("BY-MOVE-09", {"need": self.price, "have": game.realm(self.seat, ARAB).move})

    def preview(self, game: Byzantium, seat: Seat, action: Action) -> list[PreviewLine]:
        return [line("BY-FLEET-01", -self.price, MOVE_CUBES)] if isinstance(action, PayDouble) else []

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case Withdraw():
                game.update(game.running(Crossing), withdrawn=True)


class OfferFire(Decision[Byzantium], frozen=True):
    """BY-FLEET-03 The holder of the Byzantine fleet rolls against the crossing army or not, also after passing."""

    RULE = "BY-FLEET-02"
    seat: Seat
    mover: Seat
    to: CityId
    dice: int

    def options(self, game: Byzantium) -> Iterator[Action]:
        yield HoldFire()
        yield OpenFire()

    def resolve(self, game: Byzantium, action: Action) -> None:
        match action:
            case OpenFire():
                inflict(game, Force(ARMY, ARAB, self.mover), roll_hits(game, self.seat, "fleet", self.dice))


def enter(game: Byzantium, seat: Seat, side: Side, city: CityId) -> None:
    """BY-ENTRY-01 A pawn enters free of charge on a city of its side, then moves on or stays."""
    game.change_realm(seat, side, at=city)
    game.emit(ArmyEntered(seat=seat, side=side, city=city))
    game.push(ContinueCampaign(seat, side, links=0))


def march(game: Byzantium, seat: Seat, side: Side, to: CityId, links: int = 0, entered: bool = False) -> None:
    """BY-MOVE-10 The pawn of the action takes its next link."""
    game.push(Crossing(seat, side, to, links + 1, entered))


def give_up(game: Byzantium, crossing: Crossing) -> None:
    """BY-FLEET-05 The destination is closed for this action; after a first link the action ends, before it all is open again."""
    game.closed = (*game.closed, crossing.to)
    game.emit(CrossingGivenUp(seat=crossing.seat, to=crossing.to))
    if crossing.links > 1:
        return
    if crossing.entered:
        game.push(ContinueCampaign(crossing.seat, crossing.side, links=0))
    else:
        game.afresh = True
