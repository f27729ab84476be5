"""What Vinci gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.casting import Casting
from marchland.kernel.contract import (
    Answering,
    AuditPart,
    BoardPart,
    BotPart,
    PhrasesPart,
    PositionPart,
    Reminding,
    Renaming,
    Scored,
    SequencePart,
    StatePart,
    StatisticsPart,
    TextPart,
    ViewPart,
)
from marchland.kernel.gauges import GaugesPart
from marchland.kernel.glossary import GlossaryPart
from marchland.kernel.manners import Mannered, Recalling
from marchland.kernel.planning import Planning, Tasteful
from marchland.kernel.retelling import Accounting, Deciding, Noticing, RetellingPart

from . import audit, board, bot, gauges, glossary, phrases, position, retelling, sequence, state, statistics, text, view
from .state import Vinci
from .view import VinciView

AUDIT: AuditPart[Vinci] = audit
BOARD: BoardPart[VinciView] = board
BOT: BotPart[Vinci] = bot
GAUGES: GaugesPart[VinciView] = gauges
GLOSSARY: GlossaryPart = glossary
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Vinci] = position
RETELLING: RetellingPart = retelling
SEQUENCE: SequencePart[Vinci] = sequence
STATE: StatePart[Vinci] = state
STATISTICS: StatisticsPart = statistics
TEXT: TextPart[VinciView] = text
VIEW: ViewPart[Vinci, VinciView] = view

PLANNING: Planning[Vinci] = bot
TASTEFUL: Tasteful = bot
CASTING: Casting[Vinci] = statistics
ANSWERING: Answering[VinciView] = board
MANNERED: Mannered = phrases
RECALLING: Recalling = phrases
RENAMING: Renaming = phrases
SCORED: Scored[Vinci] = view
NOTICING: Noticing[VinciView] = retelling
ACCOUNTING: Accounting = retelling
DECIDING: Deciding[VinciView] = retelling
REMINDING: Reminding[VinciView] = text
