"""What Medioevo Universale gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.casting import Casting
from marchland.kernel.contract import (
    Answering,
    AuditPart,
    BoardPart,
    BotPart,
    Eager,
    PhrasesPart,
    Placing,
    PositionPart,
    Reminding,
    Scored,
    SequencePart,
    Shortlisting,
    StatePart,
    StatisticsPart,
    Storied,
    TextPart,
    ViewPart,
)
from marchland.kernel.gauges import GaugesPart
from marchland.kernel.manners import Mannered
from marchland.kernel.matters import StandingPart
from marchland.kernel.planning import Planning, Tasteful
from marchland.kernel.retelling import Accounting, Deciding, Noticing, RetellingPart

from . import audit, board, bot, gauges, phrases, position, retelling, sequence, standing, state, statistics, text, view
from .state import Medioevo
from .view import MedioevoView

AUDIT: AuditPart[Medioevo] = audit
BOARD: BoardPart[MedioevoView] = board
ANSWERING: Answering[MedioevoView] = board
BOT: BotPart[Medioevo] = bot
GAUGES: GaugesPart[MedioevoView] = gauges
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Medioevo] = position
RETELLING: RetellingPart = retelling
SEQUENCE: SequencePart[Medioevo] = sequence
STANDING: StandingPart[Medioevo] = standing
STATE: StatePart[Medioevo] = state
STATISTICS: StatisticsPart = statistics
TEXT: TextPart[MedioevoView] = text
VIEW: ViewPart[Medioevo, MedioevoView] = view

PLANNING: Planning[Medioevo] = bot
TASTEFUL: Tasteful = bot
CASTING: Casting[Medioevo] = statistics
PLACING: Placing[MedioevoView] = board
STORIED: Storied[MedioevoView] = board
MANNERED: Mannered = phrases
SHORTLISTING: Shortlisting[Medioevo] = bot
EAGER: Eager = bot
SCORED: Scored[Medioevo] = view
NOTICING: Noticing[MedioevoView] = retelling
ACCOUNTING: Accounting = retelling
DECIDING: Deciding[MedioevoView] = retelling
REMINDING: Reminding[MedioevoView] = text
