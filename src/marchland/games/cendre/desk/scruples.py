"""What should make one think twice before a sheet is handed in: nothing on it, or most leaders idle."""

from __future__ import annotations

from marchland.kernel.actions import Seat

from .. import orders as o
from ..phrases import PHRASEBOOK
from ..rules.common.inquiry import is_able, leaders_of, nation_of
from ..sheet.form import blank_form
from ..sheet.lexicon import lexicon
from ..sheet.reader import read_sheet, turn_name
from ..state import Cendre


def misgivings(game: Cendre, seat: Seat, text: str, language: str) -> tuple[str, ...]:
    """Reasons to ask once more; a sheet that cannot be read is refused anyway."""
    nation = nation_of(game, seat)
    words = lexicon(game, nation)
    sheet, form = (read_sheet(one, words, turn_name(game)) for one in (text, blank_form(game, nation)))
    if sheet.refusal is not None:
        return ()
    if set(sheet.orders) <= set(form.orders):
        return (PHRASEBOOK.on_board("thin_form", language),)
    staff = [leader for leader in leaders_of(game, nation) if is_able(game, leader)]
    stays = {o.Place(leader.id, leader.at) for leader in staff}
    busy = {getattr(order, "leader", "") for order in sheet.orders if order not in stays}
    idle = [leader.name for leader in staff if leader.id not in busy]
    if 2 * len(idle) > len(staff):
        return (PHRASEBOOK.on_board("thin_idle", language, names=", ".join(idle)),)
    return ()
