"""Phase 3: taxes, interest, upkeep (rulebook: Taxes and upkeep phase)."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.kernel.actions import Action, Seat
from marchland.kernel.events import Event
from marchland.kernel.frames import DONE, Decision, PreviewLine, Procedure, Together

from .. import world
from ..state import Medioevo
from ..tables import tables
from .cards.effects import share_interest
from .cards.powers import free_acts
from .cards.windows import open_window, perform
from .components.armies import troops_of, units_on_map
from .components.table import change, earn, has_settlement, holdings, living, note, pay
from .conquest.control import is_disputed
from .loans import PayInterest, interest_due
from .movement.removal import Remove, own_pieces, remove_piece


class SetTax(Action, frozen=True):
    """The tax level of this turn."""

    level: int


class PayUpkeep(Action, frozen=True):
    """Pay for everything that is left."""

    IDLE = True


class TaxSet(Event, frozen=True):
    RULE = "MU-TAX-01"
    seat: Seat
    level: int


class TaxesPhase(Procedure[Medioevo], frozen=True):
    """MU-TAX-01 Tax levels are set together, then each player in turn order collects and pays."""

    STEPS = ("levels", "reactions", "collect", "share_interest")

    def levels(self, game: Medioevo) -> None:
        """MU-TAX-01 Every player sets a level in secret; all are shown together."""
        game.push(ChooseTax(seats=tuple(sorted(living(game)))))

    def reactions(self, game: Medioevo) -> None:
        """MU-TAX-01 Before anything is paid a Magnate or a Tax collector may act."""
        open_window(game, "W-3")

    def collect(self, game: Medioevo) -> None:
        """MU-TAX-02 Income, then interest, then upkeep, one player after the other (reading S-15)."""
        game.push(*(Budget(seat) for seat in living(game)))

    def share_interest(self, game: Medioevo) -> None:
        """MU-TAX-05 Magnates take their share of what was paid."""
        share_interest(game)


class ChooseTax(Together[Medioevo], frozen=True):
    """MU-TAX-01 A level of 10 to 50 in tens."""

    RULE = "MU-TAX-01"

    def options_for(self, game: Medioevo, seat: Seat) -> Iterator[Action]:
        yield from map(SetTax, tables().taxes["levels"])

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        """What the level would bring, and what is then due."""
        assert isinstance(action, SetTax)
        rule, florins = income(game, seat, action.level)
        due = (("MU-TAX-05", interest_due(game, seat)), ("MU-TAX-06", upkeep(game, seat)))
        return [PreviewLine(rule, florins, unit="florins"), *(PreviewLine(why, -sum_, unit="florins") for why, sum_ in due if sum_)]

    def default(self, game: Medioevo, seat: Seat) -> Action:
        return SetTax(game.players[seat].tax or tables().taxes["levels"][0])

    def settle(self, game: Medioevo, answers: dict[Seat, tuple[Action, ...]]) -> None:
        for seat in living(game):
            (chosen, *_) = answers[seat]
            assert isinstance(chosen, SetTax)
            change(game, seat, tax=chosen.level)
            note(game, seat, tax_level=chosen.level)
            game.emit(TaxSet(seat=seat, level=chosen.level))


class Budget(Procedure[Medioevo], frozen=True):
    """MU-TAX-02 One player's income, interest and upkeep."""

    seat: Seat
    STEPS = ("income", "interest", "upkeep")

    def income(self, game: Medioevo) -> None:
        """MU-TAX-02 MU-TAX-04 Taxes and city markets; a player without units and land gets 200 florins instead."""
        rule, florins = income(game, self.seat)
        note(game, self.seat, tax_income=florins)
        earn(game, self.seat, florins, rule)

    def interest(self, game: Medioevo) -> None:
        """MU-TAX-05 Interest on loans of earlier turns."""
        if interest_due(game, self.seat):
            game.push(PayInterest(self.seat))

    def upkeep(self, game: Medioevo) -> str:
        """MU-TAX-06 Upkeep of every unit, transport and engine."""
        if not game.players[self.seat].eliminated and upkeep(game, self.seat):
            game.push(MeetUpkeep(self.seat))
        return DONE


class MeetUpkeep(Decision[Medioevo], frozen=True):
    """MU-TAX-07 Pay, or remove pieces first; with too little cash pieces must go or a loan must come."""

    RULE = "MU-TAX-07"
    seat: Seat

    def particulars(self, game: Medioevo, seat: Seat) -> dict[str, object]:
        return {"need": upkeep(game, seat), "have": game.players[seat].florins}

    def options(self, game: Medioevo) -> Iterator[Action]:
        if upkeep(game, self.seat) <= game.players[self.seat].florins:
            yield PayUpkeep()
        yield from map(Remove, own_pieces(game, self.seat))
        yield from free_acts(game, self.seat, "W-3")

    def preview(self, game: Medioevo, seat: Seat, action: Action) -> list[PreviewLine]:
        return [PreviewLine("MU-TAX-06", -upkeep(game, seat), unit="florins")] if isinstance(action, PayUpkeep) else []

    def resolve(self, game: Medioevo, action: Action) -> None:
        match action:
            case PayUpkeep():
                pay(game, self.seat, upkeep(game, self.seat), "MU-TAX-06")
                return
            case Remove(piece=piece):
                remove_piece(game, self.seat, piece, "MU-TAX-07")
        if upkeep(game, self.seat):
            game.push(self)
        if not isinstance(action, Remove):
            perform(game, self.seat, action)


def income(game: Medioevo, seat: Seat, level: int | None = None) -> tuple[str, int]:
    """MU-TAX-02 Level x (undisputed territories and civil building levels there) + 20 x market value of own Cities."""
    lands = [game.lands[space] for space in holdings(game, seat) if not is_disputed(game, space)]
    if not lands and not any(units_on_map(game, seat)):
        return "MU-TAX-04", int(tables().taxes["destitute"])
    base = sum(1 + land.civil for land in lands)
    markets = sum(len(land.cubes) for land in lands if land.civil == 3)
    tax = game.players[seat].tax if level is None else level
    return "MU-TAX-02", base * tax + int(tables().taxes["per_cube"]) * markets


def upkeep(game: Medioevo, seat: Seat) -> int:
    """MU-TAX-06 Every unit, transport and engine on the map costs the same, whatever its level."""
    total = sum(upkeep_of(game, vehicle.space) for vehicle in game.vehicles.values() if vehicle.owner == seat)
    for space, army in troops_of(game, seat):
        total += upkeep_of(game, space) * (sum(army.counts) + sum(1 for special in army.specials if special.owner == seat))
    return total


def upkeep_of(game: Medioevo, space: str) -> int:
    """MU-TAX-06 Upkeep of one piece is 20 florins; MU-VAR-03 with the variant, by settlement and terrain."""
    if not game.settings.get("terrain"):
        return int(tables().taxes["upkeep"])
    return tables().terrain_upkeep["settlement" if has_settlement(game, space) else world.terrain(space)]
