"""Leaders in figures: who may act, general orders, training, newcomers, the market, age and places."""

import pytest

from marchland.games.cendre.orders import (
    Bid,
    CastSpell,
    Cultivate,
    Defend,
    Dismiss,
    FormArmy,
    Heal,
    Hire,
    MoveCapital,
    Place,
    Prospect,
    RecruitLeader,
    RecruitUnits,
    Stabilise,
    Train,
)
from marchland.games.cendre.rules.civil.operation import on_the_spot
from marchland.games.cendre.rules.civil.workplaces import places_of_work
from marchland.games.cendre.rules.common.inquiry import gifted, is_at_large
from marchland.games.cendre.rules.common.ledger import GoodsMoved, OrderDone, OrderRefused
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.general import (
    CapitalMoved,
    GeneralTest,
    LeaderTrained,
    dismiss_leaders,
    heal_leaders,
    move_capitals,
    recruit_leaders,
    recruiting_refusal,
    train_leaders,
    training_price,
    training_row,
    wished_trait,
)
from marchland.games.cendre.rules.leaders import actors, succession
from marchland.games.cendre.rules.leaders import recruits as recruits_chapter
from marchland.games.cendre.rules.leaders.actors import (
    Actor,
    acting_leader,
    check_actor,
    has_the_type,
    refresh_leaders,
    sober_up,
    take_action,
    unfitness,
)
from marchland.games.cendre.rules.leaders.market import (
    LeaderHired,
    LeaderOffered,
    LeaderWithdrew,
    bid_refusal,
    lower_prices,
    market_deaths,
    newcomers,
    offer_on_market,
    own_bids,
    settle_bids,
)
from marchland.games.cendre.rules.leaders.names import name_lists, random_name
from marchland.games.cendre.rules.leaders.people import (
    LeaderHealed,
    LeaderHurt,
    LeaderJoined,
    LeaderLeft,
    escapes_death,
    refuge,
    wound,
)
from marchland.games.cendre.rules.leaders.recruits import (
    colour_of_newcomer,
    create_leader,
    fewest_leaders,
    most_leaders,
    new_age,
    new_ruler,
    new_specials,
    newcomer_chance,
    random_leader,
    random_types,
    staff,
    teaching,
)
from marchland.games.cendre.rules.leaders.succession import crown_rulers, old_age
from marchland.games.cendre.rules.leaders.training import (
    ceiling,
    detailed,
    level_at,
    make_civil,
    make_military,
    new_gift,
    new_tactic,
    new_talent,
    raised,
    sharpened,
    tactics_at,
)
from marchland.games.cendre.rules.war.armies import dissolve_armies, form_armies, may_stand
from marchland.games.cendre.rules.war.posts import place_leaders
from marchland.games.cendre.state import Army, Civil, Listing, Magic, Military, Troop
from marchland.games.cendre.world import BOOKLETS, DOMAINS, SITES
from marchland.kernel.errors import IllegalAction

from .realm import (
    A,
    M,
    V,
    found,
    garrison,
    land,
    leader,
    nation,
    no_leaders,
    no_units,
    replace,
    script,
    sheet,
    table,
    treaty,
)

OWN, NEXT, THIRD = "AKL", "VAL", "BPL"


def refused(game):
    return [(event.rule, event.facts) for event in found(game.outbox, OrderRefused)]


def done(game):
    return [event.line for event in found(game.outbox, OrderDone)]


def empty(*names):
    """A table whose nations have nobody."""
    game = table()
    no_leaders(game)
    for name in names or (A,):
        nation(game, name, known=(), stability=0, reputation=0)
    return game


# -- who may act ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-01")
def test_why_a_leader_may_not_act():
    game = empty()
    who = leader(game, A, civil=2)

    def why(order=None, **fields):
        return unfitness(replace(game.leaders[who], **fields), order or Stabilise(leader=who))

    assert why() is None
    assert why(captor=M) == ("TC-LEAD-01", "prisoner")
    assert why(wounded=True) == ("TC-GEN-01", "wounded")
    assert why(Heal(who), wounded=True) is None
    assert why(idle="unpaid") == ("TC-LEAD-02", "unpaid")
    assert why(idle="drunk") == ("TC-LEAD-04", "drunk")
    assert why(acted=True) == ("TC-LEAD-01", "acted")
    assert why(civil=None) == ("TC-LEAD-01", "type")


@pytest.mark.rule("TC-LEAD-01")
def test_every_kind_of_operation_needs_its_type():
    game = empty()
    civil, officer, mage = leader(game, A, civil=2), leader(game, A, military=3), leader(game, A, power=3)
    militarist = leader(game, A, civil=2, gifts=("militariste",))
    people = [game.leaders[who] for who in (civil, officer, mage, militarist)]
    assert [has_the_type(who, Stabilise(leader="")) for who in people] == [True, False, False, True]
    assert [has_the_type(who, CastSpell("", "eau/1")) for who in people] == [False, False, True, False]
    assert [has_the_type(who, Defend("")) for who in people] == [False, True, False, False]
    assert [has_the_type(who, RecruitUnits("", "akl-lances", 1)) for who in people] == [False, True, False, True]
    assert [has_the_type(who, Heal("")) for who in people] == [True] * 4
    assert [has_the_type(who, Place("", OWN)) for who in people] == [False] * 4


@pytest.mark.rule("TC-LEAD-01")
def test_a_leader_acts_for_his_own_nation_once(monkeypatch):
    game = empty()
    who = leader(game, A, civil=2)
    mine, wrong = Stabilise(leader=who), Stabilise(leader="L999")
    assert acting_leader(game, A, 1, mine) == game.leaders[who] == check_actor(game, A, mine)
    assert game.outbox == []
    for name, order in ((A, wrong), (M, mine)):
        assert acting_leader(game, name, 1, order) is None
        assert refused(game)[-1] == ("TC-LEAD-01", {"leader": order.leader, "why": "unknown"})
        with pytest.raises(IllegalAction) as refusal:
            check_actor(game, name, order)
        assert (refusal.value.rule, refusal.value.facts) == refused(game)[-1]
    take_action(game, "L999")
    take_action(game, who)
    assert game.leaders[who].acted
    assert acting_leader(game, A, 1, mine) is None
    assert refused(game)[-1] == ("TC-LEAD-01", {"leader": who, "why": "acted"})
    game.leaders[who] = replace(game.leaders[who], acted=False, wounded=True)
    with pytest.raises(IllegalAction) as refusal:
        check_actor(game, A, mine)
    assert (refusal.value.rule, refusal.value.facts) == ("TC-GEN-01", {"leader": who, "why": "wounded"})
    game.leaders[who] = replace(game.leaders[who], wounded=False)
    monkeypatch.setattr(actors, "spell_forbids", lambda game, what, **target: (what, target) == ("act", {"leader": who}))
    assert acting_leader(game, A, 1, mine) is None
    assert refused(game)[-1] == ("TC-MAG-02", {"leader": who, "why": "spellbound"})
    with pytest.raises(IllegalAction) as refusal:
        check_actor(game, A, mine)
    assert (refusal.value.rule, refusal.value.facts) == refused(game)[-1]


@pytest.mark.rule("TC-LEAD-01")
def test_a_new_season_lets_everybody_act_again():
    game = empty()
    tired, drunk, fresh = leader(game, A, civil=2, acted=True), leader(game, A, civil=2, idle="drunk"), leader(game, A, civil=2)
    before = game.leaders[fresh]
    refresh_leaders(game)
    assert [(game.leaders[who].acted, game.leaders[who].idle) for who in (tired, drunk, fresh)] == [(False, "")] * 3
    assert game.leaders[fresh] is before


@pytest.mark.rule("TC-LEAD-12")
def test_gifts_of_prisoners_and_of_the_spellbound_do_not_work(monkeypatch):
    from marchland.games.cendre.rules.common import inquiry

    game = empty()
    free, captive, bound = (leader(game, A, civil=2, gifts=("fermier",), captor=c) for c in ("", M, ""))
    leader(game, A, civil=2, gifts=("marchand",))
    monkeypatch.setattr(inquiry, "spell_forbids", lambda game, what, leader: (what, leader) == ("act", bound))
    assert [is_at_large(game, game.leaders[who]) for who in (free, captive, bound)] == [True, False, False]
    assert [who.id for who in gifted(game, A, "fermier")] == [free]


@pytest.mark.rule("TC-CIV-01")
def test_who_goes_where_his_order_needs_him():
    game = empty()
    assert on_the_spot(game, Actor("L1", OWN, 3), NEXT).at == NEXT
    assert on_the_spot(game, Actor("L1", OWN, 3), "ZZZ").at == OWN
    assert on_the_spot(game, Actor("x@AKL", OWN, 3, structure="maison-des-masques"), NEXT).at == OWN
    game.armies["L1"] = Army(leader="L1", nation=A, at=OWN)
    assert on_the_spot(game, Actor("L1", OWN, 3), NEXT).at == OWN
    game.armies.clear()
    game.season = "hiver"
    assert on_the_spot(game, Actor("L1", OWN, 3), NEXT).at == OWN


# -- general orders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GEN-01")
def test_healing_costs_ten_gold_and_the_season():
    game = empty()
    nation(game, A, gold=10)
    hurt, other, sound = (leader(game, A, civil=2, wounded=w) for w in (True, True, False))
    sheet(game, A, Heal(sound), Heal(hurt), Heal(other), Heal("L999"))
    heal_leaders(game)
    assert [game.leaders[who].wounded for who in (hurt, other)] == [False, True]
    assert (game.leaders[hurt].acted, game.leaders[other].acted, game.nations[A].goods.gold) == (True, False, 0)
    assert refused(game) == [
        ("TC-GEN-01", {"leader": sound, "why": "healthy"}),
        ("TC-GEN-01", {"leader": other, "why": "price"}),
        ("TC-LEAD-01", {"leader": "L999", "why": "unknown"}),
    ]
    assert done(game) == [1]
    assert [(event.leader, event.reason) for event in found(game.outbox, LeaderHealed)] == [(hurt, "healing")]


@pytest.mark.rule("TC-GEN-01", "TC-STRUCT-08")
def test_hot_baths_heal_whoever_stays_there_for_nothing():
    game = empty()
    nation(game, A, gold=0)
    land(game, OWN, structures=("bains-chauds",))
    bathing = leader(game, A, at=OWN, civil=2, wounded=True)
    away = leader(game, A, at=NEXT, civil=2, wounded=True)
    captive = leader(game, A, at=OWN, civil=2, wounded=True, captor=M)
    nowhere = leader(game, A, civil=2, wounded=True)
    game.leaders[nowhere] = replace(game.leaders[nowhere], at="")
    sound = leader(game, A, at=OWN, civil=2)
    heal_leaders(game)
    assert [game.leaders[who].wounded for who in (bathing, away, captive, nowhere, sound)] == [False, True, True, True, False]
    assert [(event.leader, event.reason, event.rule) for event in found(game.outbox, LeaderHealed)] == [
        (bathing, "bains-chauds", "TC-STRUCT-08")
    ]
    assert not game.leaders[bathing].acted


@pytest.mark.rule("TC-GEN-02")
def test_whom_the_ruler_may_dismiss():
    game = empty()
    ruler, other, captive = leader(game, A, civil=2, ruler=True), leader(game, A, civil=2), leader(game, A, civil=2, captor=M)
    foreign = leader(game, M, civil=2)
    free = leader(game, A, civil=2)
    for target in ("L999", ruler, captive, foreign):
        game.outbox = []
        sheet(game, A, Dismiss(ruler, target))
        dismiss_leaders(game)
        assert refused(game) == [("TC-GEN-02", {"leader": target})]
        assert not game.leaders[ruler].acted
    sheet(game, A, Dismiss(other, free), Dismiss("L999", free), Dismiss(ruler, free))
    game.outbox = []
    dismiss_leaders(game)
    assert refused(game) == [("TC-GEN-02", {"leader": free}), ("TC-LEAD-01", {"leader": "L999", "why": "unknown"})]
    assert (game.leaders[free].nation, game.market[free].refuses) == ("", A)
    assert game.leaders[ruler].acted
    assert done(game) == [2]
    assert found(game.outbox, LeaderLeft)[0].reason == "dismissed"


@pytest.mark.rule("TC-GEN-03")
def test_moving_the_capital():
    def moved(die=5, gold=50, stability=0, order=NEXT, army="", **fields):
        game = empty()
        nation(game, A, gold=gold, stability=stability)
        land(game, NEXT, town=1)
        land(game, NEXT, **fields)
        who = leader(game, A, at=OWN, civil=2)
        if army:
            game.armies[who] = Army(leader=who, nation=A, at=army)
            game.leaders[who] = replace(game.leaders[who], at=army)
        sheet(game, A, MoveCapital("L999", NEXT), MoveCapital(who, order))
        script(game, die)
        move_capitals(game)
        return game, game.leaders[who]

    game, who = moved()
    assert (game.nations[A].capital, game.nations[A].stability, game.nations[A].goods.gold) == (NEXT, -2, 0)
    assert (who.at, who.acted) == (NEXT, True)
    (test,) = found(game.outbox, GeneralTest)
    assert (test.die, test.bonus, test.difficulty, test.success, test.order, test.leader) == (5, 0, 5, True, "MoveCapital", who.id)
    assert found(game.outbox, CapitalMoved)[0].territory == NEXT
    assert [rule for rule, _ in refused(game)] == ["TC-LEAD-01"]
    game, who = moved(die=4)
    assert (game.nations[A].capital, game.nations[A].stability, game.nations[A].goods.gold, who.acted) == (OWN, 0, 0, True)
    assert moved(die=4, stability=1)[0].nations[A].capital == NEXT
    for fields, why in (
        ({"gold": 49}, "price"),
        ({"order": OWN}, ""),
        ({"town": 0}, ""),
        ({"controller": M}, ""),
        ({"owner": M}, ""),
    ):
        game, who = moved(**fields)
        assert refused(game)[1:] == [("TC-GEN-03", {"territory": fields.get("order", NEXT), "why": why})]
        assert (who.acted, game.nations[A].goods.gold) == (False, fields.get("gold", 50))
    assert moved(army=OWN)[0].nations[A].capital == OWN
    assert moved(army=NEXT)[0].nations[A].capital == NEXT
    assert refused(moved(order="ZZZ")[0])[1][0] == "TC-GEN-03"


@pytest.mark.rule("TC-GEN-05")
def test_training_is_paid_once_and_once_more_a_point_and_tested():
    def trained(die=7, gold=100, level="fort", kind="civil", bonus=0, **fields):
        game = empty()
        nation(game, A, gold=gold)
        who = leader(game, A, civil=3, **fields)
        sheet(game, A, Train("L999", "civil", "fort"), Train(who, kind, level, bonus))
        script(game, die, *[1] * 20)
        train_leaders(game)
        return game, game.leaders[who]

    game, who = trained()
    assert (game.nations[A].goods.gold, who.civil.level, who.civil.competence, who.acted) == (40, "fort", 4, True)
    (told,) = found(game.outbox, LeaderTrained)
    assert (told.nation, told.leader, told.level, told.audience) == (A, who.id, "fort", (game.seats[A],))
    test = found(game.outbox, GeneralTest)[0]
    assert (test.die, test.bonus, test.difficulty, test.success, test.rule) == (7, 0, 7, True, "TC-GEN-05")
    game, who = trained(die=6)
    assert (game.nations[A].goods.gold, who.civil.level, who.acted) == (40, "moyen", True)
    game, who = trained(die=6, bonus=1, gold=120)
    assert (game.nations[A].goods.gold, who.civil.level) == (0, "fort")
    game, who = trained(bonus=1, gold=119)
    assert refused(game)[1] == ("TC-GEN-05", {"need": 120, "have": 119, "why": "price"})
    assert (who.acted, game.nations[A].goods.gold) == (False, 119)
    assert trained(bonus=3, gold=240)[1].civil.level == "fort"
    for fields in (
        {"bonus": 4},
        {"bonus": -1},
        {"level": "très fort"},
        {"level": "moyen"},
        {"kind": "militaire"},
        {"level": "competence"},
    ):
        game, who = trained(gold=999, **fields)
        assert refused(game)[1] == ("TC-GEN-05", {"leader": who.id, "bonus": fields.get("bonus", 0)})
        assert who.civil.level == "moyen"


@pytest.mark.rule("TC-GEN-05")
def test_beyond_the_last_level_one_characteristic_at_a_time():
    game = empty()
    who = leader(game, A, civil=5)
    best = replace(game.leaders[who].civil, level="très fort")
    game.leaders[who] = replace(game.leaders[who], civil=best)
    row = training_row(game, game.leaders[who], Train(who, "civil", "competence"))
    assert (row.difficulty, row.cost, row.bonus) == (10, 200, 4)
    for level in ("très fort", "command", "magic"):
        assert training_row(game, game.leaders[who], Train(who, "civil", level)) is None
    game.leaders[who] = replace(game.leaders[who], civil=replace(best, competence=6))
    assert training_row(game, game.leaders[who], Train(who, "civil", "competence")) is None
    assert training_row(game, game.leaders[who], Train(who, "magique", "power")) is None
    weak = leader(game, A, civil=1)
    game.leaders[weak] = replace(game.leaders[weak], civil=Civil("fort", 4))
    assert training_row(game, game.leaders[weak], Train(weak, "civil", "très fort")).cost == 100
    assert training_row(game, game.leaders[weak], Train(weak, "civil", "fort")) is None


@pytest.mark.rule("TC-GEN-05", "TC-STRUCT-08")
def test_a_field_of_mars_halves_the_price_for_officers():
    game = empty()
    who = leader(game, A, at=OWN, military=4, civil=3)
    row = training_row(game, game.leaders[who], Train(who, "militaire", "fort"))

    def price(kind="militaire", bonus=0, at=OWN):
        return training_price(game, replace(game.leaders[who], at=at), Train(who, kind, "fort", bonus), row)

    assert (price(), price(bonus=2)) == (60, 180)
    land(game, OWN, structures=("champ-de-mars",))
    assert (price(), price(bonus=2), price("civil"), price(at=NEXT), price(at="")) == (30, 90, 60, 60, 60)
    land(game, OWN, controller=M)
    assert price() == 60


@pytest.mark.rule("TC-GEN-05")
def test_what_a_level_and_what_a_characteristic_bring():
    game = empty()
    script(game, *[1, 2, 3, 4, 5, 6] * 6)
    who = game.leaders[leader(game, A, civil=3, talents=("culture", "recherche"), gifts=("fermier",))]
    better = raised(game, who, "civil").civil
    assert (better.level, better.competence, len(better.talents), len(better.gifts)) == ("fort", 4, 3, 2)
    officer = game.leaders[leader(game, A, military=6, strategy=2, tactics=("raid",))]
    higher = raised(game, officer, "militaire").military
    assert (higher.level, higher.command, higher.strategy, len(higher.tactics)) == ("fort", 8, 3, 2)
    mage = game.leaders[leader(game, A, power=5, control=2, colours=("eau",))]
    for power, control, after in ((5, 2, (7, 3)), (9, 1, (9, 3)), (1, 5, (7, 5))):
        magic = raised(game, replace(mage, magic=Magic("moyen", power, control, ("eau",))), "magique").magic
        assert (magic.level, (magic.power, magic.control), magic.colours) == ("fort", after, ("eau",))
    assert sharpened(game, who, "competence").civil == replace(who.civil, competence=4)
    assert len(sharpened(game, who, "talents").civil.talents) == 3
    assert len(sharpened(game, who, "gifts").civil.gifts) == 2
    assert sharpened(game, officer, "command").military == replace(officer.military, command=7)
    assert sharpened(game, officer, "strategy").military == replace(officer.military, strategy=3)
    assert len(sharpened(game, officer, "tactics").military.tactics) == 2
    assert sharpened(game, mage, "power").magic == replace(mage.magic, power=6)
    assert sharpened(game, mage, "control").magic == replace(mage.magic, control=3)


@pytest.mark.rule("TC-LEAD-01")
def test_levels_keep_within_the_scale_and_bring_their_figures():
    assert [level_at(place) for place in (-1, 0, 1, 4, 5)] == ["très faible", "très faible", "faible", "très fort", "très fort"]
    game = empty()
    script(game, *[1, 2, 3, 4, 5, 6, 7, 8] * 8)
    for level, competence, talents, gifts in (("très faible", 1, 0, 0), ("moyen", 3, 2, 1), ("très fort", 5, 4, 3)):
        made = make_civil(game, A, level, "fermier")
        assert (made.level, made.competence, len(made.talents), len(made.gifts)) == (level, competence, talents, gifts)
        assert made.gifts[:1] == ("fermier",)[:gifts]
        assert made.gifts.count("fermier") == min(1, gifts)
    for level, command, strategy, tactics in (("très faible", 3, 0, 0), ("moyen", 6, 2, 1), ("très fort", 10, 4, 3)):
        officer = make_military(game, A, level, "raid")
        assert (officer.level, officer.command, officer.strategy, len(officer.tactics)) == (level, command, strategy, tactics)
        assert officer.tactics.count("raid") == min(1, tactics)
    nation(game, A, known=("Nouvelle technique",))
    assert len(make_military(game, A, "très faible").tactics) == 1
    who = game.leaders[leader(game, A, civil=3, military=4, power=3)]
    most = {"competence": 6, "talents": 5, "gifts": 4, "command": 14, "strategy": 5, "power": 10, "control": 5}
    assert {name: ceiling(game, who, name) for name in most} == most
    assert ceiling(game, who, "tactics") == 5
    nation(game, A, known=())
    assert ceiling(game, who, "tactics") == 4


@pytest.mark.rule("TC-SCI-04")
def test_a_new_technique_is_one_more_tactic_for_its_nation_alone():
    game = empty()
    nation(game, A, known=("Nouvelle technique",))
    assert [tactics_at(game, A, place) for place in (0, 2, 4)] == [1, 2, 4]
    assert [tactics_at(game, M, place) for place in (0, 2, 4)] == [0, 1, 3]
    assert tactics_at(game, "GONE", 2) == 1


@pytest.mark.rule("TC-LEAD-09", "TC-LEAD-10", "TC-LEAD-11")
def test_talents_gifts_and_tactics_are_thrown_again_when_one_has_them():
    game = empty()
    script(game, 1)
    assert new_talent(game, A, Civil("moyen", 3)).talents == ("agitation",)
    script(game, 1, 0)
    assert new_talent(game, A, Civil("moyen", 3, ("agitation",))).talents == ("agitation", "assassinat")
    every = tuple(dict.fromkeys(TALENTS))
    script(game)
    assert new_talent(game, A, Civil("moyen", 3, every)).talents == every
    script(game, 20)
    assert new_gift(game, A, Civil("moyen", 3)).gifts == ("astrologue",)
    script(game, 1, 2)
    assert new_gift(game, A, Civil("moyen", 3)).gifts == (f"chercheur:{DOMAINS[2]}",)
    script(game)
    assert new_gift(game, A, Civil("moyen", 3), "mécène").gifts == ("mécène",)
    script(game, 20)
    assert new_gift(game, A, Civil("moyen", 3, (), ("mécène",)), "mécène").gifts == ("mécène", "astrologue")
    script(game, 1, 0)
    assert new_gift(game, A, Civil("moyen", 3, (), ("chercheur:magie",)), "chercheur:magie").gifts == (
        "chercheur:magie",
        "militariste",
    )
    script(game, 0)
    assert new_gift(game, A, Civil("moyen", 3), "chercheur").gifts == (f"chercheur:{DOMAINS[0]}",)
    script(game, 2)
    assert new_tactic(game, Military("moyen")).tactics == ("raid",)
    script(game)
    assert new_tactic(game, Military("moyen"), "évasion").tactics == ("évasion",)
    script(game, 2)
    assert new_tactic(game, Military("moyen", 3, 0, ("évasion",)), "évasion").tactics == ("évasion", "raid")
    script(game, 2)
    have = Military("moyen", 3, 0, ("haine:nain",))
    assert new_tactic(game, have, "haine:elfe").tactics == ("haine:nain", "raid")
    script(game, 1)
    assert [detailed(game, "raid"), detailed(game, "haine")] == ["raid", "haine:hobgobelin"]


TALENTS = [
    "agitation",
    "assassinat",
    "brigandage",
    "construction",
    "culture",
    "défrichage",
    "développement",
    "embauche",
    "embellissement",
    "espionnage",
    "exploitation",
    "peuplement",
    "prospection",
    "recherche",
    "stabilisation",
    "urbanisation",
]


# -- recruiting leaders -----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GEN-04")
def test_looking_for_a_leader_is_refused_or_paid_and_tested():
    def looked(kind="civil", trait="", gold=100, die=1, mark="", people=0):
        game = empty()
        nation(game, A, gold=gold)
        who = leader(game, A, civil=2)
        for _ in range(people):
            leader(game, A, civil=1)
        if mark:
            add_mark(game, mark, 9, nation=A)
        sheet(game, A, RecruitLeader("L999", kind), RecruitLeader(who, kind, trait))
        script(game, die)
        recruit_leaders(game)
        return game, game.leaders[who]

    game, who = looked()
    assert who.acted
    assert not found(game.outbox, GeneralTest)[0].success
    assert game.nations[A].goods.gold < 100
    for fields, refusal in (
        ({"kind": "nobody"}, ("TC-GEN-04", {"kind": "nobody", "trait": ""})),
        ({"trait": "raid"}, ("TC-GEN-04", {"kind": "civil", "trait": "raid"})),
        ({"mark": "no_recruiting"}, ("TC-EVT-04", {"kind": "civil", "trait": ""})),
        ({"people": 20}, ("TC-LEAD-03", {"kind": "civil", "trait": ""})),
        ({"gold": 0}, ("TC-GEN-04", {"kind": "civil", "why": "price"})),
    ):
        game, who = looked(**fields)
        assert refused(game)[1:] == [refusal]
        assert (who.acted, game.nations[A].goods.gold) == (False, fields.get("gold", 100))


@pytest.mark.rule("TC-GEN-04")
def test_what_forbids_looking():
    game = empty()
    assert recruiting_refusal(game, A, RecruitLeader("", "civil", "mécène")) == ""
    assert recruiting_refusal(game, A, RecruitLeader("", "civil", "chercheur:magie")) == ""
    assert recruiting_refusal(game, A, RecruitLeader("", "militaire", "mécène")) == "TC-GEN-04"
    add_mark(game, "no_recruiting", 9, nation=M)
    assert recruiting_refusal(game, A, RecruitLeader("", "civil")) == ""
    for _ in range(most_leaders(game, A)):
        leader(game, A, civil=1)
    assert recruiting_refusal(game, A, RecruitLeader("", "civil")) == "TC-LEAD-03"


@pytest.mark.rule("TC-GEN-04")
def test_a_wish_comes_true_by_the_places_there_are():
    game = empty()
    fort = next(booklet for booklet in BOOKLETS.values() if booklet.leader_levels["civil"] == "fort")
    mean = next(booklet for booklet in BOOKLETS.values() if booklet.leader_levels["civil"] == "moyen")

    def wished(nation_id, types=("civil",), die=(), kind="civil", trait="mécène"):
        script(game, *die)
        return wished_trait(game, nation_id, RecruitLeader("", kind, trait), types)

    assert wished(fort.id) == "mécène"
    assert [wished(mean.id, die=(die,)) for die in (50, 51)] == ["mécène", ""]
    assert [wished(fort.id, ("civil", "militaire"), (die,)) for die in (50, 51)] == ["mécène", ""]
    assert wished(mean.id, ("civil", "militaire")) == ""
    assert wished(fort.id, ("militaire",)) == ""
    assert wished(fort.id, trait="") == ""
    assert wished(fort.id, ("magique",), kind="magique", trait="eau") == ""
    land(game, game.nations[mean.id].capital, structures=("universite",))
    assert wished(mean.id) == "mécène"


@pytest.mark.rule("TC-LEAD-03")
def test_how_many_leaders_a_nation_may_have():
    game = empty()
    extra = most_leaders(game, A)
    for code in SITES:
        land(game, code, owner="", controller="", town=0)
    base = [(0, 0), (1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (9, 4), (10, 5), (14, 5), (15, 6), (20, 6), (21, 7), (30, 7)]
    for count, most in base:
        for place, code in enumerate(SITES):
            land(game, code, owner=A if place < count else "", controller=A if place < count else "")
        assert most_leaders(game, A) == most
        assert fewest_leaders(game, A) == most // 2
    codes = list(SITES)[:2]
    for code in SITES:
        land(game, code, owner=A if code in codes else "", controller=A if code in codes else "")
    for town, plus in ((3, 0), (4, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)):
        land(game, codes[0], town=town)
        assert most_leaders(game, A) == 2 + plus
    land(game, codes[1], town=4)
    assert most_leaders(game, A) == 6
    land(game, codes[1], controller=M)
    assert most_leaders(game, A) == 5
    land(game, codes[1], controller=A, owner=M)
    assert most_leaders(game, A) == 5
    assert extra > 0
    for fields in ({}, {"captor": M}, {"ruler": True}):
        leader(game, A, civil=1, **fields)
    assert staff(game, A) == 2


@pytest.mark.rule("TC-LEAD-06")
def test_the_type_of_a_random_leader():
    game = empty()
    leader(game, A, civil=1)
    leader(game, A, civil=1, military=3)
    kinds = ["civil", "civil", "militaire", "militaire", "magique", "magique", "magique", "civil"]
    for die, kind in enumerate(kinds, 1):
        script(game, die, 0)
        assert random_types(game, A) == (kind,)
    script(game, 9)
    assert random_types(game, A) == ("civil", "militaire")
    script(game, 10)
    assert random_types(game, A) == ("civil", "magique")


@pytest.mark.rule("TC-LEAD-07")
def test_the_colour_of_a_newcomer():
    game = empty()
    nation(game, A, colours=("eau", "feu", "terre"), new_colour="")
    for die, colour in ((1, "eau"), (6, "eau"), (7, "feu"), (9, "feu"), (10, "terre")):
        script(game, die)
        assert colour_of_newcomer(game, A) == colour
    nation(game, A, colours=("eau", "feu"))
    for die, colour in ((6, "eau"), (7, "feu"), (10, "eau")):
        script(game, die)
        assert colour_of_newcomer(game, A) == colour
    script(game)
    nation(game, A, colours=("eau",))
    assert colour_of_newcomer(game, A) == "eau"
    nation(game, A, colours=())
    assert colour_of_newcomer(game, A) == "protection"
    nation(game, A, colours=("eau", "feu"), new_colour="vie")
    assert colour_of_newcomer(game, A) == "vie"


@pytest.mark.rule("TC-LEAD-06")
def test_a_new_person_of_a_people(monkeypatch):
    monkeypatch.setattr(recruits_chapter, "base_level", lambda game, nation, kind: "moyen")
    game = empty()

    def made(types, **fields):
        script(game, *[1] * 900)
        number = game.next_leader
        who = game.leaders[create_leader(game, A, types, **fields)]
        assert (who.id, game.next_leader, who.origin, who.nation) == (f"L{number}", number + 1, A, "")
        return who

    def levels(who):
        return [part.level if part else "" for part in (who.civil, who.military, who.magic)]

    assert levels(made(("civil",))) == ["moyen", "", ""]
    assert levels(made(("militaire",))) == ["", "moyen", ""]
    assert levels(made(("magique",), colour="feu")) == ["", "", "moyen"]
    assert levels(made(("civil", "militaire"))) == ["faible", "faible", ""]
    assert levels(made(("civil",), plus=1)) == ["fort", "", ""]
    assert levels(made(("civil", "militaire"), plus=1)) == ["moyen", "moyen", ""]
    assert levels(made(("civil", "militaire"), plus=1, asked="civil")) == ["moyen", "faible", ""]
    assert levels(made(("civil",), ruler=True)) == ["fort", "", ""]
    assert sorted(levels(made(("civil", "militaire"), ruler=True))) == ["", "faible", "moyen"]
    assert made(("magique",), colour="feu").magic.colours == ("feu",)
    assert made(("civil",), asked="civil", wished="mécène").civil.gifts == ("mécène",)
    assert made(("militaire",), asked="militaire", wished="raid").military.tactics == ("raid",)
    assert made(("civil",), asked="militaire", wished="mécène").civil.gifts != ("mécène",)
    assert made(("militaire",), asked="civil", wished="raid").military.tactics != ("raid",)


@pytest.mark.rule("TC-STRUCT-08", "TC-LEAD-06")
def test_the_captains_hall_teaches_raids():
    for hall, tactic, tactics in (
        (True, "évasion", {"évasion", "raid"}),
        (True, "raid", {"raid"}),
        (False, "évasion", {"évasion"}),
    ):
        game = empty()
        fort = next(b for b in BOOKLETS.values() if b.leader_levels["militaire"] == "moyen")
        land(game, fort.capital, structures=("halle-des-capitaines",) * hall)
        script(game, *[1] * 900)
        who = create_leader(game, fort.id, ("militaire",), asked="militaire", wished=tactic)
        assert set(game.leaders[who].military.tactics) == tactics
        script(game, *[1] * 900)
        assert game.leaders[create_leader(game, fort.id, ("civil",))].military is None


@pytest.mark.rule("TC-LEAD-06", "TC-SCI-05")
def test_a_random_leader_joins_and_state_education_raises_him(monkeypatch):
    monkeypatch.setattr(recruits_chapter, "base_level", lambda game, nation, kind: "faible")
    for known, plus, level in (((), 0, "faible"), (("Enseignement d'État",), 0, "moyen"), ((), 1, "moyen")):
        game = empty()
        nation(game, A, known=known)
        assert teaching(game, A) == len(known)
        script(game, *[1] * 900)
        who = game.leaders[random_leader(game, A, "newcomer", "TC-LEAD-08", plus=plus)]
        assert (who.civil.level, who.nation, who.at, who.ruler, who.acted) == (level, A, OWN, False, True)
        (told,) = found(game.outbox, LeaderJoined)
        assert (told.nation, told.reason, told.rule, told.audience) == (A, "newcomer", "TC-LEAD-08", (game.seats[A],))


@pytest.mark.rule("TC-LEAD-02")
def test_a_nation_without_a_ruler_crowns_one():
    game = empty()
    leader(game, A, civil=2, ruler=True)
    for name in BOOKLETS:
        if name not in (A, M):
            leader(game, name, civil=2, ruler=True)
    script(game, *[1] * 900)
    crown_rulers(game)
    (told,) = found(game.outbox, LeaderJoined)
    assert (told.nation, told.reason, told.rule, told.audience) == (M, "succession", "TC-LEAD-02", None)
    assert game.leaders[told.leader].ruler
    script(game, *[1] * 900)
    new_ruler(game, V, "revolution")
    assert found(game.outbox, LeaderJoined)[-1].reason == "revolution"


@pytest.mark.rule("TC-LEAD-04")
def test_the_age_and_the_gifts_of_birth_of_a_newcomer():
    game = empty()
    long_lived = next(b for b in BOOKLETS.values() if any(s.special == "long_life" for s in b.leader_specials))
    script(game, 4, 9)
    assert new_age(game, A) == 16
    script(game, 4, 9)
    assert new_age(game, long_lived.id) == 13
    script(game, 4, 9)
    assert new_age(game, "GONE") == 16
    assert new_specials(game, "GONE", True) == ()
    for booklet in BOOKLETS.values():
        for special in booklet.leader_specials:
            rolls = [] if special.chance >= 100 else [special.chance]
            if len(booklet.leader_specials) == 1 and special.applies == "new magicians":
                script(game, *rolls)
                assert new_specials(game, booklet.id, True) == (special.special,)
                assert new_specials(game, booklet.id, False) == ()
            elif len(booklet.leader_specials) == 1:
                script(game, *rolls)
                assert new_specials(game, booklet.id, False) == (special.special,)
                script(game, *[roll + 1 for roll in rolls])
                assert new_specials(game, booklet.id, False) == ((special.special,) if not rolls else ())
    drinkers = next(b for b in BOOKLETS.values() if any(s.special == "alcoholic" for s in b.leader_specials))
    chance = next(s.chance for s in drinkers.leader_specials if s.special == "alcoholic")
    assert [special.special for special in drinkers.leader_specials] == ["long_life", "alcoholic"]
    land(game, drinkers.capital, structures=("brasserie",))
    script(game, chance + 5)
    assert new_specials(game, drinkers.id, False) == ("long_life", "alcoholic")
    script(game, chance + 6)
    assert new_specials(game, drinkers.id, False) == ("long_life",)


@pytest.mark.rule("TC-LEAD-06")
def test_names_come_from_the_people_and_nobody_bears_one_twice():
    names = name_lists()
    human = names["humain"]
    for origin, race in ((A, BOOKLETS[A].race), ("GONE", "humain")):
        game = empty()
        script(game, 1, 2)
        assert random_name(game, origin) == f"{names[race].first[1]} {names[race].last[2]}"
    script(game, 1, 2, 1, 2, 3, 4)
    assert random_name(game, "GONE") == f"{human.first[3]} {human.last[4]}"
    script(game, *[1, 2] * 49, 5, 6)
    assert random_name(game, "GONE") == f"{human.first[5]} {human.last[6]}"
    for number in (2, 3):
        script(game, *[1, 2] * 50)
        assert random_name(game, "GONE") == f"{human.first[0]} {human.last[0]} {number}"
    elves = next(b for b in BOOKLETS.values() if b.race == "elfe")
    script(game, 0, 0)
    assert random_name(game, elves.id) == f"{names['elfe'].first[0]} {names['elfe'].last[0]}"
    assert len(game.borne) == len(set(game.borne)) == 6


@pytest.mark.rule("TC-LEAD-08")
def test_the_chance_of_a_newcomer(monkeypatch):
    def chance(most, here, known=(), structures=()):
        game = empty()
        monkeypatch.setattr(recruits_chapter, "most_leaders", lambda *_: most)
        monkeypatch.setattr(recruits_chapter, "added", lambda *_, **__: 0)
        nation(game, A, known=known)
        land(game, OWN, structures=structures)
        for _ in range(here):
            leader(game, A, civil=1)
        return newcomer_chance(game, A)

    assert [chance(4, here) for here in (0, 1, 2, 3, 4, 5)] == [100, 100, 20, 10, 0, 0]
    assert [chance(5, here) for here in (1, 2)] == [100, 30]
    assert chance(4, 3, ("Enseignement d'État",)) == 20
    assert chance(4, 3, structures=("universite", "ecole-de-magie", "academie")) == 30
    assert chance(4, 4, ("Enseignement d'État",), ("universite",)) == 0


@pytest.mark.rule("TC-LEAD-08")
def test_newcomers_come_to_fill_a_nation_or_by_chance(monkeypatch):
    monkeypatch.setattr(succession, "MAJORS", (A,))
    monkeypatch.setattr(succession, "newcomer_chance", lambda *_: 30)
    for die, few, reasons in ((30, 0, ["newcomer"]), (31, 0, []), (30, 1, ["minimum"])):
        monkeypatch.setattr(succession, "fewest_leaders", lambda *_, few=few: few)
        game = empty()
        script(game, die, *[1] * 900)
        succession.newcomers(game)
        assert [(event.reason, event.rule) for event in found(game.outbox, LeaderJoined)] == [
            (reason, "TC-LEAD-08") for reason in reasons
        ]


# -- the market -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-13")
def test_whoever_leaves_for_the_market_names_his_price_and_never_serves_again():
    game = empty()
    who = leader(game, A, civil=3, military=4)
    offer_on_market(game, who, "dismissed", "TC-GEN-02")
    assert game.market[who] == Listing(120, 60, game.turn, A)
    told = found(game.outbox, LeaderOffered)[0]
    assert (told.leader, told.price, told.former) == (who, 120, A)
    assert found(game.outbox, LeaderLeft)[0].reason == "dismissed"
    game.outbox = []
    offer_on_market(game, who, "again", "TC-GEN-02")
    assert not found(game.outbox, LeaderLeft)
    assert game.market[who].refuses == ""


@pytest.mark.rule("TC-LEAD-13")
def test_which_bids_count():
    game = empty(A, M, V)
    who, other = (leader(game, A, civil=3) for _ in range(2))
    for one in (who, other):
        offer_on_market(game, one, "dismissed", "TC-GEN-02")
    assert bid_refusal(game, M, Bid("L999", 60)) == "unknown"
    assert bid_refusal(game, A, Bid(who, 60)) == "former_service"
    assert [bid_refusal(game, M, Bid(who, gold)) for gold in (59, 60)] == ["below_price", ""]
    nation(game, M, reputation=2)
    sheet(game, M, Bid(who, 59), Bid(who, 70), Bid(who, 65), Bid(other, 60), Bid(who, 70), Bid(who, 80))
    game.outbox = []
    bids = own_bids(game, M)
    assert [(bid.order.leader, bid.gold, bid.reputation, bid.line, bid.nation) for bid in bids] == [
        (who, 80, 2, 5, M),
        (other, 60, 2, 3, M),
    ]
    assert [(event.line, event.facts["why"]) for event in found(game.outbox, OrderRefused)] == [
        (0, "below_price"),
        (2, "bid_twice"),
        (4, "bid_twice"),
        (1, "bid_twice"),
    ]


@pytest.mark.rule("TC-LEAD-13")
def test_who_gets_the_leader():
    def sold(*bids, gold=999, full=()):
        game = empty(A, M, V)
        who = leader(game, A, civil=3)
        offer_on_market(game, who, "dismissed", "TC-GEN-02")
        for name, price, reputation in bids:
            nation(game, name, gold=gold, reputation=reputation)
            sheet(game, name, Bid(who, price))
        for name in full:
            for _ in range(30):
                leader(game, name, civil=1)
        game.outbox = []
        settle_bids(game)
        hired = [event.nation for event in found(game.outbox, LeaderHired)]
        if hired:
            assert (game.leaders[who].nation, who in game.market) == (hired[0], False)
            paid = found(game.outbox, GoodsMoved, reason="market")
            assert [(event.nation, -event.goods.gold) for event in paid] == [(n, p) for n, p, _ in bids if n == hired[0]]
            assert found(game.outbox, LeaderJoined)[0].nation == hired[0]
        return hired, [(event.nation, event.facts["why"]) for event in found(game.outbox, OrderRefused)]

    assert sold((M, 60, 0)) == ([M], [])
    assert sold((M, 60, 0), (V, 61, 0)) == ([V], [(M, "outbid")])
    assert sold((M, 60, 0), (V, 60, 1)) == ([V], [(M, "outbid")])
    assert sold((M, 60, 1), (V, 60, 0)) == ([M], [(V, "outbid")])
    assert sold((M, 60, 0), (V, 60, 0)) == ([], [(M, "outbid"), (V, "outbid")])
    assert sold((M, 60, 0), gold=60) == ([M], [])
    assert sold((M, 60, 0), gold=59) == ([], [(M, "cannot_pay")])
    assert sold((M, 60, 0), (V, 70, 0), full=(V,)) == ([M], [(V, "no_room")])


@pytest.mark.rule("TC-LEAD-13")
def test_the_dearest_leader_is_sold_first_and_then_the_purse_is_empty():
    game = empty(A, M, V)
    cheap, dear = (leader(game, A, civil=3) for _ in range(2))
    for one in (cheap, dear):
        offer_on_market(game, one, "dismissed", "TC-GEN-02")
    nation(game, M, gold=100)
    sheet(game, M, Bid(cheap, 60), Bid(dear, 70))
    settle_bids(game)
    assert [event.leader for event in found(game.outbox, LeaderHired)] == [dear]
    assert [event.facts["why"] for event in found(game.outbox, OrderRefused)] == ["cannot_pay"]


@pytest.mark.rule("TC-LEAD-13")
def test_prices_fall_by_five_until_the_leader_gives_up():
    for season, since, price, floor, left in (
        ("ete", -1, 60, 30, 55),
        ("ete", 0, 60, 30, 60),
        ("hiver", -1, 60, 30, 60),
        ("ete", -1, 35, 30, 30),
        ("ete", -1, 34, 30, None),
    ):
        game = empty()
        game.season = season
        who, other = leader(game, "", at=OWN, civil=3), leader(game, "", at=OWN, civil=3)
        game.market = {who: Listing(price, floor, game.turn + since), other: Listing(90, 30, game.turn + since)}
        lower_prices(game)
        assert (game.market[who].price if who in game.market else None) == left
        assert (who in game.leaders) is (left is not None)
        assert [event.leader for event in found(game.outbox, LeaderWithdrew)] == [who] * (left is None)
        assert game.market[other].price == (85 if (season, since) == ("ete", -1) else 90)


@pytest.mark.rule("TC-LEAD-13")
def test_somebody_new_comes_to_the_market_more_likely_when_it_is_empty():
    for listed, die, comes in ((True, 10, True), (True, 11, False), (False, 50, True), (False, 51, False)):
        game = empty()
        if listed:
            game.market["L0"] = Listing(10, 5, 0)
        script(game, die, *[1] * 900)
        newcomers(game)
        offered = found(game.outbox, LeaderOffered)
        assert len(offered) == comes
        if comes:
            assert (offered[0].former, game.leaders[offered[0].leader].nation) == ("", "")
            assert game.market[offered[0].leader].refuses == ""


@pytest.mark.rule("TC-LEAD-13")
def test_leaders_for_hire_die_of_age_too():
    game = empty()
    for_hire, serving = leader(game, "", at=OWN, civil=3), leader(game, A, civil=3)
    other = leader(game, "", at=OWN, civil=3)
    game.market = {for_hire: Listing(60, 30, 0), other: Listing(60, 30, 0)}
    market_deaths(game, [for_hire, serving])
    assert set(game.leaders) == {serving, other}
    assert set(game.market) == {other}
    assert [event.leader for event in found(game.outbox, LeaderWithdrew)] == [for_hire]


# -- age, wounds, places ----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-LEAD-04")
def test_age_takes_a_leader_by_d100_and_a_ruler_is_followed(monkeypatch):
    game = empty()
    game.year = 202
    old, young = leader(game, A, civil=2, age=40), leader(game, A, civil=2, age=40)
    ruler = leader(game, A, civil=2, age=40, ruler=True)
    long = leader(game, A, civil=2, age=40, specials=("long_life",))
    never = leader(game, A, civil=2, age=99, specials=("immortal",))
    script(game, 40, 41, 40, 40, 41, *[1] * 900)
    old_age(game)
    assert old not in game.leaders
    assert ruler not in game.leaders
    assert [game.leaders[who].age for who in (young, long, never)] == [41, 41, 100]
    left = {event.leader: (event.reason, event.audience) for event in found(game.outbox, LeaderLeft)}
    assert left == {old: ("old_age", (game.seats[A],)), ruler: ("old_age", None)}
    assert [(event.nation, event.reason) for event in found(game.outbox, LeaderJoined)] == [(A, "succession")]
    game = empty()
    first = leader(game, A, civil=2, age=99)
    script(game)
    old_age(game)
    assert game.leaders[first].age == 100


@pytest.mark.rule("TC-LEAD-04")
def test_who_is_wounded_and_who_cannot_die(monkeypatch):
    from marchland.games.cendre.rules.leaders import people

    game = empty()
    plain, never, hurt = (
        leader(game, A, civil=2),
        leader(game, A, civil=2, specials=("immortal",)),
        leader(game, A, civil=2, wounded=True),
    )
    kept = leader(game, A, civil=2)
    monkeypatch.setattr(
        people, "spell_forbids", lambda game, what, leader: leader == kept and what in ("leader_death", "leader_wound")
    )
    for who in (plain, never, hurt, kept):
        wound(game, who, "test", "TC-LEAD-04")
    assert [game.leaders[who].wounded for who in (plain, never, hurt, kept)] == [True, False, True, False]
    assert [event.leader for event in found(game.outbox, LeaderHurt)] == [plain]
    assert [escapes_death(game, game.leaders[who]) for who in (plain, never, kept)] == [False, True, True]


@pytest.mark.rule("TC-LEAD-04")
def test_where_somebody_without_an_army_goes():
    game = empty()
    assert refuge(game, A, NEXT) == OWN
    land(game, OWN, controller=M)
    assert refuge(game, A, NEXT) == NEXT
    for code in SITES:
        if game.lands[code].controller == A:
            land(game, code, controller=M)
    assert refuge(game, A, NEXT) == OWN
    near, far = sorted((THIRD, NEXT))
    land(game, near, controller=A)
    land(game, far, controller=A)
    assert refuge(game, A, far) == far
    nation(game, A, capital="")
    for code in (near, far):
        land(game, code, controller=M)
    assert refuge(game, A, "MER") == "MER"


@pytest.mark.rule("TC-LEAD-04")
def test_who_cannot_act_this_season():
    game = empty()
    drinker = leader(game, A, civil=2, specials=("alcoholic",))
    unpaid = leader(game, A, civil=2, specials=("alcoholic",), idle="unpaid")
    jobless = leader(game, "", at=OWN, civil=2, specials=("alcoholic",))
    called, sober = leader(game, A, civil=2), leader(game, A, civil=2)
    add_mark(game, "idle", 9, nation=A, word=called)
    for die, idle in ((50, "drunk"), (51, "")):
        for who in (drinker, called):
            game.leaders[who] = replace(game.leaders[who], idle="")
        script(game, die)
        sober_up(game)
        everybody = (drinker, unpaid, jobless, called, sober)
        assert [game.leaders[who].idle for who in everybody] == [idle, "unpaid", "", "retreat", ""]


@pytest.mark.rule("TC-WAR-01")
def test_where_a_leader_may_stand():
    game = empty()
    no_units(game)
    who = game.leaders[leader(game, A, civil=2)]
    vacant = next(code for code in SITES if not SITES[code].owner)
    assert [may_stand(game, who, code) for code in (OWN, "MER", vacant, "ZZZ", "")] == [True, False, False, False, False]
    treaty(game, "pact", A, M)
    assert not may_stand(game, who, "MER")
    treaty(game, "alliance", A, M)
    assert may_stand(game, who, "MER")
    game.treaties.clear()
    garrison(game, "MER", M, akl_lances=1)
    assert not may_stand(game, who, "MER")
    garrison(game, "MER", A, akl_lances=1)
    assert may_stand(game, who, "MER")


@pytest.mark.rule("TC-WAR-01")
def test_leaders_are_placed_and_those_in_impossible_places_go_home():
    game = empty(A, M)
    no_units(game)
    who, other = leader(game, A, at=OWN, civil=2), leader(game, M, civil=2)
    captive, lost = leader(game, A, at="MER", civil=2, captor=M), leader(game, A, at="MER", civil=2)
    worker = leader(game, A, at=OWN, civil=2)
    land(game, THIRD, farms=0, farm_capacity=5)
    nation(game, A, gold=99)
    sheet(
        game,
        A,
        Place(who, NEXT),
        Place("L999", NEXT),
        Place(other, NEXT),
        Place(captive, NEXT),
        Place(who, "MER"),
        Cultivate(leader=worker, territory=THIRD),
    )
    place_leaders(game)
    assert [game.leaders[one].at for one in (who, captive, lost, worker)] == [NEXT, "MER", OWN, THIRD]
    assert [facts["leader"] for _, facts in refused(game)] == ["L999", other, captive, who]
    assert done(game) == [0]
    assert game.leaders[other].at == "MER"


@pytest.mark.rule("TC-CIV-01")
def test_which_orders_put_their_leader_on_the_spot():
    def sent(*orders, gold=99, **fields):
        game = empty(A, M)
        nation(game, A, gold=gold, agricole=9, bois=9, metal=9, prospecteurs=1)
        land(game, NEXT, farms=0, farm_capacity=5, town=1, resource_level=1)
        land(game, NEXT, **fields)
        leader(game, A, at=OWN, civil=2)
        leader(game, M, civil=2)
        mine, foreign = list(game.leaders)
        sheet(game, A, *(order(mine, foreign) for order in orders))
        return places_of_work(game, A).get(mine, "")

    def grow(mine, foreign):
        return Cultivate(leader=mine, territory=NEXT)

    assert sent(grow) == NEXT
    assert sent(grow, gold=9) == ""
    assert sent(grow, farms=5) == ""
    assert sent(grow, controller=M) == ""
    assert sent(lambda mine, foreign: Cultivate(leader=foreign, territory=NEXT)) == ""
    assert sent(lambda mine, foreign: Cultivate(leader=mine, territory="ZZZ")) == ""
    assert sent(lambda mine, foreign: Cultivate(leader=mine, territory=NEXT, winter=True)) == ""
    assert sent(lambda mine, foreign: Stabilise(leader=mine)) == ""
    assert sent(lambda mine, foreign: Place(mine, NEXT)) == ""
    assert sent(lambda mine, foreign: Hire(leader=mine, unit="police", territory=NEXT)) == NEXT
    assert sent(lambda mine, foreign: Hire(leader=mine, unit="police", territory=NEXT), gold=9) == ""
    assert sent(lambda mine, foreign: MoveCapital(mine, NEXT)) == NEXT
    assert sent(lambda mine, foreign: MoveCapital(mine, NEXT), gold=49) == ""
    assert sent(lambda mine, foreign: MoveCapital(mine, NEXT), town=0) == ""
    assert sent(lambda mine, foreign: Prospect(leader=mine, territory=NEXT)) == NEXT
    assert sent(lambda mine, foreign: Prospect(leader=mine, territory=NEXT), resource_level=10) == ""
    first_that_can = sent(
        lambda mine, foreign: Cultivate(leader=mine, territory="ZZZ"),
        lambda mine, foreign: Hire(leader=mine, unit="police", territory=THIRD),
        grow,
    )
    assert first_that_can == THIRD


@pytest.mark.rule("TC-WAR-01")
def test_armies_form_from_what_stands_there_and_dissolve_again():
    game = empty(A, M)
    no_units(game)
    captain = leader(game, A, at=OWN, military=3)
    garrison(game, OWN, A, akl_lances=2, akl_garde=2)
    for order, facts in (
        (FormArmy("L999", (("akl-lances", 1),)), {"leader": "L999"}),
        (FormArmy(captain, (("akl-lances", 1),), NEXT), {"leader": captain, "territory": NEXT}),
        (FormArmy(captain, (("akl-lances", 2), ("akl-garde", 2))), {"leader": captain, "units": 4, "most": 3}),
        (FormArmy(captain, (("akl-galeasse", 2),)), {"leader": captain, "units": 0, "most": 3}),
    ):
        game.outbox = []
        sheet(game, A, order)
        form_armies(game)
        assert refused(game) == [("TC-WAR-01", facts)]
    sheet(game, A, FormArmy(captain, (("akl-lances", 5), ("akl-garde", 1)), OWN), FormArmy(captain, (("akl-garde", 1),)))
    game.outbox = []
    form_armies(game)
    assert game.armies[captain].troops == (Troop("akl-garde", 1), Troop("akl-lances", 2))
    assert game.garrisons[f"{OWN}:{A}"] == (Troop("akl-garde", 1),)
    assert (done(game), refused(game)) == ([0], [("TC-WAR-01", {"leader": captain})])
    dissolve_armies(game)
    assert game.armies == {}
    assert game.garrisons[f"{OWN}:{A}"] == (Troop("akl-garde", 2), Troop("akl-lances", 2))
