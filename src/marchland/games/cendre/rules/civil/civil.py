"""Chapter "Les opérations civiles": the operations of a season, kind by kind."""

from __future__ import annotations

from marchland.kernel.frames import Procedure

from ...orders import (
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
from ...state import Cendre
from . import affairs, assassins, intrigue

SLAVES = ("maison-des-esclaves",)
GUILD = ("guilde-des-explorateurs",)


class CivilPhase(Procedure[Cendre], frozen=True):
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
        assassins.assassinate(game)

    def development(self, game: Cendre) -> None:
        """TC-CIV-06 Farms, TC-CIV-09 exploitations, TC-CIV-07 capacity, TC-CIV-08 resource level, TC-CIV-10 population."""
        for kind in (Cultivate, Exploit, Clear, Develop, Populate):
            affairs.operate(game, kind, apart=SLAVES)

    def roads(self, game: Cendre) -> None:
        """TC-CIV-16 Roads."""
        affairs.operate(game, BuildRoads, apart=SLAVES)

    def slaves(self, game: Cendre) -> None:
        """TC-STRUCT-08 The house of slaves."""
        affairs.operate(game, Cultivate, Exploit, Clear, BuildRoads, houses=SLAVES)

    def construction(self, game: Cendre) -> None:
        """TC-CIV-05 Structures."""
        affairs.operate(game, Construct)

    def urbanisation(self, game: Cendre) -> None:
        """TC-CIV-15 Towns grow."""
        affairs.operate(game, Urbanise)

    def new_towns(self, game: Cendre) -> None:
        """TC-CIV-14 New towns."""
        affairs.operate(game, FoundTown)

    def prospectors(self, game: Cendre) -> None:
        """TC-CIV-17 Prospecting."""
        intrigue.prospect(game, apart=GUILD)

    def claims(self, game: Cendre) -> None:
        """TC-CIV-20 Claims."""
        affairs.claim_territories(game)

    def research(self, game: Cendre) -> None:
        """TC-CIV-18 Research."""
        affairs.operate(game, Research)

    def stabilisation(self, game: Cendre) -> None:
        """TC-CIV-19 Stabilisation."""
        affairs.operate(game, Stabilise)

    def embellishment(self, game: Cendre) -> None:
        """TC-CIV-12 Embellishment."""
        affairs.operate(game, Embellish)

    def hiring(self, game: Cendre) -> None:
        """TC-CIV-11 Hiring."""
        affairs.hire_units(game)

    def agitation(self, game: Cendre) -> None:
        """TC-CIV-02 Agitators."""
        intrigue.agitate(game)

    def brigandage(self, game: Cendre) -> None:
        """TC-CIV-03 Brigands."""
        intrigue.brigandage(game)
