"""The military phase in figures: the people of the land, loss tests, leaders, glory and retreats."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import Attack, Defend, Intercept, March, Raid, TunnelAttack, TunnelRaid
from marchland.games.cendre.rules.common.ledger import OrderDone
from marchland.games.cendre.rules.diplomacy.counter import WarScored, note_action, score
from marchland.games.cendre.rules.diplomacy.homeward import send_home
from marchland.games.cendre.rules.leaders.people import LeaderCaptured, LeaderHurt, LeaderLeft
from marchland.games.cendre.rules.war import aftermath as war_aftermath
from marchland.games.cendre.rules.war.aftermath import (
    CAPTURED,
    KILLED,
    UNHURT,
    WOUNDED,
    TroopsRetreated,
    TroopsTrapped,
    apply_fates,
    follow,
    is_refuge,
    way_out,
    withdraw,
)
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.rules.war.bodies import army_body, bodies_at
from marchland.games.cendre.rules.war.control import has_passive_defence, people_in_arms
from marchland.games.cendre.rules.war.sides import choose_commander, side_leaders
from marchland.games.cendre.rules.war.war import MilitaryPhase, conquer_at, loss_test, loss_test_on
from marchland.games.cendre.state import MINOR, REBEL, THREAT, Nation
from marchland.games.cendre.tables import TABLES
from marchland.kernel.events import Rolled

from .campaigns import REST, at_war, minor, state_of, told
from .warfare import (
    FAST,
    SLOW,
    SWIFT,
    A,
    C,
    M,
    V,
    X,
    Y,
    ally,
    army,
    attack,
    bare_table,
    build,
    campaign,
    campaign_from_battles,
    clash,
    garrison,
    give,
    hold,
    land,
    leader,
    of,
    script,
    size,
    steps_only,
    war,
)

replace = msgspec.structs.replace


# -- the phase --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-02")
@pytest.mark.parametrize(("season", "raised"), [("printemps", 1), ("automne", 1), ("hiver", 0)])
def test_nations_of_the_dice_raise_a_unit_in_every_season_but_winter(season, raised):
    game = bare_table()
    name = minor(game, goods=Goods(*[100] * 8))
    land(game, X, recruits=2)
    war(game, C, name)
    game.season = season
    MilitaryPhase().recruit(game)
    assert size(game, name, X) == raised


@pytest.mark.rule("TC-WAR-01", "TC-WAR-23", "TC-WAR-11")
def test_armies_take_up_their_orders_whatever_they_are():
    game = at_war()
    hold(game, A, X, Y, "WAN")
    hold(game, V, "TEA")
    keys = {
        Defend: army(game, A, X, {SLOW: 1}),
        Intercept: army(game, A, X, {SLOW: 1}, tactics=("interception",)),
        March: army(game, A, X, {SLOW: 1}),
        Attack: army(game, A, X, {SLOW: 1}),
        Raid: army(game, A, X, {FAST: 1}),
        TunnelAttack: army(game, A, X, {SLOW: 1}, tactics=("tunnelier",)),
        TunnelRaid: army(game, A, X, {FAST: 1}, tactics=("tunnelier",)),
    }
    for kind, key in keys.items():
        aim = {Defend: {}, Intercept: {}, March: {"territory": Y}}.get(kind, {"territory": "TEA"})
        give(game, key, kind, **aim)
    game.outbox = []
    MilitaryPhase().set_out(game)
    modes = {kind.__name__: (game.armies[key].mode, game.armies[key].path, game.leaders[key].acted) for kind, key in keys.items()}
    assert modes == {
        "Defend": ("defend", (), True),
        "Intercept": ("intercept", (), True),
        "March": ("move", (Y,), True),
        "Attack": ("attack", ("TEA",), True),
        "Raid": ("raid", ("TEA",), True),
        "TunnelAttack": ("tunnel", ("TEA",), True),
        "TunnelRaid": ("raid_tunnel", ("TEA",), True),
    }
    assert len(of(game.outbox, OrderDone)) == len(keys)
    assert all(game.armies[key].origin == X for key in keys.values())


@pytest.mark.rule("TC-WAR-15", "TC-WAR-21")
@pytest.mark.parametrize(("defended", "fights"), [(True, ["TC-WAR-15"]), (False, ["TC-WAR-21"])])
def test_the_people_of_a_minor_nation_fight_only_where_its_troops_have_not(defended, fights):
    game = bare_table()
    name = minor(game)
    war(game, V, name)
    hold(game, V, "WAN")
    if defended:
        garrison(game, name, X, min_garde=9)
    attack(game, army(game, V, "WAN", {SLOW: 9}), X)
    # (the people: 2 + 4), ambush 1, V 6 6 6 against 1 1 1, the leader's fate
    events = campaign(game, *(() if defended else (2,)), 1, 6, 6, 6, 1, 1, 1, 5)
    assert [fought.rule for fought in of(events, BattleFought)] == fights
    assert game.lands[X].controller == V


@pytest.mark.rule("TC-WAR-15")
def test_after_a_battle_come_glory_retreat_and_the_leaders_fates_in_this_order():
    game, _ = clash({SLOW: 9}, {SLOW: 9})
    before = game.nations[V].glory, game.nations[A].glory
    events = campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, 5, 2)
    assert (game.nations[V].glory - before[0], game.nations[A].glory - before[1]) == (2 + 1, -2)
    names = [type(event) for event in events if isinstance(event, BattleFought | WarScored | TroopsRetreated | LeaderCaptured)]
    assert names == [BattleFought, WarScored, TroopsRetreated, LeaderCaptured, WarScored]
    (gone,) = of(events, TroopsRetreated)
    assert (gone.nation, gone.start, gone.units, gone.lost, gone.reason, gone.rule) == (A, X, 3, 0, "beaten", "TC-WAR-18")
    assert told(events, LeaderCaptured, "nation", "captor") == [(A, V)]
    assert size(game, V, X) == 9


@pytest.mark.rule("TC-WAR-22")
def test_who_turns_back_rests_where_he_set_out():
    game = at_war()
    hold(game, V, "WAN")
    hold(game, C, "DVA")
    army(game, A, X, {SLOW: 2})
    attack(game, army(game, V, "WAN", {SWIFT: 2}), X)
    stranger = army(game, C, "DVA", {FAST: 2})
    attack(game, stranger, X)
    steps_only(game)
    assert game.armies[stranger].at == game.leaders[stranger].at == "DVA"
    assert state_of(game.armies[stranger]) == REST


@pytest.mark.rule("TC-WAR-22")
def test_who_turns_back_may_send_another_back_in_turn():
    """C, a stranger in X, comes home to vacant DVA, where M, no friend of C, has arrived meanwhile: M goes back, too."""
    game = at_war()
    hold(game, V, "WAN")
    army(game, A, X, {SLOW: 2})
    attack(game, army(game, V, "WAN", {SWIFT: 2}), X)
    stranger = army(game, C, "DVA", {FAST: 2})
    attack(game, stranger, X)
    hold(game, M, "TAN")
    late = army(game, M, "TAN", {SLOW: 2})
    attack(game, late, "DVA")
    steps_only(game)
    assert (game.armies[stranger].at, game.armies[late].at) == ("DVA", "TAN")


# -- vacant land and losses outside battle ----------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-21")
def test_empty_land_fights_nobody_and_the_master_does_not_fight_his_own():
    game = bare_table()
    conquer_at(game, X)
    hold(game, V, X)
    garrison(game, V, X, min_levee=1)
    conquer_at(game, X)
    name = minor(game, Y)
    garrison(game, V, Y, min_levee=1)
    conquer_at(game, Y)
    assert not game.outbox, "a guest at peace with the master"
    war(game, V, name)
    game.outbox = []
    script(game, 1, 1, 6, 6, 6, 1, 1, 1)
    conquer_at(game, Y)
    assert told(game.outbox, BattleFought, "attackers", "defenders", "rule") == [((V,), (), "TC-WAR-21")]


@pytest.mark.rule("TC-WAR-21")
@pytest.mark.parametrize(("nation", "die", "danger", "fights"), [
    ("EXT-NORTH", 4, 0, False), ("EXT-NORTH", 5, 0, True), ("EXT-NORTH", 3, 9, False), ("EXT-NORTH", 3, 10, True), (V, 1, 0, True),
])  # fmt: skip
def test_threats_are_stopped_only_by_five_of_the_people_and_others_by_one(nation, die, danger, fights):
    game = bare_table()
    game.nations["EXT-NORTH"] = Nation(id="EXT-NORTH", kind=THREAT)
    land(game, X, danger=danger)
    garrison(game, nation, X, **{SLOW: 9})
    script(game, die, 1, 6, 6, 6, 1, 1, 1)
    conquer_at(game, X)
    assert bool(of(game.outbox, BattleFought)) == fights
    if fights:
        assert told(game.outbox, BattleFought, "defence_units") == [(die + danger // 5,)]


@pytest.mark.rule("TC-WAR-21")
@pytest.mark.parametrize(("danger", "die", "strength"), [(0, 1, 1), (4, 1, 1), (5, 1, 2), (20, 6, 10)])
def test_one_die_and_one_for_every_five_per_cent_of_danger(danger, die, strength):
    game = bare_table(die)
    land(game, X, danger=danger)
    body = people_in_arms(game, X, V)
    assert (body.size, body.nation, body.at) == (strength, "", X)


@pytest.mark.rule("TC-WAR-21")
def test_whose_land_is_defended_by_its_people():
    game = bare_table()
    assert has_passive_defence(game, X, [])
    hold(game, A, X)
    assert not has_passive_defence(game, X, [])
    for kind, defended in ((MINOR, True), (REBEL, True), (THREAT, False)):
        name = minor(game, kind=kind)
        assert has_passive_defence(game, X, []) == defended
        garrison(game, name, X, min_levee=1)
        assert not has_passive_defence(game, X, bodies_at(game, X))
        game.garrisons.clear()
        garrison(game, V, X, min_levee=1)
        assert has_passive_defence(game, X, bodies_at(game, X)) == defended
        game.garrisons.clear()


@pytest.mark.rule("TC-WAR-21")
def test_only_those_who_came_along_or_belong_to_the_claimant_fight_the_land():
    game = bare_table()
    ally(game, V, M)
    garrison(game, V, X, min_levee=2)
    garrison(game, M, X, min_levee=3)
    garrison(game, A, X, min_levee=4)
    key = army(game, M, "WAN", {SLOW: 5})
    game.armies[key] = replace(game.armies[key], at=X, rank=1, origin="WAN")
    script(game, 1, 1, 6, 6, 6, 1, 1, 1, 5)
    conquer_at(game, X)
    ((attackers, units),) = told(game.outbox, BattleFought, "attackers", "attack_units")
    assert attackers[0] == A
    assert units == 4 + (5 if M in attackers else 0)


@pytest.mark.rule("TC-WAR-20")
def test_a_loss_test_throws_three_dice_for_the_units_of_one_nation_in_one_place():
    game = bare_table()
    garrison(game, A, X, min_levee=5)
    garrison(game, V, X, min_levee=5)
    garrison(game, A, Y, min_levee=5)
    script(game, 6, 4, 3)
    assert loss_test(game, X, A, "test", "TC-WAR-20") == 3
    assert told(game.outbox, Rolled, "sides", "values") == [(6, (6, 4, 3))]
    assert (size(game, A, X), size(game, V, X), size(game, A, Y)) == (2, 5, 5)
    game.outbox = []
    assert loss_test(game, "WAN", A, "test", "TC-WAR-20") == 0
    assert not game.outbox


@pytest.mark.rule("TC-WAR-20")
@pytest.mark.parametrize(("having", "lacking", "left"), [
    ((), (), {"min-levee": 0, "min-cavaliers": 3}),
    (("cavalerie",), (), {"min-levee": 3, "min-cavaliers": 0}),
    ((), ("troupe légère",), {"min-levee": 3, "min-cavaliers": 0}),
    (("cavalerie", "infanterie"), ("cavalerie",), {"min-levee": 0, "min-cavaliers": 3}),
])  # fmt: skip
def test_a_loss_test_may_strike_only_some_kinds_of_units(having, lacking, left):
    game = bare_table()
    garrison(game, A, X, min_levee=3, min_cavaliers=3)
    assert loss_test_on(game, bodies_at(game, X), (6, 4, 1, 4), "test", "TC-WAR-20", having, lacking) == 3
    found = {troop.unit: troop.count for troop in game.garrisons[f"{X}:{A}"]}
    assert {unit: found.get(unit, 0) for unit in left} == left
    assert loss_test_on(game, bodies_at(game, X), (1, 1, 1), "test", "TC-WAR-20") == 0


@pytest.mark.rule("TC-DIP-06")
def test_guests_go_to_the_nearest_land_of_their_own_unharmed_from_these_hosts_or_from_all():
    for hosts, left in (((V,), {Y: 0, "TEA": 4, X: 5}), (None, {Y: 0, "TEA": 0, X: 11}), ((), {Y: 2, "TEA": 4, X: 5})):
        game = at_war()
        hold(game, A, X)
        hold(game, V, Y, "DVA")
        hold(game, M, "TEA")
        garrison(game, A, X, min_levee=5)
        garrison(game, A, Y, min_levee=2)
        garrison(game, A, "TEA", min_levee=4)
        garrison(game, V, "TEA", min_levee=1)
        game.outbox = []
        send_home(game, A, hosts)
        assert {code: size(game, A, code) for code in left} == left | ({X: 7} if hosts == (V,) else {})
        assert size(game, V, "TEA") == 1
        assert {(reason, rule, lost) for reason, rule, lost in told(game.outbox, TroopsRetreated, "reason", "rule", "lost")} <= {
            ("sent_home", "TC-DIP-06", 0)
        }


@pytest.mark.rule("TC-DIP-06")
def test_guests_who_are_sent_home_lose_nobody_on_hostile_land():
    game = at_war()
    for code in game.lands:
        hold(game, V, code)
    hold(game, A, "GPA")
    hold(game, M, "WAN")
    garrison(game, A, "WAN", min_levee=3)
    send_home(game, A, (M,))
    assert size(game, A, "GPA") == 3


# -- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-17", "TC-GLORY-01", "TC-DIP-09")
def test_what_becomes_of_leaders_once_the_retreat_is_over():
    game = at_war()
    hold(game, A, X)
    dead, ruler, hurt, caught, well = (leader(game, A, X) for _ in range(5))
    game.leaders[ruler] = replace(game.leaders[ruler], ruler=True)
    glory = game.nations[V].glory
    game.outbox = []
    apply_fates(game, [(dead, KILLED, V), (ruler, KILLED, V), (hurt, WOUNDED, V), (caught, CAPTURED, V), (well, UNHURT, V)])
    assert sorted(game.leaders) == sorted((hurt, caught, well))
    assert [(event.leader, event.audience is None) for event in of(game.outbox, LeaderLeft)] == [(dead, False), (ruler, True)]
    assert told(game.outbox, LeaderHurt, "leader") == [(hurt,)]
    assert told(game.outbox, LeaderCaptured, "leader", "captor") == [(caught, V)]
    assert game.nations[V].glory - glory == TABLES.standing.glory.prisoner
    assert told(game.outbox, WarScored, "nation", "against", "points", "counter", "reason") == [(V, A, 1, 1, "prisoner")]
    assert (game.leaders[well].wounded, game.leaders[well].captor) == (False, "")


@pytest.mark.rule("TC-MAG-02", "TC-LEAD-04")
@pytest.mark.parametrize(("forbidden", "immortal", "fates"), [
    ((), False, {KILLED: KILLED, WOUNDED: WOUNDED, CAPTURED: CAPTURED, UNHURT: UNHURT}),
    (("leader_death",), False, {KILLED: WOUNDED, WOUNDED: WOUNDED, CAPTURED: CAPTURED, UNHURT: UNHURT}),
    (("leader_wound",), False, {KILLED: UNHURT, WOUNDED: UNHURT, CAPTURED: CAPTURED, UNHURT: UNHURT}),
    (("leader_death", "leader_wound"), False, {KILLED: UNHURT, WOUNDED: UNHURT, CAPTURED: CAPTURED, UNHURT: UNHURT}),
    (("leader_capture",), False, {KILLED: KILLED, WOUNDED: WOUNDED, CAPTURED: UNHURT, UNHURT: UNHURT}),
    ((), True, {KILLED: UNHURT, WOUNDED: UNHURT, CAPTURED: CAPTURED, UNHURT: UNHURT}),
])  # fmt: skip
def test_what_spells_and_immortality_spare_a_leader(monkeypatch, forbidden, immortal, fates):
    game = bare_table()
    who = leader(game, A, X)
    game.leaders[who] = replace(game.leaders[who], specials=("immortal",) if immortal else ())
    monkeypatch.setattr(war_aftermath, "spell_forbids", lambda game, what, **where: what in forbidden)
    assert {fate: war_aftermath._spared(game, who, fate) for fate in fates} == fates


@pytest.mark.rule("TC-WAR-17")
def test_which_leaders_are_in_a_fight():
    game = at_war()
    inside, outside = army(game, A, X, {SLOW: 1}), army(game, A, Y, {SLOW: 1})
    idle, foreign, elsewhere = leader(game, A, X), leader(game, V, X), leader(game, A, Y)
    empty, hurt, civilian = army(game, A, X, {}), leader(game, A, X), leader(game, A, X)
    game.leaders[hurt] = replace(game.leaders[hurt], wounded=True)
    game.leaders[civilian] = replace(game.leaders[civilian], military=None)
    leading = army(game, A, X, {SLOW: 1})
    bodies = [body for body in bodies_at(game, X) if body.key != leading]
    assert side_leaders(game, X, bodies) == tuple(sorted((inside, idle, empty)))
    assert {outside, foreign, elsewhere}.isdisjoint(side_leaders(game, X, bodies))


@pytest.mark.rule("TC-WAR-22")
def test_who_commands_a_side():
    game = at_war((M, V))
    one = army(game, A, X, {SLOW: 3}, command=5, strategy=1)
    two = army(game, A, X, {SLOW: 4}, command=5, strategy=1)
    assert choose_commander(game, bodies_at(game, X), (one, two), (V,)) == (A, two), "the larger force"
    game.leaders[one] = replace(game.leaders[one], military=replace(game.leaders[one].military, strategy=2))
    assert choose_commander(game, bodies_at(game, X), (one, two), (V,)) == (A, one), "the better strategist"
    game.leaders[two] = replace(game.leaders[two], military=replace(game.leaders[two].military, command=6))
    assert choose_commander(game, bodies_at(game, X), (one, two), (V,)) == (A, two), "the better commander"
    third = army(game, M, X, {SLOW: 9}, command=9)
    assert choose_commander(game, bodies_at(game, X), (one, two, third), (V,)) == (M, third), "nobody is entitled: all are"
    ally(game, A, M)
    assert choose_commander(game, bodies_at(game, X), (one, two, third), (V, C)) == (M, third)
    war(game, A, C)
    assert choose_commander(game, bodies_at(game, X), (one, two, third), (V, C)) == (A, two), "at war with every foe"
    assert choose_commander(game, bodies_at(game, X), (), (V,)) == (M, ""), "without leaders, the larger nation"


# -- glory and counters -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GLORY-01", "TC-DIP-09", "TC-DIP-10")
@pytest.mark.parametrize(("own", "glory"), [(13, 2), (14, 3)])
def test_what_a_battle_leaves_in_the_books(own, glory):
    game, _ = clash({SLOW: own}, {SLOW: 7})
    game.season = "automne"
    build(game, "WAN", "ossuaire")
    before = {name: game.nations[name].glory for name in (A, V)}
    events = campaign_from_battles(game, 1, 6, 6, 6, 2, 2, 2, 5, 5)
    assert size(game, V, "WAN") == 1, "of the six who fell one stands up again next door"
    assert {name: game.nations[name].glory - before[name] for name in (A, V)} == {A: -glory, V: glory}
    assert told(events, WarScored, "nation", "against", "points", "counter", "reason") == [(V, A, 2, 2, "battle")]
    (quarrel,) = game.wars.values()
    assert (quarrel.counter, quarrel.last_action) == (-2, game.turn)
    for span in ("season", "year"):
        spent = {name: getattr(game.nations[name], span) for name in (A, V)}
        assert {name: (one.battles_fought, one.battles_won) for name, one in spent.items()} == {A: (1, 0), V: (1, 1)}


@pytest.mark.rule("TC-GLORY-01", "TC-DIP-09")
def test_the_people_of_the_land_neither_win_nor_lose_glory():
    game = bare_table()
    hold(game, V, "WAN")
    before = game.nations[V].glory
    attack(game, army(game, V, "WAN", {SLOW: 6}), X)
    events = campaign(game, 1, 1, 6, 6, 6, 1, 1, 1, 5)
    assert game.nations[V].glory - before == 2, "eleven units in all"
    assert (game.nations[V].season.battles_fought, game.nations[V].season.battles_won) == (1, 1)
    assert not of(events, WarScored)


@pytest.mark.rule("TC-WAR-22", "TC-GLORY-01")
@pytest.mark.parametrize(("glory", "parade", "found"), [
    (5, False, {A: 5, M: 2}),
    (-5, False, {A: -5, M: -2}),
    (4, False, {A: 4, M: 2}),
    (7, False, {A: 7, M: 3}),
    (5, True, {A: 5, M: 3}),
    (-5, True, {A: -5, M: -2}),
    (1, True, {A: 1, M: 1}),
    (0, True, {A: 0, M: 0}),
])  # fmt: skip
def test_the_commanding_nation_has_all_the_glory_and_the_others_half(glory, parade, found):
    game, fight = clash({SLOW: 1}, {SLOW: 1})
    ally(game, A, M)
    hold(game, M, "MER")
    if parade:
        build(game, "MER", "champ-de-mars")
    garrison(game, M, X, min_levee=1)
    side = replace(fight.defence, bodies=(*fight.defence.bodies, *(body for body in bodies_at(game, X) if body.nation == M)))
    before = {name: game.nations[name].glory for name in found}
    war_aftermath._share_glory(game, side, glory, "battle_won")
    assert {name: game.nations[name].glory - before[name] for name in found} == found


@pytest.mark.rule("TC-STRUCT-08")
@pytest.mark.parametrize(("fallen", "at", "owner", "risen"), [
    (3, X, A, 0), (4, X, A, 1), (8, Y, A, 2), (12, X, A, 3), (16, X, A, 3), (8, "VIL", A, 0), (8, X, M, 0),
])  # fmt: skip
def test_an_ossuary_sends_one_in_four_of_the_fallen_back_and_three_at_most(fallen, at, owner, risen):
    game = bare_table()
    hold(game, A, at, owner=owner)
    build(game, at, "ossuaire")
    war_aftermath._raise_bones(game, X, fallen)
    assert size(game, A, at) == risen


@pytest.mark.rule("TC-DIP-09", "TC-DIP-10")
def test_a_counter_moves_only_in_a_war_that_is_fought():
    game = bare_table()
    score(game, V, A, 3, "battle")
    note_action(game, V, A)
    assert not game.wars
    war(game, A, V)
    game.outbox = []
    for nation, against, points, shown, counter in ((A, V, 3, 3, 3), (V, A, 5, 2, -2), (A, V, 1, -1, -1)):
        score(game, nation, against, points, "battle")
        (quarrel,) = game.wars.values()
        assert quarrel.counter == counter
        event = of(game.outbox, WarScored)[-1]
        assert (event.nation, event.against, event.points, event.counter) == (nation, against, points, shown)
        assert event.audience == tuple(sorted((game.seats[A], game.seats[V])))
    game.wars = {key: replace(quarrel, since=game.turn + 1) for key, quarrel in game.wars.items()}
    score(game, A, V, 9, "battle")
    (quarrel,) = game.wars.values()
    assert quarrel.counter == -1


# -- retreat ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-WAR-18")
def test_where_troops_find_refuge():
    game = at_war()
    hold(game, A, X, Y)
    hold(game, M, "WAN")
    hold(game, C, "TEA")
    hold(game, V, "SPO")
    ally(game, A, M)
    key = army(game, A, X, {SLOW: 2})
    body = army_body(key, game.armies[key])
    assert [is_refuge(game, body, code) for code in (X, Y, "WAN", "TEA", "SPO", "DVA")] == [False, True, True, False, False, False]
    garrison(game, V, Y, min_levee=1)
    garrison(game, C, "WAN", min_levee=1)
    assert [is_refuge(game, body, code) for code in (Y, "WAN")] == [False, True]


@pytest.mark.rule("TC-WAR-18")
def test_the_beaten_prefer_the_place_they_came_from_and_otherwise_the_nearest():
    game = at_war()
    hold(game, A, "GPA", Y)
    key = army(game, A, X, {SLOW: 3})
    body = army_body(key, game.armies[key])
    assert withdraw(game, body, prefer="GPA", reason="test", rule="TC-WAR-18") == (3, "GPA")
    assert game.armies[key].at == game.leaders[key].at == "GPA"
    assert state_of(game.armies[key]) == REST
    key = army(game, A, X, {SLOW: 3})
    body = army_body(key, game.armies[key])
    assert withdraw(game, body, prefer="WAN", reason="test", rule="TC-WAR-18") == (3, Y)
    (*_, last) = told(game.outbox, TroopsRetreated, "nation", "start", "end", "units", "lost", "reason", "rule", "audience")
    assert last == (A, X, Y, 3, 0, "test", "TC-WAR-18", (game.seats[A],))


@pytest.mark.rule("TC-WAR-18")
@pytest.mark.parametrize(("unharmed", "left"), [(False, 8), (True, 9)])
def test_a_way_through_hostile_land_costs_a_unit_a_territory(unharmed, left):
    game = at_war()
    for code in game.lands:
        hold(game, V, code)
    hold(game, A, "GPA")
    garrison(game, A, X, min_levee=9)
    (body,) = bodies_at(game, X)
    assert len(way_out(game, body)) == 2
    assert withdraw(game, body, reason="test", rule="TC-WAR-18", unharmed=unharmed) == (left, "GPA")
    assert (size(game, A, "GPA"), size(game, A, X)) == (left, 0)


@pytest.mark.rule("TC-WAR-18")
def test_of_ways_of_equal_length_the_least_hostile_then_the_first_is_taken():
    """From X to GPA: two steps, over PVL or over SPO."""
    game = at_war()
    hold(game, A, "GPA")
    for code in game.lands:
        if code not in ("GPA", X):
            hold(game, M, code)
    garrison(game, A, X, min_levee=9)
    (body,) = bodies_at(game, X)
    assert way_out(game, body) == way_out(game, body, "GPA") == (Y, "GPA")
    hold(game, V, Y)
    assert way_out(game, body) == way_out(game, body, "GPA") == ("SPO", "GPA")
    hold(game, V, "SPO")
    assert way_out(game, body) == (Y, "GPA")
    hold(game, V, X)
    assert way_out(game, body) == (Y, "GPA"), "the field itself does not count"
    hold(game, A, "WAN")
    assert way_out(game, body) == ("WAN",), "the nearest"
    assert way_out(game, body, "GPA") == (Y, "GPA")


@pytest.mark.rule("TC-WAR-18")
def test_nothing_is_left_of_those_who_have_nowhere_to_go():
    game = at_war()
    for code in game.lands:
        hold(game, V, code)
    key = army(game, A, X, {SLOW: 4})
    game.outbox = []
    assert withdraw(game, army_body(key, game.armies[key]), reason="test", rule="TC-WAR-18") == (0, "")
    assert told(game.outbox, TroopsTrapped, "nation", "territory", "units") == [(A, X, 4)]
    assert game.armies[key].troops == ()


@pytest.mark.rule("TC-WAR-18")
def test_a_leader_follows_the_troops_of_his_nation_or_goes_home():
    game = at_war()
    hold(game, A, "AKL", Y)
    wanderer, prisoner, elsewhere = (leader(game, A, X) for _ in range(3))
    game.leaders[prisoner] = replace(game.leaders[prisoner], captor=V)
    game.leaders[elsewhere] = replace(game.leaders[elsewhere], at="WAN")
    for who in (wanderer, prisoner, elsewhere, "nobody"):
        follow(game, who, X, "GPA")
    assert [game.leaders[who].at for who in (wanderer, prisoner, elsewhere)] == ["GPA", X, "WAN"]
    alone, led = army(game, A, X, {}), army(game, A, X, {SLOW: 1})
    follow(game, alone, X)
    follow(game, led, X)
    assert alone not in game.armies
    assert (game.leaders[alone].at, game.leaders[led].at, led in game.armies) == ("AKL", X, True)
    garrison(game, A, X, min_levee=1)
    stays = leader(game, A, X)
    follow(game, stays, X, "GPA")
    assert game.leaders[stays].at == X
