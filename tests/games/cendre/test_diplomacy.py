"""Diplomacy: the ancient rules, treaties, calls, wars, offers and peace (TC-DIP-01 to TC-DIP-12)."""

from __future__ import annotations

import msgspec
import pytest

from marchland.games.cendre.goods import Goods
from marchland.games.cendre.orders import (
    AcceptPeace,
    AcceptRansom,
    AcceptSurrender,
    AcceptWhitePeace,
    Annex,
    AskPeace,
    AskWhitePeace,
    BreakAlliance,
    CallAlly,
    DeclareWar,
    DemandRansom,
    Denounce,
    SignAlliance,
    SignContract,
    SignPact,
    SurrenderTo,
    Terms,
)
from marchland.games.cendre.rules.common.inquiry import allied, at_war, has_treaty, pair
from marchland.games.cendre.rules.common.ledger import OrderRefused, change, gain
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.declarations import AllyCalled
from marchland.games.cendre.rules.diplomacy.diplomacy import (
    DiplomaticPhase,
    automatic_surrenders,
    conclude_peaces,
    inaction_peaces,
    start_of_turn,
)
from marchland.games.cendre.rules.diplomacy.peace import NationAnnexed, PeaceMade
from marchland.games.cendre.rules.diplomacy.relations import WarBegan, begin_treaty, give_casus
from marchland.games.cendre.rules.diplomacy.terms import casus_against, price_of, war_score
from marchland.games.cendre.rules.standing.deeds import war_cost
from marchland.games.cendre.rules.standing.revolution import lose_all_wars
from marchland.games.cendre.state import NEVER, SEASONS, Caravan, Nation

from .warfare import A, C, M, V, X, Y, ally, army, bare_table, garrison, hold, leader, of, script, size, war

MIN = "MIN-PME"


def advance(game):
    """The calendar moves on by one season, and what waited for it happens."""
    following = SEASONS.index(game.season) + 1
    game.year += following == len(SEASONS)
    game.season = SEASONS[following % len(SEASONS)]
    start_of_turn(game)


def turn(game, *dice, then=True, **sheets):
    """Resolve the diplomacy of a season: nation=order or a list of orders; then its final phase, then time passes."""
    if dice:
        script(game, *dice)
    game.sheets = {nation: tuple(orders if isinstance(orders, list) else [orders]) for nation, orders in sheets.items()}
    game.outbox, game.stack = [], []
    game.push(DiplomaticPhase())
    game.run()
    conclude_peaces(game)
    events = list(game.outbox)
    if then:
        advance(game)
        if game.season == "hiver":
            advance(game)
    return events


def refused(events):
    return [(event.rule, event.facts.get("why", "")) for event in of(events, OrderRefused)]


def two_years_on(game):
    """Every lock of table 37 is open."""
    game.year += 2


def minor_nation(game, *codes):
    game.nations[MIN] = Nation(id=MIN, kind="minor", capital=codes[0] if codes else X)
    for code in codes:
        hold(game, MIN, code)


def figures(game, nation):
    record = game.nations[nation]
    return record.stability, record.reputation, record.tenths, record.glory


# -- treaties ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-05", "TC-REP-03")
def test_ex10_a_contract_signed_by_both_is_in_force_at_the_end_of_the_season():
    game = bare_table()
    before = game.nations[A].tenths
    turn(game, AKLA=SignContract(nation=V), VOLTDARG=SignContract(nation=A), then=False)
    assert has_treaty(game, "contract", A, V)
    assert game.nations[A].tenths == before + 1


@pytest.mark.rule("TC-DIP-05", "TC-GLORY-01", "TC-REP-02")
def test_ex11_an_alliance_brings_contract_and_pact_and_glory_but_no_reputation():
    game = bare_table()
    change(game, A, reputation=0)
    change(game, V, reputation=0)
    before = figures(game, A)
    turn(game, AKLA=SignAlliance(nation=V), VOLTDARG=SignAlliance(nation=A), then=False)
    assert all(has_treaty(game, kind, A, V) for kind in ("alliance", "contract", "pact"))
    assert figures(game, A) == (*before[:3], before[3] + 1)


@pytest.mark.rule("TC-DIP-05", "TC-REP-02")
def test_ex12_a_pact_raises_the_reputation_of_both():
    game = bare_table()
    before = game.nations[A].reputation, game.nations[V].reputation
    turn(game, AKLA=SignPact(nation=V), VOLTDARG=SignPact(nation=A), then=False)
    assert has_treaty(game, "pact", A, V)
    assert (game.nations[A].reputation, game.nations[V].reputation) == (before[0] + 1, before[1] + 1)


@pytest.mark.rule("TC-DIP-05")
@pytest.mark.parametrize("kind", [SignContract, SignPact, SignAlliance])
def test_a_signature_alone_is_nothing_and_is_not_remembered(kind):
    game = bare_table()
    assert refused(turn(game, AKLA=kind(nation=V))) == [("TC-DIP-05", "not_countersigned")]
    turn(game, VOLTDARG=kind(nation=A))
    assert not game.treaties


@pytest.mark.rule("TC-DIP-01")
def test_treaties_need_peace_and_another_nation():
    game = bare_table()
    war(game, A, V)
    events = turn(
        game, AKLA=[SignContract(nation=V), SignPact(nation=A), SignPact(nation="NOBODY")], VOLTDARG=SignContract(nation=A)
    )
    assert set(refused(events)) == {("TC-DIP-01", "war"), ("TC-DIP-01", "unknown")}
    assert not game.treaties


@pytest.mark.rule("TC-DIP-01")
def test_a_treaty_in_force_is_not_signed_again():
    game = bare_table()
    begin_treaty(game, "pact", A, V, "TC-DIP-01")
    before = game.nations[A].reputation
    events = turn(game, AKLA=SignPact(nation=V), VOLTDARG=SignPact(nation=A))
    assert refused(events) == [("TC-DIP-01", "in_force")] * 2
    assert game.nations[A].reputation == before


@pytest.mark.rule("TC-STAB-02", "TC-REP-02", "TC-DIP-01")
def test_an_ally_of_bad_name_costs_stability_and_reputation():
    game = bare_table()
    change(game, A, stability=1, reputation=2)
    change(game, V, stability=1, reputation=-1)
    turn(game, AKLA=SignAlliance(nation=V), VOLTDARG=SignAlliance(nation=A))
    assert figures(game, A)[:2] == (0, 1)
    assert figures(game, V)[:2] == (1, -1)


@pytest.mark.rule("TC-DIP-11")
def test_some_peoples_choose_their_allies():
    game = bare_table()
    change(game, V, reputation=-1)
    events = turn(game, ETOILES=SignAlliance(nation=V), VOLTDARG=SignAlliance(nation="ETOILES"))
    assert ("TC-DIP-11", "people") in refused(events)
    assert not game.treaties


# -- breaking and denouncing ------------------------------------------------------------------------------------


def bound(*kinds):
    game = bare_table()
    for kind in kinds:
        begin_treaty(game, kind, A, V, "TC-DIP-01")
    two_years_on(game)
    change(game, A, stability=1, reputation=1)
    return game


@pytest.mark.rule("TC-ECO-05", "TC-DIP-05")
@pytest.mark.parametrize(
    ("kinds", "order", "left"),
    [
        (("pact",), Denounce, [A]),
        (("contract",), Denounce, [A]),
        (("contract", "pact"), Denounce, [A]),
        (("contract", "pact", "alliance"), BreakAlliance, [A, V]),
    ],
)
def test_denouncing_a_pact_alone_ends_the_other_s_caravan_too(kinds, order, left):
    """A caravan needs a contract or a pact: whichever is denounced, the one that comes from the other nation ends."""
    game = bound(*kinds)
    for creator, partner in ((A, V), (V, A)):
        game.caravans.append(Caravan(creator=creator, partner=partner, start="AKL", end="VOL", route=("AKL", "VOL"), since=0))
    assert refused(turn(game, AKLA=order(nation=V), then=False)) == []
    assert len(game.caravans) == 2
    advance(game)
    assert [caravan.creator for caravan in game.caravans] == left


@pytest.mark.rule("TC-DIP-04")
@pytest.mark.parametrize(("season", "last"), [("printemps", "hiver 203"), ("ete", "hiver 203"), ("automne", "hiver 204")])
@pytest.mark.parametrize(
    ("kinds", "order", "cause"),
    [(("contract", "pact", "alliance"), BreakAlliance, "alliance_broken"), (("pact",), Denounce, "pact_broken")],
)
def test_a_cause_for_war_lasts_until_a_winter_before_which_it_can_be_used(season, last, kinds, order, cause):
    """ "Jusqu'à l'hiver prochain": what is broken in autumn ends when winter starts, so that the next winter is a year away."""
    game = bound(*kinds)
    game.year, game.season = 203, season
    turn(game, AKLA=order(nation=V), then=False)
    seasons = ("printemps", "ete", "automne", "hiver")
    usable = []
    for _ in range(8):
        at = seasons.index(game.season) + 1
        game.year, game.season = game.year + at // 4, seasons[at % 4]
        start_of_turn(game)
        if casus_against(game, V, A) == cause:
            usable.append(f"{game.season} {game.year}")
    assert usable[-1] == last
    assert any(not moment.startswith("hiver") for moment in usable)


@pytest.mark.rule("TC-DIP-05", "TC-STAB-02", "TC-REP-02", "TC-DIP-04", "TC-ECO-05")
def test_ex13_denouncing_ends_contract_pact_and_the_others_caravans_next_season():
    game = bound("contract", "pact")
    for creator, partner in ((A, V), (V, A)):
        game.caravans.append(Caravan(creator=creator, partner=partner, start="AKL", end="VOL", route=("AKL", "VOL"), since=0))
    turn(game, AKLA=Denounce(nation=V), then=False)
    assert has_treaty(game, "pact", A, V)
    assert figures(game, A)[:2] == (0, 0)
    advance(game)
    assert not game.treaties
    assert [caravan.creator for caravan in game.caravans] == [A]
    assert casus_against(game, V, A) == "pact_broken"


@pytest.mark.rule("TC-DIP-05", "TC-DIP-04")
def test_ex14_a_broken_alliance_leaves_contract_and_pact():
    game = bound("alliance", "contract", "pact")
    hold(game, V, X)
    garrison(game, A, X, min_levee=3)
    turn(game, AKLA=BreakAlliance(nation=V), then=False)
    assert allied(game, A, V)
    assert figures(game, A)[:2] == (0, 0)
    advance(game)
    assert not allied(game, A, V)
    assert has_treaty(game, "contract", A, V)
    assert has_treaty(game, "pact", A, V)
    assert casus_against(game, V, A) == "alliance_broken"
    assert size(game, A, X) == 0


@pytest.mark.rule("TC-STAB-02", "TC-REP-02", "TC-DIP-05")
def test_breaking_and_denouncing_together_costs_stability_once_and_reputation_twice():
    game = bound("alliance", "contract", "pact")
    turn(game, AKLA=[BreakAlliance(nation=V), Denounce(nation=V)])
    assert figures(game, A)[:2] == (0, -1)
    assert not game.treaties


@pytest.mark.rule("TC-DIP-01")
def test_an_alliance_must_be_broken_before_its_treaties_are_denounced():
    game = bound("alliance", "contract", "pact")
    assert refused(turn(game, AKLA=Denounce(nation=V))) == [("TC-DIP-01", "alliance")]
    assert refused(turn(game, AKLA=BreakAlliance(nation=M))) == [("TC-DIP-01", "no_treaty")]


@pytest.mark.rule("TC-DIP-03")
@pytest.mark.parametrize(
    ("kind", "signed", "asked", "legal"),
    [
        ("contract", (201, "automne"), (201, "automne"), False),
        ("contract", (201, "automne"), (202, "printemps"), True),
        ("pact", (201, "printemps"), (202, "automne"), False),
        ("pact", (201, "printemps"), (203, "printemps"), True),
        ("alliance", (201, "automne"), (202, "automne"), False),
        ("alliance", (201, "automne"), (203, "printemps"), True),
    ],
)
def test_dt22_when_treaties_may_be_ended(kind, signed, asked, legal):
    game = bare_table()
    game.year, game.season = signed
    begin_treaty(game, kind, A, V, "TC-DIP-01")
    game.year, game.season = asked
    order = BreakAlliance(nation=V) if kind == "alliance" else Denounce(nation=V)
    assert (not refused(turn(game, AKLA=order))) is legal


# -- war --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-02")
def test_ex16_a_war_declared_is_active_next_season():
    game = bare_table()
    turn(game, AKLA=DeclareWar(nation=V), then=False)
    assert not at_war(game, A, V)
    advance(game)
    assert at_war(game, A, V)
    assert at_war(game, V, A)


@pytest.mark.rule("TC-DIP-02")
@pytest.mark.parametrize("kind", ["contract", "pact", "alliance"])
def test_no_war_on_a_treaty_partner(kind):
    game = bound(kind)
    assert refused(turn(game, AKLA=DeclareWar(nation=V))) == [("TC-DIP-02", "treaty")]


@pytest.mark.rule("TC-DIP-02")
def test_no_war_in_the_season_in_which_one_breaks_or_denounces():
    game = bound("contract")
    assert ("TC-DIP-02", "same_season") in refused(turn(game, AKLA=[Denounce(nation=V), DeclareWar(nation=V)]))
    assert not refused(turn(game, AKLA=DeclareWar(nation=V)))


@pytest.mark.rule("TC-DIP-03", "TC-DIP-02")
def test_no_new_war_soon_after_a_peace():
    game = bare_table()
    game.peaces[pair(A, V)] = game.turn
    assert refused(turn(game, AKLA=DeclareWar(nation=V)))[0][0] == "TC-DIP-03"
    two_years_on(game)
    assert not refused(turn(game, AKLA=DeclareWar(nation=V)))


@pytest.mark.rule("TC-STAB-02", "TC-DIP-04")
@pytest.mark.parametrize(
    ("casus", "reputation", "cost"), [(True, 0, -1), (False, 0, -2), (True, 1, -2), (False, 1, -3), (False, -2, -2)]
)
def test_dt06_what_a_declaration_costs(casus, reputation, cost):
    game = bare_table()
    change(game, A, stability=3, reputation=0)
    change(game, M, reputation=reputation)
    if casus:
        give_casus(game, A, M, "insult", NEVER)
    assert war_cost(game, A, M) == cost
    turn(game, AKLA=DeclareWar(nation=M))
    assert figures(game, A)[:2] == (3 + cost, -1)


@pytest.mark.rule("TC-STAB-02")
def test_booklets_soften_or_harden_declarations():
    game = bare_table()
    change(game, M, reputation=0)
    assert war_cost(game, "COLS", M) == -1
    assert war_cost(game, "TRANQUILLE", M) == -3


@pytest.mark.rule("TC-REP-02")
def test_war_on_a_nation_that_is_losing_another_costs_more_reputation():
    game = bare_table()
    change(game, A, reputation=3)
    war(game, M, V)
    hold(game, V, "IST", owner=M)
    turn(game, AKLA=DeclareWar(nation=M))
    assert game.nations[A].reputation == 1


@pytest.mark.rule("TC-DIP-04")
def test_land_one_claims_in_anothers_hands_is_a_permanent_casus_belli():
    game = bare_table()
    assert casus_against(game, A, V) == ""
    hold(game, V, "HRO")
    assert casus_against(game, A, V) == "claim_held"


@pytest.mark.rule("TC-DIP-04", "TC-DIP-02")
def test_the_victim_of_a_raid_may_declare_war_whatever_treaty_stands():
    game = bound("pact", "contract")
    give_casus(game, A, V, "raid", game.turn)
    turn(game, AKLA=DeclareWar(nation=V), then=False)
    assert pair(A, V) in game.wars
    assert not game.treaties


@pytest.mark.rule("TC-DIP-04")
def test_dated_casus_belli_lapse():
    game = bare_table()
    give_casus(game, A, V, "insult", game.turn + 1)
    advance(game)
    assert casus_against(game, A, V) == "insult"
    advance(game)
    assert casus_against(game, A, V) == ""


@pytest.mark.rule("TC-STRUCT-08", "TC-DIP-02")
def test_blackmail_makes_a_declaration_cost_gold():
    game = bare_table()
    add_mark(game, "blackmail", NEVER, nation=A, amount=50, word=M)
    gold = game.nations[A].goods.gold, game.nations[M].goods.gold
    turn(game, AKLA=DeclareWar(nation=M))
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (gold[0] - 50, gold[1] + 50)
    gain(game, A, Goods(gold=-game.nations[A].goods.gold), "test", "TC-DIP-07")
    add_mark(game, "blackmail", NEVER, nation=A, amount=50, word=V)
    assert refused(turn(game, AKLA=DeclareWar(nation=V))) == [("TC-STRUCT-08", "blackmail")]


# -- calls to arms ----------------------------------------------------------------------------------------------


def called(*, new_alliance=False, bonds=()):
    """A is at war with M and calls V, its ally (of this very season, if new)."""
    game = bare_table()
    war(game, A, M)
    for kind in bonds:
        begin_treaty(game, kind, V, M, "TC-DIP-01")
    if new_alliance:
        events = turn(game, AKLA=[SignAlliance(nation=V), CallAlly(nation=V, against=M)], VOLTDARG=SignAlliance(nation=A))
    else:
        ally(game, A, V)
        events = turn(game, AKLA=CallAlly(nation=V, against=M))
    assert of(events, AllyCalled)
    change(game, V, stability=3, reputation=3)
    change(game, M, reputation=0)
    return game


@pytest.mark.rule("TC-DIP-05", "TC-DIP-02")
@pytest.mark.parametrize("new", [True, False])
def test_ex15_ex26_an_ally_answers_a_call_and_his_treaties_with_the_enemy_end(new):
    game = called(new_alliance=new, bonds=("alliance", "contract", "pact"))
    turn(game, VOLTDARG=DeclareWar(nation=M), then=False)
    assert not any(has_treaty(game, kind, V, M) for kind in ("alliance", "contract", "pact"))
    assert not at_war(game, V, M)
    advance(game)
    assert at_war(game, V, M)
    assert allied(game, A, V)


@pytest.mark.rule("TC-STAB-02", "TC-REP-02")
def test_honouring_a_call_costs_what_breaking_and_declaring_cost():
    game = called(bonds=("alliance", "contract", "pact"))
    cost = war_cost(game, V, M)
    turn(game, VOLTDARG=DeclareWar(nation=M))
    # breaking costs one point of stability and denouncing no more; of reputation each costs one, and so does war
    assert figures(game, V)[:2] == (3 - 1 + cost, 0)


@pytest.mark.rule("TC-DIP-05", "TC-DIP-03")
def test_ex17_refusing_a_call_breaks_the_alliance_and_keeps_the_other_one():
    game = called(bonds=("alliance", "contract", "pact"))
    events = turn(game, VOLTDARG=BreakAlliance(nation=A))
    assert not refused(events)
    assert not allied(game, A, V)
    assert allied(game, V, M)
    assert not game.wars.get(pair(V, M))


@pytest.mark.rule("TC-DIP-05", "TC-STAB-02")
def test_an_ignored_call_is_a_refusal():
    game = called()
    turn(game)
    assert not allied(game, A, V)
    assert figures(game, V)[:2] == (2, 2)
    assert casus_against(game, A, V) == "alliance_broken"


@pytest.mark.rule("TC-REP-03")
def test_joining_an_ally_who_is_losing_is_help_in_need():
    game = called()
    hold(game, M, "VAL", owner=A)
    turn(game, VOLTDARG=DeclareWar(nation=M))
    assert A in game.nations[V].year.helped
    assert game.nations[V].tenths == 2


@pytest.mark.rule("TC-DIP-05")
def test_a_call_needs_an_ally_and_a_war_that_is_fought():
    game = bare_table()
    assert refused(turn(game, AKLA=CallAlly(nation=V, against=M))) == [("TC-DIP-05", "no_alliance")]
    ally(game, A, V)
    assert refused(turn(game, AKLA=CallAlly(nation=V, against=M))) == [("TC-DIP-05", "no_war")]
    assert ("TC-DIP-05", "no_war") in refused(turn(game, AKLA=[DeclareWar(nation=M), CallAlly(nation=V, against=M)]))


# -- peace ------------------------------------------------------------------------------------------------------


def at_odds(counter=0):
    """A and V at war long enough to talk; the counter is A's."""
    game = bare_table()
    war(game, A, V)
    two_years_on(game)
    key = pair(A, V)
    game.wars[key] = msgspec.structs.replace(game.wars[key], counter=counter)
    for nation in (A, V):
        change(game, nation, stability=0, reputation=0, tenths=0)
    return game


@pytest.mark.rule("TC-DIP-07", "TC-DIP-05")
def test_ex20_peace_on_the_terms_of_the_one_who_asked():
    game = at_odds(counter=4)
    terms = Terms(claim=("HOR",), take=Goods(gold=30), give=Goods(bois=1), treaties=("pact",))
    gold = game.nations[A].goods.gold
    wood = game.nations[V].goods.bois
    turn(game, AKLA=AskPeace(nation=V, terms=terms))
    assert at_war(game, A, V)
    events = turn(game, VOLTDARG=AcceptPeace(nation=A), then=False)
    (made,) = of(events, PeaceMade)
    assert (made.kind, made.victor) == ("peace", A)
    assert not game.wars
    assert (game.lands["HOR"].owner, game.lands["HOR"].controller) == (A, A)
    assert game.nations[A].goods.gold == gold + 30
    assert game.nations[V].goods.bois == wood + 1
    assert has_treaty(game, "pact", A, V)
    assert (game.nations[A].stability, game.nations[A].tenths, game.nations[V].tenths) == (1, 1, 1)


@pytest.mark.rule("TC-DIP-08", "TC-GLORY-01")
def test_ex21_the_accepter_of_a_surrender_dictates_the_terms():
    game = at_odds(counter=-10)
    glory = game.nations[A].glory, game.nations[V].glory
    turn(game, AKLA=SurrenderTo(nation=V))
    turn(game, VOLTDARG=AcceptSurrender(nation=A, terms=Terms(claim=("VAL",), take=Goods(gold=60))), then=False)
    assert game.lands["VAL"].owner == V
    assert (game.nations[A].glory - glory[0], game.nations[V].glory - glory[1]) == (-5, 10)


@pytest.mark.rule("TC-DIP-08")
@pytest.mark.parametrize(
    ("terms", "price"),
    [
        (Terms(take=Goods(provisions=5)), 1),
        (Terms(take=Goods(provisions=3, bois=3)), 2),
        (Terms(take=Goods(gold=30)), 1),
        (Terms(take=Goods(gold=31)), 2),
        (Terms(claim=("VAL",)), 8),
        (Terms(claim=("BSB",)), 5),
        (Terms(treaties=("contract",)), 2),
        (Terms(treaties=("pact",)), 5),
        (Terms(treaties=("alliance",)), 10),
        (Terms(), 0),
    ],
)
def test_table_50_prices_of_a_surrender(terms, price):
    game = at_odds()
    assert price_of(game, V, terms) == price


@pytest.mark.rule("TC-DIP-08")
def test_terms_beyond_the_counter_are_refused():
    game = at_odds(counter=-7)
    turn(game, AKLA=SurrenderTo(nation=V))
    events = turn(game, VOLTDARG=AcceptSurrender(nation=A, terms=Terms(claim=("VAL",))))
    (no,) = of(events, OrderRefused)
    assert (no.rule, no.facts["need"], no.facts["have"]) == ("TC-DIP-08", 8, 7)
    assert at_war(game, A, V)


@pytest.mark.rule("TC-DIP-08")
def test_only_the_losing_side_surrenders():
    game = at_odds(counter=1)
    assert refused(turn(game, AKLA=SurrenderTo(nation=V))) == [("TC-DIP-08", "not_losing")]


@pytest.mark.rule("TC-LAND-05", "TC-DIP-07")
def test_a_capital_is_never_ceded_and_nobody_gives_what_he_has_not():
    game = at_odds()
    assert refused(turn(game, AKLA=AskPeace(nation=V, terms=Terms(claim=("VOL",))))) == [("TC-LAND-05", "")]
    assert refused(turn(game, AKLA=AskPeace(nation=V, terms=Terms(cede=("HOR",))))) == [("TC-DIP-07", "not_owned")]
    assert refused(turn(game, AKLA=AskPeace(nation=V, terms=Terms(give=Goods(gold=99999))))) == [("TC-DIP-07", "not_held")]


@pytest.mark.rule("TC-DIP-07")
def test_what_is_offered_is_frozen_until_the_answer():
    from marchland.games.cendre.rules.common.ledger import can_pay

    game = at_odds()
    gold = game.nations[A].goods.gold
    turn(game, AKLA=AskPeace(nation=V, terms=Terms(give=Goods(gold=gold))))
    assert not can_pay(game, A, Goods(gold=1))
    turn(game)
    assert can_pay(game, A, Goods(gold=gold))


@pytest.mark.rule("TC-DIP-07")
def test_whoever_cannot_pay_gives_what_he_has():
    game = at_odds()
    turn(game, AKLA=AskPeace(nation=V, terms=Terms(take=Goods(gold=5000))))
    gold = game.nations[A].goods.gold + game.nations[V].goods.gold
    turn(game, VOLTDARG=AcceptPeace(nation=A))
    assert game.nations[V].goods.gold == 0
    assert game.nations[A].goods.gold == gold


@pytest.mark.rule("TC-DIP-05", "TC-DIP-07")
def test_ex22_terms_and_surrender_in_the_same_season_make_peace_at_once():
    game = at_odds(counter=9)
    turn(game, AKLA=AskPeace(nation=V, terms=Terms(claim=("HOR",))), VOLTDARG=SurrenderTo(nation=A), then=False)
    assert not game.wars
    assert game.lands["HOR"].owner == A


@pytest.mark.rule("TC-DIP-06", "TC-DIP-05", "TC-REP-03")
def test_ex23_white_peace_asked_and_accepted():
    game = at_odds(counter=5)
    hold(game, A, "HOR", owner=V)
    garrison(game, A, "HOR", min_levee=2)
    prisoner = leader(game, A, "AKL")
    game.leaders[prisoner] = msgspec.structs.replace(game.leaders[prisoner], captor=V, at="")
    glory = game.nations[A].glory
    turn(game, AKLA=AskWhitePeace(nation=V))
    turn(game, VOLTDARG=AcceptWhitePeace(nation=A), then=False)
    assert not game.wars
    assert game.lands["HOR"].controller == V
    assert size(game, A, "HOR") == 0
    assert game.leaders[prisoner].captor == ""
    assert (game.nations[A].tenths, game.nations[V].tenths, game.nations[A].glory) == (2, 2, glory)


@pytest.mark.rule("TC-DIP-06", "TC-DIP-05")
def test_ex24_two_white_peaces_and_ex25_white_peace_and_surrender_meet():
    game = at_odds()
    turn(game, AKLA=AskWhitePeace(nation=V), VOLTDARG=AskWhitePeace(nation=A), then=False)
    assert not game.wars
    game = at_odds(counter=3)
    glory = game.nations[A].glory
    turn(game, AKLA=AskWhitePeace(nation=V), VOLTDARG=SurrenderTo(nation=A), then=False)
    assert not game.wars
    assert game.nations[A].glory == glory


@pytest.mark.rule("TC-DIP-05")
def test_offers_lapse_after_one_season():
    game = at_odds()
    turn(game, AKLA=AskWhitePeace(nation=V))
    turn(game)
    assert refused(turn(game, VOLTDARG=AcceptWhitePeace(nation=A))) == [("TC-DIP-05", "no_offer")]


@pytest.mark.rule("TC-DIP-05")
def test_an_offer_cannot_be_accepted_in_the_season_it_is_made():
    game = at_odds()
    events = turn(game, AKLA=AskWhitePeace(nation=V), VOLTDARG=AcceptWhitePeace(nation=A))
    assert refused(events) == [("TC-DIP-05", "no_offer")]


@pytest.mark.rule("TC-DIP-03")
@pytest.mark.parametrize(("asked", "legal"), [((202, "automne"), False), ((203, "printemps"), True)])
def test_dt22_peace_cannot_be_asked_before_the_second_spring(asked, legal):
    game = bare_table()
    game.season = "ete"
    turn(game, AKLA=DeclareWar(nation=V))
    game.year, game.season = asked
    assert (not refused(turn(game, AKLA=AskWhitePeace(nation=V)))) is legal


@pytest.mark.rule("TC-DIP-08")
def test_a_dictated_alliance_makes_the_loser_a_vassal():
    game = at_odds(counter=-10)
    ally(game, A, C)
    war(game, V, M)
    turn(game, AKLA=SurrenderTo(nation=V))
    stability = game.nations[A].stability
    turn(game, VOLTDARG=AcceptSurrender(nation=A, terms=Terms(treaties=("alliance",))))
    assert allied(game, A, V)
    assert not allied(game, A, C)
    assert at_war(game, A, M)
    assert game.nations[A].stability == stability


# -- the course of a war ----------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-09")
def test_table_49_the_counter_counts_battles_and_what_is_held_now():
    game = at_odds(counter=2)
    assert war_score(game, A, V) == 2
    assert war_score(game, V, A) == -2
    hold(game, A, "HOR", owner=V)
    assert war_score(game, A, V) == 5
    hold(game, A, "VOL", owner=V)
    assert war_score(game, A, V) == 11
    hold(game, A, "BSB", owner=V)
    assert war_score(game, A, V) == 14 + 25
    hold(game, V, "VAL", owner=A)
    assert war_score(game, A, V) == 14 + 25 - 3


@pytest.mark.rule("TC-DIP-10")
def test_a_nation_without_land_surrenders_and_silence_means_white_peace():
    game = at_odds()
    war(game, V, M)
    for code in ("VOL", "HOR", "BSB"):
        hold(game, A, code, owner=V)
    automatic_surrenders(game)
    assert not game.wars.get(pair(M, V))
    advance(game)
    turn(game, then=False)
    assert not game.wars
    assert game.lands["VOL"].controller == V


@pytest.mark.rule("TC-DIP-10", "TC-DIP-08")
def test_a_nation_without_land_gets_its_capital_back_whatever_is_dictated():
    game = at_odds()
    for code in ("VOL", "HOR", "BSB"):
        hold(game, A, code, owner=V)
    automatic_surrenders(game)
    advance(game)
    turn(game, AKLA=AcceptSurrender(nation=V, terms=Terms(claim=("HOR", "BSB"))), then=False)
    assert game.lands["HOR"].owner == game.lands["BSB"].owner == A
    assert (game.lands["VOL"].owner, game.lands["VOL"].controller) == (V, V)


@pytest.mark.rule("TC-DIP-10")
@pytest.mark.parametrize(("last", "over"), [(201, True), (203, False)])
def test_a_year_of_inaction_ends_a_war_in_winter(last, over):
    game = at_odds()
    key = pair(A, V)
    game.wars[key] = msgspec.structs.replace(game.wars[key], last_action=(last - 201) * 4 + 1)
    game.season = "hiver"
    inaction_peaces(game)
    assert (key not in game.wars) is over


@pytest.mark.rule("TC-DIP-10")
def test_a_war_of_the_same_year_is_not_asleep():
    game = bare_table()
    game.season = "ete"
    war(game, A, V)
    game.season = "hiver"
    inaction_peaces(game)
    assert game.wars


@pytest.mark.rule("TC-STAB-04", "TC-GLORY-01")
def test_ex09_a_revolution_loses_every_war():
    game = at_odds()
    war(game, A, M)
    change(game, M, stability=0)
    glory = {nation: game.nations[nation].glory for nation in (A, M, V)}
    lose_all_wars(game, A)
    assert not game.wars
    assert {nation: game.nations[nation].glory - glory[nation] for nation in glory} == {A: -10, M: 10, V: 10}
    assert game.nations[V].stability == game.nations[M].stability == 1


# -- ransoms, minors, annexation --------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-12", "TC-DIP-05")
def test_ex19_a_ransom_asked_paid_and_the_leader_comes_home():
    game = bare_table()
    captive = army(game, V, "VOL", {})
    game.leaders[captive] = msgspec.structs.replace(game.leaders[captive], captor=A, at="")
    gold = game.nations[A].goods.gold, game.nations[V].goods.gold
    turn(game, AKLA=DemandRansom(nation=V, leader=captive, goods=Goods(gold=40)))
    assert game.leaders[captive].captor == A
    turn(game, VOLTDARG=AcceptRansom(nation=A, leader=captive), then=False)
    assert game.leaders[captive].captor == ""
    assert (game.nations[A].goods.gold, game.nations[V].goods.gold) == (gold[0] + 40, gold[1] - 40)


@pytest.mark.rule("TC-DIP-12")
def test_a_ransom_that_cannot_be_paid_leaves_the_prisoner_where_he_is():
    game = bare_table()
    captive = leader(game, V, "VOL")
    game.leaders[captive] = msgspec.structs.replace(game.leaders[captive], captor=A, at="")
    assert refused(turn(game, MERISSE=DemandRansom(nation=V, leader=captive, goods=Goods(gold=1)))) == [
        ("TC-DIP-12", "not_your_prisoner")
    ]
    turn(game, AKLA=DemandRansom(nation=V, leader=captive, goods=Goods(gold=99999)))
    assert refused(turn(game, VOLTDARG=AcceptRansom(nation=A, leader=captive))) == [("TC-DIP-12", "cannot_pay")]
    assert game.leaders[captive].captor == A


@pytest.mark.rule("TC-DIP-12", "TC-DIP-07")
def test_a_ransom_is_not_paid_with_what_a_peace_offer_has_frozen():
    game = bare_table()
    war(game, V, M)
    two_years_on(game)
    change(game, V, goods=Goods(gold=60))
    captive = leader(game, V, "VOL")
    game.leaders[captive] = msgspec.structs.replace(game.leaders[captive], captor=A, at="")
    turn(game, AKLA=DemandRansom(nation=V, leader=captive, goods=Goods(gold=40)))
    both = [AskPeace(nation=M, terms=Terms(give=Goods(gold=30))), AcceptRansom(nation=A, leader=captive)]
    assert refused(turn(game, VOLTDARG=both)) == [("TC-DIP-12", "cannot_pay")]
    assert game.nations[V].goods.gold == 60


@pytest.mark.rule("TC-DIP-02", "TC-STAB-02", "TC-REP-02")
def test_two_nations_that_declare_war_on_each_other_both_bear_it():
    """Orders of a step are simultaneous: neither may be spared for coming second in the alphabet, and no line counts twice."""
    game = bare_table()
    for name in (A, V):
        change(game, name, stability=2, reputation=0)
    events = turn(game, AKLA=[DeclareWar(nation=V), DeclareWar(nation=V)], VOLTDARG=[DeclareWar(nation=A), DeclareWar(nation=A)])
    assert refused(events) == [("TC-DIP-01", "war"), ("TC-DIP-01", "war")]
    assert [figures(game, name)[:2] for name in (A, V)] == [(0, -1), (0, -1)]
    assert len(of(events, WarBegan)) == len(game.wars) == 1


@pytest.mark.rule("TC-DIP-12", "TC-GLORY-01", "TC-STAB-02", "TC-REP-02")
def test_ex27_ex07_a_minor_nation_is_annexed():
    game = bare_table()
    minor_nation(game, X, Y)
    war(game, A, MIN)
    war(game, V, MIN)
    change(game, A, stability=0, reputation=0)
    glory = game.nations[A].glory
    assert refused(turn(game, AKLA=Annex(nation=MIN))) == [("TC-DIP-12", "still_holds_land")]
    hold(game, A, X, owner=MIN)
    hold(game, V, Y, owner=MIN)
    (gone,) = of(turn(game, AKLA=Annex(nation=MIN)), NationAnnexed)
    assert gone.territories == (X, Y)
    assert MIN not in game.nations
    assert (game.lands[X].owner, game.lands[Y].owner) == (A, V)
    assert figures(game, A)[:2] == (1, -1)
    assert game.nations[A].glory == glory + 20
    assert not game.wars


@pytest.mark.rule("TC-DIP-12")
def test_majors_are_never_annexed():
    game = bare_table()
    war(game, A, V)
    assert refused(turn(game, AKLA=Annex(nation=V))) == [("TC-DIP-12", "no_war")]


@pytest.mark.rule("TC-DIP-11")
@pytest.mark.parametrize(
    ("kind", "die", "signed"), [(SignContract, 5, True), (SignContract, 4, False), (SignPact, 7, True), (SignPact, 6, False)]
)
def test_minor_nations_sign_if_the_asker_is_calm_and_well_spoken_of(kind, die, signed):
    game = bare_table()
    minor_nation(game, X)
    change(game, A, stability=1, reputation=1)
    turn(game, die, AKLA=kind(nation=MIN))
    assert bool(game.treaties) is signed


@pytest.mark.rule("TC-DIP-11")
def test_minor_nations_never_ally_of_their_own_will():
    game = bare_table()
    minor_nation(game, X)
    change(game, A, stability=3, reputation=5)
    turn(game, AKLA=SignAlliance(nation=MIN))
    assert not game.treaties


@pytest.mark.rule("TC-DIP-11")
def test_minor_nations_take_terms_worth_no_more_than_their_losses():
    for counter, over in ((8, True), (7, False)):
        game = bare_table()
        minor_nation(game, X, Y)
        war(game, A, MIN)
        two_years_on(game)
        key = pair(A, MIN)
        game.wars[key] = msgspec.structs.replace(game.wars[key], counter=counter)
        turn(game, AKLA=AskPeace(nation=MIN, terms=Terms(claim=(Y,))))
        turn(game, then=False)
        assert (not game.wars) is over


@pytest.mark.rule("TC-DIP-11", "TC-DIP-03")
def test_a_land_that_broke_away_may_be_asked_for_peace_at_once():
    game = bare_table()
    minor_nation(game, X)
    game.nations[MIN] = msgspec.structs.replace(game.nations[MIN], origin=A)
    war(game, A, MIN)
    assert not refused(turn(game, AKLA=AskWhitePeace(nation=MIN)))
    turn(game, then=False)
    assert not game.wars


@pytest.mark.rule("TC-DIP-11")
def test_a_minor_nation_with_its_back_to_the_wall_surrenders():
    game = bare_table()
    minor_nation(game, X, Y)
    war(game, A, MIN)
    two_years_on(game)
    hold(game, A, Y, owner=MIN)
    turn(game)
    assert not refused(turn(game, AKLA=AcceptSurrender(nation=MIN), then=False))
    assert not game.wars


@pytest.mark.rule("TC-DIP-07", "TC-DIP-11")
def test_a_minor_nation_that_cedes_its_last_land_is_no_more():
    game = bare_table()
    minor_nation(game, X)
    war(game, A, MIN)
    two_years_on(game)
    key = pair(A, MIN)
    game.wars[key] = msgspec.structs.replace(game.wars[key], counter=9)
    turn(game, AKLA=AskPeace(nation=MIN, terms=Terms(claim=(X,))))
    turn(game, then=False)
    assert game.lands[X].owner == A
    assert MIN not in game.nations


@pytest.mark.rule("TC-DIP-02", "TC-DIP-05")
def test_troops_leave_an_ally_on_whom_war_is_declared():
    game = bare_table()
    ally(game, A, V)
    hold(game, V, X)
    garrison(game, A, X, min_levee=2)
    give_casus(game, A, V, "raid", game.turn)
    turn(game, AKLA=DeclareWar(nation=V))
    assert size(game, A, X) == 0
