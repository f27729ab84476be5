"""Treaties, wars and peace, by liking: nobody can talk to a program, so it offers whatever it would accept."""

from __future__ import annotations

from .. import orders as o
from ..goods import RESOURCES, Goods
from ..rules.common.inquiry import allied, at_war, controlled, has_treaty, held, is_major, knows, owned, pair, war_between
from ..rules.economy.caravans import caravan_route, caravans_of_town
from ..rules.economy.trade import may_trade
from ..state import MINOR, SEASONS, SUMMER, NationId, Offer
from ..tables import TABLES
from ..world import MAJORS, SITES, distances
from .campaign import strength
from .plan import Plan, why

FRIENDLY = {"contract": 0.0, "pact": 2.0, "alliance": 4.0}
"""How much one must like a nation to sign with it."""
CIRCLE = {"contract": (2.0, 2.5), "pact": (1.0, 1.5), "alliance": (1.0, 0.5)}
"""With how many one signs each kind: a base, and more for those who like trade."""
REACH = 7
"""Nations whose capitals lie farther apart have nothing to say to each other."""
CUSTOM = 6
"""Alliances are offered once in so many seasons, each pair in its own; other treaties whenever one likes the other enough."""
SAILS = 60
"""The least the Pale Sails take."""
PATIENCE = 4
"""Seasons between one treaty with a nation and the next."""


def plan_embassy(plan: Plan) -> None:
    answer_offers(plan)
    answer_calls(plan)
    sign(plan)
    make_peace(plan)
    call_allies(plan)
    declare(plan)
    annex(plan)
    ransom(plan)
    drop_friends(plan)


def regard(plan: Plan, other: NationId) -> float:
    """How much one likes a nation: name, treaties, common enemies, distance, and old grudges."""
    record = plan.game.nations[other]
    liking = plan.temper.trade + record.reputation * 0.5
    liking += sum(1.5 for kind in ("contract", "pact") if has_treaty(plan.game, kind, plan.nation, other))
    liking += 2 * sum(at_war(plan.game, other, foe) for foe in plan.foes)
    liking -= 4 * (other in plan.temper.foe)
    liking -= 3 * (plan.temper.war > 1.2 and other in plan.neighbours)
    return liking


def sign(plan: Plan) -> None:
    """Treaties with the nearest of those one likes, one kind after the other, as many as one can look after."""
    orders = {"contract": o.SignContract, "pact": o.SignPact, "alliance": o.SignAlliance}
    left = {kind: round(base + plan.temper.trade * times) - treaties_of(plan, kind) for kind, (base, times) in CIRCLE.items()}
    for other in sorted(MAJORS, key=lambda other: (steps_between(plan, other), other)):
        if not plan.is_free(other) or has_war(plan, other) or steps_between(plan, other) > REACH:
            continue
        kind = next((kind for kind in FRIENDLY if not has_treaty(plan.game, kind, plan.nation, other)), "")
        if kind and left[kind] > 0 and regard(plan, other) >= FRIENDLY[kind] and may_sign(plan, other, kind):
            plan.write(orders[kind](other), why=why(kind, nation=other))
            left[kind] -= 1


def treaties_of(plan: Plan, kind: str) -> int:
    return sum(treaty.kind == kind and plan.nation in (treaty.one, treaty.other) for treaty in plan.game.treaties.values())


def steps_between(plan: Plan, other: NationId) -> int:
    return distances(plan.record.capital).get(plan.game.nations[other].capital, len(SITES))


def may_sign(plan: Plan, other: NationId, kind: str) -> bool:
    """A pact after some seasons of trade, an alliance after a pact, with few and only with those of good name."""
    since = [treaty.since for treaty in plan.game.treaties.values() if {treaty.one, treaty.other} == {plan.nation, other}]
    if since and plan.game.turn - max(since) < PATIENCE:
        return False
    if kind != "alliance":
        return True
    number = (MAJORS.index(min(plan.nation, other)) + 1) * (MAJORS.index(max(plan.nation, other)) + 2)
    return plan.game.nations[other].reputation >= 0 and (number + plan.game.turn) % CUSTOM == 0


def has_war(plan: Plan, other: NationId) -> bool:
    return war_between(plan.game, plan.nation, other) is not None


# -- answers ----------------------------------------------------------------------------------------------------


def answer_offers(plan: Plan) -> None:
    for offer in plan.game.offers:
        if offer.to == plan.nation:
            _answer(plan, offer)


def _answer(plan: Plan, offer: Offer) -> None:
    tired = plan.record.stability <= 0 or plan.temper.war < 1.3
    if offer.kind == "surrender":
        plan.write(o.AcceptSurrender(offer.by, spoils(plan, offer.by)), why=why("victory", nation=offer.by))
    elif offer.kind == "white_peace" and (tired or score(plan, offer.by) <= 0):
        plan.write(o.AcceptWhitePeace(offer.by), why=why("peace", nation=offer.by))
    elif offer.kind == "peace" and (tired or score(plan, offer.by) < 0):
        plan.write(o.AcceptPeace(offer.by), why=why("peace", nation=offer.by))
    elif offer.kind == "ransom" and plan.can_spend(offer.terms.take):
        plan.write(o.AcceptRansom(offer.by, offer.leader), offer.terms.take, why("ransom", nation=offer.by))


def score(plan: Plan, other: NationId) -> int:
    """The war counter from one's own side."""
    war = war_between(plan.game, plan.nation, other)
    return 0 if war is None else war.counter if war.one == plan.nation else -war.counter


def spoils(plan: Plan, loser: NationId) -> o.Terms:
    """What the counter pays for: occupied land first, then gold."""
    prices, left = TABLES.war.prices, max(0, score(plan, loser))
    claims: list[str] = []
    for code in plan.mine:
        land = plan.game.lands[code]
        price = prices.national_territory if plan.nation in land.national else prices.territory
        if land.owner == loser and price <= left and code != plan.game.nations[loser].capital:
            claims.append(code)
            left -= price
    return o.Terms(take=Goods(gold=30 * min(left, 4)), claim=tuple(claims))


def answer_calls(plan: Plan) -> None:
    """Allies who call are helped by those who like a fight and are steady enough, else the alliance ends."""
    for call in plan.game.calls:
        if call.to != plan.nation or has_war(plan, call.against):
            continue
        if plan.record.stability >= 0 and plan.temper.war >= 0.5 and not allied(plan.game, plan.nation, call.against):
            plan.write(o.DeclareWar(call.against), why=why("call", nation=call.by, against=call.against))
        elif allied(plan.game, plan.nation, call.by):
            plan.write(o.BreakAlliance(call.by), why=why("no_help", nation=call.by))


# -- war and peace ----------------------------------------------------------------------------------------------


def call_allies(plan: Plan) -> None:
    for foe in plan.foes:
        if not is_major(plan.game, foe):
            continue
        for other in MAJORS:
            if allied(plan.game, plan.nation, other) and not has_war_between(plan, other, foe) and not plan.draw(2):
                plan.write(o.CallAlly(other, foe), why=why("ally", nation=other, against=foe))


def has_war_between(plan: Plan, one: NationId, other: NationId) -> bool:
    return pair(one, other) in plan.game.wars


def make_peace(plan: Plan) -> None:
    """Losing or weary nations ask; a hopeless one surrenders; a winner names terms."""
    weary = plan.record.stability <= -1
    for foe in plan.foes:
        if foe not in plan.game.nations or not may_ask_peace(plan, foe):
            continue
        points = score(plan, foe)
        if points <= -8 and weary:
            plan.write(o.SurrenderTo(foe), why=why("losing", nation=foe))
        elif points < -3 and plan.purse.gold > 90 and weary:
            plan.write(o.AskPeace(foe, o.Terms(give=Goods(gold=60))), why=why("losing", nation=foe))
        elif points >= 8 and not plan.draw(2):
            plan.write(o.AskPeace(foe, spoils(plan, foe)), why=why("winning", nation=foe))
        elif weary or not plan.draw(3):
            plan.write(o.AskWhitePeace(foe), why=why("peace", nation=foe))


def may_ask_peace(plan: Plan, foe: NationId) -> bool:
    """TC-DIP-03 Peace is not asked for before the second spring after the declaration."""
    war = war_between(plan.game, plan.nation, foe)
    return war is not None and plan.game.turn >= (war.since // len(SEASONS) + TABLES.war.locks.peace_demand) * len(SEASONS)


def declare(plan: Plan) -> None:
    """A war one can win: a weaker neighbour without treaties, no other war, and a people that bears its weariness."""
    bold = plan.temper.war >= 1.5
    if plan.temper.war < 0.5 or plan.record.stability < (1 if bold else 2) or plan.calm < (0.3 if bold else 0.5):
        return
    if plan.slack < 10 or strength(plan) < 8 or any(has_war(plan, other) for other in plan.game.nations):
        return
    prey = [other for other in plan.neighbours if may_declare(plan, other) and seems_weaker(plan, other)]
    if prey and plan.draw(8) < 2 * plan.temper.war:
        best = max(prey, key=lambda other: (appeal(plan, other), other))
        plan.write(o.DeclareWar(best), why=why("declare", nation=best))


def may_declare(plan: Plan, other: NationId) -> bool:
    if other not in plan.game.nations or plan.bound(other) or plan.game.nations[other].kind == "threat":
        return False
    peace = plan.game.peaces.get(pair(plan.nation, other))
    return peace is None or plan.game.turn - peace > 8


def appeal(plan: Plan, other: NationId) -> float:
    casus = any(cause.holder == plan.nation and cause.against == other for cause in plan.game.casus)
    claims = any(plan.nation in plan.game.lands[code].national for code in owned(plan.game, other))
    return 2 * (other in plan.temper.foe) + 2 * casus + claims - plan.game.nations[other].reputation * 0.3


def seems_weaker(plan: Plan, other: NationId) -> bool:
    """Judged by what everybody sees: its land, its wars, and how long the world has had to arm."""
    land = len(controlled(plan.game, other))
    wars = sum(other in (war.one, war.other) for war in plan.game.wars.values())
    minor = plan.game.nations[other].kind == MINOR
    guess = land * (3.0 + 0.15 * plan.game.turn) * (0.6 if minor else 1.0) / (1 + 0.4 * wars)
    return strength(plan) > 1.3 * guess


def annex(plan: Plan) -> None:
    for foe in plan.foes:
        if foe in plan.game.nations and plan.game.nations[foe].kind == MINOR:
            if not controlled(plan.game, foe):
                plan.write(o.Annex(foe), why=why("annex", nation=foe))


def ransom(plan: Plan) -> None:
    """Prisoners are offered back for gold."""
    for leader in sorted(plan.game.leaders.values(), key=lambda leader: leader.id):
        asked = any(offer.by == plan.nation and offer.leader == leader.id for offer in plan.game.offers)
        if leader.captor == plan.nation and leader.nation in plan.game.nations and not asked:
            plan.write(o.DemandRansom(leader.nation, leader.id, Goods(gold=60)), why=why("prisoner", nation=leader.nation))


def drop_friends(plan: Plan) -> None:
    """A nation bent on war frees its hands, once in a while, from old treaties with its natural foe or with an easy prey."""
    if plan.foes or plan.temper.war < 1.2 or plan.record.stability < 2 or plan.draw(5):
        return
    prey = tuple(other for other in plan.neighbours if other in MAJORS and seems_weaker(plan, other))
    for foe in (*plan.temper.foe, *prey):
        bound = [treaty for treaty in plan.game.treaties.values() if {plan.nation, foe} == {treaty.one, treaty.other}]
        if bound and all(plan.game.turn - treaty.since >= 8 for treaty in bound):
            if any(treaty.kind == "alliance" for treaty in bound):
                plan.write(o.BreakAlliance(foe), why=why("foe", nation=foe))
            plan.write(o.Denounce(foe), why=why("foe", nation=foe))
            return


# -- trade ------------------------------------------------------------------------------------------------------


def plan_trade(plan: Plan) -> None:
    send_surplus(plan)
    establish_caravan(plan)
    hire_sails(plan)


def hire_sails(plan: Plan) -> None:
    """The Pale Sails strike for gold: against a foe with a coast, by those without scruples."""
    threat = plan.game.threats.get("west")
    rivals = [foe for foe in (*plan.foes, *plan.temper.foe) if foe in MAJORS and not plan.bound(foe)]
    if plan.game.season != SUMMER or threat is None or threat.state != "active" or not rivals or plan.temper.intrigue < 0.5:
        return
    gold = SAILS + plan.draw(40)
    if plan.can_spend(Goods(gold=2 * gold)):
        plan.write(o.HireSails(rivals[0], gold), Goods(gold=gold), why("harm", nation=rivals[0]))


def send_surplus(plan: Plan) -> None:
    """What the stores cannot hold is lost anyway: partners get it, and remember it in kind."""
    friends = [other for other in MAJORS if other != plan.nation and may_trade(plan.game, plan.nation, other)]
    if not friends:
        return
    excess = (plan.purse - plan.room).at_least_nothing()
    extra = Goods.of({kind: excess[kind] for kind in ("provisions", *RESOURCES)})
    if extra:
        friend = friends[(plan.game.turn + MAJORS.index(plan.nation)) % len(friends)]
        plan.write(o.Send(friend, extra), extra, why("excess", nation=friend))


def establish_caravan(plan: Plan) -> None:
    """The longest route that pays: one a season, between towns everybody can see."""
    if not knows(plan.game, plan.nation, "Établir une caravane"):
        return
    own = [
        code for code in plan.held if plan.game.lands[code].town and caravans_of_town(plan.game, code) < plan.game.lands[code].town
    ]
    best: tuple[int, str, str, str] | None = None
    for other in MAJORS:
        if not has_treaty(plan.game, "contract", plan.nation, other) or _linked(plan, other):
            continue
        for end in (code for code in held(plan.game, other) if plan.game.lands[code].town):
            for start in own:
                steps = distances(start).get(end, 0)
                if 2 <= steps <= 9 and (best is None or (steps, other, start, end) > best):
                    best = (steps, other, start, end)
    if best is None:
        return
    steps, other, start, end = best
    price = Goods(gold=TABLES.operations.caravan.cost_per_step * steps)
    if plan.can_spend(price) and caravan_route(plan.game, start, end):
        plan.write(o.EstablishCaravan(other, start, end), price, why("caravan", nation=other))


def _linked(plan: Plan, other: NationId) -> bool:
    return any({caravan.creator, caravan.partner} == {plan.nation, other} for caravan in plan.game.caravans)
