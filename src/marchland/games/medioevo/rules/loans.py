"""Debts: loans, repayment, interest, bankruptcy (rulebook: D. Debts)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.errors import Refusal
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, Procedure

from ..state import NO_POINTS, NO_UNITS, Medioevo
from ..tables import COLOURS, tables
from .cards.effects import total_effect
from .components.armies import each, use_figure
from .components.table import change, earn, holdings, note, pay
from .components.vehicles import remove_vehicle, vehicle_price
from .conquest.buildings import buildings_in, remove_building
from .conquest.control import refresh_control, remove_token
from .diplomacy.diplomacy import leave_diplomacy
from .events.events import announce_rebellion, rebellion_sites
from .movement.removal import own_pieces, remove_piece
from .purchases.prices import price_of
from .registry import aside, free_action, window_options

SOLD = "MU-BKR-03"
"""The rule behind a rebellion that a bankrupt calls out for money."""


class Borrow(Action, frozen=True):
    """Take a loan."""


class Repay(Action, frozen=True):
    """Pay one loan back."""


class SelfPillage(Action, frozen=True):
    """A bankrupt player destroys a building or transport of his own for half its price."""

    TOUCHES = ("element",)
    element: str


class SelfRebel(Action, frozen=True):
    """A bankrupt player lets a rebellion break out for 100 florins."""


class Default(Action, frozen=True):
    """Leave interest unpaid."""


class LoanTaken(Event, frozen=True):
    RULE = "MU-LOA-01"
    seat: Seat
    loans: int


class LoanRepaid(Event, frozen=True):
    RULE = "MU-LOA-02"
    seat: Seat
    loans: int


class Defaulted(Event, frozen=True):
    RULE = "MU-BKR-01"
    seat: Seat
    florins: int


class Eliminated(Event, frozen=True):
    RULE = "MU-BKR-04"
    seat: Seat


# -- loans -------------------------------------------------------------------------------------------------


def can_borrow(game: Medioevo, seat: Seat) -> bool:
    """MU-LOA-01 One loan per turn, five at most."""
    player = game.players[seat]
    return not player.borrowed and player.loans < tables().loans["most"] and not player.eliminated


def can_repay(game: Medioevo, seat: Seat) -> bool:
    """MU-LOA-02 One repayment of exactly 500 per turn."""
    player = game.players[seat]
    return not player.repaid and player.loans > 0 and player.florins >= tables().loans["amount"]


@aside
def loan_options(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-LOA-01 MU-LOA-02 Loans are taken and repaid at any time."""
    if can_borrow(game, seat):
        yield Borrow()
    if can_repay(game, seat):
        yield Repay()


@window_options("W-1")
def loan_before_bids(game: Medioevo, seat: Seat) -> Iterator[Action]:
    """MU-LOA-01 A loan may be wanted before the bids lock."""
    if can_borrow(game, seat):
        yield Borrow()


@free_action(Borrow)
def borrow(game: Medioevo, seat: Seat, action: Borrow) -> None:
    """MU-LOA-01 A player receives 500 florins."""
    player = game.players[seat]
    change(game, seat, loans=player.loans + 1, new_loans=player.new_loans + 1, borrowed=True)
    game.emit(LoanTaken(seat=seat, loans=player.loans + 1))
    earn(game, seat, tables().loans["amount"], "MU-LOA-01")


@free_action(Repay)
def repay(game: Medioevo, seat: Seat, action: Repay) -> None:
    """MU-LOA-02 A player pays 500 florins back; loans of this turn go first, they bear no interest yet."""
    player = game.players[seat]
    pay(game, seat, tables().loans["amount"], "MU-LOA-02")
    change(game, seat, loans=player.loans - 1, new_loans=max(0, player.new_loans - 1), repaid=True)
    game.emit(LoanRepaid(seat=seat, loans=player.loans - 1))


def why_no_loan(action: Borrow | Repay) -> Refusal:
    """MU-LOA-01 MU-LOA-02 Once a turn, and as far as credit or cash go."""
    return Refusal("MU-LOA-01" if isinstance(action, Borrow) else "MU-LOA-02")


def net_florins(game: Medioevo, seat: Seat) -> int:
    """MU-LOA-04 Cash less 550 for every loan, and less interest that was left unpaid."""
    player = game.players[seat]
    return player.florins - int(tables().honour["debt_weight"]) * player.loans - player.arrears


def interest_due(game: Medioevo, seat: Seat) -> int:
    """MU-LOA-03 50 florins for every loan of an earlier turn, and arrears, less a Magnate's relief."""
    player = game.players[seat]
    fresh = tables().loans["interest"] * (player.loans - player.new_loans)
    return max(0, player.arrears + fresh - total_effect(game, "relief", seat=seat))


# -- interest and bankruptcy -------------------------------------------------------------------------------


class PayInterest(Procedure[Medioevo], frozen=True):
    """MU-TAX-05 A player pays interest, with a new loan if he must; else he is bankrupt (MU-TAX-08)."""

    seat: Seat
    STEPS = ("settle",)

    def settle(self, game: Medioevo) -> str:
        """MU-BKR-01 Enough cash: it is paid. Otherwise the player finds money or leaves it unpaid."""
        due = interest_due(game, self.seat)
        if game.players[self.seat].florins >= due:
            pay(game, self.seat, due, "MU-TAX-05")
            note(game, self.seat, interest_paid=game.now[self.seat].interest_paid + due)
            change(game, self.seat, arrears=0, strikes=0)
            return DONE
        game.push(FaceBankruptcy(self.seat))
        return "settle"


class FaceBankruptcy(Decision[Medioevo], frozen=True):
    """MU-BKR-01 Interest cannot be paid: a loan first, then one's own buildings and transports, then rebellions, or default."""

    RULE = "MU-BKR-01"
    FORCED = True
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"need": interest_due(game, seat), "have": game.players[seat].florins}

    def options(self, game: Medioevo) -> Iterator[Action]:
        if can_borrow(game, self.seat):
            yield Borrow()
            return
        yield Default()
        elements = own_valuables(game, self.seat)
        yield from map(SelfPillage, elements)
        if not elements and rebellion_sites(game, self.seat):
            yield SelfRebel()

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case Borrow():
                borrow(game, self.seat, action)
            case SelfPillage(element=element):
                earn(game, self.seat, self_pillage(game, self.seat, element), "MU-BKR-02")
            case SelfRebel():
                earn(game, self.seat, tables().loans["self_rebellion"], SOLD)
                announce_rebellion(game, self.seat, SOLD)
            case Default():
                default(game, self.seat)


def own_valuables(game: Medioevo, seat: Seat) -> list[str]:
    """MU-BKR-02 Buildings and transports (not engines) that a bankrupt may destroy."""
    found = [f"building:{space}:{category}" for space in holdings(game, seat) for category in buildings_in(game.lands[space])]
    found += [f"v:{id}" for id, vehicle in sorted(game.vehicles.items()) if vehicle.owner == seat and vehicle.kind != "engine"]
    return found


def self_pillage(game: Medioevo, seat: Seat, element: str) -> int:
    """MU-BKR-02 The piece goes; its owner gets half the price."""
    kind, _, rest = element.partition(":")
    if kind == "building":
        space, category = rest.split(":")
        price = price_of(category, getattr(game.lands[space], category))
        remove_building(game, space, category)
        return price // 2
    vehicle = game.vehicles[int(rest)]
    remove_vehicle(game, int(rest), "MU-BKR-02")
    return vehicle_price(vehicle) // 2


def default(game: Medioevo, seat: Seat) -> None:
    """MU-BKR-04 What cash there is goes to the bank, the rest stays due; twice in a row eliminates the player."""
    due, cash = interest_due(game, seat), game.players[seat].florins
    pay(game, seat, cash, "MU-BKR-01")
    note(game, seat, interest_paid=game.now[seat].interest_paid + cash)
    strikes = game.players[seat].strikes + 1
    change(game, seat, arrears=due - cash, strikes=strikes)
    game.emit(Defaulted(seat=seat, florins=due - cash))
    game.jump(game.running(PayInterest), DONE)
    if strikes >= tables().loans["strikes"]:
        eliminate(game, seat)


def eliminate(game: Medioevo, seat: Seat) -> None:
    """MU-BKR-04 All cards and pieces go back; home land becomes barbarian, loans vanish (reading S-29)."""
    for piece in own_pieces(game, seat):
        while piece in own_pieces(game, seat):
            remove_piece(game, seat, piece, "MU-BKR-04")
    player = game.players[seat]
    game.deck.extend(held.card for held in player.hand)
    _return_tokens(game, seat)
    _free_prisoners(game, seat)
    for kind in each(player.camp):
        use_figure(game, seat, kind, -1)
    for kind in each(player.exiles):
        use_figure(game, seat, kind, -1)
    leave_diplomacy(game, seat)
    change(game, seat, eliminated=True, hand=(), tokens=NO_POINTS, flipped=NO_POINTS, points=NO_POINTS, loans=0, new_loans=0)
    change(game, seat, arrears=0, route=None, camp=NO_UNITS, exiles=NO_UNITS)
    pay(game, seat, player.florins, "MU-BKR-04")
    for space in game.area:
        if game.lands[space].token == seat:
            remove_token(game, space)
        refresh_control(game, space)
    game.emit(Eliminated(seat=seat))


def _return_tokens(game: Medioevo, seat: Seat) -> None:
    for colour, number in zip(COLOURS, game.players[seat].tokens, strict=True):
        game.supply[f"objective:{colour}"] += number
    game.supply["blood"] += game.players[seat].blood
    change(game, seat, blood=0)


def _free_prisoners(game: Medioevo, seat: Seat) -> None:
    """Prisoners of and from an eliminated player go to their owners' reserves."""
    for prisoner in game.prisoners:
        if seat in (prisoner.owner, prisoner.holder):
            use_figure(game, prisoner.owner, prisoner.kind, -1)
    game.prisoners = [prisoner for prisoner in game.prisoners if seat not in (prisoner.owner, prisoner.holder)]
