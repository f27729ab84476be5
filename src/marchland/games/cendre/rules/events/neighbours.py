"""National events that concern neighbours, vacant land and the nation's name."""

from __future__ import annotations

from collections.abc import Callable

from marchland.kernel.chance import pick

from ...goods import Goods
from ...state import Cendre, Code, NationId
from ...world import MAJORS, SITES, distances, land_neighbours
from ..common.dice import percent
from ..common.inquiry import controlled, enemies, held, is_at_war, is_vacant, partners, terrains, war_between
from ..common.ledger import gain, make_national
from ..common.marks import add_mark, next_spring, next_winter_with_a_sheet
from ..diplomacy.counter import score
from ..diplomacy.relations import give_casus
from ..glory.account import change_glory
from ..land.ownership import cede
from ..standing.account import change_reputation, change_stability
from ..towns.towns import grow
from .steps import RULE, Step, until

# -- neighbours -------------------------------------------------------------------------------------------------


def wild_neighbours(game: Cendre, nation: NationId, step: Step) -> list[Code]:
    """Vacant land next to the nation (or anywhere) that fits the step."""
    near = {code for mine in controlled(game, nation) for code in land_neighbours(mine)}
    return [
        code
        for code in SITES
        if is_vacant(game.lands[code])
        and (step.anywhere or code in near)
        and (not step.terrain or set(step.terrain) & set(terrains(game, code)))
        and (not step.sea or SITES[code].sea)
        and (not step.water or SITES[code].by_the_sea)
    ]


def join(game: Cendre, nation: NationId, step: Step) -> bool:
    """A vacant neighbour joins the nation, owned and controlled."""
    if step.chance and not percent(game, nation, "event", step.chance):
        return True
    wild = wild_neighbours(game, nation, step)
    if not wild:
        return False
    code = pick(game, wild)
    cede(game, code, nation, "joined", RULE)
    if step.claim:
        make_national(game, code, nation, "event", RULE)
    return True


def claim(game: Cendre, nation: NationId, step: Step) -> bool:
    """Vacant land becomes national; where the step says so, any such land may be drawn, and joins if it is next door."""
    wild = [code for code in wild_neighbours(game, nation, step) if step.join or nation not in game.lands[code].national]
    if not wild:
        return False
    code = pick(game, wild)
    make_national(game, code, nation, "event", RULE)
    if step.join and any(game.lands[near].controller == nation for near in land_neighbours(code)):
        cede(game, code, nation, "joined", RULE)
    return True


def nearest_major(game: Cendre, nation: NationId, fits: Callable[[NationId], bool]) -> NationId | None:
    """The major nation whose capital is nearest among those that fit; ties are drawn."""
    steps_to = distances(game.nations[nation].capital)
    others = [other for other in MAJORS if other != nation and fits(other)]
    if not others:
        return None
    far = {other: steps_to.get(game.nations[other].capital, len(SITES)) for other in others}
    return pick(game, [other for other in others if far[other] == min(far.values())])


def grudge(game: Cendre, step: Step) -> int:
    """TC-EVT-03 How long an insult gives a cause for war: never for less than the next sheet."""
    return next_winter_with_a_sheet(game) if step.until == "winter" else until(game, step)


def casus_against_us(game: Cendre, nation: NationId, step: Step) -> bool:
    other = nearest_major(game, nation, lambda name: game.nations[name].reputation >= int(step.amount))
    if other:
        give_casus(game, other, nation, "insult", grudge(game, step))
    return True


def casus_for_us(game: Cendre, nation: NationId, step: Step) -> bool:
    other = nearest_major(game, nation, lambda name: True)
    if other:
        give_casus(game, nation, other, "insult", grudge(game, step))
    return True


def blame(game: Cendre, nation: NationId, step: Step) -> bool:
    """The neighbour of worst name is blamed: a casus belli, and unrest until war is declared on it."""
    near = {game.lands[code].owner for mine in controlled(game, nation) for code in land_neighbours(mine)}
    others = [other for other in MAJORS if other in near and other != nation]
    if not others:
        return True
    worst = min(game.nations[other].reputation for other in others)
    culprit = pick(game, [other for other in others if game.nations[other].reputation == worst])
    give_casus(game, nation, culprit, "insult", grudge(game, step))
    if war_between(game, nation, culprit) is None:
        add_mark(game, "stability_test", until(game, step), nation=nation, amount=int(step.amount), word=f"until_war:{culprit}")
    return True


def offend(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = [other for other in partners(game, nation) if other in MAJORS]
    if friends:
        change_reputation(game, nation, -1, "event", RULE)
        add_mark(game, "no_caravan", next_spring(game), nation=nation, word=pick(game, friends))
    return True


def glory_per_partner(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = sum(other in MAJORS for other in partners(game, nation))
    change_glory(game, nation, min(step.most, int(step.amount) * friends), "event", RULE)
    return True


def gold_per_peace(game: Cendre, nation: NationId, step: Step) -> bool:
    friends = len(MAJORS) - 1 - len([other for other in enemies(game, nation) if other in MAJORS])
    gain(game, nation, Goods(gold=min(step.most, int(step.amount) * friends)), "event", RULE)
    return True


# -- the rest ---------------------------------------------------------------------------------------------------


def recognition(game: Cendre, nation: NationId, step: Step) -> bool:
    if game.nations[nation].reputation >= int(step.amount):
        change_stability(game, nation, 1, "event", RULE)
    else:
        change_reputation(game, nation, 1, "event", RULE)
    change_glory(game, nation, step.most, "event", RULE)
    return True


def buried_city(game: Cendre, nation: NationId, step: Step) -> bool:
    bare = [code for code in held(game, nation) if not game.lands[code].town]
    if not bare:
        return False
    grow(game, pick(game, bare), "event", RULE)
    return True


def wedding(game: Cendre, nation: NationId, step: Step) -> bool:
    """A great wedding: paid for in peace, touching to the enemies in war."""
    if is_at_war(game, nation):
        for enemy in enemies(game, nation):
            score(game, nation, enemy, 2, "event")
        return True
    change_stability(game, nation, 1, "event", RULE)
    if game.nations[nation].goods.gold >= int(step.amount):
        gain(game, nation, Goods(gold=-int(step.amount)), "event", RULE)
        change_reputation(game, nation, 1, "event", RULE)
        change_glory(game, nation, 4, "event", RULE)
    return True
