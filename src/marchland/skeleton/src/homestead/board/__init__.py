"""The board on the page: the map, who holds what, and the words of the templates beside this file."""

from marchland.kernel.actions import Seat
from marchland.kernel.board import Board, Figures, Mark

from ..phrases import PHRASEBOOK, ground_name
from ..tables import FIELDS, MAP, WORTH
from ..view import GameView


def scene(view: GameView, language: str) -> Board:
    return Board(
        map=MAP,
        holders={field: _mark(view, field, language) for field in FIELDS},
        seats={seat: _card(view, seat, language) for seat in range(len(view.scores))},
        words=PHRASEBOOK.board_words(language),
        panels_name=PHRASEBOOK.on_board("panels", language),
    )


def _mark(view: GameView, field: str, language: str) -> Mark:
    """A coin with the field's worth in its holder's colours; `{name}` becomes the holder's name."""
    seat = view.fields[field]
    said = PHRASEBOOK.on_board("free" if seat is None else "held", language, worth=WORTH[field], name="{name}")
    return Mark(seat=seat, count=WORTH[field], text=said)


def _card(view: GameView, seat: Seat, language: str) -> Figures:
    """For the card of a player: every page shows the score, `seat.html` the goal."""
    return {"score": view.scores[seat], "goal": ground_name(view.goal_of(seat), language)}
