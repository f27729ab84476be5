"""View to page: SVG boards, panels, log and text. See README.md."""

from .answers import about
from .cards import Advice, Beside, Cards, Standing
from .chart import turning_points
from .desk import misgivings, order_kinds, verdicts
from .picture import Pictures, Shown, pictures
from .retelling import Page, Told, moments, strip
from .scene import ChatLine, Choice, Desk, DeskCards, Ending, LogLine, Scene, SeatCard, SeatTime, Turning
from .stage import LIVE, PAST, Drawn, banner, draw, page_assets, tells_stories
from .story import graph, sketch
from .telling import chat, explain, log, log_line, rules, touched
from .terms import explained, terms_of

__all__ = [
    "LIVE",
    "PAST",
    "Advice",
    "Beside",
    "Cards",
    "ChatLine",
    "Choice",
    "Desk",
    "DeskCards",
    "Drawn",
    "Ending",
    "LogLine",
    "Page",
    "Pictures",
    "Scene",
    "SeatCard",
    "SeatTime",
    "Shown",
    "Standing",
    "Told",
    "Turning",
    "about",
    "banner",
    "chat",
    "draw",
    "explain",
    "explained",
    "graph",
    "log",
    "log_line",
    "misgivings",
    "moments",
    "order_kinds",
    "page_assets",
    "pictures",
    "rules",
    "sketch",
    "strip",
    "tells_stories",
    "terms_of",
    "touched",
    "turning_points",
    "verdicts",
]
