"""Chapter "La magie": sources, fluid and spells."""

from __future__ import annotations

from ....kernel.frames import Procedure
from ..state import Cendre


class MagicPhase(Procedure, frozen=True):
    """TC-MAG-01 Magical operations in the order of the detailed turn."""

    STEPS = (
        "exhaust",
        "divert",
        "reinforce",
        "siphon",
        "cast_spells",
        "change_colours",
        "dry_up",
        "boost",
        "learn",
    )

    def exhaust(self, game: Cendre) -> None: ...
    def divert(self, game: Cendre) -> None: ...
    def reinforce(self, game: Cendre) -> None: ...
    def siphon(self, game: Cendre) -> None: ...
    def cast_spells(self, game: Cendre) -> None: ...
    def change_colours(self, game: Cendre) -> None: ...
    def dry_up(self, game: Cendre) -> None: ...
    def boost(self, game: Cendre) -> None: ...
    def learn(self, game: Cendre) -> None: ...


def end_spells(game: Cendre) -> None:
    """Step 25: spells of this or the previous season end, limited summons leave."""
