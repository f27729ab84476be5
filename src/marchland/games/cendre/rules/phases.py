"""The season's phases in the order of table 61; what each step does is in the chapter it calls."""

from __future__ import annotations

from ....kernel.frames import Procedure
from ..state import Cendre


class PreliminaryUpkeep(Procedure, frozen=True):
    """TC-TURN-01 Danger, production, upkeep and the dissolving of armies: all without orders."""

    STEPS = ()
