"""What Medioevo Universale gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.contract import (
    AuditPart,
    BoardPart,
    BotPart,
    Eager,
    PhrasesPart,
    Placing,
    PositionPart,
    Scored,
    SequencePart,
    Shortlisting,
    StatePart,
    StatisticsPart,
    Storied,
    TextPart,
    ViewPart,
)
from marchland.kernel.matters import StandingPart

from . import audit, board, bot, phrases, position, sequence, standing, state, statistics, text, view
from .state import Medioevo
from .view import MedioevoView

AUDIT: AuditPart[Medioevo] = audit
BOARD: BoardPart[MedioevoView] = board
BOT: BotPart[Medioevo] = bot
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Medioevo] = position
SEQUENCE: SequencePart[Medioevo] = sequence
STANDING: StandingPart[Medioevo] = standing
STATE: StatePart[Medioevo] = state
STATISTICS: StatisticsPart = statistics
TEXT: TextPart[MedioevoView] = text
VIEW: ViewPart[Medioevo, MedioevoView] = view

PLACING: Placing[MedioevoView] = board
STORIED: Storied[MedioevoView] = board
SHORTLISTING: Shortlisting[Medioevo] = bot
EAGER: Eager = bot
SCORED: Scored[Medioevo] = view
