"""What the title gives to the platform, for mypy: every module keeps its part of the contract of titles."""

from marchland.kernel.contract import (
    AuditPart,
    BoardPart,
    BotPart,
    PhrasesPart,
    PositionPart,
    SequencePart,
    StatePart,
    TextPart,
    ViewPart,
)

from . import audit, board, bot, phrases, position, sequence, state, text, view
from .state import Game
from .view import GameView

AUDIT: AuditPart[Game] = audit
BOARD: BoardPart[GameView] = board
BOT: BotPart[Game] = bot
PHRASES: PhrasesPart = phrases
POSITION: PositionPart[Game] = position
SEQUENCE: SequencePart[Game] = sequence
STATE: StatePart[Game] = state
TEXT: TextPart[GameView] = text
VIEW: ViewPart[Game, GameView] = view
