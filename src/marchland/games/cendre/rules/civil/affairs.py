"""Chapter "Les opérations civiles", affairs of state: calm, beauty, learning, civil units and claims."""

from __future__ import annotations

from marchland.kernel.events import Event

from ...orders import CivilOrder, Claim, Embellish, Hire, Research, Stabilise
from ...state import WINTER, Cendre, Code, NationId
from ...tables import TABLES
from ...world import DOMAINS, MAJORS, SITES
from ..civil_units import pay_price, price_refusal, unit_price
from ..common.inquiry import is_held, lines
from ..common.ledger import add_science, can_pay, change, change_civil, change_land, make_national, refuse
from ..common.marks import next_winter_with_a_sheet
from ..diplomacy.relations import give_casus
from ..glory.account import change_glory
from ..leaders.actors import Actor, civil_actor, use_up
from ..standing.account import change_reputation
from ..war.armies import quarantined
from .development import DEVELOPMENT
from .operation import OperationTested, Plan, carry_out, difficulty_of, on_the_spot, parts_of, plain_price, tested


class TerritoryClaimed(Event, frozen=True):
    """Everybody hears of a claim, made good or not."""

    RULE = "TC-CIV-20"
    nation: NationId
    territory: Code
    owner: NationId
    success: bool


def operate(game: Cendre, *kinds: type[CivilOrder], houses: tuple[str, ...] = (), apart: tuple[str, ...] = ()) -> None:
    """TC-CIV-01 Carry out the operations of these kinds, nation by nation, in the order of their sheets.

    `houses` limits the step to these structures; `apart` leaves out those that have a step of their own.
    """
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, *kinds):
            house = order.leader.partition("@")[0] if "@" in order.leader else ""
            if order.winter == winter and (house in houses if houses else house not in apart):
                carry_out(game, nation, line, order, PLANS[type(order)])


# -- people and learning ----------------------------------------------------------------------------------------


def _nothing_forbids(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    return ""


def _embellish(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-12 Glory by the leader's competence, never doubled by a talent."""
    change_glory(game, nation, actor.competence, order.OPERATION, "TC-CIV-12")


def _stabilise(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-19 The leader's competence helps at this season's stability test."""
    change(game, nation, effort=game.nations[nation].effort + actor.competence)


def _research_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    assert isinstance(order, Research)
    return "" if order.domain in DOMAINS else "TC-CIV-18"


def _research(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    """TC-CIV-18 Science points in one domain by the leader's competence."""
    assert isinstance(order, Research)
    add_science(game, nation, order.domain, actor.competence, order.OPERATION, "TC-CIV-18")


def hire_refusal(game: Cendre, nation: NationId, order: Hire, actor: Actor) -> str:
    """TC-CIV-11 Police and militia are raised where the leader stands, on land owned and controlled."""
    kind = TABLES.leaders.civil_units.get(order.unit)
    if kind is None or kind.order != order.OPERATION:
        return "TC-CIV-11"
    if kind.pool:
        return ""
    on_the_spot = order.territory in SITES and is_held(game.lands[order.territory], nation) and actor.at == order.territory
    if on_the_spot and quarantined(game, nation, order.territory):
        return "TC-EVT-03"
    return "" if on_the_spot else "TC-CIV-11"


DOUBLE_HIRE = {
    "policier": ("police", "milice"),
    "criminel": ("assassins", "brigands"),
    "homme de l'ombre": ("agitateurs", "espions"),
}


def number_hired(game: Cendre, nation: NationId, actor: Actor, unit: str) -> int:
    """TC-LEAD-10 Some gifts bring two units at once, if both can be paid."""
    double = any(actor.has_gift(gift) and unit in units for gift, units in DOUBLE_HIRE.items())
    return 2 if double and can_pay(game, nation, unit_price(game, nation, unit) * 2) else 1


def hire_units(game: Cendre) -> None:
    """TC-CIV-11 Civil units join the pool, or the territory where they are raised."""
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, Hire):
            if order.winter == winter:
                _hire(game, nation, line, order)


def _hire(game: Cendre, nation: NationId, line: int, order: Hire) -> None:
    actor = civil_actor(game, nation, line, order)
    if actor is None:
        return
    if order.territory:
        actor = on_the_spot(game, actor, order.territory)
    rule = hire_refusal(game, nation, order, actor)
    problem = rule or price_refusal(game, nation, order.unit)
    if problem:
        refuse(game, nation, line, order, problem, unit=order.unit, why="" if rule else "price")
        return
    number = number_hired(game, nation, actor, order.unit)
    use_up(game, nation, actor)
    pay_price(game, nation, order.unit, number, order.OPERATION)
    parts = parts_of(game, nation, order, actor)
    if not tested(game, nation, line, order, actor, parts, difficulty_of(game, order), "TC-CIV-11").success:
        return
    if TABLES.leaders.civil_units[order.unit].pool:
        change_civil(game, nation, order.unit, number, order.OPERATION, "TC-CIV-11")
    else:
        what = {"police": "police", "milice": "militia"}[order.unit]
        change_land(game, order.territory, what, number, order.OPERATION, "TC-CIV-11")


def _claim_refusal(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> str:
    """TC-CIV-20 A territory that is national already cannot be claimed."""
    assert isinstance(order, Claim)
    return "" if order.territory in SITES and nation not in game.lands[order.territory].national else "TC-CIV-20"


def claim_aftermath(game: Cendre, nation: NationId, order: Claim, success: bool) -> None:
    """TC-CIV-20 A claim costs reputation whatever comes of it, and gives the owner a casus belli."""
    owner = game.lands[order.territory].owner
    change_reputation(game, nation, TABLES.standing.reputation.claim, "claim", "TC-CIV-20")
    if owner and owner != nation:
        give_casus(game, owner, nation, "claimed", next_winter_with_a_sheet(game))
    game.emit(TerritoryClaimed(nation=nation, territory=order.territory, owner=owner, success=success))


def claim_territories(game: Cendre) -> None:
    """TC-CIV-20 Claims: the only operation with a price beyond its gold when it fails."""
    winter = game.season == WINTER
    for nation in MAJORS:
        for line, order in lines(game, nation, Claim):
            if order.winter != winter:
                continue
            before = len(game.outbox)
            carry_out(game, nation, line, order, PLANS[type(order)])
            tested = [event for event in game.outbox[before:] if isinstance(event, OperationTested)]
            if tested:
                claim_aftermath(game, nation, order, tested[-1].success)


def _claim(game: Cendre, nation: NationId, order: CivilOrder, actor: Actor) -> None:
    assert isinstance(order, Claim)
    make_national(game, order.territory, nation, order.OPERATION, "TC-CIV-20")


PLANS: dict[type[CivilOrder], Plan] = {
    **DEVELOPMENT,
    Claim: Plan("TC-CIV-20", _claim_refusal, plain_price, _claim),
    Research: Plan("TC-CIV-18", _research_refusal, plain_price, _research),
    Stabilise: Plan("TC-CIV-19", _nothing_forbids, plain_price, _stabilise),
    Embellish: Plan("TC-CIV-12", _nothing_forbids, plain_price, _embellish),
}
