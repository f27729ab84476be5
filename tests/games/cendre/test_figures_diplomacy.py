"""Diplomacy in figures: every refusal with its reason, every price, and what events tell of treaties, wars and peace."""

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
from marchland.games.cendre.rules.common.inquiry import has_treaty, pair
from marchland.games.cendre.rules.common.ledger import GoodsMoved, can_pay
from marchland.games.cendre.rules.common.marks import add_mark
from marchland.games.cendre.rules.diplomacy.declarations import (
    AllyCalled,
    answer_by_dice,
    call_ally,
    check_call,
    check_declaration,
    declare_war,
    is_crossed,
    settle_calls,
)
from marchland.games.cendre.rules.diplomacy.diplomacy import start_of_turn
from marchland.games.cendre.rules.diplomacy.minor import (
    accepts,
    decides_by_dice,
    goodwill,
    honours_call,
    muster,
    signs,
    write_sheets,
)
from marchland.games.cendre.rules.diplomacy.peace import (
    NationAnnexed,
    OfferMade,
    PeaceAgreed,
    PeaceMade,
    RansomPaid,
    accept_peace,
    accept_ransom,
    accept_surrender,
    accept_white_peace,
    annex,
    ask_peace,
    ask_white_peace,
    carry_out_peace,
    check_dictate,
    conclude,
    demand_ransom,
    end_sleeping_wars,
    follow_suzerain,
    lapse_offers,
    match_offers,
    pending,
    surrender,
    surrender_if_landless,
    victor_of,
)
from marchland.games.cendre.rules.diplomacy.relations import TreatySigned, WarBegan, WarEnded, begin_treaty, begin_war, frozen_goods
from marchland.games.cendre.rules.diplomacy.terms import (
    casus_against,
    check_peace_may_be_asked,
    check_terms,
    check_unlocked,
    check_war_after_peace,
    claims_on,
    fresh_wrong,
    is_locked,
    is_losing,
    occupation,
    price_of,
    war_score,
    wronged,
)
from marchland.games.cendre.rules.diplomacy.treaties import (
    TreatyBroken,
    break_alliance,
    check_break,
    check_denounce,
    check_partner,
    check_signature,
    denounce,
    end_ruptured,
    renounce,
    shatter,
    sign,
    take_effect,
)
from marchland.games.cendre.rules.glory.account import GloryChanged
from marchland.games.cendre.rules.standing.account import CounterChanged, ReputationChanged, StabilityChanged
from marchland.games.cendre.rules.standing.deeds import war_cost, win_and_lose
from marchland.games.cendre.rules.standing.revolution import lose_all_wars
from marchland.games.cendre.state import (
    Call,
    Caravan,
    CasusBelli,
    Nation,
    Offer,
    Rupture,
    Settlement,
    Tally,
    Treaty,
    War,
)
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

L = "LUMIERES"
MIN = "MIN-PME"
ALL_KINDS = ("contract", "pact", "alliance")


def calm(*names, seats=20):
    """A table on which nothing weighs on these nations."""
    game = table(seats=seats)
    for name in names or (A, M, V, L):
        nation(game, name, stability=0, reputation=0, tenths=0, glory=100, known=())
    return game


def why(check, game, *arguments):
    """Rule and facts of a refusal; nothing if there is none."""
    try:
        check(game, *arguments)
    except IllegalAction as refusal:
        return refusal.rule, dict(refusal.facts)
    return None


def fighting(game, one=A, other=M, since=-8, counter=0, last=0):
    first, second = sorted((one, other))
    game.wars[f"{first}|{second}"] = War(one=first, other=second, since=since, counter=counter, last_action=last)


def minor(game, *codes, origin=""):
    game.nations[MIN] = Nation(id=MIN, kind="minor", capital=codes[0] if codes else "PME", origin=origin)
    for code in codes:
        land(game, code, owner=MIN, controller=MIN)


def standing(game, name):
    record = game.nations[name]
    return record.stability, record.reputation, record.tenths, record.glory


# -- treaties ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-01")
def test_with_whom_a_treaty_may_be_made():
    game = calm()
    assert why(check_partner, game, A, M) is None
    for kind, allowed in (("minor", True), ("rebel", False), ("threat", False)):
        game.nations["X"] = Nation(id="X", kind=kind)
        assert why(check_partner, game, A, "X") == (None if allowed else ("TC-DIP-01", {"why": "unknown", "nation": "X"}))
    assert why(check_partner, game, A, A) == ("TC-DIP-01", {"why": "unknown", "nation": A})
    assert why(check_partner, game, A, "GONE") == ("TC-DIP-01", {"why": "unknown", "nation": "GONE"})
    fighting(game, since=game.turn + 1)
    assert why(check_partner, game, A, M) == ("TC-DIP-01", {"why": "war", "nation": M})


@pytest.mark.rule("TC-DIP-01")
def test_a_treaty_in_force_is_not_signed_twice_but_another_kind_may_be():
    game = calm()
    treaty(game, "contract", A, M)
    assert why(check_signature, game, A, SignContract(M)) == ("TC-DIP-01", {"why": "in_force", "nation": M})
    assert why(check_signature, game, A, SignPact(M)) is None
    assert why(check_signature, game, A, SignAlliance(M)) is None
    assert why(check_signature, game, A, SignPact(A))[1]["why"] == "unknown"


@pytest.mark.rule("TC-DIP-05")
def test_a_signature_counts_once_for_both_when_both_have_written_it():
    game = calm()
    sheet(game, M, SignPact(V), SignContract(A))
    assert why(sign, game, A, SignPact(M)) == ("TC-DIP-05", {"why": "not_countersigned", "nation": M})
    sign(game, A, SignContract(M))
    sign(game, M, SignContract(A))
    assert game.signed == [Treaty("contract", A, M, game.turn)]
    for name in (A, M):
        assert game.nations[name].tenths == 1
        assert (game.nations[name].season.treaties, game.nations[name].year.treaties) == (1, 1)


@pytest.mark.rule("TC-REP-02", "TC-REP-03", "TC-STAB-02")
@pytest.mark.parametrize(
    ("order", "gained"), [(SignContract, (0, 0, 1, 0)), (SignPact, (0, 1, 0, 0)), (SignAlliance, (0, 0, 0, 1))]
)
def test_what_a_signature_does_to_the_name(order, gained):
    game = calm()
    sheet(game, M, order(A))
    before = [standing(game, name) for name in (A, M)]
    sign(game, A, order(M))
    for name, old in zip((A, M), before, strict=True):
        assert standing(game, name) == tuple(a + b for a, b in zip(old, gained, strict=True))
        assert (game.nations[name].season.treaties, game.nations[name].year.treaties) == (1, 1)


@pytest.mark.rule("TC-STAB-02", "TC-REP-02")
def test_an_ally_below_zero_costs_calm_and_name_and_one_at_zero_does_not():
    for reputation, cost in ((0, 0), (-1, 1)):
        game = calm()
        nation(game, M, reputation=reputation)
        sheet(game, M, SignAlliance(A))
        sign(game, A, SignAlliance(M))
        assert standing(game, A)[:2] == (-cost, -cost)
        assert standing(game, M)[:2] == (0, reputation)


@pytest.mark.rule("TC-STRUCT-08", "TC-REP-02", "TC-REP-03", "TC-STAB-02")
def test_a_great_inn_makes_a_little_glory_of_each_treaty():
    game = calm()
    land(game, "AKL", structures=("grande-auberge",))
    sheet(game, M, SignContract(A))
    sign(game, A, SignContract(M))
    assert (game.nations[A].glory, game.nations[M].glory) == (101, 100)


@pytest.mark.rule("TC-DIP-01")
def test_what_was_signed_is_in_force_unless_war_or_death_came_between():
    game = calm()
    treaty(game, "pact", A, M, since=-5)
    game.signed = [
        Treaty("alliance", A, M, 0),
        Treaty("pact", A, V, 0),
        Treaty("contract", "GONE", V, 0),
        Treaty("contract", A, "ZZZ", 0),
    ]
    fighting(game, A, V)
    take_effect(game)
    assert game.signed == []
    assert {key: made.since for key, made in game.treaties.items()} == {
        f"alliance:{A}|{M}": game.turn,
        f"contract:{A}|{M}": game.turn,
        f"pact:{A}|{M}": -5,
    }
    assert [event.kind for event in found(game.outbox, TreatySigned)] == ["alliance", "contract"]
    game.signed = [Treaty("pact", M, V, 0), Treaty("contract", L, V, 0)]
    take_effect(game)
    assert has_treaty(game, "pact", M, V)
    assert has_treaty(game, "contract", L, V)
    assert not has_treaty(game, "contract", M, V)


@pytest.mark.rule("TC-DIP-03")
def test_when_a_lock_opens():
    game = calm()
    game.year = 203
    assert [is_locked(game, since, 2) for since in (0, 3, 4, 7, 8)] == [False, False, True, True, True]
    for kind, years in (("contract", 1), ("pact", 2), ("alliance", 2)):
        treaty(game, kind, A, M, since=8)
        for later in range(years + 1):
            game.year = 203 + later
            expected = ("TC-DIP-03", {"treaty": kind, "year": 203 + years}) if later < years else None
            assert why(check_unlocked, game, kind, A, M) == expected
    assert why(check_unlocked, game, "pact", A, V) is None


@pytest.mark.rule("TC-DIP-03")
def test_breaking_an_alliance_before_its_day_needs_a_call():
    game = calm()
    assert why(check_break, game, A, BreakAlliance(M)) == ("TC-DIP-01", {"why": "no_treaty", "nation": M})
    treaty(game, "alliance", A, M, since=0)
    assert why(check_break, game, A, BreakAlliance(M))[0] == "TC-DIP-03"
    game.calls = [Call(M, A, V, game.turn)]
    assert why(check_break, game, A, BreakAlliance(M))[0] == "TC-DIP-03"
    game.calls = [Call(M, A, V, game.turn - 1)]
    assert why(check_break, game, A, BreakAlliance(M)) is None
    assert why(check_break, game, M, BreakAlliance(A))[0] == "TC-DIP-03"


@pytest.mark.rule("TC-DIP-05")
def test_breaking_an_alliance_checks_first_and_then_breaks():
    game = calm()
    assert why(break_alliance, game, A, BreakAlliance(M))[1]["why"] == "no_treaty"
    treaty(game, "alliance", A, M)
    break_alliance(game, A, BreakAlliance(M))
    assert game.ruptures == [Rupture("alliance", A, M)]
    assert found(game.outbox, TreatyBroken)[0].reason == "broken"


@pytest.mark.rule("TC-STAB-02", "TC-REP-02", "TC-DIP-04")
def test_the_price_of_leaving_an_ally():
    game = calm()
    shatter(game, A, M, "broken")
    assert standing(game, A)[:2] == (-1, -1)
    assert standing(game, M)[:2] == (0, 0)
    assert game.casus == [CasusBelli(M, A, "alliance_broken", 3)]
    assert game.nations[A].season.broke == (M,)
    told = found(game.outbox, TreatyBroken)[0]
    assert (told.kinds, told.nation, told.other, told.reason) == (("alliance",), A, M, "broken")
    renounce(game, A, M, ["contract", "pact"])
    assert standing(game, A)[:2] == (-1, -2)
    assert game.ruptures == [Rupture(kind, A, M) for kind in ("alliance", "contract", "pact")]
    assert [casus.cause for casus in game.casus] == ["alliance_broken", "pact_broken"]
    renounce(game, A, V, ["contract"])
    assert standing(game, A)[:2] == (-2, -3)
    assert len(game.casus) == 2
    assert [event.kinds for event in found(game.outbox, TreatyBroken)] == [("alliance",), ("contract", "pact"), ("contract",)]


@pytest.mark.rule("TC-DIP-03")
def test_what_may_be_denounced():
    game = calm()
    assert why(check_denounce, game, A, Denounce(M)) == ("TC-DIP-01", {"why": "no_treaty", "nation": M})
    treaty(game, "contract", A, M)
    assert check_denounce(game, A, Denounce(M)) == ("contract",)
    treaty(game, "pact", A, M)
    assert check_denounce(game, A, Denounce(M)) == ("contract", "pact")
    treaty(game, "alliance", A, M)
    assert why(check_denounce, game, A, Denounce(M)) == ("TC-DIP-01", {"why": "alliance", "nation": M})
    game.ruptures = [Rupture("alliance", M, A)]
    assert check_denounce(game, A, Denounce(M)) == ("contract", "pact")
    treaty(game, "pact", A, M, since=0)
    assert why(check_denounce, game, A, Denounce(M)) == ("TC-DIP-03", {"treaty": "pact", "year": 203})
    treaty(game, "pact", A, M)
    denounce(game, A, Denounce(M))
    assert game.ruptures[1:] == [Rupture("contract", A, M), Rupture("pact", A, M)]


@pytest.mark.rule("TC-DIP-05")
def test_denouncing_checks_first():
    game = calm()
    assert why(denounce, game, A, Denounce(M))[1]["why"] == "no_treaty"
    treaty(game, "contract", A, M)
    denounce(game, A, Denounce(M))
    assert game.ruptures == [Rupture("contract", A, M)]


@pytest.mark.rule("TC-DIP-05")
def test_what_was_broken_ends_with_the_other_s_caravans_alone():
    game = calm()
    mine = Caravan(creator=A, partner=M, start="AKL", end="MER", route=("AKL", "MER"), since=0)
    theirs = Caravan(creator=M, partner=A, start="MER", end="VAL", route=("MER", "VAL"), since=0)
    game.caravans = [mine, theirs]
    for kind in ALL_KINDS:
        treaty(game, kind, A, M)
    game.ruptures = [Rupture("alliance", A, M)]
    assert end_ruptured(game) == [Rupture("alliance", A, M)]
    assert game.caravans == [mine, theirs]
    assert [has_treaty(game, kind, A, M) for kind in ALL_KINDS] == [True, True, False]
    game.ruptures = [Rupture("contract", A, M)]
    assert end_ruptured(game) == [Rupture("contract", A, M)]
    assert (game.caravans, game.ruptures) == ([mine], [])
    assert [has_treaty(game, kind, A, M) for kind in ALL_KINDS] == [False, True, False]


@pytest.mark.rule("TC-DIP-05")
def test_a_new_season_sends_troops_home_and_forgets_old_wrongs():
    game = calm()
    no_units(game)
    garrison(game, "MER", A, akl_lances=1)
    game.casus = [CasusBelli(A, M, "raid", game.turn - 1), CasusBelli(A, V, "raid", game.turn)]
    for kind in ("contract", "alliance"):
        treaty(game, kind, A, M)
    game.ruptures = [Rupture("contract", A, M)]
    start_of_turn(game)
    assert "MER:AKLA" in game.garrisons
    assert game.casus == [CasusBelli(A, V, "raid", game.turn)]
    for by, other in ((A, M), (M, A)):
        garrison(game, "MER", A, akl_lances=1)
        treaty(game, "alliance", A, M)
        game.ruptures = [Rupture("alliance", by, other)]
        start_of_turn(game)
        assert "MER:AKLA" not in game.garrisons


# -- war --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-02")
def test_what_forbids_a_declaration():
    def refusal(change=None):
        game = calm()
        if change:
            change(game)
        return why(check_declaration, game, A, DeclareWar(M))

    assert refusal() is None
    assert refusal(fighting) == ("TC-DIP-01", {"why": "war", "nation": M})
    for kind in ALL_KINDS:
        assert refusal(lambda game, kind=kind: treaty(game, kind, A, M)) == (
            "TC-DIP-02",
            {"why": "treaty", "treaty": kind, "nation": M},
        )
    just_signed = refusal(lambda game: game.signed.append(Treaty("pact", A, M, game.turn)))
    assert just_signed == ("TC-DIP-02", {"why": "treaty", "treaty": "pact", "nation": M})
    for rupture in (Rupture("contract", A, M), Rupture("contract", M, A)):
        broken = refusal(lambda game, rupture=rupture: game.ruptures.append(rupture))
        assert broken == ("TC-DIP-02", {"why": "same_season", "nation": M})
    assert refusal(lambda game: game.ruptures.append(Rupture("contract", A, V))) is None
    assert refusal(lambda game: game.peaces.update({pair(A, M): 0})) == ("TC-DIP-03", {"treaty": "peace", "year": 203})

    def wronged_partner(game):
        treaty(game, "pact", A, M)
        game.casus = [CasusBelli(A, M, "raid", game.turn)]

    def old_wrong(game):
        treaty(game, "pact", A, M)
        game.casus = [CasusBelli(A, M, "pact_broken", game.turn)]

    def called(game):
        treaty(game, "pact", A, M)
        game.peaces[pair(A, M)] = 0
        game.calls = [Call(V, A, M, game.turn - 1)]

    assert refusal(wronged_partner) is None
    assert refusal(old_wrong)[1]["why"] == "treaty"
    assert refusal(called) is None


@pytest.mark.rule("TC-DIP-02", "TC-STRUCT-08")
def test_blackmail_must_be_payable_and_is_paid_to_the_blackmailer():
    game = calm()
    add_mark(game, "blackmail", 9, nation=A, amount=50, word=M)
    add_mark(game, "blackmail", 9, nation=A, amount=20, word=M)
    add_mark(game, "blackmail", 9, nation=A, amount=90, word=V)
    nation(game, A, gold=49)
    assert why(check_declaration, game, A, DeclareWar(M)) == ("TC-STRUCT-08", {"why": "blackmail", "need": 50})
    nation(game, A, gold=60)
    nation(game, M, gold=0)
    declare_war(game, A, DeclareWar(M))
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (10, 50)
    game = calm()
    nation(game, A, gold=60)
    add_mark(game, "blackmail", 9, nation=A, amount=50, word=M)
    game.calls = [Call(V, A, M, game.turn - 1)]
    declare_war(game, A, DeclareWar(M))
    assert game.nations[A].goods.gold == 60


@pytest.mark.rule("TC-DIP-02")
def test_two_declarations_cross_only_in_the_same_season_and_once():
    game = calm()
    assert not is_crossed(game, A, M)
    declare_war(game, M, DeclareWar(A))
    assert is_crossed(game, A, M)
    assert not is_crossed(game, M, A)
    declare_war(game, A, DeclareWar(M))
    assert not is_crossed(game, A, M)
    assert (game.nations[A].stability, game.nations[M].stability) == (-2, -2)
    assert len(found(game.outbox, WarBegan)) == 1
    game = calm()
    fighting(game, since=game.turn)
    nation(game, M, season=Tally(used=(f"guerre@{A}",)))
    assert not is_crossed(game, A, M)
    fighting(game, since=game.turn + 1)
    assert is_crossed(game, A, M)
    nation(game, M, season=Tally())
    assert not is_crossed(game, A, M)


@pytest.mark.rule("TC-DIP-02")
def test_a_declaration_begins_the_war_next_season_and_an_old_alliance_is_ruptured():
    game = calm()
    treaty(game, "alliance", A, M)
    game.casus = [CasusBelli(A, M, "raid", game.turn)]
    declare_war(game, A, DeclareWar(M))
    war = game.wars[pair(A, M)]
    assert (war.since, war.last_action) == (game.turn + 1, game.turn + 1)
    assert game.ruptures == [Rupture("alliance", A, M)]
    began = found(game.outbox, WarBegan)[0]
    assert (began.one, began.other, began.since, began.reason, began.rule) == (A, M, 1, "declared", "TC-DIP-02")
    assert game.nations[A].season.used == (f"guerre@{M}",)
    assert standing(game, A)[:2] == (-1, -1)


@pytest.mark.rule("TC-DIP-02", "TC-REP-03")
def test_honouring_a_call_leaves_every_treaty_with_the_enemy_at_the_usual_price():
    for kinds, broken, cost in (
        ((), [], (-2, -1)),
        (("contract",), [("contract",)], (-3, -2)),
        (("contract", "pact"), [("contract", "pact")], (-3, -2)),
        (ALL_KINDS, [("alliance",), ("contract", "pact")], (-3, -3)),
    ):
        game = calm()
        for kind in kinds:
            treaty(game, kind, A, M)
        game.calls = [Call(V, A, M, game.turn - 1)]
        declare_war(game, A, DeclareWar(M))
        assert [event.kinds for event in found(game.outbox, TreatyBroken)] == broken
        assert standing(game, A)[:2] == cost
        assert found(game.outbox, WarBegan)[0].reason == "called"


@pytest.mark.rule("TC-DIP-02")
def test_an_alliance_already_broken_is_not_broken_again_by_a_call():
    game = calm()
    treaty(game, "alliance", A, M)
    game.ruptures = [Rupture("alliance", A, M)]
    game.calls = [Call(V, A, M, game.turn - 1)]
    declare_war(game, A, DeclareWar(M))
    assert game.ruptures == [Rupture("alliance", A, M)]
    assert not found(game.outbox, TreatyBroken)


@pytest.mark.rule("TC-REP-03")
def test_help_in_need_is_for_a_loser_and_counts_once_a_year():
    for counter, helped, tenths in ((-1, (), 2), (0, (), 0), (1, (), 0), (-1, (V,), 0)):
        game = calm()
        fighting(game, M, V, counter=-counter)
        assert war_score(game, V, M) == counter
        nation(game, A, year=Tally(helped=helped))
        game.calls = [Call(V, A, M, game.turn - 1)]
        declare_war(game, A, DeclareWar(M))
        assert game.nations[A].tenths == tenths
        assert game.nations[A].year.helped == ((V,) if tenths or helped else ())


@pytest.mark.rule("TC-STAB-02")
def test_a_war_costs_one_two_or_three_points_of_calm():
    for casus, reputation, cost in ((True, 0, -1), (False, 0, -2), (True, 1, -2), (False, 1, -3)):
        game = calm()
        nation(game, M, reputation=reputation)
        game.casus = [CasusBelli(A, M, "raid", game.turn)] * casus
        assert war_cost(game, A, M) == cost


@pytest.mark.rule("TC-REP-02")
def test_war_on_somebody_who_is_losing_one_shames():
    for counter, shame in ((-1, -2), (0, -1), (1, -1)):
        game = calm()
        first, _ = sorted((M, V))
        fighting(game, M, V, counter=counter if first == M else -counter)
        assert is_losing(game, M) is (counter < 0)
        assert is_losing(game, V) is (counter > 0)
        assert not is_losing(game, A)
        declare_war(game, A, DeclareWar(M))
        assert game.nations[A].reputation == shame


@pytest.mark.rule("TC-DIP-04")
@pytest.mark.parametrize(("season", "turns"), [("printemps", 1), ("ete", 1), ("automne", 2)])
def test_a_raid_or_an_attempt_gives_a_cause_for_the_next_sheet_only(season, turns):
    game = table()
    game.season = season
    fresh_wrong(game, A, M, "raid")
    assert game.casus == [CasusBelli(A, M, "raid", game.turn + turns)]


@pytest.mark.rule("TC-DIP-04")
def test_a_cause_for_war_is_a_wrong_still_fresh_or_land_one_claims():
    game = calm()
    for code in game.lands:
        land(game, code, national=())
    assert casus_against(game, A, M) == ""
    land(game, "MER", national=(A,))
    assert (casus_against(game, A, M), claims_on(game, A, M), claims_on(game, M, A)) == ("claim_held", True, False)
    game.casus = [CasusBelli(A, M, "pact_broken", game.turn - 1), CasusBelli(M, A, "raid", 9), CasusBelli(A, V, "raid", 9)]
    assert casus_against(game, A, M) == "claim_held"
    game.casus.append(CasusBelli(A, M, "pact_broken", game.turn))
    assert casus_against(game, A, M) == "pact_broken"
    game.casus.append(CasusBelli(A, M, "assassination", game.turn))
    assert casus_against(game, A, M) == "assassination"
    wronged(game, V, M, "claimed")
    assert game.casus[-1] == CasusBelli(V, M, "claimed", 3)


# -- calls ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-05")
def test_whom_one_may_call_against_whom():
    def refusal(change=None, order=None, allied=True, war=True):
        game = calm()
        if allied:
            treaty(game, "alliance", A, V)
        if war:
            fighting(game)
        if change:
            change(game)
        return why(check_call, game, A, order or CallAlly(V, M))

    assert refusal() is None
    assert refusal(allied=False) == ("TC-DIP-05", {"why": "no_alliance", "nation": V})
    offered = refusal(lambda game: sheet(game, A, SignAlliance(L), SignAlliance(V)), allied=False)
    assert offered == ("TC-DIP-05", {"why": "not_countersigned", "nation": V})
    assert refusal(lambda game: sheet(game, A, SignAlliance(L)), allied=False)[1]["why"] == "no_alliance"
    assert refusal(lambda game: game.signed.append(Treaty("alliance", A, V, game.turn)), allied=False) is None
    broken = refusal(lambda game: game.ruptures.append(Rupture("alliance", V, A)))
    assert broken == ("TC-DIP-05", {"why": "no_alliance", "nation": V})
    assert refusal(war=False) == ("TC-DIP-05", {"why": "no_war", "nation": M})
    assert refusal(lambda game: fighting(game, since=game.turn + 1)) == ("TC-DIP-05", {"why": "no_war", "nation": M})
    assert refusal(lambda game: fighting(game, V, M)) == ("TC-DIP-05", {"why": "already_at_war", "nation": V})
    game = calm()
    game.nations["EXT-EAST"] = Nation(id="EXT-EAST", kind="threat")
    treaty(game, "alliance", A, V)
    assert why(check_call, game, A, CallAlly(V, "EXT-EAST"))[1]["why"] == "no_war"


@pytest.mark.rule("TC-DIP-05")
def test_a_call_is_heard_once_by_caller_and_ally():
    game = calm()
    treaty(game, "alliance", A, V)
    fighting(game)
    for _ in range(2):
        call_ally(game, A, CallAlly(V, M))
    assert game.calls == [Call(A, V, M, game.turn)]
    (heard,) = found(game.outbox, AllyCalled)
    assert (heard.nation, heard.ally, heard.against) == (A, V, M)
    assert heard.audience == tuple(sorted((game.seats[A], game.seats[V])))
    assert why(call_ally, game, A, CallAlly(L, M))[1]["why"] == "no_alliance"


@pytest.mark.rule("TC-DIP-05")
def test_an_ignored_call_breaks_the_alliance_unless_it_is_no_longer_due():
    def settled(change=None, since=-1):
        game = calm()
        treaty(game, "alliance", A, V)
        fighting(game)
        game.calls = [Call(A, V, M, game.turn + since)]
        if change:
            change(game)
        settle_calls(game)
        assert game.calls == ([Call(A, V, M, game.turn)] if since == 0 else [])
        return [(event.nation, event.other, event.reason) for event in found(game.outbox, TreatyBroken)]

    assert settled() == [(V, A, "ignored")]
    assert settled(since=0) == []
    assert settled(lambda game: game.ruptures.append(Rupture("alliance", V, A))) == []
    assert settled(lambda game: game.treaties.clear()) == []
    assert settled(lambda game: game.wars.clear()) == []
    assert settled(lambda game: fighting(game, V, M)) == []
    assert settled(lambda game: game.nations.pop(M)) == []


@pytest.mark.rule("TC-DIP-11")
def test_a_nation_nobody_plays_answers_a_call_by_a_die():
    for die, seats, since, joins in ((7, 0, -1, True), (6, 0, -1, False), (10, 20, -1, False), (10, 0, 0, False)):
        game = calm(seats=max(seats, 1))
        game.seats = {name: seat for name, seat in game.seats.items() if seats}
        treaty(game, "alliance", A, V)
        fighting(game)
        game.calls = [Call(A, V, M, game.turn + since)]
        script(game, die)
        answer_by_dice(game)
        assert (pair(M, V) in game.wars) is joins


# -- asking for peace -------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-03")
def test_peace_needs_an_active_war_of_last_year_but_one_unless_it_is_a_civil_war():
    game = calm()
    game.year = 203
    assert why(check_peace_may_be_asked, game, A, M) == ("TC-DIP-01", {"why": "no_war", "nation": M})
    fighting(game, since=game.turn + 1)
    assert why(check_peace_may_be_asked, game, A, M) == ("TC-DIP-01", {"why": "no_war", "nation": M})
    fighting(game, since=game.turn)
    assert why(check_peace_may_be_asked, game, A, M) == ("TC-DIP-03", {"treaty": "peace", "year": 205})
    fighting(game, since=3)
    assert check_peace_may_be_asked(game, A, M) is game.wars[pair(A, M)]
    minor(game, "PME", origin=A)
    fighting(game, A, MIN, since=game.turn)
    assert why(check_peace_may_be_asked, game, A, MIN) is None
    assert why(check_peace_may_be_asked, game, MIN, A) is None
    fighting(game, V, MIN, since=game.turn)
    assert why(check_peace_may_be_asked, game, V, MIN)[0] == "TC-DIP-03"


@pytest.mark.rule("TC-DIP-03")
def test_after_a_peace_the_same_two_keep_it_for_two_years():
    game = calm()
    game.peaces[pair(A, M)] = 2
    for year, locked in ((201, True), (202, True), (203, False)):
        game.year = year
        expected = ("TC-DIP-03", {"treaty": "peace", "year": 203}) if locked else None
        assert why(check_war_after_peace, game, M, A) == expected
        assert why(check_war_after_peace, game, A, V) is None


@pytest.mark.rule("TC-DIP-05", "TC-DIP-06", "TC-DIP-07", "TC-DIP-08")
def test_offers_are_noted_and_heard_by_both_sides_alone():
    game = calm()
    game.year = 203
    first = min(A, M)
    fighting(game, since=0, counter=-1 if first == A else 1)
    for verb, order in ((ask_white_peace, AskWhitePeace), (ask_peace, AskPeace), (surrender, SurrenderTo)):
        assert why(verb, game, A, order(V)) == ("TC-DIP-01", {"why": "no_war", "nation": V})
    nation(game, A, gold=50)
    terms = Terms(give=Goods(gold=50))
    for _ in range(2):
        ask_white_peace(game, A, AskWhitePeace(M))
        ask_peace(game, A, AskPeace(M, terms if not game.offers[1:] else Terms()))
        surrender(game, A, SurrenderTo(M))
    assert [(offer.kind, offer.by, offer.to, offer.turn) for offer in game.offers] == [
        (kind, A, M, game.turn) for kind in ("white_peace", "peace", "surrender")
    ]
    told = found(game.outbox, OfferMade)
    assert [event.rule for event in told[:3]] == ["TC-DIP-06", "TC-DIP-07", "TC-DIP-08"]
    assert {event.audience for event in told} == {tuple(sorted((game.seats[A], game.seats[M])))}
    assert told[1].terms == terms
    assert why(surrender, game, M, SurrenderTo(A)) == ("TC-DIP-08", {"why": "not_losing", "counter": 1})
    fighting(game, since=0)
    assert why(surrender, game, A, SurrenderTo(M)) == ("TC-DIP-08", {"why": "not_losing", "counter": 0})
    assert why(ask_peace, game, A, AskPeace(M, Terms(give=Goods(bois=999))))[1]["why"] == "not_held"


@pytest.mark.rule("TC-DIP-07", "TC-DIP-08")
def test_what_terms_may_say():
    game = calm()
    nation(game, A, gold=10)
    refusals = {
        Terms(cede=("ZZZ",)): ("TC-DIP-07", {"why": "not_owned", "territory": "ZZZ", "nation": A}),
        Terms(cede=("MER",)): ("TC-DIP-07", {"why": "not_owned", "territory": "MER", "nation": A}),
        Terms(claim=("VAL",)): ("TC-DIP-07", {"why": "not_owned", "territory": "VAL", "nation": M}),
        Terms(cede=("VAL", "AKL")): ("TC-LAND-05", {"territory": "AKL"}),
        Terms(claim=("MER",)): ("TC-LAND-05", {"territory": "MER"}),
        Terms(treaties=("pact", "love")): ("TC-DIP-07", {"why": "terms"}),
        Terms(give=Goods(gold=-1)): ("TC-DIP-07", {"why": "terms"}),
        Terms(take=Goods(gold=-1)): ("TC-DIP-07", {"why": "terms"}),
        Terms(give=Goods(gold=11)): ("TC-DIP-07", {"why": "not_held"}),
        Terms(): None,
        Terms(cede=("VAL",), give=Goods(gold=10), take=Goods(gold=999), treaties=ALL_KINDS): None,
    }
    for terms, refusal in refusals.items():
        assert why(check_terms, game, A, M, terms) == refusal
    minor(game, "PME")
    assert why(check_terms, game, A, MIN, Terms(claim=("PME",))) is None


@pytest.mark.rule("TC-DIP-08")
def test_table_50_in_figures():
    game = calm()
    land(game, "MER", national=(A,))
    land(game, "VAL", national=())
    for terms, price in (
        (Terms(), 0),
        (Terms(take=Goods(gold=30)), 1),
        (Terms(take=Goods(gold=31)), 2),
        (Terms(take=Goods(bois=3, provisions=2)), 1),
        (Terms(take=Goods(bois=3, provisions=3, gold=1)), 3),
        (Terms(claim=("MER",)), 5),
        (Terms(claim=("MER", "VAL")), 13),
        (Terms(treaties=("contract",)), 2),
        (Terms(treaties=("pact",)), 5),
        (Terms(treaties=("alliance",)), 10),
        (Terms(treaties=ALL_KINDS, claim=("VAL",), take=Goods(gold=60)), 27),
    ):
        assert price_of(game, A, terms) == price


@pytest.mark.rule("TC-DIP-09")
def test_the_counter_and_the_land_each_side_holds_of_the_other():
    game = calm()
    assert war_score(game, A, M) == 0
    fighting(game, counter=4)
    assert (war_score(game, A, M), war_score(game, M, A)) == (4, -4)
    land(game, "VAL", controller=M)
    assert (occupation(game, M, A), occupation(game, A, M)) == (3, 0)
    assert (war_score(game, A, M), war_score(game, M, A)) == (1, -1)
    land(game, "AKL", controller=M)
    assert occupation(game, M, A) == 9
    lands = [code for code in game.lands if game.lands[code].owner == A]
    for code in lands:
        land(game, code, controller=M)
    assert occupation(game, M, A) == 6 + 3 * (len(lands) - 1) + 25
    minor(game)
    assert occupation(game, A, MIN) == 0


# -- meeting and answering --------------------------------------------------------------------------------------


def offer(kind, by=A, to=M, turn=0, **fields):
    return Offer(kind=kind, by=by, to=to, turn=turn, **fields)


@pytest.mark.rule("TC-DIP-05")
def test_which_offers_of_the_same_season_meet():
    terms = Terms(take=Goods(gold=5))

    def met(*offers):
        game = calm()
        fighting(game)
        game.offers = list(offers)
        match_offers(game)
        return [(peace.kind, peace.winner, peace.loser, peace.terms) for peace in game.settlements]

    white, asked, yields = offer("white_peace"), offer("peace", terms=terms), offer("surrender")
    back = {kind: offer(kind, M, A) for kind in ("white_peace", "peace", "surrender", "ransom")}
    assert met(asked, back["surrender"]) == [("peace", A, M, terms)]
    assert met(white, back["white_peace"]) == [("white_peace", A, M, Terms())]
    assert met(white, back["surrender"]) == [("white_peace", A, M, Terms())]
    assert met(yields, back["white_peace"]) == [("white_peace", M, A, Terms())]
    for pairing in ((asked, back["peace"]), (asked, back["white_peace"]), (yields, back["surrender"]), (white, back["ransom"])):
        assert met(*pairing) == []
    assert met(asked, offer("surrender")) == []
    assert met(asked, offer("surrender", V, A)) == []
    assert met(asked, offer("surrender", M, A, turn=-1)) == []
    assert met(offer("peace", turn=-1), back["surrender"]) == []


@pytest.mark.rule("TC-DIP-05")
def test_an_answer_refers_to_an_offer_of_an_earlier_season():
    game = calm()
    game.offers = [offer("peace", turn=-1, leader="L1"), offer("peace", turn=0), offer("white_peace", turn=-1)]
    assert pending(game, M, A, "white_peace") is game.offers[2]
    assert pending(game, M, A, "peace", "L1") is game.offers[0]
    refusal = ("TC-DIP-05", {"why": "no_offer", "offer": "peace", "nation": A})
    assert why(pending, game, M, A, "peace") == refusal
    assert why(pending, game, M, A, "surrender")[1]["offer"] == "surrender"
    assert why(pending, game, A, M, "white_peace")[1]["nation"] == M


@pytest.mark.rule("TC-DIP-06", "TC-DIP-07", "TC-DIP-08")
def test_accepting_settles_the_peace_once():
    game = calm()
    terms = Terms(take=Goods(gold=5))
    fighting(game, counter=5)
    fighting(game, M, V)
    for verb, order in ((accept_white_peace, AcceptWhitePeace), (accept_peace, AcceptPeace), (accept_surrender, AcceptSurrender)):
        assert why(verb, game, M, order(A))[1]["why"] == "no_offer"
    game.offers = [offer("peace", turn=-1, terms=terms), offer("white_peace", turn=-1), offer("white_peace", V, turn=-1)]
    accept_peace(game, M, AcceptPeace(A))
    accept_white_peace(game, M, AcceptWhitePeace(A))
    accept_white_peace(game, M, AcceptWhitePeace(V))
    assert game.settlements == [
        Settlement(kind="peace", winner=A, loser=M, terms=terms),
        Settlement(kind="white_peace", winner=V, loser=M),
    ]
    assert [(event.kind, event.one, event.other) for event in found(game.outbox, PeaceAgreed)] == [
        ("peace", A, M),
        ("white_peace", V, M),
    ]


@pytest.mark.rule("TC-DIP-08")
def test_the_victor_dictates_as_far_as_the_counter_reaches():
    first = min(A, M)
    for score, price, refused in ((2, 2, False), (1, 2, True), (-3, 0, False), (-3, 1, True)):
        game = calm()
        fighting(game, counter=score if first == A else -score)
        terms = Terms(take=Goods(gold=30 * price))
        refusal = ("TC-DIP-08", {"why": "too_dear", "need": price, "have": max(0, score)}) if refused else None
        assert why(check_dictate, game, A, M, terms) == refusal
        game.offers = [offer("surrender", M, A, turn=-1)]
        assert why(accept_surrender, game, A, AcceptSurrender(M, terms)) == refusal
        assert game.settlements == ([] if refused else [Settlement(kind="surrender", winner=A, loser=M, terms=terms)])
    game = calm()
    fighting(game, counter=9 if first == A else -9)
    nation(game, A, gold=9)
    for terms in (Terms(give=Goods(gold=1)), Terms(cede=("VAL",))):
        assert why(check_dictate, game, A, M, terms) == ("TC-DIP-08", {"why": "terms"})
    assert why(check_dictate, game, A, M, Terms(claim=("VAL",)))[1]["why"] == "not_owned"


@pytest.mark.rule("TC-DIP-05", "TC-DIP-10")
def test_offers_live_one_season_and_a_forced_surrender_left_alone_is_a_white_peace():
    game = calm()
    for other in (M, V, L):
        fighting(game, A, other)
    game.offers = [
        offer("surrender", A, M, -1, forced=True),
        offer("surrender", A, V, 0, forced=True),
        offer("surrender", A, L, -1),
    ]
    lapse_offers(game)
    assert game.settlements == [Settlement(kind="white_peace", winner=M, loser=A)]
    assert game.offers == [offer("surrender", A, V, 0, forced=True)]


@pytest.mark.rule("TC-DIP-07")
def test_what_is_offered_stays_frozen_until_the_answer():
    game = calm()
    nation(game, A, gold=100)
    game.offers = [
        offer("peace", terms=Terms(give=Goods(gold=30))),
        offer("peace", turn=-1, terms=Terms(give=Goods(gold=20))),
        offer("peace", turn=1, terms=Terms(give=Goods(gold=7))),
        offer("peace", by=M, to=A, terms=Terms(give=Goods(gold=11))),
    ]
    assert frozen_goods(game, A) == Goods(gold=50)
    assert (can_pay(game, A, Goods(gold=50)), can_pay(game, A, Goods(gold=51))) == (True, False)
    assert frozen_goods(game, M) == Goods(gold=11)


# -- ransoms ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-12")
def test_a_ransom_from_demand_to_release():
    game = calm()
    who = leader(game, M, civil=2, captor=A, name="Prisoner")
    for wrong in (DemandRansom(M, "L999", Goods()), DemandRansom(V, who, Goods())):
        assert why(demand_ransom, game, A, wrong) == ("TC-DIP-12", {"why": "not_your_prisoner", "leader": wrong.leader})
    assert why(demand_ransom, game, V, DemandRansom(M, who, Goods()))[1]["why"] == "not_your_prisoner"
    assert why(demand_ransom, game, A, DemandRansom(M, who, Goods(gold=-1))) == ("TC-DIP-12", {"why": "terms"})
    demand_ransom(game, A, DemandRansom(M, who, Goods()))
    demand_ransom(game, A, DemandRansom(M, who, Goods(gold=40)))
    (told,) = found(game.outbox, OfferMade)[1:]
    assert (told.kind, told.rule, told.name, told.terms) == ("ransom", "TC-DIP-12", "Prisoner", Terms(take=Goods(gold=40)))
    assert len(game.offers) == 1
    assert why(accept_ransom, game, M, AcceptRansom(A, who))[1]["why"] == "no_offer"
    game.offers = [replace(game.offers[0], turn=-1)]
    nation(game, A, gold=0)
    nation(game, M, gold=39)
    assert why(accept_ransom, game, M, AcceptRansom(A, who)) == ("TC-DIP-12", {"why": "cannot_pay", "leader": who})
    nation(game, M, gold=41)
    accept_ransom(game, M, AcceptRansom(A, who))
    assert (game.nations[A].goods.gold, game.nations[M].goods.gold) == (40, 1)
    assert [(event.nation, event.other) for event in found(game.outbox, GoodsMoved, reason="ransom")] == [(M, A), (A, M)]
    paid = found(game.outbox, RansomPaid)[0]
    assert (paid.nation, paid.captor, paid.leader, paid.name, paid.goods) == (M, A, who, "Prisoner", Goods(gold=40))
    assert paid.audience == tuple(sorted((game.seats[A], game.seats[M])))
    assert game.leaders[who].captor == A
    conclude(game)
    assert game.leaders[who].captor == ""
    game.offers = [offer("ransom", A, M, -1, leader=who)]
    assert why(accept_ransom, game, M, AcceptRansom(A, who)) == ("TC-DIP-12", {"why": "no_prisoner", "leader": who})
    del game.leaders[who]
    assert why(accept_ransom, game, M, AcceptRansom(A, who)) == ("TC-DIP-12", {"why": "no_prisoner", "leader": who})


# -- peace carried out ------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-GLORY-01")
def test_who_has_won():
    first = min(A, M)
    for kind, score, victor in (
        ("white_peace", 5, ""),
        ("surrender", -5, A),
        ("peace", 1, A),
        ("peace", 0, ""),
        ("peace", -1, M),
    ):
        game = calm()
        fighting(game, counter=score if first == A else -score)
        assert victor_of(game, Settlement(kind=kind, winner=A, loser=M)) == victor


@pytest.mark.rule("TC-GLORY-01", "TC-STAB-02")
def test_a_war_won_and_a_war_lost():
    game = calm()
    win_and_lose(game, A, M)
    assert standing(game, A) == (1, 0, 0, 110)
    assert standing(game, M) == (0, 0, 0, 95)


@pytest.mark.rule("TC-REP-03", "TC-GLORY-01", "TC-STAB-02", "TC-DIP-06", "TC-DIP-07")
def test_a_peace_moves_the_name_of_both_and_the_glory_of_victor_and_vanquished():
    first = min(A, M)
    for kind, score, one, other in (
        ("white_peace", 5, (0, 0, 2, 100), (0, 0, 2, 100)),
        ("peace", 5, (1, 0, 1, 110), (0, 0, 1, 95)),
        ("peace", 0, (0, 0, 1, 100), (0, 0, 1, 100)),
        ("peace", -5, (0, 0, 1, 95), (1, 0, 1, 110)),
        ("surrender", 5, (1, 0, 1, 110), (0, 0, 1, 95)),
    ):
        game = calm()
        fighting(game, counter=score if first == A else -score)
        carry_out_peace(game, Settlement(kind=kind, winner=A, loser=M))
        assert (standing(game, A), standing(game, M)) == (one, other)
        made = found(game.outbox, PeaceMade)[0]
        rule = {"white_peace": "TC-DIP-06", "peace": "TC-DIP-07", "surrender": "TC-DIP-08"}[kind]
        assert (made.kind, made.one, made.other, made.rule) == (kind, A, M, rule)
        assert game.wars == {}
        assert game.peaces == {pair(A, M): game.turn}


@pytest.mark.rule("TC-DIP-06", "TC-DIP-07")
def test_what_changes_hands_in_a_peace_and_what_returns():
    game = calm()
    game.lands = dict(game.lands)
    mine = [code for code in game.lands if game.lands[code].owner == M and code != "MER"][:2]
    taken, kept = mine
    fighting(game)
    fighting(game, A, V)
    no_units(game)
    land(game, taken, controller=A)
    land(game, kept, controller=A)
    land(game, "VAL", controller=M)
    land(game, "BPL", controller=V)
    nation(game, A, gold=10, bois=3)
    nation(game, M, gold=25)
    prisoners = [leader(game, A, civil=1, captor=M), leader(game, M, civil=1, captor=A)]
    third = [leader(game, V, civil=1, captor=A), leader(game, A, civil=1, captor=V)]
    garrison(game, "MER", A, akl_lances=2)
    terms = Terms(take=Goods(gold=40), give=Goods(bois=2), claim=(taken,), treaties=("pact",))
    game.settlements = [Settlement(kind="peace", winner=A, loser=M, terms=terms), Settlement(kind="peace", winner=A, loser=L)]
    game.offers = [offer("peace"), offer("peace", M, A), offer("peace", A, V)]
    conclude(game)
    assert game.settlements == []
    assert game.offers == [offer("peace", A, V)]
    assert (game.lands[taken].owner, game.lands[taken].controller) == (A, A)
    assert (game.lands[kept].owner, game.lands[kept].controller) == (M, M)
    assert game.lands["VAL"].controller == A
    assert game.lands["BPL"].controller == V
    assert (game.nations[A].goods.gold, game.nations[A].goods.bois) == (35, 1)
    assert (game.nations[M].goods.gold, game.nations[M].goods.bois) == (0, table().nations[M].goods.bois + 2)
    assert [game.leaders[who].captor for who in prisoners] == ["", ""]
    assert [game.leaders[who].captor for who in third] == [A, V]
    assert "MER:AKLA" not in game.garrisons
    assert [has_treaty(game, kind, A, M) for kind in ALL_KINDS] == [False, True, False]
    assert [(event.one, event.other, event.reason) for event in found(game.outbox, WarEnded)] == [(A, M, "peace")]
    assert len(found(game.outbox, PeaceMade)) == 1


@pytest.mark.rule("TC-DIP-08")
def test_a_dictated_alliance_brings_every_treaty_and_the_suzerain_s_wars():
    for kind, vassal in (("surrender", True), ("peace", False)):
        game = calm()
        fighting(game, counter=0)
        fighting(game, A, V)
        treaty(game, "pact", A, M, since=-5)
        carry_out_peace(game, Settlement(kind=kind, winner=A, loser=M, terms=Terms(treaties=("alliance",))))
        assert [has_treaty(game, one, A, M) for one in ALL_KINDS] == [True] * 3
        assert game.treaties[f"pact:{pair(A, M)}"].since == -5
        assert (pair(M, V) in game.wars) is vassal


@pytest.mark.rule("TC-DIP-08")
def test_a_vassal_leaves_its_other_allies_and_follows_into_every_war_but_with_rebels():
    game = calm()
    no_units(game)
    treaty(game, "alliance", M, V)
    treaty(game, "pact", M, V)
    treaty(game, "alliance", M, A)
    treaty(game, "pact", M, L)
    garrison(game, "MER", V, akl_lances=1)
    garrison(game, game.nations[V].capital, M, akl_lances=1)
    minor(game, "PME")
    game.nations["REB-X"] = Nation(id="REB-X", kind="rebel")
    for enemy in (L, MIN, "REB-X", M):
        fighting(game, A, enemy)
    follow_suzerain(game, M, A)
    assert has_treaty(game, "alliance", M, A)
    assert (has_treaty(game, "alliance", M, V), has_treaty(game, "pact", M, V)) == (False, True)
    assert "MER:VOLTDARG" not in game.garrisons
    assert f"{game.nations[V].capital}:MERISSE" not in game.garrisons
    wars = {key: war.since for key, war in game.wars.items() if M in key.split("|") and A not in key.split("|")}
    assert wars == {pair(M, L): game.turn + 1, pair(M, MIN): game.turn + 1}
    assert {event.reason for event in found(game.outbox, WarBegan)} == {"vassal"}


@pytest.mark.rule("TC-DIP-07")
def test_a_minor_nation_left_without_land_by_a_peace_is_no_more():
    for claim, alive in ((("PME",), False), ((), True)):
        game = calm()
        minor(game, "PME")
        fighting(game, A, MIN)
        carry_out_peace(game, Settlement(kind="peace", winner=A, loser=MIN, terms=Terms(claim=claim)))
        assert (MIN in game.nations) is alive


@pytest.mark.rule("TC-DIP-12")
def test_annexing_a_minor_nation():
    game = calm()
    minor(game, "PME", "PVL")
    assert why(annex, game, A, Annex(MIN)) == ("TC-DIP-12", {"why": "no_war", "nation": MIN})
    assert why(annex, game, A, Annex(M)) == ("TC-DIP-12", {"why": "no_war", "nation": M})
    fighting(game, A, MIN)
    fighting(game)
    assert why(annex, game, A, Annex(M)) == ("TC-DIP-12", {"why": "no_war", "nation": M})
    land(game, "PME", controller=A)
    assert why(annex, game, A, Annex(MIN)) == ("TC-DIP-12", {"why": "still_holds_land", "nation": MIN})
    land(game, "PVL", controller=V)
    annex(game, A, Annex(MIN))
    assert (game.lands["PME"].owner, game.lands["PVL"].owner) == (A, V)
    assert MIN not in game.nations
    told = found(game.outbox, NationAnnexed)[0]
    assert (told.nation, told.minor, told.territories) == (A, MIN, ("PME", "PVL"))
    assert standing(game, A) == (1, -1, 0, 120)
    rules = {type(event): event.rule for event in game.outbox if getattr(event, "reason", "") == "annexed"}
    assert (rules[StabilityChanged], rules[ReputationChanged], rules[GloryChanged]) == ("TC-STAB-02", "TC-REP-02", "TC-GLORY-01")


# -- automatic peace --------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-10")
def test_a_nation_without_land_surrenders_to_those_who_hold_it_and_parts_from_the_others():
    game = calm()
    fighting(game, A, M)
    fighting(game, A, V)
    surrender_if_landless(game)
    assert game.outbox == []
    for code in game.lands:
        if game.lands[code].controller == A:
            land(game, code, controller=M)
    minor(game)
    fighting(game, MIN, V)
    surrender_if_landless(game)
    assert game.offers == [offer("surrender", A, M, game.turn, forced=True)]
    assert set(game.wars) == {pair(A, M), pair(MIN, V)}
    (made,) = found(game.outbox, PeaceMade)
    assert (made.kind, made.one, made.other) == ("white_peace", V, A)
    (told,) = found(game.outbox, OfferMade)
    assert (told.kind, told.nation, told.other, told.rule) == ("surrender", A, M, "TC-DIP-10")
    surrender_if_landless(game)
    assert len(game.offers) == 1


@pytest.mark.rule("TC-DIP-10")
def test_a_war_sleeps_when_it_began_by_spring_and_saw_nothing_since():
    for since, last, kind, over in (
        (4, 3, "major", True),
        (4, 4, "major", False),
        (5, 3, "major", False),
        (3, 2, "major", True),
        (3, 5, "major", False),
        (3, 2, "rebel", False),
        (3, 2, "minor", True),
    ):
        game = calm()
        game.year, game.season = 202, "hiver"
        other = M
        if kind != "major":
            other = "X"
            game.nations[other] = Nation(id=other, kind=kind, capital="PME")
            land(game, "PME", owner=other, controller=other)
        fighting(game, A, other, since=since, last=last)
        end_sleeping_wars(game)
        assert (pair(A, other) not in game.wars) is over
        assert [event.kind for event in found(game.outbox, PeaceMade)] == ["white_peace"] * over


@pytest.mark.rule("TC-STAB-04")
def test_a_revolution_loses_every_war_at_once():
    game = calm()
    fighting(game, A, M)
    fighting(game, A, V)
    fighting(game, M, V)
    who = leader(game, A, civil=1, captor=M)
    lose_all_wars(game, A)
    assert set(game.wars) == {pair(M, V)}
    assert standing(game, A) == (0, 0, 2, 90)
    assert standing(game, M) == standing(game, V) == (1, 0, 1, 110)
    assert game.leaders[who].captor == ""
    assert [(event.kind, event.one, event.other, event.victor) for event in found(game.outbox, PeaceMade)] == [
        ("revolution", M, A, M),
        ("revolution", V, A, V),
    ]
    assert {event.rule for event in found(game.outbox, CounterChanged)} == {"TC-REP-03"}


# -- minor nations ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TC-DIP-11")
def test_who_decides_by_dice():
    game = calm()
    minor(game)
    game.nations["REB-X"] = Nation(id="REB-X", kind="rebel")
    assert [decides_by_dice(game, name) for name in (A, MIN, "REB-X", "GONE")] == [False, True, False, False]
    del game.seats[A]
    assert decides_by_dice(game, A)


@pytest.mark.rule("TC-DIP-11")
def test_what_moves_a_minor_nation():
    game = calm()
    minor(game)
    nation(game, A, stability=2, reputation=-3)
    script(game, 8)
    extra = goodwill(game, MIN, A) - 7
    for kind, needed in (("contract", 7), ("pact", 9)):
        for die, signed in ((needed + 1 - extra, True), (needed - extra, False)):
            script(game, die)
            assert signs(game, MIN, A, kind) is signed
    script(game)
    assert not signs(game, MIN, A, "alliance")
    for die, follows in ((8 - extra, True), (7 - extra, False)):
        script(game, die)
        assert honours_call(game, MIN, A) is follows


@pytest.mark.rule("TC-DIP-11")
def test_which_peace_a_minor_nation_takes():
    first = min(A, MIN)
    for kind, score, dice, terms, taken in (
        ("white_peace", 0, (), Terms(), True),
        ("white_peace", -1, (), Terms(), True),
        ("white_peace", 1, (7,), Terms(), True),
        ("white_peace", 1, (6,), Terms(), False),
        ("peace", 0, (), Terms(), True),
        ("peace", -2, (), Terms(take=Goods(gold=60)), True),
        ("peace", -1, (), Terms(take=Goods(gold=60)), False),
        ("peace", 2, (), Terms(take=Goods(gold=60)), False),
    ):
        game = calm()
        minor(game, "PME")
        fighting(game, A, MIN, counter=score if first == MIN else -score)
        script(game, *dice)
        assert accepts(game, MIN, offer(kind, A, MIN, terms=terms)) is taken


@pytest.mark.rule("TC-DIP-11")
def test_the_sheet_of_a_minor_nation():
    def written(*offers, score=-5, lands=("PME",), since=-8):
        game = calm()
        no_leaders(game)
        minor(game, *lands)
        fighting(game, A, MIN, since=since, counter=-score if min(A, MIN) == A else score)
        game.offers = list(offers)
        write_sheets(game)
        assert set(game.sheets) <= {MIN}
        return game.sheets.get(MIN, ())

    assert written() == (SurrenderTo(A),)
    assert written(lands=("PME", "PVL")) == ()
    assert written(score=0) == ()
    assert written(score=5) == ()
    assert written(since=0) == ()
    assert written(offer("white_peace", A, MIN, -1)) == (AcceptWhitePeace(A), SurrenderTo(A))
    assert written(offer("white_peace", A, MIN, 0)) == (SurrenderTo(A),)
    assert written(offer("white_peace", A, M, -1)) == (SurrenderTo(A),)
    assert written(offer("peace", A, MIN, -1)) == (AcceptPeace(A), SurrenderTo(A))
    assert written(offer("ransom", A, MIN, -1)) == (SurrenderTo(A),)
    assert written(offer("surrender", A, MIN, -1), score=5) == (AcceptSurrender(A, Terms()),)


@pytest.mark.rule("TC-DIP-11")
def test_a_minor_nation_at_war_raises_one_unit_where_the_enemy_is_nearest():
    for war, held, raised in ((True, True, 1), (False, True, 0), (True, False, 0)):
        game = calm()
        no_units(game)
        minor(game, "PME")
        game.nations[MIN] = replace(game.nations[MIN], goods=Goods(*[99] * 8))
        land(game, "PME", recruits=5, controller=MIN if held else V)
        if war:
            fighting(game, A, MIN)
        muster(game)
        assert sum(troop.count for troop in game.garrisons.get(f"PME:{MIN}", ())) == raised


@pytest.mark.rule("TC-EVT-03")
def test_unrest_until_a_treaty_or_a_war_is_over_for_the_one_who_makes_it():
    game = calm()
    for name in (A, V):
        add_mark(game, "stability_test", 9, nation=name, word="until_treaty", amount=-1)
    add_mark(game, "stability_test", 9, nation=A, word=f"until_war:{M}", amount=-2)
    add_mark(game, "stability_test", 9, nation=A, word=f"until_war:{V}", amount=-3)
    begin_treaty(game, "pact", A, L, "TC-DIP-01")
    assert [(mark.nation, mark.amount) for mark in game.marks] == [(V, -1), (A, -2), (A, -3)]
    begin_war(game, A, M, 1, "declared", "TC-DIP-02")
    assert [(mark.nation, mark.amount) for mark in game.marks] == [(V, -1), (A, -3)]
    begin_war(game, V, A, 1, "declared", "TC-DIP-02")
    assert [(mark.nation, mark.amount) for mark in game.marks] == [(V, -1), (A, -3)]
