"""The season's phases in the order of table 61; what each step does is in the chapter it calls."""

from .phases_end import EventPhase, FinalPhase
from .phases_orders import CivilPhase, GeneralPhase, TradePhase
from .phases_upkeep import PassTime, PreliminaryUpkeep, SecondaryUpkeep

__all__ = [
    "CivilPhase",
    "EventPhase",
    "FinalPhase",
    "GeneralPhase",
    "PassTime",
    "PreliminaryUpkeep",
    "SecondaryUpkeep",
    "TradePhase",
]
