"""The rows of table 61 one by one: which chapter works at which step, in which season, and in which order."""

import pytest

from marchland.games.cendre.orders import (
    AcceptPeace,
    AcceptRansom,
    AcceptSurrender,
    AcceptWhitePeace,
    Annex,
    AskPeace,
    AskWhitePeace,
    Attack,
    BoostSource,
    BreakAlliance,
    CallAlly,
    ChangeColour,
    DeclareWar,
    Defend,
    DemandRansom,
    Demolish,
    Denounce,
    Disband,
    Divert,
    DryUp,
    Exhaust,
    Intercept,
    LearnMagic,
    March,
    Pillage,
    Raid,
    RecruitUnits,
    Reinforce,
    SignAlliance,
    SignContract,
    SignPact,
    Siphon,
    SurrenderTo,
    TunnelAttack,
    TunnelRaid,
)
from marchland.games.cendre.rules import general, science
from marchland.games.cendre.rules.civil import affairs, assassins, intrigue
from marchland.games.cendre.rules.civil.civil import CivilPhase
from marchland.games.cendre.rules.diplomacy import declarations, diplomacy, minor, peace, treaties
from marchland.games.cendre.rules.diplomacy.diplomacy import DiplomaticPhase
from marchland.games.cendre.rules.economy import caravans, industry, trade
from marchland.games.cendre.rules.economy.economy import TradePhase
from marchland.games.cendre.rules.events import events, scores, world
from marchland.games.cendre.rules.events.events import EventPhase
from marchland.games.cendre.rules.events.threats import sails
from marchland.games.cendre.rules.events.threats import turn as threats
from marchland.games.cendre.rules.general import GeneralPhase
from marchland.games.cendre.rules.glory import glory
from marchland.games.cendre.rules.land import danger, population, production
from marchland.games.cendre.rules.leaders import actors, market, succession
from marchland.games.cendre.rules.magic import magic, sources
from marchland.games.cendre.rules.magic.magic import MagicPhase
from marchland.games.cendre.rules.standing import revolution, standing
from marchland.games.cendre.rules.towns import fortifications, stores, upkeep
from marchland.games.cendre.rules.turn import beginning
from marchland.games.cendre.rules.turn.beginning import PassTime, PreliminaryUpkeep, SecondaryUpkeep
from marchland.games.cendre.rules.turn.ending import FinalPhase
from marchland.games.cendre.rules.war import armies, control, posts, volunteers, war
from marchland.games.cendre.rules.war.war import MilitaryPhase
from marchland.games.cendre.sequence import Campaign, Season, Winter, WriteSheets
from marchland.games.cendre.state import SEASONS
from marchland.kernel.frames import DONE

from .realm import A, table

ALL = SEASONS
TURN = (PassTime, PreliminaryUpkeep, SecondaryUpkeep, FinalPhase)
ACTIVE, COLD, SPRING = SEASONS[:3], SEASONS[3:], SEASONS[:1]


def row(phase, step, *works, rules):
    """A step and what it sets to work: (module, function, seasons)."""
    if phase in TURN:
        rules = ["TC-TURN-01", *rules]
    return pytest.param(phase, step, works, marks=pytest.mark.rule(*rules), id=f"{phase.__name__}.{step}")


ROWS = [
    row(PassTime, "relations", (diplomacy, "start_of_turn", ALL), rules=["TC-DIP-02"]),
    row(PassTime, "shipments", (trade, "receive_goods", ACTIVE), rules=["TC-ECO-02"]),
    row(
        PassTime,
        "new_counts",
        (beginning, "close_season", ALL),
        (beginning, "close_year", SPRING),
        (actors, "refresh_leaders", ALL),
        (glory, "note_wars", ALL),
        rules=["TC-TURN-01"],
    ),
    row(
        PassTime,
        "marks",
        (beginning, "expire_marks", ALL),
        (world, "season_effects", ALL),
        rules=["TC-EVT-04"],
    ),
    row(PassTime, "caravans", (caravans, "review_caravans", ALL), rules=["TC-ECO-05"]),
    row(PreliminaryUpkeep, "threats_arrive", (threats, "wake", ALL), rules=["TC-EVT-05"]),
    row(PreliminaryUpkeep, "troubles", (danger, "break_out_troubles", ALL), rules=["TC-LAND-14"]),
    row(PreliminaryUpkeep, "independence", (danger, "break_away_lands", ALL), rules=["TC-LAND-15"]),
    row(PreliminaryUpkeep, "police", (danger, "hunt_agitators", ALL), rules=["TC-LAND-16"]),
    row(PreliminaryUpkeep, "militia", (danger, "hunt_brigands", ALL), rules=["TC-LAND-16"]),
    row(PreliminaryUpkeep, "produce", (production, "produce", ALL), rules=["TC-LAND-10"]),
    row(PreliminaryUpkeep, "gifts", (production, "gifts_in_kind", ALL), rules=["TC-LEAD-10"]),
    row(PreliminaryUpkeep, "gold", (production, "collect_gold", ALL), rules=["TC-ECO-01"]),
    row(PreliminaryUpkeep, "other_gold", (production, "other_gold", ALL), rules=["TC-ECO-04"]),
    row(PreliminaryUpkeep, "upkeep", (upkeep, "pay_everything", ALL), rules=["TC-CITY-04"]),
    row(PreliminaryUpkeep, "dissolve", (armies, "dissolve_armies", ALL), rules=["TC-WAR-01"]),
    row(PreliminaryUpkeep, "automatic_units", (volunteers, "automatic_arrivals", SPRING), rules=["TC-WAR-03"]),
    row(SecondaryUpkeep, "towns", (industry, "convert_in_towns", ALL), rules=["TC-CITY-07"]),
    row(SecondaryUpkeep, "buildings", (industry, "convert_in_buildings", ALL), rules=["TC-CITY-08"]),
    row(SecondaryUpkeep, "national_structures", (industry, "use_structures", ALL), rules=["TC-STRUCT-08"]),
    row(SecondaryUpkeep, "industrialists", (industry, "sell_as_industrialist", ALL), rules=["TC-LEAD-10"]),
    row(SecondaryUpkeep, "philosophy", (industry, "transmute", ALL), rules=["TC-SCI-08"]),
    row(SecondaryUpkeep, "national_food", (industry, "national_provisions", ALL), rules=["TC-STRUCT-08"]),
    row(SecondaryUpkeep, "sobriety", (actors, "sober_up", ALL), rules=["TC-LEAD-04"]),
    row(SecondaryUpkeep, "placement", (posts, "place_leaders", ALL), rules=["TC-WAR-01"]),
    row(
        SecondaryUpkeep,
        "armies",
        (armies, "form_armies", ALL),
        (minor, "write_sheets", ALL),
        (threats, "give_orders", ALL),
        rules=["TC-WAR-01"],
    ),
    row(SecondaryUpkeep, "laboratories", (science, "run_laboratories", ALL), rules=["TC-STRUCT-07"]),
    row(SecondaryUpkeep, "towers", (science, "drain_sources", ALL), rules=["TC-STRUCT-07"]),
    row(SecondaryUpkeep, "study_centres", (science, "study_centres", ALL), rules=["TC-STRUCT-08"]),
    row(SecondaryUpkeep, "allocation", (science, "allocate", ALL), rules=["TC-SCI-01"]),
    row(SecondaryUpkeep, "discoveries", (science, "choose_discoveries", ALL), rules=["TC-SCI-01"]),
    row(GeneralPhase, "heal", (general, "heal_leaders", ALL), rules=["TC-GEN-01"]),
    row(GeneralPhase, "dismiss", (general, "dismiss_leaders", ALL), rules=["TC-GEN-02"]),
    row(GeneralPhase, "move_capital", (general, "move_capitals", ALL), rules=["TC-GEN-03"]),
    row(GeneralPhase, "train", (general, "train_leaders", ALL), rules=["TC-GEN-05"]),
    row(GeneralPhase, "recruit", (general, "recruit_leaders", ALL), rules=["TC-GEN-04"]),
    row(CivilPhase, "explorers", (intrigue, "prospect", ALL), rules=["TC-STRUCT-08"]),
    row(CivilPhase, "spies", (intrigue, "spy", ALL), rules=["TC-CIV-13"]),
    row(CivilPhase, "assassins", (assassins, "assassinate", ALL), rules=["TC-CIV-04"]),
    row(CivilPhase, "development", *[(affairs, "operate", ALL)] * 5, rules=["TC-CIV-06"]),
    row(CivilPhase, "roads", (affairs, "operate", ALL), rules=["TC-CIV-16"]),
    row(CivilPhase, "slaves", (affairs, "operate", ALL), rules=["TC-STRUCT-08"]),
    row(CivilPhase, "construction", (affairs, "operate", ALL), rules=["TC-CIV-05"]),
    row(CivilPhase, "urbanisation", (affairs, "operate", ALL), rules=["TC-CIV-15"]),
    row(CivilPhase, "new_towns", (affairs, "operate", ALL), rules=["TC-CIV-14"]),
    row(CivilPhase, "prospectors", (intrigue, "prospect", ALL), rules=["TC-CIV-17"]),
    row(CivilPhase, "claims", (affairs, "claim_territories", ALL), rules=["TC-CIV-20"]),
    row(CivilPhase, "research", (affairs, "operate", ALL), rules=["TC-CIV-18"]),
    row(CivilPhase, "stabilisation", (affairs, "operate", ALL), rules=["TC-CIV-19"]),
    row(CivilPhase, "embellishment", (affairs, "operate", ALL), rules=["TC-CIV-12"]),
    row(CivilPhase, "hiring", (affairs, "hire_units", ALL), rules=["TC-CIV-11"]),
    row(CivilPhase, "agitation", (intrigue, "agitate", ALL), rules=["TC-CIV-02"]),
    row(CivilPhase, "brigandage", (intrigue, "brigandage", ALL), rules=["TC-CIV-03"]),
    row(TradePhase, "goods", (trade, "ship_goods", ALL), (sails, "hire_sails", ALL), rules=["TC-ECO-02"]),
    row(TradePhase, "caravans", (caravans, "establish_caravans", ALL), rules=["TC-ECO-03"]),
    row(DiplomaticPhase, "neutral_sheets", (diplomacy, "write_sheets", ALL), rules=["TC-DIP-11"]),
    row(DiplomaticPhase, "sign_contracts", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(DiplomaticPhase, "sign_alliances", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(DiplomaticPhase, "sign_pacts", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(DiplomaticPhase, "break_alliances", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(DiplomaticPhase, "denounce", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(
        DiplomaticPhase,
        "declare_wars",
        (declarations, "answer_by_dice", ALL),
        (diplomacy, "carry_out", ALL),
        rules=["TC-DIP-02"],
    ),
    row(DiplomaticPhase, "call_allies", (diplomacy, "carry_out", ALL), rules=["TC-DIP-05"]),
    row(DiplomaticPhase, "ask_white_peace", (diplomacy, "carry_out", ALL), rules=["TC-DIP-06"]),
    row(DiplomaticPhase, "ask_peace", (diplomacy, "carry_out", ALL), rules=["TC-DIP-07"]),
    row(
        DiplomaticPhase,
        "surrender",
        (diplomacy, "carry_out", ALL),
        (peace, "match_offers", ALL),
        rules=["TC-DIP-08"],
    ),
    row(DiplomaticPhase, "demand_ransoms", (diplomacy, "carry_out", ALL), rules=["TC-DIP-12"]),
    row(DiplomaticPhase, "accept_white_peace", (diplomacy, "carry_out", ALL), rules=["TC-DIP-06"]),
    row(DiplomaticPhase, "accept_peace", (diplomacy, "carry_out", ALL), rules=["TC-DIP-07"]),
    row(DiplomaticPhase, "accept_surrender", (diplomacy, "carry_out", ALL), rules=["TC-DIP-08"]),
    row(DiplomaticPhase, "accept_ransoms", (diplomacy, "carry_out", ALL), rules=["TC-DIP-12"]),
    row(DiplomaticPhase, "annex", (diplomacy, "carry_out", ALL), rules=["TC-DIP-12"]),
    row(
        DiplomaticPhase,
        "consequences",
        (declarations, "settle_calls", ALL),
        (peace, "lapse_offers", ALL),
        rules=["TC-DIP-05"],
    ),
    row(FinalPhase, "threats", (threats, "review", ALL), rules=["TC-EVT-05"]),
    row(
        FinalPhase,
        "peace",
        (peace, "conclude", ALL),
        (treaties, "take_effect", ALL),
        rules=["TC-DIP-07"],
    ),
    row(
        FinalPhase,
        "vacant_land",
        (control, "settle_vacant_land", COLD),
        (fortifications, "end_sieges", COLD),
        rules=["TC-WAR-21"],
    ),
    row(
        FinalPhase,
        "reputation",
        (standing, "yearly_reputation", ALL),
        (standing, "seasonal_reputation", ALL),
        rules=["TC-REP-03"],
    ),
    row(
        FinalPhase,
        "weariness",
        (standing, "war_weariness", ALL),
        (standing, "winter_stability", ALL),
        rules=["TC-STAB-02"],
    ),
    row(FinalPhase, "stability", (standing, "hold_stability_tests", ALL), rules=["TC-STAB-03"]),
    row(FinalPhase, "revolutions", (revolution, "revolutions", ALL), rules=["TC-STAB-04"]),
    row(
        FinalPhase,
        "glory",
        (glory, "annual_glory", ALL),
        (glory, "domination_glory", ALL),
        (glory, "publish_glory", ALL),
        rules=["TC-GLORY-02"],
    ),
    row(FinalPhase, "victory", (glory, "check_victory", ALL), rules=["TC-GLORY-04"]),
    row(FinalPhase, "surrenders", (peace, "surrender_if_landless", ACTIVE), rules=["TC-DIP-10"]),
    row(
        FinalPhase,
        "winter_diplomacy",
        (science, "proselytise", COLD),
        (peace, "end_sleeping_wars", COLD),
        rules=["TC-SCI-08", "TC-DIP-10"],
    ),
    row(FinalPhase, "spells", (magic, "end_spells", ALL), (sources, "refill_sources", COLD), rules=["TC-MAG-06"]),
    row(
        FinalPhase,
        "leaders",
        (succession, "old_age", COLD),
        (succession, "crown_rulers", COLD),
        (succession, "newcomers", COLD),
        (intrigue, "satisfy_curiosity", ACTIVE),
        (market, "settle_bids", ACTIVE),
        rules=["TC-LEAD-04"],
    ),
    row(FinalPhase, "market", (market, "lower_prices", ALL), (market, "newcomers", COLD), rules=["TC-LEAD-13"]),
    row(FinalPhase, "science", (science, "gain_science", ACTIVE), rules=["TC-SCI-01"]),
    row(
        FinalPhase,
        "units_and_stores",
        (volunteers, "automatic_losses", COLD),
        (minor, "minor_winter", COLD),
        (stores, "limit_stores", ACTIVE),
        rules=["TC-STRUCT-05"],
    ),
    row(
        FinalPhase,
        "people",
        (population, "grow_population", COLD),
        (population, "regrow_recruits", COLD),
        (scores, "rebels_go_free", COLD),
        rules=["TC-LAND-11"],
    ),
]


@pytest.mark.parametrize(("phase", "step", "works"), ROWS)
def test_every_step_sets_its_chapter_to_work_in_its_seasons(monkeypatch, phase, step, works):
    done = []
    for module, name in {(module, name): None for module, name, _ in works}:
        monkeypatch.setattr(module, name, lambda game, *args, _name=name, **fields: done.append(_name))
    for season in SEASONS:
        game = table()
        game.season = season
        done.clear()
        getattr(phase(), step)(game)
        assert done == [name for _, name, seasons in works if season in seasons]


LINES = {
    **dict.fromkeys((SignContract, SignAlliance, SignPact, BreakAlliance, Denounce, CallAlly), "TC-DIP-05"),
    DeclareWar: "TC-DIP-02",
    **dict.fromkeys((AskWhitePeace, AcceptWhitePeace), "TC-DIP-06"),
    **dict.fromkeys((AskPeace, AcceptPeace), "TC-DIP-07"),
    **dict.fromkeys((SurrenderTo, AcceptSurrender), "TC-DIP-08"),
    **dict.fromkeys((DemandRansom, AcceptRansom, Annex), "TC-DIP-12"),
    **dict.fromkeys((Exhaust, Divert), "TC-MAG-03"),
    **dict.fromkeys((Reinforce, Siphon, ChangeColour, DryUp, BoostSource), "TC-MAG-04"),
    LearnMagic: "TC-MAG-05",
    RecruitUnits: "TC-WAR-02",
    **dict.fromkeys((Attack, March), "TC-WAR-08"),
    Intercept: "TC-WAR-11",
    Raid: "TC-WAR-12",
    **dict.fromkeys((TunnelAttack, TunnelRaid), "TC-WAR-13"),
    **dict.fromkeys((Defend, Disband, Pillage, Demolish), "TC-WAR-23"),
}
CONTESTED = {Annex, Divert, Reinforce, Siphon, DryUp}
"""Lines by which nations can be in each other's way: their order is drawn."""


@pytest.mark.rule(*sorted(set(LINES.values())))
def test_every_kind_of_line_is_carried_out_once_under_its_own_rule(monkeypatch):
    done = []
    for module in (diplomacy, magic, war):
        monkeypatch.setattr(
            module, "carry_out", lambda game, kind, act, rule, contested=False: done.append((kind, rule, contested))
        )
    game = table()
    for phase in (DiplomaticPhase(), MagicPhase(), MilitaryPhase()):
        for step in phase.STEPS:
            getattr(phase, step)(game)
    assert len(done) == len(LINES)
    assert {kind: rule for kind, rule, _ in done} == LINES
    assert {kind for kind, _, contested in done if contested} == CONTESTED


@pytest.mark.rule("TC-EVT-02", "TC-EVT-04")
@pytest.mark.parametrize("due", [True, False])
def test_events_of_the_world_and_of_the_nations_come_when_they_are_due(monkeypatch, due):
    done = []
    monkeypatch.setattr(events, "is_due", lambda game: due)
    monkeypatch.setattr(world, "world_event", lambda game: done.append("world"))
    monkeypatch.setattr(events, "national_events", lambda game: done.append("national"))
    EventPhase().world(table())
    EventPhase().national(table())
    assert done == (["world", "national"] if due else [])


@pytest.mark.rule("TC-EVT-05")
@pytest.mark.parametrize("threatened", [True, False])
def test_a_threat_that_is_awake_marches_in_winter_too(monkeypatch, threatened):
    done = []
    monkeypatch.setattr(events, "active", lambda game: [1] if threatened else [])
    monkeypatch.setattr(threats, "winter", done.append)
    for season in SEASONS:
        game = table()
        game.season, game.stack = season, []
        EventPhase().threats_in_winter(game)
        marches = threatened and season == "hiver"
        assert [type(frame) for frame, _ in game.stack] == [MilitaryPhase] * marches
    assert len(done) == threatened


SEASON_STEPS = [
    (Season, "pass_time", PassTime, "TC-TURN-01"),
    (Season, "preliminary_upkeep", PreliminaryUpkeep, "TC-TURN-01"),
    (Season, "write_orders", WriteSheets, "TC-TURN-01"),
    (Season, "secondary_upkeep", SecondaryUpkeep, "TC-TURN-01"),
    (Season, "general_orders", GeneralPhase, "TC-GEN-01"),
    (Season, "civil_operations", CivilPhase, "TC-CIV-01"),
    (Season, "trade", TradePhase, "TC-ECO-02"),
    (Season, "diplomacy", DiplomaticPhase, "TC-DIP-05"),
    (Season, "magic", MagicPhase, "TC-MAG-02"),
    (Season, "war", MilitaryPhase, "TC-WAR-08"),
    (Season, "events", EventPhase, "TC-EVT-01"),
    (Season, "final_phase", FinalPhase, "TC-TURN-01"),
    (Winter, "pass_time", PassTime, "TC-TURN-03"),
    (Winter, "civil_operations", CivilPhase, "TC-LEAD-10"),
    (Winter, "events", EventPhase, "TC-EVT-01"),
    (Winter, "final_phase", FinalPhase, "TC-TURN-03"),
]


@pytest.mark.parametrize(
    ("season", "step", "phase"),
    [pytest.param(*case[:3], marks=pytest.mark.rule(case[3]), id=f"{case[0].__name__}.{case[1]}") for case in SEASON_STEPS],
)
def test_a_season_goes_through_its_phases(season, step, phase):
    game = table(seats=3)
    game.stack = []
    getattr(season(), step)(game)
    assert [type(frame) for frame, _ in game.stack] == [phase]
    if phase is WriteSheets:
        assert game.decision.deciders() == (0, 1, 2)


@pytest.mark.rule("TC-TURN-01", "TC-TURN-03")
def test_a_sheet_is_put_away_at_the_end_of_its_season_but_that_of_autumn_after_winter():
    for season, kept in (("printemps", False), ("ete", False), ("automne", True)):
        game = table()
        game.season, game.sheets = season, {A: ()}
        Season().put_away(game)
        assert game.sheets == ({A: ()} if kept else {})
    game = table()
    game.sheets = {A: ()}
    Winter().put_away(game)
    assert game.sheets == {}


@pytest.mark.rule("TC-TURN-01", "TC-TURN-03")
def test_the_calendar_goes_round_and_stops_after_the_last_winter():
    dates = []
    game = table()
    game.last_year = 202
    for _ in range(8):
        dates.append((game.year, game.season))
        game.stack = []
        Campaign().play_season(game)
        assert type(game.stack[-1][0]) is (Winter if game.season == "hiver" else Season)
        assert Campaign().next_season(game) == ("play_season" if len(dates) < 8 else DONE)
        assert game.ending == ("years" if len(dates) == 8 else "")
    assert dates == [(year, season) for year in (201, 202) for season in SEASONS]
    assert (game.year, game.season) == (202, "hiver")


@pytest.mark.rule("TC-TURN-01")
def test_a_game_that_is_won_stops_at_once_and_keeps_how_it_was_won():
    for season in ("printemps", "hiver"):
        game = table()
        game.season, game.ending, game.last_year = season, "glory", 201
        assert Campaign().next_season(game) == DONE
        assert (game.year, game.season, game.ending) == (201, season, "glory")


@pytest.mark.rule("TC-GLORY-05")
def test_the_campaign_opens_with_the_glory_of_what_each_nation_is():
    game = table()
    Campaign().opening(game)
    assert game.nations[A].glory > 0
