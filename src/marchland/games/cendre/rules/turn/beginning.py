"""The season up to the orders, and what the sheets decide before anybody acts: rows of table 61."""

from __future__ import annotations

from marchland.kernel.frames import Procedure

from ...state import SPRING, WINTER, Cendre, Tally
from .. import science
from ..common.ledger import change
from ..common.marks import expire_marks
from ..diplomacy import diplomacy, minor
from ..economy import caravans, industry, trade
from ..events import world
from ..events.threats import turn as threats
from ..glory import glory
from ..land import danger, production
from ..leaders import actors
from ..towns import upkeep
from ..war import armies, posts, volunteers


class PassTime(Procedure[Cendre], frozen=True):
    """TC-TURN-01 A new season: what was sent arrives, treaties and wars take effect, what was dated lapses."""

    STEPS = ("relations", "shipments", "new_counts", "marks", "caravans")

    def relations(self, game: Cendre) -> None:
        """Wars and treaties of last season are active; dated casus belli and unanswered offers lapse."""
        diplomacy.start_of_turn(game)

    def shipments(self, game: Cendre) -> None:
        """Goods sent last season arrive, in active seasons."""
        if game.season != WINTER:
            trade.receive_goods(game)

    def new_counts(self, game: Cendre) -> None:
        """TC-TURN-01 The counts of the last season, and in spring of the last year, start anew."""
        close_season(game)
        if game.season == SPRING:
            close_year(game)
        actors.refresh_leaders(game)
        glory.note_wars(game)

    def marks(self, game: Cendre) -> None:
        """After-effects of events end on their day; those of the spring begin."""
        expire_marks(game)
        world.season_effects(game)

    def caravans(self, game: Cendre) -> None:
        """Caravans end with wars and with towns that changed hands."""
        caravans.review_caravans(game)


def close_season(game: Cendre) -> None:
    """What was counted for the season is forgotten; in spring what was counted for the year."""
    for nation in sorted(game.nations):
        change(game, nation, season=Tally())


def close_year(game: Cendre) -> None:
    for nation in sorted(game.nations):
        kept = tuple(word for word in game.nations[nation].year.used if word == f"observatoire:{game.year - 1}")
        change(game, nation, year=Tally(used=kept))


class PreliminaryUpkeep(Procedure[Cendre], frozen=True):
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
        """An announced threat appears before the danger tests of spring; the others stir."""
        threats.wake(game)

    def troubles(self, game: Cendre) -> None:
        """Troubles."""
        danger.break_out_troubles(game)

    def independence(self, game: Cendre) -> None:
        """Territories that break away."""
        danger.break_away_lands(game)

    def police(self, game: Cendre) -> None:
        """Police against agitators."""
        danger.hunt_agitators(game)

    def militia(self, game: Cendre) -> None:
        """Militia against brigands."""
        danger.hunt_brigands(game)

    def produce(self, game: Cendre) -> None:
        """Provisions and resources."""
        production.produce(game)

    def gifts(self, game: Cendre) -> None:
        """Merchants and farmers."""
        production.gifts_in_kind(game)

    def gold(self, game: Cendre) -> None:
        """Taxes, towns, banks, coin, roads, collectors, the very rich, shipping companies."""
        production.collect_gold(game)

    def other_gold(self, game: Cendre) -> None:
        """Caravans and national income."""
        production.other_gold(game)

    def upkeep(self, game: Cendre) -> None:
        """Leaders, civil units, towns, troops; famine."""
        upkeep.pay_everything(game)

    def dissolve(self, game: Cendre) -> None:
        """Armies go back into garrison."""
        armies.dissolve_armies(game)

    def automatic_units(self, game: Cendre) -> None:
        """Units that come by themselves."""
        if game.season == SPRING:
            volunteers.automatic_arrivals(game)


class SecondaryUpkeep(Procedure[Cendre], frozen=True):
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
        """Towns sell their resource."""
        industry.convert_in_towns(game)

    def buildings(self, game: Cendre) -> None:
        """Industrial buildings."""
        industry.convert_in_buildings(game)

    def national_structures(self, game: Cendre) -> None:
        """Fisheries and other national structures."""
        industry.use_structures(game)

    def industrialists(self, game: Cendre) -> None:
        """Industrialists."""
        industry.sell_as_industrialist(game)

    def philosophy(self, game: Cendre) -> None:
        """Natural philosophy."""
        industry.transmute(game)

    def national_food(self, game: Cendre) -> None:
        """National food bonus."""
        industry.national_provisions(game)

    def sobriety(self, game: Cendre) -> None:
        """Who is fit to act."""
        actors.sober_up(game)

    def placement(self, game: Cendre) -> None:
        """Leaders take their places."""
        posts.place_leaders(game)

    def armies(self, game: Cendre) -> None:
        """Armies form; nations without a player and outside threats get their orders."""
        armies.form_armies(game)
        minor.write_sheets(game)
        threats.give_orders(game)

    def laboratories(self, game: Cendre) -> None:
        """Laboratories."""
        science.run_laboratories(game)

    def towers(self, game: Cendre) -> None:
        """Mage towers."""
        science.drain_sources(game)

    def study_centres(self, game: Cendre) -> None:
        """Centres of studies."""
        science.study_centres(game)

    def allocation(self, game: Cendre) -> None:
        """Free points are allocated."""
        science.allocate(game)

    def discoveries(self, game: Cendre) -> None:
        """Discoveries are chosen and take effect."""
        science.choose_discoveries(game)
