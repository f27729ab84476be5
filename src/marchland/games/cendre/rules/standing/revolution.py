"""Revolution: a government overthrown, and the price of it."""

from __future__ import annotations

from marchland.kernel.atlas import connected_parts
from marchland.kernel.chance import shuffled
from marchland.kernel.events import Event

from ...goods import RESOURCES, Goods
from ...state import MAJOR, MINOR, THREAT, Cendre, NationId
from ...tables import TABLES
from ...world import MAJORS, SITES, land_neighbours
from ..common.dice import percent
from ..common.inquiry import enemies, held, kind_of, leaders_of, ruler_of
from ..common.ledger import gain
from ..diplomacy.homeward import send_home
from ..diplomacy.peace import PeaceMade, free_prisoners
from ..diplomacy.relations import begin_treaty, end_war
from ..glory.account import change_glory
from ..land.ownership import break_away, cede, give_back
from ..leaders.market import offer_on_market
from ..leaders.people import die, escapes_death
from ..leaders.recruits import fill_up, new_ruler
from .account import change_stability
from .deeds import honour_peace, win_and_lose


class Revolution(Event, frozen=True):
    """Everybody hears of a government overthrown."""

    RULE = "TC-STAB-04"
    nation: NationId


def revolutions(game: Cendre) -> None:
    """TC-STAB-04 A nation whose stability has fallen through the floor overthrows its government."""
    for nation in shuffled(game, MAJORS) if _several_fall(game) else MAJORS:
        if game.nations[nation].stability <= TABLES.standing.stability.revolution:
            revolution(game, nation)


def _several_fall(game: Cendre) -> bool:
    floor = TABLES.standing.stability.revolution
    return sum(game.nations[nation].stability <= floor for nation in MAJORS) > 1


def revolution(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Peace at any price, land lost, glory gone, half the treasury, a new ruler, leaders scattered."""
    game.emit(Revolution(nation=nation))
    capital = game.nations[nation].capital
    occupier = game.lands[capital].controller
    lose_all_wars(game, nation)
    _exchange_land(game, nation)
    _cut_off(game, nation)
    for other in sorted(game.nations):
        if game.nations[other].kind != THREAT:
            send_home(game, other, hosts=None if other == nation else (nation,))
    change_glory(game, nation, TABLES.standing.glory.revolution, "revolution", "TC-STAB-04")
    change_stability(game, nation, -game.nations[nation].stability, "revolution", "TC-STAB-04")
    _halve_treasury(game, nation)
    _purge(game, nation)
    if occupier != nation and kind_of(game, occupier) in (MAJOR, MINOR):
        for kind in ("contract", "pact", "alliance"):
            begin_treaty(game, kind, nation, occupier, "TC-STAB-04")


def lose_all_wars(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Revolution: peace at once with every enemy, and every war lost."""
    for enemy in enemies(game, nation):
        end_war(game, nation, enemy, "revolution", "TC-STAB-04")
        game.emit(PeaceMade(kind="revolution", one=enemy, other=nation, victor=enemy, rule="TC-STAB-04"))
        free_prisoners(game, nation, enemy, "TC-STAB-04")
        honour_peace(game, (nation, enemy), TABLES.standing.tenths.peace)
        win_and_lose(game, enemy, nation)


def _halve_treasury(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Gold and each stock of resources are halved, rounded down; provisions are no stock of resources."""
    gain(game, nation, halved(game.nations[nation].goods) * -1, "revolution", "TC-STAB-04")


def halved(goods: Goods) -> Goods:
    """What a revolution takes."""
    return Goods.of({kind: -(-goods[kind] // 2) for kind in ("gold", *RESOURCES)})


def _exchange_land(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Foreign land goes back; own land in foreign hands is given up, except the capital."""
    for code in SITES:
        land = game.lands[code]
        capital = code == game.nations[nation].capital
        if (land.controller == nation and land.owner not in ("", nation)) or (land.owner == nation and capital):
            give_back(game, code, "revolution", "TC-STAB-04")
        elif land.owner == nation != land.controller and kind_of(game, land.controller) in (MAJOR, MINOR):
            cede(game, code, land.controller, "revolution", "TC-STAB-04")


def _cut_off(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 Land without a way to the capital breaks away; neighbours do so together."""
    capital = game.nations[nation].capital
    for group in connected_parts(held(game, nation), land_neighbours):
        if capital not in group:
            break_away(game, group, "revolution", "TC-STAB-04")


def _purge(game: Cendre, nation: NationId) -> None:
    """TC-STAB-04 The ruler vanishes; half of the others stay, the rest are executed or go into exile."""
    old = ruler_of(game, nation)
    for leader in leaders_of(game, nation):
        if leader.ruler or leader.captor or percent(game, nation, "loyalty", 50):
            continue
        if not escapes_death(game, leader) and percent(game, nation, "execution", 50):
            die(game, leader.id, "executed", "TC-STAB-04")
        else:
            offer_on_market(game, leader.id, "exile", "TC-STAB-04")
    if old is not None:
        die(game, old.id, "overthrown", "TC-STAB-04", public=True)
    new_ruler(game, nation, "revolution")
    fill_up(game, nation, "revolution")
