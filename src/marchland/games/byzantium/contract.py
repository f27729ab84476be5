"""What Byzantium gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.casting import Casting
from marchland.kernel.contract import (
    Answering,
    AuditPart,
    BoardPart,
    BotPart,
    PhrasesPart,
    PositionPart,
    Reminding,
    Scored,
    SequencePart,
    StatePart,
    StatisticsPart,
    Storied,
    TextPart,
    ViewPart,
)
from marchland.kernel.gauges import GaugesPart
from marchland.kernel.glossary import GlossaryPart
from marchland.kernel.manners import Mannered, Recalling
from marchland.kernel.planning import Planning, Tasteful
from marchland.kernel.retelling import Accounting, Deciding, Noticing, RetellingPart

from . import audit, board, bot, gauges, glossary, phrases, position, retelling, sequence, state, statistics, text, view
from .state import Byzantium
from .view import ByzantiumView

AUDIT: AuditPart[Byzantium] = audit
BOARD: BoardPart[ByzantiumView] = board
ANSWERING: Answering[ByzantiumView] = board
BOT: BotPart[Byzantium] = bot
GLOSSARY: GlossaryPart = glossary
GAUGES: GaugesPart[ByzantiumView] = gauges
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Byzantium] = position
RETELLING: RetellingPart = retelling
SEQUENCE: SequencePart[Byzantium] = sequence
STATE: StatePart[Byzantium] = state
STATISTICS: StatisticsPart = statistics
TEXT: TextPart[ByzantiumView] = text
VIEW: ViewPart[Byzantium, ByzantiumView] = view

PLANNING: Planning[Byzantium] = bot
TASTEFUL: Tasteful = bot
CASTING: Casting[Byzantium] = statistics

MANNERED: Mannered = phrases
RECALLING: Recalling = phrases
STORIED: Storied[ByzantiumView] = board
SCORED: Scored[Byzantium] = view
NOTICING: Noticing[ByzantiumView] = retelling
ACCOUNTING: Accounting = retelling
DECIDING: Deciding[ByzantiumView] = retelling
REMINDING: Reminding[ByzantiumView] = text
