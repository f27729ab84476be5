"""What happened in a game of Medioevo Universale, told afterwards; what one had better know; where honour came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from marchland.kernel.actions import Seat
from marchland.kernel.events import Event
from marchland.kernel.retelling import As, Gain, Notice, plainly
from marchland.kernel.title import Outcome

from .rules.components.table import Paid
from .rules.victory.honour import Honoured
from .rules.victory.victory import FinalScored
from .sequence import TurnBegan
from .tables import tables
from .view import MedioevoView

ASIDES = frozenset(
    {
        *("React", "AnswerPact", "AnswerCall", "AnswerOffer", "AnswerEnd", "AnswerCharge", "AnswerTerms", "AnswerOrder", "Verdict"),
        *("DeclareIntent", "AssignCrews", "ChooseProtection", "ChooseDamage", "ChooseCaptive", "UseCaptain", "ChooseSacrifice"),
        *("ChooseReroll", "UseSuperiority", "ChooseFugitives", "OfferTerms", "ChooseRebellion", "ChooseVictim", "ChooseRemoval"),
    }
)
AGAINST = {
    "BattleBegan": "defender",
    "Conquered": "loser",
    "ControlChanged": "before",
    "WarBegan": "other",
    "PeaceMade": "rival",
    "Truced": "rival",
    "Captured": "owner",
    "Pillaged": "owner",
    "VehicleSeized": "owner",
}
INCOME, UPKEEP, INTEREST = "Income", "Upkeep", "Interest"
OF_PAYMENTS = {"MU-TAX-02": INCOME, "MU-TAX-04": INCOME, "MU-TAX-06": UPKEEP, "MU-TAX-05": INTEREST}
"""Payments that are told, by the rule behind them."""
ACTORS = {"BattleBegan": "attacker", "BattleEnded": "winner", "UnitLost": "owner", "UnitPlaced": "owner"}
"""Events whose actor is not in the field `seat`."""
SHOWN = frozenset(
    {
        *(INCOME, UPKEEP, INTEREST, "BattleBegan", "BattleEnded", "Conquered", "Rebelled", "LaidWaste", "EventDrawn", "WarBegan"),
        *("Honoured", "ObjectiveMet", "PeaceMade", "PactBroken", "Eliminated", "TurnBegan", "OrderSet"),
    }
)
SOURCES = ("start", "conquest", "feats", "buildings", "trade", "objectives", "majorities", "penalties", "auction", "partner")
OF_RULES = {
    "MU-PH-01": "conquest",
    "MU-PH-02": "conquest",
    "MU-PH-04": "buildings",
    "MU-PH-05": "feats",
    "MU-PH-06": "trade",
    "MU-PH-17": "objectives",
    "MU-PH-07": "penalties",
    "MU-PH-15": "penalties",
    "MU-PH-16": "penalties",
    "MU-DIP-02": "penalties",
    "MU-EVT-16": "penalties",
    "MU-VAR-01": "auction",
}
"""Where honour comes from, by its rule; everything else is one of the majorities at the end."""
NEAR = 5
"""Points of honour before the limit that make it worth a notice."""


def told_as(event: Event) -> As:
    """Money is told by what it was for, and as the doing of whoever has it or had it."""
    if isinstance(event, Paid):
        key = OF_PAYMENTS.get(event.rule, "")
        return As(key, event.payee if key == INCOME else event.seat)
    return plainly(event, ACTORS.get(type(event).__name__, "seat"))


def notices(view: MedioevoView) -> Iterator[Notice]:
    """The last turn, and whoever comes near the limit of honour."""
    if view.over:
        return
    last = tables().turns[view.turns]
    if view.turn >= last:
        yield Notice(key="last_turn", facts={"turn": last})
    leader = max(range(len(view.honour)), key=view.honour.__getitem__, default=0)
    if view.honour_limit and view.honour[leader] >= view.honour_limit - NEAR:
        key = "near_limit_you" if leader == view.viewer else "near_limit"
        yield Notice(key=key, facts={"seat": leader, "points": view.honour[leader], "limit": view.honour_limit})


def gains(event: Event, sums: Mapping[Seat, int]) -> Iterator[Gain]:
    """MU-VAR-05 At the end a team's members have each other's honour, too."""
    if isinstance(event, Honoured):
        yield Gain(event.seat, OF_RULES.get(event.rule, "majorities"), event.points)
    elif isinstance(event, TurnBegan) and event.turn == 1:
        yield from (Gain(seat, "start", tables().start["honour"]) for seat in sums)
    elif isinstance(event, FinalScored):
        yield from (Gain(seat, "partner", score - sums[seat]) for seat, score in enumerate(event.scores))


def verdict(view: MedioevoView, outcome: Outcome) -> Notice | None:
    """MU-PH-18 Between equal honour: net florins, then the later place in the last turn's order."""
    tied = [seat for seat in view.ranking if outcome.scores[seat] == max(outcome.scores) and not view.seats[seat].eliminated]
    if len(tied) < 2 or len(outcome.winners) > 1:
        return None
    florins = {seat: view.seats[seat].net_florins for seat in tied}
    is_by_florins = list(florins.values()).count(max(florins.values())) == 1
    key = "tie_florins" if is_by_florins else "tie_order"
    return Notice(key=key, facts={"seat": tied[0], "points": max(outcome.scores), "florins": florins[tied[0]]})
