"""What a sheet costs and may bring: for every line its price, its test and its chances, and the balance of the whole.

- `rehearsal`: the season carried out on a table dealt anew, with all dice high and with all dice low
- `guesses`: what may be hidden in a place
- `chances`, `fights`: tests and fights before they are rolled
- `balance`: goods from this sheet to the next
- `foresight`: all of it together, in figures
- `telling`, `ahead`: in words
"""

from __future__ import annotations

from marchland.kernel.actions import Seat
from marchland.kernel.cards import Forecast

from ...rules.common.inquiry import nation_of
from ...sheet.lexicon import lexicon
from ...sheet.reader import read_sheet, turn_name
from ...state import Cendre
from .ahead import notes, rows, warnings
from .foresight import foresee
from .telling import outlook

__all__ = ["forecast"]


def forecast(game: Cendre, seat: Seat, text: str, language: str) -> Forecast:
    """What is to come of the sheet as it stands, by what the seat knows."""
    if game.decision is None:
        return Forecast()
    sheet = read_sheet(text, lexicon(game, nation_of(game, seat)), turn_name(game))
    standing = [(verdict.line, verdict.order) for verdict in sheet.verdicts if verdict.counts and verdict.order is not None]
    numbers, orders = [line for line, _ in standing], [order for _, order in standing]
    seen = foresee(game, seat, orders)
    outlooks = {number: outlook(seen, line, language) for number, line in zip(numbers, seen.lines, strict=True)}
    return Forecast(outlooks, rows(seen.balance, language), warnings(seen, numbers, language), notes(seen, language))
