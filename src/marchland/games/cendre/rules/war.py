"""Chapter "La guerre": recruitment, movement, raids, battles and control."""

from __future__ import annotations

from ....kernel.frames import Procedure
from ..state import Cendre


class MilitaryPhase(Procedure, frozen=True):
    """TC-WAR-08 The military phase: recruitment, three movement steps, raids, battles, control."""

    STEPS = (
        "recruit",
        "disband",
        "first_step",
        "second_step",
        "third_step",
        "pillage",
        "demolish",
        "raids",
        "battles",
        "control",
    )

    def recruit(self, game: Cendre) -> None: ...
    def disband(self, game: Cendre) -> None: ...
    def first_step(self, game: Cendre) -> None: ...
    def second_step(self, game: Cendre) -> None: ...
    def third_step(self, game: Cendre) -> None: ...
    def pillage(self, game: Cendre) -> None: ...
    def demolish(self, game: Cendre) -> None: ...
    def raids(self, game: Cendre) -> None: ...
    def battles(self, game: Cendre) -> None: ...
    def control(self, game: Cendre) -> None: ...


def loss_test(game: Cendre, code: str, nation: str, reason: str, rule: str) -> None:
    """TC-WAR-20 A loss test on a nation's units in a territory (table 48); used by events and spells."""


def send_home(game: Cendre, nation: str) -> None:
    """Every unit on foreign land goes to the nearest own territory without loss (peace, revolution, broken alliance)."""
