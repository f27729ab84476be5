"""Phase 6: merchant transports move, buy and sell (rulebook: Trade phase)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure

from ... import world
from ...state import BARBARIANS, Deal, March, Medioevo
from ...tables import tables
from ..cards.effects import end_movement, has_effect, is_departure_banned, is_safe
from ..cards.powers import free_acts
from ..cards.windows import break_off, open_window, perform
from ..components.armies import parties
from ..components.table import living, refusal, replace, settlements
from ..components.vehicles import hold, is_merchant, remove_vehicle
from ..conquest.conquest import take_booty
from ..conquest.control import settle_control
from ..diplomacy.relations import is_hostile
from ..movement.groups import change_march, march_of
from ..movement.terrain import step_cost
from ..technologies.logistics import beyond_logistics, can_convert, can_return, is_converted
from ..variants.blood import bleed
from .deals import Deposit, begin_deal, can_trade, deal_total, deposits, purchases, sales, trade_fee
from .refusals import why_no_trade, why_not_ride
from .routes import pass_stage


class Employ(Action, frozen=True):
    """Set out with a merchant transport."""

    TOUCHES = ("vehicle",)
    PREFIX = {"vehicle": "v"}
    vehicle: int


class DoneTrading(Action, frozen=True):
    """All transports rest."""

    IDLE = True


class Ride(Action, frozen=True):
    """The transport moves to an adjacent space."""

    TOUCHES = ("to",)
    to: str


class Rest(Action, frozen=True):
    """This transport is done for the turn."""

    IDLE = True


class BuyCubes(Action, frozen=True):
    """Buy cubes of the settlement's good."""

    number: int


class SellCubes(Action, frozen=True):
    """Sell these cubes."""

    goods: tuple[str, ...]


class Rode(Event, frozen=True):
    RULE = "MU-TRD-02"
    TOUCHES = ("space", "to")
    seat: Seat
    vehicle: int
    space: str
    to: str


class Robbed(Event, frozen=True):
    """A merchant transport met barbarians and was pillaged."""

    RULE = "MU-TRD-04"
    TOUCHES = ("space",)
    seat: Seat
    vehicle: int
    space: str


class TradePhase(Procedure[Medioevo], frozen=True):
    """MU-TRD-01 In turn order each player handles all his merchant transports."""

    STEPS = ("blocks",)

    def blocks(self, game: Medioevo) -> None:
        """MU-TRD-01 One player after the other."""
        game.push(*(TradeBlock(seat) for seat in living(game)))


class TradeBlock(Procedure[Medioevo], frozen=True):
    """MU-TRD-01 One player's trade."""

    seat: Seat
    STEPS = ("trade",)

    def trade(self, game: Medioevo) -> None:
        """MU-TRD-01 His transports set out one after the other."""
        game.active = self.seat
        game.push(ChooseTransport(self.seat))


class ChooseTransport(Decision[Medioevo], frozen=True):
    """MU-TRD-01 Which transport sets out next."""

    RULE = "MU-TRD-01"
    seat: Seat

    def options(self, game: Medioevo) -> Iterator[Action]:
        yield DoneTrading()
        yield from map(Employ, traders(game, self.seat))
        yield from free_acts(game, self.seat, "W-6")

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case DoneTrading():
                return
            case Employ(vehicle=id):
                game.push(self)
                game.marches.append(March(self.seat, game.vehicles[id].space, (id,), trail=(game.vehicles[id].space,)))
                game.push(Voyage(id))
            case _:
                break_off(game, self, self.seat, action)


def traders(game: Medioevo, seat: Seat) -> list[int]:
    """MU-TRD-01 Merchant transports that have not yet traded this turn."""
    return [
        id
        for id, vehicle in sorted(game.vehicles.items())
        if vehicle.owner == seat and vehicle.pm and not vehicle.stopped and not vehicle.aboard and is_merchant(game, id)
    ]


class Voyage(Procedure[Medioevo], frozen=True):
    """MU-TRD-01 A merchant transport mixes moves, purchases and sales as it likes."""

    vehicle: int
    STEPS = ("decide", "depart", "unload", "arrive", "contact", "close")

    def decide(self, game: Medioevo) -> str | None:
        """MU-TRD-02 Every step, purchase and sale costs one movement point."""
        if self.vehicle not in game.vehicles or march_of(game).stopped:
            return "close"
        change_march(game, entering="")
        game.push(ManageTransport(march_of(game).seat, self.vehicle))
        return None

    def depart(self, game: Medioevo) -> str | None:
        """MU-TRD-03 It is about to leave; a Bishop may hold it up."""
        march = march_of(game)
        if march.stopped or not march.entering:
            return "decide"
        open_window(game, "W-6a", march.space)
        return None

    def unload(self, game: Medioevo) -> str | None:
        """MU-TRD-08 Leaving a settlement loaded, it leaves a cube behind; one that is held up leaves none."""
        march = march_of(game)
        if not self._can_go(game):
            return "decide"
        if deposits(game, march.space, game.vehicles[self.vehicle].goods):
            game.push(Deposit(march.seat, march.space, game.vehicles[self.vehicle].goods))
        return None

    def arrive(self, game: Medioevo) -> str | None:
        """MU-TRD-03 It enters the next space."""
        march = march_of(game)
        if not self._can_go(game):
            return "decide"
        ride(game, march, self.vehicle)
        open_window(game, "W-6a", march.entering)
        return None

    def _can_go(self, game: Medioevo) -> bool:
        march = march_of(game)
        return self.vehicle in game.vehicles and march.entering in ways(game, march, self.vehicle)

    def contact(self, game: Medioevo) -> str:
        """MU-TRD-04 A hostile army ends the voyage: barbarians pillage, enemies keep or pillage."""
        if self.vehicle in game.vehicles:
            beset(game, march_of(game), self.vehicle)
        return "decide"

    def close(self, game: Medioevo) -> str:
        """MU-TRD-01 The transport rests."""
        if game.marches.pop().steps:
            end_movement(game, (self.vehicle,))
        settle_control(game)
        if self.vehicle in game.vehicles:
            game.vehicles[self.vehicle] = replace(game.vehicles[self.vehicle], stopped=True, pm=0)
        return DONE


class ManageTransport(Decision[Medioevo], frozen=True):
    """MU-TRD-02 Move, buy, sell or rest."""

    RULE = "MU-TRD-02"
    seat: Seat
    vehicle: int

    def facts(self, game: Medioevo, seat: Seat, action: Action) -> Mapping[str, object]:
        """Which goods are sold here."""
        bought = {"good": settlements(game)[march_of(game).space].good} if isinstance(action, BuyCubes) else {}
        return {**super().facts(game, seat, action), **bought}

    def options(self, game: Medioevo) -> Iterator[Action]:
        march = march_of(game)
        open_ways = ways(game, march, self.vehicle)
        if not open_ways or not march.astray:
            yield Rest()
        yield from map(Ride, open_ways)
        if can_linger(game, march, self.vehicle) and can_trade(game, self.seat, self.vehicle):
            yield from map(BuyCubes, purchases(game, self.seat, self.vehicle))
            yield from map(SellCubes, sales(game, self.vehicle))
        yield from free_acts(game, self.seat, "W-6")

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Rest():
                change_march(game, stopped=True)
            case Ride(to=to):
                change_march(game, entering=to)
            case BuyCubes(number=number):
                good = settlements(game)[march_of(game).space].good
                begin_deal(game, self.seat, self.vehicle, (good,) * number, selling=False)
            case SellCubes(goods=goods):
                begin_deal(game, self.seat, self.vehicle, goods, selling=True)
            case _:
                perform(game, self.seat, action)

    def refusals(self, game: Medioevo, seat: Seat, action: Action) -> Iterator[Refusal]:
        yield from why_not_trade(game, seat, self.vehicle, action)

    def why_not(self, game: Medioevo, seat: Seat, target: str) -> list[Refusal]:
        reasons = super().why_not(game, seat, target)
        if not reasons or target not in world.atlas().spaces:
            return reasons
        return list(why_not_ride(game, march_of(game), self.vehicle, target))

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        return deal_lines(game, seat, self.vehicle, action)


def why_not_trade(game: Medioevo, seat: Seat, id: int, action: Action) -> Iterator[Refusal]:
    """The rules that forbid a merchant transport's move or deal."""
    if isinstance(action, Ride):
        yield from why_not_ride(game, march_of(game), id, action.to)
    elif isinstance(action, Rest) and march_of(game).astray:
        yield beyond_logistics(march_of(game).space)
    elif isinstance(action, BuyCubes | SellCubes):
        yield from why_no_trade(game, seat, id)
        rule = "MU-TRD-06" if isinstance(action, BuyCubes) else "MU-TRD-07"
        yield refusal(rule, need=len(game.vehicles[id].goods), have=hold(game.vehicles[id]))


def ways(game: Medioevo, march: March, id: int) -> list[str]:
    """MU-TRD-03 Spaces a merchant transport may enter: caravans by land, ships by sea and to shores; Logistics converts moves."""
    vehicle = game.vehicles[id]
    if not vehicle.pm or is_departure_banned(game, march.space):
        return []
    near = [to for to in sorted(world.neighbours(march.space)) if to in game.lands or to in game.waters]
    return [
        to
        for to in near
        if step_cost(game, march.space, to) <= vehicle.pm
        and (not is_converted(game, march, to) or can_convert(game, march, to, vehicle.pm))
    ]


def can_linger(game: Medioevo, march: March, id: int) -> bool:
    """MU-TRD-02 Has it a movement point for a deal, and afterwards, if it is in the other element, a way back?"""
    pm = game.vehicles[id].pm
    return pm > 0 and (not march.astray or can_return(game, march, march.space, pm - 1, march.conversions))


def deal_lines(game: Medioevo, seat: Seat, id: int, action: Action) -> list[PreviewLine]:
    """What a step, purchase or sale would cost or bring."""
    space = game.vehicles[id].space
    match action:
        case Ride(to=to):
            return [PreviewLine("MU-TRD-02", -step_cost(game, march_of(game).space, to), unit="pm")]
        case BuyCubes(number=number):
            deal = Deal(seat, id, space, False, (settlements(game)[space].good,) * number)
            price = PreviewLine("MU-TRD-06", -deal_total(game, deal), unit="florins")
            rebate = rebate_lines(game, deal)
            return [price, *rebate, *fee_lines(game, seat, space), PreviewLine("MU-TRD-02", -1, unit="pm")]
        case SellCubes(goods=goods):
            deal = Deal(seat, id, space, True, goods)
            price = PreviewLine("MU-TRD-15", deal_total(game, deal), unit="florins")
            return [price, *fee_lines(game, seat, space), PreviewLine("MU-TRD-02", -1, unit="pm")]
        case _:
            return []


def rebate_lines(game: Medioevo, deal: Deal) -> list[PreviewLine]:
    """MU-TEC-22 What Market must take off a purchase before its buyer can pay it."""
    cash = game.players[deal.seat].florins - trade_fee(game, deal.seat, deal.space)
    step = int(tables().trade["per_point"])
    steps = -((cash - deal_total(game, deal)) // step)
    return [PreviewLine("MU-TEC-22", steps * step, unit="florins")] if steps > 0 else []


def fee_lines(game: Medioevo, seat: Seat, space: str) -> list[PreviewLine]:
    """MU-DIP-05 What a pact makes a deal here cost besides."""
    fee = trade_fee(game, seat, space)
    return [PreviewLine("MU-DIP-05", -fee, unit="florins")] if fee else []


def ride(game: Medioevo, march: March, id: int) -> None:
    """MU-TRD-02 One step; a stage of the Trade Route may be done (MU-TRD-11)."""
    vehicle = game.vehicles[id]
    to = march.entering
    converted = is_converted(game, march, to)
    game.vehicles[id] = replace(vehicle, space=to, pm=vehicle.pm - step_cost(game, march.space, to))
    change_march(game, space=to, steps=march.steps + 1, trail=(*march.trail, to))
    change_march(game, conversions=march.conversions - converted, astray=converted)
    game.emit(Rode(seat=march.seat, vehicle=id, space=march.space, to=to))
    pass_stage(game, march.seat, id, to)


def beset(game: Medioevo, march: March, id: int) -> None:
    """MU-TRD-04 Hostile armies stop the transport, unless it goes unseen or under an Edict."""
    hostile = [other for other in parties(game, march.space) if other != march.seat and is_hostile(game, march.seat, other)]
    if not hostile or has_effect(game, "unseen", f"v:{id}"):
        return
    if hostile == [BARBARIANS] and march.edicts:
        change_march(game, edicts=march.edicts - 1)
        return
    change_march(game, stopped=True)
    players = [other for other in hostile if other != BARBARIANS]
    if players:
        take_booty(game, players[0], march.space, march.seat)
    else:
        game.push(Robbery(march.seat, id, march.space))


class Robbery(Procedure[Medioevo], frozen=True):
    """MU-TRD-04 A merchant transport has come upon barbarians."""

    seat: Seat
    vehicle: int
    space: str
    STEPS = ("announce", "rob")

    def announce(self, game: Medioevo) -> None:
        """MU-TRD-04 Before that a Diplomat may protect it, or a Salesman save his route (T-12)."""
        open_window(game, "W-6c", self.space)

    def rob(self, game: Medioevo) -> None:
        """MU-TRD-04 They pillage it at once."""
        if not is_safe(game, f"v:{self.vehicle}"):
            game.emit(Robbed(seat=self.seat, vehicle=self.vehicle, space=self.space))
            remove_vehicle(game, self.vehicle, "MU-TRD-04")
            bleed(game, self.seat, but_not=BARBARIANS)
