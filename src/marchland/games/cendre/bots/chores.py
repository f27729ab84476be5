"""Chores of every season: selling surplus, science, healing, training and finding leaders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .. import orders as o
from ..goods import RESOURCES, Goods
from ..rules.common.inquiry import has_gift, has_structure, knows, leaders_of, structures_of
from ..rules.common.marks import has_mark
from ..rules.economy.industry import building_capacity, town_capacity
from ..rules.events.answers import SECRET
from ..rules.leaders.recruits import has_room, most_leaders, staff
from ..rules.science import choices, open_colours, pending
from ..rules.towns.workshops import WORKSHOPS
from ..shapes import Training
from ..state import Leader, LeaderId
from ..tables import TABLES
from ..world import BOOKLETS, DOMAINS, MAJORS, SITES
from .odds import succeeds
from .plan import Plan, habits, why

RICH = 150
"""Gold above which nothing is sold that the stores can hold."""
LIKED = 0.6
"""How much shorter the way to a discovery seems in a field the people like."""
KEPT = 0.6
"""The share of the stores that is kept full for building and recruiting."""


def sell_surplus(plan: Plan) -> None:
    """Buildings first, because they pay better, then towns, then an industrialist."""
    for code in plan.mine:
        for building, resource in _workshops(plan, code):
            capacity = building_capacity(plan.game, plan.nation, code, building)
            _sell(plan, resource, capacity, partial(o.ConvertInBuilding, code, building))
    for code in plan.mine:
        capacity = town_capacity(plan.game, plan.nation, code)
        _sell(plan, SITES[code].resource, capacity, partial(o.ConvertInTown, code))
    for leader in plan.staff:
        if leader.civil and has_gift(leader, "industrialiste"):
            best = max(RESOURCES, key=lambda kind: (plan.purse[kind], kind))
            _sell(plan, best, leader.civil.competence, partial(_by_industrialist, leader.id, best))
    transmute(plan)
    run_workshops(plan)


def _by_industrialist(leader: LeaderId, resource: str, amount: int) -> o.Order:
    return o.SellAsIndustrialist(leader, Goods.one(resource, amount))


def _workshops(plan: Plan, code: str) -> list[tuple[str, str]]:
    found = [(kind.building, resource) for resource, kind in TABLES.land.resources.items()]
    return [(building, resource) for building, resource in found if has_structure(plan.game.lands[code], building)]


def _sell(plan: Plan, resource: str, capacity: int, order: Callable[[int], o.Order]) -> None:
    amount = min(capacity, plan.purse[resource] - kept(plan, resource))
    if amount > 0:
        value = TABLES.land.resources[resource].value
        plan.write(order(amount), Goods.one(resource, amount) - Goods(gold=value * amount), why("sell", what=resource))


def kept(plan: Plan, resource: str) -> int:
    """Those with gold enough keep their stores full for building; others sell part of them."""
    share = 1.0 if plan.purse.gold > RICH else KEPT
    return int(plan.room[resource] * share)


def transmute(plan: Plan) -> None:
    """Natural philosophy turns what there is most of into what there is least of."""
    if not knows(plan.game, plan.nation, "Philosophie naturelle"):
        return
    most, least = max(RESOURCES, key=lambda kind: plan.purse[kind]), min(RESOURCES, key=lambda kind: plan.purse[kind])
    limit = max((plan.game.lands[code].town for code in plan.mine), default=0)
    amount = min(limit, (plan.purse[most] - plan.purse[least]) // 2)
    if amount > 1:
        plan.write(
            o.Transmute(most, least, amount), Goods.one(most, amount) - Goods.one(least, amount), why("transmute", what=least)
        )


def run_workshops(plan: Plan) -> None:
    """National structures that ask for a decision each season."""
    for structure in BOOKLETS[plan.nation].structures:
        for code in structures_of(plan.game, plan.nation, structure.id) if structure.id in WORKSHOPS else ():
            order = workshop_order(plan, structure.id, code)
            if order is not None:
                plan.write(order, why=why("workshop", structure=structure.id))
    if has_mark(plan.game, "secret", nation=plan.nation):
        rival = max((name for name in MAJORS if name != plan.nation), key=lambda name: (plan.game.nations[name].glory, name))
        plan.write(o.UseStructure(SECRET, plan.game.nations[rival].capital, choice="or"), why=why("secret", nation=rival))


def workshop_order(plan: Plan, structure: str, code: str) -> o.UseStructure | None:
    """How much, or whom, a structure works on."""
    level = plan.game.lands[code].town
    used = {"pecherie": "mer", "forges-federales": "metal", "foire-aux-chevaux": "agricole"}
    if structure in used:
        amount = min(level, plan.purse[used[structure]] - kept(plan, used[structure]))
        return o.UseStructure(structure, code, amount) if amount > 0 else None
    if structure == "banque-des-secrets":
        spied = plan.record.year.spied
        return o.UseStructure(structure, code, choice=spied[0]) if spied else None
    if structure == "fosse-aux-ordres":
        mobs = sum(units.get("gob-horde", 0) for units in plan.garrisons.values())
        return o.UseStructure(structure, code, 1) if mobs > 3 and plan.record.stability < 0 else None
    if structure == "observatoire":
        return o.UseStructure(structure, code, choice="magie" if plan.temper.magic > 1 else "physique")
    wanted = structure != "grande-cloche" or bool(plan.foes)
    return o.UseStructure(structure, code, 1) if wanted else None


def study(plan: Plan) -> None:
    """Laboratories and towers, free points into the favourite fields, and a choice for every threshold."""
    for code in plan.mine:
        land = plan.game.lands[code]
        if has_structure(land, "laboratoire") and land.town:
            _experiment(plan, code, land.town)
    for _ in structures_of(plan.game, plan.nation, "tour-de-mage"):
        best = max(plan.mine, key=lambda code: (plan.game.lands[code].fluid, code))
        if plan.game.lands[best].fluid > 1:
            plan.write(o.DrainSource(best), why=why("tower", territory=best))
    points = plan.record.free_science
    if points:
        plan.write(o.Allocate(favourite(plan), points), why=why("points", amount=points, domain=favourite(plan)))
    for domain in DOMAINS:
        choose_discoveries(plan, domain)


def _experiment(plan: Plan, code: str, level: int) -> None:
    spare = max(RESOURCES, key=lambda kind: (plan.purse[kind], kind))
    amount = min(level, plan.purse[spare] - kept(plan, spare))
    if amount > 0:
        plan.write(o.RunLaboratory(code, Goods.one(spare, amount)), Goods.one(spare, amount), why("laboratory", what=spare))


def favourite(plan: Plan) -> str:
    """The field that is nearest to its next discovery; those the people like may be farther, and the devoted know but one."""
    thresholds, temper = TABLES.science.thresholds, plan.temper

    def missing(domain: str) -> float:
        points = plan.record.science[DOMAINS.index(domain)]
        return min((threshold - points for threshold in thresholds if threshold > points), default=1000)

    if temper.devoted and missing(temper.fields[0]) < 1000:
        return temper.fields[0]
    return min(DOMAINS, key=lambda domain: (missing(domain) * (LIKED if domain in temper.fields else 1), domain))


def choose_discoveries(plan: Plan, domain: str) -> None:
    """One line for each discovery that may be made now, and one that a threshold reached this season may allow."""
    open_now = list(choices(plan.game, plan.nation, domain))
    likely = pending(plan.game, plan.nation, domain) + (domain == favourite(plan) and _is_near(plan, domain))
    for _ in range(min(likely, len(open_now))):
        name = max(open_now, key=lambda name: (appeal(name) + plan.draw(3), name))
        open_now.remove(name)
        option = _option(plan, name)
        if option is not None:
            plan.write(o.Discover(domain, name, option), why=why("discover", discovery=name, domain=domain))


def appeal(discovery: str) -> int:
    """How useful a discovery is to anybody."""
    return habits().discoveries.get(discovery, habits().discoveries["other"])


def _is_near(plan: Plan, domain: str) -> bool:
    """Will the free points of this season cross the next threshold?"""
    points = plan.record.science[DOMAINS.index(domain)]
    return any(points < threshold <= points + plan.record.free_science for threshold in TABLES.science.thresholds)


def _option(plan: Plan, discovery: str) -> str | None:
    if discovery == "Spécialisation":
        return "attaque" if plan.temper.war > 1 else "défense"
    if discovery.startswith("Nouvelle magie"):
        colours = open_colours(plan.game, plan.nation)
        return colours[plan.draw(len(colours))] if colours else None
    return ""


# -- leaders ----------------------------------------------------------------------------------------------------


def save_the_capital(plan: Plan) -> None:
    """A capital in foreign hands is given up for another town."""
    if plan.record.capital in plan.mine:
        return
    towns = [code for code in plan.held if plan.game.lands[code].town]
    entry = TABLES.leaders.capital
    seat = max(towns, key=lambda code: (plan.game.lands[code].town, code), default="")
    movers = plan.free()
    if seat and movers and plan.can_spend(Goods(gold=entry.cost)):
        plan.write(o.MoveCapital(movers[0].id, seat), Goods(gold=entry.cost), why("capital", territory=seat))


def mend(plan: Plan) -> None:
    """Wounded leaders are healed, whatever else waits."""
    price = Goods(gold=TABLES.leaders.heal)
    for leader in leaders_of(plan.game, plan.nation):
        if leader.wounded and not leader.captor and not leader.idle and plan.can_spend(price, reserve=False):
            plan.write(o.Heal(leader.id), price, why("heal"))


def find_leaders(plan: Plan) -> None:
    """An empty place is filled: by bidding for somebody on the market, or by looking for one at home."""
    if not has_room(plan.game, plan.nation):
        dismiss_the_useless(plan)
        return
    bid(plan)
    kind = scarce_type(plan)
    cost = Goods(gold=TABLES.leaders.recruiting[BOOKLETS[plan.nation].leader_levels[kind]].cost)
    idle = [leader for leader in plan.free() if not leader.military or not plan.foes]
    if idle and plan.can_spend(cost) and plan.slack > 15:
        seeker = min(idle, key=lambda leader: (_usefulness(leader), leader.id))
        plan.write(o.RecruitLeader(seeker.id, kind, _wish(plan, kind)), cost, why("vacancy", kind=kind))


def _usefulness(leader: Leader) -> int:
    civil = leader.civil.competence if leader.civil else 0
    return civil + (leader.military.command if leader.military else 0) + (leader.magic.power if leader.magic else 0)


def scarce_type(plan: Plan) -> str:
    people = leaders_of(plan.game, plan.nation)
    counts = {
        "civil": sum(leader.civil is not None for leader in people) / 1.6,
        "militaire": sum(leader.military is not None for leader in people) / (0.7 + 0.4 * plan.temper.war),
        "magique": sum(leader.magic is not None for leader in people) / (0.4 + 0.4 * plan.temper.magic),
    }
    return min(counts, key=lambda kind: (counts[kind], kind))


def _wish(plan: Plan, kind: str) -> str:
    wishes = {"civil": ("populiste", "mécène", "collecteur de taxes"), "militaire": ("attaquant", "sanguinaire", "défenseur")}
    return wishes[kind][plan.draw(3)] if kind in wishes else plan.record.colours[0] if plan.record.colours else ""


def bid(plan: Plan) -> None:
    """The best of the market that half the free gold can buy."""
    able = [
        (listing.price, id_)
        for id_, listing in sorted(plan.game.market.items())
        if listing.refuses != plan.nation and listing.price <= (plan.purse.gold - plan.reserve) // 2
    ]
    if able:
        price, id_ = max(able)
        offer = price + plan.draw(max(1, price // 4))
        plan.write(o.Bid(id_, offer), Goods(gold=offer), why("market", amount=offer))


def dismiss_the_useless(plan: Plan) -> None:
    """A ruler with more people than places lets the weakest go, now and then."""
    if staff(plan.game, plan.nation) <= most_leaders(plan.game, plan.nation) or plan.draw(3):
        return
    ruler = next((leader for leader in plan.free() if leader.ruler), None)
    others = [
        leader
        for leader in leaders_of(plan.game, plan.nation)
        if not leader.ruler and not leader.captor and leader.id not in plan.busy
    ]
    if ruler and others:
        weakest = min(others, key=lambda leader: (_usefulness(leader), leader.id))
        plan.write(o.Dismiss(ruler.id, weakest.id), why=why("crowded"))


def train_the_idle(plan: Plan) -> None:
    """Whoever is still free at the end learns something, if there is gold for it."""
    levels = TABLES.leaders.levels
    for leader in plan.free():
        for kind, part in (("civil", leader.civil), ("militaire", leader.military), ("magique", leader.magic)):
            if part is None or leader.id in plan.busy:
                continue
            if part.level == levels[-1]:
                continue
            level = levels[levels.index(part.level) + 1]
            entry = TABLES.leaders.training[level]
            bonus = min(range(entry.bonus + 1), key=lambda bonus: cost_of_success(entry, bonus))
            price = Goods(gold=entry.cost * (1 + bonus))
            rich = plan.purse.gold - price.gold > 80 + cost_of_success(entry, bonus) / 3
            if plan.can_spend(price) and rich:
                plan.write(o.Train(leader.id, kind, level, bonus), price, why("train", level=level))


def cost_of_success(entry: Training, bonus: int) -> float:
    """What a training costs on average until it succeeds."""
    return entry.cost * (1 + bonus) / max(0.01, succeeds(bonus, entry.difficulty))
