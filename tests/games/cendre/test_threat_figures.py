"""The outside threats in figures: what each does in a season, by how much, to whom, and what it leaves alone."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Attack, HireSails, Pillage, Raid
from marchland.games.cendre.rules.common.inquiry import controlled, leaders_of
from marchland.games.cendre.rules.common.ledger import GoodsMoved, OrderDone, OrderRefused, all_units, change
from marchland.games.cendre.rules.common.marks import add_mark, has_mark
from marchland.games.cendre.rules.events.threats.ash import (
    SOUTH,
    ash_orders,
    ash_review,
    ash_stir,
    ash_winter,
    drain_heart,
    sweep_ash,
)
from marchland.games.cendre.rules.events.threats.deeds import beats_the_heart, note_raid, weaken
from marchland.games.cendre.rules.events.threats.hordes import (
    EAST,
    NORTH,
    TributeDemanded,
    cold_orders,
    cold_review,
    cold_spring,
    cold_summer,
    demand_tribute,
    freeze,
    horde_orders,
    horde_review,
    horde_stir,
    horde_winter,
    prey,
)
from marchland.games.cendre.rules.events.threats.sails import (
    WEST,
    SailsHired,
    hire_sails,
    sails_orders,
    sails_review,
    sails_spring,
    sails_winter,
)
from marchland.games.cendre.rules.events.threats.threats import (
    ThreatAnnounced,
    ThreatArrived,
    ThreatEnded,
    announce,
    arrive,
    end,
    nearest,
    reinforce,
    total,
    write_threat,
)
from marchland.games.cendre.rules.events.threats.turn import force_a_landing, give_orders, review, wake, winter
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.sides import line_up
from marchland.games.cendre.rules.war.war import pitched, standing
from marchland.games.cendre.state import MINOR, THREAT, Army, Nation
from marchland.games.cendre.world import MAJORS, SITES, THREATS

from .realm import leader as any_leader
from .warfare import SLOW, A, M, V, army, bare_table, garrison, hold, land, leader, of, order, script, steps_only, troops

pytestmark = pytest.mark.rule("TC-EVT-05")
replace = msgspec.structs.replace
HOME = "DGR"
"""Where the Heart stands; DES, EHL, EHS, LDE and TPE are its neighbours."""


def awake(side, home="", **fields):
    game = bare_table()
    nation = f"EXT-{side.upper()}"
    game.nations[nation] = Nation(id=nation, kind=THREAT)
    write_threat(game, side, **{"state": "active", "since": game.turn, "home": home, **fields})
    game.outbox = []
    return game


def ash(vigour=40, **units):
    game = awake("south", HOME, vigour=vigour)
    hold(game, SOUTH, HOME, owner="")
    garrison(game, SOUTH, HOME, sud_coeur=1, **units)
    return game


def horde(at="KAD", **units):
    game = awake("east")
    hold(game, EAST, at, owner="")
    chief = any_leader(game, EAST, at, military=14, strategy=4)
    garrison(game, EAST, at, **(units or {"est_lances": 5}))
    return game, chief


def sails(gold=0, **fleet):
    game = awake("west")
    hold(game, WEST, "LOC", owner="")
    garrison(game, WEST, "LOC", **(fleet or {"oue_corsaires": 3}))
    game.nations[WEST] = Nation(id=WEST, kind=THREAT, goods=Goods(gold=gold))
    return game


def gains(game, act, *names, what="glory"):
    before = {name: getattr(game.nations[name], what) for name in names}
    act(game)
    return {name: getattr(game.nations[name], what) - before[name] for name in names}


def kinds(game, nation):
    return {code: {troop.unit: troop.count for troop in found} for code, found in all_units(game, nation).items()}


# -- south ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("season", "lands", "risen"), [
    ("printemps", 4, {"sud-revenants": 2, "sud-tourbillons": 1}),
    ("ete", 4, {"sud-golems": 1}),
    ("ete", 3, {}),
    ("automne", 4, {}),
])  # fmt: skip
def test_what_rises_beside_the_heart_and_where_ash_drifts(season, lands, risen):
    game = ash()
    for code in ("LDE", "TPE", "EHS")[: lands - 1]:
        hold(game, SOUTH, code, owner="")
    land(game, "DES", ash=3)
    land(game, "EHL", ash=2)
    game.season = season
    ash_stir(game)
    assert kinds(game, SOUTH) == {HOME: {"sud-coeur": 1, **risen}}
    assert (game.lands["DES"].ash, game.lands["EHL"].ash, game.lands[HOME].ash, game.lands["LDE"].ash) == (3, 3, 0, 0)


@pytest.mark.parametrize(("revenants", "aims"), [(5, []), (6, ["DES"]), (7, ["DES"])])
def test_only_great_stacks_attack_and_the_heart_does_not_count(revenants, aims):
    game = ash(sud_revenants=revenants)
    for code in ("EHL", "EHS", "LDE", "TPE"):
        garrison(game, A, code, min_levee=1)
    orders = ash_orders(game)
    assert [(type(one), one.territory) for one in orders] == [(Attack, aim) for aim in aims]
    assert [one.leader for one in orders] == [f"{SOUTH}#1"] * len(aims)
    left = game.garrisons[f"{HOME}:{SOUTH}"]
    assert left == troops({"sud_coeur": 1} if aims else {"sud_coeur": 1, "sud_revenants": revenants})


def test_two_stacks_and_the_risen_have_armies_of_their_own():
    game = ash(sud_revenants=6)
    hold(game, SOUTH, "LDE", owner="")
    garrison(game, SOUTH, "LDE", sud_revenants=6)
    land(game, "AKL", ash=3)
    land(game, "VAL", ash=2)
    land(game, "LDE", ash=3)
    script(game, 2)
    assert len(ash_orders(game)) == 2
    assert sorted(game.armies) == [f"{SOUTH}#{number}" for number in (1, 2, 3)]
    risen = game.armies[f"{SOUTH}#3"]
    assert (risen.at, risen.mode, risen.rank, risen.troops) == ("AKL", "attack", 1, troops({"sud_revenants": 2}))


def test_a_stack_amid_its_own_land_stays():
    game = ash(sud_revenants=9)
    for code in ("DES", "EHL", "EHS", "LDE", "TPE"):
        hold(game, SOUTH, code, owner="")
    assert ash_orders(game) == []
    assert not game.armies


@pytest.mark.parametrize(("vigour", "town", "after"), [(40, 2, 42), (59, 1, 60), (60, 3, 60), (40, 0, 40)])
def test_winter_under_the_ash(vigour, town, after):
    game = ash(vigour=vigour)
    land(game, HOME, farms=2, exploitations=0, population=1, town=town)
    game.season = "hiver"
    assert ash_winter(game) == []
    here = game.lands[HOME]
    assert (here.farms, here.exploitations, here.population, here.dead) == (1, 0, 0, False)
    assert kinds(game, SOUTH) == {HOME: {"sud-coeur": 1, "sud-revenants": 1}}
    assert game.threats["south"].vigour == after
    assert [(mark.kind, mark.territory, mark.until - game.turn) for mark in game.marks] == [("ashen", HOME, 4)]
    ash_winter(game)
    assert game.lands[HOME].dead


def test_only_land_that_was_ashen_itself_dies():
    game = ash()
    add_mark(game, "ashen", game.turn + 4, territory="LDE")
    add_mark(game, "mud", game.turn + 4, territory=HOME)
    ash_winter(game)
    assert not game.lands[HOME].dead


@pytest.mark.parametrize(("code", "state", "left"), [(HOME, "active", 33), ("LDE", "active", 40), (HOME, "ended", 40)])
def test_only_the_source_under_the_living_heart_drains_it(code, state, left):
    game = ash()
    write_threat(game, "south", state=state)
    drain_heart(game, A, code, 7)
    assert game.threats["south"].vigour == left
    assert game.threats["south"].credit == (((A, 7),) if left == 33 else ())


@pytest.mark.parametrize(("ash_", "left"), [(0, 0), (1, 0), (3, 2)])
def test_a_spell_sweeps_one_counter(ash_, left):
    game = ash()
    land(game, "LDE", ash=ash_)
    game.outbox = []
    sweep_ash(game, "LDE")
    assert game.lands["LDE"].ash == left
    assert len(game.outbox) == (1 if ash_ else 0)


def test_vigour_taken_is_credited_to_major_nations_and_never_more_than_there_is():
    game = ash(vigour=10)
    weaken(game, A, 4)
    weaken(game, "MIN-X", 2)
    weaken(game, A, 1)
    weaken(game, M, 9)
    assert (game.threats["south"].vigour, game.threats["south"].credit) == (0, ((A, 5), (M, 3)))


@pytest.mark.parametrize(("vigour", "heart", "ended"), [(1, True, False), (0, True, True), (1, False, True)])
def test_when_the_heart_dies_and_who_is_paid(vigour, heart, ended):
    game = ash(vigour=vigour)
    if not heart:
        game.garrisons.clear()
    write_threat(game, "south", credit=((A, 3), (M, 9), (V, 2), ("FER", 1)))
    land(game, "LDE", ash=2)
    names = (M, A, V, "FER", "ROC")
    reputation = {name: game.nations[name].reputation for name in names}
    found = gains(game, ash_review, *names)
    assert list(found.values()) == ([40, 20, 5, 5, 0] if ended else [0] * 5)
    assert [game.nations[name].reputation - reputation[name] for name in names] == ([1, 1, 1, 1, 0] if ended else [0] * 5)
    assert has_mark(game, "ash_beaten", nation=M) == ended
    assert not has_mark(game, "ash_beaten", nation=A)
    assert game.lands["LDE"].ash == (0 if ended else 2)
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == (["heart_died"] if ended else [])


@pytest.mark.parametrize(("season", "lands", "ending"), [("hiver", 30, "ash"), ("hiver", 29, ""), ("automne", 30, "")])
def test_the_world_ends_with_thirty_lands_in_winter(season, lands, ending):
    game = ash()
    others = [code for code in SITES if code != HOME]
    for code in others[: lands - 1]:
        hold(game, SOUTH, code, owner="")
    game.season = season
    found = gains(game, ash_review, *MAJORS)
    assert set(found.values()) == {-50 if ending else 0}
    assert game.ending == ending


@pytest.mark.parametrize(("home", "state", "loser", "beaten"), [
    ("DGR", "active", "defence", True),
    ("DGR", "active", "attack", False),
    ("LDE", "active", "defence", False),
    ("DGR", "ended", "defence", False),
])  # fmt: skip
def test_the_ash_is_beaten_beside_its_heart_only(home, state, loser, beaten):
    game = ash(sud_revenants=2)
    hold(game, A, "DES")
    key = army(game, A, "DES", {SLOW: 2})
    order(game, A, Attack(leader=key, territory=HOME))
    steps_only(game)
    fight = pitched(game, HOME, line_up(game, HOME, standing(game, HOME)))
    write_threat(game, "south", home=home, state=state)
    assert beats_the_heart(game, fight, getattr(fight, loser)) == beaten


@pytest.mark.parametrize(("nation", "state", "won", "raided"), [
    (WEST, "active", True, True), (WEST, "active", False, False), (WEST, "ended", True, False), (A, "active", True, False),
])  # fmt: skip
def test_only_a_threats_own_successful_raids_are_remembered(nation, state, won, raided):
    game = sails()
    write_threat(game, "west", state=state)
    note_raid(game, nation, won)
    assert game.threats["west"].raided == raided


# -- north ------------------------------------------------------------------------------------------------------


def cold(*places, queen=True, **units):
    game = awake("north")
    for number, code in enumerate(places):
        hold(game, NORTH, code, owner="")
        garrison(game, NORTH, code, **({"nor_reine": 1} if queen and not number else {}), **(units or {"nor_loups": 2}))
    return game


def test_in_spring_every_army_on_frozen_land_has_a_wolf_more():
    game = cold("PIN", "BLA", "MBL")
    cold_spring(game)
    frozen = {code for code in ("PIN", "BLA", "MBL") if SITES[code].frozen}
    assert "PIN" in frozen
    assert "BLA" not in frozen
    assert {code: found["nor-loups"] for code, found in kinds(game, NORTH).items()} == {
        code: 3 if code in frozen else 2 for code in ("PIN", "BLA", "MBL")
    }
    write_threat(game, "north", leaderless=True)
    cold_spring(game)
    assert [(event.side, event.reason) for event in of(game.outbox, ThreatEnded)] == [("north", "queen_slain")]
    assert not total(game, NORTH)


def test_in_summer_the_weakest_melt_outside_frozen_land_and_only_lost_land_thaws():
    game = cold("PIN", "BLA")
    hold(game, NORTH, "COU", owner="", frozen=True)
    land(game, "AKL", frozen=True)
    cold_summer(game)
    assert {code: found["nor-loups"] for code, found in kinds(game, NORTH).items()} == {"PIN": 2, "BLA": 1}
    assert (game.lands["AKL"].frozen, game.lands["COU"].frozen) == (False, True)


@pytest.mark.parametrize(("season", "marching"), [
    ("printemps", {"BLA"}), ("ete", {"BLA"}), ("automne", {"BLA", "PIN"}), ("hiver", {"BLA", "PIN"}),
])  # fmt: skip
def test_the_cold_goes_back_in_the_warm_seasons_and_on_in_the_others(season, marching):
    game = cold("BLA", "PIN")
    for code in SITES:
        land(game, code, town=0)
    land(game, "COU", town=2)
    game.season = season
    orders = cold_orders(game)
    assert {game.armies[one.leader].at for one in orders} == marching
    assert len({one.leader for one in orders}) == len(marching)
    assert all(isinstance(one, Attack) for one in orders)
    if season in ("printemps", "ete"):
        assert [one.territory for one in orders] == ["PIN"]


def test_the_cold_marches_on_no_town_of_its_own():
    game = cold("PIN")
    for code in SITES:
        land(game, code, town=0)
    hold(game, NORTH, "COU", owner="", town=2)
    game.season = "automne"
    assert cold_orders(game) == []


def test_frost_on_all_that_is_held():
    game = cold("PIN", "BLA")
    hold(game, NORTH, "COU", owner=A, farms=0, town=2)
    hold(game, NORTH, "BFR", owner=A, farms=3, town=0)
    land(game, "AKL", farms=3, town=2)
    freeze(game)
    assert [(game.lands[code].frozen, game.lands[code].farms, game.lands[code].town) for code in ("COU", "BFR", "AKL")] == [
        (True, 0, 1),
        (True, 2, 0),
        (False, 3, 2),
    ]
    assert {code: found["nor-geles"] for code, found in kinds(game, NORTH).items()} == {"PIN": 1, "BLA": 1}


@pytest.mark.parametrize(("slayer", "leaderless", "glory", "science"), [
    (A, False, 25, 20), (A, True, 0, 0), ("", False, 0, 0), ("MIN-X", False, 0, 0),
])  # fmt: skip
def test_what_the_queens_slayer_has(slayer, leaderless, glory, science):
    game = cold("PIN", queen=False)
    write_threat(game, "north", slayer=slayer, leaderless=leaderless)
    before = sum(game.nations[A].science)
    assert gains(game, cold_review, A) == {A: glory}
    assert sum(game.nations[A].science) - before == science
    assert game.threats["north"].leaderless
    assert game.threats["north"].state == "active"


@pytest.mark.parametrize(("victor", "glory"), [(A, 10), ("MIN-X", 0)])
def test_what_the_victor_over_the_last_army_has(victor, glory):
    game = awake("north", victor=victor, leaderless=True)
    assert gains(game, cold_review, A) == {A: glory}
    assert [(event.side, event.reason) for event in of(game.outbox, ThreatEnded)] == [("north", "destroyed")]


@pytest.mark.parametrize(("year", "season", "frozen", "ended"), [
    (201, "automne", False, False),
    (201, "hiver", True, False),
    (202, "hiver", True, False),
    (203, "hiver", True, True),
    (204, "automne", False, False),
])  # fmt: skip
def test_frost_in_winter_and_an_end_in_the_third(year, season, frozen, ended):
    game = cold("BLA")
    game.year, game.season = year, season
    cold_review(game)
    assert (game.lands["BLA"].frozen, game.threats["north"].state == "ended") == (frozen, ended)
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == (["withdrew"] if ended else [])


# -- east -------------------------------------------------------------------------------------------------------


def test_tribute_is_what_came_by_trade_since_and_adds_up():
    game, _ = horde()
    write_threat(game, "east", tribute=(V,))
    game.outbox = [
        GoodsMoved(nation=EAST, goods=Goods(gold=60), reason="trade", rule="TC-ECO-02", other=A),
        GoodsMoved(nation=EAST, goods=Goods(gold=40, provisions=10), reason="trade", rule="TC-ECO-02", other=A),
        GoodsMoved(nation=EAST, goods=Goods(gold=100, provisions=10), reason="loot", rule="TC-ECO-02", other=M),
        GoodsMoved(nation=V, goods=Goods(gold=100, provisions=10), reason="trade", rule="TC-ECO-02", other="FER"),
        GoodsMoved(nation=EAST, goods=Goods(gold=99, provisions=10), reason="trade", rule="TC-ECO-02", other="ROC"),
    ]
    horde_stir(game)
    assert game.threats["east"].tribute == (A, V)


def test_whose_land_the_horde_hunts():
    game, _ = horde()
    for code in SITES:
        hold(game, "", code)
    hold(game, A, "KAT", "KKA")
    hold(game, M, "MBT")
    hold(game, EAST, "PGR", owner=A)
    game.nations["MIN-X"] = Nation(id="MIN-X", kind=MINOR)
    hold(game, "MIN-X", "LSD")
    assert sorted(prey(game)) == ["KAT", "KKA", "MBT"]
    write_threat(game, "east", tribute=(A,))
    assert prey(game) == ["MBT"]


def test_a_horde_without_khan_or_without_troops_gives_no_orders():
    game, chief = horde()
    hold(game, A, "KAT")
    game.garrisons.clear()
    assert horde_orders(game) == []
    garrison(game, EAST, "KAD", est_lances=5)
    game.leaders[chief] = replace(game.leaders[chief], captor=A)
    assert horde_orders(game) == []
    game.leaders[chief] = replace(game.leaders[chief], captor="")
    assert [(type(one), one.leader) for one in horde_orders(game)] == [(Attack, chief)]


@pytest.mark.parametrize(("lances", "raids"), [(3, 0), (4, 1)])
def test_from_ten_on_the_archers_ride_by_themselves(lances, raids):
    game, chief = horde(est_archers=6, est_lances=lances)
    for code in SITES:
        if game.lands[code].owner in MAJORS:
            hold(game, "", code)
    hold(game, A, "KAT", population=1, exploitations=0)
    hold(game, A, "KKA", population=0, exploitations=1)
    orders = horde_orders(game)
    assert [(one.territory, one.leader) for one in orders if isinstance(one, Raid)] == [("KKA", f"{EAST}#1")] * raids
    assert [one.leader for one in orders if isinstance(one, Attack)] == [chief]
    assert game.armies[chief].troops == troops({"est_lances": lances} if raids else {"est_archers": 6, "est_lances": lances})


def test_archers_without_prey_stay_and_those_who_pay_are_not_raided():
    game, _ = horde(est_archers=6, est_lances=6)
    for code in SITES:
        if game.lands[code].owner in MAJORS:
            hold(game, "", code)
    assert horde_orders(game) == []
    game.armies.clear()
    garrison(game, EAST, "KAD", est_archers=6, est_lances=6)
    hold(game, A, "KAT")
    hold(game, M, "KKA", owner=A)
    write_threat(game, "east", tribute=(M,))
    raids = [one for one in horde_orders(game) if isinstance(one, Raid)]
    assert [one.territory for one in raids] == ["KAT"]


@pytest.mark.parametrize(("season", "town", "near", "kind"), [
    ("ete", 2, 0, Pillage), ("printemps", 2, 0, Attack), ("ete", 0, 0, Attack), ("ete", 2, 1, Attack),
])  # fmt: skip
def test_in_summer_the_khan_sacks_a_town_nobody_threatens(season, town, near, kind):
    game, chief = horde()
    land(game, "KAD", town=town)
    hold(game, A, "KAT")
    if near:
        garrison(game, A, "KKA", min_levee=1)
    game.season = season
    orders = horde_orders(game)
    assert [(type(one), one.leader) for one in orders] == [(kind, chief)]


def test_the_khan_asks_all_within_two_steps_and_forgets_who_paid():
    game, chief = horde()
    for code in SITES:
        hold(game, "", code)
    hold(game, A, "KAT")
    game.nations["MIN-X"] = Nation(id="MIN-X", kind=MINOR)
    hold(game, "MIN-X", "KKA")
    write_threat(game, "east", tribute=(M,))
    demand_tribute(game)
    assert [(event.nation, event.goods, event.audience) for event in of(game.outbox, TributeDemanded)] == [
        (A, Goods(gold=100, provisions=10), None)
    ]
    assert game.threats["east"].tribute == ()
    del game.leaders[chief]
    write_threat(game, "east", tribute=(M,))
    game.outbox = []
    demand_tribute(game)
    assert not game.outbox
    assert game.threats["east"].tribute == (M,)


def test_a_horde_that_is_gone_does_nothing_in_winter():
    game, _ = horde()
    game.garrisons.clear()
    assert horde_winter(game) == []
    assert not total(game, EAST)


@pytest.mark.parametrize(("season", "demanded"), [("ete", 0), ("automne", 1)])
def test_a_horde_under_its_khan_goes_on(season, demanded):
    game, _ = horde()
    hold(game, A, "KAT")
    game.season = season
    horde_review(game)
    assert len({event.nation for event in of(game.outbox, TributeDemanded)} & {A}) == demanded
    assert game.threats["east"].state == "active"


def test_a_horde_without_its_khan_turns_to_brigandage_half_by_half():
    game, chief = horde(est_lances=5)
    hold(game, EAST, "LSD", owner=A)
    garrison(game, EAST, "LSD", est_archers=4)
    del game.leaders[chief]
    write_threat(game, "east", victor=A, fought=(A, M, "MIN-X"))
    before = {code: game.lands[code].brigands for code in ("KAD", "LSD")}
    reputation = {name: game.nations[name].reputation for name in (A, M, V)}
    assert gains(game, horde_review, A, M, V) == {A: 30, M: 0, V: 0}
    assert [game.nations[name].reputation - reputation[name] for name in (A, M, V)] == [1, 1, 0]
    assert {code: game.lands[code].brigands - before[code] for code in before} == {"KAD": 2, "LSD": 2}
    assert game.lands["LSD"].controller == A
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == ["khan_fell"]


def test_no_glory_for_a_victor_who_is_no_major_nation():
    game, chief = horde()
    del game.leaders[chief]
    write_threat(game, "east", victor="MIN-X")
    assert set(gains(game, horde_review, *MAJORS).values()) == {0}


def test_the_khan_rules_what_the_horde_settles_and_former_owners_keep_a_claim():
    game, chief = horde()
    taken = ("KAD", "MBT", "KVE", "PCE", "LSD", "CDE", "LDE")
    for code in taken:
        hold(game, EAST, code, owner="", national=())
    hold(game, EAST, "TPE", owner=A, national=())
    land(game, "KAD", town=1)
    game.season = "hiver"
    horde_review(game)
    (settled,) = [record.id for record in game.nations.values() if record.kind == MINOR]
    assert sorted(controlled(game, settled)) == sorted((*taken, "TPE"))
    assert A in game.lands["TPE"].national
    assert A not in game.lands["KAD"].national
    assert [(who.id, who.acted) for who in leaders_of(game, settled) if who.ruler] == [(chief, False)]
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == ["settled"]


# -- west -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "recruits"), [(0, 0), (49, 0), (50, 1), (120, 2)])
def test_fleets_come_back_elsewhere_with_crews_from_the_chest(gold, recruits):
    game = sails(gold=gold, oue_corsaires=3)
    garrison(game, WEST, "MBA", oue_corsaires=2)
    garrison(game, WEST, "MGR", oue_corsaires=4)
    write_threat(game, "west", since=game.turn - 4, raided=True)
    script(game, 1, 3)
    sails_spring(game)
    first, second = THREATS["west"].appears_in[1], [code for code in THREATS["west"].appears_in if code != "MTE"][3]
    crew = {"oue-abordeurs": recruits} if recruits else {}
    assert kinds(game, WEST) == {first: {"oue-corsaires": 3, **crew}, second: {"oue-corsaires": 4}}
    assert game.nations[WEST].goods.gold == 0
    assert not game.threats["west"].raided


def test_fleets_that_have_just_come_stay():
    game = sails(gold=120)
    sails_spring(game)
    assert kinds(game, WEST) == {"LOC": {"oue-corsaires": 3}}
    assert game.nations[WEST].goods.gold == 120


def test_in_winter_a_hire_is_over():
    game = sails()
    write_threat(game, "west", target=A, payer=M)
    assert sails_winter(game) == []
    assert (game.threats["west"].target, game.threats["west"].payer) == ("", "")


def coasts(game, **worths):
    """Only these coasts belong to anybody: a nation and the population there."""
    for code in SITES:
        hold(game, "", code, population=0, farms=0, exploitations=0)
    hold(game, WEST, "LOC", owner="")
    for code, (nation, population) in worths.items():
        hold(game, nation, code, population=population)


def test_which_coast_a_fleet_raids_and_by_which_way():
    game = sails()
    coasts(game, ISN=(A, 4), GRI=(M, 5))
    (raid,) = sails_orders(game)
    assert (raid.territory, raid.leader) == ("GRI", f"{WEST}#1")
    assert len(raid.via) <= 2
    assert game.armies[raid.leader].troops == troops({"oue_corsaires": 3})
    for fields, aim in (({"target": A}, "ISN"), ({"payer": M}, "ISN"), ({"target": V}, "GRI"), ({"target": M, "payer": M}, "ISN")):
        game = sails()
        coasts(game, ISN=(A, 4), GRI=(M, 5))
        write_threat(game, "west", **fields)
        assert [one.territory for one in sails_orders(game)] == [aim]
    game = sails()
    coasts(game)
    assert sails_orders(game) == []
    assert not game.armies


@pytest.mark.parametrize(("slayer", "glory", "gold"), [(A, 15, 120), ("MIN-X", 0, 0), ("", 0, 0)])
def test_who_sank_the_flagship_takes_the_chest(slayer, glory, gold):
    game = sails(gold=120)
    write_threat(game, "west", slayer=slayer)
    before = game.nations[A].goods
    assert gains(game, sails_review, A) == {A: glory}
    assert game.nations[A].goods - before == Goods(gold=gold)
    assert game.nations[WEST].goods.gold == 120 - gold
    assert game.threats["west"].leaderless
    assert gains(game, sails_review, A) == {A: 0}, "once"


@pytest.mark.parametrize(("year", "season", "ships", "raided", "reason"), [
    (201, "hiver", 3, True, ""),
    (201, "hiver", 3, False, "not_seen_again"),
    (202, "hiver", 3, True, ""),
    (203, "hiver", 3, True, "not_seen_again"),
    (203, "automne", 3, False, ""),
    (201, "hiver", 2, True, "destroyed"),
    (201, "ete", 2, False, ""),
    (201, "ete", 0, True, "destroyed"),
])  # fmt: skip
def test_when_the_sails_are_not_seen_again(year, season, ships, raided, reason):
    game = sails(oue_corsaires=ships) if ships else sails()
    if not ships:
        game.garrisons.clear()
    write_threat(game, "west", raided=raided, leaderless=True)
    game.year, game.season = year, season
    sails_review(game)
    assert [event.reason for event in of(game.outbox, ThreatEnded)] == ([reason] if reason else [])


def test_one_great_fleet_is_enough_to_come_back():
    game = sails(oue_corsaires=1)
    garrison(game, WEST, "MBA", oue_corsaires=3)
    write_threat(game, "west", raided=True, leaderless=True)
    game.season = "hiver"
    sails_review(game)
    assert game.threats["west"].state == "active"


@pytest.mark.parametrize(("season", "state", "bid", "gold", "target", "hired"), [
    ("ete", "active", 60, 60, M, True),
    ("ete", "active", 59, 99, M, False),
    ("ete", "active", 60, 59, M, False),
    ("printemps", "active", 60, 60, M, False),
    ("ete", "ended", 60, 60, M, False),
    ("ete", "active", 60, 60, "MIN-X", False),
])  # fmt: skip
def test_who_may_hire_the_sails(season, state, bid, gold, target, hired):
    game = sails()
    game.season = season
    write_threat(game, "west", state=state)
    change(game, A, goods=Goods(gold=gold))
    order(game, A, HireSails(target, bid))
    game.outbox = []
    script(game, 7)
    hire_sails(game)
    assert [(event.nation, event.rule, event.facts) for event in of(game.outbox, OrderRefused)] == (
        [] if hired else [(A, "TC-EVT-05", {"nation": target})]
    )
    assert [(event.nation, event.facts) for event in of(game.outbox, OrderDone)] == ([(A, {"nation": target})] if hired else [])
    assert (game.threats["west"].target, game.threats["west"].payer) == ((M, A) if hired else ("", ""))
    assert game.nations[A].goods.gold == gold - (bid if hired else 0)
    assert not of(game.outbox, SailsHired)


@pytest.mark.parametrize(("die", "known"), [(7, False), (8, True)])
def test_the_highest_bid_hires_them_and_may_be_found_out(die, known):
    game = sails()
    game.season = "ete"
    for name, bid in ((A, 70), (M, 80), (V, 80)):
        change(game, name, goods=Goods(gold=100))
        order(game, name, HireSails("FER", bid))
    game.outbox = []
    script(game, die)
    hire_sails(game)
    assert (game.threats["west"].payer, game.threats["west"].target) == (M, "FER")
    assert {name: game.nations[name].goods.gold for name in (A, M, V)} == {A: 100, M: 20, V: 100}
    assert sorted(event.nation for event in of(game.outbox, OrderRefused)) == [A, V]
    told = [(event.payer, event.target, event.audience) for event in of(game.outbox, SailsHired)]
    assert told == ([(M, "FER", None)] if known else [])


# -- all of them ------------------------------------------------------------------------------------------------


def test_when_threats_wake():
    game = awake("east", fought=(A,))
    write_threat(game, "north", state="announced")
    for season, arrived, fought in (("ete", 0, (A,)), ("automne", 0, (A,)), ("printemps", 1, ())):
        game.season = season
        game.outbox = []
        script(game, 0, 0)
        wake(game)
        assert len(of(game.outbox, ThreatArrived)) == arrived
        assert game.threats["east"].fought == fought
    assert game.threats["north"].state == "active"


@pytest.mark.parametrize(("states", "drawn", "side", "reinforced"), [
    ({}, (1,), "east", False),
    ({"east": "announced"}, (1,), "east", True),
    ({"east": "ended"}, (1, 0), "north", False),
    ({"east": "ended", "north": "ended"}, (0, 1), "west", False),
])  # fmt: skip
def test_which_sign_is_drawn(states, drawn, side, reinforced):
    game = bare_table(*drawn)
    for name, state in states.items():
        write_threat(game, name, state=state)
    announce(game)
    assert [(event.side, event.reinforced) for event in of(game.outbox, ThreatAnnounced)] == [(side, reinforced)]
    assert game.threats[side].state == "announced"


def test_a_sign_of_an_active_threat_strengthens_it_and_none_is_drawn_if_all_are_active():
    game = ash()
    script(game, 2)
    announce(game)
    assert [(event.side, event.reinforced) for event in of(game.outbox, ThreatAnnounced)] == [("south", True)]
    assert game.threats["south"].vigour == 50
    for side in game.threats:
        write_threat(game, side, state="active")
    game.outbox = []
    announce(game)
    assert not game.outbox


def test_what_a_second_sign_brings_each_threat():
    game = cold("MEN")
    script(game, 0)
    reinforce(game, "north")
    assert sorted(sum(found.values()) for found in kinds(game, NORTH).values()) == [3, 6]
    game, _ = horde(est_lances=1)
    reinforce(game, "east")
    assert kinds(game, EAST) == {"KAD": {"est-archers": 4, "est-lances": 4}}
    game.garrisons.clear()
    reinforce(game, "east")
    assert kinds(game, EAST) == {}
    game = ash(vigour=55)
    reinforce(game, "south")
    assert game.threats["south"].vigour == 60
    assert kinds(game, SOUTH) == {HOME: {"sud-coeur": 1, "sud-golems": 1}}
    game = sails(oue_corsaires=3)
    reinforce(game, "west")
    assert kinds(game, WEST) == {"LOC": {"oue-corsaires": 4, "oue-abordeurs": 2}}


@pytest.mark.parametrize(("side", "armies"), [("north", 2), ("east", 1), ("south", 1), ("west", 2)])
def test_how_a_threat_arrives(side, armies):
    game = bare_table()
    figures = THREATS[side]
    for code in figures.appears_in:
        hold(game, "", code)
    leaders = set(game.leaders)
    script(game, *(0 for _ in range(armies)))
    arrive(game, side)
    nation = f"EXT-{side.upper()}"
    places = figures.appears_in[:armies]
    assert kinds(game, nation) == dict(zip(places, (figures.army.first, figures.army.other), strict=False))
    assert [(event.side, event.territories) for event in of(game.outbox, ThreatArrived)] == [(side, tuple(places))]
    assert all(game.lands[code].controller == nation for code in places)
    assert (game.nations[nation].kind, game.threats[side].state, game.threats[side].since) == (THREAT, "active", game.turn)
    assert (game.threats[side].vigour, game.threats[side].home) == ((40, places[0]) if side == "south" else (0, ""))
    new = [game.leaders[who] for who in set(game.leaders) - leaders]
    assert [(who.at, who.ruler, who.nation) for who in new] == ([(places[0], True, EAST)] if side == "east" else [])


def test_where_a_threat_appears_when_little_land_is_free():
    places = THREATS["south"].appears_in
    game = bare_table()
    for code in places:
        hold(game, A, code)
    hold(game, "", places[3])
    arrive(game, "south")
    assert game.threats["south"].home == places[3]
    game = bare_table(1)
    for code in places:
        hold(game, A, code)
    arrive(game, "south")
    assert game.threats["south"].home == places[1]
    assert game.lands[places[1]].controller == A, "land that is held is not simply taken"
    game = bare_table(0)
    for code in places:
        hold(game, A, code)
        garrison(game, SOUTH, code, sud_revenants=1)
    arrive(game, "south")
    assert game.threats["south"].home == places[0]


def test_a_threat_that_lands_on_held_land_fights_and_takes_it():
    game = awake("north")
    hold(game, A, "MEN", "MBR")
    hold(game, NORTH, "PIN", owner="")
    for code in ("MEN", "PIN"):
        garrison(game, NORTH, code, nor_geants=3)
    key = army(game, A, "MEN", {SLOW: 1})
    other = army(game, A, "MBR", {SLOW: 1})
    script(game, 1, 6, 6, 6, 1, 1, 1, 5)
    force_a_landing(game, "north")
    (fought,) = of(game.outbox, BattleFought)
    assert (fought.territory, fought.attackers, fought.defenders) == ("MEN", (NORTH,), (A,))
    assert game.lands["MEN"].controller == NORTH
    assert kinds(game, NORTH) == {"MEN": {"nor-geants": 3}, "PIN": {"nor-geants": 3}}
    assert (key in game.armies, other in game.armies) == (False, True), "armies there defend as a garrison"
    assert not [name for name in game.armies if name.startswith(NORTH)]


def test_the_khan_himself_lands_with_his_horde():
    game, chief = horde()
    hold(game, A, "KAD")
    garrison(game, A, "KAD", min_levee=1)
    leader(game, V, "WAN")
    script(game, 1, 6, 6, 6, 1, 1, 1, 5)
    force_a_landing(game, "east")
    (fought,) = of(game.outbox, BattleFought)
    assert (fought.attack_commander, fought.winner) == (EAST, "attaque")
    assert game.leaders[chief].at == "KAD"
    assert game.lands["KAD"].controller == EAST


def test_only_active_threats_give_orders_and_winter_clears_all_others():
    game, _ = horde()
    hold(game, A, "KAT")
    order(game, A, Attack(leader="X", territory="KAT"))
    give_orders(game)
    assert [type(one) for one in game.sheets[EAST]] == [Attack]
    assert len(game.sheets[A]) == 1
    assert set(game.sheets) == {A, EAST}
    winter(game)
    assert game.sheets == {EAST: ()}
    assert not game.armies


def test_a_season_is_forgotten_after_its_review():
    game = cold("PIN")
    write_threat(game, "north", victor=A, slayer=M)
    write_threat(game, "east", victor=A, slayer=M)
    review(game)
    assert (game.threats["north"].victor, game.threats["north"].slayer) == ("", "")
    assert (game.threats["east"].victor, game.threats["east"].slayer) == (A, M)


def test_all_that_ends_with_a_threat():
    game, chief = horde()
    hold(game, EAST, "KAT", owner=A)
    prisoner, free_, theirs = leader(game, A, "AKL"), leader(game, A, "AKL"), leader(game, EAST, "KAD")
    game.leaders[prisoner] = replace(game.leaders[prisoner], captor=EAST, at="")
    other = army(game, A, "AKL", {SLOW: 1})
    name = f"{EAST}#1"
    game.armies[name] = Army(leader=name, nation=EAST, at="KAD", origin="KAD", troops=troops({"est_archers": 2}))
    game.nations[EAST] = replace(game.nations[EAST], goods=Goods(gold=30))
    game.sheets = {EAST: (), A: ()}
    game.outbox = []
    end(game, "east", "rode_home")
    assert EAST not in game.nations
    assert not total(game, EAST)
    assert set(game.armies) == {other}
    assert (game.lands["KAT"].controller, game.lands["KAD"].controller) == (A, "")
    assert {who in game.leaders for who in (chief, theirs)} == {False}
    assert (game.leaders[prisoner].captor, game.leaders[prisoner].at) == ("", "AKL")
    assert game.leaders[free_].at == "AKL"
    assert game.threats["east"].state == "ended"
    assert game.sheets == {A: ()}
    assert [event.goods for event in of(game.outbox, GoodsMoved) if event.nation == EAST] == [Goods(gold=-30)]
    assert [(event.side, event.reason) for event in of(game.outbox, ThreatEnded)] == [("east", "rode_home")]


def test_what_is_nearest():
    game = ash()
    for code in ("DES", "EHL", "LDE"):
        hold(game, A, code)
    assert nearest(game, HOME, SOUTH, []) is None
    assert nearest(game, HOME, SOUTH, [HOME]) is None
    assert nearest(game, HOME, SOUTH, [HOME, "AKL", "LDE", "EHL", "DES"]) == "DES"
    garrison(game, A, "DES", min_levee=2)
    garrison(game, A, "EHL", min_levee=1)
    garrison(game, A, "LDE", **{SLOW: 1})
    assert nearest(game, HOME, SOUTH, ["AKL", "LDE", "EHL", "DES"]) == "EHL", "the fewest, then the weakest"
    assert nearest(game, HOME, SOUTH, ["LDE", "DES"], within={HOME, "DES"}) == "DES"
    assert nearest(game, HOME, SOUTH, ["LDE"], within={HOME, "DES"}) is None
