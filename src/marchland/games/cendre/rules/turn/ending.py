"""Events and the final phase, in the order of table 61."""

from __future__ import annotations

from .....kernel.frames import Procedure
from ...state import WINTER, Cendre
from .. import glory, science, standing
from ..civil import intrigue
from ..diplomacy import diplomacy
from ..events import events
from ..events import world as world_events
from ..events.threats import turn as threat_turn
from ..events.threats.threats import active
from ..leaders import market
from ..magic import magic
from ..war.war import MilitaryPhase
from . import winter


class EventPhase(Procedure[Cendre], frozen=True):
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
