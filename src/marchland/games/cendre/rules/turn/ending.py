"""The final phase, in the order of table 61; what each step does is in the chapter it calls."""

from __future__ import annotations

from marchland.kernel.frames import Procedure

from ...state import WINTER, Cendre
from .. import science
from ..civil import intrigue
from ..diplomacy import diplomacy, minor
from ..events import scores
from ..events.threats import turn as threats
from ..glory import glory
from ..land import population
from ..leaders import market, succession
from ..magic import magic, sources
from ..standing import revolution, standing
from ..towns import fortifications, stores
from ..war import control, volunteers


class FinalPhase(Procedure[Cendre], frozen=True):
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
        """What became of the outside threats."""
        threats.review(game)

    def peace(self, game: Cendre) -> None:
        """Peace concluded this season is carried out."""
        diplomacy.conclude_peaces(game)

    def vacant_land(self, game: Cendre) -> None:
        """In winter vacant land becomes owned, sieges end."""
        if game.season == WINTER:
            control.settle_vacant_land(game)
            fortifications.end_sieges(game)

    def reputation(self, game: Cendre) -> None:
        """Yearly and seasonal reputation."""
        standing.yearly_reputation(game)
        standing.seasonal_reputation(game)

    def weariness(self, game: Cendre) -> None:
        """War, and the gains of winter."""
        standing.war_weariness(game)
        standing.winter_stability(game)

    def stability(self, game: Cendre) -> None:
        """The test."""
        standing.hold_stability_tests(game)

    def revolutions(self, game: Cendre) -> None:
        """Revolutions."""
        revolution.revolutions(game)

    def glory(self, game: Cendre) -> None:
        """Yearly glory and dominations."""
        glory.annual_glory(game)
        glory.domination_glory(game)
        glory.publish_glory(game)

    def victory(self, game: Cendre) -> None:
        """Automatic victory."""
        glory.check_victory(game)

    def surrenders(self, game: Cendre) -> None:
        """A nation that controls nothing surrenders."""
        if game.season != WINTER:
            diplomacy.automatic_surrenders(game)

    def winter_diplomacy(self, game: Cendre) -> None:
        """Proselytism, and the peace of a year without action."""
        if game.season == WINTER:
            science.proselytise(game)
            diplomacy.inaction_peaces(game)

    def spells(self, game: Cendre) -> None:
        """Spells end; in winter the sources refill."""
        magic.end_spells(game)
        if game.season == WINTER:
            sources.refill_sources(game)

    def leaders(self, game: Cendre) -> None:
        """The curious and the market in active seasons; deaths and newcomers in winter."""
        if game.season == WINTER:
            succession.old_age(game)
            succession.crown_rulers(game)
            succession.newcomers(game)
        else:
            intrigue.satisfy_curiosity(game)
            market.settle_bids(game)

    def market(self, game: Cendre) -> None:
        """Prices fall; in winter newcomers arrive."""
        market.lower_prices(game)
        if game.season == WINTER:
            market.newcomers(game)

    def science(self, game: Cendre) -> None:
        """Science that comes by itself."""
        if game.season != WINTER:
            science.gain_science(game)

    def units_and_stores(self, game: Cendre) -> None:
        """Stores overflow in active seasons; in winter some units leave."""
        if game.season == WINTER:
            volunteers.automatic_losses(game)
            minor.minor_winter(game)
        else:
            stores.limit_stores(game)

    def people(self, game: Cendre) -> None:
        """Population and recruits in winter; rebels not retaken are free."""
        if game.season == WINTER:
            population.grow_population(game)
            population.regrow_recruits(game)
            scores.rebels_go_free(game)
