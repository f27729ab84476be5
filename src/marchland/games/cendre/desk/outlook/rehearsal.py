"""The season rehearsed: the rules carry out a sheet on a table dealt anew from what its nation knows.

Nobody else gives orders, and all dice fall as high, or as low, as they can: what both rehearsals charge is certain, where they
differ is a range. Nothing is reckoned here that a rule does not reckon in play; what is asked beside it (chances, fights) is asked
of the table at the moment at which the rules would roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from marchland.kernel.actions import Seat
from marchland.kernel.chance import key_from_seed, leaning
from marchland.kernel.events import Event
from marchland.kernel.frames import Procedure

from ...goods import NOTHING, Goods
from ...orders import Allocate, AnyOrder, Bid, CastSpell, EstablishCaravan, FormArmy, RecruitUnits
from ...rules.civil.civil import CivilPhase
from ...rules.civil.operation import OperationTested
from ...rules.common.inquiry import nation_of
from ...rules.common.ledger import GoodsMoved, OrderDone, OrderRefused, UnitsChanged
from ...rules.diplomacy.diplomacy import DiplomaticPhase
from ...rules.economy.caravans import caravan_price, caravan_route
from ...rules.economy.economy import TradePhase
from ...rules.general import GeneralPhase
from ...rules.leaders.actors import refresh_leaders
from ...rules.magic.book import spell_named
from ...rules.magic.magic import MagicPhase
from ...rules.turn.beginning import SecondaryUpkeep
from ...rules.turn.ending import FinalPhase
from ...rules.war.war import MilitaryPhase
from ...state import AUTUMN, WINTER, Cendre, NationId
from ...view import redeal

KEY = key_from_seed("forecast")
PHASES: tuple[type[Procedure[Cendre]], ...] = (
    SecondaryUpkeep,
    GeneralPhase,
    CivilPhase,
    TradePhase,
    DiplomaticPhase,
    MagicPhase,
    MilitaryPhase,
)
FINAL = ("peace", "reputation", "weariness", "spells", "leaders", "science", "units_and_stores")
"""The steps of the final phase that touch a nation's own accounts; the others are chance and glory."""
MARCHES = MilitaryPhase.STEPS[: MilitaryPhase.STEPS.index("raids")]
"""Armies march and meet; how their fights end is reckoned in `fights`."""
TAKEN = ("pillage",)
"""Goods won by arms: which ones is up to the dice."""
MARKET, RANSOM, LEVY = "market", "ransom", "recruit"
APART = (*TAKEN, "raided", "national", "overflow", "banque-des-secrets", "blackmail", "stolen")
"""What comes by itself, or by others, between one line and the next."""
COUNTED = {Allocate.__name__: "points", FormArmy.__name__: "units", RecruitUnits.__name__: ""}
"""Lines that may come to less than was asked for, and the fact that tells how much; recruits are counted as they come."""
Pause = Callable[[Cendre], None]


class Accounts:
    """What a nation's lines were charged, refused or tested by, and what else came and went, read from what happened."""

    def __init__(self, nation: NationId) -> None:
        self.nation = nation
        self.bills: dict[int, Goods] = {}
        self.refused: dict[int, OrderRefused] = {}
        self.others: dict[str, Goods] = {}
        """What came or went without a line, by its reason."""
        self.numbers: dict[int, int] = {}
        """How many points, recruits or units of an army a line came to in the end."""
        self.tested: list[int] = []
        """The lines that were put to a civil test, in the order of the season."""

    def enter(self, events: Sequence[Event]) -> None:
        """Goods change hands before the line they are for is told done, tested or refused."""
        waiting: list[GoodsMoved] = []
        raised = 0
        for event in events:
            if getattr(event, "nation", "") != self.nation:
                continue
            if isinstance(event, GoodsMoved):
                waiting.append(event)
                continue
            if isinstance(event, UnitsChanged) and event.reason == LEVY:
                raised = event.amount
            line = getattr(event, "line", None)
            if line is None:
                continue
            if isinstance(event, OrderRefused):
                self.refused.setdefault(line, event)
            elif isinstance(event, OrderDone) and event.order in COUNTED:
                self.numbers[line] = int(str(event.facts.get(COUNTED[event.order], raised)))
                raised = 0
            elif isinstance(event, OperationTested):
                self.tested.append(line)
            for moved in waiting:
                self._charge(line if _is_for(moved, event) else None, moved)
            waiting = []
        for moved in waiting:
            self._charge(None, moved)

    def _charge(self, line: int | None, moved: GoodsMoved) -> None:
        if line is None:
            self.others[moved.reason] = self.others.get(moved.reason, NOTHING) + moved.goods
        else:
            self.bills[line] = self.bills.get(line, NOTHING) - moved.goods


def _is_for(moved: GoodsMoved, told: Event) -> bool:
    """Bids are settled after everything else: nothing but their price is theirs; a ransom received is somebody else's line."""
    if getattr(told, "order", "") == Bid.__name__:
        return moved.reason == MARKET
    return moved.reason not in APART and not (moved.reason == RANSOM and moved.goods.total() > 0)


class Rehearsal(Accounts):
    """One rehearsal: its accounts, and the table at the end."""

    def __init__(self, dealt: Cendre, seat: Seat, orders: Sequence[AnyOrder], *, high: bool) -> None:
        super().__init__(nation_of(dealt, seat))
        self.table = dealt.clone()
        self.table.outbox = []
        self.table.chance = leaning(high=high)
        self.table.sheets = {nation: tuple(orders) if nation == self.nation else () for nation in sorted(dealt.seats)}
        self.start = self.table.nations[self.nation].goods

    def run(self, pauses: Mapping[str, Pause]) -> Rehearsal:
        """The season; `pauses` look at the table just before a step (`Phase.step`)."""
        for phase in PHASES:
            self._play(phase, phase.STEPS if phase is not MilitaryPhase else MARCHES, pauses)
        self._play(FinalPhase, FINAL, pauses)
        if self.table.season == AUTUMN:
            self._work_in_winter(pauses)
        return self

    def _work_in_winter(self, pauses: Mapping[str, Pause]) -> None:
        """TC-TURN-03 What autumn's sheet orders for the winter."""
        self.table.season = WINTER
        refresh_leaders(self.table)
        self._play(CivilPhase, CivilPhase.STEPS, {"CivilPhase.explorers": pauses["Winter"]})

    def _play(self, phase: type[Procedure[Cendre]], steps: Sequence[str], pauses: Mapping[str, Pause]) -> None:
        acting = phase()
        for step in steps:
            pause = pauses.get(f"{phase.__name__}.{step}")
            if pause:
                pause(self.table)
            self.table.outbox = []
            getattr(acting, step)(self.table)
            self.enter(self.table.outbox)


def unsure_price(rehearsal: Rehearsal, place: int, order: AnyOrder) -> Goods:
    """TC-INFO-04 What a line may cost beyond its rehearsal: what a spell steals may not be there; a town's size is secret."""
    if isinstance(order, CastSpell) and _steals(order):
        return (NOTHING - rehearsal.bills.get(place, NOTHING)).at_least_nothing()
    refusal = rehearsal.refused.get(place)
    if not isinstance(order, EstablishCaravan) or refusal is None or refusal.facts.get("why") != "town_full":
        return NOTHING
    return caravan_price(caravan_route(rehearsal.table, order.start, order.end))


def _steals(order: CastSpell) -> bool:
    """What a spell makes comes in any case; what it takes from others may not be there."""
    spell = spell_named(order.spell)
    return spell is not None and any(atom.op == "transfer" for atom in spell.effect)


def dealt_for(game: Cendre, seat: Seat) -> Cendre:
    """The table as it might be, for all the seat knows: the same whenever it is asked for."""
    return redeal(game, seat, KEY)
