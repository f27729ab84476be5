"""What Terre de Cendre gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.casting import Casting
from marchland.kernel.contract import (
    AuditPart,
    BoardPart,
    Bookkeeping,
    BotPart,
    Choosy,
    DesignedPart,
    Disguising,
    PhrasesPart,
    PositionPart,
    SequencePart,
    StatePart,
    StatisticsPart,
    TextPart,
    ViewPart,
)
from marchland.kernel.guide import GuidePart
from marchland.kernel.planning import Planning, Tasteful
from marchland.kernel.retelling import Noticing, RetellingPart
from marchland.kernel.writing import (
    Advising,
    Binding,
    Comparing,
    DeskPart,
    Foreseeing,
    Hesitating,
    MailPart,
    Negotiating,
    Pointing,
    Probing,
    Recounting,
    Renewing,
    Signing,
    Teaching,
)

from . import audit, board, bot, designed, desk, guide, mail, phrases, position, retelling, sequence, state, statistics, text, view
from .report.data import Gazette, Report
from .report.story_past import Season
from .state import Cendre
from .view import CendreView

AUDIT: AuditPart[Cendre] = audit
BOARD: BoardPart[CendreView] = board
BOT: BotPart[Cendre] = bot
DESIGNED: DesignedPart = designed
DESK: DeskPart[Cendre] = desk
GUIDE: GuidePart = guide
MAIL: MailPart[Cendre, Report | Gazette] = mail
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Cendre] = position
RETELLING: RetellingPart = retelling
SEQUENCE: SequencePart[Cendre] = sequence
STATE: StatePart[Cendre] = state
STATISTICS: StatisticsPart = statistics
TEXT: TextPart[CendreView] = text
VIEW: ViewPart[Cendre, CendreView] = view

DISGUISING: Disguising[Cendre] = view
BOOKKEEPING: Bookkeeping[Cendre] = audit
CHOOSY: Choosy = bot
PLANNING: Planning[Cendre] = bot
CASTING: Casting[Cendre] = statistics
TASTEFUL: Tasteful = bot
PROBING: Probing[Cendre] = mail
RENEWING: Renewing[Cendre] = mail
SIGNING: Signing[Cendre] = mail
RECOUNTING: Recounting[Cendre, Season] = mail
ADVISING: Advising[Cendre] = desk
COMPARING: Comparing[Cendre] = desk
POINTING: Pointing[Cendre] = desk
FORESEEING: Foreseeing[Cendre] = desk
TEACHING: Teaching[Cendre] = desk
HESITATING: Hesitating[Cendre] = desk
NEGOTIATING: Negotiating[Cendre] = desk
BINDING: Binding[CendreView] = desk
NOTICING: Noticing[CendreView] = retelling
