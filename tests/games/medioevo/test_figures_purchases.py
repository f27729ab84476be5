"""Events, taxes and purchases in figures, on both sides of every condition; refusals with their facts."""

import pytest

from marchland.games.medioevo import world
from marchland.games.medioevo.rules.battle.melee import DICE_SETS, KeepDice, Reroll
from marchland.games.medioevo.rules.cards.assassin import lower_circle_die
from marchland.games.medioevo.rules.cards.effects import lay_effect
from marchland.games.medioevo.rules.cards.windows import Window
from marchland.games.medioevo.rules.components.armies import UnitLost
from marchland.games.medioevo.rules.components.table import Paid, homes
from marchland.games.medioevo.rules.events.calamities import (
    Calamity,
    CubeLost,
    Struck,
    Suffer,
    TransportStopped,
    lose_cube,
    points_of_die,
    stricken,
)
from marchland.games.medioevo.rules.events.events import (
    ChooseIcons,
    ChooseRebellion,
    EventDrawn,
    EventsPhase,
    HordeRolled,
    IconsChosen,
    PickIcons,
    Rebel,
    Rebellion,
    RebellionsDue,
    RerollHorde,
    Unrest,
    announce_rebellion,
    draw_event,
    rebellion_sites,
    set_circle,
)
from marchland.games.medioevo.rules.events.hordes import SpendPoints
from marchland.games.medioevo.rules.loans import Borrow, Repay
from marchland.games.medioevo.rules.movement.refusals import why_not_muster
from marchland.games.medioevo.rules.movement.removal import Remove
from marchland.games.medioevo.rules.purchases.empire import (
    BuyCard,
    CardsDrawn,
    ChooseCard,
    DrawCards,
    can_buy_card,
    card_price,
    draw_cards,
    draw_size,
    keep_card,
)
from marchland.games.medioevo.rules.purchases.placement import takes_units, unit_limit
from marchland.games.medioevo.rules.purchases.prices import Price, building_price, can_pay, unit_price, vehicle_cost
from marchland.games.medioevo.rules.purchases.purchases import (
    BuyHere,
    DoneBuying,
    LeaveSite,
    Purchase,
    PurchaseBlock,
    Studied,
    Study,
    Visit,
    studies,
    study,
    study_price,
)
from marchland.games.medioevo.rules.purchases.refusals import (
    price_lines,
    why_not_raise,
    why_not_recruit,
    why_not_study,
    why_not_vehicle,
)
from marchland.games.medioevo.rules.purchases.sites import (
    Buyer,
    BuyVehicle,
    Promote,
    Raise,
    Ransom,
    Ransomed,
    Recall,
    Recalled,
    Recruit,
    Repair,
    Repaired,
    UpgradeVehicle,
    buy,
    buy_vehicle,
    promotions,
    ransom,
    ransom_price,
    ransoms,
    recall,
    recalls,
    recruit,
    recruits,
    repair,
    repairs,
    site_offers,
    upgrade,
    vehicle_upgrades,
)
from marchland.games.medioevo.rules.taxes import (
    Budget,
    ChooseTax,
    MeetUpkeep,
    PayUpkeep,
    SetTax,
    TaxesPhase,
    TaxSet,
    income,
    upkeep,
)
from marchland.games.medioevo.rules.technologies.knowledge import knows, use_loan, why_not_design
from marchland.games.medioevo.rules.technologies.law import law_sites
from marchland.games.medioevo.rules.trade.refusals import why_no_trade
from marchland.games.medioevo.rules.variants.deployment import (
    CallDeployments,
    DecideDeployment,
    Deploy,
    DeployAll,
    DeploymentCalled,
    DeployPiece,
    Order,
    Ordered,
    OrderGoods,
    OrderReturned,
    PlaceOrders,
    Ware,
    can_design,
    deploy_next,
    deployable,
    hidden_florins,
    hidden_points,
    is_deployed,
    order,
    read,
    wares,
)
from marchland.games.medioevo.state import BARBARIANS, Army, Happening, Held, Prisoner, Special
from marchland.games.medioevo.tables import event_cards
from marchland.kernel.events import Rolled

from .bare import army, bare_table, counts, hold, land, now, numbers, player, roll_next, technology, vehicle
from .figures import emitted, facts, frames, happened, paid
from .table import Table

COLD = "adrianople"  # no settlement
SITE = "nicaea"


def pushed(game, act):
    """What a step of a procedure puts on the stack."""
    game.stack.clear()
    answer = act(game)
    return frames(game), answer


# -- events ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EVT-02", "MU-EVT-03", "MU-EVT-04", "MU-EVT-09", "MU-EVT-15", "MU-CARD-42", "MU-CARD-61")
def test_the_steps_of_the_events_phase():
    game = bare_table(3)
    game.order = (2, 0, 1)
    player(game, 2, eliminated=True)
    game.events = list(world.event_deck())
    phase = EventsPhase()
    roll_next(game, 2, 4, 3)
    events = emitted(game, phase.roll_horde)
    assert [(event.seat, event.sides, event.values) for event in happened(events, Rolled)] == [
        (0, 4, (2,)),
        (0, 6, (4,)),
        (0, 8, (3,)),
    ]
    assert (game.circle.dice, game.circle.horde) == ((2, 4, 3), counts(li=2, cap1=1))
    assert pushed(game, phase.reroll) == ([RerollHorde(0)], None)
    assert pushed(game, phase.dice_final) == ([Window("W-2a")], None)
    (rolled,) = emitted(game, phase.horde)
    assert isinstance(rolled, HordeRolled)
    assert (rolled.faces, rolled.horde) == ((2, 4, 3), {"li": 2, "cap1": 1})
    (drawn,) = emitted(game, phase.draw)
    assert (drawn.seat, drawn.event) == (0, world.event_deck()[0])
    assert pushed(game, phase.drawn) == ([Window("W-2b")], None)
    assert pushed(game, phase.choose) == ([PickIcons(0)], None)
    assert pushed(game, phase.chosen) == ([Window("W-2c")], None)
    game.happening = Happening(drawn.event, ("armies", "goods"))
    struck, _ = pushed(game, phase.strike)
    assert struck[::-1] == [Calamity(0, "armies"), Calamity(0, "goods"), Calamity(1, "armies"), Calamity(1, "goods")]
    lay_effect(game, "immune", 0, "buda", until="event")
    lay_effect(game, "safe", 0, "v:1")
    assert pushed(game, phase.roam) == ([SpendPoints(0, 3)], None)
    assert (game.happening, [effect.name for effect in game.effects]) == (None, ["safe"])
    (tolerated,) = emitted(game, phase.tolerate)
    assert tolerated.florins == game.tolerated == event_cards()[game.events[0]].back
    unrest, _ = pushed(game, phase.rebel)
    assert unrest[::-1] == [Unrest(0), Unrest(1)]


@pytest.mark.rule("MU-EVT-02")
@pytest.mark.parametrize(("turn", "answer"), [(1, "done"), (2, None)])
def test_the_first_turn_ends_with_the_dice(turn, answer):
    game = bare_table(2)
    game.turn = turn
    assert (EventsPhase().horde(game) is None) == (answer is None)


@pytest.mark.rule("MU-EVT-02")
@pytest.mark.parametrize("dice", DICE_SETS)
def test_a_reroll_throws_the_named_dice_only(dice):
    game = bare_table(2)
    set_circle(game, (4, 6, 8))
    assert list(RerollHorde(1).options(game)) == [KeepDice(), *map(Reroll, DICE_SETS)]
    roll_next(game, *[1] * len(dice))
    game.outbox = []
    RerollHorde(1).resolve(game, Reroll(dice))
    assert [(event.seat, event.sides) for event in happened(game.outbox, Rolled)] == [(1, (4, 6, 8)[place]) for place in dice]
    assert game.circle.dice == tuple(1 if place in dice else (4, 6, 8)[place] for place in range(3))


@pytest.mark.rule("MU-EVT-02", "MU-CARD-46")
def test_the_horde_follows_an_assassins_die_down_to_one():
    game = bare_table(2)
    set_circle(game, (4, 4, 4))
    assert game.circle.horde == counts(li=1)
    lower_circle_die(game, 1)
    assert (game.circle.dice, game.circle.horde) == ((4, 3, 4), counts(li=1, arc=1))
    set_circle(game, (1, 2, 8))
    lower_circle_die(game, 0)
    assert game.circle.dice == (1, 2, 8)
    lower_circle_die(game, 1)
    assert game.circle.dice == (1, 1, 8)


@pytest.mark.rule("MU-EVT-03")
def test_the_event_is_drawn_from_the_top_and_two_of_its_icons_are_picked():
    game = bare_table(2)
    deck = list(world.event_deck())
    game.events, game.event_discard = deck[:3], []
    (drawn,) = emitted(game, draw_event, 1)
    assert isinstance(drawn, EventDrawn)
    assert (drawn.seat, drawn.event) == (1, deck[0])
    assert (game.events, game.event_discard, game.happening) == (deck[1:3], [deck[0]], Happening(deck[0]))
    first, second, third = event_cards()[deck[0]].icons
    assert [option.icons for option in PickIcons(1).options(game)] == [(first, second), (first, third), (second, third)]
    game.outbox = []
    PickIcons(1).resolve(game, ChooseIcons((first, third)))
    (chosen,) = happened(game.outbox, IconsChosen)
    assert (chosen.seat, chosen.event, chosen.icons) == (1, deck[0], (first, third))
    assert game.happening.icons == (first, third)
    draw_event(game, 1)
    assert (len(game.events), game.event_discard) == (3, []), "one card left: the pile is refilled below it"
    assert game.events[0] == deck[2]
    assert sorted(game.events) == sorted(deck[:3])


def stricken_table(icon, die):
    """The event strikes where seat 0 has something of everything."""
    game = bare_table(2)
    card = next(card for card in event_cards().values() if "constantinople" in world.event_zone(card.area))
    game.happening = Happening(card.id, (icon,), spared=2)
    army(game, "constantinople", 0, hi=2, li=1)
    land(game, "constantinople", civil=1, military=1)
    vehicle(game, 0, "wagon", 1, "constantinople", pm=6)
    vehicle(game, 0, "caravan", 1, "constantinople", pm=0, goods=("salt", "salt"))
    vehicle(game, 0, "engine", 1, "constantinople", pm=1)
    vehicle(game, 1, "wagon", 1, "constantinople", pm=6)
    game.stack.clear()
    roll_next(game, die)
    game.push(Calamity(0, icon))
    game.outbox = []
    game.run()
    return game


@pytest.mark.rule("MU-EVT-03", "MU-EVT-04", "MU-EVT-05", "MU-EVT-06", "MU-EVT-07", "MU-EVT-08", "MU-CARD-42")
def test_what_an_event_strikes():
    game = stricken_table("armies", 6)
    assert stricken(game, 0, "movement") == ["v:1"], "a transport with movement left; engines are none"
    assert stricken(game, 0, "armies") == ["unit:constantinople:0:li", "unit:constantinople:0:hi"]
    assert stricken(game, 0, "buildings") == ["building:constantinople:civil", "building:constantinople:military"]
    assert stricken(game, 0, "goods") == ["good:2:salt"]
    assert stricken(game, 0, "goods", 2) == ["good:2:salt"]
    assert stricken(game, 0, "goods", 1) == []
    assert stricken(game, 1, "movement") == ["v:4"]
    assert [stricken(game, 1, icon) for icon in ("armies", "buildings", "goods")] == [[], [], []]
    land(game, "constantinople", holder=1)
    assert stricken(game, 0, "buildings") == []
    lay_effect(game, "immune", 0, "constantinople", until="event")
    assert [stricken(game, 0, icon) for icon in ("movement", "armies", "goods")] == [[], [], []]


@pytest.mark.rule("MU-EVT-04", "MU-EVT-05", "MU-EVT-06", "MU-EVT-07", "MU-EVT-08")
@pytest.mark.parametrize(("icon", "limit"), [("movement", 2), ("armies", 4), ("buildings", 3), ("goods", 2)])
def test_low_dice_strike_with_as_many_points_as_they_show(icon, limit):
    assert [points_of_die(icon, die) for die in range(1, 7)] == [die if die <= limit else 0 for die in range(1, 7)]
    for die in (limit, limit + 1):
        game = stricken_table(icon, die)
        (rolled,) = happened(game.outbox, Rolled)
        assert (rolled.seat, rolled.sides, rolled.values) == (0, 6, (die,))
        (struck,) = happened(game.outbox, Struck)
        assert (struck.seat, struck.icon, struck.die, struck.points) == (0, icon, die, die if die == limit else 0)
        assert (game.now[0].event_rolls, game.happening.spared) == (1, 0)


@pytest.mark.rule("MU-EVT-05", "MU-EVT-06", "MU-EVT-07", "MU-EVT-08", "MU-CARD-27")
@pytest.mark.parametrize(("die", "spared", "points"), [(4, 0, 4), (4, 1, 3), (1, 1, 0), (6, 1, 0)])
def test_a_surgeon_spares_points_down_to_none(die, spared, points):
    game = stricken_table("armies", 6)
    game.happening = Happening(game.happening.card, ("armies",), die, spared)
    game.stack.clear()
    game.push(Calamity(0, "armies"))
    (struck,) = emitted(game, game.stack[-1][0].read)
    assert (struck.points, game.stack[-1][0].points, struck.rule) == (points, points, "MU-EVT-06")


@pytest.mark.rule("MU-EVT-04", "MU-EVT-06")
def test_the_owner_distributes_the_points_one_by_one():
    game = stricken_table("armies", 2)
    (lost,) = [event for event in game.apply(0, Suffer("unit:constantinople:0:li")) if isinstance(event, UnitLost)]
    assert lost.kind == "li"
    assert game.stack == [], "the last point has a single kind to hit"
    assert game.now[0].event_losses == 2
    assert numbers(game, "constantinople", 0) == {"hi": 1, "li": 1}


@pytest.mark.rule("MU-EVT-04")
def test_who_has_nothing_there_or_is_out_rolls_nothing():
    game = stricken_table("armies", 6)
    game.stack.clear()
    game.push(Calamity(1, "armies"))
    roll_next(game)
    game.run()
    assert game.now[1].event_rolls == 0
    player(game, 0, eliminated=True)
    game.push(Calamity(0, "armies"))
    game.run()
    assert game.now[0].event_rolls == 1, "only the first one"


@pytest.mark.rule("MU-EVT-05", "MU-EVT-08")
def test_a_stopped_transport_and_a_lost_cube_are_told():
    game = stricken_table("movement", 1)
    assert [(event.seat, event.vehicle) for event in happened(game.outbox, TransportStopped)] == [(0, 1)]
    assert game.vehicles[1].pm == 0
    before = game.supply["cube:salt"]
    (lost,) = emitted(game, lose_cube, 2, "salt")
    assert isinstance(lost, CubeLost)
    assert (lost.seat, lost.vehicle, lost.good) == (0, 2, "salt")
    assert (game.vehicles[2].goods, game.supply["cube:salt"]) == (("salt",), before + 1)


@pytest.mark.rule("MU-EVT-06", "MU-EVT-08")
def test_goods_are_lost_from_one_transport():
    game = stricken_table("goods", 2)
    assert game.vehicles[2].goods == ()
    assert [event.vehicle for event in happened(game.outbox, CubeLost)] == [2, 2]
    assert (game.now[0].event_losses, game.stack) == (2, [])


# -- rebellions --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-EVT-15", "MU-EVT-16")
@pytest.mark.parametrize(("tax", "tolerated", "due"), [(10, 10, 0), (20, 10, 1), (50, 10, 4), (10, 30, 0), (0, 10, 0)])
def test_one_rebellion_for_every_ten_florins_too_many(tax, tolerated, due):
    game = bare_table(2)
    player(game, 1, tax=tax)
    game.tolerated = tolerated
    game.stack.clear()
    game.push(Unrest(1))
    events = emitted(game, game.stack[-1][0].count)
    assert [(event.seat, event.rebellions) for event in happened(events, RebellionsDue)] == ([(1, due)] if due else [])
    assert (game.stack[-1][0].left, game.stack[-1][0].burdened) == (due, False)
    assert game.now[1].checked_tax_level == tax


@pytest.mark.rule("MU-EVT-16", "MU-EVT-17")
def test_rebellions_break_out_one_after_the_other_until_none_is_left():
    game = bare_table(2)
    game.stack.clear()
    game.push(Unrest(1, left=2, burdened=True))
    assert Unrest(1, left=0).outbreak(game) != "outbreak"
    unrest = game.stack[-1][0]
    assert unrest.outbreak(game) == "outbreak"
    assert frames(game) == [Unrest(1, left=1, burdened=True), Rebellion(1, "MU-EVT-17", True)]
    player(game, 1, eliminated=True)
    assert Unrest(1, left=1).outbreak(game) != "outbreak"


@pytest.mark.rule("MU-EVT-17")
def test_where_a_rebellion_breaks_out():
    game = bare_table(2)
    own = sorted(homes(game, 1))
    assert rebellion_sites(game, 1) == own
    army(game, own[0], 1, li=1)
    assert rebellion_sites(game, 1) == own[1:]
    for space in own[1:]:
        army(game, space, 1, li=2)
    assert rebellion_sites(game, 1) == own[:1]
    land(game, own[0], holder=0)
    assert rebellion_sites(game, 1) == own[1:], "only controlled home land"
    game.stack.clear()
    announce_rebellion(game, 1, "MU-EVT-17")
    assert frames(game) == [Rebellion(1, "MU-EVT-17", False)]
    assert Rebellion(1, "x").choose(game) is None
    assert frames(game)[-1] == ChooseRebellion(1)
    assert list(ChooseRebellion(1).options(game)) == list(map(Rebel, own[1:]))
    for space in own:
        land(game, space, holder=0)
    assert Rebellion(1, "x").choose(game) is not None, "nowhere to rebel"


@pytest.mark.rule("MU-EVT-16", "MU-EVT-17", "MU-PH-07")
@pytest.mark.parametrize(("burdened", "diverted", "lost"), [(False, False, 0), (True, False, 1), (True, True, 0)])
def test_a_new_rebellion_beside_an_old_one_costs_honour(burdened, diverted, lost):
    game = bare_table(2)
    place = "wallachia" if diverted else "buda"
    game.stack.clear()
    Rebellion(1, "MU-EVT-17", burdened, place, diverted).outbreak(game)
    game.run()
    assert game.players[1].honour == 10 - lost
    assert game.lands[place].holder == BARBARIANS


@pytest.mark.rule("MU-TEC-32")
def test_law_diverts_to_empty_barbarian_land_next_to_home():
    game = bare_table(2)
    near = {there for space in homes(game, 1) for there in world.land_neighbours(space)}
    wild = sorted(space for space in near if game.lands[space].holder == BARBARIANS)
    assert law_sites(game, 1) == wild
    army(game, wild[0], BARBARIANS, li=1)
    land(game, wild[1], holder=0)
    del game.lands[wild[2]]
    assert law_sites(game, 1) == wild[3:]
    assert pushed(game, Rebellion(1, "x", space="buda").warn)[0] == [Window("W-2r", "buda")]


# -- taxes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-TAX-01", "MU-TAX-02", "MU-TAX-05", "MU-TAX-06", "MU-CARD-38")
def test_the_steps_of_the_taxes_phase():
    game = bare_table(3)
    game.order = (2, 1, 0)
    player(game, 1, eliminated=True)
    (choice,), _ = pushed(game, TaxesPhase().levels)
    assert choice.seats == (0, 2)
    assert pushed(game, TaxesPhase().reactions)[0] == [Window("W-3")]
    assert pushed(game, TaxesPhase().collect)[0][::-1] == [Budget(2), Budget(0)]
    assert pushed(game, Budget(0).interest)[0] == []
    player(game, 0, loans=1)
    assert [frame.seat for frame in pushed(game, Budget(0).interest)[0]] == [0]
    assert pushed(game, Budget(0).upkeep)[0] == [], "nothing to keep"
    army(game, "constantinople", 0, li=1)
    assert pushed(game, Budget(0).upkeep)[0] == [MeetUpkeep(0)]
    player(game, 0, eliminated=True)
    assert pushed(game, Budget(0).upkeep)[0] == []


@pytest.mark.rule("MU-TAX-01")
def test_the_levels_are_shown_together_and_last_turns_is_the_default():
    game = bare_table(2)
    choice = ChooseTax(seats=(0, 1))
    assert choice.default(game, 0) == SetTax(10)
    player(game, 0, tax=40)
    assert choice.default(game, 0) == SetTax(40)
    events = emitted(game, choice.settle, {0: (SetTax(20),), 1: (SetTax(50),)})
    assert [(event.seat, event.level) for event in happened(events, TaxSet)] == [(0, 20), (1, 50)]
    assert [(p.tax, n.tax_level) for p, n in zip(game.players, game.now, strict=True)] == [(20, 20), (50, 50)]


@pytest.mark.rule("MU-TAX-01", "MU-TAX-02")
def test_the_preview_of_a_tax_level():
    game = bare_table(2)
    lines = ChooseTax(seats=(0,)).preview(game, 0, SetTax(20))
    assert [(line.rule, line.amount, line.unit) for line in lines] == [("MU-TAX-02", 20 * 7, "florins")]
    player(game, 0, loans=2)
    army(game, "constantinople", 0, li=2)
    due = upkeep(game, 0)
    lines = ChooseTax(seats=(0,)).preview(game, 0, SetTax(50))
    assert [(line.rule, line.amount) for line in lines] == [("MU-TAX-02", 350), ("MU-TAX-05", -100), ("MU-TAX-06", -due)]


@pytest.mark.rule("MU-TAX-02", "MU-TAX-03", "MU-TAX-04")
def test_income_in_figures():
    game = bare_table(2)
    player(game, 0, tax=30)
    land(game, "constantinople", civil=3, cubes=("furs", "salt"))
    land(game, "nicaea", civil=2, cubes=("salt",))
    assert income(game, 0) == ("MU-TAX-02", 30 * (7 + 3 + 2) + 20 * 2)
    assert income(game, 0, 10) == ("MU-TAX-02", 10 * 12 + 40)
    for space in homes(game, 0):
        land(game, space, holder=1)
    assert income(game, 0) == ("MU-TAX-04", 200)
    army(game, "tarnovo", 0, li=1)
    assert income(game, 0) == ("MU-TAX-02", 0), "units, but no land"
    events = emitted(game, Budget(0).income)
    assert (paid(events), game.now[0].tax_income) == ([], 0)
    del game.armies["tarnovo"]
    events = emitted(game, Budget(0).income)
    assert (paid(events), game.now[0].tax_income) == ([(BARBARIANS, 0, 200, "MU-TAX-04")], 200)


@pytest.mark.rule("MU-TAX-06", "MU-TAX-07")
def test_upkeep_counts_every_piece_of_ones_own():
    game = bare_table(2)
    army(game, "constantinople", 0, li=2, cap3=1)
    each = upkeep(game, 0) // 3
    army(game, "constantinople", 1, li=5)
    vehicle(game, 0, "wagon", 3, "constantinople")
    vehicle(game, 1, "wagon", 3, "constantinople")
    vehicle(game, 0, "galley", 1, game.waters[0], cargo=Army(0, counts(arc=2)))
    vehicle(game, 1, "galley", 1, game.waters[0], cargo=Army(1, counts(arc=2)))
    assert (each, upkeep(game, 0)) == (20, 7 * 20)
    changed, hired = Special("cap1", "li", 0), Special("li", "li", BARBARIANS)
    crew = vehicle(game, 0, "galley", 1, game.waters[1], cargo=Army(0, counts(li=1), (changed, hired)))
    assert upkeep(game, 0) == 10 * 20, "a unit that fights as another kind costs what it did, also aboard; a hired one nothing"
    del game.vehicles[crew]
    lines = MeetUpkeep(0).preview(game, 0, PayUpkeep())
    assert [(line.rule, line.amount, line.unit) for line in lines] == [("MU-TAX-06", -140, "florins")]
    assert MeetUpkeep(0).preview(game, 0, Remove("v:1")) == []
    player(game, 0, florins=140)
    assert PayUpkeep() in MeetUpkeep(0).options(game)
    player(game, 0, florins=139)
    options = list(MeetUpkeep(0).options(game))
    assert PayUpkeep() not in options
    assert [option.piece for option in options if isinstance(option, Remove)][:2] == ["v:1", "v:3"]


@pytest.mark.rule("MU-TAX-07")
def test_pieces_are_removed_until_the_rest_is_paid():
    game = bare_table(2)
    army(game, "constantinople", 0, li=2)
    game.stack.clear()
    game.push(MeetUpkeep(0))
    game.run()
    game.apply(0, Remove("unit:constantinople:0:li"))
    assert (type(game.decision), upkeep(game, 0)) == (MeetUpkeep, 20)
    events = game.apply(0, PayUpkeep())
    assert paid(events) == [(0, BARBARIANS, 20, "MU-TAX-06")]
    assert game.stack == []
    game.push(MeetUpkeep(0))
    game.run()
    game.apply(0, Borrow())
    assert type(game.decision) is MeetUpkeep, "a loan settles nothing yet"
    game.apply(0, Remove("unit:constantinople:0:li"))
    assert game.stack == [], "nothing is left to be kept"


@pytest.mark.rule("MU-CARD-37")
def test_a_magnate_gets_half_of_what_the_others_paid():
    game = bare_table(3)
    for seat, interest in enumerate((1000, 50, 100)):
        now(game, seat, interest_paid=interest)
    assert emitted(game, TaxesPhase().share_interest) == []
    lay_effect(game, "interest-share", 0, until="phase")
    assert paid(emitted(game, TaxesPhase().share_interest)) == [(BARBARIANS, 0, 75, "MU-CARD-37")]
    lay_effect(game, "interest-share", 1, until="phase")
    player(game, 0, eliminated=True)
    assert paid(emitted(game, TaxesPhase().share_interest)) == [(BARBARIANS, 1, 550, "MU-CARD-37")]


# -- technologies and cards --------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-01", "MU-BUY-08", "MU-TURN-01")
def test_a_block_begins_afresh():
    game = bare_table(2)
    player(game, 1, recruits=3)
    PurchaseBlock(1).begin(game)
    assert (game.active, game.players[1].recruits) == (1, 0)
    assert pushed(game, PurchaseBlock(1).buy)[0] == [Purchase(1)]
    player(game, 1, eliminated=True)
    assert pushed(game, PurchaseBlock(1).buy)[0] == []


@pytest.mark.rule("MU-BUY-01")
def test_a_branch_is_studied_level_by_level_once_a_turn():
    game = bare_table(2)
    technology(game, 0, red=2, green=4)
    player(game, 0, florins=300, studied=("blue",))
    assert [study_price(game, 0, branch) for branch in ("blue", "red", "green")] == [100, 300, 500]
    assert studies(game, 0) == ["yellow", "orange", "red", "violet"]
    events = emitted(game, study, 0, "red")
    assert paid(events) == [(0, BARBARIANS, 300, "MU-BUY-01")]
    assert [(event.seat, event.branch, event.level) for event in happened(events, Studied)] == [(0, "red", 3)]
    assert (game.players[0].technology, game.players[0].studied) == ((0, 0, 0, 3, 4, 0), ("blue", "red"))
    player(game, 0, florins=99)
    assert studies(game, 0) == []
    player(game, 0, florins=1000)
    assert studies(game, 0) == ["yellow", "orange", "violet"], "no branch has a fifth level"
    assert facts(why_not_study(game, 0, "red")) == [("MU-BUY-01", {"need": 400, "have": 1000})]


@pytest.mark.rule("MU-BUY-01")
def test_previews_and_refusals_of_the_block():
    game = bare_table(2)
    technology(game, 0, red=2)
    hold(game, 0, 5)
    desk = Purchase(0)
    assert [(line.rule, line.amount, line.unit) for line in desk.preview(game, 0, Study("red"))] == [("MU-BUY-01", -300, "florins")]
    assert [(line.rule, line.amount, line.unit) for line in desk.preview(game, 0, BuyCard())] == [("MU-BUY-10", -150, "florins")]
    assert desk.preview(game, 0, DoneBuying()) == []
    assert facts(desk.refusals(game, 0, Study("red"))) == [("MU-BUY-01", {"need": 300, "have": 1000})]
    assert facts(desk.refusals(game, 0, Study("pink"))) == []
    assert facts(desk.refusals(game, 0, BuyCard())) == [("MU-BUY-10", {"need": 150, "have": 1000})]
    assert [rule for rule, _ in facts(desk.refusals(game, 0, Borrow()))] == ["MU-LOA-01"]
    assert [rule for rule, _ in facts(desk.refusals(game, 0, Repay()))] == ["MU-LOA-02"]


@pytest.mark.rule("MU-BUY-01", "MU-BUY-02")
def test_what_follows_each_purchase():
    game = bare_table(2)
    game.deck = [7, 8, 9]
    desk = Purchase(0, ("constantinople", "orders"))
    afresh = Purchase(0, ("orders",))
    assert pushed(game, lambda game: desk.resolve(game, DoneBuying()))[0] == []
    visiting = pushed(game, lambda game: desk.resolve(game, Visit(SITE)))[0]
    assert visiting[::-1] == [BuyHere(0, SITE), Purchase(0, ("constantinople", "orders", SITE))]
    assert pushed(game, lambda game: desk.resolve(game, Study("red")))[0] == [afresh]
    assert game.players[0].technology == (0, 0, 0, 1, 0, 0)
    game.outbox = []
    assert pushed(game, lambda game: desk.resolve(game, BuyCard()))[0] == [afresh, DrawCards(0)]
    assert paid(game.outbox) == [(0, BARBARIANS, 100, "MU-BUY-10")]
    ordering = pushed(game, lambda game: Purchase(0).resolve(game, OrderGoods()))[0]
    assert ordering[::-1] == [PlaceOrders(0), Purchase(0, ("orders",))]
    stack = pushed(game, lambda game: desk.resolve(game, Borrow()))[0]
    assert stack[0] == afresh
    assert game.players[0].loans == 1
    game.stack.clear()
    game.push(desk)
    BuyHere(0, SITE).resolve(game, Recruit("li"))
    assert frames(game) == [Purchase(0, ("orders", SITE)), BuyHere(0, SITE)]
    BuyHere(0, SITE).resolve(game, LeaveSite())
    assert len(frames(game)) == 2


@pytest.mark.rule("MU-BUY-10", "MU-CARD-62")
def test_cards_are_drawn_a_sage_is_asked_and_one_is_kept():
    game = bare_table(2)
    game.deck = [7, 8, 9]
    DrawCards(0).draw(game)
    assert (game.players[0].bought_card, game.players[0].drawn) == (True, (7, 8))
    assert pushed(game, DrawCards(0).sage)[0] == [Window("W-4e")]
    assert pushed(game, DrawCards(0).keep)[0] == [ChooseCard(0)]
    player(game, 0, drawn=())
    assert pushed(game, DrawCards(0).keep)[0] == []


@pytest.mark.rule("MU-BUY-10")
def test_cards_in_figures():
    game = bare_table(2)
    game.deck = [7, 8, 9]
    assert (card_price(game, 0), draw_size(game, 0)) == (100, 2)
    hold(game, 0, 5, 30)
    land(game, "constantinople", cathedral=1)
    land(game, "buda", cathedral=1)
    assert (card_price(game, 0), draw_size(game, 0)) == (200, 4)
    player(game, 0, florins=200)
    assert can_buy_card(game, 0)
    player(game, 0, florins=199)
    assert not can_buy_card(game, 0)
    player(game, 0, florins=200, bought_card=True)
    assert not can_buy_card(game, 0)
    player(game, 0, bought_card=False)
    (drawn,) = emitted(game, draw_cards, 0, 2)
    assert isinstance(drawn, CardsDrawn)
    assert (drawn.seat, drawn.cards, drawn.audience) == (0, (7, 8), (0,))
    assert (game.players[0].drawn, game.deck) == ((7, 8), [9])
    (kept,) = emitted(game, keep_card, 0, 8)
    assert (kept.seat, kept.card) == (0, 8)
    assert (game.deck, game.players[0].hand, game.players[0].drawn) == ([9, 7], (Held(5), Held(8), Held(30)), ())
    game.deck = []
    assert not can_buy_card(game, 0)


# -- sites -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-04")
def test_repairs_cost_fifty_a_token_and_not_a_florin_less():
    game = bare_table(2)
    land(game, SITE, civil=2, civil_damage=2, military=1, cathedral=1, cathedral_damage=1)
    player(game, 0, florins=50)
    assert list(repairs(Buyer(game, 0), game.lands[SITE])) == [Repair("civil"), Repair("cathedral")]
    player(game, 0, florins=49)
    assert list(repairs(Buyer(game, 0), game.lands[SITE])) == []
    player(game, 0, florins=60)
    events = emitted(game, repair, 0, SITE, "civil")
    assert paid(events) == [(0, BARBARIANS, 50, "MU-BUY-04")]
    assert [(e.seat, e.space, e.category) for e in happened(events, Repaired)] == [(0, SITE, "civil")]
    assert (game.lands[SITE].civil_damage, game.lands[SITE].cathedral_damage, game.players[0].florins) == (1, 1, 10)
    lines = BuyHere(0, SITE).preview(game, 0, Repair("civil"))
    assert [(line.rule, line.amount) for line in lines] == [("MU-BUY-04", -50)]


@pytest.mark.rule("MU-BUY-07", "MU-BUY-08")
def test_where_and_how_many_units_may_come():
    game = bare_table(2)
    assert [takes_units(game, 0, space) for space in (SITE, COLD, "buda")] == [True, False, False]
    land(game, COLD, military=1)
    assert takes_units(game, 0, COLD)
    land(game, COLD, holder=1)
    assert not takes_units(game, 0, COLD)
    assert unit_limit(game, 0) == 3
    land(game, SITE, civil=2)
    land(game, "buda", civil=3)
    assert unit_limit(game, 0) == 5


@pytest.mark.rule("MU-BUY-06", "MU-CARD-28")
def test_units_offered_and_bought_in_figures():
    game = bare_table(2)
    plain = ["li", "arc", "hi", "cav"]
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == plain
    technology(game, 0, red=1)
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == [*plain, "cap1", "cap2", "cap3"]
    assert kinds_offered(recruits(Buyer(game, 0), 401)) == [*plain, "cap1", "cap2"]
    assert kinds_offered(recruits(Buyer(game, 0), 400)) == [*plain, "cap1", "cap2", "cap3"]
    player(game, 0, reserve=(1, 0, 1, 1, 0))
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == ["li", "arc", "cav"]
    player(game, 0, recruits=3, reserve=(9,) * 5)
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == []
    player(game, 0, recruits=0, florins=99)
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == ["li", "arc", "hi"]
    technology(game, 0)
    player(game, 0, florins=1000, cheap=counts(cap2=1, hi=1))
    assert kinds_offered(recruits(Buyer(game, 0), 0)) == [*plain, "cap2"], "a Captain whom a Surgeon saved needs no Art of War"
    assert [unit_price(game, 0, kind) for kind in ("hi", "li", "cap2", "cap3")] == [
        Price(25, 0, "red"),
        Price(20, 0, "red"),
        Price(100, 0, "red"),
        Price(300, 3, "red"),
    ]
    events = emitted(game, recruit, 0, SITE, "hi")
    assert paid(events) == [(0, BARBARIANS, 25, "MU-BUY-06")]
    assert (game.players[0].cheap, game.players[0].recruits) == (counts(cap2=1), 1)
    events = emitted(game, recruit, 0, SITE, "hi")
    assert paid(events) == [(0, BARBARIANS, 50, "MU-BUY-06")]
    assert (numbers(game, SITE, 0), game.players[0].recruits) == ({"hi": 2}, 2)


@pytest.mark.rule("MU-BUY-06", "MU-TEC-64")
@pytest.mark.parametrize("saved", [False, True])
def test_a_borrowed_art_of_war_serves_for_a_captain_who_needs_it(saved):
    game = bare_table(2)
    lay_effect(game, "borrowed", 0, "art_of_war", until="phase")
    player(game, 0, cheap=counts(cap1=int(saved)))
    recruit(game, 0, SITE, "cap1")
    assert bool(game.effects) == saved


@pytest.mark.rule("MU-TEC-41")
def test_captains_rise_for_the_difference():
    game = bare_table(2)
    army(game, SITE, 0, li=1, cap1=1, cap2=1)
    assert list(promotions(Buyer(game, 0), SITE)) == []
    technology(game, 0, red=1)
    assert list(promotions(Buyer(game, 0), SITE)) == [Promote("cap1", 2), Promote("cap1", 3), Promote("cap2", 3)]
    player(game, 0, florins=399)
    assert list(promotions(Buyer(game, 0), SITE)) == [Promote("cap1", 2), Promote("cap2", 3)]
    player(game, 0, florins=400)
    assert Promote("cap1", 3) in promotions(Buyer(game, 0), SITE)
    assert list(promotions(Buyer(game, 1), SITE)) == list(promotions(Buyer(game, 0), "buda")) == []
    player(game, 0, points=(0, 0, 0, 1, 0, 0))
    lines = BuyHere(0, SITE).preview(game, 0, Promote("cap1", 3))
    assert [(line.rule, line.amount) for line in lines] == [("MU-TEC-41", -200), ("MU-TECH-03", -1), ("MU-TECH-03", -100)]
    events = emitted(game, buy, 0, SITE, Promote("cap1", 3))
    assert paid(events) == [(0, BARBARIANS, 100, "MU-TECH-03"), (0, BARBARIANS, 200, "MU-TEC-41")]
    assert numbers(game, SITE, 0) == {"li": 1, "cap2": 1, "cap3": 1}


@pytest.mark.rule("MU-BUY-11", "MU-SUR-01")
def test_prisoners_and_surrendered_units_come_back():
    game = bare_table(2)
    assert [ransom_price(kind) for kind in ("li", "hi", "arc", "cav", "cap1", "cap3")] == [40, 100, 100, 200, 200, 600]
    game.prisoners = [Prisoner(0, 1, "li"), Prisoner(1, 0, "hi"), Prisoner(1, 0, "hi"), Prisoner(BARBARIANS, 0, "li")]
    player(game, 0, florins=100, camp=counts(cav=2))
    assert list(ransoms(Buyer(game, 0), 0)) == [Ransom(BARBARIANS, "li"), Ransom(1, "hi")]
    assert list(ransoms(Buyer(game, 0), 1)) == [Ransom(BARBARIANS, "li")]
    assert list(recalls(Buyer(game, 0))) == [Recall("cav")]
    events = emitted(game, ransom, 0, SITE, 1, "hi")
    assert paid(events) == [(0, 1, 100, "MU-BUY-11")]
    (told,) = happened(events, Ransomed)
    assert (told.seat, told.holder, told.kind, told.florins) == (0, 1, "hi", 100)
    assert (game.ever[1].ransom_income, game.players[0].recruits, numbers(game, SITE, 0)) == (100, 1, {"hi": 1})
    assert game.prisoners == [Prisoner(0, 1, "li"), Prisoner(1, 0, "hi"), Prisoner(BARBARIANS, 0, "li")]
    player(game, 0, florins=100)
    assert paid(emitted(game, ransom, 0, SITE, BARBARIANS, "li")) == [(0, BARBARIANS, 40, "MU-BUY-11")]
    (told,) = emitted(game, recall, 0, SITE, "cav")
    assert isinstance(told, Recalled)
    assert (told.seat, told.kind, told.space) == (0, "cav", SITE)
    assert (game.players[0].camp, game.players[0].recruits) == (counts(cav=1), 3)
    assert list(ransoms(Buyer(game, 0), 0)) == list(recalls(Buyer(game, 0))) == [], "three units are enough"


def kinds_offered(offers):
    return [offer.kind for offer in offers]


def buildings_offered(game, space):
    return [offer for offer in site_offers(Buyer(game, 0), space) if isinstance(offer, Raise)]


@pytest.mark.rule("MU-BUY-02", "MU-BUY-03", "MU-TEC-51", "MU-TEC-52", "MU-TEC-61", "MU-CARD-32", "MU-CARD-33")
def test_buildings_offered_and_their_price():
    game = bare_table(2)
    assert list(buildings_offered(game, SITE)) == []
    technology(game, 0, green=2, violet=1)
    assert list(buildings_offered(game, SITE)) == [
        *(Raise("civil", level) for level in (1, 2, 3)),
        *(Raise("military", level) for level in (1, 2, 3)),
        Raise("cathedral", 1),
    ]
    assert {offer.category for offer in buildings_offered(game, COLD)} == {"military", "cathedral"}
    land(game, SITE, civil=1, cathedral=1)
    assert [offer for offer in buildings_offered(game, SITE) if offer.category != "military"] == [
        Raise("civil", 2),
        Raise("civil", 3),
    ]
    player(game, 0, florins=399)
    assert Raise("civil", 3) not in buildings_offered(game, SITE)
    player(game, 0, florins=400)
    assert Raise("civil", 3) in buildings_offered(game, SITE)
    assert building_price(game, 0, "civil", 1, 3) == Price(200, 2, "green")
    assert building_price(game, 0, "cathedral", 0, 1) == Price(300, 1, "violet")
    lay_effect(game, "discount", 0, amount=50, until="phase")
    assert building_price(game, 0, "military", 0, 1) == Price(50, 1, "green")
    assert building_price(game, 1, "military", 0, 1) == Price(100, 1, "green")
    lay_effect(game, "half-price", 0, until="phase")
    assert building_price(game, 0, "military", 0, 2) == Price(75, 2, "green")
    buy(game, 0, SITE, Raise("military", 1))
    assert game.effects == [], "an Architect serves once"


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09", "MU-TEC-11", "MU-TEC-53")
def test_transports_and_engines_bought_and_raised():
    game = bare_table(2)
    wagon = vehicle(game, 0, "wagon", 1, SITE)
    engine = vehicle(game, 0, "engine", 1, SITE)
    vehicle(game, 1, "wagon", 1, SITE)
    assert list(vehicle_upgrades(Buyer(game, 0), SITE)) == []
    technology(game, 0, blue=1)
    assert list(vehicle_upgrades(Buyer(game, 0), SITE)) == [UpgradeVehicle(wagon, 2), UpgradeVehicle(wagon, 3)]
    technology(game, 0, green=3)
    assert list(vehicle_upgrades(Buyer(game, 0), SITE)) == [UpgradeVehicle(engine, 2), UpgradeVehicle(engine, 3)]
    game.supply["trebuchet"] = 0
    assert list(vehicle_upgrades(Buyer(game, 0), SITE)) == [UpgradeVehicle(engine, 3)]
    player(game, 0, florins=399)
    assert list(vehicle_upgrades(Buyer(game, 0), SITE)) == []
    assert [vehicle_cost(kind, 1, 3) for kind in ("wagon", "engine")] == [Price(200, 2, "blue"), Price(200, 2, "green")]
    player(game, 0, florins=400)
    technology(game, 0, blue=1, green=3)
    stray = vehicle(game, 0, "wagon", 1, COLD)
    assert list(vehicle_upgrades(Buyer(game, 0), COLD)) == [], f"no workshop for {stray} there"
    events = emitted(game, upgrade, 0, engine, 3)
    assert paid(events) == [(0, BARBARIANS, 200, "MU-TECH-03"), (0, BARBARIANS, 200, "MU-BUY-09")]
    player(game, 0, florins=400, points=(9,) * 6)
    assert paid(emitted(game, upgrade, 0, wagon, 2)) == [(0, BARBARIANS, 100, "MU-BUY-05")]
    assert (game.vehicles[engine].level, game.vehicles[wagon].level) == (3, 2)
    assert paid(emitted(game, buy_vehicle, 0, SITE, "caravan", 2)) == [(0, BARBARIANS, 200, "MU-BUY-05")]
    assert paid(emitted(game, buy_vehicle, 0, SITE, "engine", 1)) == [(0, BARBARIANS, 100, "MU-BUY-09")]
    new = [(one.owner, one.kind, one.level, one.space) for one in list(game.vehicles.values())[-2:]]
    assert new == [(0, "caravan", 2, SITE), (0, "engine", 1, SITE)]
    lines = BuyHere(0, SITE).preview(game, 0, BuyVehicle("engine", 2))
    assert [(line.rule, line.amount) for line in lines] == [("MU-BUY-09", -200), ("MU-TECH-03", -2)]
    lines = BuyHere(0, SITE).preview(game, 0, UpgradeVehicle(wagon, 3))
    assert [(line.rule, line.amount) for line in lines] == [("MU-BUY-05", -100), ("MU-TECH-03", -1)]


@pytest.mark.rule("MU-TECH-01", "MU-TEC-64")
def test_a_technology_is_known_from_its_level_on_or_borrowed_once():
    game = bare_table(2)
    technology(game, 0, green=2)
    assert [knows(game, 0, key) for key in ("masonry", "architecture", "mathematics", "religion")] == [True, True, False, False]
    assert facts(why_not_design(game, 0, "military")) == []
    assert facts(why_not_design(game, 0, "engine")) == [("MU-TEC-53", {"technology": "mathematics"})]
    lay_effect(game, "borrowed", 0, "mathematics", until="phase")
    assert knows(game, 0, "mathematics")
    assert not knows(game, 1, "mathematics")
    assert facts(why_not_design(game, 0, "engine")) == []
    use_loan(game, 0, "architecture")
    assert len(game.effects) == 1
    use_loan(game, 0, "mathematics")
    assert not knows(game, 0, "mathematics")


@pytest.mark.rule("MU-TECH-03")
def test_points_that_are_lacking_are_paid_in_florins():
    game = bare_table(2)
    player(game, 0, florins=300, points=(0, 0, 0, 0, 1, 0))
    assert can_pay(game, 0, Price(100, 3, "green"))
    assert not can_pay(game, 0, Price(100, 3, "green"), fee=1)
    lines = price_lines(game, 0, Price(100, 3, "green"), "MU-BUY-02")
    assert [(line.rule, line.amount, line.unit) for line in lines] == [
        ("MU-BUY-02", -100, "florins"),
        ("MU-TECH-03", -1, "points-green"),
        ("MU-TECH-03", -200, "florins"),
    ]
    assert price_lines(game, 0, Price(0), "x") == []


# -- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-BUY-06", "MU-BUY-07", "MU-BUY-08")
def test_why_a_unit_is_refused_in_figures():
    game = bare_table(2)
    assert facts(why_not_recruit(game, 0, SITE, "li")) == []
    assert facts(why_not_recruit(game, 0, COLD, "li")) == [("MU-BUY-07", {"space": COLD})]
    player(game, 0, recruits=3, reserve=(0,) * 5, florins=19)
    assert facts(why_not_recruit(game, 0, SITE, "li")) == [
        ("MU-BUY-08", {"limit": 3}),
        ("MU-BUY-06", {"need": 1, "have": 0}),
        ("MU-BUY-06", {"need": 20, "have": 19}),
    ]
    player(game, 0, recruits=2, reserve=(1,) * 5, florins=150)
    assert facts(why_not_recruit(game, 0, SITE, "cap1")) == [
        ("MU-TEC-41", {"technology": "art_of_war"}),
        ("MU-BUY-06", {"need": 200, "have": 150}),
    ]


@pytest.mark.rule("MU-BUY-02", "MU-BUY-03")
def test_why_a_building_is_refused_in_figures():
    game = bare_table(2)
    technology(game, 0, green=2, violet=1)
    assert facts(why_not_raise(game, 0, SITE, "civil", 2)) == []
    assert facts(why_not_raise(game, 0, COLD, "civil", 1)) == [("MU-TEC-51", {"space": COLD})]
    assert facts(why_not_raise(game, 0, COLD, "military", 1)) == []
    assert facts(why_not_raise(game, 0, "buda", "military", 1)) == [("MU-TEC-52", {"space": "buda"})]
    land(game, SITE, civil=2)
    for level in (1, 2, 4):
        assert facts(why_not_raise(game, 0, SITE, "civil", level)) == [("MU-BUY-03", {"space": SITE})]
    game.supply["city"] = 0
    assert facts(why_not_raise(game, 0, SITE, "civil", 3)) == [("MU-SET-08", {"piece": "city"})]
    game.supply["city"] = 1
    player(game, 0, florins=199)
    assert facts(why_not_raise(game, 0, SITE, "civil", 3)) == [("MU-BUY-02", {"need": 200, "have": 199})]


@pytest.mark.rule("MU-BUY-05", "MU-BUY-09")
@pytest.mark.parametrize(
    ("kind", "rule", "design", "piece"),
    [("wagon", "MU-BUY-05", "MU-TEC-11", "wagon"), ("engine", "MU-BUY-09", "MU-TEC-53", "catapult")],
)
def test_why_a_vehicle_is_refused_in_figures(kind, rule, design, piece):
    game = bare_table(2)
    assert facts(why_not_vehicle(game, 0, SITE, kind, 0, 1))[0][0] == design
    technology(game, 0, blue=1, green=3)
    assert facts(why_not_vehicle(game, 0, SITE, kind, 0, 1)) == []
    assert facts(why_not_vehicle(game, 0, COLD, kind, 0, 1)) == [(design, {"space": COLD})]
    for old, new in ((0, 4), (0, 0), (2, 2), (2, 1)):
        assert facts(why_not_vehicle(game, 0, SITE, kind, old, new)) == [(design, {"level": new})]
    stock = game.supply[piece]
    game.supply[piece] = 0
    assert facts(why_not_vehicle(game, 0, SITE, kind, 0, 1)) == [("MU-SET-08", {"piece": piece})]
    game.supply[piece] = stock
    player(game, 0, florins=399)
    assert facts(why_not_vehicle(game, 0, SITE, kind, 0, 2)) == [(rule, {"need": 400, "have": 399})]
    assert facts(why_not_vehicle(game, 0, SITE, kind, 1, 2)) == []
    for _ in range(8):
        vehicle(game, 0, "wagon", 1, SITE)
    assert facts(why_not_vehicle(game, 0, SITE, kind, 0, 1)) == [(rule, {"need": 1, "have": 0})]


@pytest.mark.rule("MU-MOV-02")
def test_why_nothing_can_set_out():
    game = bare_table(2)
    assert facts(why_not_muster(game, 0, SITE)) == [("MU-MOV-02", {"space": SITE})]
    vehicle(game, 1, "wagon", 1, SITE, pm=6)
    assert facts(why_not_muster(game, 0, SITE)) == [("MU-MOV-02", {"space": SITE})]
    tired = vehicle(game, 0, "wagon", 1, SITE, pm=0)
    vehicle(game, 0, "wagon", 1, "constantinople", pm=6)
    assert facts(why_not_muster(game, 0, SITE)) == [("MU-MOV-13", {"need": 1, "have": 0}), ("MU-MOV-02", {"space": SITE})]
    game.vehicles[tired] = type(game.vehicles[tired])(0, "wagon", 1, SITE, pm=6)
    lay_effect(game, "no-leave", 1, SITE)
    assert facts(why_not_muster(game, 0, SITE)) == [("MU-CARD-03", {"space": SITE}), ("MU-MOV-02", {"space": SITE})]


@pytest.mark.rule("MU-TRD-05", "MU-TRD-06")
def test_why_a_transport_cannot_deal():
    game = bare_table(2)
    here = {
        space: vehicle(game, 0, kind, 1, space, pm=1)
        for space, kind in ((SITE, "caravan"), (COLD, "caravan"), ("buda", "caravan"), ("roma", "merchantman"))
    }
    assert facts(why_no_trade(game, 0, here[SITE])) == []
    assert facts(why_no_trade(game, 0, here[COLD])) == [("MU-TRD-06", {"need": 1, "have": 0})]
    assert facts(why_no_trade(game, 0, here["buda"])) == [("MU-TRD-05", {"space": "buda"})]
    tired = vehicle(game, 0, "caravan", 1, SITE, pm=0)
    assert facts(why_no_trade(game, 0, tired)) == [("MU-TRD-02", {"need": 1, "have": 0})]
    lay_effect(game, "no-trade", 1, "buda")
    assert facts(why_no_trade(game, 0, here["buda"])) == [("MU-CARD-02", {"space": "buda"})]


# -- Deployment --------------------------------------------------------------------------------------------


@pytest.mark.rule("MU-VAR-06")
def test_players_are_asked_for_deployment_until_one_calls():
    game = bare_table(3)
    game.order = (2, 0, 1)
    assert pushed(game, CallDeployments().ask)[0] == [], "the variant is off"
    game.settings["deployment"] = True
    game.stack.clear()
    game.push(CallDeployments())
    asked = []
    game.run()
    while game.deciders:
        asked.append(game.deciders[0])
        answer = list(DecideDeployment(0).options(game))[len(asked) == 2]
        events = game.apply(game.deciders[0], answer)
    assert asked == [2, 0]
    assert [event.seat for event in happened(events, DeploymentCalled)] == [0]
    assert [(effect.name, effect.seat, effect.until) for effect in game.effects] == [("deployment", 0, "phase")]
    assert is_deployed(game)


def deploying(**more):
    game = bare_table(2)
    lay_effect(game, "deployment", 0, until="phase")
    player(game, 0, **more)
    return game


@pytest.mark.rule("MU-VAR-06", "MU-CARD-28")
def test_what_can_be_ordered():
    game = deploying()
    assert list(wares(game, 0)) == ["li", "arc", "hi", "cav"]
    technology(game, 0, red=1, blue=1, green=3, violet=1)
    items = list(wares(game, 0))
    assert items[:7] == ["li", "arc", "hi", "cav", "cap1", "cap2", "cap3"]
    assert items[7:] == [
        f"{kind}:{level}"
        for kind in ("wagon", "galley", "caravan", "merchantman", "engine", "civil", "military", "cathedral")
        for level in (1, 2, 3)
        if kind != "cathedral" or level == 1
    ]
    player(game, 0, florins=399)
    assert [item for item in items if item not in wares(game, 0)] == [
        "cap2",
        "cap3",
        *(f"{kind}:{level}" for kind in ("wagon", "galley", "caravan", "merchantman") for level in (2, 3)),
        *(f"{kind}:{level}" for kind in ("engine", "civil", "military") for level in (2, 3)),
        "cathedral:1",
    ]
    player(game, 0, florins=1000, recruits=1, order=("li=20", "arc=50"), reserve=(1, 1, 1, 2, 3))
    assert [item for item in wares(game, 0) if ":" not in item] == [], "three units are enough"
    player(game, 0, recruits=0)
    assert [item for item in wares(game, 0) if ":" not in item] == ["arc", "hi", "cav", "cap1", "cap2", "cap3"]
    assert can_design(game, 1, "hi")
    assert not can_design(game, 1, "cap1")
    player(game, 1, cheap=counts(cap1=1))
    assert can_design(game, 1, "cap1")
    assert not can_design(game, 1, "cap2")


@pytest.mark.rule("MU-VAR-06")
def test_orders_are_limited_by_ones_own_land_and_tokens():
    game = deploying()
    technology(game, 0, blue=1, green=1)
    own = len(homes(game, 0))
    player(game, 0, order=("civil:1=100",) * (own - 1))
    assert "civil:1" in wares(game, 0)
    player(game, 0, order=("civil:1=100",) * own)
    assert "civil:1" not in wares(game, 0)
    player(game, 0, order=("wagon:1=100",) * 9)
    assert "wagon:1" in wares(game, 0)
    player(game, 0, order=("wagon:1=100",) * 10)
    assert "wagon:1" not in wares(game, 0)


@pytest.mark.rule("MU-VAR-06", "MU-CARD-32")
def test_an_order_is_paid_at_once_and_known_to_its_buyer_only():
    game = deploying(points=(0, 0, 0, 0, 1, 0))
    technology(game, 0, green=1)
    lay_effect(game, "discount", 0, amount=50, until="phase")
    events = emitted(game, order, 0, "civil:2")
    assert [(event.florins, event.rule, event.audience) for event in happened(events, Paid)] == [
        (100, "MU-TECH-03", (0,)),
        (150, "MU-VAR-06", (0,)),
    ]
    (told,) = happened(events, Ordered)
    assert (told.seat, told.item, told.florins, told.audience) == (0, "civil:2", 250, (0,))
    assert game.players[0].order == ("civil:2=250+1:green",)
    assert [effect.name for effect in game.effects] == ["deployment"]
    assert read("civil:2=250+1:green") == Ware("civil", 2, 250, 1, "green")
    order(game, 0, "li")
    assert game.players[0].order == ("civil:2=250+1:green", "li=20")
    assert read("li=20") == Ware("li", 0, 20)
    assert (hidden_florins(game, 0), hidden_points(game, 0)) == (270, (0, 0, 0, 0, 1, 0))
    lay_effect(game, "discount", 0, amount=50, until="phase")
    order(game, 0, "hi")
    assert [effect.name for effect in game.effects] == ["deployment", "discount"], "an Architect cheapens no unit"


@pytest.mark.rule("MU-VAR-06", "MU-TEC-64")
def test_a_borrowed_design_serves_for_one_order():
    game = deploying()
    lay_effect(game, "borrowed", 0, "carpentry", until="phase")
    order(game, 0, "li")
    assert len(game.effects) == 2
    order(game, 0, "wagon:1")
    assert [effect.name for effect in game.effects] == ["deployment"]


@pytest.mark.rule("MU-VAR-06")
def test_where_ordered_pieces_may_go():
    game = deploying()
    own = [space for space in game.area if space in homes(game, 0)]
    towns = [space for space in own if space in world.towns(world.FIRST)]
    ports = [space for space in towns if world.towns(world.FIRST)[space].port]
    assert deployable(game, 0, Ware("civil", 1, 0)) == towns
    assert deployable(game, 0, Ware("military", 1, 0)) == own
    land(game, towns[0], civil=1)
    assert deployable(game, 0, Ware("civil", 1, 0)) == towns[1:]
    game.supply["village"] = 0
    assert deployable(game, 0, Ware("civil", 1, 0)) == []
    assert deployable(game, 0, Ware("caravan", 1, 0)) == towns
    assert deployable(game, 0, Ware("galley", 1, 0)) == ports
    assert deployable(game, 0, Ware("hi", 0, 0)) == towns
    player(game, 0, reserve=(0, 0, 1, 1, 1))
    assert deployable(game, 0, Ware("hi", 0, 0)) == []
    game.supply["galley"] = 0
    assert deployable(game, 0, Ware("galley", 1, 0)) == []
    for _ in range(8):
        vehicle(game, 0, "wagon", 1, towns[0])
    assert deployable(game, 0, Ware("caravan", 1, 0)) == []


@pytest.mark.rule("MU-VAR-06")
def test_ordered_pieces_are_placed_in_turn_order_one_by_one():
    game = deploying(order=("civil:1=100", "wagon:2=200", "li=20"))
    player(game, 1, order=("hi=50",))
    game.order = (1, 0)
    game.stack.clear()
    game.push(DeployAll())
    game.run()
    assert (game.deciders, game.decision) == ((1,), DeployPiece(1, "hi", 0))
    game.apply(1, Deploy("buda"))
    assert (numbers(game, "buda", 1), game.players[1].recruits) == ({"hi": 1}, 1)
    assert game.decision == DeployPiece(0, "civil", 1)
    game.apply(0, Deploy(SITE))
    assert game.lands[SITE].civil == 1
    assert game.decision == DeployPiece(0, "wagon", 2)
    game.apply(0, Deploy("constantinople"))
    (wagon,) = game.vehicles.values()
    assert (wagon.kind, wagon.level, wagon.space) == ("wagon", 2, "constantinople")
    game.apply(0, Deploy(SITE))
    assert (numbers(game, SITE, 0), game.players[0].recruits, game.players[0].order) == ({"li": 1}, 1, ())
    assert game.stack == []


@pytest.mark.rule("MU-VAR-06")
def test_what_finds_no_place_is_paid_back_to_the_florin():
    game = deploying(order=("galley:1=230", "li=20"))
    for space in homes(game, 0):
        land(game, space, holder=1)
    events = emitted(game, deploy_next, 0, "galley:1=230")
    (told,) = happened(events, OrderReturned)
    assert (told.seat, told.item, told.florins) == (0, "galley", 230)
    assert paid(events) == [(BARBARIANS, 0, 230, "MU-VAR-06")]
    assert game.players[0].order == ("li=20",)


@pytest.mark.rule("MU-VAR-06", "MU-BUY-01")
def test_hidden_orders_are_an_option_of_the_block_until_looked_at():
    table = Table(2, options={"deployment": True}, at="purchases", order=[0, 1]).do("calldeployment")
    assert OrderGoods() in table.offers()
    table.do(OrderGoods())
    assert Order("li") in table.offers()
    table.do("closeorder")
    assert OrderGoods() not in table.offers()
