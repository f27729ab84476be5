"""The threat from the west: the Pale Sails."""

from __future__ import annotations

from marchland.kernel.chance import pick
from marchland.kernel.events import Event

from ....goods import Goods
from ....orders import HireSails, Order, Raid
from ....state import SUMMER, WINTER, Cendre, Code, NationId
from ....world import ATLAS, MAJORS, SITES, THREATS, land_neighbours
from ...common.dice import d10
from ...common.inquiry import lines
from ...common.ledger import add_units, all_units, can_pay, count, done, gain, lose_units, pay, refuse
from ...glory.account import change_glory
from .threats import HEADS, PASSABLE, RULE, end, is_active, muster, nation_name, table, total, winters_seen, worth, write_threat

WEST = nation_name("west")


class SailsHired(Event, frozen=True):
    """The Pale Sails were paid, and it came out by whom."""

    RULE = RULE
    payer: NationId
    target: NationId


# -- west: the Pale Sails ---------------------------------------------------------------------------------------


def sails_spring(game: Cendre) -> None:
    """TC-EVT-05 In spring the fleets come back somewhere else, with crews bought from the chest."""
    stacks = all_units(game, WEST)
    if game.turn == game.threats["west"].since:
        return
    recruits = game.nations[WEST].goods.gold // table().sails_per_recruit
    gain(game, WEST, Goods(gold=-game.nations[WEST].goods.gold), "threat", RULE)
    write_threat(game, "west", raided=False)
    places = list(THREATS["west"].appears_in)
    for code, troops in stacks.items():
        for troop in troops:
            lose_units(game, code, WEST, troop.unit, troop.count, "threat", RULE)
        if count(troops) >= table().fleet_least:
            place = pick(game, places)
            places.remove(place)
            for troop in troops:
                add_units(game, place, WEST, troop.unit, troop.count, "threat", RULE)
            add_units(game, place, WEST, "oue-abordeurs", recruits, "threat", RULE)
            recruits = 0


def sails_orders(game: Cendre) -> list[Order]:
    """TC-EVT-05 Each fleet raids the richest coast in reach, or the one it was paid to raid."""
    threat = game.threats["west"]
    orders: list[Order] = []
    taken: set[Code] = set()
    for number, (code, troops) in enumerate(all_units(game, WEST).items(), 1):
        coasts = _coasts_in_reach(game, code)
        spared = ("", threat.payer)
        coasts = {aim: way for aim, way in coasts.items() if aim not in taken and game.lands[aim].controller not in spared}
        hired = {aim: way for aim, way in coasts.items() if game.lands[aim].controller == threat.target}
        choice = hired or coasts
        if choice:
            aim = min(choice, key=lambda place: (-worth(game, place, "population", "farms", "exploitations"), place))
            taken.add(aim)
            name = muster(game, WEST, code, troops, number)
            orders.append(Raid(name, aim, choice[aim][1:-1]))
    return orders


def _coasts_in_reach(game: Cendre, start: Code) -> dict[Code, tuple[Code, ...]]:
    """Coasts within a fleet's reach over water, with the way there."""
    seas = {code for code in SITES if SITES[code].sea} | {start}
    steps = ATLAS.distances(start, *PASSABLE, within=seas)
    found: dict[Code, tuple[Code, ...]] = {}
    for sea in sorted(steps, key=lambda code: (steps[code], code)):
        for coast in land_neighbours(sea) if steps[sea] < table().sails_reach else ():
            if SITES[coast].coastal and not SITES[coast].sea and coast not in found:
                found[coast] = (*ATLAS.path(start, sea, *PASSABLE, within=seas), coast)
    return found


def sails_winter(game: Cendre) -> list[Order]:
    """TC-EVT-05 The fleets are gone for the winter."""
    write_threat(game, "west", target="", payer="")
    return []


def sails_review(game: Cendre) -> None:
    """TC-EVT-05 Sinking the flagship wins the chest; the Sails end without fleets, after a fruitless year or three winters."""
    threat = game.threats["west"]
    if not threat.leaderless and not total(game, WEST, HEADS["west"]):
        _share_out_the_chest(game, threat.slayer)
    fleets = [count(troops) for troops in all_units(game, WEST).values()]
    if not fleets or (game.season == WINTER and max(fleets) < table().fleet_least):
        end(game, "west", "destroyed")
    elif game.season == WINTER:
        late = winters_seen(game, "west") >= table().winters["west"]
        if late or not threat.raided:
            end(game, "west", "not_seen_again")


def _share_out_the_chest(game: Cendre, nation: NationId) -> None:
    """TC-EVT-05 The flagship is gone: glory and the loot of all raids to the nation that sank it."""
    write_threat(game, "west", leaderless=True)
    if nation in MAJORS:
        change_glory(game, nation, table().sails_glory, "threat", RULE)
        chest = Goods(gold=game.nations[WEST].goods.gold)
        gain(game, nation, chest, "threat", RULE)
        gain(game, WEST, chest * -1, "threat", RULE)


def hire_sails(game: Cendre) -> None:
    """TC-EVT-05 In summer the highest bid turns the Pale Sails against a nation; the payer may be found out."""
    bids = []
    for nation in MAJORS:
        for line, order in lines(game, nation, HireSails):
            legal = is_active(game, "west") and game.season == SUMMER and order.gold >= table().sails_bid and order.nation in MAJORS
            if legal and can_pay(game, nation, Goods(gold=order.gold)):
                bids.append((-order.gold, nation, line, order))
            else:
                refuse(game, nation, line, order, RULE, nation=order.nation)
    for rank, (_, nation, line, order) in enumerate(sorted(bids, key=lambda bid: bid[:2])):
        if rank:
            refuse(game, nation, line, order, RULE, nation=order.nation)
            continue
        pay(game, nation, Goods(gold=order.gold), "sails", RULE)
        write_threat(game, "west", target=order.nation, payer=nation)
        done(game, nation, line, order, RULE, nation=order.nation)
        if d10(game, nation, "sails") >= table().sails_found_out:
            game.emit(SailsHired(payer=nation, target=order.nation))
