"""The season's phases in the order of table 61; what each step does is in the chapter it calls."""

from __future__ import annotations

from ....kernel.frames import Procedure
from ..orders import (
    BuildRoads,
    Clear,
    Construct,
    Cultivate,
    Develop,
    Embellish,
    Exploit,
    FoundTown,
    Populate,
    Research,
    Stabilise,
    Urbanise,
)
from ..state import SPRING, WINTER, Cendre
from . import (
    civil,
    danger,
    diplomacy,
    events,
    general,
    glory,
    industry,
    intrigue,
    magic,
    market,
    minor,
    placement,
    production,
    science,
    standing,
    threat_sails,
    threat_turn,
    trade,
    upkeep,
    winter,
    world_events,
)
from .marks import expire_marks
from .threats import active
from .war import MilitaryPhase

SLAVES = ("maison-des-esclaves",)
GUILD = ("guilde-des-explorateurs",)


class PassTime(Procedure, frozen=True):
    """TC-TURN-01 A new season: what was sent arrives, treaties and wars take effect, what was dated lapses."""

    STEPS = ("relations", "shipments", "new_counts", "marks", "caravans")

    def relations(self, game: Cendre) -> None:
        """TC-DIP-02 Wars and treaties of last season are active; dated casus belli and unanswered offers lapse."""
        diplomacy.start_of_turn(game)

    def shipments(self, game: Cendre) -> None:
        """TC-ECO-02 Goods sent last season arrive, in active seasons."""
        if game.season != WINTER:
            trade.receive_goods(game)

    def new_counts(self, game: Cendre) -> None:
        """TC-TURN-01 The counts of the last season, and in spring of the last year, start anew."""
        winter.close_season(game)
        if game.season == SPRING:
            winter.close_year(game)
        placement.refresh_leaders(game)
        winter.note_wars(game)

    def marks(self, game: Cendre) -> None:
        """TC-EVT-04 After-effects of events end on their day; those of the spring begin."""
        expire_marks(game)
        world_events.season_effects(game)

    def caravans(self, game: Cendre) -> None:
        """TC-ECO-05 Caravans end with wars and with towns that changed hands."""
        trade.review_caravans(game)


class PreliminaryUpkeep(Procedure, frozen=True):
    """TC-TURN-01 Danger, production, upkeep and the dissolving of armies: all without orders."""

    STEPS = (
        "threats_arrive",
        "troubles",
        "independence",
        "police",
        "militia",
        "produce",
        "gifts",
        "gold",
        "other_gold",
        "upkeep",
        "dissolve",
        "automatic_units",
    )

    def threats_arrive(self, game: Cendre) -> None:
        """TC-EVT-05 An announced threat appears before the danger tests of spring; the others stir."""
        threat_turn.wake(game)

    def troubles(self, game: Cendre) -> None:
        """TC-LAND-14 Troubles."""
        danger.break_out_troubles(game)

    def independence(self, game: Cendre) -> None:
        """TC-LAND-15 Territories that break away."""
        danger.break_away_lands(game)

    def police(self, game: Cendre) -> None:
        """TC-LAND-16 Police against agitators."""
        danger.hunt_agitators(game)

    def militia(self, game: Cendre) -> None:
        """TC-LAND-16 Militia against brigands."""
        danger.hunt_brigands(game)

    def produce(self, game: Cendre) -> None:
        """TC-LAND-10 Provisions and resources."""
        production.produce(game)

    def gifts(self, game: Cendre) -> None:
        """TC-LEAD-10 Merchants and farmers."""
        production.gifts_in_kind(game)

    def gold(self, game: Cendre) -> None:
        """TC-ECO-01 Taxes, towns, banks, coin, roads, collectors, the very rich, shipping companies."""
        production.collect_gold(game)

    def other_gold(self, game: Cendre) -> None:
        """TC-ECO-04 Caravans and national income."""
        production.other_gold(game)

    def upkeep(self, game: Cendre) -> None:
        """TC-CITY-04 Leaders, civil units, towns, troops; famine."""
        upkeep.pay_everything(game)

    def dissolve(self, game: Cendre) -> None:
        """TC-WAR-01 Armies go back into garrison."""
        placement.dissolve_armies(game)

    def automatic_units(self, game: Cendre) -> None:
        """TC-WAR-03 Units that come by themselves."""
        if game.season == SPRING:
            winter.automatic_arrivals(game)


class SecondaryUpkeep(Procedure, frozen=True):
    """TC-TURN-01 Industry, leaders and armies, science: what the sheets decide before anybody acts."""

    STEPS = (
        "towns",
        "buildings",
        "national_structures",
        "industrialists",
        "philosophy",
        "national_food",
        "sobriety",
        "placement",
        "armies",
        "laboratories",
        "towers",
        "study_centres",
        "allocation",
        "discoveries",
    )

    def towns(self, game: Cendre) -> None:
        """TC-CITY-07 Towns sell their resource."""
        industry.convert_in_towns(game)

    def buildings(self, game: Cendre) -> None:
        """TC-CITY-08 Industrial buildings."""
        industry.convert_in_buildings(game)

    def national_structures(self, game: Cendre) -> None:
        """TC-STRUCT-08 Fisheries and other national structures."""
        industry.use_structures(game)

    def industrialists(self, game: Cendre) -> None:
        """TC-LEAD-10 Industrialists."""
        industry.sell_as_industrialist(game)

    def philosophy(self, game: Cendre) -> None:
        """TC-SCI-08 Natural philosophy."""
        industry.transmute(game)

    def national_food(self, game: Cendre) -> None:
        """TC-STRUCT-08 National food bonus."""
        industry.national_provisions(game)

    def sobriety(self, game: Cendre) -> None:
        """TC-LEAD-04 Who is fit to act."""
        placement.sober_up(game)

    def placement(self, game: Cendre) -> None:
        """TC-WAR-01 Leaders take their places."""
        placement.place_leaders(game)

    def armies(self, game: Cendre) -> None:
        """TC-WAR-01 Armies form; nations without a player and outside threats get their orders."""
        placement.form_armies(game)
        minor.write_sheets(game)
        threat_turn.give_orders(game)

    def laboratories(self, game: Cendre) -> None:
        """TC-STRUCT-07 Laboratories."""
        science.run_laboratories(game)

    def towers(self, game: Cendre) -> None:
        """TC-STRUCT-07 Mage towers."""
        science.drain_sources(game)

    def study_centres(self, game: Cendre) -> None:
        """TC-STRUCT-08 Centres of studies."""
        science.study_centres(game)

    def allocation(self, game: Cendre) -> None:
        """TC-SCI-01 Free points are allocated."""
        science.allocate(game)

    def discoveries(self, game: Cendre) -> None:
        """TC-SCI-01 Discoveries are chosen and take effect."""
        science.choose_discoveries(game)


class GeneralPhase(Procedure, frozen=True):
    """TC-GEN-01 General operations."""

    STEPS = ("heal", "dismiss", "move_capital", "train", "recruit")

    def heal(self, game: Cendre) -> None:
        """TC-GEN-01 Healing."""
        general.heal_leaders(game)

    def dismiss(self, game: Cendre) -> None:
        """TC-GEN-02 Dismissal."""
        general.dismiss_leaders(game)

    def move_capital(self, game: Cendre) -> None:
        """TC-GEN-03 The capital."""
        general.move_capitals(game)

    def train(self, game: Cendre) -> None:
        """TC-GEN-05 Training."""
        general.train_leaders(game)

    def recruit(self, game: Cendre) -> None:
        """TC-GEN-04 New leaders."""
        general.recruit_leaders(game)


class CivilPhase(Procedure, frozen=True):
    """TC-CIV-01 Civil operations kind by kind; in winter only those of leaders entitled to them (TC-TURN-03)."""

    STEPS = (
        "explorers",
        "spies",
        "assassins",
        "development",
        "roads",
        "slaves",
        "construction",
        "urbanisation",
        "new_towns",
        "prospectors",
        "claims",
        "research",
        "stabilisation",
        "embellishment",
        "hiring",
        "agitation",
        "brigandage",
    )

    def explorers(self, game: Cendre) -> None:
        """TC-STRUCT-08 The explorers' guild goes first."""
        intrigue.prospect(game, houses=GUILD)

    def spies(self, game: Cendre) -> None:
        """TC-CIV-13 Espionage."""
        intrigue.spy(game)

    def assassins(self, game: Cendre) -> None:
        """TC-CIV-04 Assassination."""
        intrigue.assassinate(game)

    def development(self, game: Cendre) -> None:
        """TC-CIV-06 Farms, TC-CIV-09 exploitations, TC-CIV-07 capacity, TC-CIV-08 resource level, TC-CIV-10 population."""
        for kind in (Cultivate, Exploit, Clear, Develop, Populate):
            civil.operate(game, kind, apart=SLAVES)

    def roads(self, game: Cendre) -> None:
        """TC-CIV-16 Roads."""
        civil.operate(game, BuildRoads, apart=SLAVES)

    def slaves(self, game: Cendre) -> None:
        """TC-STRUCT-08 The house of slaves."""
        civil.operate(game, Cultivate, Exploit, Clear, BuildRoads, houses=SLAVES)

    def construction(self, game: Cendre) -> None:
        """TC-CIV-05 Structures."""
        civil.operate(game, Construct)

    def urbanisation(self, game: Cendre) -> None:
        """TC-CIV-15 Towns grow."""
        civil.operate(game, Urbanise)

    def new_towns(self, game: Cendre) -> None:
        """TC-CIV-14 New towns."""
        civil.operate(game, FoundTown)

    def prospectors(self, game: Cendre) -> None:
        """TC-CIV-17 Prospecting."""
        intrigue.prospect(game, apart=GUILD)

    def claims(self, game: Cendre) -> None:
        """TC-CIV-20 Claims."""
        civil.claim_territories(game)

    def research(self, game: Cendre) -> None:
        """TC-CIV-18 Research."""
        civil.operate(game, Research)

    def stabilisation(self, game: Cendre) -> None:
        """TC-CIV-19 Stabilisation."""
        civil.operate(game, Stabilise)

    def embellishment(self, game: Cendre) -> None:
        """TC-CIV-12 Embellishment."""
        civil.operate(game, Embellish)

    def hiring(self, game: Cendre) -> None:
        """TC-CIV-11 Hiring."""
        civil.hire_units(game)

    def agitation(self, game: Cendre) -> None:
        """TC-CIV-02 Agitators."""
        intrigue.agitate(game)

    def brigandage(self, game: Cendre) -> None:
        """TC-CIV-03 Brigands."""
        intrigue.brigandage(game)


class TradePhase(Procedure, frozen=True):
    """TC-ECO-02 Before diplomacy: goods are sent and caravans set out."""

    STEPS = ("goods", "caravans")

    def goods(self, game: Cendre) -> None:
        """TC-ECO-02 Goods sent abroad, and gold for the Pale Sails."""
        trade.ship_goods(game)
        threat_sails.hire_sails(game)

    def caravans(self, game: Cendre) -> None:
        """TC-ECO-03 New caravans."""
        trade.establish_caravans(game)


class EventPhase(Procedure, frozen=True):
    """TC-EVT-01 The world's event, then one for each nation: in winter, or in every season of an astral year."""

    STEPS = ("world", "national", "threats_in_winter")

    def world(self, game: Cendre) -> None:
        """TC-EVT-02 The world event."""
        if events.is_due(game):
            world_events.world_event(game)

    def national(self, game: Cendre) -> None:
        """TC-EVT-04 National events."""
        if events.is_due(game):
            events.national_events(game)

    def threats_in_winter(self, game: Cendre) -> None:
        """TC-EVT-05 Threats act in winter too, in a military phase of their own."""
        if game.season == WINTER and active(game):
            threat_turn.winter(game)
            game.push(MilitaryPhase())


class FinalPhase(Procedure, frozen=True):
    """TC-TURN-01 Peace, reputation, stability, glory, magic, leaders, science, stores and people."""

    STEPS = (
        "threats",
        "peace",
        "vacant_land",
        "reputation",
        "weariness",
        "stability",
        "revolutions",
        "glory",
        "victory",
        "surrenders",
        "winter_diplomacy",
        "spells",
        "leaders",
        "market",
        "science",
        "units_and_stores",
        "people",
    )

    def threats(self, game: Cendre) -> None:
        """TC-EVT-05 What became of the outside threats."""
        threat_turn.review(game)

    def peace(self, game: Cendre) -> None:
        """TC-DIP-07 Peace concluded this season is carried out."""
        diplomacy.conclude_peaces(game)

    def vacant_land(self, game: Cendre) -> None:
        """TC-WAR-21 In winter vacant land becomes owned, sieges end."""
        if game.season == WINTER:
            winter.settle_vacant_land(game)
            winter.end_sieges(game)

    def reputation(self, game: Cendre) -> None:
        """TC-REP-03 Yearly and seasonal reputation."""
        standing.yearly_reputation(game)
        standing.seasonal_reputation(game)

    def weariness(self, game: Cendre) -> None:
        """TC-STAB-02 War, and the gains of winter."""
        standing.war_weariness(game)
        standing.winter_stability(game)

    def stability(self, game: Cendre) -> None:
        """TC-STAB-03 The test."""
        standing.hold_stability_tests(game)

    def revolutions(self, game: Cendre) -> None:
        """TC-STAB-04 Revolutions."""
        standing.revolutions(game)

    def glory(self, game: Cendre) -> None:
        """TC-GLORY-02 Yearly glory and (TC-GLORY-03) dominations."""
        glory.annual_glory(game)
        glory.domination_glory(game)
        glory.publish_glory(game)

    def victory(self, game: Cendre) -> None:
        """TC-GLORY-04 Automatic victory."""
        glory.check_victory(game)

    def surrenders(self, game: Cendre) -> None:
        """TC-DIP-10 A nation that controls nothing surrenders."""
        if game.season != WINTER:
            diplomacy.automatic_surrenders(game)

    def winter_diplomacy(self, game: Cendre) -> None:
        """TC-SCI-08 Proselytism, and (TC-DIP-10) the peace of a year without action."""
        if game.season == WINTER:
            winter.proselytise(game)
            diplomacy.inaction_peaces(game)

    def spells(self, game: Cendre) -> None:
        """TC-MAG-06 Spells end; in winter the sources refill."""
        magic.end_spells(game)
        if game.season == WINTER:
            winter.refill_sources(game)

    def leaders(self, game: Cendre) -> None:
        """TC-LEAD-04 The curious and the market in active seasons; deaths and newcomers in winter."""
        if game.season == WINTER:
            winter.old_age(game)
            winter.crown_rulers(game)
            winter.newcomers(game)
        else:
            intrigue.satisfy_curiosity(game)
            market.settle_bids(game)

    def market(self, game: Cendre) -> None:
        """TC-LEAD-13 Prices fall; in winter newcomers arrive."""
        market.lower_prices(game)
        if game.season == WINTER:
            market.newcomers(game)

    def science(self, game: Cendre) -> None:
        """TC-SCI-01 Science that comes by itself."""
        if game.season != WINTER:
            science.gain_science(game)

    def units_and_stores(self, game: Cendre) -> None:
        """TC-STRUCT-05 Stores overflow in active seasons; in winter some units leave (TC-WAR-03)."""
        if game.season == WINTER:
            winter.automatic_losses(game)
            winter.minor_winter(game)
        else:
            winter.limit_stores(game)

    def people(self, game: Cendre) -> None:
        """TC-LAND-11 Population and recruits in winter; rebels not retaken are free."""
        if game.season == WINTER:
            winter.grow_population(game)
            winter.regrow_recruits(game)
            winter.rebels_go_free(game)
