"""The common events of table 59: what befalls any nation, score by score."""

from __future__ import annotations

from marchland.kernel.atlas import connected_parts
from marchland.kernel.chance import below, pick, shuffled

from ...goods import Goods
from ...state import MAJOR, MINOR, REBEL, WINTER, Cendre, Code, NationId
from ...tables import TABLES
from ...world import DOMAINS, MAJORS, SITES, land_neighbours, recruitable, unit_kind
from ..common.dice import percent
from ..common.inquiry import controlled, enemies, held, is_at_war, knows, leaders_of, owned
from ..common.ledger import add_science, add_units, all_units, change_land, gain, lose_units
from ..common.marks import add_mark, has_mark, next_active, next_spring, next_winter, next_winter_with_a_sheet
from ..diplomacy.relations import give_casus
from ..land.ownership import break_away, cede, vanish
from ..leaders.market import offer_on_market
from ..leaders.people import join, leave
from ..leaders.recruits import has_room, random_leader
from ..magic.fluid import spill
from ..standing.account import change_reputation, change_stability
from ..towns.towns import lose_structure


def target(game: Cendre, nation: NationId) -> Code | None:
    """TC-EVT-05 A random territory owned and controlled."""
    lands = held(game, nation)
    return pick(game, lands) if lands else None


def outlying(game: Cendre, nation: NationId) -> list[Code]:
    """TC-EVT-04 Owned and controlled land other than the capital."""
    return [code for code in held(game, nation) if code != game.nations[nation].capital]


def civil_war(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 -5: rebels, one land in ten and whatever they cut off become a minor nation at war."""
    chance = TABLES.events.civil_war_chance
    rebels = [code for code in owned(game, nation) if _is_rebel(game, code)]
    leaving = {*rebels, *(code for code in outlying(game, nation) if percent(game, nation, "civil_war", chance))}
    loyal = [code for code in held(game, nation) if code not in leaving]
    for group in connected_parts(loyal, land_neighbours):
        if game.nations[nation].capital not in group:
            leaving |= set(group)
    if leaving:
        break_away(game, tuple(sorted(leaving)), "guerre civile", "TC-EVT-04")


def _is_rebel(game: Cendre, code: Code) -> bool:
    controller = game.lands[code].controller
    return controller in game.nations and game.nations[controller].kind == REBEL


def secession(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 -4: a border territory goes over to its neighbour: a rebel one first, then a claimed one, then any not national."""
    borders = []
    for code in owned(game, nation):
        land = game.lands[code]
        if code == game.nations[nation].capital:
            continue
        for other in sorted({game.lands[near].owner for near in land_neighbours(code)} - {"", nation}):
            rank = 0 if _is_rebel(game, code) else 1 if other in land.national else 2 if nation not in land.national else 3
            borders.append((rank, code, other))
    wanted = [border for border in borders if border[0] == min(border[0] for border in borders) < 3]
    if wanted:
        _, code, other = pick(game, wanted)
        cede(game, code, other, "sécession", "TC-EVT-04")


def treason(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 -3: a leader goes over to an enemy, or to the market."""
    leaders = [leader for leader in leaders_of(game, nation) if not leader.ruler and not leader.captor]
    if not leaders:
        return
    traitor = pick(game, leaders)
    foes = [other for other in enemies(game, nation) if game.nations[other].kind in (MAJOR, MINOR)]
    if foes:
        leave(game, traitor.id, "treason", "TC-EVT-04", public=True)
        join(game, traitor.id, pick(game, foes), "treason", "TC-EVT-04")
    else:
        offer_on_market(game, traitor.id, "treason", "TC-EVT-04")


def urban_ruin(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 -2: in a random territory that has any, a random building or structure is destroyed."""
    built = [code for code in held(game, nation) if game.lands[code].structures]
    if built:
        code = pick(game, built)
        lose_structure(game, code, pick(game, game.lands[code].structures), "destruction urbaine", "TC-EVT-04")


def local_revolt(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 -1: a territory rebels with all its troops; one of the leaders there may lead it."""
    lands = outlying(game, nation)
    if not lands:
        return
    code = pick(game, lands)
    present = [leader for leader in leaders_of(game, nation) if leader.at == code and not leader.ruler and not leader.captor]
    rebels = break_away(game, (code,), "révolte locale", "TC-EVT-04", kind=REBEL)
    add_mark(game, "rebels", next_winter(game) - 1, nation=rebels, territory=code)
    if present:
        chief = pick(game, present)
        leave(game, chief.id, "rebellion", "TC-EVT-04", public=True)
        join(game, chief.id, rebels, "rebellion", "TC-EVT-04")


def desertion(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 1: at war units turn to brigandage in one territory, one after the other."""
    places = [code for code, troops in all_units(game, nation).items() if troops and game.lands[code].controller == nation]
    if not places or not is_at_war(game, nation):
        return
    code = pick(game, places)
    while True:
        troops = all_units(game, nation).get(code, ())
        if not troops:
            return
        singles = [troop.unit for troop in troops for _ in range(troop.count)]
        lose_units(game, code, nation, pick(game, singles), 1, "désertion", "TC-EVT-04")
        change_land(game, code, "brigands", 1, "désertion", "TC-EVT-04")
        if not percent(game, nation, "desertion", TABLES.events.desertion_again):
            return


def urban_unrest(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 2: the greatest town brings no gold next season."""
    towns = [code for code in held(game, nation) if game.lands[code].town]
    if towns:
        greatest = max(towns, key=lambda code: (game.lands[code].town, code))
        add_mark(game, "town_no_gold", next_active(game), nation=nation, territory=greatest)


def blunder(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 3: a neighbour is insulted and holds a casus belli until winter."""
    near = {game.lands[code].owner for mine in controlled(game, nation) for code in land_neighbours(mine)}
    offended = [other for other in MAJORS if other in near and other != nation]
    if offended:
        give_casus(game, pick(game, offended), nation, "insult", next_winter_with_a_sheet(game))


def rural_unrest(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 4: a territory pays no taxes until winter, or until as many troops as people stand there."""
    code = target(game, nation)
    if code:
        add_mark(game, "no_tax", next_winter(game), nation=nation, territory=code, word="troops")


def sick_herds(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 6: farms are lost by the die."""
    code = target(game, nation)
    if code:
        lost = min(game.lands[code].farms, 1 + below(game, TABLES.events.lost_farms_sides))
        change_land(game, code, "farms", -lost, "troupeaux malades", "TC-EVT-04")


def exhausted_vein(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 7: one exploitation and one resource level are lost."""
    code = target(game, nation)
    if code:
        for what in ("exploitations", "resource_level"):
            change_land(game, code, what, -min(1, getattr(game.lands[code], what)), "ressource épuisée", "TC-EVT-04")


def drained_flow(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 8: a source is emptied (in spring, if this is winter) and may sink for good."""
    code = target(game, nation)
    if not code:
        return
    if game.season == WINTER:
        add_mark(game, "empty_source", next_spring(game), nation=nation, territory=code)
    else:
        change_land(game, code, "fluid", -game.lands[code].fluid, "épuisement du flux magique", "TC-EVT-04")
    if game.lands[code].source and percent(game, nation, "source", TABLES.events.source_loss_chance):
        change_land(game, code, "source", -1, "épuisement du flux magique", "TC-EVT-04")
        spill(game, code, "épuisement du flux magique", "TC-EVT-04")


def ruined_harvest(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 9: a territory brings no provisions next season."""
    code = target(game, nation)
    if code:
        add_mark(game, "no_provisions", next_active(game), nation=nation, territory=code)


def auspices(game: Cendre, nation: NationId, score: int, sign: int) -> None:
    """TC-EVT-05 10 and 16: stability moves, and its tests until winter; religion doubles both."""
    twice = 2 if knows(game, nation, "Religion") else 1
    change_stability(game, nation, sign * twice, TABLES.events.national[score], "TC-EVT-05")
    add_mark(game, "stability_test", next_winter(game), nation=nation, amount=sign * twice * TABLES.events.auspices_test)


def ill_omens(game: Cendre, nation: NationId) -> None:
    auspices(game, nation, 10, -1)


def good_omens(game: Cendre, nation: NationId) -> None:
    auspices(game, nation, 16, 1)


def bandits(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 11: brigands by the die."""
    code = target(game, nation)
    if code:
        change_land(game, code, "brigands", 1 + below(game, TABLES.events.brigands_sides), "brigands", "TC-EVT-04")


def peaceful_year(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 12: at peace, stability rises."""
    if not is_at_war(game, nation):
        change_stability(game, nation, 1, "année paisible", "TC-EVT-04")


def feast(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 13: at peace, a feast is paid and admired, or missed and laughed at."""
    if is_at_war(game, nation):
        return
    price = TABLES.events.feast_gold
    if game.nations[nation].goods.gold >= price:
        gain(game, nation, Goods(gold=-price), "fête exceptionnelle", "TC-EVT-04")
        change_reputation(game, nation, 1, "fête exceptionnelle", "TC-EVT-04")
    else:
        change_reputation(game, nation, -1, "fête exceptionnelle", "TC-EVT-04")


def legacy(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 14: a rich landowner leaves his fortune to the state."""
    table = TABLES.events.legacy
    gain(game, nation, Goods(gold=(1 + below(game, table.sides)) * table.times), "legs bienvenu", "TC-EVT-04")


def good_harvest(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 17: one more farm; capacity follows."""
    code = target(game, nation)
    if code and game.lands[code].farms < TABLES.land.limit:
        if game.lands[code].farms == game.lands[code].farm_capacity:
            change_land(game, code, "farm_capacity", 1, "bonnes récoltes", "TC-EVT-04")
        change_land(game, code, "farms", 1, "bonnes récoltes", "TC-EVT-04")


def new_vein(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 18: the resource level rises."""
    code = target(game, nation)
    if code and game.lands[code].resource_level < TABLES.land.limit:
        change_land(game, code, "resource_level", 1, "nouveau filon", "TC-EVT-04")


def volunteers(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 19: a free unit of a type the nation can raise there and feed."""
    code = target(game, nation)
    if not code:
        return
    goods, site = game.nations[nation].goods, SITES[code]
    fit = [unit_kind(unit) for unit in recruitable(nation, game.nations[nation].known)]
    fit = [unit for unit in fit if goods.covers(unit.upkeep) and ("naval" in unit.traits) <= site.port]
    fit = [unit for unit in fit if "naval" in unit.traits or not site.open_sea]
    if fit:
        add_units(game, code, nation, pick(game, fit).id, 1, "légion de volontaires", "TC-EVT-04")


def chance_discovery(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 21: science in a random domain."""
    add_science(game, nation, pick(game, DOMAINS), TABLES.events.science, "découverte fortuite", "TC-EVT-04")


def more_people(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 22: one more point of population in two territories."""
    for code in shuffled(game, held(game, nation))[:2]:
        if game.lands[code].population < TABLES.land.limit:
            change_land(game, code, "population", 1, "accroissement de la population", "TC-EVT-04")


def providential_leader(game: Cendre, nation: NationId) -> None:
    """TC-EVT-04 23: a leader one level better, if there is room."""
    if has_room(game, nation):
        random_leader(game, nation, "leader providentiel", "TC-EVT-04", plus=1)


NATIONAL = {
    -5: civil_war,
    -4: secession,
    -3: treason,
    -2: urban_ruin,
    -1: local_revolt,
    1: desertion,
    2: urban_unrest,
    3: blunder,
    4: rural_unrest,
    6: sick_herds,
    7: exhausted_vein,
    8: drained_flow,
    9: ruined_harvest,
    10: ill_omens,
    11: bandits,
    12: peaceful_year,
    13: feast,
    14: legacy,
    16: good_omens,
    17: good_harvest,
    18: new_vein,
    19: volunteers,
    21: chance_discovery,
    22: more_people,
    23: providential_leader,
}


def rebels_go_free(game: Cendre) -> None:
    """TC-EVT-04 A rebel territory not retaken by the next winter becomes independent."""
    for nation in sorted(game.nations):
        record = game.nations[nation]
        if record.kind != REBEL:
            continue
        lands = controlled(game, nation)
        if lands and not has_mark(game, "rebels", nation=nation):
            break_away(game, lands, "revolt", "TC-EVT-04")
        if not controlled(game, nation):
            vanish(game, nation, "revolt_over", "TC-EVT-04")
