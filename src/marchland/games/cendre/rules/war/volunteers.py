"""Units that come in spring and leave in winter by themselves, as the booklets say."""

from __future__ import annotations

from marchland.kernel.chance import pick

from ...state import Cendre, Code, NationId
from ...world import BOOKLETS, MAJORS, AutomaticUnits
from ..common.dice import dice, written
from ..common.inquiry import controlled, held, structures_of, terrains
from ..common.ledger import add_units, all_units, lose_units
from ..common.modifiers import STANDING
from ..towns.booklet import spring_units
from ..towns.towns import EFFECTS


def automatic_arrivals(game: Cendre) -> None:
    """TC-WAR-03 Units that appear in spring by themselves: no price, upkeep as usual."""
    for nation in MAJORS:
        plan = BOOKLETS[nation].automatic_recruitment
        if plan and plan.season == game.season and _holds(game, nation, plan):
            _arrive(game, nation, plan)
        spring_units(game, nation)


def _holds(game: Cendre, nation: NationId, plan: AutomaticUnits) -> bool:
    return all(STANDING[key](game, nation, wanted) for key, wanted in plan.condition.items())


def _arrive(game: Cendre, nation: NationId, plan: AutomaticUnits) -> None:
    places = [code for code in held(game, nation) if not plan.terrain or set(plan.terrain) & set(terrains(game, code))]
    places = [code for code in places if plan.where != "random_national" or nation in game.lands[code].national]
    if plan.where == "each_city":
        places = [code for code in places if game.lands[code].town]
        spots = [code for code in places for _ in range(written(game, nation, "arrival", plan.count))]
    else:
        spots = _spots(game, nation, plan, places, written(game, nation, "arrival", plan.count))
    for code in spots:
        if _has_place(game, nation, plan, code):
            add_units(game, code, nation, plan.unit, 1, "automatic", "TC-WAR-03")


def _spots(game: Cendre, nation: NationId, plan: AutomaticUnits, places: list[Code], number: int) -> list[Code]:
    if not places:
        return []
    capital = game.nations[nation].capital
    if plan.where == "capital_then_random_owned" and capital in places and number:
        return [capital, *(pick(game, places) for _ in range(number - 1))]
    if plan.scatter:
        return [pick(game, places) for _ in range(number)]
    return [pick(game, places)] * number


def _has_place(game: Cendre, nation: NationId, plan: AutomaticUnits, code: Code) -> bool:
    standing = {place: sum(t.count for t in troops if t.unit == plan.unit) for place, troops in all_units(game, nation).items()}
    if plan.cap_per_territory and standing.get(code, 0) >= plan.cap_per_territory:
        return False
    if plan.cap_total:
        people = sum(game.lands[place].population for place in controlled(game, nation))
        return sum(standing.values()) < 2 * people
    return True


def automatic_losses(game: Cendre) -> None:
    """TC-WAR-03 Units that disappear in winter by themselves, without becoming brigands."""
    for nation in MAJORS:
        plan = BOOKLETS[nation].automatic_loss
        if plan and _holds(game, nation, plan):
            for code, troops in all_units(game, nation).items():
                here = sum(troop.count for troop in troops if troop.unit == plan.unit)
                lose_units(game, code, nation, plan.unit, _leaving(game, nation, plan, here), "automatic", "TC-WAR-03")


def _leaving(game: Cendre, nation: NationId, plan: AutomaticUnits, here: int) -> int:
    if plan.mode == "all":
        return here
    if plan.mode == "one_per_territory":
        return int(here >= plan.value)
    totems = bool(structures_of(game, nation, "cercle-des-totems")) and plan.unit == "col-ours"
    fatal = EFFECTS["cercle-des-totems"].amount if totems else plan.value
    return sum(die <= fatal for die in dice(game, nation, "automatic", here, 10)) if here else 0
